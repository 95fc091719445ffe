/* draw.c - world:draw(g), the hook that draws over the picture: g:line, g:disc, g:text and others,
   in metres of the world, and those of g.screen in parts of the picture. What is drawn goes to the
   program's function at once; without a picture nobody calls the hook. */
#include "bind/scene/scene.h"

#include <math.h>
#include <string.h>

#define G      "laguna.drawing"
#define SCREEN "laguna.screen" /* a board *, which its user value keeps alive */
#define FAR    1e6             /* m: farther away nothing is drawn */

typedef struct board {
  const lg_drawing *to;
  bool over; /* the hook has returned */
  int dim, marks;
  const char *method; /* that is called now, */
  bool on_screen;     /* of g.screen */
} board;

/* The board of this call, g's or that of g.screen. */
static board *self(lua_State *L, const char *method) {
  board *b = luaL_testudata(L, 1, G), **of = luaL_testudata(L, 1, SCREEN);
  if (!b && !of) lg_lua_colon(L, "g", method);
  if (!b) b = *of;
  b->on_screen = of != NULL;
  b->method = method;

  if (b->over)
    lg_lua_fail(L, "g:%s: it draws in the hook only that received it, world:draw(g)", method);
  if (b->marks++ == LG_DRAWING_MAX)
    lg_lua_fail(L, "g:%s: a picture has room for %d marks", method, LG_DRAWING_MAX);
  return b;
}

/* ---- arguments ------------------------------------------------------------------------------ */

static void take_point(lua_State *L, int index, const board *b, float p[3]) {
  double c[4] = {0, 0, 0, 0};
  int dim = b->on_screen ? 2 : b->dim;
  const char *unit = b->on_screen ? "" : " m";

  if (lg_lua_to_numbers(L, index, c) != dim)
    lg_lua_fail(L, "g:%s: expects a point of %d numbers (%s) as its argument %d, got %s", b->method,
                dim, b->on_screen ? "parts of the picture" : "m", index - 1,
                lg_lua_typename(L, index));

  for (int k = 0; k < 3; k++) {
    if (!(fabs(c[k]) <= FAR))
      lg_lua_fail(L, "g:%s: the point's component %d = %f must be within 1e6%s", b->method, k + 1,
                  c[k], unit);
    p[k] = k < dim ? (float)c[k] : 0;
  }
}

/* {r, g, b[, a]}, 0 to 1 each -> 0xRRGGBBAA; 0 if there is none: as other texts of the picture */
static uint32_t take_color(lua_State *L, int index, const board *b) {
  double c[4] = {1, 1, 1, 1};
  uint32_t rgba = 0;
  if (lua_isnoneornil(L, index)) return 0;
  if (lg_lua_to_numbers(L, index, c) < 3)
    lg_lua_fail(L, "g:%s: a color is {red, green, blue[, alpha]}, each 0 to 1, got %s", b->method,
                lg_lua_typename(L, index));
  for (int k = 0; k < 4; k++) rgba = rgba << 8 | (uint32_t)(255 * fmin(fmax(c[k], 0), 1) + 0.5);
  return rgba ? rgba : 0xffffff00U; /* nothing is seen of it */
}

static float take_size(lua_State *L, int index, const board *b, const char *what, double size) {
  if (!lua_isnoneornil(L, index))
    size = lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : -1;
  if (!(size > 0 && size <= FAR))
    lg_lua_fail(L, "g:%s: %s must be a number greater than 0", b->method, what);
  return (float)size;
}

static float take_radius(lua_State *L, int index, const board *b) {
  return take_size(L, index, b, b->on_screen ? "the radius (pixels)" : "the radius (m)", -1);
}

/* What part of a text is left of its place. */
static float take_align(lua_State *L, int index, const board *b) {
  static const char *const words[] = {"left", "center", "right"};
  if (lua_isnoneornil(L, index)) return 0;
  const char *word = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "";
  for (int i = 0; i < 3; i++)
    if (strcmp(word, words[i]) == 0) return 0.5f * (float)i;

  if (!*word) lua_pushfstring(L, "a %s", lg_lua_typename(L, index));
  else lg_lua_push_readable(L, index);
  lg_lua_fail(L, "g:%s: a text is aligned left, center or right, not %s", b->method,
              lua_tostring(L, -1));
  return 0;
}

/* true: black around a bright text, white around a dark one. */
static uint32_t take_halo(lua_State *L, int index, const board *b, uint32_t text) {
  if (!lua_toboolean(L, index)) return 0;
  if (!lua_isboolean(L, index)) return take_color(L, index, b);
  uint32_t bright = 3 * (text >> 24) + 6 * (text >> 16 & 0xff) + (text >> 8 & 0xff);
  return bright > 10 * 100 ? 0x000000ffU : 0xffffffffU;
}

