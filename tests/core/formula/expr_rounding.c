/* Bounds of rounding: at 4000 random places the formula in float32 is never farther from the same
   formula in double (long double, by the C compiler) than its bound; where nothing cancels the
   bound is a few roundings, and where it does it is not a thousand times what is there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/formula/expr.h"

#define U 0x1p-24

static lg_node num(lg_expr *e, double x) { return lg_expr_number(e, x); }
static lg_node two(lg_expr *e, lg_op op, lg_node a, lg_node b) { return lg_expr_2(e, op, a, b); }

typedef struct formula {
  const char *name;
  lg_node (*make)(lg_expr *e, lg_node x, lg_node y);
  long double (*exact)(long double x, long double y);
  double few; /* the bound in units of U, of a value of 1; 0: it cancels */
} formula;

static lg_node made_sum(lg_expr *e, lg_node x, lg_node y) { return two(e, LG_OP_ADD, x, y); }
static long double sum(long double x, long double y) { return x + y; }

static lg_node made_product(lg_expr *e, lg_node x, lg_node y) {
  return two(e, LG_OP_DIV, two(e, LG_OP_MUL, x, y), two(e, LG_OP_ADD, y, num(e, 3)));
}
static long double product(long double x, long double y) { return x * y / (y + 3); }

static lg_node made_there_and_back(lg_expr *e, lg_node x, lg_node y) {
  return two(e, LG_OP_SUB, two(e, LG_OP_ADD, x, two(e, LG_OP_MUL, num(e, 4096), y)),
             two(e, LG_OP_MUL, num(e, 4096), y));
}
static long double there_and_back(long double x, long double y) { return (void)y, x; }

static lg_node made_tait(lg_expr *e, lg_node x, lg_node y) {
  lg_node near = two(e, LG_OP_ADD, num(e, 1), two(e, LG_OP_DIV, x, num(e, 1024)));
  return two(e, LG_OP_MUL, y, two(e, LG_OP_SUB, two(e, LG_OP_POW, near, num(e, 7)), num(e, 1)));
}
static long double tait(long double x, long double y) { return y * (powl(1 + x / 1024, 7) - 1); }

static lg_node made_root(lg_expr *e, lg_node x, lg_node y) {
  lg_node in = two(e, LG_OP_ADD, num(e, 65536), two(e, LG_OP_MUL, x, y));
  return two(e, LG_OP_SUB, lg_expr_1(e, LG_OP_SQRT, in), num(e, 256));
}
static long double root(long double x, long double y) { return sqrtl(65536 + x * y) - 256; }

static lg_node made_waves(lg_expr *e, lg_node x, lg_node y) {
  lg_node far = two(e, LG_OP_MUL, num(e, 512), x);
  return two(e, LG_OP_ADD, lg_expr_1(e, LG_OP_SIN, far),
             lg_expr_1(e, LG_OP_EXP, lg_expr_1(e, LG_OP_NEG, two(e, LG_OP_MUL, y, y))));
}
static long double waves(long double x, long double y) { return sinl(512 * x) + expl(-y * y); }

static lg_node made_branch(lg_expr *e, lg_node x, lg_node y) {
  lg_node over = two(e, LG_OP_LT, num(e, 0), two(e, LG_OP_SUB, x, y));
  return lg_expr_3(e, LG_OP_SELECT, over, two(e, LG_OP_ADD, x, num(e, 10)), y);
}
static long double branch(long double x, long double y) { return x - y > 0 ? x + 10 : y; }

static lg_node made_next_to_0(lg_expr *e, lg_node x, lg_node y) {
  lg_node small = two(e, LG_OP_MUL, num(e, 0x1p-72), x);
  return two(e, LG_OP_DIV, two(e, LG_OP_MUL, small, two(e, LG_OP_MUL, num(e, 0x1p-70), y)),
             num(e, 3));
}
static long double next_to_0(long double x, long double y) { return x * y * 0x1p-142L / 3; }

static const formula formulas[] = {{"sum", made_sum, sum, 16},
                                   {"product", made_product, product, 32},
                                   {"there and back", made_there_and_back, there_and_back, 0},
                                   {"Tait", made_tait, tait, 0},
                                   {"root", made_root, root, 0},
                                   {"waves", made_waves, waves, 0},
                                   {"branch", made_branch, branch, 0},
                                   {"next to 0", made_next_to_0, next_to_0, 32}};

static double any(void) { return (double)(float)(rand() / (double)RAND_MAX * 2 - 1); }

static void errors_are_within_their_bounds(void **state) {
  (void)state;
  srand(5);
  for (size_t f = 0; f < sizeof formulas / sizeof *formulas; f++) {
    lg_expr *e = lg_expr_new(NULL, 2);
    lg_expr_clear(e);
    lg_node x = lg_expr_column(e, "position", 0), y = lg_expr_column(e, "position", 1);
    assert_true(lg_expr_give(e, 0, formulas[f].make(e, x, y)));
    double most = 0, widest = 0;
    for (int i = 0; i < 4000; i++) {
      double in[2] = {any(), any()}, out = NAN, bound = NAN;
      assert_true(lg_expr_at(e, in, &out) && lg_expr_rounding_at(e, NULL, 0, in, &bound));
      double exact = (double)formulas[f].exact((long double)in[0], (long double)in[1]);
      double off = fabs(out - exact);
      if (off > bound)
        print_message("%s at %g, %g: off by %g, bound %g\n", formulas[f].name, in[0], in[1], off,
                      bound);
      assert_true(off <= bound);
      if (formulas[f].few > 0) assert_true(bound <= formulas[f].few * U * fmax(fabs(exact), 0.25));
      most = fmax(most, off);
      widest = fmax(widest, bound);
    }
    print_message("%s: off by %.1e, bound %.1e\n", formulas[f].name, most, widest);
    assert_true(widest < 1000 * most);
    lg_expr_free(e);
  }
}

/* What goes through zero, or over the largest float, may be anything. */
static void what_is_not_known_is_infinite(void **state) {
  (void)state;
  lg_expr *e = lg_expr_new(NULL, 2);
  lg_expr_clear(e);
  lg_node x = lg_expr_column(e, "position", 0), big = num(e, 1e7), in_between;
  in_between = two(e, LG_OP_SUB, two(e, LG_OP_ADD, x, big), big);
  lg_expr_give(e, 0, two(e, LG_OP_DIV, num(e, 1), in_between));
  lg_expr_give(e, 1, two(e, LG_OP_MUL, two(e, LG_OP_MUL, x, num(e, 1e30)), num(e, 1e30)));
  double bound[2], in[2] = {0.25, 0};
  assert_true(lg_expr_rounding_at(e, NULL, 0, in, bound));
  assert_true(isinf(bound[0]) && isinf(bound[1]));

  /* of random numbers nothing is said */
  lg_expr_give(e, 0, lg_expr_random(e, "dice", 0));
  assert_false(lg_expr_rounding_at(e, NULL, 0, in, bound));
  lg_expr_free(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(errors_are_within_their_bounds),
                                     cmocka_unit_test(what_is_not_known_is_infinite)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
