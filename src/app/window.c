/* window.c - `laguna SCENE.lua`: the only place where a scene (bind/) meets the window
   (viewer/). */
#include "app/doctor.h"
#include "app/film.h"
#include "app/history.h"
#include "app/place.h"

#include "laguna_kind.h"
#include "record/record.h"
#include "viewer/viewer.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* what both threads' callbacks see; it belongs to the simulation's thread */
typedef lg_live stage;

/* The stage comes first: a callback's `user` is both. */
typedef struct theatre {
  stage stage;
  lg_gallery gallery; /* its list is as it is from the start on, its pictures are the window's */
  pthread_mutex_t lock;
  lg_film film; /* key m */
  lg_history history;
  char target[LG_PATH_MAX]; /* the scene that is shown; under the lock */
  bool ledger;              /* key e: every scene that comes shows where its energy goes */
  int64_t watched;  /* the particle that was picked by hand, also in a scene read anew; -1 */
  lg_doctor doctor; /* looks at each frame, */
  lg_lint found;    /* and has found this of the scene */
  char finding[2 * LG_ERROR_MAX + 64];
} theatre;

static int world_count(void *user) { return lg_scene_count(((stage *)user)->scene); }
static const lg_world *world_at(void *user, int i) {
  return lg_scene_world(((stage *)user)->scene, i);
}
static const char *title(void *user) { return lg_scene_title(((stage *)user)->scene); }

static const char *error(void *user) { return ((stage *)user)->message.text; }
static const char *news(void *user, int64_t *number) {
  *number = ((stage *)user)->told;
  return ((stage *)user)->news;
}

/* ---- the microscope -------------------------------------------------------------------------- */

static bool closeup(void *user, int i, lg_shot *shot) {
  return lg_app_closeup(((stage *)user)->scene, i, shot);
}

/* Worlds that are shown beside each other show the same particle, but for one that has no fluid. */
static void watch_all(theatre *t, int64_t id) {
  lg_scene *s = t->stage.scene;
  t->watched = id;
  for (int i = 0; i < lg_scene_count(s); i++)
    lg_scene_watch(s, i, lg_app_has_fluid(s, i) ? id : -1);
}

static void look_closely(void *user, int i, const float from[3], const float along[3],
                         bool toggle) {
  lg_scene *s = ((stage *)user)->scene;
  const lg_world *w = lg_scene_world(s, i);
  int64_t id = toggle && lg_scene_watched(s, i) >= 0
                   ? -1
                   : lg_particle_pick(w, from, along, lg_world_spacing(w) / 2);
  watch_all(user, id);
}

/* Of a scene that has come anew. */
static bool dress(theatre *t, bool anew) {
  if (!anew) return false;
  if (t->ledger) lg_scene_ledger(t->stage.scene);
  if (t->watched >= 0) watch_all(t, t->watched);
  lg_doctor_end(&t->doctor);
  lg_doctor_begin(&t->doctor, t->stage.scene);
  t->found.count = 0;
  return lg_live_outcome(&t->stage, lg_scene_diagnose(t->stage.scene, NULL, 0));
}

/* After a frame: what it says is there for a lesson's checks of the next one. */
static bool look_for_ills(theatre *t) {
  const int before = t->found.count;
  lg_doctor_look(&t->doctor, t->stage.scene, &t->found);
  return lg_live_outcome(&t->stage, lg_doctor_tell(t->stage.scene, &t->found, before));
}

/* The sentence, then its rule and the line of the scene that it is about. */
static const char *finding(void *user, int i) {
  theatre *t = user;
  const lg_lint *warned = t->stage.lint;
  const int warnings = warned ? warned->count : 0;
  if (i >= warnings + t->found.count) return NULL;
  const lg_finding *f = i < warnings ? &warned->finding[i] : &t->found.finding[i - warnings];
  const char *slash = strrchr(f->where, '/');
  snprintf(t->finding, sizeof t->finding, "%s [%s%s%s]", f->text, f->lint, *f->where ? ", " : "",
           slash ? slash + 1 : f->where);
  return t->finding;
}

static bool plays(void *user) { return lg_history_plays(&((theatre *)user)->history); }

static void record(void *user, int what, const char *name, lg_take_event e) {
  lg_history_note(&((theatre *)user)->history, what, name, e);
}

