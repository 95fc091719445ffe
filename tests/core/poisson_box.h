/* poisson_box.h - pressure equations to test with: boxes of cells with any coupling, and a residual
   of its own in double. */
#ifndef LG_TESTS_POISSON_BOX_H
#define LG_TESTS_POISSON_BOX_H

#include "core/poisson/poisson.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

/* an end: no coupling, zero pressure one cell behind, zero pressure on the face */
enum { CLOSED, AIR, FACE };

typedef struct box {
  lg_mem mem;
  lg_poisson p;
  lg_layout l;
} box;

static inline void box_make(box *b, int dim, int nx, int ny, int nz, const bool periodic[3]) {
  const bool none[3] = {false, false, false};
  int n[3] = {nx, ny, nz};
  memset(b, 0, sizeof *b);
  b->l = lg_lattice_make(dim, n, periodic ? periodic : none);
  assert_true(lg_poisson_room(&b->p, &b->mem, &b->l));
}

static inline void box_free(box *b) {
  lg_poisson_free(&b->p);
  assert_int_equal(b->mem.held, 0);
}

#define EACH_CELL(l, i, j, k)                                                                      \
  for (int k = 0; k < (l)->n[2]; k++)                                                              \
    for (int j = 0; j < (l)->n[1]; j++)                                                            \
      for (int i = 0; i < (l)->n[0]; i++)

/* Couples all cells that `is` (NULL: all) says are fluid; ends of the box as given; where a fluid
   cell meets one that is none, there is air. */
static inline void box_fill(box *b, int end, bool (*is)(const lg_layout *, int, int, int)) {
  lg_poisson_level *v = &b->p.level[0];
  for (int k = 0; k < 3; k++) memset(v->a[k], 0, (size_t)b->l.size * sizeof(float));
  memset(v->sink, 0, (size_t)b->l.size * sizeof(float));
  EACH_CELL(&b->l, i, j, k) {
    const int at[3] = {i, j, k}, c = lg_lattice_at(&b->l, i, j, k);
    if (is && !is(&b->l, i, j, k)) continue;
    for (int axis = 0; axis < b->l.dim; axis++)
      for (int side = -1; side <= 1; side += 2) {
        int to[3] = {i, j, k}, next = at[axis] + side;
        bool out = next < 0 || next >= b->l.n[axis];
        to[axis] = out ? (next + b->l.n[axis]) % b->l.n[axis] : next;
        if (out && !b->l.periodic[axis]) v->sink[c] += end == AIR ? 1 : end == FACE ? 2 : 0;
        else if (is && !is(&b->l, to[0], to[1], to[2])) v->sink[c] += 1;
        else if (side < 0) v->a[axis][c] = 1;
      }
  }
}

/* max |rhs - A x| / max |rhs|, from the couplings and the answer alone. */
static inline double box_residual(const box *b) {
  const lg_poisson_level *v = &b->p.level[0];
  double worst = 0, largest = 0;
  EACH_CELL(&b->l, i, j, k) {
    const int at[3] = {i, j, k}, c = lg_lattice_at(&b->l, i, j, k);
    double x = b->p.x[c], left = b->p.rhs[c] - (double)v->sink[c] * x, sum = (double)v->sink[c];
    for (int axis = 0; axis < b->l.dim; axis++)
      for (int side = 0; side < 2; side++) {
        int to[3] = {i, j, k}, n = b->l.n[axis];
        to[axis] = (at[axis] + (side ? 1 : n - 1)) % n;
        if (!b->l.periodic[axis] && (side ? at[axis] == n - 1 : at[axis] == 0)) continue;
        const int t = lg_lattice_at(&b->l, to[0], to[1], to[2]);
        double a = (double)v->a[axis][side ? t : c];
        sum += a;
        left -= a * (x - b->p.x[t]);
      }
    if (!(sum > 0)) continue;
    worst = fmax(worst, fabs(left));
    largest = fmax(largest, fabs(b->p.rhs[c]));
  }
  return worst / largest;
}

static inline lg_poisson_done box_solve(box *b, double tolerance, int iterations, int threads,
                                        int *closed) {
  lg_poisson_how how = {.method = LG_POISSON_MGPCG,
                        .tolerance = tolerance,
                        .iterations = iterations,
                        .threads = threads};
  lg_poisson_build(&b->p, threads);
  int sets = lg_poisson_take_means(&b->p);
  if (closed) *closed = sets;
  return lg_poisson_solve(&b->p, &how);
}

/* A column of water in a tank: a quarter of the box, air around it. */
static inline bool box_dam(const lg_layout *l, int i, int j, int k) {
  (void)k;
  return 2 * i < l->n[0] && 2 * j < l->n[1];
}

/* The right side of such a column that has just begun to fall: the floor's face stops it. */
static inline void box_falls(box *b, bool (*is)(const lg_layout *, int, int, int)) {
  EACH_CELL(&b->l, i, j, k)
  b->p.rhs[lg_lattice_at(&b->l, i, j, k)] =
      (!is || is(&b->l, i, j, k)) && j == 0 ? 1 + 0.3 * sin(12.0 * i / b->l.n[0]) : 0;
}

#endif
