/* vec.c - lg.vec(x, y[, z]): a small vector of numbers or, inside a function of a particle, of
   per-particle values. It never changes, so that `world.gravity.x = 0`, which could only change a
   copy, is an error and not a silent nothing.

   Components are calculated with as Lua calculates: numbers stay numbers, and what is traced is
   traced by the operators of its own (trace/trace.c). Numbers lie in the userdata itself; a vec
   with per-particle values among its components has all of them as user values. */
#include "bind/lib/lib.h"

#include <math.h>
#include <string.h>

typedef struct vec {
  int n;       /* components: 2 or 3 */
  bool traced; /* they are the user values 1 to n */
  double c[3];
} vec;

static vec *to_vec(lua_State *L, int index) { return luaL_testudata(L, index, LG_LUA_VEC); }

static bool is_value(lua_State *L, int index) {
  return luaL_testudata(L, index, LG_LUA_VALUE) != NULL;
}

/* ---- making --------------------------------------------------------------------------------- */

void lg_lua_push_vec(lua_State *L, const double *c, int n) {
  vec *v = lua_newuserdatauv(L, sizeof *v, 0);
  *v = (vec){.n = n};
  memcpy(v->c, c, (size_t)n * sizeof *c);
  luaL_setmetatable(L, LG_LUA_VEC);
}

void lg_lua_join_vec(lua_State *L, int n) {
  int first = lua_gettop(L) - n + 1;
  bool traced = false;
  double c[3] = {0, 0, 0};

  /* A vec of numbers, unless one of them is a per-particle value. */
  for (int k = 0; k < n; k++) {
    traced |= is_value(L, first + k);
    c[k] = lua_tonumber(L, first + k);
  }

  if (traced) {
    vec *v = lua_newuserdatauv(L, sizeof *v, n);
    *v = (vec){.n = n, .traced = true};
    luaL_setmetatable(L, LG_LUA_VEC);
    for (int k = 0; k < n; k++) {
      lua_pushvalue(L, first + k);
      lua_setiuservalue(L, -2, k + 1);
    }
  } else lg_lua_push_vec(L, c, n);

  lua_replace(L, first);
  lua_settop(L, first);
}

int lg_lua_vec_make(lua_State *L) {
  double c[4];
  int n = lua_gettop(L);

  /* Another vec, or a list. */
  if (n == 1) {
    const vec *v = to_vec(L, 1);
    if (v && v->traced) return 1;
    int listed = lg_lua_to_numbers(L, 1, c);
    if (listed == 2 || listed == 3) {
      lg_lua_push_vec(L, c, listed);
      return 1;
    }
  }

  /* Two or three components. */
  if (n < 2 || n > 3)
    return lg_lua_fail(L, "vec: expects 2 or 3 numbers, lg.vec(x, y) or lg.vec(x, y, z)");
  for (int k = 1; k <= n; k++)
    if (lua_type(L, k) != LUA_TNUMBER && !is_value(L, k))
      return lg_lua_fail(L, "vec: component %d must be a number, got %s", k, lg_lua_typename(L, k));
  lg_lua_join_vec(L, n);
  return 1;
}

/* ---- components ----------------------------------------------------------------------------- */

static void push_component(lua_State *L, int index, const vec *v, int k) {
  if (v->traced) lua_getiuservalue(L, index, k + 1);
  else lua_pushnumber(L, v->c[k]);
}

int lg_lua_to_numbers(lua_State *L, int index, double c[4]) {
  const vec *v = to_vec(L, index);
  if (v) {
    memcpy(c, v->c, (size_t)v->n * sizeof *c);
    return v->traced ? 0 : v->n;
  }

  /* A list, of numbers only. */
  if (!lua_istable(L, index)) return 0;
  int n = (int)lua_rawlen(L, index);
  if (n > 4) return 0;
  for (int k = 0; k < n; k++) {
    bool number = lua_rawgeti(L, index, k + 1) == LUA_TNUMBER;
    c[k] = lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (!number) return 0;
  }
  return n;
}

