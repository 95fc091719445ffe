/* The functions of numbers against those of the C library in long double, which has 11 bits more:
   ulps over their whole range, what is special, and whole results where there are any. */
#include "kinds.h"

#include <stdio.h>

typedef double function(double x);
typedef long double judge(long double x);

static uint64_t state = 1;
static double chance(void) { /* in [0, 1) */
  state = state * 6364136223846793005u + 1442695040888963407u;
  return ldexp((double)(state >> 11), -53);
}

static double ulps(double y, long double right) {
  int e;
  frexp((double)right, &e);
  double ulp = ldexp(1, e - 53 < -1074 ? -1074 : e - 53);
  return fabs((double)((long double)y - right)) / ulp;
}

/* Of numbers x with low <= |x| < high, evenly over their exponents, in both signs or above 0. */
static void hold(const char *name, function *f, judge *right, double low, double high, bool both,
                 double most) {
  double worst = 0, at = 0;
  for (int i = 0; i < 100000; i++) {
    double x = exp(log(low) + (log(high) - log(low)) * chance());
    if (both && i % 2) x = -x;
    double off = ulps(f(x), right((long double)x));
    if (off > worst) at = x;
    worst = fmax(worst, off);
  }
  if (getenv("LAGUNA_TRACE")) printf("%s: %.3f ulp at %.17g\n", name, worst, at);
  if (worst > most) fail_msg("%s(%.17g): %.3f ulp", name, at, worst);
}

static void last_digits(void **state_) {
  (void)state_;
  hold("sin", lg_math_sin, sinl, 1e-9, 1e6, true, 0.8);
  hold("cos", lg_math_cos, cosl, 1e-9, 1e6, true, 0.8);
  hold("tan", lg_math_tan, tanl, 1e-9, 1e6, true, 2);
  hold("sin of large ones", lg_math_sin, sinl, 1e6, 1e18, true, 0.8);
  hold("cos of large ones", lg_math_cos, cosl, 1e6, 1e18, true, 0.8);
  hold("exp", lg_math_exp, expl, 1e-9, 708, true, 0.8);
  hold("tanh", lg_math_tanh, tanhl, 1e-9, 30, true, 3);
  hold("log", lg_math_log, logl, 1e-308, 1e308, false, 0.8);
  hold("log near 1", lg_math_log, logl, 0.5, 2, false, 0.8);
  hold("log2", lg_math_log2, log2l, 1e-308, 1e308, false, 0.8);
  hold("log2 near 1", lg_math_log2, log2l, 0.5, 2, false, 0.8);
  hold("log10", lg_math_log10, log10l, 1e-308, 1e308, false, 0.8);
  hold("asin", lg_math_asin, asinl, 1e-9, 1, true, 2);
  hold("acos", lg_math_acos, acosl, 1e-9, 1, true, 2);
}

static void angles(void **state_) {
  (void)state_;
  double worst = 0;
  for (int i = 0; i < 200000; i++) {
    double y = (chance() - 0.5) * pow(10, 8 * chance()),
           x = (chance() - 0.5) * pow(10, 8 * chance());
    worst = fmax(worst, ulps(lg_math_atan2(y, x), atan2l((long double)y, (long double)x)));
  }
  if (getenv("LAGUNA_TRACE")) printf("atan2: %.3f ulp\n", worst);
  assert_true(worst < 0.8);
  double tiny[] = {1e-310, 5e-324, 1e-200, 1, 1e300, 1e308};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      assert_true(ulps(lg_math_atan2(tiny[i], -tiny[j]),
                       atan2l((long double)tiny[i], -(long double)tiny[j])) < 1);
}

/* The nearest that a double comes to a multiple of pi / 2 (Kahan's example), and huge numbers:
   against digits that were computed in integers of 2400 bits. */
static void far_from_zero(void **state_) {
  (void)state_;
  assert_true(lg_math_cos(0x1.6ac5b262ca1ffp849) == -4.6871659242546277e-19 ||
              fabs(lg_math_cos(0x1.6ac5b262ca1ffp849) / 4.6871659242546277e-19) < 1 + 1e-15);
  assert_near(lg_math_sin(1e22), -0.8522008497671888, 1e-16);
  assert_near(lg_math_cos(1e22), 0.5232147853951389, 2e-16);
  assert_near(lg_math_sin(1e300), -0.8178819121159085, 1e-16);
  assert_true(lg_math_sin(-1e22) == -lg_math_sin(1e22) && lg_math_cos(-1e22) == lg_math_cos(1e22));
}

#define SAME(f)                                                                                    \
  for (int i = 0; i < 12; i++) {                                                                   \
    double mine = lg_math_##f(special[i]), theirs = f(special[i]);                                 \
    if (!(isnan(mine) && isnan(theirs)) && (mine != theirs || signbit(mine) != signbit(theirs)))   \
      fail_msg(#f "(%g) is %g, not %g", special[i], mine, theirs);                                 \
  }

static void special_cases(void **state_) {
  (void)state_;
  const double special[12] = {0,      -0.0,    HUGE_VAL, -HUGE_VAL, (double)NAN, 1,
                              5e-324, -5e-324, 1e308,    -1e308,    -1,          1e-310};
  SAME(exp)
  SAME(tanh)
  SAME(log2)
  const double few[] = {0, -0.0, HUGE_VAL, -HUGE_VAL, (double)NAN, 1, 5e-324, -5e-324};
  for (int i = 0; i < 8; i++) {
    double x = few[i];
    assert_true(signbit(lg_math_sin(x)) == signbit(sin(x)) || isnan(sin(x)));
    assert_int_equal(isnan(lg_math_sin(x)), isnan(sin(x)));
    assert_int_equal(isnan(lg_math_tan(x)), isnan(tan(x)));
    assert_int_equal(isnan(lg_math_asin(x)), isnan(asin(x)));
    assert_int_equal(isnan(lg_math_acos(x)), isnan(acos(x)));
    assert_int_equal(isinf(lg_math_log10(x)), isinf(log10(x)));
    for (int j = 0; j < 8; j++) {
      double mine = lg_math_atan2(x, few[j]), theirs = atan2(x, few[j]);
      if (isnan(theirs)) assert_true(isnan(mine));
      else assert_true(fabs(mine - theirs) <= 1e-15 && signbit(mine) == signbit(theirs));
    }
  }
  assert_true(lg_math_acos(1) == 0 && lg_math_cos(0) == 1 && lg_math_log(1) == 0);
  assert_true(lg_math_exp(709.79) == HUGE_VAL && lg_math_exp(-746) == 0);
}

/* Powers give their exponents back. */
static void whole_results(void **state_) {
  (void)state_;
  for (int n = -1074; n < 1024; n++) assert_true(lg_math_log2(ldexp(1, n)) == n);
  double ten = 1;
  for (int n = 0; n < 23; n++, ten *= 10) assert_true(lg_math_log10(ten) == n);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(last_digits), cmocka_unit_test(angles), cmocka_unit_test(far_from_zero),
      cmocka_unit_test(special_cases), cmocka_unit_test(whole_results)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
