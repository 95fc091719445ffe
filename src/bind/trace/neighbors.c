/* neighbors.c - p:sum(function(q) ... end) and its like: a function of a neighbour, traced inside
   of a function of a particle. For all particles it becomes a sum of the formula (expr_neighbors.c
   of the core); for one particle it is called for each neighbour, and what it returns is added
   up. */
#include "bind/trace/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct neighbor {
  uint32_t serial, sum;
} neighbor;

typedef struct sum_job {
  lg_trace *t;
  lg_fold how;
  const char *name; /* "sum", ... */
  double radius;    /* m; 0: the solver's */
  const char *kernel;
  int n; /* how many numbers it has */
  lg_node node[3];
  double number[3];
} sum_job;

#define SUMS(ROW)                                                                                  \
  ROW("sum", LG_SUM)                                                                               \
  ROW("mean", LG_MEAN)                                                                             \
  ROW("min", LG_LEAST)                                                                             \
  ROW("max", LG_MOST)                                                                              \
  ROW("count", LG_COUNT)
#define SUM(name, how)  {name, how},
#define NAME(name, ...) name,
static const struct {
  const char *name;
  lg_fold how;
} sums[] = {SUMS(SUM)};

const char *const lg_trace_sum_names[] = {SUMS(NAME) "W0", "V0", "wall", "wall_gradient", NULL};

/* ---- the neighbour -------------------------------------------------------------------------- */

/* What is known of a pair beside the columns of q. */
#define PAIRS(ROW)                                                                                 \
  ROW("offset", LG_PAIR_OFFSET, true)                                                              \
  ROW("distance", LG_PAIR_DISTANCE, false)                                                         \
  ROW("W", LG_PAIR_W, false)                                                                       \
  ROW("gradW", LG_PAIR_GRADIENT, true)                                                             \
  ROW("laplacian", LG_PAIR_LAPLACIAN, false)
#define PAIR(name, what, vector) {name, what, vector},
static const struct {
  const char *name;
  lg_pair what;
  bool vector;
} pairs[] = {PAIRS(PAIR)};

static const char *const pair_names[] = {PAIRS(NAME) NULL};

static double known(const lg_neighbor *q, lg_pair what, int component) {
  switch (what) {
    case LG_PAIR_OFFSET: return q->offset[component];
    case LG_PAIR_DISTANCE: return q->distance;
    case LG_PAIR_W: return q->w;
    case LG_PAIR_GRADIENT: return q->gradient[component];
    case LG_PAIR_LAPLACIAN: break;
  }
  return q->laplacian;
}

static int nested(lua_State *L, const char *subject, const char *name) {
  return lg_lua_fail(L, "%s:%s: a sum inside a sum; store the inner one in a column first, in a %s",
                     subject, name,
                     lg_trace_of(L)->solving ? "stage of its own" : "world:update of its own");
}

static void push_pair(lua_State *L, lg_trace *t, lg_pair what, int component) {
  if (t->mode == LG_TRACE_ALL) lg_trace_push(L, t, lg_expr_pair(t->e, what, component));
  else lua_pushnumber(L, lg_trace_number(t, known(t->neighbor, what, component)) * (1 + t->off));
}

/* Of one particle: the number of q's own, an image where it is seen. */
static void push_column(lua_State *L, lg_trace *t, const char *column, int component) {
  const lg_neighbor *q = t->neighbor;
  if (t->mode == LG_TRACE_ALL) {
    lg_trace_push(L, t, lg_expr_neighbor(t->e, column, component));
    return;
  }

  lg_trace as_q = *t;
  as_q.instead.column = NULL;
  if (strcmp(column, "position") == 0)
    lua_pushnumber(L, lg_trace_read(&as_q, column, component) - q->offset[component]);
  else {
    as_q.index = q->index;
    lg_trace_push_number(L, &as_q, column, component);
  }
}

