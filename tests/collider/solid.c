/* collider.solid: its pose against rigid motion by hand. What it does to particles is in
   core/travel and core/collide. */
#include "kinds.h"

static double reads(const lg_world *w, lg_id id, const char *name, int component) {
  lg_arg a;
  assert_true(lg_get(w, id, name, &a));
  return a.v[component];
}

static void run(lg_world *w, int frames, double dt) {
  for (int i = 0; i < frames; i++) step(w, dt);
}

/* translation' = velocity; in 2-D the angle grows with the angular velocity and stays within half a
   turn. */
static void it_moves_and_turns_in_2d(void **state) {
  (void)state;
  lg_world *w = space(2, 0, 1, 0.05);
  lg_id id =
      must(w, lg_add(w, "collider.solid",
                     LG_ARGS(lg_ref("shape", cube(w, -0.1, 0.1)), lg_vec2("translation", 0.2, 0.3),
                             lg_vec2("velocity", 0.4, -0.1), lg_num("angular_velocity", 5),
                             lg_num("rotation", 1))));
  run(w, 60, 1 / 60.0);
  assert_near(reads(w, id, "translation", 0), 0.6, 1e-5);
  assert_near(reads(w, id, "translation", 1), 0.2, 1e-5);
  assert_near(reads(w, id, "rotation", 0), 6 - 2 * acos(-1), 1e-4);
  lg_world_free(w);
}

/* In 3-D turns add up about a fixed axis of the world, also to a rotation about another: the corner
   of the box is where Rodrigues' formula puts it. */
static void it_turns_about_the_axis_in_3d(void **state) {
  (void)state;
  lg_world *w = space(3, 0, 1, 0.05);
  lg_id shape = must(
      w, lg_add(w, "shape.sphere", LG_ARGS(lg_vec3("center", 0.3, 0, 0), lg_num("radius", 0.1))));
  lg_id id = must(w, lg_add(w, "collider.solid",
                            LG_ARGS(lg_ref("shape", shape), lg_vec3("rotation", 0, 0, acos(-1) / 2),
                                    lg_vec3("angular_velocity", 2, 0, 0),
                                    lg_vec3("translation", 0.5, 0.5, 0.5))));
  run(w, 30, 1 / 60.0); /* first (0.3, 0, 0) to (0, 0.3, 0), then 1 rad about x */
  float ball[3] = {0.5f, (float)(0.5 + 0.3 * cos(1)), (float)(0.5 + 0.3 * sin(1))};
  assert_near(lg_distance(w, id, ball), -0.1, 1e-5);
  lg_world_free(w);
}

/* At rest it stays bit for bit where it is. */
static void at_rest_it_stays(void **state) {
  (void)state;
  lg_world *w = space(3, 0, 1, 0.05);
  lg_id id = must(
      w, lg_add(w, "collider.solid",
                LG_ARGS(lg_ref("shape", cube(w, 0, 0.1)), lg_vec3("rotation", 0.1, 0.7, -0.4))));
  run(w, 50, 0.01);
  assert_true(reads(w, id, "rotation", 0) == 0.1 && reads(w, id, "rotation", 1) == 0.7 &&
              reads(w, id, "rotation", 2) == -0.4);
  lg_world_free(w);
}

/* Its numbers have limits. */
static void limits(void **state) {
  (void)state;
  lg_world *w = space(2, 0, 1, 0.05);
  lg_id shape = cube(w, 0, 0.1);
  assert_int_equal(
      lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", shape), lg_num("restitution", 1.5))), 0);
  assert_int_equal(
      lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", shape), lg_num("friction", -1))), 0);
  assert_int_equal(lg_add(w, "collider.solid", LG_NO_ARGS), 0);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_moves_and_turns_in_2d),
                                     cmocka_unit_test(it_turns_about_the_axis_in_3d),
                                     cmocka_unit_test(at_rest_it_stays), cmocka_unit_test(limits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
