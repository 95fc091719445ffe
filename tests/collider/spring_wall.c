/* collider.spring_wall: the half swing of a spring by its closed form, its hard face, and the
   bottle that carries water. */
#include "kinds.h"

#define S 0.02   /* m, spacing; the spring begins half of it in front of the face */
#define K 3600.0 /* 1/s2 */

static double x_of(const lg_world *w, int axis) {
  return (double)lg_column(w, "position").c[axis][0];
}
static double v_of(const lg_world *w, int axis) {
  return (double)lg_column(w, "velocity").c[axis][0];
}

static void put(lg_world *w, double x, double y, double z, double u, double v, double q) {
  float p[3] = {(float)x, (float)y, (float)z}, s[3] = {(float)u, (float)v, (float)q};
  assert_true(lg_particle_add(w, p, s) >= 0);
}

static lg_id spring(lg_world *w, lg_id shape, bool draggable) {
  return must(w, lg_add(w, "collider.spring_wall",
                        LG_ARGS(lg_ref("shape", shape), lg_num("stiffness", K),
                                lg_bool("draggable", draggable), lg_num("friction", 0.5))));
}

static lg_id bottle(lg_world *w, double low, double high) {
  lg_id not = must(w, lg_add(w, "shape.complement", LG_ARGS(lg_ref("shape", cube(w, low, high)))));
  return spring(w, not, true);
}

/* A ball that meets the spring with v < sqrt(K) reach goes v / sqrt(K) deep and comes back with v
   after pi / sqrt(K) seconds, in 2-D and 3-D and with a fluid's solver as with none: 3 % (sub-steps
   of half a radian of the swing). */
static void it_swings_back(void **state) {
  (void)state;
  static const char *const solver[] = {"particles", "flash"};
  for (int dim = 2; dim <= 3; dim++)
    for (int which = 0; which < 2; which++) {
      lg_world *w = space(dim, -1, 1, S);
      assert_true(lg_set_solver(w, solver[which], LG_NO_ARGS));
      spring(w, cube(w, -0.5, 0.5), false);
      double v = 0.3, begins = 0.5 + 0.5 * S, deepest = 1, dt = 1e-3, in = 0;
      put(w, begins + 0.01, 0.1, dim == 3 ? 0.2 : 0, -v, 0.1, 0);
      for (int i = 0; i < 150; i++) {
        step(w, dt);
        deepest = fmin(deepest, x_of(w, 0));
        in += x_of(w, 0) < begins ? dt : 0;
      }
      assert_near(v_of(w, 0), v, 0.03 * v);
      assert_near(v_of(w, 1), 0.1, 1e-6);
      assert_near(begins - deepest, v / sqrt(K), 0.03 * v / sqrt(K));
      assert_near(in, acos(-1) / sqrt(K), 3 * dt);
      lg_world_free(w);
    }
}

/* Frames of any length are cut so that the spring is resolved: it never gives more energy than it
   took by 10 %. */
static void long_frames_are_cut(void **state) {
  (void)state;
  lg_world *w = space(2, -1, 1, S);
  spring(w, cube(w, -0.5, 0.5), false);
  put(w, 0.6, 0, 0, -0.5, 0, 0);
  for (int i = 0; i < 12; i++) step(w, 0.05);
  assert_string_equal(lg_world_stats(w)->limit, "spring");
  assert_true(v_of(w, 0) > 0.45 && v_of(w, 0) < 0.55);
  lg_world_free(w);
}

/* A hit too fast for the spring ends on the face, however fast, and the spring sends it away again.
   */
static void the_face_is_hard(void **state) {
  (void)state;
  for (double v = 1; v < 1000; v *= 5) {
    lg_world *w = space(2, -1, 1, S);
    lg_id id = bottle(w, -0.5, 0.5);
    double nearest = 1;
    put(w, 0, 0.05, 0, -v, 0.3 * v, 0);
    for (int i = 0; i < 200; i++) {
      step(w, 1 / 240.0);
      float p[3] = {(float)x_of(w, 0), (float)x_of(w, 1), 0};
      nearest = fmin(nearest, (double)lg_distance(w, id, p));
    }
    assert_int_equal(lg_world_count(w), 1);
    if (nearest < -1e-4 * S || nearest > 0.5 * S)
      fail_msg("at %g m/s the nearest to the face was %g m", v, nearest);
    lg_world_free(w);
  }
}

