/* sim.c - a simulation as the window sees it: its queue of events, the newest of its three frames,
   its beginning and its end. What its thread does: sim_turns.c. */
#include "viewer/sim_own.h"

#include <string.h>

/* ---- the window's side ---------------------------------------------------------------------- */

/* A slider that is drawn along sends many values. */
static bool same_target(const lg_sim_event *a, const lg_sim_event *b) {
  return a->what == b->what && a->id == b->id && a->world == b->world &&
         strcmp(a->param, b->param) == 0;
}

/* Where a long step lets moves pile up, only the last of them counts. */
static bool merge(lg_sim *s, const lg_sim_event *e) {
  bool by_hand = e->what == LG_SIM_SET || e->what == LG_SIM_MOVE || e->what == LG_SIM_SEEK;
  if (by_hand && s->queued > 0 &&
      same_target(&s->queue[(s->first + s->queued - 1) % LG_SIM_QUEUE], e)) {
    s->queue[(s->first + s->queued - 1) % LG_SIM_QUEUE] = *e;
    return true;
  }

  /* A move of the mouse replaces the move before it in the same world. */
  if (e->what != LG_SIM_MOUSE || s->queued == 0) return false;
  if (strcmp(e->act, "move") != 0 && strcmp(e->act, "hover") != 0) return false;
  lg_sim_event *last = &s->queue[(s->first + s->queued - 1) % LG_SIM_QUEUE];
  if (last->what != LG_SIM_MOUSE || strcmp(last->act, e->act) != 0 || last->world != e->world)
    return false;
  *last = *e;
  return true;
}

void lg_sim_send(lg_sim *s, const lg_sim_event *e) {
  SDL_LockMutex(s->lock);
  if (!merge(s, e) && s->queued < LG_SIM_QUEUE)
    s->queue[(s->first + s->queued++) % LG_SIM_QUEUE] = *e;
  SDL_CondSignal(s->wake);
  SDL_UnlockMutex(s->lock);
}

int64_t lg_sim_ask(lg_sim *s, const lg_sim_event *e) {
  lg_sim_event q = *e;
  int64_t ask = 0; /* a full queue takes no question */
  SDL_LockMutex(s->lock);
  if (s->queued < LG_SIM_QUEUE) {
    ask = q.ask = ++s->asked;
    s->queue[(s->first + s->queued++) % LG_SIM_QUEUE] = q;
  }
  SDL_CondSignal(s->wake);
  SDL_UnlockMutex(s->lock);
  return ask;
}

lg_sim_word lg_sim_answer(lg_sim *s, int64_t ask) {
  SDL_LockMutex(s->lock);
  lg_sim_word word = ask > s->answered                   ? LG_SIM_UNKNOWN
                     : ask <= s->answered - LG_SIM_QUEUE ? LG_SIM_FREE
                     : s->owned[ask % LG_SIM_QUEUE]      ? LG_SIM_OWNED
                                                         : LG_SIM_FREE;
  SDL_UnlockMutex(s->lock);
  return word;
}

void lg_sim_pause(lg_sim *s, bool paused) {
  SDL_LockMutex(s->lock);
  s->paused = paused;
  SDL_CondSignal(s->wake);
  SDL_UnlockMutex(s->lock);
}

void lg_sim_single(lg_sim *s) {
  SDL_LockMutex(s->lock);
  s->singles++;
  s->paused = true;
  SDL_CondSignal(s->wake);
  SDL_UnlockMutex(s->lock);
}

void lg_sim_panel(lg_sim *s, bool open) {
  SDL_LockMutex(s->lock);
  s->panel = open;
  if (open && s->queued < LG_SIM_QUEUE)
    s->queue[(s->first + s->queued++) % LG_SIM_QUEUE] = (lg_sim_event){.what = LG_SIM_MOVE};
  SDL_CondSignal(s->wake);
  SDL_UnlockMutex(s->lock);
}

void lg_sim_slow(lg_sim *s, int times) {
  SDL_LockMutex(s->lock);
  s->slow = times;
  SDL_UnlockMutex(s->lock);
}

lg_sim_status lg_sim_now(lg_sim *s) {
  SDL_LockMutex(s->lock);
  lg_sim_status status = {s->paused, s->slow,
                          s->step_began > 0 ? lg_sim_clock() - s->step_began : 0};
  SDL_UnlockMutex(s->lock);
  return status;
}

const lg_sim_frame *lg_sim_latest(lg_sim *s, bool *fresh) {
  SDL_LockMutex(s->lock);
  *fresh = s->fresh;

  /* Front and ready change places; the old front is free for the other thread. */
  if (s->fresh) {
    int old = s->front;
    s->front = s->ready;
    s->ready = old;
    s->fresh = false;
  }
  const lg_sim_frame *f = &s->frame[s->front];
  SDL_UnlockMutex(s->lock);
  return f;
}

/* ---- life ----------------------------------------------------------------------------------- */

static void destroy(lg_sim *s) {
  for (int f = 0; f < 3; f++) lg_sim_frame_free(&s->frame[f]);
  if (s->wake) SDL_DestroyCond(s->wake);
  if (s->lock) SDL_DestroyMutex(s->lock);
  SDL_free(s);
}

lg_sim *lg_sim_start(const lg_viewer_host *host, double fps) {
  lg_sim *s = SDL_calloc(1, sizeof *s);
  if (!s) return NULL;
  s->host = *host;
  s->fps = fps;
  s->slow = 1;
  s->ready = 1;
  s->back = 2;

  /* Three frames, so that nobody waits: one is shown, one is ready, one is written. */
  s->lock = SDL_CreateMutex();
  s->wake = SDL_CreateCond();
  bool ok = s->lock && s->wake;
  for (int f = 0; f < 3; f++) ok = lg_sim_frame_init(&s->frame[f]) && ok;

  if (ok) s->thread = SDL_CreateThread(lg_sim_work, "simulation", s);
  if (s->thread) return s;
  destroy(s);
  return NULL;
}

bool lg_sim_stop(lg_sim *s, double seconds) {
  double end = lg_sim_clock() + seconds;
  SDL_LockMutex(s->lock);
  s->quit = true;
  SDL_CondBroadcast(s->wake);

  /* A step cannot be interrupted: waits for its end, but not for ever. */
  while (!s->ended && lg_sim_clock() < end) SDL_CondWaitTimeout(s->wake, s->lock, 20);
  bool ended = s->ended;
  SDL_UnlockMutex(s->lock);

  if (!ended) return false;
  SDL_WaitThread(s->thread, NULL);
  destroy(s);
  return true;
}
