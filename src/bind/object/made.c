/* made.c - where a scene made what, for lints: the registry's "laguna.made" lists objects and
   worlds in order and has their lines. It is there only if the host asked for it, and until it has
   heard enough; as "laguna.lines" it is read (scene/where.c). */
#include "bind/object/object.h"

#include <string.h>

void lg_lua_made(lua_State *L) {
  int object = lua_gettop(L);
  if (lua_getfield(L, LUA_REGISTRYINDEX, "laguna.made") == LUA_TTABLE) {
    /* In the list, and with its line under itself as the key. */
    lua_pushvalue(L, object);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);

    lua_pushvalue(L, object);
    lg_lua_push_where(L);
    size_t n = strlen(lua_tostring(L, -1));
    lua_pushlstring(L, lua_tostring(L, -1), n > 2 ? n - 2 : 0); /* without ": " */
    lua_remove(L, -2);
    lua_rawset(L, -3);
  }

  lua_settop(L, object);
}

void lg_lua_push_made(lua_State *L, int object) {
  const int top = lua_gettop(L);
  const char *line = NULL;
  object = lua_absindex(L, object);
  if (lua_getfield(L, LUA_REGISTRYINDEX, "laguna.lines") == LUA_TTABLE) {
    lua_pushvalue(L, object);
    if (lua_rawget(L, -2) == LUA_TSTRING) line = lua_tostring(L, -1);
  }

  lua_pushfstring(L, line ? "%s: " : "%s", line ? line : "");
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
}
