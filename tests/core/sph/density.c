/* Density of lattices, with walls; which vessels are closed; whom a pressure sets in motion. */
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
    assert_true(lg_sph_closed(&s, &k, s.sph->pack[0], density, lg_small_gaps(&s)));
    free(density);

    /* the upper fifth goes */
    uint8_t *dead = calloc(s.n, 1);
    for (size_t i = 0; i < s.n; i++) dead[i] = w->particles->x[1][i] > 0.8f ? LG_DEAD_ASTRAY : 0;
    assert_true(lg_neighbors_sort(w, k.radius, dead));
    s.n = w->particles->n;
    assert_true(s.n < 400 && lg_sph_prepare(&s, &k));
    density = malloc(s.n * sizeof *density);
    lg_sph_density(&s, &k, s.sph->pack[0], density);
    assert_false(lg_sph_closed(&s, &k, s.sph->pack[0], density, lg_small_gaps(&s)));
    free(density);
    free(dead);
    lg_world_free(w);
  }
}

static bool is_closed(lg_world *w, const lg_kernel *k, lg_step *s, double many) {
  lg_gaps gaps = lg_small_gaps(s);
  gaps.many = many;
  s->n = w->particles->n;
  assert_true(lg_sph_prepare(s, k));
  float *density = malloc(s->n * sizeof *density);
  lg_sph_density(s, k, s->sph->pack[0], density);
  const bool closed = lg_sph_closed(s, k, s->sph->pack[0], density, gaps);
  free(density);
  return closed;
}

/* A vessel three spacings wide, filled but for its upper fifth, is open, unless so many particles
   may be at gaps; a full box without the particle of a corner is closed. */
static void risers_and_gaps(void **state) {
  (void)state;
  const double supports[] = {2, 2.8, 4};
  for (int r = 0; r < 3; r++) {
    lg_world *w = lattice_world(2, 20, false);
    lg_kernel k = lattice_kernel(w, supports[r]);
    lg_step s = prepared(w, k.radius, &k);
    uint8_t *dead = calloc(s.n, 1);
    for (size_t i = 0; i < s.n; i++)
      if (w->particles->x[0][i] > 0.95f && w->particles->x[1][i] > 0.95f) dead[i] = LG_DEAD_ASTRAY;
    assert_true(lg_neighbors_sort(w, k.radius, dead));
    assert_int_equal(w->particles->n, 399);
    assert_true(is_closed(w, &k, &s, 0));
    free(dead);
    lg_world_free(w);

    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, 0.15f, 1);
    def.spacing = 0.05f;
    w = lg_world_new(&def);
    for (int i = 0; i < 48; i++) {
      const float x[3] = {0.05f * ((float)(i % 3) + 0.5f), 0.05f * ((float)(i / 3) + 0.5f), 0};
      const float v[3] = {0, 0, 0};
      assert_true(lg_particles_append(w->particles, x, v, 2.5f, 0));
    }
    s = prepared(w, k.radius, &k);
    assert_false(is_closed(w, &k, &s, 0));
    assert_true(is_closed(w, &k, &s, 6));
    lg_world_free(w);
  }
}

/* Of one material everybody counts as 1; beside heavier neighbours a light particle counts as its
   own mass, and a heavy one beside light ones as something between. */
static void heavy_neighbours(void **state) {
  (void)state;
  lg_world *w = lattice_world(2, 20, true);
  lg_kernel k = lattice_kernel(w, 2.8);
  lg_step s = prepared(w, k.radius, &k);
  float light = s.mass, *inertia = malloc(s.n * sizeof *inertia);
  lg_sph_inertia(&s, &k, s.sph->pack[0], inertia);
  for (size_t i = 0; i < s.n; i++) assert_true(inertia[i] == 1);

  s.materials = 1;
  for (size_t i = 0; i < s.n; i++)
    if (w->particles->x[0][i] > 0.5f) w->particles->mass[i] *= 10;
  lg_sph_pack(&s, s.sph->pack[0], w->particles->x, w->particles->mass, true);
  lg_sph_inertia(&s, &k, s.sph->pack[0], inertia);
  size_t between = 0;
  for (size_t i = 0; i < s.n; i++) {
    float own = w->particles->mass[i] / light;
    assert_true(inertia[i] <= own * 1.0001f && inertia[i] > 0.999f);
    between += inertia[i] > 1.001f && inertia[i] < 9.999f;
    if (own == 1) assert_true(inertia[i] < 1.001f);
  }
  assert_true(between > 20); /* at both interfaces */
  free(inertia);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(full_boxes),
                                     cmocka_unit_test(risers_and_gaps),
                                     cmocka_unit_test(heavy_neighbours)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
