/* transfer.c - particles to grid and back, with (tri)linear weights. Compiled once per dispatch
   path.

   Where the particles of a BATCH lie among the faces, and their weights, are worked out in lanes;
   then each adds to its 2^(dim-1) pairs of faces along x, or reads them, one vector a pair:
   {velocity, weight} of both faces lie side by side.

   Particles to grid: particles are in cell order; slabs of LAYERS layers of cells are dealt out,
   first all even ones, then all odd ones: what a slab adds to lies within one layer of it, so slabs
   of one colour never meet, and the order of sums is fixed.

   APIC (Jiang et al. 2015): each particle also carries the gradient c_k of component k, and adds
   v_k + c_k . (x_face - x_p). Grid to particle: FLIP (Zhu & Bridson 2005): v = keep (v + change) +
   (1 - keep) u; PIC: keep = 0. */
#include "core/base/par.h"
#include "core/base/step.h"
#include "core/mac/mac.h"

#define LAYERS 4
#define BATCH  64

typedef struct job {
  const lg_step *s;
  lg_mac *m;
  float *const *affine;
  float keep;
  int color;
} job;

typedef struct spots { /* of a batch of particles */
  /* of a component: index of the lowest of the 2^dim faces around a particle */
  int32_t at[3][BATCH];
  /* how far along an axis it lies between two faces, 0 .. 1: of the other components; of the axis's
     own */
  float f[2][3][BATCH];
  float w[3][4][BATCH]; /* of a component: shares of the 2^(dim-1) pairs of faces along x */
} spots;

LG_INLINE lg_v4 pair_load(const float *p) {
  lg_v4 v;
  memcpy(&v, p, sizeof v);
  return v;
}
LG_INLINE void pair_add(float *p, lg_v4 v) {
  v += pair_load(p);
  memcpy(p, &v, sizeof v);
}

/* Places x[k][first ..] along an axis, in cells from the origin, inside the grid. */
LG_INLINE lg_v8 place(const lg_mac *m, int k, const float *x) {
  const lg_v8 none = lg_v8_all(0), n = lg_v8_all((float)m->lattice.n[k]);
  lg_v8 at = (lg_v8_load(x) - m->origin[k]) * m->inverse[k];
  if (m->lattice.periodic[k])
    at = lg_v8_select(at < none, at + n, lg_v8_select(at >= n, at - n, at));
  return lg_v8_min(lg_v8_max(at, none), n * (1 - 1e-6f));
}

LG_INLINE void find(int dim, const lg_mac *m, float *const x[3], size_t first, int n, spots *s) {
  const lg_layout *l = &m->lattice;
  const int origin = lg_lattice_at(l, 0, 0, 0);
  for (int i = 0; i < n; i += LG_LANES) {
    lg_m8 at = (lg_m8){0} + origin, own[3];
    for (int k = 0; k < dim; k++) {
      lg_v8 g = place(m, k, x[k] + first + i), h = g + 0.5f;
      /* none is below 0 */
      lg_m8 face = __builtin_convertvector(g, lg_m8), other = __builtin_convertvector(h, lg_m8);
      lg_v8_store(s->f[1][k] + i, g - __builtin_convertvector(face, lg_v8));
      lg_v8_store(s->f[0][k] + i, h - __builtin_convertvector(other, lg_v8));
      own[k] = (face - other + 1) * l->step[k];
      at += (other - 1) * l->step[k];
    }
    for (int k = 0; k < dim; k++) {
      own[k] += at;
      memcpy(s->at[k] + i, &own[k], sizeof own[k]);
      lg_v8 y = lg_v8_load(s->f[k == 1][1] + i),
            z = dim == 3 ? lg_v8_load(s->f[k == 2][2] + i) : lg_v8_all(0);
      lg_v8_store(s->w[k][0] + i, dim == 3 ? (1 - y) * (1 - z) : 1 - y);
      lg_v8_store(s->w[k][1] + i, dim == 3 ? y * (1 - z) : y);
      if (dim == 3) lg_v8_store(s->w[k][2] + i, (1 - y) * z);
      if (dim == 3) lg_v8_store(s->w[k][3] + i, y * z);
    }
  }
}

