/* script_definition.c - what lg.solver.script's table of options defines: its parameters,
   columns and state as the rows of a kind (lg_script_kind). script.c runs it. */
#include "bind/object/object.h"

#include <math.h>
#include <string.h>

enum { MOST = 64, MOST_COLUMNS = 24 }; /* lg_script_kind says the sentence: one more is taken */

typedef struct definition {
  lg_param params[MOST + 2];
  lg_column_def columns[MOST_COLUMNS + 2];
  const char *state[MOST + 2];
} definition;

static const char *const own_options[] = {"step", "max_dt", "columns", "parameters", "state", NULL};

static bool is_own_option(const char *name) {
  for (int i = 0; own_options[i]; i++)
    if (strcmp(own_options[i], name) == 0) return true;
  return false;
}

/* A name that s would answer to with something else is refused. */
static void check_name(lua_State *L, const char *what, const char *name) {
  static const char *const others[] = {"each",  "sum",    "mean",  "min",  "max",
                                       "count", "radius", "world", "kind", "name"};
  bool taken = is_own_option(name);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    taken = taken || strcmp(others[i], name) == 0;
  if (taken)
    lg_lua_fail(L, "script: '%s' cannot be the name of %s: it means something else already", name,
                what);
}

/* Pushes options.key, a table or nothing; false: it is not there. */
static bool push_table(lua_State *L, int options, const char *key) {
  int type = lua_getfield(L, options, key);
  if (type == LUA_TTABLE) return true;
  if (type != LUA_TNIL)
    lg_lua_fail(L, "script: option '%s' must be a table by name, got %s", key,
                lg_lua_typename(L, -1));
  lua_pop(L, 1);
  return false;
}

/* A number of the table on top, with a default. */
static double number_of(lua_State *L, const char *owner, const char *key, double otherwise) {
  int type = lua_getfield(L, -1, key);
  double x = type == LUA_TNUMBER ? lua_tonumber(L, -1) : otherwise;
  if (type != LUA_TNIL && (type != LUA_TNUMBER || !isfinite(x)))
    lg_lua_fail(L, "script: %s.%s must be a finite number, got %s", owner, key,
                lg_lua_typename(L, -1));
  lua_pop(L, 1);
  return x;
}

/* A text of the table on top; the table keeps it. */
static const char *text_of(lua_State *L, const char *owner, const char *key,
                           const char *otherwise) {
  int type = lua_getfield(L, -1, key);
  const char *text = type == LUA_TSTRING ? lua_tostring(L, -1) : otherwise;
  if (type != LUA_TNIL && type != LUA_TSTRING)
    lg_lua_fail(L, "script: %s.%s must be a text, got %s", owner, key, lg_lua_typename(L, -1));
  lua_pop(L, 1);
  return text;
}

/* Of the table on top: no other keys than these, and [1] if `first`. */
static void check_keys(lua_State *L, const char *owner, const char *const *names, int n,
                       bool first) {
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    if (first && lua_isinteger(L, -2) && lua_tointeger(L, -2) == 1) continue;
    lua_pushvalue(L, -2);
    const char *key = luaL_tolstring(L, -1, NULL);
    bool known = false;
    for (int i = 0; i < n; i++) known = known || strcmp(names[i], key) == 0;
    if (!known) lg_lua_unknown(L, lua_pushfstring(L, "script: %s", owner), "option", key, names, n);
    lua_pop(L, 2);
  }
}

/* 10, true, or {10, min = 0, max = 100, unit = "m", doc = "..."}; the value is on top. */
static lg_param parameter_of(lua_State *L, const char *name) {
  static const char *const keys[] = {"min", "max", "unit", "doc"};
  bool table = lua_istable(L, -1);
  lg_param row = {.name = name, .type = LG_FLOAT, .min = -LG_HUGE, .max = LG_HUGE, .unit = "1"};
  if (table) {
    check_keys(L, name, keys, 4, true);
    row.min = number_of(L, name, "min", row.min);
    row.max = number_of(L, name, "max", row.max);
    row.unit = text_of(L, name, "unit", "1");
    row.doc = text_of(L, name, "doc", "");
    lua_geti(L, -1, 1);
  } else lua_pushvalue(L, -1);

  /* the type is that of the value */
  if (lua_isboolean(L, -1)) {
    row.type = LG_BOOL;
    row.min = 0;
    row.max = 1;
    row.def[0] = lua_toboolean(L, -1);
  } else if (lua_type(L, -1) == LUA_TNUMBER && isfinite(lua_tonumber(L, -1)))
    row.def[0] = lua_tonumber(L, -1);
  else
    lg_lua_fail(L,
                "script: the parameter '%s' must be a number, a boolean, or {10, min = 0, max = "
                "100}, got %s",
                name, lg_lua_typename(L, -1));
  row.def[1] = row.def[0];
  lua_pop(L, 1);
  return row;
}

