/* answers.h - the answers of a function of a particle, of all at once and one by one (check.c):
   what it returns, then every target of a store, of the trace, or of a sample that stores where the
   trace does not. */
#ifndef LG_BIND_ANSWERS_H
#define LG_BIND_ANSWERS_H

#include "bind/trace/trace.h"

#define LG_ANSWERS_INPUTS 64
#define LG_ANSWERS_MAX    (LG_TRACE_STORES + 3)

typedef struct lg_sample {
  int64_t index; /* of the particle; below 0: a made-up one */
  int n;         /* answers */
  double one[LG_ANSWERS_MAX], all[LG_ANSWERS_MAX];
} lg_sample;

/* Those of the traced formula for the particle of t->index. */
void lg_answers_traced(lua_State *L, const lg_trace *t, double *out);
/* Those of the function itself; how many. */
int lg_answers_alone(lua_State *L, lg_trace *t, int function, double time, double *out);
/* The same of a made-up number, which may be one that the function need not bear: false, and no
   error. Too many visits: false. */
bool lg_answers_try(lua_State *L, lg_trace *t, int function, double time, double *out);
int lg_answers_count(const lg_trace *t);

/* Which one is another; -1: none. slack: of each, beside the usual; NULL: none */
int lg_answers_differ(const double *one, const double *all, int n, const double *largest,
                      const double *slack);
/* Which one of a sample, of the particle at t->index, is another one than rounding explains: the
   seventh power of a density that is nearly 1 is a pressure with few digits, and so is the sum of
   what is left of a diameter less a distance. -1: none. */
int lg_answers_wrong(lua_State *L, lg_trace *t, int function, double time, const lg_sample *s,
                     const double *largest);

bool lg_answers_have_sums(const lg_trace *t); /* over neighbours */
/* In the script's time a sum of one particle visits its neighbours in Lua; where they are many a
   check ends, and what was under way is no answer. */
bool lg_answers_tired(const lg_trace *t);
bool lg_answers_whole(const lg_trace *t, const char *column); /* it holds whole numbers */

#endif
