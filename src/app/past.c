/* past.c - back in time: the state before, and the frames from there made again. */
#include "app/past.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more; false: no memory. */
static bool grow(void *list, int count, int *room, size_t element) {
  void **at = list;
  if (count < *room) return true;
  int more = *room > 0 ? 2 * *room : 64;
  void *grown = realloc(*at, (size_t)more * element);
  if (!grown) return false;
  *at = grown;
  *room = more;
  return true;
}

/* ---- what is down --------------------------------------------------------------------------- */

static bool same_thing(const lg_take_event *a, const lg_take_event *b) {
  if (a->what != b->what) return false;
  return a->what == LG_TAKE_KEY ? strcmp(a->name, b->name) == 0 : a->button == b->button;
}

void lg_past_follow(lg_past_hands *h, const lg_take_event *e) {
  bool key = e->what == LG_TAKE_KEY;
  if (!key && e->what != LG_TAKE_MOUSE) return;
  if (!key) h->mouse = *e;
  bool press = key ? e->world != 0 : strcmp(e->name, "press") == 0,
       release = key ? e->world == 0 : strcmp(e->name, "release") == 0;
  const int most = sizeof h->down / sizeof *h->down;

  int i = 0;
  while (i < h->downs && !same_thing(&h->down[i], e)) i++;
  if (press && i == h->downs && i < most) h->down[h->downs++] = *e;
  if (release && i < h->downs) h->down[i] = h->down[--h->downs];
}

static void follow_all(lg_past *p) {
  p->hands.downs = 0;
  p->hands.mouse = p->states > 0 ? p->state[0].mouse : (lg_take_event){.name = ""};
  for (int i = 0; i < p->events; i++) lg_past_follow(&p->hands, &p->event[i]);
}

/* ---- states --------------------------------------------------------------------------------- */

/* Of those up to that frame; -1: there is none. */
static int newest(const lg_past *p, int64_t step) {
  int i = p->states - 1;
  while (i >= 0 && p->state[i].step > step) i--;
  return i;
}

static void drop(lg_past *p, int i) {
  p->held -= p->state[i].bytes.n;
  lg_bytes_free(&p->state[i].bytes);
  p->states--;
  memmove(p->state + i, p->state + i + 1, (size_t)(p->states - i) * sizeof *p->state);
}

/* With what was done up to the next state: nobody comes back to there. */
static void drop_oldest(lg_past *p) {
  int gone = 0;
  drop(p, 0);
  while (gone < p->events && p->event[gone].step < p->state[0].step) gone++;
  p->events -= gone;
  if (gone > 0) memmove(p->event, p->event + gone, (size_t)p->events * sizeof *p->event);
}

/* The state that can be spared: the gap that it leaves may be wider the further away it is. The
   first and the last stay. -1: none can. */
static int spare(const lg_past *p, int64_t now) {
  int best = -1;
  double most = 0;
  for (int i = 1; i + 1 < p->states; i++) {
    /* how much lies between its neighbours, and how much may at that distance */
    int64_t gap = p->state[i + 1].step - p->state[i - 1].step, away = p->state[i].step - now;
    away = away < 0 ? -away : away;
    int64_t wide = away / 8 < 2 * LG_PAST_EVERY ? 2 * LG_PAST_EVERY : away / 8;
    if (gap > (wide < LG_PAST_MOST ? wide : LG_PAST_MOST)) continue;

    /* what is far away and close to others is missed least */
    double worth = (double)away / (double)gap;
    if (best < 0 || worth > most) most = worth, best = i;
  }
  return best;
}

static bool too_much(const lg_past *p) {
  return p->held + (size_t)p->events * sizeof *p->event > p->budget && p->states > 1;
}

/* The state behind so many frames, in its place among the others. Where that is more than the
   budget holds, others go; of those that only lie on the way back to a frame, the new one. */
static void keep(lg_past *p, lg_scene *s, int64_t step, const lg_take_event *mouse) {
  struct lg_past_state new = {.step = step, .mouse = *mouse};

  /* without memory the past is coarser, and nothing else */
  int i = newest(p, step) + 1;
  if ((i > 0 && p->state[i - 1].step == step) ||
      !grow(&p->state, p->states, &p->states_room, sizeof *p->state))
    return;
  if (!lg_scene_save(s, lg_bytes_take, &new.bytes) || new.bytes.failed) {
    lg_bytes_free(&new.bytes);
    return;
  }

  /* in order of frames, within the budget */
  memmove(p->state + i + 1, p->state + i, (size_t)(p->states++ - i) * sizeof *p->state);
  p->state[i] = new;
  p->held += new.bytes.n;
  while (too_much(p)) {
    int spared = spare(p, step);
    if (spared < 0 && step == p->end) drop_oldest(p);
    else drop(p, spared < 0 ? newest(p, step) : spared);
  }
}

