/* expr_math.h - the functions of formulas, on one float: the same arithmetic folds constants and
   fills vector loops, so its bits are the same on every machine, and no call leaves the loop.

   Polynomials: least-maximum fits over the reduced range, worst error against libm in brackets
   (tests/core/formula/expr_math.c). Range reduction after Cody & Waite 1980, "Software Manual for
   the Elementary Functions": a constant in parts so short that their products with a whole number
   are exact. */
#ifndef LG_CORE_EXPR_MATH_H
#define LG_CORE_EXPR_MATH_H

#include "core/base/base.h"

LG_INLINE uint32_t lg_bits_of(float x) {
  uint32_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}
LG_INLINE float lg_float_of(uint32_t u) {
  float x;
  memcpy(&x, &u, sizeof x);
  return x;
}
LG_INLINE float lg_pick(bool c, float a, float b) { /* both are known: no branch */
  uint32_t m = (uint32_t) - (int32_t)c;
  return lg_float_of((m & lg_bits_of(a)) | (~m & lg_bits_of(b)));
}

#define LG_RINT 12582912.0f /* 1.5 x 2^23: adding it rounds to a whole number, while |x| < 2^22 */

/* Whole numbers from 2^23 on are their own floor. */
LG_INLINE float lg_floor(float x) {
  float bounded = lg_pick(x > -8388608.0f, x, -8388608.0f);
  bounded = lg_pick(bounded < 8388608.0f, bounded, 8388608.0f);
  float whole = (float)(int32_t)bounded;
  whole -= lg_pick(whole > bounded, 1, 0);
  return lg_pick(fabsf(x) < 8388608.0f, whole, x);
}

LG_INLINE float lg_sign(float x) { return lg_pick(x > 0, 1, lg_pick(x < 0, -1, x * 0)); }

/* sin(x) for x = m pi + r, |r| <= pi / 2: (-1)^n r P(r^2) [1.2e-7 up to |x| = 1e5, in units of 1].
   n is whole; m = n, or n - 1/2 for the cosine: cos(x) = sin(x + pi / 2). */
LG_INLINE float lg_sine_of(float x, float n, float m) {
  float r = x - m * 3.140625f - m * 0.00096511840820313f - m * 2.5331974029541e-6f -
            m * 1.9841871593611e-9f;

  /* sin(r) */
  float s = r * r;
  float p =
      ((((-2.386636598e-8f * s + 2.752398799e-6f) * s - 1.984083632e-4f) * s + 8.33333078e-3f) * s -
       1.666666661e-1f) *
      s;
  float value = r + r * p;

  /* the sign, (-1)^n; beyond 2^22 n has lost its last digit anyway */
  float bounded = lg_pick(fabsf(n) < 4194304.0f, n, 0);
  return lg_float_of(lg_bits_of(value) ^ (uint32_t)(int32_t)bounded << 31);
}

LG_INLINE float lg_sin(float x) {
  float n = (x * 0.318309886f + LG_RINT) - LG_RINT;
  return lg_sine_of(x, n, n);
}

LG_INLINE float lg_cos(float x) {
  float n = (x * 0.318309886f + 0.5f + LG_RINT) - LG_RINT;
  return lg_sine_of(x, n, n - 0.5f);
}

/* 2^n in two factors, so that results beyond 2^127 and below 2^-126 come out as infinity and as
   denormal numbers. n in +-300. */
LG_INLINE float lg_scale(float x, int32_t n) {
  int32_t half = n / 2;
  return x * lg_float_of((uint32_t)(half + 127) << 23) *
         lg_float_of((uint32_t)(n - half + 127) << 23);
}

LG_INLINE float lg_exp_series(float r) { /* |r| <= ln 2 / 2 */
  float p =
      (((1.392692661e-3f * r + 8.363773874e-3f) * r + 4.166655011e-2f) * r + 1.666657338e-1f) * r +
      0.5f;
  return 1 + (r + r * r * p);
}

LG_INLINE float lg_exp(float x) { /* relative [1.2e-7] */
  float y = lg_pick(x > -104.0f, x, -104.0f);
  y = lg_pick(y < 89.0f, y, 89.0f);
  float n = (y * 1.44269504f + LG_RINT) - LG_RINT;
  float value =
      lg_scale(lg_exp_series(y - n * 0.693145751953125f - n * 1.42860682031e-6f), (int32_t)n);
  return lg_pick(x == x, value, x);
}

/* x = m 2^n, m in [sqrt(1/2), sqrt(2)); x > 0 and normal. */
LG_INLINE float lg_split(float x, float *n) {
  uint32_t u = lg_bits_of(x) - 0x3f3504f3u; /* sqrt(1/2) */
  *n = (float)((int32_t)u >> 23);
  return lg_float_of((u & 0x7fffffu) + 0x3f3504f3u);
}

