/* physics.h - what the physics tests share: worlds filled with a block of fluid, and refusals that
   fail the test. */
#ifndef LG_TESTS_PHYSICS_H
#define LG_TESTS_PHYSICS_H

#include "laguna.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Number k of a parameter. */
static inline double number(const lg_world *w, lg_id id, const char *name, int k) {
  lg_arg a;
  assert_true(lg_get(w, id, name, &a));
  return a.v[k];
}

/* A world with walls all around, `solver`, and fluid in the box from its lower corner to `fill`. */
static inline lg_world *filled_world(lg_bounds bounds, float spacing, const char *solver,
                                     const lg_arg *args, const float fill[3]) {
  lg_world_def def = lg_default_world();
  def.bounds = bounds;
  def.spacing = spacing;
  def.threads = 1; /* a few thousand particles: waking a second thread costs more than it brings */
  lg_world *w = lg_world_new(&def);
  if (!w) print_error("%s\n", def.error);
  assert_non_null(w);
  if (!lg_set_solver(w, solver, args)) print_error("%s\n", lg_error(w));
  lg_arg min = lg_vec3("min", (double)bounds.min[0], (double)bounds.min[1], (double)bounds.min[2]);
  lg_arg max = lg_vec3("max", (double)fill[0], (double)fill[1], (double)fill[2]);
  min.n = max.n = bounds.dim;
  lg_id box = lg_add(w, "shape.box", LG_ARGS(min, max));
  lg_id emitter = lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box)));
  if (!emitter) print_error("%s\n", lg_error(w));
  assert_true(emitter != 0);
  return w;
}

static inline void step(lg_world *w, double dt) {
  if (lg_world_step(w, dt)) return;
  print_error("%s\n", lg_error(w));
  fail();
}

/* Two columns of a data file ('#' and the heading left out); returns how many rows. */
static inline int read_pairs(const char *path, double (*out)[2], int room) {
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  char line[256];
  int n = 0;
  while (n < room && fgets(line, sizeof line, f))
    n += sscanf(line, "%lf,%lf", &out[n][0], &out[n][1]) == 2;
  fclose(f);
  return n;
}

#endif
