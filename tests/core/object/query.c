/* Distances, boxes and samples, with poses and nesting. */
#include "core/small.h"

static uint32_t dice = 1;
static double roll(double lo, double hi) {
  dice = dice * 1664525u + 1013904223u;
  return lo + (hi - lo) * (double)(dice >> 8) / 16777216.0;
}

static lg_id must(const lg_world *w, lg_id id) {
  if (!id) fail_msg("refused: %s", lg_error(w));
  return id;
}

/* Signed distance of an axis-parallel box, in double. */
static double box_distance(const double lo[3], const double hi[3], const double p[3], int dim) {
  double out = 0, in = -1e9;
  for (int k = 0; k < dim; k++) {
    double q = fmax(lo[k] - p[k], p[k] - hi[k]);
    out += fmax(q, 0) * fmax(q, 0);
    in = fmax(in, q);
  }
  return out > 0 ? sqrt(out) : in;
}

/* A turned and moved box in 2-D: its distance at R(a) x + t is that of the plain box at x. */
static void poses_turn_then_move(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  const double lo[3] = {-0.2, -0.1, 0}, hi[3] = {0.4, 0.3, 0}, a = 0.7, t[2] = {0.5, -0.25};
  lg_id box = must(w, lg_add(w, "shape.box",
                             LG_ARGS(lg_vec2("min", -0.2, -0.1), lg_vec2("max", 0.4, 0.3),
                                     lg_num("rotation", a), lg_vec2("translation", t[0], t[1]))));
  for (int i = 0; i < 1000; i++) {
    double x[3] = {roll(-1, 1), roll(-1, 1), 0};
    double y[2] = {cos(a) * x[0] - sin(a) * x[1] + t[0], sin(a) * x[0] + cos(a) * x[1] + t[1]};
    float p[3] = {(float)y[0], (float)y[1], 0.9f}; /* there is no z */
    assert_float_equal((double)lg_distance(w, box, p), box_distance(lo, hi, x, 2), 1e-6);
  }
  /* the kept matrix follows */
  assert_true(lg_set(w, box, LG_ARGS(lg_num("rotation", 0), lg_vec2("translation", 0, 0))));
  assert_float_equal((double)lg_distance(w, box, (const float[3]){1.4f, 0, 0}), 1, 1e-6);
  lg_world_free(w);
}

/* The same in 3-D with an axial vector, nested in a union with a pose of its own, on a collider
   with a third one: the poses apply from the inside out. The turns about z and x are written out by
   hand. */
static void poses_nest(void **state) {
  (void)state;
  lg_world *w = small_world(3);
  const double lo[3] = {-0.2, -0.1, -0.3}, hi[3] = {0.4, 0.3, 0.1}, a = 0.5, b = -0.8, c = 0.3;
  lg_id box =
      must(w, lg_add(w, "shape.box",
                     LG_ARGS(lg_vec3("min", -0.2, -0.1, -0.3), lg_vec3("max", 0.4, 0.3, 0.1),
                             lg_vec3("rotation", 0, 0, a), lg_vec3("translation", 0.1, 0.2, 0.3))));
  lg_id both = must(w, lg_add(w, "shape.union",
                              LG_ARGS(lg_ref("shapes", box), lg_vec3("rotation", b, 0, 0),
                                      lg_vec3("translation", -0.1, 0, 0.2))));
  lg_id solid = must(w, lg_add(w, "collider.solid",
                               LG_ARGS(lg_ref("shape", both), lg_vec3("rotation", 0, 0, c),
                                       lg_vec3("translation", 0, 0.4, 0))));
  for (int i = 0; i < 1000; i++) {
    double x[3] = {roll(-1, 1), roll(-1, 1), roll(-1, 1)};
    double y[3] = {cos(a) * x[0] - sin(a) * x[1] + 0.1, sin(a) * x[0] + cos(a) * x[1] + 0.2,
                   x[2] + 0.3};
    double z[3] = {y[0] - 0.1, cos(b) * y[1] - sin(b) * y[2], sin(b) * y[1] + cos(b) * y[2] + 0.2};
    float p[3] = {(float)(cos(c) * z[0] - sin(c) * z[1]),
                  (float)(sin(c) * z[0] + cos(c) * z[1] + 0.4), (float)z[2]};
    assert_float_equal((double)lg_distance(w, solid, p), box_distance(lo, hi, x, 3), 2e-6);
  }
  lg_world_free(w);
}

