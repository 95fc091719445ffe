/* Drops on a plane find the contact angle of their collider under flip (contact_angle.h). Wedges of
   30 and 150 degrees need the spacings of long_contact_angle.c, which has plates that cut cells,
   too. */
#include "contact_angle.h"

static void drops_find_their_angle(void **state) {
  (void)state;
  static const double degrees[] = {60, 90, 120};
  for (int i = 0; i < 3; i++) {
    assert_true(fabs(angle_of("flip", degrees[i], degrees[i] + 15, 20, 4) - degrees[i]) <= 5);
    assert_true(fabs(angle_of("apic", degrees[i], degrees[i] - 15, 20, 4) - degrees[i]) <= 5);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(drops_find_their_angle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
