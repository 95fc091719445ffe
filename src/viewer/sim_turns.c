/* sim_turns.c - the simulation's thread, a turn after the other: an event, a step or a look at the
   files, and then a frame for the window. */
#include "viewer/sim_own.h"

#include "viewer/stages.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* frames: further behind than that, the pace starts anew instead of rushing after it */
#define LATE       2.0
#define WINDOW     0.5        /* s, over which the rate is measured */
#define STAND_BACK 4          /* of nice: two fifths of the weight */
#define IDLE       10         /* ms between two looks at the scene's files while no frame is made */
#define OLD        (1 / 30.0) /* s: older than that no picture gets for want of a frame's end */

typedef enum turn { QUIT, EVENT, STEP, LOOK } turn;

/* ---- frames --------------------------------------------------------------------------------- */

/* A script error pauses: the message stands over the picture and everything else lives on. */
static void outcome(lg_sim *s, bool ok) {
  s->course.stopped = !ok;
  if (!ok) lg_sim_pause(s, true);
}

/* Back and ready change places. */
static void put_down(lg_sim *s, bool fresh) {
  s->last = s->back;
  SDL_LockMutex(s->lock);
  s->back = s->ready;
  s->ready = s->last;
  s->fresh = fresh;
  SDL_UnlockMutex(s->lock);
}

/* The frame is there for the window. */
static void hand_over(lg_sim *s) {
  s->published_at = lg_sim_clock();
  put_down(s, true);
}

static bool panel_is_open(lg_sim *s) {
  SDL_LockMutex(s->lock);
  bool open = s->panel;
  SDL_UnlockMutex(s->lock);
  return open;
}

static void take(lg_sim *s) {
  bool open = panel_is_open(s);
  lg_sim_frame *f = &s->frame[s->back];
  if (!lg_sim_frame_take(f, &s->course, &s->host, open)) outcome(s, false);
  if (s->course.rate > 0)
    f->beside.advice = lg_advise(s->host.world(s->host.user, 0), s->host.worlds(s->host.user),
                                 1 / s->course.rate, 0, s->fps);
}

static void publish(lg_sim *s) {
  take(s);
  hand_over(s);
}

static bool take_within(lg_sim *s, const lg_world *stepped) {
  return lg_sim_frame_take_within(&s->frame[s->back], &s->frame[s->last], &s->host, stepped,
                                  panel_is_open(s));
}

static bool take_stage(void *user) {
  lg_sim *s = user;
  return take_within(s, s->host.world(s->host.user, s->staged));
}

/* Behind a stage of a sub-step, inside of the host's step. The frame published last is ready or in
   front, so nobody writes it. */
static void publish_within(void *user, const lg_world *w, const char *stage) {
  lg_sim *s = user;
  if (strcmp(stage, "guard") != 0) return;

  /* Another sub-step as long as this one, and the picture would be older than it may be. */
  double t = lg_sim_clock(), sub_step = t - s->guarded_at;
  s->guarded_at = t;
  if (t - s->published_at + sub_step < OLD) return;
  if (take_within(s, w)) hand_over(s);
}

static void step(lg_sim *s);

/* From the frame's start on, if it was another world; behind the last stage the frame is made. */
static void go_on(lg_sim *s, int world, int by) {
  lg_ribbon ribbon;
  world = world < s->host.worlds(s->host.user) ? world : 0; /* it has gone meanwhile */
  if (world != s->staged) s->stage = 0;
  s->staged = world;

  int to = lg_stages_take(&ribbon, &s->host, world, s->stage, by, take_stage, s);
  if (to == 0 && by > 0) step(s);
  if (to < 0) outcome(s, false);

  /* Between two stages it shows the ribbon; else it is a frame as any. */
  s->stage = to > 0 ? to : 0;
  if (to <= 0) {
    publish(s);
    return;
  }
  s->frame[s->back].beside.ribbon = ribbon;
  hand_over(s);
}

/* The picture behind a stage once more, of what has changed beside it; that of the frame's start,
   from which it is taken, is not shown. */
static void take_stage_again(lg_sim *s) {
  take(s);
  put_down(s, false);
  go_on(s, s->staged, 0);
}

static void measure_rate(lg_sim *s) {
  double t = lg_sim_clock();
  s->rate_steps++;
  if (t - s->rate_since < WINDOW) return;
  if (t - s->rate_since < 8 * WINDOW || s->rate_steps == 1)
    s->course.rate = s->rate_steps / (t - s->rate_since);
  s->rate_since = t;
  s->rate_steps = 0;
}

