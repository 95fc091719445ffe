/* paths.c - all ways through a function. Its comparisons answer true first; then it is called
   again with the last answer turned to false, until every way has been taken. Results are joined by
   where(condition, a, b), from the last decision back to the first. */
#include "bind/trace/trace.h"

#include <string.h>

const char *lg_trace_place(lua_State *L, int function) {
  lua_Debug at;
  lua_pushvalue(L, function);

  /* What trace.lua made stands for the function that it was made of. */
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.sources");
  while (lua_istable(L, -1)) {
    lua_pushvalue(L, -2);
    if (lua_rawget(L, -2) != LUA_TFUNCTION) {
      lua_pop(L, 1);
      break;
    }
    lua_replace(L, -3);
  }
  lua_pop(L, 1);

  lua_getinfo(L, ">S", &at);
  return lua_pushfstring(L, "%s:%d", at.short_src, at.linedefined);
}

/* ---- one way -------------------------------------------------------------------------------- */

static int refuse_count(lua_State *L, lua_Integer n) {
  return lg_lua_fail(
      L,
      "a function of a particle returns at most 3 numbers, or a vec; this one returned %I values",
      n);
}

bool lg_trace_is_list(lua_State *L, const lg_trace *t, int index) {
  int material;
  return lua_istable(L, index) || (lua_isuserdata(L, index) && !lg_trace_is(L, index) &&
                                   !lg_trace_material(L, t, index, &material));
}

/* Spreads a vec or list at `first` (if it is the only result) and pops the results into node[];
   returns how many. */
static int spread_results(lua_State *L, lg_trace *t, int first, lg_node node[3]) {
  int n = lua_gettop(L) - first + 1;

  /* A vec or a list as the only result: its elements are the results. */
  if (n == 1 && lg_trace_is_list(L, t, first)) {
    lua_Integer length = luaL_len(L, first);
    if (length < 0 || length > 3) refuse_count(L, length);
    n = (int)length;
    for (int k = 0; k < n; k++) lua_geti(L, first, k + 1);
    lua_remove(L, first);
  }
  if (n > 3) refuse_count(L, n);

  /* Numbers, conditions and values; all else is a slip with a likely reason. */
  for (int k = 0; k < n; k++) {
    int type = lua_type(L, first + k);
    int material;
    if (type != LUA_TNUMBER && type != LUA_TBOOLEAN && !lg_trace_is(L, first + k) &&
        !lg_trace_material(L, t, first + k, &material))
      lg_lua_fail(L, "a function of a particle returns numbers; its result %d is %s%s", k + 1,
                  lg_lua_typename(L, first + k),
                  type == LUA_TNIL
                      ? ": a name without a value, or a table indexed by a per-particle value"
                  : type == LUA_TFUNCTION ? ": call it, with parentheses"
                                          : "");
    node[k] = lg_trace_node(L, t, first + k, "return");
  }

  lua_settop(L, first - 1);
  return n;
}

static void begin_way(lg_trace *t) { t->path.decisions = t->path.results = t->asked = 0; }

/* Of a particle and the time; values of earlier calls are stale. */
static void one_way(lua_State *L, lg_trace *t, int function, double time) {
  int top = lua_gettop(L);
  begin_way(t);
  for (int i = 0; i < LG_TRACE_STORES; i++) t->path.store[i] = LG_NO_NODE;
  t->site = 0;
  t->serial = ++t->last;
  lua_pushvalue(L, function);
  lg_trace_push_particle(L, t);
  lua_pushnumber(L, time);
  lua_call(L, 2, LUA_MULTRET);
  t->path.results = spread_results(L, t, top + 1, t->path.result);
}

/* Of the neighbour behind the function, in the call that sums; what p has stored before it is what
   p has in it. */
static void one_way_inside(lua_State *L, lg_trace *t, int function, double time) {
  int top = lua_gettop(L);
  (void)time;
  begin_way(t);
  lua_pushvalue(L, function);
  lua_pushvalue(L, function + 1);
  lua_call(L, 1, LUA_MULTRET);
  t->path.results = spread_results(L, t, top + 1, t->path.result);
}

void lg_trace_again(lua_State *L, lg_trace *t, int function, double time) {
  t->mode = LG_TRACE_ALL;
  one_way(L, t, function, time);
}

/* The last decision that answered true now answers false; false: all ways are done. */
static bool turn(lg_trace *t) {
  int i = t->path.decisions - 1;
  while (i >= 0 && !t->path.answer[i]) i--;
  if (i < 0) return false;
  t->path.answer[i] = false;
  t->forced = i + 1;
  return true;
}

/* ---- joining -------------------------------------------------------------------------------- */

typedef struct joining {
  lg_trace *t;
  const lg_trace_path *path;
  int what; /* a result, or 3 + a target */
} joining;

static lg_node end_of(const joining *j, const lg_trace_path *p) {
  if (j->what < 3) return p->result[j->what];
  const lg_trace_target *to = &j->t->target[j->what - 3];
  lg_node stored = p->store[j->what - 3];
  return stored != LG_NO_NODE ? stored : lg_expr_column(j->t->e, to->column, to->component);
}

