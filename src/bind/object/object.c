/* object.c - an object as Lua has it: a detached, checked definition (construct.c); once added to a
   world, a live object. One metatable for each family. */
#include "bind/object/object.h"

#include "bind/trace/trace.h"

#include <stdio.h>
#include <string.h>

lg_lua_object *lg_lua_new_object(lua_State *L, const lg_kind *k) {
  lg_lua_object *o = lua_newuserdatauv(L, sizeof *o, LG_OBJECT_VALUES);
  *o = (lg_lua_object){.kind = k, .state = LG_LUA_DETACHED};
  luaL_setmetatable(L, lg_lua_metatables[k->family]);
  return o;
}

/* What an error calls it: "volume 'tap'", or the kind alone while it has no name. */
static const char *push_label(lua_State *L, const lg_lua_object *o) {
  if (!*o->name || o->kind->family == LG_FAMILY_SOLVER) return lua_pushstring(L, o->kind->name);
  return lua_pushfstring(L, "%s '%s'", o->kind->name, o->name);
}

bool lg_lua_object_gone(lua_State *L, int at, lg_why *why) {
  const lg_lua_object *o = lg_lua_to_object(L, at);
  const char *label = push_label(L, o);
  const char *what = NULL;

  /* What happened to it; the world may also have closed under it. */
  if (o->state == LG_LUA_REMOVED)
    what = o->kind->family == LG_FAMILY_SOLVER ? "was replaced by another solver"
                                               : "was removed from its world";
  if (o->state == LG_LUA_ADDED) {
    lua_getiuservalue(L, at, LG_OBJECT_WORLD);
    const lg_lua_world *world = lg_lua_to_world(L, -1);
    if (!world->w) what = "is of a world that was closed";
    else if (!lg_alive(world->w, o->id)) what = "was removed from its world";
    lua_pop(L, 1);
  }

  /* One sentence for all of that. */
  if (what)
    lg_explain(why, "%s: this %s %s; make a new one", label, lg_family_name(o->kind->family), what);
  lua_pop(L, 1);
  return what != NULL;
}

/* The object at index 1, which must not be gone. */
static lg_lua_object *self(lua_State *L, const char *method) {
  lg_why why;
  lg_lua_object *o = lg_lua_to_object(L, 1);
  if (!o) lg_lua_colon(L, "object", method);
  else if (lg_lua_object_gone(L, 1, &why)) lg_lua_fail(L, "%s", why.text);
  return o;
}

lg_world *lg_lua_push_world(lua_State *L, const lg_lua_object *o) {
  lua_getiuservalue(L, 1, LG_OBJECT_WORLD);
  return o->state == LG_LUA_ADDED ? lg_lua_to_world(L, -1)->w : NULL;
}

/* ---- methods -------------------------------------------------------------------------------- */

static lg_world *placed(lua_State *L, const lg_lua_object *o, const char *method) {
  lg_world *w = lg_lua_push_world(L, o);
  if (!w)
    lg_lua_fail(L, "%s: %s is known once the %s is in a world", o->kind->name, method,
                lg_family_name(o->kind->family));
  return w;
}

static void take_point(lua_State *L, const lg_world *w, const lg_lua_object *o, const char *method,
                       float p[3]) {
  double c[4];
  int n = lg_lua_to_numbers(L, 2, c), dim = lg_world_dim(w);
  if (n != dim) lg_lua_fail(L, "%s: %s expects a point of %d numbers", o->kind->name, method, dim);
  for (int k = 0; k < 3; k++) p[k] = k < dim ? (float)c[k] : 0;
}

