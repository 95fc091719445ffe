/* script.c - lg.solver.script { step = function(s, dt) ... end, ... }: a solver of a scene's
   own. In a sub-step the core calls back, and the stages that the function names run as
   formulas. s is the solver itself; what it is made of: script_definition.c. */
#include "bind/object/object.h"

#include "bind/guard/guard.h"
#include "bind/trace/trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
