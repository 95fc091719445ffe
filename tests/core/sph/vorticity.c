/* Vorticity confinement on a lattice, against closed forms. */
#include "core/operators.h"

#include "core/sph/forces.h"

/* A vortex v = f(r) (-y, x): confinement pushes along N x omega, which for omega falling outward is
   along the flow and nothing else; its size is the parameter times omega, but the parameter counts
   up to a tenth of the fastest flow. In 3-D the same about z. */
static void confinement_drives_a_vortex(void **state) {
  (void)state;
  for (int run = 0; run < 4; run++) {
    const int dim = 2 + run / 2;
    const double turns = 50, fastest = turns * sqrt(0.05 / exp(1)),
                 strength = run % 2 ? 0.1 * fastest : 0.5;
    lg_world *w = lattice_world(dim, dim == 2 ? 40 : 20, false);
    lg_kernel k = lattice_kernel(w, dim == 2 ? 4 : 3);
    lg_step s = prepared(w, k.radius, &k);
    float *density = malloc(s.n * sizeof *density);
    for (size_t i = 0; i < s.n; i++) {
      double x = (double)w->particles->x[0][i] - 0.5, y = (double)w->particles->x[1][i] - 0.5;
      const double f = turns * exp(-10 * (x * x + y * y));
      w->particles->v[0][i] = (float)(-y * f);
      w->particles->v[1][i] = (float)(x * f);
      density[i] = 1000;
    }
    lg_fluid fluid = {.density = 1000, .vorticity = run % 2 ? 100 : 0.5f};
    lg_sph_forces(&s, &k, &fluid, density, s.sph->pack);
    int seen = 0;
    for (size_t i = 0; i < s.n; i++) {
      double x = (double)w->particles->x[0][i] - 0.5, y = (double)w->particles->x[1][i] - 0.5,
             r2 = x * x + y * y, r = sqrt(r2);
      double z = dim == 3 ? fabs((double)w->particles->x[2][i] - 0.5) : 0;
      if (r < 0.08 || r > 0.2 || z > 0.3) continue;
      double omega = turns * exp(-10 * r2) * (2 - 20 * r2);
      double along = ((double)w->particles->a[1][i] * x - (double)w->particles->a[0][i] * y) / r;
      double across = ((double)w->particles->a[0][i] * x + (double)w->particles->a[1][i] * y) / r;
      assert_true(fabs(fabs(along) / (strength * omega) - 1) < 0.15);
      assert_true(along > 0 && fabs(across) < 0.15 * along);
      seen++;
    }
    assert_true(seen > 50);
    free(density);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(confinement_drives_a_vortex)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
