/* loops.c - compaction: which candidates are near. Never branches on the distance: that alone costs 2.5x.

   AVX-512 compresses 16 indices by a mask in a register; AVX2 moves 8 by a permutation made from the mask; elsewhere the
   set bits of 8-lane masks are walked. This is the one place where intrinsics pay. */
#include "core/loops.h"

#if defined(__AVX512F__) || defined(__AVX2__) || defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)

LG_INLINE int near_in(int dim, const lg_candidates *c, const float p[3], float r2, int32_t self, int32_t *out) {
  int32_t *o = out;
  const __m512 px = _mm512_set1_ps(p[0]), py = _mm512_set1_ps(p[1]), pz = _mm512_set1_ps(p[2]), rr = _mm512_set1_ps(r2);
  const __m512i me = _mm512_set1_epi32(self);
  for (int k = 0; k < c->n; k += 16) {
    __m512 dx = _mm512_sub_ps(px, _mm512_loadu_ps(c->x[0] + k)), dy = _mm512_sub_ps(py, _mm512_loadu_ps(c->x[1] + k));
    __m512 d2 = _mm512_add_ps(_mm512_mul_ps(dx, dx), _mm512_mul_ps(dy, dy));
    if (dim == 3) {
      __m512 dz = _mm512_sub_ps(pz, _mm512_loadu_ps(c->x[2] + k));
      d2 = _mm512_add_ps(d2, _mm512_mul_ps(dz, dz));
    }
    __m512i index = _mm512_loadu_si512(c->index + k);
    __mmask16 hit = _mm512_cmp_ps_mask(d2, rr, _CMP_LT_OQ) & _mm512_cmpneq_epi32_mask(index, me);
    _mm512_storeu_si512(o, _mm512_maskz_compress_epi32(hit, index));
    o += __builtin_popcount(hit);
  }
  return (int)(o - out);
}

#elif defined(__AVX2__) && defined(__BMI2__)

LG_INLINE int near_in(int dim, const lg_candidates *c, const float p[3], float r2, int32_t self, int32_t *out) {
  int32_t *o = out;
  const __m256 px = _mm256_set1_ps(p[0]), py = _mm256_set1_ps(p[1]), pz = _mm256_set1_ps(p[2]), rr = _mm256_set1_ps(r2);
  const __m256i me = _mm256_set1_epi32(self);
  for (int k = 0; k < c->n; k += 8) {
    __m256 dx = _mm256_sub_ps(px, _mm256_loadu_ps(c->x[0] + k)), dy = _mm256_sub_ps(py, _mm256_loadu_ps(c->x[1] + k));
    __m256 d2 = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
    if (dim == 3) {
      __m256 dz = _mm256_sub_ps(pz, _mm256_loadu_ps(c->x[2] + k));
      d2 = _mm256_add_ps(d2, _mm256_mul_ps(dz, dz));
    }
    __m256i index = _mm256_loadu_si256((const __m256i *)(const void *)(c->index + k));
    __m256 far = _mm256_castsi256_ps(_mm256_cmpeq_epi32(index, me));
    unsigned hit = (unsigned)_mm256_movemask_ps(_mm256_andnot_ps(far, _mm256_cmp_ps(d2, rr, _CMP_LT_OQ)));
    /* each mask bit becomes a byte; the lane numbers of the set ones are packed to the front */
    uint64_t bytes = _pdep_u64(hit, 0x0101010101010101ULL) * 0xff;
    __m256i lanes = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)_pext_u64(0x0706050403020100ULL, bytes)));
    _mm256_storeu_si256((__m256i *)(void *)o, _mm256_permutevar8x32_epi32(index, lanes));
    o += __builtin_popcount(hit);
  }
  return (int)(o - out);
}

#else

LG_INLINE unsigned bits_of(lg_m8 m) {
#if defined(__SSE2__)
  __m128i lo, hi;
  memcpy(&lo, &m, sizeof lo);
  memcpy(&hi, (const char *)&m + sizeof lo, sizeof hi);
  return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(lo)) | (unsigned)_mm_movemask_ps(_mm_castsi128_ps(hi)) << 4;
#else
  const lg_m8 place = {1, 2, 4, 8, 16, 32, 64, 128};
  m &= place;
  return (unsigned)((m[0] | m[1]) | (m[2] | m[3]) | (m[4] | m[5]) | (m[6] | m[7]));
#endif
}

LG_INLINE int near_in(int dim, const lg_candidates *c, const float p[3], float r2, int32_t self, int32_t *out) {
  int32_t *o = out;
  const lg_v8 rr = lg_v8_all(r2);
  const lg_m8 me = {self, self, self, self, self, self, self, self};
  for (int k = 0; k < c->n; k += 8) {
    lg_v8 dx = p[0] - lg_v8_load(c->x[0] + k), dy = p[1] - lg_v8_load(c->x[1] + k);
    lg_v8 d2 = dx * dx + dy * dy;
    if (dim == 3) {
      lg_v8 dz = p[2] - lg_v8_load(c->x[2] + k);
      d2 = d2 + dz * dz;
    }
    lg_m8 index;
    memcpy(&index, c->index + k, sizeof index);
    for (unsigned hit = bits_of((d2 < rr) & (index != me)); hit; hit &= hit - 1) *o++ = c->index[k + __builtin_ctz(hit)];
  }
  return (int)(o - out);
}

#endif

static int near(const lg_candidates *c, int dim, const float p[3], float r2, int32_t self, int32_t *out) {
  return dim == 2 ? near_in(2, c, p, r2, self, out) : near_in(3, c, p, r2, self, out);
}

extern const lg_loops LG_PER_ISA(lg_loops);
const lg_loops LG_PER_ISA(lg_loops) = {.near = near};
