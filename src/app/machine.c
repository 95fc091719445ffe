/* machine.c - what the machine can do, so that a benchmark's time is a ratio: fused multiply-adds
   in registers, a stream through memory (McCalpin's triad), both on the widest vectors of the
   dispatch path in use. */
#include "app/app.h"

#include "laguna_kind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define ROUNDS 5 /* the best of */
/* independent sums: latency of 4 cycles on two units, with some to spare */
#define CHAINS 12
#define TURNS  4000000           /* of the chains */
#define STREAM ((size_t)1 << 23) /* floats an array: 32 MiB, more than caches hold for one core */

/* ---- arithmetic ----------------------------------------------------------------------------- */

#if defined(__x86_64__)
#define CHAIN(name, attribute, vector, set, step, floats)                                          \
  attribute static float name(void) {                                                              \
    vector x[CHAINS], a = set(0.999f), b = set(0.001f);                                            \
    float out[floats];                                                                             \
    for (int k = 0; k < CHAINS; k++) x[k] = set((float)k);                                         \
    for (int t = 0; t < TURNS; t++)                                                                \
      for (int k = 0; k < CHAINS; k++) x[k] = step(x[k], a, b);                                    \
    for (int k = 1; k < CHAINS; k++) x[0] = step(x[0], a, x[k]);                                   \
    memcpy(out, &x[0], sizeof out);                                                                \
    return out[0];                                                                                 \
  }
#define SSE_STEP(x, a, b) _mm_add_ps(_mm_mul_ps(x, a), b)
CHAIN(chain_sse2, , __m128, _mm_set1_ps, SSE_STEP, 4)
CHAIN(chain_avx2, __attribute__((target("avx2,fma"))), __m256, _mm256_set1_ps, _mm256_fmadd_ps, 8)
CHAIN(chain_avx512, __attribute__((target("avx512f"))), __m512, _mm512_set1_ps, _mm512_fmadd_ps, 16)
#else
static float chain_portable(void) {
  float x[CHAINS] = {0};
  for (int t = 0; t < TURNS; t++)
    for (int k = 0; k < CHAINS; k++) x[k] = x[k] * 0.999f + 0.001f;
  for (int k = 1; k < CHAINS; k++) x[0] += x[k];
  return x[0];
}
#endif

typedef struct chain {
  const char *isa;
  int floats;
  float (*run)(void);
} chain;
static const chain chains[] = {
#if defined(__x86_64__)
    {"avx512", 16, chain_avx512},
    {"avx2", 8, chain_avx2},
    {"sse2", 4, chain_sse2},
#else
    {"portable", 1, chain_portable},
#endif
};

static const chain *chain_in_use(void) {
  size_t i = 0;
  while (i + 1 < sizeof chains / sizeof *chains && strcmp(chains[i].isa, lg_isa()) != 0) i++;
  return &chains[i];
}

/* ---- both, on all threads ------------------------------------------------------------------- */

typedef struct work {
  float *a, *b, *c;
  const chain *chain;
  float sink[64];
} work;

static void compute(void *user, size_t begin, size_t end) {
  work *w = user;
  for (size_t t = begin; t < end; t += LG_BLOCK) w->sink[t / LG_BLOCK % 64] = w->chain->run();
}

/* untouched pages would all be one page of zeros */
static void fill(void *user, size_t begin, size_t end) {
  work *w = user;
  for (size_t i = begin; i < end; i++) w->a[i] = w->b[i] = w->c[i] = (float)i;
}

static void triad(void *user, size_t begin, size_t end) {
  work *w = user;
  for (size_t i = begin; i < end; i++) w->a[i] = w->b[i] + 3.0f * w->c[i];
}

static double best(int threads, size_t n, void (*fn)(void *user, size_t begin, size_t end),
                   work *w) {
  double least = HUGE_VAL;
  for (int r = 0; r < ROUNDS; r++) {
    double begun = lg_app_now();
    lg_parallel(threads, n, fn, w);
    double took = lg_app_now() - begun;
    least = took < least ? took : least;
  }
  return least;
}

bool lg_app_machine(int threads, double *gflops, double *gbytes) {
  work w = {.chain = chain_in_use()};
  float *block = malloc(3 * STREAM * sizeof *block);
  if (!block) return false;
  w.a = block;
  w.b = block + STREAM;
  w.c = w.b + STREAM;
  lg_parallel(threads, STREAM, fill, &w);
  double flops = 2.0 * CHAINS * TURNS * w.chain->floats * threads,
         bytes = 3.0 * sizeof(float) * (double)STREAM;
  *gflops = 1e-9 * flops / best(threads, (size_t)threads * LG_BLOCK, compute, &w);
  *gbytes = 1e-9 * bytes / best(threads, STREAM, triad, &w);
  free(block);
  return true;
}
