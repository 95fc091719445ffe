/* Lua values as arguments, and back. */
#include "bind/state.h"

static lg_arg arg_of(lua_State *L, const char *text) {
  lg_arg a;
  run(L, text);
  assert_true(lg_lua_to_arg(L, 1, "x", &a));
  assert_string_equal(a.name, "x");
  return a;
}

/* Proves that every kind of Lua value becomes the argument that the rows' check expects. */
static void to_arguments(void **unused) {
  (void)unused;
  lua_State *L = state_new();
  lg_arg a = arg_of(L, "return true");
  assert_true(a.type == LG_BOOL && a.v[0] == 1);
  a = arg_of(L, "return 2.5");
  assert_true(a.type == LG_FLOAT && a.v[0] == 2.5);
  a = arg_of(L, "return 7");
  assert_true(a.type == LG_FLOAT && a.v[0] == 7);
  a = arg_of(L, "return 'words'");
  assert_true(a.type == LG_TEXT);
  assert_string_equal(a.text, "words");
  a = arg_of(L, "return {1, 2, 3}");
  assert_true(a.type == LG_VEC && a.n == 3 && a.v[2] == 3);
  a = arg_of(L, "return lg.vec(4, 5)");
  assert_true(a.type == LG_VEC && a.n == 2 && a.v[1] == 5);
  a = arg_of(L, "return lg.shape.box {}");
  assert_true(a.type == LG_SHAPE && a.n == 1 && a.ref[0] != 0);
  a = arg_of(L, "return {lg.shape.box {}, lg.shape.sphere {}}");
  assert_true(a.type == LG_SHAPE && a.n == 2);
  a = arg_of(L, "return {}");
  assert_true(a.type == LG_SHAPE && a.n == 0);
  lua_close(L);
}

/* Proves that what no parameter takes is refused: functions, mixed lists, numbers beyond four,
   worlds. */
static void no_arguments(void **unused) {
  (void)unused;
  static const char *const bad[] = {"return print",
                                    "return nil",
                                    "return {1, 'a'}",
                                    "return {1, 2, 3, 4, 5}",
                                    "return {lg.shape.box {}, 1}",
                                    "return coroutine.create(print)",
                                    "return lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }"};
  lua_State *L = state_new();
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    lg_arg a;
    run(L, bad[i]);
    assert_false(lg_lua_to_arg(L, 1, "x", &a));
  }
  lua_close(L);
}

/* Proves that every parameter of every kind reads back in a form that the same parameter accepts:
   the defaults of a detached definition, written to it again, are taken and change nothing. */
static void defaults_go_round(void **unused) {
  (void)unused;
  lua_State *L = state_new();
  int rows = 0;
  lua_settop(L, 0);
  for (int i = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    for (const lg_param *r = k->params; r->name; r++) {
      if (lg_lua_is_reference(r)) continue;
      rows++;
      lua_settop(L, 0);
      lua_pushfstring(L, "local kind, family, name, option = '%s.%s', '%s', '%s', '%s'\n",
                      lg_family_name(k->family), k->name, lg_family_name(k->family), k->name,
                      r->name);
      lua_pushliteral(
          L, "local row, ball = require('laguna.core').row, lg.shape.sphere {}\n"
             "local made = lg[family][name] {\n"
             "  shape = row(kind, 'shape') and ball, minus = row(kind, 'minus') and ball,\n"
             "  shapes = row(kind, 'shapes') and {ball}, source = row(kind, 'source') and "
             "lg.field.constant {},\n"
             "  file = row(kind, 'file') and 'sample.obj',\n"
             "  program = row(kind, 'program') and function(p) return p.y end or nil,\n"
             "  points = row(kind, 'points') and {{0, 0}, {1, 0}, {0, 1}},\n"
             "  step = kind == 'solver.script' and function() end or nil,\n"
             "  a = family == 'joint' and lg.collider.body {shape = ball} or nil,\n"
             "  at = family == 'joint' and row(kind, 'at') and {0, 1} or nil,\n"
             "  from = row(kind, 'from') and {0, 1}, to = row(kind, 'to') and {1, 1},\n"
             "  of = row(kind, 'of') and lg.collider.solid {shape = ball} }\n"
             "local before = made[option]\nif before ~= '' then made[option] = before end\n"
             "assert(made[option] == before or type(before) == 'table')");
      lua_concat(L, 2);
      char chunk[2048];
      snprintf(chunk, sizeof chunk, "%s", lua_tostring(L, -1));
      run(L, chunk);
    }
  }
  assert_true(rows > 40);
  lua_close(L);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(to_arguments), cmocka_unit_test(no_arguments),
                                     cmocka_unit_test(defaults_go_round)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
