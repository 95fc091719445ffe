/* shape.sphere: its closed form in double, and its box. */
#include "shape/shapes.h"

static void closed_form(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, -2, 2, 0.1);
    double c[3] = {0.3, -0.2, dim == 3 ? 0.4 : 0}, r = 0.8;
    lg_id id =
        must(w, lg_add(w, "shape.sphere",
                       LG_ARGS(point("center", dim, c[0], c[1], c[2]), lg_num("radius", r))));
    for (int i = 0; i < 200; i++) {
      double p[3];
      probe(i, dim, p);
      double d[3] = {p[0] - c[0], p[1] - c[1], p[2] - c[2]};
      assert_near(distance_at(w, id, p[0], p[1], p[2]),
                  sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - r, 1e-6);
    }
    float min[3], max[3];
    assert_true(lg_extent(w, id, min, max));
    for (int k = 0; k < 3; k++) {
      assert_near(min[k], k < dim ? c[k] - r : 0, 1e-6);
      assert_near(max[k], k < dim ? c[k] + r : 0, 1e-6);
    }
    refused(w, "shape.sphere", LG_ARGS(lg_num("radius", 0)), "radius");
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(closed_form)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
