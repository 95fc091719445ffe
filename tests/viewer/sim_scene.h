/* sim_scene.h - a scene in C whose every frame is stamped with its number, run in the simulation's
   thread and looked at from this one. All is judged by counts: whatever is waited for has DEADLINE
   to come, and only a thread that hangs takes as long. */
#ifndef SIM_SCENE_H
#define SIM_SCENE_H

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

typedef struct bytes {
  char *bytes;
  size_t n;
} bytes;

typedef struct scene {
  lg_world *world, *other; /* the second one stands still beside it; NULL: there is none */
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
  bytes kept;    /* of the world, at the key "keep" */
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

static int worlds(void *user) {
  scene *s = enter(user);
  return leave(s, true) + (s->other != NULL);
}
static const lg_world *world(void *user, int i) {
  const scene *s = user;
  return i > 0 ? s->other : s->world;
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
/* The state that the key "keep" took is the past; asked for in any frame's name. */
static bool seek(void *user, int64_t frame) {
  scene *s = enter(user);
  (void)frame;
  bool ok = lg_world_restore(s->world, s->kept.bytes, s->kept.n);
  if (ok) stamp(s);
  return leave(s, ok);
}

static void keep(void *sink, const char *from, size_t n) {
  bytes *to = sink;
  char *more = realloc(to->bytes, to->n + n);
  assert_non_null(more);
  memcpy(more + to->n, from, n);
  *to = (bytes){more, to->n + n};
}

static lg_viewer_input key(void *user, const char *name, bool down) {
  scene *s = enter(user);
  bool owned = down && strcmp(name, "mine") == 0;
  /* what touches the world does so in the simulation's thread */
  if (strcmp(name, "wcsph") == 0) lg_set_solver(s->world, name, LG_NO_ARGS);
  if (strcmp(name, "hash") == 0) s->hash = lg_world_hash(s->world);
  if (strcmp(name, "keep") == 0) lg_world_save(s->world, keep, &s->kept);
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

static lg_sim *begin_beside(scene *s, double fps, lg_world *other) {
  *s = (scene){.world = make_world(), .other = other};
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
      .seek = seek,
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

static lg_sim *begin(scene *s, double fps) { return begin_beside(s, fps, NULL); }

static void end(scene *s, lg_sim *sim) {
  assert_true(lg_sim_stop(sim, DEADLINE));
  assert_int_equal(s->inside, 0);
  lg_world_free(s->world);
  lg_world_free(s->other);
  free(s->kept.bytes);
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

#endif
