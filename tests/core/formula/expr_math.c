/* The functions of formulas against libm in double, over the range of floats and at the ends of it.
   */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/formula/expr_math.h"
#include "near.h"

/* Worst |f - g|, in units of max(1, |g|) if `relative`, of 1 otherwise. */
static double worst(float (*f)(float), double (*g)(double), double from, double to, bool relative,
                    bool geometric) {
  enum { N = 400000 };
  double most = 0;
  for (int i = 0; i <= N; i++) {
    double t = (double)i / N;
    float x = (float)(geometric ? from * pow(to / from, t) : from + (to - from) * t);
    double exact = g((double)x), error = fabs((double)f(x) - exact);
    if (relative) error /= fabs(exact);
    if (error > most) most = error;
  }
  return most;
}

static float sine(float x) { return lg_sin(x); }
static float cosine(float x) { return lg_cos(x); }
static float exponential(float x) { return lg_exp(x); }
static float logarithm(float x) { return lg_log(x); }
static float hyperbolic(float x) { return lg_tanh(x); }
static float whole(float x) { return lg_floor(x); }

static void close_to_libm(void **state) {
  (void)state;
  assert_near(worst(sine, sin, -100, 100, false, false), 0, 1.3e-7);
  assert_near(worst(sine, sin, 1e3, 1e5, false, true), 0, 1.3e-7);
  assert_near(worst(cosine, cos, -100, 100, false, false), 0, 1.3e-7);
  assert_near(worst(cosine, cos, 1e3, 1e5, false, true), 0, 1.3e-7);
  assert_near(worst(exponential, exp, -87, 88.7, true, false), 0, 1.5e-7);
  /* relative where the logarithm is near 0 */
  assert_near(worst(logarithm, log, 1e-37, 1e38, true, true), 0, 1.5e-6);
  assert_near(worst(logarithm, log, 0.01, 100, false, true), 0, 4.5e-7);
  assert_near(worst(hyperbolic, tanh, -12, 12, false, false), 0, 1.5e-7);
  assert_near(worst(whole, floor, -1000.5, 1000.5, false, false), 0, 0);
  assert_near(worst(whole, floor, 1e3, 1e30, false, true), 0, 0);
}

static void two_operands(void **state) {
  (void)state;
  for (int i = 0; i < 720; i++)
    for (int k = -20; k <= 20; k += 5) {
      double a = i * LG_PI / 360, r = pow(10, k);
      float y = (float)(r * sin(a)), x = (float)(r * cos(a));
      assert_near(lg_atan2(y, x), atan2((double)y, (double)x), 3e-7);
    }
  for (int i = 0; i < 300; i++)
    for (int k = -60; k <= 60; k++) {
      float a = (float)pow(1.3, i - 150), b = (float)k / 7;
      double exact = pow((double)a, (double)b);
      if (exact < 1e-37 || exact > 3e38) continue;
      assert_near((double)lg_power(a, b) / exact, 1, 3e-7);
      if (k % 7 == 0 && k)
        assert_near((double)lg_power(-a, (float)(k / 7)) / pow((double)-a, k / 7), 1, 3e-7);
    }
}

/* Infinities, zeros, what has no value, and numbers too large or too small. */
static void ends(void **state) {
  (void)state;
  const float inf = INFINITY;
  assert_true(isnan(lg_sin(NAN)) && isnan(lg_cos(inf)) && isnan(lg_exp(NAN)) &&
              isnan(lg_log(NAN)) && isnan(lg_tanh(NAN)));
  assert_true(isnan(lg_log(-1)) && isnan(lg_power(-2, 0.5f)) && isnan(lg_atan2(NAN, 1)) &&
              isnan(lg_floor(NAN)));
  assert_true(lg_exp(inf) == inf && lg_exp(200) == inf && lg_exp(-inf) == 0 && lg_exp(-200) == 0 &&
              lg_exp(0) == 1);
  assert_true(lg_log(0) == -inf && lg_log(inf) == inf && lg_log(1) == 0);
  assert_near(lg_log(1e-41f), log((double)1e-41f), 1e-5);
  assert_near((double)lg_exp(-95) / exp(-95), 1, 1e-2); /* a denormal */
  assert_true(lg_tanh(100) == 1 && lg_tanh(-inf) == -1 && lg_tanh(0) == 0);
  assert_true(lg_atan2(0, 1) == 0 && lg_atan2(0, 0) == 0);
  assert_near(lg_atan2(0, -1), LG_PI, 1e-6);
  assert_near(lg_atan2(-1, 0), -LG_PI / 2, 1e-6);
  assert_near(lg_atan2(inf, inf), LG_PI / 4, 1e-6);
  assert_true(lg_power(0, 0) == 1 && lg_power(0, 2) == 0 && lg_power(0, -1) == inf &&
              lg_power(1, NAN) == 1);
  assert_true(lg_power(inf, 2) == inf && lg_power(inf, -2) == 0 && lg_power(2, 1000) == inf &&
              lg_power(2, -1000) == 0);
  assert_true(lg_power(-2, 3) == -8 && lg_power(-2, 2) == 4);
  assert_true(lg_floor(-0.5f) == -1 && lg_floor(-1) == -1 && lg_floor(inf) == inf &&
              lg_floor(1e20f) == 1e20f);
  assert_true(lg_sign(-3) == -1 && lg_sign(3) == 1 && lg_sign(0) == 0 && isnan(lg_sign(NAN)));
}

/* Lattice numbers: mean, variance and counts in 16 bins that chance allows (5 sigma), no likeness
   of neighbours. */
static void lattice_is_random(void **state) {
  (void)state;
  enum { SIDE = 200, BINS = 16 };
  double sum = 0, square = 0, product = 0, n = SIDE * SIDE, chi2 = 0;
  int bin[BINS] = {0};
  for (int y = -SIDE / 2; y < SIDE / 2; y++)
    for (int x = -SIDE / 2; x < SIDE / 2; x++) {
      double u = (double)lg_hash3((float)x, (float)y, 0, 7),
             right = (double)lg_hash3((float)(x + 1), (float)y, 0, 7);
      assert_true(u >= 0 && u < 1);
      sum += u;
      square += (u - 0.5) * (u - 0.5);
      product += (u - 0.5) * (right - 0.5);
      bin[(int)(u * BINS)]++;
    }
  for (int b = 0; b < BINS; b++) chi2 += pow(bin[b] - n / BINS, 2) / (n / BINS);
  assert_near(sum / n, 0.5, 5 * sqrt(1 / (12 * n)));
  assert_near(square / n, 1 / 12.0, 5 * sqrt(1 / (180 * n)));
  assert_near(product / n, 0, 5 / (12 * sqrt(n)));
  assert_true(chi2 < 15 + 5 * sqrt(30));
  assert_true(lg_hash3(1, 2, 0, 7) != lg_hash3(1, 2, 0, 8) &&
              lg_hash3(1, 2, 0, 7) != lg_hash3(2, 1, 0, 7));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(close_to_libm),
                                     cmocka_unit_test(two_operands), cmocka_unit_test(ends),
                                     cmocka_unit_test(lattice_is_random)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
