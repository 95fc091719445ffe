/* The pressure solver against closed forms, a residual of its own in double, and itself on other
   thread counts. */
#include "core/poisson_box.h"

/* The discrete eigenvector of one axis, and its eigenvalue 2 - 2 cos(theta). */
static double mode(int end, int n, int k, int i, double *lambda) {
  double theta = end == AIR    ? LG_PI * (k + 1) / (n + 1)
                 : end == FACE ? LG_PI * (k + 1) / n
                               : LG_PI * k / n;
  *lambda = 2 - 2 * cos(theta);
  return end == AIR    ? sin(theta * (i + 1))
         : end == FACE ? sin(theta * (i + 0.5))
                       : cos(theta * (i + 0.5));
}

/* error <= 10 tol lambda_k / lambda_min, of a product of modes along the axes. */
static void eigenvector(int dim, int end, const int n[3], const int k[3], double tol) {
  box b;
  box_make(&b, dim, n[0], n[1], n[2], NULL);
  box_fill(&b, end, NULL);
  double sum = 0, least = HUGE_VAL, lambda, worst = 0;
  EACH_CELL(&b.l, x, y, z) {
    const int at[3] = {x, y, z};
    double value = 1;
    sum = 0;
    for (int axis = 0; axis < dim; axis++) {
      value *= mode(end, n[axis], k[axis], at[axis], &lambda);
      sum += lambda;
    }
    b.p.rhs[lg_lattice_at(&b.l, x, y, z)] = sum * value;
  }
  double first = 0;
  for (int axis = 0; axis < dim; axis++) { /* the smallest eigenvalue that is not 0 */
    mode(end, n[axis], end == CLOSED, 0, &lambda);
    first += lambda;
    least = fmin(least, lambda);
  }
  if (end != CLOSED) least = first;
  lg_poisson_done done = box_solve(&b, tol, 200, 1, NULL);
  double mean = 0; /* a closed box knows its pressure up to a constant */
  EACH_CELL(&b.l, x, y, z)
  mean += b.p.x[lg_lattice_at(&b.l, x, y, z)] / (double)lg_lattice_cells(&b.l);
  if (end != CLOSED) mean = 0;
  EACH_CELL(&b.l, x, y, z) {
    const int at[3] = {x, y, z}, c = lg_lattice_at(&b.l, x, y, z);
    double value = 1;
    for (int axis = 0; axis < dim; axis++) value *= mode(end, n[axis], k[axis], at[axis], &lambda);
    worst = fmax(worst, fabs(b.p.x[c] - mean - value));
  }
  double bound = 10 * tol * sum / least;
  if (getenv("LAGUNA_TRACE"))
    print_message("%d-D end %d: %d iterations, error %.1e, bound %.1e\n", dim, end, done.iterations,
                  worst, bound);
  assert_true(done.residual <= tol);
  assert_true(worst <= bound);
  box_free(&b);
}

static void eigenvectors(void **state) {
  (void)state;
  const int flat[3] = {48, 37, 1}, solid[3] = {20, 17, 24}, low[3] = {1, 2, 1}, high[3] = {5, 3, 7};
  for (int end = CLOSED; end <= FACE; end++)
    for (int t = 0; t < 2; t++) {
      double tol = t ? 1e-9 : 1e-4;
      eigenvector(2, end, flat, low, tol);
      eigenvector(2, end, flat, high, tol);
      eigenvector(3, end, solid, low, tol);
      eigenvector(3, end, solid, high, tol);
    }
}

/* -lap u = f on the unit square with u = 0 on the walls, u = x (1 - x) sin(pi y) e^x: halving the
   cells quarters the error. */
static double continuum_error(int n) {
  box b;
  box_make(&b, 2, n, n, 1, NULL);
  box_fill(&b, FACE, NULL);
  double h = 1.0 / n, worst = 0;
  EACH_CELL(&b.l, i, j, k) {
    double x = (i + 0.5) * h, y = (j + 0.5) * h, s = exp(x) * sin(LG_PI * y);
    /* u_xx: (x - x^2)'' + 2 (x - x^2)' + (x - x^2), times s */
    double xx = s * (-x * x - 3 * x), u = s * x * (1 - x);
    b.p.rhs[lg_lattice_at(&b.l, i, j, k)] = h * h * (LG_PI * LG_PI * u - xx);
  }
  assert_true(box_solve(&b, 1e-10, 200, 1, NULL).residual <= 1e-10);
  EACH_CELL(&b.l, i, j, k) {
    double x = (i + 0.5) * h, y = (j + 0.5) * h;
    worst = fmax(worst,
                 fabs(b.p.x[lg_lattice_at(&b.l, i, j, k)] - exp(x) * sin(LG_PI * y) * x * (1 - x)));
  }
  box_free(&b);
  return worst;
}

