/* The instability of rayleigh_taylor.h under dfsph: 20 %, and that with a support of 4 spacings,
   shifting 4 and a fluid twice as heavy as the other.

   What is in the way: particles on a lattice under pressure p resist shear as a solid does, with a
   modulus of about p / 8 at the default support (a wave of one spacing on the interface of oil and
   water, where p is 4.9 kPa, swings back at 4.7 / s instead of growing at 1.8 / s); a wider support
   softens that, shifting and larger strains break the lattice up. At the defaults water stays where
   it is over oil of 900 kg/m3. */
#include "rayleigh_taylor.h"

static void dfsph_grows_it(void **state) {
  (void)state;
  const rt_case c = {"dfsph", NULL, 500, 1000, 100};
  assert_true(fabs(rt_grow(&c) - 1) <= 0.2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dfsph_grows_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
