/* pressure.c - see pressure.h. Compiled once per dispatch path. */
#include "core/sph/pressure.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/base/vec.h"
#include "core/body/bodies.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/sph/sph.h"
#include "core/walls/walls.h"

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  float *density; /* or what else a loop writes */
  const lg_sph_search *search;
  float v0;                 /* spacing^dim */
  float gravity[3], weight; /* m/s2: what the pressure carries, and its length */
} job;

LG_INLINE void density_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  double error = 0;
  float worst = 0;
  for (size_t i = begin; i < end; i++) {
    float x = j->v0 *
                  lg_sph_number_density(dim, type, j->kernel, s->neighbors, s->sph->a, i) +
              s->walls->fraction[i];
    j->density[i] = x * s->particles->mass[i] / j->v0;
    error += (double)lg_maxf(x - 1.0f, 0);
    worst = lg_maxf(worst, x - 1.0f);
  }
  s->sph->partial[begin / LG_BLOCK] = error;
  s->sph->most[begin / LG_BLOCK] = worst;
}

static void density_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, density_rows, j, begin, end)
}

void lg_sph_density(lg_step *s, const lg_kernel *k, float *density) {
  job j = {.s = s, .kernel = k, .density = density, .v0 = powf(s->spacing, (float)s->dim)};
  lg_sph_pack(s, s->sph->a, s->particles->x, s->particles->mass, true);
  lg_par_for(s->threads, s->n, density_block, &j);
  lg_sph_density_error(s);
}

LG_INLINE void inertia_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_v4 *a = s->sph->a;
  for (size_t i = begin; i < end; i++) {
    lg_v8 weights = lg_v8_all(0), sum = weights;
    LG_EACH_NEIGHBOR (s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, a, i, at);
      lg_v8 g = lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse), w = g * g * x.r2;
      weights += w;
      sum += w / lg_v8_max(x.w, lg_v8_all(FLT_MIN));
    }
    float own = 1.0f / a[i][3], all = lg_v8_sum(weights),
          mean = all > 0 ? lg_v8_sum(sum) / all : own;
    j->density[i] = 1.0f / (s->mass * lg_maxf(mean, own));
  }
}

static void inertia_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, inertia_rows, j, begin, end)
}

void lg_sph_inertia(lg_step *s, const lg_kernel *k, float *out) {
  job j = {.s = s, .kernel = k, .density = out};
  lg_par_for(s->threads, s->n, inertia_block, &j);
}

/* ---- force ---------------------------------------------------------------------------------- */

/* out: force of the particles, N. Returns push~. */
LG_INLINE float pair_forces(int dim, lg_kernel_type type, const job *j, size_t i, lg_v4 *out) {
  const lg_v4 *a = j->s->sph->a, me = a[i];
  const float weight = j->v0 * j->s->particles->mass[i];
  const lg_v8 none = lg_v8_all(0);
  lg_v8 f[3] = {none, none, none}, weights = none, sum = none;
  LG_EACH_NEIGHBOR (j->s->neighbors, i, at) {
    lg_pairs x = lg_pairs_of(dim, a, i, at);
    lg_v8 q = lg_v8_sqrt(x.r2) * j->kernel->inverse, w = lg_kernel_f(type, q);
    lg_pairs_add(dim, f, lg_kernel_g(type, q) * (me[3] + x.w), &x);
    lg_v8 felt = lg_v8_max(x.w + weight * lg_pairs_along(dim, &x, j->gravity), none);
    weights += w;
    sum += w * lg_v8_less(none, x.w, felt, none);
  }
  *out = -j->kernel->f0 * lg_v8_sum3(f[0], f[1], f[2]);
  const lg_v4 both = lg_v8_sum3(sum, weights, none);
  float own = lg_kernel_f(type, none)[0];
  return (own * me[3] + both[0]) / (own + both[1]);
}

