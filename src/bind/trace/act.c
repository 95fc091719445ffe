/* act.c - world:update, remove_if, sum, mean, min, max, count: functions of a particle that act at
   once, on all particles, at native speed; world:each: an ordinary function for the particles that
   a condition picks, one by one. */
#include "bind/trace/trace.h"

#include "bind/guard/guard.h"

#include <stdio.h>
#include <string.h>

/* Was no function of this place in the script checked yet? */
static bool is_new(lua_State *L, int function) {
  lg_lua_push_state(L, 1, "checked");

  /* By the place in the script: a hook makes its functions anew in every frame. */
  const char *place = lg_trace_place(L, function);
  bool fresh = lua_getfield(L, -2, place) == LUA_TNIL;
  lua_pushboolean(L, 1);
  lua_setfield(L, -4, place);
  lua_pop(L, 3);
  return fresh;
}

/* All of them the first time, then one each time; of a solver's stage one a frame. */
static int samples_of(lua_State *L, const lg_lua_world *self, int function) {
  if (lg_world_count(self->w) == 0) return 0;
  if (is_new(L, function)) return LG_TRACE_SAMPLES;
  return lg_trace_of(L)->solving && lg_world_stats(self->w)->substeps > 0 ? 0 : 1;
}

bool lg_trace_under_way(lua_State *L) {
  lg_trace_mode mode = lg_trace_of(L)->mode;
  return mode == LG_TRACE_ALL || mode == LG_TRACE_ONE;
}

static int asks_for_all(lua_State *L, const char *method) {
  bool sums = false;
  for (int i = 0; lg_trace_sum_names[i]; i++)
    sums = sums || strcmp(lg_trace_sum_names[i], method) == 0;
  if (!sums)
    return lg_lua_fail(L, "world:%s: a function of a particle cannot act on all of them", method);
  return lg_lua_fail(L,
                     "world:%s: a function of a particle cannot ask for all of them; over its "
                     "neighbours it is p:%s(function(q) ... end), over all ask before, and use the "
                     "answer here",
                     method, method);
}

/* The job for the function at `function`; the world is at 1. Its random numbers: by place in the
   script, and how many times it was asked in this frame. */
static lg_trace_job job_of(lua_State *L, const char *method, int function, char *stream,
                           size_t stream_bytes) {
  lg_lua_world *self = lg_lua_self(L, method);
  if (!lua_isfunction(L, function))
    lg_lua_fail(L, "world:%s: expects a function of a particle, function(p) ... end, got %s",
                method, lg_lua_typename(L, function));
  if (lg_trace_under_way(L)) asks_for_all(L, method);

  /* Random numbers of its own for each that is asked for in a frame. */
  if (self->acts_frame != lg_world_frame(self->w)) self->acts = 0;
  self->acts_frame = lg_world_frame(self->w);
  snprintf(stream, stream_bytes, "%d %s", (int)self->acts++, method);

  self->hook_failed = false;
  return (lg_trace_job){.L = L,
                        .world = self,
                        .at = 1,
                        .function = function,
                        .stream = stream,
                        .samples = samples_of(L, self, function)};
}

static int fold(lua_State *L, const char *method, lg_fold how) {
  char stream[LG_NAME_MAX];
  double out[3] = {0, 0, 0};
  lg_trace_job job = job_of(L, method, 2, stream, sizeof stream);
  lg_world *w = job.world->w;
  int n = lg_fold_all(w, how, lg_trace_write, &job, out);
  lg_guard_resume(L);
  if (n == 0) return lg_lua_raise_formula(L, job.world, 1);

  /* Of nobody there is no mean, least or greatest: nil. */
  if (how == LG_COUNT) lua_pushinteger(L, (lua_Integer)out[0]);
  else if (how != LG_SUM && lg_world_count(w) == 0) lua_pushnil(L);
  else if (n == 1) lua_pushnumber(L, out[0]);
  else lg_lua_push_vec(L, out, n);
  return 1;
}

static int sum(lua_State *L) { return fold(L, "sum", LG_SUM); }
static int mean(lua_State *L) { return fold(L, "mean", LG_MEAN); }
static int least(lua_State *L) { return fold(L, "min", LG_LEAST); }
static int most(lua_State *L) { return fold(L, "max", LG_MOST); }
static int count(lua_State *L) { return fold(L, "count", LG_COUNT); }

static int update(lua_State *L) {
  char stream[LG_NAME_MAX];
  lg_trace_job job = job_of(L, "update", 2, stream, sizeof stream);
  if (lg_trace_of(L)->looking) lg_lua_changes(L, "world:update");
  job.stores = true;
  bool ok = lg_update(job.world->w, lg_trace_write, &job);
  lg_guard_resume(L);
  return ok ? 0 : lg_lua_raise_formula(L, job.world, 1);
}

/* Returns how many it removed. */
static int remove_if(lua_State *L) {
  char stream[LG_NAME_MAX];
  lg_trace_job job = job_of(L, "remove_if", 2, stream, sizeof stream);
  lg_lua_changes(L, "world:remove_if");
  int64_t gone = lg_remove_if(job.world->w, lg_trace_write, &job);
  lg_guard_resume(L);
  if (gone < 0) return lg_lua_raise_formula(L, job.world, 1);
  lua_pushinteger(L, gone);
  return 1;
}

/* ---- one by one ----------------------------------------------------------------------------- */

