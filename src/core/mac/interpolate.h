/* interpolate.h - (tri)linear weights of particles among the faces around them.

   Where the particles of a batch lie, and their weights, are worked out in lanes of eight; then
   each adds to its 2^(dim-1) pairs of faces along x, one vector a pair: {velocity, weight} of both
   faces lie side by side. {velocity, change} are read likewise, for eight particles, and turned to
   lanes. dim is a constant where these are called, so that there are two versions of every
   loop. */
#ifndef LG_CORE_MAC_INTERPOLATE_H
#define LG_CORE_MAC_INTERPOLATE_H

#include "core/mac/mac.h"

#define LG_MAC_BATCH 64

/* Of a batch of particles. */
typedef struct lg_mac_weights {
  int32_t face[3][LG_MAC_BATCH]; /* of a component: the lowest of the 2^dim faces around */
  float own[3][LG_MAC_BATCH];    /* how far along an axis between two faces, 0 .. 1: those of the */
  float other[3][LG_MAC_BATCH];  /* axis's own component; those of the other components */
  float pair[3][4][LG_MAC_BATCH]; /* of a component: weights of the 2^(dim-1) pairs along x */
} lg_mac_weights;

/* Of a component at eight particles: {velocity, change} at the lower end of a pair along x, then at
   its upper end; of each of the 2^(dim-1) pairs. */
typedef struct lg_mac_values {
  lg_v8 end[4][4];
} lg_mac_values;

/* Batches of particles begin .. end - 1: n of them from `first` on. */
#define LG_EACH_BATCH(begin, end, first, n)                                                        \
  for (size_t first = (begin), n = lg_mac_batch(first, end); first < (end);                        \
       first += n, n = lg_mac_batch(first, end))
LG_INLINE size_t lg_mac_batch(size_t first, size_t end) {
  return end - first < LG_MAC_BATCH ? end - first : LG_MAC_BATCH;
}

/* How far along an axis a particle lies between two faces of a component. */
LG_INLINE const float *lg_mac_between(const lg_mac_weights *w, int component, int axis) {
  return component == axis ? w->own[axis] : w->other[axis];
}

LG_INLINE lg_v4 lg_mac_pair(const float *p) {
  lg_v4 v;
  memcpy(&v, p, sizeof v);
  return v;
}

/* Eight lanes into a column that has room for n; a length that is known is no call. */
LG_INLINE void lg_mac_put(float *to, lg_v8 what, int n) {
  if (n >= LG_LANES) lg_v8_store(to, what);
  else memcpy(to, &what, (size_t)n * sizeof(float));
}

/* Coordinates x along an axis in cells from the origin, inside of the grid. */
LG_INLINE lg_v8 lg_mac_cells_along(const lg_mac *m, int axis, const float *x) {
  const lg_v8 none = lg_v8_all(0), n = lg_v8_all((float)m->lattice.n[axis]);
  lg_v8 at = (lg_v8_load(x) - m->origin[axis]) * m->inverse[axis];
  if (m->lattice.periodic[axis]) at = lg_v8_less(at, none, at + n, lg_v8_less(at, n, at, at - n));
  return lg_v8_min(lg_v8_max(at, none), n * (1 - 1e-6f));
}

/* Weights of the n points x[k][first ..]. */
LG_INLINE void lg_mac_weigh(int dim, const lg_mac *m, float *const x[3], size_t first, int n,
                            lg_mac_weights *w) {
  const lg_layout *l = &m->lattice;
  const lg_m8 origin = lg_m8_all(lg_lattice_at(l, 0, 0, 0));
  lg_m8 step[3];
  for (int k = 0; k < dim; k++) step[k] = lg_m8_all(l->step[k]);
  for (int i = 0; i < n; i += LG_LANES) {
    lg_m8 lowest = origin, face[3];

    /* Faces of the axis lie at whole numbers, those of the other components half a cell higher. */
    for (int k = 0; k < dim; k++) {
      lg_v8 at = lg_mac_cells_along(m, k, x[k] + first + i), half = at + 0.5f;
      lg_m8 own = __builtin_convertvector(at, lg_m8), other = __builtin_convertvector(half, lg_m8);
      lg_v8_store(w->own[k] + i, at - __builtin_convertvector(own, lg_v8));
      lg_v8_store(w->other[k] + i, half - __builtin_convertvector(other, lg_v8));
      face[k] = step[k] & ~(own - other); /* a step where both are the same, else 0 */
      lowest += k == 0 ? other - 1 : (other - 1) * step[k];
    }

    /* The pairs' weights are products over y and z. */
    for (int k = 0; k < dim; k++) {
      face[k] += lowest;
      memcpy(w->face[k] + i, &face[k], sizeof face[k]);
      lg_v8 y = lg_v8_load(lg_mac_between(w, k, 1) + i),
            z = dim == 3 ? lg_v8_load(lg_mac_between(w, k, 2) + i) : lg_v8_all(0);
      lg_v8_store(w->pair[k][0] + i, dim == 3 ? (1 - y) * (1 - z) : 1 - y);
      lg_v8_store(w->pair[k][1] + i, dim == 3 ? y * (1 - z) : y);
      if (dim == 3) lg_v8_store(w->pair[k][2] + i, (1 - y) * z);
      if (dim == 3) lg_v8_store(w->pair[k][3] + i, y * z);
    }
  }
}

