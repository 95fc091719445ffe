/* mpm: what is known in closed form of what it computes - falls, momentum, waves, settlement, sand
   on a slope, water at rest - and the same bits on every instruction set and for any number of
   threads. */
#include "physics/physics.h"

#define PI 3.14159265358979323846

/* ---- worlds --------------------------------------------------------------------------------- */

static lg_id must(lg_world *w, lg_id id) {
  if (!id) print_error("%s\n", lg_error(w));
  assert_true(id != 0);
  return id;
}

static lg_arg corner(int dim, const char *name, double x, double y, double z) {
  lg_arg a = lg_vec3(name, x, y, z);
  a.n = dim;
  return a;
}

static lg_world *world_of(lg_bounds bounds, double spacing, const double gravity[2]) {
  lg_world_def def = lg_default_world();
  def.bounds = bounds;
  def.spacing = (float)spacing;
  def.threads = 1;
  def.gravity[0] = (float)gravity[0];
  def.gravity[1] = (float)gravity[1];
  lg_world *w = lg_world_new(&def);
  if (!w) print_error("%s\n", def.error);
  assert_non_null(w);
  if (!lg_set_solver(w, "mpm", LG_NO_ARGS)) print_error("%s\n", lg_error(w));
  return w;
}

static const double none[2] = {0, 0}, down[2] = {0, -9.81};

/* A box of a material (0: water) from `low` to `high`. */
static lg_id block(lg_world *w, lg_id material, const double low[3], const double high[3]) {
  int dim = lg_world_dim(w);
  lg_id box = must(w, lg_add(w, "shape.box",
                             LG_ARGS(corner(dim, "min", low[0], low[1], low[2]),
                                     corner(dim, "max", high[0], high[1], high[2]))));
  lg_id emitter =
      lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box), lg_ref("material", material)));
  if (!material) emitter = lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box)));
  return must(w, emitter);
}

static const float *column(const lg_world *w, const char *name, int k) {
  return lg_column(w, name).c[k];
}

static double mass_of(const lg_world *w, size_t i) { return (double)column(w, "mass", 0)[i]; }

/* ---- motion --------------------------------------------------------------------------------- */

/* In the air nothing deforms: v = g t, and the height of symplectic Euler, which is that of a
   parabola but for g t dt / 2. */
static void falls_freely(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w =
        world_of(dim == 2 ? lg_bounds2(0, 0, 1, 3) : lg_bounds3(0, 0, 0, 1, 3, 1), 0.05, down);
    lg_id jelly = must(w, lg_add(w, "material.jelly", LG_NO_ARGS));
    block(w, jelly, (const double[3]){0.3, 2, 0.3}, (const double[3]){0.7, 2.4, 0.7});
    double mean = 0, fallen = 0;
    for (int f = 0; f < 24; f++) {
      step(w, 1 / 60.0);
      fallen += (9.81 * f / 60 + 0.5 * 9.81 * (1 / 60.0 + lg_world_stats(w)->dt)) / 60;
    }
    size_t n = lg_world_count(w);
    for (size_t i = 0; i < n; i++) {
      assert_true(fabs((double)column(w, "velocity", 1)[i] + 9.81 * 0.4) < 2e-5);
      assert_true(fabsf(column(w, "deformation_y", 1)[i]) < 2e-5f);
      mean += (double)column(w, "position", 1)[i] / (double)n;
    }
    assert_true(fabs(mean - (2.2 - fallen)) < 2e-4);
    lg_world_free(w);
  }
}

/* sum m v and, with APIC's part, sum m (x x v) + m D (C - C^T), D = h^2 / 4, about z. */
static void sums(const lg_world *w, double out[4]) {
  const double spacing = (double)lg_world_spacing(w), d = spacing * spacing;
  memset(out, 0, 4 * sizeof *out);
  for (size_t i = 0; i < lg_world_count(w); i++) {
    double m = mass_of(w, i), x = (double)column(w, "position", 0)[i],
           y = (double)column(w, "position", 1)[i], u = (double)column(w, "velocity", 0)[i],
           v = (double)column(w, "velocity", 1)[i];
    out[0] += m * u;
    out[1] += m * v;
    out[2] += m * (x * v - y * u) +
              m * d * (double)(column(w, "affine_y", 0)[i] - column(w, "affine_x", 1)[i]);
    out[3] += m * sqrt(u * u + v * v);
  }
}

/* A block that spins, stretches and flies on: 1e-6 of sum m |v|, and as much of the spin. h = 2
   spacings, so D = spacing^2. */
