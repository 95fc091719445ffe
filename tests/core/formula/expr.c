/* Formulas: the compiled program against a walk through the tree with the same functions, on every
   dispatch path of this machine; what is folded and shared; what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/base/isa.h"
#include "core/formula/expr.h"
#include "core/formula/expr_math.h"
#include "near.h"

enum { N = LG_BLOCK - 3, COLUMNS = 6 };
static float column[COLUMNS][LG_BLOCK];
static const struct {
  const char *name;
  int component;
} source[COLUMNS] = {{"position", 0}, {"position", 1},    {"velocity", 0},
                     {"velocity", 1}, {"temperature", 0}, {"temperature", 1}};

static uint32_t state_of_dice = 1;
static uint32_t dice(uint32_t n) {
  state_of_dice = state_of_dice * 1664525u + 1013904223u;
  return (state_of_dice >> 8) % n;
}

/* ---- a second implementation: one particle, by recursion ------------------------------------ */

static float value_at(const lg_expr *e, lg_node i, int p) {
  const lg_expr_node *n = &e->node[i];
  switch (n->op) {
    case LG_OP_NUMBER: return lg_float_of(n->bits);
    case LG_OP_TRUTH: return n->bits != 0;
    /* the inputs are asked for in the order of the columns */
    case LG_OP_COLUMN: return column[n->a][p];
    case LG_OP_HASH:
      return lg_hash3(value_at(e, n->a, p), value_at(e, n->b, p), value_at(e, n->c, p), n->bits);
    case LG_OP_SELECT:
      return value_at(e, n->a, p) != 0 ? value_at(e, n->b, p) : value_at(e, n->c, p);
    case LG_OP_NOT: return value_at(e, n->a, p) == 0;
    case LG_OP_AND: return value_at(e, n->a, p) != 0 && value_at(e, n->b, p) != 0;
    case LG_OP_OR: return value_at(e, n->a, p) != 0 || value_at(e, n->b, p) != 0;
    default:
      return lg_expr_fold(n->op, value_at(e, n->a, p),
                          n->op > LG_OP_NOT ? value_at(e, n->b, p) : 0);
  }
}

static lg_expr *with_columns(lg_node node[COLUMNS]) {
  lg_expr *e = lg_expr_new(NULL, 2);
  lg_expr_clear(e);
  for (int c = 0; c < COLUMNS; c++)
    node[c] = lg_expr_column(e, source[c].name, source[c].component);
  for (int c = 0; c < COLUMNS; c++)
    for (int i = 0; i < LG_BLOCK; i++) column[c][i] = (float)((int)dice(2001) - 1000) / 250.0f;
  return e;
}

LG_VARIANTS(lg_evaluator, path)

static bool same_number(float a, float b) { return a == b || (a != a && b != b); }

/* Outputs to arrays of their own, on every path; each value against the tree's. */
static void check_program(lg_expr *e) {
  static float out[LG_EXPR_OUTPUTS][LG_BLOCK];
  if (!lg_expr_compile(e, false)) fail_msg("%s", lg_expr_error(e));
  for (int v = 0; v <= lg_isa_best(); v++) {
    lg_expr_block b = {.n = N};
    memset(out, 0x55, sizeof out);
    for (int c = 0; c < COLUMNS; c++) b.input[c] = column[c];
    for (int k = 0; k < e->outputs; k++) b.output[k] = out[k];
    path[v]->run(e, &e->code, &b);
    for (int k = 0; k < e->outputs; k++)
      for (int i = 0; i < N; i++) {
        bool condition = e->node[e->output[k]].condition;
        float expected = value_at(e, e->output[k], i);
        float got = condition ? (float)(lg_bits_of(out[k][i]) != 0) : out[k][i];
        if (!same_number(got, expected))
          fail_msg("path %d, result %d of particle %d: %.9g instead of %.9g", v, k, i, (double)got,
                   (double)expected);
      }
    /* nothing beyond the end */
    for (int k = 0; k < e->outputs; k++) assert_int_equal(lg_bits_of(out[k][N]), 0x55555555);
  }
}

static lg_node any(const lg_expr *e, bool condition) {
  for (;;) {
    lg_node a = (lg_node)dice((uint32_t)e->nodes);
    if (e->node[a].condition == condition) return a;
  }
}

