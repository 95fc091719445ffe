/* shape.intersection against brute force: exact inside, a bound outside. */
#include "shape/pair.h"

static bool inside(const double p[3]) { return in_ball(p) && in_cube(p); }
static bool keep(const double p[3], bool of_ball) { return of_ball ? in_cube(p) : in_ball(p); }

static void brute_force(void **state) {
  (void)state;
  for (dims = 2; dims <= 3; dims++) {
    lg_world *w = space(dims, -2, 2, 0.1);
    lg_arg both = lg_ref("shapes", add_ball(w));
    both.ref[both.n++] = add_cube(w);
    lg_id id = must(w, lg_add(w, "shape.intersection", LG_ARGS(both)));
    cloud c = pair_surface(pair_step(), keep);
    check_shape(w, id, &c, 1.5 * pair_step(), inside, SIDE_INNER);
    float min[3], max[3];
    assert_true(lg_extent(w, id, min, max));
    for (int k = 0; k < dims; k++) { /* the overlap of the boxes */
      assert_near(min[k], fmax(ball_at[k] - BALL, -CUBE), 1e-6);
      assert_near(max[k], fmin(ball_at[k] + BALL, CUBE), 1e-6);
    }
    cloud_free(&c);
    lg_world_free(w);
  }
}

/* Half a ball has the ball's box although the half-space has none; what does not overlap has a box
   of no size. */
static void boxes(void **state) {
  (void)state;
  dims = 2;
  lg_world *w = space(2, -2, 2, 0.1);
  float min[3], max[3];
  lg_arg both = lg_ref("shapes", must(w, lg_add(w, "shape.plane", LG_NO_ARGS)));
  both.ref[both.n++] = add_ball(w);
  assert_true(lg_extent(w, must(w, lg_add(w, "shape.intersection", LG_ARGS(both))), min, max));
  assert_near(min[1], ball_at[1] - BALL, 1e-6);
  lg_arg apart = lg_ref("shapes", cube(w, -1, -0.5));
  apart.ref[apart.n++] = cube(w, 0.5, 1);
  assert_true(lg_extent(w, must(w, lg_add(w, "shape.intersection", LG_ARGS(apart))), min, max));
  assert_near(max[0] - min[0], 0, 0);
  refused(w, "shape.intersection", LG_NO_ARGS, "shapes");
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(brute_force), cmocka_unit_test(boxes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
