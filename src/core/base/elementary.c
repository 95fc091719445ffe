/* elementary.c - sin, exp, log and their like in double, with the same bits on every machine: C
   libraries round them differently, and scenes calculate with them.

   All are reductions to a short range and Taylor's series there, whose last term is below 2^-56 of
   the sum; constants that the reduction subtracts stand in parts so short that their products are
   exact (Cody & Waite 1980, "Software Manual for the Elementary Functions"). Where the rounding of
   an operation would show, it is kept beside its result (Dekker 1971, "A floating-point technique
   for extending the available precision"). sqrt, floor and fmod are exact in every library, and so
   is ldexp. Worst errors against the C library: tests/core/base/elementary.c. */
#include "core/base/base.h"

/* ---- sums and products with what their rounding lost ---------------------------------------- */

typedef struct pair {
  double hi, lo; /* the value is their sum, |lo| <= ulp(hi) / 2 */
} pair;

static pair sum_of(double a, double b) {
  double hi = a + b, of_b = hi - a, of_a = hi - of_b;
  return (pair){hi, (a - of_a) + (b - of_b)};
}

static pair product_of(double a, double b) {
  double split = 134217729.0; /* 2^27 + 1: halves of 26 bits */
  double ca = split * a, cb = split * b;
  double a1 = ca - (ca - a), b1 = cb - (cb - b), a2 = a - a1, b2 = b - b1, hi = a * b;
  return (pair){hi, ((a1 * b1 - hi) + a1 * b2 + a2 * b1) + a2 * b2};
}

static pair quotient_of(double a, double b) {
  double hi = a / b;
  pair back = product_of(hi, b);
  return (pair){hi, ((a - back.hi) - back.lo) / b};
}

/* ---- sine, cosine, tangent ------------------------------------------------------------------- */

/* 2 / pi in binary, behind the point. */
static const uint32_t two_over_pi[] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab};

#define HALF_PI_HI 0x1.921fb54442d18p+0
#define HALF_PI_LO 0x1.1a62633145c07p-54

/* 32 bits of 2 / pi from bit `at` behind the point on. */
static uint32_t bits_of_two_over_pi(int at) {
  int word = at / 32, shift = at % 32;
  uint64_t two = (uint64_t)two_over_pi[word] << 32 | two_over_pi[word + 1];
  return (uint32_t)(two << shift >> 32);
}

/* x - n pi / 2 of a large x > 0, |.| <= pi / 4; n mod 4 in *quarter (Payne & Hanek 1983). Digits of
   2 / pi that only add multiples of 4 to x 2 / pi are left out, and those after the next 192. */
static pair reduce_large(double x, int *quarter) {
  int exponent;
  uint64_t mantissa = (uint64_t)ldexp(frexp(x, &exponent), 53);
  exponent -= 53; /* x = mantissa 2^exponent */
  int first = exponent > 2 ? exponent - 2 : 0;

  /* mantissa times 192 bits, the lowest limb first */
  uint32_t product[8] = {0};
  for (int half = 0; half < 2; half++) {
    uint64_t factor = half ? mantissa >> 32 : (uint32_t)mantissa, carry = 0;
    for (int i = 0; i < 6; i++) {
      carry += factor * bits_of_two_over_pi(first + 32 * (5 - i)) + product[i + half];
      product[i + half] = (uint32_t)carry;
      carry >>= 32;
    }
    product[6 + half] = (uint32_t)carry;
  }

  /* the point stands `places` above the lowest bit: two bits before it, 96 behind it */
  int places = 192 + first - exponent;
  uint32_t limb[4];
  for (int i = 0; i < 4; i++) {
    int at = places + 2 - 32 * (i + 1), word = at / 32, shift = at % 32;
    uint64_t two = (uint64_t)(word + 1 < 8 ? product[word + 1] : 0) << 32 | product[word];
    limb[i] = (uint32_t)(two >> shift);
  }
  *quarter = (int)(limb[0] >> 30);
  double turn = ldexp(limb[0] & 0x3fffffff, -30), rest = ldexp(limb[1], -62);
  double tail = ldexp(limb[2], -94) + ldexp(limb[3], -126);
  if (turn >= 0.5) {
    turn -= 1;
    *quarter = (*quarter + 1) & 3;
  }

  /* times pi / 2 */
  pair t = sum_of(turn, rest), u = sum_of(t.hi, t.lo + tail), p = product_of(u.hi, HALF_PI_HI);
  return sum_of(p.hi, p.lo + (u.lo * HALF_PI_HI + u.hi * HALF_PI_LO));
}

/* The same for any finite x. */
static pair reduce(double x, int *quarter) {
  if (fabs(x) > 0x1p20) {
    pair r = reduce_large(fabs(x), quarter);
    if (x > 0) return r;
    *quarter = -*quarter & 3;
    return (pair){-r.hi, -r.lo};
  }

  /* n times the first two parts of pi / 2, of 33 bits each, is exact */
  double n = rint(x / HALF_PI_HI);
  *quarter = (int)n & 3;
  pair r = sum_of(x - n * 0x1.921fb544p+0, -n * 0x1.0b4611a6p-34);
  return sum_of(r.hi, r.lo - n * 0x1.3198a2e037073p-69);
}

