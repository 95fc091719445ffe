/* Shifting: nothing in a lattice and at rest, apart where a flow shears, never through a wall or
   out of a surface. */
#include "core/operators.h"

#include "core/sph/forces.h"

enum { N = 16 };

/* Shears the world at a rate of 1/s and shifts; how far particle i went is in `moved`. */
static void shifted(lg_world *w, float rate, float shifting, float (*moved)[3]) {
  lg_kernel k = lattice_kernel(w, 2.8);
  lg_step s = prepared(w, k.radius, &k);
  s.dt = 0.01f;
  for (size_t i = 0; i < s.n; i++) w->particles->v[0][i] = rate * w->particles->x[1][i];
  for (size_t i = 0; i < s.n; i++)
    for (int c = 0; c < w->dim; c++) moved[i][c] = -w->particles->x[c][i];
  lg_sph_pack(&s, s.sph->pack[0], w->particles->x, w->particles->mass, true);
  lg_sph_shift(&s, &k, shifting, s.sph->pack[0], s.sph->pack[1]);
  for (size_t i = 0; i < s.n; i++)
    for (int c = 0; c < w->dim; c++) moved[i][c] += w->particles->x[c][i];
}

static float most(const lg_world *w, float (*moved)[3]) {
  float most = 0;
  for (size_t i = 0; i < w->particles->n; i++)
    for (int c = 0; c < w->dim; c++) most = lg_maxf(most, fabsf(moved[i][c]));
  return most;
}

static void lattices_and_rest(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    static float moved[N * N * N][3];
    const float dx = 1.0f / N;
    for (int disturbed = 0; disturbed < 2; disturbed++)
      for (int flows = 0; flows < 2; flows++) {
        lg_world *w = lattice_world(dim, N, true);
        if (disturbed) /* pairs of rows come near */
          for (size_t i = 0; i < w->particles->n; i++)
            w->particles->x[0][i] += (int)(w->particles->x[0][i] * N) % 2 ? 0.1f * dx : 0;
        shifted(w, flows ? 2.0f : 0.0f, 1, moved);
        assert_true(disturbed && flows ? most(w, moved) > 1e-3f * dx : most(w, moved) < 1e-6f);
        shifted(w, 2.0f, 0, moved);
        assert_true(most(w, moved) == 0);
        lg_world_free(w);
      }
  }
}

/* Two rows at 0.9 spacings under a shear: each goes away from the other, by 8 dt dx |grad v| (1 -
   0.9), and the sum stays. */
static void pairs_part(void **state) {
  (void)state;
  static float moved[N * N][3];
  const float dx = 1.0f / N, rate = 3;
  lg_world *w = lattice_world(2, N, true);
  for (size_t i = 0; i < w->particles->n; i++)
    w->particles->x[0][i] += (int)(w->particles->x[0][i] * N) % 2 ? -0.1f * dx : 0;
  shifted(w, rate, 1, moved);
  double sum = 0;
  for (size_t i = 0; i < w->particles->n; i++) {
    float expected = 8 * 0.01f * dx * rate * 0.1f;
    /* the shear is not periodic */
    bool seam = w->particles->x[1][i] < 3 * dx || w->particles->x[1][i] > 1 - 3 * dx;
    sum += (double)moved[i][0];
    assert_true(seam ||
                (fabsf(moved[i][0]) > 0.8f * expected && fabsf(moved[i][0]) < 1.2f * expected));
    assert_true(fabsf(moved[i][1]) < 1e-6f);
  }
  assert_true(fabs(sum) < 1e-6);
  lg_world_free(w);
}

/* A block pressed together to 0.9 spacings, walls below and at the sides, free above: nobody leaves
   it upwards or into a wall. */
static void edges_hold(void **state) {
  (void)state;
  static float moved[N * N][3];
  const float dx = 1.0f / N;
  lg_world *w = lattice_world(2, N, false);
  for (size_t i = 0; i < w->particles->n; i++)
    w->particles->x[1][i] = 0.5f * dx + 0.9f * (w->particles->x[1][i] - 0.5f * dx);
  shifted(w, 3, 1, moved);
  for (size_t i = 0; i < w->particles->n; i++) {
    float x = w->particles->x[0][i], y = w->particles->x[1][i] - moved[i][1];
    if (x < 3 * dx || x > 1 - 3 * dx) continue; /* corners are for the core to hold */
    if (y < 0.6f * dx) assert_true(moved[i][1] > -1e-6f);
    if (y > 0.9f - 0.6f * dx) assert_true(moved[i][1] < 1e-6f);
  }
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lattices_and_rest),
                                     cmocka_unit_test(pairs_part), cmocka_unit_test(edges_hold)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
