/* The Lua half inside the program: found without any path, and the same text as the files. */
#include "bind/state.h"

/* Proves that require "laguna" works with empty package paths, from the copy in the program. */
static void found_without_paths(void **unused) {
  (void)unused;
  lua_State *L = state_new();
  run(L, "return lg.version, require 'laguna' == lg, type(require('laguna.scene').run)");
  assert_string_equal(lua_tostring(L, 1), LG_VERSION);
  assert_true(lua_toboolean(L, 2));
  assert_string_equal(lua_tostring(L, 3), "function");
  lua_close(L);
}

/* Proves that positions in the embedded files are told apart from a scene's: they begin with
   laguna/, which tracebacks skip. */
static void chunks_are_named(void **unused) {
  (void)unused;
  lua_State *L = state_new();
  run(L, "return debug.getinfo(require('laguna.scene').run, 'S').short_src");
  assert_string_equal(lua_tostring(L, 1), "laguna/scene.lua");
  lua_close(L);
}

/* Proves that two states in one process do not share anything: what one loads, the other does not
   see. */
static void states_are_apart(void **unused) {
  (void)unused;
  lua_State *a = state_new(), *b = state_new();
  run(a, "w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, name = 'left' }; return w.name");
  run(b, "return w == nil and lg.world { bounds = {{0, 0}, {2, 2}}, spacing = 0.1 }.name");
  assert_string_equal(lua_tostring(a, 1), "left");
  assert_string_equal(lua_tostring(b, 1), "world");
  lua_close(a);
  run(b, "return lg.world { bounds = {{0, 0}, {2, 2}}, spacing = 0.1 }.dim");
  assert_int_equal(lua_tointeger(b, 1), 2);
  lua_close(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(found_without_paths),
                                     cmocka_unit_test(chunks_are_named),
                                     cmocka_unit_test(states_are_apart)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
