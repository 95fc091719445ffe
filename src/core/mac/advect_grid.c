/* advect_grid.c - the grid's velocity carried along itself, for flows without particles. Compiled
   once per dispatch path.

   MacCormack (Selle, Fedkiw, Kim, Liu & Rossignac 2008): back along the flow by the midpoint rule,
   u^ = A(u), and forth again, u~ = A^-1(u^):
     u' = u^ + (u - u~) / 2
   no farther beyond the extremes of what u^ was interpolated from than these are apart: tighter
   limits would cut the tops off smooth vortices. After the first pass pairs hold {u^, u^ - u}, so
   the old velocity is their difference. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/mac.h"
#include "core/object/object.h"

typedef struct job {
  lg_mac *m;
  lg_step *s;
  bool second; /* pairs hold {u^, u^ - u} */
} job;

/* ---- interpolation -------------------------------------------------------------------------- */

/* The lowest of the 2^dim faces of an axis around a point (in cells from the origin, clamped to the
   grid), and how far the point lies between them. */
static int faces_around(const lg_layout *l, int axis, const float g[3], float part[3]) {
  int at[3] = {0, 0, 0};
  for (int k = 0; k < l->dim; k++) {
    float top = (float)l->n[k], p = lg_clampf(g[k], 0, top * (1 - 1e-6f)) - (k == axis ? 0 : 0.5f);
    at[k] = (int)(p + 1) - 1;
    part[k] = p - (float)at[k];
  }
  return lg_lattice_at(l, at[0], at[1], at[2]);
}

/* Value `which` (0, 1) of the pairs at a point, multilinear. */
static float sample(const lg_mac *m, int axis, int which, const float g[3]) {
  const lg_layout *l = &m->lattice;
  float f[3] = {0, 0, 0}, sum = 0;
  int c = faces_around(l, axis, g, f);
  for (int z = 0; z < (l->dim == 3 ? 2 : 1); z++)
    for (int y = 0; y < 2; y++) {
      float w = (y ? f[1] : 1 - f[1]) * (l->dim < 3 ? 1 : z ? f[2] : 1 - f[2]);
      const float *p = m->pair[axis] + 2 * (c + y * l->step[1] + z * l->step[2]) + which;
      sum += w * (p[0] + f[0] * (p[2] - p[0]));
    }
  return sum;
}

/* The old velocity's component. */
static float old_at(const job *j, int axis, const float g[3]) {
  float u = sample(j->m, axis, 0, g);
  return j->second ? u - sample(j->m, axis, 1, g) : u;
}

/* The extremes of the old component among the faces around a point. */
static void extremes(const lg_mac *m, int axis, const float g[3], float *low, float *high) {
  const lg_layout *l = &m->lattice;
  float unused[3];
  int c = faces_around(l, axis, g, unused);

  /* u = u^ - (u^ - u) of each. */
  *low = FLT_MAX;
  *high = -FLT_MAX;
  for (int i = 0; i < 1 << l->dim; i++) {
    int face = c + (i & 1) + (i & 2 ? l->step[1] : 0) + (i & 4 ? l->step[2] : 0);
    const float *p = m->pair[axis] + 2 * face;
    *low = lg_minf(*low, p[0] - p[1]);
    *high = lg_maxf(*high, p[0] - p[1]);
  }
}

/* ---- along the flow ------------------------------------------------------------------------- */

static void wrap(const lg_layout *l, float g[3]) {
  for (int k = 0; k < l->dim; k++) {
    float n = (float)l->n[k];
    if (l->periodic[k]) g[k] = g[k] < 0 ? g[k] + n : g[k] >= n ? g[k] - n : g[k];
  }
}

/* Where the flow comes from (way -1) or goes to (1) in the sub-step, by the midpoint rule; in
   cells. */
static void trace(const job *j, float way, const float from[3], float to[3]) {
  const lg_mac *m = j->m;
  float middle[3] = {0, 0, 0}, dt = way * j->s->dt;
  for (int k = 0; k < m->lattice.dim; k++)
    middle[k] = from[k] + 0.5f * dt * m->inverse[k] * old_at(j, k, from);
  wrap(&m->lattice, middle);
  for (int k = 0; k < m->lattice.dim; k++)
    to[k] = from[k] + dt * m->inverse[k] * old_at(j, k, middle);
  wrap(&m->lattice, to);
}

