/* Two fluids, 1000 and 500 kg/m3, in one 2-D tank.
   Light on heavy: it stays so, and the pressure is that of two weights, p = 500 g (H - y) above the
   interface and 500 g H / 2 + 1000 g (H / 2 - y) below it (hydrostatics): bins two spacings high,
   mean of the last half second. Heavy on light: Rayleigh and Taylor's instability turns them over.
   */
#include "physics.h"

/* FRAMES: the interface is a lattice at first, and single particles slip from it for seconds. */
enum { WIDTH = 24, DEPTH = 32, BINS = DEPTH / 2, FRAMES = 240 };
static const double G = 9.81, DX = 1.0 / 32, FRAME = 1 / 60.0;

static void pour(lg_world *w, double y0, double y1, lg_id material) {
  lg_id box =
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, y0), lg_vec2("max", WIDTH * DX, y1)));
  assert_true(lg_add(w, "emitter.volume",
                     LG_ARGS(lg_ref("shape", box), lg_ref("material", material))) != 0);
}

static lg_world *tank(const char *solver, const lg_arg *args, bool heavy_below,
                      double light_density) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, (float)(WIDTH * DX), (float)(1.4 * DEPTH * DX));
  def.spacing = (float)DX;
  def.threads = 1;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  if (!lg_set_solver(w, solver, args)) fail_msg("%s", lg_error(w));
  lg_id heavy =
      lg_add(w, "material.fluid", LG_ARGS(lg_text("name", "heavy"), lg_num("density", 1000)));
  lg_id light = lg_add(w, "material.fluid",
                       LG_ARGS(lg_text("name", "light"), lg_num("density", light_density)));
  pour(w, 0, DEPTH / 2 * DX, heavy_below ? heavy : light);
  pour(w, DEPTH / 2 * DX, DEPTH * DX, heavy_below ? light : heavy);
  return w;
}

/* Mean heights of the heavy fluid (number 1) and of the light one, m. */
static void heights(const lg_world *w, double *heavy, double *light) {
  lg_view x = lg_column(w, "position"), number = lg_column(w, "material");
  double sum[3] = {0, 0, 0}, count[3] = {0, 0, 0};
  for (size_t i = 0; i < x.n; i++) {
    sum[number.i32[i]] += (double)x.c[1][i];
    count[number.i32[i]]++;
  }
  *heavy = sum[1] / count[1];
  *light = sum[2] / count[2];
}

static double exact_pressure(double y) {
  double H = DEPTH * DX;
  return y > H / 2 ? 500 * G * (H - y) : 250 * G * H + 1000 * G * (H / 2 - y);
}

/* Share of the particles on the wrong side of the interface by more than a spacing. */
static double mixed(const lg_world *w) {
  lg_view x = lg_column(w, "position"), number = lg_column(w, "material");
  double wrong = 0, middle = DEPTH / 2 * DX;
  for (size_t i = 0; i < x.n; i++) {
    double above = (double)x.c[1][i] - middle;
    wrong += number.i32[i] == 1 ? above > DX : above < -DX;
  }
  return wrong / (double)x.n;
}

/* Artificial viscosity of the heavy one's density would throw what is 20 times lighter about. */
static void foam_lies_still(void **state) {
  (void)state;
  lg_world *w = tank("wcsph", LG_NO_ARGS, true, 30);
  for (int f = 0; f < 90; f++) step(w, FRAME);
  lg_view v = lg_column(w, "velocity"), number = lg_column(w, "material");
  double sum = 0, n = 0;
  for (size_t i = 0; i < v.n; i++) {
    if (number.i32[i] != 2) continue;
    for (int k = 0; k < 2; k++) sum += (double)(v.c[k][i] * v.c[k][i]);
    n++;
  }
  double rms = sqrt(sum / n);
  print_message("wcsph, 30 kg/m3 on 1000: the light one goes at %.3f m/s\n", rms);
  assert_true(rms < 0.03);
  lg_world_free(w);
}

