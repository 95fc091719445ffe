/* answers.c - what a function of a particle answers: to all at once, as the formula traced from it,
   and to one particle, called with plain numbers; and whether the two are one. */
#include "bind/trace/answers.h"

#include "bind/guard/guard.h"

#include <math.h>
#include <string.h>

#define RELATIVE 1e-3 /* float against double, also behind some cancellation */
#define ABSOLUTE 1e-4 /* of the largest answer among the samples */
#define ROUNDED  1e-6 /* of an input: what rounding may have done to it, a sum's too */
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
static void take_sums(lua_State *L, const lg_trace *t, double in[LG_ANSWERS_INPUTS]) {
  float sum[LG_ANSWERS_INPUTS] = {0};
  bool taken = false;

  for (int i = 0; i < lg_expr_inputs(t->e) && i < LG_ANSWERS_INPUTS; i++) {
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

bool lg_answers_have_sums(const lg_trace *t) {
  bool has = false;
  for (int i = 0; i < lg_expr_inputs(t->e); i++) has = has || lg_expr_input_sum(t->e, i) >= 0;
  return has;
}

int lg_answers_count(const lg_trace *t) { return returned(t) + t->targets; }

bool lg_answers_tired(const lg_trace *t) { return t->visited > LG_TRACE_VISITS; }

bool lg_answers_whole(const lg_trace *t, const char *column) {
  return lg_column_integer(t->w, column);
}

/* The answers of the traced formula for the particle of t->index, with its inputs off by that share
   of them: `turn` one way and as many the other; 0: all one way. */
static void ask_all_off(lua_State *L, const lg_trace *t, double off, int turn, double *answer) {
  double in[LG_ANSWERS_INPUTS], out[LG_ANSWERS_MAX];
  int inputs = lg_expr_inputs(t->e) < LG_ANSWERS_INPUTS ? lg_expr_inputs(t->e) : LG_ANSWERS_INPUTS;

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
    if (!lg_answers_whole(t, lg_expr_input(t->e, i, &component)))
      in[i] *= 1 + (turn && i / turn % 2 ? -off : off);
  }

  /* what it answers to that */
  if (!lg_expr_at(t->e, in, out)) lg_lua_fail(L, "%s", lg_expr_error(t->e));
  memcpy(answer, out, (size_t)returned(t) * sizeof *out);
  for (int i = 0; i < t->targets; i++)
    answer[returned(t) + i] = stored_by_trace(t, &t->target[i], out);
}

void lg_answers_traced(lua_State *L, const lg_trace *t, double *answer) {
  ask_all_off(L, t, 0, 0, answer);
}

static double number_at(lua_State *L, lg_trace *t, int index) {
  if (lg_trace_is(L, index)) lg_trace_node(L, t, index, "return"); /* it was kept: an error */
  int material;
  if (lg_trace_material(L, t, index, &material)) return material;
  return lua_isboolean(L, index) ? (double)lua_toboolean(L, index) : lua_tonumber(L, index);
}

int lg_answers_alone(lua_State *L, lg_trace *t, int function, double time, double *out) {
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

int lg_answers_differ(const double *one, const double *all, int n, const double *largest,
                      const double *slack) {
  for (int k = 0; k < n; k++) {
    double a = one[k], b = all[k];
    if ((isnan(a) && isnan(b)) || (slack && isinf(slack[k]))) continue;
    double fine = RELATIVE * fmax(fabs(a), fabs(b)) + ABSOLUTE * largest[k];
    if (!(fabs(a - b) <= fine + (slack ? slack[k] : 0)) && a != b) return k;
  }
  return -1;
}
typedef struct asking {
  lg_trace *t;
  double time;
  double *out;
} asking;

/* lua_pcall's function: asking, the function. */
static int ask_protected(lua_State *L) {
  const asking *a = lua_touserdata(L, 1);
  lg_answers_alone(L, a->t, 2, a->time, a->out);
  return 0;
}

bool lg_answers_try(lua_State *L, lg_trace *t, int function, double time, double *out) {
  asking a = {t, time, out};
  lua_pushcfunction(L, ask_protected);
  lua_pushlightuserdata(L, &a);
  lua_pushvalue(L, function);
  bool ok = lua_pcall(L, 2, 0, 0) == LUA_OK;
  if (!ok) lua_pop(L, 1);
  return ok && !lg_answers_tired(t);
}

/* By how much each answer may be off by float32 alone, the operations in between included: what is
   large there and cancels leaves few digits. Nothing where that is not known. */
static void add_rounding(lua_State *L, const lg_trace *t, int n, double slack[LG_ANSWERS_MAX]) {
  double in[LG_ANSWERS_INPUTS], error[LG_ANSWERS_MAX];
  const int inputs = lg_expr_inputs(t->e) < LG_ANSWERS_INPUTS ? lg_expr_inputs(t->e)
                                                              : LG_ANSWERS_INPUTS;
  const size_t particle = t->index < 0 ? SIZE_MAX : (size_t)t->index;

  /* the bound of each output, at these inputs */
  for (int i = 0; i < inputs; i++) {
    int component = 0;
    const char *column = lg_expr_input(t->e, i, &component);
    in[i] = *column ? lg_trace_read(t, column, component) : 0;
  }
  lg_guard_pause(L);
  bool known = lg_expr_rounding_at(t->e, t->w, particle, in, error);
  lg_guard_resume(L);
  if (!known) return;

  /* what is returned comes first, in order; what is stored goes by its column */
  const int given = returned(t);
  for (int k = 0; k < given; k++) slack[k] = fmax(slack[k], error[k]);
  for (int i = 0, component; i < t->targets && given + i < n; i++)
    for (int k = given; k < lg_expr_outputs(t->e); k++)
      if (strcmp(lg_expr_output(t->e, k, &component), t->target[i].column) == 0 &&
          component == t->target[i].component)
        slack[given + i] = fmax(slack[given + i], error[k]);
}

int lg_answers_wrong(lua_State *L, lg_trace *t, int function, double time, const lg_sample *s,
                     const double *largest) {
  double off[LG_ANSWERS_MAX], slack[LG_ANSWERS_MAX] = {0};
  if (lg_answers_differ(s->one, s->all, s->n, largest, NULL) < 0) return -1;
  for (int turn = 0; turn < LG_ANSWERS_INPUTS;
       turn = turn ? 2 * turn : 1) { /* any two go apart in one */
    ask_all_off(L, t, ROUNDED, turn, off);
    for (int k = 0; k < s->n; k++)
      if (isfinite(off[k])) slack[k] = fmax(slack[k], fabs(off[k] - s->all[k]));
  }
  add_rounding(L, t, s->n, slack);

  /* Of what a sum adds up only the function itself can tell. */
  t->off = lg_answers_have_sums(t) ? ROUNDED : 0;
  bool told = t->off > 0 && lg_answers_try(L, t, function, time, off);
  t->off = 0;
  for (int k = 0; told && k < s->n; k++)
    if (isfinite(off[k])) slack[k] = fmax(slack[k], fabs(off[k] - s->one[k]));
  return lg_answers_tired(t) ? -1 : lg_answers_differ(s->one, s->all, s->n, largest, slack);
}
