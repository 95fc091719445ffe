/* Derivatives of formulas: against central differences on twenty formulas, second derivatives on
   the smooth ones, identities of vector calculus to round-off, and noise against a second
   implementation in double. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/formula/expr.h"
#include "core/formula/expr_math.h"
#include "near.h"

#define ADD(a, b) lg_expr_2(e, LG_OP_ADD, a, b)
#define SUB(a, b) lg_expr_2(e, LG_OP_SUB, a, b)
#define MUL(a, b) lg_expr_2(e, LG_OP_MUL, a, b)
#define DIV(a, b) lg_expr_2(e, LG_OP_DIV, a, b)
#define POW(a, b) lg_expr_2(e, LG_OP_POW, a, b)
#define F(op, a)  lg_expr_1(e, LG_OP_##op, a)
#define K(value)  lg_expr_number(e, value)

enum { FORMULAS = 20, SMOOTH = 16 };

/* The formula and, for the differences, the same in double. */
static lg_node formula(lg_expr *e, int which, lg_node x, lg_node y) {
  lg_node r2 = ADD(MUL(x, x), MUL(y, y)), less = lg_expr_2(e, LG_OP_LT, x, y);
  switch (which) {
    case 0: return ADD(MUL(K(3), x), K(2));
    case 1: return MUL(MUL(x, x), y);
    case 2: return F(SIN, MUL(x, y));
    case 3: return F(COS, SUB(MUL(K(2), x), y));
    case 4: return F(EXP, F(NEG, r2));
    case 5: return F(LOG, ADD(K(1), r2));
    case 6: return F(SQRT, ADD(K(0.5), r2));
    case 7: return F(TANH, ADD(x, MUL(K(2), y)));
    case 8: return DIV(x, ADD(K(2), y));
    case 9: return POW(ADD(K(2), x), K(2.7));
    case 10: return POW(ADD(K(2), x), y);
    case 11: return lg_expr_2(e, LG_OP_ATAN2, y, ADD(K(2), x));
    case 12: return POW(ADD(K(2), y), K(-3));
    case 13: return MUL(F(EXP, MUL(K(-0.8), r2)), ADD(K(1), MUL(K(0.3), F(SIN, MUL(K(3), x)))));
    case 14: return MUL(F(SIN, F(COS, F(SIN, x))), y);
    case 15: return SUB(MUL(x, F(LOG, ADD(K(3), y))), DIV(y, ADD(K(3), x)));
    case 16: return F(ABS, SUB(x, MUL(K(2), y)));
    case 17: return lg_expr_2(e, LG_OP_MIN, MUL(x, x), y);
    case 18: return lg_expr_2(e, LG_OP_MAX, F(SIN, x), MUL(x, y));
    default: return lg_expr_3(e, LG_OP_SELECT, less, MUL(x, y), MUL(x, MUL(x, y)));
  }
}

static double exact(int which, double x, double y) {
  double r2 = x * x + y * y;
  switch (which) {
    case 0: return 3 * x + 2;
    case 1: return x * x * y;
    case 2: return sin(x * y);
    case 3: return cos(2 * x - y);
    case 4: return exp(-r2);
    case 5: return log(1 + r2);
    case 6: return sqrt(0.5 + r2);
    case 7: return tanh(x + 2 * y);
    case 8: return x / (2 + y);
    case 9: return pow(2 + x, 2.7);
    case 10: return pow(2 + x, y);
    case 11: return atan2(y, 2 + x);
    case 12: return pow(2 + y, -3);
    case 13: return exp(-0.8 * r2) * (1 + 0.3 * sin(3 * x));
    case 14: return sin(cos(sin(x))) * y;
    case 15: return x * log(3 + y) - y / (3 + x);
    case 16: return fabs(x - 2 * y);
    case 17: return fmin(x * x, y);
    case 18: return fmax(sin(x), x * y);
    default: return x < y ? x * y : x * x * y;
  }
}

static bool near_a_kink(int which, double x, double y) {
  double gap[] = {x - 2 * y, x * x - y, sin(x) - x * y, x - y};
  return which >= SMOOTH && fabs(gap[which - SMOOTH]) < 1e-3;
}

