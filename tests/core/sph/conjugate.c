/* Conjugate residuals that look at G once a step: against a closed form, projected Gauss-Seidel,
   and what momentum alone takes. */
#include "core/sph/conjugate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

enum { N = 400 };
static const float GAIN = 0.25f; /* 1 over the largest eigenvalue of the chain */

/* (2 p_i - p_i-1 - p_i+1) = b_i on a chain whose ends are at 0, p >= 0; or of a p below 0 a share
   is left in each iteration. */
typedef struct chain {
  double b[N];
  double negative;
  float y[N], found[N], change[N], gain[N];
  lg_conjugate c;
  void *room;
  int looks;
} chain;

static double row(const float *p, int i) {
  return 2 * (double)p[i] - (i > 0 ? (double)p[i - 1] : 0) - (i < N - 1 ? (double)p[i + 1] : 0);
}

/* G(y); returns the mean of |F| / gain. */
static double look(chain *j) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    double p = (double)j->y[i] + (double)GAIN * (j->b[i] - row(j->y, i));
    if (p < 0) p *= j->negative;
    j->found[i] = (float)p;
    j->change[i] = (float)(p - (double)j->y[i]);
    sum += fabs((double)j->change[i] / (double)GAIN);
  }
  j->looks++;
  return sum / N;
}

static void begin(chain *j, int threads) {
  j->room = malloc(lg_conjugate_bytes(N));
  void *end = lg_conjugate_place(&j->c, threads, N, j->room);
  assert_ptr_equal(end, (char *)j->room + lg_conjugate_bytes(N));
  memset(j->y, 0, sizeof j->y);
  for (int i = 0; i < N; i++) j->gain[i] = GAIN;
  j->c.gain = j->gain;
  j->c.trial = j->y;
  j->c.change = j->change;
  j->c.clamps = j->negative == 0;
  j->looks = 0;
  lg_conjugate_begin(&j->c);
}

/* Until the mean error is below; found: the answer. */
static void solve(chain *j, double below) {
  double error = look(j);
  while (error > below && j->looks < 20000) {
    for (size_t at = 0; at < N; at += LG_BLOCK)
      lg_conjugate_measure(&j->c, at, at + LG_BLOCK < N ? at + LG_BLOCK : N);
    lg_conjugate_move(&j->c, error);
    error = look(j);
  }
}

/* The same by momentum that starts again when the error grows. */
static void solve_by_momentum(chain *j, double below) {
  float before[N] = {0};
  double error, least = HUGE_VAL;
  int64_t k = 0;
  memset(j->y, 0, sizeof j->y);
  j->looks = 0;
  while ((error = look(j)) > below && j->looks < 20000) {
    k = error > 1.02 * least ? 0 : k + 1;
    least = k ? fmin(error, least) : error;
    for (int i = 0; i < N; i++) {
      j->y[i] = fmaxf(j->found[i] + lg_momentum(k) * (j->found[i] - before[i]), 0);
      before[i] = j->found[i];
    }
  }
}

/* The same by projected Gauss-Seidel, very many sweeps of it. */
static void sweep_until_still(const chain *j, float *p) {
  for (int sweep = 0; sweep < 30000; sweep++)
    for (int i = 0; i < N; i++)
      p[i] = (float)fmax((double)p[i] + 0.5 * 1.9 * (j->b[i] - row(p, i)), 0);
}

static double farthest(const float *p, const float *q) {
  double off = 0;
  for (int i = 0; i < N; i++) off = fmax(off, fabs((double)(p[i] - q[i])));
  return off;
}

static float largest(const float *p) {
  float most = 0;
  for (int i = 0; i < N; i++) most = fmaxf(most, p[i]);
  return most;
}

/* A load of 1 everywhere: p_i = (i + 1) (N - i) / 2. Conjugate residuals know that after N / 2
   looks, in which the ends' news has met in the middle. */
