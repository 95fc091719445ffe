/* kinds.h - what the tests of single kinds share: worlds without anything in them, objects that
   must be accepted. */
#ifndef LG_TESTS_KINDS_H
#define LG_TESTS_KINDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "laguna_kind.h"
#include "near.h"

static inline lg_id must(const lg_world *w, lg_id id) {
  if (!id) fail_msg("refused: %s", lg_error(w));
  return id;
}

static inline lg_arg point(const char *name, int dim, double x, double y, double z) {
  return dim == 2 ? lg_vec2(name, x, y) : lg_vec3(name, x, y, z);
}

static inline lg_arg corner(const char *name, int dim, const double p[3]) {
  return point(name, dim, p[0], p[1], p[2]);
}

/* A rotation: about z in 2-D, about a slanted axis in 3-D. */
static inline lg_arg turned(const char *name, int dim, double angle) {
  return dim == 2 ? lg_num(name, angle) : lg_vec3(name, 0.3 * angle, -0.5 * angle, angle);
}

static inline lg_id cube(lg_world *w, double low, double high) {
  int dim = lg_world_dim(w);
  return must(
      w, lg_add(w, "shape.box",
                LG_ARGS(point("min", dim, low, low, low), point("max", dim, high, high, high))));
}

/* From `low` to `high` on every axis, without gravity, with the solver of particles that do not
   feel each other, one thread. */
static inline lg_world_def space_def(int dim, double low, double high, double spacing) {
  lg_world_def def = lg_default_world();
  float lo = (float)low, hi = (float)high;
  def.bounds = dim == 2 ? lg_bounds2(lo, lo, hi, hi) : lg_bounds3(lo, lo, lo, hi, hi, hi);
  def.spacing = (float)spacing;
  memset(def.gravity, 0, sizeof def.gravity);
  def.threads = 1;
  return def;
}

static inline lg_world *space_of(lg_world_def def) {
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("no world: %s", def.error);
  if (!lg_set_solver(w, "particles", LG_NO_ARGS)) fail_msg("%s", lg_error(w));
  return w;
}

static inline lg_world *space(int dim, double low, double high, double spacing) {
  return space_of(space_def(dim, low, high, spacing));
}

static inline void step(lg_world *w, double dt) {
  if (!lg_world_step(w, dt)) fail_msg("step refused: %s", lg_error(w));
}

#endif
