/* shape.box against brute force over its faces. */
#include "shape/shapes.h"

static const double low[3] = {-0.7, -0.3, -0.5}, high[3] = {0.4, 0.9, 0.6};
static int dims;

static bool inside(const double p[3]) {
  for (int k = 0; k < dims; k++)
    if (p[k] < low[k] || p[k] > high[k]) return false;
  return true;
}

static cloud faces(int dim, double step) {
  cloud c = {0, 0, NULL};
  for (int axis = 0; axis < dim; axis++)
    for (int side = 0; side < 2; side++) {
      int j = (axis + 1) % dim, k = (axis + 2) % dim, n = (int)ceil((high[j] - low[j]) / step),
          m = dim == 3 ? (int)ceil((high[k] - low[k]) / step) : 0;
      for (int a = 0; a <= n; a++)
        for (int b = 0; b <= m; b++) {
          double p[3] = {0, 0, 0};
          p[axis] = side ? high[axis] : low[axis];
          p[j] = low[j] + (high[j] - low[j]) * a / n;
          if (m) p[k] = low[k] + (high[k] - low[k]) * b / m;
          cloud_add(&c, p[0], p[1], p[2]);
        }
    }
  return c;
}

static void brute_force(void **state) {
  (void)state;
  for (dims = 2; dims <= 3; dims++) {
    double step = dims == 2 ? 0.001 : 0.02;
    lg_world *w = space(dims, -2, 2, 0.1);
    lg_id id = must(
        w, lg_add(w, "shape.box", LG_ARGS(corner("min", dims, low), corner("max", dims, high))));
    cloud c = faces(dims, step);
    check_shape(w, id, &c, step * 1.5, inside, SIDES_BOTH);
    check_box(w, id, &c, 1e-6);
    cloud_free(&c);
    lg_world_free(w);
  }
}

/* Closed forms: corner, edge, face, middle; and a pose: the same box turned by a quarter about the
   origin, then moved. */
static void by_hand(void **state) {
  (void)state;
  lg_world *w = space(3, -2, 2, 0.1);
  lg_id id =
      must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec3("min", 0, 0, 0), lg_vec3("max", 1, 2, 3))));
  assert_near(distance_at(w, id, -1, -2, -2), 3, 1e-6);
  assert_near(distance_at(w, id, 4, 6, 1), 5, 1e-6);
  assert_near(distance_at(w, id, 0.5, -0.25, 1), 0.25, 1e-6);
  assert_near(distance_at(w, id, 0.5, 1, 1.5), -0.5, 1e-6);
  assert_near(distance_at(w, id, 0.9, 1, 2.5), -0.1, 1e-6);
  lg_id turned_box =
      must(w, lg_add(w, "shape.box",
                     LG_ARGS(lg_vec3("min", 0, 0, 0), lg_vec3("max", 1, 2, 3),
                             lg_vec3("rotation", 0, 0, acos(-1) / 2),
                             lg_vec3("translation", 10, 0, 0)))); /* (x, y) to (10 - y, x) */
  assert_near(distance_at(w, turned_box, 7, 0.5, 1), 1, 1e-6);
  assert_near(distance_at(w, turned_box, 9, 0.25, 1), -0.25, 1e-6);
  lg_world_free(w);
}

static void refusals(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.1);
  refused(w, "shape.box", LG_ARGS(lg_vec2("min", 0, 1), lg_vec2("max", 1, 1)), "max.y");
  refused(w, "shape.box", LG_ARGS(lg_vec2("min", 2, 0)), "max.x");
  lg_id id = must(w, lg_add(w, "shape.box", LG_NO_ARGS));
  assert_false(lg_set(w, id, LG_ARGS(lg_vec2("max", -1, 1))));
  assert_near(distance_at(w, id, 0.5, 0.5, 0), -0.5, 0); /* nothing half done */
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(brute_force), cmocka_unit_test(by_hand),
                                     cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
