/* thin_walls.c - which solids are thin, and what particles see past them. Compiled once per
   dispatch path. */
#include "core/mac/thin_walls.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/face_point.h"
#include "core/mac/interpolate.h"
#include "core/mac/mac.h"
#include "core/walls/moving_solids.h"

/* All in cells. */
#define THICK  2.2f  /* what is thicker cannot have both sides among the faces around a point */
#define NEAR   1.5f  /* faces around a particle are no farther, along a wall's normal */
#define FAR    1.74f /* faces around a particle are no farther */
#define TOUCH  0.01f /* particles lie so deep in what they touch */
#define STRIDE 0.02f /* of a march, at least */

typedef struct job {
  lg_world *w;
  lg_mac *m;
  const lg_step *s;
  const lg_solids *all;
} job;

/* ---- lines of sight ------------------------------------------------------------------------- */

/* m, from the nearest of n solids; no farther than `most`. */
static float nearest_of(const lg_world *w, const lg_solid *solid, int n, const double x[3],
                        float most) {
  float d = most;
  for (int i = 0; i < n; i++)
    if (lg_solid_box_distance(&solid[i], w->dim, x) < (double)d)
      d = lg_minf(d, lg_solid_distance(w, &solid[i], 0, x));
  return d;
}

float lg_mac_thin_distance(const lg_mac *m, const lg_world *w, const float x[3]) {
  const double at[3] = {(double)x[0], (double)x[1], (double)x[2]};
  return nearest_of(w, m->thin.solid, m->thin.solids, at, 3 * m->cell[0]);
}

bool lg_mac_sees(const lg_mac *m, const lg_world *w, const float a[3], float at_a, const float b[3],
                 float at_b) {
  const float h = m->cell[0], touch = -TOUCH * h;
  float way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, length = lg_length(way);
  if (at_a < touch || at_b < touch) return false;

  /* March between the two balls in which nothing stands. */
  float t = lg_maxf(at_a, STRIDE * h), end = length - lg_maxf(at_b, 0);
  while (t < end) {
    float x[3] = {a[0], a[1], a[2]};
    lg_axpy(t / length, way, x);
    float d = lg_mac_thin_distance(m, w, x);
    if (d < touch) return false;
    t += lg_maxf(d, STRIDE * h);
  }
  return true;
}

/* Away from the nearest thin solid, by central differences; false: none is near. */
static bool normal_at(const lg_mac *m, const lg_world *w, const float x[3], float n[3]) {
  const float reach = 0.05f * m->cell[0];
  n[0] = n[1] = n[2] = 0;

  /* the slope of the distance, by central differences */
  for (int k = 0; k < m->lattice.dim; k++) {
    float before[3] = {x[0], x[1], x[2]}, after[3] = {x[0], x[1], x[2]};
    before[k] -= reach;
    after[k] += reach;
    n[k] = lg_mac_thin_distance(m, w, after) - lg_mac_thin_distance(m, w, before);
  }

  float length = lg_length(n);
  for (int k = 0; k < 3; k++) n[k] = length > 0 ? n[k] / length : 0;
  return length > 0;
}

bool lg_mac_thin_normal(const lg_mac *m, const lg_world *w, int axis, int c, float n[3]) {
  const float d = m->thin.depth[axis][c];
  float x[3];
  lg_mac_position(m, axis, c, x);
  return d >= 0 && d < 2 * m->cell[0] && normal_at(m, w, x, n);
}

void lg_mac_behind(const lg_mac *m, const lg_world *w, const float x[3], const float u[3],
                   float out[3]) {
  const double at[3] = {(double)x[0], (double)x[1], (double)x[2]};
  float least = FLT_MAX, n[3], into = 0;
  int number = 0;
  double solid[3];
  memcpy(out, u, 3 * sizeof *out);
  if (!normal_at(m, w, x, n)) return;

  /* The velocity of the nearest one. */
  for (int i = 0; i < m->thin.solids; i++) {
    float d = nearest_of(w, &m->thin.solid[i], 1, at, least);
    if (d < least) number = m->thin.number[i];
    least = lg_minf(least, d);
  }
  lg_mac_solid_velocity(m, number, x, solid);

  for (int k = 0; k < m->lattice.dim; k++) into += n[k] * (u[k] - (float)solid[k]);
  for (int k = 0; k < m->lattice.dim; k++)
    out[k] = m->no_slip[number] ? (float)solid[k] : u[k] - into * n[k];
}

