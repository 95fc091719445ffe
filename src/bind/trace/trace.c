/* trace.c - a value per particle as a Lua value: operators make nodes; comparisons must answer true
   or false at once, so they decide which way through the function is traced (paths.c). */
#include "bind/trace/trace.h"

#include <string.h>

static const char key = 0; /* its address is the registry key of the state's trace */

lg_trace *lg_trace_of(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &key);
  lg_trace *t = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return t;
}

bool lg_trace_speaks(lua_State *L) {
  const lg_trace *t = lg_trace_of(L);
  if (t->mode == LG_TRACE_ALL) return t->given == 0 && t->forced == 0;
  return t->mode != LG_TRACE_ONE;
}

void lg_lua_changes(lua_State *L, const char *what) {
  const lg_trace *t = lg_trace_of(L);
  if (t->mode == LG_TRACE_ALL || t->mode == LG_TRACE_ONE)
    lg_lua_fail(L, "%s: a function of a particle only computes; change the world in a hook", what);
  if (t->solving)
    lg_lua_fail(L, "%s: not in the step of a solver; change the world in a hook, before_step",
                what);
  if (t->looking)
    lg_lua_fail(L, "%s: a loop over world:peek only looks; change the world behind its end", what);
}

void lg_lua_look_away(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  if (t->looking) lg_peek_end(t->looking->w);
  t->looking = NULL;
}

bool lg_trace_is(lua_State *L, int index) { return luaL_testudata(L, index, LG_LUA_VALUE) != NULL; }

void lg_trace_push(lua_State *L, lg_trace *t, lg_node node) {
  if (node == LG_NO_NODE) lg_lua_fail(L, "%s", lg_expr_error(t->e));
  lg_trace_value *v = lua_newuserdatauv(L, sizeof *v, 0);
  *v = (lg_trace_value){t->serial, node};
  luaL_setmetatable(L, LG_LUA_VALUE);
}

/* luaL_testudata without its look-up by name: this runs for every operand of a trace. */
static const lg_trace_value *value_at(lua_State *L, const lg_trace *t, int index) {
  if (!lua_getmetatable(L, index)) return NULL;
  bool is_value = lua_topointer(L, -1) == t->value_meta;
  lua_pop(L, 1);
  return is_value ? lua_touserdata(L, index) : NULL;
}

bool lg_trace_material(lua_State *L, const lg_trace *t, int index, int *number) {
  const lg_lua_object *o = lg_lua_to_object(L, index);
  bool is_default = o && o->kind->family == LG_FAMILY_SOLVER;
  if (!o || (o->kind->family != LG_FAMILY_MATERIAL && !is_default)) return false;
  lg_id id = o->state == LG_LUA_ADDED && t->w ? o->id : 0;
  *number = is_default && id == lg_solver_id(t->w) ? 0 : lg_material_number(t->w, id);
  if (!is_default && *number == 0) *number = -1; /* of another world: of no particle here */
  return true;
}

