/* Runaway scripts: each is stopped within 200 ms of its budget, with file and line, at load and in
   a hook, and the scene lives. */
#include "attacks.h"
#include "bind/guard/guard.h"
#include "bind/scene/scene.h"
#include "bind/scene_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define BUDGET 0.05 /* s */
#ifdef __has_feature
#define SANITIZED __has_feature(address_sanitizer) /* clang's word for it */
#elif defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#else
#define SANITIZED 0
#endif
#if SANITIZED
#define LATE 2.0 /* C functions of Lua on a megabyte are that slow there */
#else
#define LATE 0.2 /* s of this thread's processor time behind the budget */
#endif

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void say(void *user, lg_level level, const char *sentence) {
  (void)user;
  (void)level;
  (void)sentence;
}

static void write_scene(const char *before, const char *code, const char *after) {
  FILE *f = scene_open();
  fprintf(f,
          "local lg = require \"laguna\"\nlocal world = lg.world { bounds = {{0, 0}, {1, 1}}, "
          "spacing = 0.1 }\n"
          "function world:key() end\n%s\n%s\n%s\nreturn world\n",
          before, code, after);
  fclose(f);
}

static lg_scene *load(double seconds, lg_why *why) {
  lg_scene_options o = {.path = path,
                        .threads = 1,
                        .seed = -1,
                        .budget = {seconds, BUDGET, (size_t)64 << 20},
                        .say = say};
  return lg_scene_load(&o, why);
}

/* Line 5 of the file is the attack's. */
static void check(const attack *a, bool failed, const char *message, double seconds) {
  char place[400];
  snprintf(place, sizeof place, "%s:5: ", path);
  double late = strcmp(a->name, STACK) == 0 ? 16 * BUDGET : LATE;
  if (seconds > BUDGET + late) fail_msg("%s took %.0f ms", a->name, 1e3 * seconds);
  if (!failed && a->says) fail_msg("%s did not fail", a->name);
  if (!failed) return;
  if (!a->says && strstr(message, LONG)) return; /* it may just have ended when the time was up */
  if (!strstr(message, place)) fail_msg("%s: no file and line 5: %s", a->name, message);
  if (a->says && !strstr(message, a->says)) fail_msg("%s: %s", a->name, message);
}

static void at_load(void **state) {
  (void)state;
  for (int i = 0; i < ATTACKS; i++) {
    lg_why why = {""};
    write_scene("", attacks[i].code, "");
    double begun = now();
    lg_scene *s = load(BUDGET, &why);
    check(&attacks[i], s == NULL, why.text, now() - begun);
    lg_scene_free(s);
  }
}

static void in_a_hook(void **state) {
  (void)state;
  for (int i = 0; i < ATTACKS; i++) {
    lg_why why = {""};
    write_scene("function world:before_step()", attacks[i].code, "end");
    lg_scene *s = load(2, &why);
    if (!s) fail_msg("%s: %s", attacks[i].name, why.text);
    double begun = now();
    bool ok = lg_scene_step(s, 0.01);
    check(&attacks[i], !ok, lg_scene_error(s), now() - begun);
    assert_int_equal(lg_world_frame(lg_scene_world(s, 0)), ok); /* the frame was refused */
    if (!lg_scene_key(s, "a", true))
      fail_msg("%s: the scene is dead: %s", attacks[i].name, lg_scene_error(s));
    lg_scene_free(s);
  }
}

/* One budget a frame: what before_step takes is missing in after_step. */
static void hooks_share_the_budget_of_a_frame(void **state) {
  (void)state;
  lg_why why = {""};
  write_scene("local t = os.clock() local function busy(s) local till = os.clock() + s while "
              "os.clock() < till do end end\n"
              "function world:before_step() busy(0.035) end",
              "", "function world:after_step() busy(0.035) end");
  lg_scene *s = load(2, &why);
  assert_non_null(s);
  assert_false(lg_scene_step(s, 0.01));
  assert_non_null(strstr(lg_scene_error(s), LONG));
  lg_scene_free(s);
  write_scene(
      "local function busy(s) local till = os.clock() + s while os.clock() < till do end end", "",
      "function world:before_step() busy(0.02) end");
  s = load(2, &why);
  for (int i = 0; i < 4; i++)
    if (!lg_scene_step(s, 0.01)) fail_msg("%s", lg_scene_error(s));
  lg_scene_free(s);
}

