/* value.c - Lua values as arguments, and back. */
#include "bind/lib/lib.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_(n) #n
#define TEXT(n)  TEXT_(n)
#define MOST     "up to " TEXT(LG_REFS_MAX)

/* A detached definition has no id yet: any but 0 ("none") passes the checks of rows. */
static lg_id reference(const lg_lua_object *o) { return o->id ? o->id : 1; }

bool lg_lua_is_reference(const lg_param *row) {
  return row->type >= LG_SHAPE && row->type <= LG_PROGRAM;
}

bool lg_lua_family_fits(const lg_param *row, lg_family family) {
  return (row->type == LG_SHAPE && family == LG_FAMILY_SHAPE) ||
         (row->type == LG_FIELD && family == LG_FAMILY_FIELD) ||
         (row->type == LG_COLLIDER && family == LG_FAMILY_COLLIDER) ||
         (row->type == LG_MATERIAL && family == LG_FAMILY_MATERIAL);
}

const char *lg_lua_expected(const lg_param *row) {
  bool list = row->flags & LG_LIST;
  switch (row->type) {
    case LG_BOOL: return "true or false";
    case LG_INT: return "a whole number";
    case LG_FLOAT: return "a number";
    case LG_VEC:
      return row->flags & LG_AXIAL ? "an angle (2-D) or 3 numbers (3-D)" : "2 or 3 numbers";
    case LG_COLOR: return "3 or 4 numbers";
    case LG_CHOICE:
    case LG_TEXT: return "a string";
    case LG_FILE: return "a path";
    case LG_POINTS: return "a list of points, {{0, 0}, {1, 0}, {0.5, 1}}";
    case LG_SHAPE:
      if (row->flags & LG_NESTS) return "a list of shapes";
      return list ? "a list of " MOST " shapes" : "a shape";
    case LG_FIELD: return list ? "a list of " MOST " fields" : "a field";
    case LG_COLLIDER: return list ? "a list of " MOST " colliders" : "a collider";
    case LG_MATERIAL: return "a material";
    case LG_PROGRAM: return "a function";
    case LG_END: break;
  }
  return "nothing";
}

/* A list of objects. */
static bool references(lua_State *L, int index, lg_arg *out) {
  size_t n = lua_rawlen(L, index);
  if (n > sizeof out->ref / sizeof *out->ref) return false;

  /* Detached objects have no ids yet; any but 0 stands for one. */
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, index, (lua_Integer)i + 1);
    const lg_lua_object *o = lg_lua_to_object(L, -1);
    lua_pop(L, 1);
    if (!o) return false;
    out->ref[i] = reference(o);
  }
  out->n = (int)n;
  return true;
}

static bool composite(lua_State *L, int index, const char *name, lg_arg *out) {
  const lg_lua_object *o = lg_lua_to_object(L, index);
  if (o) {
    *out = lg_ref(name, reference(o));
    return true;
  }

  /* Two to four numbers. */
  *out = lg_num(name, 0);
  out->type = LG_VEC;
  out->n = lg_lua_to_numbers(L, index, out->v);
  if (out->n > 0) return true;

  /* A list of objects, which may be empty. */
  *out = lg_ref(name, 0);
  out->n = 0;
  return lua_istable(L, index) && references(L, index, out);
}

bool lg_lua_to_arg(lua_State *L, int index, const char *name, lg_arg *out) {
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: *out = lg_bool(name, lua_toboolean(L, index)); return true;
    case LUA_TNUMBER: *out = lg_num(name, lua_tonumber(L, index)); return true;
    case LUA_TSTRING: *out = lg_text(name, lua_tostring(L, index)); return true;
    case LUA_TTABLE:
    case LUA_TUSERDATA: return composite(L, index, name, out);
    default: return false;
  }
}

static void push_numbers(lua_State *L, const lg_arg *a) {
  if (a->n == 2 || a->n == 3 || (a->n == 4 && a->v[3] == 1)) {
    lg_lua_push_vec(L, a->v, a->n == 2 ? 2 : 3);
    return;
  }
  if (a->n <= 1) {
    lua_pushnumber(L, a->v[0]);
    return;
  }

  /* A colour that can be looked through: a list of four. */
  lua_createtable(L, a->n, 0);
  for (int k = 0; k < a->n; k++) {
    lua_pushnumber(L, a->v[k]);
    lua_rawseti(L, -2, k + 1);
  }
}

