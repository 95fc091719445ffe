/* buffer.c - world.particles and its columns as buffers: a buffer is a window on the column itself,
   1-based, good until the world steps, loses particles or changes its solver; after that it says so
   instead of showing other particles. */
#include "bind/object/object.h"

#include "bind/trace/trace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* of the particles or buffer at index; pushes the world */
static lg_lua_world *world_of(lua_State *L, int index) {
  lua_getiuservalue(L, index, 1);
  lg_lua_world *world = lg_lua_to_world(L, -1);
  if (!world->w) lg_lua_fail(L, "particles: their world was closed");
  return world;
}

/* ---- world.particles ------------------------------------------------------------------------ */

static lg_world *particles_self(lua_State *L, const char *method) {
  if (!luaL_testudata(L, 1, LG_LUA_PARTICLES)) lg_lua_colon(L, "particles", method);
  lg_world *w = world_of(L, 1)->w;
  lua_pop(L, 1);
  return w;
}

static void take_point(lua_State *L, int index, const char *method, const char *what, int dim,
                       float p[3]) {
  double c[4] = {0};
  int n = lg_lua_to_numbers(L, index, c);
  if (n == 0)
    lg_lua_fail(L, "particles:%s: %s must be %d numbers, got %s", method, what, dim,
                lg_lua_typename(L, index));
  if (n != dim) lg_lua_fail(L, "particles:%s: %s must be %d numbers, got %d", method, what, dim, n);
  for (int k = 0; k < 3; k++) p[k] = k < dim ? (float)c[k] : 0;
}

/* A material of this world, or its solver: 0, the default one. */
static lg_id take_material(lua_State *L, const lg_world *w, int index) {
  if (lua_isnoneornil(L, index)) return 0;
  const lg_lua_object *o = lg_lua_to_object(L, index);
  lg_id id = 0;
  if (o && o->state == LG_LUA_ADDED) {
    lua_getiuservalue(L, index, LG_OBJECT_WORLD);
    id = lg_lua_to_world(L, -1)->w == w ? o->id : 0;
    lua_pop(L, 1);
  }

  /* the solver's own fluid is number 0 */
  if (id && id == lg_solver_id(w)) return 0;
  if (lg_material_number(w, id) == 0)
    lg_lua_fail(L,
                "particles:add: the third value must be a material that is in this world "
                "(world:add it first), got %s",
                lg_lua_typename(L, index));
  return id;
}

/* particles:add(position[, velocity[, material]]) -> id */
static int add(lua_State *L) {
  float x[3], v[3] = {0, 0, 0};
  lg_world *w = particles_self(L, "add");
  lg_lua_changes(L, "particles:add");

  take_point(L, 2, "add", "the position", lg_world_dim(w), x);
  if (!lua_isnoneornil(L, 3)) take_point(L, 3, "add", "the velocity", lg_world_dim(w), v);
  lg_id material = take_material(L, w, 4);

  int64_t id = lg_particle_add(w, x, v);
  if (id < 0) return lg_lua_fail(L, "%s", lg_error(w));
  if (material) lg_particle_set_material(w, (int64_t)lg_world_count(w) - 1, material);
  lua_pushinteger(L, id);
  return 1;
}