/* The other places where a script runs. */
static void in_other_hooks(void **state) {
  (void)state;
  lg_why why = {""};
  char answer[256];
  lg_arg arg = lg_num("s", 3);
  write_scene("local s = lg.slider { name = \"s\" } lg.button { name = \"b\", press = function() "
              "while true do end end }\n"
              "world.key = function()",
              "while true do end", "end world.mouse = world.key");
  lg_scene *s = load(2, &why);
  if (!s) fail_msg("%s", why.text);
  double begun = now();
  assert_false(lg_scene_key(s, "a", true));
  assert_non_null(strstr(lg_scene_error(s), LONG));
  assert_false(lg_scene_mouse(s, 0, (float[3]){0, 0, 0}, 1, "press"));
  assert_false(lg_scene_press(s, "b"));
  assert_non_null(strstr(lg_scene_error(s), LONG));
  assert_false(lg_scene_eval(s, "while true do end", answer, sizeof answer));
  assert_non_null(strstr(answer, LONG));
  assert_true(now() - begun < 4 * (BUDGET + LATE));
  assert_true(lg_scene_move(s, &arg));
  assert_true(lg_scene_step(s, 0.01));
  lg_scene_free(s);
}

/* Time enough, but no memory: the message has the line, and afterwards the memory is there again.
   */
static void memory_has_a_budget(void **state) {
  (void)state;
  static const char *const codes[] = {
      "local t = {} while true do t[#t + 1] = {#t} end",
      "local t = {} for i = 1, 1e9 do t[i] = i end",
      "local t = {} for i = 1, 1000 do t[i] = (\"x\"):rep(1000000) .. i end"};
  for (int i = 0; i < 3; i++) {
    lg_why why = {""};
    write_scene("function world:before_step()", codes[i], "end");
    lg_scene_options o = {
        .path = path, .threads = 1, .seed = -1, .budget = {9, 9, (size_t)16 << 20}, .say = say};
    lg_scene *s = lg_scene_load(&o, &why);
    if (!s) fail_msg("%s", why.text);
    for (int again = 0; again < 2; again++) {
      assert_false(lg_scene_step(s, 0.01));
      if (!strstr(lg_scene_error(s),
                  ":5: not enough memory: the script would hold more than its budget of 16 MiB"))
        fail_msg("%s: %s", codes[i], lg_scene_error(s));
    }
    assert_true(lg_scene_key(s, "a", true));
    lg_scene_free(s);
  }
}

/* Lua that C calls without the guard, as a formula might be, is stopped all the same; afterwards a
   frame is a frame. */
static void loose_calls_are_stopped(void **state) {
  (void)state;
  lg_why why = {""};
  write_scene("", "", "");
  lg_scene *s = load(2, &why);
  if (!s) fail_msg("%s", why.text);
  for (int i = 0; i < 2; i++) {
    assert_true(lg_scene_step(s, 0.01)); /* begins a period */
    lua_State *L = lg_scene_state(s);
    double begun = now();
    assert_int_equal(
        luaL_loadstring(L, "while true do pcall(function() while true do end end) end"), LUA_OK);
    assert_int_not_equal(lua_pcall(L, 0, 0, 0), LUA_OK);
    assert_non_null(strstr(lua_tostring(L, -1), LONG));
    assert_true(now() - begun < BUDGET + LATE);
    lua_settop(L, 0);
  }
  lg_scene_free(s);
}

static const char water[] =
    "world:add(lg.emitter.volume {shape = lg.shape.box {min = {0, 0}, max = {0.5, 0.5}}}) "
    "world:add(lg.field.formula(function(p, t)";

/* Formulas of a step are stopped with their place, also where memory is short, and in the next step
   again. */
