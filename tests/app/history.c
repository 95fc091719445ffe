/* What begins another future, and what does not: a drag that only turns the view leaves what came
   behind; from within a drag the scene goes on without it. */
#include "app/history.h"
#include "bind/scene_file.h"

static void write_scene(const char *bounds, const char *max) {
  FILE *f = scene_open();
  fprintf(f,
          "local lg = require \"laguna\"\nlocal world = lg.world { bounds = %s, "
          "spacing = 0.1, solver = lg.solver.wcsph {} }\n"
          "world:add(lg.emitter.volume { shape = lg.shape.box { max = %s } })\n"
          "return world\n",
          bounds, max);
  fclose(f);
}

static void frames(lg_history *h, int n) {
  for (int i = 0; i < n; i++) {
    lg_history_before(h);
    assert_true(lg_live_step(h->live, lg_app_dt(h->live->o)));
    lg_history_frame(h);
  }
}

static void hand(lg_history *h, const char *what, double x) {
  lg_take_event e = {.button = 1, .n = 3, .v = {x, 0.2}};
  lg_history_note(h, LG_TAKE_MOUSE, what, e);
  snprintf(e.name, sizeof e.name, "%s", what);
  e.what = LG_TAKE_MOUSE;
  lg_take_do(h->live, &e);
}

static void a_drag_ends_where_another_future_begins(void **state) {
  (void)state;
  lg_app_options o = {.target = path, .threads = 1, .seed = -1, .fps = 60};
  lg_live l;
  lg_history h;
  write_scene("{{0, 0}, {1, 1}}", "{0.5, 0.5}");
  assert_true(lg_live_open(&l, &o, false));
  assert_true(lg_history_begin(&h, &l, NULL));
  frames(&h, 10);
  hand(&h, "press", 0.2);
  for (int i = 0; i < 40; i++) {
    hand(&h, "move", 0.2 + 0.01 * i);
    frames(&h, 1);
  }
  hand(&h, "release", 0.6);
  frames(&h, 10);
  assert_true(lg_history_seek(&h, 35) && h.past.now == 35 && h.past.end == 60);

  /* On from the middle of it: with a release of its own, and states that are kept again. */
  frames(&h, 65);
  assert_int_equal(h.past.end, 100);
  assert_string_equal(h.past.event[h.past.events - 1].name, "release");
  assert_int_equal(h.past.event[h.past.events - 1].step, 35);
  assert_true(h.past.state[h.past.states - 1].step > 35);
  uint64_t hash = lg_app_hash(l.scene);
  int64_t told = l.told;
  assert_true(lg_history_seek(&h, 50) && lg_history_seek(&h, 100));
  assert_int_equal(l.told, told);
  assert_true(lg_app_hash(l.scene) == hash);
  lg_history_free(&h);
  lg_live_close(&l);
}

static void what_no_scene_hears_leaves_the_future(void **state) {
  (void)state;
  lg_app_options o = {.target = path, .threads = 1, .seed = -1, .fps = 60};
  lg_live l;
  lg_history h;
  write_scene("{{0, 0, 0}, {1, 1, 1}}", "{0.5, 0.5, 0.5}");
  assert_true(lg_live_open(&l, &o, false));
  assert_true(lg_history_begin(&h, &l, NULL));
  frames(&h, 8);
  assert_true(lg_history_seek(&h, 4));
  hand(&h, "press", 0.2);
  hand(&h, "release", 0.3);
  lg_history_note(&h, LG_TAKE_KEY, "k", (lg_take_event){.world = 1});
  assert_int_equal(h.past.end, 8);
  frames(&h, 1);
  assert_int_equal(h.past.end, 5);
  lg_history_free(&h);
  lg_live_close(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_drag_ends_where_another_future_begins),
                                     cmocka_unit_test(what_no_scene_hears_leaves_the_future)};
  return cmocka_run_group_tests(tests, scene_make, NULL);
}
