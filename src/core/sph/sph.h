/* sph.h - pair loops of the SPH solvers: packs, the gather of eight neighbours, the density sum.

   Pair loops read 16-byte packs {x, y, z, w} of all entries (particles, ghosts, the pad), eight
   neighbours at a time: eight loads and a transpose beat hardware gathers twofold. One i at a time,
   j in lanes, sums in a fixed order. The bodies are always-inline functions of a constant dimension
   and kernel; LG_SPECIALISE makes the eight copies. */
#ifndef LG_CORE_SPH_H
#define LG_CORE_SPH_H

#include "core/base/kernel.h"
#include "core/particles/neighbors.h"

typedef struct lg_sph {
  /* packs: {x, y, z, solver's}, {vx, vy, vz, solver's} and one for what is worked out of them */
  lg_v4 *a, *b, *c;
  size_t capacity; /* entries */
  double *partial; /* one a block, for lg_par_sum */
  float *most;     /* one a block, for maxima */
  size_t blocks;
} lg_sph;

/* Room for packs of every entry of the lists as they are now. False: no memory. */
bool lg_sph_room(lg_step *s);
void lg_sph_free(lg_sph *sph, lg_mem *mem);
/* of the step's support radius, calibrated to its lattice */
lg_kernel lg_sph_kernel(const lg_step *s, int type);
/* What every solver's step begins with: lists, room for packs, the walls' share at the particles'
   places. False: no memory (s->failed is set). */
bool lg_sph_prepare(lg_step *s, const lg_kernel *k);
/* Writes the mean of sph.partial and the maximum of sph.most to the density errors of the stats. */
void lg_sph_density_error(lg_step *s);
double lg_sph_total(const lg_step *s); /* sum of sph.partial, in block order */
float lg_sph_most(const lg_step *s);   /* maximum of sph.most */
/* out[e] = {vec[0], vec[1], vec[2] or 0, w}; positions: ghosts are moved by their period and the
   pad lies far away. */
void lg_sph_pack(lg_step *s, lg_v4 *out, float *const vec[3], const float *w, bool positions);

/* Ghosts and the pad of a pack whose particles are up to date. */
void lg_sph_follow(lg_step *s, lg_v4 *pack, bool positions);

/* The packs of entries j[0..7], turned: out[0] = eight x, out[1] = eight y, ... */
LG_INLINE void lg_sph_gather(const lg_v4 *pack, const int32_t *j, lg_v8 out[4]) {
  lg_v8_turn(lg_v8_join(pack[j[0]], pack[j[4]]), lg_v8_join(pack[j[1]], pack[j[5]]),
             lg_v8_join(pack[j[2]], pack[j[6]]), lg_v8_join(pack[j[3]], pack[j[7]]), out);
}

/* Eight pairs (i, j) of the vectors in a pack: with positions in it, d = x_i - x_j and r2 = r^2. */
typedef struct lg_pairs {
  lg_v8 d[3]; /* of i less that of j; d[2] is 0 in 2-D */
  lg_v8 r2;   /* |d|^2 */
  lg_v8 w;    /* what the pack holds of j beside its vector */
} lg_pairs;

LG_INLINE lg_pairs lg_pairs_of(int dim, const lg_v4 *pack, size_t i, const int32_t *j) {
  const lg_v4 mine = pack[i];
  lg_v8 p[4];
  lg_sph_gather(pack, j, p);
  lg_pairs pairs = {.d = {mine[0] - p[0], mine[1] - p[1], mine[2] - p[2]}, .w = p[3]};
  pairs.r2 = pairs.d[0] * pairs.d[0] + pairs.d[1] * pairs.d[1];
  if (dim == 3) pairs.r2 = pairs.r2 + pairs.d[2] * pairs.d[2];
  return pairs;
}

