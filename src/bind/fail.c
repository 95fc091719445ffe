/* fail.c - errors that stand at the line of the script that made them. */
#include "bind/inside.h"

#include <string.h>

/* "scene.lua:12: " of the nearest Lua function that called, also through pcall and the like; "" if there is none. */
void lg_lua_push_where(lua_State *L) {
  lua_Debug at;
  for (int level = 1; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline > 0) {
      lua_pushfstring(L, "%s:%d: ", at.short_src, at.currentline);
      return;
    }
  }
  lua_pushliteral(L, "");
}

int lg_lua_fail(lua_State *L, const char *format, ...) {
  va_list list;
  lg_lua_push_where(L);
  va_start(list, format);
  lua_pushvfstring(L, format, list);
  va_end(list);
  lua_concat(L, 2);
  return lua_error(L);
}

int lg_lua_unknown(lua_State *L, const char *subject, const char *what, const char *name, const char *const *names, int count) {
  const char *near = lg_nearest(name, names, count);
  if (near) return lg_lua_fail(L, "%s: unknown %s '%s' (did you mean '%s'?)", subject, what, name, near);
  return lg_lua_fail(L, "%s: unknown %s '%s'", subject, what, name);
}

int lg_lua_colon(lua_State *L, const char *owner, const char *method) {
  return lg_lua_fail(L, "%s: use %s:%s(...), with a colon", method, owner, method);
}

const char *lg_lua_typename(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) {
    const char *name = lua_tostring(L, -1); /* the metatable keeps it */
    lua_pop(L, 1);
    return name;
  }
  return luaL_typename(L, index);
}

/* Lines of a traceback that say nothing about the script: C functions, and the Lua half inside the program. */
static bool dull(const char *line) {
  return strncmp(line, "\t[C]:", 5) == 0 || strncmp(line, "\tlaguna/", 8) == 0;
}

/* One line left is the line of the message itself: then there is nothing to trace. */
static void push_traced(lua_State *L, lua_State *of, int level) {
  const char *message = lua_tostring(L, -1);
  luaL_traceback(L, of, NULL, level);
  const char *trace = lua_tostring(L, -1);
  luaL_Buffer b;
  int kept = 0;
  luaL_buffinit(L, &b);
  luaL_addstring(&b, message);
  for (const char *line = strchr(trace, '\n'); line; line = strchr(line + 1, '\n')) {
    const char *end = strchr(line + 1, '\n');
    if (dull(line + 1)) continue;
    if (kept++ == 0) luaL_addstring(&b, "\nstack traceback:");
    luaL_addlstring(&b, line, end ? (size_t)(end - line) : strlen(line));
  }
  luaL_pushresult(&b);
  if (kept <= 1) lua_pushstring(L, message);
}

int lg_lua_traceback(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  push_traced(L, L, 1);
  return 1;
}

void lg_lua_push_traced(lua_State *L, lua_State *of) { push_traced(L, of, 0); }
