/* history.c - a session is noted as it happens, for its take and for the way back. */
#include "app/history.h"

#include <string.h>

#define PAST_BYTES ((size_t)256 << 20) /* of states that can be gone back to */

static bool remembers(const lg_history *h) { return !h->live->o->take && !h->recorder.file.f; }

bool lg_history_begin(lg_history *h, lg_live *l, const char *record) {
  *h = (lg_history){.live = l, .past = {.budget = PAST_BYTES}};
  if (record && !lg_recorder_begin(&h->recorder, record, l)) return false;
  lg_history_anew(h);
  return true;
}

void lg_history_anew(lg_history *h) {
  if (remembers(h)) lg_past_begin(&h->past, h->live->scene);
}

bool lg_history_plays(const lg_history *h) {
  const lg_take *take = h->live->o->take;
  return take && h->played <= take->end;
}

/* ---- what is done --------------------------------------------------------------------------- */

/* What no scene hears - a key, a drag that only turns the view - does not begin another future. */
static bool heard(lg_scene *s, int what, const lg_take_event *e) {
  if (what == LG_TAKE_RELOAD) return false;
  if (what == LG_TAKE_MOUSE)
    return lg_scene_has_hook(s, (int)e->world, "mouse") ||
           lg_world_dim(lg_scene_world(s, (int)e->world)) == 2; /* hand.lua hears it */
  bool yes = what != LG_TAKE_KEY;
  for (int i = 0; i < lg_scene_count(s); i++) yes = yes || lg_scene_has_hook(s, i, "key");
  return yes;
}

/* Another future begins here. It does not know of the drag in whose midst that is. */
static void branch(lg_history *h) {
  lg_past *p = &h->past;
  if (p->now == p->end) return;
  lg_past_branch(p);
  const lg_take_event *drag = lg_past_hold(p);
  if (!drag) return;
  lg_take_event e = *drag;
  snprintf(e.name, sizeof e.name, "release");
  lg_past_note(p, e);
  lg_take_do(h->live, &e);
}

void lg_history_note(lg_history *h, int what, const char *name, lg_take_event e) {
  e.what = what;
  snprintf(e.name, sizeof e.name, "%s", name);
  if (remembers(h) && heard(h->live->scene, what, &e)) {
    branch(h);
    lg_past_note(&h->past, e);
  }
  lg_recorder_note(&h->recorder, e);
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
  if (remembers(h)) branch(h);
}

void lg_history_frame(lg_history *h) {
  if (remembers(h)) lg_past_frame(&h->past, h->live->scene);
}

bool lg_history_seek(lg_history *h, int64_t frame) {
  bool same;
  if (!remembers(h) || !lg_past_seek(&h->past, h->live, frame, &same)) return false;
  if (!same)
    tell(h->live, "this frame came out otherwise than before: the script keeps something in locals "
                  "of its own; keep it in lg.keep");
  return true;
}

/* ---- the end -------------------------------------------------------------------------------- */

void lg_history_end(lg_history *h, lg_scene *s) {
  bool on = h->recorder.file.f != NULL;
  if (lg_recorder_end(&h->recorder, s) && on) lg_app_say("saved %s", h->recorder.file.part.path);
}

void lg_history_free(lg_history *h) { lg_past_free(&h->past); }
