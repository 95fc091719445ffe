/* emitter.point: how many, how even, how wide, how fast, against counting and geometry. */
#include "kinds.h"

static lg_world *air(int dim) { return space(dim, -50, 50, 0.1); }

/* One at once, then rate x time, whether the rate is below one or far above it a step. */
static void the_rate_is_kept(void **state) {
  (void)state;
  static const double rates[] = {7, 90, 3333.3};
  for (int i = 0; i < 3; i++) {
    lg_world *w = air(2);
    must(w, lg_add(w, "emitter.point", LG_ARGS(lg_num("rate", rates[i]))));
    for (int frame = 0; frame <= 120; frame++) step(w, 1 / 60.0);
    /* what left in the 2 s before the last frame */
    assert_near((double)lg_world_count(w), 1 + floor(rates[i] * 2), 1);
    assert_int_equal(lg_world_stats(w)->emitted, lg_world_count(w));
    lg_world_free(w);
  }
}

/* A jet of one speed is a string of pearls: consecutive particles are speed / rate apart although
   the steps are uneven. */
static void streams_are_even(void **state) {
  (void)state;
  lg_world *w = air(3);
  must(w, lg_add(w, "emitter.point",
                 LG_ARGS(lg_num("rate", 77), lg_num("speed", 5), lg_vec3("direction", 2, 0, 0),
                         lg_vec3("center", 1, 0, 0))));
  static const double dt[] = {0.016, 0.031, 0.004, 0.023, 0.009};
  for (int i = 0; i < 60; i++) step(w, dt[i % 5]);
  size_t n = lg_world_count(w);
  assert_true(n > 60);
  lg_view x = lg_column(w, "position");
  for (int64_t id = 1; id < (int64_t)n; id++) {
    double gap = (double)x.c[0][lg_particle_find(w, id - 1)] -
                 (double)x.c[0][lg_particle_find(w, id)];
    assert_near(gap, 5.0 / 77, 1e-5);
  }
  /* the first left at t = 0 */
  assert_near(x.c[0][lg_particle_find(w, 0)], 1 + 5 * lg_world_time(w), 1e-4);
  lg_world_free(w);
}

/* Directions: all within `spread`, and uniform over the cone: the mean cosine is (1 + cos s) / 2 in
   3-D, sin s / s in 2-D. */
static void cones_are_uniform(void **state) {
  (void)state;
  static const double spreads[] = {0.3, 1.2, 3.14159};
  for (int dim = 2; dim <= 3; dim++)
    for (int i = 0; i < 3; i++) {
      lg_world *w = air(dim);
      double s = spreads[i], n[3] = {2 / 3.0, -1 / 3.0, 2 / 3.0}, along = 0, across[3] = {0, 0, 0};
      if (dim == 2) {
        n[0] = 0.6;
        n[1] = -0.8;
        n[2] = 0;
      }
      must(w, lg_add(w, "emitter.point",
                     LG_ARGS(lg_num("rate", 60000),
                             point("direction", dim, 3 * n[0], 3 * n[1], 3 * n[2]),
                             lg_num("spread", s))));
      for (int frame = 0; frame < 10; frame++) step(w, 1 / 60.0);
      lg_view v = lg_column(w, "velocity");
      for (size_t p = 0; p < v.n; p++) {
        double u[3] = {(double)v.c[0][p], (double)v.c[1][p], dim == 3 ? (double)v.c[2][p] : 0};
        double c = u[0] * n[0] + u[1] * n[1] + u[2] * n[2];
        assert_near(sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), 1, 1e-5);
        if (c < cos(s) - 1e-5) fail_msg("a particle leaves at %g rad, beyond %g", acos(c), s);
        along += c / (double)v.n;
        for (int k = 0; k < 3; k++) across[k] += (u[k] - c * n[k]) / (double)v.n;
      }
      assert_true(v.n > 8000);
      assert_near(along, dim == 3 ? (1 + cos(s)) / 2 : sin(s) / s,
                  5 / sqrt((double)v.n) * (1 - cos(s)));
      for (int k = 0; k < 3; k++) assert_near(across[k], 0, 5 / sqrt((double)v.n));
      lg_world_free(w);
    }
}

