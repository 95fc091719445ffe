/* As contact_angle.c, for thin wedges of fluid and of air. */
#include "contact_angle.h"

static void thin_wedges(void **state) {
  (void)state;
  assert_true(fabs(angle_of("flip", 30, 45, 40, 5) - 30) <= 5);
  assert_true(fabs(angle_of("apic", 30, 45, 40, 5) - 30) <= 5);
  assert_true(fabs(angle_of("flip", 150, 135, 40, 4) - 150) <= 5);
  assert_true(fabs(angle_of("apic", 150, 135, 40, 4) - 150) <= 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(thin_wedges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
