/* dam.h - a small dam break for the tests of a frame and its stages: 25 x 30 particles in 2-D at a
   spacing of 0.02 m. */
#ifndef LG_TESTS_CORE_DAM_H
#define LG_TESTS_CORE_DAM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/step/step.h"

static inline lg_world *dam(int dim, float spacing, int threads, const char *solver) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 2, 1) : lg_bounds3(0, 0, 0, 1, 1, 0.5f);
  def.spacing = spacing;
  def.threads = threads;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  lg_id box =
      lg_add(w, "shape.box",
             dim == 2 ? LG_ARGS(lg_vec2("max", 0.5, 0.6)) : LG_ARGS(lg_vec3("max", 0.4, 0.6, 0.5)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
  return w;
}

#endif
