/* live.c - a scene that is read again while it runs. The edited file is run in a Lua state of its
   own, and its worlds take over the state of the running ones (core/state/restore.c). It is on
   trial until its first frame has gone well; until then the running scene is kept untouched beside
   it, and goes on if anything fails. */
#include "app/app.h"

#include <stdlib.h>
#include <string.h>

bool lg_live_open(lg_live *l, const lg_app_options *o, bool watched) {
  *l = (lg_live){.o = o};
  if (watched) lg_watch_add(&l->watch, o->target);
  l->scene = lg_live_load(l, o, watched, NULL, &l->code, &l->message);
  return l->scene != NULL;
}

void lg_live_close(lg_live *l) {
  lg_scene_free(l->scene);
  lg_scene_free(l->old);
  l->scene = l->old = NULL;
  lg_watch_free(&l->watch);
  free(l->path);
  free(l->lint);
  l->path = NULL;
  l->lint = NULL;
}

static void take(lg_live *l, lg_scene *fresh) {
  l->scene = fresh;
  if (l->ledger) lg_scene_ledger(fresh);
}

/* ---- an edit -------------------------------------------------------------------------------- */

/* One line: a traceback behind the sentence is for the message. */
static void tell_refusal(lg_live *l, const char *by, const char *why) {
  snprintf(l->news, sizeof l->news, "refused%s: %.*s", by, (int)strcspn(why, "\n"), why);
  l->told++;
}

static lg_live_edit refuse(lg_live *l, const char *why) {
  lg_explain(&l->message, "%s", why);
  tell_refusal(l, "", why);
  lg_app_say("%s", why);
  return LG_LIVE_REFUSED;
}

static void add(char *line, size_t bytes, const char *what, const char *list) {
  size_t used = strlen(line);
  if (*list) snprintf(line + used, bytes - used, "; %s: %s", what, list);
}

static void tell(lg_live *l, double seconds) {
  const lg_adoption *told = lg_scene_told(l->scene);
  snprintf(l->news, sizeof l->news, "read again in %.1f ms", 1e3 * seconds);
  add(l->news, sizeof l->news, "now", told->live);
  add(l->news, sizeof l->news, "with the next step", told->next);
  add(l->news, sizeof l->news,
      l->o->watch ? "only when the run is started again" : "after a restart (key R)",
      told->restart);
  l->told++;
  lg_app_say("%s", l->news);
}

/* The scene on trial, if there is one, has not moved yet: what is before it is what counts. */
static void drop_trial(lg_live *l) {
  if (!l->old) return;
  lg_scene_free(l->scene);
  l->scene = l->old;
  l->old = NULL;
  l->lined = false;
}

lg_live_edit lg_live_poll(lg_live *l) {
  return lg_watch_changed(&l->watch) ? lg_live_read_again(l) : LG_LIVE_SAME;
}

lg_live_edit lg_live_read_again(lg_live *l) {
  lg_why why = {""};
  double begun = lg_clock();

  drop_trial(l);
  lg_app_options lined = *l->o;
  lined.lines = true;
  lg_scene *fresh = lg_app_load_edited(&lined, &l->watch, l->scene, &why);
  if (!fresh) return refuse(l, why.text);
  if (!lg_app_shows(fresh)) { /* a picture may be asked for before its first frame */
    refuse(l, lg_scene_error(fresh));
    lg_scene_free(fresh);
    return LG_LIVE_REFUSED;
  }

  /* From here on it is on trial, until its first frame. */
  l->old = l->scene;
  take(l, fresh);
  l->message.text[0] = '\0';
  tell(l, lg_clock() - begun);
  lg_live_warn(l, fresh);
  lg_scene_close_lines(fresh);
  return LG_LIVE_APPLIED;
}

