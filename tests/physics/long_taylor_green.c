/* The decay of Taylor-Green vortices on 100 x 100 particles (vortices.h): it does not get worse
   where the spacing is finer. */
#include "vortices.h"

static void wcsph_decays(void **state) {
  (void)state;
  decays("wcsph", LG_ARGS(lg_num("alpha", 0)), 100, 0, 0.03);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wcsph_decays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
