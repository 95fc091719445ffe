/* expr_derive.c - derivatives of formulas by position: each node's derivative from those of its
   operands, in their order. Zeros are dropped as they arise, so that what does not depend on the
   position costs nothing.

   Steps (floor, sign, comparisons) have derivative 0; min, max, abs and where have that of the
   branch taken. */
#include "core/formula/expr.h"

static lg_node zero(lg_expr *e) { return lg_expr_number(e, 0); }
static lg_node op1(lg_expr *e, int op, lg_node a) { return lg_expr_1(e, (lg_op)op, a); }
static lg_node op2(lg_expr *e, int op, lg_node a, lg_node b) {
  return lg_expr_2(e, (lg_op)op, a, b);
}
static lg_node num(lg_expr *e, double x) { return lg_expr_number(e, x); }

static bool is_zero(const lg_expr *e, lg_node a) {
  double x;
  return lg_expr_is_number(e, a, &x) && x == 0;
}

static lg_node times(lg_expr *e, lg_node a, lg_node b) {
  return is_zero(e, a) || is_zero(e, b) ? zero(e) : op2(e, LG_OP_MUL, a, b);
}

static lg_node over(lg_expr *e, lg_node a, lg_node b) {
  return is_zero(e, a) ? zero(e) : op2(e, LG_OP_DIV, a, b);
}

static lg_node square(lg_expr *e, lg_node a) { return op2(e, LG_OP_MUL, a, a); }

/* f(a) with derivative da of a; self is f(a). */
static lg_node derive_unary(lg_expr *e, int op, lg_node self, lg_node a, lg_node da) {
  if (is_zero(e, da)) return zero(e);
  switch (op) {
    case LG_OP_NEG: return op1(e, op, da);
    case LG_OP_ABS: return times(e, op1(e, LG_OP_SIGN, a), da);
    case LG_OP_SQRT: return over(e, da, times(e, num(e, 2), self));
    case LG_OP_SIN: return times(e, op1(e, LG_OP_COS, a), da);
    case LG_OP_COS: return op1(e, LG_OP_NEG, times(e, op1(e, LG_OP_SIN, a), da));
    case LG_OP_EXP: return times(e, self, da);
    case LG_OP_LOG: return over(e, da, a);
    case LG_OP_TANH: return times(e, op2(e, LG_OP_SUB, num(e, 1), square(e, self)), da);
    default: return zero(e); /* floor, sign */
  }
}

/* a^b: b a^(b-1) a' + a^b log(a) b' */
static lg_node derive_power(lg_expr *e, lg_node self, lg_node a, lg_node b, lg_node da,
                            lg_node db) {
  lg_node first = zero(e), second = zero(e);
  if (!is_zero(e, da))
    first = times(e, times(e, b, op2(e, LG_OP_POW, a, op2(e, LG_OP_SUB, b, num(e, 1)))), da);
  if (!is_zero(e, db)) second = times(e, times(e, self, op1(e, LG_OP_LOG, a)), db);
  return op2(e, LG_OP_ADD, first, second);
}

static lg_node derive_binary(lg_expr *e, int op, lg_node self, lg_node a, lg_node b, lg_node da,
                             lg_node db) {
  if (is_zero(e, da) && is_zero(e, db)) return zero(e);
  switch (op) {
    case LG_OP_ADD:
    case LG_OP_SUB: return op2(e, op, da, db);
    case LG_OP_MUL: return op2(e, LG_OP_ADD, times(e, da, b), times(e, a, db));
    case LG_OP_DIV: return op2(e, LG_OP_SUB, over(e, da, b), over(e, times(e, self, db), b));
    case LG_OP_MIN: return lg_expr_3(e, LG_OP_SELECT, op2(e, LG_OP_LT, a, b), da, db);
    case LG_OP_MAX: return lg_expr_3(e, LG_OP_SELECT, op2(e, LG_OP_LT, b, a), da, db);
    case LG_OP_POW: return derive_power(e, self, a, b, da, db);
    case LG_OP_ATAN2: /* of a / b: (b a' - a b') / (a^2 + b^2) */
      return over(e, op2(e, LG_OP_SUB, times(e, b, da), times(e, a, db)),
                  op2(e, LG_OP_ADD, square(e, a), square(e, b)));
    default: return zero(e); /* comparisons, which nothing differentiates */
  }
}

