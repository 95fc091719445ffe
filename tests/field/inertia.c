/* field.inertia: the impulse is the reversed change of velocity; with a bottle that carries,
   Newton's first law comes out. */
#include "field/fields.h"

static lg_id bottle(lg_world *w) {
  lg_id not = must(w, lg_add(w, "shape.complement", LG_ARGS(lg_ref("shape", cube(w, -0.5, 0.5)))));
  return must(w, lg_add(w, "collider.spring_wall",
                        LG_ARGS(lg_ref("shape", not ), lg_bool("draggable", true))));
}

static void velocity(lg_world *w, lg_id id, double x, double y) {
  if (!lg_set(w, id, LG_ARGS(lg_vec2("velocity", x, y)))) fail_msg("%s", lg_error(w));
}

static double felt(const lg_world *w, lg_id field, int axis) {
  double p[3] = {0.1, 0.2, 0}, a[3];
  assert_true(sample_at(w, field, p, NULL, 0, a));
  return a[axis];
}

/* After a jerk of V the field is -V / T exp(-t / T): 3 % at a step of T / 50; the same everywhere.
   */
static void a_jerk_dies_away(void **state) {
  (void)state;
  double T = 0.1, dt = T / 50;
  lg_world *w = space(2, -1, 1, 0.02);
  lg_id wall = bottle(w), id = must(w, lg_add(w, "field.inertia",
                                              LG_ARGS(lg_ref("of", wall), lg_num("smoothing", T))));
  step(w, dt);
  assert_near(felt(w, id, 0), 0, 0);
  velocity(w, wall, 0.5, -0.2);
  for (int i = 0; i < 100; i++) {
    step(w, dt);
    double share = exp(-i * dt / T) / T;
    assert_near(felt(w, id, 0), -0.5 * share, 0.03 * 0.5 / T);
    assert_near(felt(w, id, 1), 0.2 * share, 0.03 * 0.2 / T);
  }
  blocks_agree(w, id, false);
  lg_world_free(w);
}

/* Whatever the frames are, a bottle that has come to V gives a free particle in it -V in all, and
   nothing more while V stays. The solver is one that adds a dt (the trapezoidal rule of
   solver.particles is exact for even steps only). */
static void the_impulse_is_the_change_of_velocity(void **state) {
  (void)state;
  static const double smoothing[] = {0, 0.01, 0.05};
  for (int which = 0; which < 3; which++) {
    lg_world *w = space(2, -4, 4, 0.02);
    assert_true(lg_set_solver(w, "flash", LG_NO_ARGS));
    lg_id wall = bottle(w);
    must(w, lg_add(w, "field.inertia",
                   LG_ARGS(lg_ref("of", wall), lg_num("smoothing", smoothing[which]))));
    float x[3] = {0.4f, 0.1f, 0}, v[3] = {0, 0, 0};
    assert_true(lg_particle_add(w, x, v) >= 0);
    step(w, 0.001);
    /* a hand that shakes and then goes on with 0.25 m/s; frames of uneven length */
    for (int i = 0; i < 60; i++) {
      if (i < 20) velocity(w, wall, i == 19 ? 0.25 : 0.6 * sin(i), i == 19 ? 0 : 0.3 * cos(2 * i));
      step(w, 0.004 + 0.003 * (i % 5));
    }
    assert_near(lg_column(w, "velocity").c[0][0], -0.25, 1e-3);
    assert_near(lg_column(w, "velocity").c[1][0], 0, 1e-3);
    lg_world_free(w);
  }
}

/* Newton's first law: in a world without forces a free particle stays where it is while the bottle
   moves round it: the bottle carries it and the field takes it back. Rounding of 500 steps: 1e-5 m.
   */
static void a_free_particle_stays_where_it_is(void **state) {
  (void)state;
  double dt = 1e-3;
  lg_world *w = space(2, -4, 4, 0.02);
  lg_id wall = bottle(w);
  must(w, lg_add(w, "field.inertia", LG_ARGS(lg_ref("of", wall), lg_num("smoothing", 0))));
  float x[3] = {0.3f, 0, 0}, still[3] = {0, 0, 0};
  assert_true(lg_particle_add(w, x, still) >= 0);
  step(w, dt);
  for (int i = 0; i < 500; i++) {
    velocity(w, wall, 1.2 * i / 500.0, 0);
    step(w, dt);
    assert_near(lg_column(w, "position").c[0][0], 0.3, 1e-5);
  }
  lg_arg at;
  assert_true(lg_get(w, wall, "translation", &at));
  assert_true(at.v[0] > 0.29); /* it did move */
  lg_world_free(w);
}

/* It is of a collider, which cannot go while the field is there. */
static void it_needs_a_collider(void **state) {
  (void)state;
  lg_world *w = space(2, -1, 1, 0.02);
  lg_id wall = bottle(w);
  assert_int_equal(lg_add(w, "field.inertia", LG_NO_ARGS), 0);
  assert_non_null(strstr(lg_error(w), "of is required"));
  assert_int_equal(lg_add(w, "field.inertia", LG_ARGS(lg_ref("of", cube(w, 0, 0.1)))), 0);
  assert_non_null(strstr(lg_error(w), "must be a collider, got shape"));
  must(w, lg_add(w, "field.inertia", LG_ARGS(lg_ref("of", wall))));
  assert_false(lg_remove(w, wall));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_jerk_dies_away), cmocka_unit_test(the_impulse_is_the_change_of_velocity),
      cmocka_unit_test(a_free_particle_stays_where_it_is), cmocka_unit_test(it_needs_a_collider)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
