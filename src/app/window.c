/* window.c - `laguna SCENE.lua`: here and in window_hand.c alone a scene (bind/) meets the window
   (viewer/). */
#include "app/window_own.h"

#include "app/place.h"
#include "laguna_kind.h"
#include "record/record.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int world_count(void *user) { return lg_scene_count(((lg_live *)user)->scene); }
static const lg_world *world_at(void *user, int i) {
  return lg_scene_world(((lg_live *)user)->scene, i);
}
static const char *title(void *user) { return lg_scene_title(((lg_live *)user)->scene); }

static const char *error(void *user) { return ((lg_live *)user)->message.text; }
static const char *news(void *user, int64_t *number) {
  *number = ((lg_live *)user)->told;
  return ((lg_live *)user)->news;
}

/* ---- the microscope -------------------------------------------------------------------------- */

static bool closeup(void *user, int i, lg_shot *shot) {
  return lg_app_closeup(((lg_live *)user)->scene, i, shot);
}

/* Worlds that are shown beside each other show the same particle, but for one that has no fluid. */
static void watch_all(lg_shown *shown, int64_t id) {
  lg_scene *s = shown->live.scene;
  shown->watched = id;
  for (int i = 0; i < lg_scene_count(s); i++)
    lg_scene_watch(s, i, lg_app_has_fluid(s, i) ? id : -1);
}

static void look_closely(void *user, int i, const float from[3], const float along[3],
                         bool toggle) {
  lg_scene *s = ((lg_live *)user)->scene;
  const lg_world *w = lg_scene_world(s, i);
  int64_t id = toggle && lg_scene_watched(s, i) >= 0
                   ? -1
                   : lg_particle_pick(w, from, along, lg_world_spacing(w) / 2);
  watch_all(user, id);
}

/* Of a scene that has come anew. */
static bool dress(lg_shown *shown, bool anew) {
  if (!anew) return false;
  if (shown->watched >= 0) watch_all(shown, shown->watched);
  lg_doctor_end(&shown->doctor);
  lg_doctor_begin(&shown->doctor, shown->live.scene);
  shown->found.count = 0;
  return lg_live_outcome(&shown->live, lg_scene_diagnose(shown->live.scene, NULL, 0));
}

/* After a frame: what it says is there for a lesson's checks of the next one. */
static bool look_for_ills(lg_shown *shown) {
  const int before = shown->found.count;
  lg_doctor_look(&shown->doctor, shown->live.scene, &shown->found);
  return lg_live_outcome(&shown->live, lg_doctor_tell(shown->live.scene, &shown->found, before));
}

/* The sentence, then its rule and the line of the scene that it is about. */
static const char *finding(void *user, int i) {
  lg_shown *shown = user;
  const lg_lint *warned = shown->live.lint;
  const int warnings = warned ? warned->count : 0;
  if (i >= warnings + shown->found.count) return NULL;
  const lg_finding *f = i < warnings ? &warned->finding[i] : &shown->found.finding[i - warnings];
  const char *slash = strrchr(f->where, '/');
  snprintf(shown->finding, sizeof shown->finding, "%s [%s%s%s]", f->text, f->lint,
           *f->where ? ", " : "", slash ? slash + 1 : f->where);
  return shown->finding;
}

/* Of a scene that is another one now: a past of its own begins. */
static bool forget(lg_shown *shown, bool anew) {
  if (anew) lg_history_anew(&shown->history);
  return anew;
}

static bool reload(void *user, bool as_the_file_says) {
  lg_shown *shown = user;
  if (lg_shown_plays(shown)) return true;
  lg_history_note(&shown->history, LG_TAKE_RELOAD, "", (lg_take_event){.world = as_the_file_says});
  return dress(shown, forget(user, lg_live_restart(user, as_the_file_says)));
}

