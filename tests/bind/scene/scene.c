/* The program's face of a scene: loading, overrides, frames, hooks, errors, the sandbox. Scenes are
   written into a folder of the test's own. */
#include "folder.h"
#include "bind/state.h"

static folder place;
static char heard[1024]; /* what say was told, "level:sentence|" each */

static int make_folder(void **unused) {
  (void)unused;
  place = folder_new("");
  return 0;
}

static void say(void *user, lg_level level, const char *sentence) {
  size_t n = strlen(heard);
  assert_ptr_equal(user, heard);
  snprintf(heard + n, sizeof heard - n, "%d:%s|", (int)level, sentence);
}

static const char head[] =
    "local lg = require 'laguna'\n"
    "local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, gravity = {0, 0} }\n";

static const char *write_file(const char *name, const char *first, const char *text) {
  static char path[320];
  snprintf(path, sizeof path, "%s/%s", place.path, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fprintf(f, "%s%s", first, text);
  fclose(f);
  return path;
}

static lg_scene_options options(const char *path) {
  lg_scene_options o = {.path = path, .threads = -1, .seed = -1, .say = say, .user = heard};
  heard[0] = 0;
  return o;
}

/* The world's head, then `text`: must load. */
static lg_scene *good(const char *text) {
  lg_why why = {""};
  lg_scene_options o = options(write_file("scene.lua", head, text));
  lg_scene *s = lg_scene_load(&o, &why);
  if (!s) fail_msg("%s", why.text);
  return s;
}

/* Must not load: the message, without the folder. */
static const char *bad(const char *text) {
  static lg_why why;
  lg_scene_options o = options(write_file("scene.lua", head, text));
  assert_null(lg_scene_load(&o, &why));
  return strncmp(why.text, place.path, strlen(place.path)) == 0 ? why.text + strlen(place.path) + 1
                                                                : why.text;
}

static void begins(const char *text, const char *with) {
  if (strncmp(text, with, strlen(with)) != 0) fail_msg("'%s' does not begin with '%s'", text, with);
}

/* Proves that worlds come in the order of return, and that the title is the first comment line,
   else the file's name. */
static void loads(void **unused) {
  (void)unused;
  lg_scene *s = good(
      "local b = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.1 }\nreturn world, b");
  assert_int_equal(lg_scene_count(s), 2);
  assert_int_equal(lg_world_dim(lg_scene_world(s, 0)), 2);
  assert_int_equal(lg_world_dim(lg_scene_world(s, 1)), 3);
  assert_null(lg_scene_world(s, 2));
  assert_string_equal(lg_scene_title(s), "scene.lua");
  assert_string_equal(lg_scene_error(s), "");
  lg_scene_free(s);
  lg_why why;
  static const char text[] = "return require 'laguna'.world { bounds = {{0, 0}, {1, 1}} }";
  lg_scene_options o = options(write_file("titled.lua", "-- A title \n-- idea: none\n", text));
  s = lg_scene_load(&o, &why);
  assert_non_null(s);
  assert_string_equal(lg_scene_title(s), "A title");
  lg_scene_free(s);
  lg_scene_free(NULL);
}

/* Proves that each way to fail at loading gives one sentence that begins with file:line where there
   is one. */
static void refuses(void **unused) {
  (void)unused;
  assert_string_equal(bad("return = 1"), "scene.lua:3: unexpected symbol near '='");
  assert_string_equal(bad("local x = world.gravty"),
                      "scene.lua:3: world: unknown property 'gravty' (did you mean 'gravity'?)");
  begins(
      bad(""),
      "scene.lua: a scene ends with `return world` (or `return a, b`); this one returned nothing");
  begins(bad("local function f() return nil + 1 end\nlocal x = f()"),
         "scene.lua:3: attempt to perform arithmetic on a nil value\nstack traceback:\n");
  lg_why why;
  lg_scene_options o = options("/nowhere/scene.lua");
  assert_null(lg_scene_load(&o, &why));
  assert_string_equal(why.text,
                      "cannot read the scene '/nowhere/scene.lua': No such file or directory");
}

/* Proves that threads and seed of the command line win over the scene's, and that --set reaches
   objects, the solver and what is fixed when a world is made. */
static void overrides(void **unused) {
  (void)unused;
  static const char *const sets[] = {"ball.radius=0.25", "world.spacing=0.05", "solver.density=500",
                                     "world.gravity=0,-2"};
  lg_why why = {""};
  lg_scene_options o = options(
      write_file("set.lua", head, "world:add(lg.shape.sphere { name = 'ball' })\nreturn world"));
  o.sets = sets;
  o.set_count = 4;
  o.threads = 3;
  o.seed = 11;
  lg_scene *s = lg_scene_load(&o, &why);
  if (!s) fail_msg("%s", why.text);
  lg_world *w = lg_scene_world(s, 0);
  lg_arg a;
  assert_true(lg_get(w, lg_find(w, "ball"), "radius", &a) && a.v[0] == 0.25);
  assert_true(lg_get(w, lg_solver_id(w), "density", &a) && a.v[0] == 500);
  assert_true(lg_get(w, lg_world_id(w), "gravity", &a) && a.v[1] == -2);
  assert_true(lg_get(w, lg_world_id(w), "seed", &a) && a.v[0] == 11);
  assert_true(lg_world_spacing(w) == 0.05f);
  assert_int_equal(lg_world_threads(w), 3);
  lg_scene_free(s);
  static const char *const wrong[] = {"bal.radius=1"};
  o.sets = wrong;
  o.set_count = 1;
  assert_null(lg_scene_load(&o, &why));
  assert_string_equal(why.text,
                      "--set bal.radius=1: there is no object 'bal' (did you mean 'ball'?)");
}

/* Proves that a frame steps every world with its hooks, and that a failing hook stops the frame
   with file, line and traceback, is not the guard's doing, and does not end the scene. */
static void frames(void **unused) {
  (void)unused;
  lg_scene *s =
      good("local b = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }\nlocal n = 0\n"
           "function world:before_step(dt) n = n + 1; assert(dt == 0.25) end\n"
           "local function deep() if n == 2 then error('two') end end\n"
           "function b:after_step() deep() end\nreturn world, b");
  assert_true(lg_scene_step(s, 0.25));
  assert_int_equal(lg_world_frame(lg_scene_world(s, 0)), 1);
  assert_int_equal(lg_world_frame(lg_scene_world(s, 1)), 1);
  assert_false(lg_scene_step(s, 0.25));
  begins(lg_scene_error(s) + strlen(place.path) + 1, "scene.lua:6: two\nstack traceback:\n");
  assert_false(lg_scene_guarded(s));
  assert_true(lg_scene_step(s, 0.25));
  assert_string_equal(lg_scene_error(s), "");
  lg_scene_free(s);
}

/* Proves that NaN from a hook is the guard's case (exit code 4 of the program) with its own
   sentence. */
static void guarded(void **unused) {
  (void)unused;
  lg_scene *s = good(
      "world.particles:add {0.5, 0.5}\n"
      "function world:before_step() self.particles.velocity:fill {0 / 0, 0} end\nreturn world");
  assert_false(lg_scene_step(s, 0.25));
  assert_true(lg_scene_guarded(s));
  begins(lg_scene_error(s),
         "guard: positions, velocities or masses of 1 of 1 particles were not finite");
  lg_scene_free(s);
}

/* Proves that only a hook that returns true owns the event, of several worlds any, and that lg.keys
   and lg.mouse are told before it, whatever the script has made of them. */
static void ownership(void **unused) {
  (void)unused;
  lg_scene *s = good("local b = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1 }\n"
                     "function world:key(name, down) return name == 'space' end\n"
                     "function b:key(name) return name == 'one' and 1 or nil end\n"
                     "function b:mouse(x, y, n, what)\n"
                     "  print(lg.keys.space, lg.mouse.x, lg.mouse.right, lg.mouse.world == b, n)\n"
                     "  return what == 'wheel'\nend\n"
                     "setmetatable(lg.keys, { __newindex = error })\nlg.mouse.x = print\n"
                     "return world, b");
  const float p[3] = {0.25f, 0.5f, 0};
  assert_int_equal(lg_scene_key(s, "space", true), LG_INPUT_OWNED);
  assert_int_equal(lg_scene_key(s, "one", true), LG_INPUT_FREE); /* true, not something like it */
  assert_int_equal(lg_scene_mouse(s, 1, p, 3, "press"), LG_INPUT_FREE);
  assert_int_equal(lg_scene_key(s, "space", false), LG_INPUT_OWNED);
  assert_int_equal(lg_scene_mouse(s, 1, p, -2, "wheel"), LG_INPUT_OWNED);
  assert_string_equal(heard, "0:true\t0.25\ttrue\ttrue\t3|0:nil\t0.25\ttrue\ttrue\t-2|");
  heard[0] = 0;
  assert_int_equal(lg_scene_mouse(s, 0, p, 0, "hover"), LG_INPUT_FREE);
  lg_scene_free(s);
  s = good("function world:key() error 'no' end\nreturn world");
  assert_int_equal(lg_scene_key(s, "q", true), LG_INPUT_FAILED);
  lg_scene_free(s);
}

/* Proves that keys reach every world and the mouse its own, in metres, with z behind the rest in
   3-D. */
static void input(void **unused) {
  (void)unused;
  lg_scene *s = good("local b = lg.world { bounds = {{0, 0, 0}, {1, 1, 1}}, spacing = 0.1 }\n"
                     "function world:key(name, down) print('a', name, down) end\n"
                     "function b:key(name, down) print('b', name, down) end\n"
                     "function world:mouse(...) print('a', ...) end\nfunction b:mouse(...) "
                     "print('b', ...) end\nreturn world, b");
  const float p[3] = {0.25f, 0.5f, 0.75f};
  assert_true(lg_scene_key(s, "space", true));
  assert_string_equal(heard, "0:a\tspace\ttrue|0:b\tspace\ttrue|");
  heard[0] = 0;
  assert_true(lg_scene_mouse(s, 0, p, 1, "press"));
  assert_true(lg_scene_mouse(s, 1, p, 3, "release"));
  assert_string_equal(heard, "0:a\t0.25\t0.5\t1\tpress|0:b\t0.25\t0.5\t3\trelease\t0.75|");
  assert_true(lg_scene_mouse(s, 5, p, 1, "press"));
  lg_scene_free(s);
  s = good("function world:key(name) error('no ' .. name) end\nreturn world");
  assert_false(lg_scene_key(s, "q", true));
  begins(lg_scene_error(s) + strlen(place.path) + 1, "scene.lua:3: no q");
  assert_true(lg_scene_mouse(s, 0, p, 1, "move")); /* no hook: nothing to do */
  lg_scene_free(s);
}

/* Proves that colour, on_load and the warnings of a world reach the program. */
static void tells(void **unused) {
  (void)unused;
  lg_scene *s = good(
      "world.color_by = 'velocity'\nfunction world:on_load() print('loaded') end\n"
      "for i = 1, 200 do world.particles:add {i / 256, 0.5} end\n"
      "function world:before_step() self.particles.velocity[1] = {0 / 0, 0} end\nreturn world");
  assert_string_equal(heard, "0:loaded|");
  assert_string_equal(lg_scene_color_by(s, 0), "velocity");
  heard[0] = 0;
  assert_true(lg_scene_step(s, 0.01)); /* one of 200 is below the guard's 1 % */
  begins(heard, "1:guard: removed 1 of 200 particles");
  lg_scene_free(s);
  s = good("return world");
  assert_string_equal(lg_scene_color_by(s, 0), "");
  assert_string_equal(lg_scene_color_by(s, 9), "");
  lg_scene_free(s);
}

/* Proves that a scene cannot reach files, processes and the debugger, and that --trust opens them.
   */
static void sandbox(void **unused) {
  (void)unused;
  static const char *const closed[] = {"io",       "debug",          "package", "dofile",
                                       "loadfile", "collectgarbage", "xpcall",  "os.getenv"};
  for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
    char text[64], want[128];
    snprintf(text, sizeof text, "print(%s)\nreturn world", closed[i]);
    snprintf(want, sizeof want, "scene.lua:3: '%s' is closed to scenes", closed[i]);
    begins(bad(text), want);
  }
  begins(bad("print(('').x, getmetatable(world), getmetatable(_G), rawget(_G, 'io'), os.clock() >= "
             "0)\nerror('done')"),
         "scene.lua:4: done");
  assert_string_equal(heard, "0:nil\tfalse\tfalse\tnil\ttrue|");
  begins(bad("lg.load '../other.lua'"),
         "scene.lua:3: load: '../other.lua' is outside the scene's folder");
  begins(bad("lg.load 'nested.lua'"), "scene.lua:3: load: cannot read the scene '");
  write_file("nested.lua", "", "return io.open");
  begins(bad("lg.load 'nested.lua'"), "nested.lua:1: 'io' is closed to scenes");
  lg_why why = {""};
  lg_scene_options o = options(write_file(
      "trusted.lua", head, "assert(io.open and os.getenv and debug.getinfo)\nreturn world"));
  o.trust = true;
  lg_scene *s = lg_scene_load(&o, &why);
  if (!s) fail_msg("%s", why.text);
  lg_scene_free(s);
}

