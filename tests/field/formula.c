/* field.formula from C: its values, what it may read where, other fields and distances inside it,
   and what is refused. */
#include "field/fields.h"

static lg_node col(lg_expr *e, const char *name, int k) { return lg_expr_column(e, name, k); }

static bool rotation(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)user;
  (void)w;
  (void)dt;
  lg_node k = lg_expr_number(e, 2 + t);
  return lg_expr_give(e, 0,
                      lg_expr_2(e, LG_OP_MUL, lg_expr_1(e, LG_OP_NEG, k), col(e, "position", 1))) &&
         lg_expr_give(e, 1, lg_expr_2(e, LG_OP_MUL, k, col(e, "position", 0)));
}

static bool brake(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)user;
  (void)t;
  (void)dt;
  for (int k = 0; k < lg_world_dim(w); k++)
    if (!lg_expr_give(e, k,
                      lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, -0.5), col(e, "velocity", k))))
      return false;
  return true;
}

/* a scalar: 2 u_x of a field + distance of a shape */
static bool nested(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)t;
  (void)dt;
  const lg_id *id = user;
  lg_node x = col(e, "position", 0), y = col(e, "position", 1),
          z = lg_world_dim(w) == 3 ? col(e, "position", 2) : LG_NO_NODE;
  lg_node u = lg_expr_field(e, id[0], 0, x, y, z), d = lg_expr_distance(e, id[1], x, y, z);
  return lg_expr_give(e, 0,
                      lg_expr_2(e, LG_OP_ADD, lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 2), u), d));
}

static bool truth(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)user;
  (void)w;
  (void)t;
  (void)dt;
  return lg_expr_give(e, 0, lg_expr_2(e, LG_OP_LT, col(e, "position", 0), lg_expr_number(e, 0)));
}

static lg_id formula(lg_world *w, lg_formula_fn *fn, void *user) {
  return lg_add(w, "field.formula",
                LG_ARGS(lg_ref("program", must(w, lg_program_add(w, fn, user, NULL)))));
}

static void values(void **state) {
  (void)state;
  lg_world *w = space(2, -1, 1, 0.1);
  lg_id turn = must(w, formula(w, rotation, NULL)), drag = must(w, formula(w, brake, NULL));
  for (int i = 0; i < 20; i++) {
    double p[3], v[3], u[3];
    some_point(i, 2, p);
    some_point(i + 9, 2, v);
    assert_true(sample_at(w, turn, p, NULL, 0, u));
    assert_near(u[0], -2 * p[1], 3e-7);
    assert_near(u[1], 2 * p[0], 3e-7);
    assert_true(sample_at(w, drag, p, v, 1, u));
    assert_near(u[1], -0.5 * v[1], 1e-7);
    assert_false(sample_at(w, drag, p, NULL, 0, u)); /* where only a position is known */
  }
  blocks_agree(w, turn, false);
  blocks_agree(w, drag, true);
  lg_world_free(w);
}

/* A braked particle without other forces: v = v0 exp(-t / 2), to the error of explicit steps. */
static void it_accelerates(void **state) {
  (void)state;
  lg_world *w = space(2, -10, 10, 0.1);
  must(w, formula(w, brake, NULL));
  lg_particle_add(w, (float[3]){0, 0, 0}, (float[3]){4, 0, 0});
  for (int i = 0; i < 100; i++) step(w, 0.01);
  assert_near(lg_column(w, "velocity").c[0][0], 4 * exp(-0.5), 4e-3);
  lg_world_free(w);
}

static void fields_and_distances_inside(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, -1, 1, 0.1);
    lg_id id[2] = {must(w, lg_add(w, "field.vortex", LG_ARGS(lg_num("strength", 3)))),
                   cube(w, -0.4, 0.3)};
    lg_id f = must(w, formula(w, nested, id));
    assert_int_equal(lg_field_components(w, f), 1);
    for (int i = 0; i < 40; i++) {
      double p[3], u[3], s[3] = {0};
      some_point(i, dim, p);
      assert_true(sample_at(w, id[0], p, NULL, 0, u) && sample_at(w, f, p, NULL, 0, s));
      assert_near(s[0],
                  2 * u[0] + (double)lg_distance(w, id[1],
                                                 (float[3]){(float)p[0], (float)p[1], (float)p[2]}),
                  1e-6);
    }
    lg_world_free(w);
  }
}

static void refusals(void **state) {
  (void)state;
  lg_world *w = space(3, -1, 1, 0.1);
  assert_false(formula(w, rotation, NULL));
  assert_string_equal(
      lg_error(w),
      "formula: it returns 2 numbers; a field in a 3-D world is 1 number (scalar) or 3 (vector)");
  assert_false(formula(w, truth, NULL));
  assert_string_equal(lg_error(w),
                      "formula: it returns a condition; a field is a number or 3 numbers");
  lg_id id[2] = {must(w, formula(w, brake, NULL)), cube(w, -1, 0)};
  lg_id bad = lg_program_add(w, nested, id, NULL);
  assert_false(bad);
  assert_string_equal(
      lg_error(w),
      "formula: field 'formula1' reads more than a position, and only a position is known here");
  assert_false(lg_add(w, "field.formula", LG_NO_ARGS));
  assert_string_equal(lg_error(w), "formula: program is required");
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(it_accelerates),
                                     cmocka_unit_test(fields_and_distances_inside),
                                     cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
