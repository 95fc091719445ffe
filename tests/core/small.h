/* small.h - what the tests of objects and worlds share: a small world, and an allocator that fails
   on demand. */
#ifndef LG_TESTS_CORE_SMALL_H
#define LG_TESTS_CORE_SMALL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/step/step.h"

typedef struct purse { /* an allocator's account */
  long left;           /* requests that it still grants; < 0: all */
  size_t held;         /* bytes handed out and not yet given back */
  long granted;
} purse;

static inline void *purse_realloc(void *user, void *old, size_t old_bytes, size_t new_bytes) {
  purse *p = user;
  void *fresh = NULL;
  if (new_bytes && p->left == 0) return NULL;
  if (new_bytes) {
    if (p->left > 0) p->left--;
    p->granted++;
    fresh = aligned_alloc(64, (new_bytes + 63) / 64 * 64);
    assert_non_null(fresh);
    if (old) memcpy(fresh, old, old_bytes < new_bytes ? old_bytes : new_bytes);
  }
  p->held = p->held + new_bytes - (old ? old_bytes : 0);
  free(old);
  return fresh;
}

static inline lg_world_def small_def(int dim) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(-2, -2, 2, 2) : lg_bounds3(-2, -2, -2, 2, 2, 2);
  def.spacing = 0.1f;
  def.threads = 1;
  return def;
}

/* A small world that lives on what `p` grants. */
static inline lg_world *purse_world(int dim, purse *p) {
  lg_world_def def = small_def(dim);
  def.alloc = purse_realloc;
  def.alloc_user = p;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  return w;
}

static inline lg_world *small_world(int dim) {
  lg_world_def def = small_def(dim);
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("no world: %s", def.error);
  return w;
}

static inline lg_id sphere(lg_world *w, double radius) {
  lg_id id = lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", radius)));
  if (!id) fail_msg("no sphere: %s", lg_error(w));
  return id;
}

/* -dx^dim sum W'(r) r / dim over the lattice: what such sums make of the gradient of a linear
   function, 1 in the limit. */
static inline double lattice_moment(const lg_smoothing *k, int dim, double dx) {
  double sum = 0;
  for (int a = -9; a <= 9; a++)
    for (int b = -9; b <= 9; b++)
      for (int c = dim == 3 ? -9 : 0; c <= (dim == 3 ? 9 : 0); c++) {
        double r = dx * sqrt(a * a + b * b + c * c);
        if (r > 0 && r < k->radius) sum -= pow(dx, dim) * lg_smoothing_slope(k, r) * r / dim;
      }
  return sum;
}

#endif