static void stays(const char *solver, const lg_arg *args, double limit) {
  lg_world *w = tank(solver, args, true, 500);
  double sum[BINS] = {0}, at[BINS] = {0}, count[BINS] = {0}, error2 = 0;
  for (int f = 0; f < FRAMES; f++) {
    step(w, FRAME);
    lg_view x = lg_column(w, "position"), p = lg_column(w, "pressure");
    for (size_t i = 0; i < x.n && f >= FRAMES - 30; i++) {
      int bin = (int)((double)x.c[1][i] / (2 * DX));
      if (bin >= BINS) continue;
      sum[bin] += (double)p.c[0][i];
      at[bin] += (double)x.c[1][i];
      count[bin]++;
    }
  }
  for (int b = 0; b < BINS; b++) {
    double error = sum[b] / count[b] - exact_pressure(at[b] / count[b]);
    error2 += error * error / BINS;
  }
  double l2 = sqrt(error2) / exact_pressure(0), wrong = mixed(w),
         v = lg_world_stats(w)->max_speed / sqrt(G * DEPTH * DX);
  print_message(
      "%s, two layers: L2 of p %.2f %%, max |v| %.1e sqrt(g H), %.1f %% on the wrong side\n",
      solver, 100 * l2, v, 100 * wrong);
  assert_int_equal(lg_world_count(w), WIDTH * DEPTH);
  assert_true(l2 <= limit);
  assert_true(wrong <= 0.005);
  assert_true(v <= 0.02);
  lg_world_free(w);
}

static void turns_over(const char *solver) {
  lg_world *w = tank(solver, LG_NO_ARGS, false, 500);
  double heavy, light, dx = DX;
  step(w, 1e-4);
  lg_view x = lg_column_edit(w, "position"), number = lg_column(w, "material");
  for (size_t i = 0; i < x.n; i++) /* a push of a tenth of a spacing: one wave */
    if (number.i32[i] == 1)
      x.c[1][i] += (float)(0.1 * dx * cos(2 * 3.14159265 * (double)x.c[0][i] / (WIDTH * dx)));
  heights(w, &heavy, &light);
  assert_true(heavy - light > 0.45 * DEPTH * DX);
  for (int f = 0; f < 360; f++) step(w, FRAME);
  heights(w, &heavy, &light);
  print_message("%s, inverted: after 6 s heavy at %.2f m, light at %.2f m\n", solver, heavy, light);
  assert_true(light - heavy > 0.15 * DEPTH * DX); /* 0.5: all of it */
  assert_int_equal(lg_world_count(w), WIDTH * DEPTH);
  lg_world_free(w);
}

static void wcsph_layers(void **state) {
  (void)state;
  stays("wcsph", LG_NO_ARGS, 0.03);
}
static void pcisph_layers(void **state) {
  (void)state;
  stays("pcisph", LG_NO_ARGS, 0.03);
}
static void dfsph_layers(void **state) {
  (void)state;
  stays("dfsph", LG_NO_ARGS, 0.03);
}
static void pbf_layers(void **state) {
  (void)state;
  stays("pbf", LG_ARGS(lg_num("corr_k", 0)), 0.05);
}
static void wcsph_inverted(void **state) {
  (void)state;
  turns_over("wcsph");
}
static void pcisph_inverted(void **state) {
  (void)state;
  turns_over("pcisph");
}
static void dfsph_inverted(void **state) {
  (void)state;
  turns_over("dfsph");
}
static void pbf_inverted(void **state) {
  (void)state;
  turns_over("pbf");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wcsph_layers),   cmocka_unit_test(pcisph_layers),
      cmocka_unit_test(dfsph_layers),   cmocka_unit_test(pbf_layers),
      cmocka_unit_test(wcsph_inverted), cmocka_unit_test(pcisph_inverted),
      cmocka_unit_test(dfsph_inverted), cmocka_unit_test(pbf_inverted),
      cmocka_unit_test(foam_lies_still)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
