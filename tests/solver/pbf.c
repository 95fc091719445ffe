/* pbf: which way its constraint pushes, and that its numbers carry no hidden length. Rest and dam
   break: tests/physics. */
#include "solver/fluid.h"

static void momentum(void **state) {
  (void)state;
  keeps_momentum("pbf");
}

/* A lattice at rest of `stretch` spacings; returns its rate of growth after one sub-step, 1/s. */
static double growth(double stretch, float spacing, double dt) {
  lg_world_def def = lg_default_world();
  def.spacing = spacing;
  def.bounds = lg_bounds2(0, 0, 40 * spacing, 40 * spacing);
  memset(def.gravity, 0, sizeof def.gravity);
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, "pbf", LG_ARGS(lg_num("corr_k", 0))));
  double middle = 20 * (double)spacing;
  for (int i = 0; i < 225; i++) {
    const double edge = stretch * (double)spacing;
    const float x[3] = {(float)(middle + (i % 15 - 7) * edge),
                        (float)(middle + (i / 15 - 7) * edge), 0};
    const float v[3] = {0, 0, 0};
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
  step(w, dt);
  assert_int_equal(lg_world_stats(w)->iterations, 5);
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  double rate = 0, norm = 0;
  for (size_t i = 0; i < x.n; i++)
    for (int k = 0; k < 2; k++) {
      double r = (double)x.c[k][i] - middle;
      rate += r * (double)v.c[k][i];
      norm += r * r;
    }
  lg_world_free(w);
  return rate / norm;
}

/* A compressed lattice moves apart, a stretched one stays: it only pushes (the seed's signs, taken
   as written, would pull). */
static void only_pushes(void **state) {
  (void)state;
  assert_true(growth(0.98, 0.05f, 1e-3) > 0.3);
  assert_true(growth(1.2, 0.05f, 1e-3) == 0);
}

/* The same lattice at 100 times the spacing answers with the same displacement in spacings. */
static void stiffness_does_not_depend_on_the_spacing(void **state) {
  (void)state;
  double fine = growth(0.98, 0.01f, 1e-3), coarse = growth(0.98, 1, 1e-3);
  print_message("pbf: a lattice at 0.98 spacings grows at %.4g /s fine, %.4g /s coarse\n", fine,
                coarse);
  assert_true(fabs(fine / coarse - 1) < 1e-3);
}

/* The artificial pressure is a force, not a displacement a sub-step: short frames do not shake a
   weightless fluid. */
static void short_frames_are_calm(void **state) {
  (void)state;
  double speed[2];
  for (int fine = 0; fine < 2; fine++) {
    const float fill[3] = {0.4f, 0.4f, 0};
    lg_world *w = filled_world(lg_bounds2(0, 0, 0.4f, 0.8f), 0.02f, "pbf", LG_NO_ARGS, fill);
    assert_true(lg_set(w, lg_world_id(w), LG_ARGS(lg_vec2("gravity", 0, 0))));
    step(w, 1e-4);
    lg_view v = lg_column_edit(w, "velocity");
    for (size_t i = 0; i < v.n; i++) v.c[0][i] = i % 3 ? 0.01f : -0.02f;
    for (int f = 0; f < (fine ? 1000 : 10); f++) step(w, fine ? 1e-4 : 1e-2);
    speed[fine] = lg_world_stats(w)->max_speed;
    lg_world_free(w);
  }
  print_message(
      "pbf: a weightless block at 0.02 m/s has %.3f m/s after 0.1 s in 10 frames, %.3f in 1000\n",
      speed[0], speed[1]);
  assert_true(speed[0] < 0.1 && speed[1] < 0.1);
}

/* Half, once and twice the spacing, and the paper's pair of kernels: nobody lost, nobody fast. */
static void dam_breaks_hold(void **state) {
  (void)state;
  for (float spacing = 0.02f; spacing < 0.1f; spacing *= 2)
    assert_true(dam_break_holds("pbf", LG_NO_ARGS, 2, spacing, 1e-2));
  assert_true(dam_break_holds("pbf", LG_NO_ARGS, 3, 0.05f, 1e-2));
  assert_true(dam_break_holds(
      "pbf", LG_ARGS(lg_text("kernel", "poly6"), lg_text("gradient", "spiky")), 2, 0.04f, 1e-2));
}

/* Mean density error of a tank's second half second, of its sub-steps' ends. */
static double standing_error(int iterations, double warm_start) {
  const float fill[3] = {0.4f, 0.6f, 0};
  lg_world *w = filled_world(
      lg_bounds2(0, 0, 0.4f, 1), 0.02f, "pbf",
      LG_ARGS(lg_num("iterations", iterations), lg_num("warm_start", warm_start)), fill);
  double error = 0;
  for (int f = 0; f < 60; f++) {
    step(w, 1.0 / 60);
    if (f >= 30) error += (double)lg_world_stats(w)->density_error_mean / 30;
  }
  lg_world_free(w);
  return error;
}

/* Jacobi's error falls as one over the iterations, that of one with momentum as one over their
   square: of twice as many it leaves half or a quarter. */
static void momentum_saves_iterations(void **state) {
  (void)state;
  double few = standing_error(6, 0), many = standing_error(12, 0);
  print_message("pbf: density error %.3g %% of 6 iterations, %.3g %% of 12\n", 100 * few,
                100 * many);
  assert_true(many < 0.4 * few);
}

/* What a tank's pressure was it nearly is: two iterations from there leave the density that five do
   from none. */
static void a_warm_start_saves_iterations(void **state) {
  (void)state;
  double five = standing_error(5, 0), two = standing_error(2, 0), warm = standing_error(2, 0.7);
  print_message(
      "pbf: density error %.3g %% of 5 iterations, %.3g %% of 2, %.3g %% of 2 from 0.7 of "
      "the last pressure\n",
      100 * five, 100 * two, 100 * warm);
  assert_true(warm < 1.2 * five);
  assert_true(warm < 0.3 * two);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(momentum),
                                     cmocka_unit_test(only_pushes),
                                     cmocka_unit_test(short_frames_are_calm),
                                     cmocka_unit_test(stiffness_does_not_depend_on_the_spacing),
                                     cmocka_unit_test(momentum_saves_iterations),
                                     cmocka_unit_test(a_warm_start_saves_iterations),
                                     cmocka_unit_test(dam_breaks_hold)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
