/* check.c - the differential check. `==` between a value and a number, truth tests, `not` and
   table indices cannot be traced and raise no error; so the same function is also called with the
   plain numbers of single particles, and the answers are compared. */
#include "bind/trace/trace.h"

#include "bind/guard/guard.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RELATIVE 1e-3 /* float against double, also behind some cancellation */
#define ABSOLUTE 1e-4 /* of the largest answer among the samples */
#define ROUNDED  1e-6 /* of an input: what rounding may have done to it, a sum's too */
#define INPUTS   64
#define OUTPUTS  (LG_TRACE_STORES + 3)

typedef struct sample {
  int64_t index;
  int n;
  double one[OUTPUTS], all[OUTPUTS];
} sample;

/* Answers are what is returned, then every target of a store: of the trace, or of a sample that
   stores where the trace does not. */
static int returned(const lg_trace *t) {
  return t->into ? lg_expr_outputs(t->e) : lg_expr_given(t->e);
}

static double stored_by_trace(const lg_trace *t, const lg_trace_target *target, const double *out) {
  for (int k = returned(t), component; k < lg_expr_outputs(t->e); k++)
    if (strcmp(lg_expr_output(t->e, k, &component), target->column) == 0 &&
        component == target->component)
      return out[k];
  return lg_trace_read(t, target->column, target->component);
}

/* The sums over neighbours that the formula reads; a made-up particle has none. */
static void take_sums(lua_State *L, const lg_trace *t, double in[INPUTS]) {
  float sum[INPUTS] = {0};
  bool taken = false;

  for (int i = 0; i < lg_expr_inputs(t->e) && i < INPUTS; i++) {
    int which = lg_expr_input_sum(t->e, i);
    if (which < 0) continue;
    lg_guard_pause(L); /* the first of them makes the lists of all particles */
    bool ok = taken || t->index < 0 || lg_expr_sums_at(t->e, t->w, (size_t)t->index, sum);
    lg_guard_resume(L);
    if (!ok) lg_lua_fail(L, "%s", *lg_expr_error(t->e) ? lg_expr_error(t->e) : lg_error(t->w));
    taken = true;
    in[i] = (double)sum[which];
  }
}

static bool has_sums(const lg_trace *t) {
  bool has = false;
  for (int i = 0; i < lg_expr_inputs(t->e); i++) has = has || lg_expr_input_sum(t->e, i) >= 0;
  return has;
}

/* In the script's time a sum of one particle visits its neighbours in Lua; where they are many a
   check ends, and what was under way is no answer. */
static bool is_tired(const lg_trace *t) { return t->visited > LG_TRACE_VISITS; }

static bool is_whole(const char *column) {
  return strcmp(column, "id") == 0 || strcmp(column, "material") == 0;
}

/* The answers of the traced formula for the particle of t->index, with its inputs off by that share
   of them: `turn` one way and as many the other; 0: all one way. */
static void ask_all_off(lua_State *L, const lg_trace *t, double off, int turn, double *answer) {
  double in[INPUTS], out[OUTPUTS];
  int inputs = lg_expr_inputs(t->e) < INPUTS ? lg_expr_inputs(t->e) : INPUTS;

  /* what is read of this particle */
  for (int i = 0; i < inputs; i++) {
    int component = 0;
    const char *column = lg_expr_input(t->e, i, &component);
    in[i] = *column ? lg_trace_read(t, column, component) : 0;
  }
  take_sums(L, t, in);

  /* each number a little off, in turns of either sign */
  for (int i = 0; i < inputs; i++) {
    int component = 0;
    if (!is_whole(lg_expr_input(t->e, i, &component)))
      in[i] *= 1 + (turn && i / turn % 2 ? -off : off);
  }

  /* what it answers to that */
  if (!lg_expr_at(t->e, in, out)) lg_lua_fail(L, "%s", lg_expr_error(t->e));
  memcpy(answer, out, (size_t)returned(t) * sizeof *out);
  for (int i = 0; i < t->targets; i++)
    answer[returned(t) + i] = stored_by_trace(t, &t->target[i], out);
}

static void ask_all(lua_State *L, const lg_trace *t, double *answer) {
  ask_all_off(L, t, 0, 0, answer);
}

static double number_at(lua_State *L, lg_trace *t, int index) {
  if (lg_trace_is(L, index)) lg_trace_node(L, t, index, "return"); /* it was kept: an error */
  int material;
  if (lg_trace_material(L, t, index, &material)) return material;
  return lua_isboolean(L, index) ? (double)lua_toboolean(L, index) : lua_tonumber(L, index);
}