static void keeps_momentum(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w =
        world_of(dim == 2 ? lg_bounds2(-1, -1, 1, 1) : lg_bounds3(-1, -1, -1, 1, 1, 1), 0.04, none);
    lg_id jelly = must(w, lg_add(w, "material.jelly", LG_ARGS(lg_num("young", 2e4))));
    block(w, jelly, (const double[3]){-0.4, -0.2, -0.2}, (const double[3]){0.2, 0.2, 0.2});
    step(w, 1e-6);
    lg_view v = lg_column_edit(w, "velocity"), x = lg_column(w, "position");
    for (size_t i = 0; i < v.n; i++) {
      ((float *)(uintptr_t)v.c[0])[i] = 0.3f - 4 * x.c[1][i];
      ((float *)(uintptr_t)v.c[1])[i] = 4 * x.c[0][i] + 2 * x.c[1][i];
    }
    double first[4], now[4];
    step(w, 1 / 600.0);
    sums(w, first);
    for (int f = 0; f < 60; f++) step(w, 1 / 120.0);
    sums(w, now);
    print_message("%d-D: drift %g %g of %g, spin %g of %g\n", dim, now[0] - first[0],
                  now[1] - first[1], first[3], now[2] - first[2], first[2]);
    for (int k = 0; k < 2; k++) assert_true(fabs(now[k] - first[k]) < 1e-6 * first[3]);
    assert_true(fabs(now[2] - first[2]) < 2e-5 * fabs(first[2]));
    lg_world_free(w);
  }
}

/* ---- elasticity ----------------------------------------------------------------------------- */

/* A free bar that swings along itself: T = 2 L / c, c = sqrt(E / rho) as Poisson's ratio is 0. */
static void bar_swings(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    const double length = 0.8, young = 1e4, period = 2 * length / sqrt(young / 1000);
    lg_world *w =
        world_of(dim == 2 ? lg_bounds2(0, 0, 1.2f, 0.4f) : lg_bounds3(0, 0, 0, 1.2f, 0.4f, 0.4f),
                 0.02, none);
    lg_id jelly =
        must(w, lg_add(w, "material.jelly", LG_ARGS(lg_num("young", young), lg_num("poisson", 0))));
    block(w, jelly, (const double[3]){0.2, 0.12, 0.12},
          (const double[3]){0.2 + length, 0.28, 0.28});
    step(w, 1e-6);
    lg_view v = lg_column_edit(w, "velocity"), x = lg_column(w, "position");
    float *rest = calloc(v.n, sizeof *rest);
    for (size_t i = 0; i < v.n; i++)
      ((float *)(uintptr_t)v.c[0])[i] = 0.02f *
                                        cosf((float)PI * (x.c[0][i] - 0.2f) / (float)length);
    free(rest);

    /* The mode's speed passes 0 at T / 4 and 3 T / 4. */
    double before = 1, crossing[4] = {0}, dt = 1 / 240.0;
    int crossings = 0;
    for (int f = 1; crossings < 3 && f < 500; f++) {
      double mode = 0;
      step(w, dt);
      for (size_t i = 0; i < lg_world_count(w); i++)
        mode += (double)column(w, "velocity", 0)[i] *
                cos(PI * ((double)column(w, "position", 0)[i] - 0.2) / length);
      if (mode * before < 0)
        crossing[crossings++] = dt * (f - fabs(mode) / (fabs(mode) + fabs(before)));
      before = mode;
    }
    assert_int_equal(crossings, 3);
    double measured = crossing[2] - crossing[0];
    print_message("%d-D: period %g s of %g s\n", dim, measured, period);
    assert_true(fabs(measured / period - 1) < 0.03);
    lg_world_free(w);
  }
}

/* A column between walls settles under its own weight: u(y) = rho g (H y - y^2 / 2) / M, M = lambda
   + 2 mu, and its stress is -rho g (H - y). */
