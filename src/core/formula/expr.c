/* expr.c - formulas as nodes: each is made once, numbers are folded, identities that change no bit
   of a finite result are used. */
#include "core/formula/expr.h"

#include "core/base/world.h"
#include "core/formula/expr_math.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- life ----------------------------------------------------------------------------------- */

lg_expr *lg_expr_new(const lg_world *w, int dim) {
  lg_mem mem = {w ? w->mem.alloc : NULL, w ? w->mem.user : NULL, 0, 0};
  lg_expr *e = lg_mem_realloc(&mem, NULL, sizeof *e);
  if (!e) return NULL;
  memset(e, 0, sizeof *e);
  e->own = mem;
  e->mem = &e->own;
  e->w = w;
  e->dim = w ? w->dim : dim;
  lg_expr_clear(e);
  return e;
}

void lg_expr_free(lg_expr *e) {
  if (!e) return;
  lg_mem mem = *e->mem;
  lg_mem_free(&mem, e->node);
  lg_mem_free(&mem, e->bucket);
  lg_mem_free(&mem, e->code.code);
  for (int i = 0; i < LG_EXPR_SUMS; i++) lg_mem_free(&mem, e->pass[i].code.code);
  lg_mem_free(&mem, e->work);
  lg_mem_free(&mem, e);
}

void lg_expr_clear(lg_expr *e) {
  e->nodes = e->inputs = e->samplers = e->outputs = e->given = 0;
  e->reaches = e->sums = e->open = e->passes = 0;
  e->error[0] = 0;
  e->stream = 0;
  e->time = e->w ? e->w->time : 0;
  e->seed = e->w ? e->w->def.seed : 0;
  e->substep = e->w ? (uint32_t)e->w->substep : 0;
  if (e->bucket) memset(e->bucket, 0xff, e->buckets * sizeof *e->bucket);
}

const char *lg_expr_error(const lg_expr *e) { return e->error; }

lg_node lg_expr_refuse(lg_expr *e, const char *format, ...) {
  va_list list;
  if (e->error[0]) return LG_NO_NODE;
  va_start(list, format);
  vsnprintf(e->error, sizeof e->error, format, list);
  va_end(list);
  return LG_NO_NODE;
}

/* ---- one node each -------------------------------------------------------------------------- */

static uint32_t hash_of(const lg_expr_node *n) {
  uint32_t h = n->op * 0x9e3779b1u ^ n->bits;
  h = (h ^ (uint32_t)n->a) * 0x7feb352du;
  h = (h ^ h >> 15 ^ (uint32_t)n->b) * 0x846ca68bu;
  h = (h ^ h >> 16 ^ (uint32_t)n->c) * 0x9e3779b1u;
  return h ^ h >> 15;
}

static bool same(const lg_expr_node *x, const lg_expr_node *y) {
  return x->op == y->op && x->a == y->a && x->b == y->b && x->c == y->c && x->bits == y->bits;
}

static bool grow(lg_expr *e) {
  size_t room = e->node_room ? e->node_room * 2 : 256, buckets = room * 2;
  lg_expr_node *node = lg_mem_realloc(e->mem, e->node, room * sizeof *node);
  if (!node) return false;
  e->node = node;
  e->node_room = room;

  int32_t *bucket = lg_mem_realloc(e->mem, e->bucket, buckets * sizeof *bucket);
  if (!bucket) return false;
  e->bucket = bucket;
  e->buckets = buckets;

  /* all nodes are hashed anew */
  memset(bucket, 0xff, buckets * sizeof *bucket);
  for (int32_t i = 0; i < e->nodes; i++) {
    size_t at = hash_of(&node[i]) & (buckets - 1);
    while (bucket[at] >= 0) at = (at + 1) & (buckets - 1);
    bucket[at] = i;
  }
  return true;
}

