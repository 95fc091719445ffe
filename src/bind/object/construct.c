/* construct.c - lg.shape.box { ... } and its kin: a constructor for each kind, all made from the
   registry, that checks a table of options into a definition. */
#include "bind/object/object.h"

#include "bind/trace/trace.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int construct(lua_State *L);

static void push_copy(lua_State *L) { /* of the options at 1 */
  lua_newtable(L);
  int copy = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, copy);
  }
}

/* Calls the function on top with the particle and the time, which are at 1 and 2: its result, a
   list of them if it has several. */
static void ask(lua_State *L) {
  int top = lua_gettop(L) - 1;
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_call(L, 2, LUA_MULTRET);
  int n = lua_gettop(L) - top;
  if (n == 1) return;
  lua_createtable(L, n, 0);
  lua_insert(L, top + 1);
  for (int k = n; k > 0; k--) lua_rawseti(L, top + 1, k);
}

/* What particles begin with, as one function of them: upvalue 1 is the function of their velocity
   or nil, 2 is `set`, a function or a table of columns, 3 the kind. */
static int begin_with(lua_State *L) {
  const lg_kind *k = lua_touserdata(L, lua_upvalueindex(3));
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(2));
  if (lua_isfunction(L, lua_upvalueindex(1))) {
    lua_pushvalue(L, lua_upvalueindex(1));
    ask(L);
    lua_setfield(L, 1, "velocity");
  }

  /* `set` stores by itself, or is a table of numbers and functions */
  if (lua_isfunction(L, 3)) {
    ask(L);
    return 0;
  }
  const char *key = NULL;
  while (lua_istable(L, 3) && (key = lg_lua_next_key(L, k, 3, key)) != NULL) {
    lua_getfield(L, 3, key);
    if (lua_isfunction(L, -1)) ask(L);
    lua_setfield(L, 1, key);
  }
  return 0;
}

/* The options at 1 of an emitter: { velocity = function(p, t) ..., set = { heat = ... } } become
   one function `set`. */
static void join_set(lua_State *L, const lg_kind *k) {
  lua_getfield(L, 1, "velocity");
  lua_getfield(L, 1, "set");
  bool moves = lua_isfunction(L, -2);
  if (!moves && !lua_istable(L, -1)) {
    lua_pop(L, 2);
    return;
  }

  push_copy(L);
  int copy = lua_gettop(L);
  lua_pushvalue(L, copy - 2);
  lua_pushvalue(L, copy - 1);
  lua_pushlightuserdata(L, (void *)(uintptr_t)k);
  lua_pushcclosure(L, begin_with, 3);
  lua_setfield(L, copy, "set");
  if (moves) lua_pushnil(L);
  if (moves) lua_setfield(L, copy, "velocity");
  lua_replace(L, 1);
  lua_settop(L, 1);
}

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

  push_copy(L);

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

/* The options at 1 of an emitter: { filter = field } becomes a condition; the field, which must
   come into the world too, stays on top. False: there is none. */
static bool take_filter(lua_State *L) {
  lua_getfield(L, 1, "filter");
  if (!lg_lua_push_field_function(L, -1, true)) {
    lua_pop(L, 1);
    return false;
  }
  push_copy(L);
  lua_insert(L, -2);
  lua_setfield(L, -2, "filter");
  lua_replace(L, 1);
  return true;
}

/* One table of options comes to index 1; anything else is a slip. */
static void take_table(lua_State *L, const lg_kind *k) {
  const char *family = lg_family_name(k->family);

  /* The short forms: no options at all, and lg.field.formula(function(p, t) ... end). */
  if (lua_gettop(L) == 0) lua_newtable(L);
  if (lua_gettop(L) == 1 && lua_isfunction(L, 1) && lg_param_find(k, "program")) {
    lua_createtable(L, 0, 1);
    lua_insert(L, 1);
    lua_setfield(L, 1, "program");
  }

  if (lua_gettop(L) == 2 && lua_istable(L, 1) && lua_istable(L, 2))
    lg_lua_fail(L, "%s: use a dot, lg.%s.%s { ... }", k->name, family, k->name);
  if (lua_gettop(L) != 1 || !lua_istable(L, 1))
    lg_lua_fail(L, "%s: expects one table of options, lg.%s.%s { ... }, got %s", k->name, family,
                k->name, lg_lua_typename(L, 1));
}

/* The option at `index`, 0 for none, under a name of its own in the checked copy. */
static void keep_option(lua_State *L, int options, const char *name, int index) {
  if (!index) return;
  lua_pushvalue(L, index);
  lua_setfield(L, options, name);
}

static int construct(lua_State *L) {
  const lg_kind *k = lua_touserdata(L, lua_upvalueindex(1));
  int own = 0, filter = 0;
  take_table(L, k);

  /* A definition with a checked copy of the options. */
  for (const lg_param *row = k->params; row->name; row++)
    if (row->flags & LG_NESTS) nest_list(L, row);
  if (lg_param_find(k, "set")) join_set(L, k);
  if (lg_param_find(k, "filter") && take_filter(L)) filter = lua_gettop(L);
  if (lg_is_script(k)) {
    k = lg_lua_read_script(L, k);
    own = lua_gettop(L);
  }
  lg_lua_take_options(L, k, 1);
  int options = lua_gettop(L);
  keep_option(L, options, "own", own);
  keep_option(L, options, LG_LUA_FILTER, filter);
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
  char near[LG_NAME_MAX], known[LG_MEANT_MAX];
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
  return lg_lua_fail(L, "lg.%s: unknown kind '%s'%s; is it from outside? give --plugin FILE.so",
                     family, asked, lg_meant(asked, names, n, known, sizeof known));
}

static int closed(lua_State *L) {
  return lg_lua_fail(L, "lg.%s: kinds are C files; nothing can be assigned here",
                     lua_tostring(L, lua_upvalueindex(1)));
}

/* lg.material { ... }: the kind whose other word is the family's name is made by the family
   itself. */
static int construct_plain(lua_State *L) {
  lua_remove(L, 1); /* the family's table */
  return construct(L);
}

/* The constructor of that kind, or nil. */
static void push_plain(lua_State *L, const char *family) {
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    if (strcmp(lg_family_name(k->family), family) != 0 || !k->also || strcmp(k->also, family) != 0)
      continue;
    lua_pushlightuserdata(L, (void *)(uintptr_t)k);
    lua_pushcclosure(L, construct_plain, 1);
    return;
  }
  lua_pushnil(L);
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

    /* The family itself can be called if it has a plain kind, and knows what it has not. */
    lua_createtable(L, 0, 3);
    push_plain(L, name);
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
