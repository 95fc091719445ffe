/* matcher.h - one of Lua's patterns against a text. */
#ifndef LG_BIND_MATCHER_H
#define LG_BIND_MATCHER_H

#include "bind/lib/lib.h"

#define LG_CAPTURES_MAX 32
#define LG_NO_MATCH     ((size_t)-1)

typedef struct lg_matcher {
  lua_State *L;
  const char *s, *p; /* text and pattern */
  size_t n, pn;      /* their bytes */
  int level, depth;  /* captures so far; tries in tries */
  size_t steps;      /* since the last look at the clock */
  struct {
    size_t at;
    ptrdiff_t n;
  } capture[LG_CAPTURES_MAX];
} lg_matcher;

/* Matches from s on with the pattern from p on: the end in the text, or LG_NO_MATCH. A malformed
   pattern, or a script that is out of time, is an error of Lua. */
size_t lg_match_at(lg_matcher *m, size_t s, size_t p);
void lg_match_count(lg_matcher *m, size_t steps); /* of work done elsewhere */

/* Pushes capture i; where the pattern has none, 0 is the whole match [s, to). */
void lg_match_push(const lg_matcher *m, int i, size_t s, size_t to);
/* Pushes all; how many. whole: the match, if there are none. */
int lg_match_push_all(const lg_matcher *m, bool whole, size_t s, size_t to);

#endif
