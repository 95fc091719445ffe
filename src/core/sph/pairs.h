/* pairs.h - the loop over pairs of neighbours, eight pairs at a time.

   Pair loops read packs: {x, y, z, w} in 16 bytes, one for every entry of the lists (particles,
   ghosts, the pad). Eight loads and a transpose beat hardware gathers twofold. One particle i at a
   time, its neighbours j in lanes, sums in a fixed order:

     LG_EACH_NEIGHBOR(neighbors, i, j) {
       lg_pairs x = lg_pairs_of(dim, positions, i, j);
       sum += lg_kernel_f(type, lg_v8_sqrt(x.r2) * kernel->inverse);
     }

   Loops are always-inline functions of a constant dimension and kernel; LG_SPECIALISE (kernel.h)
   makes the copies. */
#ifndef LG_CORE_SPH_PAIRS_H
#define LG_CORE_SPH_PAIRS_H

#include "core/base/kernel.h"
#include "core/particles/neighbors.h"

/* Visits the neighbours of particle i; j: the entries of the next eight, of which the last ones may
   be the pad, which is too far away to count. */
#define LG_EACH_NEIGHBOR(neighbors, i, j)                                                          \
  for (const int32_t *j = (neighbors)->row[i], *j##_end = j + (neighbors)->count[i]; j < j##_end;  \
       j += LG_LANES)

/* Eight pairs (i, j) of the vectors in a pack: with positions in it, d = x_i - x_j and r2 = r^2. */
typedef struct lg_pairs {
  lg_v8 d[3]; /* of i less that of j; d[2] is 0 in 2-D */
  lg_v8 r2;   /* |d|^2 */
  lg_v8 w;    /* what the pack holds of j beside its vector */
} lg_pairs;

LG_INLINE lg_pairs lg_pairs_of(int dim, const lg_v4 *pack, size_t i, const int32_t *j) {
  const lg_v4 mine = pack[i];
  lg_v8 p[4];
  lg_v8_gather(pack, j, p);
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

/* sum += factor d: of x_ij, with the factor F_ij, it sums a gradient. */
LG_INLINE void lg_pairs_add(int dim, lg_v8 sum[3], lg_v8 factor, const lg_pairs *pairs) {
  for (int k = 0; k < dim; k++) sum[k] += factor * pairs->d[k];
}

/* Number density of particle i, 1/m^dim: sum_j W_ij over its list and itself. */
LG_INLINE float lg_sph_number_density(int dim, lg_kernel_type type, const lg_kernel *kernel,
                                      const lg_neighbors *neighbors, const lg_v4 *positions,
                                      size_t i) {
  lg_v8 sum = lg_v8_all(0);
  LG_EACH_NEIGHBOR(neighbors, i, j) {
    lg_pairs x = lg_pairs_of(dim, positions, i, j);
    sum += lg_kernel_f(type, lg_v8_sqrt(x.r2) * kernel->inverse);
  }
  return kernel->w0 * (lg_v8_sum(sum) + lg_kernel_f(type, lg_v8_all(0))[0]);
}

#endif
