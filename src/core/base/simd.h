/* simd.h - eight floats at a time, in GNU vector extensions: the same bits on every instruction
   set.

   Exact sqrt and divide, no FMA contraction (-ffp-contract=off), sums in a fixed order. */
#ifndef LG_CORE_SIMD_H
#define LG_CORE_SIMD_H

#include "core/base/base.h"

/* eight lanes never cross a call that is not inline: how they would be passed is all the same */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <immintrin.h>
#endif

typedef float lg_v8 __attribute__((vector_size(32), aligned(32)));
/* masks (0 / -1) and indices */
typedef int32_t lg_m8 __attribute__((vector_size(32), aligned(32)));
typedef float lg_v4 __attribute__((vector_size(16), aligned(16)));
typedef int32_t lg_m4 __attribute__((vector_size(16), aligned(16)));

LG_INLINE lg_v8 lg_v8_all(float x) { return (lg_v8){x, x, x, x, x, x, x, x}; }
LG_INLINE lg_v8 lg_v8_load(const float *p) {
  lg_v8 v;
  memcpy(&v, p, sizeof v);
  return v;
}
LG_INLINE void lg_v8_store(float *p, lg_v8 v) { memcpy(p, &v, sizeof v); }
/* Without AVX gcc 12 takes a shuffle's high half lane by lane, through memory. */
#if !defined(__AVX__) && !defined(__wasm_simd128__)
LG_INLINE lg_v4 lg_v8_low(lg_v8 a) {
  lg_v4 half;
  memcpy(&half, &a, sizeof half);
  return half;
}
LG_INLINE lg_v4 lg_v8_high(lg_v8 a) {
  lg_v4 half;
  memcpy(&half, (const char *)&a + sizeof half, sizeof half);
  return half;
}
#else
LG_INLINE lg_v4 lg_v8_low(lg_v8 a) { return __builtin_shufflevector(a, a, 0, 1, 2, 3); }
LG_INLINE lg_v4 lg_v8_high(lg_v8 a) { return __builtin_shufflevector(a, a, 4, 5, 6, 7); }
#endif

/* select: m ? a : b. less: a < b ? x : y. max: a > b ? a : b, and so, like the processor's own, b
   where they are equal or one is no number. gcc 12 finds none of these instructions by itself: it
   compares, then works on bits; eight lanes that are compared otherwise than by lg_v8_less it
   compares one by one where registers hold four. */
