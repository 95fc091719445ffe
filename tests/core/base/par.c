/* Parallel loops: every index once, whatever the thread count, and sums of the same bits. */
#include "core/base/par.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

enum { N = 10 * LG_BLOCK + 123 };

static void touch(void *user, size_t begin, size_t end) {
  int *seen = user;
  assert_true(end - begin <= LG_BLOCK);
  for (size_t i = begin; i < end; i++) seen[i]++;
}

static double squares(void *user, size_t begin, size_t end) {
  const float *x = user;
  double sum = 0;
  for (size_t i = begin; i < end; i++) sum += (double)(x[i] * x[i]);
  return sum;
}

/* Blocks cover [0, n) once each, for n = 0, a part of a block, and many blocks. */
static void loops_cover_every_index_once(void **state) {
  (void)state;
  const size_t sizes[] = {0, 1, LG_BLOCK, N};
  for (size_t s = 0; s < 4; s++)
    for (int threads = 1; threads <= 7; threads += 2) {
      int seen[N] = {0};
      lg_par_for(threads, sizes[s], touch, seen);
      for (size_t i = 0; i < N; i++) assert_int_equal(seen[i], i < sizes[s]);
      int done[N] = {0};
      lg_par_tasks(threads, sizes[s], touch, done);
      for (size_t i = 0; i < N; i++) assert_int_equal(done[i], i < sizes[s]);
    }
}

/* A sum of numbers of very different size has the same bits for 1, 2, 3 and 7 threads, and is right
   to 1e-12. */
static void sums_do_not_depend_on_threads(void **state) {
  (void)state;
  static float x[N];
  double partial[N / LG_BLOCK + 1], exact = 0;
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 97) * (i % 2 ? 1e-4f : 1e4f);
    exact += (double)(x[i] * x[i]);
  }
  double one = lg_par_sum(1, N, squares, x, partial);
  assert_true(fabs(one / exact - 1) < 1e-12);
  const int team[] = {2, 3, 7};
  for (int t = 0; t < 3; t++) {
    double many = lg_par_sum(team[t], N, squares, x, partial);
    assert_memory_equal(&many, &one, sizeof one);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_cover_every_index_once),
      cmocka_unit_test(sums_do_not_depend_on_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
