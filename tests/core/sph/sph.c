/* Pair loops: the gather turns the right packs, and the density sum equals a plain double-precision
   sum. */
#include "core/step/step.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

/* lg_v8_gather is a transpose of eight named entries. */
static void gather_turns_eight_packs(void **state) {
  (void)state;
  lg_v4 pack[64];
  for (int e = 0; e < 64; e++)
    pack[e] = (lg_v4){(float)e, (float)e + 100, (float)e + 200, (float)e + 300};
  const int32_t j[8] = {5, 63, 0, 17, 17, 2, 40, 33};
  lg_v8 out[4];
  lg_v8_gather(pack, j, out);
  for (int k = 0; k < 8; k++)
    for (int c = 0; c < 4; c++) assert_true(out[c][k] == (float)(j[k] + 100 * c));
}

/* lg_pairs_of: differences, squares and what stands beside; 2-D knows no z. */
static void pairs_are_differences(void **state) {
  (void)state;
  lg_v4 pack[16];
  for (int e = 0; e < 16; e++)
    pack[e] = (lg_v4){(float)e, (float)(e * e), (float)(3 * e), (float)-e};
  const int32_t j[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  const float down[3] = {0, -1, 2};
  lg_pairs flat = lg_pairs_of(2, pack, 9, j), deep = lg_pairs_of(3, pack, 9, j);
  lg_v8 sum[3] = {lg_v8_all(1), lg_v8_all(1), lg_v8_all(1)};
  lg_pairs_add(3, sum, lg_v8_all(2), &deep);
  for (int k = 0; k < 8; k++) {
    float x = (float)(9 - j[k]), y = (float)(81 - j[k] * j[k]), z = 3 * x;
    assert_true(flat.r2[k] == x * x + y * y && deep.r2[k] == x * x + y * y + z * z);
    assert_true(deep.d[0][k] == x && deep.d[1][k] == y && deep.d[2][k] == z);
    assert_true(deep.w[k] == (float)-j[k]);
    assert_true(lg_pairs_dot(2, &flat, &flat)[k] == flat.r2[k]);
    assert_true(lg_pairs_along(3, &deep, down)[k] == -y + 2 * z);
    assert_true(lg_pairs_along(2, &flat, down)[k] == -y);
    assert_true(sum[2][k] == 1 + 2 * z);
  }
}

static lg_step step_for(lg_world *w, float radius) {
  lg_step s = {.world = w,
               .dim = w->dim,
               .threads = 2,
               .n = w->particles->n,
               .spacing = w->def.spacing,
               .radius = radius,
               .particles = w->particles,
               .neighbors = w->neighbors,
               .walls = w->walls,
               .sph = w->sph,
               .stats = &w->stats};
  return s;
}

/* Plain sum over all pairs and images in double: the oracle. */
static double plain_density(const lg_world *w, const lg_kernel *k, size_t i) {
  double sum = 0;
  for (size_t j = 0; j < w->particles->n; j++) {
    double r2 = 0;
    for (int c = 0; c < w->dim; c++) {
      double d = (double)(w->particles->x[c][i] - w->particles->x[c][j]);
      d -= round(d); /* the bounds are 1 m wide and periodic */
      r2 += d * d;
    }
    if (sqrt(r2) < (double)k->radius) sum += (double)lg_kernel_w(k, (float)sqrt(r2));
  }
  return sum;
}

/* On jittered points in a periodic box, for each kernel and dimension, to 1e-5. */
static void density_equals_a_plain_sum(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int type = LG_CUBIC_SPLINE; type <= LG_SPIKY; type++) {
      lg_world_def def = lg_default_world();
      def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
      def.spacing = dim == 2 ? 0.04f : 0.1f;
      for (int k = 0; k < dim; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
      lg_world *w = lg_world_new(&def);
      const float none[3] = {0, 0, 0};
      uint32_t seed = 99;
      for (int i = 0; i < 900; i++) {
        float x[3];
        for (int k = 0; k < 3; k++)
          x[k] = (float)((seed = seed * 1664525U + 1013904223U) >> 8) / 16777216.0f;
        lg_particles_append(w->particles, x, none, 1, 0);
      }
      float radius = 2.5f * def.spacing;
      assert_true(lg_neighbors_sort(w, radius, NULL));
      assert_true(lg_neighbors_build(w));
      lg_step s = step_for(w, radius);
      assert_true(lg_sph_room(&s));
      lg_sph_pack(&s, w->sph->pack[0], w->particles->x, w->particles->mass, true);
      lg_kernel k = lg_kernel_make((lg_kernel_type)type, dim, (double)radius);
      for (size_t i = 0; i < s.n; i += 7) {
        float found = 0;
#define DENSITY(dimension, kernel_type, index)                                                     \
  found = lg_sph_number_density(dimension, kernel_type, &k, w->neighbors, w->sph->pack[0], index)
        LG_SPECIALISE(dim, type, DENSITY, i)
        double exact = plain_density(w, &k, i);
        assert_true(fabs((double)found / exact - 1) < 1e-5);
      }
      lg_world_free(w);
    }
}

/* Packs: ghosts follow their particles, moved by the period; the pad lies far away and weighs
   nothing. */
static void packs_carry_ghosts_and_the_pad(void **state) {
  (void)state;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.1f;
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  const float x[3] = {0.05f, 0.5f, 0}, v[3] = {3, 4, 0};
  lg_particles_append(w->particles, x, v, 2, 0);
  assert_true(lg_neighbors_sort(w, 0.25f, NULL));
  assert_true(lg_neighbors_build(w));
  lg_step s = step_for(w, 0.25f);
  assert_true(lg_sph_room(&s));
  lg_sph_pack(&s, w->sph->pack[0], w->particles->x, w->particles->mass, true);
  lg_sph_pack(&s, w->sph->pack[1], w->particles->v, w->particles->mass, false);
  assert_int_equal(w->neighbors->ghosts, 1);
  assert_float_equal(w->sph->pack[0][1][0], 1.05f, 1e-6);
  assert_true(w->sph->pack[0][1][3] == 2 && w->sph->pack[1][1][0] == 3);
  assert_true(w->sph->pack[0][2][0] == 1e6f && w->sph->pack[0][2][3] == 0 &&
              w->sph->pack[1][2][1] == 0);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gather_turns_eight_packs),
      cmocka_unit_test(pairs_are_differences),
      cmocka_unit_test(density_equals_a_plain_sum),
      cmocka_unit_test(packs_carry_ghosts_and_the_pad),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
