/* loops.h - the core's hottest loops, compiled once per dispatch path (loops.c) and chosen through
   one table at start. */
#ifndef LG_CORE_LOOPS_H
#define LG_CORE_LOOPS_H

#include "core/particles/neighbors.h"
#include "core/base/simd.h"

/* candidate arrays are filled up to a multiple of this with far-away points */
#define LG_CANDIDATE_STEP 16

/* Copies of the points around one cell, side by side in the first-level cache. */
typedef struct lg_candidates {
  int n, room;
  int own; /* particle i of the cell itself is candidate i + own */
  float *x[3];
  int32_t *index;
  uint16_t *mask; /* LG_MASKS(room): who is near, a step of candidates each */
} lg_candidates;
#define LG_MASKS(room) (2 * (room))

typedef struct lg_listing {
  int dim;
  float r2;        /* m2, support radius squared */
  float *const *x; /* m, of the sorted particles */
  int32_t pad;     /* fills a row up to a multiple of LG_LANES */
  int32_t **row;   /* out, per particle: its list */
  int32_t *count;  /* out: entries of it, without the pads */
} lg_listing;

typedef struct lg_loops {
  /* Widens lo .. hi to hold x[0] .. x[n-1]; what is no number is passed over. */
  void (*extent)(const float *x, size_t n, float *lo, float *hi);
  /* cell[i]: where particle i lies in the grid, begin <= i < end; the nearest inner cell if it is
     outside. */
  void (*cells)(const lg_cell_grid *g, float *const x[3], size_t begin, size_t end, int32_t *cell);
  /* list: the particles begin .. end-1 that lie outside of the box lo .. hi (beyond), or in it;
     returns how many. Room for as many as are asked about. */
  int (*pick)(int dim, float *const x[3], size_t begin, size_t end, const float lo[3],
              const float hi[3], bool beyond, int32_t *list);
  /* Candidates become particles run[k][0] .. run[k][1]-1 of each run. Reads and writes up to
     LG_CANDIDATE_STEP entries beyond a run. */
  void (*copy)(const lg_listing *l, lg_candidates *c, const int32_t (*run)[2], int runs);
  /* Lists particles begin .. end-1: the candidates nearer than the support radius except the
     particle itself, in their order, row after row from `out` on. Returns the entries used; each
     row needs room for c->n + LG_CANDIDATE_STEP. Every path writes the same lists. */
  size_t (*near)(const lg_listing *l, const lg_candidates *c, int32_t begin, int32_t end,
                 int32_t *out);
} lg_loops;

const lg_loops *lg_loops_now(void); /* of the path in use */

#endif