/* The answers of the function itself; how many. */
static int ask(lua_State *L, lg_trace *t, int function, double time, double *out) {
  int top = lua_gettop(L), given = returned(t);

  /* A call with the numbers of the sample. */
  memset(t->stored, 0, sizeof t->stored);
  t->site = 0;
  t->serial = ++t->last;
  t->mode = LG_TRACE_ONE;
  lua_pushvalue(L, function);
  lg_trace_push_particle(L, t);
  lua_pushnumber(L, time);
  lua_call(L, 2, LUA_MULTRET);

  /* What it returned, as many numbers as the trace gives; a vec or list is spread. */
  bool vector = lua_gettop(L) == top + 1 && lg_trace_is_list(L, t, lua_gettop(L));
  int got = vector ? (int)luaL_len(L, -1) : lua_gettop(L) - top;
  for (int k = 0; k < given; k++) {
    if (vector) lua_geti(L, top + 1, k + 1);
    else lua_pushvalue(L, top + 1 + k < lua_gettop(L) + 1 ? top + 1 + k : top + 1);
    out[k] = k < got ? number_at(L, t, lua_gettop(L)) : (double)NAN;
    lua_pop(L, 1);
  }

  /* What it stored; elsewhere the column has what it had. */
  for (int i = 0; i < t->targets; i++)
    out[given + i] = t->stored[i] ? t->value[i]
                                  : lg_trace_read(t, t->target[i].column, t->target[i].component);
  lua_settop(L, top);
  return given + t->targets;
}

/* ---- comparing ------------------------------------------------------------------------------ */

/* slack: of each answer, beside the usual; NULL: none */
static int differs(const double *one, const double *all, int n, const double *largest,
                   const double *slack) {
  for (int k = 0; k < n; k++) {
    double a = one[k], b = all[k];
    if ((isnan(a) && isnan(b)) || (slack && isinf(slack[k]))) continue;
    double fine = RELATIVE * fmax(fabs(a), fabs(b)) + ABSOLUTE * largest[k];
    if (!(fabs(a - b) <= fine + (slack ? slack[k] : 0)) && a != b) return k;
  }
  return -1;
}

