/* object.c - lg.shape.box { ... } and its kin: detached, checked definitions; once added to a
   world, live objects. One metatable for each family, one constructor for each kind, all made from
   the registry. */
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

/* pushes nil and returns NULL while it is detached */
static lg_world *push_world(lua_State *L, const lg_lua_object *o) {
  lua_getiuservalue(L, 1, LG_OBJECT_WORLD);
  return o->state == LG_LUA_ADDED ? lg_lua_to_world(L, -1)->w : NULL;
}

/* ---- methods -------------------------------------------------------------------------------- */

static const lg_world *placed(lua_State *L, const lg_lua_object *o, const char *method) {
  const lg_world *w = push_world(L, o);
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
  if (lua_getfield(L, -1, row->name) != LUA_TNIL) return;

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

  if (row->type == LG_TEXT || row->type == LG_FILE) a.text = "";
  if (lg_lua_is_reference(row)) a.n = 0;
  lg_lua_push_arg(L, row, &a, 0);
}

static int get_row(lua_State *L, const lg_lua_object *o, const lg_param *row) {
  lg_arg a;
  const lg_world *w = push_world(L, o);
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
  else if (strcmp(name, "world") == 0) push_world(L, o);
  else if (strcmp(name, "at") == 0 && o->kind->family == LG_FAMILY_FIELD)
    lua_getfield(L, LUA_REGISTRYINDEX, "laguna.field_at");
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
    args[0] = lg_ref(row->name, lg_lua_add_formula(L, world, 3));
    if (!args[0].ref[0]) lg_lua_raise_formula(L, self, world);
  } else lg_lua_to_arg(L, 3, row->name, &args[0]);
  args[1] = lg_end();
  if (!lg_set(w, o->id, args)) lg_lua_fail(L, "%s", lg_error(w));
}

static int put(lua_State *L) {
  lg_lua_object *o = self(L, "?");
  const char *name = lua_tostring(L, 2);
  lg_arg a;

  /* Only parameters can be assigned, and what a script's solver remembers. */
  if (name && lg_is_script(o->kind) && lg_lua_script_put(L, o, name)) return 0;
  lg_lua_changes(L, o->kind->name);
  const lg_param *row = name ? lg_param_find(o->kind, name) : NULL;
  if (name &&
      (strcmp(name, "name") == 0 || strcmp(name, "kind") == 0 || strcmp(name, "world") == 0))
    return lg_lua_fail(L, "%s: '%s' cannot be changed; give it in the option table",
                       push_label(L, o), name);
  if (!row) return unknown(L, o, luaL_tolstring(L, 2, NULL));

  /* To the world first, which may refuse it, then to the options, which f:at and the like read. */
  const lg_world *w = push_world(L, o);
  int world = lua_gettop(L);
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

/* ---- constructors --------------------------------------------------------------------------- */

static int construct(lua_State *L);

/* The options at 1, where a list that may be nested is longer than a row takes: a copy, with up to
   LG_REFS_MAX objects of the same kind that share the list. */
static void nest_list(lua_State *L, const lg_param *row) {
  lua_Integer n = lua_getfield(L, 1, row->name) == LUA_TTABLE ? (lua_Integer)lua_rawlen(L, -1) : 0;
  int list = lua_gettop(L);
  lua_Integer share = (n + LG_REFS_MAX - 1) / LG_REFS_MAX;
  if (n <= LG_REFS_MAX) {
    lua_settop(L, list - 1);
    return;
  }

  /* The copy. */
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, list + 1);
  }

  /* Each object has its share of the list, in order. */
  lua_newtable(L);
  for (lua_Integer first = 1; first <= n; first += share) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushcclosure(L, construct, 1);
    lua_createtable(L, 0, 1);
    lua_createtable(L, (int)share, 0);
    for (lua_Integer i = first; i < first + share && i <= n; i++) {
      lua_rawgeti(L, list, i);
      lua_rawseti(L, -2, i - first + 1);
    }
    lua_setfield(L, -2, row->name);
    lua_call(L, 1, 1);
    lua_rawseti(L, list + 2, (lua_Integer)lua_rawlen(L, list + 2) + 1);
  }
  lua_setfield(L, list + 1, row->name);
  lua_replace(L, 1);
  lua_settop(L, list - 1);
}

