/* field.grid: exact for what is linear, second order for what is smooth, and so are its central
   differences. */
#include "field/fields.h"

/* sin(2 x) cos(3 y), z in 3-D; or x - 2 y + 3 z */
static bool wave(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)t;
  (void)dt;
  int dim = lg_world_dim(w);
  lg_node x[3] = {0, 0, lg_expr_number(e, 0)};
  for (int k = 0; k < dim; k++) x[k] = lg_expr_column(e, "position", k);
  lg_node flat = lg_expr_2(e, LG_OP_SUB, x[0], lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 2), x[1]));
  lg_node linear =
      lg_expr_2(e, LG_OP_ADD, flat, lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 3), x[2]));
  lg_node s = lg_expr_1(e, LG_OP_SIN, lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 2), x[0]));
  lg_node c = lg_expr_1(e, LG_OP_COS, lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 3), x[1]));
  return lg_expr_give(e, 0, user ? linear : lg_expr_2(e, LG_OP_MUL, s, c));
}

static bool laplacian(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)t;
  (void)dt;
  lg_node x[3] = {-1, -1, -1}, sum = lg_expr_number(e, 0);
  for (int k = 0; k < lg_world_dim(w); k++) x[k] = lg_expr_column(e, "position", k);
  lg_node f = lg_expr_field(e, *(lg_id *)user, 0, x[0], x[1], x[2]);
  for (int k = 0; k < lg_world_dim(w); k++)
    sum = lg_expr_2(e, LG_OP_ADD, sum, lg_expr_derivative(e, lg_expr_derivative(e, f, k), k));
  return lg_expr_give(e, 0, sum) && lg_expr_give(e, 1, lg_expr_derivative(e, f, 1)) &&
         (lg_world_dim(w) == 2 || lg_expr_give(e, 2, f));
}

static lg_id formula(lg_world *w, lg_formula_fn *fn, void *user) {
  return must(w, lg_add(w, "field.formula",
                        LG_ARGS(lg_ref("program", must(w, lg_program_add(w, fn, user, NULL))))));
}

static void linear_is_exact(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, -1, 1, 0.1);
    lg_id f = formula(w, wave, w), box = cube(w, -0.5, 0.25);
    lg_id g = must(w, lg_add(w, "field.grid", LG_ARGS(lg_ref("source", f), lg_num("cell", 0.15))));
    lg_id part =
        must(w, lg_add(w, "field.grid",
                       LG_ARGS(lg_ref("source", f), lg_num("cell", 0.25), lg_ref("shape", box))));
    for (int i = 0; i < 60; i++) {
      double p[3], q[3], a[3] = {0}, b[3] = {0};
      some_point(i, dim, p);
      assert_true(sample_at(w, f, p, NULL, 0, a) && sample_at(w, g, p, NULL, 0, b));
      assert_near(a[0], b[0], 2e-6);
      for (int k = 0; k < 3; k++) q[k] = k < dim ? fmin(fmax(p[k], -0.5), 0.25) : 0;
      assert_true(sample_at(w, f, q, NULL, 0, a) && sample_at(w, part, p, NULL, 0, b));
      assert_near(a[0], b[0], 2e-6); /* outside, the value at the edge */
    }
    blocks_agree(w, g, false);
    lg_world_free(w);
  }
}

/* Largest error of the value, of d/dy and of the Laplacian at nodes; a formula gives them exactly.
   */
static void errors(double cell, double worst[3]) {
  lg_world *w = space(2, -2, 2, 0.1);
  lg_id f = formula(w, wave, NULL),
        g = must(w, lg_add(w, "field.grid", LG_ARGS(lg_ref("source", f), lg_num("cell", cell))));
  lg_id d = formula(w, laplacian, &g);
  worst[0] = worst[1] = worst[2] = 0;
  for (int i = 0; i < 60; i++) {
    double p[3], a[3], b[3];
    some_point(i, 2, p);
    assert_true(sample_at(w, g, p, NULL, 0, a));
    worst[0] = fmax(worst[0], fabs(a[0] - sin(2 * p[0]) * cos(3 * p[1])));
    for (int k = 0; k < 2; k++) p[k] = round(p[k] / 0.2) * 0.2; /* nodes of all grids here */
    assert_true(sample_at(w, d, p, NULL, 0, b));
    worst[1] = fmax(worst[1], fabs(b[1] + 3 * sin(2 * p[0]) * sin(3 * p[1])));
    worst[2] = fmax(worst[2], fabs(b[0] + 13 * sin(2 * p[0]) * cos(3 * p[1])));
  }
  lg_world_free(w);
}

static void smooth_is_second_order(void **state) {
  (void)state;
  double coarse[3], fine[3];
  errors(0.1, coarse);
  errors(0.05, fine);
  for (int k = 0; k < 3; k++)
    if (!(coarse[k] / fine[k] > 3 && coarse[k] / fine[k] < 5))
      fail_msg("error %d: %g -> %g", k, coarse[k], fine[k]);
}

static bool fast(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)user;
  (void)w;
  (void)t;
  (void)dt;
  return lg_expr_give(e, 0, lg_expr_column(e, "velocity", 0));
}

static void refusals(void **state) {
  (void)state;
  lg_world *w = space(3, -1, 1, 0.1);
  lg_id f = formula(w, fast, NULL), good = formula(w, wave, NULL);
  assert_false(lg_add(w, "field.grid", LG_ARGS(lg_ref("source", f))));
  assert_string_equal(lg_error(w),
                      "grid: 'formula1' is not known by position alone and cannot be taken down");
  assert_false(lg_add(w, "field.grid", LG_ARGS(lg_ref("source", good), lg_num("cell", 1e-4))));
  assert_string_equal(lg_error(w), "grid: cells of 0.0001 m make 8e+12 nodes, more than 6.4e+07; "
                                   "take a larger cell or a smaller shape");
  lg_id g = must(w, lg_add(w, "field.grid", LG_ARGS(lg_ref("source", good))));
  assert_false(lg_set(w, g, LG_ARGS(lg_num("cell", 0.2))));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(linear_is_exact),
                                     cmocka_unit_test(smooth_is_second_order),
                                     cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
