/* shape.formula: functions that are no distances as distances, against closed forms and a cloud of
   their surface; `within`; what is refused. */
#include "shape/shapes.h"

typedef struct formula {
  enum { PLANE, FLAT, BALL, HILLS, CONDITION, SPEED, OTHER } what;
  double t_was; /* of the last time it was written */
  lg_id other;
} formula;

static lg_node square(lg_expr *e, lg_node a) { return lg_expr_2(e, LG_OP_MUL, a, a); }

static bool write(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  formula *f = user;
  lg_node x = lg_expr_column(e, "position", 0), y = lg_expr_column(e, "position", 1), out = y;
  lg_node z = lg_world_dim(w) == 3 ? lg_expr_column(e, "position", 2) : LG_NO_NODE;
  (void)dt;
  f->t_was = t;
  switch (f->what) {
    case PLANE: /* 3 y + 4 x - 1 - t: slope 5 */
      out = lg_expr_2(e, LG_OP_ADD, lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 3), y),
                      lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 4), x));
      out = lg_expr_2(e, LG_OP_SUB, out, lg_expr_number(e, 1 + t));
      break;
    case FLAT: /* 0.03 y + 0.04 x - 0.01: slope 0.05 */
      out = lg_expr_2(e, LG_OP_ADD, lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 0.03), y),
                      lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 0.04), x));
      out = lg_expr_2(e, LG_OP_SUB, out, lg_expr_number(e, 0.01));
      break;
    case BALL: /* |x|^2 - 1: no distance */
      out = lg_expr_2(e, LG_OP_ADD, square(e, x), square(e, y));
      if (z != LG_NO_NODE) out = lg_expr_2(e, LG_OP_ADD, out, square(e, z));
      out = lg_expr_2(e, LG_OP_SUB, out, lg_expr_number(e, 1));
      break;
    case HILLS: /* y - 0.3 sin 4 x: slope up to 1.56 */
      out = lg_expr_1(e, LG_OP_SIN, lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 4), x));
      out = lg_expr_2(e, LG_OP_SUB, y, lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 0.3), out));
      break;
    case CONDITION: out = lg_expr_2(e, LG_OP_LT, x, y); break;
    case SPEED: out = lg_expr_column(e, "velocity", 0); break;
    case OTHER: out = lg_expr_distance(e, f->other, x, y, z); break;
  }
  return lg_expr_give(e, 0, out);
}

static lg_id shape_of(lg_world *w, formula *f) {
  lg_id program = must(w, lg_program_add(w, write, f, NULL));
  return must(w, lg_add(w, "shape.formula", LG_ARGS(lg_ref("program", program))));
}

static void slopes_do_not_matter(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, -2, 2, 0.1);
    static formula plane = {.what = PLANE}, ball = {.what = BALL}, flat = {.what = FLAT};
    lg_id a = shape_of(w, &plane), b = shape_of(w, &ball), c = shape_of(w, &flat);
    for (int i = 0; i < 400; i++) {
      double p[3];
      probe(i, dim, p);
      double truth = (3 * p[1] + 4 * p[0] - 1) / 5, d = distance_at(w, a, p[0], p[1], p[2]);
      /* within two spacings as it is, beyond that a bound */
      if (fabs(truth) < 0.2) assert_near(d, truth, 1e-5);
      else assert_true(d * truth > 0 && fabs(d) >= 0.2 - 1e-5 && fabs(d) <= fabs(truth) + 1e-5);

      /* a flat one as well: water stood 20 times as far from it as from a wall */
      double less = distance_at(w, c, p[0], p[1], p[2]);
      if (fabs(truth) < 0.2) assert_near(less, truth, 1e-5);
      else assert_true(less * truth > 0 && fabs(less) >= 0.2 - 1e-5 && fabs(less) <= fabs(truth));

      double r = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      d = distance_at(w, b, p[0], p[1], p[2]);
      assert_true(d * (r - 1) >= 0 && fabs(d) < fabs(r - 1) * 1.3 + 1e-6);
      if (fabs(r - 1) < 0.1)
        assert_near(d, r - 1, 0.6 * (r - 1) * (r - 1) + 1e-6); /* first order */
    }
    lg_world_free(w);
  }
}