static void second_order(void **state) {
  (void)state;
  double e16 = continuum_error(16), e32 = continuum_error(32), e64 = continuum_error(64);
  print_message("error against the continuum: %.2e, %.2e, %.2e at 16, 32, 64 cells\n", e16, e32,
                e64);
  assert_true(e16 / e32 > 3.6 && e16 / e32 < 4.4);
  assert_true(e32 / e64 > 3.6 && e32 / e64 < 4.4);
}

static bool two_basins(const lg_layout *l, int i, int j, int k) {
  (void)j;
  (void)k;
  return i != l->n[0] / 3;
}

/* Two closed basins and a wall between them, with sources that do not add up to nothing in either.
   */
static void closed_sets_lose_their_mean(void **state) {
  (void)state;
  box b;
  int closed = 0;
  box_make(&b, 3, 19, 11, 8, NULL);
  box_fill(&b, CLOSED, two_basins);
  memset(b.p.level[0].sink, 0, (size_t)b.l.size * sizeof(float)); /* the wall is solid */
  double sum[2] = {0, 0}, cells[2] = {0, 0};
  EACH_CELL(&b.l, i, j, k) {
    int c = lg_lattice_at(&b.l, i, j, k), side = i > b.l.n[0] / 3;
    if (!two_basins(&b.l, i, j, k)) continue;
    b.p.rhs[c] = sin(i * 1.3 + j * 0.7) + 0.4 * side + 0.2;
    sum[side] += b.p.rhs[c];
    cells[side] += 1;
  }
  lg_poisson_done done = box_solve(&b, 1e-7, 200, 1, &closed);
  assert_int_equal(closed, 2);
  assert_true(done.residual <= 1e-7);
  assert_true(box_residual(&b) <= 1.01e-7);
  int c = lg_lattice_at(&b.l, 2, 3, 4), d = lg_lattice_at(&b.l, 12, 3, 4);
  assert_true(fabs(b.p.rhs[c] - (sin(2 * 1.3 + 3 * 0.7) + 0.2 - sum[0] / cells[0])) < 1e-12);
  assert_true(fabs(b.p.rhs[d] - (sin(12 * 1.3 + 3 * 0.7) + 0.6 - sum[1] / cells[1])) < 1e-12);
  box_free(&b);
}

/* A snake of cells: one set, though its rows are many runs that meet late; and islands, each its
   own. */
static bool snake(const lg_layout *l, int i, int j, int k) {
  (void)k;
  return j % 2 == 0 || i == (j % 4 == 1 ? l->n[0] - 1 : 0);
}
static bool islands(const lg_layout *l, int i, int j, int k) {
  (void)l;
  (void)k;
  return i % 4 != 3 && j % 3 != 2;
}

static void sets_are_counted(void **state) {
  (void)state;
  for (int which = 0; which < 2; which++) {
    box b;
    box_make(&b, 2, 15, 17, 1, NULL);
    box_fill(&b, CLOSED, which ? islands : snake);
    memset(b.p.level[0].sink, 0, (size_t)b.l.size * sizeof(float));
    lg_poisson_build(&b.p, 1);
    assert_int_equal(lg_poisson_take_means(&b.p), which ? 4 * 6 : 1);
    box_free(&b);
  }
}

static uint32_t random_state;
static float next_random(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return (float)(random_state >> 8) / 16777216.0f;
}

/* Couplings between nothing and 1, some cells with air, and a right side. */
static void any_couplings(box *b) {
  box_fill(b, AIR, NULL);
  EACH_CELL(&b->l, i, j, k) {
    int c = lg_lattice_at(&b->l, i, j, k);
    for (int axis = 0; axis < b->l.dim; axis++)
      b->p.level[0].a[axis][c] *= next_random() < 0.2f ? 0 : 0.05f + next_random();
    b->p.level[0].sink[c] = next_random() < 0.02f ? 1 : 0;
    b->p.rhs[c] = (double)next_random() - 0.5;
  }
}

