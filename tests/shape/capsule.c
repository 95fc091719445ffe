/* shape.capsule: the least distance to very many balls along its segment, in double. */
#include "shape/shapes.h"

static void a_string_of_balls(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, -2, 2, 0.1);
    double a[3] = {-0.6, -0.2, 0}, b[3] = {0.5, 0.4, 0}, r = 0.3;
    if (dim == 3) {
      a[2] = 0.3;
      b[2] = -0.5;
    }
    lg_id id =
        must(w, lg_add(w, "shape.capsule",
                       LG_ARGS(corner("a", dim, a), corner("b", dim, b), lg_num("radius", r))));
    cloud line = {0, 0, NULL}, ends = {0, 0, NULL};
    for (int i = 0; i <= 4000; i++) {
      double t = i / 4000.0;
      cloud_add(&line, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]),
                a[2] + t * (b[2] - a[2]));
    }
    for (int i = 0; i < 200; i++) {
      double p[3];
      probe(i, dim, p);
      assert_near(distance_at(w, id, p[0], p[1], p[2]), cloud_distance(&line, p) - r, 3e-6);
    }
    for (int k = 0; k < dim; k++) /* the points of the round ends that reach farthest */
      for (int side = -1; side <= 1; side += 2) {
        double off[3] = {0, 0, 0};
        off[k] = side * r;
        cloud_add(&ends, a[0] + off[0], a[1] + off[1], a[2] + off[2]);
        cloud_add(&ends, b[0] + off[0], b[1] + off[1], b[2] + off[2]);
      }
    check_box(w, id, &ends, 1e-6);
    cloud_free(&line);
    cloud_free(&ends);
    lg_world_free(w);
  }
}

static void equal_ends_make_a_ball(void **state) {
  (void)state;
  lg_world *w = space(3, -2, 2, 0.1);
  lg_id id =
      must(w, lg_add(w, "shape.capsule",
                     LG_ARGS(lg_vec3("a", 1, 0, 0), lg_vec3("b", 1, 0, 0), lg_num("radius", 0.5))));
  assert_near(distance_at(w, id, 1, 0, 2), 1.5, 1e-6);
  assert_near(distance_at(w, id, 1, 0, 0), -0.5, 1e-6);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_string_of_balls),
                                     cmocka_unit_test(equal_ends_make_a_ball)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