/* Newton's step is no bound by itself; here no point of the surface is nearer. */
static void hills_are_a_bound(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.05);
  static formula hills = {.what = HILLS};
  lg_id id = shape_of(w, &hills);
  cloud surface = {0};
  for (double x = -4; x < 4; x += 2e-4) cloud_add(&surface, x, 0.3 * sin(4 * x), 0);
  for (int i = 0; i < 400; i++) {
    double p[3];
    probe(i, 2, p);
    double truth = cloud_distance(&surface, p), d = distance_at(w, id, p[0], p[1], 0);
    assert_true((d < 0) == (p[1] < 0.3 * sin(4 * p[0])));
    if (!(fabs(d) < 1.05 * truth + 1e-3))
      fail_msg("(%g, %g): %g, by brute force %g", p[0], p[1], d, truth);
    if (truth < 0.02) assert_near(fabs(d), truth, 2e-3);
  }
  cloud_free(&surface);
  lg_world_free(w);
}

/* It is written anew in each sub-step, and water stands on it where it is then. */
static void it_follows_the_time(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.1);
  static formula plane = {.what = PLANE};
  lg_id id = shape_of(w, &plane);
  assert_near(distance_at(w, id, 0.25, 0, 0), 0, 1e-6);
  for (int i = 0; i < 30; i++) assert_true(lg_world_step(w, 1 / 60.0));
  assert_near(distance_at(w, id, 0.25, 0, 0), -plane.t_was / 5, 1e-5);
  assert_true(plane.t_was > 0.4);
  lg_world_free(w);
}

static void within_ends_it(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.1);
  static formula plane = {.what = PLANE};
  float min[3], max[3];
  lg_id program = must(w, lg_program_add(w, write, &plane, NULL));
  lg_id box =
      must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -1, -1), lg_vec2("max", 0, 0))));
  lg_id id = must(
      w, lg_add(w, "shape.formula", LG_ARGS(lg_ref("program", program), lg_ref("within", box))));
  assert_true(lg_extent(w, id, min, max));
  assert_true(min[0] == -1 && max[1] == 0);
  assert_near(distance_at(w, id, -1.5, -0.5, 0), 0.5, 1e-6); /* of the box */
  assert_true(distance_at(w, id, -0.5, -0.5, 0) < 0);
  assert_false(lg_extent(w, shape_of(w, &plane), min, max));
  lg_world_free(w);
}

static void no_shapes_are_refused(void **state) {
  (void)state;
  lg_world *w = space(2, -2, 2, 0.1);
  static formula odd[] = {{.what = CONDITION}, {.what = SPEED}, {.what = OTHER}};
  static const char *const why[] = {"must return one number", "it reads 'velocity'",
                                    "cannot ask for other shapes"};
  odd[2].other = must(w, lg_add(w, "shape.box", LG_NO_ARGS));
  for (int i = 0; i < 3; i++) {
    lg_id program = must(w, lg_program_add(w, write, &odd[i], NULL));
    assert_int_equal(lg_add(w, "shape.formula", LG_ARGS(lg_ref("program", program))), 0);
    assert_non_null(strstr(lg_error(w), why[i]));
  }

  /* one that becomes so later: the step is refused */
  static formula turns = {.what = BALL};
  shape_of(w, &turns);
  turns.what = OTHER;
  turns.other = odd[2].other;
  assert_false(lg_world_step(w, 0.01));
  assert_non_null(strstr(lg_error(w), why[2]));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slopes_do_not_matter), cmocka_unit_test(hills_are_a_bound),
      cmocka_unit_test(it_follows_the_time), cmocka_unit_test(within_ends_it),
      cmocka_unit_test(no_shapes_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
