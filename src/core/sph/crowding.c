/* crowding.c - see crowding.h. Compiled once per dispatch path. */
#include "core/sph/crowding.h"

#include "core/base/rng.h"
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/particles/particles.h"
#include "core/sph/forces.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

/* of rho / rho0: fluid at rest, or a lattice at its walls, does not get there */
#define BRIM       1.05f
#define CREEP      0.1f /* of the rate: what waits for its particles goes on all the same */
#define THIN       5.f  /* spacings: a thinner layer swells no faster than this one */
#define WEIGHTLESS 2.f  /* 1/s, the rate where nothing falls */
#define BEARS      2.f  /* weights of all the depth: the pressure against which fluid swells */
#define UNMENDED   0.02 /* mean of X - c that pressures leave: more, and they do not make room */
/* tried: slower leaves pairs, faster stirs what pressure has put in order */
#define PACE       2.0f
#define MOST       0.1f  /* spacings a sub-step */
#define LIGHT      2.f   /* spacings of fluid: its weight is hardly any pressure */
#define NEAR       0.55f /* spacings: a little more, so that half a one is reached */
#define LEISURE    0.3f  /* of a wave's rate: tried up to 1, which parts no more of them */

typedef struct job {
  lg_step *s;
  const float *density, *pressure;
  lg_v4 *positions;
  float *crowding;
  float rate, v0, yield, inverse;
  float bears; /* Pa */
  float reach; /* spacings: nearer ones are parted */
  float light; /* Pa a kg: of those under less; 0: of those that overlap */
} job;

/* ---- the rest density ----------------------------------------------------------------------- */

/* The largest c: whether anything overlaps, which is rare, so that the depth need not be looked
   for. */
static lg_tally largest_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  return (lg_tally){.most = lg_most(j->crowding + begin, end - begin, 0)};
}

static lg_tally swell_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const float most = lg_minf(j->rate * j->s->dt, 1);
  for (size_t i = begin; i < end; i++) {
    float x = j->density[i] * j->v0 / j->s->particles->mass[i], before = j->crowding[i];

    /* it swells, but not against any pressure */
    float less = most;
    if (j->pressure) less *= lg_clampf(2 - j->pressure[i] / j->bears, -1, 1);
    float waits = lg_minf(before * (1 - CREEP * less), x * j->inverse);
    float c = lg_maxf(before * (1 - less), waits);

    /* and gives way to a higher one, as far as it is pressed together */
    if (less < 0) c = lg_maxf(before, lg_minf(c, x));
    if (before == 0) c = x > BRIM ? x : 1;
    j->crowding[i] = lg_maxf(lg_maxf(c, x / j->yield), 1);
  }
  return largest_block(user, begin, end);
}

/* What pressures have left of X - c. */
static lg_tally left_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally left = {0};
  for (size_t i = begin; i < end; i++) {
    float x = j->density[i] * j->v0 / j->s->particles->mass[i];
    left.sum += (double)lg_maxf(x - lg_maxf(j->crowding[i], 1), 0);
  }
  return left;
}

/* Whether it is a vessel that holds too much: what fields or bodies press is mended by pressure. */
static bool is_overfull(job *j) {
  return j->s->bodies->moving == 0 &&
         lg_sph_tally(j->s, left_block, j).sum > UNMENDED * (double)j->s->n;
}

/* Pa, of the heaviest fluid; speed: m/s, of the surface where all of the depth swells. */
static float pressure_borne(const lg_step *s, float speed) {
  float density = s->mass / lg_cubef(s->spacing, s->dim);
  for (int a = 1; a <= s->materials; a++) density = lg_maxf(density, s->material[a].density);
  return BEARS * density * speed * speed;
}

float lg_crowding_update(lg_step *s, const float *density, const float *pressure, float *crowding,
                         float yield, float follow) {
  job j = {.s = s,
           .density = density,
           .crowding = crowding,
           .v0 = lg_cubef(s->spacing, s->dim),
           .yield = yield,
           .inverse = 1 / follow};

  /* the rate, where something has overlapped before */
  float g = lg_length(s->gravity);
  if (lg_sph_tally(s, largest_block, &j).most > 1) {
    const float depth = lg_maxf(lg_sph_depth(s), THIN * s->spacing);
    j.rate = g > 0 ? sqrtf(g / depth) : WEIGHTLESS;
    if (pressure && is_overfull(&j)) j.pressure = pressure;
    j.bears = pressure_borne(s, j.rate * depth);
  }

  /* c; what overlaps for the first time has no rate yet */
  if (!(lg_sph_tally(s, swell_block, &j).most > 1)) return 0;
  return j.rate > 0 ? j.rate : WEIGHTLESS;
}

