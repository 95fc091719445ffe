/* Sums over all particles against sums by hand, closed forms and other numbers of threads. */
#include "core/hall.h"

static double measured(lg_world *w, const char *what, const lg_arg *args) {
  double v[3] = {0, 0, 0};
  if (lg_measure(w, what, args, v) != 1) fail_msg("%s: %s", what, lg_error(w));
  return v[0];
}

/* Three balls; every number worked out with pencil and paper. mass = 1000 kg/m3 x 0.05^dim. */
static void three_balls(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 10, 0, 0, 1);
    double m = 1000 * pow(0.05, dim), v[3];
    put(w, 1, 0.5, 0, 2, 0, 0);
    put(w, -1, 0.25, 1, 0, -1, 3 * (dim - 2));
    put(w, 0, 1, 0, 0, 0, 0);
    assert_near(measured(w, "mass", LG_NO_ARGS), 3 * m, 1e-6 * m);
    double kinetic = 0.5 * m * (4 + 1 + 9 * (dim - 2)), potential = m * 10 * 1.75;
    assert_near(measured(w, "kinetic_energy", LG_NO_ARGS), kinetic, 1e-6 * kinetic);
    assert_near(measured(w, "potential_energy", LG_NO_ARGS), potential, 1e-6 * potential);
    assert_near(measured(w, "energy", LG_NO_ARGS), kinetic + potential, 1e-6 * potential);
    lg_arg floor = at("about", dim, 0, -2, 0);
    assert_near(measured(w, "potential_energy", LG_ARGS(floor)), potential + 60 * m, 1e-4 * m);
    assert_true(measured(w, "internal_energy", LG_NO_ARGS) == 0);
    assert_int_equal(lg_measure(w, "momentum", LG_NO_ARGS, v), dim);
    assert_near(v[0], 2 * m, 1e-6 * m);
    assert_near(v[1], -m, 1e-6 * m);
    assert_int_equal(lg_measure(w, "center_of_mass", LG_NO_ARGS, v), dim);
    assert_near(v[0], 0, 1e-7);
    assert_near(v[1], 1.75 / 3, 1e-6);
    if (dim == 3) assert_near(v[2], 1.0 / 3, 1e-6);
    assert_int_equal(lg_measure(w, "angular_momentum", LG_NO_ARGS, v), dim == 2 ? 1 : 3);
    double spin = m * (-0.5 * 2 + 1); /* x vy - y vx: 0 - 1, and 1 - 0 */
    if (dim == 2) assert_near(v[0], spin, 1e-6 * m);
    /* (-1, 0.25, 1) x (0, -1, 3) = (1.75, 3, 1) and (1, 0.5, 0) x (2, 0, 0) = (0, 0, -1) */
    if (dim == 3) {
      assert_near(v[0], 1.75 * m, 1e-6 * m);
      assert_near(v[1], 3 * m, 1e-6 * m);
      assert_near(v[2], 0, 1e-6 * m);
    }
    lg_world_free(w);
  }
}

/* Nothing is measured of nothing. */
static void no_particles(void **state) {
  (void)state;
  lg_world *w = hall(2, 10, 0, 0, 1);
  double v[3];
  assert_true(measured(w, "mass", LG_NO_ARGS) == 0 && measured(w, "energy", LG_NO_ARGS) == 0);
  assert_true(measured(w, "volume", LG_ARGS(lg_text("by", "cells"))) == 0);
  assert_int_equal(lg_measure(w, "center_of_mass", LG_NO_ARGS, v), 2);
  assert_true(isnan(v[0]) && !signbit(v[0])); /* "nan" in a table, not "-nan" */
  lg_world_free(w);
}

static uint64_t bits(double x) {
  uint64_t b;
  memcpy(&b, &x, sizeof b);
  return b;
}

/* 5000 balls all over: the same bits with 1, 2, 3 and 7 threads, and close to a plain sum in long
   double. */
