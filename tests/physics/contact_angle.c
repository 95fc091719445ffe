/* Drops on a plane find the contact angle of their collider under flip (contact_angle.h). Wedges of
   30 and 150 degrees need the spacings of long_contact_angle.c. */
#include "contact_angle.h"

static void drops_find_their_angle(void **state) {
  (void)state;
  static const double degrees[] = {60, 90, 120};
  for (int i = 0; i < 3; i++) {
    assert_true(fabs(angle_of("flip", degrees[i], degrees[i] + 15, 20, 4) - degrees[i]) <= 5);
    assert_true(fabs(angle_of("apic", degrees[i], degrees[i] - 15, 20, 4) - degrees[i]) <= 5);
  }
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(drops_find_their_angle),
                                     cmocka_unit_test(plates_that_cut_cells)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