/* a . b of each pair: x_ij . v_ij, say. */
LG_INLINE lg_v8 lg_pairs_dot(int dim, const lg_pairs *a, const lg_pairs *b) {
  lg_v8 dot = a->d[0] * b->d[0] + a->d[1] * b->d[1];
  return dim == 3 ? dot + a->d[2] * b->d[2] : dot;
}

/* a . b with one vector for all: how far j lies from i against gravity, say. */
LG_INLINE lg_v8 lg_pairs_along(int dim, const lg_pairs *a, const float b[3]) {
  lg_v8 dot = a->d[0] * b[0] + a->d[1] * b[1];
  return dim == 3 ? dot + a->d[2] * b[2] : dot;
}

/* sum += factor d: of x_ij, with the factor F_ij, sums a gradient. */
LG_INLINE void lg_pairs_add(int dim, lg_v8 sum[3], lg_v8 factor, const lg_pairs *pairs) {
  for (int k = 0; k < dim; k++) sum[k] += factor * pairs->d[k];
}

/* Visits the neighbours of particle i; j: the entries of the next eight, of which the last ones may
   be the pad, which is too far away to count. */
#define LG_EACH_NEIGHBOR(neighbors, i, j)                                                          \
  for (const int32_t *j = (neighbors)->row[i], *j##_end = j + (neighbors)->count[i]; j < j##_end;  \
       j += LG_LANES)

#define LG_SPECIALISE(dim, type, body, ...)                                                        \
  switch ((dim)*4 + (int)(type)) {                                                                 \
    case 8 + LG_CUBIC_SPLINE: body(2, LG_CUBIC_SPLINE, __VA_ARGS__); break;                        \
    case 8 + LG_WENDLAND_C2: body(2, LG_WENDLAND_C2, __VA_ARGS__); break;                          \
    case 8 + LG_POLY6: body(2, LG_POLY6, __VA_ARGS__); break;                                      \
    case 8 + LG_SPIKY: body(2, LG_SPIKY, __VA_ARGS__); break;                                      \
    case 12 + LG_CUBIC_SPLINE: body(3, LG_CUBIC_SPLINE, __VA_ARGS__); break;                       \
    case 12 + LG_WENDLAND_C2: body(3, LG_WENDLAND_C2, __VA_ARGS__); break;                         \
    case 12 + LG_POLY6: body(3, LG_POLY6, __VA_ARGS__); break;                                     \
    case 12 + LG_SPIKY: body(3, LG_SPIKY, __VA_ARGS__); break;                                     \
  }

/* Number density of particle i, 1/m^dim: sum of W over its list and itself. */
LG_INLINE float lg_sph_number_density(int dim, lg_kernel_type type, const lg_kernel *k,
                                      const lg_neighbors *nb, const lg_v4 *pack, size_t i) {
  lg_v8 sum = lg_v8_all(0);
  LG_EACH_NEIGHBOR (nb, i, j) {
    lg_pairs x = lg_pairs_of(dim, pack, i, j);
    sum += lg_kernel_f(type, lg_v8_sqrt(x.r2) * k->inverse);
  }
  return k->w0 * (lg_v8_sum(sum) + lg_kernel_f(type, lg_v8_all(0))[0]);
}

/* sum_j (u_i - u_j) . grad W_ij of the vectors in b, at the positions in a, 1/m^dim times b's unit:
   of velocities, d(delta)/dt. */
LG_INLINE float lg_sph_divergence(int dim, lg_kernel_type type, const lg_kernel *k,
                                  const lg_neighbors *nb, const lg_v4 *a, const lg_v4 *b,
                                  size_t i) {
  lg_v8 sum = lg_v8_all(0);
  LG_EACH_NEIGHBOR (nb, i, j) {
    lg_pairs x = lg_pairs_of(dim, a, i, j), u = lg_pairs_of(dim, b, i, j);
    sum += lg_kernel_g(type, lg_v8_sqrt(x.r2) * k->inverse) * lg_pairs_dot(dim, &x, &u);
  }
  return k->f0 * lg_v8_sum(sum);
}

#endif
