/* Water at rest under dfsph and pcisph as they come, 2-D: still.h says what is true; 3-D:
   long_still.c. */
#include "physics/still.h"

/* The mean must not be wrong at all depths by what the lattice makes of a gradient (1.6 %). */
static void rests(const char *solver) {
  still found = still_tank(solver, 2, 50, 30);
  assert_true(found.mean <= 0.006);
  assert_true(found.moment <= 0.01);
  assert_true(found.speed <= 5e-3);
  assert_true(found.paired <= 0.001);
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
