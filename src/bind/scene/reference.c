/* reference.c - the registry as Lua tables, for the reference and the editor's types, which
   lua/laguna/reference.lua writes. */
#include "bind/scene/scene.h"

#include <lualib.h>
#include <stdio.h>
#include <string.h>

const char *lg_type_word(lg_type type) {
  static const char *const names[] = {"",      "bool",   "int",      "float",    "vec",
                                      "color", "choice", "text",     "file",     "points",
                                      "shape", "field",  "collider", "material", "program"};
  return names[type];
}

/* {name, type, default (list), min, max (nil: none), open (min itself is excluded), unit, choices,
   doc, flags} */
static void push_row(lua_State *L, const lg_param *p) {
  lua_newtable(L);
  lg_lua_put_text(L, "name", p->name);
  lg_lua_put_text(L, "type", lg_type_word(p->type));
  lg_lua_put_text(L, "unit", p->unit);
  lg_lua_put_text(L, "choices", p->choices);
  lg_lua_put_text(L, "doc", p->doc);

  /* Ranges: limits that stand for "none" are left out. */
  bool ranged = p->type == LG_INT || p->type == LG_FLOAT;
  if (ranged && p->min > -LG_HUGE) lg_lua_put_number(L, "min", p->min == LG_TINY ? 0 : p->min);
  if (ranged && p->max < LG_HUGE) lg_lua_put_number(L, "max", p->max);
  lg_lua_put_flag(L, "open", p->min == LG_TINY);

  /* Flags, and the default as a list. */
  lg_lua_put_flag(L, "required", p->flags & LG_REQUIRED);
  lg_lua_put_flag(L, "axial", p->flags & LG_AXIAL);
  lg_lua_put_flag(L, "list", p->flags & LG_LIST);
  lg_lua_put_flag(L, "restart", p->flags & LG_RESTART);
  lg_lua_put_flag(L, "by_dim", p->flags & LG_BY_DIM);
  lua_createtable(L, 4, 0);
  for (int k = 0; k < 4; k++) {
    lua_pushnumber(L, p->def[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_setfield(L, -2, "default");
}

/* What a solver keeps, appended to the list on top: a column or a grid. */
static void add_kept(lua_State *L, const char *name, int components, const char *unit,
                     const char *doc) {
  lua_newtable(L);
  lg_lua_put_text(L, "name", name);
  lg_lua_put_text(L, "type", components == 1 ? "float" : "vec");
  lg_lua_put_text(L, "unit", unit);
  lg_lua_put_text(L, "doc", doc);
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* {family, name, doc, rows, columns, grids} */
static void push_kind(lua_State *L, const char *family, const lg_kind *k) {
  lua_newtable(L);
  lg_lua_put_text(L, "family", family);
  lg_lua_put_text(L, "name", k->name);
  lg_lua_put_text(L, "doc", k->doc);
  lua_newtable(L);

  /* Its rows, and of a solver its columns and grids. */
  int n = 0;
  for (const lg_param *p = k->params; p && p->name; p++) {
    push_row(L, p);
    lua_rawseti(L, -2, ++n);
  }
  lua_setfield(L, -2, "rows");
  bool solves = k->family == LG_FAMILY_SOLVER;
  lua_newtable(L);
  for (const lg_column_def *c = solves ? k->solver.columns : NULL; c && c->name; c++)
    add_kept(L, c->name, c->components, c->unit, c->doc);
  lua_setfield(L, -2, "columns");
  lua_newtable(L);
  for (const lg_grid_def *g = solves ? k->solver.grids : NULL; g && g->name; g++)
    add_kept(L, g->name, g->components, g->unit, g->doc);
  lua_setfield(L, -2, "grids");
}

static void push_kinds(lua_State *L) {
  lua_newtable(L);
  int n = 0;

  /* The world, all kinds, and what has rows as well: the view, and measures. */
  push_kind(L, "world", lg_kind_world());
  lua_rawseti(L, -2, ++n);
  for (int i = 0; i < lg_kind_count(); i++) {
    push_kind(L, lg_family_name(lg_kind_at(i)->family), lg_kind_at(i));
    lua_rawseti(L, -2, ++n);
  }
  push_kind(L, "view", lg_scene_view_kind());
  lua_rawseti(L, -2, ++n);
  for (int i = 0; i < lg_measure_count(); i++) {
    push_kind(L, "measure", lg_measure_at(i));
    lua_rawseti(L, -2, ++n);
  }
}

static void push_stats(lua_State *L) {
  lua_newtable(L);
  int n = 0;
  for (const lg_stat *row = lg_stats_rows(); row->name; row++) {
    lua_newtable(L);
    lg_lua_put_text(L, "name", row->name);
    lg_lua_put_text(L, "type", lg_type_word(row->type));
    lg_lua_put_text(L, "unit", row->unit);
    lg_lua_put_text(L, "doc", row->doc);
    lua_rawseti(L, -2, ++n);
  }
}

static void push_names(lua_State *L, const char *owner, const char *const *names, int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushstring(L, names[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, owner);
}

static int methods(const luaL_Reg *m, const char **names) {
  int n = 0;
  for (; m->name; m++) names[n++] = m->name;
  return n;
}

/* Names that words.lua must describe, by owner. */
static void push_words(lua_State *L) {
  const char *names[LG_LUA_NAMES_MAX];
  lua_newtable(L);
  push_names(L, "world", names, lg_lua_world_names(names));
  push_names(L, "hook", names, lg_lua_hook_names(names));
  push_names(L, "particles", names, methods(lg_lua_particle_methods, names));
  int n = methods(lg_lua_buffer_access, names);
  push_names(L, "buffer", names, n + methods(lg_lua_bulk, names + n));
  push_names(L, "vec", names, methods(lg_lua_vec_methods, names));
}

/* core.registry() -> kinds, stats rows, names by owner */
int lg_lua_registry(lua_State *L) {
  push_kinds(L);
  push_stats(L);
  push_words(L);
  return 3;
}

/* Protected: page, user. */
static int make_pages(lua_State *L) {
  lg_page_fn *page = *(lg_page_fn **)lua_touserdata(L, 1);
  void *user = lua_touserdata(L, 2);
  luaL_openlibs(L);
  lg_lua_preload(L);

  /* laguna.reference makes all pages at once. */
  lua_getglobal(L, "require");
  lua_pushliteral(L, "laguna.reference");
  lua_call(L, 1, 1);
  lua_getfield(L, -1, "pages");
  lua_call(L, 0, 1);

  for (lua_Integer i = 1; lua_rawgeti(L, -1, i) == LUA_TTABLE; i++, lua_pop(L, 1)) {
    lua_getfield(L, -1, "path");
    lua_getfield(L, -2, "text");
    if (!page(user, lua_tostring(L, -2), lua_tostring(L, -1), lua_rawlen(L, -1))) break;
    lua_pop(L, 2);
  }
  return 0;
}

bool lg_reference(lg_page_fn *page, void *user, lg_why *why) {
  lua_State *L = luaL_newstate();
  if (!L) {
    return lg_explain(why, "out of memory for the reference");
  }

  /* A state of its own, without a scene. */
  lua_pushcfunction(L, make_pages);
  lua_pushlightuserdata(L, &page);
  lua_pushlightuserdata(L, user);
  bool ok = lua_pcall(L, 2, 0, 0) == LUA_OK;
  if (!ok) lg_explain(why, "%s", luaL_tolstring(L, -1, NULL));
  lua_close(L);
  return ok;
}