/* shape:distance(point): signed distance in m, negative inside; world coordinates. */
static int distance(lua_State *L) {
  float p[3];
  const lg_lua_object *o = self(L, "distance");
  lg_node at[3] = {LG_NO_NODE, LG_NO_NODE, LG_NO_NODE};
  lg_trace *t = lg_trace_of(L);
  const lg_world *w = placed(L, o, "distance");

  /* Inside of a function of a particle a particle, or values, are a point too. */
  if (t->mode != LG_TRACE_OFF) {
    double c[3] = {0, 0, 0};
    if (lg_trace_point(L, 2, lg_world_dim(w), t, c, at)) {
      lg_trace_push(L, t, lg_expr_distance(t->e, o->id, at[0], at[1], at[2]));
      return 1;
    }
    for (int k = 0; k < 3; k++) p[k] = (float)c[k];
  } else take_point(L, w, o, "distance", p);

  lua_pushnumber(L, (lua_Number)lg_distance(w, o->id, p));
  return 1;
}

static void push_floats(lua_State *L, const float c[3], int dim) {
  double v[3] = {(double)c[0], (double)c[1], (double)c[2]};
  lg_lua_push_vec(L, v, dim);
}

/* shape:closest(point) -> the nearest point of its surface, and the outward normal there; nothing:
   it has no surface. */
static int closest(lua_State *L) {
  float p[3], point[3], normal[3];
  const lg_lua_object *o = self(L, "closest");
  const lg_world *w = placed(L, o, "closest");
  take_point(L, w, o, "closest", p);
  if (!lg_closest(w, o->id, p, point, normal)) return 0;
  push_floats(L, point, lg_world_dim(w));
  push_floats(L, normal, lg_world_dim(w));
  return 2;
}

/* shape:extent() -> the two corners of its bounding box; nothing: it has no end. */
static int extent(lua_State *L) {
  float min[3], max[3];
  const lg_lua_object *o = self(L, "extent");
  const lg_world *w = placed(L, o, "extent");
  if (!lg_extent(w, o->id, min, max)) return 0;
  push_floats(L, min, lg_world_dim(w));
  push_floats(L, max, lg_world_dim(w));
  return 2;
}

/* A vec option of the table at 3, dim numbers (axial: one in 2-D); NULL: it is not there. */
static const float *take_option(lua_State *L, const lg_world *w, const char *name, bool axial,
                                float out[3]) {
  double c[4] = {0, 0, 0, 0};
  int dim = lg_world_dim(w), wanted = axial && dim == 2 ? 1 : dim;
  if (!lua_istable(L, 3) || lua_getfield(L, 3, name) == LUA_TNIL) return NULL;
  int n = lua_isnumber(L, -1) ? 1 : lg_lua_to_numbers(L, lua_gettop(L), c);
  if (n == 1) c[0] = lua_tonumber(L, -1);
  if (n != wanted)
    lg_lua_fail(L, "body:push: %s must be %d number%s, got %s", name, wanted,
                wanted == 1 ? "" : "s", lg_lua_typename(L, -1));
  for (int k = 0; k < 3; k++) out[k] = (float)(n == 1 ? (k == 2 ? c[0] : 0) : c[k]);
  return out;
}

/* Other names than `at` and `torque` in the table at 3 are refused. */
static void check_options(lua_State *L) {
  static const char *const names[] = {"at", "torque"};
  for (lua_pushnil(L); lua_next(L, 3); lua_pop(L, 1)) {
    lua_pushvalue(L, -2); /* its text; the key itself stays what lua_next needs */
    const char *key = luaL_tolstring(L, -1, NULL);
    if (strcmp(key, names[0]) != 0 && strcmp(key, names[1]) != 0)
      lg_lua_unknown(L, "body:push", "option", key, names, 2);
    lua_pop(L, 2);
  }
}

/* body:push(force[, {at =, torque =}]): through the frame under way, or the next one */
static int push(lua_State *L) {
  const lg_lua_object *o = self(L, "push");
  lua_settop(L, 3);
  lg_world *w = placed(L, o, "push");
  float force[3], at[3], torque[3];
  lg_lua_changes(L, "body:push");

  take_point(L, w, o, "push", force);
  if (!lua_isnil(L, 3) && !lua_istable(L, 3))
    return lg_lua_fail(L, "body:push: expects a table of options, { at = point }, got %s",
                       lg_lua_typename(L, 3));
  if (lua_istable(L, 3)) check_options(L);

  const float *where = take_option(L, w, "at", false, at),
              *turns = take_option(L, w, "torque", true, torque);
  if (!lg_body_push(w, o->id, force, where, turns)) return lg_lua_fail(L, "%s", lg_error(w));
  return 0;
}

