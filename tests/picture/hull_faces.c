/* Faces of meshes as hulls: areas, normals, bounds and poses against closed forms. */
#include "files.h"
#include "world.h"

#include <stdio.h>

static double area(const lg_contour *c) {
  double sum = 0;
  for (size_t f = 0; f < c->faces; f++) {
    const float(*p)[3] = (const float(*)[3])(c->corner + 4 * f);
    double a[3], b[3], n[3];
    for (int k = 0; k < 3; k++) {
      a[k] = (double)p[1][k] - (double)p[0][k];
      b[k] = (double)p[2][k] - (double)p[0][k];
    }
    for (int k = 0; k < 3; k++)
      n[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
    sum += 0.5 * sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  }
  return sum;
}

/* Normals are unit, and none is farther than `most` (sine) from what they should be. */
typedef void ideal_fn(const float p[3], const float face[3], float n[3]);
static void check_normals(const lg_contour *c, ideal_fn *ideal, double most) {
  for (size_t i = 0; i < 4 * c->faces; i++) {
    const float *n = c->normal[i];
    float want[3], off = 0;
    ideal(c->corner[i], n, want);
    for (int k = 0; k < 3; k++) off += (n[k] - want[k]) * (n[k] - want[k]);
    assert_float_equal(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-5);
    assert_true((double)sqrtf(off) <= most);
  }
}

/* Of a box: along an axis. */
static void axis_of(const float p[3], const float n[3], float out[3]) {
  (void)p;
  for (int k = 0; k < 3; k++) out[k] = fabsf(n[k]) > 0.5f ? copysignf(1, n[k]) : 0;
}
/* Of a ball about (1, 1, 1): away from there. */
static void radius_of(const float p[3], const float n[3], float out[3]) {
  float length = 0;
  (void)n;
  for (int k = 0; k < 3; k++) length += (p[k] - 1) * (p[k] - 1);
  for (int k = 0; k < 3; k++) out[k] = (p[k] - 1) / sqrtf(length);
}

static lg_world *world_with(const char *obj, lg_bounds bounds) {
  lg_world_def def = lg_default_world();
  def.bounds = bounds;
  def.spacing = 0.1f;
  def.threads = 1;
  static memory_file files[2];
  files[0] = (memory_file){"a.obj", obj};
  def.read = read_memory;
  def.read_user = files;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("%s", def.error);
  return w;
}

static lg_id mesh(lg_world *w, const lg_arg pose, const lg_arg *solid) {
  lg_id shape = world_add(w, "shape.mesh", LG_ARGS(lg_text("file", "a.obj"), pose));
  lg_arg args[4] = {lg_ref("shape", shape)};
  int n = 1;
  for (; solid && solid->name; solid++) args[n++] = *solid;
  args[n] = lg_end();
  return world_add(w, "collider.solid", args);
}

static const char box[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                          "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

/* A box keeps its edges, and its area is that of its sides; half outside of the bounds it is cut
   there, and open. */
static void boxes(void **state) {
  (void)state;
  const struct { double x, area; } cases[] = {{0.5, 6}, {2.5, 1 + 4 * 0.5}, {-0.25, 1 + 4 * 0.75}};
  for (int i = 0; i < 3; i++) {
    lg_world *w = world_with(box, lg_bounds3(0, 0, 0, 3, 3, 3));
    mesh(w, lg_vec3("translation", cases[i].x, 0.5, 0.75), NULL);
    lg_hulls h = {0};
    assert_true(lg_hulls_take(&h, w));
    const lg_contour *c = &h.hull[0].contour;
    assert_float_equal(area(c), cases[i].area, 1e-4);
    check_normals(c, axis_of, 1e-5);
    for (size_t k = 0; k < 4 * c->faces; k++)
      for (int a = 0; a < 3; a++) assert_true(c->corner[k][a] >= 0 && c->corner[k][a] <= 3);
    lg_hulls_free(&h);
    lg_world_free(w);
  }
}

/* A ball of 24 x 12 faces looks round: its normals are those of the ball within 2 degrees, where
   those of its faces are 7 degrees off. */
static void ball(void **state) {
  (void)state;
  enum { ROUND = 24, DOWN = 12 };
  static char obj[40000];
  size_t at = (size_t)snprintf(obj, sizeof obj, "v 0 0.5 0\nv 0 -0.5 0\n");
  for (int j = 1; j < DOWN; j++)
    for (int i = 0; i < ROUND; i++) {
      double t = 3.14159265358979 * j / DOWN, p = 2 * 3.14159265358979 * i / ROUND;
      at += (size_t)snprintf(obj + at, sizeof obj - at, "v %.7f %.7f %.7f\n", 0.5 * sin(t) * cos(p),
                             0.5 * cos(t), 0.5 * sin(t) * sin(p));
    }
  for (int i = 0; i < ROUND; i++) {
    int k = (i + 1) % ROUND, last = 3 + (DOWN - 2) * ROUND;
    at += (size_t)snprintf(obj + at, sizeof obj - at, "f 1 %d %d\nf 2 %d %d\n", 3 + k, 3 + i,
                           last + i, last + k);
    for (int j = 0; j < DOWN - 2; j++)
      at += (size_t)snprintf(obj + at, sizeof obj - at, "f %d %d %d %d\n", 3 + j * ROUND + i,
                             3 + j * ROUND + k, 3 + (j + 1) * ROUND + k, 3 + (j + 1) * ROUND + i);
  }
  lg_world *w = world_with(obj, lg_bounds3(0, 0, 0, 3, 3, 3));
  mesh(w, lg_vec3("translation", 1, 1, 1), NULL);
  lg_hulls h = {0};
  assert_true(lg_hulls_take(&h, w));
  check_normals(&h.hull[0].contour, radius_of, 0.035);
  assert_int_equal(h.hull[0].contour.faces, 2 * ROUND + 2 * ROUND * (DOWN - 2));
  lg_hulls_free(&h);
  lg_world_free(w);
}

/* Shape and collider turned and moved: the corners lie where the core's distance says that the
   surface is, and the faces go with the collider. */
static void posed(void **state) {
  (void)state;
  lg_world *w = world_with(box, lg_bounds3(-3, -3, -3, 3, 3, 3));
  lg_arg solid[] = {lg_vec3("translation", 0.3, -0.2, 0.4), lg_vec3("rotation", 0.3, 1.1, -0.4),
                    lg_end()};
  lg_id id = mesh(w, lg_vec3("rotation", -0.7, 0.2, 0.5), solid);
  lg_hulls h = {0};
  for (int i = 0; i < 2; i++) {
    assert_true(lg_hulls_take(&h, w));
    const lg_contour *c = &h.hull[0].contour;
    assert_float_equal(area(c), 6, 1e-3);
    float extent[2][3] = {{9, 9, 9}, {-9, -9, -9}}, min[3], max[3];
    for (size_t k = 0; k < 4 * c->faces; k++) {
      assert_true(fabsf(lg_distance(w, id, c->corner[k])) < 0.03f);
      for (int a = 0; a < 3; a++) {
        extent[0][a] = fminf(extent[0][a], c->corner[k][a]);
        extent[1][a] = fmaxf(extent[1][a], c->corner[k][a]);
      }
    }
    assert_true(lg_extent(w, id, min, max));
    for (int a = 0; a < 3; a++) assert_true(extent[0][a] >= min[a] && extent[1][a] <= max[a]);
    assert_true(lg_set(w, id, LG_ARGS(lg_vec3("rotation", 2, 0, 1))));
  }
  lg_hulls_free(&h);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes), cmocka_unit_test(ball),
                                     cmocka_unit_test(posed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