static void random_programs(void **state) {
  (void)state;
  for (int round = 0; round < 300; round++) {
    lg_node at[COLUMNS];
    lg_expr *e = with_columns(at);
    int size = round % 10 == 0 ? 600 : 5 + (int)dice(40);
    lg_expr_2(e, LG_OP_LT, at[0], at[1]); /* there is a condition from the start */
    for (int i = 0; i < size; i++) {
      uint32_t op = dice(LG_OP_SELECT + 1);
      if (dice(6) == 0) lg_expr_number(e, (int)dice(9) - 4);
      else if (op == LG_OP_SELECT) {
        bool conditions = dice(4) == 0;
        lg_expr_3(e, LG_OP_SELECT, any(e, true), any(e, conditions), any(e, conditions));
      } else if (op == LG_OP_NOT) lg_expr_1(e, LG_OP_NOT, any(e, true));
      else if (op < LG_OP_NOT) lg_expr_1(e, (lg_op)op, any(e, false));
      else lg_expr_2(e, (lg_op)op, any(e, op >= LG_OP_AND), any(e, op >= LG_OP_AND));
    }
    assert_string_equal(lg_expr_error(e), "");
    for (int k = 0; k < 3; k++) lg_expr_give(e, k, k == 2 ? any(e, true) : e->nodes - 1 - k);
    if (e->outputs == 3 && !e->error[0]) check_program(e);
    lg_expr_free(e);
  }
}

/* So many values at a time that the registers of a whole block do not fit: blocks become shorter,
   values stay. */
static void many_registers(void **state) {
  (void)state;
  lg_node at[COLUMNS], kept[400];
  lg_expr *e = with_columns(at);
  for (int i = 0; i < 400; i++)
    kept[i] =
        lg_expr_1(e, LG_OP_SIN, lg_expr_2(e, LG_OP_ADD, at[i % COLUMNS], lg_expr_number(e, i)));
  lg_node sum = kept[0];
  for (int i = 399; i > 0; i--)
    sum = lg_expr_2(e, LG_OP_ADD, sum, lg_expr_2(e, LG_OP_MUL, kept[i], kept[400 - i]));
  assert_true(lg_expr_give(e, 0, sum));
  check_program(e);
  assert_true(e->code.registers > LG_EXPR_LANES / LG_BLOCK);
  lg_expr_free(e);
}

static void few_registers(void **state) {
  (void)state;
  lg_node at[COLUMNS];
  lg_expr *e = with_columns(at);
  lg_node sum = at[0];
  for (int i = 0; i < 500; i++)
    sum = lg_expr_2(e, LG_OP_ADD, lg_expr_1(e, LG_OP_SIN, sum), at[i % COLUMNS]);
  assert_true(lg_expr_give(e, 0, sum));
  check_program(e);
  assert_true(e->code.registers <= 2);
  lg_expr_free(e);
}

/* Swapped columns: all is read before any is written. */
static void stores_in_place(void **state) {
  (void)state;
  lg_node at[COLUMNS];
  lg_expr *e = with_columns(at);
  static float before[COLUMNS][LG_BLOCK];
  memcpy(before, column, sizeof before);
  assert_true(lg_expr_store(e, "velocity", 0, at[3]) && lg_expr_store(e, "velocity", 1, at[2]));
  assert_true(lg_expr_store(e, "position", 0, lg_expr_2(e, LG_OP_ADD, at[0], at[2])));
  assert_true(lg_expr_store(e, "position", 1, lg_expr_2(e, LG_OP_MUL, at[0], at[1])));
  assert_true(lg_expr_compile(e, true));
  lg_expr_block b = {.n = N, .output = {column[2], column[3], column[0], column[1]}};
  for (int c = 0; c < COLUMNS; c++) b.input[c] = column[c];
  lg_evaluator_now()->run(e, &e->code, &b);
  for (int i = 0; i < N; i++) {
    assert_true(column[2][i] == before[3][i] && column[3][i] == before[2][i]);
    assert_true(column[0][i] == before[0][i] + before[2][i] &&
                column[1][i] == before[0][i] * before[1][i]);
  }
  lg_expr_free(e);
}

