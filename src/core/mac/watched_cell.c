/* watched_cell.c - what a grid is around a watched particle: its cell, that cell's neighbours, and
   the faces it reads with their weights. Compiled once per dispatch path. */
#include "core/mac/interpolate.h"

/* The 2^dim faces of each axis around particle i. */
static void faces_around(const lg_mac *m, const lg_step *s, size_t i, lg_mac_weights *w) {
  float x[3][LG_LANES];
  for (int k = 0; k < s->dim; k++)
    for (int lane = 0; lane < LG_LANES; lane++) x[k][lane] = s->particles->x[k][i];
  if (s->dim == 2) lg_mac_weigh(2, m, (float *const[3]){x[0], x[1], x[2]}, 0, 1, w);
  else lg_mac_weigh(3, m, (float *const[3]){x[0], x[1], x[2]}, 0, 1, w);
}

static int face_at(const lg_mac *m, const lg_mac_weights *w, int axis, int corner, double *weight) {
  const int y = m->lattice.step[1], z = m->lattice.step[2], steps[4] = {0, y, z, y + z};
  const float x = lg_mac_between(w, axis, 0)[0];
  *weight = (double)(w->pair[axis][corner / 2][0] * (corner % 2 ? x : 1 - x));
  return w->face[axis][0] + steps[corner / 2] + corner % 2;
}

static int cell_of(const lg_mac *m, const lg_step *s, size_t i, lg_probe_cell *out) {
  for (int k = 0; k < s->dim; k++) {
    float at = (s->particles->x[k][i] - m->origin[k]) * m->inverse[k];
    out->at[k] = lg_maxi(lg_mini((int)floorf(at), m->lattice.n[k] - 1), 0);
    out->edge[k] = (double)m->cell[k];
    out->min[k] = (double)m->origin[k] + out->at[k] * out->edge[k];
  }
  return lg_lattice_at(&m->lattice, out->at[0], out->at[1], out->at[2]);
}

void lg_mac_watch_before(const lg_mac *m, lg_step *s) {
  LG_EACH_WATCHED(s, o) {
    lg_probe_cell *cell = &o->told.cell;
    lg_mac_weights w;
    float viscosity[3] = {0, 0, 0};
    faces_around(m, s, o->at, &w);
    cell->divergence[0] = lg_mac_divergence(m, cell_of(m, s, o->at, cell));

    /* the faces, and what has changed them since the particles gave them their velocity */
    for (int axis = 0; axis < s->dim; axis++)
      for (int k = 0; k < 1 << s->dim; k++) {
        lg_probe_face *face = &cell->face[cell->faces++];
        int c = face_at(m, &w, axis, k, &face->weight);
        float x[3];
        lg_mac_position(m, axis, c, x);
        for (int d = 0; d < 3; d++) face->at[d] = (double)x[d];
        face->axis = axis;
        face->before = (double)m->u[axis][c];
        if (m->active[axis][c])
          viscosity[axis] += (float)face->weight * (m->u[axis][c] - m->pair[axis][2 * c]) / s->dt;
      }
    if (viscosity[0] != 0 || viscosity[1] != 0 || viscosity[2] != 0)
      lg_term(o, "viscosity", viscosity);
  }
}

void lg_mac_watch_after(const lg_mac *m, lg_step *s) {
  LG_EACH_WATCHED(s, o) {
    lg_probe_cell *cell = &o->told.cell;
    lg_mac_weights w;
    const int c = cell_of(m, s, o->at, cell);
    faces_around(m, s, o->at, &w);
    o->told.has_cell = true;
    cell->divergence[1] = lg_mac_divergence(m, c);

    /* the cell, then what is around it */
    for (int n = 0; n < 7; n++) {
      int axis = (n - 1) / 2, there = n == 0 ? c : c + (n % 2 ? -1 : 1) * m->lattice.step[axis];
      bool known = n == 0 || axis < s->dim;
      cell->pressure[n] = known ? (double)m->pressure[there] : 0;
      cell->type[n] = known ? (int)m->type[there] : -1;
    }

    /* and its faces */
    for (int n = 0; n < cell->faces; n++) {
      double weight;
      lg_probe_face *face = &cell->face[n];
      face->after =
          (double)m->u[face->axis][face_at(m, &w, face->axis, n % (1 << s->dim), &weight)];
    }
  }
}

LG_INLINE void change_at(int dim, const lg_mac *m, const lg_step *s, const lg_watched *o,
                         const lg_mac_weights *w, float change[3]) {
  lg_mac_hidden hiding;
  lg_mac_values at;
  const lg_mac_hidden *hidden = lg_mac_find_hidden(dim, m, s, o->at, 1, w, &hiding);
  for (int axis = 0; axis < dim; axis++) {
    lg_v8 u, by;
    lg_mac_read(dim, m, axis, w, 0, 1, hidden, &at);
    lg_mac_interpolate(dim, &at, w, axis, 0, &u, &by);
    change[axis] = by[0];
  }
}

void lg_mac_watch_change(const lg_mac *m, lg_step *s, lg_watched *o, float change[3]) {
  lg_mac_weights w;
  float pressure[3] = {0, 0, 0};
  faces_around(m, s, o->at, &w);
  change[0] = change[1] = change[2] = 0;
  if (s->dim == 2) change_at(2, m, s, o, &w, change);
  else change_at(3, m, s, o, &w, change);

  for (int k = 0; k < s->dim; k++) pressure[k] = change[k] / s->dt;
  for (int i = 0; i < o->told.terms; i++)
    for (int k = 0; k < s->dim && strcmp(o->told.term[i].name, "viscosity") == 0; k++)
      pressure[k] -= (float)o->told.term[i].by[k];
  lg_term(o, "pressure", pressure);
}
