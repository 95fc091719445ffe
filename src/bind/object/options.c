/* options.c - option tables against parameter rows. The sentences come from lg_param_check, so that
   C and Lua say the same; here they get the caller's line and what only Lua knows: types that no
   parameter takes, families of objects. */
#include "bind/object/object.h"

#include <string.h>

static int count_rows(const lg_kind *k) {
  int n = 0;
  while (k->params[n].name) n++;
  return n;
}

static bool has_name(const lg_kind *k) {
  return k->family != LG_FAMILY_WORLD && k->family != LG_FAMILY_SOLVER;
}

static const lg_param *row_of(const lg_kind *k, const char *name) {
  static const lg_param text = {"name", LG_TEXT, 0,    {0, 0, 0, 0},        0,
                                0,      "",      NULL, "what it is called", 0};
  return has_name(k) && strcmp(name, "name") == 0 ? &text : lg_param_find(k, name);
}

/* "a field": what stands where a shape should. */
static void refuse_family(lua_State *L, const lg_kind *k, const lg_param *row, int index) {
  const lg_lua_object *o = lg_lua_to_object(L, index);
  if (o && !lg_lua_family_fits(row, o->kind->family)) {
    const char *family = lg_family_name(o->kind->family);
    lg_lua_fail(L, "%s: option '%s' must be %s, got %s %s", k->name, row->name,
                lg_lua_expected(row), strchr("aeiou", *family) ? "an" : "a", family);
  }
}

static void refuse_families(lua_State *L, const lg_kind *k, const lg_param *row, int index) {
  refuse_family(L, k, row, index);
  if (!lua_istable(L, index)) return;
  for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, index); i++) {
    lua_rawgeti(L, index, i);
    refuse_family(L, k, row, lua_gettop(L));
    lua_pop(L, 1);
  }
}

void lg_lua_take_value(lua_State *L, const lg_kind *k, const char *name, int index, int dim,
                       lg_arg *out) {
  lg_why why;
  lg_arg args[2];
  const lg_param *row = row_of(k, name);

  /* A list of points travels as text. */
  if (row && row->type == LG_POINTS && lua_istable(L, index) && !lg_lua_points_to_text(L, index))
    lg_lua_fail(L, "%s: option '%s' must be %s: points of 2 numbers", k->name, name,
                lg_lua_expected(row));

  /* A function for a program is any id: the world gives it one (add.c). */
  bool formula = row && row->type == LG_PROGRAM && lua_isfunction(L, index);
  bool taken = formula || lg_lua_to_arg(L, index, name, out);
  if (formula) *out = lg_ref(name, 1);

  /* What only Lua knows: types that no parameter takes, texts with a NUL inside. */
  if (!taken && row)
    lg_lua_fail(L, "%s: option '%s' must be %s, got %s", k->name, name, lg_lua_expected(row),
                lg_lua_typename(L, index));
  if (out->type == LG_TEXT && taken && strlen(out->text) != lua_rawlen(L, index))
    lg_lua_fail(L, "%s: option '%s' holds a NUL character; take it out", k->name, name);
  if (!taken) *out = lg_num(name, 0); /* an unknown name: the sentence below is about that */
  if (row && lg_lua_is_reference(row)) refuse_families(L, k, row, index);

  /* All else the registry says, with the same sentence as in C. */
  args[0] = *out;
  args[1] = lg_end();
  if (!lg_param_check(k, args, dim, false, &why)) lg_lua_fail(L, "%s", why.text);
}

void lg_lua_push_frozen(lua_State *L, int index) {
  double c[4];
  int n = lua_istable(L, index) ? lg_lua_to_numbers(L, index, c) : 0;
  if (n == 2 || n == 3) {
    lg_lua_push_vec(L, c, n);
    return;
  }

  /* A list of objects is copied, the objects are not. */
  lua_pushvalue(L, index);
  if (!lua_istable(L, index)) return;
  lua_newtable(L);
  for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, index); i++) {
    lua_rawgeti(L, index, i);
    lua_rawseti(L, -2, i);
  }
  lua_remove(L, -2);
}

/* Sorted, so that the same table is always refused with the same sentence. */
const char *lg_lua_next_key(lua_State *L, const lg_kind *k, int index, const char *after) {
  const char *least = NULL;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING)
      lg_lua_fail(L, "%s: the option table has a value without a name (%s); write name = value",
                  k->name, lg_lua_typename(L, -1));
    const char *key = lua_tostring(L, -2); /* the table keeps it */
    if ((!after || strcmp(key, after) > 0) && (!least || strcmp(key, least) < 0)) least = key;
  }
  return least;
}

void lg_lua_take_options(lua_State *L, const lg_kind *k, int index) {
  lg_why why;
  lg_arg ignored;
  int copy = lua_gettop(L) + 1;
  lua_newtable(L);

  /* Option by option, in the order of their names. */
  const char *key = NULL;
  while ((key = lg_lua_next_key(L, k, index, key)) != NULL) {
    lua_getfield(L, index, key);
    lg_lua_take_value(L, k, key, copy + 1, 0, &ignored);
    lg_lua_push_frozen(L, copy + 1);
    lua_setfield(L, copy, key);
    lua_pop(L, 1);
  }

  /* Together: what is required, and relations between options. */
  const lg_arg *args = lg_lua_push_args(L, k, copy);
  if (!lg_param_check(k, args, 0, true, &why)) lg_lua_fail(L, "%s", why.text);
  lua_pop(L, 1);
}

lg_arg *lg_lua_push_args(lua_State *L, const lg_kind *k, int index) {
  int n = 0;
  lg_arg *args = lua_newuserdatauv(L, ((size_t)count_rows(k) + 2) * sizeof *args, 0);

  for (const lg_param *row = k->params; row->name; row++) {
    lua_getfield(L, index, row->name);
    if (row->type == LG_PROGRAM && lua_isfunction(L, -1)) args[n++] = lg_ref(row->name, 1);
    else if (!lua_isnil(L, -1)) n += lg_lua_to_arg(L, -1, row->name, &args[n]);
    lua_pop(L, 1); /* texts live on in the table */
  }

  /* The name is no row of a kind. */
  if (has_name(k) && lua_getfield(L, index, "name") == LUA_TSTRING)
    args[n++] = lg_text("name", lua_tostring(L, -1));
  if (has_name(k)) lua_pop(L, 1);
  args[n] = lg_end();
  return args;
}
