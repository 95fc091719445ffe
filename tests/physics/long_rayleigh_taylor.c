/* The instability of rayleigh_taylor.h under dfsph and pcisph at their defaults: within 10 %. The
   forces of pairs alone, without core/sph/arrangement.h, hold water in place over oil. */
#include "rayleigh_taylor.h"

static void particles_grow_it(void **state) {
  (void)state;
  const rt_case cases[] = {{"dfsph", NULL, 900, 1000, 100},
                           {"pcisph", NULL, 900, 1000, 100},
                           {"dfsph", NULL, 500, 1000, 100},
                           {"pcisph", NULL, 500, 1000, 100}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_true(fabs(rt_grow(&cases[i]) - 1) <= 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(particles_grow_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
