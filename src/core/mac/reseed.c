/* reseed.c - particles per cell of a staggered grid kept between two numbers, well inside the
   fluid.

   Where the flow draws particles apart or packs them, cells run empty (and noisy) or hold more than
   tell anything new. Only interior cells are touched: wholly open, fluid themselves and with fluid
   all around: no surface moves, no solid is met.
     too many   the lightest of the cell goes, and the next one takes its mass and momentum
     too few    a new one at a random place takes half the mass and all columns of its parent, the
                one whose mass counts most there, and the velocity of those around: sum w v / sum w,
                w = prod (1 - |x - x_p| / h) over the axes
   So the sum of masses stays, and the volume with it, as particles then fill cells by their masses
   (by_mass, cell_types.c). Momentum changes by what interpolation makes of new velocities. Counted
   as emitted and removed. Random numbers are keyed by cell and sub-step; cells are gone through in
   order. */
#include "core/base/rng.h"
#include "core/base/world.h"
#include "core/mac/mac.h"
#include "core/object/object.h"

typedef struct job {
  lg_world *w;
  lg_mac *m;
  size_t low, high; /* particles of a cell */
} job;

/* A cell: in the grid; among the sorted; where they begin. */
typedef struct spot {
  int c;
  size_t sorted;
  const int32_t *start;
} spot;

typedef bool cell_fn(job *j, const spot *at); /* false: no memory */

static bool is_interior(const lg_mac *m, int c) {
  return !lg_mac_beside_thin(m, c) && m->volume[c] >= 1 - 1e-6f &&
         lg_mac_types_around(m, c) == 1u << LG_MAC_FLUID;
}

static bool each_interior(job *j, cell_fn *fn) {
  const lg_layout *l = &j->m->lattice;
  for (int row = 0; row < lg_lattice_rows(l); row++)
    for (int i = 0; i < l->n[0]; i++) {
      spot at = {.c = lg_lattice_row(l, row) + LG_ROW_FIRST + i,
                 .sorted = lg_mac_sorted_cell(l, i, row % l->n[1], row / l->n[1])};
      at.start = j->w->neighbors->cell_start + at.sorted;
      if (is_interior(j->m, at.c) && !fn(j, &at)) return false;
    }
  return true;
}

static void draw(const job *j, const spot *at, uint32_t lane, float u[4]) {
  lg_random_key key = {
      .seed = j->w->def.seed, .stream = lg_random_stream("reseed"), .id = at->sorted, .lane = lane};
  key.substep = (uint32_t)j->w->substep;
  lg_random(&key, u);
}

/* ---- too many ------------------------------------------------------------------------------- */

static void merge(lg_particles *p, size_t from, size_t to) {
  float mass = p->mass[from] + p->mass[to];
  for (int k = 0; k < p->dim; k++)
    p->v[k][to] = (p->mass[from] * p->v[k][from] + p->mass[to] * p->v[k][to]) / mass;
  p->mass[to] = mass;
}

/* Of those of a cell that stay; the first of several. */
static size_t lightest(const job *j, size_t begin, size_t count) {
  const float *mass = j->w->particles->mass;
  size_t least = begin + count;
  for (size_t i = begin; i < begin + count; i++)
    if (!j->w->neighbors->dead[i] && (least == begin + count || mass[i] < mass[least])) least = i;
  return least;
}

static bool thin(job *j, const spot *at) {
  uint8_t *dead = j->w->neighbors->dead;
  size_t begin = (size_t)at->start[0], count = (size_t)at->start[1] - begin;

  /* The lightest goes; the next lightest takes its mass and momentum. */
  for (size_t left = count; left > j->high; left--) {
    size_t goes = lightest(j, begin, count);
    dead[goes] = 1;
    merge(j->w->particles, goes, lightest(j, begin, count));
    j->w->stats.removed++;
  }
  return true;
}

