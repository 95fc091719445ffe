/* advect_grid.c - the grid's velocity carried along itself, for flows without particles. Compiled once
   per dispatch path.

   MacCormack (Selle, Fedkiw, Kim, Liu & Rossignac 2008): back along the flow by the midpoint rule,
   ^ u = A(u), and forth again, u~ = A^-1(^ u):
     u' = ^ u + (u - u~) / 2, no farther beyond the extremes of what ^ u was interpolated from than
     these are apart: tighter
   limits would cut the tops off smooth vortices.
   After the first pass lg_mac_extrapolate leaves pairs {^ u, ^ u - u}, so the old velocity is their
   difference. */
#include "core/base/par.h"
#include "core/base/step.h"
#include "core/mac/mac.h"
#include "core/object/object.h"

typedef struct job {
  lg_step *s;
  lg_mac *m;
  bool second; /* pairs hold {^ u, ^ u - u} */
  float *partial;
} job;

/* The old velocity's component at a point in cells. */
static float old_at(const job *j, int axis, const float g[3]) {
  const lg_layout *l = &j->m->lattice;
  float u = lg_mac_sample(l, axis, j->m->pair[axis], 0, g);
  return j->second ? u - lg_mac_sample(l, axis, j->m->pair[axis], 1, g) : u;
}

static void wrap(const lg_layout *l, float g[3]) {
  for (int k = 0; k < l->dim; k++) {
    float n = (float)l->n[k];
    if (l->periodic[k]) g[k] = g[k] < 0 ? g[k] + n : g[k] >= n ? g[k] - n : g[k];
  }
}

/* Where the flow comes from (way -1) or goes to (1) in the sub-step. In cells. */
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

static void place(const lg_mac *m, int axis, int c, float g[3]) {
  lg_mac_position(m, axis, c, g);
  for (int k = 0; k < 3; k++) g[k] = k < m->lattice.dim ? (g[k] - m->origin[k]) * m->inverse[k] : 0;
}

/* The extremes of the old component among the faces that a point lies between. */
static void extremes(const lg_mac *m, int axis, const float g[3], float *low, float *high) {
  const lg_layout *l = &m->lattice;
  int at[3] = {0, 0, 0};
  for (int k = 0; k < l->dim; k++) {
    float p = lg_clampf(g[k], 0, (float)l->n[k] * (1 - 1e-6f)) - (k == axis ? 0 : 0.5f);
    at[k] = (int)(p + 1) - 1;
  }
  int c = lg_lattice_at(l, at[0], at[1], at[2]);
  *low = FLT_MAX;
  *high = -FLT_MAX;
  for (int i = 0; i < 1 << l->dim; i++) {
    const float *p = m->pair[axis] +
                     2 * (c + (i & 1) + (i & 2 ? l->step[1] : 0) + (i & 4 ? l->step[2] : 0));
    *low = lg_minf(*low, p[0] - p[1]);
    *high = lg_maxf(*high, p[0] - p[1]);
  }
}

static void advect_face(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  float g[3], from[3] = {0, 0, 0}, to[3] = {0, 0, 0}, low, high;
  place(m, axis, c, g);
  trace(j, -1, g, from);
  if (!j->second) {
    m->u[axis][c] = old_at(j, axis, from);
    return;
  }
  trace(j, 1, g, to);
  const float *p = m->pair[axis] + 2 * c;
  float again = lg_mac_sample(&m->lattice, axis, m->pair[axis], 0, to);
  extremes(m, axis, from, &low, &high);
  m->u[axis][c] =
      lg_clampf(p[0] + 0.5f * (p[0] - p[1] - again), low - (high - low), high + (high - low));
}

static void advect_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  LG_EACH_FACE (&j->m->lattice, task, axis, c)
    if (j->m->active[axis][c]) advect_face(j, axis, c);
}

/* ---- gravity and fields --------------------------------------------------------------------- */

static void push_row(const job *j, int axis, int row, lg_id field) {
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  float x[3][LG_BLOCK], out[3][LG_BLOCK];
  float *const sample[3] = {out[0], out[1], out[2]};
  int first = lg_mac_face_row(l, axis, row), length = lg_mac_row_faces(l, axis);
  for (int begin = 0; begin < length; begin += LG_BLOCK) {
    int n = lg_mini(LG_BLOCK, length - begin);
    for (int i = 0; i < n; i++) {
      float at[3];
      lg_mac_position(m, axis, first + begin + i, at);
      for (int k = 0; k < 3; k++) x[k][i] = at[k];
    }
    lg_points at = {.n = n, .x = {x[0], x[1], l->dim == 3 ? x[2] : NULL}, .time = j->s->time};
    if (!lg_field_sample(j->s->world, field, &at, sample)) return;
    for (int i = 0; i < n; i++) m->u[axis][first + begin + i] += j->s->dt * out[axis][i];
  }
}

static void push(const job *j) {
  lg_world *w = j->s->world;
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  for (int axis = 0; axis < l->dim; axis++)
    for (int row = 0; row < lg_mac_face_rows(l, axis); row++) {
      int first = lg_mac_face_row(l, axis, row);
      for (int c = first; c < first + lg_mac_row_faces(l, axis); c++)
        m->u[axis][c] += j->s->dt * w->def.gravity[axis];
    }
  for (int i = 0; i < lg_object_count(w); i++) {
    lg_id id = lg_object_at(w, i);
    if (lg_kind_of(w, id)->family != LG_FAMILY_FIELD || !lg_object_acts(w, id) ||
        lg_field_components(w, id) != l->dim)
      continue;
    for (int axis = 0; axis < l->dim; axis++)
      for (int row = 0; row < lg_mac_face_rows(l, axis); row++) push_row(j, axis, row, id);
  }
}

void lg_mac_advect(lg_step *s, int layers) {
  job j = {.s = s, .m = s->world->mac};
  const lg_layout *l = &j.m->lattice;
  int threads = lg_lattice_threads(l, s->threads);
  lg_mac_extrapolate(s, layers, false);
  lg_par_tasks(threads, lg_mac_face_tasks(l), advect_task, &j);
  lg_mac_extrapolate(s, layers, false);
  j.second = true;
  lg_par_tasks(threads, lg_mac_face_tasks(l), advect_task, &j);
  push(&j);
  lg_mac_extrapolate(s, 1, true);
}

void lg_mac_hold(lg_step *s) {
  lg_mac *m = s->world->mac;
  const lg_layout *l = &m->lattice;
  m->speed = 0;
  for (int axis = 0; axis < l->dim; axis++)
    for (int row = 0; row < lg_mac_face_rows(l, axis); row++) {
      int first = lg_mac_face_row(l, axis, row);
      for (int c = first; c < first + lg_mac_row_faces(l, axis); c++) {
        m->u[axis][c] = m->pair[axis][2 * c];
        if (m->active[axis][c]) m->speed = lg_maxf(m->speed, fabsf(m->u[axis][c]));
      }
    }
  m->holds = true;
}
