/* As float.c, for a box of 0.3 and one of 0.9 of the water's density: the light one is what loose
   coupling throws about, the heavy one hardly shows. */
#include "physics/float.h"

static void wcsph_light(void **state) {
  (void)state;
  floats("wcsph", LG_NO_ARGS, 0.3, 3);
}
static void pcisph_light(void **state) {
  (void)state;
  floats("pcisph", LG_NO_ARGS, 0.3, 3);
}
static void dfsph_light(void **state) {
  (void)state;
  floats("dfsph", LG_NO_ARGS, 0.3, 3);
}
static void pbf_light(void **state) {
  (void)state;
  floats("pbf", LG_ARGS(lg_num("corr_k", 0)), 0.3, 3);
}
static void wcsph_heavy(void **state) {
  (void)state;
  floats("wcsph", LG_NO_ARGS, 0.9, 3);
}
static void pcisph_heavy(void **state) {
  (void)state;
  floats("pcisph", LG_NO_ARGS, 0.9, 3);
}
static void dfsph_heavy(void **state) {
  (void)state;
  floats("dfsph", LG_NO_ARGS, 0.9, 3);
}
static void pbf_heavy(void **state) {
  (void)state;
  floats("pbf", LG_ARGS(lg_num("corr_k", 0)), 0.9, 3);
}
static void flip_light(void **state) {
  (void)state;
  floats_on_a_grid(0.3, 3);
}
static void flip_heavy(void **state) {
  (void)state;
  floats_on_a_grid(0.9, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wcsph_light), cmocka_unit_test(pcisph_light),
                                     cmocka_unit_test(dfsph_light), cmocka_unit_test(pbf_light),
                                     cmocka_unit_test(wcsph_heavy), cmocka_unit_test(pcisph_heavy),
                                     cmocka_unit_test(dfsph_heavy), cmocka_unit_test(pbf_heavy),
                                     cmocka_unit_test(flip_light),  cmocka_unit_test(flip_heavy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
