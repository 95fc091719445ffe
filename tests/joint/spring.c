/* joint.spring: period and rest of a mass on it; damping; stiffer than any sub-step resolves. */
#include "joint/ties.h"

static lg_id hang(lg_world *w, lg_id a, double stiffness, double damping) {
  int dim = lg_world_dim(w);
  return must(w, lg_add(w, "joint.spring",
                        LG_ARGS(lg_ref("a", a), place("from", dim, 0, 0), place("to", dim, 0, 1),
                                lg_num("length", 1), lg_num("stiffness", stiffness),
                                lg_num("damping", damping))));
}

static void a_mass_swings(void **state) {
  (void)state;
  lg_world *w = void_world(2, 9.81);
  const double mass = 500 * 0.04, k = 400, sag = mass * 9.81 / k, period = 2 * PI * sqrt(mass / k);
  lg_id ball = block(w, 0, 0, 0.1, 0.1);
  hang(w, ball, k, 0);
  double first = crossing(w, ball, "translation", 1, -sag, 1),
         second = crossing(w, ball, "translation", 1, -sag, 1);
  assert_near(second - first, period, 0.02 * period);
  lg_world_free(w);
}

/* Damped beyond its critical value it comes to rest where m g = k d, and never beyond. */
static void it_comes_to_rest(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = void_world(dim, 9.81);
    const double mass = 500 * (dim == 2 ? 0.04 : 0.008), k = 400, sag = mass * 9.81 / k;
    lg_id ball = block(w, 0, 0, 0.1, 0.1);
    hang(w, ball, k, 2.5 * sqrt(k * mass));
    double lowest = 0;
    for (int i = 0; i < 1200; i++) {
      frames(w, 1);
      lowest = fmin(lowest, value(w, ball, "translation", 1));
    }
    assert_near(value(w, ball, "translation", 1), -sag, 1e-3);
    assert_true(lowest > -sag - 1e-3);
    lg_world_free(w);
  }
}

static void none_is_too_stiff(void **state) {
  (void)state;
  lg_world *w = void_world(2, 9.81);
  lg_id ball = block(w, 0, 0, 0.1, 0.1);
  hang(w, ball, 1e12, 0);
  frames(w, 480);
  assert_near(value(w, ball, "translation", 1), 0, 1e-3);
  assert_near(value(w, ball, "velocity", 1), 0, 1e-2);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_mass_swings),
                                     cmocka_unit_test(it_comes_to_rest),
                                     cmocka_unit_test(none_is_too_stiff)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
