/* Back in time: every frame of a scene with chance and a hand's changes is made again with the hash
   that it had; from there another future begins; a budget lets the oldest go. */
#include "app/past.h"
#include "bind/scene_file.h"

#include <stdlib.h>

#define FRAMES 70

static void write_scene(const char *more) {
  FILE *f = scene_open();
  fprintf(f,
          "local lg = require \"laguna\"\nlocal world = lg.world { bounds = {{0, 0}, {1, 1}}, "
          "spacing = 0.1, solver = lg.solver.wcsph {} }\n"
          "world:add(lg.emitter.volume { shape = lg.shape.box { max = {0.5, 0.5} } })\n"
          "local count = 0\nlocal swirl = lg.slider { name = \"swirl\", max = 9 }\n"
          "function world:before_step()\n"
          "  lg.keep.n = (lg.keep.n or 0) + 1\n"
          "  world.gravity = { swirl.value + lg.random() - lg.keep.n / 100, -9.81 }\n"
          "  %s\nend\nreturn world\n",
          more);
  fclose(f);
}

static void begin(lg_past *p, lg_live *l, const char *more) {
  static const lg_app_options o = {.target = path, .threads = 1, .seed = -1, .fps = 60};
  write_scene(more);
  assert_true(lg_live_open(l, &o, false));
  lg_past_begin(p, l->scene);
}

static void end(lg_past *p, lg_live *l) {
  lg_past_free(p);
  lg_live_close(l);
}

static void frame(lg_past *p, lg_live *l) {
  lg_past_branch(p);
  assert_true(lg_live_step(l, lg_app_dt(l->o)));
  lg_past_frame(p, l->scene);
}

static void slide(lg_past *p, lg_live *l, double value) {
  lg_take_event e = {.what = LG_TAKE_MOVE, .type = LG_FLOAT, .n = 1, .v = {value}, .name = "swirl"};
  lg_past_note(p, e);
  lg_take_do(l, &e);
}

static void comes_back(lg_past *p, lg_live *l, int at, uint64_t hash) {
  bool same = false;
  if (!lg_past_seek(p, l, at, &same)) fail_msg("frame %d: %s", at, l->message.text);
  if (!same || lg_app_hash(l->scene) != hash) fail_msg("frame %d: same %d", at, same);
}

static void each_frame_comes_back(void **state) {
  (void)state;
  lg_live l;
  lg_past p = {.budget = 1 << 30};
  uint64_t hash[FRAMES + 1];
  bool same;
  begin(&p, &l, "");
  for (int i = 0; i <= FRAMES; i++) {
    hash[i] = lg_app_hash(l.scene);
    if (i % 20 == 7) slide(&p, &l, i / 10.0);
    if (i < FRAMES) frame(&p, &l);
  }

  /* There and back, in any order; frame 0 has no columns of its solver yet, and no hash to keep. */
  static const int at[] = {69, 31, 30, 29, 1, 70, 45, 8, 7};
  for (size_t k = 0; k < sizeof at / sizeof *at; k++) comes_back(&p, &l, at[k], hash[at[k]]);

  /* What was done behind the last frame stays done where the past is only looked at. */
  assert_true(lg_past_seek(&p, &l, FRAMES, &same) && same);
  slide(&p, &l, 8);
  assert_true(lg_past_seek(&p, &l, 50, &same) && same);
  assert_true(lg_past_seek(&p, &l, FRAMES, &same) && same);
  frame(&p, &l);
  assert_true(lg_past_seek(&p, &l, FRAMES + 1, &same) && same);

  /* Without the hand's moves that came then, it goes on otherwise, and that is its past now. */
  assert_true(lg_past_seek(&p, &l, 40, &same));
  while (p.now < FRAMES) frame(&p, &l);
  uint64_t other = lg_app_hash(l.scene);
  assert_true(other != hash[FRAMES]);
  assert_true(lg_past_seek(&p, &l, 35, &same) && same && lg_app_hash(l.scene) == hash[35]);
  assert_true(lg_past_seek(&p, &l, FRAMES, &same) && same && lg_app_hash(l.scene) == other);
  end(&p, &l);
}

static void hand(lg_past *p, lg_live *l, const char *what, double x) {
  lg_take_event e = {.what = LG_TAKE_MOUSE, .button = 1, .n = 3, .v = {x, 0.2}};
  snprintf(e.name, sizeof e.name, "%s", what);
  lg_past_note(p, e);
  lg_take_do(l, &e);
}

