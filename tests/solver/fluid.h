/* fluid.h - what the tests of solvers for incompressible fluids share. */
#ifndef LG_TESTS_FLUID_H
#define LG_TESTS_FLUID_H

#include "physics/physics.h"

static inline double total_mass_speed(const lg_world *w, double momentum[3]) {
  lg_view v = lg_column(w, "velocity"), m = lg_column(w, "mass");
  double sum = 0;
  momentum[0] = momentum[1] = momentum[2] = 0;
  for (size_t i = 0; i < v.n; i++) {
    double v2 = 0;
    for (int k = 0; k < v.components; k++) {
      momentum[k] += (double)m.c[0][i] * (double)v.c[k][i];
      v2 += (double)v.c[k][i] * (double)v.c[k][i];
    }
    sum += (double)m.c[0][i] * sqrt(v2);
  }
  return sum;
}

/* Two blocks of fluid collide far from any wall, without gravity; 1000 sub-steps change the
   momentum by no more than 1e-6 of sum m |v| (physics: pair forces are equal and opposite). */
static inline void keeps_momentum(const char *solver) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(-4, -4, 8, 8);
  def.spacing = 0.05f;
  memset(def.gravity, 0, sizeof def.gravity);
  for (int k = 0; k < 2; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_OPEN;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  for (int block = 0; block < 2; block++)
    for (int y = 0; y < 12; y++)
      for (int x = 0; x < 12; x++) {
        const float at[3] = {1.2f + 0.8f * (float)block + 0.05f * (float)x,
                             1.7f + 0.1f * (float)block + 0.05f * (float)y, 0};
        const float v[3] = {block ? -0.5f : 1.0f, 0.2f, 0};
        assert_true(lg_particle_add(w, at, v) >= 0);
      }
  double before[3], after[3], most = 0, drift2 = 0;
  total_mass_speed(w, before);
  for (int f = 0; f < 1000; f++) {
    step(w, 1e-3);
    most = fmax(most, total_mass_speed(w, after));
  }
  assert_int_equal(lg_world_count(w), 288);
  for (int k = 0; k < 2; k++) drift2 += (after[k] - before[k]) * (after[k] - before[k]);
  print_message("%s: momentum drifts by %.1e of sum m |v|\n", solver, sqrt(drift2) / most);
  assert_true(sqrt(drift2) <= 1e-6 * most);
  assert_true(lg_world_stats(w)->max_speed < 3);
  lg_world_free(w);
}

/* Half a second of a column of water, 25 spacings deep, in a tank that it fills. Returns the
   iterations of all sub-steps. */
static inline long tank_iterations(const char *solver, const lg_arg *args, double *density_error) {
  const float fill[3] = {0.4f, 0.5f, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, 0.4f, 0.8f), 0.02f, solver, args, fill);
  long sum = 0;
  for (int f = 0; f < 30; f++) {
    step(w, 1 / 60.0);
    sum += (long)lg_world_stats(w)->iterations * lg_world_stats(w)->substeps;
  }
  *density_error = lg_world_stats(w)->density_error_mean;
  assert_int_equal(lg_world_count(w), 500);
  lg_world_free(w);
  return sum;
}

/* A dam break in 2-D or 3-D; false once the mean density error is above `limit`, or somebody was
   lost. */
static inline bool dam_break_holds(const char *solver, const lg_arg *args, int dim, float spacing,
                                   double limit) {
  const float fill[3] = {0.5f, 1, 0.3f};
  lg_bounds bounds = dim == 2 ? lg_bounds2(0, 0, 2, 1.5f) : lg_bounds3(0, 0, 0, 2, 1.5f, 0.3f);
  lg_world *w = filled_world(bounds, spacing, solver, args, fill);
  bool holds = true;
  for (int f = 0; f < 60; f++) {
    step(w, 1 / 60.0);
    const lg_stats *s = lg_world_stats(w);
    holds = holds && s->density_error_mean <= limit && s->guarded == 0 && s->max_speed < 12;
  }
  lg_world_free(w);
  return holds;
}

#endif
