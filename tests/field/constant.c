/* field.constant: the same vector everywhere, and as an acceleration what gravity is. */
#include "field/fields.h"

static void the_same_everywhere(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, -1, 1, 0.1);
    lg_id id = must(w, lg_add(w, "field.constant", LG_ARGS(point("value", dim, 0.5, -2, 7))));
    for (int i = 0; i < 20; i++) {
      double p[3], f[3];
      some_point(i, dim, p);
      assert_true(sample_at(w, id, p, NULL, 0, f));
      assert_true(f[0] == 0.5 && f[1] == -2 && f[2] == (dim == 3 ? 7 : 0));
    }
    assert_int_equal(lg_field_components(w, id), dim);
    lg_world_free(w);
  }
}

/* x = a t^2 / 2, beside gravity. */
static void it_accelerates(void **state) {
  (void)state;
  lg_world_def def = space_def(2, -5, 5, 0.1);
  def.gravity[1] = -3;
  lg_world *w = space_of(def);
  must(w, lg_add(w, "field.constant", LG_ARGS(lg_vec2("value", 2, 1))));
  float x[3] = {0, 0, 0}, v[3] = {0, 0, 0};
  assert_true(lg_particle_add(w, x, v) >= 0);
  for (int i = 0; i < 60; i++) step(w, 1 / 60.0);
  assert_near(lg_column(w, "position").c[0][0], 1, 1e-5);
  assert_near(lg_column(w, "position").c[1][0], -1, 1e-5);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_everywhere),
                                     cmocka_unit_test(it_accelerates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
