/* One particle's way from hit to hit, against the mechanics of single hits, slides and swings. */
#include "core/hall.h"

#include "core/body/trajectory.h"

/* A racket that comes at V meets a ball at rest: it leaves with (1 + R) V. On a face that turns, V
   is omega r. */
static void moving_faces_strike(void **state) {
  (void)state;
  lg_world *w = hall(2, 0, 0, 0, 1);
  lg_id box =
      must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -0.1, -1), lg_vec2("max", 0.1, 1))));
  must(w, lg_add(w, "collider.solid",
                 LG_ARGS(lg_ref("shape", box), lg_vec2("velocity", 3, 0),
                         lg_num("restitution", 0.5), lg_vec2("translation", -1, 0))));
  put(w, -0.8, 0.3, 0, 0, 0, 0);
  for (int i = 0; i < 6; i++) step(w, DT);
  assert_near(v_of(w, 0, 0), 4.5, 1e-3);
  assert_near(v_of(w, 1, 0), 0, 1e-3);
  lg_world_free(w);
  w = hall(3, 0, 0, 0, 1);
  box = must(
      w, lg_add(w, "shape.box", LG_ARGS(lg_vec3("min", -1, -0.1, -1), lg_vec3("max", 1, 0.1, 1))));
  must(w, lg_add(w, "collider.solid",
                 LG_ARGS(lg_ref("shape", box), lg_vec3("angular_velocity", 0, 0, 2),
                         lg_num("restitution", 1))));
  put(w, 0.8, 0.126, 0, 0, 0, 0);
  step(w, DT);
  assert_near(hypot(v_of(w, 0, 0), v_of(w, 1, 0)), 2 * 2 * 0.8, 0.02);
  lg_world_free(w);
}

/* A hit at v_n with friction mu takes mu (1 + R) |v_n| off the slide, and not more than all of it
   (Bridson 2002). */
static void friction_of_a_hit(void **state) {
  (void)state;
  for (int slow = 0; slow < 2; slow++) {
    lg_world *w = hall(2, 0, 0.5, 0.4, 1);
    put(w, 0, -1.9, 0, slow ? 1 : 5, -4, 0);
    for (int i = 0; i < 4; i++) step(w, DT);
    assert_near(v_of(w, 1, 0), 2, 1e-5);
    assert_near(v_of(w, 0, 0), slow ? 0 : 5 - 0.4 * 1.5 * 4, 1e-5);
    lg_world_free(w);
  }
}

/* slip = "no": what hits the face goes with it; "free" without friction: the slide is untouched. */
static void slip_is_obeyed(void **state) {
  (void)state;
  for (int no = 0; no < 2; no++) {
    lg_world *w = hall(2, 0, 0, 0, 1);
    lg_id disc = must(w, lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 1))));
    must(w, lg_add(w, "collider.solid",
                   LG_ARGS(lg_ref("shape", disc), lg_num("angular_velocity", 3),
                           lg_text("slip", no ? "no" : "free"))));
    put(w, 0, 1.026, 0, 0.5, -1, 0);
    step(w, 0.004);
    assert_near(v_of(w, 0, 0), no ? -3 * 1.025 : 0.5, 0.01);
    lg_world_free(w);
  }
}

/* The apex of a throw is above the ceiling, both ends of the step are below: it was hit all the
   same, at v^2 = v0^2 - 2 g h. */
static void the_arc_between_is_seen(void **state) {
  (void)state;
  lg_world *w = hall(2, 9.81, 1, 0, 1);
  double h = 1.975 - 1.9, v = 1.5, t = 0.3, hit = sqrt(v * v - 2 * 9.81 * h),
         when = (v - hit) / 9.81;
  put(w, 0, 1.9, 0, 0, v, 0);
  step(w, t);
  assert_near(v_of(w, 1, 0), -hit - 9.81 * (t - when), 1e-4);
  assert_near(x_of(w, 1, 0), 1.975 - hit * (t - when) - 0.5 * 9.81 * (t - when) * (t - when), 1e-5);
  lg_world_free(w);
}

/* Let go at rest 1 mm above the floor: it hits with v^2 = 2 g h and comes up again within the same
   step. */
static void small_drops_bounce(void **state) {
  (void)state;
  lg_world *w = hall(2, 9.81, 1, 0, 1);
  double h = 0.001, hit = sqrt(2 * 9.81 * h), left = DT - hit / 9.81;
  put(w, 0, -1.975 + h, 0, 0, 0, 0);
  step(w, DT);
  assert_near(v_of(w, 1, 0), hit - 9.81 * left, 1e-4);
  lg_world_free(w);
}

/* A frictionless bowl: half a swing from 60 degrees comes up again on the other side within 1 %,
   and never leaves the bowl. */
static void bowls_conserve(void **state) {
  (void)state;
  lg_world *w = hall(2, 9.81, 0, 0, 1);
  lg_id ball = must(w, lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 1.5))));
  lg_id bowl = must(w, lg_add(w, "shape.complement", LG_ARGS(lg_ref("shape", ball))));
  must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", bowl))));
  double r = 1.475, angle = 1.0471975512, start = -r * cos(angle), low = 0, top = -2;
  put(w, r * sin(angle), start, 0, 0, 0, 0);
  for (int i = 0; i < 150; i++) {
    step(w, DT);
    low = fmin(low, x_of(w, 1, 0));
    if (x_of(w, 0, 0) < 0) top = fmax(top, x_of(w, 1, 0));
    assert_true(hypot(x_of(w, 0, 0), x_of(w, 1, 0)) < r + 1e-4);
  }
  assert_near(low, -r, 0.01);
  assert_near(top, start, 0.01 * (r + start));
  lg_world_free(w);
}

