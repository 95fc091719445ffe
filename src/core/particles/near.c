/* near.c - the particles near a point, through cells of two spacings. A question that asks for much
   of the world, or for positions that a host may still be writing, looks at every particle. */
#include "core/particles/near.h"

#include "core/base/world.h"
#include "core/particles/particles.h"

#include <stdlib.h>

#define EDGE 2.0f /* spacings: a question for three of them looks into 16 cells in 2-D */
#define FAR  1e4  /* cells: 1e-3 of a cell over the 6e-8 by which a float rounds, and less */

void lg_near_free(lg_near_cells *c) {
  if (!c->mem) return;
  lg_mem_free(c->mem, c->head);
  lg_mem_free(c->mem, c->next);
}

void lg_near_moved(lg_world *w, bool open) {
  w->near->ready = false;
  w->near->open = open || (w->near->open && w->near->stamp == lg_world_stamp(w));
  w->near->stamp = lg_world_stamp(w);
}

double lg_particle_apart(const lg_world *w, const float p[3], size_t i, double d[3]) {
  double r2 = 0;
  for (int k = 0; k < w->dim; k++) {
    double period = (double)w->def.bounds.max[k] - (double)w->def.bounds.min[k];
    d[k] = (double)w->particles->x[k][i] - (double)p[k];
    if (lg_is_periodic(w, k)) d[k] -= period * nearbyint(d[k] / period);
    r2 += d[k] * d[k];
  }
  return r2;
}

/* ---- the lists ------------------------------------------------------------------------------ */

/* x inside the bounds along periodic axes; elsewhere cells at the border hold what is beyond. */
static float wrapped(const lg_world *w, int axis, float x) {
  if (!lg_is_periodic(w, axis)) return x;
  return lg_wrapf(x, w->def.bounds.min[axis], w->def.bounds.max[axis]);
}

static bool make_lists(const lg_world *w) {
  lg_near_cells *c = w->near;
  const lg_particles *p = w->particles;
  c->mem = p->mem;
  c->ready = false;
  c->cells =
      lg_cells_lay_out(w, w->def.bounds.min, w->def.bounds.max, EDGE * w->def.spacing, &c->grid);
  if (!lg_mem_room(c->mem, &c->head, c->cells, sizeof *c->head) ||
      !lg_mem_room(c->mem, &c->next, p->n + 1, sizeof *c->next))
    return false;

  /* backwards, so that lists rise */
  memset(c->head, 0xff, c->cells * sizeof *c->head);
  for (size_t i = p->n; i-- > 0;) {
    float x[3] = {0, 0, 0};
    int at[3];
    for (int k = 0; k < w->dim; k++) x[k] = wrapped(w, k, p->x[k][i]);
    lg_cell_at(&c->grid, x, at);
    int32_t *head = &c->head[lg_cell_number(&c->grid, at)];
    c->next[i] = *head;
    *head = (int32_t)i;
  }

  c->ready = true;
  c->open = false;
  c->stamp = lg_world_stamp(w);
  return true;
}

static bool lists_fit(const lg_world *w) {
  const lg_near_cells *c = w->near;
  if (c->stamp == lg_world_stamp(w)) return c->ready || (!c->open && make_lists(w));
  return make_lists(w);
}

/* ---- the question --------------------------------------------------------------------------- */

typedef struct search {
  const lg_world *w;
  const float *p;
  double radius;
  int64_t *index;
  size_t room, found;
} search;

static void look_at(search *s, size_t i) {
  double d[3];
  if (!(lg_particle_apart(s->w, s->p, i, d) < s->radius * s->radius)) return;
  if (s->found < s->room) s->index[s->found] = (int64_t)i;
  s->found++;
}

static void look_at_all(search *s) {
  s->found = 0;
  for (size_t i = 0; i < s->w->particles->n; i++) look_at(s, i);
}

/* The cells of an axis that the question reaches: from `first` on, so many, round and round where
   it is periodic. */
