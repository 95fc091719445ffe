/* hook.c - stepping a world, and the Lua functions that run in a step. A hook runs under lua_pcall
   with a traceback; its error travels as a refusal through the core and is raised again behind the
   step, so that no jump crosses C frames. */
#include "bind/object/object.h"

#include "bind/guard/guard.h"
#include "bind/trace/trace.h"

#include <stdio.h>
#include <string.h>

static const char *const hooks[] = {"before_step", "after_step", "on_load", "key", "mouse", "draw"};
enum { HOOKS = sizeof hooks / sizeof *hooks };
#define FRAME (1 / 60.0) /* s, of a step that does not say */

bool lg_lua_is_hook(const char *name) {
  for (int i = 0; i < HOOKS; i++)
    if (strcmp(hooks[i], name) == 0) return true;
  return false;
}

int lg_lua_hook_names(const char **names) {
  memcpy(names, hooks, sizeof hooks);
  return HOOKS;
}

bool lg_lua_push_hook(lua_State *L, int world, const char *name) {
  int top = lua_gettop(L);
  lua_getiuservalue(L, world, LG_WORLD_HOOKS);
  bool set = lua_getfield(L, -1, name) != LUA_TNIL;
  lua_replace(L, top + 1);
  if (set) lua_pushvalue(L, world);
  else lua_settop(L, top);
  return set;
}

bool lg_lua_call_in_step(lg_lua_world *self, int args, int results, bool each_substep) {
  lua_State *L = self->running;

  /* Its own time and coroutine, with a traceback behind its message. */
  self->hook_failed =
      !(each_substep ? lg_guard_call_each(L, args, results) : lg_guard_call(L, args, results));
  if (!self->hook_failed) return true;

  /* The message waits in the world's state; for the core it is a refusal. */
  lg_refuse(self->w, "%s",
            lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "an error that is no text");
  lua_getiuservalue(L, 1, LG_WORLD_STATE);
  lua_insert(L, -2);
  lua_setfield(L, -2, "failure");
  lua_pop(L, 1);
  return false;
}

/* The step runs in a C function whose first argument is the world. */
static bool run(lg_lua_world *self, const char *name, double dt) {
  lua_State *L = self->running;
  int top = lua_gettop(L);
  if (!L || !lua_checkstack(L, 8)) return lg_refuse(self->w, "%s: the Lua stack is full", name);

  if (!lg_lua_push_hook(L, 1, name)) return true;
  lua_pushnumber(L, dt);
  bool ok = lg_lua_call_in_step(self, 2, 0, false);
  lua_settop(L, top);
  return ok;
}

static bool before(void *user, lg_world *w, double dt) {
  (void)w;
  return run(user, "before_step", dt);
}
static bool after(void *user, lg_world *w, double dt) {
  (void)w;
  return run(user, "after_step", dt);
}

static bool is_set(lua_State *L, const char *name) {
  lua_getiuservalue(L, 1, LG_WORLD_HOOKS);
  bool set = lua_getfield(L, -1, name) != LUA_TNIL;
  lua_pop(L, 2);
  return set;
}

/* The frame of world:step; the world is at index 1. */
static bool step(lua_State *L, lg_lua_world *self, double dt) {
  lg_before_step(self->w, is_set(L, "before_step") ? before : NULL, self);
  lg_after_step(self->w, after, self); /* the hook may be set before it is due */
  self->running = L;
  self->hook_failed = false;
  bool ok = lg_world_step(self->w, dt);
  self->running = NULL;
  return ok;
}

/* Raises what refused the step: the hook's message with its traceback, or the core's sentence. */
static int raise(lua_State *L, const lg_lua_world *self) {
  if (!self->hook_failed) return lg_lua_fail(L, "%s", lg_error(self->w));
  lua_getiuservalue(L, 1, LG_WORLD_STATE);
  lua_getfield(L, -1, "failure");
  return lua_error(L);
}

static lg_lua_world *idle(lua_State *L, const char *method) {
  lg_lua_world *self = lg_lua_self(L, method);
  lg_lua_changes(L, lua_pushfstring(L, "world:%s", method));
  lua_pop(L, 1);

  /* to look ahead there is a time, to step there is none */
  if (self->running && strcmp(method, "peek") == 0)
    lg_lua_fail(L,
                "world:peek: this world is in a step already, in before_step or after_step; look "
                "ahead between two frames, in draw, key, mouse, on_load or a button");
  if (self->running)
    lg_lua_fail(L, "world:%s: this world is in a step already; its hooks cannot step it", method);
  return self;
}

static double frame_seconds(lua_State *L, int index, const char *method) {
  if (lua_isnoneornil(L, index)) return FRAME;
  double dt = lua_tonumber(L, index);

  if (lua_istable(L, index) && strcmp(method, "step") == 0)
    lg_lua_fail(L, "world:step: a world stands between two frames, not between two stages; "
                   "world:peek shows it there");
  if (lua_type(L, index) != LUA_TNUMBER)
    lg_lua_fail(L, "world:%s: dt must be a number of seconds, got %s", method,
                lg_lua_typename(L, index));
  if (!(dt > 0) || dt > 1e30)
    lg_lua_fail(L, "world:%s: dt = %f s must be finite and greater than 0", method, dt);
  return dt;
}

