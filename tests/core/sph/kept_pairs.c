/* What pairs count with is the same, whether it is kept or worked out anew, and little memory is
   taken for it. */
#include "core/operators.h"

#include "core/sph/kept_pairs.h"

static void expect_same(lg_v8 a, lg_v8 b) { assert_memory_equal(&a, &b, sizeof a); }

/* The terms of all pairs in an iteration that keeps them and in one that reads them are those that
   are worked out, to the bit. */
static void same_terms(const lg_kept_pairs *pairs, int dim, size_t n) {
  lg_kept_pairs none = *pairs;
  none.keeping = LG_NOT_KEPT;
  for (int keep = LG_TO_KEEP; keep <= LG_KEPT; keep++)
    for (size_t i = 0; i < n; i++) {
      lg_v8 *next = lg_kept_pairs_of(dim, pairs, i), *unused = NULL;
      LG_EACH_NEIGHBOR(pairs->neighbors, i, at) {
        const lg_keeping keeping = (lg_keeping)keep;
        lg_pair_terms is = lg_pair_terms_next(dim, LG_WENDLAND_C2, pairs, keeping, i, at, &next),
                      was = lg_pair_terms_next(dim, LG_WENDLAND_C2, &none, LG_NOT_KEPT, i, at,
                                               &unused);
        for (int k = 0; k < dim; k++) expect_same(is.d[k], was.d[k]);
        expect_same(is.slope, was.slope);
        expect_same(is.weight, was.weight);
        expect_same(is.w, was.w);
      }
    }
}

static void kept_as_worked_out(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = lattice_world(dim, 9, true);
    lg_kernel k = lattice_kernel(w, 2.8);
    lg_step s = prepared(w, k.radius, &k);
    lg_sph_pack(&s, s.sph->pack[0], s.particles->x, s.particles->mass, true);

    /* as many bytes as it says */
    const size_t bytes = lg_kept_pairs_bytes(s.neighbors, dim);
    char *room = aligned_alloc(64, (bytes + 63) / 64 * 64);
    lg_kept_pairs pairs;
    assert_ptr_equal(lg_kept_pairs_place(&pairs, s.neighbors, dim, room), room + bytes);
    assert_true(bytes > 0 && pairs.keeping == LG_TO_KEEP);
    assert_int_equal(bytes % sizeof(double), 0); /* of which some lie behind, of odd n too */
    pairs.kernel = &k;
    pairs.positions = s.sph->pack[0];
    same_terms(&pairs, dim, s.n);
    free(room);
    lg_world_free(w);
  }
}

/* sum_j W(x_ij + dt v_ij) - W(x_ij), in double. */
static double gains_of(const lg_kept_pairs *pairs, int dim, const lg_v4 *v, double dt, size_t i) {
  double sum = 0;
  for (int e = 0; e < pairs->neighbors->count[i]; e++) {
    const int32_t j = pairs->neighbors->row[i][e];
    double before = 0, after = 0;
    for (int k = 0; k < dim; k++) {
      const double d = (double)pairs->positions[i][k] - (double)pairs->positions[j][k],
                   to = d + dt * ((double)v[i][k] - (double)v[j][k]);
      before += d * d;
      after += to * to;
    }
    sum += (double)lg_kernel_w(pairs->kernel, (float)sqrt(after)) -
           (double)lg_kernel_w(pairs->kernel, (float)sqrt(before));
  }
  return sum;
}

/* What the number density gains is what it is by differences in double, to rounding of W; 0 where
   nobody moves; and the same bits kept or not. */
static void gains_are_differences(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = lattice_world(dim, 9, true);
    lg_kernel k = lattice_kernel(w, 2.8);
    lg_step s = prepared(w, k.radius, &k);
    lg_v4 *v = s.sph->pack[1];
    lg_sph_pack(&s, s.sph->pack[0], s.particles->x, s.particles->mass, true);
    for (size_t i = 0; i < s.n; i++)
      v[i] = (lg_v4){sinf((float)i), cosf(3 * (float)i), dim == 3 ? sinf(2 * (float)i) : 0, 0};
    lg_sph_update_ghosts(&s, v, false);

    const size_t bytes = lg_kept_pairs_bytes(s.neighbors, dim);
    char *room = aligned_alloc(64, (bytes + 63) / 64 * 64);
    lg_kept_pairs pairs;
    lg_kept_pairs_place(&pairs, s.neighbors, dim, room);
    pairs.kernel = &k;
    pairs.positions = s.sph->pack[0];
    same_terms(&pairs, dim, s.n); /* which keeps them */

    const double full = 1 / pow((double)s.spacing, dim);
    const float dt = 1e-3f * s.spacing;
    for (size_t i = 0; i < s.n; i++) {
      const float kept = lg_sph_number_gains(dim, k.type, &pairs, LG_KEPT, v, dt, i),
                  anew = lg_sph_number_gains(dim, k.type, &pairs, LG_NOT_KEPT, v, dt, i);
      assert_true(kept == anew);
      assert_true(fabs((double)kept - gains_of(&pairs, dim, v, (double)dt, i)) < 2e-7 * full);
      assert_true(lg_sph_number_gains(dim, k.type, &pairs, LG_KEPT, v, 0, i) == 0);
    }
    free(room);
    lg_world_free(w);
  }
}

/* More than the caches hold is not kept. */
static void not_too_much(void **state) {
  (void)state;
  lg_world *w = lattice_world(2, 160, false);
  lg_kernel k = lattice_kernel(w, 2.8);
  lg_step s = prepared(w, k.radius, &k);
  lg_kept_pairs pairs;
  assert_int_equal(lg_kept_pairs_bytes(s.neighbors, 2), 0);
  assert_null(lg_kept_pairs_place(&pairs, s.neighbors, 2, NULL));
  assert_int_equal(pairs.keeping, LG_NOT_KEPT);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kept_as_worked_out),
                                     cmocka_unit_test(gains_are_differences),
                                     cmocka_unit_test(not_too_much)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
