/* solver.flash against the demo's own loops in double precision, and against closed forms of what
   they should add up to. */
#include "kinds.h"

/* soft: a stiffer fluid would take so dense a cloud for a crowd (sph/crowding.h) */
#define PRESSURE 1.0
/* spacings a second: the slowest flow that sets the speed of sound (solver_flash.c) */
#define STILL    6.0
enum { N = 180 };

typedef struct drops {
  double x[N][3], v[N][3], rho[N], a[N][3];
} drops;

/* power 0: (1 - q)^2; 1, 2: (1 - q) r^power */
static double sum_over_lattice(int dim, double s, double radius, int power) {
  double sum = 0;
  for (int i = -6; i <= 6; i++)
    for (int j = -6; j <= 6; j++)
      for (int k = dim == 3 ? -6 : 0; k <= (dim == 3 ? 6 : 0); k++) {
        double r = s * sqrt((double)(i * i + j * j + k * k)), u = fmax(1 - r / radius, 0);
        if (r > 0) sum += power == 0 ? u * u : u * pow(r, power);
      }
  return sum;
}

/* A cloud, denser than the lattice in its middle, with random velocities. */
static void scatter(drops *d, int dim, double s) {
  unsigned seed = 12345;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      seed = seed * 1664525u + 1013904223u;
      d->x[i][k] = k < dim ? 0.5 + (dim == 2 ? 12 : 5) * s * ((seed >> 8) / 16777216.0 - 0.5) : 0;
      seed = seed * 1664525u + 1013904223u;
      d->v[i][k] = k < dim ? s * ((seed >> 8) / 16777216.0 - 0.5) : 0;
      d->x[i][k] = (double)(float)d->x[i][k];
      d->v[i][k] = (double)(float)d->v[i][k];
    }
}

/* The demo's three loops: the handshake density, the clamp, the forces on both of a pair. */
static void demo(drops *d, int dim, double range, double density, double pressure,
                 double viscosity) {
  memset(d->rho, 0, sizeof d->rho);
  memset(d->a, 0, sizeof d->a);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) {
      double r = sqrt(pow(d->x[i][0] - d->x[j][0], 2) + pow(d->x[i][1] - d->x[j][1], 2) +
                      pow(d->x[i][2] - d->x[j][2], 2));
      if (r >= range) continue;
      d->rho[i] += pow(1 - r / range, 2);
      d->rho[j] += pow(1 - r / range, 2);
    }
  for (int i = 0; i < N; i++) d->rho[i] = fmax(d->rho[i], density);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double r = sqrt(pow(d->x[i][0] - d->x[j][0], 2) + pow(d->x[i][1] - d->x[j][1], 2) +
                      pow(d->x[i][2] - d->x[j][2], 2));
      if (j == i || r >= range) continue;
      double weight = 1 - r / range,
             push = weight * (d->rho[i] + d->rho[j] - 2 * density) / (2 * d->rho[j]) * pressure;
      for (int k = 0; k < dim; k++)
        d->a[i][k] += (d->x[i][k] - d->x[j][k]) / r * push -
                      (d->v[i][k] - d->v[j][k]) * weight / d->rho[j] * viscosity;
    }
}

/* Density, acceleration by pressure and by drag of every particle of a random cloud, 2-D and 3-D:
   1e-4 of the largest. */
