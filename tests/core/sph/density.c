/* Density of lattices, with walls; which vessels are closed; what a pressure does to them. */
#include "core/operators.h"

#include "core/sph/density.h"

/* A lattice that fills its box has rest density everywhere: with periodic edges to rounding, with
   walls to 3 % in corners and 1 % elsewhere; and it is closed, until a fifth of it is gone. */
static void full_boxes(void **state) {
  (void)state;
  for (int periodic = 0; periodic <= 1; periodic++) {
    lg_world *w = lattice_world(2, 20, periodic);
    lg_kernel k = lattice_kernel(w, 2.8);
    lg_step s = prepared(w, k.radius, &k);
    float *density = malloc(s.n * sizeof *density);
    lg_sph_density(&s, &k, s.sph->pack[0], density);
    for (size_t i = 0; i < s.n; i++)
      assert_true(fabsf(density[i] / 1000 - 1) < (periodic ? 1e-5f : 0.03f));
    assert_true(w->stats.density_error_max < 0.03 && w->stats.density_error_mean < 0.01);
    assert_true(lg_sph_closed(&s, &k, s.sph->pack[0], density));
    free(density);

    /* the upper fifth goes */
    uint8_t *dead = calloc(s.n, 1);
    for (size_t i = 0; i < s.n; i++) dead[i] = w->particles->x[1][i] > 0.8f ? LG_DEAD_ASTRAY : 0;
    assert_true(lg_neighbors_sort(w, k.radius, dead));
    s.n = w->particles->n;
    assert_true(s.n < 400 && lg_sph_prepare(&s, &k));
    density = malloc(s.n * sizeof *density);
    lg_sph_density(&s, &k, s.sph->pack[0], density);
    assert_false(lg_sph_closed(&s, &k, s.sph->pack[0], density));
    free(density);
    free(dead);
    lg_world_free(w);
  }
}

/* A_i over all pairs of a periodic unit square, in double. */
static double stiffness_of(const lg_world *w, const lg_kernel *k, size_t i) {
  const lg_particles *c = w->particles;
  double sum[2] = {0, 0}, all = 0;
  for (size_t j = 0; j < c->n; j++) {
    double d[2], r2 = 0;
    for (int a = 0; a < 2; a++) {
      d[a] = (double)c->x[a][i] - (double)c->x[a][j];
      d[a] -= round(d[a]);
      r2 += d[a] * d[a];
    }
    double f = (double)(k->f0 * lg_kernel_g(k->type, lg_v8_all((float)sqrt(r2) * k->inverse))[0]);
    for (int a = 0; a < 2 && j != i; a++) sum[a] += f * d[a];
    all += f * f * r2 / (double)c->mass[j];
  }
  return (sum[0] * sum[0] + sum[1] * sum[1]) / (double)c->mass[i] + all;
}

/* In a lattice of one mass, and of two, whose sums over lighter and heavier neighbours differ; the
   density beside it has the same bits as by itself. */
static void stiffness(void **state) {
  (void)state;
  lg_world *w = lattice_world(2, 20, true);
  lg_kernel k = lattice_kernel(w, 2.8);
  lg_step s = prepared(w, k.radius, &k);
  float *found = malloc(s.n * sizeof *found), *density = malloc(s.n * sizeof *density),
        *alone = malloc(s.n * sizeof *alone);
  for (int masses = 1; masses <= 2; masses++) {
    for (size_t i = 0; i < s.n && masses == 2; i++)
      if (w->particles->x[0][i] > 0.5f) w->particles->mass[i] *= 10;
    lg_sph_density(&s, &k, s.sph->pack[0], alone);
    lg_sph_density_stiffness(&s, &k, s.sph->pack[0], density, found);
    double least = HUGE_VAL, most = 0;
    for (size_t i = 0; i < s.n; i++) {
      double exact = stiffness_of(w, &k, i);
      assert_true(fabs((double)found[i] / exact - 1) < 1e-4);
      assert_true(density[i] == alone[i]);
      least = fmin(least, exact);
      most = fmax(most, exact);
    }
    assert_true(masses == 1 ? most < 1.0001 * least : most > 9 * least);
  }
  free(found);
  free(density);
  free(alone);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(full_boxes), cmocka_unit_test(stiffness)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