LG_INLINE lg_v4 lg_v4_select(lg_m4 m, lg_v4 a, lg_v4 b) {
  return (lg_v4)((m & (lg_m4)a) | (~m & (lg_m4)b));
}
LG_INLINE lg_v4 lg_v4_less(lg_v4 a, lg_v4 b, lg_v4 x, lg_v4 y) { return lg_v4_select(a < b, x, y); }
#if defined(__wasm_simd128__) /* its pmax(a, b) is SSE's max(b, a) */
LG_INLINE lg_v4 lg_v4_max(lg_v4 a, lg_v4 b) { return (lg_v4)wasm_f32x4_pmax((v128_t)b, (v128_t)a); }
LG_INLINE lg_v4 lg_v4_min(lg_v4 a, lg_v4 b) { return (lg_v4)wasm_f32x4_pmin((v128_t)b, (v128_t)a); }
#elif defined(__SSE2__)
LG_INLINE lg_v4 lg_v4_max(lg_v4 a, lg_v4 b) { return (lg_v4)_mm_max_ps((__m128)a, (__m128)b); }
LG_INLINE lg_v4 lg_v4_min(lg_v4 a, lg_v4 b) { return (lg_v4)_mm_min_ps((__m128)a, (__m128)b); }
#else
LG_INLINE lg_v4 lg_v4_max(lg_v4 a, lg_v4 b) { return lg_v4_less(b, a, a, b); }
LG_INLINE lg_v4 lg_v4_min(lg_v4 a, lg_v4 b) { return lg_v4_less(a, b, a, b); }
#endif
#if defined(__AVX__)
LG_INLINE lg_v8 lg_v8_select(lg_m8 m, lg_v8 a, lg_v8 b) {
  return (lg_v8)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m);
}
LG_INLINE lg_v8 lg_v8_less(lg_v8 a, lg_v8 b, lg_v8 x, lg_v8 y) { return lg_v8_select(a < b, x, y); }
LG_INLINE lg_v8 lg_v8_max(lg_v8 a, lg_v8 b) { return (lg_v8)_mm256_max_ps((__m256)a, (__m256)b); }
LG_INLINE lg_v8 lg_v8_min(lg_v8 a, lg_v8 b) { return (lg_v8)_mm256_min_ps((__m256)a, (__m256)b); }
LG_INLINE lg_v8 lg_v8_join(lg_v4 low, lg_v4 high) {
  return (lg_v8)_mm256_insertf128_ps(_mm256_castps128_ps256((__m128)low), (__m128)high, 1);
}
#else /* by halves: gcc takes eight lanes apart one by one where registers hold four */
LG_INLINE lg_v8 lg_v8_join(lg_v4 low, lg_v4 high) { /* a shuffle is written lane by lane, too */
  lg_v8 a;
  memcpy(&a, &low, sizeof low);
  memcpy((char *)&a + sizeof low, &high, sizeof high);
  return a;
}
LG_INLINE lg_v8 lg_v8_select(lg_m8 m, lg_v8 a, lg_v8 b) {
  return (lg_v8)((m & (lg_m8)a) | (~m & (lg_m8)b));
}
LG_INLINE lg_v8 lg_v8_less(lg_v8 a, lg_v8 b, lg_v8 x, lg_v8 y) {
  return lg_v8_join(lg_v4_less(lg_v8_low(a), lg_v8_low(b), lg_v8_low(x), lg_v8_low(y)),
                    lg_v4_less(lg_v8_high(a), lg_v8_high(b), lg_v8_high(x), lg_v8_high(y)));
}
LG_INLINE lg_v8 lg_v8_max(lg_v8 a, lg_v8 b) {
  return lg_v8_join(lg_v4_max(lg_v8_low(a), lg_v8_low(b)), lg_v4_max(lg_v8_high(a), lg_v8_high(b)));
}
LG_INLINE lg_v8 lg_v8_min(lg_v8 a, lg_v8 b) {
  return lg_v8_join(lg_v4_min(lg_v8_low(a), lg_v8_low(b)), lg_v4_min(lg_v8_high(a), lg_v8_high(b)));
}
#endif
/* max(a, 0), for which gcc would go through memory without AVX; of NaN: 0 or NaN. */
#if !defined(__AVX__) && !defined(__clang__)
LG_INLINE lg_v8 lg_v8_positive(lg_v8 a) { return (lg_v8)((lg_m8)a & ~((lg_m8)a >> 31)); }
#else
LG_INLINE lg_v8 lg_v8_positive(lg_v8 a) { return lg_v8_max(a, lg_v8_all(0)); }
#endif
LG_INLINE lg_m8 lg_m8_all(int32_t x) { /* by halves, too: eight stores and a load wait long */
  const lg_m4 half = {x, x, x, x};
  return (lg_m8)lg_v8_join((lg_v4)half, (lg_v4)half);
}
#if defined(__wasm_simd128__) /* clang 14 makes a loop of the other one, through memory */
LG_INLINE lg_v8 lg_v8_sqrt(lg_v8 a) {
  return lg_v8_join((lg_v4)wasm_f32x4_sqrt((v128_t)lg_v8_low(a)),
                    (lg_v4)wasm_f32x4_sqrt((v128_t)lg_v8_high(a)));
}
#else
LG_INLINE lg_v8 lg_v8_sqrt(lg_v8 a) {
  for (int k = 0; k < 8; k++) a[k] = sqrtf(a[k]);
  return a;
}
#endif
#if defined(__wasm_simd128__)
/* Lanes that nobody asks for are any lanes to clang 14, and engines know such a shuffle no more as
   one instruction: this one stays as it is written. */
#define LG_V4_SHUFFLE(a, b, i, j, k, l)                                                            \
  ((lg_v4)wasm_i32x4_shuffle((v128_t)(a), (v128_t)(b), i, j, k, l))
#else
#define LG_V4_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#endif
LG_INLINE float lg_v8_sum(lg_v8 a) { /* fixed order: halves, quarters, pairs */
  lg_v4 h = lg_v8_low(a) + lg_v8_high(a);
  h += LG_V4_SHUFFLE(h, h, 2, 3, 0, 1);
  return h[0] + h[1];
}

/* The largest of x[0] .. x[n-1] and least; what is no number is passed over. */
LG_INLINE float lg_most(const float *x, size_t n, float least) {
  lg_v4 most = {least, least, least, least}, other = most, at[2];
  size_t i = 0;

  /* two times four lanes, so that one maximum need not wait for the other */
  for (; i + 8 <= n; i += 8) {
    memcpy(at, x + i, sizeof at);
    most = lg_v4_max(at[0], most);
    other = lg_v4_max(at[1], other);
  }

  /* the lanes, then the rest one by one */
  most = lg_v4_max(other, most);
  for (int k = 0; k < 4; k++) least = lg_maxf(most[k], least);
  for (; i < n; i++) least = lg_maxf(x[i], least);
  return least;
}

/* The smallest of x[0] .. x[n-1] and most, likewise. */
LG_INLINE float lg_least(const float *x, size_t n, float most) {
  lg_v4 least = {most, most, most, most}, other = least, at[2];
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    memcpy(at, x + i, sizeof at);
    least = lg_v4_min(at[0], least);
    other = lg_v4_min(at[1], other);
  }
  least = lg_v4_min(other, least);
  for (int k = 0; k < 4; k++) most = lg_minf(least[k], most);
  for (; i < n; i++) most = lg_minf(x[i], most);
  return most;
}