lg_node lg_expr_make(lg_expr *e, int op, lg_node a, lg_node b, lg_node c, uint32_t bits) {
  lg_expr_node n = {.op = (uint8_t)op, .a = a, .b = b, .c = c, .bits = bits};
  bool by_operand = op == LG_OP_SELECT && e->node[b].condition;
  n.condition = op == LG_OP_NOT || op == LG_OP_TRUTH || (op >= LG_OP_LT && op <= LG_OP_OR) ||
                by_operand;

  if (e->error[0]) return LG_NO_NODE;
  if (e->nodes == LG_EXPR_NODES)
    return lg_expr_refuse(e, "the formula has more than %d operations", LG_EXPR_NODES);
  if ((size_t)e->nodes == e->node_room && !grow(e))
    return lg_expr_refuse(e, "out of memory for %d operations", e->nodes);

  /* the node that there is already, or a new one */
  size_t at = hash_of(&n) & (e->buckets - 1);
  for (; e->bucket[at] >= 0; at = (at + 1) & (e->buckets - 1))
    if (same(&e->node[e->bucket[at]], &n)) return e->bucket[at];
  e->bucket[at] = e->nodes;
  e->node[e->nodes] = n;
  return e->nodes++;
}

lg_node lg_expr_number(lg_expr *e, double value) {
  return lg_expr_make(e, LG_OP_NUMBER, LG_NO_NODE, LG_NO_NODE, LG_NO_NODE,
                      lg_bits_of((float)value));
}

lg_node lg_expr_truth(lg_expr *e, bool value) {
  return lg_expr_make(e, LG_OP_TRUTH, LG_NO_NODE, LG_NO_NODE, LG_NO_NODE, value ? ~0u : 0);
}

static bool known(const lg_expr *e, lg_node a) { return a >= 0 && a < e->nodes; }

bool lg_expr_is_condition(const lg_expr *e, lg_node a) {
  return known(e, a) && e->node[a].condition;
}

bool lg_expr_is_number(const lg_expr *e, lg_node a, double *value) {
  if (!known(e, a) || e->node[a].op != LG_OP_NUMBER) return false;
  *value = (double)lg_float_of(e->node[a].bits);
  return true;
}

/* ---- folding -------------------------------------------------------------------------------- */

static float fold_function(int op, float a, float b) {
  switch (op) {
    case LG_OP_SQRT: return sqrtf(a);
    case LG_OP_SIN: return lg_sin(a);
    case LG_OP_COS: return lg_cos(a);
    case LG_OP_EXP: return lg_exp(a);
    case LG_OP_LOG: return lg_log(a);
    case LG_OP_TANH: return lg_tanh(a);
    case LG_OP_POW: return lg_power(a, b);
    default: return lg_atan2(a, b);
  }
}

float lg_expr_fold(int op, float a, float b) {
  switch (op) {
    case LG_OP_NEG: return -a;
    case LG_OP_ABS: return fabsf(a);
    case LG_OP_SIGN: return lg_sign(a);
    case LG_OP_FLOOR: return lg_floor(a);
    case LG_OP_ADD: return a + b;
    case LG_OP_SUB: return a - b;
    case LG_OP_MUL: return a * b;
    case LG_OP_DIV: return a / b;
    case LG_OP_MIN: return lg_pick(a < b, a, b);
    case LG_OP_MAX: return lg_pick(a > b, a, b);
    case LG_OP_LT: return a < b;
    case LG_OP_LE: return a <= b;
    case LG_OP_EQ: return a == b;
    default: return fold_function(op, a, b);
  }
}

/* Is it a NUMBER, and which one? */
static bool constant(const lg_expr *e, lg_node a, float *x) {
  if (e->node[a].op != LG_OP_NUMBER) return false;
  *x = lg_float_of(e->node[a].bits);
  return true;
}

static bool is(const lg_expr *e, lg_node a, float x) {
  float value;
  return constant(e, a, &value) && value == x;
}

static bool truth(const lg_expr *e, lg_node a, bool value) {
  return e->node[a].op == LG_OP_TRUTH && (e->node[a].bits != 0) == value;
}

static lg_node make_plain(lg_expr *e, int op, lg_node a, lg_node b) {
  return lg_expr_make(e, op, a, b, LG_NO_NODE, 0);
}
static lg_node neg(lg_expr *e, lg_node a) { return lg_expr_1(e, LG_OP_NEG, a); }

