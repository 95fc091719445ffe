/* check.c - the differential check. `==` between a value and a number, truth tests, `not` and
   table indices cannot be traced and raise no error; so the same function is also called with the
   plain numbers of single particles, and the answers are compared. */
#include "bind/trace/answers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void report(lua_State *L, int function, const lg_sample *s, int k, const char *where) {
  char one[40], all[40];
  snprintf(one, sizeof one, "%.4g", s->one[k]);
  snprintf(all, sizeof all, "%.4g", s->all[k]);
  luaL_error(L,
             "%s: this function gives a different answer when it is run for one particle at a time "
             "(%s: %s one at a time, %s for all at once). It probably uses '==', 'not', a "
             "per-particle value as a truth or as the index of a table, or changes what it reads; "
             "write lg.eq(a, b), lg.where(cond, a, b) or a comparison with '<' or '>'",
             lg_trace_place(L, function), where, one, all);
}

static int64_t pick(const lg_trace *t, int i, int samples) {
  int64_t n = t->w ? (int64_t)lg_world_count(t->w) : 0;
  if (n == 0) return -1 - i;
  if (samples > 1) return i * n / samples;
  return (int64_t)((uint64_t)lg_world_stamp(t->w) * 0x9e3779b97f4a7c15ull % (uint64_t)n);
}

/* ---- single numbers ------------------------------------------------------------------------- */

static bool is_listed(lua_State *L, int numbers, double x) {
  bool found = false;
  for (lua_Integer i = 1; !found && i <= (lua_Integer)lua_rawlen(L, numbers); i++) {
    lua_rawgeti(L, numbers, i);
    found = lua_tonumber(L, -1) == x;
    lua_pop(L, 1);
  }
  return found;
}

/* Does the particle's column, set to the number of t->instead, bring another answer than the trace?
   Only if it is another one than right beside that number, too, on both sides: else it is the edge
   of a branch, where a float and a double fall on different sides. */
static void suspect(lua_State *L, lg_trace *t, int function, double time, int numbers,
                    const double *largest) {
  lg_sample s = {.index = t->index};

  /* The two answers at the number. */
  if (!lg_answers_try(L, t, function, time, s.one)) return;
  lg_answers_traced(L, t, s.all);
  s.n = lg_answers_count(t);
  int k = lg_answers_wrong(L, t, function, time, &s, largest);

  /* And beside it, at the next numbers that are not listed. */
  double beside[LG_ANSWERS_MAX], x = t->instead.value;
  double step = lg_answers_whole(t, t->instead.column) ? 1 : 1e-6 * fmax(1, fabs(x));
  for (int side = -1; k >= 0 && side <= 1; side += 2) {
    int far = 1;
    while (is_listed(L, numbers, x + side * far * step)) far++;
    t->instead.value = x + side * far * step;
    if (!lg_answers_try(L, t, function, time, beside) ||
        lg_answers_differ(s.one, beside, s.n, largest, NULL) < 0)
      k = -1;
  }
  t->instead.value = x;

  static const char *const axis[] = {"x", "y", "z"};
  bool position = strcmp(t->instead.column, "position") == 0;
  char where[120];
  snprintf(where, sizeof where, "at %s=%g",
           position ? axis[t->instead.component] : t->instead.column, x);
  if (k >= 0) report(L, function, &s, k, where);
}

/* A column of p. A sum that compares p's whole number with those of neighbours may jump at every
   number: it tells nothing about `==`. What a sum reads is that of the particles as they are. */
static bool may_be_tried(const lg_trace *t, int input) {
  int component;
  const char *column = lg_expr_input(t->e, input, &component);
  return *column && !(lg_answers_whole(t, column) && lg_answers_have_sums(t)) &&
         !lg_expr_input_in_sum(t->e, input);
}

/* `p.id == 7` is seen by a particle that is number 7, and by no other: every input of the formula
   becomes each of the listed numbers once, of the particle at t->index or of samples in turn. */
static void try_numbers(lua_State *L, lg_trace *t, int function, double time, int numbers,
                        bool in_turn, const double *largest) {
  lua_Integer n = (lua_Integer)lua_rawlen(L, numbers);
  t->visited = 0;
  for (int i = 0; i < lg_expr_inputs(t->e) && i < LG_ANSWERS_INPUTS; i++)
    for (lua_Integer k = 1; k <= n && may_be_tried(t, i) && !lg_answers_tired(t); k++) {
      lua_rawgeti(L, numbers, k);
      double x = lua_tonumber(L, -1);
      lua_pop(L, 1);

      /* Numbers that the column can hold. */
      const char *column = lg_expr_input(t->e, i, &t->instead.component);
      bool fits = lg_answers_whole(t, column) ? x >= 0 && x < 1 << 24 && rint(x) == x
                                              : isfinite(x) && (double)(float)x == x;
      if (in_turn) t->index = pick(t, (int)(k % LG_TRACE_SAMPLES), LG_TRACE_SAMPLES);
      t->instead.column = column;
      t->instead.value = x;
      if (fits) suspect(L, t, function, time, numbers, largest);
    }
  t->instead.column = NULL;
}

