/* history.c - a session is noted as it happens, for its take and for the way back. */
#include "app/history.h"

#include <string.h>

#define PAST_BYTES ((size_t)256 << 20) /* of states that can be gone back to */

static bool remembers(const lg_history *h) { return !h->live->o->take && !h->recorder.file.f; }

/* The scene stands somewhere else, or has changed. */
static void stir(lg_history *h) {
  h->idle.downs = 0;
  h->idle.mouse.name[0] = '\0';
  lg_bytes_free(&h->standing);
}

bool lg_history_begin(lg_history *h, lg_live *l, const char *record) {
  *h = (lg_history){.live = l, .past = {.budget = PAST_BYTES}};
  if (record && !lg_recorder_begin(&h->recorder, record, l)) return false;
  lg_history_anew(h);
  return true;
}

void lg_history_anew(lg_history *h) {
  stir(h);
  if (remembers(h)) lg_past_begin(&h->past, h->live->scene);
}

bool lg_history_plays(const lg_history *h) {
  const lg_take *take = h->live->o->take;
  return take && h->played <= take->end;
}

/* ---- what is done --------------------------------------------------------------------------- */

static lg_take_event hover(lg_take_event e) {
  snprintf(e.name, sizeof e.name, "hover");
  e.button = 0;
  return e;
}

static lg_take_event released(lg_take_event e, const lg_past_hands *h) {
  if (e.what == LG_TAKE_KEY) {
    e.world = 0;
    return e;
  }
  memcpy(e.v, h->mouse.v, sizeof e.v);
  snprintf(e.name, sizeof e.name, "release");
  return e;
}

/* Another future begins here, with what is done (NULL: the next frame). It does not know of the
   drag in whose midst that is, or of a key that was down: they end. */
static void branch(lg_history *h, const lg_take_event *with) {
  lg_past *p = &h->past;
  if (p->now == p->end) return;
  lg_past_branch(p);
  lg_past_hands held = p->hands;

  /* What has changed nothing so far is heard in that future too. */
  for (int i = 0; i < h->idle.downs; i++) lg_past_note(p, h->idle.down[i]);
  if (*h->idle.mouse.name) lg_past_note(p, hover(h->idle.mouse));
  if (with) lg_past_note(p, *with);
  for (int i = 0; i < held.downs; i++) {
    lg_take_event e = released(held.down[i], &p->hands);
    lg_past_note(p, e);
    lg_take_do(h->live, &e);
  }
  stir(h);
}

static lg_take_event event(int what, const char *name, lg_take_event e) {
  e.what = what;
  snprintf(e.name, sizeof e.name, "%s", name);
  return e;
}

void lg_history_note(lg_history *h, int what, const char *name, lg_take_event e) {
  e = event(what, name, e);
  if (remembers(h) && what != LG_TAKE_RELOAD) {
    branch(h, NULL);
    lg_past_note(&h->past, e);
  }
  lg_recorder_note(&h->recorder, e);
}

/* Is the scene's state what it was before keys and mouse were heard here? */
static bool stands(lg_history *h) {
  lg_bytes now = {NULL, 0, 0, false};
  bool same = lg_scene_save(h->live->scene, lg_bytes_take, &now) && now.n == h->standing.n &&
              now.n > 0 && memcmp(now.at, h->standing.at, now.n) == 0;
  lg_bytes_free(&now);
  return same;
}

/* In the past a key that leads on to the next frame, or a drag that turns the view, is heard by the
   scene, and leaves what came behind unless the scene acts on it. */
lg_input lg_history_input(lg_history *h, int what, const char *name, lg_take_event e) {
  lg_past *p = &h->past;
  bool behind = remembers(h) && p->now < p->end;
  e = event(what, name, e);
  lg_recorder_note(&h->recorder, e);
  if (remembers(h) && !behind) lg_past_note(p, e);
  if (behind && h->standing.n == 0) lg_scene_save(h->live->scene, lg_bytes_take, &h->standing);

  lg_input of = lg_take_input(h->live, &e);
  if (behind && (of != LG_INPUT_FREE || !stands(h))) branch(h, &e);
  else if (behind) lg_past_follow(&h->idle, &e);
  return of;
}

void lg_history_note_value(lg_history *h, int what, const lg_arg *value, lg_take_event e) {
  e.type = value->type;
  e.n = value->n;
  memcpy(e.v, value->v, sizeof e.v);
  if (value->type == LG_TEXT) snprintf(e.text, sizeof e.text, "%s", value->text);
  lg_history_note(h, what, value->name, e);
}

void lg_history_edit(lg_history *h) { lg_recorder_edit(&h->recorder, h->live); }

/* ---- frames --------------------------------------------------------------------------------- */

static void tell(lg_live *l, const char *news) {
  snprintf(l->news, sizeof l->news, "%s", news);
  l->told++;
}

/* Behind the last frame of a take the window is the user's. */
static void play(lg_history *h) {
  lg_live *l = h->live;
  if (!lg_history_plays(h)) return;
  lg_take_play(l->o->take, l, h->played);
  if (h->played++ < l->o->take->end) return;
  tell(l, lg_take_same(l->o->take, l->scene)
              ? "the take has ended as it was recorded; from here on it is yours"
              : "the take has ended in another state than it was recorded in");
}

void lg_history_before(lg_history *h) {
  play(h);
  h->recorder.steps++;
  if (remembers(h)) branch(h, NULL);
}

void lg_history_frame(lg_history *h) {
  if (remembers(h)) lg_past_frame(&h->past, h->live->scene);
}

bool lg_history_seek(lg_history *h, int64_t frame) {
  bool same;
  stir(h);
  if (!remembers(h) || !lg_past_seek(&h->past, h->live, frame, &same)) return false;
  if (!same)
    tell(h->live, "this frame came out otherwise than before: the script keeps something in locals "
                  "of its own; keep it in lg.keep");
  return true;
}

/* ---- the end -------------------------------------------------------------------------------- */

void lg_history_end(lg_history *h, lg_scene *s) {
  bool on = h->recorder.file.f != NULL;
  if (lg_recorder_end(&h->recorder, s) && on)
    lg_app_say("saved %s", lg_stream_name(h->live->o->stream, h->recorder.file.part.path));
}

void lg_history_free(lg_history *h) {
  stir(h);
  lg_past_free(&h->past);
}
