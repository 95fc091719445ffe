/* base.h - memory of a world, small helpers every core file uses. */
#ifndef LG_CORE_BASE_H
#define LG_CORE_BASE_H

#include "laguna_kind.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define LG_ALIGN  64
#define LG_LANES  8 /* width of the vector loops: 8 floats, whatever the instruction set */
#define LG_INLINE static inline __attribute__((always_inline))
#define LG_PI     3.14159265358979323846

/* Declares a function of a hot file, which is compiled once per dispatch path (base/isa.h): hot
   files that call it get the one of their own path. */
#define LG_HOT(type, name, ...) type name(__VA_ARGS__) __asm__(LG_TEXT(LG_PER_ISA(name)))
#define LG_TEXT_(x)             #x
#define LG_TEXT(x)              LG_TEXT_(x)

LG_INLINE int lg_mini(int a, int b) { return a < b ? a : b; }
LG_INLINE int lg_maxi(int a, int b) { return a > b ? a : b; }
LG_INLINE float lg_minf(float a, float b) { return a < b ? a : b; }
LG_INLINE float lg_maxf(float a, float b) { return a > b ? a : b; }
LG_INLINE float lg_clampf(float x, float lo, float hi) { return lg_minf(lg_maxf(x, lo), hi); }
/* x of a periodic axis, in [lo, hi). */
LG_INLINE float lg_wrapf(float x, float lo, float hi) {
  if (x < lo || x >= hi) x -= (hi - lo) * floorf((x - lo) / (hi - lo));
  return x >= hi ? lo : x; /* rounding of a tiny negative distance */
}

/* Memory: one per world; counts so that a test can say "no allocation in a step after warm-up".
   Every piece remembers its own size, so that nobody who frees one has to. */
typedef struct lg_mem {
  lg_realloc_fn *alloc; /* NULL: the C library's */
  void *user;
  size_t held;  /* bytes */
  size_t calls; /* requests for memory so far */
} lg_mem;
/* 64-byte aligned; old may be NULL. NULL: no memory, and `old` is untouched. Growth keeps the
   contents. */
void *lg_mem_realloc(lg_mem *m, void *old, size_t bytes);
void lg_mem_free(lg_mem *m, void *old); /* NULL is fine */
/* Sees to it that *array holds n elements, with slack; contents are lost when it grows. False: no
   memory, nothing changed. */
bool lg_mem_room(lg_mem *m, void *array, size_t n, size_t element);
/* The same, but contents stay when it grows, and what is new behind them is 0. */
bool lg_mem_grow(lg_mem *m, void *array, size_t n, size_t element);

/* keep.c: what hosts say of kinds and stages of their own, which outlives every world: statistics
   and the panel point to it. */
/* The text, for ever; the same one for equal texts. NULL: there are a megabyte of them, or no
   memory. From any thread. */
const char *lg_text_keep(const char *text);

#endif
