/* Elliptical drop (Monaghan 1994, section 5.1): a disc of R = 1 m with u = (-100 x, 100 y) 1/s, no
   gravity and no walls, stretches into ellipses; the axes of data/elliptical_drop.csv solve the
   equations of motion. Measured from second moments, b = 2 sqrt(<y^2>) of a uniform ellipse: within
   1 %; the extreme particle (+ dx / 2) within 2 % (physics.md 17). The square lattice is turned so
   that its rows have the golden ratio's slope to the axes: stretching then never brings two of its
   sites near each other (Kraynik & Reinelt 1992). Along the axes it lines up in rows that read rest
   density with wider gaps, which no pressure closes, and the short axis becomes 1.8 % too long at
   any resolution. Those that iterate keep their usual xsph: without it single particles stand out
   of the waist by a tenth of a spacing more. */
#include "physics.h"

enum { ROWS = 64 };
static const double RATE = 100, DX = 0.025;

static lg_world *drop(const char *solver, const lg_arg *args) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(-4, -4, 4, 4);
  def.spacing = (float)DX;
  def.threads = 1;
  memset(def.gravity, 0, sizeof def.gravity);
  for (int k = 0; k < 2; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_OPEN;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  if (!lg_set_solver(w, solver, args)) fail_msg("%s", lg_error(w));
  const double angle = atan((sqrt(5) - 1) / 2), c = cos(angle), s = sin(angle);
  for (double p = -1 + DX / 2; p < 1; p += DX)
    for (double q = -1 + DX / 2; q < 1; q += DX) {
      const double x = c * p - s * q, y = s * p + c * q;
      const float at[3] = {(float)x, (float)y, 0},
                  v[3] = {(float)(-RATE * x), (float)(RATE * y), 0};
      if (x * x + y * y < 1) assert_true(lg_particle_add(w, at, v) >= 0);
    }
  return w;
}

typedef struct axes {
  double moment[2], extreme[2];
} axes;

static axes measured(const lg_world *w) {
  lg_view x = lg_column(w, "position");
  axes a = {{0, 0}, {0, 0}};
  for (int k = 0; k < 2; k++) {
    for (size_t i = 0; i < x.n; i++) {
      double c = (double)x.c[k][i];
      a.moment[k] += c * c / (double)x.n;
      a.extreme[k] = fmax(a.extreme[k], fabs(c) + DX / 2);
    }
    a.moment[k] = 2 * sqrt(a.moment[k]);
  }
  return a;
}

static int read_axes(double t[ROWS], double axis[2][ROWS]) {
  FILE *f = fopen("tests/physics/data/elliptical_drop.csv", "r");
  assert_non_null(f);
  char line[256];
  int n = 0;
  while (n < ROWS && fgets(line, sizeof line, f))
    n += sscanf(line, "%lf,%lf,%lf", &t[n], &axis[0][n], &axis[1][n]) == 3;
  fclose(f);
  return n;
}

static void stretches(const char *solver, const lg_arg *args) {
  double t[ROWS], exact[2][ROWS], moment[2] = {0, 0}, extreme = 0;
  int n = read_axes(t, exact);
  assert_true(n >= 10);
  lg_world *w = drop(solver, args);
  size_t count = lg_world_count(w);
  for (int r = 0; r < n; r++) {
    step(w, t[r] - lg_world_time(w));
    axes found = measured(w);
    for (int k = 0; k < 2; k++) {
      moment[k] = fmax(moment[k], fabs(found.moment[k] / exact[k][r] - 1));
      extreme = fmax(extreme, fabs(found.extreme[k] / exact[k][r] - 1));
    }
    if (getenv("LAGUNA_TRACE"))
      print_message("t %.4f  a %.4f, exact %.4f  b %.4f, exact %.4f\n", t[r], found.moment[0],
                    exact[0][r], found.moment[1], exact[1][r]);
  }
  print_message("%s: axes off by %.2f %% (a), %.2f %% (b), extreme particles by %.2f %% at most "
                "until t = %.4f s\n",
                solver, 100 * moment[0], 100 * moment[1], 100 * extreme, t[n - 1]);
  assert_int_equal(lg_world_count(w), count);
  assert_true(moment[0] <= 0.01 && moment[1] <= 0.01);
  assert_true(extreme <= 0.02);
  lg_world_free(w);
}

static void wcsph_stretches(void **state) {
  (void)state;
  stretches("wcsph",
            LG_ARGS(lg_text("kernel", "wendland_c2"), lg_num("support", 4), lg_num("alpha", 0.01)));
}

static void dfsph_stretches(void **state) {
  (void)state;
  stretches("dfsph", LG_ARGS(lg_text("kernel", "wendland_c2"), lg_num("support", 4)));
}

static void pcisph_stretches(void **state) {
  (void)state;
  stretches("pcisph", LG_ARGS(lg_text("kernel", "wendland_c2"), lg_num("support", 4)));
}

static void pbf_stretches(void **state) {
  (void)state;
  stretches("pbf", LG_ARGS(lg_text("kernel", "wendland_c2"), lg_text("gradient", "wendland_c2"),
                           lg_num("support", 4), lg_num("corr_k", 0)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wcsph_stretches), cmocka_unit_test(dfsph_stretches),
      cmocka_unit_test(pcisph_stretches), cmocka_unit_test(pbf_stretches)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
