/* shape.complement: the distance with its sign turned, of a shape that has a pose of its own; it
   has no box. */
#include "shape/shapes.h"

static void the_sign_is_turned(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, -2, 2, 0.1);
    lg_id box = must(
        w, lg_add(w, "shape.box",
                  LG_ARGS(turned("rotation", dim, 0.7), point("translation", dim, 0.2, 0.1, 0))));
    lg_id id = must(w, lg_add(w, "shape.complement", LG_ARGS(lg_ref("shape", box))));
    float min[3], max[3];
    for (int i = 0; i < 100; i++) {
      double p[3];
      probe(i, dim, p);
      assert_near(distance_at(w, id, p[0], p[1], p[2]), -distance_at(w, box, p[0], p[1], p[2]), 0);
    }
    assert_false(lg_extent(w, id, min, max));
    refused(w, "shape.complement", LG_NO_ARGS, "shape");
    lg_world_free(w);
  }
}

/* Nested poses: the complement's own comes after the box's. */
static void poses_nest(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.1);
  lg_id box =
      must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 1, 2), lg_vec2("translation", 1, 0))));
  lg_id id = must(w, lg_add(w, "shape.complement",
                            LG_ARGS(lg_ref("shape", box), lg_num("rotation", acos(-1) / 2),
                                    lg_vec2("translation", 0, -1))));
  /* (x, y) of the box goes to (x + 1, y), then to (-y, x + 1), then to (-y, x): 0 <= -X <= 2 and 0
     <= Y <= 1 is outside */
  assert_near(distance_at(w, id, -1, 0.5, 0), 0.5, 1e-6);
  assert_near(distance_at(w, id, 0.25, 0.5, 0), -0.25, 1e-6);
  assert_near(distance_at(w, id, -1, 1.5, 0), -0.5, 1e-6);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_sign_is_turned),
                                     cmocka_unit_test(poses_nest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
