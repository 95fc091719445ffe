/* past.c - back in time: the state before, and the frames from there made again. */
#include "app/past.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more; false: no memory. */
static bool grow(void *list, int count, int *room, size_t element) {
  void **at = list;
  if (count < *room) return true;
  int more = *room ? 2 * *room : 64;
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
  memmove(p->event, p->event + gone, (size_t)p->events * sizeof *p->event);
}

/* The oldest go where there are more than the budget holds. */
static void keep(lg_past *p, lg_scene *s) {
  p->due = p->now + LG_PAST_EVERY;
  if (!grow(&p->state, p->states, &p->states_room, sizeof *p->state)) return;
  struct lg_past_state *now = &p->state[p->states];
  *now = (struct lg_past_state){.step = p->now, .mouse = p->hands.mouse};
  if (!lg_scene_save(s, lg_bytes_take, &now->bytes) || now->bytes.failed) {
    lg_bytes_free(&now->bytes);
    return;
  }
  p->states++;
  p->held += now->bytes.n;
  while (p->held + (size_t)p->events * sizeof *p->event > p->budget && p->states > 1)
    drop_oldest(p);
}

/* ---- the course of frames ------------------------------------------------------------------- */

void lg_past_begin(lg_past *p, lg_scene *s) {
  while (p->states > 0) drop(p, p->states - 1);
  p->events = 0;
  p->now = p->end = 0;
  follow_all(p);
  keep(p, s);
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

  /* What a script remembers of a drag, as hand.lua does, or of a key that is down, is in no state: a
     frame of it is made again from before the press. */
  if (p->now >= p->due && p->hands.downs == 0) keep(p, s);
}

int64_t lg_past_first(const lg_past *p) { return p->states > 0 ? p->state[0].step : p->now; }

bool lg_past_seek(lg_past *p, lg_live *l, int64_t step, bool *same) {
  step = step > p->end ? p->end : step;
  int i = p->states - 1, next = 0;
  while (i > 0 && p->state[i].step > step) i--;
  *same = true;
  if (i < 0 || p->state[i].step > step) return false;
  const lg_take_event *mouse = &p->state[i].mouse;
  if (!lg_live_return(l, &p->state[i].bytes)) return false;
  if (*mouse->name)
    lg_scene_point(l->scene, (int)mouse->world,
                   (float[3]){(float)mouse->v[0], (float)mouse->v[1], (float)mouse->v[2]});

  /* Frame by frame, with what was done before each: it ends where one is refused. */
  int64_t at = p->state[i].step;
  while (next < p->events && p->event[next].step < at) next++;
  for (; at < step; at++) {
    for (; next < p->events && p->event[next].step == at; next++) lg_take_do(l, &p->event[next]);
    if (!lg_live_step(l, lg_app_dt(l->o))) break;
  }
  p->now = at;
  *same = at == step &&
          (step == 0 || step > p->hashes_room || p->hash[step - 1] == lg_app_hash(l->scene));

  /* What was done behind the last frame of all is done still: no other future has begun. */
  for (; at == p->end && next < p->events; next++) lg_take_do(l, &p->event[next]);
  return true;
}

void lg_past_free(lg_past *p) {
  while (p->states > 0) drop(p, p->states - 1);
  free(p->state);
  free(p->event);
  free(p->hash);
  *p = (lg_past){.budget = p->budget};
}