/* ---- lg_trajectory itself ------------------------------------------------------------------- */

static lg_obstacles obstacles_of(lg_world *w, float dt, lg_solid *solids) {
  lg_obstacles c = {.w = w,
                    .dim = w->dim,
                    .dt = dt,
                    .radius = 0.025f,
                    .tolerance = 5e-5,
                    .solids = {lg_solids_room(w), solids}};
  for (int k = 0; k < w->dim; k++) {
    c.lo[k] = -1.975f;
    c.hi[k] = 1.975f;
  }
  lg_solids_read(w, dt, solids);
  return c;
}

/* Nothing in the way: false, and nothing is touched. */
static void free_ways_are_left_alone(void **state) {
  (void)state;
  lg_world *w = hall(3, 0, 0, 0, 1);
  lg_solid solids[1];
  must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", sphere(w, 0.5)))));
  lg_obstacles c = obstacles_of(w, 0.1f, solids);
  double x[3] = {1, 0.53, 0}, v[3] = {-20, 0, 0}, a[3] = {0, 0, 0}; /* grazes the ball at 0.005 m */
  assert_false(lg_trajectory(&c, x, v, a));
  assert_true(x[0] == 1 && x[1] == 0.53 && v[0] == -20);
  x[1] = 0.52;
  assert_true(lg_trajectory(&c, x, v, a));
  lg_world_free(w);
}

/* In a corner and in a groove a pressed particle comes to rest in both faces at once, and is where
   both allow it. */
static void corners_hold(void **state) {
  (void)state;
  lg_world *w = hall(3, 0, 0, 0, 1);
  lg_solid solids[2];
  for (int side = -1; side <= 1; side += 2) {
    lg_id plane = must(w, lg_add(w, "shape.plane", LG_ARGS(lg_vec3("normal", side, 1.5, 0))));
    must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plane))));
  }
  lg_obstacles c = obstacles_of(w, 0.1f, solids);
  double x[3] = {0.3, 0.6, 0}, v[3] = {0.2, -8, 1}, a[3] = {1, -10, 0};
  for (int i = 0; i < 60; i++) lg_trajectory(&c, x, v, a);
  assert_near(x[0], 0, 2e-4);
  assert_near(x[1], 0.025 * hypot(1, 1.5) / 1.5, 2e-4);
  assert_near(x[2], 1.975, 1e-6); /* without friction it slides along the groove to the wall */
  assert_near(v[0], 0, 1e-3);
  assert_near(v[1], 0, 1e-3);
  lg_world_free(w);
  w = hall(3, 0, 0, 0, 1);
  c = obstacles_of(w, 0.1f, solids);
  double y[3] = {1.9, -1.9, 1.9}, u[3] = {3, -4, 5}, b[3] = {1, -2, 3};
  for (int i = 0; i < 3; i++) lg_trajectory(&c, y, u, b);
  for (int k = 0; k < 3; k++) {
    assert_near(fabs(y[k]), 1.975, 1e-6);
    assert_near(u[k], 0, 0);
  }
  lg_world_free(w);
}

/* One step of any length along a frictionless floor is one piece: exact, and no time is lost. */
static void slides_lose_no_time(void **state) {
  (void)state;
  lg_world *w = hall(2, 0, 0, 0, 1);
  lg_solid solids[1];
  lg_id floor =
      must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -2, -1.5), lg_vec2("max", 2, -1))));
  must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", floor))));
  lg_obstacles c = obstacles_of(w, 0.5f, solids);
  double x[3] = {-1.5, -0.975, 0}, v[3] = {2, 0, 0}, a[3] = {3, -10, 0};
  assert_true(lg_trajectory(&c, x, v, a));
  assert_near(x[0], -1.5 + 2 * 0.5 + 0.5 * 3 * 0.25, 1e-3);
  assert_near(v[0], 3.5, 2e-3);
  assert_near(x[1], -0.975, 1e-4);
  lg_world_free(w);
}

/* A particle that friction holds on a turning disc goes round with it. */
static void carried_along(void **state) {
  (void)state;
  lg_world *w = hall(3, 9.81, 0, 5, 1);
  lg_id disc = must(
      w, lg_add(w, "shape.cylinder",
                LG_ARGS(lg_vec3("a", 0, -1, 0), lg_vec3("b", 0, 0, 0), lg_num("radius", 1.5))));
  must(w, lg_add(w, "collider.solid",
                 LG_ARGS(lg_ref("shape", disc), lg_num("friction", 5),
                         lg_vec3("angular_velocity", 0, 1.5, 0))));
  put(w, 1, 0.025, 0, 0, 0, -1.5);
  for (int i = 0; i < 60; i++) step(w, DT);
  assert_near(x_of(w, 0, 0), cos(1.5), 0.03);
  assert_near(x_of(w, 2, 0), -sin(1.5), 0.03);
  assert_near(x_of(w, 1, 0), 0.025, 1e-4);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moving_faces_strike),      cmocka_unit_test(friction_of_a_hit),
      cmocka_unit_test(slip_is_obeyed),           cmocka_unit_test(the_arc_between_is_seen),
      cmocka_unit_test(small_drops_bounce),       cmocka_unit_test(bowls_conserve),
      cmocka_unit_test(free_ways_are_left_alone), cmocka_unit_test(corners_hold),
      cmocka_unit_test(slides_lose_no_time),      cmocka_unit_test(carried_along)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