static bool respace(void *user, double spacing) {
  lg_shown *shown = user;
  if (lg_shown_plays(shown)) return true;
  lg_history_note(&shown->history, LG_TAKE_RELOAD, "", (lg_take_event){.n = 1, .v = {spacing}});
  return dress(shown, forget(shown, lg_live_respace(&shown->live, spacing)));
}

/* Scene i of the gallery, or a file. */
static bool change(void *user, int i, const char *path) {
  lg_shown *shown = user;
  if (i >= 0 && i < shown->gallery.count) path = shown->gallery.scene[i].path;
  lg_history_end(&shown->history, shown->live.scene);
  bool other = forget(shown, lg_live_change(&shown->live, path));
  if (other) shown->watched = -1;
  if (!dress(shown, other)) return false;
  pthread_mutex_lock(&shown->lock);
  snprintf(shown->target, sizeof shown->target, "%s", path);
  pthread_mutex_unlock(&shown->lock);
  return true;
}
static const char *gallery(void *user, int i, const char **idea) {
  const lg_gallery *g = &((lg_shown *)user)->gallery;
  if (i >= g->count) return NULL;
  *idea = g->scene[i].idea;
  return g->scene[i].title;
}

static const uint8_t *picture(void *user, int i, int *width, int *height) {
  return lg_gallery_picture(&((lg_shown *)user)->gallery, i, width, height);
}

static void tell_stages(const lg_live *l, lg_stage_fn *fn, void *viewer) {
  for (int i = 0; i < lg_scene_count(l->scene); i++)
    lg_on_stage(lg_scene_world(l->scene, i), fn, viewer);
}

/* A scene on trial is shown when its first frame has gone well. */
static bool step(void *user, lg_stage_fn *within, void *viewer) {
  lg_live *l = user;
  lg_shown *shown = user;
  const lg_scene *before = l->old; /* NULL: none is on trial */
  lg_history_before(&shown->history);
  tell_stages(l, l->old ? NULL : within, viewer);
  bool ok = lg_live_step(l, lg_app_dt(l->o)), dropped = before && l->scene == before;
  tell_stages(l, NULL, NULL);
  if (ok) ok = look_for_ills(shown);
  else lg_doctor_autopsy(l->scene, lg_app_dt(l->o), &shown->found);

  /* An edit that failed on its trial had a past of its own. */
  forget(shown, dropped);
  if (ok && !dropped) lg_history_frame(&shown->history);
  return ok;
}

static bool peek(void *user, int i, lg_peek_fn *fn, void *viewer) {
  lg_live *l = user;
  if (lg_scene_peek(l->scene, i, lg_app_dt(l->o), fn, viewer)) return true;
  l->stopped = true;
  lg_explain(&l->message, "%s", lg_error(lg_scene_world(l->scene, i)));
  return false;
}

static lg_viewer_past past(void *user) {
  const lg_past *p = &((lg_shown *)user)->history.past;
  return (lg_viewer_past){lg_past_first(p), p->now, p->end};
}

static bool seek(void *user, int64_t frame) {
  lg_shown *shown = user;
  return dress(shown, lg_history_seek(&shown->history, frame));
}

static lg_viewer_edit edited(void *user) {
  static const lg_viewer_edit as[] = {LG_VIEWER_SAME, LG_VIEWER_APPLIED, LG_VIEWER_REFUSED};
  if (((lg_live *)user)->o->take) return LG_VIEWER_SAME; /* its edits are in it */
  lg_live_edit edit = lg_live_poll(user);
  if (edit != LG_LIVE_SAME) lg_history_edit(&((lg_shown *)user)->history);
  dress(user, forget(user, edit == LG_LIVE_APPLIED));
  return as[edit];
}

static const char *color_by(void *user, int i) {
  lg_live *l = user;
  const char *column = lg_scene_color_by(l->scene, i);
  lg_live_outcome(l, column != NULL);
  return column;
}

static bool marks(void *user, int i, lg_shot *shot) {
  lg_live *l = user;
  return lg_live_outcome(l, lg_app_marks(l->scene, i, shot));
}

