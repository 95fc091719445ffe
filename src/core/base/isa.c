/* isa.c - the choice of a dispatch path, made once. */
#include "core/base/isa.h"

#include <stdatomic.h>
#include <stdlib.h>

#define NAME(isa, ...) #isa,
static const char *const paths[] = {LG_EACH_ISA(NAME, )};

/* What x86-64-v3 and -v4 code needs; processors that have these have the rest of the level. */
static bool runs_here(const char *isa) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
            __builtin_cpu_supports("bmi2");
  bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl");

  if (strcmp(isa, "avx2") == 0) return v3;
  if (strcmp(isa, "avx512") == 0) return v4;
#endif
  return isa[0] != 0;
}

int lg_isa_best(void) {
  int best = LG_ISAS - 1;
  while (best > 0 && !runs_here(paths[best])) best--;
  return best;
}

int lg_isa_pick(const char *asked, int best) {
  for (int i = 0; asked && i < LG_ISAS; i++)
    if (strcmp(asked, paths[i]) == 0) return lg_mini(i, best);
  return best;
}

/* The one thing the library remembers: path + 1. Whoever comes first computes the same number, so
   there is nothing to lock. */
static atomic_int chosen;

int lg_isa_path(void) {
  int known = atomic_load_explicit(&chosen, memory_order_relaxed);
  if (known > 0) return known - 1;
  int picked = lg_isa_pick(getenv("LAGUNA_ISA"), lg_isa_best());
  atomic_store_explicit(&chosen, picked + 1, memory_order_relaxed);
  return picked;
}

const char *lg_isa_unknown(void) {
  static const char *const known[] = {"sse2", "avx2", "avx512", "portable"};
  const char *asked = getenv("LAGUNA_ISA");
  for (size_t i = 0; asked && i < sizeof known / sizeof *known; i++)
    if (strcmp(asked, known[i]) == 0) return NULL;
  return asked && *asked ? asked : NULL; /* set to nothing, it asks for nothing */
}

const char *lg_isa_runs(int i) {
  return i >= 0 && i <= lg_isa_path() ? paths[lg_isa_path() - i] : NULL;
}

const char *lg_isa(void) { return paths[lg_isa_path()]; }