static void step(lg_sim *s) {
  s->stage = 0;
  s->guarded_at = lg_sim_clock();
  bool ok = s->host.step(s->host.user, publish_within, s);
  SDL_LockMutex(s->lock);
  s->step_began = 0;
  SDL_UnlockMutex(s->lock);
  outcome(s, ok);
  measure_rate(s);
}

/* A scene has begun anew. */
static void begin(lg_sim *s, bool ok) {
  if (!ok) return;
  s->course.stopped = false;
  s->course.edition++;
  lg_sim_pause(s, false);
}

/* One line of the console; the oldest go. */
static void say(lg_sim *s, bool trouble, const char *text) {
  lg_sim_course *c = &s->course;
  if (c->lines == LG_LINES_MAX) memmove(c->line, c->line + 1, (size_t)--c->lines * sizeof *c->line);
  c->line[c->lines].trouble = trouble;
  snprintf(c->line[c->lines++].text, sizeof c->line[0].text, "%s", text);
}

/* A line of Lua, which the console shows, with its answer. */
static void eval(lg_sim *s, const char *text) {
  char line[LG_ERROR_MAX], answer[LG_ERROR_MAX] = "";
  snprintf(line, sizeof line, "> %.500s", text);
  say(s, false, line);
  bool ok = s->host.widgets.eval(s->host.user, text, answer, sizeof answer);
  if (*answer) say(s, !ok, answer);
}

/* Another solver for world e->world, by the line that does so in a script. */
static void swap(lg_sim *s, const lg_sim_event *e) {
  const int worlds = s->host.worlds(s->host.user);
  char kind[2 * LG_NAME_MAX], line[LG_SIM_LINE];
  lg_controls c = {0};
  snprintf(kind, sizeof kind, "solver.%s", e->param);
  const lg_kind *to = lg_kind_find(kind);
  if (to && lg_controls_take(&c, &s->host, worlds) &&
      lg_controls_swap(&c, e->world, worlds > 1, to, line, sizeof line))
    eval(s, line);
  lg_controls_free(&c);
}

/* What the panel asks for also works over an error: it may be what mends it. A refusal is a line of
   the console. */
static void by_hand(lg_sim *s, const lg_sim_event *e) {
  const lg_viewer_widgets *w = &s->host.widgets;
  void *user = s->host.user;
  lg_arg args[2] = {e->value, lg_end()};
  bool ok = true;
  args[0].name = e->param;
  if (args[0].type == LG_TEXT) args[0].text = e->text;

  /* What the panel asked for, by the host's own functions. */
  if (e->what == LG_SIM_SET) ok = w->set(user, e->world, e->id, args);
  if (e->what == LG_SIM_MOVE && e->param[0]) ok = w->move(user, args);
  if (e->what == LG_SIM_PRESS) ok = w->press(user, e->param);

  if (!ok) say(s, true, w->refusal(user));
}

/* Does it only ask for another look at what there is? A picture from within a frame stays where it
   is then. */
static bool only_looks(const lg_sim_event *e) {
  return e->what == LG_SIM_CLOSEUP || e->what == LG_SIM_COLOR || e->what == LG_SIM_LEDGER ||
         (e->what == LG_SIM_MOVE && !e->param[0]);
}

/* True: something has changed that is worth a picture. */
static bool look(lg_sim *s) {
  lg_viewer_edit edit = s->host.edited(s->host.user);
  if (edit == LG_VIEWER_SAME) return false;
  if (edit == LG_VIEWER_APPLIED) {
    if (s->course.stopped)
      lg_sim_pause(s, false); /* what had stopped it is mended, or will say so */
    s->course.stopped = false;
  }
  return true;
}

static lg_viewer_input hear(lg_sim *s, const lg_sim_event *e) {
  const lg_viewer_host *h = &s->host;
  if (s->course.stopped) return LG_VIEWER_FREE; /* its message must not be lost to a key */
  lg_viewer_input of = e->what == LG_SIM_KEY ? h->key(h->user, e->name, e->down)
                                             : h->mouse(h->user, e->world, e->p, e->button, e->act);
  outcome(s, of != LG_VIEWER_BROKEN);
  return of;
}

static void input(lg_sim *s, const lg_sim_event *e) {
  lg_viewer_input of = hear(s, e);
  if (!e->ask) return;
  SDL_LockMutex(s->lock);
  s->owned[e->ask % LG_SIM_QUEUE] = of != LG_VIEWER_FREE;
  s->answered = e->ask;
  SDL_UnlockMutex(s->lock);
}