/* Ways [begin, end) share their first `depth` decisions; those that answer true to the next one
   come first. */
static lg_node join(const joining *j, int begin, int end, int depth) {
  const lg_trace_path *p = j->path;
  if (end - begin == 1) return end_of(j, &p[begin]);
  int middle = begin;
  while (middle < end && p[middle].answer[depth]) middle++;
  lg_node yes = join(j, begin, middle, depth + 1), no = join(j, middle, end, depth + 1);
  return lg_expr_3(j->t->e, LG_OP_SELECT, p[begin].condition[depth], yes, no);
}

/* All ways must return the same count, conditions in the same places. */
static void check_ways(lua_State *L, const lg_trace *t, int function, const lg_trace_path *path,
                       int ways) {
  int n = path[0].results;

  for (int i = 1; i < ways; i++) {
    if (path[i].results != n)
      luaL_error(L, "%s: the function returns %d values on one way through it and %d on another",
                 lg_trace_place(L, function), n, path[i].results);
    for (int k = 0; k < n; k++)
      if (lg_expr_is_condition(t->e, path[0].result[k]) !=
          lg_expr_is_condition(t->e, path[i].result[k]))
        luaL_error(
            L, "%s: the function returns a condition on one way through it and a number on another",
            lg_trace_place(L, function));
  }
}

/* As many as are wanted, and as many as at first. */
static void check_count(lua_State *L, const lg_trace *t, int function, int n) {
  if (t->into && n != 1 && n != 3)
    luaL_error(L,
               "%s: the function must return one number for the column '%s', or three, red, green "
               "and blue; not %d",
               lg_trace_place(L, function), t->into, n);

  /* as many on every path and in every call */
  if (t->given && n != t->given)
    luaL_error(
        L, "%s: the function returned %d numbers so far and %d now; return the same count always",
        lg_trace_place(L, function), t->given, n);

  if (n == 0 && !t->stores)
    luaL_error(L, "%s: the function returns nothing; is its 'return' missing?",
               lg_trace_place(L, function));
}

static void finish(lua_State *L, lg_trace *t, int function, const lg_trace_path *path, int ways) {
  bool ok = true;
  check_count(L, t, function, path[0].results);
  if (t->into && !lg_column_scratch(t->w, t->into, path[0].results))
    lg_lua_fail(L, "%s", lg_error(t->w));

  /* what it returns, as one value of all its ways */
  for (int k = 0; ok && k < path[0].results; k++) {
    lg_node value = join(&(joining){t, path, k}, 0, ways, 0);
    ok = t->into ? lg_expr_store(t->e, t->into, k, value) : lg_expr_give(t->e, k, value);
  }

  /* what it stores, likewise */
  for (int i = 0; ok && i < t->targets; i++)
    ok = lg_expr_store(t->e, t->target[i].column, t->target[i].component,
                       join(&(joining){t, path, 3 + i}, 0, ways, 0));

  if (!ok) lg_lua_fail(L, "%s", lg_expr_error(t->e));
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* One way after the other; pushes what keeps them alive. */
static const lg_trace_path *all_ways(lua_State *L, lg_trace *t, int function, double time,
                                     void (*take)(lua_State *L, lg_trace *t, int function,
                                                  double time),
                                     int *count) {
  int ways = 0;
  lg_trace_path *path = lua_newuserdatauv(L, sizeof *path, 0);
  t->forced = 0;

  /* until the last branch has been taken both ways */
  for (size_t room = 1;;) {
    take(L, t, function, time);
    if ((size_t)ways == room) {
      lg_trace_path *longer = lua_newuserdatauv(L, 4 * room * sizeof *path, 0);
      memcpy(longer, path, room * sizeof *path);
      lua_replace(L, -2);
      path = longer;
      room *= 4;
    }
    path[ways++] = t->path;
    if (!turn(t)) break;
    if (ways == LG_TRACE_PATHS)
      luaL_error(L,
                 "%s: this function has more than %d branch combinations; write independent "
                 "choices as lg.where(cond, a, b)",
                 lg_trace_place(L, function), LG_TRACE_PATHS);
  }

  check_ways(L, t, function, path, ways);
  *count = ways;
  return path;
}

void lg_trace_run(lua_State *L, lg_trace *t, int function, double time) {
  int ways;
  t->mode = LG_TRACE_ALL;
  t->targets = 0;
  const lg_trace_path *path = all_ways(L, t, function, time, one_way, &ways);
  finish(L, t, function, path, ways);
  lua_pop(L, 1);
}

int lg_trace_run_inside(lua_State *L, lg_trace *t, int function, lg_node result[3]) {
  int ways;
  const lg_trace_path *path = all_ways(L, t, function, 0, one_way_inside, &ways);
  for (int k = 0; k < path[0].results; k++) result[k] = join(&(joining){t, path, k}, 0, ways, 0);
  lua_pop(L, 1);
  return path[0].results;
}