/* Rows 0..7 of four, of which r0 holds 0 and 4, r1 1 and 5, ..., to columns. */
#if !defined(__AVX__) /* by halves, as above */
LG_INLINE void lg_v4_turn(lg_v4 a, lg_v4 b, lg_v4 c, lg_v4 d, lg_v4 out[4]) {
  const lg_v4 ab = LG_V4_SHUFFLE(a, b, 0, 4, 1, 5), cd = LG_V4_SHUFFLE(c, d, 0, 4, 1, 5);
  const lg_v4 ab2 = LG_V4_SHUFFLE(a, b, 2, 6, 3, 7), cd2 = LG_V4_SHUFFLE(c, d, 2, 6, 3, 7);
  out[0] = LG_V4_SHUFFLE(ab, cd, 0, 1, 4, 5);
  out[1] = LG_V4_SHUFFLE(ab, cd, 2, 3, 6, 7);
  out[2] = LG_V4_SHUFFLE(ab2, cd2, 0, 1, 4, 5);
  out[3] = LG_V4_SHUFFLE(ab2, cd2, 2, 3, 6, 7);
}
LG_INLINE void lg_v8_turn(lg_v8 r0, lg_v8 r1, lg_v8 r2, lg_v8 r3, lg_v8 out[4]) {
  lg_v4 low[4], high[4];
  lg_v4_turn(lg_v8_low(r0), lg_v8_low(r1), lg_v8_low(r2), lg_v8_low(r3), low);
  lg_v4_turn(lg_v8_high(r0), lg_v8_high(r1), lg_v8_high(r2), lg_v8_high(r3), high);
  for (int k = 0; k < 4; k++) out[k] = lg_v8_join(low[k], high[k]);
}
#else
LG_INLINE void lg_v8_turn(lg_v8 r0, lg_v8 r1, lg_v8 r2, lg_v8 r3, lg_v8 out[4]) {
  lg_v8 t0 = __builtin_shufflevector(r0, r1, 0, 8, 1, 9, 4, 12, 5, 13),
        t1 = __builtin_shufflevector(r0, r1, 2, 10, 3, 11, 6, 14, 7, 15);
  lg_v8 t2 = __builtin_shufflevector(r2, r3, 0, 8, 1, 9, 4, 12, 5, 13),
        t3 = __builtin_shufflevector(r2, r3, 2, 10, 3, 11, 6, 14, 7, 15);
  out[0] = __builtin_shufflevector(t0, t2, 0, 1, 8, 9, 4, 5, 12, 13);
  out[1] = __builtin_shufflevector(t0, t2, 2, 3, 10, 11, 6, 7, 14, 15);
  out[2] = __builtin_shufflevector(t1, t3, 0, 1, 8, 9, 4, 5, 12, 13);
  out[3] = __builtin_shufflevector(t1, t3, 2, 3, 10, 11, 6, 7, 14, 15);
}
#endif

/* The packs of entries j[0..7], transposed: out[0] = eight x, out[1] = eight y, ... */
LG_INLINE void lg_v8_gather(const lg_v4 *pack, const int32_t *j, lg_v8 out[4]) {
  lg_v8_turn(lg_v8_join(pack[j[0]], pack[j[4]]), lg_v8_join(pack[j[1]], pack[j[5]]),
             lg_v8_join(pack[j[2]], pack[j[6]]), lg_v8_join(pack[j[3]], pack[j[7]]), out);
}

/* Of the same packs the last entries alone. */
LG_INLINE lg_v8 lg_v8_gather_w(const lg_v4 *pack, const int32_t *j) {
  return (lg_v8){pack[j[0]][3], pack[j[1]][3], pack[j[2]][3], pack[j[3]][3],
                 pack[j[4]][3], pack[j[5]][3], pack[j[6]][3], pack[j[7]][3]};
}

/* The sums of three, in the order of lg_v8_sum. */
LG_INLINE lg_v4 lg_v8_sum3(lg_v8 a, lg_v8 b, lg_v8 c) {
  lg_v4 x = lg_v8_low(a) + lg_v8_high(a);
  lg_v4 y = lg_v8_low(b) + lg_v8_high(b);
  lg_v4 z = lg_v8_low(c) + lg_v8_high(c);
  /* x02 y02 x13 y13 */
  lg_v4 xy = __builtin_shufflevector(x, y, 0, 4, 1, 5) + __builtin_shufflevector(x, y, 2, 6, 3, 7);
  lg_v4 zz = __builtin_shufflevector(z, z, 0, 0, 1, 1) + __builtin_shufflevector(z, z, 2, 2, 3, 3);
  return __builtin_shufflevector(xy, zz, 0, 1, 4, 5) + __builtin_shufflevector(xy, zz, 2, 3, 6, 7);
}

#endif
