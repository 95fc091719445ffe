/* density.c - see density.h. Compiled once per dispatch path. */
#include "core/sph/density.h"

#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  const lg_v4 *positions;
  const float *density;
  float *out;
  float v0;             /* spacing^dim */
  lg_gaps gaps;         /* of a closed vessel */
  const int32_t *which; /* NULL: all particles */
} job;

/* ---- density -------------------------------------------------------------------------------- */

LG_INLINE void density_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                            lg_tally *error) {
  const lg_step *s = j->s;
  for (size_t i = begin; i < end; i++) {
    float x = j->v0 * lg_sph_number_density(dim, type, j->kernel, s->neighbors, j->positions, i) +
              s->walls->fraction[i];
    j->out[i] = x * s->particles->mass[i] / j->v0;
    error->sum += (double)lg_maxf(x - 1.0f, 0);
    error->most = lg_maxf(error->most, x - 1.0f);
  }
}

static lg_tally density_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally error = {0};
  LG_SPECIALISE(j->s->dim, j->kernel->type, density_rows, j, begin, end, &error)
  return error;
}

void lg_sph_density(lg_step *s, const lg_kernel *kernel, lg_v4 *positions, float *density) {
  job j = {.s = s,
           .kernel = kernel,
           .positions = positions,
           .out = density,
           .v0 = lg_cubef(s->spacing, s->dim)};
  lg_sph_pack(s, positions, s->particles->x, s->particles->mass, true);
  lg_tally error = lg_sph_tally(s, density_block, &j);
  lg_sph_density_error(s, &error);
}

/* ---- several materials ---------------------------------------------------------------------- */

LG_INLINE void inertia_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++) {
    /* sum |grad W|^2, and of 1 / m weighted by it */
    lg_v8 weights = lg_v8_all(0), sum = weights;
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at);
      lg_v8 g = lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse), w = g * g * x.r2;
      weights += w;
      sum += w / lg_v8_max(x.w, lg_v8_all(FLT_MIN));
    }

    /* the harmonic mean, at most the own mass */
    float own = 1.0f / j->positions[i][3], all = lg_v8_sum(weights),
          mean = all > 0 ? lg_v8_sum(sum) / all : own;
    j->out[i] = 1.0f / (j->s->mass * lg_maxf(mean, own));
  }
}

static void inertia_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  if (j->s->materials > 0) {
    LG_SPECIALISE(j->s->dim, j->kernel->type, inertia_rows, j, begin, end)
  } else {
    for (size_t i = begin; i < end; i++) j->out[i] = 1;
  }
}

void lg_sph_inertia(lg_step *s, const lg_kernel *kernel, const lg_v4 *positions, float *inertia) {
  job j = {.s = s, .kernel = kernel, .positions = positions, .out = inertia};
  lg_par_for(s->threads, s->n, inertia_block, &j);
}

/* ---- closed vessels ------------------------------------------------------------------------- */

double lg_particles_across(const lg_step *s) {
  return lg_math_exp((1 - 1.0 / s->dim) * lg_math_log((double)s->n));
}

/* of the particles across */
#define GAPS 0.05

lg_gaps lg_small_gaps(const lg_step *s) {
  const bool filled = lg_length(s->gravity) == 0 && !lg_has_open_edge(s->world);
  if (s->bodies->moving > 0) return (lg_gaps){0.1f, 0.4f, 0};
  return (lg_gaps){0.25f, 0.7f, filled ? GAPS * lg_particles_across(s) : 0};
}

LG_INLINE bool is_thin(const job *j, size_t i) {
  return 1 - j->v0 * j->density[i] / j->s->particles->mass[i] > j->gaps.lack;
}

static lg_tally thin_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally found = {0};
  for (size_t i = begin; i < end; i++) found.sum += is_thin(j, i);
  return found;
}

/* By the gradient of the particles' number, walls counted: |grad X|, 1/m. */
LG_INLINE void surface_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                            lg_tally *found) {
  const float least = j->gaps.slope * j->kernel->inverse;
  for (size_t m = begin; m < end; m++) {
    const size_t i = j->which ? (size_t)j->which[m] : m;
    lg_v8 sum[3] = {lg_v8_all(0), lg_v8_all(0), lg_v8_all(0)};
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at);
      lg_pairs_add(dim, sum, lg_kernel_g(type, lg_v8_sqrt(x.r2) * j->kernel->inverse), &x);
    }

    /* |grad X|^2 */
    float length2 = 0;
    for (int k = 0; k < dim; k++) {
      float z = j->v0 * j->kernel->f0 * lg_v8_sum(sum[k]) + j->s->walls->grad[k][i];
      length2 += z * z;
    }
    found->sum += length2 > least * least || is_thin(j, i);
  }
}

static lg_tally surface_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally found = {0};
  LG_SPECIALISE(j->s->dim, j->kernel->type, surface_rows, j, begin, end, &found)
  return found;
}

double lg_sph_at_surface(lg_step *s, const lg_kernel *kernel, const lg_v4 *positions,
                         const float *density, lg_gaps gaps, const int32_t *which, size_t n) {
  const job j = {.s = s,
                 .kernel = kernel,
                 .positions = positions,
                 .density = density,
                 .gaps = gaps,
                 .which = which,
                 .v0 = lg_cubef(s->spacing, s->dim)};
  lg_tally found = {0};
  LG_SPECIALISE(s->dim, kernel->type, surface_rows, &j, 0, n, &found)
  return found.sum;
}

bool lg_sph_closed(lg_step *s, const lg_kernel *kernel, const lg_v4 *positions,
                   const float *density, lg_gaps gaps) {
  job j = {.s = s,
           .kernel = kernel,
           .positions = positions,
           .density = density,
           .gaps = gaps,
           .v0 = lg_cubef(s->spacing, s->dim)};
  if (lg_sph_tally(s, thin_block, &j).sum > gaps.many) return false; /* the quick answer */
  return lg_sph_tally(s, surface_block, &j).sum <= gaps.many;
}