lg_node lg_trace_node(lua_State *L, lg_trace *t, int index, const char *what) {
  const lg_trace_value *v = value_at(L, t, index);
  /* a number here has a kept value beside it: nothing else calls */
  if (t->mode != LG_TRACE_ALL || (v && v->serial != t->serial))
    lg_lua_fail(L, "this per-particle value was kept from an earlier call; it is only valid inside "
                   "the function that received "
                   "it");

  /* A value, or what can be a constant beside one. */
  if (v) return v->node;
  if (lua_type(L, index) == LUA_TNUMBER) return lg_expr_number(t->e, lua_tonumber(L, index));
  if (lua_isboolean(L, index)) return lg_expr_truth(t->e, lua_toboolean(L, index));
  int material;
  if (lg_trace_material(L, t, index, &material)) return lg_expr_number(t->e, material);
  lg_lua_fail(L, "attempt to %s a %s value and a per-particle value", what,
              lg_lua_typename(L, index));
  return LG_NO_NODE;
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

static int binary(lua_State *L, lg_op op) {
  lg_trace *t = lg_trace_of(L);
  lg_node a = lg_trace_node(L, t, 1, "compute with"), b = lg_trace_node(L, t, 2, "compute with");
  lg_trace_push(L, t, lg_expr_2(t->e, op, a, b));
  return 1;
}

static int add(lua_State *L) { return binary(L, LG_OP_ADD); }
static int subtract(lua_State *L) { return binary(L, LG_OP_SUB); }
static int multiply(lua_State *L) {
  bool is_vec = lua_isuserdata(L, 2) && !value_at(L, lg_trace_of(L), 2) &&
                luaL_testudata(L, 2, LG_LUA_VEC);
  if (!is_vec) return binary(L, LG_OP_MUL);
  luaL_getmetafield(L, 2, "__mul"); /* p.x * lg.vec(1, 2): the vec knows how */
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}
static int divide(lua_State *L) { return binary(L, LG_OP_DIV); }
static int power(lua_State *L) { return binary(L, LG_OP_POW); }

static int negate(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  lg_trace_push(L, t, lg_expr_1(t->e, LG_OP_NEG, lg_trace_node(L, t, 1, "negate")));
  return 1;
}

static lg_node quotient(lg_expr *e, lg_node a, lg_node b) {
  return lg_expr_1(e, LG_OP_FLOOR, lg_expr_2(e, LG_OP_DIV, a, b));
}

lg_node lg_trace_modulo(lg_expr *e, lg_node a, lg_node b) {
  return lg_expr_2(e, LG_OP_SUB, a, lg_expr_2(e, LG_OP_MUL, quotient(e, a, b), b));
}

static int floor_divide(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  lg_node a = lg_trace_node(L, t, 1, "divide"), b = lg_trace_node(L, t, 2, "divide");
  lg_trace_push(L, t, quotient(t->e, a, b));
  return 1;
}

static int modulo(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  lg_node a = lg_trace_node(L, t, 1, "divide"), b = lg_trace_node(L, t, 2, "divide");
  lg_trace_push(L, t, lg_trace_modulo(t->e, a, b));
  return 1;
}

/* ---- decisions ------------------------------------------------------------------------------ */

/* The same question on the same way has the same answer, also asked the other way round. */
static bool answered(lg_trace *t, lg_node condition, bool *answer) {
  lg_node inverse = lg_expr_1(t->e, LG_OP_NOT, condition);
  for (int i = 0; i < t->path.decisions; i++) {
    *answer = t->path.answer[i] == (t->path.condition[i] == condition);
    if (t->path.condition[i] == condition || t->path.condition[i] == inverse) return true;
  }
  return false;
}

static bool decide(lua_State *L, lg_trace *t, lg_node condition) {
  lg_trace_path *p = &t->path;
  bool answer = false;
  if (condition == LG_NO_NODE) lg_lua_fail(L, "%s", lg_expr_error(t->e));

  /* What the particles do not decide, or have decided already. */
  if (condition == lg_expr_truth(t->e, true)) return true;
  if (condition == lg_expr_truth(t->e, false)) return false;
  bool known = answered(t, condition, &answer);
  if (known && ++t->asked < LG_TRACE_ASKED) return answer;
  if (known || p->decisions == LG_TRACE_DECISIONS)
    lg_lua_fail(L,
                "more than %d nested decisions on per-particle values (a loop whose length depends "
                "on a particle?)",
                LG_TRACE_DECISIONS);

  /* A new decision; what is taken over from the way before must be asked for again. */
  int i = p->decisions++;
  if (i >= t->forced) {
    p->condition[i] = condition;
    p->answer[i] = true;
  } else if (p->condition[i] != condition)
    lg_lua_fail(L, "this function does not do the same when it is called again; it must not change "
                   "what it reads");
  return p->answer[i];
}

static int compare(lua_State *L, lg_op op) {
  lg_trace *t = lg_trace_of(L);
  lg_node a = lg_trace_node(L, t, 1, "compare"), b = lg_trace_node(L, t, 2, "compare");
  lua_pushboolean(L, decide(L, t, lg_expr_2(t->e, op, a, b)));
  return 1;
}

static int less(lua_State *L) { return compare(L, LG_OP_LT); }
static int at_most(lua_State *L) { return compare(L, LG_OP_LE); }
/* Of two values, or of a value and a material; nothing else equals a value. */
static int equal(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  int material;
  for (int i = 1; i <= 2; i++)
    if (!lg_trace_is(L, i) && !lg_trace_material(L, t, i, &material)) return 0;
  return compare(L, LG_OP_EQ);
}

static int text(lua_State *L) {
  lua_pushliteral(L, "per-particle value");
  return 1;
}

void lg_trace_open(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__add", add},   {"__sub", subtract}, {"__mul", multiply},      {"__div", divide},
      {"__pow", power}, {"__unm", negate},   {"__idiv", floor_divide}, {"__mod", modulo},
      {"__lt", less},   {"__le", at_most},   {"__eq", equal},          {"__tostring", text},
      {NULL, NULL}};
  lg_lua_metatable(L, LG_LUA_VALUE, meta);

  /* One trace for all of the Lua state. */
  if (!lg_trace_of(L)) {
    lg_trace *t = lua_newuserdatauv(L, sizeof *t, 0);
    memset(t, 0, sizeof *t);
    luaL_getmetatable(L, LG_LUA_VALUE);
    t->value_meta = lua_topointer(L, -1); /* the registry keeps it */
    lua_pop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
  }

  lg_trace_open_particle(L);
  lg_trace_open_neighbor(L);
}