typedef struct softening {
  const float *crowding;
  float *gain;
} softening;

static void soften_block(void *user, size_t begin, size_t end) {
  const softening *j = user;
  for (size_t i = begin; i < end; i++) j->gain[i] /= j->crowding[i];
}

void lg_crowding_soften(lg_step *s, const float *crowding, float rate, float *gain) {
  softening j = {crowding, gain};
  if (rate > 0) lg_par_for(s->threads, s->n, soften_block, &j);
}

/* ---- parting -------------------------------------------------------------------------------- */

/* A direction that only the two ids decide, the opposite one for the other of them. */
static void hashed_direction(const lg_step *s, int64_t mine, int64_t other, float e[3]) {
  lg_random_key key = {.seed = s->world->def.seed,
                       .stream = lg_random_stream("crowd"),
                       .id = (uint64_t)(mine < other ? mine : other),
                       .substep = (uint32_t)(mine < other ? other : mine)};
  float length = lg_random_way(&key, s->dim, e);
  for (int k = 0; k < s->dim; k++) e[k] *= (mine < other ? 1 : -1) / length;
}

/* sum_j max(reach - r / dx, 0) e_ij */
static void repulsion(const job *j, size_t i, float sum[3]) {
  const lg_step *s = j->s;
  const lg_neighbors *nb = s->neighbors;
  for (int32_t e = 0; e < nb->count[i]; e++) {
    /* neighbours that are too near */
    int32_t other = nb->row[i][e];
    lg_v4 d = j->positions[i] - j->positions[other];
    float away[3] = {d[0], d[1], d[2]}, r = lg_length(away), near = j->reach - r / s->spacing;
    if (near <= 0) continue;

    /* along e_ij, or any way where two coincide; a ghost has the id of its particle */
    int32_t whose = other < (int32_t)s->n ? other : nb->source[other - (int32_t)s->n];
    if (r > 1e-3f * s->spacing) lg_axpy(near / r, away, sum);
    else {
      hashed_direction(s, s->particles->id[i], s->particles->id[whose], away);
      lg_axpy(near, away, sum);
    }
  }
}

static void part_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_step *s = j->s;
  for (size_t i = begin; i < end; i++) {
    float sum[3] = {0, 0, 0}, wall[3] = {0, 0, 0}, into = 0, wall2 = 0;
    if (!(j->light > 0 ? j->pressure[i] < j->light * s->particles->mass[i] : j->crowding[i] > 1))
      continue;
    repulsion(j, i, sum);
    float length = lg_length(sum), step = PACE * j->rate * s->dt * s->spacing;

    /* not into a wall */
    for (int k = 0; k < s->dim; k++) {
      wall[k] = s->walls->grad[k][i];
      into += sum[k] * wall[k];
      wall2 += wall[k] * wall[k];
    }
    if (into > 0) lg_axpy(-into / wall2, wall, sum);

    /* not far */
    if (length > 1) step /= length;
    step = lg_minf(step, MOST * s->spacing);
    for (int k = 0; k < s->dim; k++) s->particles->x[k][i] += step * sum[k];
  }
}

static void part(job j) {
  if (!(j.rate > 0)) return;
  lg_sph_pack(j.s, j.positions, j.s->particles->x, j.s->particles->mass, true);
  lg_par_for(j.s->threads, j.s->n, part_block, &j);
}

void lg_crowding_part(lg_step *s, float *crowding, float rate, lg_v4 *positions) {
  part((job){.s = s, .crowding = crowding, .rate = rate, .positions = positions, .reach = 1});
}

void lg_crowding_part_pairs(lg_step *s, const float *pressure, lg_v4 *positions) {
  const float g = lg_length(s->gravity);
  part((job){.s = s,
             .pressure = pressure,
             .rate = LEISURE * sqrtf(g / s->spacing),
             .positions = positions,
             .reach = NEAR,
             .light = LIGHT * g * s->spacing / lg_cubef(s->spacing, s->dim)});
}
