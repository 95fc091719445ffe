/* Tests of src/viewer/sim.c: a scene in C whose every frame is stamped with its number, run in the
   simulation's thread and looked at from this one. All is judged by counts: whatever is waited for
   has DEADLINE to come, and only a thread that hangs takes as long. */
#include "viewer/sim.h"

#include "picture/shot.h"

#include <SDL.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define DEADLINE 60.0 /* s */
#define FAST     1e6  /* frames/s: as many as can be */

typedef struct scene {
  lg_world *world;
  char title[32];
  lg_viewer_edit edit; /* the next answer of edited() */
  float mouse;         /* x of the last mouse event */
  int64_t close;       /* one more than the id of who is looked at; 0: nobody */

  /* asked for by this thread */
  atomic_bool gate;   /* a step waits while it is shut */
  atomic_bool watch;  /* a step takes long, and tells its stages */
  atomic_bool halves; /* such a step goes on behind a sub-step */
  atomic_bool broken; /* a step fails */
  atomic_bool mended; /* the file was saved */
  atomic_bool reads;  /* a reload succeeds */

  /* counted by the other one */
  atomic_int steps, waiting, halfway, reloads, keys, moves, inside;
  uint64_t hash; /* of the world, at the key "hash" */
} scene;

/* Callbacks run one at a time, in one thread. */
static scene *enter(void *user) {
  scene *s = user;
  if (atomic_fetch_add(&s->inside, 1) != 0) abort();
  return s;
}
static bool leave(scene *s, bool answer) {
  atomic_fetch_sub(&s->inside, 1);
  return answer;
}

static lg_world *make_world(void) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.05f;
  def.threads = 2;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 1, 0.5)));
  assert_true(lg_set_solver(w, "particles", LG_NO_ARGS) &&
              lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) &&
              lg_column_add(w, "stamp", 1));
  return w;
}

/* Every particle, and the title, carry the number of the frame. */
static void stamp(scene *s) {
  lg_view column = lg_column_edit(s->world, "stamp");
  for (size_t i = 0; i < lg_world_count(s->world); i++)
    column.c[0][i] = (float)lg_world_frame(s->world);
  snprintf(s->title, sizeof s->title, "%d", (int)lg_world_frame(s->world));
}

static int worlds(void *user) { return leave(enter(user), true); }
static const lg_world *world(void *user, int i) {
  (void)i;
  return ((scene *)user)->world;
}

/* A long step: each of its sub-steps takes longer than a picture may be old, and behind the second
   it waits to be let go. */
typedef struct inside {
  scene *s;
  lg_stage_fn *within;
  void *viewer;
  int guards;
} inside;

static void tell(void *user, const lg_world *w, const char *stage) {
  inside *in = user;
  bool guard = strcmp(stage, "guard") == 0;
  if (guard) SDL_Delay(40);
  in->within(in->viewer, w, stage);
  in->guards += guard;
  if (!guard || in->guards != 2) return;
  atomic_store(&in->s->halfway, 1);
  while (!atomic_load(&in->s->halves)) SDL_Delay(1);
  atomic_store(&in->s->halfway, 0);
}

static bool step(void *user, lg_stage_fn *within, void *viewer) {
  scene *s = enter(user);
  bool watch = atomic_load(&s->watch);
  inside in = {s, within, viewer, 0};
  atomic_store(&s->waiting, 1);
  while (!atomic_load(&s->gate)) SDL_Delay(1);
  atomic_store(&s->waiting, 0);
  if (watch) lg_on_stage(s->world, tell, &in);
  bool ok = !atomic_load(&s->broken) && lg_world_step(s->world, watch ? 0.02 : 1e-4);
  lg_on_stage(s->world, NULL, NULL);
  if (ok) stamp(s);
  atomic_fetch_add(&s->steps, 1);
  return leave(s, ok);
}
static bool reload(void *user, bool as_the_file_says) {
  (void)as_the_file_says;
  scene *s = enter(user);
  bool reads = atomic_load(&s->reads);
  if (reads) lg_world_free(s->world);
  if (reads) s->world = make_world();
  if (reads) stamp(s);
  atomic_fetch_add(&s->reloads, 1);
  return leave(s, reads);
}
static lg_viewer_past past(void *user) {
  (void)user;
  return (lg_viewer_past){0, 0, 0};
}

