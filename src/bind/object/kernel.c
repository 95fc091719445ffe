/* kernel.c - lg.kernel { "cubic_spline", dim = 2, radius = 0.1 } and world.kernel: a smoothing
   kernel for work by hand, k:W(r), k:grad(r), k.radius, k.calibration. */
#include "bind/object/object.h"

#include <math.h>
#include <string.h>

static lg_smoothing *kernel_at(lua_State *L, const char *method) {
  lg_smoothing *k = luaL_testudata(L, 1, LG_LUA_KERNEL);
  if (!k) lg_lua_colon(L, "kernel", method);
  return k;
}

static lg_smoothing *push_kernel(lua_State *L) {
  lg_smoothing *k = lua_newuserdatauv(L, sizeof *k, 0);
  *k = (lg_smoothing){.calibration = 1};
  luaL_setmetatable(L, LG_LUA_KERNEL);
  return k;
}

/* ---- making --------------------------------------------------------------------------------- */

static double number_option(lua_State *L, const char *name, double least) {
  if (lua_getfield(L, 1, name) != LUA_TNUMBER || !(lua_tonumber(L, -1) > least))
    lg_lua_fail(L,
                "kernel: expects %s, a number above %d, as in lg.kernel { \"cubic_spline\", "
                "dim = 2, radius = 0.1 }",
                name, (int)least);
  double x = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return x;
}

int lg_lua_kernel_make(lua_State *L) {
  static const char *const options[] = {"dim", "radius"};
  if (!lua_istable(L, 1))
    return lg_lua_fail(L, "kernel: expects a table, lg.kernel { \"cubic_spline\", dim = 2, "
                          "radius = 0.1 }");

  /* Nothing but what it knows. */
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    bool first = lua_isinteger(L, -2) && lua_tointeger(L, -2) == 1;
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "2";
    if (!first && strcmp(name, "dim") != 0 && strcmp(name, "radius") != 0)
      return lg_lua_unknown(L, "kernel", "option", name, options, 2);
  }

  double dim = number_option(L, "dim", 1), radius = number_option(L, "radius", 0);
  if (dim != 2 && dim != 3) return lg_lua_fail(L, "kernel: dim must be 2 or 3");

  lua_rawgeti(L, 1, 1);
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  lg_smoothing *k = push_kernel(L);
  *k = (lg_smoothing){.dim = (int)dim, .radius = radius, .calibration = 1};
  if (strlen(name) < sizeof k->name) memcpy(k->name, name, strlen(name) + 1);
  if (!isfinite(lg_smoothing_w(k, 0)))
    return lg_lua_fail(L, "kernel: expects its name first, one of %s", lg_smoothing_names());
  return 1;
}

void lg_lua_push_kernel(lua_State *L, int world) {
  lg_world *w = lg_lua_to_world(L, world)->w;
  if (!lg_smoothing_of(w, 0, NULL, push_kernel(L))) lg_lua_fail(L, "%s", lg_error(w));
}

/* ---- its words ------------------------------------------------------------------------------ */

static double distance_at(lua_State *L, const char *method) {
  if (lua_type(L, 2) != LUA_TNUMBER)
    lg_lua_fail(L, "kernel:%s: expects a distance in m, got %s%s", method, lg_lua_typename(L, 2),
                luaL_testudata(L, 2, LG_LUA_VALUE) ? "; inside of a sum it is q.W and q.gradW"
                                                   : "");
  return fabs(lua_tonumber(L, 2));
}

static int weight(lua_State *L) {
  const lg_smoothing *k = kernel_at(L, "W");
  lua_pushnumber(L, lg_smoothing_w(k, distance_at(L, "W")));
  return 1;
}

/* dW/dr; of a vec from q to p, the gradient by p's position */
static int grad(lua_State *L) {
  const lg_smoothing *k = kernel_at(L, "grad");
  double x[4], r2 = 0;
  if (lg_lua_to_numbers(L, 2, x) != k->dim) {
    lua_pushnumber(L, lg_smoothing_slope(k, distance_at(L, "grad")));
    return 1;
  }

  for (int i = 0; i < k->dim; i++) r2 += x[i] * x[i];
  const double r = sqrt(r2), slope = lg_smoothing_slope(k, r);
  for (int i = 0; i < k->dim; i++) x[i] = r > 0 ? slope * x[i] / r : 0;
  lg_lua_push_vec(L, x, k->dim);
  return 1;
}

static int index_kernel(lua_State *L) {
  static const char *const names[] = {"W", "grad", "name", "dim", "radius", "calibration"};
  const lg_smoothing *k = kernel_at(L, "?");
  const char *name = luaL_tolstring(L, 2, NULL);

  if (strcmp(name, "W") == 0) lua_pushcfunction(L, weight);
  else if (strcmp(name, "grad") == 0) lua_pushcfunction(L, grad);
  else if (strcmp(name, "name") == 0) lua_pushstring(L, k->name);
  else if (strcmp(name, "dim") == 0) lua_pushinteger(L, k->dim);
  else if (strcmp(name, "radius") == 0) lua_pushnumber(L, k->radius);
  else if (strcmp(name, "calibration") == 0) lua_pushnumber(L, k->calibration);
  else return lg_lua_unknown(L, "kernel", "property", name, names, 6);
  return 1;
}

static int newindex(lua_State *L) {
  return lg_lua_fail(L, "kernel: it never changes; lg.kernel { ... } makes another one");
}

void lg_lua_kernel_open(lua_State *L) {
  static const luaL_Reg all[] = {{"__index", index_kernel}, {"__newindex", newindex}, {NULL, NULL}};
  lg_lua_metatable(L, LG_LUA_KERNEL, all);
}