/* ---- making, checked ------------------------------------------------------------------------ */

static const char *const names[] = {
    "-", "abs", "sign", "floor", "sqrt", "sin",  "cos", "exp", "log", "tanh", "not", "+",    "-",
    "*", "/",   "min",  "max",   "^",    "atan", "<",   "<=",  "==",  "and",  "or",  "where"};

/* Numbers where numbers are wanted, conditions where conditions are. */
static bool check_operand(lg_expr *e, int op, lg_node a, bool condition) {
  if (e->error[0]) return false;
  if (!known(e, a))
    return lg_expr_refuse(e, "'%s' of a value that is not of this formula", names[op]) >= 0;
  if (e->node[a].condition == condition) return true;
  lg_expr_refuse(e,
                 condition ? "'%s' takes a condition, got a number"
                           : "'%s' takes a number, got a condition; use where(c, a, b)",
                 names[op]);
  return false;
}

lg_node lg_expr_1(lg_expr *e, lg_op op, lg_node a) {
  float x;
  if (op > LG_OP_NOT) return lg_expr_refuse(e, "operation %d is not of one operand", (int)op);
  if (!check_operand(e, (int)op, a, op == LG_OP_NOT)) return LG_NO_NODE;

  /* what is known: numbers, and operations that undo themselves */
  const lg_expr_node *n = &e->node[a];
  if (op == LG_OP_NOT && n->op == LG_OP_TRUTH) return lg_expr_truth(e, n->bits == 0);
  if (n->op == op && (op == LG_OP_NOT || op == LG_OP_NEG)) return n->a;
  if (op != LG_OP_NOT && constant(e, a, &x))
    return lg_expr_number(e, (double)lg_expr_fold((int)op, x, 0));

  /* -(a - b) = b - a, |-a| = |a| */
  if (op == LG_OP_NEG && n->op == LG_OP_SUB) return make_plain(e, LG_OP_SUB, n->b, n->a);
  if (op == LG_OP_ABS && n->op == LG_OP_NEG) return lg_expr_1(e, op, n->a);
  return make_plain(e, (int)op, a, LG_NO_NODE);
}

static lg_node sum(lg_expr *e, lg_node a, lg_node b) {
  if (is(e, a, 0)) return b;
  if (is(e, b, 0)) return a;
  if (e->node[b].op == LG_OP_NEG) return lg_expr_2(e, LG_OP_SUB, a, e->node[b].a);
  if (e->node[a].op == LG_OP_NEG) return lg_expr_2(e, LG_OP_SUB, b, e->node[a].a);
  return make_plain(e, LG_OP_ADD, lg_mini(a, b), lg_maxi(a, b));
}

static lg_node difference(lg_expr *e, lg_node a, lg_node b) {
  if (is(e, b, 0)) return a;
  if (is(e, a, 0)) return neg(e, b);
  if (e->node[b].op == LG_OP_NEG) return lg_expr_2(e, LG_OP_ADD, a, e->node[b].a);
  return make_plain(e, LG_OP_SUB, a, b);
}

/* Signs move outwards, where a sum may swallow them. */
static lg_node product(lg_expr *e, int op, lg_node a, lg_node b) {
  if (op == LG_OP_MUL && is(e, a, 1)) return b;
  if (is(e, b, 1)) return a;
  if (op == LG_OP_MUL && is(e, a, -1)) return neg(e, b);
  if (is(e, b, -1)) return neg(e, a);
  if (e->node[a].op == LG_OP_NEG) return neg(e, lg_expr_2(e, (lg_op)op, e->node[a].a, b));
  if (e->node[b].op == LG_OP_NEG) return neg(e, lg_expr_2(e, (lg_op)op, a, e->node[b].a));
  return op == LG_OP_MUL ? make_plain(e, op, lg_mini(a, b), lg_maxi(a, b))
                         : make_plain(e, op, a, b);
}