static lg_look look(void *user, int i) { return lg_app_look(((lg_live *)user)->scene, i); }

static bool ledger(void *user) {
  lg_shown *shown = user;
  shown->live.ledger = !shown->live.ledger;
  return lg_live_outcome(&shown->live, lg_scene_ledger(shown->live.scene));
}

static bool has_hook(void *user, int world, const char *name) {
  return lg_scene_has_hook(((lg_live *)user)->scene, world, name);
}

/* "dam_break-0001.png" in the working folder: the first name that is free. */
static void free_name(lg_shown *shown, const char *extension, char *path, size_t bytes) {
  char target[LG_PATH_MAX];
  pthread_mutex_lock(&shown->lock);
  memcpy(target, shown->target, sizeof target);
  pthread_mutex_unlock(&shown->lock);
  const char *slash = strrchr(target, '/'), *name = slash ? slash + 1 : target;
  const char *own = lg_file_extension(name);
  int stem = (int)(strlen(name) - strlen(own) - (*own ? 1 : 0)), number = 1;

  /* Counts up until a name is free. */
  do snprintf(path, bytes, "%.*s-%04d.%s", stem > 200 ? 200 : stem, name, number, extension);
  while (access(path, F_OK) == 0 && number++ < 9999);
}

/* Called in the window's thread. */
static bool save(void *user, int width, int height, const uint8_t *rgba, lg_why *said) {
  char path[LG_PATH_MAX];
  free_name(user, "png", path, sizeof path);
  if (!lg_record_png(path, width, height, rgba, said)) return false;
  lg_explain(said, "saved %s", path);
  return true;
}

static bool film(void *user, int width, int height, const uint8_t *rgba, lg_why *said) {
  lg_shown *shown = user;
  if (!shown->film.video && rgba)
    free_name(shown, "mp4", shown->film.name, sizeof shown->film.name);
  return lg_film_take(&shown->film, width, height, rgba, said);
}

static void notice(void *user, const char *sentence) {
  (void)user;
  lg_app_say("%s", sentence);
}

static bool stopped(void *user) {
  (void)user;
  return lg_app_interrupted();
}

/* ---- the end -------------------------------------------------------------------------------- */

static void pace_json(lg_json *j, const lg_viewer_pace *p) {
  double pictures = p->pictures > 0 ? (double)p->pictures : 1,
         seconds = p->seconds > 0 ? p->seconds : 1;
  lg_json_open(j, "window", '{');
  lg_json_num(j, "seconds", p->seconds);
  lg_json_num(j, "pictures_per_second", (double)p->pictures / seconds);
  lg_json_num(j, "draw_ms", 1e3 * p->draw / pictures);
  lg_json_num(j, "present_ms", 1e3 * p->present / pictures);
  lg_json_num(j, "simulated_per_second", p->simulated / seconds);
  lg_json_close(j, '}');
}

/* Of a scene whose step is still running (busy) there is nothing to be said. */
static void report_json(const lg_live *l, const lg_viewer_pace *pace, bool busy) {
  lg_json j = {stdout, false};
  lg_json_open(&j, NULL, '{');
  lg_json_text(&j, "scene", l->o->target);

  /* The state, unless a step still works on it, and the window's pace. */
  if (!busy) {
    lg_json_text(&j, "error", l->code == LG_EXIT_OK ? "" : error((void *)(uintptr_t)l));
    lg_json_int(&j, "frames", lg_world_frame(lg_scene_world(l->scene, 0)));
    lg_json_worlds(&j, l->scene);
    lg_json_hash(&j, "hash", lg_app_hash(l->scene));
  }

  pace_json(&j, pace);
  lg_json_close(&j, '}');
  putchar('\n');
}

/* The user closed the window while a step runs that may take minutes: nothing of it is kept in
   files, so leave now. */
static void leave(int code) {
  fflush(stdout);
  fflush(stderr);
  _exit(code);
}