/* ---- the course of frames ------------------------------------------------------------------- */

void lg_past_begin(lg_past *p, lg_scene *s) {
  while (p->states > 0) drop(p, p->states - 1);
  p->events = 0;
  p->now = p->end = 0;
  follow_all(p);
  p->due = LG_PAST_EVERY;
  keep(p, s, 0, &p->hands.mouse);
}

void lg_past_branch(lg_past *p) {
  if (p->now == p->end) return;
  p->end = p->now;
  p->due = p->now + LG_PAST_EVERY;
  while (p->states > 0 && p->state[p->states - 1].step > p->now) drop(p, p->states - 1);
  while (p->events > 0 && p->event[p->events - 1].step >= p->now) p->events--;
  follow_all(p);
}

void lg_past_note(lg_past *p, lg_take_event e) {
  lg_past_branch(p);
  e.step = p->now;
  if (grow(&p->event, p->events, &p->events_room, sizeof *p->event)) p->event[p->events++] = e;
  lg_past_follow(&p->hands, &e);
}

static void note_hash(lg_past *p, uint64_t hash) {
  if (p->now > p->hashes_room) {
    int64_t room = 2 * p->hashes_room + 1024;
    uint64_t *grown = realloc(p->hash, (size_t)room * sizeof *grown);
    if (!grown) return;
    p->hash = grown;
    p->hashes_room = room;
  }
  p->hash[p->now - 1] = hash;
}

void lg_past_frame(lg_past *p, lg_scene *s) {
  p->end = ++p->now;
  note_hash(p, lg_app_hash(s));

  /* What a script remembers of a drag, as hand.lua does, or of a key that is down, is in no state:
     a frame of it is made again from before the press. */
  if (p->now < p->due || p->hands.downs > 0) return;
  p->due = p->now + LG_PAST_EVERY;
  keep(p, s, p->now, &p->hands.mouse);
}

int64_t lg_past_first(const lg_past *p) { return p->states > 0 ? p->state[0].step : p->now; }

static bool as_before(const lg_past *p, int64_t step, lg_scene *s) {
  return step == 0 || step > p->hashes_room || p->hash[step - 1] == lg_app_hash(s);
}

/* From frame `at` on, with what was done before each: it ends where one is refused. The states that
   lie on the way are kept, for the next frame that is looked at is near. */
static int64_t replay(lg_past *p, lg_live *l, int64_t at, int64_t step, lg_past_hands *hands) {
  int next = 0;
  while (next < p->events && p->event[next].step < at) next++;
  for (; at < step; at++) {
    for (; next < p->events && p->event[next].step == at; next++) {
      lg_take_do(l, &p->event[next]);
      lg_past_follow(hands, &p->event[next]);
    }
    if (!lg_live_step(l, lg_app_dt(l->o))) return at;
    if ((at + 1) % LG_PAST_EVERY == 0 && hands->downs == 0 && as_before(p, at + 1, l->scene))
      keep(p, l->scene, at + 1, &hands->mouse);
  }

  /* What was done behind the last frame of all is done still: no other future has begun. */
  for (; at == p->end && next < p->events; next++) lg_take_do(l, &p->event[next]);
  return at;
}

bool lg_past_seek(lg_past *p, lg_live *l, int64_t step, bool *same) {
  step = step > p->end ? p->end : step;
  int i = newest(p, step);
  *same = true;
  if (i < 0) return false;
  if (!lg_live_return(l, &p->state[i].bytes)) return false;

  lg_past_hands hands = {.mouse = p->state[i].mouse};
  const double *at = hands.mouse.v;
  if (*hands.mouse.name)
    lg_scene_point(l->scene, (int)hands.mouse.world,
                   (float[3]){(float)at[0], (float)at[1], (float)at[2]});
  p->now = replay(p, l, p->state[i].step, step, &hands);
  *same = p->now == step && as_before(p, step, l->scene);
  return true;
}

void lg_past_free(lg_past *p) {
  while (p->states > 0) drop(p, p->states - 1);
  free(p->state);
  free(p->event);
  free(p->hash);
  *p = (lg_past){.budget = p->budget};
}