static double sine_of(pair r) { /* |r| <= pi / 4 */
  double z = r.hi * r.hi;
  double p =
      z *
      (-1 / 6.0 +
       z * (1 / 120.0 +
            z * (-1 / 5040.0 +
                 z * (1 / 362880.0 + z * (-1 / 39916800.0 +
                                          z * (1 / 6227020800.0 + z * (-1 / 1307674368000.0 +
                                                                       z / 355687428096000.0)))))));
  return r.hi + (r.hi * p + r.lo * (1 - 0.5 * z));
}

static double cosine_of(pair r) {
  double z = r.hi * r.hi;

  /* 1 - z / 2 is exact but for what hi loses; the rest of the series, and r.lo, are small */
  double p =
      z * z *
      (1 / 24.0 +
       z * (-1 / 720.0 +
            z * (1 / 40320.0 +
                 z * (-1 / 3628800.0 +
                      z * (1 / 479001600.0 + z * (-1 / 87178291200.0 + z / 20922789888000.0))))));
  double half = 0.5 * z, hi = 1 - half;
  pair square = product_of(r.hi, r.hi);
  return hi + (((1 - hi) - half) + (p - 0.5 * square.lo - r.hi * r.lo));
}

double lg_math_sin(double x) {
  int quarter;
  if (!isfinite(x)) return (double)NAN;
  if (fabs(x) < 0x1p-27) return x;
  pair r = reduce(x, &quarter);
  double y = quarter & 1 ? cosine_of(r) : sine_of(r);
  return quarter & 2 ? -y : y;
}

double lg_math_cos(double x) {
  int quarter;
  if (!isfinite(x)) return (double)NAN;
  pair r = reduce(x, &quarter);
  double y = quarter & 1 ? sine_of(r) : cosine_of(r);
  return (quarter + 1) & 2 ? -y : y;
}

double lg_math_tan(double x) {
  int quarter;
  if (!isfinite(x)) return (double)NAN;
  if (fabs(x) < 0x1p-27) return x;
  pair r = reduce(x, &quarter);
  return quarter & 1 ? -cosine_of(r) / sine_of(r) : sine_of(r) / cosine_of(r);
}

/* ---- exponential and hyperbolic tangent ------------------------------------------------------ */

#define LN2_HI 0x1.62e42feep-1 /* 32 bits */
#define LN2_LO 0x1.a39ef35793c76p-33

/* exp(r) - 1 - r - r^2 / 2 over r^3, |r| <= ln 2 / 2 */
static double tail_of_exp(double r) {
  static const double inverse[] = {1 / 6.0,        1 / 24.0,        1 / 120.0,       1 / 720.0,
                                   1 / 5040.0,     1 / 40320.0,     1 / 362880.0,    1 / 3628800.0,
                                   1 / 39916800.0, 1 / 479001600.0, 1 / 6227020800.0};
  double sum = 0;
  for (int i = 10; i >= 0; i--) sum = inverse[i] + r * sum;
  return sum;
}

/* exp(x) = 2^n (1 + hi + lo), |hi| <= ln 2 / 2. */
static pair fraction_of_exp(double x, int *n) {
  double whole = rint(x * 0x1.71547652b82fep+0);
  pair r = sum_of(x - whole * LN2_HI, -whole * LN2_LO);
  *n = (int)whole;
  return (pair){r.hi, r.hi * r.hi * (0.5 + r.hi * tail_of_exp(r.hi)) + r.lo * (1 + r.hi)};
}

double lg_math_exp(double x) {
  int n;
  if (isnan(x)) return x;
  if (x > 709.782712893384) return HUGE_VAL;
  if (x < -745.2) return 0;

  pair f = fraction_of_exp(x, &n), one = sum_of(1, f.hi);
  return ldexp(one.hi + (one.lo + f.lo), n);
}

double lg_math_tanh(double x) {
  int n;
  double a = fabs(x);
  if (isnan(x) || a < 0x1p-27) return x;
  if (a > 20) return copysign(1, x);

  /* t / (t + 2) with t = exp(2 a) - 1 */
  pair f = fraction_of_exp(2 * a, &n);
  double t = (ldexp(1, n) - 1) + ldexp(f.hi + f.lo, n);
  return copysign(t / (t + 2), x);
}

/* ---- logarithms ------------------------------------------------------------------------------ */

/* log(x) of a finite x > 0: x = 2^n m with sqrt(1/2) <= m < sqrt(2), and log(m) = 2 (s + s^3 / 3 +
   s^5 / 5 + ...) with s = (m - 1) / (m + 1). */