/* ---- thin solids ---------------------------------------------------------------------------- */

/* Whether a solid ends, THICK cells behind what is nearest to x, in a face that looks the other
   way: a wall does, a corner does not. */
static bool is_thin(const job *j, const lg_solid *solid, const float x[3], float distance) {
  const double h = (double)j->m->cell[0], end = (double)distance + (double)THICK * h;
  double at[3] = {(double)x[0], (double)x[1], (double)x[2]}, in[3], out[3], p[3] = {0, 0, 0};
  if (!lg_solid_normal(j->w, solid, 0, at, 0.05 * h, in)) return false;

  /* Most are thick: half as deep the way in is still the shortest way out. */
  for (int k = 0; k < 3; k++) p[k] = at[k] - in[k] * ((double)distance + 0.5 * (double)THICK * h);
  if (lg_solid_distance(j->w, solid, 0, p) < -0.49f * THICK * j->m->cell[0]) return false;

  /* Through it. */
  bool inside = false;
  for (double t = (double)distance; t < end;) {
    for (int k = 0; k < 3; k++) p[k] = at[k] - in[k] * t;
    double d = (double)lg_solid_distance(j->w, solid, 0, p);
    if (inside && d > 0)
      return lg_solid_normal(j->w, solid, 0, p, 0.05 * h, out) &&
             in[0] * out[0] + in[1] * out[1] + in[2] * out[2] < -0.5;
    inside = inside || d < 0;
    t += fmax(fabs(d), (double)STRIDE * h);
  }
  return false;
}

/* Nodes of the grid and of one row of ghosts around: a task is a line of the whole array. */
static void near_task(void *user, size_t line, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  const int first = (int)line * l->step[1];
  memset(m->thin.near + first, 0, (size_t)l->step[1]);

  /* the ghosts' rows stay 0 */
  for (int k = 1; k < l->dim; k++)
    if (lg_lattice_number(l, k, first) > l->n[k] + 1) return;

  for (int c = first + LG_ROW_FIRST - 1; c < first + LG_ROW_FIRST + l->n[0] + 2; c++) {
    float x[3];
    if (m->nearest[c] == 0 || !(m->phi[c] >= 0 && m->phi[c] < NEAR * m->cell[0])) continue;
    lg_mac_position(m, 3, c, x);
    for (int k = 0; k < l->dim; k++) x[k] -= 0.5f * m->cell[k];
    m->thin.near[c] = is_thin(j, &j->all->solid[m->nearest[c] - 1], x, m->phi[c]);
  }
}

/* Cells whose particles have faces around them that are beside a thin solid; which solids. */
static void mark_zone(lg_mac *m, int node, uint8_t *is) {
  const lg_layout *l = &m->lattice;
  int at[3];
  is[m->nearest[node] - 1] = 1;
  m->thin.any = true;
  for (int k = 0; k < 3; k++) at[k] = lg_lattice_number(l, k, node);
  for (int z = l->dim == 3 ? at[2] - 2 : 0; z <= (l->dim == 3 ? at[2] + 1 : 0); z++)
    for (int y = at[1] - 2; y <= at[1] + 1; y++)
      for (int x = at[0] - 2; x <= at[0] + 1; x++)
        if (x >= 0 && x < l->n[0] && y >= 0 && y < l->n[1] && z >= 0 && z < l->n[2])
          m->thin.zone[lg_lattice_at(l, x, y, z)] = 1;
}

static bool room(lg_mac *m, size_t solids) {
  lg_mac_thin *t = &m->thin;
  bool ok = lg_mem_room(m->mem, &t->solid, solids, sizeof *t->solid) &&
            lg_mem_room(m->mem, &t->number, solids, sizeof *t->number) &&
            lg_mem_room(m->mem, &t->near, m->capacity, 1) &&
            lg_mem_room(m->mem, &t->zone, m->capacity, 1) &&
            lg_mem_room(m->mem, &t->deepest, m->capacity, 1);
  for (int k = 0; k < 4; k++)
    ok = ok && lg_mem_room(m->mem, &t->seen[k], m->capacity, sizeof *t->seen[k]) &&
         lg_mem_room(m->mem, &t->depth[k], m->capacity, sizeof *t->depth[k]);
  return ok;
}

