/* wcsph: momentum, the energy of sound, the shared forces, what bounds its sub-steps. Rest, dam
   break, channels, drops: tests/physics. */
#include "solver/fluid.h"

static void momentum(void **state) {
  (void)state;
  keeps_momentum("wcsph");
}

static double energy(lg_world *w, const char *what) {
  double v[3];
  assert_int_equal(lg_measure(w, what, LG_NO_ARGS, v), 1);
  return v[0];
}

/* A periodic bar of water in standing sound, without any friction: motion and compression exchange
   their energy over and over, and their sum stays: the force is the gradient of the energy that is
   measured. Velocities are half a step ahead of densities, which is worth omega dt = 2 pi c0 dt / L
   < 1 % of it to either side. (Where the water is thinner than at rest there is no pressure, and no
   energy.) */
static void sound_keeps_its_energy(void **state) {
  (void)state;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 0.25f);
  def.spacing = 1 / 32.0f;
  memset(def.gravity, 0, sizeof def.gravity);
  for (int k = 0; k < 2; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, "wcsph", LG_ARGS(lg_num("alpha", 0), lg_num("damping", 0))));
  for (int i = 0; i < 32 * 8; i++) {
    double x = (i % 32 + 0.5) / 32, y = (i / 32 + 0.5) / 32;
    const float at[3] = {(float)x, (float)y, 0},
                v[3] = {(float)(0.04 * sin(6.283185307 * x)), 0, 0};
    assert_true(lg_particle_add(w, at, v) >= 0);
  }
  double first = 0, least = 1e30, most = 0, kinetic_least = 1e30, kinetic_most = 0;
  for (int f = 0; f < 600; f++) {
    step(w, 0.00125);
    double kinetic = energy(w, "kinetic_energy"), sum = energy(w, "energy");
    if (f == 0) first = sum;
    least = fmin(least, sum);
    most = fmax(most, sum);
    kinetic_least = fmin(kinetic_least, kinetic);
    kinetic_most = fmax(kinetic_most, kinetic);
  }
  print_message("wcsph: energy of sound %.4g J/m, within %.2f %% to %.2f %%; of it in motion %.0f "
                "%% to %.0f %%\n",
                first, 100 * (least / first - 1), 100 * (most / first - 1),
                100 * kinetic_least / first, 100 * kinetic_most / first);
  assert_true(least > 0.985 * first && most < 1.015 * first);
  /* it does go to and fro */
  assert_true(kinetic_least < 0.2 * first && kinetic_most > 0.8 * first);
  lg_world_free(w);
}

static lg_world *patch(const lg_arg *args) {
  const float fill[3] = {0.2f, 0.2f, 0};
  return filled_world(lg_bounds2(0, 0, 0.6f, 0.6f), 0.02f, "wcsph", args, fill);
}

/* + |v| */
static double speed_of_sound(lg_world *w) {
  return 0.35 * 0.5 * 3.4 * 0.02 / lg_world_stats(w)->dt;
}

/* Tension needs a stiffer fluid, or it would press drops together: c0 = 10 sqrt(sigma / (2 rho0
   dx)) when all else is slower; and the shortest capillary wave bounds dt, sqrt(rho dx^3 / (4 pi
   sigma)), where the fluid is soft. */
static void tension_stiffens(void **state) {
  (void)state;
  lg_world *w = patch(LG_ARGS(lg_num("surface_tension", 4000)));
  step(w, 0.001);
  double expected = 10 * sqrt(4000 / (2 * 1000 * 0.02)), found = speed_of_sound(w);
  assert_string_equal(lg_world_stats(w)->limit, "acoustic");
  assert_true(found > 0.99 * expected && found < 1.5 * expected);
  /* tension sets in at once: a blow, whose sound dies away */
  for (int f = 0; f < 9; f++) step(w, 0.001);
  assert_true(lg_world_stats(w)->density_error_mean < 0.02);
  lg_world_free(w);
}

/* XSPH takes relative velocities away, each step a share of them, and leaves a common one alone. */
static void xsph_smooths(void **state) {
  (void)state;
  double left[2];
  for (int on = 0; on < 2; on++) {
    lg_world *w = patch(LG_ARGS(lg_num("xsph", 0.5 * on), lg_num("alpha", 0)));
    assert_true(lg_set(w, lg_world_id(w), LG_ARGS(lg_vec2("gravity", 0, 0))));
    step(w, 1e-6);
    lg_view v = lg_column_edit(w, "velocity");
    for (size_t i = 0; i < v.n; i++) {
      v.c[0][i] = i % 2 ? 0.11f : 0.09f;
      v.c[1][i] = 0;
    }
    for (int f = 0; f < 3; f++) step(w, 1e-4);
    v = lg_column(w, "velocity");
    double sum = 0, sum2 = 0;
    for (size_t i = 0; i < v.n; i++) {
      sum += (double)v.c[0][i] / (double)v.n;
      sum2 += (double)v.c[0][i] * (double)v.c[0][i] / (double)v.n;
    }
    assert_true(fabs(sum - 0.1) < 2e-3);
    left[on] = sqrt(sum2 - sum * sum);
    lg_world_free(w);
  }
  assert_true(left[1] < 0.5 * left[0]);
}