static void an_even_load_has_its_closed_form(void **state) {
  (void)state;
  static chain j;
  for (int i = 0; i < N; i++) j.b[i] = 1;
  begin(&j, 2);
  solve(&j, 5e-3);
  int looks = j.looks;
  for (int i = 0; i < N; i++) {
    double truth = 0.5 * (i + 1) * (N - i);
    assert_true(fabs((double)j.found[i] - truth) < 0.01 * N * N / 8.0);
  }
  solve_by_momentum(&j, 5e-3);
  print_message("a chain of %d: %d looks, %d with momentum alone\n", N, looks, j.looks);
  assert_true(looks <= N / 2 + 2 && 2 * looks < j.looks);
  free(j.room);
}

/* Where the load pulls p stays at 0: as projected Gauss-Seidel says after very many sweeps. */
static void what_would_pull_stays_at_zero(void **state) {
  (void)state;
  static chain j;
  static float p[N];
  for (int i = 0; i < N; i++) j.b[i] = i % 60 < 36 ? 1 : -4;
  sweep_until_still(&j, p);

  begin(&j, 1);
  solve(&j, 1e-3);
  const double off = farthest(j.found, p);
  int free_of_load = 0;
  for (int i = 0; i < N; i++) {
    assert_true(j.found[i] >= 0);
    free_of_load += p[i] == 0;
  }
  print_message("with loads that pull in between: %d looks, off by %.2g of %.3g\n", j.looks, off,
                (double)largest(p));
  assert_true(free_of_load > 50 && off < 0.01 * (double)largest(p) && j.looks < 2 * N);
  free(j.room);
}

/* Where the load pulls in few, wide places steps along the residual win little: momentum takes over
   from where they were, and comes to the same answer. */
static void momentum_takes_over(void **state) {
  (void)state;
  static chain j;
  static float p[N];
  for (int i = 0; i < N; i++) j.b[i] = i % 200 < 120 ? 1 : -2;
  sweep_until_still(&j, p);

  begin(&j, 2);
  solve(&j, 1e-3);
  const double off = farthest(j.found, p);
  print_message("with wide loads that pull: %d looks, off by %.2g of %.3g\n", j.looks, off,
                (double)largest(p));
  assert_int_equal(j.c.stage, LG_BY_MOMENTUM);
  assert_true(j.looks < 20000 && off < 0.01 * (double)largest(p));
  free(j.room);
}

/* Where half of what is below 0 is left in each iteration F becomes 0, too, in fewer looks than by
   plain iterations. */
static void half_of_what_pulls_is_left(void **state) {
  (void)state;
  static chain j;
  j.negative = 0.5;
  for (int i = 0; i < N; i++) j.b[i] = i % 60 < 36 ? 1 : -4;
  begin(&j, 1);
  solve(&j, 1e-3);
  const int looks = j.looks;

  memset(j.y, 0, sizeof j.y);
  j.looks = 0;
  while (look(&j) > 1e-3 && j.looks < 20000) memcpy(j.y, j.found, sizeof j.y);
  print_message("with half of the pull: %d looks, %d of plain iterations\n", looks, j.looks);
  assert_true(looks < j.looks && j.looks < 20000);
  free(j.room);
}

/* The same bits on any number of threads. */
static void threads_do_not_matter(void **state) {
  (void)state;
  static chain j[2];
  for (int t = 0; t < 2; t++) {
    for (int i = 0; i < N; i++) j[t].b[i] = sin(0.1 * i) + 0.3;
    begin(&j[t], 1 + 2 * t);
    solve(&j[t], 1e-2);
    free(j[t].room);
  }
  assert_int_equal(j[0].looks, j[1].looks);
  assert_memory_equal(j[0].found, j[1].found, sizeof j[0].found);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_even_load_has_its_closed_form),
      cmocka_unit_test(what_would_pull_stays_at_zero), cmocka_unit_test(momentum_takes_over),
      cmocka_unit_test(half_of_what_pulls_is_left), cmocka_unit_test(threads_do_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
