/* Formulas that act at once: sums against loops in double, the same bits for 1, 2, 3 and 7 threads,
   updates, removals, random numbers by particle; programs: when they are written, when they go,
   what is refused. */
#include "kinds.h"

#include "core/base/rng.h"
#include "core/step/step.h"

enum { SIDE = 83 }; /* 6889 particles: the last block is not full */

static lg_world *crowd(int threads) {
  lg_world_def def = space_def(2, -1, 1, 0.02);
  def.threads = threads;
  def.seed = 5;
  lg_world *w = space_of(def);
  for (int i = 0; i < SIDE * SIDE; i++) {
    float x[3] = {(float)(i % SIDE) / SIDE - 0.5f, (float)(i / SIDE) / SIDE - 0.5f, 0},
          v[3] = {x[1] * 3, sinf((float)i), 0};
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
  return w;
}

static lg_node column(lg_expr *e, const char *name, int k) { return lg_expr_column(e, name, k); }

static bool energy(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)user;
  (void)w;
  (void)t;
  (void)dt;
  lg_node u = column(e, "velocity", 0), v = column(e, "velocity", 1);
  lg_node v2 =
      lg_expr_2(e, LG_OP_ADD, lg_expr_2(e, LG_OP_MUL, u, u), lg_expr_2(e, LG_OP_MUL, v, v));
  return lg_expr_give(
      e, 0,
      lg_expr_2(e, LG_OP_MUL, lg_expr_2(e, LG_OP_MUL, lg_expr_number(e, 0.5), column(e, "mass", 0)),
                v2));
}

static bool above(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)w;
  (void)t;
  (void)dt;
  return lg_expr_give(
      e, 0, lg_expr_2(e, LG_OP_LT, lg_expr_number(e, *(double *)user), column(e, "position", 1)));
}

static bool swirl(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)w;
  (void)dt;
  int *written = user;
  lg_node x = column(e, "position", 0), y = column(e, "position", 1);
  lg_node s = lg_expr_1(e, LG_OP_SIN, lg_expr_2(e, LG_OP_ADD, x, lg_expr_number(e, t)));
  if (written) ++*written;
  return lg_expr_give(e, 0, lg_expr_1(e, LG_OP_NEG, lg_expr_2(e, LG_OP_MUL, y, s))) &&
         lg_expr_give(e, 1, lg_expr_2(e, LG_OP_MUL, x, s));
}

static void folds(void **state) {
  (void)state;
  double first = 0;
  static const int threads[] = {1, 2, 3, 7};
  for (int t = 0; t < 4; t++) {
    lg_world *w = crowd(threads[t]);
    double sum = 0, least = HUGE_VAL, most = -HUGE_VAL, out[3], level = 0.125;
    long count = 0;
    lg_view v = lg_column(w, "velocity"), x = lg_column(w, "position"), m = lg_column(w, "mass");
    for (size_t i = 0; i < v.n; i++) {
      double e = (double)(0.5f * m.c[0][i] * (v.c[0][i] * v.c[0][i] + v.c[1][i] * v.c[1][i]));
      sum += e;
      least = fmin(least, e);
      most = fmax(most, e);
      count += x.c[1][i] > 0.125f;
    }
    assert_true(lg_fold_all(w, LG_SUM, energy, NULL, out));
    assert_near(out[0], sum, 1e-12 * sum);
    if (t == 0) first = out[0];
    assert_true(out[0] == first);
    assert_true(lg_fold_all(w, LG_MEAN, energy, NULL, out) &&
                fabs(out[0] - sum / (double)v.n) < 1e-12 * sum);
    assert_true(lg_fold_all(w, LG_LEAST, energy, NULL, out) && out[0] == least);
    assert_true(lg_fold_all(w, LG_MOST, energy, NULL, out) && out[0] == most);
    assert_true(lg_fold_all(w, LG_COUNT, above, &level, out) && out[0] == (double)count);
    int32_t *index = malloc(v.n * sizeof *index);
    assert_int_equal(lg_pick_if(w, above, &level, index), count);
    for (long i = 0, p = 0; i < count; i++, p++) {
      while (!(x.c[1][p] > 0.125f)) p++;
      assert_int_equal(index[i], p);
    }
    free(index);
    assert_int_equal(lg_remove_if(w, above, &level), count);
    assert_int_equal(lg_world_count(w), SIDE * SIDE - count);
    assert_int_equal(lg_world_stats(w)->removed, count);
    assert_int_equal(lg_remove_if(w, above, &level), 0);
    lg_world_free(w);
  }
}