static void record_value(void *user, int what, const lg_arg *value, lg_take_event e) {
  lg_history_note_value(&((theatre *)user)->history, what, value, e);
}

/* Of a scene that is another one now: a past of its own begins. */
static bool forget(theatre *t, bool anew) {
  if (anew) lg_history_anew(&t->history);
  return anew;
}

static bool reload(void *user, bool as_the_file_says) {
  if (plays(user)) return true;
  record(user, LG_TAKE_RELOAD, "", (lg_take_event){.world = as_the_file_says});
  return dress(user, forget(user, lg_live_restart(user, as_the_file_says)));
}

static bool respace(void *user, double spacing) {
  if (plays(user)) return true;
  record(user, LG_TAKE_RELOAD, "", (lg_take_event){.n = 1, .v = {spacing}});
  return dress(user, forget(user, lg_live_respace(user, spacing)));
}

/* Scene i of the gallery, or a file. */
static bool change(void *user, int i, const char *path) {
  theatre *t = user;
  if (i >= 0 && i < t->gallery.count) path = t->gallery.scene[i].path;
  lg_history_end(&t->history, t->stage.scene);
  bool other = forget(t, lg_live_change(&t->stage, path));
  if (other) t->watched = -1;
  if (!dress(t, other)) return false;
  pthread_mutex_lock(&t->lock);
  snprintf(t->target, sizeof t->target, "%s", path);
  pthread_mutex_unlock(&t->lock);
  return true;
}
static const char *gallery(void *user, int i, const char **idea) {
  const lg_gallery *g = &((theatre *)user)->gallery;
  if (i >= g->count) return NULL;
  *idea = g->scene[i].idea;
  return g->scene[i].title;
}

static const uint8_t *picture(void *user, int i, int *width, int *height) {
  return lg_gallery_picture(&((theatre *)user)->gallery, i, width, height);
}

static void tell_stages(const stage *s, lg_stage_fn *fn, void *viewer) {
  for (int i = 0; i < lg_scene_count(s->scene); i++)
    lg_on_stage(lg_scene_world(s->scene, i), fn, viewer);
}

/* A scene on trial is shown when its first frame has gone well. */
static bool step(void *user, lg_stage_fn *within, void *viewer) {
  stage *s = user;
  theatre *t = user;
  const lg_scene *before = s->old; /* NULL: none is on trial */
  lg_history_before(&t->history);
  tell_stages(s, s->old ? NULL : within, viewer);
  bool ok = lg_live_step(s, lg_app_dt(s->o)), dropped = before && s->scene == before;
  tell_stages(s, NULL, NULL);
  if (ok) ok = look_for_ills(t);
  else lg_doctor_autopsy(s->scene, lg_app_dt(s->o), &t->found);

  /* An edit that failed on its trial had a past of its own. */
  forget(t, dropped);
  if (ok && !dropped) lg_history_frame(&t->history);
  return ok;
}

static bool peek(void *user, int i, lg_peek_fn *fn, void *viewer) {
  stage *s = user;
  if (lg_scene_peek(s->scene, i, lg_app_dt(s->o), fn, viewer)) return true;
  s->stopped = true;
  lg_explain(&s->message, "%s", lg_error(lg_scene_world(s->scene, i)));
  return false;
}

static lg_viewer_past past(void *user) {
  const lg_past *p = &((theatre *)user)->history.past;
  return (lg_viewer_past){lg_past_first(p), p->now, p->end};
}

static bool seek(void *user, int64_t frame) {
  theatre *t = user;
  return dress(t, lg_history_seek(&t->history, frame));
}

static lg_viewer_edit edited(void *user) {
  static const lg_viewer_edit as[] = {LG_VIEWER_SAME, LG_VIEWER_APPLIED, LG_VIEWER_REFUSED};
  if (((stage *)user)->o->take) return LG_VIEWER_SAME; /* its edits are in it */
  lg_live_edit edit = lg_live_poll(user);
  if (edit != LG_LIVE_SAME) lg_history_edit(&((theatre *)user)->history);
  dress(user, forget(user, edit == LG_LIVE_APPLIED));
  return as[edit];
}

static const char *color_by(void *user, int i) {
  stage *s = user;
  const char *column = lg_scene_color_by(s->scene, i);
  lg_live_outcome(s, column != NULL);
  return column;
}

