/* overlap.c - see overlap.h. Compiled once per dispatch path. */
#include "core/sph/overlap.h"

#include "core/base/par.h"
#include "core/base/rng.h"
#include "core/base/world.h"
#include "core/base/vec.h"
#include "core/particles/particles.h"
#include "core/sph/forces.h"
#include "core/sph/sph.h"
#include "core/walls/walls.h"

/* of rho / rho0: fluid at rest, or a lattice at its walls, does not get there */
#define BRIM       1.05f
#define CREEP      0.1f /* of the rate: what waits for its particles goes on all the same */
#define THIN       5.f  /* spacings: a thinner layer swells no faster than this one */
#define WEIGHTLESS 2.f  /* 1/s, the rate where nothing falls */
/* tried: slower leaves pairs, faster stirs what pressure has put in order */
#define PACE       2.0f
#define MOST       0.1f /* spacings a sub-step */

typedef struct job {
  lg_step *s;
  const float *density;
  float *crowding;      /* written */
  const float *crowded; /* read */
  float rate, v0, yield, inverse;
} job;

/* Whether anybody is or becomes crowded: rarely, so that the depth need not be looked for. */
static void ask_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  j->s->sph->most[begin / LG_BLOCK] = lg_most(j->crowding + begin, end - begin, 0);
}

static void swell_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) {
    float x = j->density[i] * j->v0 / j->s->particles->mass[i], before = j->crowding[i];
    float less = lg_minf(j->rate * j->s->dt, 1),
          waits = lg_minf(before * (1 - CREEP * less), x * j->inverse);
    float c = lg_maxf(before * (1 - less), waits);
    if (before == 0) c = x > BRIM ? x : 1;
    j->crowding[i] = lg_maxf(lg_maxf(c, x / j->yield), 1);
  }
  ask_block(user, begin, end);
}

float lg_sph_crowd(lg_step *s, const float *density, float *crowding, float yield, float follow) {
  job j = {.s = s,
           .density = density,
           .crowding = crowding,
           .v0 = powf(s->spacing, (float)s->dim),
           .yield = yield,
           .inverse = 1 / follow};
  float g = lg_length(s->gravity);
  lg_par_for(s->threads, s->n, ask_block, &j);
  if (lg_sph_most(s) > 1)
    j.rate = g > 0 ? sqrtf(g / lg_maxf(lg_sph_depth(s), THIN * s->spacing)) : WEIGHTLESS;
  lg_par_for(s->threads, s->n, swell_block, &j);
  if (!(lg_sph_most(s) > 1)) return 0;
  return j.rate > 0 ? j.rate : WEIGHTLESS;
}

/* ---- parting -------------------------------------------------------------------------------- */

/* A direction that only the two ids decide, the opposite one for the other of them. */
static void hashed(const lg_step *s, int64_t mine, int64_t other, float e[3]) {
  lg_random_key key = {.seed = s->world->def.seed,
                       .stream = lg_random_stream("crowd"),
                       .id = (uint64_t)(mine < other ? mine : other),
                       .substep = (uint32_t)(mine < other ? other : mine)};
  float length = lg_random_way(&key, s->dim, e);
  for (int k = 0; k < s->dim; k++) e[k] *= (mine < other ? 1 : -1) / length;
}

static void part_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_step *s = j->s;
  const lg_neighbors *nb = s->neighbors;
  const lg_v4 *a = s->sph->a;
  for (size_t i = begin; i < end; i++) {
    float sum[3] = {0, 0, 0};
    if (!(j->crowded[i] > 1)) continue;
    for (int32_t e = 0; e < nb->count[i]; e++) {
      int32_t other = nb->row[i][e];
      lg_v4 d = a[i] - a[other];
      float way[3] = {d[0], d[1], d[2]}, r = lg_length(way), near = 1 - r / s->spacing;
      if (near <= 0) continue;
      int32_t whose = other < (int32_t)s->n ? other : nb->source[other - (int32_t)s->n];
      if (r > 1e-3f * s->spacing) lg_axpy(near / r, way, sum);
      else {
        hashed(s, s->particles->id[i], s->particles->id[whose], way);
        lg_axpy(near, way, sum);
      }
    }
    float wall[3] = {0, 0, 0}, into = 0, wall2 = 0, length = lg_length(sum),
          step = PACE * j->rate * s->dt * s->spacing;
    for (int k = 0; k < s->dim; k++) {
      wall[k] = s->walls->grad[k][i];
      into += sum[k] * wall[k];
      wall2 += wall[k] * wall[k];
    }
    if (into > 0) lg_axpy(-into / wall2, wall, sum);
    if (length > 1) step /= length;
    step = lg_minf(step, MOST * s->spacing);
    for (int k = 0; k < s->dim; k++) s->particles->x[k][i] += step * sum[k];
  }
}

void lg_sph_part(lg_step *s, const float *crowding, float rate) {
  job j = {.s = s, .crowded = crowding, .rate = rate};
  if (!(rate > 0)) return;
  lg_sph_pack(s, s->sph->a, s->particles->x, s->particles->mass, true);
  lg_par_for(s->threads, s->n, part_block, &j);
}
