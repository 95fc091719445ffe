/* machine.c - what the machine can do, so that a benchmark's time can be read as a ratio: fused
   multiply-adds in registers, and a stream through memory (McCalpin's triad). A line for every
   vector width that the processor has, on one thread and on all. */
#include "laguna_kind.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* Does this processor have the instructions? */
static bool runs(const chain *c) {
#if defined(__x86_64__)
  if (c->floats == 16) return __builtin_cpu_supports("avx512f");
  if (c->floats == 8) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  return c->floats <= 4;
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

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* s, of the fastest round */
static double best(int threads, size_t n, void (*fn)(void *user, size_t begin, size_t end),
                   work *w) {
  double least = HUGE_VAL;
  for (int r = 0; r < ROUNDS; r++) {
    double begun = now();
    lg_parallel(threads, n, fn, w);
    double took = now() - begun;
    least = took < least ? took : least;
  }
  return least;
}

static void measure(work *w, int threads) {
  double flops = 2.0 * CHAINS * TURNS * w->chain->floats * threads,
         bytes = 3.0 * sizeof(float) * (double)STREAM;
  lg_parallel(threads, STREAM, fill, w);
  double gflops = 1e-9 * flops / best(threads, (size_t)threads * LG_BLOCK, compute, w);
  double gbytes = 1e-9 * bytes / best(threads, STREAM, triad, w);
  printf("%-16s %2d thread%s  %-8s %.1f GFLOP/s in registers, %.1f GB/s through memory\n",
         "machine", threads, threads == 1 ? " " : "s", w->chain->isa, gflops, gbytes);
  fflush(stdout);
}

int main(void) {
  float *block = malloc(3 * STREAM * sizeof *block);
  if (!block) return fprintf(stderr, "machine: no memory\n"), 3;
  work w = {.a = block, .b = block + STREAM, .c = block + 2 * STREAM};
  int cores = (int)lg_default_world().threads;

  for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
    w.chain = &chains[i];
    if (!runs(w.chain)) continue;
    for (int threads = 1, last = 0; threads != last; last = threads, threads = cores)
      measure(&w, threads);
  }
  free(block);
  return 0;
}
