/* field.c - what lua/laguna/trace.lua needs to calculate with fields: their values inside formulas,
   derivatives, and formulas evaluated at a point. */
#include "bind/trace/trace.h"

#include <string.h>

/* core.tracing() -> "all" or "one" inside a formula, and the world's dimension */
static int tracing(lua_State *L) {
  const lg_trace *t = lg_trace_of(L);
  if (t->mode != LG_TRACE_ALL && t->mode != LG_TRACE_ONE) return 0;
  lua_pushstring(L, t->mode == LG_TRACE_ALL ? "all" : "one");
  lua_pushinteger(L, t->dim);
  lua_pushboolean(L, t->sum != 0);
  return 3;
}

static int is_traced(lua_State *L) {
  lua_pushboolean(L, lg_trace_is(L, 1));
  return 1;
}

static int is_particle(lua_State *L) {
  lua_pushboolean(L, luaL_testudata(L, 1, LG_LUA_PARTICLE) != NULL);
  return 1;
}

/* core.program(object) -> its function; nil: it has none */
static int program(lua_State *L) {
  lg_lua_object *o = lg_lua_to_object(L, 1);
  if (!o || o->kind->family != LG_FAMILY_FIELD) return 0;
  o->sampled = true;
  lua_getiuservalue(L, 1, LG_OBJECT_OPTIONS);
  lua_getfield(L, -1, "program");
  return 1;
}

static void sample_numbers(lua_State *L, const lg_world *w, const lg_lua_object *o,
                           const double at[3], int n, double time) {
  float x[3] = {0, 0, 0}, out[3] = {0, 0, 0}, *const to[3] = {&out[0], &out[1], &out[2]};
  int dim = lg_world_dim(w);
  for (int k = 0; k < dim; k++) x[k] = (float)at[k];
  lg_points points = {.n = 1, .x = {&x[0], &x[1], dim == 3 ? &x[2] : NULL}, .time = time};
  if (!lg_field_sample(w, o->id, &points, to))
    lg_lua_fail(L, "%s: it reads more than a position, and only a position is known here", o->name);
  for (int k = 0; k < n; k++) lua_pushnumber(L, (lua_Number)out[k]);
}

/* core.sample(field, point, t) -> its components there: of a field that is no formula */
static int sample(lua_State *L) {
  const lg_lua_object *o = lg_lua_to_object(L, 1);
  lg_trace *t = lg_trace_of(L);
  lg_node node[3] = {LG_NO_NODE, LG_NO_NODE, LG_NO_NODE};
  double at[3];
  if (!o || o->kind->family != LG_FAMILY_FIELD)
    return lg_lua_fail(L, "a field is wanted here, got %s", lg_lua_typename(L, 1));

  /* A field has a value once it is in a world. */
  lua_getiuservalue(L, 1, LG_OBJECT_WORLD);
  const lg_world *w = o->state == LG_LUA_ADDED ? lg_lua_to_world(L, -1)->w : NULL;
  if (!w)
    return lg_lua_fail(
        L,
        "%s: its value is known once it is in a world; add it, or name it: lg.field.formula { "
        "program = f, uses = {field} }",
        o->kind->name);

  /* At a point of numbers its value now; at one of values a node. */
  int n = lg_field_components(w, o->id), dim = lg_world_dim(w);
  if (!lg_trace_point(L, 2, dim, t, at, node)) {
    sample_numbers(L, w, o, at, n, luaL_optnumber(L, 3, lg_world_time(w)));
    return n;
  }
  if (w != t->w) return lg_lua_fail(L, "%s: it is in another world than the formula", o->name);
  for (int k = 0; k < n; k++)
    lg_trace_push(L, t, lg_expr_field(t->e, o->id, k, node[0], node[1], node[2]));
  return n;
}

/* core.derivative(value, axis) -> d value / d x of the axis 1, 2, 3 */
static int derivative(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  int axis = (int)lg_lua_element(L, 2, t->dim);
  luaL_argcheck(L, axis >= 0, 2, "an axis of the world is wanted");
  if (lua_type(L, 1) == LUA_TNUMBER) lua_pushnumber(L, 0);
  else lg_trace_push(L, t, lg_expr_derivative(t->e, lg_trace_node(L, t, 1, "differentiate"), axis));
  return 1;
}

typedef struct evaluation {
  lg_expr *e;
  lg_trace outer; /* what is traced meanwhile */
  double at[3], time, out[LG_TRACE_STORES + 3];
  bool particle;
} evaluation;

