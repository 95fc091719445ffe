/* math.c - functions that take numbers and per-particle values alike: core.traced.
   lua/laguna/trace.lua puts them into `math`. */
#include "bind/trace/trace.h"

#include <math.h>
#include <string.h>

/* ---- of one operand ------------------------------------------------------------------------- */

static lg_node constant(lg_expr *e, double x) { return lg_expr_number(e, x); }
static lg_node op1(lg_expr *e, lg_op op, lg_node a) { return lg_expr_1(e, op, a); }
static lg_node op2(lg_expr *e, lg_op op, lg_node a, lg_node b) { return lg_expr_2(e, op, a, b); }

static lg_node sine(lg_expr *e, lg_node a) { return op1(e, LG_OP_SIN, a); }
static lg_node cosine(lg_expr *e, lg_node a) { return op1(e, LG_OP_COS, a); }
static lg_node tangent(lg_expr *e, lg_node a) {
  return op2(e, LG_OP_DIV, sine(e, a), cosine(e, a));
}
static lg_node exponential(lg_expr *e, lg_node a) { return op1(e, LG_OP_EXP, a); }
static lg_node root(lg_expr *e, lg_node a) { return op1(e, LG_OP_SQRT, a); }
static lg_node hyperbolic(lg_expr *e, lg_node a) { return op1(e, LG_OP_TANH, a); }
static lg_node whole(lg_expr *e, lg_node a) { return op1(e, LG_OP_FLOOR, a); }
static lg_node sign_node(lg_expr *e, lg_node a) { return op1(e, LG_OP_SIGN, a); }
static lg_node fraction_node(lg_expr *e, lg_node a) { return op2(e, LG_OP_SUB, a, whole(e, a)); }
static lg_node upper(lg_expr *e, lg_node a) {
  return op1(e, LG_OP_NEG, whole(e, op1(e, LG_OP_NEG, a)));
}
static lg_node magnitude(lg_expr *e, lg_node a) { return op1(e, LG_OP_ABS, a); }
/* cos of the angle whose sine is a: sqrt((1 - a)(1 + a)) */
static lg_node other_leg(lg_expr *e, lg_node a) {
  return root(e, op2(e, LG_OP_MUL, op2(e, LG_OP_SUB, constant(e, 1), a),
                     op2(e, LG_OP_ADD, constant(e, 1), a)));
}
static lg_node arc_sine(lg_expr *e, lg_node a) { return op2(e, LG_OP_ATAN2, a, other_leg(e, a)); }
static lg_node arc_cosine(lg_expr *e, lg_node a) { return op2(e, LG_OP_ATAN2, other_leg(e, a), a); }
static lg_node degrees_node(lg_expr *e, lg_node a) {
  return op2(e, LG_OP_MUL, a, constant(e, 57.295779513082321));
}
static lg_node radians_node(lg_expr *e, lg_node a) {
  return op2(e, LG_OP_MUL, a, constant(e, 0.017453292519943296));
}

static double sign_of(double x) { return isnan(x) ? x : (x > 0) - (x < 0); }
static double fraction_of(double x) { return x - floor(x); }
static double degrees(double x) { return x * 57.295779513082321; }
static double radians(double x) { return x * 0.017453292519943296; }

static const struct {
  const char *name;
  double (*plain)(double x);
  lg_node (*traced)(lg_expr *e, lg_node a);
  bool integer; /* its result is an integer where one fits, as Lua's own */
} functions[] = {{"sin", lg_math_sin, sine, false},
                 {"cos", lg_math_cos, cosine, false},
                 {"tan", lg_math_tan, tangent, false},
                 {"exp", lg_math_exp, exponential, false},
                 {"sqrt", sqrt, root, false},
                 {"tanh", lg_math_tanh, hyperbolic, false},
                 {"asin", lg_math_asin, arc_sine, false},
                 {"acos", lg_math_acos, arc_cosine, false},
                 {"floor", floor, whole, true},
                 {"ceil", ceil, upper, true},
                 {"sign", sign_of, sign_node, false},
                 {"fract", fraction_of, fraction_node, false},
                 {"deg", degrees, degrees_node, false},
                 {"rad", radians, radians_node, false}};

static int function(lua_State *L) {
  int i = (int)lua_tointeger(L, lua_upvalueindex(1));
  lua_Integer n;
  if (lg_trace_is(L, 1)) {
    lg_trace *t = lg_trace_of(L);
    lg_trace_push(L, t, functions[i].traced(t->e, lg_trace_node(L, t, 1, "compute with")));
    return 1;
  }

  /* Of plain numbers, as Lua's own: integers stay what they are. */
  if (functions[i].integer && lua_isinteger(L, 1)) {
    lua_settop(L, 1);
    return 1;
  }
  double y = functions[i].plain(luaL_checknumber(L, 1));
  if (functions[i].integer && lua_numbertointeger(y, &n)) lua_pushinteger(L, n);
  else lua_pushnumber(L, y);
  return 1;
}