/* Energy that a shear wave of a patch of honey keeps for 20 ms. */
static double sheared(const lg_arg *args, bool material) {
  lg_world *w = patch(args);
  assert_true(lg_set(w, lg_world_id(w), LG_ARGS(lg_vec2("gravity", 0, 0))));
  if (material) assert_true(lg_add(w, "material.fluid", LG_ARGS(lg_num("viscosity", 5))) != 0);
  step(w, 1e-6);

  /* u = sin(2 pi y / L) */
  lg_view x = lg_column(w, "position"), v = lg_column_edit(w, "velocity");
  for (size_t i = 0; i < v.n; i++) v.c[0][i] = sinf(10 * 3.14159265f * x.c[1][i]);
  for (int f = 0; f < 20; f++) step(w, 1e-3);
  double kept = energy(w, "kinetic_energy");
  lg_world_free(w);
  return kept;
}

/* Of the fluid's viscosity, artificial viscosity and xsph the strongest acts, not all of them; and
   a material that no particle is of changes nothing. */
static void frictions_do_not_add_up(void **state) {
  (void)state;
  const lg_arg none = lg_num("xsph", 0), weak = lg_num("xsph", 0.02), mu = lg_num("viscosity", 5);
  double alone = sheared(LG_ARGS(mu, none), false), beside = sheared(LG_ARGS(mu, none), true),
         both = sheared(LG_ARGS(mu, weak), false);
  print_message("wcsph: a shear wave keeps %.4f J/m, with an idle material %.4f, with xsph %.4f\n",
                alone, beside, both);
  assert_true(fabs(beside - alone) < 1e-4 * alone);
  assert_true(fabs(both - alone) < 0.02 * alone);
}

/* A patch of honey is sheared apart: with shifting its particles keep their distance, without they
   line up. */
static double nearest(bool shifting) {
  lg_world *w = patch(LG_ARGS(lg_num("viscosity", 20), lg_num("shifting", shifting)));
  assert_true(lg_set(w, lg_world_id(w), LG_ARGS(lg_vec2("gravity", 0, 0))));
  step(w, 1e-6);
  lg_view x = lg_column(w, "position"), v = lg_column_edit(w, "velocity");
  for (size_t i = 0; i < v.n; i++) {
    v.c[0][i] = 4 * x.c[0][i];
    v.c[1][i] = -4 * x.c[1][i];
  }
  for (int f = 0; f < 15; f++) step(w, 1 / 60.0);
  x = lg_column(w, "position");
  double sum = 0;
  for (size_t i = 0; i < x.n; i++) {
    double least = 1;
    for (size_t j = 0; j < x.n; j++)
      if (j != i)
        least =
            fmin(least, hypot((double)(x.c[0][i] - x.c[0][j]), (double)(x.c[1][i] - x.c[1][j])));
    sum += least / 0.02 / (double)x.n;
  }
  lg_world_free(w);
  return sum;
}

static void shifting_keeps_distance(void **state) {
  (void)state;
  double off = nearest(false), on = nearest(true);
  print_message(
      "wcsph: nearest neighbours of a stretched patch at %.2f spacings, with shifting %.2f\n", off,
      on);
  assert_true(on > off + 0.05);
}

/* A column falls under the strongest friction between particles that can be asked for: explicit
   forces may not overshoot, so that the longest sub-steps find the speed that very short ones find.
   */
static double fastest(double alpha, double damping, double courant) {
  const float fill[3] = {0.5f, 1, 0};
  lg_world *w = filled_world(
      lg_bounds2(0, 0, 2, 1.5f), 0.05f, "wcsph",
      LG_ARGS(lg_num("alpha", alpha), lg_num("damping", damping), lg_num("courant", courant)),
      fill);
  double most = 0;
  for (int f = 0; f < 30; f++) {
    step(w, 1 / 60.0);
    most = fmax(most, lg_world_stats(w)->max_speed);
  }
  if (courant > 0.5)
    assert_string_equal(lg_world_stats(w)->limit, damping > 1 ? "acoustic" : "viscous");
  lg_world_free(w);
  return most;
}

static void friction_does_not_overshoot(void **state) {
  (void)state;
  for (int damped = 0; damped < 2; damped++) {
    double alpha = damped ? 0.1 : 2, damping = damped ? 2 : 0.8;
    double fine = fastest(alpha, damping, 0.1), coarse = fastest(alpha, damping, 0.6);
    print_message(
        "wcsph: alpha %.1f, damping %.1f: %.2f m/s in short sub-steps, %.2f m/s in the longest\n",
        alpha, damping, fine, coarse);
    assert_true(fabs(coarse - fine) < 0.03 * fine);
  }
}

/* Half, once and twice the spacing; nobody lost, nobody fast. */
static void dam_breaks_hold(void **state) {
  (void)state;
  for (float spacing = 0.02f; spacing < 0.1f; spacing *= 2)
    assert_true(dam_break_holds("wcsph", LG_NO_ARGS, 2, spacing, 0.02));
  assert_true(dam_break_holds("wcsph", LG_NO_ARGS, 3, 0.05f, 0.02));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(momentum),         cmocka_unit_test(sound_keeps_its_energy),
      cmocka_unit_test(tension_stiffens), cmocka_unit_test(friction_does_not_overshoot),
      cmocka_unit_test(xsph_smooths),     cmocka_unit_test(shifting_keeps_distance),
      cmocka_unit_test(dam_breaks_hold),  cmocka_unit_test(frictions_do_not_add_up)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