/* particles:near(point, radius) -> indices of the particles nearer than that, rising */
static int near(lua_State *L) {
  float p[3];
  lg_world *w = particles_self(L, "near");
  take_point(L, 2, "near", "the point", lg_world_dim(w), p);
  float radius = (float)lua_tonumber(L, 3);
  bool number = lua_type(L, 3) == LUA_TNUMBER;
  if (!number || !(radius > 0))
    return lg_lua_fail(L, "particles:near: the radius must be a number of metres above 0, got %s",
                       number ? luaL_tolstring(L, 3, NULL) : lg_lua_typename(L, 3));

  /* Room for a few, and again where there are more. */
  int64_t few[64], *index = few;
  size_t room = sizeof few / sizeof *few, count = lg_near(w, p, radius, few, room);
  if (count > room) {
    index = lua_newuserdatauv(L, count * sizeof *index, 0);
    lg_near(w, p, radius, index, count);
  }

  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_pushinteger(L, index[i] + 1);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* particles:add_column(name[, components]): a column of the script's own, 0 everywhere, that
   follows its particles; of 1 component, as many as the world has dimensions, or 3, a color. */
static int add_column(lua_State *L) {
  lg_world *w = particles_self(L, "add_column");
  lg_lua_changes(L, "particles:add_column");

  /* A name, and a number or a vector for each particle. */
  if (lua_type(L, 2) != LUA_TSTRING)
    return lg_lua_fail(L, "particles:add_column: expects a name, got %s", lg_lua_typename(L, 2));
  lua_Integer components = lua_isnoneornil(L, 3) ? 1 : lua_tointeger(L, 3);
  int dim = lg_world_dim(w);
  if (components != 1 && components != dim && components != 3)
    return lg_lua_fail(L, "particles:add_column: '%s' must have 1%s or 3 components",
                       lua_tostring(L, 2), dim == 2 ? ", 2" : "");

  if (!lg_column_add(w, lua_tostring(L, 2), (int)components))
    return lg_lua_fail(L, "%s", lg_error(w));
  return 0;
}

static int columns(lua_State *L) {
  const lg_world *w = particles_self(L, "columns");
  lua_createtable(L, lg_column_count(w), 0);
  for (int i = 0; i < lg_column_count(w); i++) {
    lua_pushstring(L, lg_column_name(w, i));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

const luaL_Reg lg_lua_particle_methods[] = {
    {"add", add}, {"add_column", add_column}, {"columns", columns}, {"near", near}, {NULL, NULL}};

static int unknown_column(lua_State *L, const lg_world *w, const char *name) {
  const char *names[LG_LUA_NAMES_MAX];
  int n = 0;
  if (lua_isinteger(L, 2))
    return lg_lua_fail(
        L,
        "particles: it is no list of particles but of columns: position[%s] is where "
        "one is; world:each(function(p) ... end) sees them one by one",
        name);

  /* The solver's columns come with its first step. */
  const lg_column_def *c = lg_kind_of(w, lg_solver_id(w))->solver.columns;
  for (; c && c->name; c++)
    if (strcmp(c->name, name) == 0)
      return lg_lua_fail(
          L, "particles: the column '%s' is the solver's and is there after the first step", name);

  /* Else it is a slip of the pen: methods and columns are what could be meant. */
  for (const luaL_Reg *m = lg_lua_particle_methods; m->name; m++) names[n++] = m->name;
  for (int i = 0; i < lg_column_count(w) && n < LG_LUA_NAMES_MAX; i++)
    names[n++] = lg_column_name(w, i);
  return lg_lua_unknown(L, "particles", "column", name, names, n);
}

static int particles_index(lua_State *L) {
  const char *name = luaL_tolstring(L, 2, NULL);

  /* A method. */
  for (const luaL_Reg *m = lg_lua_particle_methods; m->name; m++)
    if (strcmp(m->name, name) == 0) {
      lua_pushcfunction(L, m->func);
      return 1;
    }

  /* Or a buffer: a window on the column as it is now. */
  const lg_world *w = world_of(L, 1)->w;
  lg_view view = lg_column(w, name);
  if (view.components == 0) return unknown_column(L, w, name);
  lg_lua_buffer *b = lua_newuserdatauv(L, sizeof *b, 1);
  *b = (lg_lua_buffer){.view = view};
  snprintf(b->name, sizeof b->name, "%s", name);
  lua_pushvalue(L, -2);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, LG_LUA_BUFFER);
  return 1;
}

static int particles_newindex(lua_State *L) {
  const char *name = luaL_tolstring(L, 2, NULL);
  return lg_lua_fail(L,
                     "particles: assign to elements, world.particles.%s[i] = value, or to all, "
                     "world.particles.%s:fill(value)",
                     name, name);
}

static int particles_length(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lg_world_count(particles_self(L, "#")));
  return 1;
}

void lg_lua_push_particles(lua_State *L, int world) {
  lua_getiuservalue(L, world, LG_WORLD_STATE);

  /* Made at the first question, and kept. */
  if (lua_getfield(L, -1, "particles") == LUA_TNIL) {
    lua_newuserdatauv(L, 0, 1);
    lua_pushvalue(L, world);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, LG_LUA_PARTICLES);
    lua_pushvalue(L, -1);
    lua_setfield(L, -4, "particles");
    lua_remove(L, -2);
  }
  lua_remove(L, -2);
}

