/* A scene that is read again: what the user moved stays, unless the file now says something else;
   so do lg.keep and random numbers; objects that are gone or replaced say so. */
#include "bind/bind.h"
#include "bind/object/checkpoint.h"
#include "bind/scene_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char heard[4096];

static void say(void *user, lg_level level, const char *sentence) {
  (void)user;
  (void)level;
  snprintf(heard + strlen(heard), sizeof heard - strlen(heard), "%s|", sentence);
}

/* The scene with a slider's default, a rate, and more text behind. */
static void write_scene(double slider, double rate, const char *more) {
  FILE *f = scene_open();
  fprintf(f,
          "local lg = require \"laguna\"\nlocal s = lg.slider { name = \"s\", default = %g, min = "
          "0, max = 10 }\n"
          "local world = lg.world { bounds = {{0, 0}, {1, 1}}, spacing = 0.1, solver = "
          "lg.solver.wcsph {} }\n"
          "local tap = world:add(lg.emitter.point { name = \"tap\", center = {0.5, 0.5}, rate = "
          "%g })\n"
          "lg.keep.n = (lg.keep.n or 0) + 1\n%s\nreturn world\n",
          slider, rate, more);
  fclose(f);
}

static lg_scene *load(lg_bytes *state, lg_why *why) {
  lg_scene_options o = {.path = path, .threads = 1, .seed = -1, .say = say, .adopt = state != NULL};
  heard[0] = 0;
  if (state) {
    o.state = state->at;
    o.state_bytes = state->n;
  }
  return lg_scene_load(&o, why);
}

static lg_scene *good(lg_bytes *state) {
  lg_why why = {""};
  lg_scene *s = load(state, &why);
  if (!s) fail_msg("%s", why.text);
  return s;
}

/* The next version of the scene, with the state of this one. */
static lg_scene *again(lg_scene *old) {
  lg_bytes state = {NULL, 0, 0, false};
  if (!lg_scene_save(old, lg_bytes_take, &state)) fail_msg("%s", lg_scene_error(old));
  lg_scene *s = good(&state);
  lg_bytes_free(&state);
  lg_scene_free(old);
  return s;
}

static const char *eval(lg_scene *s, const char *line) {
  static char answer[512];
  lg_scene_eval(s, line, answer, sizeof answer);
  return answer;
}

static void step(lg_scene *s) {
  if (!lg_scene_step(s, 0.01)) fail_msg("%s", lg_scene_error(s));
}

static void what_the_user_moved_stays(void **state) {
  (void)state;
  lg_arg slider = lg_num("s", 7);
  write_scene(2, 50, "");
  lg_scene *s = good(NULL);
  step(s);
  lg_world *w = lg_scene_world(s, 0);
  assert_true(lg_scene_move(s, &slider));
  assert_true(lg_scene_set(s, 0, lg_find(w, "tap"), LG_ARGS(lg_num("rate", 400))));
  s = again(s);
  assert_string_equal(eval(s, "s.value"), "7.0");
  assert_string_equal(eval(s, "tap.rate"), "400.0");
  assert_string_equal(lg_scene_told(s)->live, "");
  step(s);
  write_scene(2, 60, ""); /* the file's own value for one of them was edited */
  s = again(s);
  assert_string_equal(eval(s, "s.value"), "7.0");
  assert_string_equal(eval(s, "tap.rate"), "60.0");
  assert_string_equal(lg_scene_told(s)->live, "tap.rate");
  write_scene(3, 60, "");
  s = again(s);
  assert_string_equal(eval(s, "s.value"), "3");
  assert_string_equal(eval(s, "lg.keep.n"), "4");
  assert_int_equal(lg_world_frame(lg_scene_world(s, 0)), 2);
  lg_scene_free(s);
}

/* An object that a line of the console added lives on, and can be reached by its name. */
static void later_objects_have_handles(void **state) {
  (void)state;
  write_scene(2, 50, "");
  lg_scene *s = good(NULL);
  step(s);
  assert_string_equal(eval(s, "world:add(lg.field.vortex { name = 'late', strength = 3 }).name"),
                      "\"late\"");
  assert_string_equal(eval(s, "world.solver = lg.solver.pbf {} return world.solver.kind"),
                      "\"solver.pbf\"");
  step(s);
  s = again(s);
  assert_string_equal(eval(s, "late.strength"), "3.0");
  assert_string_equal(eval(s, "#world.objects"), "2");
  assert_string_equal(eval(s, "world.solver.kind"), "\"solver.pbf\"");
  step(s);
  lg_scene_free(s);
}

/* Random numbers go on where they were: no number comes twice. */
static void random_numbers_go_on(void **state) {
  (void)state;
  char first[512], second[512];
  write_scene(2, 50, "");
  lg_scene *s = good(NULL);
  snprintf(first, sizeof first, "%s", eval(s, "lg.random()"));
  snprintf(second, sizeof second, "%s", eval(s, "lg.random()"));
  lg_scene_free(s);
  s = good(NULL);
  assert_string_equal(eval(s, "lg.random()"), first);
  s = again(s);
  assert_string_equal(eval(s, "lg.random()"), second);
  lg_scene_free(s);
}

/* A world that goes back in time drops what came since; who holds it is told. */
static void what_is_gone_says_so(void **state) {
  (void)state;
  write_scene(
      2, 50,
      "local buffer, extra, old\n"
      "function world:key(name)\n"
      "  if name == 'a' then self:save 'here.lgs' buffer = self.particles.position old = "
      "self.solver\n"
      "    extra = self:add(lg.field.vortex { name = 'extra' }) self.solver = lg.solver.pbf {}\n"
      "  elseif name == 'b' then self:restore 'here.lgs'\n"
      "  elseif name == 'c' then print(extra.strength) elseif name == 'd' then print(buffer[1])\n"
      "  elseif name == 'e' then print(self.solver.kind) end\nend");
  lg_scene *s = good(NULL);
  for (int i = 0; i < 5; i++) step(s);
  assert_true(lg_scene_key(s, "a", true));
  step(s);
  if (!lg_scene_key(s, "b", true)) fail_msg("%s", lg_scene_error(s));
  assert_int_equal(lg_world_frame(lg_scene_world(s, 0)), 5);
  assert_false(lg_scene_key(s, "c", true));
  assert_non_null(strstr(lg_scene_error(s),
                         "vortex 'extra': this field was removed from its world; make a new one"));
  assert_false(lg_scene_key(s, "d", true));
  assert_non_null(strstr(lg_scene_error(s), "stale"));
  assert_true(lg_scene_key(s, "e", true));
  assert_string_equal(heard, "solver.wcsph|");
  step(s);
  lg_scene_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_the_user_moved_stays), cmocka_unit_test(later_objects_have_handles),
      cmocka_unit_test(random_numbers_go_on), cmocka_unit_test(what_is_gone_says_so)};
  return cmocka_run_group_tests(tests, scene_make, NULL);
}