/* ---- particles to grid ---------------------------------------------------------------------- */

/* Lanes 0, 1, 4, 5 (2, 3, 6, 7) of both in turn. */
LG_INLINE lg_v8 evens(lg_v8 a, lg_v8 b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
LG_INLINE lg_v8 odds(lg_v8 a, lg_v8 b) {
  return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}

/* what[i] = {(1 - f) v, 1 - f, f v, f}, f: how far particle i lies along x. */
LG_INLINE void weigh(const float *f, const float *v, int n, lg_v4 *what) {
  for (int i = 0; i < n; i += LG_LANES) {
    lg_v8 high = lg_v8_load(f + i), low = 1 - high, value = lg_v8_load(v + i), a = low * value,
          b = high * value;
    lg_v8 p = evens(a, low), q = evens(b, high), r = odds(a, low), s = odds(b, high);
    lg_v8_store((float *)(what + i), __builtin_shufflevector(p, q, 0, 1, 8, 9, 2, 3, 10, 11));
    lg_v8_store((float *)(what + i + 2), __builtin_shufflevector(r, s, 0, 1, 8, 9, 2, 3, 10, 11));
    lg_v8_store((float *)(what + i + 4), __builtin_shufflevector(p, q, 4, 5, 12, 13, 6, 7, 14, 15));
    lg_v8_store((float *)(what + i + 6), __builtin_shufflevector(r, s, 4, 5, 12, 13, 6, 7, 14, 15));
  }
}

/* What APIC adds to what[i] of the pair of faces `yz` (y + 2 z): (1 - f) and f times c . (x_face -
   x_p). */
LG_INLINE lg_v4 slanted(int dim, const job *j, const spots *s, int axis, size_t first, int i,
                        int yz) {
  const lg_mac *m = j->m;
  float f[3] = {0, 0, 0}, c[3] = {0, 0, 0};
  for (int k = 0; k < dim; k++) {
    f[k] = s->f[axis == k][k][i];
    c[k] = j->affine[axis * dim + k][first + (size_t)i] * m->cell[k];
  }
  float more = c[1] * ((float)(yz & 1) - f[1]) + c[2] * ((float)(yz >> 1) - f[2]) - c[0] * f[0];
  return (lg_v4){(1 - f[0]) * more, 0, f[0] * (more + c[0]), 0};
}

LG_INLINE void p2g_batch(int dim, bool affine, const job *j, size_t first, int n) {
  const lg_particles *p = j->s->particles;
  const int pairs = 1 << (dim - 1), y = 2 * j->m->lattice.step[1], z = 2 * j->m->lattice.step[2];
  const int to[4] = {0, y, z, y + z};
  lg_v4 what[3][BATCH];
  spots s;
  find(dim, j->m, p->x, first, n, &s);
  for (int axis = 0; axis < dim; axis++)
    weigh(s.f[axis == 0][0], p->v[axis] + first, n, what[axis]);
  for (int i = 0; i < n; i++)
    for (int axis = 0; axis < dim; axis++) {
      float *at = j->m->pair[axis] + 2 * (size_t)s.at[axis][i];
      for (int k = 0; k < pairs; k++) {
        lg_v4 add = what[axis][i];
        if (affine) add += slanted(dim, j, &s, axis, first, i, k);
        pair_add(at + to[k], add * s.w[axis][k][i]);
      }
    }
}

static void p2g_range(const job *j, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i += BATCH) {
    int n = end - i < BATCH ? (int)(end - i) : BATCH;
    if (j->m->lattice.dim == 2 && j->affine) p2g_batch(2, true, j, i, n);
    else if (j->m->lattice.dim == 2) p2g_batch(2, false, j, i, n);
    else if (j->affine) p2g_batch(3, true, j, i, n);
    else p2g_batch(3, false, j, i, n);
  }
}

static void p2g_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *l = &j->m->lattice;
  const int dim = l->dim, slab = 2 * (int)task + j->color;
  const size_t layer = (size_t)(l->n[0] + 2) * (dim == 3 ? (size_t)(l->n[1] + 2) : 1);
  const int32_t *start = j->s->neighbors->cell_start;
  size_t begin = (size_t)start[(size_t)(slab * LAYERS + 1) * layer];
  size_t end = (size_t)start[(size_t)(lg_mini((slab + 1) * LAYERS, l->n[dim - 1]) + 1) * layer];
  p2g_range(j, begin, end);
}

