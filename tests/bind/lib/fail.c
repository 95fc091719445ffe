/* Errors at the script's line, and tracebacks without noise. */
#include "bind/state.h"

/* Proves that the line is that of the nearest Lua function, also where C stands between (pcall,
   table.sort, a coroutine). */
static void line_of_the_script(void **unused) {
  (void)unused;
  lua_State *L = state_new();
  assert_string_equal(refused(L, "\nlocal s = lg.shape.sphere { radius = 0 }\nreturn s"),
                      "test.lua:2: sphere: radius = 0 m must be greater than 0");
  assert_string_equal(
      refused(L, "\n\nlocal _, why = pcall(lg.shape.sphere, { radius = 0 })\nerror(why, 0)"),
      "test.lua:3: sphere: radius = 0 m must be greater than 0");
  assert_string_equal(
      refused(L, "local co = coroutine.create(function()\n  lg.shape.sphere { radius = 0 } end)\n"
                 "error(select(2, coroutine.resume(co)), 0)"),
      "test.lua:2: sphere: radius = 0 m must be greater than 0");
  lua_close(L);
}

/* Proves that without any Lua function there is no position, and the sentence stands alone. */
static void no_script_no_line(void **unused) {
  (void)unused;
  lua_State *L = state_new();
  run(L, "return lg.shape.sphere");
  lua_createtable(L, 0, 1);
  lua_pushinteger(L, 0);
  lua_setfield(L, -2, "radius");
  assert_int_equal(lua_pcall(L, 1, 1, 0), LUA_ERRRUN);
  assert_string_equal(lua_tostring(L, -1), "sphere: radius = 0 m must be greater than 0");
  lua_close(L);
}

static const char *traced(lua_State *L, const char *text) {
  lua_settop(L, 0);
  lua_pushcfunction(L, lg_lua_traceback);
  assert_int_equal(luaL_loadbufferx(L, text, strlen(text), "@test.lua", "t"), LUA_OK);
  assert_int_not_equal(lua_pcall(L, 0, 0, 1), LUA_OK);
  return lua_tostring(L, -1);
}

/* Proves that a traceback lists the script's functions and neither C's nor the embedded Lua's, and
   that an error in the main chunk, whose position says it all, has none. */
static void traceback_is_short(void **unused) {
  (void)unused;
  lua_State *L = state_new();
  assert_string_equal(traced(L, "error('boom')"), "test.lua:1: boom");
  assert_string_equal(
      traced(L, "local function f() error('boom') end\nlocal function g() f(); return 1 end\ng()"),
      "test.lua:1: boom\nstack traceback:\n\ttest.lua:1: in upvalue 'f'\n\ttest.lua:2: in local "
      "'g'\n"
      "\ttest.lua:3: in main chunk");
  assert_string_equal(traced(L, "local s = require('laguna.scene').seal {}\nlocal x = s.nothing"),
                      "test.lua:2: lg: unknown name 'nothing'");
  assert_string_equal(
      traced(L, "error(setmetatable({}, {__tostring = function() return 'mine' end}))"),
      "test.lua:1: mine");
  assert_string_equal(traced(L, "error('a\\27[31mb\\0c\\rd\\n\\te')"),
                      "test.lua:1: a?[31mb?c?d\n\te");
  assert_string_equal(traced(L, "error()"),
                      "test.lua:1: error was called with a value that is no text: nil");
  assert_string_equal(traced(L, "error('x.lua:7: placed', 0)"), "x.lua:7: placed");
  lua_close(L);
}

/* Proves that values are called by the name of their type. */
static void type_names(void **unused) {
  (void)unused;
  static const char *const want[] = {"vec",    "world",  "shape", "solver", "particles",
                                     "buffer", "number", "nil",   "table"};
  lua_State *L = state_new();
  run(L, "local w = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }\n"
         "return lg.vec(1, 2), w, lg.shape.box {}, w.solver, w.particles, w.particles.mass, 1, "
         "nil, {}");
  for (int i = 0; i < 9; i++) assert_string_equal(lg_lua_typename(L, i + 1), want[i]);
  lua_close(L);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(line_of_the_script), cmocka_unit_test(no_script_no_line),
      cmocka_unit_test(traceback_is_short), cmocka_unit_test(type_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
