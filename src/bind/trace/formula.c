/* formula.c - a Lua function as a formula of the world: traced when it is put in, and again at the
   start of each sub-step, so that t, sliders, tables and whatever else the function reads are plain
   numbers. The function hangs on a userdata in the world's state; the core has a pointer to it and
   says when it is done with it. */
#include "bind/trace/trace.h"

#include "bind/guard/guard.h"

#include <stdio.h>
#include <string.h>

typedef struct formula {
  lg_lua_world *world;
  bool dropped, checked, stores;
  int given;
  char stream[LG_NAME_MAX];
} formula;

/* ---- tracing, protected --------------------------------------------------------------------- */

/* lua_pcall's function: the job, its function, the time. */
static int trace_job(lua_State *L) {
  const lg_trace_job *job = lua_touserdata(L, 1);
  lg_trace *t = lg_trace_of(L);
  double time = lua_tonumber(L, 3);
  lg_trace_run(L, t, 2, time);
  if (!job->samples) return 0;
  lg_trace_check(L, t, 2, time, job->samples);
  lg_trace_again(L, t, 2, time);
  return 0;
}

/* Keeps the error on top as what refused; always false. */
static bool keep_error(lua_State *L, lg_lua_world *self, int world) {
  lg_refuse(self->w, "%s", luaL_tolstring(L, -1, NULL));
  lua_pop(L, 1);
  lua_getiuservalue(L, world, LG_WORLD_STATE);
  lua_insert(L, -2);
  lua_setfield(L, -2, "failure");
  lua_pop(L, 1);
  self->hook_failed = true;
  return false;
}

bool lg_trace_write(void *user, lg_world *w, lg_expr *e, double time, double dt) {
  const lg_trace_job *job = user;
  lua_State *L = job->L;
  lg_trace *t = lg_trace_of(L), before;
  (void)dt;
  if (!lua_checkstack(L, 16)) return lg_refuse(w, "formula: the Lua stack is full");

  /* The trace of this formula; one that is under way, of a field that is made of fields, waits. */
  memcpy(&before, t, sizeof before);
  t->e = e;
  t->w = w;
  t->dim = lg_world_dim(w);
  t->stores = job->stores;
  t->into = job->into;
  t->given = job->given;
  snprintf(t->stream, sizeof t->stream, "%s", job->stream);

  /* Traced and checked under the guard. */
  int top = lua_gettop(L);
  const char *place = lg_trace_place(L, job->function);
  lua_pushcfunction(L, job->in_step ? lg_lua_traceback : lg_lua_placed);
  lua_pushcfunction(L, trace_job);
  lua_pushlightuserdata(L, (void *)(uintptr_t)job);
  lua_pushvalue(L, job->function);
  lua_pushnumber(L, time);
  bool ok = lg_guard_pcall(L, 3, top + 2, place);

  /* Serial numbers go on, so that values of this trace are stale from now on. */
  before.last = t->last;
  before.moves = t->moves;
  memcpy(t, &before, sizeof before);
  if (!ok) keep_error(L, job->world, job->at);
  lua_settop(L, top);
  lg_guard_pause(L);
  return ok;
}

int lg_lua_raise_formula(lua_State *L, const lg_lua_world *self, int world) {
  if (!self->hook_failed) return lg_lua_fail(L, "%s", lg_error(self->w));
  lua_getiuservalue(L, world, LG_WORLD_STATE);
  lua_getfield(L, -1, "failure");
  return lua_error(L);
}

/* ---- as parameters -------------------------------------------------------------------------- */

/* Called by the core: the world's own function writes the formula anew. */
static bool write(void *user, lg_world *w, lg_expr *e, double t, double dt) {
  formula *f = user;
  lg_lua_world *self = f->world;
  /* a hook that adds one runs in a coroutine of its own, on top of the thread that steps */
  lua_State *L = self->caller ? self->caller : self->running;
  if (!L || !lua_checkstack(L, 8)) return lg_refuse(w, "formula: the Lua stack is full");

  /* Its function. */
  int top = lua_gettop(L), world = self->caller ? self->caller_at : 1;
  lg_lua_push_state(L, world, "formulas");
  lua_rawgetp(L, -1, user);
  lua_getiuservalue(L, -1, 1);

  /* A job for the tracer: all samples the first time, later one each time. */
  lg_trace_job job = {.L = L,
                      .world = self,
                      .at = world,
                      .function = lua_gettop(L),
                      .stores = f->stores,
                      .stream = f->stream,
                      .given = f->given,
                      .in_step = self->running != NULL,
                      .samples = f->checked ? 1 : LG_TRACE_SAMPLES};

  bool ok = lg_trace_write(&job, w, e, t, dt);
  if (ok) f->given = lg_expr_given(e);
  f->checked = f->checked || (ok && lg_world_count(w) > 0);
  lua_settop(L, top);
  return ok;
}

static void drop(void *user) { ((formula *)user)->dropped = true; }

/* Lets go of the functions that the core has dropped. */
static void sweep(lua_State *L, int formulas) {
  for (lua_pushnil(L); lua_next(L, formulas); lua_pop(L, 1)) {
    const formula *f = lua_touserdata(L, -1);
    if (!f->dropped) continue;
    lua_pushvalue(L, -2);
    lua_pushnil(L);
    lua_rawset(L, formulas);
  }
}

lg_id lg_lua_add_formula(lua_State *L, int world, const lg_param *row, int function) {
  lg_lua_world *self = lg_lua_to_world(L, world);
  lua_State *outer = self->caller;
  int outer_at = self->caller_at, top = lua_gettop(L);
  luaL_checkstack(L, 8, NULL);

  /* The userdata that the core points to holds the function. */
  lg_lua_push_state(L, world, "formulas");
  sweep(L, top + 1);
  formula *f = lua_newuserdatauv(L, sizeof *f, 1);
  *f = (formula){.world = self, .stores = strcmp(row->name, "set") == 0};
  lua_pushvalue(L, function);
  lua_setiuservalue(L, -2, 1);
  lua_rawsetp(L, top + 1, f);

  /* Random numbers by the order in which formulas are made. */
  lua_Integer made = 0;
  lua_getiuservalue(L, world, LG_WORLD_STATE);
  if (lua_getfield(L, -1, "formulas_made") == LUA_TNUMBER) made = lua_tointeger(L, -1);
  lua_pushinteger(L, made + 1);
  lua_setfield(L, -3, "formulas_made");
  snprintf(f->stream, sizeof f->stream, "formula %d", (int)made);

  /* The core asks for the formula at once, on this Lua thread. */
  self->caller = L;
  self->caller_at = world;
  self->hook_failed = false;
  lg_id id = lg_program_add(self->w, write, f, drop);
  self->caller = outer;
  self->caller_at = outer_at;

  if (!id) drop(f);
  lua_settop(L, top);
  return id;
}
