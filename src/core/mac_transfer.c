/* mac_transfer.c - particles to grid and back, with (tri)linear weights. Compiled once per dispatch path.

   Particles to grid: particles are in cell order; slabs of LAYERS layers of cells are dealt out, first all even ones, then all odd
   ones: what a slab adds to lies within one layer of it, so slabs of one colour never meet, and the order of all sums is fixed.
   Sums of weight x velocity and of weights lie side by side: one vector adds to two faces.

   APIC (Jiang et al. 2015): each particle also carries the gradient c_k of component k, and adds v_k + c_k . (x_face - x_p).
   Grid to particle: FLIP (Zhu & Bridson 2005): v = keep (v + change) + (1 - keep) u; PIC: keep = 0. */
#include "core/mac.h"
#include "core/par.h"
#include "core/step.h"

#define LAYERS 4

typedef struct job {
  const lg_step *s;
  lg_mac *m;
  float *const *affine;
  float keep;
  int color;
} job;

typedef struct spot { /* of a particle among the faces of an axis */
  int at;             /* index of the lowest of the 2^dim faces around it */
  float f[3];         /* where between them, 0 .. 1 */
} spot;

/* In cells from the origin, inside the grid. */
LG_INLINE void place(int dim, const lg_mac *m, const float x[3], float g[3]) {
  for (int k = 0; k < dim; k++) {
    float n = (float)m->lattice.n[k], at = (x[k] - m->origin[k]) * m->inverse[k];
    if (m->lattice.periodic[k]) at = at < 0 ? at + n : at >= n ? at - n : at;
    g[k] = lg_clampf(at, 0, n * (1 - 1e-6f));
  }
}

LG_INLINE spot find(int dim, const lg_layout *l, const float g[3], int axis) {
  spot p = {dim == 3 ? l->step[2] : 0, {0, 0, 0}};
  p.at += l->step[1] + LG_ROW_FIRST;
  for (int k = 0; k < dim; k++) {
    float h = g[k] + (k == axis ? 1.0f : 0.5f); /* at least 0.5: truncation is the floor */
    int i = (int)h;
    p.f[k] = h - (float)i;
    p.at += (i - 1) * l->step[k];
  }
  return p;
}

LG_INLINE lg_v4 pair_load(const float *p) { lg_v4 v; memcpy(&v, p, sizeof v); return v; }
LG_INLINE void pair_add(float *p, lg_v4 v) {
  v += pair_load(p);
  memcpy(p, &v, sizeof v);
}

/* ---- particles to grid ---------------------------------------------------------------------------------------------- */

LG_INLINE void splat_one(int dim, bool affine, const job *j, int axis, const float g[3], size_t i) {
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  const spot p = find(dim, l, g, axis);
  const float v = j->s->particles->v[axis][i], low = 1 - p.f[0], high = p.f[0];
  float c[3] = {0, 0, 0};
  if (affine)
    for (int k = 0; k < dim; k++) c[k] = j->affine[axis * dim + k][i] * m->cell[k];
  for (int z = 0; z < (dim == 3 ? 2 : 1); z++)
    for (int y = 0; y < 2; y++) {
      float w = y ? p.f[1] : 1 - p.f[1], value = v;
      if (dim == 3) w *= z ? p.f[2] : 1 - p.f[2];
      if (affine) value += c[1] * ((float)y - p.f[1]) - c[0] * p.f[0];
      if (affine && dim == 3) value += c[2] * ((float)z - p.f[2]);
      const lg_v4 what = {low * value, low, high * (affine ? value + c[0] : value), high};
      pair_add(m->pair[axis] + 2 * (size_t)(p.at + y * l->step[1] + z * l->step[2]), what * w);
    }
}

LG_INLINE void splat_range(int dim, bool affine, const job *j, size_t begin, size_t end) {
  const lg_particles *c = j->s->particles;
  for (size_t i = begin; i < end; i++) {
    const float x[3] = {c->x[0][i], c->x[1][i], dim == 3 ? c->x[2][i] : 0};
    float g[3] = {0, 0, 0};
    place(dim, j->m, x, g);
    for (int axis = 0; axis < dim; axis++) splat_one(dim, affine, j, axis, g, i);
  }
}

static void splat_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *l = &j->m->lattice;
  const int dim = l->dim, slab = 2 * (int)task + j->color;
  const size_t layer = (size_t)(l->n[0] + 2) * (dim == 3 ? (size_t)(l->n[1] + 2) : 1);
  const int32_t *start = j->s->neighbors->cell_start;
  size_t begin = (size_t)start[(size_t)(slab * LAYERS + 1) * layer];
  size_t end = (size_t)start[(size_t)(lg_mini((slab + 1) * LAYERS, l->n[dim - 1]) + 1) * layer];
  if (dim == 2 && j->affine) splat_range(2, true, j, begin, end);
  else if (dim == 2) splat_range(2, false, j, begin, end);
  else if (j->affine) splat_range(3, true, j, begin, end);
  else splat_range(3, false, j, begin, end);
}

static void clear_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (int k = 0; k < j->m->lattice.dim; k++) memset(j->m->pair[k] + 2 * begin, 0, 2 * (end - begin) * sizeof(float));
}