static void column_settles(void **state) {
  (void)state;
  const double height = 0.5, young = 2e5, ratio = 0.25,
               m = young * (1 - ratio) / ((1 + ratio) * (1 - 2 * ratio));
  lg_world *w = world_of(lg_bounds2(0, 0, 0.16f, 0.7f), 0.01, down);
  lg_id jelly = must(w, lg_add(w, "material.jelly",
                               LG_ARGS(lg_num("young", young), lg_num("poisson", ratio),
                                       lg_num("viscosity", 400))));
  block(w, jelly, (const double[3]){0, 0, 0}, (const double[3]){0.16, height, 0});
  step(w, 1e-6);
  size_t n = lg_world_count(w);
  float *first = calloc(n, sizeof *first);
  for (size_t i = 0; i < n; i++)
    first[lg_column(w, "id").i32[i] % (int)n] = column(w, "position", 1)[i];
  for (int f = 0; f < 60; f++) step(w, 1 / 60.0);

  double error = 0, size = 0, stress = 0, most = 0;
  for (size_t i = 0; i < n; i++) {
    double y0 = (double)first[lg_column(w, "id").i32[i] % (int)n],
           u = y0 - (double)column(w, "position", 1)[i],
           exact = 1000 * 9.81 * (height * y0 - y0 * y0 / 2) / m,
           sigma = -1000 * 9.81 * (height - y0), d = (double)column(w, "stress", 1)[i] - sigma;
    error += (u - exact) * (u - exact);
    size += exact * exact;
    stress += d * d;
    most += sigma * sigma;
  }
  print_message("settlement: L2 %g, stress %g, top %g m\n", sqrt(error / size), sqrt(stress / most),
                1000 * 9.81 * height * height / 2 / m);
  assert_true(sqrt(error / size) < 0.05);
  assert_true(sqrt(stress / most) < 0.05);
  free(first);
  lg_world_free(w);
}

/* ---- sand ----------------------------------------------------------------------------------- */

/* The mean speed of a layer of sand along a rough floor in frames 21 to 30, under gravity that
   leans by an angle. */
static double slides(double angle, double friction) {
  const double gravity[2] = {9.81 * sin(angle), -9.81 * cos(angle)};
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 0.32f, 0.4f);
  def.spacing = 0.01f;
  def.threads = 1;
  def.slip = 1;
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  def.gravity[0] = (float)gravity[0];
  def.gravity[1] = (float)gravity[1];
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, "mpm", LG_NO_ARGS));
  lg_id sand = must(w, lg_add(w, "material.sand", LG_ARGS(lg_num("friction_angle", friction))));
  block(w, sand, (const double[3]){0, 0, 0}, (const double[3]){0.32, 0.2, 0});
  double sum = 0, many = 0;
  for (int f = 0; f < 30; f++) {
    step(w, 1 / 60.0);
    for (size_t i = 0; i < lg_world_count(w) && f >= 20; i++) {
      if (column(w, "position", 1)[i] < 0.1f) continue;
      sum += (double)column(w, "velocity", 0)[i];
      many++;
    }
  }
  lg_world_free(w);
  return sum / many;
}

/* Below its angle it holds, but for a creep of 2 % of what it would slide at without friction.
   Above it slides with g (sin a - sin phi cos a): as it shears without growing, the stress along
   planes of shear is sin phi of that across (Davis 1968). */
static void sand_holds_and_slides(void **state) {
  (void)state;
  const double phi = 30 * PI / 180;
  double held = slides(20 * PI / 180, phi), steep = 40 * PI / 180, slid = slides(steep, phi);
  double exact = 9.81 * (sin(steep) - sin(phi) * cos(steep)) * 25.5 / 60;
  print_message("sand of 30 degrees: %g m/s at 20, %g m/s of %g at 40\n", held, slid, exact);
  assert_true(fabs(held) < 0.02 * 9.81 * sin(20 * PI / 180) * 25.5 / 60);
  assert_true(fabs(slid / exact - 1) < 0.15);
}

/* ---- water ---------------------------------------------------------------------------------- */

/* A tank at rest keeps its volume, and its pressure is rho g (H - y): the mean of each tenth of the
   height, as single particles know theirs but roughly. */
static void water_rests(void **state) {
  (void)state;
  lg_world *w = world_of(lg_bounds2(0, 0, 0.6f, 0.6f), 0.01, down);
  block(w, 0, (const double[3]){0, 0, 0}, (const double[3]){0.6, 0.3, 0});
  for (int f = 0; f < 180; f++) step(w, 1 / 60.0);
  double sum[10] = {0}, many[10] = {0}, error = 0, mean = 0;
  size_t n = lg_world_count(w);
  for (size_t i = 0; i < n; i++) {
    double y = (double)column(w, "position", 1)[i];
    int bin = (int)fmin(y / 0.03, 9);
    sum[bin] += (double)column(w, "pressure", 0)[i] - 9810 * (0.3 - y);
    many[bin]++;
    mean += y / (double)n;
  }
  for (int b = 0; b < 10; b++) error = fmax(error, fabs(sum[b] / many[b]) / (9810 * 0.3));
  print_message("tank: pressure within %g, height %g m of 0.3, at most %g m/s\n", error, 2 * mean,
                lg_world_stats(w)->max_speed);
  assert_true(error < 0.1);
  assert_true(fabs(2 * mean - 0.3) < 0.015 * 0.3);
  assert_true(lg_world_stats(w)->max_speed < 0.1);
  lg_world_free(w);
}