static void formulas_are_stopped(void **state) {
  (void)state;
  static const struct {
    const char *code, *says;
  } formulas[] = {
      {"while true do end", LONG},
      {"while true do pcall(function() while true do end end) end", LONG},
      {"local s = {} while true do s[#s + 1] = {} end", ""},
      {"local s = \"x\" while true do s = s .. s end", "longer than 1 MB"},
      {"local t = setmetatable({}, {}) getmetatable(t).__call = t t()", LONG},
      {"error(setmetatable({}, {__tostring = function() while true do end end}))", LONG}};
  for (int i = 0; i < (int)(sizeof formulas / sizeof *formulas); i++) {
    lg_why why = {""};
    char code[256], place[400];
    snprintf(code, sizeof code, "if t > 0 then %s end", formulas[i].code);
    snprintf(place, sizeof place, "%s:", path);
    write_scene(water, code, "return 0, 0 end))");
    lg_scene *s = load(2, &why);
    if (!s) fail_msg("%s", why.text);
    while (lg_world_frame(lg_scene_world(s, 0)) < 2 && lg_scene_step(s, 0.01)) {}
    for (int again = 0; again < 2; again++) {
      double begun = now();
      assert_false(lg_scene_step(s, 0.01));
      if (now() - begun > BUDGET + LATE) fail_msg("%s took %.0f ms", code, 1e3 * (now() - begun));
      const char *said = lg_scene_error(s);
      if (strncmp(said, place, strlen(place)) != 0 || !strstr(said, formulas[i].says))
        fail_msg("%s: %s", code, said);
    }
    lg_scene_free(s);
  }
}

/* A frame of a thousand sub-steps takes longer than the budget; no single call of the formula does.
   */
static void many_substeps_stop_no_formula(void **state) {
  (void)state;
  lg_why why = {""};
  write_scene("world.solver = lg.solver.wcsph { courant = 0.25 }", water,
              "for i = 1, 2000 do t = t + i end return 1e-9 * t * p.x, 0 end))");
  lg_scene *s = load(2, &why);
  if (!s) fail_msg("%s", why.text);
  double begun = now();
  if (!lg_scene_step(s, 6)) fail_msg("%s", lg_scene_error(s));
  assert_true(lg_world_stats(lg_scene_world(s, 0))->substeps > 500);
  assert_true(now() - begun > 2 * BUDGET);
  lg_scene_free(s);
}

/* A call that waits for twice the budget; its upvalue: is that the script's time? */
static int wait_for_disk(lua_State *L) {
  lg_guard_pause(L);
  usleep((useconds_t)(2e6 * BUDGET));
  if (lua_toboolean(L, lua_upvalueindex(1))) lg_guard_spend(L);
  else lg_guard_resume(L);
  return 0;
}

/* What world:save waits for counts; what a formula needs does not, though both wait as long. */
static void waiting_for_a_disk_counts(void **state) {
  (void)state;
  lg_why why = {""};
  write_scene("", "", "");
  lg_scene *s = load(2, &why);
  if (!s) fail_msg("%s", why.text);
  lua_State *L = lg_scene_state(s);
  for (int counts = 0; counts < 2; counts++) {
    assert_int_equal(luaL_loadstring(L, "local wait = ... wait() for i = 1, 1000 do end"), LUA_OK);
    lua_pushboolean(L, counts);
    lua_pushcclosure(L, wait_for_disk, 1);
    assert_int_equal(lg_scene_call(s, 1), !counts);
  }
  assert_non_null(strstr(lg_scene_error(s), LONG));
  lg_scene_free(s);
}

/* Nothing is limited in a trusted scene. */
static void trust_lifts_it(void **state) {
  (void)state;
  lg_why why = {""};
  write_scene("function world:before_step()",
              "local till = os.clock() + 0.3 while os.clock() < till do end string.rep(\"x\", 2e6)",
              "xpcall(error, print) end");
  lg_scene_options o = {.path = path,
                        .threads = 1,
                        .seed = -1,
                        .budget = {BUDGET, BUDGET, 1 << 22},
                        .trust = true,
                        .say = say};
  lg_scene *s = lg_scene_load(&o, &why);
  if (!s) fail_msg("%s", why.text);
  if (!lg_scene_step(s, 0.01)) fail_msg("%s", lg_scene_error(s));
  lg_scene_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(at_load),
                                     cmocka_unit_test(in_a_hook),
                                     cmocka_unit_test(hooks_share_the_budget_of_a_frame),
                                     cmocka_unit_test(in_other_hooks),
                                     cmocka_unit_test(memory_has_a_budget),
                                     cmocka_unit_test(loose_calls_are_stopped),
                                     cmocka_unit_test(formulas_are_stopped),
                                     cmocka_unit_test(many_substeps_stop_no_formula),
                                     cmocka_unit_test(waiting_for_a_disk_counts),
                                     cmocka_unit_test(trust_lifts_it)};
  return cmocka_run_group_tests(tests, scene_make, NULL);
}
