/* fail.c - errors that stand at the line of the script that made them. */
#include "bind/lib/lib.h"

#include <string.h>

#define TRACED_LEVELS 30 /* of a call stack that a message shows */

int lg_lua_own(lua_State *L) {
  lua_Debug at;
  if (!lua_getstack(L, 1, &at)) return 0;
  lua_getinfo(L, "S", &at);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, "laguna.own");
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, at.source);
  return 0;
}

static bool is_own(lua_State *L, const lua_Debug *at) {
  if (lua_getfield(L, LUA_REGISTRYINDEX, "laguna.own") == LUA_TTABLE)
    lua_getfield(L, -1, at->source);
  else lua_pushnil(L);
  bool own = lua_toboolean(L, -1);
  lua_pop(L, 2);
  return own;
}

/* "scene.lua:12: " of the nearest Lua function that called, also through pcall and the like, and
   through what of the module's Lua half is like a script's own (core.own); "" if there is none. */
void lg_lua_push_where(lua_State *L) {
  lua_Debug at;
  for (int level = 1; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline > 0 && !is_own(L, &at)) {
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

int lg_lua_unknown(lua_State *L, const char *subject, const char *what, const char *name,
                   const char *const *names, int count) {
  char meant[LG_MEANT_MAX];
  return lg_lua_fail(L, "%s: unknown %s '%s'%s", subject, what, name,
                     lg_meant(name, names, count, meant, sizeof meant));
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

void lg_lua_push_readable(lua_State *L, int index) {
  size_t n;
  const char *text = luaL_checklstring(L, index, &n);
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)text[i];
    luaL_addchar(&b, (c < ' ' && c != '\n' && c != '\t') || c == 127 ? '?' : text[i]);
  }
  luaL_pushresult(&b);
}

/* Is there "scene.lua:12:" in its first line? */
static bool has_place(const char *message) {
  const char *end = message + strcspn(message, "\n");
  for (const char *at = strchr(message, ':'); at && at < end; at = strchr(at + 1, ':')) {
    size_t digits = strspn(at + 1, "0123456789");
    if (digits > 0 && at[1 + digits] == ':') return true;
  }
  return false;
}

/* Lua's own sentences about values that are not numbers do not say what to do with them. */
static const char *cure_of(const char *message) {
  static const char cure[] = "; a per-particle value stands for all particles at once: compute "
                             "with it (+ - * / ^, lg.math.*, "
                             "lg.where), or see particles one by one in world:each";
  bool own = strstr(message, "attempt to ") || strstr(message, "expected, got p");
  if (!own) return "";
  if (strstr(message, " a particle value") || strstr(message, "got particle)"))
    return "; its numbers are p.x, p.vx, p.mass, ...";
  bool told = strstr(message, cure) || strchr(message, '\n'),
       elsewhere = strstr(message, "a nil value");
  return strstr(message, "per-particle") && !told && !elsewhere ? cure : "";
}

void lg_lua_push_message(lua_State *L, int index, const char *where) {
  index = lua_absindex(L, index);
  bool text = lua_isstring(L, index);
  if (!text && luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
    lua_pop(L, 1);
    text = true;
  }

  /* As readable text, also of values that only __tostring makes one. */
  if (text) luaL_tolstring(L, index, NULL);
  else
    lua_pushfstring(L, "error was called with a value that is no text: %s",
                    luaL_typename(L, index));
  lg_lua_push_readable(L, -1);

  /* Where it happened in front, what to do behind. */
  const char *message = lua_tostring(L, -1);
  lua_pushfstring(L, "%s%s%s", has_place(message) ? "" : where, message, cure_of(message));
  lua_replace(L, -3);
  lua_pop(L, 1);
}

/* C functions and the Lua half inside the program say nothing about the script. */
static bool dull(const lua_Debug *at) {
  return *at->what == 'C' || strncmp(at->short_src, "laguna/", 7) == 0;
}

/* A line as luaL_traceback has it. */
static void push_level(lua_State *L, const lua_Debug *at) {
  lua_pushfstring(L, "\n\t%s:%d: in ", at->short_src, at->currentline);
  if (*at->namewhat) lua_pushfstring(L, "%s '%s'", at->namewhat, at->name);
  else if (*at->what == 'm') lua_pushliteral(L, "main chunk");
  else lua_pushfstring(L, "function <%s:%d>", at->short_src, at->linedefined);
  lua_concat(L, 2);
}

/* The message on top, with a traceback behind it. One line would be the line of the message itself:
   then there is nothing to trace. Only the innermost levels are looked at: luaL_traceback counts
   all of a runaway recursion's 200 000, which takes longer than the recursion did. */
static void push_traced(lua_State *L, lua_State *of, int level) {
  int message = lua_gettop(L), kept = 0;
  lua_Debug at;

  lua_pushliteral(L, "");

  /* A line for every level of the script's own. */
  for (int end = level + TRACED_LEVELS; level < end && lua_getstack(of, level, &at); level++) {
    lua_getinfo(of, "Slnt", &at);
    if (dull(&at)) continue;
    push_level(L, &at);
    if (at.istailcall) lua_pushliteral(L, "\n\t(...tail calls...)");
    lua_concat(L, lua_gettop(L) - message);
    kept++;
  }
  if (kept > 0 && lua_getstack(of, level, &at)) {
    lua_pushliteral(L, "\n\t...");
    lua_concat(L, 2);
  }

  if (kept <= 1) lua_pushvalue(L, message);
  else lua_pushfstring(L, "%s\nstack traceback:%s", lua_tostring(L, message), lua_tostring(L, -1));
}

int lg_lua_placed(lua_State *L) {
  lg_lua_push_where(L);
  lg_lua_push_message(L, 1, lua_tostring(L, -1));
  return 1;
}

int lg_lua_traceback(lua_State *L) {
  lg_lua_placed(L);
  push_traced(L, L, 1);
  return 1;
}

void lg_lua_push_traced(lua_State *L, lua_State *of) { push_traced(L, of, 0); }
