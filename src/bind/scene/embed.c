/* embed.c - the Lua half inside the program: lua.inc holds every file of lua/laguna as bytes, so
   that nothing depends on paths. In stock Lua the files stand beside core.so instead. */
#include "bind/scene/scene.h"

#include <stdio.h>
#include <string.h>

#define LG_LUA(name, ...) static const unsigned char text_##name[] = {__VA_ARGS__};
#include "lua.inc"
#undef LG_LUA

static const struct {
  const char *name;
  const unsigned char *text;
  size_t bytes;
} files[] = {
#define LG_LUA(name, ...) {#name, text_##name, sizeof text_##name},
#include "lua.inc"
#undef LG_LUA
    {NULL, NULL, 0}};

/* package.preload's function: loads the text that the upvalue counts to. */
static int load(lua_State *L) {
  int i = (int)lua_tointeger(L, lua_upvalueindex(1));
  char chunk[64];
  snprintf(chunk, sizeof chunk, "@laguna/%s.lua", files[i].name);
  if (luaL_loadbufferx(L, (const char *)files[i].text, files[i].bytes, chunk, "t") != LUA_OK)
    return lua_error(L);
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

void lg_lua_preload(lua_State *L) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_laguna_core);
  lua_setfield(L, -2, "laguna.core");

  /* init.lua is the module itself. */
  for (int i = 0; files[i].name; i++) {
    bool init = strcmp(files[i].name, "init") == 0;
    const char *module = init ? "laguna" : lua_pushfstring(L, "laguna.%s", files[i].name);
    lua_pushinteger(L, i);
    lua_pushcclosure(L, load, 1);
    lua_setfield(L, init ? -2 : -3, module);
    if (!init) lua_pop(L, 1);
  }
  lua_pop(L, 1);
}