static int get(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  const neighbor *q = luaL_testudata(L, 1, LG_LUA_NEIGHBOR);
  if (!q || t->mode == LG_TRACE_OFF || q->serial != t->serial || q->sum != t->sum)
    return lg_lua_fail(L,
                       "this neighbour was kept from a sum; it is only valid inside the function "
                       "that received it");
  if (lua_isnumber(L, 2) || lg_trace_is(L, 2))
    return lg_lua_fail(L, "q is one neighbour, no list of them; the sum goes over all");

  /* What is known of the pair; a column of the same name is out of reach. */
  const char *name = luaL_tolstring(L, 2, NULL), *column;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    if (strcmp(pairs[i].name, name) != 0) continue;
    for (int k = 0; k < (pairs[i].vector ? t->dim : 1); k++) push_pair(L, t, pairs[i].what, k);
    if (pairs[i].vector) lg_lua_join_vec(L, t->dim);
    return 1;
  }

  /* A column, as of a particle. */
  int component, n = lg_trace_name(t, name, &column, &component);
  if (n == 0 && lg_trace_push_sum(L, name)) return nested(L, "q", name);
  if (n == 0) return lg_trace_unknown(L, t, "q", name, pair_names);
  if (component >= 0 || n == 1) {
    push_column(L, t, column, component < 0 ? 0 : component);
    return 1;
  }
  for (int k = 0; k < n; k++) push_column(L, t, column, k);
  lg_lua_join_vec(L, n);
  return 1;
}

static int put(lua_State *L) {
  return lg_lua_fail(L, "q.%s: a neighbour is only read; store in p, behind the sum",
                     luaL_tolstring(L, 2, NULL));
}

/* ---- for all particles ---------------------------------------------------------------------- */

static int returns_nothing(lua_State *L, int function) {
  return luaL_error(L, "%s: the function of a neighbour returns nothing; is its 'return' missing?",
                    lg_trace_place(L, function));
}

static void sum_of_all(lua_State *L, sum_job *job, int function) {
  lg_trace *t = job->t;
  bool ok = lg_expr_neighbors(t->e, job->radius, job->kernel);
  if (ok) job->n = lg_trace_run_inside(L, t, function, job->node);
  if (ok && job->n == 0) returns_nothing(L, function);
  for (int k = 0; ok && k < job->n; k++) {
    job->node[k] = lg_expr_reduce(t->e, job->how, job->node[k]);
    ok = job->node[k] != LG_NO_NODE;
  }
  if (!ok) lg_lua_fail(L, "%s", lg_expr_error(t->e));
}

/* ---- for one -------------------------------------------------------------------------------- */

/* One number of the function for a neighbour, at `index`. */
static double number_of(lua_State *L, const sum_job *job, int index, int function) {
  int type = lua_type(L, index), wanted = job->how == LG_COUNT ? LUA_TBOOLEAN : LUA_TNUMBER;
  if (type != wanted)
    luaL_error(L, "%s: what is %s of neighbours is a %s, got %s", lg_trace_place(L, function),
               wanted == LUA_TBOOLEAN ? "counted" : "summed",
               wanted == LUA_TBOOLEAN ? "condition" : "number", lg_lua_typename(L, index));
  return type == LUA_TBOOLEAN ? (double)lua_toboolean(L, index) : lua_tonumber(L, index);
}

static void take_one(sum_job *job, int k, double x, bool first) {
  double *total = &job->number[k];
  switch (job->how) {
    case LG_SUM:
    case LG_MEAN:
    case LG_COUNT: *total = first ? x : *total + x; break;
    case LG_LEAST: *total = first || x < *total ? x : *total; break;
    case LG_MOST: *total = first || x > *total ? x : *total; break;
  }
}

