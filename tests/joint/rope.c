/* joint.rope: slack it lets go, tight it holds; a ball on it is a pendulum; made shorter it winds
   in. */
#include "joint/ties.h"

static lg_id rope(lg_world *w, lg_id a, double x, double y, double length) {
  int dim = lg_world_dim(w);
  return must(w, lg_add(w, "joint.rope",
                        LG_ARGS(lg_ref("a", a),
                                place("from", dim, value(w, a, "translation", 0),
                                      value(w, a, "translation", 1)),
                                place("to", dim, x, y), lg_num("length", length))));
}

static void slack_then_tight(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = void_world(dim, 9.81);
    lg_id ball = block(w, 0, 0, 0.1, 0.1);
    rope(w, ball, 0, 0.5, 1);
    frames(w, 60); /* 0.25 s of free fall: 0.31 m of 0.5 */
    assert_near(value(w, ball, "translation", 1), -0.5 * 9.81 * 0.0625, 6e-3);
    double lowest = 0;
    for (int i = 0; i < 480; i++) {
      frames(w, 1);
      lowest = fmin(lowest, value(w, ball, "translation", 1));
    }
    assert_true(lowest > -0.505);
    assert_near(value(w, ball, "translation", 1), -0.5, 5e-3);
    assert_near(value(w, ball, "velocity", 1), 0, 1e-2);
    lg_world_free(w);
  }
}

/* T = 2 pi sqrt(L / g): it does not turn about its knot, so a point. */
static void a_ball_swings(void **state) {
  (void)state;
  lg_world *w = void_world(2, 9.81);
  lg_id ball = block(w, 0, -2, 0.03, 0.03);
  rope(w, ball, 0, 0, 0); /* 0: as long as it is */
  assert_true(lg_set(w, ball, LG_ARGS(lg_vec2("velocity", 0.1, 0))));
  double first = crossing(w, ball, "translation", 0, 0, 1),
         fifth = crossing(w, ball, "translation", 0, 0, 5), period = 2 * PI * sqrt(2 / 9.81);
  assert_near((fifth - first) / 5, period, 0.01 * period);
  lg_world_free(w);
}

/* Much shorter at once, as by a slider of a scene: it is wound in, 50 spacings a second, and not
   with a jerk that asks for ever shorter sub-steps. */
static void shortened_it_is_wound_in(void **state) {
  (void)state;
  lg_world *w = void_world(2, 0);
  lg_id a = block(w, -1, 0, 0.1, 0.1), b = block(w, 1, 0, 0.1, 0.1);
  lg_id tie = must(w, lg_add(w, "joint.rope",
                             LG_ARGS(lg_ref("a", a), lg_ref("b", b), lg_vec2("from", -0.9, 0),
                                     lg_vec2("to", 0.9, 0))));
  frames(w, 60);
  assert_true(lg_set(w, tie, LG_ARGS(lg_num("length", 0.5))));
  double fastest = 0;
  for (int i = 0; i < 480; i++) {
    frames(w, 1);
    fastest = fmax(fastest, value(w, a, "velocity", 0) - value(w, b, "velocity", 0));
  }
  assert_near(fastest, 50 * 0.05, 1e-3);
  assert_near(value(w, b, "translation", 0) - value(w, a, "translation", 0), 0.7, 0.01);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(slack_then_tight),
                                     cmocka_unit_test(a_ball_swings),
                                     cmocka_unit_test(shortened_it_is_wound_in)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