LG_INLINE void press_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_walls *walls = s->walls;
  lg_v4 *a = s->sph->a, *b = s->sph->b;
  for (size_t i = begin; i < end; i++) {
    lg_v4 f;
    float mass = s->particles->mass[i], around = pair_forces(dim, type, j, i, &f);
    if (walls->fraction[i] > 0) {
      float push = (a[i][3] + around) / j->v0;
      float carried = lg_minf(around / (j->v0 * s->spacing), mass * j->weight) /
                      lg_maxf(j->weight, FLT_MIN);
      for (int k = 0; k < dim; k++) f[k] -= push * walls->grad[k][i] + carried * walls->weight[k][i];
      lg_bodies_record(s->bodies, i, push, carried);
    }
    f /= mass;
    b[i] = (lg_v4){f[0], f[1], f[2], around};
  }
}

static void press_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, press_rows, j, begin, end)
}

static void weigh_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++)
    j->s->sph->a[i][3] = j->v0 * j->v0 * j->search->ahead[i];
}

void lg_sph_press(lg_step *s, const lg_kernel *k, const lg_sph_search *search, bool carries) {
  job j = {.s = s, .kernel = k, .search = search, .v0 = powf(s->spacing, (float)s->dim)};
  if (carries) memcpy(j.gravity, s->gravity, sizeof j.gravity);
  j.weight = lg_length(j.gravity);
  lg_par_for(s->threads, s->n, weigh_block, &j);
  lg_sph_follow(s, s->sph->a, true);
  lg_par_for(s->threads, s->n, press_block, &j);
  lg_sph_follow(s, s->sph->b, false);
  lg_bodies_pressure(s->world, s->dt);
}

/* ---- weight alone --------------------------------------------------------------------------- */

static void scale_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t e = begin; e < end; e++) j->s->sph->a[e][3] *= j->v0 * j->v0;
}

/* push~ and the part of it that is the difference in height, of pack a = {x, push}. */
LG_INLINE void around(int dim, lg_kernel_type type, const job *j, size_t i, float *smooth,
                      float *height) {
  const lg_v4 *a = j->s->sph->a;
  const lg_v8 none = lg_v8_all(0);
  const float own = lg_kernel_f(type, none)[0];
  lg_v8 weights = none, sum = none, heights = none;
  LG_EACH_NEIGHBOR (j->s->neighbors, i, at) {
    lg_pairs x = lg_pairs_of(dim, a, i, at);
    lg_v8 w = lg_kernel_f(type, lg_v8_sqrt(x.r2) * j->kernel->inverse);
    weights += w;
    sum += w * x.w;
    heights += w * lg_v8_less(none, x.w, lg_pairs_along(dim, &x, j->gravity), none);
  }
  *smooth = (own * a[i][3] + lg_v8_sum(sum)) / (own + lg_v8_sum(weights));
  *height = j->v0 * j->s->particles->mass[i] * lg_v8_sum(heights) / (own + lg_v8_sum(weights));
}

LG_INLINE void carry_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_walls *walls = s->walls;
  for (size_t i = begin; i < end; i++) {
    if (!(walls->fraction[i] > 0)) continue;
    float smooth, height, mass = s->particles->mass[i];
    around(dim, type, j, i, &smooth, &height);
    float carried = lg_minf(smooth / (j->v0 * s->spacing), mass * j->weight) /
                    lg_maxf(j->weight, FLT_MIN);
    for (int k = 0; k < dim; k++)
      s->particles->a[k][i] -= (height / j->v0 * walls->grad[k][i] + carried * walls->weight[k][i]) /
                               mass;
    lg_bodies_record(s->bodies, i, height / j->v0, carried);
  }
}

static void carry_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, carry_rows, j, begin, end)
}

void lg_sph_carry(lg_step *s, const lg_kernel *k, const float *pressure) {
  job j = {.s = s, .kernel = k, .v0 = powf(s->spacing, (float)s->dim)};
  memcpy(j.gravity, s->gravity, sizeof j.gravity);
  j.weight = lg_length(j.gravity);
  lg_sph_pack(s, s->sph->a, s->particles->x, pressure, true);
  lg_par_for(s->threads, (size_t)s->neighbors->pad + 1, scale_block, &j);
  lg_par_for(s->threads, s->n, carry_block, &j);
  lg_bodies_pressure(s->world, s->dt);
  lg_bodies_apply(s->world);
}

/* ---- closed vessels ------------------------------------------------------------------------- */