/* Calls the function for a neighbour; the function is at `function`, q behind it. */
static void call_one(lua_State *L, sum_job *job, int function, double out[3]) {
  int top = lua_gettop(L);
  lua_pushvalue(L, function);
  lua_pushvalue(L, function + 1);
  lua_call(L, 1, LUA_MULTRET);

  /* A vec or a list is several results. */
  if (lua_gettop(L) == top + 1 && lg_trace_is_list(L, job->t, top + 1)) {
    int n = (int)luaL_len(L, top + 1);
    for (int k = 0; k < n && k < 4; k++) lua_geti(L, top + 1, k + 1);
    lua_remove(L, top + 1);
  }
  job->n = lua_gettop(L) - top;
  if (job->n == 0) returns_nothing(L, function);
  if (job->n > 3)
    luaL_error(L, "%s: a function of a neighbour returns at most 3 numbers, or a vec",
               lg_trace_place(L, function));
  for (int k = 0; k < job->n; k++) out[k] = number_of(L, job, top + 1 + k, function);
  lua_settop(L, top);
}

static void sum_of_one(lua_State *L, sum_job *job, int function) {
  lg_trace *t = job->t;
  const bool real = t->index >= 0;
  int64_t n = real ? lg_neighbors_of(t->w, (size_t)t->index, job->radius, job->kernel, NULL, 0) : 0;
  if (n < 0) lg_lua_fail(L, "%s", lg_error(t->w));
  if (t->mode == LG_TRACE_ONE) t->visited += n;
  if (t->mode == LG_TRACE_ONE && t->visited > LG_TRACE_VISITS) n = 0;
  lg_neighbor *list = lua_newuserdatauv(L, ((size_t)n + 1) * sizeof *list, 0);
  if (real) lg_neighbors_of(t->w, (size_t)t->index, job->radius, job->kernel, list, (size_t)n);

  /* The probe of rounding alternates its sign, or the errors of symmetric neighbours would cancel
     as their values do. */
  double one[3] = {0, 0, 0}, off = t->off;
  for (int64_t i = 0; i < n; i++) {
    t->neighbor = &list[i];
    t->off = i % 2 ? -off : off;
    call_one(L, job, function, one);
    for (int k = 0; k < job->n; k++) take_one(job, k, one[k], i == 0);
  }
  t->off = off;
  for (int k = 0; job->how == LG_MEAN && n > 0 && k < job->n; k++) job->number[k] /= (double)n;
  if (n > 0) return;

  /* Of nobody it is 0, once for each number that the function returns. */
  list[0] = (lg_neighbor){.index = t->index};
  t->neighbor = list;
  call_one(L, job, function, one);
  memset(job->number, 0, sizeof job->number);
}

/* ---- p:sum ---------------------------------------------------------------------------------- */

/* lua_pcall's function: the job, the function, the neighbour. */
static int run(lua_State *L) {
  sum_job *job = lua_touserdata(L, 1);
  if (job->t->mode == LG_TRACE_ALL) sum_of_all(L, job, 2);
  else sum_of_one(L, job, 2);
  return 0;
}

/* {radius = m, kernel = "poly6"} at `index`, or nothing. */
static void take_options(lua_State *L, sum_job *job, int index) {
  static const char *const names[] = {"kernel", "radius"};
  if (lua_isnil(L, index)) return;
  if (!lua_istable(L, index))
    lg_lua_fail(L, "p:%s: expects options as a table, {radius = 0.1}, got %s", job->name,
                lg_lua_typename(L, index));

  /* each option by its name */
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
    bool is_radius = strcmp(key, "radius") == 0, is_kernel = strcmp(key, "kernel") == 0;
    if (!is_radius && !is_kernel) {
      lua_pushvalue(L, -2); /* its text; the key itself stays what lua_next needs */
      const char *text = luaL_tolstring(L, -1, NULL);
      lg_lua_unknown(L, lua_pushfstring(L, "p:%s", job->name), "option", text, names, 2);
    }
    if (lua_type(L, -1) != (is_radius ? LUA_TNUMBER : LUA_TSTRING))
      lg_lua_fail(L, "p:%s: option '%s' must be %s, got %s", job->name, key,
                  is_radius ? "a number of metres" : "the name of a kernel",
                  lg_lua_typename(L, -1));
    if (is_radius) job->radius = lua_tonumber(L, -1);
    else job->kernel = lua_tostring(L, -1); /* the table keeps it */
    if (is_radius && !(job->radius > 0))
      lg_lua_fail(L, "p:%s: option 'radius' must be above 0 m, got %f", job->name, job->radius);
  }
}