static void sums_do_not_depend_on_threads(void **state) {
  (void)state;
  uint64_t first[3] = {0, 0, 0};
  static const int64_t threads[] = {1, 2, 3, 7};
  for (int t = 0; t < 4; t++) {
    lg_world *w = hall(3, 10, 0, 0, threads[t]);
    long double plain = 0;
    double v[3];
    for (int i = 0; i < 5000; i++)
      put(w, 2 * sin(i), 2 * sin(1.7 * i), 2 * sin(2.9 * i), 5 * cos(3.1 * i), cos(0.3 * i),
          0.1 * i);
    lg_view u = lg_column(w, "velocity");
    for (size_t i = 0; i < u.n; i++)
      for (int k = 0; k < 3; k++)
        plain += 0.5L * 0.125L * (long double)u.c[k][i] * (long double)u.c[k][i];
    double kinetic = measured(w, "kinetic_energy", LG_NO_ARGS);
    assert_near(kinetic / (double)plain, 1, 1e-7); /* the mass is float32 */
    lg_measure(w, "angular_momentum", LG_NO_ARGS, v);
    uint64_t now[3] = {bits(kinetic), bits(v[0]), bits(v[2])};
    if (t == 0) memcpy(first, now, sizeof first);
    assert_memory_equal(first, now, sizeof first);
    lg_world_free(w);
  }
}

/* 20 x 10 lattice of water at rest, drawn together by `squeeze` */
static lg_world *still_block(double squeeze) {
  lg_world *w = hall(2, 0, 0, 0, 1);
  if (!lg_set_solver(w, "wcsph", LG_ARGS(lg_num("damping", 0)))) fail_msg("%s", lg_error(w));
  for (int i = 0; i < 200; i++)
    put(w, squeeze * 0.05 * (i % 20 - 9.5), squeeze * 0.05 * (i / 20 - 4.5), 0, 0, 0, 0);
  step(w, 1e-6);
  return w;
}

/* The energy of compression, times what the kernel's sums make of a gradient in the lattice, is the
   integral of p / rho^2 (Simpson's rule over Tait's pressure as the solver wrote it). */
static void compression_stores_the_work_of_pressure(void **state) {
  (void)state;
  lg_world *w = still_block(0.99);
  lg_view rho = lg_column(w, "density"), p = lg_column(w, "pressure"), m = lg_column(w, "mass");
  double sum = 0;
  for (size_t i = 0; i < rho.n; i++) {
    double x = (double)rho.c[0][i] / 1000, pressure = (double)p.c[0][i];
    if (!(pressure > 0)) continue;
    double stiff = pressure / (pow(x, 7) - 1), work = 0;
    for (int k = 0; k < 100; k++) {
      double h = (x - 1) / 100, a = 1 + k * h, b = a + 0.5 * h, c = a + h;
      double fa = (pow(a, 7) - 1) / (a * a), fb = (pow(b, 7) - 1) / (b * b),
             fc = (pow(c, 7) - 1) / (c * c);
      work += h / 6 * (fa + 4 * fb + fc);
    }
    sum += (double)m.c[0][i] * stiff * work / 1000;
  }
  assert_true(sum > 0);
  lg_smoothing k;
  assert_true(lg_smoothing_of(w, 0, NULL, &k));
  const double moment = lattice_moment(&k, 2, 0.05);
  assert_in_range(1000 * moment, 980, 1020);
  assert_near(moment * measured(w, "internal_energy", LG_NO_ARGS) / sum, 1, 1e-4);
  lg_world_free(w);
}

/* A lattice at rest has the volume n dx^2 by particles and by cells; drawn together by 1 % on each
   axis its particles have what their densities say. */
static void volume_of_a_block(void **state) {
  (void)state;
  lg_world *w = still_block(1);
  assert_near(measured(w, "volume", LG_NO_ARGS), 0.5, 1e-4);
  assert_near(measured(w, "volume", LG_ARGS(lg_text("by", "cells"))), 0.5, 1e-6);
  assert_near(measured(w, "density_error", LG_NO_ARGS), 0, 1e-4);
  lg_world_free(w);
  w = still_block(0.99);
  lg_view rho = lg_column(w, "density");
  double volume = 0, mean = 0, worst = 0;
  for (size_t i = 0; i < rho.n; i++) {
    double x = fmax((double)rho.c[0][i] / 1000, 1);
    volume += 0.0025 / x;
    mean += (x - 1) / (double)rho.n;
    worst = fmax(worst, x - 1);
  }
  assert_true(volume < 0.497);
  assert_near(measured(w, "volume", LG_NO_ARGS), volume, 1e-6);
  assert_near(measured(w, "density_error", LG_NO_ARGS), mean, 1e-6);
  assert_near(measured(w, "density_error", LG_ARGS(lg_text("of", "max"))), worst, 1e-6);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(three_balls), cmocka_unit_test(no_particles),
                                     cmocka_unit_test(sums_do_not_depend_on_threads),
                                     cmocka_unit_test(compression_stores_the_work_of_pressure),
                                     cmocka_unit_test(volume_of_a_block)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
