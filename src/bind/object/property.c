/* property.c - world.name and world.name = value: the world's rows, what it knows of itself, its
   hooks and methods. */
#include "bind/object/object.h"

#include "bind/trace/trace.h"

#include <stdio.h>
#include <string.h>

/* ---- what a world knows of itself ----------------------------------------------------------- */

static void get_time(lua_State *L, const lg_world *w) { lua_pushnumber(L, lg_world_time(w)); }
static void get_frame(lua_State *L, const lg_world *w) { lua_pushinteger(L, lg_world_frame(w)); }
static void get_dim(lua_State *L, const lg_world *w) { lua_pushinteger(L, lg_world_dim(w)); }
static void get_stats(lua_State *L, const lg_world *w) { lg_lua_push_stats(L, lg_world_stats(w)); }

static void get_name(lua_State *L, int world) {
  const char *name = lg_lua_to_world(L, world)->name;
  lua_pushstring(L, *name ? name : "world");
}

/* Each pushes one value, of the world or of the world's userdata at an index; neither: the value is
   the field of that name in the world's state. */
static const struct {
  const char *name;
  void (*of)(lua_State *L, const lg_world *w);
  void (*at)(lua_State *L, int world);
} getters[] = {{"time", get_time, NULL},
               {"frame", get_frame, NULL},
               {"dim", get_dim, NULL},
               {"bounds", lg_lua_push_bounds, NULL},
               {"edges", lg_lua_push_edges, NULL},
               {"stats", get_stats, NULL},
               {"particles", NULL, lg_lua_push_particles},
               {"grids", NULL, lg_lua_push_grids},
               {"solver", NULL, lg_lua_push_solver},
               {"kernel", NULL, lg_lua_push_kernel},
               {"objects", NULL, lg_lua_push_objects},
               {"gauges", lg_lua_push_gauges, NULL},
               {"contacts", NULL, lg_lua_push_contacts},
               {"name", NULL, get_name},
               {"color_by", NULL, NULL},
               {"view", NULL, NULL},
               {"widgets", NULL, NULL}};
enum { GETTERS = sizeof getters / sizeof *getters };

static void get(lua_State *L, int i, const lg_world *w) {
  if (getters[i].of) getters[i].of(L, w);
  else if (getters[i].at) getters[i].at(L, 1);
  else {
    lua_getiuservalue(L, 1, LG_WORLD_STATE);
    lua_getfield(L, -1, getters[i].name);
  }
}

/* 16 hex digits, as the program prints them: equal text <=> equal bits. */
static int hash(lua_State *L) {
  char digits[20];
  snprintf(digits, sizeof digits, "%016llx",
           (unsigned long long)lg_world_hash(lg_lua_self(L, "hash")->w));
  lua_pushstring(L, digits);
  return 1;
}

static const luaL_Reg methods[] = {{"step", lg_lua_world_step},
                                   {"advance", lg_lua_world_advance},
                                   {"add", lg_lua_world_add},
                                   {"remove", lg_lua_world_remove},
                                   {"find", lg_lua_world_find},
                                   {"hash", hash},
                                   {"measure", lg_lua_world_measure},
                                   {"gauge", lg_lua_world_gauge},
                                   {"ledger", lg_lua_world_ledger},
                                   {"probe", lg_lua_world_probe},
                                   {"watch", lg_lua_world_watch},
                                   {"unwatch", lg_lua_world_unwatch},
                                   {"pick", lg_lua_world_pick},
                                   {"save", lg_lua_world_save},
                                   {"restore", lg_lua_world_restore},
                                   {"peek", lg_lua_world_peek},
                                   {NULL, NULL}};

int lg_lua_world_names(const char **names) {
  int n = 0;
  for (int i = 0; i < GETTERS; i++) names[n++] = getters[i].name;
  for (const luaL_Reg *m = methods; m->name; m++) names[n++] = m->name;
  for (const luaL_Reg *m = lg_lua_acts; m->name; m++) names[n++] = m->name;
  return n;
}

static bool find_method(const char *name, lua_CFunction *out) {
  const luaL_Reg *const sets[] = {methods, lg_lua_acts};
  for (int s = 0; s < 2; s++)
    for (const luaL_Reg *m = sets[s]; m->name; m++)
      if (strcmp(m->name, name) == 0) {
        *out = m->func;
        return true;
      }
  return false;
}

static int unknown(lua_State *L, const char *what, const char *name) {
  const char *names[LG_LUA_NAMES_MAX];
  int n = lg_lua_hook_names(names);
  if (strcmp(what, "hook") == 0) return lg_lua_unknown(L, "world", what, name, names, n);
  n += lg_lua_world_names(names + n);
  for (const lg_param *r = lg_kind_world()->params; r->name && n < LG_LUA_NAMES_MAX; r++)
    names[n++] = r->name;
  return lg_lua_unknown(L, "world", what, name, names, n);
}