static bool is_body(const lg_lua_object *o) { return o->kind->collider.push != NULL; }

static const luaL_Reg geometry[] = {
    {"distance", distance}, {"closest", closest}, {"extent", extent}, {NULL, NULL}};

static bool measures(const lg_lua_object *o) {
  return o->kind->family == LG_FAMILY_SHAPE || o->kind->family == LG_FAMILY_COLLIDER;
}

/* ---- properties ----------------------------------------------------------------------------- */

static int unknown(lua_State *L, const lg_lua_object *o, const char *name) {
  const char *names[LG_LUA_NAMES_MAX] = {"name", "kind", "world"};
  int n = 3;
  for (const luaL_Reg *m = geometry; m->name && measures(o); m++) names[n++] = m->name;
  if (is_body(o)) names[n++] = "push";
  if (o->kind->family == LG_FAMILY_FIELD) names[n++] = "at";
  if (lg_is_script(o->kind)) n += lg_lua_script_names(o->kind, names + n);
  for (const lg_param *r = o->kind->params; r->name && n < LG_LUA_NAMES_MAX; r++)
    names[n++] = r->name;
  return lg_lua_unknown(L, push_label(L, o), "property", name, names, n);
}

/* The value of a row while there is no world: what was given, else the default. */
static void push_given(lua_State *L, const lg_kind *k, const lg_param *row) {
  lg_arg a = lg_num(row->name, row->def[0]);
  lua_getiuservalue(L, 1, LG_OBJECT_OPTIONS);
  if (lua_getfield(L, -1, row->name) == LUA_TSTRING && row->type == LG_POINTS) {
    a.text = lua_tostring(L, -1);
    lg_lua_push_arg(L, row, &a, 0);
    return;
  }
  if (!lua_isnil(L, -1)) return;

  /* The default, in the form that a value of the row has. */
  memcpy(a.v, row->def, sizeof a.v);
  if (row->type == LG_VEC) a.n = 3;
  if (row->type == LG_COLOR) a.n = 4;

  /* The registry knows the words of a choice: an empty struct reads as the default. */
  if (row->type == LG_CHOICE) {
    void *blank = lua_newuserdatauv(L, k->size, 0);
    memset(blank, 0, k->size);
    *(int *)(void *)((char *)blank + row->offset) = (int)row->def[0];
    lg_param_read(k, blank, row->name, 2, &a);
  }

  if (row->type == LG_TEXT || row->type == LG_FILE || row->type == LG_POINTS) a.text = "";
  if (lg_lua_is_reference(row)) a.n = 0;
  lg_lua_push_arg(L, row, &a, 0);
}

static int get_row(lua_State *L, const lg_lua_object *o, const lg_param *row) {
  lg_arg a;
  const lg_world *w = lg_lua_push_world(L, o);
  if (!w || row->type == LG_PROGRAM) push_given(L, o->kind, row);
  else {
    lua_getiuservalue(L, -1, LG_WORLD_OBJECTS);
    if (!lg_get(w, o->id, row->name, &a)) return lg_lua_fail(L, "%s", lg_error(w));
    lg_lua_push_arg(L, row, &a, lua_gettop(L));
  }
  return 1;
}

static int get(lua_State *L) {
  const lg_lua_object *o = self(L, "?");
  const char *name = luaL_tolstring(L, 2, NULL);

  /* A parameter of the kind. */
  const lg_param *row = lg_param_find(o->kind, name);
  if (row) return get_row(L, o, row);
  if (lg_is_script(o->kind) && lg_lua_script_get(L, o, name)) return 1;

  /* What every object has, or a method of its family. */
  if (strcmp(name, "name") == 0) lua_pushstring(L, *o->name ? o->name : NULL);
  else if (strcmp(name, "kind") == 0)
    lua_pushfstring(L, "%s.%s", lg_family_name(o->kind->family), o->kind->name);
  else if (strcmp(name, "world") == 0) lg_lua_push_world(L, o);
  else if (strcmp(name, "at") == 0 && o->kind->family == LG_FAMILY_FIELD)
    lua_getfield(L, LUA_REGISTRYINDEX, "laguna.field_at");
  else if (strcmp(name, "push") == 0 && is_body(o)) lua_pushcfunction(L, push);
  else {
    const luaL_Reg *m = geometry;
    while (m->name && strcmp(m->name, name) != 0) m++;
    if (!m->name || !measures(o)) return unknown(L, o, name);
    lua_pushcfunction(L, m->func);
  }
  return 1;
}