/* Speeds are drawn evenly from speed to speed_max; a speed_max below speed means one speed. */
static void speeds_have_their_range(void **state) {
  (void)state;
  lg_world *w = air(2);
  must(w, lg_add(w, "emitter.point",
                 LG_ARGS(lg_num("rate", 60000), lg_num("speed", 2), lg_num("speed_max", 6))));
  for (int frame = 0; frame < 10; frame++) step(w, 1 / 60.0);
  lg_view v = lg_column(w, "velocity");
  double mean = 0, square = 0;
  for (size_t i = 0; i < v.n; i++) {
    assert_true(v.c[1][i] >= 2 && v.c[1][i] < 6);
    mean += (double)v.c[1][i] / (double)v.n;
    square += pow((double)v.c[1][i] - 4, 2) / (double)v.n;
  }
  assert_near(mean, 4, 0.06);
  assert_near(square, 16 / 12.0, 0.06);
  lg_world_free(w);
}

/* Off means nothing leaves and nothing is owed afterwards; max_particles is the end. */
static void off_and_limits(void **state) {
  (void)state;
  lg_world *w = air(2);
  lg_id tap = must(
      w, lg_add(w, "emitter.point", LG_ARGS(lg_num("rate", 600), lg_num("max_particles", 50))));
  step(w, 1 / 60.0);
  assert_true(lg_set(w, tap, LG_ARGS(lg_bool("enabled", false))));
  for (int i = 0; i < 30; i++) step(w, 1 / 60.0);
  assert_int_equal(lg_world_count(w), 1);
  assert_true(lg_set(w, tap, LG_ARGS(lg_bool("enabled", true))));
  step(w, 1 / 60.0);
  assert_near((double)lg_world_count(w), 11, 1);
  for (int i = 0; i < 30; i++) step(w, 1 / 60.0);
  assert_int_equal(lg_world_count(w), 50);
  lg_world_free(w);
}

/* A direction of length 0 is refused with its cure. */
static void nowhere_is_refused(void **state) {
  (void)state;
  lg_world *w = air(2);
  assert_int_equal(lg_add(w, "emitter.point", LG_ARGS(lg_vec2("direction", 0, 0))), 0);
  assert_non_null(strstr(lg_error(w), "direction"));
  lg_world_free(w);
}

/* A nozzle that asks for ten particles a spacing gives a fluid at most what has room: a steady jet,
   of the nozzle's speed, with nothing taken out again. Allowed to overlap, or without a fluid, all
   are born: the count is the clock's. */
static void fluid_has_room(void **state) {
  (void)state;
  static const struct {
    const char *solver;
    int overlap;
  } cases[] = {{"wcsph", 0}, {"wcsph", 1}, {"particles", 0}};
  for (int i = 0; i < 3; i++) {
    lg_world *w = space(2, -5, 5, 0.1);
    assert_true(lg_set_solver(w, cases[i].solver, LG_NO_ARGS));
    must(w, lg_add(w, "emitter.point",
                   LG_ARGS(lg_num("rate", 200), lg_num("speed", 2), lg_vec2("direction", 1, 0),
                           lg_bool("allow_overlapping", cases[i].overlap))));
    for (int frame = 0; frame < 60; frame++) step(w, 1 / 60.0);
    const lg_stats *s = lg_world_stats(w);
    if (i > 0) {
      assert_near(s->emitted, 200, 5);
    } else { /* 2 m of jet: 20 spacings, 26.7 at three quarters of one */
      assert_in_range(s->emitted, 20, 28);
      assert_int_equal(s->removed, 0);
      assert_true(s->max_speed < 3);
    }
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_rate_is_kept),  cmocka_unit_test(streams_are_even),
      cmocka_unit_test(cones_are_uniform), cmocka_unit_test(speeds_have_their_range),
      cmocka_unit_test(off_and_limits),    cmocka_unit_test(nowhere_is_refused),
      cmocka_unit_test(fluid_has_room)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