static void report(lua_State *L, int function, const sample *s, int k, const char *where) {
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

typedef struct asking {
  lg_trace *t;
  double time;
  double *out;
} asking;

/* lua_pcall's function: asking, the function. */
static int ask_protected(lua_State *L) {
  const asking *a = lua_touserdata(L, 1);
  ask(L, a->t, 2, a->time, a->out);
  return 0;
}

/* A made-up number may be one that the function need not bear: false, and no error. Too many
   visits: false. */
static bool ask_quietly(lua_State *L, lg_trace *t, int function, double time, double *out) {
  asking a = {t, time, out};
  lua_pushcfunction(L, ask_protected);
  lua_pushlightuserdata(L, &a);
  lua_pushvalue(L, function);
  bool ok = lua_pcall(L, 2, 0, 0) == LUA_OK;
  if (!ok) lua_pop(L, 1);
  return ok && !is_tired(t);
}

/* By how much each answer may be off by float32 alone, the operations in between included: what is
   large there and cancels leaves few digits. Nothing where that is not known. */
static void add_rounding(lua_State *L, const lg_trace *t, int n, double slack[OUTPUTS]) {
  double in[INPUTS], error[OUTPUTS];
  const int inputs = lg_expr_inputs(t->e) < INPUTS ? lg_expr_inputs(t->e) : INPUTS;
  const size_t particle = t->index < 0 ? SIZE_MAX : (size_t)t->index;
  for (int i = 0; i < inputs; i++) {
    int component = 0;
    const char *column = lg_expr_input(t->e, i, &component);
    in[i] = *column ? lg_trace_read(t, column, component) : 0;
  }
  lg_guard_pause(L);
  bool known = lg_expr_rounding_at(t->e, t->w, particle, in, error);
  lg_guard_resume(L);
  if (!known) return;

  const int given = returned(t);
  for (int k = 0; k < given; k++) slack[k] = fmax(slack[k], error[k]);
  for (int i = 0, component; i < t->targets && given + i < n; i++)
    for (int k = given; k < lg_expr_outputs(t->e); k++)
      if (strcmp(lg_expr_output(t->e, k, &component), t->target[i].column) == 0 &&
          component == t->target[i].component)
        slack[given + i] = fmax(slack[given + i], error[k]);
}

/* Which answer of a sample, of the particle at t->index, is another one than rounding explains: the
   seventh power of a density that is nearly 1 is a pressure with few digits, and so is the sum of
   what is left of a diameter less a distance. -1: none. */
static int wrong_answer(lua_State *L, lg_trace *t, int function, double time, const sample *s,
                        const double *largest) {
  double off[OUTPUTS], slack[OUTPUTS] = {0};
  if (differs(s->one, s->all, s->n, largest, NULL) < 0) return -1;
  for (int turn = 0; turn < INPUTS; turn = turn ? 2 * turn : 1) { /* any two go apart in one */
    ask_all_off(L, t, ROUNDED, turn, off);
    for (int k = 0; k < s->n; k++)
      if (isfinite(off[k])) slack[k] = fmax(slack[k], fabs(off[k] - s->all[k]));
  }
  add_rounding(L, t, s->n, slack);

  /* Of what a sum adds up only the function itself can tell. */
  t->off = has_sums(t) ? ROUNDED : 0;
  bool told = t->off > 0 && ask_quietly(L, t, function, time, off);
  t->off = 0;
  for (int k = 0; told && k < s->n; k++)
    if (isfinite(off[k])) slack[k] = fmax(slack[k], fabs(off[k] - s->one[k]));
  return is_tired(t) ? -1 : differs(s->one, s->all, s->n, largest, slack);
}

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
  sample s = {.index = t->index};

  /* The two answers at the number. */
  if (!ask_quietly(L, t, function, time, s.one)) return;
  ask_all(L, t, s.all);
  s.n = returned(t) + t->targets;
  int k = wrong_answer(L, t, function, time, &s, largest);

  /* And beside it, at the next numbers that are not listed. */
  double beside[OUTPUTS], x = t->instead.value;
  double step = is_whole(t->instead.column) ? 1 : 1e-6 * fmax(1, fabs(x));
  for (int side = -1; k >= 0 && side <= 1; side += 2) {
    int far = 1;
    while (is_listed(L, numbers, x + side * far * step)) far++;
    t->instead.value = x + side * far * step;
    if (!ask_quietly(L, t, function, time, beside) ||
        differs(s.one, beside, s.n, largest, NULL) < 0)
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
  return *column && !(is_whole(column) && has_sums(t)) && !lg_expr_input_in_sum(t->e, input);
}

/* `p.id == 7` is seen by a particle that is number 7, and by no other: every input of the formula
   becomes each of the listed numbers once, of the particle at t->index or of samples in turn. */
static void try_numbers(lua_State *L, lg_trace *t, int function, double time, int numbers,
                        bool in_turn, const double *largest) {
  lua_Integer n = (lua_Integer)lua_rawlen(L, numbers);
  t->visited = 0;
  for (int i = 0; i < lg_expr_inputs(t->e) && i < INPUTS; i++)
    for (lua_Integer k = 1; k <= n && may_be_tried(t, i) && !is_tired(t); k++) {
      lua_rawgeti(L, numbers, k);
      double x = lua_tonumber(L, -1);
      lua_pop(L, 1);

      /* Numbers that the column can hold. */
      const char *column = lg_expr_input(t->e, i, &t->instead.component);
      bool fits = is_whole(column) ? x >= 0 && x < 1 << 24 && rint(x) == x
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
  lua_Integer n = has_sums(t) ? (lua_Integer)lua_rawlen(L, numbers) : 0;
  t->visited = 0;
  for (lua_Integer k = 1; k <= n && !is_tired(t); k++) {
    lua_rawgeti(L, numbers, k);
    double x = lua_tonumber(L, -1);
    lua_pop(L, 1);

    /* Somebody whose neighbour it is, in the usual reach. */
    bool whole = x >= 0 && x < 0x1p53 && rint(x) == x;
    int64_t q = whole ? lg_particle_find(t->w, (int64_t)x) : -1;
    lg_neighbor p;
    if (q < 0 || lg_neighbors_of(t->w, (size_t)q, 0, NULL, &p, 1) < 1) continue;
    t->index = p.index;
    sample s = {.index = t->index};
    s.n = ask(L, t, function, time, s.one);
    if (is_tired(t)) return;
    ask_all(L, t, s.all);
    int which = wrong_answer(L, t, function, time, &s, largest);
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
  for (int i = 0; i < lg_expr_inputs(t->e) && i < INPUTS; i++) {
    int component = 0;
    const char *column = lg_expr_input(t->e, i, &component);
    if (!is_whole(column)) continue;
    lua_pushnumber(L, lg_trace_read(t, column, component));
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  }
}

/* ---- samples -------------------------------------------------------------------------------- */

/* Both answers for every sample, and how large they are. Returns how many were asked: fewer of wide
   sums. */
static int ask_samples(lua_State *L, lg_trace *t, int function, double time, int samples,
                       sample *all, double *largest) {
  t->instead.column = NULL;
  t->visited = 0;

  /* by plain Lua, then by the program that was made of it */
  for (int i = 0; i < samples; i++) {
    sample *s = &all[i];
    t->index = s->index = pick(t, i, samples);
    s->n = ask(L, t, function, time, s->one);
    if (is_tired(t)) return i;
    ask_all(L, t, s->all);

    /* how large its answers are, to judge differences by */
    for (int k = 0; k < s->n; k++)
      if (isfinite(s->one[k])) largest[k] = fmax(largest[k], fabs(s->one[k]));
  }
  return samples;
}

void lg_trace_check(lua_State *L, lg_trace *t, int function, double time, int samples) {
  sample all[LG_TRACE_SAMPLES] = {{0}};
  double largest[OUTPUTS] = {0};
  int wrong = 0, first = 0, which = 0;
  int asked = ask_samples(L, t, function, time, samples, all, largest);

  /* The first sample that differs stands for all that do. */
  t->visited = 0;
  for (int i = asked - 1; i >= 0; i--) {
    t->index = all[i].index;
    int k = wrong_answer(L, t, function, time, &all[i], largest);
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