/* Proves that a scene does the same in every run: random numbers are seeded and pairs has an order.
   */
/* Asked with what fills the world in it, and nothing filled yet. */
static bool has_no_room(void *user, const lg_world *w, lg_why *why) {
  assert_ptr_equal(user, heard);
  assert_int_equal(lg_world_count(w), 0);
  return lg_explain(why, "no room for %d objects", lg_object_count(w) > 1 ? 2 : 0);
}

static void asks_the_host_for_room(void **unused) {
  (void)unused;
  lg_why why = {""};
  lg_scene_options o = options(write_file(
      "scene.lua", head,
      "world:add(lg.emitter.volume { shape = lg.shape.box { max = {1, 1} } })\nreturn world"));
  o.fits = has_no_room;
  o.lines = true;
  assert_null(lg_scene_load(&o, &why));
  assert_non_null(strstr(why.text, "scene.lua:2: no room for 2 objects"));
}

static void repeatable(void **unused) {
  (void)unused;
  static const char text[] =
      "print(math.random(), lg.random(1000))\nlocal t = {}\nfor i = 1, 20 do t['k' .. i] = i end\n"
      "for k in pairs(t) do print(k) end\nreturn world";
  char first[sizeof heard];
  lg_scene_free(good(text));
  memcpy(first, heard, sizeof first);
  lg_scene_free(good(text));
  assert_string_equal(heard, first);
  assert_non_null(strstr(first, "0:k1|0:k10|0:k11|"));
  lg_why why;
  lg_scene_options o = options(write_file("seeded.lua", head, text));
  o.seed = 5;
  lg_scene *s = lg_scene_load(&o, &why);
  assert_non_null(s);
  assert_string_not_equal(heard, first);
  lg_scene_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(loads),
                                     cmocka_unit_test(refuses),
                                     cmocka_unit_test(overrides),
                                     cmocka_unit_test(frames),
                                     cmocka_unit_test(guarded),
                                     cmocka_unit_test(input),
                                     cmocka_unit_test(ownership),
                                     cmocka_unit_test(tells),
                                     cmocka_unit_test(sandbox),
                                     cmocka_unit_test(repeatable),
                                     cmocka_unit_test(asks_the_host_for_room)};
  return cmocka_run_group_tests(tests, make_folder, NULL);
}
