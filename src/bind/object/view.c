/* view.c - world.view = { from = ..., show = "surface", ... }: how a scene wants to be shown. Rows
   as those of a kind; --view has the same names, and its values win. */
#include "bind/object/object.h"

#include <math.h>
#include <string.h>

#define KEYS_MAX 64 /* of a camera's path */

#define ROW_(field, type, d0, d1, d2, d3, lo, hi, unit, choices, doc)                              \
  LG_ROW_(lg_scene_view, field, type, d0, d1, d2, d3, lo, hi, unit, choices, doc, 0)
static const lg_param rows[] = {
    LG_ROW_VEC(lg_scene_view, from, 0, 0, 0, "m", "where the eye is, in 3-D; the y axis is up"),
    LG_ROW_VEC(lg_scene_view, at, 0, 0, 0, "m", "what is in the middle of the picture"),
    LG_ROW_FLOAT(lg_scene_view, height, 0, 0, LG_HUGE, "m",
                 "of what the picture shows, where at is; 0: as from says, or all of the bounds"),
    LG_ROW_REF(lg_scene_view, follow, LG_COLLIDER, 0,
               "the camera goes with this one: from, at and path count from its centre; world.view "
               "alone, since --view names no objects"),
    LG_ROW_FLOAT(lg_scene_view, turn, 0, -1e6, 1e6, "deg/s",
                 "3-D: the camera goes round what it looks at, so fast in simulated time"),
    LG_ROW_CHOICE(lg_scene_view, show, 0, "auto|dots|spheres|water|surface|none",
                  "particles each by itself (dots, spheres), or as one body of water (water, "
                  "surface); auto: water in 2-D, spheres in 3-D"),
    LG_ROW_FLOAT(lg_scene_view, size, 1, 0.05, 20, "1",
                 "of particles; 1: as wide as they are apart"),
    LG_ROW_CHOICE(lg_scene_view, colormap, 0, "viridis|turbo|gray|coolwarm",
                  "colours of a value, from low to high; coolwarm: white in the middle"),
    ROW_(range, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "", NULL,
         "{low, high}: the values at the ends of the colours; not given: what most particles have"),
    LG_ROW_COLOR(lg_scene_view, background, 0, 0, 0,
                 "behind it all: {red, green, blue}, 0 to 1, or \"white\", \"black\", \"gray\", "
                 "\"sky\"; not given: the theme's"),
    LG_ROW_CHOICE(lg_scene_view, theme, 0, "auto|dark|light",
                  "colours of background, texts and lines; auto: in the window as key t says, else "
                  "dark"),
    LG_ROW_BOOL(lg_scene_view, bounds, 1, "lines around the bounds, and the floor"),
    LG_ROW_BOOL(lg_scene_view, colliders, 1, "solids are shown"),
    LG_ROW_BOOL(lg_scene_view, legend, 1, "what the colours mean"),
    LG_ROW_BOOL(lg_scene_view, hud, 1, "numbers in the corner"),
    ROW_(title, LG_TEXT, 0, 0, 0, 0, 0, 0, "", NULL,
         "written below the picture; of several worlds beside each other: the world's name"),
    LG_ROWS_END,
};
static const lg_kind kind = {.name = "view",
                             .family = LG_FAMILY_WORLD,
                             .doc = "how a world is shown: world.view, --view",
                             .size = sizeof(lg_scene_view),
                             .params = rows};

const lg_kind *lg_scene_view_kind(void) { return &kind; }

/* A range has two numbers in any world. */
static int dim_of(const char *name, int dim) { return strcmp(name, "range") == 0 ? 2 : dim; }

/* ---- words for colours ---------------------------------------------------------------------- */

static const struct {
  const char *name;
  double rgb[3];
} words[] = {{"white", {1, 1, 1}},
             {"black", {0, 0, 0}},
             {"gray", {0.5, 0.5, 0.5}},
             {"sky", {0.62, 0.75, 0.87}}};