static void reached(const search *s, int axis, int *first, int *count) {
  const lg_cell_grid *g = &s->w->near->grid;
  int inner = g->size[axis] - 2;
  /* a hair farther, for what rounding puts into the next cell */
  double at = ((double)s->p[axis] - (double)g->origin[axis]) * (double)g->inverse[axis],
         reach = s->radius * (double)g->inverse[axis] + 1e-3;

  /* where an edge is a wall there is nothing beyond it */
  double lo = floor(at - reach), hi = floor(at + reach);
  if (!g->periodic[axis]) {
    lo = fmin(fmax(lo, 0), inner - 1);
    hi = fmin(fmax(hi, 0), inner - 1);
  }

  /* where it is periodic no cell is looked at twice, and from far off all are: rounding of the
     cells' edge grows with the distance, and a hair does not hold it there */
  bool some = hi - lo + 1 < inner && (!g->periodic[axis] || fabs(at) < FAR);
  *count = some ? (int)(hi - lo) + 1 : inner;
  *first = some ? (int)(lo - inner * floor(lo / inner)) : 0;
}

static void look_into_cells(search *s, const int first[3], const int count[3]) {
  const lg_near_cells *c = s->w->near;
  for (int n = 0; n < count[0] * count[1] * count[2]; n++) {
    const int step[3] = {n % count[0], n / count[0] % count[1], n / count[0] / count[1]};
    int at[3] = {0, 0, 0};
    for (int k = 0; k < s->w->dim; k++) at[k] = (first[k] + step[k]) % (c->grid.size[k] - 2) + 1;
    for (int32_t i = c->head[lg_cell_number(&c->grid, at)]; i >= 0; i = c->next[i])
      look_at(s, (size_t)i);
  }
}

static int by_index(const void *a, const void *b) {
  int64_t i = *(const int64_t *)a, j = *(const int64_t *)b;
  return (i > j) - (i < j);
}

size_t lg_near(const lg_world *w, const float p[3], float radius, int64_t *index, size_t room) {
  if (!w || !p || !(radius > 0) || w->particles->n == 0) return 0;
  search s = {w, p, (double)radius, index, index ? room : 0, 0};
  for (int k = 0; k < w->dim; k++)
    if (!isfinite(p[k])) return 0;
  bool moving = w->stepping && !w->in_hook;
  if (moving || !isfinite(radius) || !lists_fit(w)) {
    look_at_all(&s);
    return s.found;
  }

  /* the cells around it, unless they are most of the world */
  int first[3] = {0, 0, 0}, count[3] = {1, 1, 1};
  double cells = 1;
  for (int k = 0; k < w->dim; k++) {
    reached(&s, k, &first[k], &count[k]);
    cells *= count[k];
  }
  if (cells > 0.25 * (double)w->near->cells) {
    look_at_all(&s);
    return s.found;
  }
  look_into_cells(&s, first, count);

  /* by rising index: of too many, the first ones */
  if (s.found > s.room && s.room > 0) look_at_all(&s);
  else if (s.room > 0) qsort(index, s.found, sizeof *index, by_index);
  return s.found;
}

/* ---- what is meant by a place ---------------------------------------------------------------- */

/* How far a particle is from a ray, m, and how far along the ray that is; behind its start: no
   ray. */
static double off_ray(const double d[3], const double along[3], int dim, double *reach) {
  double r2 = 0, t = 0;
  for (int k = 0; k < dim; k++) {
    t += d[k] * along[k];
    r2 += d[k] * d[k];
  }
  *reach = fmax(t, 0);
  return sqrt(fmax(r2 - *reach * *reach, 0));
}

int64_t lg_particle_pick(const lg_world *w, const float from[3], const float along[3],
                         float radius) {
  if (!w || !from) return -1;
  const lg_particles *p = w->particles;
  double unit[3] = {0, 0, 0}, length = 0, least = HUGE_VAL;
  int64_t best = -1;
  for (int k = 0; along && k < w->dim; k++) length += (double)along[k] * (double)along[k];
  for (int k = 0; k < w->dim && length > 0; k++) unit[k] = (double)along[k] / sqrt(length);

  /* those that the ray meets come before all others: they are less than nothing away from it */
  for (size_t i = 0; i < p->n; i++) {
    double d[3], reach = 0, off;
    off = sqrt(lg_particle_apart(w, from, i, d));
    if (length > 0 && (off = off_ray(d, unit, w->dim, &reach)) <= (double)radius && reach > 0)
      off = -1 / (1 + reach);
    if (!(off < least)) continue;
    least = off;
    best = p->id[i];
  }
  return best;
}
