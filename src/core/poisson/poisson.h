/* poisson.h - the pressure equation on a regular grid, solved by multigrid-preconditioned conjugate
   gradients or red-black SOR.

     (A x)_c = sum over neighbours n of a_cn (x_c - x_n) + sink_c x_c = rhs_c

   a_cn couples two unknowns (0 across a solid face), sink_c couples one to zero pressure outside.
   Cells without any are no unknowns. The caller fills level[0].a, level[0].sink and rhs; x is the
   answer. rhs and x are double, and so is the residual: vectors of conjugate gradients are float32,
   in which the true residual stalls at 2e-5 to 1e-4 of the right side, so the solve is restarted
   from the residual worked out in double until that is below the tolerance (iterative refinement).

   Where a connected set of unknowns has no sink, the mean of rhs over it is taken off first:
   otherwise there is no solution.

   Preconditioner: one W-cycle of aggregation multigrid. Coarse cells are 2^dim fine ones, their
   couplings the sums of the fine ones (Galerkin with constant interpolation) times SCALE, because
   such sums are about twice too stiff (Braess 1995). One sweep of red-black Gauss-Seidel,
   over-relaxed by OMEGA, before and the mirrored one after: symmetric. On the coarsest level many
   sweeps are all but exact; what they make of a right side is linear in it, so they are done once,
   when the levels are built, for each of its few unknowns. */
#ifndef LG_CORE_POISSON_H
#define LG_CORE_POISSON_H

#include "core/base/islands.h"
#include "core/poisson/lattice.h"

#define LG_POISSON_LEVELS 16
#define LG_POISSON_BOTTOM 64 /* cells of the coarsest level at most */

/* Unknowns that act on what 6 numbers describe each, such as rigid bodies: A += U G U^T, row c of
   U: the bonds of cell c. */
typedef struct lg_poisson_bond {
  int32_t cell, group;
  double u[6];
} lg_poisson_bond;

typedef struct lg_poisson_level {
  lg_layout lattice;
  /* coupling of a cell with its lower neighbour on each axis; ghosts: of the first cell behind the
     last */
  float *a[3];
  float *sink;
  float *inverse; /* 1 / (sum of couplings and sink); 0: no unknown */
  float *x, *b;
  int32_t (*span)[2];    /* per row: the part that holds unknowns, in multiples of 8 */
  size_t capacity, rows; /* floats of an array; spans */
} lg_poisson_level;

typedef struct lg_poisson {
  lg_mem *mem;
  int levels;
  lg_poisson_level level[LG_POISSON_LEVELS];
  /* of the coarsest level: its unknowns; x = M b, column after column of M, each padded to whole
     vectors */
  int32_t *bottom_cell;
  float *bottom;
  int bottoms;
  double *rhs, *x; /* of the finest lattice; x is 0 where there is no unknown */
  float *d, *q;    /* search direction and A d */
  size_t capacity;
  double *partial; /* two a task, for sums */
  size_t partial_capacity;
  lg_poisson_bond *bond;
  size_t bonds;
  const lg_islands *give; /* G, but for a factor; as many groups as it has bodies */
  double give_scale;
  double (*ut_x)[6], (*g_ut_x)[6]; /* U^T x and G U^T x, while A is applied */
  int32_t *run;                    /* rows of neighbouring unknowns: {begin, end, set}, ordered */
  size_t run_capacity, runs;
} lg_poisson;

typedef enum lg_poisson_method { LG_POISSON_MGPCG, LG_POISSON_SOR } lg_poisson_method;
typedef struct lg_poisson_how {
  lg_poisson_method method;
  /* ends where max |rhs - A x| <= tolerance max |rhs|; SOR always does all its sweeps */
  double tolerance;
  int iterations;   /* at most */
  float relaxation; /* SOR's over-relaxation, 1 .. 2 */
  int threads;
} lg_poisson_how;
typedef struct lg_poisson_done {
  int iterations;
  double residual; /* max |rhs - A x| / max |rhs|, in double */
} lg_poisson_done;

/* Room for this lattice; arrays of level 0, rhs and x are 0 when the lattice is new. False: no
   memory. */
bool lg_poisson_room(lg_poisson *p, lg_mem *mem, const lg_layout *l);
void lg_poisson_free(lg_poisson *p);
/* Diagonals, spans and coarse levels from a and sink of level 0, and what solves the coarsest. */
LG_HOT(void, lg_poisson_build, lg_poisson *p, int threads);
/* Finds the connected sets of unknowns and takes the mean off rhs where a set has no sink; returns
   how many of these there are. After lg_poisson_build. */
int lg_poisson_take_means(lg_poisson *p);
/* x = one cycle of the preconditioner for b, on level 0. */
LG_HOT(void, lg_poisson_cycle, lg_poisson *p, int threads);
/* One sweep of red-black Gauss-Seidel over x; from_zero: x counts as 0 before. backward: black,
   then red. */
LG_HOT(void, lg_poisson_sweep, lg_poisson_level *level, float omega, bool backward, bool from_zero,
       int threads);
/* After lg_poisson_build and lg_poisson_take_means. */
LG_HOT(lg_poisson_done, lg_poisson_solve, lg_poisson *p, const lg_poisson_how *how);

#endif