/* The inputs by name: position alone. */
static double at(lg_expr *e, lg_node node, const double p[3]) {
  double in[LG_EXPR_INPUTS], out[LG_EXPR_OUTPUTS];
  int component;
  e->outputs = e->given = 0;
  assert_true(lg_expr_give(e, 0, node));
  for (int i = 0; i < lg_expr_inputs(e); i++) {
    assert_string_equal(lg_expr_input(e, i, &component), "position");
    in[i] = p[component];
  }
  assert_true(lg_expr_at(e, in, out));
  return out[0];
}

static void point(int i, double p[3]) {
  static const double step[3] = {0.7548776662, 0.5698402910, 0.4301597090};
  for (int k = 0; k < 3; k++) p[k] = (double)(float)(2 * fmod(0.5 + (i + 1) * step[k], 1) - 1);
}

static lg_expr *plane(lg_node xyz[3], int dim) {
  lg_expr *e = lg_expr_new(NULL, dim);
  lg_expr_clear(e);
  for (int k = 0; k < dim; k++) xyz[k] = lg_expr_column(e, "position", k);
  return e;
}

static void first_derivatives(void **state) {
  (void)state;
  const double h = 1e-5;
  for (int f = 0; f < FORMULAS; f++) {
    lg_node x[3];
    lg_expr *e = plane(x, 2);
    lg_node value = formula(e, f, x[0], x[1]),
            d[2] = {lg_expr_derivative(e, value, 0), lg_expr_derivative(e, value, 1)};
    assert_string_equal(lg_expr_error(e), "");
    for (int i = 0; i < 40; i++) {
      double p[3];
      point(i, p);
      if (near_a_kink(f, p[0], p[1])) continue;
      double dx = (exact(f, p[0] + h, p[1]) - exact(f, p[0] - h, p[1])) / (2 * h);
      double dy = (exact(f, p[0], p[1] + h) - exact(f, p[0], p[1] - h)) / (2 * h);
      assert_near(at(e, value, p), exact(f, p[0], p[1]), 2e-6 * (1 + fabs(exact(f, p[0], p[1]))));
      assert_near(at(e, d[0], p), dx, 4e-6 * (1 + fabs(dx)));
      assert_near(at(e, d[1], p), dy, 4e-6 * (1 + fabs(dy)));
    }
    lg_expr_free(e);
  }
}

static void second_derivatives(void **state) {
  (void)state;
  const double h = 1e-4;
  for (int f = 0; f < SMOOTH; f++) {
    lg_node x[3];
    lg_expr *e = plane(x, 2);
    lg_node value = formula(e, f, x[0], x[1]),
            xx = lg_expr_derivative(e, lg_expr_derivative(e, value, 0), 0);
    lg_node xy = lg_expr_derivative(e, lg_expr_derivative(e, value, 0), 1);
    for (int i = 0; i < 20; i++) {
      double p[3];
      point(i, p);
      double a = p[0], b = p[1],
             dxx = (exact(f, a + h, b) - 2 * exact(f, a, b) + exact(f, a - h, b)) / (h * h);
      double dxy = (exact(f, a + h, b + h) - exact(f, a + h, b - h) - exact(f, a - h, b + h) +
                    exact(f, a - h, b - h)) /
                   (4 * h * h);
      assert_near(at(e, xx, p), dxx, 3e-5 * (1 + fabs(dxx)));
      assert_near(at(e, xy, p), dxy, 3e-5 * (1 + fabs(dxy)));
    }
    lg_expr_free(e);
  }
}

/* u = (d psi / dy, -d psi / dx): the derivatives in div u are the same two nodes' worth of
   arithmetic, so what is left is round-off. */
