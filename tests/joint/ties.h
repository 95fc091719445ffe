/* ties.h - bodies in empty worlds, for the tests of joints. */
#ifndef LG_TESTS_TIES_H
#define LG_TESTS_TIES_H

#include "kinds.h"

static const double PI = 3.14159265358979;

/* Gravity g downward; there is room from -4 to 4. */
static inline lg_world *void_world(int dim, double g) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(-4, -4, 4, 4) : lg_bounds3(-4, -4, -4, 4, 4, 4);
  def.spacing = 0.05f;
  def.gravity[1] = (float)-g;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  return w;
}

static inline lg_arg place(const char *name, int dim, double x, double y) {
  lg_arg a = lg_vec3(name, x, y, 0);
  a.n = dim;
  return a;
}

/* A box of half sides a, b (and b) around (x, y): 500 kg/m3 of what it holds. */
static inline lg_id block(lg_world *w, double x, double y, double a, double b) {
  int dim = lg_world_dim(w);
  lg_arg min = lg_vec3("min", -a, -b, -b), max = lg_vec3("max", a, b, b);
  min.n = max.n = dim;
  lg_id shape = must(w, lg_add(w, "shape.box", LG_ARGS(min, max)));
  return must(w, lg_add(w, "collider.body",
                        LG_ARGS(lg_ref("shape", shape), place("translation", dim, x, y))));
}

static inline double value(const lg_world *w, lg_id id, const char *name, int k) {
  lg_arg a;
  assert_true(lg_get(w, id, name, &a));
  return a.v[a.n == 1 ? 0 : k];
}

static inline void frames(lg_world *w, int n) {
  for (int i = 0; i < n; i++)
    if (!lg_world_step(w, 1 / 240.0)) fail_msg("%s", lg_error(w));
}

/* The time at which `read` goes through 0 upward for the n-th time, s. */
static inline double crossing(lg_world *w, lg_id id, const char *name, int k, double zero, int n) {
  double before = value(w, id, name, k) - zero;
  for (int frame = 0; frame < 20000; frame++) {
    frames(w, 1);
    double now = value(w, id, name, k) - zero;
    if (before < 0 && now >= 0 && --n == 0) return lg_world_time(w) - now / (now - before) / 240.0;
    before = now;
  }
  fail_msg("%s never came back", name);
  return 0;
}

#endif