/* The box of a posed shape holds every point of it (200000 tried), and is not loose: some come near
   each side. */
static void boxes_hold_their_shapes(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = small_world(dim);
    lg_arg turn = dim == 2 ? lg_num("rotation", 0.6) : lg_vec3("rotation", 0.3, -0.5, 0.6);
    lg_arg move = dim == 2 ? lg_vec2("translation", 0.2, -0.1)
                           : lg_vec3("translation", 0.2, -0.1, 0.3);
    lg_arg to = dim == 2 ? lg_vec2("max", 0.5, 0.9) : lg_vec3("max", 0.5, 0.9, 0.7);
    lg_id box = must(w, lg_add(w, "shape.box", LG_ARGS(to, turn, move)));
    lg_id solid = must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box), turn, move)));
    const lg_id ids[] = {box, solid};
    for (int s = 0; s < 2; s++) {
      float lo[3], hi[3], least[3] = {9, 9, 9}, most[3] = {-9, -9, -9};
      assert_true(lg_extent(w, ids[s], lo, hi));
      for (int i = 0; i < 200000; i++) {
        float p[3] = {0, 0, 0};
        for (int k = 0; k < dim; k++) p[k] = (float)roll(-2, 2);
        if (lg_distance(w, ids[s], p) > 0) continue;
        for (int k = 0; k < dim; k++) {
          assert_true(p[k] >= lo[k] - 1e-6f && p[k] <= hi[k] + 1e-6f);
          least[k] = lg_minf(least[k], p[k]);
          most[k] = lg_maxf(most[k], p[k]);
        }
      }
      if (dim == 2) assert_true(lo[2] == 0 && hi[2] == 0);
      /* the collider's box is around a box: it may be loose */
      for (int k = 0; s == 0 && k < dim; k++)
        assert_true(least[k] < lo[k] + 0.12f && most[k] > hi[k] - 0.12f);
    }
    lg_world_free(w);
  }
}

/* The nearest point of shape or collider `id` to p: as far away as the distance says, on the
   surface, and a little beyond it along the normal one is outside. Where the distance is exact that
   is the definition of the nearest point. */
static void check_closest(const lg_world *w, lg_id id, const float p[3], bool convex) {
  float q[3], n[3], beyond[3], way2 = 0, d = lg_distance(w, id, p);
  if (!lg_closest(w, id, p, q, n))
    fail_msg("no nearest point to %g %g %g", (double)p[0], (double)p[1], (double)p[2]);
  for (int k = 0; k < 3; k++) {
    way2 += (p[k] - q[k]) * (p[k] - q[k]);
    beyond[k] = q[k] + 0.01f * n[k];
  }
  if (fabsf(sqrtf(way2) - fabsf(d)) > 2e-3f)
    fail_msg("%g %g %g: distance %g, but the nearest point is %g away", (double)p[0], (double)p[1],
             (double)p[2], (double)d, (double)sqrtf(way2));
  assert_float_equal((double)lg_distance(w, id, q), 0, 1e-4);
  assert_true(lg_distance(w, id, beyond) > 0);
  /* in a hollow corner another face is nearer */
  if (convex) assert_float_equal((double)lg_distance(w, id, beyond), 0.01, 1e-3);
  assert_float_equal((double)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), 1, 1e-5);
}