static void curl_has_no_divergence(void **state) {
  (void)state;
  for (int f = 0; f <= SMOOTH; f++) {
    lg_node x[3];
    lg_expr *e = plane(x, 2);
    lg_node psi = f < SMOOTH
                      ? formula(e, f, x[0], x[1])
                      : lg_expr_noise(e, MUL(K(2.3), x[0]), MUL(K(2.3), x[1]), LG_NO_NODE, 5);
    lg_node u = lg_expr_derivative(e, psi, 1), v = F(NEG, lg_expr_derivative(e, psi, 0));
    lg_node ux = lg_expr_derivative(e, u, 0), divergence = ADD(ux, lg_expr_derivative(e, v, 1));
    double largest = 0, scale = 0;
    for (int i = 0; i < 100; i++) {
      double p[3];
      point(i, p);
      largest = fmax(largest, fabs(at(e, divergence, p)));
      scale = fmax(scale, fabs(at(e, ux, p)));
    }
    if (f < SMOOTH) assert_near(largest, 0, 6e-7 * (scale + 1));
    else assert_near(largest, 0, 1e-5 * scale);
    lg_expr_free(e);
  }
}

static void constants_cost_nothing(void **state) {
  (void)state;
  lg_node x[3];
  double zero;
  lg_expr *e = plane(x, 2);
  lg_node v = lg_expr_column(e, "velocity", 0);
  assert_true(lg_expr_is_number(e, lg_expr_derivative(e, F(EXP, MUL(v, v)), 0), &zero) &&
              zero == 0);
  assert_true(lg_expr_is_number(e, lg_expr_derivative(e, F(FLOOR, x[0]), 0), &zero) && zero == 0);
  assert_int_equal(lg_expr_derivative(e, MUL(x[0], v), 0), v);
  assert_int_equal(lg_expr_derivative(e, lg_expr_2(e, LG_OP_LT, x[0], v), 0), LG_NO_NODE);
  lg_expr_free(e);
}

/* ---- noise ---------------------------------------------------------------------------------- */

static double fade(double s) { return s * s * s * (s * (s * 6 - 15) + 10); }

/* Perlin's sum over corners, weights as products instead of nested blends. */
static double noise(int dim, const double p[3], uint32_t seed) {
  double low[3], rest[3], sum = 0;
  for (int k = 0; k < dim; k++) {
    low[k] = floor(p[k]);
    rest[k] = p[k] - low[k];
  }
  for (int c = 0; c < 1 << dim; c++) {
    double at_[3] = {0, 0, 0}, way[3] = {0, 0, 0}, weight = 1;
    for (int k = 0; k < dim; k++) {
      int one = c >> k & 1;
      at_[k] = low[k] + one;
      way[k] = rest[k] - one;
      weight *= one ? fade(rest[k]) : 1 - fade(rest[k]);
    }
    double u = (double)lg_hash3((float)at_[0], (float)at_[1], (float)at_[2], seed),
           turn = 2 * LG_PI * u;
    double up = dim == 3 ? 1 - 2 * fmod(u * 4096, 1) : 0, across = sqrt(fmax(1 - up * up, 1e-6));
    sum += weight * (across * (cos(turn) * way[0] + sin(turn) * way[1]) + up * way[2]);
  }
  return sum * (dim == 2 ? sqrt(2) : 2 / sqrt(3));
}

static void noise_is_perlins(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_node x[3] = {-1, -1, -1};
    lg_expr *e = plane(x, dim);
    lg_node n = lg_expr_noise(e, x[0], x[1], x[2], 11), dx = lg_expr_derivative(e, n, 0);
    double most = 0, sum = 0;
    for (int i = 0; i < 400; i++) {
      double p[3], a[3], b[3];
      point(i, p);
      for (int k = 0; k < 3; k++) a[k] = b[k] = p[k] *= 9;
      a[0] -= 1e-5;
      b[0] += 1e-5;
      assert_near(at(e, n, p), noise(dim, p, 11), 3e-6);
      assert_near(at(e, dx, p), (noise(dim, b, 11) - noise(dim, a, 11)) / 2e-5, 3e-5);
      most = fmax(most, fabs(noise(dim, p, 11)));
      sum += noise(dim, p, 11);
    }
    assert_true(most > 0.5 && most < 1.01);
    assert_near(sum / 400, 0, 0.1);
    const double corner[3] = {3, -2, 5};
    assert_near(at(e, n, corner), 0, 1e-6);
    lg_expr_free(e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(first_derivatives), cmocka_unit_test(second_derivatives),
      cmocka_unit_test(curl_has_no_divergence), cmocka_unit_test(constants_cost_nothing),
      cmocka_unit_test(noise_is_perlins)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
