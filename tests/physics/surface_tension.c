/* Surface tension rounds: a square (2-D) and a cube (3-D) of viscous fluid, without gravity, become
   a disc and a ball. Bound (physics.md 21): rms deviation of the surface's radius <= 3 % of R. The
   surface: the farthest particle in each of many directions. */
#include "physics.h"

enum { SECTORS = 32, CAPS = 60 };
static const double PI = 3.14159265358979, DX = 0.01;

static lg_world *block(const char *solver, const lg_arg *args, int dim, int n) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(-0.5f, -0.5f, 0.5f, 0.5f)
                        : lg_bounds3(-0.5f, -0.5f, -0.5f, 0.5f, 0.5f, 0.5f);
  def.spacing = (float)DX;
  def.threads = 1;
  memset(def.gravity, 0, sizeof def.gravity);
  for (int k = 0; k < dim; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_OPEN;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  if (!lg_set_solver(w, solver, args)) fail_msg("%s", lg_error(w));
  for (int i = 0; i < (dim == 3 ? n * n * n : n * n); i++) {
    const int at[3] = {i % n, i / n % n, i / n / n};
    float x[3] = {0, 0, 0}, v[3] = {0, 0, 0};
    for (int k = 0; k < dim; k++) x[k] = (float)((at[k] + 0.5 - n / 2.0) * DX);
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
  return w;
}

/* The sector of a direction: equal angles in 2-D; the nearest of a spiral's points, which share the
   sphere evenly, in 3-D. */
static int sector(int dim, const double d[3]) {
  if (dim == 2) return (int)((atan2(d[1], d[0]) + PI) / (2 * PI) * SECTORS) % SECTORS;
  int best = 0;
  double most = -2;
  for (int i = 0; i < CAPS; i++) {
    double z = 1 - (2 * i + 1.0) / CAPS, r = sqrt(1 - z * z), a = i * PI * (3 - sqrt(5));
    double along = d[0] * r * cos(a) + d[1] * r * sin(a) + d[2] * z;
    if (along > most) {
      most = along;
      best = i;
    }
  }
  return best;
}

/* rms deviation of the surface's radius from its mean, over that of the disc or ball of the same
   volume. */
static double roughness(const lg_world *w) {
  lg_view x = lg_column(w, "position");
  double center[3] = {0, 0, 0}, far[CAPS] = {0}, sum = 0, sum2 = 0;
  int dim = x.components, count = dim == 2 ? SECTORS : CAPS;
  for (int k = 0; k < dim; k++)
    for (size_t i = 0; i < x.n; i++) center[k] += (double)x.c[k][i] / (double)x.n;
  for (size_t i = 0; i < x.n; i++) {
    double d[3] = {0, 0, 0}, r2 = 0;
    for (int k = 0; k < dim; k++) {
      d[k] = (double)x.c[k][i] - center[k];
      r2 += d[k] * d[k];
    }
    for (int k = 0; k < dim; k++) d[k] /= sqrt(r2);
    int s = sector(dim, d);
    far[s] = fmax(far[s], sqrt(r2));
  }
  for (int s = 0; s < count; s++) {
    sum += far[s] / count;
    sum2 += far[s] * far[s] / count;
  }
  double volume = (double)x.n * pow(DX, dim),
         R = dim == 2 ? sqrt(volume / PI) : cbrt(0.75 * volume / PI);
  return sqrt(fmax(sum2 - sum * sum, 0)) / R;
}

static void rounds(const char *solver, const lg_arg *args, int dim, int n, double bound) {
  lg_world *w = block(solver, args, dim, n);
  size_t count = lg_world_count(w);
  double before = roughness(w);
  for (int f = 0; f < 120; f++) {
    step(w, 1 / 60.0);
    if (getenv("LAGUNA_TRACE") && f % 10 == 9)
      print_message("t %.2f  %.2f %%\n", lg_world_time(w), 100 * roughness(w));
  }
  double after = roughness(w);
  print_message("%s, %d-D: rms deviation of the radius %.1f %% at first, %.1f %% after 2 s\n",
                solver, dim, 100 * before, 100 * after);
  assert_int_equal(lg_world_count(w), count);
  assert_true(before > 2 * bound && after <= bound);
  lg_world_free(w);
}
/* Viscous enough to come to rest; pbf's artificial pressure would hold corners up. */
static void rounds_all(const char *solver, const lg_arg *more) {
  for (int dim = 2; dim <= 3; dim++) {
    lg_arg args[] = {lg_num("surface_tension", 10), lg_num("viscosity", 5), more ? *more : lg_end(),
                     lg_end()};
    rounds(solver, args, dim, dim == 2 ? 20 : 12, 0.03);
  }
}

static void wcsph_rounds(void **state) {
  (void)state;
  rounds_all("wcsph", NULL);
}
static void pcisph_rounds(void **state) {
  (void)state;
  rounds_all("pcisph", NULL);
}
static void dfsph_rounds(void **state) {
  (void)state;
  rounds_all("dfsph", NULL);
}
static void pbf_rounds(void **state) {
  (void)state;
  rounds_all("pbf", LG_ARGS(lg_num("corr_k", 0)));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wcsph_rounds),
                                     cmocka_unit_test(pcisph_rounds),
                                     cmocka_unit_test(dfsph_rounds), cmocka_unit_test(pbf_rounds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
