/* vec.c - lg.vec(x, y[, z]): a small vector of numbers. It never changes, so that `world.gravity.x
   = 0`, which could only change a copy, is an error and not a silent nothing. */
#include "bind/lib/lib.h"

#include <math.h>
#include <string.h>

static lg_lua_vec *to_vec(lua_State *L, int index) { return luaL_testudata(L, index, LG_LUA_VEC); }

void lg_lua_push_vec(lua_State *L, const double *c, int n) {
  lg_lua_vec *v = lua_newuserdatauv(L, sizeof *v, 0);
  v->n = n;
  for (int k = 0; k < 3; k++) v->c[k] = k < n ? c[k] : 0;
  luaL_setmetatable(L, LG_LUA_VEC);
}

int lg_lua_to_numbers(lua_State *L, int index, double c[4]) {
  const lg_lua_vec *v = to_vec(L, index);
  if (v) {
    memcpy(c, v->c, (size_t)v->n * sizeof *c);
    return v->n;
  }
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

int lg_lua_vec_make(lua_State *L) {
  double c[4];
  int n = lua_gettop(L);
  for (int k = 1; k <= n; k++)
    if (luaL_testudata(L, k, "laguna.per-particle")) { /* a vec of values: lua/laguna/trace.lua */
      lua_getfield(L, LUA_REGISTRYINDEX, "laguna.vector");
      lua_insert(L, 1);
      lua_call(L, n, 1);
      return 1;
    }
  if (n == 1 && (n = lg_lua_to_numbers(L, 1, c)) >= 2 && n <= 3) {
    lg_lua_push_vec(L, c, n);
    return 1;
  }
  if (n < 2 || n > 3)
    return lg_lua_fail(L, "vec: expects 2 or 3 numbers, lg.vec(x, y) or lg.vec(x, y, z)");
  for (int k = 0; k < n; k++) {
    if (lua_type(L, k + 1) != LUA_TNUMBER)
      return lg_lua_fail(L, "vec: component %d must be a number, got %s", k + 1,
                         lg_lua_typename(L, k + 1));
    c[k] = lua_tonumber(L, k + 1);
  }
  lg_lua_push_vec(L, c, n);
  return 1;
}

/* One operand is a vec of per-particle values: its own operators know what to do
   (lua/laguna/trace.lua). */
static bool traced(lua_State *L, const char *event) {
  for (int k = 1; k <= 2; k++) {
    if (!lua_istable(L, k) || !lua_getmetatable(L, k)) continue;
    lua_getfield(L, LUA_REGISTRYINDEX, "laguna.vector_meta");
    bool is = lua_rawequal(L, -1, -2);
    lua_settop(L, is ? 3 : 2);
    if (!is) continue;
    lua_getfield(L, 3, event);
    lua_insert(L, 1);
    lua_settop(L, 3);
    lua_call(L, 2, 1);
    return true;
  }
  return false;
}

/* A per-particle value times a vec, or a vec over one: a vec of values. */
static bool traced_scale(lua_State *L, const char *event) {
  for (int k = 1; k <= 2; k++) {
    if (!luaL_testudata(L, k, "laguna.per-particle")) continue;
    lua_getfield(L, LUA_REGISTRYINDEX, "laguna.vector_meta");
    lua_getfield(L, -1, event);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 2, 1);
    return true;
  }
  return false;
}

/* The operands of a sum or product: vecs or lists; `what` names the operation in the error. */
static int two(lua_State *L, const char *what, double a[4], double b[4]) {
  int n = lg_lua_to_numbers(L, 1, a), m = lg_lua_to_numbers(L, 2, b);
  if (n == 0 || n != m)
    return lg_lua_fail(L, "vec: cannot %s a %s of %d and a %s of %d numbers", what,
                       lg_lua_typename(L, 1), n, lg_lua_typename(L, 2), m);
  return n;
}

static int add(lua_State *L) {
  double a[4], b[4];
  if (traced(L, "__add")) return 1;
  int n = two(L, "add", a, b);
  for (int k = 0; k < n; k++) a[k] += b[k];
  lg_lua_push_vec(L, a, n);
  return 1;
}

static int subtract(lua_State *L) {
  double a[4], b[4];
  if (traced(L, "__sub")) return 1;
  int n = two(L, "subtract", a, b);
  for (int k = 0; k < n; k++) a[k] -= b[k];
  lg_lua_push_vec(L, a, n);
  return 1;
}

