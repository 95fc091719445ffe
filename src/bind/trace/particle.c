/* particle.c - the particle that a function receives: p.x, p.vy, p.mass, p.position, every
   column by its name. All particles at once (nodes), a sample (numbers; what is stored is kept
   apart), or one real particle (world:each). */
#include "bind/trace/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct particle {
  uint32_t serial;
} particle;

static const char *const vectors[] = {"position", "velocity", "acceleration"};
static const char *const letters[] = {"", "v", "a"}; /* x, vx, ax */

/* "vx" -> velocity, 0; another name is a column's own. False: the world has no such axis. */
static bool split(const lg_trace *t, const char *name, const char **column, int *component) {
  *column = name;
  *component = -1;

  /* x, vx, ax and so on: a letter behind the sign of a vector. */
  for (int v = 0; v < 3; v++) {
    size_t n = strlen(letters[v]);
    if (strncmp(name, letters[v], n) != 0 || strlen(name) != n + 1 || name[n] < 'x' ||
        name[n] > 'z')
      continue;
    *column = vectors[v];
    *component = name[n] - 'x';
    return *component < t->dim;
  }
  return true;
}

/* How many numbers it has; 0: there is no such column. Of a solver in waiting too. */
static int components_of(const lg_trace *t, const char *column) {
  if (!t->w) return strcmp(column, "position") == 0 ? t->dim : 0;
  lg_view view = lg_column(t->w, column);
  if (view.components) return view.components;
  const lg_kind *solver = lg_kind_of(t->w, lg_solver_id(t->w));
  for (const lg_column_def *c = solver->solver.columns; c && c->name; c++)
    if (strcmp(c->name, column) == 0) return c->components ? c->components : t->dim;
  return 0;
}

int lg_trace_name(const lg_trace *t, const char *name, const char **column, int *component) {
  return split(t, name, column, component) ? components_of(t, *column) : 0;
}

int lg_trace_unknown(lua_State *L, const lg_trace *t, const char *subject, const char *name,
                     const char *const *own) {
  const char *names[LG_LUA_NAMES_MAX] = {"x", "y", "vx", "vy", "z", "vz"};
  int n = t->dim == 3 ? 6 : 4;

  /* what is known but not here */
  if (strlen(name) <= 2 && strpbrk(name, "xyz") && t->dim == 2)
    return lg_lua_fail(L, "%s.%s: this world has 2 dimensions, x and y", subject, name);
  if (!t->w) return lg_lua_fail(L, "%s.%s: only a position is known here", subject, name);
  if (lg_trace_pairs(name))
    return lg_lua_fail(L,
                       "%s.%s is of two neighbours; read it of the other one, as q.%s, in "
                       "p:sum(function(q) ... end)",
                       subject, name, name);

  /* what there is */
  for (int i = 0; i < lg_column_count(t->w) && n < LG_LUA_NAMES_MAX; i++)
    names[n++] = lg_column_name(t->w, i);
  for (; *own && n < LG_LUA_NAMES_MAX; own++) names[n++] = *own;
  return lg_lua_unknown(L, subject, "column", name, names, n);
}

/* ---- numbers of one particle ---------------------------------------------------------------- */

static double radical(int64_t i, int base) { /* van der Corput: spread over 0..1 */
  double x = 0, f = 1;
  for (i++; i > 0; i /= base) x += (f /= base) * (double)(i % base);
  return x;
}

/* Samples while there are no particles: positions spread over the world, moderate velocities. */
static double made_up(const lg_trace *t, const char *column, int component) {
  static const int bases[] = {2, 3, 5, 7, 11, 13};
  int64_t i = -1 - t->index;
  if (strcmp(column, "id") == 0) return (double)i;
  double u = radical(i, bases[component]);
  if (strcmp(column, "position") == 0) {
    lg_bounds b = t->w ? lg_world_bounds(t->w) : (lg_bounds){3, {-1, -1, -1}, {1, 1, 1}};
    return (double)b.min[component] + u * ((double)b.max[component] - (double)b.min[component]);
  }
  if (strcmp(column, "velocity") == 0) return 4 * radical(i, bases[component + 3]) - 2;
  return strcmp(column, "material") == 0 ? 0 : u + 0.1;
}

