/* loops.h - the core's hottest loops, compiled once per dispatch path (loops.c) and chosen through one table at start. */
#ifndef LG_CORE_LOOPS_H
#define LG_CORE_LOOPS_H

#include "core/simd.h"

#define LG_CANDIDATE_STEP 16 /* candidate arrays are filled up to a multiple of this with far-away points */

/* Copies of the points around one cell, side by side in the first-level cache. */
typedef struct lg_candidates {
  int n, room;
  float *x[3];
  int32_t *index;
} lg_candidates;

typedef struct lg_loops {
  /* Writes the indices of the candidates nearer than sqrt(r2) to p, except `self`, in their order; returns how many.
     out needs room for n + LG_CANDIDATE_STEP entries. Every path writes the same list. */
  int (*near)(const lg_candidates *c, int dim, const float p[3], float r2, int32_t self, int32_t *out);
} lg_loops;

const lg_loops *lg_loops_now(void); /* of the path in use */

#endif