/* lua_pcall's function: world, function, indices, their count. */
static int visit(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  const int32_t *index = lua_touserdata(L, 3);
  uint64_t stamp = lg_world_stamp(t->w);
  lua_Integer n = lua_tointeger(L, 4);
  t->serial = ++t->last;
  lg_trace_push_particle(L, t);

  /* The particle is the same value every time; where it stands changes. A removal would make the
     rest of the indices wrong. */
  for (lua_Integer i = 0; i < n; i++) {
    t->mode = LG_TRACE_EACH;
    t->index = index[i];
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 5);
    lua_call(L, 1, 0);
    if (lg_world_stamp(t->w) != stamp)
      return lg_lua_fail(L, "world:each: particles came or went while they were visited; use "
                            "world:remove_if, or note their ids");
  }
  return 0;
}

/* The indices of those that meet the filter (nil: of all), on top of the stack. */
static int64_t push_picked(lua_State *L, lg_lua_world *self, int filter) {
  char stream[LG_NAME_MAX];
  size_t n = lg_world_count(self->w);
  int32_t *index = lua_newuserdatauv(L, (n + 1) * sizeof *index, 0);
  if (lua_isnil(L, filter)) {
    for (size_t i = 0; i < n; i++) index[i] = (int32_t)i;
    return (int64_t)n;
  }

  /* The filter is traced, and picks natively. */
  lg_trace_job job = job_of(L, "each", filter, stream, sizeof stream);
  int64_t picked = lg_pick_if(self->w, lg_trace_write, &job, index);
  lg_guard_resume(L);
  if (picked < 0) lg_lua_raise_formula(L, self, 1);
  return picked;
}

/* Calls the function at 3 for those that were picked, protected: the trace is another one
   meanwhile. */
static bool visit_all(lua_State *L, lg_world *w, int64_t picked) {
  lg_trace *t = lg_trace_of(L), before = *t;

  t->w = w;
  t->dim = lg_world_dim(w);
  t->stores = !t->looking;

  lua_pushcfunction(L, visit);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  lua_pushvalue(L, 4);
  lua_pushinteger(L, picked);
  bool ok = lua_pcall(L, 4, 0, 0) == LUA_OK;

  /* what the visit found is kept, not where it stood */
  before.last = t->last;
  before.moves = t->moves;
  *t = before;
  return ok;
}

/* world:each([filter,] function) -> how many it visited, and the seconds it took: plain Lua,
   hundreds of times slower than a formula. */
static int each(lua_State *L) {
  lg_lua_world *self = lg_lua_self(L, "each");
  double begun = lg_clock();

  /* The filter may be left out. */
  if (lua_gettop(L) == 2) {
    lua_pushnil(L);
    lua_insert(L, 2);
  }
  lua_settop(L, 3);
  if (!lua_isfunction(L, 3))
    return lg_lua_fail(L, "world:each: expects a filter and a function of a particle, got %s",
                       lg_lua_typename(L, 3));

  /* Who is visited. */
  int64_t picked = push_picked(L, self, 2);
  if (lg_trace_under_way(L))
    return lg_lua_fail(L,
                       "world:each: a function of a particle cannot visit them; visit in a hook");
  if (!visit_all(L, self->w, picked)) return lua_error(L);

  /* What it cost, for the script and for the statistics. */
  double cost = lg_clock() - begun;
  lg_stats_visit(self->w, (size_t)picked, cost);
  lua_pushinteger(L, picked);
  lua_pushnumber(L, cost);
  return 2;
}

const luaL_Reg lg_lua_acts[] = {{"update", update}, {"remove_if", remove_if}, {"sum", sum},
                                {"mean", mean},     {"min", least},           {"max", most},
                                {"count", count},   {"each", each},           {NULL, NULL}};

lua_CFunction lg_lua_act(const char *name) {
  const luaL_Reg *act = lg_lua_acts;
  while (act->name && strcmp(act->name, name) != 0) act++;
  return act->func;
}

/* ---- colours -------------------------------------------------------------------------------- */

/* A solver in waiting has declared columns that are not there yet. */
static bool columns_wait(const lg_world *w) {
  const lg_column_def *c = lg_kind_of(w, lg_solver_id(w))->solver.columns;
  while (c && c->name && lg_column(w, c->name).components) c++;
  return c && c->name;
}

/* lua_pcall's function: the world -> is it coloured? */
static int color(lua_State *L) {
  lg_lua_world *self = lg_lua_to_world(L, 1);
  lua_pushboolean(L, !columns_wait(self->w));
  if (!lua_toboolean(L, -1)) return 1;

  /* The function of world.color_by, as an update of the column "color". */
  lua_getiuservalue(L, 1, LG_WORLD_STATE);
  lua_getfield(L, -1, "color_by");
  int function = lua_gettop(L);
  lg_trace_job job = {.L = L,
                      .world = self,
                      .at = 1,
                      .function = function,
                      .into = "color",
                      .stream = "color",
                      .samples = samples_of(L, self, function)};
  self->hook_failed = false;

  bool ok = lg_update(self->w, lg_trace_write, &job);
  lua_settop(L, 2);
  return ok ? 1 : lg_lua_raise_formula(L, self, 1);
}

bool lg_lua_color(lua_State *L, int world, char *column, size_t bytes) {
  lua_pushcfunction(L, color);
  lua_pushvalue(L, world);
  bool ok = lua_pcall(L, 1, 1, 0) == LUA_OK;
  snprintf(column, bytes, "%s", ok && lua_toboolean(L, -1) ? "color" : "");
  if (ok) return true;

  /* A function that failed is let go: it would fail again in every picture. */
  luaL_tolstring(L, -1, NULL);
  lua_getiuservalue(L, world, LG_WORLD_STATE);
  lua_pushnil(L);
  lua_setfield(L, -2, "color_by");
  lua_pop(L, 1);
  return false;
}
