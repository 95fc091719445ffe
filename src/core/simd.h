/* simd.h - eight floats at a time, in GNU vector extensions: the same bits on every instruction set.

   Exact sqrt and divide, no FMA contraction (-ffp-contract=off), sums in a fixed order. */
#ifndef LG_CORE_SIMD_H
#define LG_CORE_SIMD_H

#include "core/base.h"

typedef float lg_v8 __attribute__((vector_size(32), aligned(32)));
typedef int32_t lg_m8 __attribute__((vector_size(32), aligned(32))); /* masks (0 / -1) and indices */
typedef float lg_v4 __attribute__((vector_size(16), aligned(16)));

LG_INLINE lg_v8 lg_v8_all(float x) { return (lg_v8){x, x, x, x, x, x, x, x}; }
LG_INLINE lg_v8 lg_v8_load(const float *p) { lg_v8 v; memcpy(&v, p, sizeof v); return v; }
LG_INLINE void lg_v8_store(float *p, lg_v8 v) { memcpy(p, &v, sizeof v); }
LG_INLINE lg_v8 lg_v8_select(lg_m8 m, lg_v8 a, lg_v8 b) { /* m ? a : b */
  return (lg_v8)((m & (lg_m8)a) | (~m & (lg_m8)b));
}
LG_INLINE lg_v8 lg_v8_max(lg_v8 a, lg_v8 b) { return lg_v8_select(a > b, a, b); }
LG_INLINE lg_v8 lg_v8_min(lg_v8 a, lg_v8 b) { return lg_v8_select(a < b, a, b); }
LG_INLINE lg_v8 lg_v8_sqrt(lg_v8 a) { for (int k = 0; k < 8; k++) a[k] = sqrtf(a[k]); return a; }
LG_INLINE lg_v8 lg_v8_join(lg_v4 low, lg_v4 high) { return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7); }
LG_INLINE float lg_v8_sum(lg_v8 a) { /* fixed order: halves, quarters, pairs */
  lg_v4 h = __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
  return (h[0] + h[2]) + (h[1] + h[3]);
}

#endif