/* The walls' fraction has its gradient beside it. */
static lg_node derive_walls(lg_expr *e, lg_expr_node n, const lg_node d[3]) {
  lg_node sum = zero(e);
  for (int k = 0; k < e->dim; k++) {
    if (is_zero(e, d[k])) continue;
    const lg_expr_sampler slope = {.component = 1 + k, .step = e->sampler[n.bits].step};
    lg_node along = lg_expr_sample(e, &slope, n.a, n.b, n.c);
    sum = op2(e, LG_OP_ADD, sum, times(e, along, d[k]));
  }
  return sum;
}

/* Central difference (f(p + h e_k) - f(p - h e_k)) / 2h for each coordinate that depends on the
   position. With h half a cell of a grid that is interpolated linearly, this is the difference of
   the two neighbours at a node, and twice it is the compact second difference. */
static lg_node derive_sample(lg_expr *e, lg_expr_node n, const lg_node d[3]) {
  const lg_node at[3] = {n.a, n.b, n.c};
  double h = (double)e->sampler[n.bits].step;
  lg_node sum = zero(e);
  for (int k = 0; k < e->dim; k++) {
    lg_node p[3], side[2];
    if (is_zero(e, d[k])) continue;

    /* the field half a step to either side */
    for (int s = 0; s < 2; s++) {
      for (int j = 0; j < 3; j++)
        p[j] = j == k ? op2(e, LG_OP_ADD, at[j], num(e, s ? h : -h)) : at[j];
      side[s] = lg_expr_make(e, LG_OP_SAMPLE, p[0], p[1], p[2], n.bits);
    }

    /* chain rule */
    lg_node slope = times(e, op2(e, LG_OP_SUB, side[1], side[0]), num(e, 0.5 / h));
    sum = op2(e, LG_OP_ADD, sum, times(e, slope, d[k]));
  }
  return sum;
}

/* d: the derivatives of all nodes before it; -1 where not needed. */
static lg_node derive_node(lg_expr *e, lg_node i, const int32_t *d, int axis) {
  lg_expr_node n = e->node[i];
  switch (n.op) {
    case LG_OP_COLUMN:
      if (e->input[n.a].of != LG_OF_PARTICLE)
        return lg_expr_refuse(e, "a sum over neighbours has no derivative; sum one with q.gradW");
      return num(e, strcmp(e->input[n.a].name, "position") == 0 && e->input[n.a].component == axis);
    case LG_OP_SELECT:
      return n.condition ? zero(e) : lg_expr_3(e, LG_OP_SELECT, n.a, d[n.b], d[n.c]);
    case LG_OP_SAMPLE: {
      const lg_node along[3] = {d[n.a], d[n.b], d[n.c]};
      const lg_expr_sampler *s = &e->sampler[n.bits];
      const bool fraction = s->id == 0 && s->component == 0;
      return fraction ? derive_walls(e, n, along) : derive_sample(e, n, along);
    }
    case LG_OP_NUMBER:
    case LG_OP_TRUTH:
    case LG_OP_RANDOM:
    case LG_OP_HASH: return zero(e);
    default: break;
  }

  if (n.condition) return zero(e);
  return n.op < LG_OP_NOT ? derive_unary(e, n.op, i, n.a, d[n.a])
                          : derive_binary(e, n.op, i, n.a, n.b, d[n.a], d[n.b]);
}

lg_node lg_expr_derivative(lg_expr *e, lg_node of, int axis) {
  if (of < 0 || of >= e->nodes || axis < 0 || axis >= e->dim || e->node[of].condition)
    return lg_expr_refuse(
        e, "only a number of this formula has a derivative, by an axis of its world");
  if (!lg_expr_mark(e, &of, 1, (size_t)of + 1)) return LG_NO_NODE;
  for (lg_node i = 0; i <= of && !e->error[0]; i++)
    if (e->work[i]) e->work[i] = derive_node(e, i, e->work, axis);
  return e->error[0] ? LG_NO_NODE : e->work[of];
}