double lg_trace_read(const lg_trace *t, const char *column, int component) {
  if (t->instead.column && component == t->instead.component &&
      strcmp(t->instead.column, column) == 0)
    return t->instead.value;
  lg_view view = t->w && t->index >= 0 ? lg_column(t->w, column) : (lg_view){.components = 0};
  if (component >= view.components || (size_t)t->index >= view.n) {
    double made = made_up(t, column, component);
    return t->index < 0 ? (double)(float)made : 0;
  }
  if (view.i32) return (double)view.i32[t->index];
  return lg_trace_number(t, (double)view.c[component][t->index]);
}

/* The number of fewest digits that is this float: 0.02 of a lattice is the 0.02 of a script, as it
   is for the formula, and neither below nor above it. */
static double shortest(double x) {
  if (x == 0 || !isfinite(x)) return x;
  int exponent = (int)floor(log10(fabs(x)));
  for (int digits = 6; digits < 9; digits++) {
    int shift = digits - 1 - exponent; /* of the decimal point; up to 22 powers of ten are exact */
    double ten = pow(10, abs(shift)), d = shift < 0 ? rint(x / ten) * ten : rint(x * ten) / ten;
    if (abs(shift) <= 22 && (float)d == (float)x) return d;
  }
  return x;
}

double lg_trace_number(const lg_trace *t, double x) {
  return t->mode == LG_TRACE_ONE ? shortest(x) : x;
}

/* ---- reading -------------------------------------------------------------------------------- */

static int target_of(lg_trace *t, const char *column, int component) {
  int i = 0;
  while (i < t->targets &&
         (t->target[i].component != component || strcmp(t->target[i].column, column) != 0))
    i++;
  return i;
}

static lg_id material_of(const lg_world *w, int number) { /* 0: the default one, or none */
  for (int i = 0; number > 0 && i < lg_object_count(w); i++)
    if (lg_material_number(w, lg_object_at(w, i)) == number) return lg_object_at(w, i);
  return 0;
}

/* p.material of one particle: the material, as a scene compares it, the solver's is the default;
   a number where Lua has let go of it. */
static void push_material(lua_State *L, const lg_trace *t, int number) {
  int top = lua_gettop(L);

  if (!t->w || !lg_lua_push_world_of(L, t->w)) lua_pushnil(L);
  else if (number == 0) {
    lua_getiuservalue(L, -1, LG_WORLD_STATE);
    lua_getfield(L, -1, "solver");
  } else {
    lua_getiuservalue(L, -1, LG_WORLD_OBJECTS);
    lua_rawgeti(L, -1, material_of(t->w, number));
  }

  /* a number that is nobody's any more stays a number */
  if (lua_isnil(L, -1)) lua_pushinteger(L, number);
  lua_replace(L, top + 1);
  lua_settop(L, top + 1);
}

void lg_trace_push_number(lua_State *L, const lg_trace *t, const char *column, int component) {
  if (strcmp(column, "material") == 0)
    push_material(L, t, (int)lg_trace_read(t, column, component));
  else if (lg_column_integer(t->w, column))
    lua_pushinteger(L, (lua_Integer)lg_trace_read(t, column, component));
  else lua_pushnumber(L, lg_trace_read(t, column, component) * (1 + t->off));
}

static void push_stored(lua_State *L, const lg_trace *t, const char *column, double value) {
  if (strcmp(column, "material") == 0) push_material(L, t, (int)value);
  else lua_pushnumber(L, value);
}

static void push_component(lua_State *L, lg_trace *t, const char *column, int component) {
  int i = target_of(t, column, component);
  if (t->mode == LG_TRACE_ALL) {
    bool stored = i < t->targets && t->path.store[i] != LG_NO_NODE;
    lg_trace_push(L, t, stored ? t->path.store[i] : lg_expr_column(t->e, column, component));
  } else if (t->mode == LG_TRACE_ONE && i < t->targets && t->stored[i])
    push_stored(L, t, column, t->value[i]);
  else lg_trace_push_number(L, t, column, component);
}

lg_trace *lg_trace_fresh(lua_State *L) {
  lg_trace *t = lg_trace_of(L);
  const particle *p = luaL_testudata(L, 1, LG_LUA_PARTICLE);
  if (!p || t->mode == LG_TRACE_OFF || p->serial != t->serial)
    lg_lua_fail(L, "this particle was kept from an earlier call; it is only valid inside the "
                   "function that received it");
  return t;
}

static int no_list(lua_State *L) {
  return lg_lua_fail(L, "p is a particle, no list of them; #world.particles is how many there are, "
                        "world:sum(function(p) ... "
                        "end) adds up, world:each sees them one by one");
}

