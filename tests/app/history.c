/* What begins another future, and what does not: a drag that only turns the view leaves what came
   behind; from within a drag the scene goes on without it. */
#include "app/history.h"
#include "bind/scene_file.h"

static void write_scene(const char *bounds, const char *max, const char *more) {
  FILE *f = scene_open();
  fprintf(f,
          "local lg = require \"laguna\"\nlocal world = lg.world { bounds = %s, "
          "spacing = 0.1, solver = lg.solver.wcsph {} }\n"
          "world:add(lg.emitter.volume { shape = lg.shape.box { max = %s } })\n"
          "%s\nreturn world\n",
          bounds, max, more);
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
  lg_history_input(h, LG_TAKE_MOUSE, what, (lg_take_event){.button = 1, .n = 3, .v = {x, 0.2}});
}

static void key(lg_history *h, const char *name, bool down) {
  lg_history_input(h, LG_TAKE_KEY, name, (lg_take_event){.world = down});
}

static void a_drag_ends_where_another_future_begins(void **state) {
  (void)state;
  lg_app_options o = {.target = path, .threads = 1, .seed = -1, .fps = 60};
  lg_live l;
  lg_history h;
  write_scene("{{0, 0}, {1, 1}}", "{0.5, 0.5}", "");
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

static void what_changes_nothing_leaves_the_future(void **state) {
  (void)state;
  lg_app_options o = {.target = path, .threads = 1, .seed = -1, .fps = 60};
  lg_live l;
  lg_history h;
  write_scene("{{0, 0, 0}, {1, 1, 1}}", "{0.5, 0.5, 0.5}",
              "function world:key(name, down)\n"
              "  if name == 'k' and down then lg.keep.k = (lg.keep.k or 0) + 1 end\n"
              "  return name == 'mine'\nend");
  assert_true(lg_live_open(&l, &o, false));
  assert_true(lg_history_begin(&h, &l, NULL));
  frames(&h, 8);

  /* A drag that turns the view, a key that is heard only. */
  assert_true(lg_history_seek(&h, 4));
  hand(&h, "press", 0.2);
  hand(&h, "move", 0.3);
  hand(&h, "release", 0.3);
  key(&h, "left", true);
  key(&h, "left", false);
  assert_int_equal(h.past.end, 8);
  frames(&h, 1);
  assert_int_equal(h.past.end, 5);

  /* One that the scene owns, and one that it acts on. */
  assert_true(lg_history_seek(&h, 3));
  key(&h, "mine", true);
  assert_int_equal(h.past.end, 3);
  frames(&h, 2);
  assert_true(lg_history_seek(&h, 4));
  key(&h, "k", true);
  assert_int_equal(h.past.end, 4);
  lg_history_free(&h);
  lg_live_close(&l);
}

/* lg.keys and lg.mouse are in no state: what they say where one is kept is known all the same. */
static void keys_and_mouse_come_back(void **state) {
  (void)state;
  lg_app_options o = {.target = path, .threads = 1, .seed = -1, .fps = 60};
  lg_live l;
  lg_history h;
  uint64_t hash[121];
  write_scene("{{0, 0}, {1, 1}}", "{0.5, 0.5}",
              "function world:before_step()\n"
              "  world.gravity = { lg.keys.left and -3 or 0, -9.81 * (lg.mouse.x or 1) }\nend");
  assert_true(lg_live_open(&l, &o, false));
  assert_true(lg_history_begin(&h, &l, NULL));
  for (int i = 0; i <= 120; i++) {
    hash[i] = lg_app_hash(l.scene);
    if (i == 5) hand(&h, "hover", 0.7);
    if (i == 10) hand(&h, "wheel", 0.7);
    if (i == 40) key(&h, "left", true);
    if (i == 70) key(&h, "left", false);
    if (i < 120) frames(&h, 1);
  }

  /* Hover and wheel hold nothing: states go on. A key that is down does. */
  int during = 0, before = 0;
  for (int i = 0; i < h.past.states; i++) {
    int64_t step = h.past.state[i].step;
    before += step > 10 && step <= 40;
    during += step > 40 && step <= 70;
  }
  assert_int_equal(before, 30 / LG_PAST_EVERY + 1);
  assert_int_equal(during, 0);
  static const int at[] = {120, 101, 75, 69, 60, 41, 31, 29, 6};
  int64_t told = l.told;
  for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
    assert_true(lg_history_seek(&h, at[k]));
    if (l.told != told || lg_app_hash(l.scene) != hash[at[k]]) fail_msg("frame %d", at[k]);
  }

  /* On from where the key is down: it is let go, and a key of now, heard in vain, is down. */
  assert_true(lg_history_seek(&h, 50));
  key(&h, "space", true);
  assert_int_equal(h.past.end, 120);
  frames(&h, 1);
  assert_int_equal(h.past.hands.downs, 1);
  assert_string_equal(h.past.hands.down[0].name, "space");
  key(&h, "space", false);
  frames(&h, 40);
  uint64_t after = lg_app_hash(l.scene);
  assert_true(lg_history_seek(&h, 55) && lg_history_seek(&h, 91));
  assert_int_equal(l.told, told);
  assert_true(lg_app_hash(l.scene) == after);
  lg_history_free(&h);
  lg_live_close(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_drag_ends_where_another_future_begins),
                                     cmocka_unit_test(what_changes_nothing_leaves_the_future),
                                     cmocka_unit_test(keys_and_mouse_come_back)};
  return cmocka_run_group_tests(tests, scene_make, NULL);
}