static int put(lua_State *L, const board *b, lg_drawn *d) {
  d->on_screen = b->on_screen;
  if (!b->to || b->to->mark(b->to->user, d)) return 0;
  return lg_lua_fail(L, "g:%s: no memory for the picture", b->method);
}

/* ---- marks ---------------------------------------------------------------------------------- */

static int between(lua_State *L, const board *b, lg_drawn_what what, double width) {
  lg_drawn d = {.what = what};
  take_point(L, 2, b, d.at);
  take_point(L, 3, b, d.to);
  d.rgba = take_color(L, 4, b);
  if (width > 0 || !lua_isnoneornil(L, 5))
    d.width = take_size(L, 5, b, "the width (pixels)", width);
  return put(L, b, &d);
}
/* g:line(from, to[, color[, width]]) */
static int line(lua_State *L) { return between(L, self(L, "line"), LG_DRAWN_LINE, 1.5); }
/* g:arrow(from, to[, color[, width]]) */
static int arrow(lua_State *L) { return between(L, self(L, "arrow"), LG_DRAWN_ARROW, 1.5); }
/* g:rectangle(corner, corner[, color[, width]]) */
static int rectangle(lua_State *L) {
  return between(L, self(L, "rectangle"), LG_DRAWN_RECTANGLE, 0);
}

/* g:disc(center, radius[, color]) */
static int disc(lua_State *L) {
  board *b = self(L, "disc");
  lg_drawn d = {.what = LG_DRAWN_DISC};
  take_point(L, 2, b, d.at);
  d.radius = take_radius(L, 3, b);
  d.rgba = take_color(L, 4, b);
  return put(L, b, &d);
}

/* g:ring(center, radius[, color[, width]]) */
static int ring(lua_State *L) {
  board *b = self(L, "ring");
  lg_drawn d = {.what = LG_DRAWN_RING};
  take_point(L, 2, b, d.at);
  d.radius = take_radius(L, 3, b);
  d.rgba = take_color(L, 4, b);
  d.width = take_size(L, 5, b, "the width (pixels)", 1.5);
  return put(L, b, &d);
}

/* g:bar(at, part[, color[, width[, height]]]) */
static int bar(lua_State *L) {
  board *b = self(L, "bar");
  lg_drawn d = {.what = LG_DRAWN_BAR};
  take_point(L, 2, b, d.at);
  double part = lua_type(L, 3) == LUA_TNUMBER ? lua_tonumber(L, 3) : (double)NAN;
  if (isnan(part)) return lg_lua_fail(L, "g:bar: what part is full must be a number, 0 to 1");
  d.part = (float)fmin(fmax(part, 0), 1);
  d.rgba = take_color(L, 4, b);
  d.width = take_size(L, 5, b, "the width (pixels)", 100);
  d.size = take_size(L, 6, b, "the height (pixels)", 8);
  return put(L, b, &d);
}

/* g:text(point, text[, color[, size[, align[, halo]]]]) */
static int text(lua_State *L) {
  board *b = self(L, "text");
  lg_drawn d = {.what = LG_DRAWN_TEXT};
  take_point(L, 2, b, d.at);

  if (!lua_isstring(L, 3))
    return lg_lua_fail(L, "g:text: expects a text as its argument 2, got %s",
                       lg_lua_typename(L, 3));
  d.rgba = take_color(L, 4, b);
  d.size = take_size(L, 5, b, "the size (pixels)", 16);
  d.part = take_align(L, 6, b);
  d.halo = take_halo(L, 7, b, d.rgba);

  /* the record keeps the text as long as the picture needs it */
  lg_lua_push_readable(L, 3);
  d.text = lua_tostring(L, -1);
  return put(L, b, &d);
}

/* g.screen: the same marks, placed on the picture. */
static int push_screen(lua_State *L, board *b) {
  board **of = lua_newuserdatauv(L, sizeof(board *), 1);
  *of = b;
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, SCREEN);
  return 1;
}

static int word(lua_State *L) {
  enum { WORDS = 7 };
  static const luaL_Reg words[WORDS] = {{"line", line}, {"arrow", arrow},         {"disc", disc},
                                        {"ring", ring}, {"rectangle", rectangle}, {"bar", bar},
                                        {"text", text}};
  const char *name = luaL_tolstring(L, 2, NULL), *names[WORDS];
  for (int i = 0; i < WORDS; i++) {
    names[i] = words[i].name;
    if (strcmp(name, names[i]) == 0) return lua_pushcfunction(L, words[i].func), 1;
  }

  board *b = luaL_testudata(L, 1, G);
  if (b && strcmp(name, "screen") == 0) return push_screen(L, b);

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
  lg_lua_metatable(L, SCREEN, meta);

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
