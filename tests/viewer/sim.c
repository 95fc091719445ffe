/* Tests of src/viewer/sim.c: which frames there are, pauses and steps, events; sim_turns.c has
   reloads, errors and colours. */
#include "sim_scene.h"

/* ---- what is shown -------------------------------------------------------------------------- */

/* While frames are made as fast as can be, each that is looked at is whole, stays as it is until
   the next look, and is never older than the one before. */
static void shows_whole_frames(void **state) {
  (void)state;
  enum { LOOKS = 300 };
  scene s;
  lg_sim *sim = begin(&s, FAST);
  int last = -1, news_seen = 0;
  AWAIT(latest(sim)->count > 0);
  for (int looks = 0; looks < LOOKS || news_seen < LOOKS / 3; looks++) {
    bool fresh;
    const lg_sim_frame *f = lg_sim_latest(sim, &fresh);
    int number = frame_of(f);
    assert_true(fresh ? number > last || last <= 0 : number == last || last < 0);
    assert_whole(f);
    if (!fresh) SDL_Delay(1);
    assert_whole(f);
    news_seen += fresh;
    last = number;
  }
  end(&s, sim);
}

/* A look never waits for a step: one that does not end leaves the frame before it there. */
static void looks_beside_a_step(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  pause_now(&s, sim);
  atomic_store(&s.gate, false);
  int steps = s.steps;
  lg_sim_pause(sim, false);
  AWAIT(atomic_load(&s.waiting));
  int shown = frame_of(latest(sim));
  for (int i = 0; i < 100; i++) {
    assert_whole(latest(sim));
    assert_int_equal(frame_of(latest(sim)), shown);
  }
  assert_int_equal(s.steps, steps);
  assert_true(lg_sim_now(sim).stepping_for > 0);
  atomic_store(&s.gate, true);
  AWAIT(frame_of(latest(sim)) > shown);
  end(&s, sim);
}

static double height_of(const lg_sim_frame *f) { /* m, of all particles together */
  double sum = 0;
  for (size_t i = 0; i < lg_shot_count(f->shot[0]); i++) sum += (double)f->shot[0]->x[1][i];
  return sum;
}

/* A step that does not end shows its particles on their way, under all that was said of the frame
   before: its number, its plot, its marks. Lua is asked for none of it: a callback inside of
   another one aborts. */
static void looks_inside_a_step(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  AWAIT(atomic_load(&s.steps) > 0);
  pause_now(&s, sim);
  settle_by(&s, sim, "wcsph");
  AWAIT(frame_of(latest(sim)) == s.steps);

  int shown = frame_of(latest(sim));
  double before = height_of(latest(sim));

  atomic_store(&s.watch, true);
  lg_sim_single(sim);
  AWAIT(atomic_load(&s.halfway));
  bool fresh;
  const lg_sim_frame *f = lg_sim_latest(sim, &fresh);
  assert_true(fresh);
  assert_int_equal(frame_of(f), shown);
  assert_whole(f);
  assert_int_equal(f->shot[0]->marks, 1);
  double halfway = height_of(f);
  assert_true(halfway != before);

  atomic_store(&s.halves, true);
  AWAIT(frame_of(latest(sim)) == shown + 1);
  assert_true(height_of(latest(sim)) != halfway);
  assert_whole(latest(sim));
  end(&s, sim);
}

/* ---- pause and steps ------------------------------------------------------------------------ */

static void pauses_and_goes_on(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  AWAIT(atomic_load(&s.steps) > 3);
  pause_now(&s, sim);
  int steps = s.steps;
  for (int i = 0; i < 5; i++) settle(&s, sim);
  SDL_Delay(50);
  assert_int_equal(s.steps, steps);
  assert_true(lg_sim_now(sim).paused);
  AWAIT(frame_of(latest(sim)) == steps);
  lg_sim_pause(sim, false);
  AWAIT(atomic_load(&s.steps) > steps + 3);
  end(&s, sim);
}

/* As many frames as were asked for, and a pause after them. */
static void steps_singly(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  pause_now(&s, sim);
  int steps = s.steps;
  for (int i = 0; i < 7; i++) lg_sim_single(sim);
  AWAIT(atomic_load(&s.steps) == steps + 7);
  settle(&s, sim);
  SDL_Delay(50);
  assert_int_equal(s.steps, steps + 7);
  AWAIT(frame_of(latest(sim)) == steps + 7);
  assert_true(lg_sim_now(sim).paused);
  end(&s, sim);
}

/* The pace: at a frame an hour there is one, at once, and slow motion is told. */
static void keeps_the_pace(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, 1.0 / 3600);
  lg_sim_slow(sim, 4);
  assert_int_equal(lg_sim_now(sim).slow, 4);
  AWAIT(atomic_load(&s.steps) == 1);
  for (int i = 0; i < 5; i++) settle(&s, sim);
  SDL_Delay(50);
  assert_int_equal(s.steps, 1);
  end(&s, sim);
}

/* ---- events --------------------------------------------------------------------------------- */

/* A particle that is picked while nothing moves is told of by the sub-step to come, which leaves no
   trace; picked again it is let go. */