/* ---- too few -------------------------------------------------------------------------------- */

/* Velocity of the particles around at x. Returns the one that counts most there. False: there is
   none. */
static bool look_around(const job *j, const spot *at, const float x[3], float v[3],
                        size_t *parent) {
  const lg_particles *p = j->w->particles;
  const lg_layout *l = &j->m->lattice;
  float sum = 0, most = 0;
  v[0] = v[1] = v[2] = 0;

  /* The 3^dim cells around, in rows of three. */
  for (int n = 0; n < (p->dim == 3 ? 27 : 9); n++) {
    int line = n / 3 % 3 - 1 + (p->dim == 3 ? (n / 9 - 1) * (l->n[1] + 2) : 0);
    const int32_t *start = at->start + n % 3 - 1 + line * (l->n[0] + 2);
    for (size_t i = (size_t)start[0]; i < (size_t)start[1]; i++) {
      float w = 1;
      for (int k = 0; k < p->dim; k++)
        w *= lg_maxf(1 - fabsf(x[k] - p->x[k][i]) * j->m->inverse[k], 0);
      for (int k = 0; k < p->dim; k++) v[k] += w * p->v[k][i];
      sum += w;
      w *= p->mass[i];
      if (w > most) *parent = i;
      most = lg_maxf(most, w);
    }
  }

  for (int k = 0; k < p->dim && sum > 0; k++) v[k] /= sum;
  return sum > 0;
}

/* Colliders thinner than a cell may stand in one that seems open. */
static bool in_solid(const lg_world *w, const float x[3]) {
  LG_EACH_COLLIDER(w, collider)
    if (lg_distance(w, lg_object_id(w, collider), x) < 0.5f * w->def.spacing) return true;
  return false;
}

static bool append(lg_particles *p, const float x[3], const float v[3], size_t parent) {
  if (!lg_particles_append(p, x, v, 0, p->material[parent])) return false;
  size_t fresh = p->n - 1;
  p->mass[parent] *= 0.5f;
  for (int c = 0; c < p->columns; c++) {
    lg_col *col = &p->col[c];
    bool own = col->c[0] == p->x[0] || col->c[0] == p->v[0] || (void *)col->c[0] == (void *)p->id;
    for (int k = 0; col->rides && !own && k < col->components; k++)
      col->c[k][fresh] = col->c[k][parent];
  }
  return true;
}

static bool fill(job *j, const spot *at) {
  const lg_layout *l = &j->m->lattice;
  for (size_t n = (size_t)(at->start[1] - at->start[0]); n < j->low; n++) {
    /* A random place, unless a thin solid stands there. */
    float u[4], x[3] = {0, 0, 0}, v[3];
    size_t parent = 0;
    draw(j, at, (uint32_t)n, u);
    for (int k = 0; k < l->dim; k++)
      x[k] = j->m->origin[k] + ((float)lg_lattice_number(l, k, at->c) + u[k]) * j->m->cell[k];
    if (in_solid(j->w, x) || !look_around(j, at, x, v, &parent)) continue;

    if (!append(j->w->particles, x, v, parent)) return false;
    j->w->stats.emitted++;
  }
  return true;
}

bool lg_mac_reseed(lg_mac *m, lg_step *s, const lg_cells *cells, float low, float high) {
  lg_world *w = s->world;
  lg_neighbors *nb = w->neighbors;
  job j = {.w = w, .m = m, .low = (size_t)ceilf(low), .high = (size_t)lg_maxf(floorf(high), 1)};
  size_t before = w->stats.removed;
  if (s->n == 0) return true;
  if (!lg_mem_room(&w->mem, &nb->dead, s->n, 1)) return false;
  memset(nb->dead, LG_ALIVE, s->n);
  each_interior(&j, thin);
  if (w->stats.removed > before && !lg_neighbors_sort_into(w, cells, nb->dead)) return false;
  return each_interior(&j, fill);
}
