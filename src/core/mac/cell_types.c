/* cell_types.c - which cells hold fluid, and where its surface is; how full they are: fill.c.
   Compiled once per dispatch path.

   The surface: p2g leaves sum w of the particles on faces; over what belongs there it is 1 inside
   of the fluid and 1/2 on a level surface, and tells within a cell where that is. Numbers of
   particles would tell in steps of half a cell, which eats waves of that height. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"
#include "core/object/material.h"

#define THIN      0.55f /* cells: a layer of particles, two of which fill a cell */
#define THETA_MIN 0.25f /* a nearer surface makes a cell stiff, and thin fronts spray as they hit */
#define BELOW     0.15f /* cells: 0 lets still water flicker whose surface runs through middles */

typedef struct job {
  const lg_step *s;
  lg_mac *m;
  float *count;    /* particles of a cell */
  float *proper;   /* that belong there: its open share, in full cells */
  float inside;    /* what belongs around two faces of a cell inside of the fluid */
  bool all, dense; /* every cell is fluid; the particles' weights are on the faces */
} job;

/* A row's cells without particles, from the first one on: solid where no face is open, else of
   this type. */
static void type_row(const lg_mac *m, int first, uint8_t type) {
  const lg_layout *l = &m->lattice;
  uint8_t *restrict to = m->type + first;
  memset(to, 0, (size_t)l->n[0]);
  for (int k = 0; k < l->dim; k++) {
    const float *restrict low = m->open[k] + first, *restrict high = low + l->step[k];
    for (int i = 0; i < l->n[0]; i++) to[i] |= (uint8_t)((low[i] > 0) | (high[i] > 0));
  }
  for (int i = 0; i < l->n[0]; i++) to[i] = to[i] ? type : LG_MAC_SOLID;
}

float lg_mac_whole(const lg_mac *m, const lg_step *s, size_t i) {
  const lg_particles *p = s->particles;
  return m->by_mass ? p->mass[i] / lg_material_mass(s->world, p->material[i]) : 1;
}

/* Particles begin .. end - 1, in volumes of a whole one. */
static float count_of(const job *j, int32_t begin, int32_t end) {
  float sum = 0;
  if (!j->m->by_mass) return (float)(end - begin);
  for (int32_t i = begin; i < end; i++) sum += lg_mac_whole(j->m, j->s, (size_t)i);
  return sum;
}

/* Their mean density over the default material's; 1 of none. */
static float density_of(const job *j, int32_t begin, int32_t end) {
  const lg_properties *material = j->s->material;
  float sum = 0;
  for (int32_t i = begin; i < end; i++) sum += material[j->s->particles->material[i]].density;
  return end > begin ? sum / ((float)(end - begin) * material[0].density) : 1;
}

/* Whether materials differ in density. */
static bool is_mixed(const lg_step *s) {
  const lg_properties *material = s->material;
  bool mixed = false;
  for (int i = 1; material && i <= lg_material_last(s->world); i++)
    mixed = mixed || material[i].density != material[0].density;
  return mixed;
}

/* What a cell holds, what belongs there, and its type as the particles alone say. */
static void types_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  LG_EACH_ROW(l, task, row) {
    const int first = lg_lattice_row(l, row) + LG_ROW_FIRST;
    type_row(m, first, j->all ? LG_MAC_FLUID : LG_MAC_AIR);
    for (int c = first; c < first + l->n[0]; c++) j->proper[c] = m->volume[c] * m->full;
    for (int c = first; m->mixed && c < first + l->n[0]; c++) m->density[c] = 1;

    /* Sorted particles: a row's cells follow one another. */
    const int32_t *start = j->s->n > 0 ? lg_mac_row_starts(l, j->s->neighbors->cell_start, row)
                                       : NULL;
    for (int i = 0; start && start[i] < start[l->n[0]]; i++) {
      const int c = first + i;
      if (start[i] == start[i + 1]) continue;
      j->count[c] = count_of(j, start[i], start[i + 1]);
      if (m->mixed) m->density[c] = density_of(j, start[i], start[i + 1]);
      if (m->type[c] != LG_MAC_SOLID) m->type[c] = LG_MAC_FLUID;
    }

    /* fill, until it is known how full: 0 of empty cells */
    for (int c = first; c < first + l->n[0]; c++) m->type_view[c] = (float)m->type[c];
    memcpy(m->fill + first, j->count + first, (size_t)l->n[0] * sizeof *m->fill);
  }
}

