/* joint.slider: down a slope as on ice, its ends, its motor; what would turn it does not. */
#include "joint/ties.h"

static lg_id rail(lg_world *w, lg_id a, double x, double y) {
  int dim = lg_world_dim(w);
  return must(w, lg_add(w, "joint.slider",
                        LG_ARGS(lg_ref("a", a), place("at", dim, 0, 0), place("axis", dim, x, y))));
}

/* s = g sin(slope) t^2 / 2 along it, nothing across, no turn, though the rail is not at its
   centre. */
static void it_slides(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = void_world(dim, 9.81);
    lg_id box = block(w, 0.3, 0.1, 0.2, 0.1);
    rail(w, box, 4, -3);
    frames(w, 120);
    double x = value(w, box, "translation", 0) - 0.3, y = value(w, box, "translation", 1) - 0.1,
           way = 0.5 * 9.81 * 0.6 * 0.25;
    assert_near((4 * x - 3 * y) / 5, way, 0.01 * way);
    assert_near((3 * x + 4 * y) / 5, 0, 2e-3);
    for (int k = 0; k < 3; k++) assert_near(value(w, box, "rotation", k), 0, 2e-3);
    lg_world_free(w);
  }
}

static void ends_and_motor(void **state) {
  (void)state;
  lg_world *w = void_world(2, 9.81);
  lg_id box = block(w, 0, 0, 0.1, 0.1), along = rail(w, box, 0, 1);
  const double weight = 500 * 0.04 * 9.81;
  assert_true(lg_set(w, along, LG_ARGS(lg_num("lower", -0.5), lg_num("upper", 0.25))));
  frames(w, 240);
  assert_near(value(w, box, "translation", 1), -0.5, 5e-3);
  assert_true(lg_set(w, along, LG_ARGS(lg_num("speed", 0.2), lg_num("force", 0.9 * weight))));
  frames(w, 240); /* too weak to lift it */
  assert_near(value(w, box, "translation", 1), -0.5, 5e-3);
  assert_true(lg_set(w, along, LG_ARGS(lg_num("force", 2 * weight))));
  frames(w, 240);
  assert_near(value(w, box, "translation", 1), -0.3, 0.01);
  frames(w, 960);
  assert_near(value(w, box, "translation", 1), 0.25, 5e-3);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_slides), cmocka_unit_test(ends_and_motor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
