/* world.c - lg.world { ... }: the userdata that owns a world. */
#include "bind/object/object.h"

#include "bind/guard/guard.h"
#include "bind/trace/trace.h"
#include "record/png_read.h"

#include <stdio.h>
#include <string.h>

/* ---- making --------------------------------------------------------------------------------- */

/* The program's own wishes (--set world.spacing=0.01) change the options before they are read. */
static void prepare(lua_State *L, int options) {
  if (lua_getfield(L, LUA_REGISTRYINDEX, "laguna.prepare") == LUA_TFUNCTION) {
    lua_pushvalue(L, options);
    lua_call(L, 1, 0);
    return;
  }
  lua_pop(L, 1);
}

static void copy_table(lua_State *L, int index) {
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, index);) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
}

static lg_lua_world *new_userdata(lua_State *L) {
  lg_lua_world *self = lua_newuserdatauv(L, sizeof *self, LG_WORLD_VALUES);
  *self = (lg_lua_world){.host = lg_lua_host(L), .looked_at = -1};

  /* Warnings go to the main thread: coroutines may be gone by then. */
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  self->main = lua_tothread(L, -1);
  lua_pop(L, 1);

  /* A table for each user value: objects, hooks, state. */
  for (int k = 1; k <= LG_WORLD_VALUES; k++) {
    lua_newtable(L);
    lua_setiuservalue(L, -2, k);
  }

  luaL_setmetatable(L, LG_LUA_WORLD);
  return self;
}

static void name_world(lua_State *L, int options, char name[LG_NAME_MAX]) {
  int type = lua_getfield(L, options, "name");
  if (type != LUA_TNIL && type != LUA_TSTRING)
    lg_lua_fail(L, "world: option 'name' must be text, got %s", lg_lua_typename(L, -1));
  const char *given = type == LUA_TSTRING ? lua_tostring(L, -1) : "";
  if (strlen(given) >= LG_NAME_MAX || strpbrk(given, " .='\"") || (type == LUA_TSTRING && !*given))
    lg_lua_fail(L,
                "world: the name '%s' must have 1 to %d bytes, without blanks, quotes, '.' or '='",
                given, LG_NAME_MAX - 1);
  snprintf(name, LG_NAME_MAX, "%s", given);
  lua_pop(L, 1);
}

/* world.widgets are those of the run that makes the world, which is at index 3. */
static void take_widgets(lua_State *L) {
  lua_getiuservalue(L, 3, LG_WORLD_STATE);
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.view");
  lua_setfield(L, -2, "widgets");
  lua_pop(L, 1);
}

/* What the core asks of its host: where notes go, files and pictures. What the command line says
   wins over the scene. */
static void ask_host(lua_State *L, lg_lua_world *self, lg_world_def *def) {
  if (self->host && self->host->threads >= 0) def->threads = self->host->threads;
  if (self->host && self->host->seed >= 0) def->seed = self->host->seed;
  def->log = lg_lua_log;
  def->log_user = self;
  def->read = lg_lua_read_file;
  def->read_user = self;
  def->decode = lg_png_decode;
  lg_lua_take_folder(L, self);
}

int lg_lua_world_make(lua_State *L) {
  if (lua_gettop(L) != 1 || !lua_istable(L, 1))
    return lg_lua_fail(
        L, "world: expects one table of options, lg.world { bounds = {{0, 0}, {4, 3}} }, got %s",
        lg_lua_typename(L, 1));

  /* Lua does not know how large worlds are: forgotten ones go before the next one comes. */
  lua_gc(L, LUA_GCCOLLECT, 0);

  /* Options, as the program wishes them. */
  copy_table(L, 1);
  prepare(L, 2);
  lg_lua_world *self = new_userdata(L);

  /* From options to a definition. */
  lg_world_def def = lg_default_world();
  name_world(L, 2, self->name);
  lg_lua_read_world(L, 2, &def);
  ask_host(L, self, &def);

  /* The world itself, and its solver. */
  take_widgets(L);
  self->w = lg_world_new(&def);
  if (!self->w) return lg_lua_fail(L, "%s", def.error);
  if (!lg_guard_world(L, 1))
    return lg_lua_fail(
        L,
        "world: a scene may hold %d worlds at a time; close some, or run the program with --trust",
        LG_GUARD_WORLDS);
  if (lua_getfield(L, 2, "solver") != LUA_TNIL) lg_lua_set_solver(L, 3, 4);

  lua_settop(L, 3);
  lg_lua_remember_world(L, 3);
  lg_lua_made(L);
  return 1;
}

/* ---- closing -------------------------------------------------------------------------------- */

static int collect(lua_State *L) {
  lg_lua_world *self = lg_lua_to_world(L, 1);
  if (self->w) lg_guard_world(L, -1);
  if (self->w && lg_trace_of(L)->looking == self) lg_lua_look_away(L);
  lg_world_free(self->w);
  self->w = NULL;
  return 0;
}

/* Why the world at index 1 cannot be closed now: C code below this call on the stack uses it. The
   one rule for all of bind: it holds as long as whatever calls a script's function sets `running`
   (a step) or a trace's mode (a function of a particle). */
static const char *in_use(lua_State *L, const lg_lua_world *self) {
  if (self->running) return "inside its own step";
  if (lg_trace_of(L)->mode != LG_TRACE_OFF) return "inside a function of a particle";
  if (lg_trace_of(L)->looking == self) return "in a loop over its stages";
  if (self->shown) return "while the program shows it: it is what the scene returned";
  return NULL;
}

/* local world <close> = lg.world { ... } frees its memory where the block ends, not when the
   collector comes by. */
static int close(lua_State *L) {
  const char *use = in_use(L, lg_lua_to_world(L, 1));
  if (use) return lg_lua_fail(L, "world: it cannot be closed %s", use);
  return collect(L);
}

static int text(lua_State *L) {
  const lg_lua_world *self = lg_lua_to_world(L, 1);
  const char *name = *self->name ? self->name : "world";
  if (!self->w) lua_pushfstring(L, "world '%s' (closed)", name);
  else
    lua_pushfstring(L, "world '%s' (%d-D, %I particles, frame %I)", name, lg_world_dim(self->w),
                    (lua_Integer)lg_world_count(self->w), (lua_Integer)lg_world_frame(self->w));
  return 1;
}

void lg_lua_world_open(lua_State *L) {
  static const luaL_Reg meta[] = {{"__index", lg_lua_world_index},
                                  {"__newindex", lg_lua_world_newindex},
                                  {"__gc", collect},
                                  {"__close", close},
                                  {"__tostring", text},
                                  {NULL, NULL}};
  lg_lua_metatable(L, LG_LUA_WORLD, meta);
  lg_lua_peek_open(L);
}
