/* The decay of Taylor-Green vortices on 100 x 100 particles (vortices.h): it does not get worse
   where the spacing is finer; and with every solver's defaults (issue: 5 %). */
#include "vortices.h"

static void wcsph_decays(void **state) {
  (void)state;
  decays("wcsph", LG_ARGS(lg_num("alpha", 0)), 100, 0, 0.03);
}

static void all_decay_as_they_come(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "dfsph", "pcisph", "pbf", "flip"};
  for (int i = 0; i < 5; i++) decays_as_it_comes(solvers[i], 100, 0.05);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wcsph_decays),
                                     cmocka_unit_test(all_decay_as_they_come)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
