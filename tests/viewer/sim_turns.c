/* Tests of src/viewer/sim.c and sim_frame.c: a scene that begins anew, fails, is coloured otherwise
   or goes back in time. */
#include "sim_scene.h"

/* ---- reloads and errors --------------------------------------------------------------------- */

/* A reload that works is a new edition from frame 0, and ends a pause; one that does not leaves
   the scene as it was. */
static void reloads(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  lg_sim_event again = {.what = LG_SIM_RELOAD};
  AWAIT(atomic_load(&s.steps) > 3);
  pause_now(&s, sim);
  int frame = s.steps;
  AWAIT(frame_of(latest(sim)) == frame);

  atomic_store(&s.reads, false);
  lg_sim_send(sim, &again);
  settle(&s, sim);
  assert_int_equal(s.reloads, 1);
  assert_int_equal(latest(sim)->beside.edition, 0);
  assert_int_equal(frame_of(latest(sim)), frame);
  assert_true(lg_sim_now(sim).paused);

  atomic_store(&s.reads, true);
  atomic_store(&s.gate, false);
  lg_sim_send(sim, &again);
  AWAIT(latest(sim)->beside.edition == 1);
  assert_int_equal(frame_of(latest(sim)), 0);
  assert_false(lg_sim_now(sim).paused);
  atomic_store(&s.gate, true);
  AWAIT(frame_of(latest(sim)) > 3);
  assert_whole(latest(sim));
  end(&s, sim);
}

/* An error of the scene, in a step or a key, stops and pauses it under its message: no hook is
   called any more. A saved file that works lets it go on, and so does a reload. */
static void errors_stop(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  atomic_store(&s.broken, true);
  AWAIT(latest(sim)->beside.stopped);
  assert_string_equal(latest(sim)->beside.error, "no");
  assert_true(lg_sim_now(sim).paused);
  int steps = s.steps, keys = s.keys;
  send_key(sim, "k");
  SDL_Delay(50);
  assert_int_equal(s.steps, steps);
  assert_int_equal(s.keys, keys);

  atomic_store(&s.broken, false);
  atomic_store(&s.mended, true);
  AWAIT(atomic_load(&s.steps) > steps + 3);
  AWAIT(!latest(sim)->beside.stopped);

  send_key(sim, "fail");
  AWAIT(latest(sim)->beside.stopped);
  lg_sim_event again = {.what = LG_SIM_RELOAD};
  lg_sim_send(sim, &again);
  AWAIT(latest(sim)->beside.edition == 1 && !latest(sim)->beside.stopped);
  end(&s, sim);
}

/* ---- colours -------------------------------------------------------------------------------- */

/* Each press leads on to a column whose values differ, or to the scene's own. */
static void colors_by_what_varies(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  AWAIT(latest(sim)->beside.edition == 0 && s.steps > 0);
  bool id = false, own = false;
  for (int i = 0; i < 12; i++) {
    int steps = s.steps;
    lg_sim_send(sim, &(lg_sim_event){.what = LG_SIM_COLOR});
    AWAIT(s.steps > steps + 3);
    const char *by = latest(sim)->beside.color_by[0];
    assert_string_not_equal(by, "acceleration"); /* gravity alone */
    id = id || strcmp(by, "id") == 0;
    own = own || strcmp(by, "stamp") == 0;
  }
  assert_true(id && own);
  end(&s, sim);
}

/* A world with other columns is coloured as the one that it stands beside. */
static void colors_are_one_choice(void **state) {
  (void)state;
  scene s;
  lg_world *other = make_world();
  assert_true(lg_column_add(other, "newer", 1) && lg_world_step(other, 1e-4));
  lg_sim *sim = begin_beside(&s, FAST, other);
  AWAIT(latest(sim)->beside.edition == 0 && s.steps > 0);
  for (int i = 0; i < 12; i++) {
    int steps = s.steps;
    lg_sim_send(sim, &(lg_sim_event){.what = LG_SIM_COLOR});
    AWAIT(s.steps > steps + 3);
    const lg_sim_frame *f = latest(sim);
    assert_string_equal(f->beside.color_by[1], f->beside.color_by[0]);
  }
  end(&s, sim);
}

/* Back in time the colours are at once those of that moment: all particles have its number, which
   is in the middle of their range. */
static void colors_go_back(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  AWAIT(atomic_load(&s.steps) > 3);
  pause_now(&s, sim);
  settle_by(&s, sim, "keep");
  const int then = s.steps;
  lg_sim_pause(sim, false);
  AWAIT(atomic_load(&s.steps) > then + 500);
  lg_sim_send(sim, &(lg_sim_event){.what = LG_SIM_SEEK, .frame = then});
  settle(&s, sim);
  AWAIT(frame_of(latest(sim)) == then);
  const lg_sim_frame *f = latest(sim);
  assert_whole(f);
  assert_true(fabsf(0.5f * (f->beside.low[0] + f->beside.high[0]) - (float)then) < 0.5f);
  assert_true(lg_sim_now(sim).paused);
  end(&s, sim);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reloads), cmocka_unit_test(errors_stop),
                                     cmocka_unit_test(colors_by_what_varies),
                                     cmocka_unit_test(colors_are_one_choice),
                                     cmocka_unit_test(colors_go_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
