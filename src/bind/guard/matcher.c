/* matcher.c - one of Lua's patterns against a text from one place on (reference manual, 6.4.1),
   with every step counted. */
#include "bind/guard/matcher.h"

#include "bind/guard/guard.h"

#include <ctype.h>
#include <string.h>

#define DEPTH        200  /* of nested tries: they use the C stack */
#define STEPS_A_LOOK 4096 /* between two looks at the clock */
enum { UNFINISHED = -1, POSITION = -2 };

void lg_match_count(lg_matcher *m, size_t steps) {
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
static size_t set_end(const lg_matcher *m, size_t p) {
  p += p + 1 < m->pn && m->p[p + 1] == '^' ? 2 : 1;
  do {
    if (p >= m->pn) luaL_error(m->L, "malformed pattern (missing ']')");
    p += m->p[p] == '%' ? 2 : 1;
  } while (p >= m->pn || m->p[p] != ']');
  return p + 1;
}

static size_t item_end(const lg_matcher *m, size_t p) {
  if (m->p[p] == '[') return set_end(m, p);
  if (m->p[p] != '%') return p + 1;
  if (p + 1 == m->pn) luaL_error(m->L, "malformed pattern (ends with '%%')");
  return p + 2;
}

/* Is c in the set from '[' at p to ']' at last? */
static bool in_set(const lg_matcher *m, int c, size_t p, size_t last) {
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

static bool one(lg_matcher *m, size_t s, size_t p, size_t end) {
  lg_match_count(m, 1);
  if (s >= m->n) return false;
  int c = at(m->s, s);
  if (m->p[p] == '.') return true;
  if (m->p[p] == '%') return in_class(c, at(m->p, p + 1));
  return m->p[p] == '[' ? in_set(m, c, p, end - 1) : at(m->p, p) == c;
}

/* ---- matching ------------------------------------------------------------------------------- */

static size_t go(lg_matcher *m, size_t s, size_t p);

static size_t longest(lg_matcher *m, size_t s, size_t p, size_t end) {
  size_t n = 0;
  while (one(m, s + n, p, end)) n++;
  for (;; n--) {
    size_t to = go(m, s + n, end + 1);
    if (to != LG_NO_MATCH || n == 0) return to;
  }
}

static size_t shortest(lg_matcher *m, size_t s, size_t p, size_t end) {
  for (;; s++) {
    size_t to = go(m, s, end + 1);
    if (to != LG_NO_MATCH) return to;
    if (!one(m, s, p, end)) return LG_NO_MATCH;
  }
}

static size_t open_capture(lg_matcher *m, size_t s, size_t p, ptrdiff_t what) {
  if (m->level >= LG_CAPTURES_MAX) luaL_error(m->L, "too many captures");
  m->capture[m->level].at = s;
  m->capture[m->level++].n = what;
  size_t to = go(m, s, p);
  if (to == LG_NO_MATCH) m->level--;
  return to;
}

static size_t close_capture(lg_matcher *m, size_t s, size_t p) {
  int i = m->level - 1;
  while (i >= 0 && m->capture[i].n != UNFINISHED) i--;
  if (i < 0) luaL_error(m->L, "invalid pattern capture");
  m->capture[i].n = (ptrdiff_t)(s - m->capture[i].at);
  size_t to = go(m, s, p);
  if (to == LG_NO_MATCH) m->capture[i].n = UNFINISHED;
  return to;
}

/* %bxy: from an x to the y that balances it. */
static size_t balanced(lg_matcher *m, size_t s, size_t p) {
  if (p + 3 >= m->pn) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->n || m->s[s] != m->p[p + 2]) return LG_NO_MATCH;
  size_t open = 1;
  while (++s < m->n) {
    lg_match_count(m, 1);
    if (m->s[s] == m->p[p + 3] && --open == 0) return s + 1;
    if (m->s[s] == m->p[p + 2] && m->s[s] != m->p[p + 3]) open++;
  }
  return LG_NO_MATCH;
}

/* %f[set]: between a character outside of the set and one in it; *end: behind the set. */
static bool frontier(lg_matcher *m, size_t s, size_t p, size_t *end) {
  if (p + 2 >= m->pn || m->p[p + 2] != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
  *end = set_end(m, p + 2);
  int before = s == 0 ? 0 : at(m->s, s - 1), after = s < m->n ? at(m->s, s) : 0;
  return !in_set(m, before, p + 2, *end - 1) && in_set(m, after, p + 2, *end - 1);
}

/* %1: what the capture holds, again. */
static size_t again(lg_matcher *m, size_t s, int digit) {
  int i = digit - '1';
  if (i < 0 || i >= m->level || m->capture[i].n == UNFINISHED)
    luaL_error(m->L, "invalid capture index %%%d", i + 1);
  size_t n = m->capture[i].n == POSITION ? LG_NO_MATCH : (size_t)m->capture[i].n;
  if (m->n - s < n || memcmp(m->s + m->capture[i].at, m->s + s, n) != 0) return LG_NO_MATCH;
  lg_match_count(m, n / 16);
  return s + n;
}

/* A % that is more than a class; *p goes behind it. False: it is a class. */
static bool special(lg_matcher *m, size_t *s, size_t *p) {
  int c = *p + 1 < m->pn ? at(m->p, *p + 1) : 0;
  size_t end = *p + 2;

  /* A pair of brackets, the edge of a set, a capture once more. */
  if (c == 'b') {
    *s = balanced(m, *s, *p);
    end = *p + 4;
  } else if (c == 'f') {
    if (!frontier(m, *s, *p, &end)) *s = LG_NO_MATCH;
  } else if (isdigit(c)) *s = again(m, *s, c);
  else return false;

  *p = end;
  return true;
}

/* Matches from s on with the pattern from p on: the end in the text, or LG_NO_MATCH. */
static size_t walk(lg_matcher *m, size_t s, size_t p) {
  while (p < m->pn && s != LG_NO_MATCH) {
    lg_match_count(m, 1);

    /* What is no single character: captures, the end of the text, %b, %f, %1. */
    if (m->p[p] == '(') {
      bool place = p + 1 < m->pn && m->p[p + 1] == ')';
      return open_capture(m, s, p + (place ? 2 : 1), place ? POSITION : UNFINISHED);
    }
    if (m->p[p] == ')') return close_capture(m, s, p + 1);
    if (m->p[p] == '$' && p + 1 == m->pn) return s == m->n ? s : LG_NO_MATCH;
    if (m->p[p] == '%' && special(m, &s, &p)) continue;

    /* A single character and how often it may come. */
    size_t end = item_end(m, p);
    char how = end < m->pn ? m->p[end] : 0;
    if (how == '*') return longest(m, s, p, end);
    if (how == '-') return shortest(m, s, p, end);
    bool here = one(m, s, p, end);
    if (how == '+') return here ? longest(m, s + 1, p, end) : LG_NO_MATCH;
    if (how == '?' && here) {
      size_t to = go(m, s + 1, end + 1);
      if (to != LG_NO_MATCH) return to;
    }
    if (how != '?') s = here ? s + 1 : LG_NO_MATCH;
    p = how == '?' ? end + 1 : end;
  }
  return s;
}

static size_t go(lg_matcher *m, size_t s, size_t p) {
  if (++m->depth > DEPTH) luaL_error(m->L, "pattern too complex");
  size_t to = walk(m, s, p);
  m->depth--;
  return to;
}

size_t lg_match_at(lg_matcher *m, size_t s, size_t p) {
  m->level = m->depth = 0;
  return go(m, s, p);
}
/* ---- captures ------------------------------------------------------------------------------- */

void lg_match_push(const lg_matcher *m, int i, size_t s, size_t to) {
  if (i >= m->level) {
    if (i != 0) luaL_error(m->L, "invalid capture index %%%d", i + 1);
    lua_pushlstring(m->L, m->s + s, to - s);
  } else if (m->capture[i].n == POSITION) lua_pushinteger(m->L, (lua_Integer)m->capture[i].at + 1);
  else if (m->capture[i].n == UNFINISHED) luaL_error(m->L, "unfinished capture");
  else lua_pushlstring(m->L, m->s + m->capture[i].at, (size_t)m->capture[i].n);
}

int lg_match_push_all(const lg_matcher *m, bool whole, size_t s, size_t to) {
  int n = m->level == 0 && whole ? 1 : m->level;
  luaL_checkstack(m->L, n, "too many captures");
  for (int i = 0; i < n; i++) lg_match_push(m, i, s, to);
  return n;
}
