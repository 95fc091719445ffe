/* Tests of src/app/live.c: what the user is told of an edit, and which scene goes on. */
#include "app/app.h"
#include "bind/bind.h"
#include "bind/scene_file.h"

static void write_scene(const char *hook) {
  static int version; /* a file of another length is an edit, however soon it is saved */
  FILE *f = scene_open();
  fprintf(f,
          "local lg = require \"laguna\"\nlocal world = lg.world { bounds = {{0, 0}, {1, 1}}, "
          "spacing = 0.1 }\n%s\n"
          "return world --%*s\n",
          hook, ++version, "");
  fclose(f);
}

static void edit(lg_live *l, const char *hook, lg_live_edit want) {
  lg_live_edit got;
  double begun = lg_clock();
  write_scene(hook);
  /* files are looked at every few ms */
  do got = lg_live_poll(l);
  while (got == LG_LIVE_SAME && lg_clock() - begun < 10);
  assert_int_equal(got, want);
}

static void news_begin(const lg_live *l, int64_t number, const char *with) {
  char whole[512];
  snprintf(whole, sizeof whole, with, path);
  if (strncmp(l->news, whole, strlen(whole)) != 0)
    fail_msg("'%s' does not begin with '%s'", l->news, whole);
  assert_null(strchr(l->news, '\n'));
  assert_int_equal(l->told, number);
}

/* An edit that passes its trial, one that does not load, one whose first frame fails in a hook:
   each has its own line, and a refused one leaves the frames to the scene before it. */
static void edits_are_told(void **state) {
  (void)state;
  lg_app_options o = {.target = path, .threads = 1, .seed = -1, .fps = 60};
  lg_live l;
  write_scene("");
  assert_true(lg_live_open(&l, &o, true));
  assert_true(lg_live_step(&l, 0.01));
  assert_string_equal(l.news, "");
  edit(&l, "world.gravity = {0, -5}", LG_LIVE_APPLIED);
  news_begin(&l, 1, "read again in ");
  assert_true(lg_live_step(&l, 0.01));
  news_begin(&l, 1, "read again in ");
  edit(&l, "world.gravty = {0, -5}", LG_LIVE_REFUSED);
  news_begin(&l, 2, "refused: %s:3: world: unknown property 'gravty'");
  edit(&l, "function world:before_step() error 'not so' end", LG_LIVE_APPLIED);
  news_begin(&l, 3, "read again in ");
  assert_true(lg_live_step(&l, 0.01));
  news_begin(&l, 4, "refused by its first frame: %s:3: not so");
  assert_non_null(strstr(l.message.text, ":3: not so"));
  assert_int_equal(lg_world_frame(lg_scene_world(l.scene, 0)), 3);
  edit(&l, "", LG_LIVE_APPLIED);
  news_begin(&l, 5, "read again in ");
  lg_live_close(&l);
}

/* Another spacing is the scene anew with it; what is none, as a take may ask for, leaves all as it
   was and is told. */
static void spacings_are_told(void **state) {
  (void)state;
  const double none[] = {0, -1, -0.0, 1e38, 1e-30};
  lg_app_options o = {.target = path, .threads = 1, .seed = -1, .fps = 60};
  lg_live l;
  write_scene("");
  assert_true(lg_live_open(&l, &o, true));
  assert_true(lg_live_step(&l, 0.01));
  const float before = lg_world_spacing(lg_scene_world(l.scene, 0));

  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    l.message.text[0] = '\0';
    assert_false(lg_live_respace(&l, none[i]));
    news_begin(&l, (int)i + 1, "refused: %s:");
    assert_non_null(strstr(l.message.text, "spacing = "));
    assert_int_equal(lg_world_frame(lg_scene_world(l.scene, 0)), 1);
    assert_true(lg_world_spacing(lg_scene_world(l.scene, 0)) == before);
  }

  assert_true(lg_live_respace(&l, 0.5 * (double)before));
  assert_int_equal(lg_world_frame(lg_scene_world(l.scene, 0)), 0);
  assert_true(lg_world_spacing(lg_scene_world(l.scene, 0)) == 0.5f * before);
  lg_live_close(&l);
}

static int samples(lg_live *l) {
  float times[16];
  return lg_scene_samples(l->scene, 0, 0, times, 16);
}

/* The plot of the ledger, once it is shown, goes on with its samples behind an edit and on the way
   back; from time 0 it is there, and empty. */
static void ledger_goes_on(void **state) {
  (void)state;
  lg_app_options o = {.target = path, .threads = 1, .seed = -1, .fps = 60};
  lg_live l;
  lg_bytes then = {NULL, 0, 0, false};
  write_scene("world.particles:add({0.5, 0.5})");
  assert_true(lg_live_open(&l, &o, true));
  l.ledger = true;
  assert_true(lg_scene_ledger(l.scene));
  for (int i = 0; i < 5; i++) assert_true(lg_live_step(&l, 0.01));
  assert_int_equal(samples(&l), 5);
  assert_true(lg_scene_save(l.scene, lg_bytes_take, &then));

  /* an edit; back to before it; anew */
  edit(&l, "world.gravity = {0, -5}", LG_LIVE_APPLIED);
  for (int i = 0; i < 3; i++) assert_true(lg_live_step(&l, 0.01));
  assert_int_equal(samples(&l), 8);
  assert_true(lg_live_return(&l, &then));
  assert_int_equal(samples(&l), 5);
  assert_true(lg_live_restart(&l, false));
  assert_non_null(lg_scene_plot(l.scene, 0));
  assert_int_equal(samples(&l), 0);
  lg_bytes_free(&then);
  lg_live_close(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(edits_are_told),
                                     cmocka_unit_test(spacings_are_told),
                                     cmocka_unit_test(ledger_goes_on)};
  return cmocka_run_group_tests(tests, scene_make, NULL);
}
