/* p2g.c - particles to grid. Compiled once per dispatch path.

     u_f = sum w_fp v_p / sum w_fp                              PIC, FLIP (Zhu & Bridson 2005)
     u_f = sum w_fp (v_p + c_p . (x_f - x_p)) / sum w_fp        APIC (Jiang et al. 2015)

   Particles are in cell order and dealt out in slabs (mac.h). */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/mac/interpolate.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"

#define TOO_LITTLE 1e-6f /* weight that gives no velocity */

typedef struct job {
  lg_mac *m;
  const lg_step *s;
  float *const *affine; /* columns c_p, component by component; NULL: none */
  int color;
} job;

/* out[i] = {(1 - x) v, 1 - x, x v, x} for both faces of a pair, x: how far particle i lies between
   them. */
LG_INLINE void pair_shares(const float *x, const float *v, int n, lg_v4 *out) {
  for (int i = 0; i < n; i += LG_LANES) {
    lg_v8 high = lg_v8_load(x + i), low = 1 - high, value = lg_v8_load(v + i), two[4];
    lg_v8_turn(low * value, low, high * value, high, two); /* of particles k and k + 4 */
    for (int k = 0; k < 4; k++) {
      out[i + k] = lg_v8_low(two[k]);
      out[i + k + 4] = lg_v8_high(two[k]);
    }
  }
}

/* What c . (x_f - x_p) adds to the shares of particle i in the pair of faces yz = y + 2 z. */
LG_INLINE lg_v4 affine_share(int dim, const job *j, const lg_mac_weights *w, int component,
                             size_t first, int i, int yz) {
  float f[3] = {0, 0, 0}, c[3] = {0, 0, 0};
  for (int k = 0; k < dim; k++) {
    f[k] = lg_mac_between(w, component, k)[i];
    c[k] = j->affine[component * dim + k][first + (size_t)i] * j->m->cell[k];
  }
  float more = c[1] * ((float)(yz & 1) - f[1]) + c[2] * ((float)(yz >> 1) - f[2]) - c[0] * f[0];
  return (lg_v4){(1 - f[0]) * more, 0, f[0] * (more + c[0]), 0};
}

/* 1 for what a particle sees of both faces of a pair, 0 for what a thin solid hides. */
LG_INLINE lg_v4 seen_ends(uint32_t sight, int axis, int yz) {
  float a = sight & lg_mac_sight_bit(axis, yz, 0) ? 1 : 0,
        b = sight & lg_mac_sight_bit(axis, yz, 1) ? 1 : 0;
  return (lg_v4){a, a, b, b};
}

/* Adds n particles from `first` on to {sum w v, sum w} of the faces around them. */
LG_INLINE void add_batch(int dim, bool affine, bool thin, const job *j, size_t first, int n) {
  const lg_particles *p = j->s->particles;
  const int y = 2 * j->m->lattice.step[1], z = 2 * j->m->lattice.step[2];
  const int pairs = 1 << (dim - 1), pair[4] = {0, y, z, y + z};
  const uint32_t *sight = thin ? lg_mac_sights(j->m, first) : NULL;
  float *const to[3] = {j->m->pair[0], j->m->pair[1], j->m->pair[2]};
  lg_v4 shares[3][LG_MAC_BATCH];
  lg_mac_weights w;
  lg_mac_weigh(dim, j->m, p->x, first, n, &w);
  for (int axis = 0; axis < dim; axis++)
    pair_shares(lg_mac_between(&w, axis, 0), p->v[axis] + first, n, shares[axis]);

  /* Particle by particle: two of them may share a face. */
  for (int i = 0; i < n; i++)
    for (int axis = 0; axis < dim; axis++) {
      float *lowest = to[axis] + 2 * (ptrdiff_t)w.face[axis][i];
      for (int k = 0; k < pairs; k++) {
        lg_v4 share = shares[axis][i];
        if (affine) share += affine_share(dim, j, &w, axis, first, i, k);
        if (sight && sight[i] != LG_MAC_SEES_ALL) share *= seen_ends(sight[i], axis, k);
        share = lg_mac_pair(lowest + pair[k]) + share * w.pair[axis][k][i];
        memcpy(lowest + pair[k], &share, sizeof share);
      }
    }
}

static void add_range(const job *j, size_t begin, size_t end) {
  const bool flat = j->m->lattice.dim == 2, affine = j->affine, thin = j->m->thin.any;
  LG_EACH_BATCH(begin, end, first, n) {
    if (flat && thin) add_batch(2, affine, true, j, first, (int)n);
    else if (flat) add_batch(2, affine, false, j, first, (int)n);
    else if (thin) add_batch(3, affine, true, j, first, (int)n);
    else if (affine) add_batch(3, true, false, j, first, (int)n);
    else add_batch(3, false, false, j, first, (int)n);
  }
}

static void slab_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *l = &j->m->lattice;
  const int dim = l->dim;
  const size_t layer = (size_t)(l->n[0] + 2) * (dim == 3 ? (size_t)(l->n[1] + 2) : 1);
  const int32_t *start = j->s->neighbors->cell_start;
  int first, last;
  lg_mac_slab(l, 2 * (int)task + j->color, &first, &last);
  add_range(j, (size_t)start[(size_t)(first + 1) * layer],
            (size_t)start[(size_t)(last + 1) * layer]);
}

static void clear_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (int k = 0; k < j->m->lattice.dim; k++)
    memset(j->m->pair[k] + 2 * begin, 0, 2 * (end - begin) * sizeof(float));
}

/* On a periodic axis what went into a ghost belongs to the face it repeats. */
static void add_ghosts(const lg_mac *m, int axis) {
  const lg_layout *l = &m->lattice;
  const int period = l->n[axis] * l->step[axis];
  LG_EACH_LINE(l, axis, true, below) {
    const int first = below + l->step[axis];

    /* The ghost below is the last cell's, the one behind the last is the first's. */
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

/* u = sum w v / sum w; of those faces where water can flow the velocity is the fluid's. */
static void average_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (int axis = 0; axis < j->m->lattice.dim; axis++) {
    const float *restrict pair = j->m->pair[axis];
    const uint8_t *restrict active = j->m->active[axis];
    uint8_t *restrict has = j->m->has_particles[axis], *restrict layer = j->m->layer[axis];
    float *restrict u = j->m->u[axis];

    /* The weighted mean. */
    for (size_t c = begin; c < end; c++)
      u[c] = pair[2 * c + 1] > TOO_LITTLE ? pair[2 * c] / pair[2 * c + 1] : 0;

    /* Layer 1. Floats first, then bytes, so that both are done in lanes. */
    for (size_t c = begin; c < end; c++) has[c] = pair[2 * c + 1] > TOO_LITTLE;
    for (size_t c = begin; c < end; c++)
      layer[c] = lg_mac_first_layer(layer[c], has[c] & active[c]);
  }
}

void lg_mac_p2g(lg_mac *m, const lg_step *s, float *const affine[9]) {
  job j = {.m = m, .s = s, .affine = affine};
  const lg_layout *l = &m->lattice;
  lg_par_for(s->threads, m->capacity, clear_block, &j);
  for (j.color = 0; j.color < 2 && s->n > 0; j.color++)
    lg_par_tasks(s->threads, lg_mac_slab_tasks(l, j.color), slab_task, &j);
  for (int k = 0; k < l->dim; k++)
    if (l->periodic[k]) add_ghosts(m, k);
}

void lg_mac_average(lg_mac *m, const lg_step *s) {
  job j = {.m = m};
  lg_par_for(lg_lattice_threads(&m->lattice, s->threads), m->capacity, average_block, &j);
}