/* The argument at `index`, a vec or a list of 2 or 3 numbers or values, as a vec; NULL: neither. */
static const vec *as_vec(lua_State *L, int index) {
  int n = lua_istable(L, index) ? (int)lua_rawlen(L, index) : 0;
  if (n < 2 || n > 3) return to_vec(L, index);
  for (int k = 1; k <= n; k++)
    if (lua_rawgeti(L, index, k) != LUA_TNUMBER && !is_value(L, -1)) return NULL;
  lg_lua_join_vec(L, n);
  lua_replace(L, index);
  return to_vec(L, index);
}

/* ---- operators ------------------------------------------------------------------------------ */

/* As an error calls the argument at `index`. */
static const char *told(lua_State *L, int index, const vec *v) {
  if (v) return lua_pushfstring(L, "a vec of %d numbers", v->n);
  if (lua_type(L, index) == LUA_TNUMBER || is_value(L, index)) return "a number";
  return lua_pushfstring(L, "a %s", lg_lua_typename(L, index));
}

/* The arguments of a sum or product as vecs; `what` names the operation in the error. */
static int take_two(lua_State *L, const char *what, const vec **a, const vec **b) {
  lua_settop(L, 2);
  *a = as_vec(L, 1);
  *b = as_vec(L, 2);
  if (*a && *b && (*a)->n == (*b)->n) return (*a)->n;
  bool half = !*a != !*b; /* then a number may have been meant as a vec */
  return lg_lua_fail(L, "vec: cannot %s %s and %s%s", what, told(L, 1, *a), told(L, 2, *b),
                     half ? "; lg.vec(x, y) makes a vec of numbers" : "");
}

static int combine(lua_State *L, const char *what, int operation) {
  const vec *a, *b;
  int n = take_two(L, what, &a, &b);
  for (int k = 0; k < n; k++) {
    push_component(L, 1, a, k);
    push_component(L, 2, b, k);
    lua_arith(L, operation);
  }
  lg_lua_join_vec(L, n);
  return 1;
}

static int add(lua_State *L) { return combine(L, "add", LUA_OPADD); }
static int subtract(lua_State *L) { return combine(L, "subtract", LUA_OPSUB); }

static bool is_scalar(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TNUMBER || is_value(L, index);
}

/* Every component of the vec at `index` through the operation, with the scalar at `scalar` as its
   second operand; 0: it has none. */
static int map(lua_State *L, int index, const vec *v, int operation, int scalar) {
  for (int k = 0; k < v->n; k++) {
    push_component(L, index, v, k);
    if (scalar) lua_pushvalue(L, scalar);
    lua_arith(L, operation);
  }
  lg_lua_join_vec(L, v->n);
  return 1;
}

static int multiply(lua_State *L) {
  int scalar = is_scalar(L, 1) ? 1 : 2, other = 3 - scalar;
  const vec *v = to_vec(L, other);
  if (!v || !is_scalar(L, scalar))
    return lg_lua_fail(
        L, "vec: '*' takes a vec and a number, got %s and %s; a:dot(b) is the inner product",
        lg_lua_typename(L, 1), lg_lua_typename(L, 2));

  return map(L, other, v, LUA_OPMUL, scalar);
}

static int divide(lua_State *L) {
  const vec *v = to_vec(L, 1);
  if (!v || !is_scalar(L, 2))
    return lg_lua_fail(L, "vec: '/' takes a vec and a number, got %s and %s", lg_lua_typename(L, 1),
                       lg_lua_typename(L, 2));
  return map(L, 1, v, LUA_OPDIV, 2);
}

static int negate(lua_State *L) { return map(L, 1, to_vec(L, 1), LUA_OPUNM, 0); }

/* As a <= b and b <= a: Lua asks a per-particle value for its order against a number, too, and
   never whether it equals one. */
static int equal(lua_State *L) {
  const vec *a = to_vec(L, 1), *b = to_vec(L, 2);
  bool same = a && b && a->n == b->n;
  for (int k = 0; same && k < a->n; k++) {
    push_component(L, 1, a, k);
    push_component(L, 2, b, k);
    same = lua_compare(L, -2, -1, LUA_OPLE) && lua_compare(L, -1, -2, LUA_OPLE);
    lua_pop(L, 2);
  }
  lua_pushboolean(L, same);
  return 1;
}