/* Of a batch beside thin solids: what its particles see, their velocities, and those that hidden
   faces are taken to have. */
typedef struct lg_mac_hidden {
  const uint32_t *sight; /* of the batch */
  const float *own[3];
  float u[3][LG_MAC_BATCH];
} lg_mac_hidden;

/* The ends of the pairs around particle i that it sees and that have a velocity, a bit each. */
LG_INLINE unsigned lg_mac_seen_ends(int dim, const lg_mac *m, int component,
                                    const lg_mac_weights *w, int i, uint32_t sight) {
  const int y = m->lattice.step[1], z = m->lattice.step[2], steps[4] = {0, y, z, y + z};
  const uint8_t *layer = m->layer[component] + w->face[component][i];
  unsigned seen = 0;
  for (int k = 0; k < 1 << dim; k++)
    if (sight & lg_mac_sight_bit(component, k / 2, k % 2) && layer[steps[k / 2] + k % 2])
      seen |= 1u << k;
  return seen;
}

/* The weighted mean of a component over what particle i sees; nothing: its own velocity. */
LG_INLINE float lg_mac_mean_seen(int dim, const lg_mac *m, int component, const lg_mac_weights *w,
                                 int i, const lg_mac_hidden *hidden) {
  const int y = m->lattice.step[1], z = m->lattice.step[2], steps[4] = {0, y, z, y + z};
  const unsigned seen = lg_mac_seen_ends(dim, m, component, w, i, hidden->sight[i]);
  const float *at = m->pair[component] + 2 * (size_t)w->face[component][i],
              x = lg_mac_between(w, component, 0)[i];
  float sum = 0, total = 0;
  for (int k = 0; k < 1 << dim; k++) {
    float weight = w->pair[component][k / 2][i] * (k % 2 ? x : 1 - x) + 1e-6f;
    if (!(seen >> k & 1)) continue;
    sum += weight * at[2 * (steps[k / 2] + k % 2)];
    total += weight;
  }
  return total > 0 ? sum / total : hidden->own[component][i];
}

/* Of n particles from `first` on; returns it, or NULL where there are no thin solids. */
LG_INLINE const lg_mac_hidden *lg_mac_find_hidden(int dim, const lg_mac *m, const lg_step *s,
                                                  size_t first, int n, const lg_mac_weights *w,
                                                  lg_mac_hidden *out) {
  const lg_particles *p = s->particles;
  if (!m->thin.any) return NULL;
  out->sight = m->thin.sight + first;
  for (int k = 0; k < dim; k++) out->own[k] = p->v[k] + first;
  for (int i = 0; i < n; i++) {
    float x[3] = {0, 0, 0}, mean[3] = {0, 0, 0}, u[3];
    if (out->sight[i] == LG_MAC_SEES_ALL) continue;
    for (int k = 0; k < dim; k++) {
      x[k] = p->x[k][first + (size_t)i];
      mean[k] = lg_mac_mean_seen(dim, m, k, w, i, out);
    }
    lg_mac_behind(m, s->world, x, mean, u);
    for (int k = 0; k < dim; k++) out->u[k][i] = u[k];
  }
  return out;
}

/* Puts that velocity, and the change to it from the particle's own, where faces are hidden from
   particle i, the `lane`-th of eight. */
LG_INLINE void lg_mac_fill_hidden(int dim, const lg_mac *m, int component, const lg_mac_weights *w,
                                  int i, int lane, const lg_mac_hidden *hidden, lg_mac_values *at) {
  const unsigned seen = lg_mac_seen_ends(dim, m, component, w, i, hidden->sight[i]);
  const float u = hidden->u[component][i];
  for (int k = 0; k < 1 << dim; k++) {
    if (seen >> k & 1) continue;
    at->end[k / 2][2 * (k % 2)][lane] = u;
    at->end[k / 2][2 * (k % 2) + 1][lane] = u - hidden->own[component][i];
  }
}

/* Reads the faces of a component around particles i .. i + 7 of a batch of n; hidden: NULL where
   all is seen. */
