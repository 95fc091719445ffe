/* lesson.c - what a scene teaches (lua/laguna/lesson.lua): its notes, and the checks that look at an
   answer when their frame has come. */
#include "bind/scene/scene.h"

/* Pushes element i of a list of the scene's widgets; false: there is none, and the stack is empty. */
static bool push_element(lua_State *L, const char *list, int i, int type) {
  lua_settop(L, 0);
  if (lua_getfield(L, LUA_REGISTRYINDEX, "laguna.widgets") == LUA_TTABLE &&
      lua_getfield(L, -1, list) == LUA_TTABLE && lua_rawgeti(L, -1, i + 1) == type)
    return true;
  lua_settop(L, 0);
  return false;
}

const char *lg_scene_note(lg_scene *s, int i) {
  lua_State *L = lg_scene_state(s);
  const char *text = push_element(L, "notes", i, LUA_TSTRING) ? lua_tostring(L, -1) : NULL;
  lua_settop(L, 0);
  return text;
}

bool lg_scene_check(lg_scene *s, int i, lg_check *out) {
  lua_State *L = lg_scene_state(s);
  if (!push_element(L, "checks", i, LUA_TTABLE)) return false;
  lua_getfield(L, -1, "name");
  lua_getfield(L, -2, "said");
  lua_getfield(L, -3, "done");
  lua_getfield(L, -4, "met");
  *out = (lg_check){.name = lua_tostring(L, -4),
                    .said = lua_tostring(L, -3),
                    .done = lua_toboolean(L, -2),
                    .met = lua_toboolean(L, -1)};
  lua_settop(L, 0);
  return out->name && out->said;
}

/* The frame -> lesson.look(widgets, frame) */
static int look(lua_State *L) {
  lua_getglobal(L, "require");
  lua_pushliteral(L, "laguna.lesson");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "look");
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.widgets");
  lua_pushvalue(L, 1);
  lua_call(L, 2, 0);
  return 0;
}

bool lg_scene_look(lg_scene *s) {
  lua_State *L = lg_scene_state(s);
  if (!push_element(L, "checks", 0, LUA_TTABLE)) return true;
  lua_settop(L, 0);
  lua_pushcfunction(L, look);
  lua_pushinteger(L, lg_world_frame(lg_scene_world(s, 0)));
  return lg_scene_call(s, 1);
}
