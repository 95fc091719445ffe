/* probe.c - world:probe(id): what one particle is and feels, as a table; world:watch(id) shows
   it. */
#include "bind/object/object.h"

#include <string.h>

static void put_vec(lua_State *L, const char *name, const double *x, int n) {
  lg_lua_push_vec(L, x, n);
  lua_setfield(L, -2, name);
}

static void put_columns(lua_State *L, const lg_world *w, size_t i) {
  for (int c = 0; c < lg_column_count(w); c++) {
    lg_view v = lg_column(w, lg_column_name(w, c));
    double x[3] = {0, 0, 0};
    for (int k = 0; k < v.components && !v.i32; k++) x[k] = (double)v.c[k][i];
    if (v.i32) lg_lua_put_whole(L, lg_column_name(w, c), v.i32[i]);
    else if (v.components == 1) lg_lua_put_number(L, lg_column_name(w, c), x[0]);
    else put_vec(L, lg_column_name(w, c), x, v.components);
  }
}

/* {id, index, offset, distance, W, gradW, share} of each; share is its part of the density sum,
   kg/m^dim; index: where it is now, if it still is. */
static void put_neighbors(lua_State *L, const lg_world *w, const lg_probe *p) {
  const int dim = lg_world_dim(w);
  lua_createtable(L, p->neighbors, 0);
  for (int i = 0; i < p->neighbors; i++) {
    const lg_probe_neighbor *q = &p->neighbor[i];
    int64_t at = lg_particle_find(w, q->id);
    lua_createtable(L, 0, 7);
    lg_lua_put_whole(L, "id", q->id);
    if (at >= 0) lg_lua_put_whole(L, "index", at + 1);
    put_vec(L, "offset", q->offset, dim);
    lg_lua_put_number(L, "distance", q->distance);
    lg_lua_put_number(L, "W", q->w);
    put_vec(L, "gradW", q->gradient, dim);
    lg_lua_put_number(L, "share", q->share);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "neighbors");

  /* what its density is the sum of */
  lua_createtable(L, 0, 4);
  lg_lua_put_number(L, "own", p->own);
  lg_lua_put_number(L, "fluid", p->fluid);
  lg_lua_put_number(L, "walls", p->walls);
  lg_lua_put_number(L, "rest", p->rest_density);
  lua_setfield(L, -2, "shares");
}

/* {{name, vec}, ...} as a table by name. */
static void put_changes(lua_State *L, const lg_change *rows, int n, int dim, const char *field) {
  lua_createtable(L, 0, n);
  for (int i = 0; i < n; i++) put_vec(L, rows[i].name, rows[i].by, dim);
  lua_setfield(L, -2, field);
}

static void put_faces(lua_State *L, const lg_probe_cell *c, int dim) {
  static const char *const axes[] = {"x", "y", "z"};
  lua_createtable(L, c->faces, 0);
  for (int i = 0; i < c->faces; i++) {
    const lg_probe_face *f = &c->face[i];

    lua_createtable(L, 0, 5);
    lua_pushstring(L, axes[f->axis]);
    lua_setfield(L, -2, "axis");
    put_vec(L, "position", f->at, dim);
    lg_lua_put_number(L, "weight", f->weight);
    lg_lua_put_number(L, "before", f->before);
    lg_lua_put_number(L, "after", f->after);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "faces");
}

/* Of a grid: the cell that it was in, by Lua's indices, and those around it. */
static void put_cell(lua_State *L, const lg_probe_cell *c, int dim) {
  static const char *const around[] = {"own", "left", "right", "below", "above", "back", "front"};
  static const char *const index[] = {"i", "j", "k"}, *const types[] = {"fluid", "solid", "air"};

  lua_createtable(L, 0, 10);
  for (int k = 0; k < dim; k++) lg_lua_put_whole(L, index[k], c->at[k] + 1);
  put_vec(L, "min", c->min, dim);
  put_vec(L, "edge", c->edge, dim);
  lg_lua_put_number(L, "divergence_before", c->divergence[0]);
  lg_lua_put_number(L, "divergence", c->divergence[1]);
  put_faces(L, c, dim);

  /* what its middle and its neighbours hold, and what they are */
  for (int what = 0; what < 2; what++) {
    lua_createtable(L, 0, 7);
    for (int n = 0; n < 1 + 2 * dim; n++) {
      if (what == 0) lg_lua_put_number(L, around[n], c->pressure[n]);
      else {
        lua_pushstring(L, c->type[n] >= 0 && c->type[n] < 3 ? types[c->type[n]] : "none");
        lua_setfield(L, -2, around[n]);
      }
    }
    lua_setfield(L, -2, what == 0 ? "pressure" : "type");
  }
  lua_setfield(L, -2, "cell");
}