static void nobody(void **state) {
  (void)state;
  lg_world *w = space(2, -1, 1, 0.1);
  double out[3], level = 0;
  assert_true(lg_fold_all(w, LG_SUM, energy, NULL, out) && out[0] == 0);
  assert_true(lg_fold_all(w, LG_MEAN, energy, NULL, out) && isnan(out[0]));
  assert_true(lg_fold_all(w, LG_MOST, energy, NULL, out) && isnan(out[0]));
  assert_true(lg_fold_all(w, LG_COUNT, above, &level, out) && out[0] == 0);
  assert_int_equal(lg_remove_if(w, above, &level), 0);
  assert_false(lg_fold_all(w, LG_COUNT, energy, NULL, out));
  assert_string_equal(lg_error(w), "formula: it must return a condition, such as p.y > 1");
  assert_false(lg_fold_all(w, LG_SUM, above, &level, out));
  assert_string_equal(lg_error(w), "formula: it must return a number, got a condition");
  lg_world_free(w);
}

static bool damp(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)user;
  (void)w;
  (void)t;
  (void)dt;
  return lg_expr_store(
             e, "velocity", 0,
             lg_expr_2(e, LG_OP_MUL, column(e, "velocity", 1), lg_expr_number(e, 0.99))) &&
         lg_expr_store(e, "velocity", 1, column(e, "velocity", 0));
}

static void updates(void **state) {
  (void)state;
  uint64_t first = 0;
  static const int threads[] = {1, 2, 3, 7};
  for (int t = 0; t < 4; t++) {
    lg_world *w = crowd(threads[t]);
    lg_view v = lg_column(w, "velocity");
    float *u0 = malloc(v.n * sizeof *u0), *v0 = malloc(v.n * sizeof *v0);
    memcpy(u0, v.c[0], v.n * sizeof *u0);
    memcpy(v0, v.c[1], v.n * sizeof *v0);
    assert_true(lg_update(w, damp, NULL));
    for (size_t i = 0; i < v.n; i++) assert_true(v.c[0][i] == v0[i] * 0.99f && v.c[1][i] == u0[i]);
    lg_id program = must(w, lg_program_add(w, swirl, NULL, NULL));
    must(w, lg_add(w, "field.formula", LG_ARGS(lg_ref("program", program))));
    for (int i = 0; i < 3; i++) step(w, 0.01);
    if (t == 0) first = lg_world_hash(w);
    assert_int_equal(lg_world_hash(w), first);
    free(u0);
    free(v0);
    lg_world_free(w);
  }
}

static bool dice(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)w;
  (void)t;
  (void)dt;
  return lg_expr_give(e, 0, lg_expr_random(e, "dice", *(int *)user));
}

/* The numbers of rng.h for (seed, stream, id, sub-step), whatever the storage order. */
static void random_numbers_follow_ids(void **state) {
  (void)state;
  lg_world *w = crowd(2);
  for (int site = 0; site < 6; site++) {
    double out[3], sum = 0;
    assert_true(lg_fold_all(w, LG_SUM, dice, &site, out));
    for (uint64_t id = 0; id < SIDE * SIDE; id++) {
      float u[4];
      lg_random_key key = {
          .seed = 5, .stream = lg_random_stream("dice"), .id = id, .lane = (uint32_t)site / 4};
      lg_random(&key, u);
      sum += (double)u[site % 4];
    }
    assert_near(out[0], sum, 1e-9 * sum);
    assert_near(sum / (SIDE * SIDE), 0.5, 5 / sqrt(12.0 * SIDE * SIDE));
  }
  lg_world_free(w);
}