/* What split cells hold beyond a thin solid goes to the neighbour to which it belongs; their types
   follow. */
static void settle_splits(const job *j) {
  lg_mac *m = j->m;
  lg_mac_count_splits(m, j->s);
  for (size_t i = 0; i < m->thin.splits; i++) j->count[m->thin.split[i].cell] = 0;

  /* the particles of either part, and how many there is room for */
  for (size_t i = 0; i < m->thin.splits; i++) {
    const lg_mac_split *split = &m->thin.split[i];
    j->count[split->cell] += split->own;
    j->count[split->other] += split->beyond;
    j->proper[split->other] += split->volume * m->full;
  }

  /* a part with particles is fluid */
  for (size_t i = 0; i < 2 * m->thin.splits; i++) {
    const lg_mac_split *split = &m->thin.split[i / 2];
    const int c = i % 2 ? split->other : split->cell;
    if (m->type[c] != LG_MAC_SOLID && !j->all)
      m->type[c] = j->count[c] > 0 ? LG_MAC_FLUID : LG_MAC_AIR;
    m->type_view[c] = (float)m->type[c];
    m->fill[c] = j->count[c];
  }
}

/* Types of the ghosts: what lies beyond the edges. */
static void set_ghosts(const job *j) {
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;

  for (int axis = 0; axis < l->dim; axis++)
    LG_EACH_LINE(l, axis, false, ghost)
      for (int side = 0; side < 2; side++) {
        /* The cell across on a periodic axis; air beyond an open edge; else a wall. */
        const int across = l->n[axis] * l->step[axis],
                  c = side ? ghost + across + l->step[axis] : ghost;
        m->type[c] = l->periodic[axis]                     ? m->type[side ? c - across : c + across]
                     : lg_is_open(j->s->world, axis, side) ? LG_MAC_AIR
                                                           : LG_MAC_SOLID;
      }
}

/* ---- the surface ---------------------------------------------------------------------------- */

/* The weights of the 3^(dim-1) cells beside a face, summed as they are below. */
static const float beside[3] = {0.125f, 0.75f, 0.125f};
static float proper_inside(const lg_mac *m) {
  const bool deep = m->lattice.dim == 3;
  float sum = 0;
  for (int b = 0; b < (deep ? 3 : 1); b++)
    for (int a = 0; a < 3; a++) sum += beside[a] * (deep ? beside[b] : 1) * m->full;
  return sum + 2 * sum + sum;
}

/* What belongs around the middle of a face of cell c across an axis, on the side of c, weighted as
   particles are (p2g.c): 1/8, 3/4, 1/8 on each other axis. */
static float proper_beside(const job *j, int axis, int c) {
  const lg_layout *l = &j->m->lattice;
  const int p = (axis + 1) % l->dim, q = (axis + 2) % 3, deep = l->dim == 3 ? 1 : 0;
  float sum = 0;

  /* the row beside the cell, weighed as the transfer does, without what a thin wall hides */
  for (int b = -deep; b <= deep; b++)
    for (int a = -1; a <= 1; a++) {
      int at[3] = {0, 0, 0};
      at[p] = a;
      if (deep) at[q] = b;
      if (!lg_mac_thin_seen(&j->m->thin, 3, c, at[0], at[1], at[2])) continue;
      sum += beside[a + 1] * (deep ? beside[b + 1] : 1) *
             j->proper[c + a * l->step[p] + (deep ? b * l->step[q] : 0)];
    }

  return sum;
}

/* Twice the density of particles around the lower and upper face of cell c on an axis, of which 2
   stands for the inside of the fluid. */
static float density(const job *j, int axis, int c) {
  const int s = j->m->lattice.step[axis];
  const float *weight = j->m->pair[axis] + 1;
  float proper = j->inside;
  if (j->m->thin.any || !j->m->whole[c])
    proper = proper_beside(j, axis, c - s) + 2 * proper_beside(j, axis, c) +
             proper_beside(j, axis, c + s);
  return proper > 0 ? 4 * (weight[2 * c] + weight[2 * (c + s)]) / proper : 0;
}

/* How deep the middle of cell c lies below a surface that is level across an axis, in cells: as the
   weights of p2g fall linearly over a cell, exact within half a cell, and at most that. */