static lg_viewer_host host_of(lg_live *l) {
  lg_viewer_host host = {.user = l,
                         .worlds = world_count,
                         .world = world_at,
                         .step = step,
                         .peek = peek,
                         .reload = reload,
                         .respace = respace,
                         .change = change,
                         .gallery = gallery,
                         .picture = picture,
                         .past = past,
                         .seek = seek,
                         .finding = finding,
                         .ledger = ledger,
                         .look_closely = look_closely,
                         .closeup = closeup,
                         .has_hook = has_hook,
                         .color_by = color_by,
                         .marks = marks,
                         .look = look,
                         .error = error,
                         .title = title,
                         .save = save,
                         .film = film,
                         .notice = notice,
                         .stopped = stopped,
                         .edited = edited,
                         .news = news};

  /* what a hand does to the scene */
  lg_shown_set_hand(&host);
  return host;
}

/* The scene of the command line, or the gallery's first; false: there is none. */
static bool choose(lg_shown *shown, const lg_app_options *o, lg_app_options *chosen) {
  *chosen = *o;
  if (!o->target && shown->gallery.count > 0)
    chosen->target = shown->gallery.scene[lg_gallery_first(&shown->gallery)].path;
  if (chosen->target) snprintf(shown->target, sizeof shown->target, "%s", chosen->target);
  else
    lg_app_say("which scene? None is installed beside the program; for example: laguna "
               "examples/scenes/dam_break.lua ('laguna help' shows all)");
  return chosen->target != NULL;
}

/* Until the window is closed; returns the exit code. */
static int show(lg_shown *shown, int marked) {
  lg_live *l = &shown->live;
  lg_why why = {""};
  lg_viewer_host host = host_of(l);
  lg_viewer_options options = {.place = {.width = 1280, .height = 720, .scale = 1},
                               .fps = (double)l->o->fps,
                               .threads = l->o->threads > 0 ? (int)l->o->threads : lg_cores(),
                               .marked = marked};
  bool json = l->o->json;
  lg_viewer_pace pace;
  lg_place_read(&options.place);
  if (l->o->scale > 0) options.place.scale = l->o->scale;
  lg_viewer_end end = lg_viewer_run(&host, &options, &pace, &why);
  lg_film_join(&shown->film);
  lg_place_write(&pace.place);

  /* A step that still runs has the scene to itself: then the program ends without freeing it. */
  int code = lg_app_interrupted() ? LG_EXIT_INTERRUPTED : LG_EXIT_OK;
  if (end != LG_VIEWER_FAILED && json) report_json(l, &pace, end == LG_VIEWER_BUSY);
  if (end == LG_VIEWER_BUSY) {
    lg_history_end(&shown->history, NULL);
    leave(code);
  }
  lg_history_end(&shown->history, l->scene);
  if (end != LG_VIEWER_FAILED) return code;
  lg_app_say("%s", why.text);
  return LG_EXIT_IO;
}

int lg_app_window(const lg_app_options *o) {
  lg_shown shown = {.lock = PTHREAD_MUTEX_INITIALIZER, .watched = o->id};
  lg_app_options chosen;
  int code = LG_EXIT_USAGE;
  lg_gallery_find(&shown.gallery);

  /* the scene, and what is written of it, before there is a window */
  if (choose(&shown, o, &chosen)) {
    bool open = lg_live_open(&shown.live, &chosen, !chosen.take);
    if (!open) lg_app_say("%s", shown.live.message.text);
    dress(&shown, open);
    bool ready = open && lg_history_begin(&shown.history, &shown.live, o->record);
    if (open && !ready) shown.live.code = LG_EXIT_IO;

    code = ready ? show(&shown, o->target ? -1 : lg_gallery_first(&shown.gallery))
                 : shown.live.code;
    lg_doctor_end(&shown.doctor);
    lg_history_free(&shown.history);
    lg_live_close(&shown.live);
  }
  lg_gallery_free(&shown.gallery);
  return code;
}
