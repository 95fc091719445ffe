/* shape.difference against brute force: exact inside, a bound outside; its box is that of what is
   cut. */
#include "shape/pair.h"

static bool inside(const double p[3]) { return in_cube(p) && !in_ball(p); }
static bool keep(const double p[3], bool of_ball) { return of_ball ? in_cube(p) : !in_ball(p); }

static void brute_force(void **state) {
  (void)state;
  for (dims = 2; dims <= 3; dims++) {
    lg_world *w = space(dims, -2, 2, 0.1);
    lg_id id = must(w, lg_add(w, "shape.difference",
                              LG_ARGS(lg_ref("shape", add_cube(w)), lg_ref("minus", add_ball(w)))));
    cloud c = pair_surface(pair_step(), keep);
    check_shape(w, id, &c, 1.5 * pair_step(), inside, SIDE_INNER);
    float min[3], max[3];
    assert_true(lg_extent(w, id, min, max));
    assert_near(min[0], -CUBE, 0);
    assert_near(max[1], CUBE, 0);
    cloud_free(&c);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(brute_force)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