static int absolute(lua_State *L) {
  if (lg_trace_is(L, 1)) {
    lg_trace *t = lg_trace_of(L);
    lg_trace_push(L, t, magnitude(t->e, lg_trace_node(L, t, 1, "compute with")));
  } else if (lua_isinteger(L, 1)) {
    lua_Integer n = lua_tointeger(L, 1);
    lua_pushinteger(L, n < 0 ? (lua_Integer)(0u - (lua_Unsigned)n) : n);
  } else lua_pushnumber(L, fabs(luaL_checknumber(L, 1)));
  return 1;
}

/* ---- of several ----------------------------------------------------------------------------- */

static bool any_traced(lua_State *L) {
  for (int i = lua_gettop(L); i > 0; i--)
    if (lg_trace_is(L, i)) return true;
  return false;
}

static lg_node number_node(lua_State *L, lg_trace *t, int index) {
  if (!lg_trace_is(L, index)) luaL_checknumber(L, index);
  return lg_trace_node(L, t, index, "compute with");
}

static int arc_tangent(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    lua_pushnumber(L, 1);
  }
  if (any_traced(L))
    lg_trace_push(L, t, op2(t->e, LG_OP_ATAN2, number_node(L, t, 1), number_node(L, t, 2)));
  else lua_pushnumber(L, lg_math_atan2(luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
  return 1;
}

static int logarithm(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  bool natural = lua_isnoneornil(L, 2);

  /* To another base it is a quotient of logarithms. */
  if (any_traced(L)) {
    lg_node y = op1(t->e, LG_OP_LOG, number_node(L, t, 1));
    if (!natural) y = op2(t->e, LG_OP_DIV, y, op1(t->e, LG_OP_LOG, number_node(L, t, 2)));
    lg_trace_push(L, t, y);
    return 1;
  }

  double x = luaL_checknumber(L, 1), base = natural ? 0 : luaL_checknumber(L, 2);
  lua_pushnumber(L, natural      ? lg_math_log(x)
                    : base == 2  ? lg_math_log2(x)
                    : base == 10 ? lg_math_log10(x)
                                 : lg_math_log(x) / lg_math_log(base));
  return 1;
}

/* Of Lua's rules: a - floor(a / b) b has the sign of b, fmod that of a. */
static int remainder_of(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  if (any_traced(L)) {
    lg_node a = number_node(L, t, 1), b = number_node(L, t, 2);
    lg_node m = lg_trace_modulo(t->e, magnitude(t->e, a), magnitude(t->e, b));
    lg_node negative = op2(t->e, LG_OP_LT, a, constant(t->e, 0));
    lg_trace_push(L, t, lg_expr_3(t->e, LG_OP_SELECT, negative, op1(t->e, LG_OP_NEG, m), m));
  } else lua_pushnumber(L, fmod(luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
  return 1;
}

static int extreme(lua_State *L, lg_op op) {
  lg_trace *t = lg_trace_of(L);
  int n = lua_gettop(L), best = 1;
  if (n == 0) luaL_checknumber(L, 1);
  if (any_traced(L)) {
    lg_node y = number_node(L, t, 1);
    /* the later one where it is beyond, else the earlier: also where one is NaN, as Lua has it */
    for (int i = 2; i <= n; i++) y = op2(t->e, op, number_node(L, t, i), y);
    lg_trace_push(L, t, y);
    return 1;
  }

  /* Of plain numbers the argument itself: integers stay integers. */
  for (int i = 1; i <= n; i++) {
    luaL_checknumber(L, i);
    if (op == LG_OP_MIN ? lua_compare(L, i, best, LUA_OPLT) : lua_compare(L, best, i, LUA_OPLT))
      best = i;
  }

  lua_pushvalue(L, best);
  return 1;
}

static int least(lua_State *L) { return extreme(L, LG_OP_MIN); }
static int most(lua_State *L) { return extreme(L, LG_OP_MAX); }

/* ---- conditions ----------------------------------------------------------------------------- */

static int compare(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  lg_op op = (lg_op)lua_tointeger(L, lua_upvalueindex(1));
  /* gt and ge are lt and le the other way round */
  int a = lua_toboolean(L, lua_upvalueindex(2)) ? 2 : 1;

  lua_settop(L, 2);
  if (any_traced(L)) {
    lg_trace_push(
        L, t,
        op2(t->e, op, lg_trace_node(L, t, a, "compare"), lg_trace_node(L, t, 3 - a, "compare")));
    return 1;
  }

  /* Plain values: as the operators of Lua, a material by its number. */
  for (int i = 1, material; i <= 2; i++) {
    if (!lg_trace_material(L, t, i, &material)) continue;
    lua_pushinteger(L, material);
    lua_replace(L, i);
  }
  lua_pushboolean(L, lua_compare(L, a, 3 - a,
                                 op == LG_OP_LT   ? LUA_OPLT
                                 : op == LG_OP_LE ? LUA_OPLE
                                                  : LUA_OPEQ));
  return 1;
}

static int join(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  lg_op op = (lg_op)lua_tointeger(L, lua_upvalueindex(1));
  lua_settop(L, 2);
  if (any_traced(L))
    lg_trace_push(L, t,
                  op2(t->e, op, lg_trace_node(L, t, 1, "join"), lg_trace_node(L, t, 2, "join")));
  else if (op == LG_OP_AND) lua_pushboolean(L, lua_toboolean(L, 1) && lua_toboolean(L, 2));
  else lua_pushboolean(L, lua_toboolean(L, 1) || lua_toboolean(L, 2));
  return 1;
}

static int invert(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  if (lg_trace_is(L, 1))
    lg_trace_push(L, t, op1(t->e, LG_OP_NOT, lg_trace_node(L, t, 1, "invert")));
  else lua_pushboolean(L, !lua_toboolean(L, 1));
  return 1;
}

/* where(condition, a, b): a where it holds, b elsewhere; both are computed. */
static int where(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  luaL_checkany(L, 3);
  lua_settop(L, 3);

  /* A plain condition chooses at once; one that differs by particle becomes part of the formula. */
  if (!lg_trace_is(L, 1)) {
    if (!lua_isboolean(L, 1))
      return lg_lua_fail(L, "where: the condition must be a comparison, lg.lt(a, b), got %s",
                         lg_lua_typename(L, 1));
    lua_pushvalue(L, lua_toboolean(L, 1) ? 2 : 3);
    return 1;
  }

  lg_trace_push(L, t,
                lg_expr_3(t->e, LG_OP_SELECT, lg_trace_node(L, t, 1, "choose by"),
                          lg_trace_node(L, t, 2, "choose"), lg_trace_node(L, t, 3, "choose")));
  return 1;
}

/* ---- chance --------------------------------------------------------------------------------- */

/* Of a formula without inputs but the id: its value for one particle. */
static int push_plain(lua_State *L, lg_expr *e, lg_node y, double id) {
  double in[4] = {id, id, id, id}, out[24];
  bool ok = lg_expr_give(e, 0, y) && lg_expr_at(e, in, out);
  lg_why why;
  lg_explain(&why, "%s", lg_expr_error(e));
  lg_expr_free(e);
  if (!ok) return lg_lua_fail(L, "%s", why.text);
  lua_pushnumber(L, out[0]);
  return 1;
}

/* traced.random() -> uniform in [0, 1) per particle; nothing outside formulas */
static int chance(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  if (t->mode != LG_TRACE_ALL && t->mode != LG_TRACE_ONE) return 0;
  if (!t->w) return lg_lua_fail(L, "random: a field by itself has no particles; add it to a world");
  int site = t->site++;
  if (t->mode == LG_TRACE_ALL) {
    lg_trace_push(L, t, lg_expr_random(t->e, t->stream, site));
    return 1;
  }
  lg_expr *e = lg_expr_new(t->w, 0);
  return push_plain(L, e, lg_expr_random(e, t->stream, site), lg_trace_read(t, "id", 0));
}

/* noise(x, y[, z][, seed]) */
static int noise(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  bool deep = lua_gettop(L) > 2 && !lua_isnil(L, 3), traced = any_traced(L);
  lua_Integer seed = luaL_optinteger(L, 4, 1);
  lua_settop(L, 3);

  /* Of plain numbers it is the value of a small formula: the same noise everywhere. */
  lg_node p[3] = {LG_NO_NODE, LG_NO_NODE, LG_NO_NODE};
  lg_expr *e = traced ? t->e : lg_expr_new(NULL, 2);
  for (int k = 0; k < (deep ? 3 : 2); k++)
    p[k] = traced ? number_node(L, t, k + 1) : lg_expr_number(e, lua_tonumber(L, k + 1));
  lg_node y = lg_expr_noise(e, p[0], p[1], p[2], (uint32_t)seed);
  if (!traced) return push_plain(L, e, y, 0);
  lg_trace_push(L, t, y);
  return 1;
}

static void set(lua_State *L, const char *name, lua_CFunction f, int a, int b) {
  lua_pushinteger(L, a);
  lua_pushboolean(L, b);
  lua_pushcclosure(L, f, 2);
  lua_setfield(L, -2, name);
}

void lg_trace_open_math(lua_State *L) {
  static const luaL_Reg others[] = {
      {"abs", absolute},  {"atan", arc_tangent}, {"log", logarithm}, {"fmod", remainder_of},
      {"min", least},     {"max", most},         {"not_", invert},   {"where", where},
      {"random", chance}, {"noise", noise},      {NULL, NULL}};

  /* core.traced */
  luaL_newlib(L, others);
  for (int i = 0; i < (int)(sizeof functions / sizeof *functions); i++)
    set(L, functions[i].name, function, i, 0);
  set(L, "lt", compare, LG_OP_LT, 0);
  set(L, "le", compare, LG_OP_LE, 0);
  set(L, "gt", compare, LG_OP_LT, 1);
  set(L, "ge", compare, LG_OP_LE, 1);
  set(L, "eq", compare, LG_OP_EQ, 0);
  set(L, "and_", join, LG_OP_AND, 0);
  set(L, "or_", join, LG_OP_OR, 0);
  lua_setfield(L, -2, "traced");
}