/* p.W0, p.V0: the same for all particles. */
static bool push_constant(lua_State *L, const lg_trace *t, const char *name) {
  if (!t->w) return false;
  if (strcmp(name, "W0") == 0) lua_pushnumber(L, lg_weight(t->w, 0, 0, NULL));
  else if (strcmp(name, "V0") == 0)
    lua_pushnumber(L, pow((double)lg_world_spacing(t->w), lg_world_dim(t->w)));
  else return false;
  return true;
}

static int get(lua_State *L) {
  lg_trace *t = lg_trace_fresh(L);
  if (lua_isnumber(L, 2) || lg_trace_is(L, 2)) return no_list(L);

  /* The column of that name, or of that axis; else a sum over neighbours, or the walls. */
  const char *name = luaL_tolstring(L, 2, NULL), *column;
  int component, n = lg_trace_name(t, name, &column, &component);
  if (n == 0 &&
      (lg_trace_push_sum(L, name) || push_constant(L, t, name) || lg_trace_push_wall(L, t, name)))
    return 1;
  if (n == 0) return lg_trace_unknown(L, t, "p", name, lg_trace_sum_names);

  /* A number, or a vec of all components. */
  if (component >= 0 || n == 1) {
    push_component(L, t, column, component < 0 ? 0 : component);
    return 1;
  }
  for (int k = 0; k < n; k++) push_component(L, t, column, k);
  lg_lua_join_vec(L, n);
  return 1;
}

/* ---- storing -------------------------------------------------------------------------------- */

/* p.material = oil, or the world's solver, which has the default one: pushes its number. */
static int push_material_number(lua_State *L, const lg_trace *t, int value) {
  int number;
  bool traced = t->mode == LG_TRACE_ALL && lg_trace_is(L, value);
  if (traced) lua_pushvalue(L, value); /* of the particle's, or of a neighbour's */
  else if (!lg_trace_material(L, t, value, &number))
    lg_lua_fail(L,
                "p.material must be a material, lg.material { ... }, or the world's solver; got %s",
                lg_lua_typename(L, value));
  else if (number < 0)
    lg_lua_fail(L, "p.material: that material is not in this world; world:add(it) first");
  else lua_pushinteger(L, number);

  return lua_gettop(L);
}

/* Of one real particle, at once. */
static void store_now(lua_State *L, const lg_trace *t, const char *column, int component,
                      int value) {
  lg_lua_check_mass(L, "p.mass", column, lua_tonumber(L, value));
  if (strcmp(column, "material") == 0) {
    lg_id material = material_of(t->w, (int)lua_tointeger(L, value));
    if (!lg_particle_set_material(t->w, t->index, material)) lg_lua_fail(L, "%s", lg_error(t->w));
    return;
  }
  lg_view view = lg_column_edit(t->w, column);
  if ((size_t)t->index < view.n) view.c[component][t->index] = (float)lua_tonumber(L, value);
}

/* Target i, which may be a new one. */
static void aim(lua_State *L, lg_trace *t, int i, const char *column, int component) {
  if (i == LG_TRACE_STORES)
    lg_lua_fail(L, "p.%s: a function can store at most %d numbers", column, LG_TRACE_STORES);
  if (i < t->targets) return;
  snprintf(t->target[i].column, LG_NAME_MAX, "%s", column);
  t->target[i].component = component;
  t->path.store[i] = LG_NO_NODE;
  t->stored[i] = false;
  t->targets++;
}

static void store(lua_State *L, lg_trace *t, const char *name, const char *column, int component,
                  int value) {
  int i = target_of(t, column, component);

  /* Columns that functions may change, numbers or values to put there. */
  const bool is_material = strcmp(column, "material") == 0;
  if (!is_material && lg_column_integer(t->w, column))
    lg_lua_fail(L, "p.%s is kept by the core and cannot be changed", name);
  if (is_material) value = push_material_number(L, t, value);
  if (lua_type(L, value) != LUA_TNUMBER && !(t->mode == LG_TRACE_ALL && lg_trace_is(L, value)))
    lg_lua_fail(L, "p.%s must be a number, got %s", name, lg_lua_typename(L, value));

  t->moves = t->moves || strcmp(column, "velocity") == 0;

  if (t->mode == LG_TRACE_EACH) {
    store_now(L, t, column, component, value);
    return;
  }

  /* Else it is kept as a target: the trace writes it for all, a sample only compares it. */
  aim(L, t, i, column, component);
  if (t->mode == LG_TRACE_ALL) t->path.store[i] = lg_trace_node(L, t, value, "store");
  else {
    t->value[i] = lua_tonumber(L, value);
    t->stored[i] = true;
  }
}

