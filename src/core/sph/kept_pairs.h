/* kept_pairs.h - what a pair of neighbours counts with while nobody moves: worked out in the first
   iteration of a sub-step, read in all others, those of its next solve too.

     d        x_ij
     slope    g(q), by which grad W_ij = f0 g x_ij
     weight   f(q), W_ij / w0

   Iterations of dfsph for 10 000 particles in 2-D take 0.7 of their time then, if the processor's
   caches hold all that is kept. Memory beyond them is no faster than working it out again, so
   nothing is kept that would be more than LG_KEPT_MOST. The bits are the same either way. */
#ifndef LG_CORE_KEPT_PAIRS_H
#define LG_CORE_KEPT_PAIRS_H

#include "core/sph/pairs.h"

#define LG_KEPT_MOST ((size_t)8 << 20) /* bytes */

typedef enum lg_keeping { LG_NOT_KEPT, LG_TO_KEEP, LG_KEPT } lg_keeping;

typedef struct lg_kept_pairs {
  lg_keeping keeping; /* of all pairs */
  const lg_neighbors *neighbors;
  const lg_kernel *kernel;
  const lg_v4 *positions; /* pack {x, *}, whose x stays as it is */
  lg_v8 *kept;            /* of eight pairs after the other: slope, weight, d */
  uint32_t *first;        /* per particle: how many eights lie before its own */
} lg_kept_pairs;

typedef struct lg_pair_terms {
  lg_v8 d[3], slope, weight; /* grad W_ij / f0 = slope d */
  lg_v8 w;                   /* what the pack holds of j beside its place, now */
} lg_pair_terms;

/* Places its arrays in room of so many bytes, aligned to eight floats, and returns what lies behind
   them. */
LG_HOT(size_t, lg_kept_pairs_bytes, const lg_neighbors *neighbors, int dim);
LG_HOT(void *, lg_kept_pairs_place, lg_kept_pairs *pairs, const lg_neighbors *neighbors, int dim,
       void *room);

/* Where the terms of particle i are, or will be; ... */
LG_INLINE lg_v8 *lg_kept_pairs_of(int dim, const lg_kept_pairs *pairs, size_t i) {
  return pairs->keeping ? pairs->kept + pairs->first[i] * (size_t)(dim + 2) : NULL;
}
/* ... and those of its eight at `at`, of which *next are the ones that follow in the list. keeping:
   a constant. */
LG_INLINE lg_pair_terms lg_pair_terms_next(int dim, lg_kernel_type type, const lg_kept_pairs *pairs,
                                           lg_keeping keeping, size_t i, const int32_t *at,
                                           lg_v8 **next) {
  lg_v8 *own = *next;
  if (keeping != LG_NOT_KEPT) *next += dim + 2;
  if (keeping == LG_KEPT)
    return (lg_pair_terms){
        {own[2], own[3], own[dim + 1]}, own[0], own[1], lg_v8_gather_w(pairs->positions, at)};

  const lg_pairs x = lg_pairs_of(dim, pairs->positions, i, at);
  const lg_v8 q = lg_v8_sqrt(x.r2) * pairs->kernel->inverse;
  const lg_pair_terms terms = {
      {x.d[0], x.d[1], x.d[2]}, lg_kernel_g(type, q), lg_kernel_f(type, q), x.w};
  if (keeping == LG_NOT_KEPT) return terms;

  own[0] = terms.slope;
  own[1] = terms.weight;
  for (int k = 0; k < dim; k++) own[2 + k] = terms.d[k];
  return terms;
}

/* What sum_j W_ij gains while the particles go on with these velocities (pack {v, *}) for dt,
   1/m^dim. Summed as differences of W, with x*_ij = x_ij + dt v_ij: from places x*, which are
   rounded, a density would be wrong by as much as still water's may be. */
LG_INLINE float lg_sph_number_gains(int dim, lg_kernel_type type, const lg_kept_pairs *pairs,
                                    lg_keeping keeping, const lg_v4 *velocities, float dt,
                                    size_t i) {
  lg_v8 *next = lg_kept_pairs_of(dim, pairs, i), sum = lg_v8_all(0);
  LG_EACH_NEIGHBOR(pairs->neighbors, i, at) {
    const lg_pair_terms x = lg_pair_terms_next(dim, type, pairs, keeping, i, at, &next);
    const lg_pairs v = lg_pairs_of(dim, velocities, i, at);

    /* |x_ij + dt v_ij|^2 */
    lg_v8 r2 = lg_v8_all(0);
    for (int k = 0; k < dim; k++) {
      lg_v8 d = x.d[k] + dt * v.d[k];
      r2 += d * d;
    }
    sum += lg_kernel_f(type, lg_v8_sqrt(r2) * pairs->kernel->inverse) - x.weight;
  }
  return pairs->kernel->w0 * lg_v8_sum(sum);
}

#endif
