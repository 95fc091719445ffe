/* loops.c - compaction: which candidates are near. Never branches on the distance: that alone costs
   2.5x.

   Two passes: bit masks of who is near, then the indices of the set bits side by side. In one pass
   each store would wait for the masks before it (1.5x). AVX-512 compresses 16 indices by a mask in
   a register; AVX2 moves 8 by a permutation made from the mask; elsewhere the set bits are walked.
   This is the one place where intrinsics pay. */
#include "core/particles/loops.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* ---- sorting -------------------------------------------------------------------------------- */

static void extent(const float *x, size_t n, float *lo, float *hi) {
  lg_v8 low = lg_v8_all(*lo), high = lg_v8_all(*hi);

  /* eight particles at a time */
  size_t i = 0;
  for (; i + LG_LANES <= n; i += LG_LANES) {
    lg_v8 at = lg_v8_load(x + i);
    low = lg_v8_min(at, low);
    high = lg_v8_max(at, high);
  }

  /* the lanes, then the rest one by one */
  for (int k = 0; k < LG_LANES; k++) {
    *lo = lg_minf(low[k], *lo);
    *hi = lg_maxf(high[k], *hi);
  }
  for (; i < n; i++) {
    *lo = lg_minf(x[i], *lo);
    *hi = lg_maxf(x[i], *hi);
  }
}

LG_INLINE void cells_of(int dim, const lg_cell_grid *grid, float *const position[3], size_t begin,
                        size_t end, int32_t *cell) {
  const lg_cell_grid g = *grid; /* so that no store can be thought to change it */
  const float *x[3] = {position[0], position[1], position[2]};
  for (size_t i = begin; i < end; i++) {
    int at[3] = {0, 0, 0};
    for (int k = 0; k < dim; k++)
      at[k] = (int)lg_clampf((x[k][i] - g.origin[k]) * g.inverse[k], 0, (float)(g.size[k] - 3)) + 1;
    cell[i] = lg_cell_number(&g, at);
  }
}

static void cells(const lg_cell_grid *g, float *const x[3], size_t begin, size_t end,
                  int32_t *cell) {
  if (g->dim == 2) cells_of(2, g, x, begin, end, cell);
  else cells_of(3, g, x, begin, end, cell);
}

/* ---- who is where, by compares only, no branch ---------------------------------------------- */

LG_INLINE int pick_of(int dim, float *const x[3], size_t begin, size_t end, const float lo[3],
                      const float hi[3], bool beyond, int32_t *list) {
  int n = 0;
  for (size_t i0 = begin; i0 < end; i0 += LG_BLOCK) {
    const size_t count = end - i0 < LG_BLOCK ? end - i0 : LG_BLOCK;

    /* a mark for each particle of the block */
    int32_t picked[LG_BLOCK];
    for (size_t i = 0; i < count; i++) {
      int32_t out = 0;
      for (int k = 0; k < dim; k++) out |= (x[k][i0 + i] < lo[k]) | (x[k][i0 + i] > hi[k]);
      picked[i] = out == (int32_t)beyond;
    }
    for (size_t i = 0; i < count; i++) {
      list[n] = (int32_t)(i0 + i);
      n += picked[i];
    }
  }
  return n;
}

static int pick(int dim, float *const x[3], size_t begin, size_t end, const float lo[3],
                const float hi[3], bool beyond, int32_t *list) {
  return dim == 2 ? pick_of(2, x, begin, end, lo, hi, beyond, list)
                  : pick_of(3, x, begin, end, lo, hi, beyond, list);
}

/* ---- masks: bit b is set if candidate k + b is near ----------------------------------------- */

typedef struct probe {
  float x[3], r2;
} probe;

#if defined(__AVX512F__)

LG_INLINE unsigned hits(int dim, const lg_candidates *c, int k, const probe *p) {
  __m512 dx = _mm512_sub_ps(_mm512_set1_ps(p->x[0]), _mm512_load_ps(c->x[0] + k));
  __m512 dy = _mm512_sub_ps(_mm512_set1_ps(p->x[1]), _mm512_load_ps(c->x[1] + k));
  __m512 d2 = _mm512_add_ps(_mm512_mul_ps(dx, dx), _mm512_mul_ps(dy, dy));
  if (dim == 3) {
    __m512 dz = _mm512_sub_ps(_mm512_set1_ps(p->x[2]), _mm512_load_ps(c->x[2] + k));
    d2 = _mm512_add_ps(d2, _mm512_mul_ps(dz, dz));
  }
  return _mm512_cmp_ps_mask(d2, _mm512_set1_ps(p->r2), _CMP_LT_OQ);
}