static void closest_points(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = small_world(dim);
    lg_arg min = lg_vec3("min", -0.5, -0.3, -0.4), max = lg_vec3("max", 0.4, 0.6, 0.2),
           at = lg_vec3("translation", 0.3, -0.2, 0.1);
    lg_arg a = lg_vec3("a", -0.4, 0.1, 0), b = lg_vec3("b", 0.5, 0.3, 0.2),
           from = lg_vec3("point", 0.1, -0.2, 0);
    lg_arg normal = lg_vec3("normal", 1, 2, 0),
           turn = dim == 2 ? lg_num("rotation", 0.6) : lg_vec3("rotation", 0.2, -0.3, 0.6);
    min.n = max.n = at.n = a.n = b.n = from.n = normal.n = dim;
    lg_id box = must(w, lg_add(w, "shape.box", LG_ARGS(min, max, turn)));
    lg_id ids[] = {box,
                   must(w, lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.7)))),
                   must(w, lg_add(w, "shape.capsule", LG_ARGS(a, b, lg_num("radius", 0.3)))),
                   must(w, lg_add(w, "shape.cylinder", LG_ARGS(a, b, lg_num("radius", 0.3)))),
                   must(w, lg_add(w, "shape.plane", LG_ARGS(from, normal))),
                   must(w, lg_add(w, "shape.complement", LG_ARGS(lg_ref("shape", box)))),
                   must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box), at)))};
    for (size_t s = 0; s < sizeof ids / sizeof *ids; s++)
      for (int i = 0; i < 300; i++) {
        const float p[3] = {(float)roll(-1.8, 1.8), (float)roll(-1.8, 1.8),
                            dim == 3 ? (float)roll(-1.8, 1.8) : 0};
        check_closest(w, ids[s], p, s != 5);
      }
    const float middle[3] = {0, 0, 0};
    check_closest(w, ids[1], middle, true); /* every point is as near */
    float q[3], n[3];
    assert_true(lg_closest(w, ids[1], (const float[3]){0, -2, 0}, q, n)); /* in closed form */
    assert_float_equal((double)q[1], -0.7, 1e-4);
    assert_float_equal((double)n[1], -1, 1e-4);
    assert_false(lg_closest(w, 0, middle, q, n));
    lg_world_free(w);
  }
}

/* Planes have no box; what is gone is 1e30 m away and has none either. */
static void nothing_has_no_box(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  float lo[3], hi[3], p[3] = {0, 0, 0};
  lg_id plane = must(w, lg_add(w, "shape.plane", LG_NO_ARGS)), ball = sphere(w, 1);
  lg_id wind = must(w, lg_add(w, "field.constant", LG_NO_ARGS));
  assert_false(lg_extent(w, plane, lo, hi));
  assert_true(lg_extent(w, ball, lo, hi));
  assert_true(lg_remove(w, ball));
  assert_false(lg_extent(w, ball, lo, hi));
  assert_true(lg_distance(w, ball, p) == (float)LG_HUGE);
  assert_true(lg_distance(w, wind, p) == (float)LG_HUGE);
  assert_true(lg_shape_distance(w, 0, p) == (float)LG_HUGE);
  lg_world_free(w);
}

/* A constant field is constant; ids that are no fields, and blocks that are too long, are refused.
   */
static void fields_are_sampled(void **state) {
  (void)state;
  lg_world *w = small_world(2);
  lg_id ball = sphere(w, 1), field = must(w, lg_add(w, "field.constant", LG_NO_ARGS));
  float x[2][LG_BLOCK] = {{0}}, out[3][LG_BLOCK];
  float *const to[3] = {out[0], out[1], out[2]};
  lg_points at = {.n = LG_BLOCK, .x = {x[0], x[1], NULL}};
  memset(out, 0x7f, sizeof out);
  assert_int_equal(lg_field_components(w, field), 2);
  assert_true(lg_field_sample(w, field, &at, to));
  for (int i = 1; i < LG_BLOCK; i++) assert_true(out[0][i] == out[0][0] && out[1][i] == out[1][0]);
  assert_true(fabsf(out[0][0]) < 1e3f);
  at.n = LG_BLOCK + 1;
  assert_false(lg_field_sample(w, field, &at, to));
  at.n = 1;
  assert_false(lg_field_sample(w, ball, &at, to));
  assert_int_equal(lg_field_components(w, ball), 0);
  assert_int_equal(lg_field_components(w, 0), 0);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(poses_turn_then_move),    cmocka_unit_test(poses_nest),
      cmocka_unit_test(boxes_hold_their_shapes), cmocka_unit_test(closest_points),
      cmocka_unit_test(nothing_has_no_box),      cmocka_unit_test(fields_are_sampled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
