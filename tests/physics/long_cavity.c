/* Flow on the grid alone: the lid-driven cavity (cavity.h) of Re 100 and 400 at 64 x 64 cells: RMS
   <= 0.015 / 0.03 of the lid's speed; and Taylor-Green: slope of ln KE = -4 nu k^2 within 1 %. The
   cavity of all solvers with particles. */
#include "cavity.h"

#include "core/mac_of.h"
#include "core/step/step.h"

#define PI 3.14159265358979323846

static double at(const lg_world *w, int component, double x, double y) {
  lg_grid_view u = lg_grid(w, "velocity");
  float v[3];
  assert_true(lg_grid_sample(&u, (const float[3]){(float)x, (float)y, 0}, v));
  return (double)v[component];
}

static void cavity(double re, double seconds, double limit) {
  lg_world *w = cavity_world(1.0f / 128);
  assert_true(lg_set_solver(
      w, "flip",
      LG_ARGS(lg_text("advection", "grid"), lg_num("density", 1), lg_num("viscosity", 1 / re))));
  cavity_lid(w);
  while (lg_world_time(w) < seconds) step(w, 1 / 20.0);
  const double rms = cavity_rms(w, at, re);
  print_message("lid-driven cavity, Re %.0f, 64 x 64: RMS %.4f\n", re, rms);
  assert_true(rms <= limit);
  lg_world_free(w);
}

static void cavity_100(void **state) {
  (void)state;
  cavity(100, 25, 0.015);
}
static void cavity_400(void **state) {
  (void)state;
  cavity(400, 60, 0.03);
}

/* Particles, at defaults: 64 x 64 of them, or as many cells: 0.03. Runs of dfsph that differ by
   rounding differ by 0.002. */
static void particles_drive_it(void **state) {
  (void)state;
  static const struct {
    const char *solver;
    int n;
    double most[2]; /* Re 100, 400 */
  } all[] = {{"wcsph", 64, {0.01, 0.02}}, {"dfsph", 64, {0.03, 0.03}}, {"pcisph", 64, {0.02, 0.03}},
             {"pbf", 64, {0.02, 0.03}},   {"flip", 128, {0.02, 0.03}}, {"apic", 128, {0.02, 0.03}},
             {"pic", 128, {0.01, 0.03}}};
  for (int i = 0; i < 7; i++)
    for (int k = 0; k < 2; k++)
      assert_true(cavity_run(all[i].solver, k ? 400 : 100, all[i].n, k ? 35 : 15) <=
                  all[i].most[k]);
}

static double kinetic(const lg_world *w) {
  const lg_mac *m = mac_of(w);
  double sum = 0;
  for (int row = 0; row < lg_lattice_rows(&m->lattice); row++)
    for (int i = 0; i < m->lattice.n[0]; i++) {
      int c = lg_lattice_row(&m->lattice, row) + LG_ROW_FIRST + i;
      sum += (double)m->u[0][c] * (double)m->u[0][c] + (double)m->u[1][c] * (double)m->u[1][c];
    }
  return sum;
}

/* u = sin kx cos ky, v = -cos kx sin ky in a periodic square, Re 100: the exact solution keeps its
   shape. Splitting into advection and projection costs energy of first order in dt: short steps. */
static void taylor_green(void **state) {
  (void)state;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 1.0f / 256; /* 128 x 128 cells */
  def.threads = 1;
  def.gravity[1] = 0;
  for (int k = 0; k < 2; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, "flip",
                            LG_ARGS(lg_text("advection", "grid"), lg_num("density", 1),
                                    lg_num("viscosity", 0.01), lg_num("cfl", 0.125))));
  step(w, 1e-6); /* the grid is there */
  const lg_mac *m = mac_of(w);
  const double k = 2 * PI, h = (double)m->cell[0];
  for (int row = 0; row < lg_mac_face_rows(&m->lattice, 1); row++)
    for (int i = 0; i <= m->lattice.n[0]; i++) {
      int c = lg_lattice_at(&m->lattice, i, row, 0);
      m->u[0][c] = (float)(sin(k * i * h) * cos(k * (row + 0.5) * h));
      m->u[1][c] = (float)(-cos(k * (i + 0.5) * h) * sin(k * row * h));
    }
  double e0 = 0, t0 = 0;
  for (int f = 0; f < 25; f++) {
    step(w, 0.02);
    if (f == 4) {
      e0 = log(kinetic(w));
      t0 = lg_world_time(w);
    }
  }
  double slope = (log(kinetic(w)) - e0) / (lg_world_time(w) - t0), exact = -4 * 0.01 * k * k;
  print_message("Taylor-Green on the grid: slope of ln KE %.4f, exact %.4f: %.2f %%\n", slope,
                exact, 100 * fabs(slope / exact - 1));
  assert_true(fabs(slope / exact - 1) <= 0.01);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(taylor_green), cmocka_unit_test(cavity_100),
                                     cmocka_unit_test(cavity_400),
                                     cmocka_unit_test(particles_drive_it)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