/* Grids that are their own coarsest level, which a matrix solves: up to 4 cells an axis, or 32 that
   are up to 8, periodic or not. Conjugate gradients need no more iterations than unknowns, and the
   matrix leaves few of them. */
static void one_level_alone(void **state) {
  (void)state;
  static const int sizes[][4] = {{2, 4, 3, 1}, {2, 4, 4, 1}, {2, 8, 4, 1}, {2, 7, 4, 1},
                                 {3, 4, 4, 4}, {3, 3, 2, 4}, {3, 1, 4, 2}};
  for (size_t t = 0; t < 2 * sizeof sizes / sizeof *sizes; t++) {
    const int *n = sizes[t / 2];
    const bool periodic[3] = {t & 1, t & 1, false};
    box b;
    random_state = 7u + (unsigned)t;
    box_make(&b, n[0], n[1], n[2], n[3], periodic);
    assert_int_equal(b.p.levels, 1);
    any_couplings(&b);
    lg_poisson_done done = box_solve(&b, 1e-7, 100, 1, NULL);
    assert_true(done.residual <= 1e-7 && done.iterations <= 12);
    assert_true(box_residual(&b) < 1.05e-7);
    box_free(&b);
  }
}

/* Any couplings (cut cells, air here and there), any parity, periodic or not, to any tolerance;
   bits are those of one thread. */
static void random_couplings(void **state) {
  (void)state;
  const int threads[4] = {1, 2, 3, 7};
  for (int which = 0; which < 6; which++) {
    const bool periodic[3] = {which & 1, which & 2, which == 5};
    double *first = NULL;
    for (int t = 0; t < 4; t++) {
      box b;
      random_state = 7u + (unsigned)which;
      box_make(&b, which < 3 ? 2 : 3, which < 3 ? 141 : 31, which < 3 ? 122 : 26, 24, periodic);
      any_couplings(&b);
      lg_poisson_done done = box_solve(&b, 1e-7, 300, threads[t], NULL);
      if (getenv("LAGUNA_TRACE"))
        print_message("random %d: %d iterations, residual %.1e\n", which, done.iterations,
                      done.residual);
      assert_true(done.residual <= 1e-7);
      assert_true(fabs(box_residual(&b) / done.residual - 1) < 0.05);
      size_t bytes = (size_t)b.l.size * sizeof(double);
      if (!first) memcpy(first = malloc(bytes), b.p.x, bytes);
      else assert_memory_equal(first, b.p.x, bytes);
      box_free(&b);
    }
    free(first);
  }
}

/* Falling column and closed box at two sizes: the larger needs at most 60 % more (128^3:
   long_poisson.c). */
static void iterations_hardly_grow(void **state) {
  (void)state;
  for (int which = 0; which < 2; which++) {
    int count[2];
    for (int size = 0; size < 2; size++) {
      box b;
      box_make(&b, 3, 24 << size, 24 << size, 24 << size, NULL);
      box_fill(&b, CLOSED, which ? box_dam : NULL);
      box_falls(&b, which ? box_dam : NULL);
      lg_poisson_done done = box_solve(&b, 1e-5, 100, 2, NULL);
      assert_true(done.residual <= 1e-5);
      count[size] = done.iterations;
      box_free(&b);
    }
    print_message("%s: %d iterations at 24^3, %d at 48^3\n", which ? "dam" : "closed box", count[0],
                  count[1]);
    assert_true(count[1] <= 1.6 * count[0] && count[1] <= 20);
  }
}

/* The seed's way: 50 sweeps of SOR smooth, but leave much of a large scale's residual; they
   converge all the same. */
static void sor_converges_slowly(void **state) {
  (void)state;
  double left[2];
  for (int t = 0; t < 2; t++) {
    box b;
    box_make(&b, 2, 64, 64, 1, NULL);
    box_fill(&b, CLOSED, box_dam);
    box_falls(&b, box_dam);
    lg_poisson_build(&b.p, 1);
    lg_poisson_take_means(&b.p);
    lg_poisson_how how = {
        .method = LG_POISSON_SOR, .iterations = t ? 2000 : 50, .relaxation = 1.6f, .threads = 1};
    lg_poisson_done done = lg_poisson_solve(&b.p, &how);
    left[t] = box_residual(&b);
    assert_int_equal(done.iterations, how.iterations);
    assert_true(fabs(left[t] / done.residual - 1) < 0.05);
    box_free(&b);
  }
  print_message("SOR leaves %.3f after 50 sweeps, %.1e after 2000\n", left[0], left[1]);
  assert_true(left[0] > 1e-3 && left[1] < 1e-4);
}

