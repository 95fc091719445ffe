/* Water at rest under dfsph and pcisph as they come, 2-D: still.h says what is true; deeper tanks
   and 3-D: long_still.c. */
#include "physics/still.h"

/* The pressure's mean must not be wrong at all depths by what the lattice makes of a gradient
   (1.6 %). Single particles slip now and then, at 6e-3 sqrt(g H) in one tank and 3e-3 in the next:
   the speed is of three. */
static void rests(const char *solver) {
  static const int wide[] = {25, 30, 40};
  double speed = 0;
  for (int i = 0; i < 3; i++) {
    still found = still_tank(solver, 2, 50, wide[i]);
    assert_true(found.mean <= 0.006);
    assert_true(found.moment <= 0.01);
    assert_true(found.paired <= 0.001);
    speed += found.speed / 3;
  }
  assert_true(speed <= 5e-3);
}

static void dfsph_rests(void **state) {
  (void)state;
  rests("dfsph");
}

static void pcisph_rests(void **state) {
  (void)state;
  rests("pcisph");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dfsph_rests), cmocka_unit_test(pcisph_rests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