static void nodes_are_shared_and_folded(void **state) {
  (void)state;
  lg_node at[COLUMNS];
  lg_expr *e = with_columns(at);
  lg_node x = at[0], y = at[1], two = lg_expr_number(e, 2), xy = lg_expr_2(e, LG_OP_MUL, x, y);
  double v;
  assert_int_equal(xy, lg_expr_2(e, LG_OP_MUL, y, x));
  assert_int_equal(lg_expr_2(e, LG_OP_POW, x, two), lg_expr_2(e, LG_OP_MUL, x, x));
  assert_true(lg_expr_is_number(e, lg_expr_2(e, LG_OP_POW, two, lg_expr_number(e, 10)), &v));
  assert_near(v, 1024, 1e-3);
  assert_true(lg_expr_is_number(e, lg_expr_1(e, LG_OP_COS, lg_expr_number(e, 0)), &v));
  assert_near(v, 1, 1e-7);
  assert_int_equal(lg_expr_2(e, LG_OP_ADD, x, lg_expr_number(e, 0)), x);
  assert_int_equal(lg_expr_2(e, LG_OP_ADD, x, lg_expr_1(e, LG_OP_NEG, y)),
                   lg_expr_2(e, LG_OP_SUB, x, y));
  assert_int_equal(lg_expr_1(e, LG_OP_NEG, lg_expr_1(e, LG_OP_NEG, x)), x);
  lg_node less = lg_expr_2(e, LG_OP_LT, x, y);
  assert_int_equal(
      lg_expr_3(e, LG_OP_SELECT, less, lg_expr_truth(e, true), lg_expr_truth(e, false)), less);
  assert_int_equal(lg_expr_3(e, LG_OP_SELECT, less, xy, xy), xy);
  assert_int_equal(lg_expr_column(e, "velocity", 1), at[3]);
  int before = e->nodes;
  assert_true(lg_expr_give(e, 0, xy)); /* and what no result needs is not computed */
  for (int i = 0; i < 50; i++)
    lg_expr_1(e, LG_OP_EXP, lg_expr_2(e, LG_OP_ADD, x, lg_expr_number(e, i)));
  assert_true(lg_expr_compile(e, false) && e->nodes > before);
  assert_int_equal(e->code.instrs, 1);
  lg_expr_free(e);
}

static void refusals(void **state) {
  (void)state;
  lg_node at[COLUMNS];
  lg_expr *e = with_columns(at);
  lg_node less = lg_expr_2(e, LG_OP_LT, at[0], at[1]);
  assert_int_equal(lg_expr_2(e, LG_OP_ADD, less, at[0]), LG_NO_NODE);
  assert_string_equal(lg_expr_error(e), "'+' takes a number, got a condition; use where(c, a, b)");
  assert_int_equal(lg_expr_1(e, LG_OP_SIN, at[0]), LG_NO_NODE); /* the first sentence stays */
  assert_false(lg_expr_give(e, 0, at[0]));
  assert_false(lg_expr_compile(e, false));
  assert_string_equal(lg_expr_error(e), "'+' takes a number, got a condition; use where(c, a, b)");
  lg_expr_clear(e);
  at[0] = lg_expr_column(e, "position", 0);
  assert_int_equal(lg_expr_3(e, LG_OP_SELECT, at[0], at[0], at[0]), LG_NO_NODE);
  assert_string_equal(lg_expr_error(e), "'where' takes a condition, got a number");
  lg_expr_clear(e);
  assert_int_equal(lg_expr_column(e, "position", 2), LG_NO_NODE);
  assert_string_equal(lg_expr_error(e), "column 'position' has 2 components, not 3");
  lg_expr_clear(e);
  assert_false(lg_expr_store(e, "id", 0, lg_expr_number(e, 1)));
  assert_string_equal(lg_expr_error(e), "column 'id' is kept by the core and cannot be changed");
  lg_expr_free(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs),
                                     cmocka_unit_test(many_registers),
                                     cmocka_unit_test(few_registers),
                                     cmocka_unit_test(stores_in_place),
                                     cmocka_unit_test(nodes_are_shared_and_folded),
                                     cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