/* Unknowns that push something common, light or heavy: rhs less U G U^T x, summed here, is what A x
   must be. */
static void what_gives_way_is_solved_for(void **state) {
  (void)state;
  for (int run = 0; run < 6; run++) {
    box b;
    box_make(&b, 2 + run % 2, 24, 20, run % 2 ? 16 : 1, NULL);
    box_fill(&b, AIR, NULL);
    box_falls(&b, NULL);
    const double gain = pow(100, run / 2 - 1);
    const int room = 60;
    assert_true(lg_mem_room(&b.mem, &b.p.bond, (size_t)room, sizeof *b.p.bond));
    assert_true(lg_mem_room(&b.mem, &b.p.ut_x, 2, sizeof *b.p.ut_x));
    assert_true(lg_mem_room(&b.mem, &b.p.g_ut_x, 2, sizeof *b.p.g_ut_x));
    lg_islands give = {.n = 0};
    assert_true(lg_islands_begin(&b.mem, &give, 2) && lg_islands_end(&b.mem, &give));
    b.p.give = &give;
    b.p.give_scale = gain;
    b.p.bonds = (size_t)room;
    for (int k = 0; k < 12; k++) lg_islands_row(&give, k / 6, k % 6, k / 6)[k % 6] = 1 + k;
    for (int n = 0; n < room; n++) { /* some cells twice */
      b.p.bond[n] =
          (lg_poisson_bond){.cell = lg_lattice_at(&b.l, 3 + n % 17, 1 + n % 11, 0), .group = n % 2};
      for (int k = 0; k < 6; k++) b.p.bond[n].u[k] = sin(7.0 * n + 3.0 * k);
    }
    lg_poisson_done done = box_solve(&b, 1e-6, 200, 1, NULL);
    double sum[2][6] = {{0}}, plain = box_residual(&b);
    for (int n = 0; n < room; n++)
      for (int k = 0; k < 6; k++) sum[n % 2][k] += b.p.bond[n].u[k] * b.p.x[b.p.bond[n].cell];
    for (int n = 0; n < room; n++)
      for (int k = 0; k < 6; k++)
        b.p.rhs[b.p.bond[n].cell] -= b.p.bond[n].u[k] * gain * (1 + k + 6 * (n % 2)) *
                                     sum[n % 2][k];
    if (getenv("LAGUNA_TRACE"))
      print_message("gain %g: %d iterations, residual %.1e\n", gain, done.iterations,
                    box_residual(&b));
    assert_true(done.residual <= 1e-6 && box_residual(&b) <= 2e-6 && plain > 1e-3);
    lg_islands_free(&b.mem, &give);
    box_free(&b);
  }
}

static void nothing_to_do(void **state) {
  (void)state;
  box b;
  box_make(&b, 2, 5, 4, 1, NULL);
  lg_poisson_done done = box_solve(&b, 1e-4, 10, 1, NULL); /* no unknowns */
  assert_int_equal(done.iterations, 0);
  box_fill(&b, CLOSED, NULL);
  done = box_solve(&b, 1e-4, 10, 1, NULL); /* no divergence */
  assert_int_equal(done.iterations, 0);
  EACH_CELL(&b.l, i, j, k) b.p.rhs[lg_lattice_at(&b.l, i, j, k)] = 3;
  done = box_solve(&b, 1e-4, 10, 1, NULL); /* a mean and nothing else */
  EACH_CELL(&b.l, i, j, k) assert_true(fabs(b.p.x[lg_lattice_at(&b.l, i, j, k)]) < 1e-12);
  box_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(eigenvectors),
                                     cmocka_unit_test(second_order),
                                     cmocka_unit_test(closed_sets_lose_their_mean),
                                     cmocka_unit_test(sets_are_counted),
                                     cmocka_unit_test(random_couplings),
                                     cmocka_unit_test(one_level_alone),
                                     cmocka_unit_test(iterations_hardly_grow),
                                     cmocka_unit_test(sor_converges_slowly),
                                     cmocka_unit_test(what_gives_way_is_solved_for),
                                     cmocka_unit_test(nothing_to_do)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