/* `q.id == 7` in a sum is seen by who is near number 7 alone. */
static void try_neighbors(lua_State *L, lg_trace *t, int function, double time, int numbers,
                          const double *largest) {
  lua_Integer n = lg_answers_have_sums(t) ? (lua_Integer)lua_rawlen(L, numbers) : 0;
  t->visited = 0;
  for (lua_Integer k = 1; k <= n && !lg_answers_tired(t); k++) {
    lua_rawgeti(L, numbers, k);
    double x = lua_tonumber(L, -1);
    lua_pop(L, 1);

    /* Somebody whose neighbour it is, in the usual reach. */
    bool whole = x >= 0 && x < 0x1p53 && rint(x) == x;
    int64_t q = whole ? lg_particle_find(t->w, (int64_t)x) : -1;
    lg_neighbor p;
    if (q < 0 || lg_neighbors_of(t->w, (size_t)q, 0, NULL, &p, 1) < 1) continue;
    t->index = p.index;
    lg_sample s = {.index = t->index};
    s.n = lg_answers_alone(L, t, function, time, s.one);
    if (lg_answers_tired(t)) return;
    lg_answers_traced(L, t, s.all);
    int which = lg_answers_wrong(L, t, function, time, &s, largest);
    char where[120];
    snprintf(where, sizeof where, "near id=%g", x);
    if (which >= 0) report(L, function, &s, which, where);
  }
}

/* Pushes the list of the numbers that the function mentions. */
static void push_mentioned(lua_State *L, int function) {
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.mention");
  lua_pushvalue(L, function);
  lua_call(L, 1, 1);
}

/* Pushes the list of the particle's own whole numbers: it may be meant by them. */
static void push_own(lua_State *L, const lg_trace *t) {
  lua_newtable(L);
  for (int i = 0; i < lg_expr_inputs(t->e) && i < LG_ANSWERS_INPUTS; i++) {
    int component = 0;
    const char *column = lg_expr_input(t->e, i, &component);
    if (!lg_answers_whole(t, column)) continue;
    lua_pushnumber(L, lg_trace_read(t, column, component));
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  }
}

/* ---- samples -------------------------------------------------------------------------------- */

/* Both answers for every sample, and how large they are. Returns how many were asked: fewer of wide
   sums. */
static int ask_samples(lua_State *L, lg_trace *t, int function, double time, int samples,
                       lg_sample *all, double *largest) {
  t->instead.column = NULL;
  t->visited = 0;

  /* by plain Lua, then by the program that was made of it */
  for (int i = 0; i < samples; i++) {
    lg_sample *s = &all[i];
    t->index = s->index = pick(t, i, samples);
    s->n = lg_answers_alone(L, t, function, time, s->one);
    if (lg_answers_tired(t)) return i;
    lg_answers_traced(L, t, s->all);

    /* how large its answers are, to judge differences by */
    for (int k = 0; k < s->n; k++)
      if (isfinite(s->one[k])) largest[k] = fmax(largest[k], fabs(s->one[k]));
  }
  return samples;
}

void lg_trace_check(lua_State *L, lg_trace *t, int function, double time, int samples) {
  lg_sample all[LG_TRACE_SAMPLES] = {{0}};
  double largest[LG_ANSWERS_MAX] = {0};
  int wrong = 0, first = 0, which = 0;
  int asked = ask_samples(L, t, function, time, samples, all, largest);

  /* The first sample that differs stands for all that do. */
  t->visited = 0;
  for (int i = asked - 1; i >= 0; i--) {
    t->index = all[i].index;
    int k = lg_answers_wrong(L, t, function, time, &all[i], largest);
    if (k < 0) continue;
    first = i;
    which = k;
    wrong++;
  }
  t->index = all[first].index;

  /* One of sixteen may lie on the edge of a branch; two are a habit. */
  char where[120];
  snprintf(where, sizeof where, "%d of %d samples; e.g. at x=%.3g y=%.3g", wrong, asked,
           lg_trace_read(t, "position", 0), lg_trace_read(t, "position", 1));
  if (samples > 1 && wrong > 1) report(L, function, &all[first], which, where);

  /* What is meant may be a number of this particle, or one that the function mentions. */
  int top = lua_gettop(L);
  if (wrong == 1) {
    push_own(L, t);
    try_numbers(L, t, function, time, top + 1, false, largest);
    lua_settop(L, top);
  }
  if (samples > 1) {
    push_mentioned(L, function);
    try_numbers(L, t, function, time, top + 1, true, largest);
    try_neighbors(L, t, function, time, top + 1, largest);
    lua_settop(L, top);
  } else if (wrong) lg_trace_check(L, t, function, time, LG_TRACE_SAMPLES);
}