static lg_viewer_input key(void *user, const char *name, bool down) {
  scene *s = enter(user);
  bool owned = down && strcmp(name, "mine") == 0;
  /* what touches the world does so in the simulation's thread */
  if (strcmp(name, "wcsph") == 0) lg_set_solver(s->world, name, LG_NO_ARGS);
  if (strcmp(name, "hash") == 0) s->hash = lg_world_hash(s->world);
  bool well = leave(s, down || strcmp(name, "fail") != 0);
  atomic_fetch_add(&s->keys, 1);
  if (!well) return LG_VIEWER_BROKEN;
  return owned ? LG_VIEWER_OWNED : LG_VIEWER_FREE;
}
static bool change(void *user, int i, const char *path) {
  (void)i;
  return path && reload(user, true);
}
static const char *gallery(void *user, int i, const char **idea) {
  (void)user;
  (void)i;
  (void)idea;
  return NULL;
}
static const uint8_t *picture(void *user, int i, int *width, int *height) {
  (void)user;
  *width = *height = i;
  return NULL;
}
static bool has_hook(void *user, int i, const char *name) { return user && i == 0 && *name; }
static lg_viewer_input mouse(void *user, int i, const float p[3], int button, const char *act) {
  scene *s = enter(user);
  (void)i;
  (void)button;
  (void)act;
  s->mouse = p[0];
  atomic_fetch_add(&s->moves, 1);
  leave(s, true);
  return LG_VIEWER_FREE;
}
static const char *color_by(void *user, int i) {
  (void)i;
  leave(enter(user), true);
  return "stamp";
}
static bool marks(void *user, int i, lg_shot *shot) {
  static const lg_mark dot = {.what = LG_MARK_DISC, .radius = 0.1f, .rgba = 0xffffffffU};
  (void)i;
  lg_shot_unmark(shot);
  return leave(enter(user), lg_shot_mark(shot, &dot));
}
static const char *error(void *user) { return atomic_load(&((scene *)user)->broken) ? "no" : ""; }
static const char *title(void *user) { return ((scene *)user)->title; }
static lg_viewer_edit edited(void *user) {
  scene *s = enter(user);
  bool mended = atomic_exchange(&s->mended, false);
  return leave(s, mended) ? LG_VIEWER_APPLIED : LG_VIEWER_SAME;
}
static const char *news(void *user, int64_t *number) {
  (void)user;
  *number = 0;
  return "";
}
static const char *finding(void *user, int i) {
  (void)user;
  return i == 0 ? "squeezed" : NULL;
}
static bool control(void *user, int i, lg_param *row, lg_arg *value) {
  (void)user;
  (void)i;
  (void)row;
  (void)value;
  return false;
}
static const char *button(void *user, int i) {
  (void)user;
  (void)i;
  return NULL;
}
static int plots(void *user, lg_plot *out, int most) {
  (void)most;
  *out = (lg_plot){.name = "frames", .curves = 1, .n = 1};
  out->v[0][0] = (float)lg_world_frame(((scene *)user)->world);
  return 1;
}

static bool peek(void *user, int i, lg_peek_fn *fn, void *viewer) {
  scene *s = enter(user);
  (void)i;
  leave(s, true);
  return lg_world_peek(s->world, 1e-4, fn, viewer);
}
static void look_closely(void *user, int i, const float from[3], const float along[3],
                         bool toggle) {
  scene *s = enter(user);
  (void)i;
  s->close = toggle && s->close > 0 ? 0 : lg_particle_pick(s->world, from, along, 0) + 1;
  if (s->close) lg_particle_watch(s->world, s->close - 1, true);
  leave(s, true);
}
static bool closeup(void *user, int i, lg_shot *shot) {
  scene *s = user;
  (void)i;
  return lg_shot_watch(shot, s->world, s->close - 1);
}

static lg_look look(void *user, int i) {
  (void)user;
  (void)i;
  return (lg_look){.style = lg_default_style()};
}