static bool marks(void *user, int i, lg_shot *shot) {
  stage *s = user;
  return lg_live_outcome(s, lg_app_marks(s->scene, i, shot));
}

static lg_look look(void *user, int i) { return lg_app_look(((stage *)user)->scene, i); }

static lg_viewer_input input(void *user, int what, const char *name, lg_take_event e) {
  static const lg_viewer_input as[] = {LG_VIEWER_BROKEN, LG_VIEWER_FREE, LG_VIEWER_OWNED};
  if (plays(user)) return LG_VIEWER_FREE;
  return as[lg_history_input(&((theatre *)user)->history, what, name, e)];
}

static lg_viewer_input key(void *user, const char *name, bool down) {
  return input(user, LG_TAKE_KEY, name, (lg_take_event){.world = down});
}

static lg_viewer_input mouse(void *user, int world, const float p[3], int button,
                             const char *what) {
  lg_take_event e = {
      .world = world, .button = button, .n = 3, .v = {(double)p[0], (double)p[1], (double)p[2]}};
  return input(user, LG_TAKE_MOUSE, what, e);
}

static bool ledger(void *user) {
  theatre *t = user;
  t->ledger = !t->ledger;
  return lg_live_outcome(&t->stage, lg_scene_ledger(t->stage.scene));
}

static bool has_hook(void *user, int world, const char *name) {
  return lg_scene_has_hook(((stage *)user)->scene, world, name);
}

/* "dam_break-0001.png" in the working folder: the first name that is free. */
static void free_name(theatre *t, const char *extension, char *path, size_t bytes) {
  char target[LG_PATH_MAX];
  pthread_mutex_lock(&t->lock);
  memcpy(target, t->target, sizeof target);
  pthread_mutex_unlock(&t->lock);
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
  theatre *t = user;
  if (!t->film.video && rgba) free_name(t, "mp4", t->film.name, sizeof t->film.name);
  return lg_film_take(&t->film, width, height, rgba, said);
}

static void notice(void *user, const char *sentence) {
  (void)user;
  lg_app_say("%s", sentence);
}

static bool stopped(void *user) {
  (void)user;
  return lg_app_interrupted();
}

/* ---- widgets -------------------------------------------------------------------------------- */

static bool control(void *user, int i, lg_param *row, lg_arg *value) {
  return lg_scene_control(((stage *)user)->scene, i, row, value);
}
static const char *button(void *user, int i) { return lg_scene_button(((stage *)user)->scene, i); }
static int plots(void *user, lg_plot *out, int most) {
  return lg_app_plots(((stage *)user)->scene, out, most);
}

static const char *note(void *user, int i) { return lg_scene_note(((stage *)user)->scene, i); }
static bool check(void *user, int i, lg_viewer_check *out) {
  lg_check c;
  if (!lg_scene_check(((stage *)user)->scene, i, &c)) return false;
  *out = (lg_viewer_check){c.name, c.said, c.ask, c.unit, c.done, c.met};
  return true;
}

