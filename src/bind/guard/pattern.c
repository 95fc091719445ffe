/* pattern.c - find, match, gmatch and gsub of Lua's patterns (reference manual, 6.4.1), with every
   step of the search counted: a pattern like "a*a*b" takes a time that grows with a power of the
   text's length, inside one C call that no count hook can stop. Scenes get these instead of the
   stock functions; results and messages are the same. */
#include "bind/guard/guard.h"

#include <ctype.h>
#include <string.h>

#define CAPTURES     32
#define DEPTH        200  /* of nested tries: they use the C stack */
#define STEPS_A_LOOK 4096 /* between two looks at the clock */
enum { UNFINISHED = -1, POSITION = -2 };
#define NOTHING ((size_t)-1)

typedef struct matcher {
  lua_State *L;
  const char *s, *p; /* text and pattern */
  size_t n, pn;      /* their bytes */
  int level, depth;
  size_t steps;
  struct {
    size_t at;
    ptrdiff_t n;
  } capture[CAPTURES];
} matcher;

static void count(matcher *m, size_t steps) {
  m->steps += steps;
  if (m->steps < STEPS_A_LOOK) return;
  m->steps = 0;
  lg_guard_check(m->L);
}

/* ---- one character -------------------------------------------------------------------------- */

static bool in_class(int c, int class) {
  bool in;
  switch (tolower(class)) {
    case 'a': in = isalpha(c); break;
    case 'c': in = iscntrl(c); break;
    case 'd': in = isdigit(c); break;
    case 'g': in = isgraph(c); break;
    case 'l': in = islower(c); break;
    case 'p': in = ispunct(c); break;
    case 's': in = isspace(c); break;
    case 'u': in = isupper(c); break;
    case 'w': in = isalnum(c); break;
    case 'x': in = isxdigit(c); break;
    default: return class == c;
  }

  /* The capital letter is the complement. */
  return isupper(class) ? !in : in;
}

static int at(const char *bytes, size_t i) { return (unsigned char)bytes[i]; }

/* Behind the set whose '[' is at p; a ']' right behind the bracket (or its ^) is a member. */
static size_t set_end(const matcher *m, size_t p) {
  p += p + 1 < m->pn && m->p[p + 1] == '^' ? 2 : 1;
  do {
    if (p >= m->pn) luaL_error(m->L, "malformed pattern (missing ']')");
    p += m->p[p] == '%' ? 2 : 1;
  } while (p >= m->pn || m->p[p] != ']');
  return p + 1;
}

static size_t item_end(const matcher *m, size_t p) {
  if (m->p[p] == '[') return set_end(m, p);
  if (m->p[p] != '%') return p + 1;
  if (p + 1 == m->pn) luaL_error(m->L, "malformed pattern (ends with '%%')");
  return p + 2;
}

/* Is c in the set from '[' at p to ']' at last? */
static bool in_set(const matcher *m, int c, size_t p, size_t last) {
  bool wanted = m->p[p + 1] != '^', found = false;
  for (p += wanted ? 1 : 2; p < last && !found; p++) {
    if (m->p[p] == '%') found = in_class(c, at(m->p, ++p));
    else if (m->p[p + 1] == '-' && p + 2 < last) {
      found = at(m->p, p) <= c && c <= at(m->p, p + 2);
      p += 2;
    } else found = at(m->p, p) == c;
  }
  return found == wanted;
}

static bool one(matcher *m, size_t s, size_t p, size_t end) {
  count(m, 1);
  if (s >= m->n) return false;
  int c = at(m->s, s);
  if (m->p[p] == '.') return true;
  if (m->p[p] == '%') return in_class(c, at(m->p, p + 1));
  return m->p[p] == '[' ? in_set(m, c, p, end - 1) : at(m->p, p) == c;
}

/* ---- matching ------------------------------------------------------------------------------- */

static size_t go(matcher *m, size_t s, size_t p);

static size_t longest(matcher *m, size_t s, size_t p, size_t end) {
  size_t n = 0;
  while (one(m, s + n, p, end)) n++;
  for (;; n--) {
    size_t to = go(m, s + n, end + 1);
    if (to != NOTHING || n == 0) return to;
  }
}

static size_t shortest(matcher *m, size_t s, size_t p, size_t end) {
  for (;; s++) {
    size_t to = go(m, s, end + 1);
    if (to != NOTHING) return to;
    if (!one(m, s, p, end)) return NOTHING;
  }
}

static size_t open_capture(matcher *m, size_t s, size_t p, ptrdiff_t what) {
  if (m->level >= CAPTURES) luaL_error(m->L, "too many captures");
  m->capture[m->level].at = s;
  m->capture[m->level++].n = what;
  size_t to = go(m, s, p);
  if (to == NOTHING) m->level--;
  return to;
}