static void looks_closely(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  AWAIT(atomic_load(&s.steps) > 1);
  pause_now(&s, sim);
  settle_by(&s, sim, "hash");
  uint64_t hash = s.hash;
  const lg_sim_event pick = {.what = LG_SIM_CLOSEUP, .p = {0.5f, 0.2f}, .down = true};
  lg_sim_send(sim, &pick);
  AWAIT(latest(sim)->shot[0]->closeup != NULL);
  const lg_microscope *m = &latest(sim)->shot[0]->scope;
  assert_int_equal(m->id, lg_particle_pick(s.world, pick.p, NULL, 0));
  assert_true(m->told.dt > 0 && m->told.terms > 0);
  assert_true(fabs(m->told.rate[1] + 9.81) < 0.05); /* they fall freely */
  settle(&s, sim);
  settle_by(&s, sim, "hash");
  assert_true(s.hash == hash);

  lg_sim_send(sim, &pick);
  AWAIT(latest(sim)->shot[0]->closeup == NULL);
  end(&s, sim);
}

/* Whether the scene owns a key is unknown while a step goes on; then the answers are of their own
   questions, also after events that nobody asked about. A scene that fails owns it, one that has
   stopped does not, and what is long ago is free. */
static void answers(void **state) {
  (void)state;
  static const struct {
    const char *name;
    lg_sim_word word;
  } key[] = {{"mine", LG_SIM_OWNED}, {"k", LG_SIM_FREE}, {"mine", LG_SIM_OWNED}};
  int64_t ask[4];
  scene s;
  lg_sim *sim = begin(&s, FAST);
  atomic_store(&s.gate, false);
  AWAIT(atomic_load(&s.waiting));
  for (int i = 0; i < 3; i++) {
    lg_sim_event e = {.what = LG_SIM_KEY, .down = true};
    snprintf(e.name, sizeof e.name, "%s", key[i].name);
    send_key(sim, "mine");
    ask[i] = lg_sim_ask(sim, &e);
    assert_int_equal(lg_sim_answer(sim, ask[i]), LG_SIM_UNKNOWN);
  }
  atomic_store(&s.gate, true);
  AWAIT(lg_sim_answer(sim, ask[2]) != LG_SIM_UNKNOWN);
  for (int i = 0; i < 3; i++) assert_int_equal(lg_sim_answer(sim, ask[i]), key[i].word);

  lg_sim_event fail = {.what = LG_SIM_KEY, .name = "fail"};
  for (int i = 0; i < 300; i++) {
    ask[3] = lg_sim_ask(sim, &fail);
    AWAIT(lg_sim_answer(sim, ask[3]) != LG_SIM_UNKNOWN);
    assert_int_equal(lg_sim_answer(sim, ask[3]), i == 0 ? LG_SIM_OWNED : LG_SIM_FREE);
  }
  assert_int_equal(lg_sim_answer(sim, ask[0]), LG_SIM_FREE);
  end(&s, sim);
}

/* During one step: moves of the mouse are merged into the last one, keys are not, and a full queue
   takes no more. */
static void queues_events(void **state) {
  (void)state;
  enum { MOVES = 1000, KEYS = 300, QUEUE = 256 };
  scene s;
  lg_sim *sim = begin(&s, FAST);
  atomic_store(&s.gate, false);
  AWAIT(atomic_load(&s.waiting));
  for (int i = 0; i < MOVES; i++) {
    lg_sim_event e = {.what = LG_SIM_MOUSE, .p = {(float)i, 0, 0}, .act = "move"};
    lg_sim_send(sim, &e);
  }
  for (int i = 0; i < KEYS; i++) send_key(sim, "k");
  assert_int_equal(s.moves + s.keys, 0);
  atomic_store(&s.gate, true);
  AWAIT(atomic_load(&s.keys) == QUEUE - 1);
  settle(&s, sim);
  assert_int_equal(s.moves, 1);
  assert_int_equal((int)s.mouse, MOVES - 1);
  assert_int_equal(s.keys, QUEUE);
  end(&s, sim);
}

/* ---- the end -------------------------------------------------------------------------------- */

/* A step that does not end is left alone; afterwards the thread ends by itself. */
static void stops(void **state) {
  (void)state;
  scene s;
  lg_sim *sim = begin(&s, FAST);
  atomic_store(&s.gate, false);
  AWAIT(atomic_load(&s.waiting));
  int steps = s.steps;
  assert_false(lg_sim_stop(sim, 0.02));
  atomic_store(&s.gate, true);
  end(&s, sim);
  assert_int_equal(s.steps, steps + 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shows_whole_frames),  cmocka_unit_test(looks_beside_a_step),
      cmocka_unit_test(looks_inside_a_step), cmocka_unit_test(pauses_and_goes_on),
      cmocka_unit_test(steps_singly),        cmocka_unit_test(keeps_the_pace),
      cmocka_unit_test(looks_closely),       cmocka_unit_test(answers),
      cmocka_unit_test(queues_events),       cmocka_unit_test(stops)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