/* ---- bodies --------------------------------------------------------------------------------- */

/* A ball that hits a block in weightlessness: both keep their momentum, be it light or heavy. */
static void bodies_take_momentum(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int heavy = 0; heavy < 2; heavy++) {
      lg_world *w = world_of(dim == 2 ? lg_bounds2(-1, -1, 1, 1) : lg_bounds3(-1, -1, -1, 1, 1, 1),
                             0.05, none);
      lg_id jelly = must(w, lg_add(w, "material.jelly", LG_NO_ARGS));
      block(w, jelly, (const double[3]){-0.3, -0.3, -0.3}, (const double[3]){0.3, 0.3, 0.3});
      lg_id ball = must(w, lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.15))));
      lg_id body =
          must(w, lg_add(w, "collider.body",
                         LG_ARGS(lg_ref("shape", ball), lg_num("density", heavy ? 5000 : 50),
                                 corner(dim, "translation", -0.7, 0.1, 0),
                                 corner(dim, "velocity", 3, 0, 0))));
      double volume = dim == 2 ? PI * 0.15 * 0.15 : 4 * PI / 3 * 0.15 * 0.15 * 0.15,
             mass = volume * (heavy ? 5000 : 50), sum[4], least = 1e9;
      for (int f = 0; f < 15; f++) {
        step(w, 1 / 60.0);
        sums(w, sum);
        double speed = number(w, body, "velocity", 0);
        least = fmin(least, speed);
        double off = (sum[0] + mass * speed) / (3 * mass) - 1;
        if (!(fabs(off) < 2e-3)) fail_msg("%d-D, %d: frame %d, %g off", dim, heavy, f, off);
      }
      assert_true(least < (heavy ? 2.9 : 0.5));
      lg_world_free(w);
    }
}

/* ---- bits ----------------------------------------------------------------------------------- */

enum { SETUPS = 2 };

/* All four materials fall beside a ball that moves and a body: 2-D, then 3-D. */
static uint64_t hash_of(int which, int threads) {
  const char *const kind[3] = {"material.jelly", "material.snow", "material.sand"};
  int dim = 2 + which;
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 2.4f, 1) : lg_bounds3(0, 0, 0, 1.2f, 0.8f, 0.4f);
  def.spacing = dim == 2 ? 0.02f : 0.025f;
  def.threads = threads;
  def.friction = 0.3f;
  lg_world *w = lg_world_new(&def);
  /* in 3-D blocks lie across the middle, where the slabs of many threads are parted */
  double size = dim == 2 ? 0.5 : 0.25, at = dim == 2 ? 0.1 : 0.05, low = dim == 2 ? 0.05 : 0.25;
  assert_true(lg_set_solver(w, "mpm", LG_ARGS(lg_num("stiffness", 5))));
  for (int i = 0; i < 4; i++, at += dim == 2 ? 0.55 : 0.28) {
    lg_id material = i < 3 ? must(w, lg_add(w, kind[i], LG_NO_ARGS)) : 0;
    block(w, material, (const double[3]){at, low, 0.1},
          (const double[3]){at + size, low + size, 0.3});
  }
  lg_id ball = must(w, lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.08))));
  must(w, lg_add(w, "collider.body",
                 LG_ARGS(lg_ref("shape", ball), lg_num("density", 700),
                         corner(dim, "translation", 1, dim == 2 ? 0.8 : 0.6, 0.2))));
  for (int f = 0; f < (dim == 2 ? 12 : 5); f++) step(w, 1 / 60.0);
  uint64_t hash = lg_world_hash(w);
  lg_world_free(w);
  return hash;
}

#include "solver/bits.h"

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(paths_do_not_change_a_bit),
                                     cmocka_unit_test(threads_do_not_change_a_bit),
                                     cmocka_unit_test(falls_freely),
                                     cmocka_unit_test(keeps_momentum),
                                     cmocka_unit_test(bar_swings),
                                     cmocka_unit_test(column_settles),
                                     cmocka_unit_test(sand_holds_and_slides),
                                     cmocka_unit_test(water_rests),
                                     cmocka_unit_test(bodies_take_momentum)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
