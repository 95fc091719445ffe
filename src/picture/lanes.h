/* lanes.h - four pixels at a time, in GNU vector extensions: SSE2 and NEON both have four lanes without asking. */
#ifndef LG_PICTURE_LANES_H
#define LG_PICTURE_LANES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define LG_LANES4 4
typedef float lg_f4 __attribute__((vector_size(16)));
typedef int32_t lg_i4 __attribute__((vector_size(16))); /* integers, and masks of 0 / -1 */

static inline lg_f4 lg_f4_all(float x) { return (lg_f4){x, x, x, x}; }
static inline lg_f4 lg_f4_load(const float *p) { lg_f4 v; memcpy(&v, p, sizeof v); return v; }
static inline void lg_f4_store(float *p, lg_f4 v) { memcpy(p, &v, sizeof v); }
static inline lg_i4 lg_i4_load(const int32_t *p) { lg_i4 v; memcpy(&v, p, sizeof v); return v; }
static inline void lg_i4_store(int32_t *p, lg_i4 v) { memcpy(p, &v, sizeof v); }
static inline lg_f4 lg_f4_select(lg_i4 m, lg_f4 a, lg_f4 b) { return (lg_f4)((m & (lg_i4)a) | (~m & (lg_i4)b)); } /* m ? a : b */
static inline lg_f4 lg_f4_keep(lg_i4 m, lg_f4 a) { return (lg_f4)(m & (lg_i4)a); }                                /* m ? a : 0 */
static inline lg_f4 lg_f4_max(lg_f4 a, lg_f4 b) { return lg_f4_select(a > b, a, b); }
static inline lg_f4 lg_f4_min(lg_f4 a, lg_f4 b) { return lg_f4_select(a < b, a, b); }
static inline lg_f4 lg_f4_clamp(lg_f4 x, float lo, float hi) { return lg_f4_min(lg_f4_max(x, lg_f4_all(lo)), lg_f4_all(hi)); }
static inline lg_f4 lg_f4_abs(lg_f4 a) { return (lg_f4)((lg_i4)a & 0x7fffffff); }
static inline lg_f4 lg_f4_sqrt(lg_f4 a) { return (lg_f4){sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])}; }
static inline lg_f4 lg_f4_of(lg_i4 a) { return __builtin_convertvector(a, lg_f4); }
static inline lg_i4 lg_i4_of(lg_f4 a) { return __builtin_convertvector(a, lg_i4); } /* towards 0 */
static inline int lg_i4_any(lg_i4 m) {
  int64_t half[2];
  memcpy(half, &m, sizeof half);
  return (half[0] | half[1]) != 0;
}

#endif