#elif defined(__AVX2__)

LG_INLINE unsigned hits_of_8(int dim, const lg_candidates *c, int k, const probe *p) {
  __m256 dx = _mm256_sub_ps(_mm256_set1_ps(p->x[0]), _mm256_load_ps(c->x[0] + k));
  __m256 dy = _mm256_sub_ps(_mm256_set1_ps(p->x[1]), _mm256_load_ps(c->x[1] + k));
  __m256 d2 = _mm256_add_ps(_mm256_mul_ps(dx, dx), _mm256_mul_ps(dy, dy));
  if (dim == 3) {
    __m256 dz = _mm256_sub_ps(_mm256_set1_ps(p->x[2]), _mm256_load_ps(c->x[2] + k));
    d2 = _mm256_add_ps(d2, _mm256_mul_ps(dz, dz));
  }
  return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(d2, _mm256_set1_ps(p->r2), _CMP_LT_OQ));
}

LG_INLINE unsigned hits(int dim, const lg_candidates *c, int k, const probe *p) {
  return hits_of_8(dim, c, k, p) | hits_of_8(dim, c, k + 8, p) << 8;
}

#else

LG_INLINE lg_v4 four(const float *x) {
  lg_v4 v;
  memcpy(&v, x, sizeof v);
  return v;
}

LG_INLINE lg_m4 near_of_4(int dim, const lg_candidates *c, int k, const probe *p) {
  lg_v4 dx = p->x[0] - four(c->x[0] + k), dy = p->x[1] - four(c->x[1] + k);
  lg_v4 d2 = dx * dx + dy * dy;
  if (dim == 3) {
    lg_v4 dz = p->x[2] - four(c->x[2] + k);
    d2 += dz * dz;
  }
  return d2 < p->r2;
}

LG_INLINE unsigned hits(int dim, const lg_candidates *c, int k, const probe *p) {
#if defined(__SSE2__) || defined(__wasm_simd128__)
  unsigned bits = 0;
  for (int q = 0; q < LG_CANDIDATE_STEP; q += 4) {
    const lg_m4 near = near_of_4(dim, c, k + q, p);
#ifdef __wasm_simd128__
    bits |= wasm_i32x4_bitmask((v128_t)near) << q;
#else
    bits |= (unsigned)_mm_movemask_ps((__m128)near) << q;
#endif
  }
  return bits;
#else /* no instruction has the signs of all lanes: each lane its own bits, which are joined once */
  lg_m4 bits = {0, 0, 0, 0}, bit = {1, 2, 4, 8};
  for (int q = 0; q < LG_CANDIDATE_STEP; q += 4, bit <<= 4)
    bits |= near_of_4(dim, c, k + q, p) & bit;
  return (unsigned)(bits[0] | bits[1] | bits[2] | bits[3]);
#endif
}

#endif

/* ---- rows: the indices of the set bits, in order; up to LG_CANDIDATE_STEP entries are written  */

#if defined(__AVX512F__)

LG_INLINE int32_t *put(const int32_t *index, unsigned bits, int32_t *out) {
  __m512i near = _mm512_maskz_compress_epi32((__mmask16)bits, _mm512_load_si512(index));
  int n = __builtin_popcount(bits);
  /* half a store straddles fewer cache lines */
  _mm256_storeu_si256((__m256i *)(void *)out, _mm512_castsi512_si256(near));
  if (n > 8) _mm256_storeu_si256((__m256i *)(void *)(out + 8), _mm512_extracti64x4_epi64(near, 1));
  return out + n;
}

#elif defined(__AVX2__) && defined(__BMI2__)

LG_INLINE int32_t *put(const int32_t *index, unsigned bits, int32_t *out) {
  for (int half = 0; half < 2; half++, index += 8, bits >>= 8) {
    /* each mask bit becomes a byte; the lane numbers of the set ones are packed to the front */
    uint64_t bytes = _pdep_u64(bits & 0xff, 0x0101010101010101ULL) * 0xff;
    __m256i lanes =
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)_pext_u64(0x0706050403020100ULL, bytes)));
    __m256i all = _mm256_load_si256((const __m256i *)(const void *)index);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permutevar8x32_epi32(all, lanes));
    out += __builtin_popcount(bits & 0xff);
  }
  return out;
}

