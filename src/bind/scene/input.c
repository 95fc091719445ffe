/* input.c - keys and mouse: what lg.keys and lg.mouse say, and the hooks that hear of them. */
#include "bind/scene/scene.h"

#include <string.h>

typedef struct input { /* a key, or (what) the mouse */
  lg_scene *scene;
  const char *key, *what;
  bool down;
  int world, button;
  const float *p; /* m */
} input;

/* Pushes lg.keys or lg.mouse: tables that the script has too, and may have armed. */
static void push_words(lua_State *L, const char *name) {
  if (lua_getfield(L, LUA_REGISTRYINDEX, name) != LUA_TTABLE) luaL_error(L, "%s is no table", name);
}

static void put(lua_State *L, const char *name) {
  lua_pushstring(L, name);
  lua_insert(L, -2);
  lua_rawset(L, -3);
}

static void note_key(lua_State *L, const input *in) {
  push_words(L, "laguna.keys");
  if (in->down) lua_pushboolean(L, true);
  else lua_pushnil(L);
  put(L, in->key);
}

static void note_mouse(lua_State *L, const input *in) {
  static const char *const axes[] = {"x", "y", "z"}, *const buttons[] = {"left", "middle", "right"};
  const int dim = lg_world_dim(lg_scene_world(in->scene, in->world));
  push_words(L, "laguna.mouse");
  lg_scene_push(in->scene, in->world);
  put(L, "world");

  for (int k = 0; k < 3; k++) {
    if (k < dim) lua_pushnumber(L, (lua_Number)in->p[k]);
    else lua_pushnil(L);
    put(L, axes[k]);
  }

  bool press = strcmp(in->what, "press") == 0, release = strcmp(in->what, "release") == 0;
  if (!(press || release) || in->button < 1 || in->button > 3) return;
  lua_pushboolean(L, press);
  put(L, buttons[in->button - 1]);
}

static int note(lua_State *L) {
  const input *in = lua_touserdata(L, 1);
  if (in->what) note_mouse(L, in);
  else note_key(L, in);
  return 0;
}

/* Protected, for a script may have used up its memory: then its hook says so. */
static void keep(lg_scene *s, input in) {
  lua_State *L = lg_scene_state(s);
  in.scene = s;
  lua_pushcfunction(L, note);
  lua_pushlightuserdata(L, &in);
  lua_pcall(L, 1, 0, 0);
  lua_settop(L, 0);
}

/* Pushes the hook of a world, and the world; false: there is none. */
static bool push_hook(lg_scene *s, int world, const char *name) {
  lg_scene_push(s, world);
  if (lg_lua_push_hook(lg_scene_state(s), 1, name)) return true;
  lua_settop(lg_scene_state(s), 0);
  return false;
}

bool lg_scene_has_hook(lg_scene *s, int world, const char *name) {
  bool has = lg_scene_world(s, world) && push_hook(s, world, name);
  lua_settop(lg_scene_state(s), 0);
  return has;
}

lg_input lg_scene_key(lg_scene *s, const char *name, bool down) {
  lua_State *L = lg_scene_state(s);
  lg_input all = LG_INPUT_FREE;
  keep(s, (input){.key = name, .down = down});

  /* Every world hears of it, and one is enough to own it. */
  for (int i = 0; i < lg_scene_count(s); i++) {
    if (!push_hook(s, i, "key")) continue;
    lua_pushstring(L, name);
    lua_pushboolean(L, down);
    lg_input one = lg_scene_ask(s, 3);
    if (one == LG_INPUT_FAILED) return one;
    if (one == LG_INPUT_OWNED) all = one;
  }
  return all;
}

/* What the mouse does in a 2-D world without a hook of its own (hand.lua), as push_hook. */
static bool push_hand(lg_scene *s, int world) {
  lua_State *L = lg_scene_state(s);
  if (lg_world_dim(lg_scene_world(s, world)) == 3) return false;
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, -1, "laguna.hand");
  lua_getfield(L, -1, "mouse");
  lua_replace(L, 1);
  lua_settop(L, 1);
  lg_scene_push(s, world);
  return true;
}

void lg_scene_point(lg_scene *s, int world, const float p[3]) {
  if (lg_scene_world(s, world)) keep(s, (input){.world = world, .p = p, .what = "hover"});
}

/* mouse(x, y, button, what), with z behind them in 3-D */
lg_input lg_scene_mouse(lg_scene *s, int world, const float p[3], int button, const char *what) {
  lua_State *L = lg_scene_state(s);
  const lg_world *w = lg_scene_world(s, world);
  if (!w) return LG_INPUT_FREE;
  keep(s, (input){.world = world, .p = p, .button = button, .what = what});

  if (!push_hook(s, world, "mouse") && !push_hand(s, world)) return LG_INPUT_FREE;
  lua_pushnumber(L, (lua_Number)p[0]);
  lua_pushnumber(L, (lua_Number)p[1]);
  lua_pushinteger(L, button);
  lua_pushstring(L, what);
  if (lg_world_dim(w) == 3) lua_pushnumber(L, (lua_Number)p[2]);
  return lg_scene_ask(s, lg_world_dim(w) == 3 ? 6 : 5);
}
