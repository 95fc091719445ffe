/* A box of 0.6 of the water's density, 20 spacings wide, let go a spacing above where it belongs:
   its mean draft of 2 s is what Archimedes says, within max(3 %, half a spacing) (physics.md 18).
   long_float.c has the light and the heavy one. pbf is without its artificial pressure, which
   pushes particles but no wall (off where it is measured). */
#include "physics/float.h"

static void wcsph_floats(void **state) {
  (void)state;
  floats("wcsph", LG_NO_ARGS, 0.6, 2);
}
static void pcisph_floats(void **state) {
  (void)state;
  floats("pcisph", LG_NO_ARGS, 0.6, 2);
}
static void dfsph_floats(void **state) {
  (void)state;
  floats("dfsph", LG_NO_ARGS, 0.6, 2);
}
static void pbf_floats(void **state) {
  (void)state;
  floats("pbf", LG_ARGS(lg_num("corr_k", 0)), 0.6, 2);
}
static void flip_floats(void **state) {
  (void)state;
  floats_on_a_grid(0.6, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wcsph_floats), cmocka_unit_test(pcisph_floats),
      cmocka_unit_test(dfsph_floats), cmocka_unit_test(pbf_floats), cmocka_unit_test(flip_floats)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
