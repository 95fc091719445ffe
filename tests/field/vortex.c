/* field.vortex against the Lamb-Oseen formula in double (libm), and against what makes it a vortex.
   */
#include "field/fields.h"

static const double pi = 3.14159265358979;

/* u = G / (2 pi r) (1 - exp(-r^2 / rc^2)), across axis and arm; from far inside the core to 100
   cores away. */
static void the_formula(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int i = 0; i < 200; i++) {
      double core = i % 4 == 0   ? 0.01
                    : i % 4 == 1 ? 3
                                 : 0.4,
             G = i % 2 ? 2.5 : -1.5, p[3], u[3], c[3] = {0.1, -0.2, 0.3}, n[3] = {0, 0, 1};
      if (dim == 3) {
        n[0] = 2;
        n[1] = 1;
        n[2] = -2;
      }
      lg_world *w = space(dim, -1, 1, 0.1);
      lg_id id = must(w, lg_add(w, "field.vortex",
                                dim == 2 ? LG_ARGS(corner("center", 2, c), lg_num("strength", G),
                                                   lg_num("core", core))
                                         : LG_ARGS(corner("center", 3, c), corner("axis", 3, n),
                                                   lg_num("strength", G), lg_num("core", core))));
      some_point(i, dim, p);
      assert_true(sample_at(w, id, p, NULL, 0, u));
      for (int k = 0; k < 3; k++) n[k] /= dim == 3 ? 3 : 1; /* the axis was given with length 3 */
      double d[3] = {p[0] - c[0], p[1] - c[1], dim == 3 ? p[2] - c[2] : 0};
      double cross[3] = {n[1] * d[2] - n[2] * d[1], n[2] * d[0] - n[0] * d[2],
                         n[0] * d[1] - n[1] * d[0]};
      double r2 = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
      double turn = -G / (2 * pi * r2) * expm1(-r2 / (core * core));
      for (int k = 0; k < dim; k++)
        assert_near(u[k], turn * cross[k], 3e-6 * (1e-3 + fabs(turn) * sqrt(r2)));
      if (i == 0) blocks_agree(w, id, false);
      lg_world_free(w);
    }
}

/* The line integral around it is G (1 - exp(-r^2 / rc^2)), it has no divergence, and its fastest
   ring is 1.1209 rc wide. */
static void it_is_a_vortex(void **state) {
  (void)state;
  lg_world *w = space(2, -1, 1, 0.1);
  lg_id id =
      must(w, lg_add(w, "field.vortex", LG_ARGS(lg_num("strength", 3), lg_num("core", 0.2))));
  double around = 0, fastest = 0, ring = 0;
  for (int i = 0; i < 720; i++) {
    double t = 2 * pi * i / 720, p[3] = {0.5 * cos(t), 0.5 * sin(t), 0}, u[3];
    assert_true(sample_at(w, id, p, NULL, 0, u));
    around += (u[1] * cos(t) - u[0] * sin(t)) * 0.5 * 2 * pi / 720;
  }
  assert_near(around, 3 * (1 - exp(-6.25)), 1e-5);
  for (double r = 0.1; r < 0.4; r += 0.0005) {
    double p[3] = {r, 0, 0}, u[3];
    assert_true(sample_at(w, id, p, NULL, 0, u));
    if (u[1] > fastest) {
      fastest = u[1];
      ring = r;
    }
  }
  assert_near(ring, 1.1209 * 0.2, 0.005);
  assert_near(fastest, 0.638 * 3 / (2 * pi * 0.2), 1e-3 * fastest);
  for (int i = 0; i < 50; i++) {
    double p[3], divergence = 0, h = 0.01;
    some_point(i, 2, p);
    for (int k = 0; k < 2; k++)
      for (int side = -1; side <= 1; side += 2) {
        double q[3] = {p[0], p[1], 0}, u[3];
        q[k] += side * h;
        assert_true(sample_at(w, id, q, NULL, 0, u));
        divergence += side * u[k] / (2 * h);
      }
    /* gradients reach 12 1/s; differences over h leave their third order */
    assert_near(divergence, 0, 0.03);
  }
  double middle[3] = {0, 0, 0}, u[3];
  assert_true(sample_at(w, id, middle, NULL, 0, u));
  assert_true(u[0] == 0 && u[1] == 0);
  lg_world_free(w);
}

static void no_axis_is_refused(void **state) {
  (void)state;
  lg_world *w = space(3, -1, 1, 0.1);
  assert_int_equal(lg_add(w, "field.vortex", LG_ARGS(lg_vec3("axis", 0, 0, 0))), 0);
  assert_non_null(strstr(lg_error(w), "axis"));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_formula),
                                     cmocka_unit_test(it_is_a_vortex),
                                     cmocka_unit_test(no_axis_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
