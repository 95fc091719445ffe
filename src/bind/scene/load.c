/* load.c - a scene from its file: a Lua state of its own, in which the file runs under the
   budget of a load; the worlds that it returned become the scene's. */
#include "bind/scene/scene_own.h"

#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void push_texts(lua_State *L, const char *const *text, int n) {
  lua_createtable(L, n, 0);
  for (int i = 0; i < n; i++) {
    lua_pushstring(L, text[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void set_texts(lua_State *L, const char *name, const char *const *text, int n) {
  push_texts(L, text, n);
  lua_setfield(L, -2, name);
}

/* What scene.run asks of the host. */
static void push_options(lua_State *L, const lg_scene_options *o) {
  lua_createtable(L, 0, 8);
  lg_lua_put_flag(L, "trust", o->trust);
  lg_lua_put_flag(L, "lint", o->lint);
  lg_lua_put_flag(L, "lesson", o->lesson);
  push_texts(L, o->sets, o->set_count);
  if (o->spacing > 0) {
    lua_pushfstring(L, "spacing=%f", o->spacing);
    lua_rawseti(L, -2, o->set_count + 1);
  }
  lua_setfield(L, -2, "sets");
  set_texts(L, "views", o->views, o->view_count);

  lg_lua_put_whole(L, "seed", o->seed >= 0 ? o->seed : 0);
  if (!o->other && o->against_count == 0) return;
  if (o->other) lg_lua_put_text(L, "other", o->other);
  set_texts(L, "against", o->against, o->against_count);
}

/* What the script carried along when the checkpoint was written goes into the options on top. */
static void set_carried(lua_State *L, const lg_scene_options *o) {
  lg_checkpoint state = {.worlds = 0};
  lg_why why;
  if (o->state) {
    if (!lg_checkpoint_open(&state, o->state, o->state_bytes, &why)) luaL_error(L, "%s", why.text);
    if (state.script_bytes > 0) lua_pushlstring(L, state.script, state.script_bytes);
    else lua_pushnil(L);
  } else if (o->tuned_bytes > 0) lua_pushlstring(L, o->tuned, o->tuned_bytes);
  else lua_pushnil(L);
  lua_setfield(L, -2, "carried");
}

/* Protected: the libraries, the program behind them, and the Lua half -> scene.run, path and
   options. */
static int open(lua_State *L) {
  lg_scene *s = lua_touserdata(L, 1);

  /* A state that knows its host and its own copy of the Lua half. */
  luaL_openlibs(L);
  lg_lua_set_host(L, &s->options);
  if (s->options.lint || s->options.lines) {
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, "laguna.made");
    lua_setfield(L, LUA_REGISTRYINDEX, "laguna.lines");
  }
  lg_lua_preload(L);

  /* scene.run(path, options) */
  lua_getglobal(L, "require");
  lua_pushliteral(L, "laguna.scene");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "run");
  lua_pushstring(L, s->options.path);
  push_options(L, &s->options);
  set_carried(L, &s->options);
  return 3;
}

/* Protected: scene, and what scene.run returned: title, worlds (a list), widgets, console. */
static int accept(lua_State *L) {
  lg_scene *s = lua_touserdata(L, 1);
  lg_checkpoint state = {.worlds = 0};
  lg_why why;
  lua_setfield(L, LUA_REGISTRYINDEX, "laguna.console");
  lua_setfield(L, LUA_REGISTRYINDEX, "laguna.widgets");

  /* Worlds of the file take over what the checkpoint has of theirs. */
  if (s->options.state &&
      lg_checkpoint_open(&state, s->options.state, s->options.state_bytes, &why))
    lg_lua_resume(L, lua_gettop(L), &state, s->options.adopt, &s->told);

  /* From here on the program shows them, so a script cannot close them. */
  snprintf(s->title, sizeof s->title, "%s", lua_tostring(L, 2));
  s->worlds = (int)lua_rawlen(L, 3);
  for (int i = 1; i <= s->worlds; i++) {
    lua_rawgeti(L, 3, i);
    lg_lua_to_world(L, -1)->shown = true;
    lua_pop(L, 1);
  }
  lua_setfield(L, LUA_REGISTRYINDEX, "laguna.worlds");
  return 0;
}

/* The file runs under the budget of a load; what it returned becomes the scene. */
static bool run_file(lg_scene *s) {
  lua_State *L = s->L;
  lua_pushcfunction(L, open);
  lua_pushlightuserdata(L, s);
  bool ok = lua_pcall(L, 1, 3, 0) == LUA_OK;
  lg_guard_begin(&s->guard, s->guard.budget.load);
  ok = ok && lg_guard_call(L, 2, 4);
  if (!ok) return false;

  lua_pushcfunction(L, accept);
  lua_insert(L, 1);
  lua_pushlightuserdata(L, s);
  lua_insert(L, 2);
  return lua_pcall(L, 5, 0, 0) == LUA_OK;
}

/* The caller's memory: good while the file is run. */
static void forget_texts(lg_scene_options *o) {
  o->path = o->other = NULL;
  o->state = o->tuned = NULL;
  o->tuned_bytes = 0;
  o->sets = o->views = o->against = NULL;
  o->set_count = o->view_count = o->against_count = 0;
}

lg_scene *lg_scene_load(const lg_scene_options *options, lg_why *why) {
  lg_scene *s = calloc(1, sizeof *s);
  if (s) s->options = *options;
  if (s)
    s->guard = (lg_guard){.budget = lg_budget_or(options->budget, LG_DEFAULT_BUDGET),
                          .on = !options->trust};
  lua_State *L = s ? lg_guard_state(&s->guard) : NULL;
  if (!L) {
    lg_explain(why, "out of memory for a scene");
    free(s);
    return NULL;
  }

  /* Lua collects by generations: most of what a hook makes is gone with it */
  s->L = L;
  lua_gc(L, LUA_GCGEN, 0, 0);
  bool ok = run_file(s);
  if (!ok) lg_scene_keep_error(L, why);
  forget_texts(&s->options);
  lua_settop(L, 0);
  if (!ok) lg_scene_free(s);
  return ok ? s : NULL;
}

void lg_scene_free(lg_scene *s) {
  if (!s) return;
  lua_close(s->L);
  free(s);
}