enum { WORDS = sizeof words / sizeof *words };

/* The name of a colour at `index`, or an error; its numbers take its place. */
static void color_of_word(lua_State *L, int index) {
  const char *names[WORDS], *name = lua_tostring(L, index);
  int i = 0;
  for (; i < WORDS; i++) names[i] = words[i].name;
  for (i = 0; i < WORDS && strcmp(words[i].name, name) != 0;) i++;
  if (i == WORDS) {
    lg_lua_unknown(L, "view", "color", name, names, WORDS);
    return;
  }

  lua_createtable(L, 3, 0);
  for (int k = 0; k < 3; k++) {
    lua_pushnumber(L, words[i].rgb[k]);
    lua_rawseti(L, -2, k + 1);
  }
  lua_replace(L, index);
}

/* ---- a camera's path ------------------------------------------------------------------------ */

static const char *const way[] = {"from", "at", "height"}; /* what a key may say beside its time */
enum { WAY = sizeof way / sizeof *way };

/* Checks key number n at the top of the stack against the rows, and that its time comes after
   `before`; returns that time, and in given[] what it says. */
static double check_key(lua_State *L, lua_Integer n, double before, int dim, bool given[WAY]) {
  int key = lua_gettop(L);
  lg_arg ignored;
  if (!lua_istable(L, key))
    lg_lua_fail(L, "view: path: key %I must be a table, { t = 0, from = ... }, got %s", n,
                lg_lua_typename(L, key));

  /* all but the time as the rows of the view ask */
  const char *name = NULL;
  while ((name = lg_lua_next_key(L, &kind, key, name)) != NULL) {
    int k = 0;
    while (k < WAY && strcmp(way[k], name) != 0) k++;
    if (k == WAY && strcmp(name, "t") != 0)
      lg_lua_fail(L, "view: path: key %I: unknown '%s'; a key has t, from, at and height", n, name);
    lua_getfield(L, key, name);
    if (k < WAY) lg_lua_take_value(L, &kind, name, lua_gettop(L), dim, &ignored);
    if (k < WAY) given[k] = true;
    lua_settop(L, key);
  }

  lua_getfield(L, key, "t");
  double t = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : (double)NAN;
  lua_pop(L, 1);
  if (!(t > before && t < 1e30))
    lg_lua_fail(L, "view: path: key %I needs its time t (s), later than the one before", n);
  return t;
}

static void check_path(lua_State *L, int path, int dim) {
  bool first[WAY] = {false};
  double t = -1e30;
  lua_Integer n = lua_istable(L, path) ? (lua_Integer)lua_rawlen(L, path) : 0;
  if (n < 1 || n > KEYS_MAX)
    lg_lua_fail(L,
                "view: path must be a list of 1 to %d keys, {{ t = 0, from = ..., at = ... }, ...}",
                KEYS_MAX);

  for (lua_Integer i = 1; i <= n; i++) {
    bool given[WAY] = {false};
    lua_rawgeti(L, path, i);
    t = check_key(L, i, t, dim, i == 1 ? first : given);
    lua_pop(L, 1);
    for (int k = 0; k < WAY; k++)
      if (i > 1 && given[k] != first[k])
        lg_lua_fail(L, "view: path: key %I and the first one do not both give '%s'", i, way[k]);
  }
}