/* Small powers are products and roots: faster, and closer. */
static lg_node power(lg_expr *e, lg_node a, lg_node b) {
  float x;
  if (!constant(e, b, &x)) return make_plain(e, LG_OP_POW, a, b);
  if (x == 0) return lg_expr_number(e, 1);
  if (x == 1) return a;
  if (x == 0.5f) return lg_expr_1(e, LG_OP_SQRT, a);

  /* whole numbers up to 4, and one over them */
  if (x < 0 && x >= -4 && x == floorf(x))
    return lg_expr_2(e, LG_OP_DIV, lg_expr_number(e, 1),
                     power(e, a, lg_expr_number(e, (double)-x)));
  lg_node square = x == 2 || x == 3 || x == 4 ? lg_expr_2(e, LG_OP_MUL, a, a) : LG_NO_NODE;
  if (x == 2) return square;
  if (x == 3) return lg_expr_2(e, LG_OP_MUL, square, a);
  if (x == 4) return lg_expr_2(e, LG_OP_MUL, square, square);
  return make_plain(e, LG_OP_POW, a, b);
}

static lg_node and_or(lg_expr *e, int op, lg_node a, lg_node b) {
  bool neutral = op == LG_OP_AND;
  if (truth(e, a, neutral) || a == b) return b;
  if (truth(e, b, neutral)) return a;
  if (truth(e, a, !neutral) || truth(e, b, !neutral)) return lg_expr_truth(e, !neutral);
  return make_plain(e, op, lg_mini(a, b), lg_maxi(a, b));
}

lg_node lg_expr_2(lg_expr *e, lg_op op, lg_node a, lg_node b) {
  float x, y;
  bool logic = op == LG_OP_AND || op == LG_OP_OR;
  if (op < LG_OP_ADD || op > LG_OP_OR)
    return lg_expr_refuse(e, "operation %d is not of two operands", (int)op);
  if (!check_operand(e, (int)op, a, logic) || !check_operand(e, (int)op, b, logic))
    return LG_NO_NODE;
  if (logic) return and_or(e, (int)op, a, b);

  /* two numbers are one number */
  if (constant(e, a, &x) && constant(e, b, &y)) {
    float value = lg_expr_fold((int)op, x, y);
    return op >= LG_OP_LT ? lg_expr_truth(e, value != 0) : lg_expr_number(e, (double)value);
  }

  switch (op) {
    case LG_OP_ADD: return sum(e, a, b);
    case LG_OP_SUB: return difference(e, a, b);
    case LG_OP_MUL:
    case LG_OP_DIV: return product(e, (int)op, a, b);
    case LG_OP_POW: return power(e, a, b);
    case LG_OP_EQ: return make_plain(e, (int)op, lg_mini(a, b), lg_maxi(a, b));
    default: return make_plain(e, (int)op, a, b);
  }
}

lg_node lg_expr_3(lg_expr *e, lg_op op, lg_node a, lg_node b, lg_node c) {
  if (op != LG_OP_SELECT)
    return lg_expr_refuse(e, "operation %d is not of three operands", (int)op);
  bool conditions = known(e, b) && e->node[b].condition;
  if (!check_operand(e, (int)op, a, true) || !check_operand(e, (int)op, b, conditions) ||
      !check_operand(e, (int)op, c, conditions))
    return LG_NO_NODE;

  /* a choice whose outcome is known */
  if (b == c || truth(e, a, true)) return b;
  if (truth(e, a, false)) return c;
  if (e->node[a].op == LG_OP_NOT) return lg_expr_3(e, op, e->node[a].a, c, b);

  /* of conditions: and, or */
  if (!conditions) return lg_expr_make(e, (int)op, a, b, c, 0);
  if (truth(e, b, true)) return and_or(e, LG_OP_OR, a, c);
  if (truth(e, c, false)) return and_or(e, LG_OP_AND, a, b);
  if (truth(e, b, false)) return and_or(e, LG_OP_AND, lg_expr_1(e, LG_OP_NOT, a), c);
  if (truth(e, c, true)) return and_or(e, LG_OP_OR, lg_expr_1(e, LG_OP_NOT, a), b);
  return lg_expr_make(e, (int)op, a, b, c, 0);
}
