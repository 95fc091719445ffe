/* Water that leaves a stair: every step is an edge, with air round its corner once the water of the
   next one has left it. So one solution of the pressure would follow another, down to the last. */
#include "physics/physics.h"

enum { STEPS = 12, I = 4, J = 18, SWEEPS = 40 };
static const double H = 0.04; /* m, a cell */

/* Its steps, one cell each, end a quarter of a cell above the grid's lines. */
static void add_stair(lg_world *w) {
  for (int k = 0; k < STEPS; k++) {
    lg_id box = lg_add(
        w, "shape.box",
        LG_ARGS(lg_vec2("min", -1, -1), lg_vec2("max", (I + k + 1) * H, (J - k + 0.25) * H)));
    assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box))) != 0);
  }
}

/* A few cells of water along it, on their way from it. */
static void add_water(lg_world *w) {
  for (int k = 0; k < STEPS; k++)
    for (int up = 0; up < 5; up++)
      for (int q = 0; q < 4; q++)
        assert_true(lg_particle_add(w,
                                    (float[3]){(float)((I + k + 0.3 + 0.4 * (q % 2)) * H),
                                               (float)((J - k + up + 0.4 + q / 2 * 0.4) * H), 0},
                                    (float[3]){1, 1, 0}) >= 0);
}

/* Sweeps are the same number for each solution: all are counted, and they are but a few. */
static void solves_a_few_times(void **state) {
  (void)state;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1.2f, 1.2f);
  def.spacing = (float)(H / 2);
  def.gravity[1] = 0;
  lg_world *w = lg_world_new(&def);
  assert_true(
      lg_set_solver(w, "flip", LG_ARGS(lg_text("pressure", "sor"), lg_num("sweeps", SWEEPS))));
  add_stair(w);
  add_water(w);
  for (int i = 0; i < 3; i++) {
    step(w, 1e-3);
    print_message("%d sub-steps, %d sweeps\n", lg_world_stats(w)->substeps,
                  lg_world_stats(w)->iterations);
    assert_int_equal(lg_world_stats(w)->iterations, 5 * SWEEPS);
  }
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(solves_a_few_times)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
