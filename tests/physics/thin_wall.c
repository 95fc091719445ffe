/* Still water beside walls of half a spacing and one, under the solvers of SPH as they come:
   thin_wall.h says what is true. dfsph and pcisph pumped for ever (0.2 and 0.04 m/s). */
#include "physics/thin_wall.h"

static void half_a_spacing(void **state) {
  (void)state;
  rests_beside("dfsph", 0.04, 0.5, 0, 0, 6);
  rests_beside("pcisph", 0.04, 0.5, 0, 0.3, 6);
}

static void one_spacing(void **state) {
  (void)state;
  rests_beside("dfsph", 0.04, 1, 0, 0.3, 6);
  rests_beside("pcisph", 0.04, 1, 0, 0, 6);
}

static void others(void **state) {
  (void)state;
  rests_beside("wcsph", 0.04, 0.5, 0, 0.3, 4);
  rests_beside("pbf", 0.04, 0.5, 0, 0.3, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(half_a_spacing),
                                     cmocka_unit_test(one_spacing), cmocka_unit_test(others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
