/* Iterations of the pressure solver from 32^3 to 128^3: at most 60 % more (McAdams, Sifakis & Teran
   2010 reach 25 % with trilinear prolongation). Couplings as of a falling column with air, and of a
   closed box. */
#include "core/poisson_box.h"

static void iterations_from_32_to_128(void **state) {
  (void)state;
  for (int which = 0; which < 2; which++) {
    int count[3];
    for (int size = 0; size < 3; size++) {
      box b;
      box_make(&b, 3, 32 << size, 32 << size, 32 << size, NULL);
      box_fill(&b, CLOSED, which ? box_dam : NULL);
      box_falls(&b, which ? box_dam : NULL);
      lg_poisson_done done = box_solve(&b, 1e-5, 100, 2, NULL);
      assert_true(done.residual <= 1e-5);
      assert_true(box_residual(&b) <= 1.05e-5);
      count[size] = done.iterations;
      box_free(&b);
    }
    print_message("%s: %d, %d, %d iterations at 32^3, 64^3, 128^3\n", which ? "dam" : "closed box",
                  count[0], count[1], count[2]);
    assert_true(count[2] <= 1.6 * count[0]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(iterations_from_32_to_128)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
