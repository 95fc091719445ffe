/* probe.c - world:probe(id): what one particle is and feels, as a table. */
#include "bind/object/object.h"

#include <string.h>

static void put_columns(lua_State *L, const lg_world *w, size_t i) {
  for (int c = 0; c < lg_column_count(w); c++) {
    lg_view v = lg_column(w, lg_column_name(w, c));
    double x[3] = {0, 0, 0};
    if (v.i32) {
      lua_pushinteger(L, v.i32[i]);
      lua_setfield(L, -2, lg_column_name(w, c));
      continue;
    }
    for (int k = 0; k < v.components; k++) x[k] = (double)v.c[k][i];
    if (v.components == 1) lua_pushnumber(L, x[0]);
    else lg_lua_push_vec(L, x, v.components);
    lua_setfield(L, -2, lg_column_name(w, c));
  }
}

static double density_of(const lg_world *w, size_t i) {
  lg_view v = lg_column(w, "density");
  return v.components == 1 ? (double)v.c[0][i] : 0;
}

/* {id, index, offset, distance, W, gradW, share} of each, by rising index; share is its part of the
   density sum, kg/m^dim. */
static void put_neighbors(lua_State *L, lg_world *w, size_t i) {
  lg_view mass = lg_column(w, "mass"), id = lg_column(w, "id");
  const int dim = lg_world_dim(w);
  int64_t n = lg_neighbors_of(w, i, 0, NULL, NULL, 0);
  if (n < 0) lg_lua_fail(L, "%s", lg_error(w));
  lg_neighbor *list = lua_newuserdatauv(L, ((size_t)n + 1) * sizeof *list, 0);
  lg_neighbors_of(w, i, 0, NULL, list, (size_t)n);

  double own = (double)mass.c[0][i] * lg_weight(w, 0, 0, NULL), fluid = own;
  lua_createtable(L, (int)n, 0);
  for (int64_t k = 0; k < n; k++) {
    const lg_neighbor *q = &list[k];
    double share = (double)mass.c[0][q->index] * q->w;
    fluid += share;
    lua_createtable(L, 0, 7);
    lua_pushinteger(L, id.i32[q->index]);
    lua_setfield(L, -2, "id");
    lua_pushinteger(L, q->index + 1);
    lua_setfield(L, -2, "index");
    lg_lua_push_vec(L, q->offset, dim);
    lua_setfield(L, -2, "offset");
    lua_pushnumber(L, q->distance);
    lua_setfield(L, -2, "distance");
    lua_pushnumber(L, q->w);
    lua_setfield(L, -2, "W");
    lg_lua_push_vec(L, q->gradient, dim);
    lua_setfield(L, -2, "gradW");
    lua_pushnumber(L, share);
    lua_setfield(L, -2, "share");
    lua_rawseti(L, -2, k + 1);
  }
  lua_remove(L, -2); /* the list */
  lua_setfield(L, -2, "neighbors");

  /* The density as a sum: its own share, the others', and what is left of the column: walls. */
  double whole = density_of(w, i);
  lua_createtable(L, 0, 3);
  lua_pushnumber(L, own);
  lua_setfield(L, -2, "own");
  lua_pushnumber(L, fluid - own);
  lua_setfield(L, -2, "fluid");
  lua_pushnumber(L, whole > 0 ? whole - fluid : 0);
  lua_setfield(L, -2, "walls");
  lua_setfield(L, -2, "shares");
}

/* {{name, vec}, ...} as a table by name. */
static void put_changes(lua_State *L, const lg_change *rows, int n, int dim, const char *field) {
  lua_createtable(L, 0, n);
  for (int i = 0; i < n && i < LG_LEDGER_ROWS; i++) {
    lg_lua_push_vec(L, rows[i].by, dim);
    lua_setfield(L, -2, rows[i].name);
  }
  lua_setfield(L, -2, field);
}

/* world:probe(id) -> a table; ledger, pulls and dt are there from the next step on. */
int lg_lua_world_probe(lua_State *L) {
  lg_world *w = lg_lua_self(L, "probe")->w;
  if (!lua_isinteger(L, 2))
    return lg_lua_fail(L, "world:probe: expects the id of a particle, got %s",
                       lg_lua_typename(L, 2));
  int64_t id = lua_tointeger(L, 2), at = lg_particle_find(w, id);
  if (at < 0) {
    lua_pushnil(L);
    return 1;
  }
  if (!lg_ledger_watch(w, id, true)) return lg_lua_fail(L, "%s", lg_error(w));

  lua_createtable(L, 0, 16);
  put_columns(L, w, (size_t)at);
  lua_pushinteger(L, at + 1);
  lua_setfield(L, -2, "index");
  put_neighbors(L, w, (size_t)at);

  lg_change rows[LG_LEDGER_ROWS];
  double dt = 0;
  int n = lg_ledger_changes(w, id, rows, LG_LEDGER_ROWS, &dt);
  if (n < 0) return 1;
  put_changes(L, rows, n, lg_world_dim(w), "ledger");
  lua_pushnumber(L, dt);
  lua_setfield(L, -2, "dt");
  n = lg_ledger_pulls(w, id, rows, LG_LEDGER_ROWS);
  put_changes(L, rows, n, lg_world_dim(w), "pulls");
  return 1;
}

/* world:unwatch(id): lets go of a particle that was probed. */
int lg_lua_world_unwatch(lua_State *L) {
  lg_world *w = lg_lua_self(L, "unwatch")->w;
  lg_ledger_watch(w, lua_tointeger(L, 2), false);
  return 0;
}