static void handle(lg_sim *s, const lg_sim_event *e) {
  void *user = s->host.user;
  if (e->what >= LG_SIM_SET && e->what <= LG_SIM_PRESS) by_hand(s, e);
  if (e->what == LG_SIM_LINE_OF_LUA) eval(s, e->text);
  if (e->what == LG_SIM_SWAP) swap(s, e);
  if (e->what == LG_SIM_COLOR) lg_sim_frame_next_color(&s->course, &s->host);
  if (e->what == LG_SIM_RELOAD) begin(s, s->host.reload(user, e->down));
  if (e->what == LG_SIM_RESPACE) begin(s, s->host.respace(user, e->value.v[0]));
  if (e->what == LG_SIM_CHANGE) begin(s, s->host.change(user, e->world, e->text));
  if (e->what == LG_SIM_KEY || e->what == LG_SIM_MOUSE) input(s, e);
  if (e->what == LG_SIM_LEDGER && !s->course.stopped) outcome(s, s->host.ledger(user));
  if (e->what == LG_SIM_CLOSEUP) s->host.look_closely(user, e->world, e->p, e->along, e->down);

  if (e->what == LG_SIM_SEEK) {
    lg_sim_pause(s, true);
    if (s->host.seek(user, e->frame)) {
      s->course.stopped = false;
      s->course.seeks++;
    }
  }
}

/* A mouse that hovers where no hook hears of it has changed nothing in the picture. */
static bool shows_nothing(const lg_sim *s, const lg_sim_event *e) {
  return e->what == LG_SIM_MOUSE && strcmp(e->act, "hover") == 0 &&
         !s->host.has_hook(s->host.user, e->world, "mouse");
}

/* Under the lock: is a frame to be stepped now? *wait: ms to sleep if not, 0 for "until woken". */
static bool step_is_due(lg_sim *s, Uint32 *wait) {
  double t = lg_sim_clock(), period = s->slow / s->fps;
  *wait = 0;

  /* Single steps come first, whatever the pace. */
  if (s->singles > 0) {
    s->singles--;
    return true;
  }

  if (s->paused) {
    s->due = t;
    return false;
  }

  /* Behind by more than LATE frames, the pace starts anew; too early, it waits. */
  if (s->due < t - LATE * period) s->due = t;
  if (s->due > t) {
    double ms = 1e3 * (s->due - t);
    *wait = ms < 1 ? 1 : ms > 100 ? 100 : (Uint32)ms;
    return false;
  }

  s->due += period;
  return true;
}

static turn wait_turn(lg_sim *s, lg_sim_event *e) {
  turn what = QUIT;
  Uint32 wait;
  bool waited = false;
  SDL_LockMutex(s->lock);

  /* Events before steps; a look at the files when nothing has happened for IDLE ms. */
  while (!s->quit) {
    what = EVENT;
    if (s->queued > 0) break;
    what = STEP;
    if (step_is_due(s, &wait)) break;
    what = LOOK;
    if (waited) break;
    Uint32 nap = wait && wait < IDLE ? wait : IDLE;
    waited = SDL_CondWaitTimeout(s->wake, s->lock, nap) == SDL_MUTEX_TIMEDOUT && nap == IDLE;
  }

  if (s->quit) what = QUIT;
  if (what == STEP) s->step_began = lg_sim_clock();
  if (what == EVENT) {
    *e = s->queue[s->first];
    s->first = (s->first + 1) % LG_SIM_QUEUE;
    s->queued--;
  }
  SDL_UnlockMutex(s->lock);
  return what;
}

/* Linux counts priorities by thread, and the team of a step's loops inherits this one's: where all
   cores are at work on a step, the window still gets one at once. */
static void stand_back(void) {
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + STAND_BACK);
}

int lg_sim_work(void *user) {
  lg_sim *s = user;
  stand_back();
  lg_sim_event e;
  turn what;

  /* The first picture comes before the first step. */
  s->due = s->rate_since = lg_sim_clock();
  publish(s);
  while ((what = wait_turn(s, &e)) != QUIT) {
    bool edited = look(s);
    if (what == STEP) step(s);
    bool stage = what == EVENT && e.what == LG_SIM_STAGE && !s->course.stopped;
    bool looks_on = what == EVENT && s->stage > 0 &&
                    (e.what == LG_SIM_MOUSE || e.what == LG_SIM_KEY);
    if (stage) go_on(s, e.world, e.by);
    else if (what == EVENT) handle(s, &e);
    if (stage || looks_on || (what == EVENT && !edited && shows_nothing(s, &e))) continue;
    const bool stays = what == EVENT && !edited && s->stage > 0 && !s->course.stopped &&
                       only_looks(&e);
    if (stays) {
      take_stage_again(s);
      continue;
    }
    if (what == EVENT || edited) s->stage = 0;
    if (what != LOOK || edited) publish(s);
  }

  SDL_LockMutex(s->lock);
  s->ended = true;
  SDL_CondBroadcast(s->wake);
  SDL_UnlockMutex(s->lock);
  return 0;
}