static int construct(lua_State *L) {
  const lg_kind *k = lua_touserdata(L, lua_upvalueindex(1));
  const char *family = lg_family_name(k->family);
  int own = 0;

  /* The short forms: no options at all, and lg.field.formula(function(p, t) ... end). */
  if (lua_gettop(L) == 0) lua_newtable(L);
  if (lua_gettop(L) == 1 && lua_isfunction(L, 1) && lg_param_find(k, "program")) {
    lua_createtable(L, 0, 1);
    lua_insert(L, 1);
    lua_setfield(L, 1, "program");
  }

  /* Anything else than one table is a slip. */
  if (lua_gettop(L) == 2 && lua_istable(L, 1) && lua_istable(L, 2))
    return lg_lua_fail(L, "%s: use a dot, lg.%s.%s { ... }", k->name, family, k->name);
  if (lua_gettop(L) != 1 || !lua_istable(L, 1))
    return lg_lua_fail(L, "%s: expects one table of options, lg.%s.%s { ... }, got %s", k->name,
                       family, k->name, lg_lua_typename(L, 1));

  /* A definition with a checked copy of the options. */
  for (const lg_param *row = k->params; row->name; row++)
    if (row->flags & LG_NESTS) nest_list(L, row);
  if (lg_is_script(k)) {
    k = lg_lua_read_script(L, k);
    own = lua_gettop(L);
  }
  lg_lua_take_options(L, k, 1);
  int options = lua_gettop(L);
  if (own) {
    lua_pushvalue(L, own);
    lua_setfield(L, options, "own");
  }
  lg_lua_object *o = lg_lua_new_object(L, k);
  if (lua_getfield(L, options, "name") == LUA_TSTRING)
    snprintf(o->name, sizeof o->name, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
  lua_pushvalue(L, options);
  lua_setiuservalue(L, -2, LG_OBJECT_OPTIONS);
  lg_lua_made(L);
  return 1;
}

/* What a family's table has not: a kind that was registered since (lg.plugin), or none at all. */
static int later_kind(lua_State *L) {
  const char *family = lua_tostring(L, lua_upvalueindex(1)), *names[LG_LUA_NAMES_MAX];
  char subject[LG_NAME_MAX], near[LG_NAME_MAX];
  int n = 0;
  lua_pushfstring(L, "%s.%s", family, luaL_tolstring(L, 2, NULL));
  const lg_kind *kind = lg_kind_find(lua_tostring(L, -1));
  if (kind) {
    lua_pushlightuserdata(L, (void *)(uintptr_t)kind);
    lua_pushcclosure(L, construct, 1);
    return 1;
  }

  /* Or another word for one. */
  const char *asked = luaL_tolstring(L, 2, NULL);
  if (lg_kind_nearest(asked, family, near, sizeof near))
    return lg_lua_fail(L, "lg.%s: unknown kind '%s' (did you mean '%s'?)", family, asked, near);

  for (int i = 0; i < lg_kind_count() && n < LG_LUA_NAMES_MAX; i++)
    if (strcmp(lg_family_name(lg_kind_at(i)->family), family) == 0)
      names[n++] = lg_kind_at(i)->name;
  snprintf(subject, sizeof subject, "lg.%s", family);
  return lg_lua_unknown(L, subject, "kind", luaL_tolstring(L, 2, NULL), names, n);
}

static int closed(lua_State *L) {
  return lg_lua_fail(L, "lg.%s: kinds are C files; nothing can be assigned here",
                     lua_tostring(L, lua_upvalueindex(1)));
}

/* lg.material { ... }: a family with one kind is a constructor itself. */
static int construct_only(lua_State *L) {
  lua_remove(L, 1); /* the family's table */
  return construct(L);
}

/* The constructor of the family's only kind, or nil. */
static void push_only(lua_State *L, lg_family family) {
  const lg_kind *only = NULL;
  int kinds = 0;

  /* How many kinds the family has. */
  for (int i = 0; i < lg_kind_count(); i++) {
    if (lg_kind_at(i)->family != family) continue;
    only = lg_kind_at(i);
    kinds++;
  }

  if (kinds != 1) {
    lua_pushnil(L);
    return;
  }
  lua_pushlightuserdata(L, (void *)(uintptr_t)only);
  lua_pushcclosure(L, construct_only, 1);
}

void lg_lua_push_families(lua_State *L) {
  for (int family = LG_FAMILY_SHAPE; family < LG_FAMILIES; family++) {
    const char *name = lg_family_name((lg_family)family);

    /* A constructor for every kind of the family. */
    lua_newtable(L);
    for (int i = 0; i < lg_kind_count(); i++) {
      const lg_kind *k = lg_kind_at(i);
      if ((int)k->family != family) continue;
      lua_pushlightuserdata(L, (void *)(uintptr_t)k);
      lua_pushcclosure(L, construct, 1);
      lua_setfield(L, -2, k->name);
    }

    /* The family itself can be called if it has one kind, and knows what it has not. */
    lua_createtable(L, 0, 3);
    push_only(L, (lg_family)family);
    lua_setfield(L, -2, "__call");
    lua_pushstring(L, name);
    lua_pushcclosure(L, later_kind, 1);
    lua_setfield(L, -2, "__index");
    lua_pushstring(L, name);
    lua_pushcclosure(L, closed, 1);
    lua_setfield(L, -2, "__newindex");
    lua_setmetatable(L, -2);

    lua_setfield(L, -2, name);
  }
}

void lg_lua_object_open(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__index", get}, {"__newindex", put}, {"__tostring", text}, {NULL, NULL}};
  for (int family = LG_FAMILY_SHAPE; family < LG_FAMILIES; family++)
    lg_lua_metatable(L, lg_lua_metatables[family], meta);
}
