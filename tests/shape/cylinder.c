/* shape.cylinder against brute force over its side and its ends. */
#include "shape/shapes.h"

static double a[3], b[3], radius = 0.35, axis[3], across[2][3], size;
static int dims;

static void set_up(int dim) {
  static const double from[3] = {-0.5, -0.3, 0.2}, to[3] = {0.4, 0.5, -0.4};
  double d2 = 0;
  dims = dim;
  for (int k = 0; k < 3; k++) {
    a[k] = k < dim ? from[k] : 0;
    b[k] = k < dim ? to[k] : 0;
    d2 += (b[k] - a[k]) * (b[k] - a[k]);
  }
  size = sqrt(d2);
  for (int k = 0; k < 3; k++) axis[k] = (b[k] - a[k]) / size;
  /* two directions across the axis: one in the plane, one completing it */
  double flat = hypot(axis[0], axis[1]);
  across[0][0] = -axis[1] / flat;
  across[0][1] = axis[0] / flat;
  across[0][2] = 0;
  across[1][0] = -axis[2] * across[0][1];
  across[1][1] = axis[2] * across[0][0];
  across[1][2] = flat;
}

static bool inside(const double p[3]) {
  double u = 0, r2 = 0;
  for (int k = 0; k < 3; k++) u += (p[k] - a[k]) * axis[k];
  for (int k = 0; k < 3; k++) r2 += pow(p[k] - a[k] - u * axis[k], 2);
  return u >= 0 && u <= size && sqrt(r2) <= radius;
}

static void put(cloud *c, double u, double r, double turn) {
  double p[3], s = dims == 3 ? sin(turn) : 0;
  for (int k = 0; k < 3; k++)
    p[k] = a[k] + u * axis[k] + r * (cos(turn) * across[0][k] + s * across[1][k]);
  cloud_add(c, p[0], p[1], p[2]);
}

static cloud surface(int n) { /* n points along each line, around or to and fro */
  cloud c = {0, 0, NULL};
  double pi = acos(-1);
  for (int i = 0; i <= n; i++)
    for (int j = 0; j < (dims == 3 ? 2 * n : 2); j++) {
      double turn = dims == 3 ? pi * j / n : pi * j;
      put(&c, size * i / n, radius, turn);
      put(&c, 0, radius * i / n, turn);
      put(&c, size, radius * i / n, turn);
    }
  return c;
}

static void brute_force(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    set_up(dim);
    int n = dim == 2 ? 1500 : 70;
    lg_world *w = space(dim, -2, 2, 0.1);
    lg_id id = must(
        w, lg_add(w, "shape.cylinder",
                  LG_ARGS(corner("a", dim, a), corner("b", dim, b), lg_num("radius", radius))));
    cloud c = surface(n);
    check_shape(w, id, &c, 1.5 * size / n, inside, SIDES_BOTH);
    check_box(w, id, &c, 1e-3);
    cloud_free(&c);
    lg_world_free(w);
  }
}

static void refusals(void **state) {
  (void)state;
  lg_world *w = space(3, -2, 2, 0.1);
  refused(w, "shape.cylinder", LG_ARGS(lg_vec3("a", 1, 1, 1), lg_vec3("b", 1, 1, 1)), "axis");
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(brute_force), cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
