/* joint.rope: slack it lets go, tight it holds; a ball on it is a pendulum. */
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(slack_then_tight),
                                     cmocka_unit_test(a_ball_swings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