static void push_references(lua_State *L, const lg_param *row, const lg_arg *a, int objects) {
  if (!(row->flags & LG_LIST)) {
    if (a->n > 0 && a->ref[0]) lua_rawgeti(L, objects, a->ref[0]);
    else lua_pushnil(L);
    return;
  }
  lua_createtable(L, a->n, 0);
  for (int i = 0; i < a->n; i++) {
    lua_rawgeti(L, objects, a->ref[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* "0 0, 1 0, 0.5 1" as a list of vecs. */
static void push_points(lua_State *L, const char *text) {
  lua_newtable(L);
  while (*text) {
    double c[3];
    int n = 0;
    char *end;

    /* "x y" or "x y z", up to a comma */
    for (; n < 3 && *text && *text != ','; n++, text = end) {
      c[n] = strtod(text, &end);
      if (end == text) break;
    }
    if (n < 2) return;

    lg_lua_push_vec(L, c, n);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    text += strspn(text, " ");
    text += *text == ',';
  }
}

bool lg_lua_points_to_text(lua_State *L, int index) {
  luaL_Buffer b;
  lua_Integer n = lua_istable(L, index) ? (lua_Integer)lua_rawlen(L, index) : 0;
  if (n == 0) return false;
  luaL_buffinit(L, &b);

  /* each point as push_points reads it */
  for (lua_Integer i = 1; i <= n; i++) {
    double c[4];
    char text[80];
    lua_rawgeti(L, index, i);
    int numbers = lg_lua_to_numbers(L, lua_gettop(L), c);
    lua_pop(L, 1);
    if (numbers != 2 && numbers != 3) return false;
    int used = snprintf(text, sizeof text, "%s%.9g %.9g", i > 1 ? ", " : "", c[0], c[1]);
    if (numbers == 3) snprintf(text + used, sizeof text - (size_t)used, " %.9g", c[2]);
    luaL_addstring(&b, text);
  }

  luaL_pushresult(&b);
  lua_replace(L, index);
  return true;
}

void lg_lua_push_arg(lua_State *L, const lg_param *row, const lg_arg *a, int objects) {
  switch (row->type) {
    case LG_BOOL: lua_pushboolean(L, a->v[0] != 0); break;
    case LG_INT: lua_pushinteger(L, (lua_Integer)a->v[0]); break;
    case LG_FLOAT: lua_pushnumber(L, a->v[0]); break;
    case LG_VEC:
    case LG_COLOR: push_numbers(L, a); break;
    case LG_CHOICE:
    case LG_TEXT:
    case LG_FILE: lua_pushstring(L, a->text); break;
    case LG_POINTS: push_points(L, a->text); break;
    default: push_references(L, row, a, objects); break;
  }
}

void lg_lua_put_number(lua_State *L, const char *name, double x) {
  lua_pushnumber(L, x);
  lua_setfield(L, -2, name);
}

void lg_lua_put_whole(lua_State *L, const char *name, int64_t x) {
  lua_pushinteger(L, x);
  lua_setfield(L, -2, name);
}

void lg_lua_put_flag(lua_State *L, const char *name, bool on) {
  lua_pushboolean(L, on);
  lua_setfield(L, -2, name);
}

void lg_lua_put_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text ? text : "");
  lua_setfield(L, -2, name);
}

lua_Integer lg_lua_element(lua_State *L, int index, lua_Integer n) {
  lua_Integer i = lua_isinteger(L, index) ? lua_tointeger(L, index) : 0;
  return i >= 1 && i <= n ? i - 1 : -1;
}

void lg_lua_metatable(lua_State *L, const char *key, const luaL_Reg *meta) {
  if (luaL_newmetatable(L, key)) {
    luaL_setfuncs(L, meta, 0);
    lua_pushstring(L, key + strlen("laguna."));
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
  }
  lua_pop(L, 1);
}

void lg_lua_check_mass(lua_State *L, const char *what, const char *column, double value) {
  float mass = (float)value;
  if (strcmp(column, "mass") == 0 && !(mass > 0 && isfinite(mass)))
    lg_lua_fail(L, "%s: a mass must be finite and above 0 kg, not %f", what, value);
}