/* Writes the value at 3 through to the world: what it nests goes in first. */
static void set_added(lua_State *L, lg_lua_object *o, const lg_param *row, int world) {
  lg_arg args[2];
  lg_world *w = lg_lua_to_world(L, world)->w;
  if (lg_lua_is_reference(row)) lg_lua_place_value(L, world, 3);
  if (row->type == LG_PROGRAM) {
    lg_lua_world *self = lg_lua_to_world(L, world);
    args[0] = lg_ref(row->name, lg_lua_add_formula(L, world, row, 3));
    if (!args[0].ref[0]) lg_lua_raise_formula(L, self, world);
  } else lg_lua_to_arg(L, 3, row->name, &args[0]);
  args[1] = lg_end();
  if (!lg_set(w, o->id, args)) lg_lua_fail(L, "%s", lg_error(w));
}

/* A field at 3 as an emitter's filter: a condition instead of it, and it comes into the world. */
static void take_filter(lua_State *L, const lg_param *row, int world) {
  if (strcmp(row->name, "filter") != 0 || !lg_lua_push_field_function(L, 3, true)) return;
  if (world) lg_lua_place_value(L, world, 3);
  lua_getiuservalue(L, 1, LG_OBJECT_OPTIONS);
  lua_pushvalue(L, 3);
  lua_setfield(L, -2, LG_LUA_FILTER);
  lua_pop(L, 1);
  lua_replace(L, 3);
}

static int put(lua_State *L) {
  lg_lua_object *o = self(L, "?");
  const char *name = lua_tostring(L, 2);
  lg_arg a;

  /* Only parameters can be assigned, and what a script's solver remembers. */
  if (name && lg_is_script(o->kind) && lg_lua_script_put(L, o, name)) return 0;
  const lg_param *row = name ? lg_param_find(o->kind, name) : NULL;
  if (name &&
      (strcmp(name, "name") == 0 || strcmp(name, "kind") == 0 || strcmp(name, "world") == 0))
    return lg_lua_fail(L, "%s: '%s' cannot be changed; give it in the option table",
                       push_label(L, o), name);
  if (!row) return unknown(L, o, luaL_tolstring(L, 2, NULL));
  lg_lua_changes(L, o->kind->name);

  /* To the world first, which may refuse it, then to the options, which f:at and the like read. */
  const lg_world *w = lg_lua_push_world(L, o);
  int world = lua_gettop(L);
  take_filter(L, row, w ? world : 0);
  lg_lua_take_value(L, o->kind, name, 3, w ? lg_world_dim(w) : 0, &a);
  if (w) set_added(L, o, row, world);
  lua_getiuservalue(L, 1, LG_OBJECT_OPTIONS);
  lg_lua_push_frozen(L, 3);
  lua_setfield(L, -2, name);
  return 0;
}

static int text(lua_State *L) {
  const lg_lua_object *o = lg_lua_to_object(L, 1);
  const char *family = lg_family_name(o->kind->family);
  if (*o->name) lua_pushfstring(L, "%s.%s '%s'", family, o->kind->name, o->name);
  else lua_pushfstring(L, "%s.%s", family, o->kind->name);
  return 1;
}

void lg_lua_object_open(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__index", get}, {"__newindex", put}, {"__tostring", text}, {NULL, NULL}};
  for (int family = LG_FAMILY_SHAPE; family < LG_FAMILIES; family++)
    lg_lua_metatable(L, lg_lua_metatables[family], meta);
}
