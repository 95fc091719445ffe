/* checkpoints.h - a small world with something of everything, saved into memory. */
#ifndef LG_TESTS_CHECKPOINTS_H
#define LG_TESTS_CHECKPOINTS_H

#include "core/mac_of.h"
#include "core/state/saved.h"
#include "core/small.h"

#include <stdio.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct blob {
  char *bytes;
  size_t n;
} blob;

static inline void take(void *sink, const char *bytes, size_t n) {
  blob *b = sink;
  b->bytes = realloc(b->bytes, b->n + n);
  assert_non_null(b->bytes);
  memcpy(b->bytes + b->n, bytes, n);
  b->n += n;
}

static inline blob save(lg_world *w) {
  blob b = {NULL, 0};
  if (!lg_world_save(w, take, &b)) fail_msg("not saved: %s", lg_error(w));
  return b;
}

/* The checksum of the bytes as they are now: forged files have one that fits. */
static inline void mend(blob *b) {
  uint64_t sum = XXH3_64bits(b->bytes, b->n - sizeof sum);
  memcpy(b->bytes + b->n - sizeof sum, &sum, sizeof sum);
}

static inline void must(lg_world *w, bool ok) {
  if (!ok) fail_msg("%s", lg_error(w));
}

static inline double number(const lg_world *w, const char *object, const char *name) {
  lg_arg a;
  assert_true(lg_get(w, lg_find(w, object), name, &a));
  return a.v[0];
}

typedef struct scene {
  double viscosity, rate, height;
  const char *solver;
} scene;
static const scene usual = {0.5, 400, 1, "wcsph"};

/* A column, a tap that runs with fractions of particles, a moving collider and a drag with a wind.
   */
static inline lg_world *build(scene s) {
  lg_world_def def = small_def(2);
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  must(w, lg_set_solver(w, s.solver, LG_ARGS(lg_num("viscosity", s.viscosity))));
  lg_id box = lg_add(
      w, "shape.box",
      LG_ARGS(lg_text("name", "pool"), lg_vec2("min", -2, -2), lg_vec2("max", -1, -2 + s.height)));
  must(w, lg_add(w, "emitter.volume",
                 LG_ARGS(lg_text("name", "column"), lg_ref("shape", box), lg_num("jitter", 0.3))) !=
              0);
  must(w, lg_add(w, "emitter.point", LG_ARGS(lg_text("name", "tap"), lg_num("rate", s.rate))) != 0);
  lg_id ball = lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.3)));
  must(w, lg_add(w, "collider.solid",
                 LG_ARGS(lg_text("name", "ball"), lg_ref("shape", ball),
                         lg_vec2("velocity", 0.5, 0))) != 0);
  lg_id wind =
      lg_add(w, "field.noise",
             LG_ARGS(lg_text("name", "wind"), lg_num("strength", 0.5), lg_vec2("drift", 1, 0)));
  must(w,
       lg_add(w, "field.grid",
              LG_ARGS(lg_text("name", "map"), lg_ref("source", wind), lg_num("cell", 0.5))) != 0);
  return w;
}

static inline void run(lg_world *w, int64_t frame) { must(w, lg_world_advance(w, frame, 0.01)); }

#endif
