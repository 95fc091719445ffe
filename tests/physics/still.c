/* Water at rest under every SPH solver as it comes, 2-D: still.h says what is true; deeper tanks
   and 3-D: long_still.c. */
#include "physics/still.h"

static const int wide[3] = {25, 30, 40};

static void dfsph_rests(void **state) {
  (void)state;
  still_tanks("dfsph", wide);
}

static void pcisph_rests(void **state) {
  (void)state;
  still_tanks("pcisph", wide);
}

static void pbf_rests(void **state) {
  (void)state;
  still_tanks("pbf", wide);
}

static void wcsph_rests(void **state) {
  (void)state;
  still_tanks("wcsph", wide);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dfsph_rests), cmocka_unit_test(pcisph_rests),
                                     cmocka_unit_test(pbf_rests), cmocka_unit_test(wcsph_rests)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
