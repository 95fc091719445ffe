/* Viscosity, XSPH and hyperviscosity on a lattice, against closed forms. */
#include "core/operators.h"

#include "core/sph/forces.h"

enum { N = 32 };

/* v_x = sin(2 pi waves y) on N x N particles, R = 4 dx. */
static lg_step shear_wave(int waves, lg_kernel *k) {
  lg_world *w = lattice_world(2, N, true);
  *k = lattice_kernel(w, 4);
  lg_step s = prepared(w, k->radius, k);
  for (size_t i = 0; i < s.n; i++)
    w->particles->v[0][i] = (float)sin(2 * LG_PI * waves * (double)w->particles->x[1][i]);
  return s;
}

static float *water_density(const lg_step *s) {
  float *density = malloc(s->n * sizeof *density);
  for (size_t i = 0; i < s->n; i++) density[i] = 1000;
  return density;
}

/* v_x = sin(2 pi y): mu lap v / rho = -(2 pi)^2 mu / rho sin(2 pi y). The kernel's own smoothing
   takes 4 % at R = 4 dx = 1/8. */
static void viscosity_is_a_laplacian(void **state) {
  (void)state;
  lg_kernel k;
  lg_step s = shear_wave(1, &k);
  lg_world *w = s.world;
  float *density = water_density(&s);
  lg_fluid water = {.density = 1000, .viscosity = 2};
  lg_sph_forces(&s, &k, &water, density, s.sph->pack);
  double dot = 0, norm = 0, sum = 0, across = 0;
  for (size_t i = 0; i < s.n; i++) {
    double exact = -4 * LG_PI * LG_PI * 2e-3 * sin(2 * LG_PI * (double)w->particles->x[1][i]);
    dot += exact * (double)w->particles->a[0][i];
    norm += exact * exact;
    sum += (double)w->particles->a[0][i];
    across += fabs((double)w->particles->a[1][i]);
  }
  print_message("viscosity: %.4f of mu lap v\n", dot / norm);
  assert_true(fabs(dot / norm - 1) < 0.05);
  assert_true(fabs(sum) < 1e-6 * sqrt(norm * (double)s.n));
  assert_true(across < 1e-6 * norm);
  free(density);
  lg_world_free(w);
}

/* On a lattice, away from walls: a linear velocity has no Laplacian, v_x = y^2 has 2 and v_y = x^2
   + 3 y^2 has 8 (and in 3-D v_z = x z none). At R = 4 dx (3-D: 3 dx) the sum is off by less than 1
   %. */
static void polynomials_have_their_laplacian(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int degree = 1; degree <= 2; degree++) {
      lg_world *w = lattice_world(dim, dim == 2 ? 32 : 14, false);
      lg_kernel k = lattice_kernel(w, dim == 2 ? 4 : 3);
      lg_step s = prepared(w, k.radius, &k);
      float *density = malloc(s.n * sizeof *density), *const *x = w->particles->x,
            *const *v = w->particles->v;
      for (size_t i = 0; i < s.n; i++) {
        density[i] = 1000;
        v[0][i] = degree == 1 ? 3 * x[1][i] - x[0][i] : x[1][i] * x[1][i];
        v[1][i] = degree == 1 ? 1 - x[0][i] : x[0][i] * x[0][i] + 3 * x[1][i] * x[1][i];
        if (dim == 3) v[2][i] = degree == 1 ? x[1][i] + x[2][i] : x[0][i] * x[2][i];
      }
      lg_fluid water = {.density = 1000, .viscosity = 1000}; /* mu / rho = 1 */
      s.dt = 1e-5f;                                          /* longer ones are viscosity.c's */
      lg_sph_forces(&s, &k, &water, density, s.sph->pack);
      double off = 0;
      size_t inside = 0;
      const double truth[3] = {degree == 2 ? 2 : 0, degree == 2 ? 8 : 0, 0};
      for (size_t i = 0; i < s.n; i++) {
        bool near = false;
        for (int c = 0; c < dim; c++) near = near || x[c][i] < k.radius || x[c][i] > 1 - k.radius;
        for (int c = 0; c < dim && !near; c++)
          off = fmax(off, fabs((double)w->particles->a[c][i] - truth[c]));
        inside += !near;
      }
      print_message("viscosity, %d-D, degree %d: off by %.2g of mu lap v on %zu particles\n", dim,
                    degree, off / 8, inside);
      assert_true(inside > 100);
      assert_true(off < (degree == 1 ? 1e-2 : 8e-2));
      free(density);
      lg_world_free(w);
    }
}