static void put_terms(lua_State *L, const lg_probe *p, int dim) {
  put_changes(L, p->term, p->terms, dim, "terms");
  put_vec(L, "rate", p->rate, dim);
  put_vec(L, "rest", p->rest, dim);
  put_vec(L, "shift", p->shift, dim);

  lua_createtable(L, p->iterations, 0);
  for (int i = 0; i < p->iterations; i++) {
    lua_pushnumber(L, p->pressure[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "iterations");
  if (p->has_cell) put_cell(L, &p->cell, dim);
}

static int64_t id_of(lua_State *L, const char *what) {
  if (!lua_isinteger(L, 2))
    return lg_lua_fail(L, "world:%s: expects the id of a particle, got %s", what,
                       lg_lua_typename(L, 2));
  return lua_tointeger(L, 2);
}

/* world:probe(id) -> a table; ledger, terms and dt are there from the next step on. */
int lg_lua_world_probe(lua_State *L) {
  lg_world *w = lg_lua_self(L, "probe")->w;
  int64_t id = id_of(L, "probe"), at = lg_particle_find(w, id);
  lg_probe *p = lua_newuserdatauv(L, sizeof *p, 0);
  if (at < 0) {
    lua_pushnil(L);
    return 1;
  }
  if (!lg_particle_watch(w, id, true)) return lg_lua_fail(L, "%s", lg_error(w));

  /* what it is now; then what the last sub-step under watch has told */
  const int dim = lg_world_dim(w);
  lua_createtable(L, 0, 24);
  put_columns(L, w, (size_t)at);
  lg_lua_put_whole(L, "index", at + 1);
  if (!lg_probe_read(w, id, p)) return 1;
  put_neighbors(L, w, p);
  if (p->dt == 0) return 1;

  lg_change rows[LG_CHANGES_MAX];
  int n = lg_particle_changes(w, id, rows, LG_CHANGES_MAX, NULL);
  put_changes(L, rows, n < 0 ? 0 : n, dim, "ledger");
  lg_lua_put_number(L, "dt", p->dt);
  put_terms(L, p, dim);
  return 1;
}

/* world:watch(id): probed from the next step on, and the one that the microscope shows. */
int lg_lua_world_watch(lua_State *L) {
  lg_lua_world *self = lg_lua_self(L, "watch");
  int64_t id = id_of(L, "watch");
  if (!lg_particle_watch(self->w, id, true)) return lg_lua_fail(L, "%s", lg_error(self->w));
  self->looked_at = id;
  return 0;
}

/* world:unwatch(id): lets go of a particle that was probed or watched. */
int lg_lua_world_unwatch(lua_State *L) {
  lg_lua_world *self = lg_lua_self(L, "unwatch");
  int64_t id = lua_tointeger(L, 2);
  lg_particle_watch(self->w, id, false);
  if (self->looked_at == id) self->looked_at = -1;
  return 0;
}

/* world:pick(x, y[, z]), or of a point -> the id of the nearest particle; nil: there are none. */
int lg_lua_world_pick(lua_State *L) {
  const lg_world *w = lg_lua_self(L, "pick")->w;
  const int dim = lg_world_dim(w), top = lua_gettop(L);
  double c[4] = {0, 0, 0, 0};
  int n = lua_type(L, 2) == LUA_TNUMBER ? 0 : lg_lua_to_numbers(L, 2, c);
  for (; n < top - 1 && n < 4 && lua_type(L, n + 2) == LUA_TNUMBER; n++)
    c[n] = lua_tonumber(L, n + 2);
  if (n != dim)
    return lg_lua_fail(L, "world:pick: expects a place of %d numbers (m), got %s", dim,
                       n == 0 ? lg_lua_typename(L, 2) : "another count of them");

  float at[3];
  for (int k = 0; k < 3; k++) at[k] = (float)c[k];
  int64_t id = lg_particle_pick(w, at, NULL, 0);
  if (id < 0) lua_pushnil(L);
  else lua_pushinteger(L, id);
  return 1;
}
