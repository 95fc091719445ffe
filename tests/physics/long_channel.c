/* Viscous flow between plates that do not slip: start-up Poiseuille and Couette flow (Morris, Fox &
   Zhu 1997, section 5: L = 1 mm, nu = 1e-6 m2/s, Re = 0.0125; the series' values in
   data/morris_1997_profiles.csv), in frames so short that viscosity is not solved for (viscous.c
   has those). 40 particles across, Wendland C2, R = 4 dx. Bound (physics.md 8): L2 of u over L2 of
   the solution <= 1 % at every time of the data. */
#include "physics.h"

enum { ACROSS = 40, ALONG = 20, ROWS = 21, TIMES = 16 };
static const double L = 1e-3, F = 1e-4, V0 = 1.25e-5;

/* [0] Poiseuille, [1] Couette */
typedef struct profiles {
  double t[TIMES], y[ROWS], u[2][TIMES][ROWS];
  int times;
} profiles;

static void read_profiles(profiles *d) {
  FILE *f = fopen("tests/physics/data/morris_1997_profiles.csv", "r");
  assert_non_null(f);
  char line[256];
  int n = 0;
  while (fgets(line, sizeof line, f)) {
    double t, y, u, v;
    if (sscanf(line, "%lf,%lf,%lf,%lf", &t, &y, &u, &v) != 4) continue;
    assert_true(n < TIMES * ROWS);
    d->t[n / ROWS] = t;
    d->y[n % ROWS] = y;
    d->u[0][n / ROWS][n % ROWS] = u;
    d->u[1][n / ROWS][n % ROWS] = v;
    n++;
  }
  fclose(f);
  d->times = n / ROWS;
  assert_true(d->times > 3 && n % ROWS == 0);
}

/* Water between y = 0 and L, periodic along x. Couette: the upper plate is a collider that moves
   along itself. */
static lg_world *channel(const char *solver, bool couette) {
  lg_world_def def = lg_default_world();
  double dx = L / ACROSS;
  def.bounds = lg_bounds2(0, 0, (float)(ALONG * dx), (float)((couette ? 1.5 : 1) * L));
  def.spacing = (float)dx;
  def.threads = 1;
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  def.gravity[0] = couette ? 0 : (float)F;
  def.gravity[1] = 0;
  def.slip = 1;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("%s", def.error);
  assert_true(lg_set_solver(
      w, solver,
      LG_ARGS(lg_text("kernel", "wendland_c2"), lg_num("support", 4), lg_num("viscosity", 1e-3))));
  if (strcmp(solver, "wcsph") == 0)
    assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_num("alpha", 0))));
  else assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_num("xsph", 0))));
  if (strcmp(solver, "pbf") == 0)
    assert_true(lg_set(w, lg_solver_id(w),
                       LG_ARGS(lg_text("gradient", "wendland_c2"), lg_num("corr_k", 0))));
  if (couette) {
    lg_id plate =
        lg_add(w, "shape.plane", LG_ARGS(lg_vec2("point", 0, L), lg_vec2("normal", 0, -1)));
    assert_true(plate && lg_add(w, "collider.solid",
                                LG_ARGS(lg_ref("shape", plate), lg_vec2("velocity", V0, 0),
                                        lg_text("slip", "no"))));
  }
  for (int i = 0; i < ACROSS * ALONG; i++) {
    const float x[3] = {(float)((i % ALONG + 0.5) * dx), (float)((i / ALONG + 0.5) * dx), 0},
                v[3] = {0, 0, 0};
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
  return w;
}

/* u at height y: of the two layers about it, by the distance to either. At the plates, where there
   is but one, the exact value counts. */
static double speed_at(const lg_world *w, double y, double exact) {
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  double sum = 0, weights = 0, dx = L / ACROSS;
  if (y < 0.25 * dx || y > L - 0.25 * dx) return exact;
  for (size_t i = 0; i < x.n; i++) {
    double weight = fmax(1 - fabs((double)x.c[1][i] - y) / dx, 0);
    sum += weight * (double)v.c[0][i];
    weights += weight;
  }
  return weights > 0 ? sum / weights : 0;
}

static void flows(const char *solver, bool couette, double bound) {
  static profiles d;
  read_profiles(&d);
  lg_world *w = channel(solver, couette);
  double worst = 0;
  for (int k = 0; k < d.times; k++) {
    double error2 = 0, norm2 = 0;
    int frames = (int)ceil((d.t[k] - lg_world_time(w)) / 0.001);
    for (double dt = (d.t[k] - lg_world_time(w)) / frames; frames > 0; frames--) step(w, dt);
    for (int r = 0; r < ROWS; r++) {
      double exact = d.u[couette][k][r], off = speed_at(w, d.y[r], exact) - exact;
      error2 += off * off;
      norm2 += exact * exact;
    }
    if (getenv("LAGUNA_TRACE"))
      print_message("t %.4f  L2 %.2f %%  limit %s\n", d.t[k], 100 * sqrt(error2 / norm2),
                    lg_world_stats(w)->limit);
    worst = fmax(worst, sqrt(error2 / norm2));
  }
  print_message("%s, %s: L2 of u %.2f %% at worst\n", solver, couette ? "Couette" : "Poiseuille",
                100 * worst);
  assert_int_equal(lg_world_count(w), ACROSS * ALONG);
  assert_true(worst <= bound);
  lg_world_free(w);
}

static void wcsph_flows(void **state) {
  (void)state;
  flows("wcsph", false, 0.01);
  flows("wcsph", true, 0.01);
}
static void dfsph_flows(void **state) {
  (void)state;
  flows("dfsph", false, 0.01);
  flows("dfsph", true, 0.01);
}
static void pcisph_flows(void **state) {
  (void)state;
  flows("pcisph", false, 0.01);
  flows("pcisph", true, 0.01);
}
static void pbf_flows(void **state) {
  (void)state;
  flows("pbf", false, 0.01);
  flows("pbf", true, 0.01);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wcsph_flows), cmocka_unit_test(dfsph_flows),
                                     cmocka_unit_test(pcisph_flows), cmocka_unit_test(pbf_flows)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