static void advect_face(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  float g[3], from[3] = {0, 0, 0}, to[3] = {0, 0, 0}, low, high;
  lg_mac_position(m, axis, c, g);
  for (int k = 0; k < 3; k++) g[k] = k < m->lattice.dim ? (g[k] - m->origin[k]) * m->inverse[k] : 0;

  /* Back: u^. */
  trace(j, -1, g, from);
  if (!j->second) {
    m->u[axis][c] = old_at(j, axis, from);
    return;
  }

  /* Forth again: u~, and half of the error off. */
  trace(j, 1, g, to);
  const float *p = m->pair[axis] + 2 * c;
  float again = sample(m, axis, 0, to);
  extremes(m, axis, from, &low, &high);
  m->u[axis][c] =
      lg_clampf(p[0] + 0.5f * (p[0] - p[1] - again), low - (high - low), high + (high - low));
}

static void advect_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  LG_EACH_FACE(&j->m->lattice, task, axis, c)
    if (j->m->active[axis][c]) advect_face(j, axis, c);
}

void lg_mac_advect(lg_mac *m, lg_step *s, int layers) {
  job j = {.m = m, .s = s};
  for (int pass = 0; pass < 2; pass++) {
    lg_mac_subtract_saved(m, s);
    lg_mac_extrapolate(m, s, layers);
    j.second = pass == 1;
    lg_mac_for_faces(m, s->threads, advect_task, &j);
  }
}

/* ---- gravity and fields --------------------------------------------------------------------- */

/* u += dt a of a field, on a row of faces. */
static void accelerate_row(const job *j, int axis, int row, lg_id field) {
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  float x[3][LG_BLOCK], out[3][LG_BLOCK];
  float *const a[3] = {out[0], out[1], out[2]};
  int first = lg_mac_face_row(l, axis, row), faces = lg_mac_row_faces(l, axis);
  for (int begin = 0; begin < faces; begin += LG_BLOCK) {
    int n = lg_mini(LG_BLOCK, faces - begin);

    /* The field at the middles of a block of faces. */
    for (int i = 0; i < n; i++) {
      float at[3];
      lg_mac_position(m, axis, first + begin + i, at);
      for (int k = 0; k < 3; k++) x[k][i] = at[k];
    }
    lg_points at = {.n = n, .x = {x[0], x[1], l->dim == 3 ? x[2] : NULL}, .time = j->s->time};
    if (!lg_field_sample(j->s->world, field, &at, a)) return;

    for (int i = 0; i < n; i++) m->u[axis][first + begin + i] += j->s->dt * a[axis][i];
  }
}

void lg_mac_accelerate(lg_mac *m, lg_step *s) {
  const job j = {.m = m, .s = s};
  const lg_layout *l = &m->lattice;
  lg_world *w = s->world;

  /* Gravity. */
  for (int axis = 0; axis < l->dim; axis++)
    for (int row = 0; row < lg_mac_face_rows(l, axis); row++) {
      int first = lg_mac_face_row(l, axis, row);
      for (int c = first; c < first + lg_mac_row_faces(l, axis); c++)
        m->u[axis][c] += s->dt * w->def.gravity[axis];
    }

  /* Fields of vectors that act. */
  for (int i = 0; i < lg_object_count(w); i++) {
    lg_id id = lg_object_at(w, i);
    if (!lg_field_acts(w, id)) continue;
    for (int axis = 0; axis < l->dim; axis++)
      for (int row = 0; row < lg_mac_face_rows(l, axis); row++) accelerate_row(&j, axis, row, id);
  }
}

/* ---- from step to step ---------------------------------------------------------------------- */

void lg_mac_keep(lg_mac *m) {
  const lg_layout *l = &m->lattice;
  m->speed = 0;
  for (size_t task = 0; task < lg_mac_face_tasks(l); task++)
    LG_EACH_FACE(l, task, axis, c) {
      m->u[axis][c] = m->pair[axis][2 * c];
      if (m->active[axis][c]) m->speed = lg_maxf(m->speed, fabsf(m->u[axis][c]));
    }
  m->holds = true;
}