int lg_lua_world_index(lua_State *L) {
  lg_arg a;
  const char *name = luaL_tolstring(L, 2, NULL);
  const lg_world *w = lg_lua_self(L, name)->w;

  /* A method, something it knows of itself, a hook. */
  lua_CFunction method;
  if (find_method(name, &method)) {
    lua_pushcfunction(L, method);
    return 1;
  }
  for (int i = 0; i < GETTERS; i++)
    if (strcmp(getters[i].name, name) == 0) {
      get(L, i, w);
      return 1;
    }
  if (lg_lua_is_hook(name)) {
    lua_getiuservalue(L, 1, LG_WORLD_HOOKS);
    lua_getfield(L, -1, name);
    return 1;
  }

  /* A row: gravity, seed, ... */
  const lg_param *row = lg_param_find(lg_kind_world(), name);
  if (!row || !lg_get(w, lg_world_id(w), name, &a)) return unknown(L, "property", name);
  lg_lua_push_arg(L, row, &a, 0);
  return 1;
}

/* ---- assigning ------------------------------------------------------------------------------ */

static int set_hook(lua_State *L, const char *name) {
  if (!lua_isfunction(L, 3) && !lua_isnil(L, 3))
    return lg_lua_fail(L, "world: the hook '%s' must be a function or nil, got %s", name,
                       lg_lua_typename(L, 3));
  lua_getiuservalue(L, 1, LG_WORLD_HOOKS);
  lua_pushvalue(L, 3);
  lua_setfield(L, -2, name);
  return 0;
}

/* All that can be a colour: columns, those that the solver in waiting will declare, its grids.
   Texts stay on the stack as long as they are needed. How many. */
static int list_colors(lua_State *L, lg_world *w, const char *names[LG_LUA_NAMES_MAX]) {
  int n = 0;
  names[n++] = "speed";
  for (int i = 0; i < lg_column_count(w) && n < LG_LUA_NAMES_MAX; i++)
    names[n++] = lg_column_name(w, i);

  /* the solver's columns, made or not, and its grids */
  const lg_column_def *c = lg_kind_of(w, lg_solver_id(w))->solver.columns;
  for (; c && c->name && n < LG_LUA_NAMES_MAX; c++) names[n++] = c->name;
  const lg_grid_def *g = lg_kind_of(w, lg_solver_id(w))->solver.grids;
  for (; g && g->name && n < LG_LUA_NAMES_MAX; g++) {
    lua_pushfstring(L, "grid.%s", g->name);
    names[n++] = lua_tostring(L, -1);
  }
  return n;
}

static int set_color_by(lua_State *L, lg_world *w) {
  const char *names[LG_LUA_NAMES_MAX],
      *name = lua_type(L, 3) == LUA_TSTRING ? lua_tostring(L, 3) : NULL;

  /* A field comes into the world, and its value is the colour. */
  if (lg_lua_push_field_function(L, 3, false)) {
    lg_lua_place_value(L, 1, 3);
    lua_replace(L, 3);
  }
  if (!name && !lua_isnil(L, 3) && !lua_isfunction(L, 3))
    return lg_lua_fail(
        L,
        "world: color_by must be the name of a column, a function of a particle or a "
        "field, got %s",
        lg_lua_typename(L, 3));

  const int n = list_colors(L, w, names);
  bool known = !name;
  for (int i = 0; name && i < n; i++) known = known || strcmp(names[i], name) == 0;
  if (!known) return lg_lua_unknown(L, "world: color_by", "column", name, names, n);

  /* What the function before left behind is nobody's colour any more. */
  lua_getiuservalue(L, 1, LG_WORLD_STATE);
  if (lua_getfield(L, -1, "color_by") == LUA_TFUNCTION && lg_column(w, "color").components == 3)
    lg_column_scratch(w, "color", 1);
  lua_pop(L, 1);
  lua_pushvalue(L, 3);
  lua_setfield(L, -2, "color_by");
  return 0;
}

static int set_row(lua_State *L, lg_world *w, const char *name) {
  lg_arg args[2];
  lg_lua_take_value(L, lg_kind_world(), name, 3, lg_world_dim(w), &args[0]);
  args[1] = lg_end();
  if (!lg_set(w, lg_world_id(w), args)) return lg_lua_fail(L, "%s", lg_error(w));
  return 0;
}

int lg_lua_world_newindex(lua_State *L) {
  const char *name = luaL_tolstring(L, 2, NULL);
  lg_world *w = lg_lua_self(L, name)->w;
  lg_lua_changes(L, name);

  /* What can be assigned. */
  if (lg_lua_is_hook(name)) return set_hook(L, name);
  if (lg_param_find(lg_kind_world(), name)) return set_row(L, w, name);
  if (strcmp(name, "color_by") == 0) return set_color_by(L, w);
  if (strcmp(name, "view") == 0) return lg_lua_set_view(L);
  if (strcmp(name, "solver") == 0) {
    lg_lua_set_solver(L, 1, 3);
    return 0;
  }

  /* What there is but cannot, and what there is not. */
  lua_CFunction method;
  if (find_method(name, &method))
    return lg_lua_fail(L, "world: '%s' is a method and cannot be replaced", name);
  for (int i = 0; i < GETTERS; i++)
    if (strcmp(getters[i].name, name) == 0) return lg_lua_fail(L, "world: '%s' is read only", name);
  return unknown(L, lua_isfunction(L, 3) ? "hook" : "property", name);
}