/* The scene anew under those options, which are the live ones from then on. */
static bool restart(lg_live *l, const lg_app_options *o, bool as_the_file_says) {
  lg_why why = {""};
  lg_bytes tuned = {NULL, 0, 0, false};
  lg_app_options anew = *o; /* from time 0: without the checkpoint that it began with */
  int code;
  anew.state = (lg_bytes){NULL, 0, 0, false};
  if (!as_the_file_says) lg_scene_tuned(l->scene, lg_bytes_take, &tuned);
  lg_scene *fresh = lg_live_load(l, &anew, true, tuned.failed ? NULL : &tuned, &code, &why);
  lg_bytes_free(&tuned);
  if (!fresh) return refuse(l, why.text), false;

  /* What ran, and what was on trial beside it, go. */
  lg_scene_free(l->old);
  lg_scene_free(l->scene);
  l->old = NULL;
  take(l, fresh);
  l->other = *o;
  l->o = &l->other;
  l->message.text[0] = l->news[0] = '\0';
  l->code = LG_EXIT_OK;
  l->stopped = false;
  return true;
}

bool lg_live_restart(lg_live *l, bool as_the_file_says) {
  lg_app_options o = *l->o;
  if (as_the_file_says) o.spacing = 0;
  return restart(l, &o, as_the_file_says);
}

bool lg_live_respace(lg_live *l, double spacing) {
  lg_app_options o = *l->o;
  lg_why why;

  /* for those options 0 is none that was asked for */
  if (!(spacing > 0)) {
    lg_explain(&why, "%s: spacing = %g m must be greater than 0", o.target, spacing);
    return refuse(l, why.text), false;
  }

  o.spacing = spacing;
  return restart(l, &o, false);
}

bool lg_live_return(lg_live *l, const lg_bytes *state) {
  lg_why why = {""};
  lg_app_options then = *l->o;
  int code;

  /* a scene anew, from the state that was */
  then.state = *state;
  lg_scene *fresh = lg_app_load_quietly(&then, &l->watch, NULL, &code, &why);
  if (!fresh) return refuse(l, why.text), false;

  /* in place of both that there may be */
  lg_scene_free(l->old);
  lg_scene_free(l->scene);
  l->old = NULL;
  take(l, fresh);
  l->message.text[0] = '\0';
  l->code = LG_EXIT_OK;
  l->stopped = l->lined = false;
  return true;
}

bool lg_live_change(lg_live *l, const char *path) {
  lg_app_options other = *l->o;
  lg_watch watch = l->watch;
  char *own = strdup(path);
  if (!own) return refuse(l, "out of memory for another scene"), false;
  other.target = own;
  other.set.count = other.against.count = 0;
  other.other = NULL;
  other.take = NULL;
  other.spacing = 0;

  /* The running scene is kept until the other one has been read. */
  l->watch = (lg_watch){.count = 0};
  lg_watch_add(&l->watch, path);
  bool ok = restart(l, &other, true);
  lg_watch_free(ok ? &watch : &l->watch);
  free(ok ? l->path : own);
  if (ok) l->path = own;
  else l->watch = watch;
  return ok;
}

/* ---- a frame -------------------------------------------------------------------------------- */

static bool kept(lg_live *l) {
  lg_scene_free(l->old);
  l->old = NULL;
  if (l->stopped) l->message.text[0] = '\0';
  l->stopped = false;
  lg_live_warn_after(l);
  l->code = LG_EXIT_OK;
  return true;
}

bool lg_live_outcome(lg_live *l, bool ok) {
  if (ok) return true;
  l->code = lg_app_step_failed(l->scene);
  l->stopped = true;
  lg_explain(&l->message, "%s", lg_scene_error(l->scene));
  return false;
}

/* Colours and the draw hook are on trial with the frame: the solver's columns may be there only
   now. */
bool lg_live_step(lg_live *l, double dt) {
  bool trial = l->old != NULL;
  if (lg_scene_step(l->scene, dt) && (!trial || lg_app_shows(l->scene))) return kept(l);
  l->code = lg_app_step_failed(l->scene);
  lg_explain(&l->message, "%s", lg_scene_error(l->scene));

  /* An edit that fails in its first frame gives way: the scene before it makes the frame. */
  if (trial) {
    tell_refusal(l, " by its first frame", l->message.text);
    drop_trial(l);
  }

  bool before = trial && !l->stopped; /* does the scene before it run? */
  if (before && lg_scene_step(l->scene, dt)) return true;
  if (before) {
    l->code = lg_app_step_failed(l->scene);
    lg_explain(&l->message, "%s", lg_scene_error(l->scene));
  }
  l->stopped = true;
  return false;
}