static const char *note(void *user, int i) {
  (void)user;
  return i < 2 ? (i ? "second" : "first") : NULL;
}
static bool check(void *user, int i, lg_viewer_check *out) {
  (void)user;
  *out = (lg_viewer_check){.name = i ? "mass" : "sum",
                           .said = i ? "" : "3: twice",
                           .ask = i ? "How heavy?" : "",
                           .unit = "kg",
                           .done = i == 0};
  return i < 2;
}

static lg_sim *begin(scene *s, double fps) {
  *s = (scene){.world = make_world()};
  stamp(s);
  atomic_store(&s->gate, true);
  atomic_store(&s->reads, true);
  lg_viewer_host host = {
      .user = s,
      .worlds = worlds,
      .world = world,
      .step = step,
      .peek = peek,
      .look_closely = look_closely,
      .closeup = closeup,
      .reload = reload,
      .past = past,
      .key = key,
      .mouse = mouse,
      .change = change,
      .gallery = gallery,
      .picture = picture,
      .has_hook = has_hook,
      .finding = finding,
      .color_by = color_by,
      .marks = marks,
      .look = look,
      .error = error,
      .title = title,
      .edited = edited,
      .news = news,
      .widgets = {
          .control = control, .button = button, .plots = plots, .note = note, .check = check}};
  lg_sim *sim = lg_sim_start(&host, fps);
  assert_non_null(sim);
  return sim;
}

static void end(scene *s, lg_sim *sim) {
  assert_true(lg_sim_stop(sim, DEADLINE));
  assert_int_equal(s->inside, 0);
  lg_world_free(s->world);
}

/* Waits until a condition holds. */
#define AWAIT(condition)                                                                           \
  do {                                                                                             \
    Uint32 begun = SDL_GetTicks();                                                                 \
    while (!(condition)) {                                                                         \
      if (SDL_GetTicks() - begun > 1e3 * DEADLINE) fail_msg("in vain: %s", #condition);            \
      SDL_Delay(1);                                                                                \
    }                                                                                              \
  } while (0)

static const lg_sim_frame *latest(lg_sim *sim) {
  bool fresh;
  return lg_sim_latest(sim, &fresh);
}

static int frame_of(const lg_sim_frame *f) {
  return f->count ? (int)lg_shot_stats(f->shot[0])->frame : -1;
}

static void send_key(lg_sim *sim, const char *name) {
  lg_sim_event e = {.what = LG_SIM_KEY, .down = true};
  snprintf(e.name, sizeof e.name, "%s", name);
  e.down = strcmp(name, "fail") != 0;
  lg_sim_send(sim, &e);
}

/* Events are handled between steps: once a key has arrived, all that was sent before it is done. */
static void settle_by(scene *s, lg_sim *sim, const char *key_name) {
  int before = atomic_load(&s->keys);
  send_key(sim, key_name);
  AWAIT(atomic_load(&s->keys) > before);
}

static void settle(scene *s, lg_sim *sim) { settle_by(s, sim, "k"); }

static void pause_now(scene *s, lg_sim *sim) {
  lg_sim_pause(sim, true);
  settle(s, sim);
}

/* Everything in a frame is of one state: its number in the title, the statistics, the plot and on
   every particle. */
static void assert_whole(const lg_sim_frame *f) {
  const lg_shot *shot = f->shot[0];
  int number = frame_of(f);
  assert_int_equal(f->count, 1);
  assert_int_equal(atoi(f->beside.title), number);
  assert_int_equal(f->beside.plots, 1);
  assert_int_equal(f->beside.findings, 1);
  assert_string_equal(f->beside.finding[0], "squeezed");
  assert_int_equal((int)f->beside.plot[0].v[0][0], number);
  assert_true(number == 0 || lg_shot_count(shot) > 0);
  for (size_t i = 0; i < lg_shot_count(shot); i++) assert_int_equal((int)shot->value[i], number);
}

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

/* Whether the scene owns a key is unknown while a step goes on; then the answers are of their own
   questions, also after events that nobody asked about. A scene that fails owns it, one that has
   stopped does not, and what is long ago is free. */
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
      cmocka_unit_test(queues_events),       cmocka_unit_test(reloads),
      cmocka_unit_test(errors_stop),         cmocka_unit_test(colors_by_what_varies),
      cmocka_unit_test(stops)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
