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

static lg_tally squares(void *user, size_t begin, size_t end) {
  const float *x = user;
  lg_tally found = {.other = (double)(end - begin)};
  for (size_t i = begin; i < end; i++) {
    found.sum += (double)(x[i] * x[i]);
    found.most = lg_maxf(found.most, x[i]);
  }
  return found;
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

static void whole_block(void *user, size_t begin, size_t end) {
  int *seen = user;
  assert_int_equal(begin % LG_BLOCK, 0);
  assert_int_equal(end, begin + LG_BLOCK < N ? begin + LG_BLOCK : N);
  seen[begin / LG_BLOCK]++;
}

static void part_of_block(void *user, size_t begin, size_t end) {
  (void)end;
  assert_int_equal(begin % 128, 0);
  ((int *)user)[begin / 128]++;
}

/* Who writes something for each block gets whole ones on any number of threads. For others many
   threads share the few blocks in parts, which no vector crosses. */
static void few_blocks_are_parted_for_many_threads(void **state) {
  (void)state;
  for (int threads = 1; threads <= 16; threads *= 4) {
    int whole[N / LG_BLOCK + 1] = {0}, part[N / 128 + 1] = {0}, parts = 0;
    lg_par_blocks(threads, N, whole_block, whole);
    for (int b = 0; b <= N / LG_BLOCK; b++) assert_int_equal(whole[b], 1);
    lg_par_for(threads, N, part_of_block, part);
    for (int i = 0; i <= N / 128; i++) parts += part[i];
    assert_int_equal(parts, threads == 1 ? 11 : threads == 4 ? 21 : 41);
  }
}

/* Sums of numbers of very different size have the same bits for 1, 2, 3 and 7 threads, and are
   right to 1e-12; the largest is the largest. */
static void tallies_do_not_depend_on_threads(void **state) {
  (void)state;
  static float x[N];
  lg_tally partial[N / LG_BLOCK + 1];
  double exact = 0;
  for (int i = 0; i < N; i++) {
    x[i] = (float)(i % 97) * (i % 2 ? 1e-4f : 1e4f);
    exact += (double)(x[i] * x[i]);
  }
  lg_tally one = lg_par_tally(1, N, squares, x, partial);
  assert_true(fabs(one.sum / exact - 1) < 1e-12);
  assert_true(one.other == N && one.most == 96e4f);
  const int team[] = {2, 3, 7};
  for (int t = 0; t < 3; t++) {
    lg_tally many = lg_par_tally(team[t], N, squares, x, partial);
    assert_true(many.sum == one.sum && many.other == one.other && many.most == one.most);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_cover_every_index_once),
      cmocka_unit_test(few_blocks_are_parted_for_many_threads),
      cmocka_unit_test(tallies_do_not_depend_on_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
