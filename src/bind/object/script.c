/* script.c - lg.solver.script { step = function(s, dt) ... end, ... }: a solver of a scene's own.
   Its parameters, columns and state become rows of a kind (lg_script_kind); in a sub-step the core
   calls back, and the stages that the function names run as formulas. s is the solver itself. */
#include "bind/object/object.h"

#include "bind/guard/guard.h"
#include "bind/trace/trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 64, MOST_COLUMNS = 24 }; /* lg_script_kind says the sentence: one more is taken */

/* ---- the definition ------------------------------------------------------------------------- */

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

/* ---- in a step ------------------------------------------------------------------------------ */

typedef struct script { /* the core's `user`: a userdata that has the options */
  lg_lua_world *world;
} script;

/* Pushes options.name, a function, on the stack of the thread that steps. */
static void push_function(lua_State *L, const script *self, const char *name) {
  lg_lua_push_state(L, 1, "scripts");
  lua_rawgetp(L, -1, self);
  lua_getiuservalue(L, -1, 1);
  lua_getfield(L, -1, name);
  lua_replace(L, -4);
  lua_pop(L, 2);
}

/* The line of options.name, which stays on the stack. */
static const char *place_of(lua_State *L, const script *self, const char *name) {
  push_function(L, self, name);
  return lg_trace_place(L, lua_gettop(L));
}

/* Calls options.name(s, dt); one result stays on the stack of the thread that steps if it is
   wanted. False: refused. */
static bool call(const script *self, const char *name, double dt, int results) {
  lg_lua_world *world = self->world;
  lua_State *L = world->running;
  if (!L || !lua_checkstack(L, 16))
    return lg_refuse(world->w, "script: its %s runs inside of world:step only", name);

  int top = lua_gettop(L);
  push_function(L, self, name);
  lg_lua_push_solver(L, 1);
  lua_pushnumber(L, dt);

  lg_trace *t = lg_trace_of(L);
  t->solving = true;
  bool ok = lg_lua_call_in_step(world, 2, results, true);
  t->solving = false;
  if (!ok) lua_settop(L, top);
  return ok;
}

static bool step(void *user, lg_world *w, double dt) {
  const script *self = user;
  lua_State *L = self->world->running;
  if (L) lg_trace_of(L)->moves = false;
  if (!call(self, "step", dt, 0)) return false;
  if (lg_trace_of(L)->moves) return true;

  int top = lua_gettop(L);
  lg_refuse(w,
            "%s: script: its step gives no particle a velocity; end it with p.velocity = "
            "p.velocity + dt * p.acceleration, or what the paper says",
            place_of(L, self, "step"));
  lua_settop(L, top);
  return false;
}

static double max_dt(void *user, lg_world *w, double left) {
  const script *self = user;
  if (!call(self, "max_dt", left, 1)) return -1;
  lua_State *L = self->world->running;

  /* nil is no bound */
  int top = lua_gettop(L), type = lua_type(L, top);
  double dt = type == LUA_TNIL ? HUGE_VAL : type == LUA_TNUMBER ? lua_tonumber(L, top) : 0;
  if (!(dt > 0))
    lg_refuse(w, "%s: script: max_dt must return seconds above 0, or nil, got %s",
              place_of(L, self, "max_dt"),
              type == LUA_TNUMBER ? lua_tostring(L, top) : lg_lua_typename(L, top));

  lua_settop(L, top - 1);
  return dt > 0 ? dt : -1;
}