/* ---- programs ------------------------------------------------------------------------------- */

static void drop(void *user) { *(int *)user += 1000; }

static void programs_come_and_go(void **state) {
  (void)state;
  lg_world *w = crowd(1);
  int first = 0, second = 0, third = 0;
  lg_id a = must(w, lg_program_add(w, swirl, &first, drop)),
        b = must(w, lg_program_add(w, swirl, &second, drop));
  assert_int_equal(first, 1); /* written at once, to be checked */
  assert_false(lg_alive(w, a));
  lg_id field = must(w, lg_add(w, "field.formula", LG_ARGS(lg_ref("program", a))));
  assert_int_equal(lg_field_components(w, field), 2);
  assert_false(lg_program_remove(w, a));
  step(w, 0.01);
  assert_int_equal(first, 2); /* a sub-step a frame */
  assert_true(lg_set(w, field, LG_ARGS(lg_ref("program", b))));
  step(w, 0.01);
  assert_int_equal(first, 1002); /* nobody refers to it any more */
  assert_true(second >= 3);
  assert_false(lg_add(w, "field.formula", LG_ARGS(lg_ref("program", a))));
  assert_string_equal(lg_error(w), "formula: option 'program' must be a formula of this world");
  assert_false(lg_add(w, "field.formula", LG_ARGS(lg_ref("program", field))));
  assert_true(lg_remove(w, field));
  lg_id c = must(w, lg_program_add(w, swirl, &third, drop));
  assert_true(lg_program_remove(w, c) && !lg_program_remove(w, c));
  assert_int_equal(third, 1001);
  lg_world_free(w);
  assert_true(second > 1000);
}

static bool wrong(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  (void)w;
  (void)dt;
  const char *name = user;
  if (t > 0.015) return lg_refuse(w, "the host says no");
  return lg_expr_give(e, 0, column(e, name, 0)) && lg_expr_give(e, 1, column(e, name, 1));
}

static bool asks(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  double out[3];
  (void)e;
  (void)t;
  (void)dt;
  return lg_fold_all(w, LG_SUM, energy, user, out);
}

static void refusals(void **state) {
  (void)state;
  lg_world *w = crowd(1);
  double out[3];
  assert_false(lg_program_add(w, wrong, "velosity", NULL));
  assert_string_equal(lg_error(w),
                      "formula: there is no column 'velosity' (did you mean 'velocity'?)");
  assert_false(lg_program_add(w, wrong, "mass", NULL));
  assert_string_equal(lg_error(w), "formula: column 'mass' has 1 component, not 2");
  assert_false(lg_program_add(w, NULL, NULL, NULL));
  assert_false(lg_fold_all(w, LG_SUM, asks, NULL, out));
  assert_string_equal(lg_error(w),
                      "a formula cannot ask for the value of another one while it is made");
  must(w, lg_add(w, "field.formula",
                 LG_ARGS(lg_ref("program", must(w, lg_program_add(w, wrong, "velocity", NULL))))));
  step(w, 0.01);
  step(w, 0.01);
  uint64_t before = lg_world_hash(w);
  assert_false(lg_world_step(w, 0.01));
  assert_string_equal(lg_error(w), "the host says no");
  assert_true(lg_world_hash(w) == before);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(folds),
                                     cmocka_unit_test(nobody),
                                     cmocka_unit_test(updates),
                                     cmocka_unit_test(random_numbers_follow_ids),
                                     cmocka_unit_test(programs_come_and_go),
                                     cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
