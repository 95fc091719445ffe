/* Still water beside walls of 0.5 to 3 spacings, straight and turned, at another place in the
   lattice, with water on one side and on both, at 50 spacings to the metre: thin_wall.h. */
#include "physics/thin_wall.h"

static void rests(const char *solver) {
  static const double thick[] = {0.5, 1, 2, 3};
  for (int t = 0; t < 4; t++) {
    rests_beside(solver, 0.02, thick[t], 0, 0, 10);
    rests_beside(solver, 0.02, thick[t], 0, 0.3, 10);
    rests_beside(solver, 0.02, thick[t], 0.2, 0, 10);
  }
}

static void dfsph(void **state) {
  (void)state;
  rests("dfsph");
}

static void pcisph(void **state) {
  (void)state;
  rests("pcisph");
}

static void pbf(void **state) {
  (void)state;
  rests("pbf");
}

static void wcsph(void **state) {
  (void)state;
  rests("wcsph");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dfsph), cmocka_unit_test(pcisph),
                                     cmocka_unit_test(pbf), cmocka_unit_test(wcsph)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