/* 1 / spacings: gradient of the particles' number; 1/3 at a surface, less than a tenth inside */
#define SURFACE 0.15f

/* Pack a = {x, *} -> most: the longest gradient of the particles' number, walls counted. */
LG_INLINE void surface_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_v4 *a = s->sph->a;
  float most = 0;
  for (size_t i = begin; i < end; i++) {
    lg_v8 rise[3] = {lg_v8_all(0), lg_v8_all(0), lg_v8_all(0)};
    LG_EACH_NEIGHBOR (s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, a, i, at);
      lg_pairs_add(dim, rise, lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse), &x);
    }
    float length2 = 0;
    for (int k = 0; k < dim; k++) {
      float z = j->v0 * j->kernel->f0 * lg_v8_sum(rise[k]) + s->walls->grad[k][i];
      length2 += z * z;
    }
    most = lg_maxf(most, length2);
  }
  s->sph->most[begin / LG_BLOCK] = sqrtf(most);
}

static void surface_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, surface_rows, j, begin, end)
}

static void least_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  float thinnest = 0;
  for (size_t i = begin; i < end; i++)
    thinnest = lg_maxf(thinnest, 1 - j->v0 * j->density[i] / j->s->particles->mass[i]);
  j->s->sph->most[begin / LG_BLOCK] = thinnest;
}

bool lg_sph_closed(lg_step *s, const lg_kernel *k, float *density) {
  job j = {.s = s, .kernel = k, .density = density, .v0 = powf(s->spacing, (float)s->dim)};
  lg_par_for(s->threads, s->n, least_block, &j);
  /* the quick answer; surfaces at rest are denser, though */
  if (lg_sph_most(s) > 0.1f) return false;
  lg_par_for(s->threads, s->n, surface_block, &j);
  return lg_sph_most(s) * s->spacing < SURFACE;
}

typedef struct values {
  lg_step *s;
  const float *value;
} values;

static void sum_block(void *user, size_t begin, size_t end) {
  const values *v = user;
  double sum = 0;
  for (size_t i = begin; i < end; i++) sum += (double)v->value[i];
  v->s->sph->partial[begin / LG_BLOCK] = sum;
}

float lg_sph_mean(lg_step *s, const float *value) {
  values v = {s, value};
  lg_par_for(s->threads, s->n, sum_block, &v);
  return (float)(lg_sph_total(s) / (double)s->n);
}

/* ---- the search ----------------------------------------------------------------------------- */

static void begin_block(void *user, size_t begin, size_t end) {
  const lg_sph_search *search = user;
  memcpy(search->ahead + begin, search->p + begin, (end - begin) * sizeof(float));
}

void lg_sph_search_begin(lg_step *s, lg_sph_search *search) {
  search->since = 0;
  search->momentum = 0;
  search->least = HUGE_VAL;
  lg_par_for(s->threads, s->n, begin_block, search);
}

double lg_sph_search_next(lg_step *s, lg_sph_search *search) {
  double turn = 0, error = lg_sph_total(s) / (double)s->n;
  for (size_t b = 0; b < lg_blocks(s->n); b++) turn += (double)s->sph->most[b];
  bool restart = turn > 0 || error > 1.02 * search->least;
  search->least = restart ? error : fmin(error, search->least);
  search->since = restart ? 0 : search->since + 1;
  search->momentum = lg_minf((float)search->since / (float)(search->since + 3), 0.95f);
  return error;
}

double lg_sph_delta(const lg_kernel *k, double spacing, double dt) {
  double v0dt = pow(spacing, k->dim) * dt;
  return 1 / (2 * v0dt * v0dt * lg_kernel_lattice_gradients(k, spacing));
}

static void gain_block(void *user, size_t begin, size_t end) {
  lg_step *s = user;
  const lg_v4 *b = s->sph->b;
  for (int k = 0; k < s->dim; k++)
    for (size_t i = begin; i < end; i++) s->particles->v[k][i] += s->dt * b[i][k];
}

void lg_sph_gain(lg_step *s) {
  lg_par_for(s->threads, s->n, gain_block, s);
  lg_bodies_apply(s->world);
}