static int size(lua_State *L) {
  lua_pushinteger(L, to_vec(L, 1)->n);
  return 1;
}

static int text(lua_State *L) {
  const vec *v = to_vec(L, 1);
  luaL_Buffer b;
  luaL_buffinit(L, &b);

  /* (1.0, 2.5): components as Lua writes them. */
  for (int k = 0; k < v->n; k++) {
    luaL_addstring(&b, k ? ", " : "(");
    push_component(L, 1, v, k);
    luaL_tolstring(L, -1, NULL);
    lua_remove(L, -2);
    luaL_addvalue(&b);
  }
  luaL_addstring(&b, ")");
  luaL_pushresult(&b);
  return 1;
}

/* ---- methods -------------------------------------------------------------------------------- */

static const vec *self(lua_State *L, const char *method) {
  const vec *v = to_vec(L, 1);
  if (!v) lg_lua_colon(L, "v", method);
  return v;
}

/* Pushes the inner product of the vecs at 1 and 2. */
static void push_inner(lua_State *L, const vec *a, const vec *b) {
  for (int k = 0; k < a->n; k++) {
    push_component(L, 1, a, k);
    push_component(L, 2, b, k);
    lua_arith(L, LUA_OPMUL);
    if (k > 0) lua_arith(L, LUA_OPADD);
  }
}

static int dot(lua_State *L) {
  const vec *a, *b;
  self(L, "dot");
  take_two(L, "multiply", &a, &b);
  push_inner(L, a, b);
  return 1;
}

static int length(lua_State *L) {
  const vec *v = self(L, "length");
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  push_inner(L, v, v);
  if (v->traced) { /* the power 1/2 is traced as a square root */
    lua_pushnumber(L, 0.5);
    lua_arith(L, LUA_OPPOW);
  } else lua_pushnumber(L, sqrt(lua_tonumber(L, -1)));
  return 1;
}

static int unpack(lua_State *L) {
  const vec *v = self(L, "unpack");
  for (int k = 0; k < v->n; k++) push_component(L, 1, v, k);
  return v->n;
}

const luaL_Reg lg_lua_vec_methods[] = {
    {"dot", dot}, {"length", length}, {"unpack", unpack}, {NULL, NULL}};

/* ---- reading -------------------------------------------------------------------------------- */

/* The component that the key at 2 names: 1, 2, 3 or x, y, z; 0-based, -1: none. */
static int named_component(lua_State *L, const vec *v) {
  lua_Integer k = -1;
  if (lua_isinteger(L, 2)) k = lg_lua_element(L, 2, v->n);
  else if (lua_type(L, 2) == LUA_TSTRING && lua_rawlen(L, 2) == 1) k = lua_tostring(L, 2)[0] - 'x';
  return k >= 0 && k < v->n ? (int)k : -1;
}

static int get(lua_State *L) {
  const vec *v = to_vec(L, 1);
  int k = named_component(L, v);
  if (k >= 0) {
    push_component(L, 1, v, k);
    return 1;
  }
  if (lua_isinteger(L, 2)) return 0; /* so that ipairs ends */

  /* A method. */
  const char *name = luaL_tolstring(L, 2, NULL);
  for (const luaL_Reg *m = lg_lua_vec_methods; m->name; m++)
    if (strcmp(m->name, name) == 0) {
      lua_pushcfunction(L, m->func);
      return 1;
    }
  return lg_lua_fail(L, "vec: a vec of %d numbers has no '%s'", v->n, name);
}

static int put(lua_State *L) {
  return lg_lua_fail(L,
                     "vec: a vec cannot be changed; assign a whole one, world.gravity = {0, -1}");
}

void lg_lua_vec_open(lua_State *L) {
  static const luaL_Reg meta[] = {{"__add", add},      {"__sub", subtract},  {"__mul", multiply},
                                  {"__div", divide},   {"__unm", negate},    {"__eq", equal},
                                  {"__len", size},     {"__tostring", text}, {"__index", get},
                                  {"__newindex", put}, {NULL, NULL}};
  lg_lua_metatable(L, LG_LUA_VEC, meta);
}