bool lg_lua_set_script(lua_State *L, int world, const lg_kind *k, int options, const lg_arg *args) {
  lg_world *w = lg_lua_to_world(L, world)->w;
  int top = lua_gettop(L);
  luaL_checkstack(L, 8, NULL);
  lua_getfield(L, options, "own");

  /* The core may go back to an earlier solver: those that have been stay. */
  lg_lua_push_state(L, world, "scripts");
  script *self = lua_newuserdatauv(L, sizeof *self, 1);
  *self = (script){lg_lua_to_world(L, world)};
  lua_pushvalue(L, top + 1);
  lua_setiuservalue(L, -2, 1);
  lua_rawsetp(L, top + 2, self);

  lg_script stages = {.step = step, .user = self};
  if (lua_getfield(L, top + 1, "max_dt") == LUA_TFUNCTION) stages.max_dt = max_dt;
  bool ok = lg_set_script(w, k, &stages, args);

  /* What it remembers begins as the file says. */
  bool remembers = ok && lua_getfield(L, top + 1, "state") == LUA_TTABLE;
  for (const lg_state_field *f = k->state; remembers && f->name; f++) {
    double *value = lg_script_state(w, f->name);
    if (lua_getfield(L, -1, f->name) == LUA_TNUMBER && value) *value = lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_settop(L, top);
  return ok;
}

/* ---- s -------------------------------------------------------------------------------------- */

/* The method's solver, whose world stands in its step; the world is pushed. */
static lg_world *solving(lua_State *L, const char *method) {
  const lg_lua_object *o = lg_lua_to_object(L, 1);
  if (!o || !lg_is_script(o->kind)) lg_lua_colon(L, "s", method);
  else lua_getiuservalue(L, 1, LG_OBJECT_WORLD);
  const lg_lua_world *world = lg_lua_to_world(L, -1);
  if (!world || !world->running || !lg_trace_of(L)->solving)
    lg_lua_fail(L, "s:%s is for the step of a solver; elsewhere world:%s does the same", method,
                strcmp(method, "each") == 0 ? "update" : method);
  return world ? world->w : NULL;
}

/* Letters, digits, - and _: it stands in tables. */
static bool is_stage_name(const char *name) {
  size_t n = strlen(name);
  return n > 0 && n < 32 &&
         strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == n;
}

/* s:each("density", function(p) ... end): a stage, timed under its name. */
static int each(lua_State *L) {
  char stage[LG_NAME_MAX];
  double begun = lg_clock();
  lua_settop(L, 3);
  lg_world *w = solving(L, "each");
  if (lg_trace_under_way(L))
    return lg_lua_fail(L, "s:each: a stage cannot begin in the function of another one");
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  if (!is_stage_name(name) || !lua_isfunction(L, 3))
    return lg_lua_fail(L, "s:each: expects the stage's name, a word such as \"density\", and a "
                          "function of a particle");

  /* As world:update does it. */
  lua_pushcfunction(L, lg_lua_act("update"));
  lua_pushvalue(L, 4);
  lua_pushvalue(L, 3);
  lua_call(L, 2, 0);

  snprintf(stage, sizeof stage, "solve/%s", name);
  lg_stats_stage(w, stage, lg_clock() - begun);
  return 0;
}

/* s:sum, s:mean, s:min, s:max, s:count: as those of the world; upvalue: which. */
static int fold(lua_State *L) {
  const char *method = lua_tostring(L, lua_upvalueindex(1));
  lua_settop(L, 2);
  solving(L, method);

  if (lg_trace_under_way(L))
    lg_lua_fail(L,
                "s:%s is over all particles, and not for the function of a stage; over the "
                "neighbours of p it is p:%s(function(q) ... end), over all ask before the stage",
                method, method);
  if (!lua_isfunction(L, 2))
    lg_lua_fail(L, "s:%s: expects a function of a particle alone, function(p) ... end, got %s",
                method, lg_lua_typename(L, 2));

  lua_pushcfunction(L, lg_lua_act(method));
  lua_insert(L, 3);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 1);
  return 1;
}

static const char *const folds[] = {"sum", "mean", "min", "max", "count"};
enum { FOLDS = sizeof folds / sizeof *folds };

bool lg_lua_script_get(lua_State *L, const lg_lua_object *o, const char *name) {
  /* Stages and sums. */
  if (strcmp(name, "each") == 0) {
    lua_pushcfunction(L, each);
    return true;
  }
  for (int i = 0; i < FOLDS; i++)
    if (strcmp(name, folds[i]) == 0) {
      lua_pushstring(L, name);
      lua_pushcclosure(L, fold, 1);
      return true;
    }

  /* What is known once it is in a world. */
  lg_world *w = lg_lua_push_world(L, o);
  if (!w) return false;
  if (strcmp(name, "radius") == 0) {
    lua_getfield(L, 1, "support");
    lua_pushnumber(L, lua_tonumber(L, -1) * (double)lg_world_spacing(w));
    return true;
  }
  const double *value = lg_script_state(w, name);
  if (value) lua_pushnumber(L, *value);
  return value != NULL;
}

bool lg_lua_script_put(lua_State *L, const lg_lua_object *o, const char *name) {
  lg_world *w = lg_lua_push_world(L, o);
  double *value = lg_script_state(w, name);
  if (!value) return false;
  if (lua_type(L, 3) != LUA_TNUMBER || !isfinite(lua_tonumber(L, 3)))
    lg_lua_fail(L, "script: %s must be a finite number, got %s", name,
                lua_type(L, 3) == LUA_TNUMBER ? lua_tostring(L, 3) : lg_lua_typename(L, 3));
  *value = lua_tonumber(L, 3);
  return true;
}

int lg_lua_script_names(const lg_kind *k, const char **names) {
  int n = 0;
  names[n++] = "each";
  for (int i = 0; i < FOLDS; i++) names[n++] = folds[i];
  names[n++] = "radius";
  for (const lg_state_field *f = k->state; f && f->name; f++) names[n++] = f->name;
  return n;
}