static float depth(const job *j, int axis, int c) {
  return lg_clampf(density(j, axis, c) - 1, -0.5f, 0.5f);
}

/* Whether the fluid fills a cell to its middle, by the mean density of its faces. */
static bool is_inside(const job *j, int c) {
  float sum = 0;
  for (int k = 0; k < j->m->lattice.dim; k++) sum += density(j, k, c);
  return sum > (float)j->m->lattice.dim;
}

/* A fluid cell between air and a cell that the fluid fills, whose own middle is not BELOW
   cells below the surface: air, as the equation of the cell beside knows where that is. */
static bool is_above_surface(const job *j, int c) {
  const lg_mac *m = j->m;
  float sum = 0;
  int ways = 0;

  /* the surface along each axis that it cuts */
  for (int k = 0; k < m->lattice.dim; k++) {
    const int s = m->lattice.step[k], types = m->type[c - s] << 4 | m->type[c + s];
    const bool up = types == (LG_MAC_FLUID << 4 | LG_MAC_AIR),
               down = types == (LG_MAC_AIR << 4 | LG_MAC_FLUID);
    if (!(up || down) || lg_mac_hides(m, c, k, 1) || lg_mac_hides(m, c, k, -1)) continue;
    if (!is_inside(j, lg_lattice_inside(&m->lattice, k, up ? c - s : c + s))) continue;
    sum += depth(j, k, c);
    ways++;
  }

  return ways > 0 && sum < BELOW * (float)ways;
}

static void above_surface_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_mac *m = j->m;
  LG_EACH_FLUID(m, task, c)
    if (is_above_surface(j, c)) m->type_view[c] = LG_MAC_AIR;
}

/* Air where so little is open, beside a solid, that one layer of particles is all of it, and may be
   elsewhere: under a lid that ran through middles of cells corners emptied and filled again, at 1.5
   times its speed. */
static bool is_sliver(const lg_mac *m, int c) {
  return m->type[c] == LG_MAC_AIR && m->volume[c] < THIN;
}

/* Air that no other air touches is a hole that particles happen to have left, and so are slivers in
   a row: fluid. */
static bool is_hole(const lg_mac *m, int c) {
  bool wet = false;
  if (m->type[c] != LG_MAC_AIR) return false;
  for (int k = 0; k < m->lattice.dim; k++)
    for (int side = -1; side <= 1; side += 2) {
      int other = c + side * m->lattice.step[k];
      if (lg_mac_hides(m, c, k, side)) continue;
      if (m->type[other] == LG_MAC_AIR && !(is_sliver(m, c) && is_sliver(m, other))) return false;
      wet = wet || m->type[other] == LG_MAC_FLUID;
    }
  return wet;
}

/* A hole's density: the mean of the fluid that it touches. */
static void fill_hole(const lg_mac *m, int c) {
  float sum = 0, n = 0;
  for (int i = 0; i < 2 * m->lattice.dim; i++) {
    const int s = m->lattice.step[i / 2], other = i % 2 ? c + s : c - s;
    if (m->type[other] != LG_MAC_FLUID) continue;
    sum += m->density[other];
    n++;
  }
  m->density[c] = sum / n;
}

static void holes_task(void *user, size_t task, size_t unused) {
  (void)unused;
  lg_mac *m = ((const job *)user)->m;
  LG_EACH_CELL(&m->lattice, task, c)
    if (is_hole(m, c)) {
      m->type_view[c] = LG_MAC_FLUID; /* types stay as they are until all are decided */
      if (m->mixed) fill_hole(m, c);
    }
}

static void set_types_task(void *user, size_t task, size_t unused) {
  (void)unused;
  lg_mac *m = ((const job *)user)->m;
  uint8_t *type = m->type;
  const float *view = m->type_view;
  LG_EACH_CELL(&m->lattice, task, c) type[c] = (uint8_t)((view[c] > 0.5f) + (view[c] > 1.5f));
}

/* Cells from the middle of fluid cell c to the surface, on the way along an axis to the middle of
   the next cell, which is air. */
static float theta(const job *j, int axis, int c, int air) {
  const lg_layout *l = &j->m->lattice;
  const int at = lg_lattice_number(l, axis, air), period = l->n[axis] * l->step[axis];
  if (!j->dense) return 1;
  if (at >= 0 && at < l->n[axis]) return 0.5f + depth(j, axis, c) + depth(j, axis, air);
  return l->periodic[axis]
             ? 0.5f + depth(j, axis, c) + depth(j, axis, at < 0 ? air + period : air - period)
             : depth(j, axis, c); /* beyond an open edge */
}

