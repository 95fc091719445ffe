/* A pool over two ramps, which cut cells at every depth, for 30 s: what keeps its volume stirs it
   not. Its speed (root mean square, a mean over the last second), and its level against where as
   much water stands in the basin. */
#include "physics.h"

#define SPACING 0.02
#define SURFACE 0.7
#define DEPTH   0.24 /* in 3-D */

static void add_ramp(lg_world *w, bool deep, double x, double nx, double ny) {
  lg_id plane = lg_add(w, "shape.plane",
                       deep ? LG_ARGS(lg_vec3("point", x, 0, 0), lg_vec3("normal", nx, ny, 0))
                            : LG_ARGS(lg_vec2("point", x, 0), lg_vec2("normal", nx, ny)));
  assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plane))) != 0);
}

static lg_world *pool(bool deep, const lg_arg *flip) {
  const float fill[3] = {2, (float)SURFACE, (float)DEPTH};
  lg_bounds bounds = deep ? lg_bounds3(0, 0, 0, 2, 1.2f, (float)DEPTH) : lg_bounds2(0, 0, 2, 1.2f);
  lg_world *w = filled_world(bounds, (float)(deep ? 2 * SPACING : SPACING), "flip", flip, fill);
  add_ramp(w, deep, 0.5, 0.5, 0.8660254);
  add_ramp(w, deep, 1.6, -0.7071, 0.7071);
  return w;
}

/* m/s, over a second. */
static double second(lg_world *w) {
  double energy[3], mass[3], sum = 0;
  for (int f = 0; f < 60; f++) {
    step(w, 1 / 60.0);
    assert_int_equal(lg_measure(w, "kinetic_energy", LG_NO_ARGS, energy), 1);
    sum += energy[0] / 60;
  }
  assert_int_equal(lg_measure(w, "mass", LG_NO_ARGS, mass), 1);
  return sqrt(2 * sum / mass[0]);
}

/* m: where the water stands, of what is above a line beyond the ramps; `particle`: m2, of the
   basin's section. */
static double level_found(const lg_world *w, double particle) {
  const double line = 0.56;
  double above = 0;
  lg_view x = lg_column(w, "position");
  for (size_t i = 0; i < x.n; i++) above += (double)x.c[1][i] > line;
  return line + above * particle / 2;
}

/* m: where so much water stands in the basin, slice by slice from the floor, each as wide as the
   ramps leave it. */
static double level_exact(double area) {
  const double thick = 1e-5;
  double y = 0.5 * thick;
  for (; area > 0; y += thick)
    area -= thick * (fmin(1.6 + y, 2) - fmax(0.5 - y * 0.8660254 / 0.5, 0));
  return y;
}

static void it_rests(void **state) {
  (void)state;
  for (int run = 0; run < 4; run++) {
    const bool deep = run & 2, apic = run & 1;
    lg_world *w = pool(deep, LG_ARGS(lg_text("transfer", apic ? "apic" : "flip")));
    double rms = 0, particle = deep ? pow(2 * SPACING, 3) / DEPTH : SPACING * SPACING;
    for (int s = 0; s < 30; s++) rms = second(w);
    double level = level_found(w, particle),
           error = level / level_exact((double)lg_world_count(w) * particle) - 1;
    print_message("%s, %s: rms %.5f m/s, level %.4f m, off by %+.2f %%\n", deep ? "3-D" : "2-D",
                  apic ? "apic" : "flip", rms, level, 100 * error);
    assert_true(rms <= 1e-3);
    assert_true(fabs(error) <= 0.01);
    lg_world_free(w);
  }
}

/* A block of water falls into it; after that nothing drives it. */
static void it_comes_to_rest(void **state) {
  (void)state;
  for (int apic = 0; apic < 2; apic++) {
    lg_world *w = pool(false, LG_ARGS(lg_text("transfer", apic ? "apic" : "flip")));
    lg_id block = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0.8, 0.8), lg_vec2("max", 1, 1)));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", block))) != 0);
    double rms = 0, early = 0;
    for (int s = 0; s < 60; s++) {
      rms = second(w);
      if (s == 9) early = rms;
    }
    print_message("%s: %.4f m/s 10 s after a splash, %.4f after 60 s\n", apic ? "apic" : "flip",
                  early, rms);
    assert_true(rms <= 0.5 * early);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_rests),
                                     cmocka_unit_test(it_comes_to_rest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