static void clear_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (int k = 0; k < j->m->lattice.dim; k++)
    memset(j->m->pair[k] + 2 * begin, 0, 2 * (end - begin) * sizeof(float));
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

void lg_mac_p2g(lg_step *s, float *const affine[9]) {
  job j = {.s = s, .m = s->world->mac, .affine = affine};
  const lg_layout *l = &j.m->lattice;
  int slabs = (l->n[l->dim - 1] + LAYERS - 1) / LAYERS;
  lg_par_for(s->threads, j.m->capacity, clear_block, &j);
  for (j.color = 0; j.color < 2 && s->n > 0; j.color++)
    lg_par_tasks(s->threads, (size_t)((slabs + 1 - j.color) / 2), p2g_task, &j);
  for (int k = 0; k < l->dim; k++)
    if (l->periodic[k]) fold(j.m, k);
}

#define TOO_LITTLE 1e-6f /* weight from which no velocity can be told */

static void divide_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (int axis = 0; axis < j->m->lattice.dim; axis++) {
    const float *restrict pair = j->m->pair[axis];
    const uint8_t *restrict active = j->m->active[axis];
    uint8_t *restrict has = j->m->has_particles[axis], *restrict known = j->m->layer[axis];
    float *restrict u = j->m->u[axis];
    for (size_t c = begin; c < end; c++)
      u[c] = pair[2 * c + 1] > TOO_LITTLE ? pair[2 * c] / pair[2 * c + 1] : 0;
    for (size_t c = begin; c < end; c++) {
      has[c] = pair[2 * c + 1] > TOO_LITTLE;
      known[c] = known[c] == LG_MAC_GHOST ? LG_MAC_GHOST : has[c] & active[c];
    }
  }
}

void lg_mac_divide(lg_step *s) {
  job j = {.s = s, .m = s->world->mac};
  lg_par_for(lg_lattice_threads(&j.m->lattice, s->threads), j.m->capacity, divide_block, &j);
}

/* ---- grid to particles ---------------------------------------------------------------------- */

/* of one component at a batch of particles: {velocity, change} at both ends of a pair */
typedef struct reading {
  lg_v4 middle[BATCH];
  lg_v4 along[2][BATCH]; /* its difference along y and z, for a cell */
} reading;

LG_INLINE void read_pairs(int dim, bool slopes, const lg_mac *m, int axis, const spots *s, int n,
                          reading *out) {
  const int y = 2 * m->lattice.step[1], z = 2 * m->lattice.step[2];
  for (int i = 0; i < n; i++) {
    const float *at = m->pair[axis] + 2 * (size_t)s->at[axis][i];
    lg_v4 a = pair_load(at), b = pair_load(at + y), c = a, d = b,
          sum = a * s->w[axis][0][i] + b * s->w[axis][1][i];
    if (dim == 3) {
      c = pair_load(at + z);
      d = pair_load(at + y + z);
      sum += c * s->w[axis][2][i] + d * s->w[axis][3][i];
    }
    out->middle[i] = sum;
    if (!slopes) continue;
    float fy = s->f[axis == 1][1][i], fz = dim == 3 ? s->f[axis == 2][2][i] : 0;
    out->along[0][i] = (b - a) * (1 - fz) + (d - c) * fz;
    out->along[1][i] = (c - a) * (1 - fy) + (d - b) * fy;
  }
}

LG_INLINE void turn(const lg_v4 p[8], lg_v8 out[4]) {
  lg_v8_turn(lg_v8_join(p[0], p[4]), lg_v8_join(p[1], p[5]), lg_v8_join(p[2], p[6]),
             lg_v8_join(p[3], p[7]), out);
}

/* Eight of {velocity, change} x 2 to lanes, between the faces at f. */
LG_INLINE void between(const lg_v4 p[8], lg_v8 f, lg_v8 *velocity, lg_v8 *change) {
  lg_v8 turned[4];
  turn(p, turned);
  *velocity = turned[0] * (1 - f) + turned[2] * f;
  *change = turned[1] * (1 - f) + turned[3] * f;
}