/* 1 / theta of the faces of fluid cells beside air. */
static void surface_faces_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;

  /* 1 / theta: how far the surface is, in cells */
  LG_EACH_FLUID(m, task, c)
    for (int i = 0; i < 2 * m->lattice.dim; i++) {
      const int axis = i / 2, s = m->lattice.step[axis], air = i % 2 ? c + s : c - s;
      if (m->type[air] != LG_MAC_AIR) continue;
      lg_mac_put_inverse_theta(m, axis, i % 2 ? air : c,
                               1 / lg_clampf(theta(j, axis, c, air), THETA_MIN, 1 + BELOW));
    }
}

/* The share of the fluid in a cell, as its faces have it: what tension begins with. */
static void share_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_mac *m = j->m;
  const int dim = m->lattice.dim;
  LG_EACH_CELL(&m->lattice, task, c) {
    m->curvature[c] = 0;
    for (int k = 0; k < dim; k++) m->curvature[c] += density(j, k, c) / (float)(2 * dim);
  }
}

/* Blocks of the whole arrays: nothing is open of ghosts. */
static void active_block(void *user, size_t begin, size_t end) {
  lg_mac *m = ((const job *)user)->m;
  for (int axis = 0; axis < m->lattice.dim; axis++) {
    const size_t step = (size_t)m->lattice.step[axis];
    uint8_t *restrict active = m->active[axis];
    const uint8_t *restrict kind = m->type;
    const float *restrict open = m->open[axis];
    for (size_t c = begin > step ? begin : step; c < end; c++)
      active[c] = (open[c] > 0) & ((kind[c] == LG_MAC_FLUID) | (kind[c - step] == LG_MAC_FLUID));
  }
}

void lg_mac_classify(lg_mac *m, lg_step *s, lg_mac_by by) {
  job j = {.s = s,
           .m = m,
           .count = m->poisson.q, /* this and the next are free until the pressure is solved for */
           .proper = m->poisson.d,
           .inside = proper_inside(m),
           .all = by == LG_MAC_BY_BOUNDS,
           .dense = by == LG_MAC_BY_DENSITY};
  const lg_layout *l = &m->lattice;
  int threads = lg_lattice_threads(l, s->threads);
  m->mixed = is_mixed(s);

  /* Fluid where there are particles. */
  memset(j.count, 0, m->capacity * sizeof *j.count);
  memset(j.proper, 0, m->capacity * sizeof *j.proper);
  lg_mac_for_cells(m, s->threads, types_task, &j);
  if (m->thin.any) settle_splits(&j);
  if (lg_lattice_wraps(l)) {
    lg_lattice_wrap(l, j.count);
    lg_lattice_wrap(l, j.proper);
    lg_lattice_wrap(l, m->fill);
    if (m->mixed) lg_lattice_wrap(l, m->density);
  }

  /* Holes are fluid too; cells that the surface cuts below their middle are not. */
  set_ghosts(&j);
  lg_mac_for_cells(m, s->threads, holes_task, &j);
  lg_mac_for_cells(m, s->threads, set_types_task, &j);
  if (lg_lattice_wraps(l) && m->mixed) lg_lattice_wrap(l, m->density);
  if (j.dense) {
    set_ghosts(&j);
    lg_mac_for_cells(m, s->threads, above_surface_task, &j);
    lg_mac_for_cells(m, s->threads, set_types_task, &j);
  }

  /* The surface, and how full cells are. */
  set_ghosts(&j);
  lg_mac_for_cells(m, s->threads, surface_faces_task, &j);
  if (j.dense && m->tension > 0) lg_mac_for_cells(m, s->threads, share_task, &j);
  lg_mac_find_fill(m, s, j.count, j.proper);
  lg_par_for(threads, m->capacity, active_block, &j);
}

void lg_mac_retype(lg_mac *m, const lg_step *s) {
  job j = {.m = m, .s = s};
  lg_mac_for_cells(m, s->threads, set_types_task, &j);
  set_ghosts(&j);
  lg_par_for(lg_lattice_threads(&m->lattice, s->threads), m->capacity, active_block, &j);
}