LG_INLINE float lg_log(float x) { /* absolute [1.2e-7 x the result, or of 1] */
  float n, tiny = lg_pick(x < FLT_MIN, 1, 0);
  float m = lg_split(lg_pick(x < FLT_MIN, x * 33554432.0f, x), &n) - 1;
  n -= 25 * tiny;
  float p = 6.980701959e-2f;
  p = ((p * m - 1.149454661e-1f) * m + 1.168907114e-1f) * m - 1.242403772e-1f;
  p = ((p * m + 1.424855126e-1f) * m - 1.666785097e-1f) * m + 2.00007305e-1f;
  p = (p * m - 2.499999663e-1f) * m + 3.333333112e-1f;
  float value = n * 0.693145751953125f + (m + (n * 1.42860682031e-6f + m * m * (m * p - 0.5f)));
  value = lg_pick(x > FLT_MAX, x, value);
  return lg_pick(x > 0, value, lg_pick(x == 0, -INFINITY, NAN));
}

LG_INLINE float lg_tanh(float x) { /* [1.2e-7] */
  float s = x * x, a = fabsf(x);
  float p =
      ((((-5.609292997e-3f * s + 2.0545548e-2f) * s - 5.370695426e-2f) * s + 1.333095079e-1f) * s -
       3.33332529e-1f) *
      s;
  float large = 1 - 2 / (lg_exp(2 * lg_pick(a < 44.0f, a, 44.0f)) + 1);
  float sign = lg_float_of((lg_bits_of(x) & 0x80000000u) | 0x3f800000u);
  float value = lg_pick(a < 0.625f, x + x * p, sign * large);
  return lg_pick(x == x, value, x);
}

LG_INLINE float lg_atan2(float y, float x) { /* [2.4e-7] */
  float ax = fabsf(x), ay = fabsf(y);
  bool steep = ay > ax;
  float large = lg_pick(steep, ay, ax), small = lg_pick(steep, ax, ay);
  bool even = large > FLT_MAX && small > FLT_MAX;
  float t = lg_pick(even, 1, small / lg_pick(large > 0, large, 1)), s = t * t;
  float p = ((-1.701170064e-3f * s + 1.048764925e-2f) * s - 3.035186479e-2f) * s + 5.708955593e-2f;
  p = ((p * s - 8.349724968e-2f) * s + 1.09323415e-1f) * s - 1.426001608e-1f;
  p = ((p * s + 1.999807528e-1f) * s - 3.333327629e-1f) * s;
  float a = t + t * p;
  a = lg_pick(steep, 1.57079633f - a, a);
  a = lg_pick(lg_bits_of(x) >> 31, 3.14159265f - a, a);
  a = lg_float_of(lg_bits_of(a) | (lg_bits_of(y) & 0x80000000u));
  return lg_pick(x == x && y == y, a, NAN);
}

/* a^b = 2^(b log2 a), the logarithm in double, as its error is multiplied by the exponent: relative
   [3e-7]. A negative a has a power where b is a whole number. log m = 2 atanh(s), s = (m - 1) / (m
   + 1). */
LG_INLINE float lg_power(float a, float b) {
  float n, base = fabsf(a), tiny = lg_pick(base < FLT_MIN, 1, 0);

  /* log2 |a|, of the mantissa and the exponent; denormal numbers are scaled up before */
  double m = (double)lg_split(lg_pick(base < FLT_MIN, base * 33554432.0f, base), &n);
  n -= 25 * tiny;
  double s = (m - 1) / (m + 1), q = s * s;
  double p = ((((0.09805157237 * q + 0.1108705147) * q + 0.1428608476) * q + 0.1999999743) * q +
              0.3333333334) *
             q;

  /* 2^y, of the whole part and the rest */
  double y = (double)b * ((double)n + 2.8853900817779268 * (s + s * p)); /* 2 / ln 2 */
  y = y > -160 ? y : -160;
  y = y < 160 ? y : 160;
  double whole = (y + 6755399441055744.0) - 6755399441055744.0;
  float value = lg_scale(lg_exp_series((float)((y - whole) * 0.69314718055994531)), (int32_t)whole);

  /* what a = 0, infinity, below 0, and no number give */
  float floor_b = lg_floor(b), half = 0.5f * b;
  bool whole_b = floor_b == b, odd = whole_b && lg_floor(half) != half;
  value = lg_pick(base == 0, lg_pick(b < 0, INFINITY, 0), value);
  value = lg_pick(base > FLT_MAX, lg_pick(b < 0, 0, INFINITY), value);
  float signed_value = lg_pick(odd, -value, lg_pick(whole_b, value, NAN));
  value = lg_pick(a < 0, signed_value, value);
  value = lg_pick(a == a && b == b, value, NAN);
  return lg_pick(b == 0 || a == 1, 1, value);
}

/* A uniform number in [0, 1) of a point of the integer lattice: multiples and xor-shifts of Wellons
   2018, "Prospecting for hash functions" (lowbias32). */
LG_INLINE int32_t lg_lattice(float x) {
  float y = lg_pick(x > -1e9f, x, -1e9f);
  return (int32_t)lg_pick(y < 1e9f, y, 1e9f);
}
LG_INLINE float lg_hash3(float x, float y, float z, uint32_t seed) {
  uint32_t h = seed ^ (uint32_t)lg_lattice(x) * 0x9e3779b1u;
  h ^= h >> 16;
  h = (h ^ (uint32_t)lg_lattice(y)) * 0x7feb352du;
  h ^= h >> 15;
  h = (h ^ (uint32_t)lg_lattice(z)) * 0x846ca68bu;
  h ^= h >> 16;
  h *= 0x7feb352du;
  h ^= h >> 15;
  return (float)(int32_t)(h >> 8) * 0x1p-24f;
}

#endif
