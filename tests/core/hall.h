/* hall.h - a room of 4 m a side in which balls of radius 0.025 m fly that do not feel each other.
   */
#ifndef LG_TESTS_CORE_HALL_H
#define LG_TESTS_CORE_HALL_H

#include "core/small.h"
#include "near.h"

#define DT (1 / 60.0)

static inline lg_id must(const lg_world *w, lg_id id) {
  if (!id) fail_msg("refused: %s", lg_error(w));
  return id;
}

static inline lg_arg at(const char *name, int dim, double x, double y, double z) {
  return dim == 2 ? lg_vec2(name, x, y) : lg_vec3(name, x, y, z);
}

static inline lg_arg turn(const char *name, int dim, double angle) {
  return dim == 2 ? lg_num(name, angle) : lg_vec3(name, 0.3 * angle, -0.5 * angle, angle);
}

static inline lg_world *hall(int dim, double g, double restitution, double friction,
                             int64_t threads) {
  lg_world_def def = small_def(dim);
  def.spacing = 0.05f;
  def.gravity[1] = (float)-g;
  def.restitution = (float)restitution;
  def.friction = (float)friction;
  def.threads = threads;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("%s", def.error);
  if (!lg_set_solver(w, "particles", LG_NO_ARGS)) fail_msg("%s", lg_error(w));
  return w;
}

static inline void put(lg_world *w, double x, double y, double z, double u, double v, double q) {
  float p[3] = {(float)x, (float)y, (float)z}, s[3] = {(float)u, (float)v, (float)q};
  assert_true(lg_particle_add(w, p, s) >= 0);
}

static inline void step(lg_world *w, double dt) {
  if (!lg_world_step(w, dt)) fail_msg("%s", lg_error(w));
}

static inline double x_of(const lg_world *w, int axis, size_t i) {
  return (double)lg_column(w, "position").c[axis][i];
}
static inline double v_of(const lg_world *w, int axis, size_t i) {
  return (double)lg_column(w, "velocity").c[axis][i];
}

#endif
