/* Surface tension on a lattice: nothing inside, inward at a surface, no force on the whole. */
#include "core/operators.h"

#include "core/sph/forces.h"

static void pulls_at_the_surface_only(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    int n = dim == 2 ? 40 : 20;
    lg_world *w = lattice_world(dim, n, true);
    /* a square drop in the middle of the square: the others are far out of the way */
    for (size_t i = w->particles->n; i-- > 0;)
      for (int c = 0; c < dim; c++)
        if (fabsf(w->particles->x[c][i] - 0.5f) > 0.3f) w->particles->mass[i] = 0;
    size_t kept = 0;
    int32_t *order = malloc(w->particles->n * sizeof *order);
    for (size_t i = 0; i < w->particles->n; i++)
      if (w->particles->mass[i] > 0) order[kept++] = (int32_t)i;
    lg_particles_gather(w->particles, order, kept, 1);
    free(order);
    lg_kernel k = lattice_kernel(w, dim == 2 ? 2.8 : 2);
    lg_step s = prepared(w, k.radius, &k);
    float *density = malloc(s.n * sizeof *density);
    for (size_t i = 0; i < s.n; i++) density[i] = 1000;
    lg_fluid fluid = {.density = 1000, .surface_tension = 0.07f};
    lg_sph_forces(&s, &k, &fluid, density, s.sph->pack);
    double sum[3] = {0, 0, 0}, most = 0, inside = 0, inward = 0;
    for (size_t i = 0; i < s.n; i++) {
      double depth = 1, size = 0, toward = 0;
      for (int c = 0; c < dim; c++) {
        double x = (double)w->particles->x[c][i] - 0.5, a = (double)w->particles->a[c][i];
        depth = fmin(depth, 0.3 - fabs(x));
        sum[c] += a;
        size = fmax(size, fabs(a));
        toward -= x * a;
      }
      most = fmax(most, size);
      if (depth > 2.1 * (double)k.radius) inside = fmax(inside, size);
      if (depth < (double)w->def.spacing) inward += toward > 0 ? 1 : -1e9;
    }
    assert_true(most > 0);
    assert_true(inside <= 1e-4 * most);
    assert_true(inward > 0);
    for (int c = 0; c < dim; c++) assert_true(fabs(sum[c]) < 1e-4 * most);
    free(density);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pulls_at_the_surface_only)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
