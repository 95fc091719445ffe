/* shape.plane: n . (p - point) with a normal of any length; solid behind it, without a box. */
#include "shape/shapes.h"

static void closed_form(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, -2, 2, 0.1);
    double n[3] = {0.6, -0.8, 0}, at[3] = {0.2, 0.1, 0};
    if (dim == 3) {
      n[0] = 2 / 3.0;
      n[1] = -1 / 3.0;
      n[2] = 2 / 3.0;
      at[2] = -0.3;
    }
    lg_id id = must(w, lg_add(w, "shape.plane",
                              LG_ARGS(corner("point", dim, at),
                                      point("normal", dim, 7 * n[0], 7 * n[1], 7 * n[2]))));
    for (int i = 0; i < 200; i++) {
      double p[3];
      probe(i, dim, p);
      double d = n[0] * (p[0] - at[0]) + n[1] * (p[1] - at[1]) + n[2] * (p[2] - at[2]);
      assert_near(distance_at(w, id, p[0], p[1], p[2]), d, 1e-6);
    }
    float min[3], max[3];
    assert_false(lg_extent(w, id, min, max));
    refused(w, "shape.plane", LG_ARGS(point("normal", dim, 0, 0, 0)), "normal");
    lg_world_free(w);
  }
}

/* The default is a floor through the origin: below is solid. */
static void the_default_is_a_floor(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.1);
  lg_id id = must(w, lg_add(w, "shape.plane", LG_NO_ARGS));
  assert_near(distance_at(w, id, 1, -0.25, 0), -0.25, 0);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(closed_form),
                                     cmocka_unit_test(the_default_is_a_floor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