static void forces_are_the_demos(void **state) {
  (void)state;
  static drops d;
  for (int dim = 2; dim <= 3; dim++) {
    double s = 0.02, range = 2.5 * s, c = sqrt(PRESSURE) * STILL * s, dt = 1e-4, drag = 0.2,
           mu = 0.3, most = 0;
    double s0 = sum_over_lattice(dim, s, range, 0), s1 = sum_over_lattice(dim, s, range, 1);
    double s2 = sum_over_lattice(dim, s, range, 2);
    lg_world *w = space(dim, 0, 1, s);
    assert_true(lg_set_solver(
        w, "flash",
        LG_ARGS(lg_num("pressure", PRESSURE), lg_num("drag", drag), lg_num("viscosity", mu))));
    step(w, dt);
    scatter(&d, dim, s);
    for (int i = 0; i < N; i++) {
      float x[3], v[3];
      for (int k = 0; k < 3; k++) {
        x[k] = (float)d.x[i][k];
        v[k] = (float)d.v[i][k];
      }
      assert_int_equal(lg_particle_add(w, x, v), i);
    }
    lg_view crowding = lg_column_edit(w, "crowding");
    for (int i = 0; i < N; i++) crowding.c[0][i] = 1; /* as if the flow had brought them here */
    demo(&d, dim, range, s0, 2 * dim * c * c / s1,
         drag * c / range + 2 * dim * s0 * mu / 1000 / s2);
    step(w, dt);
    assert_int_equal(lg_world_stats(w)->substeps, 1);
    lg_view v = lg_column(w, "velocity"), rho = lg_column(w, "density"), id = lg_column(w, "id");
    for (int i = 0; i < N; i++) most = fmax(most, fabs(d.a[i][0]));
    assert_true(most > 0.1); /* there are forces */
    for (size_t e = 0; e < v.n; e++) {
      int i = id.i32[e];
      assert_near(rho.c[0][e], 1000 * d.rho[i] / s0, 0.01);
      for (int k = 0; k < dim; k++)
        assert_near(((double)v.c[k][e] - d.v[i][k]) / dt, d.a[i][k], 1e-4 * most + 1e-3);
    }
    lg_world_free(w);
  }
}

static lg_world *periodic(int cells, double s, double drag, double viscosity) {
  lg_world_def def = space_def(2, 0, cells * s, s);
  for (int k = 0; k < 4; k++) def.edges[k / 2][k % 2] = LG_EDGE_PERIODIC;
  lg_world *w = space_of(def);
  assert_true(
      lg_set_solver(w, "flash", LG_ARGS(lg_num("drag", drag), lg_num("viscosity", viscosity))));
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", cube(w, 0, cells * s)))));
  return w;
}

/* The lattice of the world's spacing has rest density everywhere and stays where it is. */
static void the_lattice_rests(void **state) {
  (void)state;
  lg_world *w = periodic(20, 0.02, 0.2, 0);
  for (int i = 0; i < 60; i++) step(w, 1 / 60.0);
  lg_view rho = lg_column(w, "density");
  assert_int_equal(rho.n, 400);
  for (size_t i = 0; i < rho.n; i++) assert_near(rho.c[0][i], 1000, 0.05);
  assert_true(lg_world_stats(w)->max_speed < 1e-4);
  lg_world_free(w);
}

static double amplitude(const lg_world *w, double k) {
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  double sum = 0;
  for (size_t i = 0; i < x.n; i++)
    sum += 2 * (double)v.c[0][i] * sin(k * (double)x.c[1][i]) / (double)x.n;
  return sum;
}

/* `viscosity` is dynamic viscosity: a shear wave u = U sin(k y) dies as exp(-nu k^2 t); 5 %, for
   the wave is 16 supports long and the sums are of second order in R k. The wave is slow, so that
   it does not leave the lattice. */
static void shear_dies_by_the_viscosity(void **state) {
  (void)state;
  enum { CELLS = 40 };
  double s = 0.02, k = 2 * acos(-1) / (CELLS * s), mu = 2, u = 1e-3, t = 0;
  lg_world *w = periodic(CELLS, s, 0, mu);
  step(w, 1e-4);
  lg_view x = lg_column(w, "position"), v = lg_column_edit(w, "velocity");
  for (size_t i = 0; i < x.n; i++) v.c[0][i] = (float)(u * sin(k * (double)x.c[1][i]));
  for (; t < 4; t += 1 / 60.0) step(w, 1 / 60.0);
  assert_near(log(u / amplitude(w, k)) / (mu / 1000 * k * k * t), 1, 0.05);
  lg_world_free(w);
}

static lg_world *tank(int64_t threads, double gravity) {
  lg_world_def def = space_def(2, 0, 0.6, 0.02);
  def.gravity[1] = (float)-gravity;
  def.threads = threads;
  lg_world *w = space_of(def);
  assert_true(lg_set_solver(w, "flash", LG_NO_ARGS));
  lg_id shape =
      must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, 0), lg_vec2("max", 0.6, 0.4))));
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", shape))));
  return w;
}

/* Water at rest: `pressure` in Pa rises with depth as the weight of what is above, rho g per metre
   (20 %: the density rises by 10 %, and the lattice is squeezed unevenly), the density by 1 /
   pressure = 10 % from top to bottom (within a factor of 2, for the layers at the walls are
   denser), and it calms down: 2 % of sqrt(g H), mean of a second. */