LG_INLINE void lg_mac_read(int dim, const lg_mac *m, int component, const lg_mac_weights *w, int i,
                           int n, const lg_mac_hidden *hidden, lg_mac_values *out) {
  const int y = m->lattice.step[1], z = m->lattice.step[2], steps[4] = {0, y, z, y + z};
  const int32_t *face = w->face[component] + i;
  for (int k = 0; k < 1 << (dim - 1); k++) {
    const float *pair = m->pair[component] + 2 * (ptrdiff_t)steps[k];
    lg_v4 p[8];
    for (int lane = 0; lane < LG_LANES; lane++)
      p[lane] = lg_mac_pair(pair + 2 * (ptrdiff_t)face[lane]);
    lg_v8_turn(lg_v8_join(p[0], p[4]), lg_v8_join(p[1], p[5]), lg_v8_join(p[2], p[6]),
               lg_v8_join(p[3], p[7]), out->end[k]);
  }

  for (int lane = 0; hidden && lane < LG_LANES && i + lane < n; lane++)
    if (hidden->sight[i + lane] != LG_MAC_SEES_ALL)
      lg_mac_fill_hidden(dim, m, component, w, i + lane, lane, hidden, out);
}

/* The mean over the pairs, of what is `which` of their ends. */
LG_INLINE lg_v8 lg_mac_mean_end(int dim, const lg_mac_values *at, const lg_mac_weights *w,
                                int component, int i, int which) {
  lg_v8 weight[4], sum;
  for (int k = 0; k < 1 << (dim - 1); k++) weight[k] = lg_v8_load(w->pair[component][k] + i);
  sum = at->end[0][which] * weight[0] + at->end[1][which] * weight[1];
  if (dim == 3) sum += at->end[2][which] * weight[2] + at->end[3][which] * weight[3];
  return sum;
}

/* The velocity and its change by the grid at the particles. */
LG_INLINE void lg_mac_interpolate(int dim, const lg_mac_values *at, const lg_mac_weights *w,
                                  int component, int i, lg_v8 *velocity, lg_v8 *change) {
  lg_v8 end[4], x = lg_v8_load(lg_mac_between(w, component, 0) + i);
  for (int k = 0; k < 4; k++) end[k] = lg_mac_mean_end(dim, at, w, component, i, k);
  *velocity = end[0] * (1 - x) + end[2] * x;
  *change = end[1] * (1 - x) + end[3] * x;
}

/* The velocity's gradient at the particles (1/s), along x, y and z. */
LG_INLINE void lg_mac_gradient(int dim, const lg_mac *m, const lg_mac_values *at,
                               const lg_mac_weights *w, int component, int i, lg_v8 out[3]) {
  const lg_v8 x = lg_v8_load(lg_mac_between(w, component, 0) + i),
              y = lg_v8_load(lg_mac_between(w, component, 1) + i),
              z = dim == 3 ? lg_v8_load(lg_mac_between(w, component, 2) + i) : lg_v8_all(0);
  lg_v8 end[2], along[2][2];

  /* differences over a cell, bilinear along the other axes; in 2-D there are but a and b */
  for (int k = 0; k < 2; k++) {
    const lg_v8 a = at->end[0][2 * k], b = at->end[1][2 * k], c = dim == 3 ? at->end[2][2 * k] : a,
                d = dim == 3 ? at->end[3][2 * k] : b;
    end[k] = lg_mac_mean_end(dim, at, w, component, i, 2 * k);
    along[0][k] = (b - a) * (1 - z) + (d - c) * z;
    along[1][k] = (c - a) * (1 - y) + (d - b) * y;
  }

  out[0] = (end[1] - end[0]) * m->inverse[0];
  for (int k = 1; k < dim; k++)
    out[k] = (along[k - 1][0] * (1 - x) + along[k - 1][1] * x) * m->inverse[k];
}

/* The weights of faces to which the flow sticks, summed, at particles i .. i + 7 of n. */
LG_INLINE lg_v8 lg_mac_stuck_share(int dim, const lg_mac *m, const lg_mac_weights *w, int component,
                                   int i, int n) {
  const int y = m->lattice.step[1], z = m->lattice.step[2], steps[4] = {0, y, z, y + z};
  float share[LG_LANES] = {0};
  for (int lane = 0; lane < LG_LANES && i + lane < n; lane++) {
    const uint8_t *stuck = m->stuck[component] + w->face[component][i + lane];
    float x = lg_mac_between(w, component, 0)[i + lane];
    for (int pair = 0; pair < 1 << (dim - 1); pair++) {
      const uint8_t *two = stuck + steps[pair];
      float along = (two[0] ? 1 - x : 0) + (two[1] ? x : 0);
      share[lane] += w->pair[component][pair][i + lane] * along;
    }
  }
  return lg_v8_load(share);
}

#endif