static int multiply(lua_State *L) {
  if (traced_scale(L, "__mul")) return 1;
  int number = lua_type(L, 1) == LUA_TNUMBER ? 1 : 2;
  const lg_lua_vec *v = to_vec(L, 3 - number);
  if (!v || lua_type(L, number) != LUA_TNUMBER)
    return lg_lua_fail(
        L, "vec: '*' takes a vec and a number, got %s and %s; a:dot(b) is the inner product",
        lg_lua_typename(L, 1), lg_lua_typename(L, 2));
  double s = lua_tonumber(L, number), c[3] = {s * v->c[0], s * v->c[1], s * v->c[2]};
  lg_lua_push_vec(L, c, v->n);
  return 1;
}

static int divide(lua_State *L) {
  if (traced_scale(L, "__div")) return 1;
  const lg_lua_vec *v = to_vec(L, 1);
  if (!v || lua_type(L, 2) != LUA_TNUMBER)
    return lg_lua_fail(L, "vec: '/' takes a vec and a number, got %s and %s", lg_lua_typename(L, 1),
                       lg_lua_typename(L, 2));
  double s = lua_tonumber(L, 2), c[3] = {v->c[0] / s, v->c[1] / s, v->c[2] / s};
  lg_lua_push_vec(L, c, v->n);
  return 1;
}

static int negate(lua_State *L) {
  const lg_lua_vec *v = to_vec(L, 1);
  double c[3] = {-v->c[0], -v->c[1], -v->c[2]};
  lg_lua_push_vec(L, c, v->n);
  return 1;
}

static double inner(const double *a, const double *b, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) sum += a[k] * b[k];
  return sum;
}

static int equal(lua_State *L) {
  const lg_lua_vec *a = to_vec(L, 1), *b = to_vec(L, 2);
  bool same = a && b && a->n == b->n;
  for (int k = 0; same && k < a->n; k++) same = a->c[k] == b->c[k];
  lua_pushboolean(L, same);
  return 1;
}

static int size(lua_State *L) {
  lua_pushinteger(L, to_vec(L, 1)->n);
  return 1;
}

static int text(lua_State *L) {
  const lg_lua_vec *v = to_vec(L, 1);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (int k = 0; k < v->n; k++) {
    luaL_addstring(&b, k ? ", " : "(");
    lua_pushnumber(L, v->c[k]);
    luaL_addvalue(&b);
  }
  luaL_addstring(&b, ")");
  luaL_pushresult(&b);
  return 1;
}

static const lg_lua_vec *self(lua_State *L, const char *method) {
  const lg_lua_vec *v = to_vec(L, 1);
  if (!v) lg_lua_colon(L, "v", method);
  return v;
}

static int dot(lua_State *L) {
  double a[4], b[4];
  self(L, "dot");
  int n = two(L, "multiply", a, b);
  lua_pushnumber(L, inner(a, b, n));
  return 1;
}

static int length(lua_State *L) {
  const lg_lua_vec *v = self(L, "length");
  lua_pushnumber(L, sqrt(inner(v->c, v->c, v->n)));
  return 1;
}

static int unpack(lua_State *L) {
  const lg_lua_vec *v = self(L, "unpack");
  for (int k = 0; k < v->n; k++) lua_pushnumber(L, v->c[k]);
  return v->n;
}

const luaL_Reg lg_lua_vec_methods[] = {
    {"dot", dot}, {"length", length}, {"unpack", unpack}, {NULL, NULL}};

static int component(const lg_lua_vec *v, lua_State *L) { /* 0-based; -1: none of that name */
  lua_Integer k = -1;
  if (lua_isinteger(L, 2)) k = lua_tointeger(L, 2) - 1;
  else if (lua_type(L, 2) == LUA_TSTRING && lua_rawlen(L, 2) == 1) k = lua_tostring(L, 2)[0] - 'x';
  return k >= 0 && k < v->n ? (int)k : -1;
}

static int get(lua_State *L) {
  const lg_lua_vec *v = to_vec(L, 1);
  int k = component(v, L);
  if (k >= 0) {
    lua_pushnumber(L, v->c[k]);
    return 1;
  }
  if (lua_isinteger(L, 2)) return 0; /* so that ipairs ends */
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
  if (luaL_newmetatable(L, LG_LUA_VEC)) {
    luaL_setfuncs(L, meta, 0);
    lua_pushliteral(L, "vec");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
  }
  lua_pop(L, 1);
}
