/* Vorticity confinement of any size leaves a dam break a dam break: it feeds eddies, but not on
   what it has fed them. */
#include "solver/fluid.h"

/* No faster than three times a fall from the column's top. */
static void confinement_is_bounded(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "pcisph", "dfsph", "pbf"};
  const float fill[3] = {1, 2, 0};
  for (int i = 0; i < 4; i++) {
    lg_world *w = filled_world(lg_bounds2(0, 0, 4, 3), 0.05f, solvers[i],
                               LG_ARGS(lg_num("vorticity", 100)), fill);
    double most = 0;
    for (int f = 0; f < 40; f++) {
      step(w, 1 / 60.0);
      most = fmax(most, lg_world_stats(w)->max_speed);
    }
    print_message("%s: up to %.1f m/s\n", solvers[i], most);
    assert_true(most < 3 * sqrt(2 * 9.81 * 2));
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(confinement_is_bounded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
