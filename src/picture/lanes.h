/* lanes.h - some pixels at a time, in GNU vector extensions: eight where the dispatch path (LG_ISA)
   has registers for them, else four, which SSE2 and NEON have without asking. Each lane computes
   the same bits whatever their number. */
#ifndef LG_PICTURE_LANES_H
#define LG_PICTURE_LANES_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#ifdef __AVX2__
#define LG_PIXELS 8
#define LG_PIXEL_NUMBERS                                                                           \
  { 0, 1, 2, 3, 4, 5, 6, 7 }
#else
#define LG_PIXELS 4
#define LG_PIXEL_NUMBERS                                                                           \
  { 0, 1, 2, 3 }
#endif
typedef float lg_vf __attribute__((vector_size(4 * LG_PIXELS)));
/* integers, and masks of 0 / -1 */
typedef int32_t lg_vi __attribute__((vector_size(4 * LG_PIXELS)));
typedef float lg_f4 __attribute__((vector_size(16)));

/* x - 0 is x, where x + 0 would lose the sign of -0 */
static inline lg_vf lg_vf_all(float x) { return x - (lg_vf){0}; }
/* x, x + 1, ... */
static inline lg_vf lg_vf_numbers(float x) { return x + (lg_vf)LG_PIXEL_NUMBERS; }
static inline lg_vi lg_vi_all(int32_t x) { return x + (lg_vi){0}; }
static inline lg_vf lg_vf_load(const float *p) {
  lg_vf v;
  memcpy(&v, p, sizeof v);
  return v;
}
static inline void lg_vf_store(float *p, lg_vf v) { memcpy(p, &v, sizeof v); }
static inline lg_vi lg_vi_load(const int32_t *p) {
  lg_vi v;
  memcpy(&v, p, sizeof v);
  return v;
}
static inline void lg_vi_store(int32_t *p, lg_vi v) { memcpy(p, &v, sizeof v); }
/* The first n of them as RGBA, little-endian: red is the first byte. A whole vector, as nearly all
   are, is one store; bytes whose number is not known are a call. */
static inline void lg_vi_pixels(uint8_t *rgba, lg_vi v, int n) {
  if (n >= LG_PIXELS) memcpy(rgba, &v, sizeof v);
  else memcpy(rgba, &v, 4 * (size_t)n);
}
/* m ? a : b */
static inline lg_vf lg_vf_select(lg_vi m, lg_vf a, lg_vf b) {
  return (lg_vf)((m & (lg_vi)a) | (~m & (lg_vi)b));
}
/* m ? a : 0 */
static inline lg_vf lg_vf_keep(lg_vi m, lg_vf a) { return (lg_vf)(m & (lg_vi)a); }
#if defined __AVX2__
/* a > b ? a : b */
static inline lg_vf lg_vf_max(lg_vf a, lg_vf b) { return __builtin_ia32_maxps256(a, b); }
/* a < b ? a : b */
static inline lg_vf lg_vf_min(lg_vf a, lg_vf b) { return __builtin_ia32_minps256(a, b); }
#elif defined __SSE2__
static inline lg_vf lg_vf_max(lg_vf a, lg_vf b) { return __builtin_ia32_maxps(a, b); }
static inline lg_vf lg_vf_min(lg_vf a, lg_vf b) { return __builtin_ia32_minps(a, b); }
#elif defined __wasm_simd128__ /* its pmax(a, b) is SSE's max(b, a) */
static inline lg_vf lg_vf_max(lg_vf a, lg_vf b) {
  return (lg_vf)wasm_f32x4_pmax((v128_t)b, (v128_t)a);
}
static inline lg_vf lg_vf_min(lg_vf a, lg_vf b) {
  return (lg_vf)wasm_f32x4_pmin((v128_t)b, (v128_t)a);
}
#else
static inline lg_vf lg_vf_max(lg_vf a, lg_vf b) { return lg_vf_select(a > b, a, b); }
static inline lg_vf lg_vf_min(lg_vf a, lg_vf b) { return lg_vf_select(a < b, a, b); }
#endif
static inline lg_vf lg_vf_clamp(lg_vf x, float lo, float hi) {
  return lg_vf_min(lg_vf_max(x, lg_vf_all(lo)), lg_vf_all(hi));
}
static inline lg_vf lg_vf_abs(lg_vf a) { return (lg_vf)((lg_vi)a & 0x7fffffff); }
static inline lg_vf lg_vf_sqrt(lg_vf a) {
#ifdef __wasm_simd128__
  return (lg_vf)wasm_f32x4_sqrt((v128_t)a);
#else
  for (int k = 0; k < LG_PIXELS; k++) a[k] = sqrtf(a[k]);
  return a;
#endif
}
static inline lg_vf lg_vf_of(lg_vi a) { return __builtin_convertvector(a, lg_vf); }
static inline lg_vi lg_vi_of(lg_vf a) { return __builtin_convertvector(a, lg_vi); } /* towards 0 */
static inline int lg_vi_any(lg_vi m) {
  int64_t part[LG_PIXELS / 2], any = 0;
  memcpy(part, &m, sizeof part);
  for (int k = 0; k < LG_PIXELS / 2; k++) any |= part[k];
  return any != 0;
}

/* The first four floats at each of p[0] .. p[LG_PIXELS - 1]: out[0] has all first ones, and so
   on. */
static inline void lg_vf_gather4(const float *const *p, lg_vf out[4]) {
  float part[4][LG_PIXELS];

  for (int k = 0; k < LG_PIXELS; k += 4) {
    lg_f4 a, b, c, d;
    memcpy(&a, p[k], sizeof a);
    memcpy(&b, p[k + 1], sizeof b);
    memcpy(&c, p[k + 2], sizeof c);
    memcpy(&d, p[k + 3], sizeof d);

    /* The 4 x 4 transpose, by two rounds of interleaving. */
    lg_f4 ab = __builtin_shufflevector(a, b, 0, 4, 1, 5),
          cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    lg_f4 AB = __builtin_shufflevector(a, b, 2, 6, 3, 7),
          CD = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    lg_f4 t[4] = {
        __builtin_shufflevector(ab, cd, 0, 1, 4, 5), __builtin_shufflevector(ab, cd, 2, 3, 6, 7),
        __builtin_shufflevector(AB, CD, 0, 1, 4, 5), __builtin_shufflevector(AB, CD, 2, 3, 6, 7)};
    for (int i = 0; i < 4; i++) memcpy(&part[i][k], &t[i], sizeof t[i]);
  }
  for (int i = 0; i < 4; i++) out[i] = lg_vf_load(part[i]);
}

#endif
