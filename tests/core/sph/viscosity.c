/* Viscosity that is solved for, against closed forms of backward Euler, at forty times the dt that
   it could bear otherwise. */
#include "core/operators.h"

#include "core/sph/forces.h"

enum { N = 32 };
static const float dt = 0.01f, nu = 2; /* s, m2/s */

static float *water_density(const lg_step *s) {
  float *density = malloc(s->n * sizeof *density);
  for (size_t i = 0; i < s->n; i++) density[i] = 1000;
  return density;
}

static lg_fluid syrup(float tolerance) {
  return (lg_fluid){.density = 1000, .viscosity = 1000 * nu, .viscosity_tolerance = tolerance};
}

/* surface: beyond y = 0 and 1 is nothing, in boxes that are not periodic beyond x and z, too. */
static lg_step of_lattice(int dim, int n, bool periodic, bool surface, lg_kernel *k) {
  lg_world *w = lattice_world(dim, n, periodic);
  for (int a = 0; a < dim && surface; a++)
    if (a == 1 || !periodic) w->def.edges[a][0] = w->def.edges[a][1] = LG_EDGE_OPEN;
  *k = lattice_kernel(w, dim == 2 ? 4 : 3);
  lg_step s = prepared(w, k->radius, k);
  s.dt = dt;
  return s;
}

static bool solve(lg_step *s, const lg_kernel *k, float tolerance, const lg_v4 *ahead) {
  float *density = water_density(s);
  const lg_fluid fluid = syrup(tolerance);
  bool solved = lg_sph_viscosity(s, k, &fluid, density, ahead, s->sph->pack[0], s->sph->pack[2]);
  free(density);
  return solved;
}

/* v_x = cos(k y) becomes v_x / (1 + nu k^2 dt), in a periodic box and in a layer with two surfaces,
   on which there is no shear. There the sum over pairs is that of rows that slide, which in a
   lattice is 1.3 % less (2-D, R = 4 dx; 3-D, 3 dx: 4 %); the kernel smooths: 4 % at two waves a
   metre, 15 % at four. */
static void shear_waves_decay(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int run = 0; run < 6; run++) {
      lg_kernel k;
      const int surface = run % 2, waves = 1 << run / 2;
      if (dim == 3 && waves > 1) continue;
      lg_step s = of_lattice(dim, dim == 2 ? N : 16, true, surface, &k);
      const lg_particles *c = s.particles;
      double before = 0, after = 0, across = 0, wave = 2 * LG_PI * waves;
      for (size_t i = 0; i < s.n; i++) c->v[0][i] = (float)cos(wave * (double)c->x[1][i]);
      assert_true(solve(&s, &k, 1e-5f, NULL));
      for (size_t i = 0; i < s.n; i++) {
        const double at = cos(wave * (double)c->x[1][i]);
        before += at * at;
        after += at * (double)c->v[0][i];
        across = fmax(across, fabs((double)c->v[1][i]));
      }
      double rate = (before / after - 1) / ((double)(nu * dt) * wave * wave);
      print_message("%d-D, %s, %d waves: %.4f of the rate nu k^2\n", dim,
                    surface ? "surfaces" : "periodic", waves, rate);
      assert_true(fabs(rate - 1) < (waves == 4 ? 0.2 : 0.08));
      assert_true(across < 1e-4);
      lg_world_free(s.world);
    }
}

static void sums(const lg_step *s, double p[3], double *spin, double *size) {
  const lg_particles *c = s->particles;
  p[0] = p[1] = p[2] = *spin = *size = 0;
  for (size_t i = 0; i < s->n; i++) {
    for (int k = 0; k < s->dim; k++) {
      p[k] += (double)c->mass[i] * (double)c->v[k][i];
      *size += (double)c->mass[i] * fabs((double)c->v[k][i]);
    }
    *spin += (double)c->mass[i] *
             ((double)c->x[0][i] * (double)c->v[1][i] - (double)c->x[1][i] * (double)c->v[0][i]);
  }
}

/* A block that turns and flies on stays as it is; noise goes, but not its momentum and its spin,
   and that however roughly it is solved. */
static void spin_and_momentum_stay(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int noise = 0; noise < 2; noise++) {
      lg_kernel k;
      lg_step s = of_lattice(dim, dim == 2 ? N : 12, false, true, &k);
      lg_particles *c = s.particles;
      double before[3], after[3], spin, spins, size, left, change = 0;
      uint32_t seed = 7;
      for (size_t i = 0; i < s.n; i++) {
        float random[3];
        for (int e = 0; e < 3; e++) {
          seed = seed * 1664525u + 1013904223u;
          random[e] = noise ? (float)(seed >> 8) / 8388608.0f - 1 : 0;
        }
        c->v[0][i] = 1 - 3 * c->x[1][i] + random[0];
        c->v[1][i] = 3 * c->x[0][i] + random[1];
        if (dim == 3) c->v[2][i] = 2 + random[2];
      }
      sums(&s, before, &spin, &size);
      assert_true(solve(&s, &k, noise ? 1e-2f : 1e-4f, NULL));
      sums(&s, after, &spins, &left);
      for (int e = 0; e < dim; e++) assert_true(fabs(after[e] - before[e]) < 2e-7 * size);
      print_message("%d-D: spin %.8g -> %.8g\n", dim, spin, spins);
      assert_true(fabs(spins - spin) < 5e-7 * size);
      for (size_t i = 0; i < s.n && !noise; i++)
        change = fmax(change, fabs((double)(c->v[0][i] - 1 + 3 * c->x[1][i])));
      assert_true(change < 1e-5);
      lg_world_free(s.world);
    }
}

/* With what else changes v: the answer is that to all of it, less this. */
static void what_is_ahead_counts(void **state) {
  (void)state;
  lg_kernel k;
  lg_step s = of_lattice(2, N, true, false, &k);
  const lg_particles *c = s.particles;
  lg_v4 *ahead = aligned_alloc(32, s.n * sizeof *ahead);
  double worst = 0, number = 2 * LG_PI;
  for (size_t i = 0; i < s.n; i++)
    ahead[i] = (lg_v4){(float)sin(number * (double)c->x[1][i]) / dt, 0, 0, 0};
  assert_true(solve(&s, &k, 1e-5f, ahead));
  const double gone = 1 - 1 / (1 + (double)(nu * dt) * number * number);
  for (size_t i = 0; i < s.n; i++)
    worst = fmax(worst, fabs((double)c->v[0][i] + gone * (double)(dt * ahead[i][0])));
  print_message("ahead: off by %.3g\n", worst);
  assert_true(worst < 0.02);
  free(ahead);
  lg_world_free(s.world);
}

/* Short sub-steps are left to forces.c. */
static void nothing_to_solve(void **state) {
  (void)state;
  lg_kernel k;
  lg_step s = of_lattice(2, N, true, false, &k);
  s.particles->v[0][5] = 1;
  s.dt = 1e-5f;
  assert_false(solve(&s, &k, 1e-4f, NULL));
  assert_true(s.particles->v[0][5] == 1 && s.particles->v[0][6] == 0);
  lg_world_free(s.world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shear_waves_decay), cmocka_unit_test(spin_and_momentum_stay),
      cmocka_unit_test(what_is_ahead_counts), cmocka_unit_test(nothing_to_solve)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
