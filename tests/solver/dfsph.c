/* dfsph: its two solves and their warm start. Rest and dam break against experiments:
   tests/physics. */
#include "solver/fluid.h"

static void momentum(void **state) {
  (void)state;
  keeps_momentum("dfsph");
}

/* Against the same tank without (Bender & Koschier 2015 report about half). */
static void warm_start_saves_iterations(void **state) {
  (void)state;
  double error;
  long cold = tank_iterations("dfsph", LG_ARGS(lg_num("warm_start", 0)), &error);
  long warm = tank_iterations("dfsph", LG_NO_ARGS, &error);
  print_message("dfsph: %ld iterations cold, %ld warm\n", cold, warm);
  assert_true(3 * warm < 2 * cold);
}

/* A tank's weight: a looser limit leaves a larger density error. */
static void limit_decides_the_error(void **state) {
  (void)state;
  double tight, loose;
  tank_iterations("dfsph", LG_ARGS(lg_num("max_density_error_ratio", 1e-4)), &tight);
  tank_iterations(
      "dfsph", LG_ARGS(lg_num("max_density_error_ratio", 1e-2), lg_num("warm_start", 0)), &loose);
  print_message("dfsph: density error %.2e at 1e-4, %.2e at 1e-2\n", tight, loose);
  assert_true(tight <= 1e-3);
  assert_true(loose > 2 * tight);
}

/* Half, once and twice the spacing; nobody lost, nobody fast; 3-D too, and without the divergence
   solve. */
static void dam_breaks_hold(void **state) {
  (void)state;
  for (float spacing = 0.02f; spacing < 0.1f; spacing *= 2)
    assert_true(dam_break_holds("dfsph", LG_NO_ARGS, 2, spacing, 4e-3));
  assert_true(dam_break_holds("dfsph", LG_NO_ARGS, 3, 0.05f, 6e-3));
  assert_true(
      dam_break_holds("dfsph", LG_ARGS(lg_bool("divergence_solve", false)), 2, 0.04f, 6e-3));
}

/* A block that closes in on itself at 1/s: the divergence solve alone stops all but its rim. Truth:
   the rate of the second moment, which is -1/s by construction where nothing acts. */
static void divergence_solve_stops_compression(void **state) {
  (void)state;
  double spread[2];
  for (int on = 0; on < 2; on++) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, 2, 2);
    def.spacing = 0.05f;
    memset(def.gravity, 0, sizeof def.gravity);
    lg_world *w = lg_world_new(&def);
    assert_true(
        lg_set_solver(w, "dfsph",
                      LG_ARGS(lg_bool("divergence_solve", on), lg_num("max_density_error_ratio", 1),
                              lg_num("min_iterations", 0),
                              lg_num("max_divergence_error_ratio", 1e-5), lg_num("xsph", 0))));
    for (int i = 0; i < 400; i++) {
      const float x[3] = {0.525f + 0.05f * (float)(i % 20), 0.525f + 0.05f * (float)(i / 20), 0},
                  v[3] = {1 - x[0], 1 - x[1], 0};
      assert_true(lg_particle_add(w, x, v) >= 0);
    }
    step(w, 1e-4);
    lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
    double rate = 0, norm = 0;
    for (size_t i = 0; i < x.n; i++)
      for (int k = 0; k < 2; k++) {
        rate += ((double)x.c[k][i] - 1) * (double)v.c[k][i];
        norm += ((double)x.c[k][i] - 1) * ((double)x.c[k][i] - 1);
      }
    spread[on] = rate / norm;
    lg_world_free(w);
  }
  print_message("dfsph: a block that closes at 1/s: %.3f without, %.3f with the divergence solve\n",
                spread[0], spread[1]);
  assert_true(fabs(spread[0] + 1) < 0.1);
  assert_true(fabs(spread[1]) < 0.25);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(momentum), cmocka_unit_test(warm_start_saves_iterations),
      cmocka_unit_test(limit_decides_the_error), cmocka_unit_test(dam_breaks_hold),
      cmocka_unit_test(divergence_solve_stops_compression)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
