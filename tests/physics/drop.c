/* Surface tension under flip, at defaults: the pressure in a free drop and the period of one that
   swings (drop.h), in 2-D. Bounds (issue "Truth", P11): 5 % at R = 20 spacings. */
#include "drop.h"

static const char *const transfers[] = {"flip", "apic"};

static void pressure_is_young_and_laplaces(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    drop_rests(2, 10, transfers[i], 0.03);
    drop_rests(2, 20, transfers[i], 0.02);
  }
}

static void period_is_rayleighs(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) drop_swings(2, 20, transfers[i], 0.05);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pressure_is_young_and_laplaces),
                                     cmocka_unit_test(period_is_rayleighs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
