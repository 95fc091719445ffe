/* grid.c - world.grids and its grids: read-only windows on what the solver's grid holds, good until
   the world steps.

     local p = world.grids.pressure   p.size, p.cell, p.origin, p.unit, #p    p:get(i, j[, k])
                                      p:sample{x, y[, z]}    p[n]   */
#include "bind/object/object.h"

#include <stdio.h>
#include <string.h>

typedef struct grid {
  char name[LG_NAME_MAX];
  lg_grid_view view;
  int dim;
} grid;

static const lg_world *world_of(lua_State *L, int index) {
  lua_getiuservalue(L, index, 1);
  const lg_lua_world *world = lg_lua_to_world(L, -1);
  if (!world->w) lg_lua_fail(L, "grids: their world was closed");
  lua_pop(L, 1);
  return world->w;
}

/* ---- world.grids ---------------------------------------------------------------------------- */

static int grids_index(lua_State *L) {
  const char *name = luaL_tolstring(L, 2, NULL), *names[LG_LUA_NAMES_MAX];
  const lg_world *w = world_of(L, 1);
  lg_grid_view view = lg_grid(w, name);

  /* Not there: it will be, the solver has none, or it is a slip. */
  if (view.components == 0) {
    int n = 0;
    const lg_kind *solver = lg_kind_of(w, lg_solver_id(w));
    for (const lg_grid_def *g = solver->solver.grids; g && g->name; g++) {
      if (strcmp(g->name, name) == 0)
        return lg_lua_fail(L, "grids: '%s' is there after the first step", name);
      names[n++] = g->name;
    }
    if (n == 0)
      return lg_lua_fail(L, "grids: the solver %s has none; lg.solver.flip has", solver->name);
    return lg_lua_unknown(L, "grids", "grid", name, names, n);
  }

  grid *g = lua_newuserdatauv(L, sizeof *g, 1);
  *g = (grid){.view = view, .dim = lg_world_dim(w)};
  snprintf(g->name, sizeof g->name, "%s", name);
  lua_getiuservalue(L, 1, 1);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, LG_LUA_GRID);
  return 1;
}

static int grids_newindex(lua_State *L) {
  return lg_lua_fail(L, "grids: they are the solver's and read only");
}

