/* isa.c - the choice of a dispatch path, made once. */
#include "core/base/isa.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined(__x86_64__)
static const char *const paths[] = {"sse2", "avx2", "avx512"};

/* What x86-64-v3 and -v4 code needs; processors that have these have the rest of the level. */
static int best_path(void) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi2"))
    return 0;
  bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl");
  return v4 ? 2 : 1;
}
#else
static const char *const paths[] = {"portable"};

static int best_path(void) { return 0; }
#endif

int lg_isa_pick(const char *asked, int best) {
  int count = (int)(sizeof paths / sizeof *paths);
  for (int i = 0; asked && i < count; i++)
    if (strcmp(asked, paths[i]) == 0) return lg_mini(i, best);
  return best;
}

/* The one thing the library remembers: path + 1. Whoever comes first computes the same number, so
   there is nothing to lock. */
static atomic_int chosen;

int lg_isa_path(void) {
  int known = atomic_load_explicit(&chosen, memory_order_relaxed);
  if (known > 0) return known - 1;
  int picked = lg_isa_pick(getenv("LAGUNA_ISA"), best_path());
  atomic_store_explicit(&chosen, picked + 1, memory_order_relaxed);
  return picked;
}

const char *lg_isa(void) { return paths[lg_isa_path()]; }