/* What fills the world at 1 may be more than the host has room for: an error at its line. */
static void ask_host(lua_State *L, const lg_lua_world *self) {
  const lg_scene_options *host = lg_lua_host(L);
  lg_why why;
  if (!host || !host->fits || host->fits(host->user, self->w, &why)) return;
  lg_lua_push_made(L, 1);
  lua_pushfstring(L, "%s%s", lua_tostring(L, -1), why.text);
  lua_error(L);
}

int lg_lua_world_begin(lua_State *L) {
  lg_lua_world *self = lg_lua_to_world(L, 1);
  if (!self) return 0;
  ask_host(L, self);
  self->running = L;
  self->hook_failed = false;
  bool ok = lg_world_fill(self->w);
  self->running = NULL;
  if (!ok) return raise(L, self);
  if (lg_lua_push_hook(L, 1, "on_load")) lua_call(L, 1, 0);
  return 0;
}

int lg_lua_world_step(lua_State *L) {
  lg_lua_world *self = idle(L, "step");
  double dt = frame_seconds(L, 2, "step");
  return step(L, self, dt) ? 0 : raise(L, self);
}

int lg_lua_world_advance(lua_State *L) {
  lg_lua_world *self = idle(L, "advance");

  /* A frame's number, and the length of a frame. */
  int whole = 0;
  lua_Integer frame = lua_type(L, 2) == LUA_TNUMBER ? lua_tointegerx(L, 2, &whole) : 0;
  if (!whole)
    return lg_lua_fail(L, "world:advance: expects the number of a frame, got %s",
                       lua_type(L, 2) == LUA_TNUMBER ? lua_tostring(L, 2) : lg_lua_typename(L, 2));
  double dt = frame_seconds(L, 3, "advance");

  while (lg_world_frame(self->w) < frame) {
    lg_guard_check(L);
    if (!step(L, self, dt)) return raise(L, self);
  }
  return 0;
}

/* ---- a frame, stage by stage ---------------------------------------------------------------- */

/* What a loop over world:peek goes along; user value 1: the world. */
typedef struct peek {
  bool begun, ended;
  double dt;
} peek;

/* What the frame of a peek draws lots for, a real one will draw lots for again, with the same
   numbers. */
static bool next_stage(lua_State *L, lg_lua_world *self, peek *p, lg_peek_stage *at) {
  int64_t acts = self->acts, acts_frame = self->acts_frame;
  lg_trace *t = lg_trace_of(L);

  /* what acts in the stages is not this frame's */
  t->looking = NULL;
  self->running = L;
  self->hook_failed = false;

  bool ok = (p->begun || lg_peek_begin(self->w, p->dt)) && lg_peek_next(self->w, at);
  self->running = NULL;
  self->acts = acts;
  self->acts_frame = acts_frame;

  /* between stages the world may be looked at, and no more */
  p->begun = true;
  p->ended = !ok;
  if (ok) t->looking = self;
  return ok;
}

/* peek, whatever -> stage, sub-step, pass; nothing at the end */
static int peek_next(lua_State *L) {
  peek *p = luaL_testudata(L, 1, LG_LUA_PEEK);
  if (!p) return lg_lua_fail(L, "world:peek: use it as for stage, sub in world:peek() do ... end");
  lua_settop(L, 1);
  lua_getiuservalue(L, 1, 1);
  lua_insert(L, 1);
  lg_lua_world *self = lg_lua_self(L, "peek");
  if (p->ended || (p->begun && lg_trace_of(L)->looking != self))
    return lg_lua_fail(L, "world:peek: this loop has ended; begin another one");
  if (!p->begun) idle(L, "peek");

  lg_peek_stage at;
  lg_guard_check(L);
  if (!next_stage(L, self, p, &at)) return lg_error(self->w)[0] ? raise(L, self) : 0;
  lua_pushstring(L, at.name);
  lua_pushinteger(L, at.substep);
  lua_pushinteger(L, at.pass);
  return 3;
}

/* Where the loop ends, by itself, by break or by an error. */
static int peek_close(lua_State *L) {
  peek *p = lua_touserdata(L, 1);
  lua_getiuservalue(L, 1, 1);
  const lg_lua_world *self = lg_lua_to_world(L, -1);
  if (p->begun && !p->ended && lg_trace_of(L)->looking == self) lg_lua_look_away(L);
  p->ended = true;
  return 0;
}

/* world:peek([dt]) -> what a generic for wants, with what closes it */
int lg_lua_world_peek(lua_State *L) {
  idle(L, "peek");
  double dt = frame_seconds(L, 2, "peek");

  /* the iterator, with its world to keep it alive */
  lua_settop(L, 1);
  lua_pushcfunction(L, peek_next);
  peek *p = lua_newuserdatauv(L, sizeof *p, 1);
  *p = (peek){.dt = dt};
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, LG_LUA_PEEK);

  /* what a generic `for` takes: the iterator, its state, no first value, what it closes */
  lua_pushnil(L);
  lua_pushvalue(L, -2);
  return 4;
}

void lg_lua_peek_open(lua_State *L) {
  static const luaL_Reg meta[] = {{"__close", peek_close}, {"__gc", peek_close}, {NULL, NULL}};
  lg_lua_metatable(L, LG_LUA_PEEK, meta);
}