/* A vec or list, at 3, of all n components. */
static void store_all(lua_State *L, lg_trace *t, const char *name, const char *column, int n) {
  if (!lua_istable(L, 3) && !luaL_getmetafield(L, 3, "__len"))
    lg_lua_fail(L, "p.%s must be a vec of %d numbers, got %s", name, n,
                lg_trace_is(L, 3) ? "one number" : lg_lua_typename(L, 3));

  lua_settop(L, 3);
  if (luaL_len(L, 3) != n)
    lg_lua_fail(L, "p.%s must be a vec of %d numbers, got one of %I", name, n, luaL_len(L, 3));

  for (int k = 0; k < n; k++) {
    lua_geti(L, 3, k + 1);
    store(L, t, name, column, k, lua_gettop(L));
    lua_pop(L, 1);
  }
}

static int put(lua_State *L) {
  lg_trace *t = lg_trace_fresh(L);

  /* The column of that name, or of that axis. */
  static const char *const no_more[] = {NULL};
  const char *name = luaL_tolstring(L, 2, NULL), *column;
  int component, n = lg_trace_name(t, name, &column, &component);
  for (const char *const *own = lg_trace_sum_names; n == 0 && *own; own++)
    if (strcmp(*own, name) == 0)
      return lg_lua_fail(L, "p.%s is no column, and is only read; store in one of your own", name);
  if (n == 0) return lg_trace_unknown(L, t, "p", name, no_more);
  if (t->sum)
    return lg_lua_fail(L,
                       "p.%s: a function of a neighbour only computes what is summed; store the "
                       "sum behind it",
                       name);
  if (!t->stores)
    return lg_lua_fail(L, "p.%s cannot be changed here; store in world:update(function(p) ... end)",
                       name);

  /* One number, or all components. */
  if (component >= 0 || n == 1) store(L, t, name, column, component < 0 ? 0 : component, 3);
  else store_all(L, t, name, column, n);
  return 0;
}

void lg_trace_push_particle(lua_State *L, const lg_trace *t) {
  particle *p = lua_newuserdatauv(L, sizeof *p, 0);
  p->serial = t->serial;
  luaL_setmetatable(L, LG_LUA_PARTICLE);
}

/* ---- points --------------------------------------------------------------------------------- */

/* A particle, a vec, or a list of numbers and values. */
bool lg_trace_point(lua_State *L, int index, int dim, lg_trace *t, double at[3], lg_node node[3]) {
  bool is_particle = luaL_testudata(L, index, LG_LUA_PARTICLE) ||
                     luaL_testudata(L, index, LG_LUA_NEIGHBOR),
       traced = false;
  static const char *const axes[] = {"x", "y", "z"};
  if (!is_particle && !lua_istable(L, index) && !lua_isuserdata(L, index))
    lg_lua_fail(L, "a point is a particle, a vec or a list of %d numbers, got %s", dim,
                lg_lua_typename(L, index));

  /* Its coordinates: numbers, or values if one of them is a value. */
  index = lua_absindex(L, index);
  for (int k = 0; k < dim; k++) {
    if (is_particle) lua_getfield(L, index, axes[k]);
    else lua_geti(L, index, k + 1);
    if (lua_type(L, -1) != LUA_TNUMBER && !lg_trace_is(L, -1))
      lg_lua_fail(L, "a point has %d numbers here, got %s as its %s", dim, lg_lua_typename(L, -1),
                  axes[k]);
    traced |= lg_trace_is(L, -1);
  }
  for (int k = 0; k < dim; k++) {
    if (traced) node[k] = lg_trace_node(L, t, k - dim, "take as a point");
    else at[k] = lua_tonumber(L, k - dim);
  }
  lua_pop(L, dim);
  return traced;
}

void lg_trace_open_particle(lua_State *L) {
  static const luaL_Reg meta[] = {{"__index", get},
                                  {"__newindex", put},
                                  {"__len", no_list},
                                  {"__pairs", no_list},
                                  {NULL, NULL}};
  lg_lua_metatable(L, LG_LUA_PARTICLE, meta);
}
