/* draw.c - world:draw(g), the hook that draws over the picture: g:line, g:disc, g:text, in metres
   of the world. What is drawn goes to the program's functions at once; without a picture nobody
   calls the hook. */
#include "bind/scene/scene.h"

#include <math.h>
#include <string.h>

#define G   "laguna.drawing"
#define FAR 1e6 /* m: farther away nothing is drawn */

/* over: the hook has returned */
typedef struct board {
  const lg_drawing *to;
  bool over;
  int dim, marks;
} board;

static board *self(lua_State *L, const char *method) {
  board *b = luaL_testudata(L, 1, G);
  if (!b) lg_lua_colon(L, "g", method);
  if (b->over)
    lg_lua_fail(L, "g:%s: it draws in the hook only that received it, world:draw(g)", method);
  if (b->marks++ == LG_DRAWING_MAX)
    lg_lua_fail(L, "g:%s: a picture has room for %d marks", method, LG_DRAWING_MAX);
  return b;
}

static void take_point(lua_State *L, int index, const board *b, const char *method, float p[3]) {
  double c[4] = {0, 0, 0, 0};
  if (lg_lua_to_numbers(L, index, c) != b->dim)
    lg_lua_fail(L, "g:%s: expects a point of %d numbers (m) as its argument %d, got %s", method,
                b->dim, index - 1, lg_lua_typename(L, index));
  for (int k = 0; k < 3; k++) {
    if (!(fabs(c[k]) <= FAR))
      lg_lua_fail(L, "g:%s: the point's component %d = %f must be within 1e6 m", method, k + 1,
                  c[k]);
    p[k] = k < b->dim ? (float)c[k] : 0;
  }
}

/* {r, g, b[, a]}, 0 to 1 each; white if there is none -> 0xRRGGBBAA */
static uint32_t take_color(lua_State *L, int index, const char *method) {
  double c[4] = {1, 1, 1, 1};
  uint32_t rgba = 0;
  if (!lua_isnoneornil(L, index) && lg_lua_to_numbers(L, index, c) < 3)
    lg_lua_fail(L, "g:%s: a color is {red, green, blue[, alpha]}, each 0 to 1, got %s", method,
                lg_lua_typename(L, index));
  for (int k = 0; k < 4; k++) rgba = rgba << 8 | (uint32_t)(255 * fmin(fmax(c[k], 0), 1) + 0.5);
  return rgba;
}

static float take_size(lua_State *L, int index, const char *method, const char *what, double size) {
  if (!lua_isnoneornil(L, index))
    size = lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : -1;
  if (!(size > 0 && size <= FAR))
    lg_lua_fail(L, "g:%s: %s must be a number greater than 0", method, what);
  return (float)size;
}

static int done(lua_State *L, const char *method, bool ok) {
  return ok ? 0 : lg_lua_fail(L, "g:%s: no memory for the picture", method);
}

/* g:line(from, to[, color[, width]]) */
static int line(lua_State *L) {
  board *b = self(L, "line");
  float from[3], to[3];
  take_point(L, 2, b, "line", from);
  take_point(L, 3, b, "line", to);
  uint32_t rgba = take_color(L, 4, "line");
  float width = take_size(L, 5, "line", "the width (pixels)", 1.5);
  return done(L, "line", !b->to || b->to->line(b->to->user, from, to, width, rgba));
}

/* g:disc(center, radius[, color]) */
static int disc(lua_State *L) {
  board *b = self(L, "disc");
  float center[3];
  take_point(L, 2, b, "disc", center);
  float radius = take_size(L, 3, "disc", "the radius (m)", -1);
  uint32_t rgba = take_color(L, 4, "disc");
  return done(L, "disc", !b->to || b->to->disc(b->to->user, center, radius, rgba));
}

/* g:text(point, text[, color[, size]]) */
static int text(lua_State *L) {
  board *b = self(L, "text");
  float at[3];
  take_point(L, 2, b, "text", at);
  if (!lua_isstring(L, 3))
    return lg_lua_fail(L, "g:text: expects a text as its argument 2, got %s",
                       lg_lua_typename(L, 3));
  uint32_t rgba = take_color(L, 4, "text");
  float size = take_size(L, 5, "text", "the size (pixels)", 16);
  lg_lua_push_readable(L, 3);
  return done(L, "text", !b->to || b->to->text(b->to->user, at, size, rgba, lua_tostring(L, -1)));
}

static int word(lua_State *L) {
  enum { WORDS = 3 };
  static const luaL_Reg words[WORDS] = {{"line", line}, {"disc", disc}, {"text", text}};
  const char *name = luaL_tolstring(L, 2, NULL), *names[WORDS];
  for (int i = 0; i < WORDS; i++) {
    names[i] = words[i].name;
    if (strcmp(name, names[i]) == 0) return lua_pushcfunction(L, words[i].func), 1;
  }

  /* A slip: plots are no marks of the picture. */
  if (strcmp(name, "plot") == 0)
    return lg_lua_fail(L, "g: plots are not drawn here: lg.plot { name = ..., 'curve' } makes one, "
                          "plot:add(time, value) feeds "
                          "it, and the picture shows it");
  return lg_lua_unknown(L, "g", "method", name, names, WORDS);
}

bool lg_scene_draw(lg_scene *s, int i, const lg_drawing *to) {
  static const luaL_Reg meta[] = {{"__index", word}, {NULL, NULL}};
  lua_State *L = lg_scene_state(s);
  lg_lua_metatable(L, G, meta);

  /* The hook of this world, if it has one. */
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.worlds");
  lua_rawgeti(L, -1, i + 1);
  lua_replace(L, 1);
  const lg_lua_world *world = lg_lua_to_world(L, 1);
  if (!world || !lg_lua_push_hook(L, 1, "draw")) {
    lua_settop(L, 0);
    return true;
  }

  /* A board for this call: kept behind it, the script is told that its hook is over. */
  board *b = lua_newuserdatauv(L, sizeof *b, 0);
  *b = (board){.to = to, .dim = lg_world_dim(world->w)};
  luaL_setmetatable(L, G);
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, G ".last"); /* alive until it is told that the hook is over */
  lua_remove(L, 1);

  bool ok = lg_scene_call(s, 2);
  b->over = true;
  return ok;
}
