/* chambers.c - see chambers.h. Compiled once per dispatch path. Serial: most particles are found by
   a single look at a neighbour. */
#include "core/sph/chambers.h"

#include "core/base/vec.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/sph/crowding.h"
#include "core/sph/density.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

#define OVERFULL 1.005f /* of X, in the mean: water at rest does not get there */
#define REACH    1.5f   /* spacings: fluid goes on to who is nearer */
#define LATTICE  2      /* times 3^dim: fewer particles are no fluid, but jammed somewhere */
/* particles that may be at a surface: so many, or such a share of n^(1 - 1 / dim) */
#define FEW      4
#define GAPS     0.05

typedef struct search {
  lg_step *s;
  const lg_kernel *kernel;
  const lg_v4 *positions;
  const float *density;
  float *crowding;
  int32_t *seen;   /* per particle: 1, it belongs to a part that was found, or is being found */
  int32_t *member; /* particles of the part that is looked for now */
  int32_t members;
} search;

size_t lg_chambers_bytes(size_t n) { return 2 * n * sizeof(int32_t); }

/* ---- parts of the fluid --------------------------------------------------------------------- */

/* The particle of an entry of a list. */
LG_INLINE int32_t particle_of(const lg_neighbors *nb, int32_t entry) {
  return entry < (int32_t)nb->n ? entry : nb->source[entry - (int32_t)nb->n];
}

/* Whether fluid goes on from particle i to an entry of its list: at the end of its support some are
   seen past a thin wall of which nothing is felt any more. */
LG_INLINE bool leads_to(const search *q, int32_t i, int32_t entry) {
  const lg_v4 apart = q->positions[entry] - q->positions[i];
  const float far = REACH * q->s->spacing;
  return apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2] < far * far;
}

/* Whether a neighbour was seen. Lists begin with the cells below a particle: from the last one on
   the first look is upwards. */
static bool touches_seen(const search *q, int32_t i, bool upwards) {
  const lg_neighbors *nb = q->s->neighbors;
  const int32_t *row = nb->row[i], count = nb->count[i];
  for (int32_t k = 0; k < count; k++) {
    const int32_t entry = row[upwards ? count - 1 - k : k];
    if (q->seen[particle_of(nb, entry)] && leads_to(q, i, entry)) return true;
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
      const int32_t entry = nb->row[at][k], j = particle_of(nb, entry);
      if (!q->seen[j] && leads_to(q, at, entry)) see(q, j);
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

/* Whether a body that may give way touches the part that was found. */
static bool gives_way(const search *q) {
  for (int32_t m = 0; m < q->members; m++)
    if (q->s->bodies->compliance[q->member[m]] > 0) return true;
  return false;
}

/* How many of them are at a surface. */
static double at_surface(const search *q) {
  return lg_sph_at_surface(q->s, q->kernel, q->positions, q->density, lg_small_gaps(q->s),
                           q->member, (size_t)q->members);
}

/* Grants the part that was found what it has, if it is a chamber. */
static void grant(search *q) {
  lg_step *s = q->s;
  const double v0 = lg_cube((double)s->spacing, s->dim), n = (double)q->members,
               across = lg_math_exp((1 - 1.0 / s->dim) * lg_math_log(n));
  double room = 0; /* sum of 1 / X */
  if (n < LATTICE * lg_cube(3, s->dim)) return;
  for (int32_t m = 0; m < q->members; m++) {
    const int32_t i = q->member[m];
    room += (double)s->particles->mass[i] / (v0 * (double)q->density[i]);
  }
  if (!(n > (double)OVERFULL * room) || gives_way(q)) return;
  if (at_surface(q) > fmax(FEW, GAPS * across)) return;

  const float c = lg_minf((float)(n / room), LG_CROWDING_YIELD);
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
  const bool over = s->stats->density_error_max > (double)OVERFULL - 1;
  if (s->n == 0 || s->walls->placed_now == 0 || !over) return;
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