/* On a periodic axis what went into a ghost belongs to the face it repeats. */
static void fold(const lg_mac *m, int axis) {
  const lg_layout *l = &m->lattice;
  int u = (axis + 1) % 3, v = (axis + 2) % 3, period = l->n[axis] * l->step[axis], at[3];
  int top_u = u < l->dim ? l->n[u] : 0, top_v = v < l->dim ? l->n[v] : 0;
  for (at[u] = u < l->dim ? -1 : 0; at[u] <= top_u; at[u]++)
    for (at[v] = v < l->dim ? -1 : 0; at[v] <= top_v; at[v]++) {
      at[axis] = -1;
      int below = lg_lattice_at(l, at[0], at[1], at[2]), first = below + l->step[axis];
      for (int k = 0; k < l->dim; k++)
        for (int half = 0; half < 2; half++) {
          float *p = m->pair[k] + half;
          p[2 * (below + period)] += p[2 * below];
          p[2 * first] += p[2 * (first + period)];
          p[2 * below] = p[2 * (below + period)];
          p[2 * (first + period)] = p[2 * first];
        }
    }
}

void lg_mac_splat(lg_step *s, float *const affine[9]) {
  job j = {.s = s, .m = &s->world->mac, .affine = affine};
  const lg_layout *l = &j.m->lattice;
  int slabs = (l->n[l->dim - 1] + LAYERS - 1) / LAYERS;
  lg_par_for(s->threads, j.m->capacity, clear_block, &j);
  for (j.color = 0; j.color < 2 && s->n > 0; j.color++) lg_par_tasks(s->threads, (size_t)((slabs + 1 - j.color) / 2), splat_task, &j);
  for (int k = 0; k < l->dim; k++)
    if (l->periodic[k]) fold(j.m, k);
}

#define TOO_LITTLE 1e-6f /* weight from which no velocity can be told */

static void divide_task(void *user, size_t task, size_t unused) {
  (void)unused;
  lg_mac *m = ((const job *)user)->m;
  const lg_layout *l = &m->lattice;
  int begin, end, axis = lg_mac_task(l, task, &begin, &end);
  for (int row = begin; row < end; row++) {
    int first = lg_mac_row(l, axis, row);
    for (int c = first; c < first + lg_mac_length(l, axis); c++) {
      const float *p = m->pair[axis] + 2 * c;
      bool there = p[1] > TOO_LITTLE;
      m->u[axis][c] = there ? p[0] / p[1] : 0;
      m->told[axis][c] = there;
      m->known[axis][c] = there && lg_mac_active(m, axis, c);
    }
  }
}

void lg_mac_divide(lg_step *s) {
  job j = {.s = s, .m = &s->world->mac};
  lg_par_tasks(lg_lattice_threads(&j.m->lattice, s->threads), lg_mac_tasks(&j.m->lattice), divide_task, &j);
}

/* ---- grid to particles ---------------------------------------------------------------------------------------------- */

/* {velocity, change} of one component. */
LG_INLINE void look(int dim, const lg_mac *m, int axis, const float g[3], float *velocity, float *change) {
  const lg_layout *l = &m->lattice;
  const spot p = find(dim, l, g, axis);
  const float *at = m->pair[axis] + 2 * (size_t)p.at;
  lg_v4 sum = pair_load(at) * (1 - p.f[1]) + pair_load(at + 2 * l->step[1]) * p.f[1];
  if (dim == 3) {
    at += 2 * l->step[2];
    lg_v4 behind = pair_load(at) * (1 - p.f[1]) + pair_load(at + 2 * l->step[1]) * p.f[1];
    sum = sum * (1 - p.f[2]) + behind * p.f[2];
  }
  *velocity = sum[0] * (1 - p.f[0]) + sum[2] * p.f[0];
  *change = sum[1] * (1 - p.f[0]) + sum[3] * p.f[0];
}

/* Gradient of one component as it is interpolated, 1/s. */
LG_INLINE void look_gradient(int dim, const lg_mac *m, int axis, const float g[3], float out[3]) {
  const lg_layout *l = &m->lattice;
  const spot p = find(dim, l, g, axis);
  out[0] = out[1] = out[2] = 0;
  for (int corner = 0; corner < 1 << dim; corner++) {
    const int on[3] = {corner & 1, corner >> 1 & 1, corner >> 2};
    float u = m->pair[axis][2 * (p.at + on[0] + on[1] * l->step[1] + on[2] * l->step[2])];
    for (int k = 0; k < dim; k++) {
      float w = on[k] ? m->inverse[k] : -m->inverse[k];
      for (int o = 0; o < dim; o++)
        if (o != k) w *= on[o] ? p.f[o] : 1 - p.f[o];
      out[k] += w * u;
    }
  }
}

LG_INLINE void gather_range(int dim, const job *j, size_t begin, size_t end) {
  const lg_particles *c = j->s->particles;
  const lg_mac *m = j->m;
  const float half = 0.5f * j->s->dt;
  for (size_t i = begin; i < end; i++) {
    const float x[3] = {c->x[0][i], c->x[1][i], dim == 3 ? c->x[2][i] : 0};
    float g[3] = {0, 0, 0}, to[3], u[3], change;
    place(dim, m, x, g);
    for (int axis = 0; axis < dim; axis++) {
      look(dim, m, axis, g, &u[axis], &change);
      c->v[axis][i] = j->keep * (c->v[axis][i] + change) + (1 - j->keep) * u[axis];
      float slope[3];
      if (!j->affine) continue;
      look_gradient(dim, m, axis, g, slope);
      for (int k = 0; k < dim; k++) j->affine[axis * dim + k][i] = slope[k];
    }
    for (int k = 0; k < dim; k++) to[k] = x[k] + half * u[k];
    place(dim, m, to, g);
    for (int axis = 0; axis < dim; axis++) look(dim, m, axis, g, &m->drift[axis][i], &change);
  }
}

static void gather_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  if (j->m->lattice.dim == 2) gather_range(2, j, begin, end);
  else gather_range(3, j, begin, end);
}

void lg_mac_gather(lg_step *s, float keep, float *const affine[9]) {
  job j = {.s = s, .m = &s->world->mac, .affine = affine, .keep = keep};
  lg_par_for(s->threads, s->n, gather_block, &j);
}
