/* chambers.c - see chambers.h. Compiled once per dispatch path. Serial: most of the fluid is found
   by two sweeps, at about one look at a neighbour for each particle. */
#include "core/sph/chambers.h"

#include "core/base/vec.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/sph/density.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

#define OVERFULL 1.005 /* of X, in the mean: water at rest does not get there */
#define GAPS     0.5   /* of the particles across a chamber: more at a surface, and it is none */

typedef struct search {
  lg_step *s;
  const lg_kernel *kernel;
  const lg_v4 *positions;
  const float *density;
  float *crowding;
  int32_t *seen;   /* per particle: 1, a part of the fluid was found that it belongs to */
  int32_t *member; /* of the part that is looked for now */
  int32_t members;
} search;

size_t lg_chambers_bytes(size_t n) { return 2 * n * sizeof(int32_t); }

/* ---- parts of the fluid --------------------------------------------------------------------- */

/* The particle of an entry of a list; -1: the pad. */
LG_INLINE int32_t particle_of(const lg_neighbors *nb, int32_t entry) {
  if (entry < (int32_t)nb->n) return entry;
  return entry < nb->pad ? nb->source[entry - (int32_t)nb->n] : -1;
}

/* Whether a neighbour was seen. Lists begin with the cells below a particle: from the last one on
   the first look is upwards. */
static bool touches_seen(const search *q, int32_t i, bool upwards) {
  const lg_neighbors *nb = q->s->neighbors;
  const int32_t *row = nb->row[i], count = nb->count[i];
  for (int32_t k = 0; k < count; k++) {
    const int32_t j = particle_of(nb, row[upwards ? count - 1 - k : k]);
    if (j >= 0 && q->seen[j]) return true;
  }
  return false;
}

static void see(search *q, int32_t i) {
  q->seen[i] = 1;
  q->member[q->members++] = i;
}

/* Particle i, and all that can be reached from it and was not seen before, become members. */
static void flood(search *q, int32_t i) {
  const lg_neighbors *nb = q->s->neighbors;
  int32_t next = q->members;
  see(q, i);
  for (; next < q->members; next++) {
    const int32_t at = q->member[next];
    for (int32_t k = 0; k < nb->count[at]; k++) {
      const int32_t j = particle_of(nb, nb->row[at][k]);
      if (j >= 0 && !q->seen[j]) see(q, j);
    }
  }
}

/* The part that the particle in the middle of all belongs to: in most worlds all there is. Down,
   up, and round the corners that are left. */
static void flood_most(search *q) {
  const int32_t n = (int32_t)q->s->n, middle = n / 2;
  see(q, middle);
  for (int32_t i = middle - 1; i >= 0; i--)
    if (touches_seen(q, i, true)) see(q, i);
  for (int32_t i = 0; i < n; i++)
    if (!q->seen[i] && touches_seen(q, i, false)) see(q, i);
  for (int32_t i = 0; i < n; i++)
    if (!q->seen[i] && touches_seen(q, i, false)) flood(q, i);
}

/* ---- which are chambers --------------------------------------------------------------------- */

/* Grants the part that was found what it has, if it is sealed and overfull. */
static void grant(search *q) {
  lg_step *s = q->s;
  const double v0 = lg_cube((double)s->spacing, s->dim), n = (double)q->members;
  double volume = 0; /* in spacings: sum of 1 / X */
  for (int32_t m = 0; m < q->members; m++) {
    const int32_t i = q->member[m];
    volume += (double)s->particles->mass[i] / (v0 * (double)q->density[i]);
  }
  if (!(n > OVERFULL * volume)) return;
  const double surface = lg_sph_at_surface(s, q->kernel, q->positions, q->density, lg_small_gaps(s),
                                           q->member, (size_t)q->members);
  if (surface > GAPS * lg_math_exp((1 - 1.0 / s->dim) * lg_math_log(n))) return;

  const float c = (float)(n / volume);
  for (int32_t m = 0; m < q->members; m++) {
    float *own = q->crowding + q->member[m];
    *own = lg_maxf(*own, c);
  }
}

void lg_chambers_grant(lg_step *s, const lg_kernel *kernel, const lg_v4 *positions,
                       const float *density, float *crowding, void *room) {
  search q = {.s = s,
              .kernel = kernel,
              .positions = positions,
              .density = density,
              .crowding = crowding,
              .seen = room,
              .member = (int32_t *)room + s->n};
  if (s->walls->placed_now == 0 || s->bodies->moving > 0) return;
  memset(q.seen, 0, s->n * sizeof *q.seen);

  flood_most(&q);
  grant(&q);
  for (int32_t i = 0; i < (int32_t)s->n; i++) {
    if (q.seen[i]) continue;
    q.members = 0;
    flood(&q, i);
    grant(&q);
  }
}
