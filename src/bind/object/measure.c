/* measure.c - world:measure, world:gauge, world:ledger, world.gauges and world.contacts. */
#include "bind/object/object.h"

#include "bind/guard/guard.h"
#include "bind/trace/trace.h"

#include <string.h>

static void push_value(lua_State *L, int components, const double *v) {
  if (components == 1) lua_pushnumber(L, v[0]);
  else lg_lua_push_vec(L, v, components);
}

/* The options table at `index` (nil: none) for the measure named at `what`, checked; they stay on
   the stack. */
static const lg_arg *take_options(lua_State *L, const char *method, int what, int index) {
  const char *names[LG_LUA_NAMES_MAX];
  int n = 0;

  if (lua_type(L, what) != LUA_TSTRING)
    lg_lua_fail(L, "world:%s: expects the name of a measure, got %s", method,
                lg_lua_typename(L, what));
  const char *name = lua_tostring(L, what);

  const lg_kind *k = lg_measure_find(name);
  for (; n < lg_measure_count() && n < LG_LUA_NAMES_MAX; n++) names[n] = lg_measure_at(n)->name;
  if (!k) lg_lua_unknown(L, "world", "measure", name, names, n);

  /* no table is an empty one */
  lua_settop(L, index);
  if (lua_isnil(L, index)) lua_newtable(L);
  else if (lua_istable(L, index)) lua_pushvalue(L, index);
  else lg_lua_fail(L, "%s: expects a table of options, got %s", name, lg_lua_typename(L, index));
  lg_lua_take_options(L, k, index + 1);
  return lg_lua_push_args(L, k, index + 2);
}

/* world:measure(what[, options]) -> a number or a vec, now. It is the script's time: a surface of
   many particles takes seconds, and no hook looks in, so a loop of them is looked at here. */
int lg_lua_world_measure(lua_State *L) {
  double v[3];
  lg_world *w = lg_lua_self(L, "measure")->w;
  const lg_arg *args = take_options(L, "measure", 2, 3);
  lg_guard_check(L);
  int n = lg_measure(w, lua_tostring(L, 2), args, v);
  if (n == 0) return lg_lua_fail(L, "%s", lg_error(w));
  push_value(L, n, v);
  return 1;
}

/* world:gauge(name, what[, options]); world:gauge(name, nil) takes it away */
int lg_lua_world_gauge(lua_State *L) {
  lg_world *w = lg_lua_self(L, "gauge")->w;
  lg_lua_changes(L, "world:gauge");
  if (lua_type(L, 2) != LUA_TSTRING)
    return lg_lua_fail(L,
                       "world:gauge: expects a name first, world:gauge(\"tip\", \"front\"), got %s",
                       lg_lua_typename(L, 2));
  const char *name = lua_tostring(L, 2);

  /* world:gauge(name, nil) takes it away */
  bool away = lua_gettop(L) >= 3 && lua_isnil(L, 3);
  const lg_arg *args = away ? NULL : take_options(L, "gauge", 3, 4);
  bool ok = away ? lg_gauge_remove(w, name) : lg_gauge_add(w, name, lua_tostring(L, 3), args);
  return ok ? 0 : lg_lua_fail(L, "%s", lg_error(w));
}

/* world:ledger(["energy" | "mass" | "momentum"]) -> {entries' names in their order; name = value};
   opens it */
int lg_lua_world_ledger(lua_State *L) {
  static const char *const names[] = {"energy", "mass", "momentum", NULL};
  lg_world *w = lg_lua_self(L, "ledger")->w;
  const char *what = lua_isnoneornil(L, 2) ? names[LG_ENERGY] : lua_tostring(L, 2);
  lg_entry entry[LG_LEDGER_ENTRIES];
  int of = 0;
  while (names[of] && (!what || strcmp(what, names[of]) != 0)) of++;
  if (!names[of])
    return lg_lua_fail(L, "world:ledger: '%s' is none of energy, mass, momentum",
                       what ? what : lg_lua_typename(L, 2));

  /* by name, and in their order as an array */
  lg_ledger_open(w, true);
  int n = lg_ledger_entries(w, (lg_quantity)of, entry, LG_LEDGER_ENTRIES);
  lua_createtable(L, n, n);
  for (int i = 0; i < n; i++) {
    push_value(L, of == LG_MOMENTUM ? lg_world_dim(w) : 1, entry[i].value);
    lua_setfield(L, -2, entry[i].name);
    lua_pushstring(L, entry[i].name);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* world.gauges -> {name = value of the last frame} */
void lg_lua_push_gauges(lua_State *L, const lg_world *w) {
  lua_newtable(L);
  for (int i = 0; i < lg_gauge_count(w); i++) {
    lg_gauge g = lg_gauge_at(w, i);
    push_value(L, g.components, g.value);
    lua_setfield(L, -2, g.name);
  }
}

/* The object of the world at `world`, or nil. */
static void push_object(lua_State *L, int world, lg_id id) {
  lua_getiuservalue(L, world, LG_WORLD_OBJECTS);
  lua_rawgeti(L, -1, id);
  lua_remove(L, -2);
}

/* world.contacts -> {{a =, b =, at =, normal =, impulse =}, ...} of the last frame */
void lg_lua_push_contacts(lua_State *L, int world) {
  const lg_world *w = lg_lua_to_world(L, world)->w;
  lg_touch t;
  lua_newtable(L);

  for (int i = 0; lg_touch_at(w, i, &t); i++) {
    lua_createtable(L, 0, 5);
    push_object(L, world, t.a);
    lua_setfield(L, -2, "a");
    push_object(L, world, t.b);
    lua_setfield(L, -2, "b");
    lg_lua_push_vec(L, t.at, lg_world_dim(w));
    lua_setfield(L, -2, "at");
    lg_lua_push_vec(L, t.normal, lg_world_dim(w));
    lua_setfield(L, -2, "normal");
    lg_lua_put_number(L, "impulse", t.impulse);
    lua_rawseti(L, -2, i + 1);
  }
}