/* ---- buffers -------------------------------------------------------------------------------- */

static lg_lua_buffer *to_buffer(lua_State *L) { return luaL_testudata(L, 1, LG_LUA_BUFFER); }

lg_lua_buffer *lg_lua_fresh(lua_State *L, const char *method) {
  lg_lua_buffer *b = to_buffer(L);
  if (!b) lg_lua_colon(L, "buffer", method);
  const lg_world *w = world_of(L, 1)->w;
  lua_pop(L, 1);

  /* The stamp of a world changes with every step, removal and change of solver. */
  if (b && b->view.stamp != lg_world_stamp(w))
    lg_lua_fail(L,
                "buffer '%s' is stale: the particles have changed since it was taken (a step, a "
                "removal or another solver); "
                "take world.particles.%s again",
                b->name, b->name);
  return b;
}

void lg_lua_edit(lua_State *L, lg_lua_buffer *b) {
  lg_lua_changes(L, b->name);
  if (b->editable) return;
  lg_world *w = world_of(L, 1)->w;
  lg_view view = lg_column_edit(w, b->name);
  if (view.components == 0) lg_lua_fail(L, "buffer '%s' is read only", b->name);
  b->view = view;
  b->editable = true;
  lua_pop(L, 1);
}

void lg_lua_take_particle(lua_State *L, const lg_lua_buffer *b, int index, float c[3]) {
  double v[4] = {0};
  int n = lua_type(L, index) == LUA_TNUMBER ? 1 : lg_lua_to_numbers(L, index, v);
  if (lua_type(L, index) == LUA_TNUMBER) v[0] = lua_tonumber(L, index);
  if (n != b->view.components)
    lg_lua_fail(L,
                b->view.components == 1 ? "buffer '%s': a value must be a number, got %s"
                                        : "buffer '%s': a value must be a vec, got %s",
                b->name, lg_lua_typename(L, index));
  for (int k = 0; k < n; k++) c[k] = (float)v[k];
}

/* 0-based; fails for numbers that no particle can have. */
static lua_Integer element(lua_State *L, const lg_lua_buffer *b, int index) {
  int whole;
  lua_Integer i = lua_tointegerx(L, index, &whole); /* 2.0 is whole, too */
  if (!whole || lua_type(L, index) != LUA_TNUMBER)
    lg_lua_fail(L, "buffer '%s': the index must be a whole number, got %s", b->name,
                lg_lua_typename(L, index));
  if (i < 1) lg_lua_fail(L, "buffer '%s': index %I: buffers count from 1", b->name, i);
  return i - 1;
}

static double number(const lg_view *v, int k, lua_Integer i) {
  return v->i32 ? (double)v->i32[i] : (double)v->c[k][i];
}

/* buf:get(i) -> x, y[, z]; nothing where no particle is. */
static int get(lua_State *L) {
  const lg_lua_buffer *b = lg_lua_fresh(L, "get");
  lua_Integer i = element(L, b, 2);
  if ((size_t)i >= b->view.n) return 0;
  for (int k = 0; k < b->view.components; k++) lua_pushnumber(L, number(&b->view, k, i));
  return b->view.components;
}

static void write(lua_State *L, lg_lua_buffer *b, lua_Integer i, const float c[3]) {
  if ((size_t)i >= b->view.n)
    lg_lua_fail(L, "buffer '%s': index %I is beyond the last particle, %I", b->name, i + 1,
                (lua_Integer)b->view.n);
  lg_lua_check_mass(L, "buffer 'mass'", b->name, (double)c[0]);
  lg_lua_edit(L, b);
  for (int k = 0; k < b->view.components; k++) b->view.c[k][i] = c[k];
}

