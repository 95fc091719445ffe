/* As drop.c: finer in 2-D, and in 3-D. */
#include "drop.h"

/* 2.4 % under flip: the drop breathes (3 % of the capillary speed), as volume comes back over
   seconds. */
static void finer(void **state) {
  (void)state;
  drop_rests(2, 40, "flip", 0.03);
  drop_rests(2, 40, "apic", 0.03);
}

static void in_3d_too(void **state) {
  (void)state;
  drop_rests(3, 10, "flip", 0.03);
  drop_rests(3, 20, "flip", 0.03);
}

/* At 16 spacings, 8 cells, for its time: 5.3 % too long, 11 % at 12. */
static void swings_in_3d(void **state) {
  (void)state;
  drop_swings(3, 16, "flip", 0.06);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(finer), cmocka_unit_test(in_3d_too),
                                     cmocka_unit_test(swings_in_3d)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