static void take_parameter(lua_State *L, definition *d, int n, const char *name) {
  check_name(L, "a parameter", name);
  d->params[n] = parameter_of(L, name);
}

/* "kg/m3", or {unit = "m", vector = true, doc = "..."}; the value is on top. */
static lg_column_def column_of(lua_State *L, const char *name) {
  static const char *const keys[] = {"unit", "vector", "doc"};
  lg_column_def c = {name, 1, "1", ""};

  if (lua_type(L, -1) == LUA_TSTRING) c.unit = lua_tostring(L, -1);
  else if (!lua_istable(L, -1))
    lg_lua_fail(L,
                "script: the column '%s' must be its unit, \"kg/m3\", or {unit = \"m\", vector = "
                "true}, got %s",
                name, lg_lua_typename(L, -1));
  else {
    check_keys(L, name, keys, 3, false);
    c.unit = text_of(L, name, "unit", "1");
    c.doc = text_of(L, name, "doc", "");
    lua_getfield(L, -1, "vector");
    c.components = lua_toboolean(L, -1) ? 0 : 1;
    lua_pop(L, 1);
  }
  return c;
}

static void take_column(lua_State *L, definition *d, int n, const char *name) {
  d->columns[n] = column_of(L, name);
}

static void take_state(lua_State *L, definition *d, int n, const char *name) {
  check_name(L, "what it remembers", name);
  if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
    lg_lua_fail(L, "script: state.%s must be a finite number, got %s", name,
                lg_lua_typename(L, -1));
  d->state[n] = name;
}

/* What options.key names, in the order of the names: take() finds each on top. The options keep it,
   and its texts; behind the last one all is 0, which ends a list. */
static void read_named(lua_State *L, const lg_kind *k, const char *key, int most, definition *d,
                       void (*take)(lua_State *L, definition *d, int n, const char *name)) {
  if (!push_table(L, 1, key)) return;
  int table = lua_gettop(L), n = 0;
  const char *name = NULL;
  while ((name = lg_lua_next_key(L, k, table, name)) != NULL && n <= most) {
    lua_getfield(L, table, name);
    take(L, d, n++, name);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

static void check_function(lua_State *L, int options, const char *name, const char *form,
                           bool required) {
  int type = lua_getfield(L, options, name);
  if (type != LUA_TFUNCTION && (required || type != LUA_TNIL))
    lg_lua_fail(L, "script: option '%s' %s, %s", name,
                type == LUA_TNIL ? "is required" : "must be a function", form);
  lua_pop(L, 1);
}

/* An option that is none of its own, nor a row's. */
static int refuse_option(lua_State *L, const lg_kind *k, const char *name) {
  const char *names[LG_LUA_NAMES_MAX];
  int n = 0;
  while (own_options[n]) names[n] = own_options[n], n++;
  for (const lg_param *row = k->params; row->name && n < LG_LUA_NAMES_MAX; row++)
    names[n++] = row->name;
  return lg_lua_unknown(L, "script", "option", name, names, n);
}

const lg_kind *lg_lua_read_script(lua_State *L, const lg_kind *base) {
  lg_why why;
  check_function(L, 1, "step", "step = function(s, dt) ... end", true);
  check_function(L, 1, "max_dt", "max_dt = function(s) return seconds end", false);
  definition *d = lua_newuserdatauv(L, sizeof *d, 0);
  memset(d, 0, sizeof *d);
  read_named(L, base, "parameters", MOST, d, take_parameter);
  read_named(L, base, "columns", MOST_COLUMNS, d, take_column);
  read_named(L, base, "state", MOST, d, take_state);
  const lg_kind *kind = lg_script_kind(d->params, d->columns, d->state, &why);
  if (!kind) lg_lua_fail(L, "%s", why.text);
  lua_pop(L, 1);

  /* What is its own, and behind it what rows know. */
  lua_newtable(L);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
    bool own = key && is_own_option(key);
    if (key && !own && !lg_param_find(kind, key)) refuse_option(L, kind, key);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, own ? -6 : -5);
  }
  lua_replace(L, 1);
  return kind;
}
