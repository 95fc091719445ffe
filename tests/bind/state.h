/* state.h - a Lua state with laguna inside, as the program makes one, for the tests of bind/. */
#ifndef TESTS_BIND_STATE_H
#define TESTS_BIND_STATE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bind/scene/scene.h"

#include <lualib.h>
#include <stdio.h>
#include <string.h>

/* With `lg` = require "laguna" as a global. LUA_PATH is taken away, so that only the program's own
   copy can be found. */
static inline lua_State *state_new(void) {
  lua_State *L = luaL_newstate();
  assert_non_null(L);
  luaL_openlibs(L);
  lg_lua_preload(L);
  assert_int_equal(luaL_dostring(L, "package.path = ''; package.cpath = ''; lg = require 'laguna'"),
                   LUA_OK);
  return L;
}

/* Runs a chunk called test.lua that must go well; its results stay on the stack. */
static inline void run(lua_State *L, const char *text) {
  lua_settop(L, 0);
  if (luaL_loadbufferx(L, text, strlen(text), "@test.lua", "t") == LUA_OK &&
      lua_pcall(L, 0, LUA_MULTRET, 0) == LUA_OK)
    return;
  fail_msg("%s", lua_tostring(L, -1));
}

/* Runs a chunk that must fail; returns its message, good until the next run. */
static inline const char *refused(lua_State *L, const char *text) {
  lua_settop(L, 0);
  assert_int_equal(luaL_loadbufferx(L, text, strlen(text), "@test.lua", "t"), LUA_OK);
  assert_int_not_equal(lua_pcall(L, 0, 0, 0), LUA_OK);
  return lua_tostring(L, -1);
}

#endif