static void push_result(lua_State *L, sum_job *job) {
  for (int k = 0; k < job->n; k++) {
    if (job->t->mode == LG_TRACE_ALL) lg_trace_push(L, job->t, job->node[k]);
    else if (job->how == LG_COUNT) lua_pushinteger(L, (lua_Integer)job->number[k]);
    else lua_pushnumber(L, job->number[k]);
  }
  if (job->n > 1) lg_lua_join_vec(L, job->n);
}

/* p:sum(function(q) ... end[, {radius =, kernel =}]); upvalue: which of `sums` */
static int fold(lua_State *L) {
  int which = (int)lua_tointeger(L, lua_upvalueindex(1));
  sum_job job = {.how = sums[which].how, .name = sums[which].name};
  if (!luaL_testudata(L, 1, LG_LUA_PARTICLE)) return lg_lua_colon(L, "p", job.name);
  lg_trace *t = job.t = lg_trace_fresh(L);

  lua_settop(L, 3);
  if (!lua_isfunction(L, 2))
    return lg_lua_fail(L, "p:%s: expects a function of a neighbour, function(q) ... end, got %s",
                       job.name, lg_lua_typename(L, 2));
  if (!t->w) return lg_lua_fail(L, "p:%s: neighbours are known in a world only", job.name);
  if (t->sum) return nested(L, "p", job.name);
  take_options(L, &job, 3);

  /* The trace of the inner function; that of the outer one waits. */
  lg_trace before = *t;
  t->sum = ++t->sums;
  t->stores = false;
  lua_pushcfunction(L, run);
  lua_pushlightuserdata(L, &job);
  lua_pushvalue(L, 2);
  neighbor *q = lua_newuserdatauv(L, sizeof *q, 0);
  *q = (neighbor){t->serial, t->sum};
  luaL_setmetatable(L, LG_LUA_NEIGHBOR);
  bool ok = lua_pcall(L, 3, 0, 0) == LUA_OK;

  if (t->mode == LG_TRACE_ALL) lg_expr_neighbors_end(t->e);
  before.sums = t->sums;
  before.last = t->last;
  before.visited = t->visited;
  *t = before;
  if (!ok) return lua_error(L);
  push_result(L, &job);
  return 1;
}

/* own_weight(p, options) -> W(0) of the kernel that p:sum with these options has, 1/m^dim. */
int lg_trace_own_weight(lua_State *L) {
  sum_job job = {.name = "sum", .t = lg_trace_fresh(L)};
  lua_settop(L, 2);
  if (!job.t->w) return lg_lua_fail(L, "p:sum: neighbours are known in a world only");
  take_options(L, &job, 2);
  double weight = lg_weight(job.t->w, 0, job.radius, job.kernel);
  if (!isfinite(weight)) return lg_lua_fail(L, "%s", lg_error(job.t->w));
  lua_pushnumber(L, weight);
  return 1;
}

bool lg_trace_pairs(const char *name) {
  bool found = false;
  for (int i = 0; pair_names[i]; i++) found = found || strcmp(pair_names[i], name) == 0;
  return found;
}

bool lg_trace_push_sum(lua_State *L, const char *name) {
  for (int i = 0; i < (int)(sizeof sums / sizeof *sums); i++) {
    if (strcmp(sums[i].name, name) != 0) continue;
    lua_pushinteger(L, i);
    lua_pushcclosure(L, fold, 1);
    return true;
  }
  return false;
}

void lg_trace_open_neighbor(lua_State *L) {
  static const luaL_Reg meta[] = {{"__index", get}, {"__newindex", put}, {NULL, NULL}};
  lg_lua_metatable(L, LG_LUA_NEIGHBOR, meta);
}