/* lua_pcall's function: the evaluation, the function. */
static int evaluate_once(lua_State *L) {
  evaluation *v = lua_touserdata(L, 1);
  lg_trace *t = lg_trace_of(L);
  double in[64];
  lg_trace_run(L, t, 2, v->time);

  /* Inputs: those of the particle, or a position alone. */
  for (int i = 0; i < lg_expr_inputs(v->e) && i < 64; i++) {
    int component = 0;
    const char *column = lg_expr_input(v->e, i, &component);
    bool position = strcmp(column, "position") == 0;
    if (!position && !v->particle)
      return lg_lua_fail(L, "the formula reads '%s', and only a position is known here", column);
    in[i] = v->particle ? lg_trace_read(&v->outer, column, component) : v->at[component];
  }

  if (!lg_expr_at(v->e, in, v->out)) return lg_lua_fail(L, "%s", lg_expr_error(v->e));
  return 0;
}

/* Traces the function at 1 in a trace of its own, of world (NULL: of none), and frees the formula:
   how many numbers it has; -1: an error is on the stack. */
static int evaluate_apart(lua_State *L, evaluation *v, lg_world *world, int dim) {
  lg_trace *t = lg_trace_of(L);
  v->outer = *t;
  v->e = lg_expr_new(v->particle ? t->w : world, dim);
  if (!v->e) return lg_lua_fail(L, "out of memory");
  t->e = v->e;
  t->dim = dim;
  t->stores = false;
  t->into = NULL;
  t->given = 0;
  if (!v->particle) t->w = world;

  /* Protected, as the formula must be freed and the outer trace goes on. */
  lua_pushcfunction(L, evaluate_once);
  lua_pushlightuserdata(L, v);
  lua_pushvalue(L, 1);
  bool ok = lua_pcall(L, 2, 0, 0) == LUA_OK;
  int n = lg_expr_given(v->e);
  lg_expr_free(v->e);
  v->outer.last = t->last;
  *t = v->outer;
  return ok ? n : -1;
}

/* core.evaluate(function, point, t, dim[, field]) -> numbers: all of it traced, then its value at
   the point (a particle: with all it has). field: whose world has what the function samples. */
static int evaluate(lua_State *L) {
  lg_node node[3];
  int dim = (int)lg_lua_element(L, 4, 3) + 1;
  if (dim < 2)
    return lg_lua_fail(L, "a point has 2 or 3 numbers, got one of %I", lua_tointeger(L, 4));
  evaluation v = {.time = luaL_optnumber(L, 3, 0)};

  /* Where: a particle or numbers. */
  v.particle = luaL_testudata(L, 2, LG_LUA_PARTICLE) != NULL;
  if (lg_trace_point(L, 2, dim, lg_trace_of(L), v.at, node))
    return lg_lua_fail(
        L, "a derivative is taken at the particle itself; give its p, or a point of numbers");

  /* In the world of what the formula samples. */
  const lg_lua_object *field = lg_lua_to_object(L, 5);
  if (field) lua_getiuservalue(L, 5, LG_OBJECT_WORLD);
  lg_world *world = field && field->state == LG_LUA_ADDED ? lg_lua_to_world(L, -1)->w : NULL;
  const int n = evaluate_apart(L, &v, world, dim);
  if (n < 0) return lua_error(L);
  for (int k = 0; k < n; k++) lua_pushnumber(L, v.out[k]);
  return n;
}

/* The particle and the time -> the value there; upvalues: the field, whether it is a condition. */
static int field_function(lua_State *L) {
  lua_settop(L, 2);

  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.field_at");
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_call(L, 3, 1);
  if (lua_type(L, -1) != LUA_TNUMBER && !lg_trace_is(L, -1))
    return lg_lua_fail(L,
                       "a field of one number a place is wanted here; this one is a vector field");

  /* a condition holds where its field is above a half */
  if (!lua_toboolean(L, lua_upvalueindex(2))) return 1;
  lua_pushnumber(L, 0.5);
  lua_pushboolean(L, lua_compare(L, -1, -2, LUA_OPLT));
  return 1;
}

bool lg_lua_push_field_function(lua_State *L, int index, bool condition) {
  const lg_lua_object *o = lg_lua_to_object(L, index);
  if (!o || o->kind->family != LG_FAMILY_FIELD) return false;
  lua_pushvalue(L, index);
  lua_pushboolean(L, condition);
  lua_pushcclosure(L, field_function, 2);
  return true;
}

/* core.field_words(words): operators of fields */
static int field_words(lua_State *L) {
  luaL_getmetatable(L, "laguna.field");
  for (lua_pushnil(L); lua_next(L, 1);) lua_setfield(L, 2, lua_tostring(L, -2));
  return 0;
}

void lg_lua_open_fields(lua_State *L) {
  static const luaL_Reg words[] = {
      {"tracing", tracing},         {"is_traced", is_traced},
      {"is_particle", is_particle}, {"own_weight", lg_trace_own_weight},
      {"program", program},         {"sample", sample},
      {"derivative", derivative},   {"evaluate", evaluate},
      {"field_words", field_words}, {NULL, NULL}};
  luaL_setfuncs(L, words, 0);
}
