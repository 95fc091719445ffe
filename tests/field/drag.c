/* field.drag: a = -c (v - w) / m by hand; terminal velocities are tested with solver/particles. */
#include "field/fields.h"

static void the_formula(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int wind = 0; wind < 2; wind++) {
      lg_world *w = space(dim, -1, 1, 0.1);
      lg_id air =
          must(w, lg_add(w, "field.vortex", LG_ARGS(lg_num("strength", 4), lg_num("core", 0.3))));
      lg_id id = wind ? must(w, lg_add(w, "field.drag",
                                       LG_ARGS(lg_num("coefficient", 0.7), lg_ref("wind", air))))
                      : must(w, lg_add(w, "field.drag", LG_ARGS(lg_num("coefficient", 0.7))));
      for (int i = 0; i < 30; i++) {
        double p[3], v[3], u[3] = {0, 0, 0}, a[3], m = 0.5 + i;
        some_point(i, dim, p);
        some_point(i + 50, dim, v);
        if (wind) assert_true(sample_at(w, air, p, NULL, 0, u));
        assert_true(sample_at(w, id, p, v, m, a));
        for (int k = 0; k < dim; k++) assert_near(a[k], -0.7 * (v[k] - u[k]) / m, 1e-6);
      }
      blocks_agree(w, id, true);
      lg_world_free(w);
    }
}

/* It has no value where there is no velocity, and its wind must be a vector. */
static void it_needs_velocities(void **state) {
  (void)state;
  lg_world *w = space(2, -1, 1, 0.1);
  lg_id id = must(w, lg_add(w, "field.drag", LG_NO_ARGS));
  double p[3] = {0, 0, 0}, a[3];
  assert_false(sample_at(w, id, p, NULL, 0, a));
  assert_int_equal(lg_add(w, "field.drag", LG_ARGS(lg_num("coefficient", -1))), 0);
  lg_world_free(w);
}

/* A wind that a drag names blows only there; its rate c / m bounds the step, so that even a very
   strong drag is stable. */
static void strong_drag_is_stable(void **state) {
  (void)state;
  lg_world *w = space(2, -1, 1, 0.1);
  lg_id air = must(w, lg_add(w, "field.constant", LG_ARGS(lg_vec2("value", 0.25, 0))));
  double m = 1000 * 0.1 * 0.1;
  must(w, lg_add(w, "field.drag", LG_ARGS(lg_num("coefficient", 500 * m), lg_ref("wind", air))));
  float x[3] = {-0.9f, 0, 0}, v[3] = {0, 0, 0};
  assert_true(lg_particle_add(w, x, v) >= 0);
  for (int i = 0; i < 30; i++) {
    step(w, 1 / 30.0);
    double u = (double)lg_column(w, "velocity").c[0][0];
    if (u < 0 || u > 0.2501) fail_msg("frame %d: %g m/s in a wind of 0.25 m/s", i, u);
  }
  assert_near(lg_column(w, "velocity").c[0][0], 0.25, 1e-4);
  assert_true(lg_world_stats(w)->substeps >= 30);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_formula),
                                     cmocka_unit_test(it_needs_velocities),
                                     cmocka_unit_test(strong_drag_is_stable)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
