/* handle.c - from Lua values to worlds and objects, and to the program behind a Lua state. */
#include "bind/lib/lib.h"

const char *const lg_lua_metatables[LG_FAMILIES] = {
    [LG_FAMILY_WORLD] = LG_LUA_WORLD,         [LG_FAMILY_SHAPE] = "laguna.shape",
    [LG_FAMILY_MATERIAL] = "laguna.material", [LG_FAMILY_EMITTER] = "laguna.emitter",
    [LG_FAMILY_COLLIDER] = "laguna.collider", [LG_FAMILY_FIELD] = "laguna.field",
    [LG_FAMILY_JOINT] = "laguna.joint",       [LG_FAMILY_SOLVER] = "laguna.solver"};

lg_lua_object *lg_lua_to_object(lua_State *L, int index) {
  for (int family = LG_FAMILY_SHAPE; family < LG_FAMILIES && lua_isuserdata(L, index); family++) {
    lg_lua_object *o = luaL_testudata(L, index, lg_lua_metatables[family]);
    if (o) return o;
  }
  return NULL;
}

lg_lua_world *lg_lua_to_world(lua_State *L, int index) {
  return luaL_testudata(L, index, LG_LUA_WORLD);
}

/* Registry "laguna.world_of", weak: lg_world -> the userdata. */
void lg_lua_remember_world(lua_State *L, int world) {
  if (!luaL_getsubtable(L, LUA_REGISTRYINDEX, "laguna.world_of")) {
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
  }
  lua_pushvalue(L, world);
  lua_rawsetp(L, -2, lg_lua_to_world(L, world)->w);
  lua_pop(L, 1);
}

bool lg_lua_push_world_of(lua_State *L, const lg_world *w) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, "laguna.world_of");
  bool known = lua_rawgetp(L, -1, w) != LUA_TNIL;
  lua_remove(L, -2);
  if (!known) lua_pop(L, 1);
  return known;
}

void lg_lua_push_state(lua_State *L, int world, const char *name) {
  lua_getiuservalue(L, world, LG_WORLD_STATE);
  luaL_getsubtable(L, -1, name);
  lua_remove(L, -2);
}

lg_lua_world *lg_lua_self(lua_State *L, const char *method) {
  lg_lua_world *self = lg_lua_to_world(L, 1);
  if (!self) lg_lua_colon(L, "world", method);
  else if (!self->w) lg_lua_fail(L, "world:%s: this world was closed", method);
  return self;
}

static const char host_key = 0; /* its address is the registry key of the scene's options */

const lg_scene_options *lg_lua_host(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &host_key);
  const lg_scene_options *host = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return host;
}

/* Notes are for the program; warnings of a world reach stock Lua too, as its own warnings (lua5.4
   -W shows them). */
void lg_lua_log(void *user, lg_level level, const char *sentence) {
  const lg_lua_world *world = user;
  if (world->host && world->host->say) world->host->say(world->host->user, level, sentence);
  else if (level != LG_NOTE) lua_warning(world->main, sentence, 0);
}

void lg_lua_set_host(lua_State *L, lg_scene_options *host) {
  lua_pushlightuserdata(L, host);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &host_key);
}
