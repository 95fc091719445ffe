/* The swirl of tests/bench/swirl.lua, a Lua function traced anew in every sub-step, against the
   same arithmetic written by hand in C and vectorised, in one run on one thread: ns per particle.
   Then the energy of the same particles, summed by a Lua function, in us of one core: with its
   hook, its tracing and its check, as a scene pays for it. */
#include "bind/bind.h"
#include "core/formula/expr_math.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 100000, ROUNDS = 200 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

LG_INLINE void swirl(int n, float t, float *const c[6]) {
  const float *restrict x = c[0], *restrict y = c[1], *restrict u = c[2], *restrict v = c[3];
  float *restrict ax = c[4], *restrict ay = c[5];
  for (int i = 0; i < n; i++) {
    float s = 4 * lg_exp(-0.8f * (x[i] * x[i] + y[i] * y[i])) *
              (1 + 0.3f * lg_sin(3 * x[i] + 2 * t));
    float wx = -y[i] * s, wy = x[i] * s;
    wx = lg_pick(y[i] > 0, wx + 1.5f, wx);
    ax[i] = wx - 0.3f * u[i];
    ay[i] = wy - 0.3f * v[i];
  }
}

#if defined(__x86_64__)
__attribute__((target("avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma,bmi2"))) static void
swirl_avx512(int n, float t, float *const c[6]) {
  swirl(n, t, c);
}
__attribute__((target("avx2,fma,bmi2"))) static void swirl_avx2(int n, float t, float *const c[6]) {
  swirl(n, t, c);
}
#endif
static void swirl_plain(int n, float t, float *const c[6]) { swirl(n, t, c); }

static double native(void) {
  void (*f)(int n, float t, float *const c[6]) = swirl_plain;
  float *c[6], *block[6];
  double best = 1;
#if defined(__x86_64__)
  if (strcmp(lg_isa(), "avx512") == 0) f = swirl_avx512;
  if (strcmp(lg_isa(), "avx2") == 0) f = swirl_avx2;
#endif
  for (int k = 0; k < 6; k++) {
    c[k] = aligned_alloc(64, (N + 16) * sizeof(float));
    for (int i = 0; i < N; i++) c[k][i] = (float)(rand() % 2000 - 1000) / 500.0f;
  }
  for (int r = 0; r < ROUNDS; r++) {
    double begun = now();
    for (int i = 0; i < N; i += LG_BLOCK) {
      for (int k = 0; k < 6; k++) block[k] = c[k] + i;
      f(N - i < LG_BLOCK ? N - i : LG_BLOCK, (float)r, block);
    }
    best = fmin(best, now() - begun);
  }
  for (int k = 0; k < 6; k++) free(c[k]);
  return 1e9 * best / N;
}

int main(void) {
  lg_why why;
  lg_scene_options options = {.path = "tests/bench/swirl.lua", .threads = 1, .seed = -1};
  lg_scene *scene = lg_scene_load(&options, &why);
  if (!scene) return fprintf(stderr, "%s\n", why.text), 1;
  double trace = 1, push = 1, energy = 1;
  for (int r = 0; r < ROUNDS; r++) {
    if (!lg_scene_step(scene, 1e-4)) return fprintf(stderr, "%s\n", lg_scene_error(scene)), 1;
    const lg_stats *s = lg_world_stats(lg_scene_world(scene, 0));
    for (int i = 0; i < s->stages; i++) {
      double seconds = s->stage[i].seconds / s->substeps;
      if (strcmp(s->stage[i].name, "formulas") == 0) trace = fmin(trace, seconds);
      if (strcmp(s->stage[i].name, "push") == 0) push = fmin(push, seconds);
    }
    double begun = now();
    if (!lg_scene_key(scene, "e", true)) return fprintf(stderr, "%s\n", lg_scene_error(scene)), 1;
    energy = fmin(energy, now() - begun);
  }
  double by_hand = native(), traced = 1e9 * (trace + push) / N;
  printf("swirl %d particles  1 thread  %s  by hand %.2f  traced %.2f (of that tracing %.2f) "
         "ns/particle: %.2f times\n",
         N, lg_isa(), by_hand, traced, 1e9 * trace / N, traced / by_hand);
  printf("energy %d particles  1 thread  %s  sum of a Lua function %.1f us\n", N, lg_isa(),
         1e6 * energy);
  lg_scene_free(scene);
  return 0;
}
