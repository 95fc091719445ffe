/* world_options.c - what lg.world { ... } reads: the world's rows, and bounds and edges, which have
   forms of their own. */
#include "bind/object/object.h"

#include <string.h>

static const char *const axes[] = {"x", "y", "z"};
static const char *const edge_words[] = {
    [LG_EDGE_WALL] = "wall", [LG_EDGE_OPEN] = "open", [LG_EDGE_PERIODIC] = "periodic"};
enum { EDGE_WORDS = sizeof edge_words / sizeof *edge_words };

/* ---- bounds --------------------------------------------------------------------------------- */

static void read_bounds(lua_State *L, int options, lg_world_def *def) {
  static const char wanted[] =
      "two corners, {{0, 0}, {4, 3}} in 2-D or {{0, 0, 0}, {4, 3, 2}} in 3-D";
  double corner[2][4] = {{0}};
  int n[2] = {0, 0};

  /* Two corners of the same dimension. */
  if (lua_getfield(L, options, "bounds") == LUA_TNIL)
    lg_lua_fail(L, "world: bounds is required: %s (m)", wanted);
  for (int k = 0; k < 2 && lua_istable(L, -1) && lua_rawlen(L, -1) == 2; k++) {
    lua_rawgeti(L, -1, k + 1);
    n[k] = lg_lua_to_numbers(L, lua_gettop(L), corner[k]);
    lua_pop(L, 1);
  }
  if (n[0] != n[1] || n[0] < 2 || n[0] > 3)
    lg_lua_fail(L, "world: option 'bounds' must be %s", wanted);

  for (int k = 0; k < n[0]; k++) {
    def->bounds.min[k] = (float)corner[0][k];
    def->bounds.max[k] = (float)corner[1][k];
  }
  def->bounds.dim = n[0];
  lua_pop(L, 1);
}

void lg_lua_push_bounds(lua_State *L, const lg_world *w) {
  lg_bounds b = lg_world_bounds(w);
  const float *corner[2] = {b.min, b.max};
  lua_createtable(L, 2, 0);
  for (int k = 0; k < 2; k++) {
    double c[3] = {(double)corner[k][0], (double)corner[k][1], (double)corner[k][2]};
    lg_lua_push_vec(L, c, b.dim);
    lua_rawseti(L, -2, k + 1);
  }
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* The word on top of the stack; `where` is "edges" or "edges.x". */
static lg_edge edge_word(lua_State *L, const char *where) {
  const char *word = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  if (!word)
    lg_lua_fail(L, "world: option '%s' must be 'wall', 'open' or 'periodic', got %s", where,
                lg_lua_typename(L, -1));

  /* One of three words, or the one that was meant. */
  for (int i = 0; word && i < EDGE_WORDS; i++)
    if (strcmp(word, edge_words[i]) == 0) return (lg_edge)i;

  const char *near = lg_nearest(word, edge_words, EDGE_WORDS);
  if (near)
    lg_lua_fail(L, "world: %s = '%s' is not one of wall, open, periodic (did you mean '%s'?)",
                where, word, near);
  lg_lua_fail(L, "world: %s = '%s' is not one of wall, open, periodic", where, word);
  return LG_EDGE_WALL;
}

/* The value on top: one word for both sides, or {lower, upper}. */
static void read_axis(lua_State *L, const char *where, lg_edge side[2]) {
  if (!lua_istable(L, -1)) {
    side[0] = side[1] = edge_word(L, where);
    return;
  }

  /* Two words: the lower side, the upper one. */
  if (lua_rawlen(L, -1) != 2)
    lg_lua_fail(L,
                "world: option '%s' must be one word or two, {\"wall\", \"open\"} for the lower "
                "and the upper side",
                where);
  for (int k = 0; k < 2; k++) {
    lua_rawgeti(L, -1, k + 1);
    side[k] = edge_word(L, where);
    lua_pop(L, 1);
  }
}

static void refuse_unknown_axes(lua_State *L, int edges, int dim) {
  for (lua_pushnil(L); lua_next(L, edges); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
    if (!key)
      lg_lua_fail(L, "world: option 'edges' must be one word or a table by axis, {x = \"wall\", y "
                     "= \"open\"}");

    /* An axis that the world has. */
    bool known = false;
    for (int k = 0; key && k < dim; k++) known = known || strcmp(key, axes[k]) == 0;
    if (!known)
      lg_lua_fail(L, "world: edges: unknown axis '%s' (a %d-D world has %s)", key, dim,
                  dim == 2 ? "x, y" : "x, y, z");
  }
}

static void read_edges(lua_State *L, int options, lg_world_def *def) {
  int type = lua_getfield(L, options, "edges"), edges = lua_gettop(L);
  if (type == LUA_TTABLE) refuse_unknown_axes(L, edges, def->bounds.dim);

  /* One word for all sides, or a table by axis; sides without a word are walls. */
  lg_edge all = LG_EDGE_WALL;
  if (type != LUA_TTABLE && type != LUA_TNIL) all = edge_word(L, "edges");
  for (int k = 0; type != LUA_TNIL && k < def->bounds.dim; k++) {
    char where[] = "edges.x";
    where[6] = axes[k][0];
    def->edges[k][0] = def->edges[k][1] = all;
    if (type != LUA_TTABLE) continue;
    if (lua_getfield(L, edges, axes[k]) != LUA_TNIL) read_axis(L, where, def->edges[k]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

void lg_lua_push_edges(lua_State *L, const lg_world *w) {
  lua_newtable(L);
  for (int k = 0; k < lg_world_dim(w); k++) {
    lua_createtable(L, 2, 0);
    for (int side = 0; side < 2; side++) {
      lua_pushstring(L, edge_words[lg_world_edge(w, k, side)]);
      lua_rawseti(L, -2, side + 1);
    }
    lua_setfield(L, -2, axes[k]);
  }
}

/* ---- all of it ------------------------------------------------------------------------------ */

static bool has_own_form(const char *key) {
  static const char *const own[] = {"bounds", "edges", "solver", "name"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(key, own[i]) == 0) return true;
  return false;
}

static void check_key(lua_State *L, const lg_kind *k, const char *key) {
  const char *names[LG_LUA_NAMES_MAX] = {"bounds", "edges", "solver", "name"};
  int n = 4;
  if (has_own_form(key) || lg_param_find(k, key)) return;
  for (const lg_param *r = k->params; r->name && n < LG_LUA_NAMES_MAX; r++) names[n++] = r->name;
  lg_lua_unknown(L, "world", "option", key, names, n);
}

void lg_lua_read_world(lua_State *L, int options, lg_world_def *def) {
  lg_why why;
  lg_arg ignored;
  const lg_kind *k = lg_kind_world();
  const char *key = NULL;

  /* Unknown names first, then what has a form of its own. */
  while ((key = lg_lua_next_key(L, k, options, key)) != NULL) check_key(L, k, key);
  read_bounds(L, options, def);
  read_edges(L, options, def);

  /* Rows one by one, for the line of the error, then all together. */
  for (const lg_param *r = k->params; r->name; r++) {
    if (lua_getfield(L, options, r->name) != LUA_TNIL && !has_own_form(r->name))
      lg_lua_take_value(L, k, r->name, lua_gettop(L), def->bounds.dim, &ignored);
    lua_pop(L, 1);
  }
  const lg_arg *args = lg_lua_push_args(L, k, options);
  if (!lg_param_apply(k, def, args, def->bounds.dim, false, &why)) lg_lua_fail(L, "%s", why.text);
  lua_pop(L, 1);
}