static void a_tank_comes_to_rest(void **state) {
  (void)state;
  lg_world *w = tank(1, 9.81);
  double n = 0, sy = 0, sp = 0, syy = 0, syp = 0, speed2 = 0, count = 0;
  for (int i = 0; i < 540; i++) step(w, 1 / 60.0);
  for (int i = 0; i < 60; i++) {
    step(w, 1 / 60.0);
    lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity"),
            p = lg_column(w, "pressure");
    for (size_t e = 0; e < x.n; e++) {
      double y = (double)x.c[1][e], q = (double)p.c[0][e], u = (double)v.c[0][e],
             z = (double)v.c[1][e];
      speed2 += u * u + z * z;
      count++;
      if (y < 0.06 || y > 0.28 || (double)x.c[0][e] < 0.1 || (double)x.c[0][e] > 0.5) continue;
      n++;
      sy += y;
      sp += q;
      syy += y * y;
      syp += y * q;
    }
  }
  double slope = (n * syp - sy * sp) / (n * syy - sy * sy);
  assert_near(slope / (-1000 * 9.81), 1, 0.2);
  double error = lg_world_stats(w)->density_error_max;
  if (error < 0.05 || error > 0.2) fail_msg("density rises by %g, not by about 0.1", error);
  assert_true(sqrt(speed2 / count) < 0.02 * sqrt(9.81 * 0.4));
  assert_int_equal(lg_world_count(w), 600);
  lg_world_free(w);
}

/* Two particles in one place have no direction between them: no force, no NaN (the demo divides by
   their distance). */
static void one_place_is_no_trouble(void **state) {
  (void)state;
  lg_world *w = space(2, 0, 1, 0.02);
  assert_true(lg_set_solver(w, "flash", LG_NO_ARGS));
  float x[3] = {0.5f, 0.5f, 0}, still[3] = {0, 0, 0};
  for (int i = 0; i < 6; i++) assert_true(lg_particle_add(w, x, still) >= 0);
  step(w, 1 / 60.0);
  lg_view v = lg_column(w, "velocity");
  assert_int_equal(v.n, 6);
  for (size_t i = 0; i < v.n; i++) assert_true(v.c[0][i] == 0 && v.c[1][i] == 0);
  lg_view rho = lg_column(w, "density"), c = lg_column(w, "crowding");
  assert_true(rho.c[0][0] > 2000 && c.c[0][0] > 2); /* they do crowd */
  lg_world_free(w);
}

/* What a dam break throws up a wall comes down again: 85 of 2048 particles stood on it, on end, for
   ever. The water lies 0.32 m deep then, and is the denser the deeper it is. */
static void nothing_stands_on_a_wall(void **state) {
  (void)state;
  lg_world_def def = space_def(2, 0, 1, 0.0125);
  def.gravity[1] = -9.81f;
  lg_world *w = space_of(def);
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 0.4, 0.8)));
  assert_true(lg_set_solver(w, "flash", LG_NO_ARGS) &&
              lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
  for (int i = 0; i < 300; i++) step(w, 1 / 60.0);
  lg_view x = lg_column(w, "position");
  for (size_t i = 0; i < x.n; i++) assert_true(x.c[1][i] < 0.36f);
  lg_world_free(w);
}

/* The same bits for 1, 2, 3 and 7 threads. */
static void threads_do_not_matter(void **state) {
  (void)state;
  uint64_t hash[8] = {0};
  for (int64_t threads = 1; threads <= 7; threads += threads == 3 ? 4 : 1) {
    lg_world *w = tank(threads, 9.81);
    for (int i = 0; i < 40; i++) step(w, 1 / 60.0);
    hash[threads] = lg_world_hash(w);
    assert_true(hash[threads] == hash[1]);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forces_are_the_demos),        cmocka_unit_test(the_lattice_rests),
      cmocka_unit_test(shear_dies_by_the_viscosity), cmocka_unit_test(a_tank_comes_to_rest),
      cmocka_unit_test(one_place_is_no_trouble),     cmocka_unit_test(nothing_stands_on_a_wall),
      cmocka_unit_test(threads_do_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
