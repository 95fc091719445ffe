/* wcsph: momentum, the energy of sound, the equation of state. Rest, dam break and channels: tests/physics. */
#include "solver/fluid.h"

static void momentum(void **state) { (void)state; keeps_momentum("wcsph"); }

static double energy(lg_world *w, const char *what) {
  double v[3];
  assert_int_equal(lg_measure(w, what, LG_NO_ARGS, v), 1);
  return v[0];
}

/* A periodic bar of water in standing sound, without any friction: motion and compression exchange their energy over and over, and
   their sum stays: the force is the gradient of the energy that is measured. Velocities are half a step ahead of densities,
   which is worth omega dt = 2 pi c0 dt / L < 1 % of it to either side. (Where the water is thinner than at rest there is no pressure,
   and no energy.) */
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
    const float at[3] = {(float)x, (float)y, 0}, v[3] = {(float)(0.04 * sin(6.283185307 * x)), 0, 0};
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
  print_message("wcsph: energy of sound %.4g J/m, within %.2f %% to %.2f %%; of it in motion %.0f %% to %.0f %%\n", first,
                100 * (least / first - 1), 100 * (most / first - 1), 100 * kinetic_least / first, 100 * kinetic_most / first);
  assert_true(least > 0.985 * first && most < 1.015 * first);
  assert_true(kinetic_least < 0.2 * first && kinetic_most > 0.8 * first); /* it does go to and fro */
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(momentum), cmocka_unit_test(sound_keeps_its_energy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