static pair log_of(double x, int *n) {
  double m = frexp(x, n);
  if (m < 0.70710678118654752) {
    m *= 2;
    (*n)--;
  }

  double f = m - 1;
  pair below = sum_of(2, f), s = quotient_of(f, below.hi);
  s.lo -= s.hi * below.lo / below.hi;
  double z = s.hi * s.hi, sum = 0;
  for (int k = 21; k >= 3; k -= 2) sum = 1.0 / k + z * sum;
  return sum_of(2 * s.hi, 2 * (s.lo + s.hi * z * sum));
}

static bool has_log(double x, double *y) {
  if (x > 0 && x < HUGE_VAL) return true;
  *y = x == 0 ? -HUGE_VAL : x < 0 ? (double)NAN : x;
  return false;
}

double lg_math_log(double x) {
  int n;
  double y;
  if (!has_log(x, &y)) return y;
  pair l = log_of(x, &n);
  if (n == 0) return l.hi + l.lo;
  pair all = sum_of(n * LN2_HI, l.hi);
  return all.hi + (all.lo + (l.lo + n * LN2_LO));
}

double lg_math_log2(double x) {
  int n;
  double y;
  if (!has_log(x, &y)) return y;
  pair l = log_of(x, &n), p = product_of(l.hi, 0x1.71547652b82fep+0);
  double lo = p.lo + l.lo * 0x1.71547652b82fep+0 + l.hi * 0x1.777d0ffda0d24p-56;
  if (n == 0) return p.hi + lo;
  pair all = sum_of(n, p.hi);
  return all.hi + (all.lo + lo);
}

double lg_math_log10(double x) {
  int n;
  double y;
  if (!has_log(x, &y)) return y;
  pair l = log_of(x, &n), p = product_of(l.hi, 0x1.bcb7b1526e50ep-2);
  double lo = p.lo + l.lo * 0x1.bcb7b1526e50ep-2 + l.hi * 0x1.95355baaafad3p-57;
  if (n == 0) return p.hi + lo;

  /* n log10(2), whose first part is short */
  pair all = sum_of(n * 0x1.34413509ep-2, p.hi);
  return all.hi + (all.lo + (lo + n * 0x1.79fef311f12b3p-38));
}

/* ---- arc functions --------------------------------------------------------------------------- */

/* atan(q) of 0 <= q <= 1: with c the nearest quarter, atan(c) + atan((q - c) / (1 + q c)). */
static pair arc_of(pair q) {
  static const pair of_quarter[] = {{0, 0},
                                    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
  int k = (int)rint(4 * q.hi);
  double c = 0.25 * k;
  pair t = q, step = product_of(q.hi, c), below = sum_of(1, step.hi);
  if (k) {
    t = quotient_of(q.hi - c, below.hi);
    t.lo += q.lo * (1 + c * c) / (below.hi * below.hi) - t.hi * (below.lo + step.lo) / below.hi;
  }

  double z = t.hi * t.hi, sum = 0;
  for (int n = 17; n >= 3; n -= 2) sum = (n & 2 ? -1.0 : 1.0) / n + z * sum;
  double small = t.lo + t.hi * z * sum;
  if (!k) return sum_of(t.hi, small);
  pair all = sum_of(of_quarter[k].hi, t.hi);
  return (pair){all.hi, all.lo + (small + of_quarter[k].lo)};
}

/* whole - a, of the first or the second half of a turn */
static pair complement_of(pair a, double halves) {
  pair d = sum_of(halves * HALF_PI_HI, -a.hi);
  return (pair){d.hi, d.lo + (halves * HALF_PI_LO - a.lo)};
}

double lg_math_atan2(double y, double x) {
  if (isnan(x) || isnan(y)) return (double)NAN;
  double a = fabs(y), b = fabs(x);
  bool steep = a > b;
  if (isinf(a) || isinf(b)) {
    b = isinf(b);
    a = isinf(a);
  }

  /* of the first eighth of a turn, then of the half in which it lies */
  double most = fmax(a, b), least = fmin(a, b);
  if (most > 0x1p1000) { /* no product of the quotient may overflow, or vanish */
    most *= 0x1p-100;
    least *= 0x1p-100;
  } else if (most < 0x1p-900) {
    most *= 0x1p200;
    least *= 0x1p200;
  }
  pair q = most == 0 ? (pair){0, 0} : quotient_of(least, most);
  if (!(q.hi > 0x1p-400)) q.lo = 0;
  pair angle = arc_of(q);
  if (steep && a > b) angle = complement_of(angle, 1);
  if (signbit(x)) angle = complement_of(angle, 2);
  return copysign(angle.hi + angle.lo, y);
}

/* The other leg of a right triangle whose hypotenuse is 1. */
static double leg_of(double x) { return sqrt((1 - x) * (1 + x)); }

double lg_math_asin(double x) { return fabs(x) < 0x1p-27 ? x : lg_math_atan2(x, leg_of(x)); }
double lg_math_acos(double x) { return lg_math_atan2(leg_of(x), x); }