/* Eight lanes into a column, of which n are there. */
LG_INLINE void put(float *to, lg_v8 what, int n) {
  memcpy(to, &what, (size_t)lg_mini(n, LG_LANES) * sizeof(float));
}

LG_INLINE void put_slopes(int dim, const job *j, int axis, const reading *r, int i, lg_v8 f,
                          size_t to, int n) {
  lg_v8 turned[4], slope, unused;
  float *const *out = j->affine + axis * dim;
  turn(r->middle + i, turned);
  put(out[0] + to, (turned[2] - turned[0]) * j->m->inverse[0], n);
  for (int k = 1; k < dim; k++) {
    between(r->along[k - 1] + i, f, &slope, &unused);
    put(out[k] + to, slope * j->m->inverse[k], n);
  }
}

LG_INLINE void g2p_batch(int dim, bool affine, const job *j, size_t first, int n) {
  const lg_particles *p = j->s->particles;
  spots s;
  reading r;
  find(dim, j->m, p->x, first, n, &s);
  for (int axis = 0; axis < dim; axis++) {
    read_pairs(dim, affine, j->m, axis, &s, n, &r);
    for (int i = 0; i < n; i += LG_LANES) {
      const size_t to = first + (size_t)i;
      lg_v8 f = lg_v8_load(s.f[axis == 0][0] + i), u, change, v = lg_v8_load(p->v[axis] + to);
      between(r.middle + i, f, &u, &change);
      put(p->v[axis] + to, j->keep * (v + change) + (1 - j->keep) * u, n - i);
      put(j->m->drift[axis] + to, u, n - i);
      if (affine) put_slopes(dim, j, axis, &r, i, f, to, n - i);
    }
  }
}

static void g2p_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i += BATCH) {
    int n = end - i < BATCH ? (int)(end - i) : BATCH;
    if (j->m->lattice.dim == 2 && j->affine) g2p_batch(2, true, j, i, n);
    else if (j->m->lattice.dim == 2) g2p_batch(2, false, j, i, n);
    else if (j->affine) g2p_batch(3, true, j, i, n);
    else g2p_batch(3, false, j, i, n);
  }
}

void lg_mac_g2p(lg_step *s, float keep, float *const affine[9]) {
  job j = {.s = s, .m = s->world->mac, .affine = affine, .keep = keep};
  lg_par_for(s->threads, s->n, g2p_block, &j);
}

/* ---- along the flow ------------------------------------------------------------------------- */

LG_INLINE void advect_batch(int dim, const job *j, size_t first, int n) {
  const lg_particles *p = j->s->particles;
  float middle[3][BATCH];
  spots s;
  reading r;
  for (int k = 0; k < dim; k++)
    for (int i = 0; i < n; i += LG_LANES) {
      lg_v8 u = lg_v8_load(j->m->drift[k] + first + (size_t)i);
      lg_v8_store(middle[k] + i, lg_v8_load(p->x[k] + first + (size_t)i) + 0.5f * j->s->dt * u);
    }
  find(dim, j->m, (float *const[3]){middle[0], middle[1], middle[2]}, 0, n, &s);
  for (int axis = 0; axis < dim; axis++) {
    read_pairs(dim, false, j->m, axis, &s, n, &r);
    for (int i = 0; i < n; i += LG_LANES) {
      lg_v8 u, unused;
      between(r.middle + i, lg_v8_load(s.f[axis == 0][0] + i), &u, &unused);
      put(j->m->drift[axis] + first + (size_t)i, u, n - i);
    }
  }
}

static void advect_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i += BATCH) {
    int n = end - i < BATCH ? (int)(end - i) : BATCH;
    if (j->m->lattice.dim == 2) advect_batch(2, j, i, n);
    else advect_batch(3, j, i, n);
  }
}

void lg_mac_advect_particles(lg_step *s) {
  job j = {.s = s, .m = s->world->mac};
  lg_par_for(s->threads, s->n, advect_block, &j);
}
