/* Water at rest under the solvers as they come: still.h says what is true. Wider, narrower and
   deeper tanks in 2-D: 100 and 200 layers under dfsph and pcisph, whose pressure takes as
   many iterations and whose lower ones only short sub-steps keep in place (lg_sph_weight_dt).
   In 3-D the lattice that a tank begins with has not come to rest after 5 s: single particles
   slip at 0.005 to 0.007 sqrt(g H). */
#include "physics/still.h"

static void rests_2d(const char *solver) {
  static const int wide[3] = {25, 40, 60};
  still_tanks(solver, wide);
  for (int layers = 100; layers <= 200; layers += 100) {
    still found = still_tank(solver, 2, layers, 25);
    assert_true(found.mean <= 0.006);
    assert_true(found.moment <= 0.01);
    assert_true(found.paired <= 0.001);
    assert_true(found.speed <= 5e-3);
  }
}

static void rests_3d(const char *solver) {
  still found = still_tank(solver, 3, 30, 12);
  assert_true(found.moment <= 0.02);
  assert_true(found.paired <= 0.001);
  assert_true(found.speed <= 0.01);
}

static void dfsph_rests(void **state) {
  (void)state;
  rests_2d("dfsph");
  rests_3d("dfsph");
}

static void pcisph_rests(void **state) {
  (void)state;
  rests_2d("pcisph");
  rests_3d("pcisph");
}

static void others_rest(void **state) {
  (void)state;
  rests_3d("pbf");
  rests_3d("wcsph");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dfsph_rests), cmocka_unit_test(pcisph_rests),
                                     cmocka_unit_test(others_rest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
