/* The automatic range. */
#include "picture/range.h"
#include "stage.h"

/* Of 0, 1, ..., 999 in any order: 2 % and 98 %, within the rounding of ranks; outliers and not
   finite values do not count. */
static void percentiles(void **state) {
  (void)state;
  float value[1000], low, high;
  /* 377 and 1000 have no common divisor */
  for (int i = 0; i < 1000; i++) value[i] = (float)(i * 377 % 1000);
  assert_true(lg_range_of(value, 1000, &low, &high));
  assert_float_equal(low, 20, 1.5);
  assert_float_equal(high, 979, 1.5);
  value[3] = NAN, value[10] = INFINITY, value[20] = 1e20f;
  assert_true(lg_range_of(value, 1000, &low, &high));
  assert_float_equal(high, 979, 3);
  value[0] = NAN;
  assert_false(lg_range_of(value, 1, &low, &high));
  assert_false(lg_range_of(value, 0, &low, &high));
}

/* A million values are sampled: the percentiles of a ramp come out within 1 %. */
static void samples(void **state) {
  (void)state;
  size_t n = 1000000;
  float *value = malloc(n * sizeof *value), low, high;
  for (size_t i = 0; i < n; i++) value[i] = (float)i / (float)n;
  assert_true(lg_range_of(value, n, &low, &high));
  assert_float_equal(low, 0.02, 0.01);
  assert_float_equal(high, 0.98, 0.01);
  free(value);
}

/* The first range is taken as it is, zero included where it is near; later ones are approached
   without a jump. */
static void follows_smoothly(void **state) {
  (void)state;
  lg_range r = {0};
  lg_range_follow(&r, 0.5f, 10);
  assert_float_equal(r.low, 0, 0);
  assert_float_equal(r.high, 10, 0);
  float before = r.high;
  /* outwards: quick, but never more than a third of the way at once */
  for (int i = 0; i < 40; i++) {
    lg_range_follow(&r, 0, 20);
    assert_true(r.high > before && r.high - before < (20 - before) / 3 && r.high <= 20);
    before = r.high;
  }
  assert_float_equal(r.high, 20, 0.01);
  for (int i = 0; i < 10; i++) lg_range_follow(&r, 0, 2); /* inwards: slow */
  assert_true(r.high > 17);
}

/* Water at rest: whatever comes, the range stays wider than 14 % of the widest so far, and above
   zero. */
static void never_narrow(void **state) {
  (void)state;
  lg_range r = {0};
  lg_range_follow(&r, 0, 10);
  for (int i = 0; i < 2000; i++) lg_range_follow(&r, 0, 1e-4f);
  assert_true(r.low >= 0 && r.high - r.low > 1.4f && r.high < 1.6f);
}

/* All values the same: a range around them that is not empty; all zero: an empty one. */
static void constant(void **state) {
  (void)state;
  lg_range r = {0}, zero = {0};
  lg_range_follow(&r, 5, 5);
  assert_true(r.low < 5 && r.high > 5 && r.high - r.low < 0.1f);
  lg_range_follow(&zero, 0, 0);
  assert_true(zero.low == 0 && zero.high == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(percentiles), cmocka_unit_test(samples),
                                     cmocka_unit_test(follows_smoothly),
                                     cmocka_unit_test(never_narrow), cmocka_unit_test(constant)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
