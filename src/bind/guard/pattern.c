/* pattern.c - find, match, gmatch and gsub of Lua's patterns (reference manual, 6.4.1), with every
   step of the search counted: a pattern like "a*a*b" takes a time that grows with a power of the
   text's length, inside one C call that no count hook can stop. Scenes get these instead of the
   stock functions; results and messages are the same. */
#include "bind/guard/guard.h"
#include "bind/guard/matcher.h"

#include <ctype.h>
#include <string.h>

static lg_matcher open_matcher(lua_State *L) {
  lg_matcher m = {.L = L};
  m.s = luaL_checklstring(L, 1, &m.n);
  m.p = luaL_checklstring(L, 2, &m.pn);
  return m;
}

/* An optional position in the text, from its end if negative; 0-based, and n + 1 where it lies
   behind. */
static size_t first(lua_State *L, int index, size_t n) {
  lua_Integer i = luaL_optinteger(L, index, 1);
  if (i > (lua_Integer)n + 1) return n + 1;
  if (i > 0) return (size_t)i - 1;
  return i == 0 || i < -(lua_Integer)n ? 0 : n - (size_t)-i;
}

static size_t find_plain(lg_matcher *m, size_t s) {
  for (; s + m->pn <= m->n; s++) {
    const char *next = m->pn ? memchr(m->s + s, m->p[0], m->n - s - m->pn + 1) : m->s + s;
    if (!next) return LG_NO_MATCH;
    s = (size_t)(next - m->s);
    lg_match_count(m, 1 + m->pn / 16);
    if (memcmp(next, m->p, m->pn) == 0) return s;
  }
  return LG_NO_MATCH;
}

static int search(lua_State *L, bool find) {
  lg_matcher m = open_matcher(L);
  size_t s = first(L, 3, m.n);
  bool plain = find && (lua_toboolean(L, 4) || !m.pn || strcspn(m.p, "^$*+?.([%-") == m.pn);

  /* Plain text, said or seen. */
  if (plain && s <= m.n) {
    s = find_plain(&m, s);
    if (s == LG_NO_MATCH) return lua_pushnil(L), 1;
    lua_pushinteger(L, (lua_Integer)s + 1);
    lua_pushinteger(L, (lua_Integer)(s + m.pn));
    return 2;
  }

  /* A pattern, from every place on; one that begins with ^ from the first alone. */
  size_t anchor = m.pn > 0 && m.p[0] == '^';
  for (; s <= m.n; s++) {
    size_t to = lg_match_at(&m, s, anchor);
    if (to != LG_NO_MATCH) {
      if (!find) return lg_match_push_all(&m, true, s, to);
      lua_pushinteger(L, (lua_Integer)s + 1);
      lua_pushinteger(L, (lua_Integer)to);
      return lg_match_push_all(&m, false, s, to) + 2;
    }
    if (anchor) break;
  }
  return lua_pushnil(L), 1;
}

static int find(lua_State *L) { return search(L, true); }
static int match(lua_State *L) { return search(L, false); }

/* Upvalues: text, pattern, where the next search begins, where the last match ended (an empty one
   may not be there). */
static int next_match(lua_State *L) {
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, lua_upvalueindex(2));
  lg_matcher m = open_matcher(L);

  /* From where the last search ended; an empty match there would repeat itself for ever. */
  size_t last = (size_t)lua_tointeger(L, lua_upvalueindex(4));
  for (size_t s = (size_t)lua_tointeger(L, lua_upvalueindex(3)); s <= m.n; s++) {
    size_t to = lg_match_at(&m, s, 0);
    if (to == LG_NO_MATCH || to == last) continue;
    lua_pushinteger(L, (lua_Integer)to);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return lg_match_push_all(&m, true, s, to);
  }
  return 0;
}

static int gmatch(lua_State *L) {
  lg_matcher m = open_matcher(L);
  size_t s = first(L, 3, m.n);
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)s);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

/* "%1" and the like in a replacement. */
static void add_text(const lg_matcher *m, luaL_Buffer *b, size_t s, size_t to) {
  size_t n;
  const char *text = lua_tolstring(m->L, 3, &n);

  /* %% is a percent sign, %0 the match, %1 to %9 captures. */
  for (size_t i = 0; i < n; i++) {
    if (text[i] != '%') luaL_addchar(b, text[i]);
    else if (++i < n && text[i] == '%') luaL_addchar(b, '%');
    else if (i < n && text[i] == '0') luaL_addlstring(b, m->s + s, to - s);
    else if (i < n && isdigit((unsigned char)text[i])) {
      lg_match_push(m, text[i] - '1', s, to);
      luaL_tolstring(m->L, -1, NULL);
      lua_remove(m->L, -2);
      luaL_addvalue(b);
    } else luaL_error(m->L, "invalid use of '%%' in replacement string");
  }
}

static void add_value(const lg_matcher *m, luaL_Buffer *b, size_t s, size_t to) {
  lua_State *L = m->L;
  int type = lua_type(L, 3);
  if (type != LUA_TFUNCTION && type != LUA_TTABLE) {
    add_text(m, b, s, to);
    return;
  }

  /* What a function or a table says for the match; false keeps the match. */
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, lg_match_push_all(m, true, s, to), 1);
  } else {
    lg_match_push(m, 0, s, to);
    lua_gettable(L, 3);
  }

  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(b, m->s + s, to - s);
  } else if (!lua_isstring(L, -1))
    luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  else luaL_addvalue(b);
}

static int gsub(lua_State *L) {
  lg_matcher m = open_matcher(L);
  int type = lua_type(L, 3);
  luaL_argexpected(
      L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE,
      3, "string/function/table");
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)m.n + 1), done = 0;
  size_t anchor = m.pn > 0 && m.p[0] == '^', s = 0, last = LG_NO_MATCH;

  /* What is between matches is copied; an empty match right behind another one does not count. */
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  while (done < most) {
    size_t to = lg_match_at(&m, s, anchor);
    if (to != LG_NO_MATCH && to != last) {
      done++;
      add_value(&m, &b, s, to);
      s = last = to;
    } else if (s < m.n) luaL_addchar(&b, m.s[s++]);
    else break;
    if (anchor) break;
  }

  if (s < m.n) luaL_addlstring(&b, m.s + s, m.n - s);
  luaL_pushresult(&b);
  lua_pushinteger(L, done);
  return 2;
}

const luaL_Reg lg_lua_patterns[] = {
    {"find", find}, {"match", match}, {"gmatch", gmatch}, {"gsub", gsub}, {NULL, NULL}};