/* A state is kept while the left button holds the water (hand.lua). */
static void a_drag_comes_back(void **state) {
  (void)state;
  lg_live l;
  lg_past p = {.budget = 1 << 30};
  uint64_t hash[FRAMES + 1];
  begin(&p, &l, "");
  for (int i = 0; i <= FRAMES; i++) {
    hash[i] = lg_app_hash(l.scene);
    if (i == 22) hand(&p, &l, "press", 0.2);
    if (i > 22 && i < 50) hand(&p, &l, "move", 0.2 + (i - 22) * 0.01);
    if (i == 50) hand(&p, &l, "release", 0.5);
    if (i < FRAMES) frame(&p, &l);
  }
  static const int at[] = {70, 55, 49, 40, 31, 30, 29, 23, 22};
  for (size_t k = 0; k < sizeof at / sizeof *at; k++) comes_back(&p, &l, at[k], hash[at[k]]);
  end(&p, &l);
}

static void locals_of_a_script_are_told(void **state) {
  (void)state;
  lg_live l;
  lg_past p = {.budget = 1 << 30};
  bool same;
  begin(&p, &l, "count = count + 1; world.gravity = { count, 0 }");
  for (int i = 0; i < 40; i++) frame(&p, &l);
  assert_true(lg_past_seek(&p, &l, 20, &same) && same); /* from the first state of all */
  assert_true(lg_past_seek(&p, &l, 35, &same));
  assert_false(same);
  end(&p, &l);
}

static int64_t widest(const lg_past *p, int64_t from, int64_t to) {
  int64_t gap = 0;
  for (int i = 1; i < p->states; i++) {
    int64_t a = p->state[i - 1].step, b = p->state[i].step;
    if (a >= from && b <= to && b - a > gap) gap = b - a;
  }
  return gap;
}

/* States lie close where the scene stands, and wide apart elsewhere; the beginning goes last. */
static void a_budget_is_spent_where_the_scene_stands(void **state) {
  (void)state;
  lg_live l;
  lg_past p = {.budget = 1 << 30};
  bool same;
  begin(&p, &l, "");
  for (int i = 0; i < 8; i++) frame(&p, &l);
  p.budget = 40 * p.state[1].bytes.n; /* the first has no columns of a solver yet */

  while (p.now < 600) frame(&p, &l);
  assert_int_equal(lg_past_first(&p), 0);
  assert_true(p.held <= p.budget && p.states >= 38);
  assert_in_range(widest(&p, 0, 600), LG_PAST_MOST / 2 + 1, LG_PAST_MOST);
  assert_true(widest(&p, 540, 600) <= 2 * LG_PAST_EVERY);

  /* There and on from there by frames; the beginning and the end are there still. */
  assert_true(lg_past_seek(&p, &l, 190, &same) && same);
  assert_true(widest(&p, 170, 188) <= 2 * LG_PAST_EVERY);
  for (int i = 189; i > 150; i--) assert_true(lg_past_seek(&p, &l, i, &same) && same);
  assert_true(p.held <= p.budget && lg_past_first(&p) == 0 && p.end == 600);
  assert_true(lg_past_seek(&p, &l, 600, &same) && same);

  while (p.now < 1600) frame(&p, &l);
  assert_in_range(lg_past_first(&p), 1, 1600 - 20 * LG_PAST_MOST);
  assert_true(lg_past_seek(&p, &l, lg_past_first(&p) + 13, &same) && same);
  end(&p, &l);
}

static void a_budget_lets_the_oldest_go(void **state) {
  (void)state;
  lg_live l;
  lg_past p = {.budget = 1};
  bool same;
  begin(&p, &l, "");
  for (int i = 0; i < FRAMES; i++) frame(&p, &l);
  assert_int_equal(lg_past_first(&p), 68);
  assert_false(lg_past_seek(&p, &l, 67, &same));
  assert_true(lg_past_seek(&p, &l, 69, &same) && same);
  end(&p, &l);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_frame_comes_back),
                                     cmocka_unit_test(a_drag_comes_back),
                                     cmocka_unit_test(locals_of_a_script_are_told),
                                     cmocka_unit_test(a_budget_is_spent_where_the_scene_stands),
                                     cmocka_unit_test(a_budget_lets_the_oldest_go)};
  return cmocka_run_group_tests(tests, scene_make, NULL);
}