bool lg_mac_find_thin(lg_mac *m, lg_step *s, const lg_solids *all) {
  job j = {.w = s->world, .m = m, .s = s, .all = all};
  const lg_layout *l = &m->lattice;
  lg_mac_thin *t = &m->thin;
  uint8_t is[LG_MAC_SOLIDS];
  t->any = false;
  t->solids = 0;
  if (all->n == 0) return true;
  if (!room(m, (size_t)all->n)) return false;

  /* Which nodes are beside one; the zone around. */
  lg_par_tasks(lg_lattice_threads(l, s->threads), (size_t)(l->size / l->step[1]), near_task, &j);
  memset(t->zone, 0, m->capacity);
  memset(is, 0, (size_t)all->n);
  for (size_t c = 0; c < m->capacity; c++)
    if (t->near[c]) mark_zone(m, (int)c, is);
  if (t->any && lg_lattice_wraps(l)) lg_lattice_wrap(l, t->zone);
  for (int i = 0; i < all->n; i++)
    if (is[i]) {
      t->number[t->solids] = i + 1;
      t->solid[t->solids++] = all->solid[i];
    }
  return true;
}

/* ---- what particles see --------------------------------------------------------------------- */

static uint32_t sight_of(const job *j, const lg_mac_weights *w, size_t first, int i) {
  const lg_mac *m = j->m;
  const int dim = m->lattice.dim, y = m->lattice.step[1], z = m->lattice.step[2];
  float x[3] = {0, 0, 0}, to[3];
  uint32_t sight = 0;
  for (int k = 0; k < dim; k++) x[k] = j->s->particles->x[k][first + (size_t)i];
  const float here = lg_mac_thin_distance(m, j->w, x);
  if (here >= FAR * m->cell[0]) return LG_MAC_SEES_ALL;

  /* The 2^dim faces of each component. */
  for (int axis = 0; axis < dim; axis++)
    for (int corner = 0; corner < 1 << dim; corner++) {
      int c = w->face[axis][i] + (corner & 1) + (corner & 2 ? y : 0) + (corner & 4 ? z : 0);
      const float there = lg_mac_face_point(m, axis, c, to);
      if (lg_mac_sees(m, j->w, x, here, to, there))
        sight |= lg_mac_sight_bit(axis, corner >> 1, corner & 1);
    }
  return sight;
}

/* Particles of a batch that see all have all bits. */
static void look_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  const uint32_t all = l->dim == 2 ? 0x0f0f : 0xffffff;

  LG_EACH_BATCH(begin, end, first, n) {
    lg_mac_weights w;
    if (l->dim == 2) lg_mac_weigh(2, m, j->s->particles->x, first, (int)n, &w);
    else lg_mac_weigh(3, m, j->s->particles->x, first, (int)n, &w);
    for (int i = 0; i < (int)n; i++) {
      /* The cell: of each axis its own component's lowest face is the cell's on that axis. */
      int at[3] = {0, 0, 0};
      for (int k = 0; k < l->dim; k++) at[k] = lg_lattice_number(l, k, w.face[k][i]);
      uint32_t sight = LG_MAC_SEES_ALL;
      if (m->thin.zone[lg_lattice_at(l, at[0], at[1], at[2])]) sight = sight_of(j, &w, first, i);
      m->thin.sight[first + (size_t)i] = (sight & all) == all ? LG_MAC_SEES_ALL : sight;
    }
  }
}

bool lg_mac_look(lg_mac *m, lg_step *s) {
  job j = {.w = s->world, .m = m, .s = s};
  if (!m->thin.any || s->n == 0) return true;
  if (!lg_mem_room(m->mem, &m->thin.sight, s->n + s->n / 4, sizeof *m->thin.sight)) return false;
  lg_par_for(s->threads, s->n, look_block, &j);
  return true;
}
