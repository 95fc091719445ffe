/* core/base/simd: sums, packs and extremes by lanes against one by one, to the bit. */
#include "core/base/simd.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static uint32_t seed = 1;
static float roll(void) {
  seed = seed * 1664525U + 1013904223U;
  return (float)(int32_t)seed * 0x1p-31f;
}

/* lg_most, lg_least: of any number of values; what is no number is passed over, whatever stands
   beside it. */
static void extremes_pass_over_nan(void **state) {
  (void)state;
  float x[40];
  for (size_t n = 0; n <= 40; n++) {
    float most = -0.75f, least = 0.75f;
    for (size_t i = 0; i < n; i++) {
      x[i] = (i * 7 + n) % 5 == 0 ? NAN : roll();
      if (x[i] > most) most = x[i];
      if (x[i] < least) least = x[i];
    }
    assert_true(lg_most(x, n, -0.75f) == most);
    assert_true(lg_least(x, n, 0.75f) == least);
  }
}

/* lg_v8_sum: halves, quarters, pairs. */
static void sums_have_one_order(void **state) {
  (void)state;
  for (int round = 0; round < 100; round++) {
    float x[8], h[4];
    for (int k = 0; k < 8; k++) x[k] = roll() * powf(10, (float)(round % 7));
    for (int k = 0; k < 4; k++) h[k] = x[k] + x[k + 4];
    const float want = (h[0] + h[2]) + (h[1] + h[3]);
    assert_true(lg_v8_sum(lg_v8_load(x)) == want);
    assert_true(lg_v8_sum3(lg_v8_all(0), lg_v8_load(x), lg_v8_load(x))[1] == want);
  }
}

/* lg_v8_gather: lane k of column c is number c of pack j[k]. */
static void packs_become_columns(void **state) {
  (void)state;
  lg_v4 pack[50];
  int32_t j[8];
  for (int i = 0; i < 50; i++) pack[i] = (lg_v4){roll(), roll(), roll(), roll()};
  for (int k = 0; k < 8; k++) j[k] = (k * 29 + 3) % 50;
  lg_v8 column[4];
  lg_v8_gather(pack, j, column);
  for (int c = 0; c < 4; c++)
    for (int k = 0; k < 8; k++) assert_true(column[c][k] == pack[j[k]][c]);
}

static bool holds(lg_v8 lanes, int lane, float there, float elsewhere) {
  for (int k = 0; k < 8; k++) {
    const float want = k == lane ? there : elsewhere, got = lanes[k];
    if (memcmp(&got, &want, sizeof got) != 0) return false;
  }
  return true;
}

/* lg_v8_less, _max, _min, _positive and lg_m8_all by the words of simd.h, to the bit and in one
   lane alone, of infinities, zeros and what is no number. */
static void choices_are_made_lane_by_lane(void **state) {
  (void)state;
  static const float some[] = {-INFINITY, -1, -FLT_MIN, -0.0f,    0,  FLT_MIN,
                               0.5f,      1,  FLT_MAX,  INFINITY, NAN};
  const int n = sizeof some / sizeof some[0];
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      const float a = some[i], b = some[k];
      lg_v8 left = lg_v8_all(7), other = left;
      left[i % 8] = a;
      other[i % 8] = b;
      assert_true(holds(lg_v8_max(left, other), i % 8, a > b ? a : b, 7));
      assert_true(holds(lg_v8_min(left, other), i % 8, a < b ? a : b, 7));
      assert_true(
          holds(lg_v8_less(left, other, lg_v8_all(2), lg_v8_all(3)), i % 8, a < b ? 2 : 3, 3));
      if (!isnan(a)) assert_true(holds(lg_v8_positive(left), i % 8, a > 0 ? a : 0, 7));
      assert_int_equal(lg_m8_all(i - k)[k % 8], i - k);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(extremes_pass_over_nan),
      cmocka_unit_test(sums_have_one_order),
      cmocka_unit_test(packs_become_columns),
      cmocka_unit_test(choices_are_made_lane_by_lane),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