/* A refusal is shown by the panel; it neither stops the scene nor ends the program with a code. */
static bool by_hand(stage *s, bool ok) {
  if (!ok) lg_app_say("%s", lg_scene_error(s->scene));
  return ok;
}
static const char *refusal(void *user) { return lg_scene_error(((stage *)user)->scene); }
static bool move(void *user, const lg_arg *value) {
  if (plays(user)) return true;
  record_value(user, LG_TAKE_MOVE, value, (lg_take_event){0});
  return by_hand(user, lg_scene_move(((stage *)user)->scene, value));
}
static bool press(void *user, const char *name) {
  if (plays(user)) return true;
  record(user, LG_TAKE_PRESS, name, (lg_take_event){0});
  return by_hand(user, lg_scene_press(((stage *)user)->scene, name));
}
static bool set(void *user, int world, lg_id id, const lg_arg *args) {
  if (plays(user)) return true;
  record_value(user, LG_TAKE_SET, args, (lg_take_event){.world = world, .id = id});
  return by_hand(user, lg_scene_set(((stage *)user)->scene, world, id, args));
}
static const char *names(void *user) { return lg_scene_names(((stage *)user)->scene); }
static bool eval(void *user, const char *line, char *answer, size_t answer_bytes) {
  if (plays(user)) return true;
  lg_take_event e = {0};
  snprintf(e.text, sizeof e.text, "%s", line);
  record(user, LG_TAKE_EVAL, "", e);
  return lg_scene_eval(((stage *)user)->scene, line, answer, answer_bytes);
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
static void report_json(const stage *s, const lg_viewer_pace *pace, bool busy) {
  lg_json j = {stdout, false};
  lg_json_open(&j, NULL, '{');
  lg_json_text(&j, "scene", s->o->target);

  /* The state, unless a step still works on it, and the window's pace. */
  if (!busy) {
    lg_json_text(&j, "error", s->code == LG_EXIT_OK ? "" : error((void *)(uintptr_t)s));
    lg_json_int(&j, "frames", lg_world_frame(lg_scene_world(s->scene, 0)));
    lg_json_worlds(&j, s->scene);
    lg_json_hash(&j, "hash", lg_app_hash(s->scene));
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

static lg_viewer_host host_of(stage *s) {
  return (lg_viewer_host){
      .user = s,
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
      .key = key,
      .mouse = mouse,
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
      .news = news,
      .widgets = {control, button, plots, note, check, move, press, set, names, eval, refusal}};
}

/* The scene of the command line, or the gallery's first; false: there is none. */
static bool choose(theatre *t, const lg_app_options *o, lg_app_options *chosen) {
  *chosen = *o;
  if (!o->target && t->gallery.count > 0)
    chosen->target = t->gallery.scene[lg_gallery_first(&t->gallery)].path;
  if (chosen->target) snprintf(t->target, sizeof t->target, "%s", chosen->target);
  else
    lg_app_say("which scene? None is installed beside the program; for example: laguna "
               "examples/scenes/dam_break.lua ('laguna help' shows all)");
  return chosen->target != NULL;
}

/* Until the window is closed; returns the exit code. */
static int show(theatre *t, int marked) {
  stage *s = &t->stage;
  lg_why why = {""};
  lg_viewer_host host = host_of(s);
  lg_viewer_options options = {.place = {.width = 1280, .height = 720, .scale = 1},
                               .fps = (double)s->o->fps,
                               .threads = s->o->threads > 0 ? (int)s->o->threads : lg_cores(),
                               .marked = marked};
  bool json = s->o->json;
  lg_viewer_pace pace;
  lg_place_read(&options.place);
  if (s->o->scale > 0) options.place.scale = s->o->scale;
  lg_viewer_end end = lg_viewer_run(&host, &options, &pace, &why);
  lg_film_join(&t->film);
  lg_place_write(&pace.place);

  /* A step that still runs has the scene to itself: then the program ends without freeing it. */
  int code = lg_app_interrupted() ? LG_EXIT_INTERRUPTED : LG_EXIT_OK;
  if (end != LG_VIEWER_FAILED && json) report_json(s, &pace, end == LG_VIEWER_BUSY);
  if (end == LG_VIEWER_BUSY) {
    lg_history_end(&t->history, NULL);
    leave(code);
  }
  lg_history_end(&t->history, s->scene);
  if (end != LG_VIEWER_FAILED) return code;
  lg_app_say("%s", why.text);
  return LG_EXIT_IO;
}

int lg_app_window(const lg_app_options *o) {
  theatre t = {.lock = PTHREAD_MUTEX_INITIALIZER, .watched = o->id};
  lg_app_options chosen;
  int code = LG_EXIT_USAGE;
  lg_gallery_find(&t.gallery);

  /* the scene, and what is written of it, before there is a window */
  if (choose(&t, o, &chosen)) {
    bool open = lg_live_open(&t.stage, &chosen, !chosen.take);
    if (!open) lg_app_say("%s", t.stage.message.text);
    dress(&t, open);
    bool ready = open && lg_history_begin(&t.history, &t.stage, o->record);
    if (open && !ready) t.stage.code = LG_EXIT_IO;

    code = ready ? show(&t, o->target ? -1 : lg_gallery_first(&t.gallery)) : t.stage.code;
    lg_doctor_end(&t.doctor);
    lg_history_free(&t.history);
    lg_live_close(&t.stage);
  }
  lg_gallery_free(&t.gallery);
  return code;
}
