/* shape.union against brute force: exact outside, a bound inside. */
#include "shape/pair.h"

static bool inside(const double p[3]) { return in_ball(p) || in_cube(p); }
static bool keep(const double p[3], bool of_ball) { return of_ball ? !in_cube(p) : !in_ball(p); }

static void brute_force(void **state) {
  (void)state;
  for (dims = 2; dims <= 3; dims++) {
    lg_world *w = space(dims, -2, 2, 0.1);
    lg_arg both = lg_ref("shapes", add_ball(w));
    both.ref[both.n++] = add_cube(w);
    lg_id id = must(w, lg_add(w, "shape.union", LG_ARGS(both)));
    cloud c = pair_surface(pair_step(), keep);
    check_shape(w, id, &c, 1.5 * pair_step(), inside, SIDE_OUTER);
    check_box(w, id, &c, 0.005);
    cloud_free(&c);
    lg_world_free(w);
  }
}

/* Boxes: none of one is missing, and one without a box leaves the union without. */
static void without_a_box(void **state) {
  (void)state;
  dims = 2;
  lg_world *w = space(2, -2, 2, 0.1);
  float min[3], max[3];
  lg_arg both = lg_ref("shapes", add_ball(w));
  both.ref[both.n++] = must(w, lg_add(w, "shape.plane", LG_NO_ARGS));
  assert_false(lg_extent(w, must(w, lg_add(w, "shape.union", LG_ARGS(both))), min, max));
  both.n = 0;
  refused(w, "shape.union", LG_ARGS(both), "shapes");
  refused(w, "shape.union", LG_NO_ARGS, "shapes");
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(brute_force),
                                     cmocka_unit_test(without_a_box)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
