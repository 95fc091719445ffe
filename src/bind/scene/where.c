/* where.c - for lints: the lines where a scene made its objects and worlds, and which of them it
   forgot. */
#include "bind/scene/scene.h"

#include <string.h>

/* Of the value on top; the stack is empty afterwards. */
static const char *where(lua_State *L) {
  const char *found = "";
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.lines");
  lua_insert(L, -2);
  if (lua_istable(L, -2) && !lua_isnil(L, -1) && lua_rawget(L, -2) == LUA_TSTRING)
    found = lua_tostring(L, -1);
  lua_settop(L, 0);
  return found;
}

const char *lg_scene_where(lg_scene *s, int world, lg_id id) {
  lua_State *L = lg_scene_state(s);
  lua_settop(L, 0);
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.worlds");
  lua_rawgeti(L, -1, world + 1);
  const lg_lua_world *self = lg_lua_to_world(L, -1);
  if (self && id != lg_world_id(self->w)) {
    lua_getiuservalue(L, -1, LG_WORLD_OBJECTS);
    lua_rawgeti(L, -1, id);
  }
  return where(L);
}

/* A field also serves without a world: sampled by f:at, or differentiated. */
static bool idle(const lg_lua_object *o) { return o && o->state == LG_LUA_DETACHED && !o->sampled; }

/* Is the object at `object` among the options on top, itself or in a list? */
static bool holds(lua_State *L, int object) {
  bool found = false;
  int options = lua_gettop(L);
  if (!lua_istable(L, options)) return false;

  /* An option is an object or a list of them. */
  for (lua_pushnil(L); lua_next(L, options); lua_pop(L, 1)) {
    found |= lua_rawequal(L, -1, object);
    for (lua_Integer i = 1; lua_istable(L, -1) && i <= (lua_Integer)lua_rawlen(L, -1); i++) {
      lua_rawgeti(L, -1, i);
      found |= lua_rawequal(L, -1, object);
      lua_pop(L, 1);
    }
  }
  return found;
}

/* Does another idle object name the one at `object`? Then that one is told of, and it with it. */
static bool nested(lua_State *L, int object) {
  bool found = false;
  int top = lua_gettop(L);
  for (lua_Integer k = 1; !found && lua_rawgeti(L, 1, k) != LUA_TNIL; k++, lua_settop(L, top)) {
    if (!idle(lg_lua_to_object(L, -1))) continue;
    lua_getiuservalue(L, -1, LG_OBJECT_OPTIONS);
    found = holds(L, object);
  }
  lua_settop(L, top);
  return found;
}

bool lg_scene_forgotten(lg_scene *s, int i, const char **what, const char **line) {
  lua_State *L = lg_scene_state(s);
  lua_settop(L, 0);
  for (lua_Integer k = 1;; k++) {
    if (lua_getfield(L, LUA_REGISTRYINDEX, "laguna.lines") != LUA_TTABLE ||
        lua_rawgeti(L, 1, k) == LUA_TNIL)
      break;

    /* Idle, and not only a part of another idle object. */
    const lg_lua_object *o = lg_lua_to_object(L, 2);
    bool told = idle(o) && !nested(L, 2);
    if (told) *what = *o->name ? o->name : o->kind->name;
    *line = where(L);
    /* f + g and lg.curl(f) make fields on the script's behalf */
    bool own = strncmp(*line, "laguna/", 7) != 0;
    if (told && own && i-- == 0) return true;
  }
  lua_settop(L, 0);
  return false;
}

void lg_scene_close_lines(lg_scene *s) {
  lua_State *L = lg_scene_state(s);
  lua_pushnil(L);
  lua_setfield(L, LUA_REGISTRYINDEX, "laguna.made");
}