/* A copy of the path at `path` that the script cannot change, on top. */
static void push_path(lua_State *L, int path) {
  lua_newtable(L);

  for (lua_Integer i = 1; lua_rawgeti(L, path, i) == LUA_TTABLE; i++) {
    /* only what a key knows, and nothing that the scene changes later */
    lua_newtable(L);
    for (int k = -1; k < WAY; k++) {
      lua_getfield(L, -2, k < 0 ? "t" : way[k]);
      lg_lua_push_frozen(L, lua_gettop(L));
      lua_setfield(L, -3, k < 0 ? "t" : way[k]);
      lua_pop(L, 1);
    }
    lua_rawseti(L, -3, i);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* ---- world.view = ... ----------------------------------------------------------------------- */

/* Pushes a checked copy of the table at `index`. */
static void push_checked(lua_State *L, int index, int dim) {
  int copy = lua_gettop(L) + 1;
  lg_arg ignored;
  const char *key = NULL;
  lua_newtable(L);

  /* each field as its row asks; a colour may be a word, a path is a list of points */
  while ((key = lg_lua_next_key(L, &kind, index, key)) != NULL) {
    lua_getfield(L, index, key);
    int value = copy + 1;
    if (strcmp(key, "background") == 0 && lua_type(L, value) == LUA_TSTRING)
      color_of_word(L, value);

    if (strcmp(key, "path") == 0) {
      check_path(L, value, dim);
      push_path(L, value);
    } else {
      lg_lua_take_value(L, &kind, key, value, dim_of(key, dim), &ignored);
      lg_lua_push_frozen(L, value);
    }
    lua_setfield(L, copy, key);
    lua_settop(L, copy);
  }

  /* what two numbers are together */
  lua_getfield(L, copy, "range");
  double range[4];
  if (lg_lua_to_numbers(L, copy + 1, range) == 2 && !(range[0] < range[1]))
    lg_lua_fail(L, "view: range = {%f, %f}: the first must be less than the second", range[0],
                range[1]);
  lua_settop(L, copy);
}

/* The value at 3 becomes the field `name` of the state of the world at 1. */
static int assign(lua_State *L, const char *name) {
  int dim = lg_world_dim(lg_lua_to_world(L, 1)->w);
  if (lua_isnil(L, 3)) lua_pushnil(L);
  else if (lua_istable(L, 3)) push_checked(L, 3, dim);
  else
    return lg_lua_fail(L, "view: expects a table, world.view = { show = \"surface\" }, got %s",
                       lg_lua_typename(L, 3));
  lua_getiuservalue(L, 1, LG_WORLD_STATE);
  lua_insert(L, -2);
  lua_setfield(L, -2, name);
  return 0;
}

int lg_lua_set_view(lua_State *L) { return assign(L, "view"); }

int lg_lua_view_over(lua_State *L) {
  lua_settop(L, 2);
  lua_insert(L, 2); /* assign has its value at 3 */
  lua_pushvalue(L, 2);
  return assign(L, "view over");
}

/* ---- reading -------------------------------------------------------------------------------- */

typedef struct key {
  double t;
  double v[7]; /* from, at, height */
} key;

/* Numbers of what the key at the top says, at their places; given[] says of what. */
static void read_key(lua_State *L, key *out, bool given[WAY]) {
  int top = lua_gettop(L);
  double c[4];
  *out = (key){0};
  lua_getfield(L, top, "t");
  out->t = lua_tonumber(L, -1);

  /* places and directions have three numbers, the last one has one */
  for (int k = 0; k < WAY; k++) {
    int type = lua_getfield(L, top, way[k]), n = lg_lua_to_numbers(L, lua_gettop(L), c);
    given[k] = type != LUA_TNIL;
    if (type == LUA_TNUMBER) out->v[6] = lua_tonumber(L, -1);
    for (int i = 0; i < n && i < 3; i++) out->v[3 * k + i] = c[i];
  }
  lua_settop(L, top);
}

/* Cubic Hermite between b and c at the time t; slopes are those from neighbour to neighbour
   (Catmull and Rom 1974, at any times). */
static double between(const key *a, const key *b, const key *c, const key *d, int i, double t) {
  double h = c->t - b->t, u = (t - b->t) / h;
  double p = c->t > a->t ? (c->v[i] - a->v[i]) / (c->t - a->t) * h : 0,
         q = d->t > b->t ? (d->v[i] - b->v[i]) / (d->t - b->t) * h : 0;
  return b->v[i] + u * (p + u * (3 * (c->v[i] - b->v[i]) - 2 * p - q +
                                 u * (p + q - 2 * (c->v[i] - b->v[i]))));
}

/* Where the path at the top of the stack is at a time, as if the view had said so. */
static void follow_path(lua_State *L, double t, lg_scene_view *out) {
  key k[KEYS_MAX];
  bool given[WAY] = {false};
  int n = (int)lua_rawlen(L, -1), at = 0;
  for (int i = 0; i < n && i < KEYS_MAX; i++) {
    lua_rawgeti(L, -1, i + 1);
    read_key(L, &k[i], given);
    lua_pop(L, 1);
  }

  /* Between keys `at` and at + 1; before the first and behind the last it stands still. */
  if (n < 1) return;
  t = fmin(fmax(t, k[0].t), k[n - 1].t);
  while (at + 2 < n && k[at + 1].t <= t) at++;
  double v[7];
  for (int i = 0; i < 7; i++)
    v[i] = n == 1 ? k[0].v[i]
                  : between(&k[at > 0 ? at - 1 : 0], &k[at], &k[at + 1],
                            &k[at + 2 < n ? at + 2 : n - 1], i, t);

  for (int i = 0; i < 3; i++) {
    if (given[0]) out->from[i] = (float)v[i];
    if (given[1]) out->at[i] = (float)v[3 + i];
  }
  if (given[2]) out->height = (float)fmax(v[6], 0);
  out->has_from |= given[0];
  out->has_at |= given[1];
}

/* Its id, as long as it is in the world at `world`; else 0. */
static lg_id followed(lua_State *L, int world, int object) {
  const lg_lua_object *o = lg_lua_to_object(L, object);
  if (!o || o->state != LG_LUA_ADDED) return 0;
  lg_id id = 0;
  lua_getiuservalue(L, world, LG_WORLD_OBJECTS);
  lua_rawgeti(L, -1, o->id);
  if (lua_rawequal(L, -1, object)) id = o->id;
  lua_pop(L, 2);
  return id;
}

/* What the table on top says, over what `out` has. */
static void take(lua_State *L, int world, lg_scene_view *out) {
  const lg_world *w = lg_lua_to_world(L, world)->w;
  int table = lua_gettop(L), dim = lg_world_dim(w);
  if (!lua_istable(L, table)) return;

  /* Rows are checked where they were assigned; nothing is refused here. */
  for (const lg_param *row = rows; row->name; row++) {
    lg_arg args[2] = {lg_end(), lg_end()};
    bool given = lua_getfield(L, table, row->name) != LUA_TNIL;
    if (given && row->type == LG_COLLIDER) out->follow = followed(L, world, lua_gettop(L));
    else if (given && lg_lua_to_arg(L, lua_gettop(L), row->name, &args[0]))
      lg_param_apply(&kind, out, args, dim_of(row->name, dim), false, NULL);
    if (given && strcmp(row->name, "from") == 0) out->has_from = true;
    if (given && strcmp(row->name, "at") == 0) out->has_at = true;
    if (given && strcmp(row->name, "background") == 0) out->has_background = true;
    lua_settop(L, table);
  }

  if (lua_getfield(L, table, "path") == LUA_TTABLE) follow_path(L, lg_world_time(w), out);
  lua_settop(L, table);
}

void lg_lua_read_view(lua_State *L, int world, lg_scene_view *out) {
  const lg_world *w = lg_lua_to_world(L, world)->w;
  int top = lua_gettop(L);
  memset(out, 0, sizeof *out);
  lg_param_apply(&kind, out, LG_NO_ARGS, lg_world_dim(w), true, NULL);

  lua_getiuservalue(L, world, LG_WORLD_STATE);
  lua_getfield(L, top + 1, "view");
  take(L, world, out);
  lua_getfield(L, top + 1, "view over");
  take(L, world, out);
  lua_settop(L, top);
}
