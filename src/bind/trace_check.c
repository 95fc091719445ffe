/* trace_check.c - the differential check. `==` between a value and a number, truth tests, `not` and table indices cannot be
   traced and raise no error; so the same function is also called with the plain numbers of single particles, and the answers are compared. */
#include "bind/trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define RELATIVE 1e-3 /* float against double, also behind some cancellation */
#define ABSOLUTE 1e-4 /* of the largest answer among the samples */
#define INPUTS 64
#define OUTPUTS (LG_TRACE_STORES + 3)

typedef struct sample { int64_t index; int n; double one[OUTPUTS], all[OUTPUTS]; } sample;

/* The answers of the traced formula for the particle of t->index. */
static void ask_all(lua_State *L, const lg_trace *t, double *out) {
  double in[INPUTS];
  for (int i = 0; i < lg_expr_inputs(t->e) && i < INPUTS; i++) {
    int component = 0;
    const char *column = lg_expr_input(t->e, i, &component);
    in[i] = lg_trace_read(t, column, component);
  }
  if (!lg_expr_at(t->e, in, out)) lg_lua_fail(L, "%s", lg_expr_error(t->e));
}

static double number_at(lua_State *L, int index) {
  return lua_isboolean(L, index) ? (double)lua_toboolean(L, index) : lua_tonumber(L, index);
}

/* The answers of the function itself, in the order of the formula's outputs; how many. */
static int ask_one(lua_State *L, lg_trace *t, int function, double time, double *out) {
  int top = lua_gettop(L), given = t->into ? 1 : lg_expr_given(t->e), outputs = lg_expr_outputs(t->e), component;
  memset(t->stored, 0, sizeof t->stored);
  t->site = 0;
  lua_pushvalue(L, function);
  lg_trace_push_particle(L, t);
  lua_pushnumber(L, time);
  lua_call(L, 2, LUA_MULTRET);
  bool vector = lua_gettop(L) == top + 1 && (lua_istable(L, -1) || lua_isuserdata(L, -1));
  int got = vector ? (int)luaL_len(L, -1) : lua_gettop(L) - top;
  for (int k = 0; k < given; k++) {
    if (vector) lua_geti(L, top + 1, k + 1);
    else lua_pushvalue(L, top + 1 + k < lua_gettop(L) + 1 ? top + 1 + k : top + 1);
    out[k] = k < got ? number_at(L, -1) : (double)NAN;
    lua_pop(L, 1);
  }
  for (int k = given; k < outputs; k++) {
    const char *column = lg_expr_output(t->e, k, &component);
    int i = 0;
    while (i < t->targets && (t->target[i].component != component || strcmp(t->target[i].column, column) != 0)) i++;
    out[k] = i < t->targets && t->stored[i] ? t->value[i] : lg_trace_read(t, column, component);
  }
  lua_settop(L, top);
  return outputs;
}

static int differs(const sample *s, const double *largest) {
  for (int k = 0; k < s->n; k++) {
    double a = s->one[k], b = s->all[k];
    if (isnan(a) && isnan(b)) continue;
    if (!(fabs(a - b) <= RELATIVE * fmax(fabs(a), fabs(b)) + ABSOLUTE * largest[k]) && a != b) return k;
  }
  return -1;
}

static void report(lua_State *L, lg_trace *t, int function, const sample *s, int k, int wrong, int samples) {
  char place[160], one[40], all[40];
  t->index = s->index;
  snprintf(place, sizeof place, "x=%.3g y=%.3g", lg_trace_read(t, "position", 0), lg_trace_read(t, "position", 1));
  snprintf(one, sizeof one, "%.4g", s->one[k]);
  snprintf(all, sizeof all, "%.4g", s->all[k]);
  luaL_error(L, "%s: this function gives a different answer when it is run for one particle at a time (%d of %d samples; e.g. at %s: %s "
                "one at a time, %s for all at once). It probably uses '==', 'not', a per-particle value as a truth or as the index of "
                "a table, or changes what it reads; write lg.eq(a, b), lg.where(cond, a, b) or a comparison with '<' or '>'",
             lg_trace_place(L, function), wrong, samples, place, one, all);
}

static int64_t pick(const lg_trace *t, int i, int samples) {
  int64_t n = t->w ? (int64_t)lg_world_count(t->w) : 0;
  if (n == 0) return -1 - i;
  if (samples > 1) return i * n / samples;
  return (int64_t)((uint64_t)lg_world_stamp(t->w) * 0x9e3779b97f4a7c15ull % (uint64_t)n);
}

void lg_trace_check(lua_State *L, lg_trace *t, int function, double time, int samples) {
  sample all[LG_TRACE_SAMPLES];
  double largest[OUTPUTS] = {0};
  int wrong = 0, first = 0, which = 0;
  for (int i = 0; i < samples; i++) {
    sample *s = &all[i];
    t->serial = ++t->last;
    t->mode = LG_TRACE_ONE;
    t->index = s->index = pick(t, i, samples);
    s->n = ask_one(L, t, function, time, s->one);
    ask_all(L, t, s->all);
    for (int k = 0; k < s->n; k++)
      if (isfinite(s->one[k])) largest[k] = fmax(largest[k], fabs(s->one[k]));
  }
  for (int i = samples - 1; i >= 0; i--) {
    int k = differs(&all[i], largest);
    if (k < 0) continue;
    first = i;
    which = k;
    wrong++;
  }
  if (samples == 1 && wrong) lg_trace_check(L, t, function, time, LG_TRACE_SAMPLES); /* an edge of a branch, or a habit? */
  else if (wrong > 1) report(L, t, function, &all[first], which, wrong, samples);
}
