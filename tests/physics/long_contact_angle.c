/* As contact_angle.c, for thin wedges of fluid and of air, and for plates that cut cells. */
#include "contact_angle.h"

static void thin_wedges(void **state) {
  (void)state;
  assert_true(fabs(angle_of("flip", 30, 45, 40, 5) - 30) <= 5);
  assert_true(fabs(angle_of("apic", 30, 45, 40, 5) - 30) <= 5);
  assert_true(fabs(angle_of("flip", 150, 135, 40, 4) - 150) <= 5);
  assert_true(fabs(angle_of("apic", 150, 135, 40, 4) - 150) <= 5);
}

/* Wherever the plate cuts the grid's cells, and at rest there: nothing pushes a drop sideways. */
static void plates_that_cut_cells(void **state) {
  (void)state;
  static const double covered[] = {0.02, 0.28, 0.53, 0.78};
  for (int i = 0; i < 8; i++) {
    const double degrees = i % 2 ? 120 : 60;
    const rest found = drop_at_rest("flip", degrees, degrees + 15, 20, 4, covered[i / 2]);
    assert_true(fabs(found.angle - degrees) <= 5);
    assert_true(fabs(found.aside) <= 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(thin_wedges),
                                     cmocka_unit_test(plates_that_cut_cells)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
