/* islands.h - what bodies that hold each other change of each other's motion.

   A symmetric matrix takes 6 numbers of each body (impulse and spin) to 6 of it (velocity and
   turning). Bodies that hold each other are an island, within which each feels what is done to any
   of them; between islands there is nothing. So a matrix of each island is all that is kept, of
   doubles, and nothing of it depends on threads. */
#ifndef LG_CORE_ISLANDS_H
#define LG_CORE_ISLANDS_H

#include "core/base/base.h"

enum { LG_ISLAND_MOST = 32 }; /* bodies of one: work grows with the third power of them */

typedef struct lg_islands {
  int n;
  int *of;       /* of each body: its island, which has the number of its first body */
  int *next;     /* the next one of its island; -1: it is the last one */
  int *place;    /* the how manyth it is there */
  int *size;     /* of each island: bodies */
  size_t *at;    /* of each island: its first value */
  double *value; /* (6 size)^2 of each, row after row */
} lg_islands;

/* n bodies, each of which is an island. False: no memory. */
bool lg_islands_begin(lg_mem *mem, lg_islands *m, int n);
/* The islands of a and b become one, but for too many bodies. */
void lg_islands_join(lg_islands *m, int a, int b);
/* Then, once: all values are 0. False: no memory. */
bool lg_islands_end(lg_mem *mem, lg_islands *m);
/* The same islands, and all values are 0. False: no memory. */
bool lg_islands_like(lg_mem *mem, lg_islands *m, const lg_islands *other);
void lg_islands_free(lg_mem *mem, lg_islands *m);

/* The values that take a body's six numbers to the i-th of another one of its island. */
double *lg_islands_row(const lg_islands *m, int to, int i, int from);
/* A direction a of one or two bodies of an island (body[1] < 0: of one) that something holds, which
   gives way to a unit of impulse by `soft`: M -= k k^T / (a . k + soft), k = M a. Nothing changes
   where a . k is at most `least`. */
void lg_islands_hold(lg_islands *m, const int body[2], const double along[2][6], double soft,
                     double least);
/* out = M in. */
void lg_islands_times(const lg_islands *m, const double (*in)[6], double (*out)[6]);
/* M becomes its inverse: Gauss & Jordan, with pivots. */
void lg_islands_invert(lg_islands *m);

#endif