/* A bottle takes its particles along, whether its velocity moves it or a script puts it elsewhere;
   their velocities count from it and do not change. */
static void a_bottle_carries(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, S);
  lg_id id = bottle(w, -0.5, 0.5);
  put(w, 0.1, 0.2, 0, 0, 0, 0);
  step(w, 0.01);
  assert_true(lg_set(w, id, LG_ARGS(lg_vec2("velocity", 3, -1))));
  for (int i = 0; i < 20; i++) step(w, 0.01);
  assert_near(x_of(w, 0), 0.1 + 0.6, 1e-5);
  assert_near(x_of(w, 1), 0.2 - 0.2, 1e-5);
  assert_true(v_of(w, 0) == 0 && v_of(w, 1) == 0);
  assert_true(lg_set(w, id, LG_ARGS(lg_vec2("velocity", 0, 0), lg_vec2("translation", -1, 0.5))));
  step(w, 0.01);
  assert_near(x_of(w, 0), 0.1 - 1, 1e-5);
  assert_near(x_of(w, 1), 0.2 + 0.5, 1e-5);
  assert_true(v_of(w, 0) == 0 && v_of(w, 1) == 0);
  lg_world_free(w);
}

/* Against a wall of the world the water stays where the wall is; through an open edge it goes. */
static void a_bottle_carries_as_far_as_walls(void **state) {
  (void)state;
  for (int open = 0; open < 2; open++) {
    lg_world_def def = space_def(2, -2, 2, S);
    if (open) def.edges[0][1] = LG_EDGE_OPEN;
    lg_world *w = space_of(def);
    lg_id id = bottle(w, -0.5, 0.5);
    put(w, 0.4, 0, 0, 0, 0, 0);
    step(w, 0.01);
    assert_true(lg_set(w, id, LG_ARGS(lg_vec2("velocity", 165, 0))));
    step(w, 0.01);
    if (!open) assert_true(x_of(w, 0) <= 2);
    step(w, 0.01);
    assert_int_equal(lg_world_count(w), !open);
    lg_world_free(w);
  }
}

/* One that is not draggable carries nothing, but pushes what is in its way in front of it. */
static void a_wall_pushes(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, S);
  lg_id id = spring(w, cube(w, -0.5, 0.5), false);
  put(w, 0.6, 0, 0, 0, 0, 0);
  put(w, -1, 0, 0, 0, 0, 0);
  assert_true(lg_set(w, id, LG_ARGS(lg_vec2("velocity", 0.3, 0))));
  for (int i = 0; i < 100; i++) step(w, 0.01);
  assert_near(v_of(w, 0), 0.6, 0.03); /* an elastic hit by a heavy wall: twice its speed */
  assert_near(lg_column(w, "position").c[0][1], -1, 0);
  lg_world_free(w);
}

/* Its numbers have limits. */
static void limits(void **state) {
  (void)state;
  lg_world *w = space(2, 0, 1, S);
  lg_id shape = cube(w, 0, 0.1);
  assert_int_equal(
      lg_add(w, "collider.spring_wall", LG_ARGS(lg_ref("shape", shape), lg_num("stiffness", 0))),
      0);
  assert_int_equal(
      lg_add(w, "collider.spring_wall", LG_ARGS(lg_ref("shape", shape), lg_num("reach", -1))), 0);
  assert_int_equal(lg_add(w, "collider.spring_wall", LG_NO_ARGS), 0);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_swings_back),
                                     cmocka_unit_test(long_frames_are_cut),
                                     cmocka_unit_test(the_face_is_hard),
                                     cmocka_unit_test(a_bottle_carries),
                                     cmocka_unit_test(a_bottle_carries_as_far_as_walls),
                                     cmocka_unit_test(a_wall_pushes),
                                     cmocka_unit_test(limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
