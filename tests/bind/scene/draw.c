/* world:draw(g): what it draws reaches the program, in metres and as 0xRRGGBBAA; what fails is told
   with its line, and the scene lives. */
#include "bind/bind.h"
#include "bind/scene_file.h"

#include <string.h>

static char drawn[512]; /* what was drawn, one after the other */

static bool add(const char *format, ...) {
  va_list list;
  size_t n = strlen(drawn);
  va_start(list, format);
  vsnprintf(drawn + n, sizeof drawn - n, format, list);
  va_end(list);
  return true;
}

static bool line(void *user, const float a[3], const float b[3], float width, uint32_t rgba) {
  assert_ptr_equal(user, drawn);
  return add("line %g %g %g, %g %g %g, %g %08x|", (double)a[0], (double)a[1], (double)a[2],
             (double)b[0], (double)b[1], (double)b[2], (double)width, rgba);
}
static bool disc(void *user, const float p[3], float radius, uint32_t rgba) {
  assert_ptr_equal(user, drawn);
  return add("disc %g %g %g, %g %08x|", (double)p[0], (double)p[1], (double)p[2], (double)radius,
             rgba);
}
static bool text(void *user, const float p[3], float size, uint32_t rgba, const char *words) {
  assert_ptr_equal(user, drawn);
  return add("text %g %g %g, %g %08x %s|", (double)p[0], (double)p[1], (double)p[2], (double)size,
             rgba, words);
}
static const lg_drawing to = {drawn, line, disc, text};

static void say(void *user, lg_level level, const char *sentence) {
  (void)user;
  (void)level;
  (void)sentence;
}

/* A world whose draw hook is `code`, in line 3. */
static lg_scene *scene(const char *corners, const char *code) {
  lg_why why;
  FILE *f = scene_open();
  fprintf(f,
          "local lg = require \"laguna\"\nlocal world = lg.world { bounds = %s, spacing = 0.1 }\n"
          "function world:draw(g) %s end\nreturn world\n",
          corners, code);
  fclose(f);
  lg_scene_options o = {.path = path, .threads = 1, .seed = -1, .say = say};
  lg_scene *s = lg_scene_load(&o, &why);
  if (!s) fail_msg("%s", why.text);
  drawn[0] = 0;
  return s;
}

static void drawn_things_arrive(void **state) {
  (void)state;
  lg_scene *s = scene("{{0, 0}, {1, 1}}",
                      "g:line({0, 0.5}, lg.vec(1, 2)) g:disc({0.5, 0}, 0.25, {1, 0, 0}) "
                      "g:text({0, 1}, 'a' .. self.frame, {0, 1, 2, 0.5}, 20)");
  assert_true(lg_scene_draw(s, 0, &to));
  assert_string_equal(
      drawn,
      "line 0 0.5 0, 1 2 0, 1.5 ffffffff|disc 0.5 0 0, 0.25 ff0000ff|text 0 1 0, 20 00ffff80 a0|");
  lg_scene_free(s);
  s = scene("{{0, 0, 0}, {1, 1, 1}}", "g:line({0, 0, 1}, {1, 2, 3}, nil, 3)");
  assert_true(lg_scene_draw(s, 0, &to));
  assert_string_equal(drawn, "line 0 0 1, 1 2 3, 3 ffffffff|");
  lg_scene_free(s);
}

static void what_fails_is_told(void **state) {
  (void)state;
  static const struct {
    const char *code, *says;
  } bad[] = {{"g:disc({0, 0})", "g:disc: the radius (m) must be a number greater than 0"},
             {"g:disc({0, 0, 0}, 1)",
              "g:disc: expects a point of 2 numbers (m) as its argument 1, got table"},
             {"g:disc({0, 1e9}, 1)", "must be within 1e6 m"},
             {"g:disc({0, 0 / 0}, 1)", "must be within 1e6 m"},
             {"g:text({0, 0}, {})", "g:text: expects a text as its argument 2, got table"},
             {"g:line({0, 0}, {1, 1}, 'red')",
              "g:line: a color is {red, green, blue[, alpha]}, each 0 to 1, got string"},
             {"g:box()", "g: unknown method 'box'; known: line, disc, text"},
             {"g:plot()", "g: plots are not drawn here: lg.plot {"},
             {"kept = kept or g kept:line({0, 0}, {1, 1})",
              "g:line: it draws in the hook only that received it"},
             {"error 'mine'", "mine"}};
  for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++) {
    char place[400];
    lg_scene *s = scene("{{0, 0}, {1, 1}}", bad[i].code);
    snprintf(place, sizeof place, "%s:3: ", path);
    bool once = lg_scene_draw(s, 0, &to);
    /* what is kept is bad in the next picture */
    assert_true(once == (strncmp(bad[i].code, "kept", 4) == 0));
    assert_false(lg_scene_draw(s, 0, &to));
    if (!strstr(lg_scene_error(s), bad[i].says) || !strstr(lg_scene_error(s), place))
      fail_msg("%s: %s", bad[i].code, lg_scene_error(s));
    assert_true(lg_scene_step(s, 0.01));
    lg_scene_free(s);
  }
}

static void without_a_hook_nothing_is_drawn(void **state) {
  (void)state;
  lg_scene *s = scene("{{0, 0}, {1, 1}}", "end world.draw = nil do");
  assert_true(lg_scene_draw(s, 0, &to));
  assert_string_equal(drawn, "");
  lg_scene_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(drawn_things_arrive),
                                     cmocka_unit_test(what_fails_is_told),
                                     cmocka_unit_test(without_a_hook_nothing_is_drawn)};
  return cmocka_run_group_tests(tests, scene_make, NULL);
}
