/* A lid on the upper edge of a full box whose walls do not slip drives it: 32 x 32 particles at Re
   100, at defaults, against Ghia, Ghia & Shin (cavity.h). United as if perpendicular, edge and lid
   drove it half as fast (RMS 0.15 to 0.18), and pcisph was refused. long_cavity.c has 64 x 64. */
#include "cavity.h"

static void lids_drive(void **state) {
  (void)state;
  static const struct {
    const char *solver;
    double most;
  } all[] = {{"wcsph", 0.03}, {"dfsph", 0.05}, {"pcisph", 0.05}, {"pbf", 0.07}, {"apic", 0.03}};
  for (int i = 0; i < 5; i++) assert_true(cavity_run(all[i].solver, 100, 32, 8) <= all[i].most);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lids_drive)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