/* What smoothing leaves of sin(8 pi y) on the lattice: sum W cos / sum W. */
static double smoothed(const lg_kernel *k) {
  double left = 0, weights = 0;
  for (int x = -4; x <= 4; x++)
    for (int y = -4; y <= 4; y++) {
      double value = (double)lg_kernel_w(k, (float)(hypot(x, y) / N));
      left += value * cos(8 * LG_PI * y / N);
      weights += value;
    }
  return left / weights;
}

/* That wave, after a step of this fluid, is `left` of what it was. */
static void wave_is_left(lg_fluid fluid, double left) {
  lg_kernel k;
  lg_step s = shear_wave(4, &k);
  lg_world *w = s.world;
  float *density = water_density(&s);
  lg_sph_forces(&s, &k, &fluid, density, s.sph->pack);
  lg_sph_accelerate(&s);
  for (size_t i = 0; i < s.n; i++) {
    double before = sin(8 * LG_PI * (double)w->particles->x[1][i]);
    assert_true(fabs((double)w->particles->v[0][i] - left * before) < 1e-4);
  }
  free(density);
  lg_world_free(w);
}

/* xsph = 1 puts the smoothed velocity in the place of the own one; hyperviscosity takes what xsph
   does, squared. */
static void xsph_smooths(void **state) {
  (void)state;
  lg_world *w = lattice_world(2, N, true);
  const lg_kernel k = lattice_kernel(w, 4);
  lg_world_free(w);
  const double left = smoothed(&k), taken = 1 - left;
  assert_true(taken > 0.1);
  wave_is_left((lg_fluid){.density = 1000, .xsph = 1}, left);
  wave_is_left((lg_fluid){.density = 1000, .hyperviscosity = 1}, 1 - taken * taken);
  wave_is_left((lg_fluid){.density = 1000, .xsph = 0.1f, .hyperviscosity = 0.5f},
               1 - 0.1 * taken - 0.5 * taken * taken);
}

/* Viscosity that does more of a pair than they would does it alone: the same wave with and without
   them. */
static void viscosity_does_their_work(void **state) {
  (void)state;
  float v[2][N * N];
  for (int with = 0; with < 2; with++) {
    lg_kernel k;
    lg_step s = shear_wave(4, &k);
    float *density = water_density(&s);
    const lg_fluid honey = {.density = 1000,
                            .viscosity = 1000,
                            .xsph = with ? 1e-3f : 0,
                            .hyperviscosity = with ? 1e-3f : 0};
    s.dt = 1e-5f; /* longer ones are viscosity.c's */
    lg_sph_forces(&s, &k, &honey, density, s.sph->pack);
    lg_sph_accelerate(&s);
    memcpy(v[with], s.particles->v[0], sizeof v[with]);
    free(density);
    lg_world_free(s.world);
  }
  assert_memory_equal(v[0], v[1], sizeof v[0]);
}

/* Of particles that move at random hyperviscosity keeps the momentum and takes most of the energy;
   those a tenth too dense are left to part. */
static void single_particles_stop(void **state) {
  (void)state;
  for (int dense = 0; dense < 2; dense++) {
    lg_kernel k;
    lg_step s = shear_wave(0, &k);
    lg_world *w = s.world;
    float *density = water_density(&s), *const *v = w->particles->v;
    uint32_t seed = 3;
    double before = 0, after = 0, momentum = 0;
    for (size_t i = 0; i < s.n; i++)
      for (int c = 0; c < 2; c++) {
        seed = seed * 1664525u + 1013904223u;
        v[c][i] = (float)(seed / 4294967296.0 - 0.5);
        before += (double)(v[c][i] * v[c][i]);
        momentum -= (double)v[c][i];
        density[i] = dense ? 1100 : 1000;
      }

    lg_fluid fluid = {.density = 1000, .hyperviscosity = 0.5f};
    lg_sph_forces(&s, &k, &fluid, density, s.sph->pack);
    lg_sph_accelerate(&s);
    for (size_t i = 0; i < s.n; i++)
      for (int c = 0; c < 2; c++) {
        after += (double)(v[c][i] * v[c][i]);
        momentum += (double)v[c][i];
      }
    print_message("hyperviscosity leaves %.2f of the energy of noise\n", after / before);
    assert_true(dense ? after == before : after < 0.4 * before);
    assert_true(fabs(momentum) < 1e-4);
    free(density);
    lg_world_free(w);
  }
}

