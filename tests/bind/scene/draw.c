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

static bool mark(void *user, const lg_drawn *d) {
  static const char *const what[] = {"line", "arrow", "disc", "ring", "rectangle", "bar", "text"};
  assert_ptr_equal(user, drawn);
  add("%s%s %g %g %g", d->on_screen ? "screen " : "", what[d->what], (double)d->at[0],
      (double)d->at[1], (double)d->at[2]);
  if (d->what < LG_DRAWN_DISC || d->what == LG_DRAWN_RECTANGLE)
    add(", %g %g %g", (double)d->to[0], (double)d->to[1], (double)d->to[2]);
  add(" r%g w%g s%g p%g %08x", (double)d->radius, (double)d->width, (double)d->size,
      (double)d->part, d->rgba);
  return add("%s|", d->halo ? " halo" : "") && (!d->text || add("%s %08x|", d->text, d->halo));
}
static const lg_drawing to = {drawn, mark};

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
  static const struct {
    bool deep;
    const char *code, *marks;
  } good[] = {
      {false, "g:line({0, 0.5}, lg.vec(1, 2)) g:arrow({0, 1}, {2, 3}, {0, 0, 1}, 4)",
       "line 0 0.5 0, 1 2 0 r0 w1.5 s0 p0 00000000|arrow 0 1 0, 2 3 0 r0 w4 s0 p0 0000ffff|"},
      {false, "g:disc({0.5, 0}, 0.25, {1, 0, 0}) g:ring({0.5, 0}, 0.25, nil, 2)",
       "disc 0.5 0 0 r0.25 w0 s0 p0 ff0000ff|ring 0.5 0 0 r0.25 w2 s0 p0 00000000|"},
      {false, "g:rectangle({0, 0}, {1, 2}) g:rectangle({0, 0}, {1, 2}, nil, 3)",
       "rectangle 0 0 0, 1 2 0 r0 w0 s0 p0 00000000|rectangle 0 0 0, 1 2 0 r0 w3 s0 p0 00000000|"},
      {false, "g:bar({0, 1}, 0.25) g:bar({0, 1}, 7, {0, 1, 0}, 50, 5)",
       "bar 0 1 0 r0 w100 s8 p0.25 00000000|bar 0 1 0 r0 w50 s5 p1 00ff00ff|"},
      {false, "g:text({0, 1}, 'a' .. self.frame, {0, 1, 2, 0.5}, 20)",
       "text 0 1 0 r0 w0 s20 p0 00ffff80|a0 00000000|"},
      {false,
       "g:text({0, 1}, 'b', nil, nil, 'center', true) g:text({0, 1}, 'c', {0, 0, 0}, 9, 'right', "
       "true)",
       "text 0 1 0 r0 w0 s16 p0.5 00000000 halo|b ffffffff|"
       "text 0 1 0 r0 w0 s9 p1 000000ff halo|c ffffffff|"},
      {false, "g:text({0, 1}, 'd', nil, nil, 'left', {1, 0, 0})",
       "text 0 1 0 r0 w0 s16 p0 00000000 halo|d ff0000ff|"},
      {true, "g:line({0, 0, 1}, {1, 2, 3}, nil, 3) g.screen:disc({0.5, 1}, 20)",
       "line 0 0 1, 1 2 3 r0 w3 s0 p0 00000000|screen disc 0.5 1 0 r20 w0 s0 p0 00000000|"},
  };
  for (int i = 0; i < (int)(sizeof good / sizeof *good); i++) {
    lg_scene *s = scene(good[i].deep ? "{{0, 0, 0}, {1, 1, 1}}" : "{{0, 0}, {1, 1}}", good[i].code);
    if (!lg_scene_draw(s, 0, &to)) fail_msg("%s: %s", good[i].code, lg_scene_error(s));
    assert_string_equal(drawn, good[i].marks);
    lg_scene_free(s);
  }
}

static void what_fails_is_told(void **state) {
  (void)state;
  static const struct {
    const char *code, *says;
  } bad[] = {
      {"g:disc({0, 0})", "g:disc: the radius (m) must be a number greater than 0"},
      {"g:disc({0, 0, 0}, 1)",
       "g:disc: expects a point of 2 numbers (m) as its argument 1, got table"},
      {"g:disc({0, 1e9}, 1)", "must be within 1e6 m"},
      {"g:disc({0, 0 / 0}, 1)", "must be within 1e6 m"},
      {"g:text({0, 0}, {})", "g:text: expects a text as its argument 2, got table"},
      {"g:line({0, 0}, {1, 1}, 'red')",
       "g:line: a color is {red, green, blue[, alpha]}, each 0 to 1, got string"},
      {"g:curve()",
       "g: unknown method 'curve'; known: line, arrow, disc, ring, rectangle, bar, text"},
      {"g:arrow({0, 0}, {1, 1}, nil, 0)",
       "g:arrow: the width (pixels) must be a number greater than 0"},
      {"g:ring({0, 0}, 0 / 0)", "g:ring: the radius (m) must be a number greater than 0"},
      {"g:rectangle({0, 0})", "g:rectangle: expects a point of 2 numbers (m) as its argument 2"},
      {"g:bar({0, 0}, 0 / 0)", "g:bar: what part is full must be a number, 0 to 1"},
      {"g:bar({0, 0}, 1, nil, 1e300)", "g:bar: the width (pixels) must be a number greater than 0"},
      {"g:text({0, 0}, 'a', nil, 9, 'middle')",
       "g:text: a text is aligned left, center or right, not middle"},
      {"g:text({0, 0}, 'a', nil, 9, {})",
       "g:text: a text is aligned left, center or right, not a table"},
      {"g:text({0, 0}, 'a', nil, 9, 'left', 'red')",
       "g:text: a color is {red, green, blue[, alpha]}, each 0 to 1, got string"},
      {"g.screen:line({0, 0, 0}, {1, 1, 1})",
       "g:line: expects a point of 2 numbers (parts of the picture) as its argument 1"},
      {"g.screen:ring({0, 0}, -1)", "g:ring: the radius (pixels) must be a number greater than 0"},
      {"g.screen.screen:line()", "g: unknown method 'screen'"},
      {"g:plot()", "g: plots are not drawn here: lg.plot {"},
      {"kept = kept or g kept:line({0, 0}, {1, 1})",
       "g:line: it draws in the hook only that received it"},
      {"kept = kept or g.screen kept:line({0, 0}, {1, 1})",
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