/* buf:set(i, x, y[, z]): an assignment without a vec in between. */
static int set(lua_State *L) {
  lg_lua_buffer *b = lg_lua_fresh(L, "set");
  float c[3] = {0, 0, 0};
  if (lua_gettop(L) != 2 + b->view.components)
    return lg_lua_fail(L, "buffer:set: '%s' takes an index and %d numbers", b->name,
                       b->view.components);

  /* All numbers are checked before one is written. */
  for (int k = 0; k < b->view.components; k++) {
    if (lua_type(L, 3 + k) != LUA_TNUMBER)
      return lg_lua_fail(L, "buffer:set: '%s' takes numbers, got %s", b->name,
                         lg_lua_typename(L, 3 + k));
    c[k] = (float)lua_tonumber(L, 3 + k);
  }

  write(L, b, element(L, b, 2), c);
  return 0;
}

const luaL_Reg lg_lua_buffer_access[] = {{"get", get}, {"set", set}, {NULL, NULL}};

static int method(lua_State *L, const lg_lua_buffer *b) {
  const luaL_Reg *const sets[] = {lg_lua_buffer_access, lg_lua_bulk};
  const char *names[LG_LUA_NAMES_MAX], *name = lua_tostring(L, 2);
  int n = 0;
  if (!name)
    lg_lua_fail(L, "buffer '%s': an index must be a number, got %s", b->name,
                lg_lua_typename(L, 2));

  /* Reading and writing, and methods for all particles at once. */
  for (int s = 0; s < 2; s++)
    for (const luaL_Reg *m = sets[s]; m->name; m++) {
      names[n++] = m->name;
      if (strcmp(m->name, name) != 0) continue;
      lua_pushcfunction(L, m->func);
      return 1;
    }

  return lg_lua_unknown(L, lua_pushfstring(L, "buffer '%s'", b->name), "method", name, names, n);
}

static int buffer_index(lua_State *L) {
  const lg_lua_buffer *b = to_buffer(L);
  if (lua_type(L, 2) != LUA_TNUMBER) return method(L, b);
  b = lg_lua_fresh(L, "?");

  /* An element: a number or a vec; nil behind the last one, so that ipairs ends. */
  lua_Integer i = element(L, b, 2);
  if ((size_t)i >= b->view.n) return 0; /* nil, so that ipairs ends */
  double c[3] = {0, 0, 0};
  for (int k = 0; k < b->view.components; k++) c[k] = number(&b->view, k, i);
  if (b->view.i32) lua_pushinteger(L, b->view.i32[i]);
  else if (b->view.components == 1) lua_pushnumber(L, c[0]);
  else lg_lua_push_vec(L, c, b->view.components);
  return 1;
}

static int buffer_newindex(lua_State *L) {
  float c[3] = {0, 0, 0};
  lg_lua_buffer *b = lg_lua_fresh(L, "?");
  lua_Integer i = element(L, b, 2);
  lg_lua_take_particle(L, b, 3, c);
  write(L, b, i, c);
  return 0;
}

static int buffer_length(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)lg_lua_fresh(L, "#")->view.n);
  return 1;
}

void lg_lua_buffer_open(lua_State *L) {
  static const luaL_Reg particles_meta[] = {{"__index", particles_index},
                                            {"__newindex", particles_newindex},
                                            {"__len", particles_length},
                                            {NULL, NULL}};
  static const luaL_Reg buffer_meta[] = {{"__index", buffer_index},
                                         {"__newindex", buffer_newindex},
                                         {"__len", buffer_length},
                                         {NULL, NULL}};
  lg_lua_metatable(L, LG_LUA_PARTICLES, particles_meta);
  lg_lua_metatable(L, LG_LUA_BUFFER, buffer_meta);
}