static size_t close_capture(matcher *m, size_t s, size_t p) {
  int i = m->level - 1;
  while (i >= 0 && m->capture[i].n != UNFINISHED) i--;
  if (i < 0) luaL_error(m->L, "invalid pattern capture");
  m->capture[i].n = (ptrdiff_t)(s - m->capture[i].at);
  size_t to = go(m, s, p);
  if (to == NOTHING) m->capture[i].n = UNFINISHED;
  return to;
}

/* %bxy: from an x to the y that balances it. */
static size_t balanced(matcher *m, size_t s, size_t p) {
  if (p + 3 >= m->pn) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->n || m->s[s] != m->p[p + 2]) return NOTHING;
  size_t open = 1;
  while (++s < m->n) {
    count(m, 1);
    if (m->s[s] == m->p[p + 3] && --open == 0) return s + 1;
    if (m->s[s] == m->p[p + 2] && m->s[s] != m->p[p + 3]) open++;
  }
  return NOTHING;
}

/* %f[set]: between a character outside of the set and one in it; *end: behind the set. */
static bool frontier(matcher *m, size_t s, size_t p, size_t *end) {
  if (p + 2 >= m->pn || m->p[p + 2] != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
  *end = set_end(m, p + 2);
  int before = s == 0 ? 0 : at(m->s, s - 1), after = s < m->n ? at(m->s, s) : 0;
  return !in_set(m, before, p + 2, *end - 1) && in_set(m, after, p + 2, *end - 1);
}

/* %1: what the capture holds, again. */
static size_t again(matcher *m, size_t s, int digit) {
  int i = digit - '1';
  if (i < 0 || i >= m->level || m->capture[i].n == UNFINISHED)
    luaL_error(m->L, "invalid capture index %%%d", i + 1);
  size_t n = m->capture[i].n == POSITION ? NOTHING : (size_t)m->capture[i].n;
  if (m->n - s < n || memcmp(m->s + m->capture[i].at, m->s + s, n) != 0) return NOTHING;
  count(m, n / 16);
  return s + n;
}

/* A % that is more than a class; *p goes behind it. False: it is a class. */
static bool special(matcher *m, size_t *s, size_t *p) {
  int c = *p + 1 < m->pn ? at(m->p, *p + 1) : 0;
  size_t end = *p + 2;

  /* A pair of brackets, the edge of a set, a capture once more. */
  if (c == 'b') {
    *s = balanced(m, *s, *p);
    end = *p + 4;
  } else if (c == 'f') {
    if (!frontier(m, *s, *p, &end)) *s = NOTHING;
  } else if (isdigit(c)) *s = again(m, *s, c);
  else return false;

  *p = end;
  return true;
}

/* Matches from s on with the pattern from p on: the end in the text, or NOTHING. */
static size_t walk(matcher *m, size_t s, size_t p) {
  while (p < m->pn && s != NOTHING) {
    count(m, 1);

    /* What is no single character: captures, the end of the text, %b, %f, %1. */
    if (m->p[p] == '(') {
      bool place = p + 1 < m->pn && m->p[p + 1] == ')';
      return open_capture(m, s, p + (place ? 2 : 1), place ? POSITION : UNFINISHED);
    }
    if (m->p[p] == ')') return close_capture(m, s, p + 1);
    if (m->p[p] == '$' && p + 1 == m->pn) return s == m->n ? s : NOTHING;
    if (m->p[p] == '%' && special(m, &s, &p)) continue;

    /* A single character and how often it may come. */
    size_t end = item_end(m, p);
    char how = end < m->pn ? m->p[end] : 0;
    if (how == '*') return longest(m, s, p, end);
    if (how == '-') return shortest(m, s, p, end);
    bool here = one(m, s, p, end);
    if (how == '+') return here ? longest(m, s + 1, p, end) : NOTHING;
    if (how == '?' && here) {
      size_t to = go(m, s + 1, end + 1);
      if (to != NOTHING) return to;
    }
    if (how != '?') s = here ? s + 1 : NOTHING;
    p = how == '?' ? end + 1 : end;
  }
  return s;
}

static size_t go(matcher *m, size_t s, size_t p) {
  if (++m->depth > DEPTH) luaL_error(m->L, "pattern too complex");
  size_t to = walk(m, s, p);
  m->depth--;
  return to;
}

static size_t start(matcher *m, size_t s, size_t p) {
  m->level = m->depth = 0;
  return go(m, s, p);
}

/* ---- captures ------------------------------------------------------------------------------- */

/* Capture i; where the pattern has none, 0 is the whole match [s, to). */
static void push_capture(const matcher *m, int i, size_t s, size_t to) {
  if (i >= m->level) {
    if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
    lua_pushlstring(m->L, m->s + s, to - s);
  } else if (m->capture[i].n == POSITION) lua_pushinteger(m->L, (lua_Integer)m->capture[i].at + 1);
  else if (m->capture[i].n == UNFINISHED) luaL_error(m->L, "unfinished capture");
  else lua_pushlstring(m->L, m->s + m->capture[i].at, (size_t)m->capture[i].n);
}

static int push_captures(const matcher *m, bool whole, size_t s, size_t to) {
  int n = m->level == 0 && whole ? 1 : m->level;
  luaL_checkstack(m->L, n, "too many captures");
  for (int i = 0; i < n; i++) push_capture(m, i, s, to);
  return n;
}

/* ---- the functions -------------------------------------------------------------------------- */

static matcher open_matcher(lua_State *L) {
  matcher m = {.L = L};
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

static size_t find_plain(matcher *m, size_t s) {
  for (; s + m->pn <= m->n; s++) {
    const char *next = m->pn ? memchr(m->s + s, m->p[0], m->n - s - m->pn + 1) : m->s + s;
    if (!next) return NOTHING;
    s = (size_t)(next - m->s);
    count(m, 1 + m->pn / 16);
    if (memcmp(next, m->p, m->pn) == 0) return s;
  }
  return NOTHING;
}

static int search(lua_State *L, bool find) {
  matcher m = open_matcher(L);
  size_t s = first(L, 3, m.n);
  bool plain = find && (lua_toboolean(L, 4) || !m.pn || strcspn(m.p, "^$*+?.([%-") == m.pn);

  /* Plain text, said or seen. */
  if (plain && s <= m.n) {
    s = find_plain(&m, s);
    if (s == NOTHING) return lua_pushnil(L), 1;
    lua_pushinteger(L, (lua_Integer)s + 1);
    lua_pushinteger(L, (lua_Integer)(s + m.pn));
    return 2;
  }

  /* A pattern, from every place on; one that begins with ^ from the first alone. */
  size_t anchor = m.pn > 0 && m.p[0] == '^';
  for (; s <= m.n; s++) {
    size_t to = start(&m, s, anchor);
    if (to != NOTHING) {
      if (!find) return push_captures(&m, true, s, to);
      lua_pushinteger(L, (lua_Integer)s + 1);
      lua_pushinteger(L, (lua_Integer)to);
      return push_captures(&m, false, s, to) + 2;
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
  matcher m = open_matcher(L);

  /* From where the last search ended; an empty match there would repeat itself for ever. */
  size_t last = (size_t)lua_tointeger(L, lua_upvalueindex(4));
  for (size_t s = (size_t)lua_tointeger(L, lua_upvalueindex(3)); s <= m.n; s++) {
    size_t to = start(&m, s, 0);
    if (to == NOTHING || to == last) continue;
    lua_pushinteger(L, (lua_Integer)to);
    lua_copy(L, -1, lua_upvalueindex(3));
    lua_replace(L, lua_upvalueindex(4));
    return push_captures(&m, true, s, to);
  }
  return 0;
}

static int gmatch(lua_State *L) {
  matcher m = open_matcher(L);
  size_t s = first(L, 3, m.n);
  lua_settop(L, 2);
  lua_pushinteger(L, (lua_Integer)s);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 4);
  return 1;
}

/* "%1" and the like in a replacement. */
static void add_text(const matcher *m, luaL_Buffer *b, size_t s, size_t to) {
  size_t n;
  const char *text = lua_tolstring(m->L, 3, &n);

  /* %% is a percent sign, %0 the match, %1 to %9 captures. */
  for (size_t i = 0; i < n; i++) {
    if (text[i] != '%') luaL_addchar(b, text[i]);
    else if (++i < n && text[i] == '%') luaL_addchar(b, '%');
    else if (i < n && text[i] == '0') luaL_addlstring(b, m->s + s, to - s);
    else if (i < n && isdigit(at(text, i))) {
      push_capture(m, text[i] - '1', s, to);
      luaL_tolstring(m->L, -1, NULL);
      lua_remove(m->L, -2);
      luaL_addvalue(b);
    } else luaL_error(m->L, "invalid use of '%%' in replacement string");
  }
}

static void add_value(const matcher *m, luaL_Buffer *b, size_t s, size_t to) {
  lua_State *L = m->L;
  int type = lua_type(L, 3);
  if (type != LUA_TFUNCTION && type != LUA_TTABLE) {
    add_text(m, b, s, to);
    return;
  }

  /* What a function or a table says for the match; false keeps the match. */
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, push_captures(m, true, s, to), 1);
  } else {
    push_capture(m, 0, s, to);
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
  matcher m = open_matcher(L);
  int type = lua_type(L, 3);
  luaL_argexpected(
      L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE,
      3, "string/function/table");
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)m.n + 1), done = 0;
  size_t anchor = m.pn > 0 && m.p[0] == '^', s = 0, last = NOTHING;

  /* What is between matches is copied; an empty match right behind another one does not count. */
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  while (done < most) {
    size_t to = start(&m, s, anchor);
    if (to != NOTHING && to != last) {
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