/* Their names. */
static int grids_call(lua_State *L) {
  const lg_world *w = world_of(L, 1);
  lua_createtable(L, lg_grid_count(w), 0);
  for (int i = 0; i < lg_grid_count(w); i++) {
    lua_pushstring(L, lg_grid_name(w, i));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

void lg_lua_push_grids(lua_State *L, int world) {
  lua_newuserdatauv(L, 0, 1);
  lua_pushvalue(L, world);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, LG_LUA_GRIDS);
}

/* ---- a grid --------------------------------------------------------------------------------- */

static const grid *fresh(lua_State *L, const char *method) {
  const grid *g = luaL_testudata(L, 1, LG_LUA_GRID);
  if (!g) lg_lua_colon(L, "grid", method);
  else if (g->view.stamp != lg_world_stamp(world_of(L, 1)))
    lg_lua_fail(
        L,
        "grid '%s' is stale: the world has stepped since it was taken; take world.grids.%s again",
        g->name, g->name);
  return g;
}

static void push_value(lua_State *L, const grid *g, const float v[3]) {
  const double c[3] = {(double)v[0], (double)v[1], (double)v[2]};
  if (g->view.components == 1) lua_pushnumber(L, c[0]);
  else lg_lua_push_vec(L, c, g->view.components);
}

/* g:get(i, j[, k]): in the middle of a cell, counted from 1; nothing outside. */
static int get(lua_State *L) {
  const grid *g = fresh(L, "get");
  int at[3] = {0, 0, 0};

  /* Whole numbers; beyond the grid there is nothing. */
  for (int k = 0; k < g->dim; k++) {
    if (!lua_isinteger(L, 2 + k))
      return lg_lua_fail(L, "grid:get: '%s' takes %d whole numbers, got %s", g->name, g->dim,
                         lg_lua_typename(L, 2 + k));
    at[k] = (int)lg_lua_element(L, 2 + k, g->view.cells[k]);
    if (at[k] < 0) return 0;
  }

  float v[3] = {0, 0, 0};
  lg_grid_cell(&g->view, at[0], at[1], at[2], v);
  push_value(L, g, v);
  return 1;
}

/* g:sample(p): multilinear at a point in m. */
static int sample(lua_State *L) {
  const grid *g = fresh(L, "sample");
  double c[4] = {0, 0, 0, 0};
  int n = lg_lua_to_numbers(L, 2, c);
  if (n != g->dim)
    return lg_lua_fail(L, "grid:sample: '%s' takes a point of %d numbers, got %s", g->name, g->dim,
                       lg_lua_typename(L, 2));

  const float p[3] = {(float)c[0], (float)c[1], (float)c[2]};
  float v[3] = {0, 0, 0};
  lg_grid_sample(&g->view, p, v);
  push_value(L, g, v);
  return 1;
}

static int extreme(lua_State *L, const char *method, bool largest) {
  const grid *g = fresh(L, method);
  const int *n = g->view.cells;
  float best = 0;

  /* Over all cells; the first one begins. */
  for (int k = 0; k < n[2]; k++)
    for (int j = 0; j < n[1]; j++)
      for (int i = 0; i < n[0]; i++) {
        float v[3] = {0, 0, 0};
        lg_grid_cell(&g->view, i, j, k, v);
        if (g->view.components != 1)
          return lg_lua_fail(L, "grid:%s: '%s' is a vector; min and max are of numbers", method,
                             g->name);
        if ((i | j | k) == 0 || (largest ? v[0] > best : v[0] < best)) best = v[0];
      }

  lua_pushnumber(L, (double)best);
  return 1;
}
static int least(lua_State *L) { return extreme(L, "min", false); }
static int most(lua_State *L) { return extreme(L, "max", true); }

static lua_Integer cells_of(const grid *g) {
  return (lua_Integer)g->view.cells[0] * g->view.cells[1] * g->view.cells[2];
}

static int flat(lua_State *L, const grid *g) {
  lua_Integer i = lg_lua_element(L, 2, cells_of(g));
  if (i < 0) return 0;
  const int *n = g->view.cells;
  float v[3] = {0, 0, 0};
  lg_grid_cell(&g->view, (int)(i % n[0]), (int)(i / n[0] % n[1]), (int)(i / n[0] / n[1]), v);
  push_value(L, g, v);
  return 1;
}

static const luaL_Reg methods[] = {
    {"get", get}, {"sample", sample}, {"min", least}, {"max", most}, {NULL, NULL}};

static void push_size(lua_State *L, const grid *g) {
  double size[3];
  for (int k = 0; k < 3; k++) size[k] = g->view.cells[k];
  lg_lua_push_vec(L, size, g->dim);
}

static void push_metres(lua_State *L, const grid *g, const float x[3]) {
  double wide[3];
  for (int k = 0; k < 3; k++) wide[k] = (double)x[k];
  lg_lua_push_vec(L, wide, g->dim);
}

static void push_cell(lua_State *L, const grid *g) { push_metres(L, g, g->view.cell); }
static void push_origin(lua_State *L, const grid *g) { push_metres(L, g, g->view.origin); }
static void push_unit(lua_State *L, const grid *g) { lua_pushstring(L, g->view.unit); }

static const struct {
  const char *name;
  void (*push)(lua_State *L, const grid *g);
} properties[] = {
    {"size", push_size}, {"cell", push_cell}, {"origin", push_origin}, {"unit", push_unit}};

static int grid_index(lua_State *L) {
  const grid *g = fresh(L, "?");
  if (lua_type(L, 2) == LUA_TNUMBER) return flat(L, g);

  /* Methods and properties by name. */
  enum {
    PROPERTIES = sizeof properties / sizeof *properties,
    METHODS = sizeof methods / sizeof *methods - 1
  };
  const char *name = luaL_tolstring(L, 2, NULL), *names[PROPERTIES + METHODS];
  for (int i = 0; i < METHODS; i++) {
    names[i] = methods[i].name;
    if (strcmp(names[i], name) != 0) continue;
    lua_pushcfunction(L, methods[i].func);
    return 1;
  }
  for (int i = 0; i < PROPERTIES; i++) {
    names[METHODS + i] = properties[i].name;
    if (strcmp(properties[i].name, name) != 0) continue;
    properties[i].push(L, g);
    return 1;
  }
  return lg_lua_unknown(L, lua_pushfstring(L, "grid '%s'", g->name), "property", name, names,
                        PROPERTIES + METHODS);
}

static int grid_newindex(lua_State *L) {
  const grid *g = fresh(L, "?");
  return lg_lua_fail(L, "grid '%s' is the solver's and read only", g->name);
}

static int grid_length(lua_State *L) {
  lua_pushinteger(L, cells_of(fresh(L, "#")));
  return 1;
}

void lg_lua_grid_open(lua_State *L) {
  static const luaL_Reg all[] = {{"__index", grids_index},
                                 {"__newindex", grids_newindex},
                                 {"__call", grids_call},
                                 {NULL, NULL}};
  static const luaL_Reg one[] = {
      {"__index", grid_index}, {"__newindex", grid_newindex}, {"__len", grid_length}, {NULL, NULL}};
  lg_lua_metatable(L, LG_LUA_GRIDS, all);
  lg_lua_metatable(L, LG_LUA_GRID, one);
}