/* Limits of dt, each against its formula by hand. */
static void limits_of_dt(void **state) {
  (void)state;
  lg_world *w = lattice_world(2, N, false);
  lg_kernel k = lattice_kernel(w, 4);
  lg_step s = prepared(w, k.radius, &k);
  const char *limit;
  double dx = 1.0 / N, h = 2 * dx;
  lg_fluid fluid = {.density = 1000, .cfl = 0.4f};
  s.gravity[1] = -9.81f;
  assert_true(fabs(lg_sph_force_dt(&s) / (0.25 * sqrt(h / 9.81)) - 1) < 1e-5);

  /* a flat heap is carried by no pressure to speak of, a deep one by much */
  double weight = 1.33 * dx / sqrt(9.81 * (1 - dx));
  assert_true(fabs(lg_sph_max_dt(&s, &fluid, 0, &limit) / weight - 1) < 1e-5);
  assert_string_equal(limit, "weight");
  float *y = s.particles->x[1], kept[N * N];
  for (size_t i = 0; i < s.n; i++) {
    kept[i] = y[i];
    y[i] *= 0.01f;
  }
  assert_true(fabs(lg_sph_max_dt(&s, &fluid, 0, &limit) / (0.25 * sqrt(h / 9.81)) - 1) < 1e-5);
  assert_string_equal(limit, "force");
  memcpy(y, kept, s.n * sizeof *y);

  w->particles->v[0][7] = -30;
  assert_true(fabs(lg_sph_max_dt(&s, &fluid, 0, &limit) / (0.4 * dx / 30) - 1) < 1e-5);
  assert_string_equal(limit, "cfl");
  s.dt = (float)(0.1 * 0.25 * sqrt(h / 9.81));
  assert_true(fabsf(lg_sph_relief(&s) - 0.1f) < 1e-4f);
  fluid.viscosity = 1e4f; /* it is solved for where dt is much too long for it */
  assert_true(fabs(lg_sph_max_dt(&s, &fluid, 0, &limit) / (0.4 * dx / 30) - 1) < 1e-5);
  assert_string_equal(limit, "cfl");
  assert_true(fabs(lg_sph_viscous_dt(&s, 1e4f, 1000) / (0.0125 * h * h) - 1) < 1e-5);
  fluid.viscosity = 2e4f * (float)(0.0125 * h * h / (0.4 * dx / 30));
  assert_true(fabs(lg_sph_max_dt(&s, &fluid, 0, &limit) / (0.2 * dx / 30) - 1) < 1e-4);
  assert_string_equal(limit, "viscous");
  fluid.viscosity = 1e4f;
  s.dt = (float)(0.0124 * h * h);
  assert_false(lg_sph_viscosity_is_solved(&s, &fluid));
  s.dt = (float)(0.0126 * h * h);
  assert_true(lg_sph_viscosity_is_solved(&s, &fluid));
  fluid = (lg_fluid){.density = 1000, .cfl = 0.4f, .surface_tension = 1e5f};
  assert_true(fabs(lg_sph_max_dt(&s, &fluid, 0, &limit) / sqrt(1e3 * dx * dx * dx / (4e5 * LG_PI)) -
                   1) < 1e-5);
  assert_string_equal(limit, "tension");
  assert_true(fabsf(lg_sph_depth(&s) - (float)(1 - dx)) < 1e-5f);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(viscosity_is_a_laplacian),
                                     cmocka_unit_test(polynomials_have_their_laplacian),
                                     cmocka_unit_test(xsph_smooths),
                                     cmocka_unit_test(viscosity_does_their_work),
                                     cmocka_unit_test(single_particles_stop),
                                     cmocka_unit_test(limits_of_dt)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