#else

LG_INLINE int32_t *put(const int32_t *index, unsigned bits, int32_t *out) {
  for (; bits; bits &= bits - 1) *out++ = index[__builtin_ctz(bits)];
  return out;
}

#endif

LG_INLINE void masks_of(int dim, const lg_listing *l, const lg_candidates *c, int32_t i,
                        uint16_t *mask) {
  const probe p = {{l->x[0][i], l->x[1][i], dim == 3 ? l->x[2][i] : 0}, l->r2};
  for (int k = 0; k < c->n; k += LG_CANDIDATE_STEP)
    mask[k / LG_CANDIDATE_STEP] = (uint16_t)hits(dim, c, k, &p);
  const int self = i + c->own;
  mask[self / LG_CANDIDATE_STEP] &= (uint16_t) ~(1u << self % LG_CANDIDATE_STEP);
}

LG_INLINE int32_t *row_of(const lg_listing *l, const lg_candidates *c, int32_t i,
                          const uint16_t *mask, int32_t *out) {
  int32_t *end = out;
  for (int k = 0; k < c->n; k += LG_CANDIDATE_STEP) end = put(c->index + k, *mask++, end);
  for (int k = 0; k < LG_LANES; k++) end[k] = l->pad;
  l->row[i] = out;
  l->count[i] = (int32_t)(end - out);
  return out + (end - out + LG_LANES - 1) / LG_LANES * LG_LANES;
}

LG_INLINE size_t near_rows(int dim, const lg_listing *l, const lg_candidates *all, int32_t begin,
                           int32_t end, int32_t *out) {
  const lg_candidates c = *all; /* so that no store can be thought to change it */
  const int32_t *first = out, steps = (c.n + LG_CANDIDATE_STEP - 1) / LG_CANDIDATE_STEP;
  for (int32_t i = begin, next; i < end; i = next) {
    next = lg_mini(end, i + lg_maxi(LG_MASKS(c.room) / lg_maxi(steps, 1), 1));
    for (int32_t p = i; p < next; p++) masks_of(dim, l, &c, p, c.mask + (p - i) * steps);
    for (int32_t p = i; p < next; p++) out = row_of(l, &c, p, c.mask + (p - i) * steps, out);
  }
  return (size_t)(out - first);
}

static size_t near(const lg_listing *l, const lg_candidates *c, int32_t begin, int32_t end,
                   int32_t *out) {
  return l->dim == 2 ? near_rows(2, l, c, begin, end, out) : near_rows(3, l, c, begin, end, out);
}

/* Whole vectors are copied: what is too much is overwritten by the next run, or by the caller at
   last. */
LG_INLINE int32_t copy_runs(int dim, const lg_listing *l, const lg_candidates *c,
                            const int32_t (*run)[2], int runs) {
  const float *x[3] = {l->x[0], l->x[1], l->x[2]};
  float *to[3] = {c->x[0], c->x[1], c->x[2]};
  int32_t *index = c->index, n = 0;

  /* eight entries at a time, the last ones beyond the end of the run */
  for (int r = 0; r < runs; r++) {
    const int32_t begin = run[r][0], all = run[r][1] - begin;
    lg_m8 at = begin + (lg_m8){0, 1, 2, 3, 4, 5, 6, 7};
    for (int32_t s = 0; s < all; s += LG_LANES, at += LG_LANES) {
      for (int k = 0; k < dim; k++)
        memcpy(to[k] + n + s, x[k] + begin + s, LG_LANES * sizeof(float));
      memcpy(index + n + s, &at, sizeof at);
    }

    n += all;
  }
  return n;
}

static void copy(const lg_listing *l, lg_candidates *c, const int32_t (*run)[2], int runs) {
  c->n = l->dim == 2 ? copy_runs(2, l, c, run, runs) : copy_runs(3, l, c, run, runs);
}

const lg_loops LG_PER_ISA(lg_loops) = {
    .extent = extent, .cells = cells, .pick = pick, .copy = copy, .near = near};
