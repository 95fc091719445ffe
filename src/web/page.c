/* page.c - the C side of the page: the text of a scene goes in, pixels, numbers and JSON come out.
   The worker calls what is named page_...; texts are good until the next call. */
#include "app/doctor.h"
#include "viewer/controls.h"
#include "viewer/panes.h"
#include "viewer/stages.h"
#include "web/probe.h"

#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLOTS 4
#define FPS   60
#define SETS  64
#define ILL   100          /* a level of its own: what the doctor has found */
#define STATE "/state.lgs" /* a checkpoint, in the worker's files */

static struct {
  lg_scene *scene; /* NULL: none was loaded yet */
  lg_panes panes;
  lg_shot *shot[LG_PANES_MAX], *within; /* before the next frame, and in the midst of it */
  lg_camera camera[LG_PANES_MAX];
  lg_style style[LG_PANES_MAX];
  lg_plot plot[PLOTS];
  lg_controls controls;
  bool fitted; /* the cameras; moved: by hand, and the scene aims them no more */
  bool moved;
  int stage; /* of the next frame, behind which the picture stands; 0: before it */
  lg_ribbon ribbon;
  lg_doctor doctor; /* looks at each frame, */
  lg_lint ills;     /* and has found these */
  bool ledger;      /* of each scene that comes a plot says where its energy goes */
  int64_t watched;  /* the particle under the microscope; -1 */
  char color_by[LG_PANES_MAX][LG_NAME_MAX];
  float centre[LG_PANES_MAX][3]; /* m, of what each follows, in the picture before */
  char hud[2][160], text[LG_ERROR_MAX * 4];
  char *json;
  size_t json_bytes;
} page = {.watched = -1};

/* ---- a scene -------------------------------------------------------------------------------- */

EM_JS(void, tell_page, (int level, const char *text), { Module.onsay(level, UTF8ToString(text)); })
static void say(void *user, lg_level level, const char *sentence) {
  (void)user;
  tell_page((int)level, sentence);
}

static const char *answer(const char *text) {
  snprintf(page.text, sizeof page.text, "%s", text ? text : "");
  return page.text;
}
/* To be changed: the picture then stands between two frames again. */
static lg_scene *touched(void) {
  page.stage = 0;
  return page.scene;
}
static const char *outcome(bool ok) { return ok ? "" : answer(lg_scene_error(page.scene)); }

/* The text of a finished object, kept until the next one. */
static const char *keep_json(FILE *f) {
  fclose(f);
  return page.json ? page.json : "{}";
}
static FILE *open_json(void) {
  free(page.json);
  page.json = NULL;
  return open_memstream(&page.json, &page.json_bytes);
}

/* A checkpoint brings its seed and its --set options with it, as on the command line. */
static bool open_state(lg_bytes *state, lg_scene_options *o, const char **sets, lg_why *why) {
  lg_origin origin;
  if (!lg_bytes_read(state, STATE, why) || !lg_scene_check_state(state->at, state->n, &origin, why))
    return false;
  if (origin.set_count > SETS)
    return lg_explain(why, "the checkpoint has %d --set options; the page takes %d",
                      origin.set_count, SETS);

  const char *text = origin.sets;
  for (int i = 0; i < origin.set_count; i++, text += strlen(text) + 1) sets[i] = text;
  o->sets = sets;
  o->set_count = origin.set_count;
  o->seed = origin.seed;
  return true;
}

static bool running_state(lg_bytes *state, lg_scene_options *o) {
  o->adopt = page.scene && lg_scene_save(page.scene, lg_bytes_take, state);
  return o->adopt;
}

/* Worlds beside each other show the same particle. */
static void watch_all(int64_t id) {
  page.watched = id;
  for (int i = 0; i < lg_scene_count(page.scene); i++)
    if (lg_scene_watched(page.scene, i) != id) lg_scene_watch(page.scene, i, id);
}

/* ---- the doctor ----------------------------------------------------------------------------- */

/* For a scene that has come; again: back at frames of which all was said before. */
static bool call_doctor(bool again) {
  if (!again) page.ills.count = 0;
  lg_doctor_end(&page.doctor);
  lg_doctor_begin(&page.doctor, page.scene);
  return lg_scene_diagnose(page.scene, NULL, 0);
}

static bool is_known(const lg_finding *f) {
  for (int i = 0; i < page.ills.count; i++)
    if (page.ills.finding[i].lint == f->lint && page.ills.finding[i].world == f->world) return true;
  return false;
}

/* After a frame: what it says is there for a lesson's checks of the next one, and told once. */
static bool look_for_ills(void) {
  static lg_lint found;
  char line[2 * LG_ERROR_MAX];
  found.count = 0;
  lg_doctor_look(&page.doctor, page.scene, &found);
  for (int i = 0; i < found.count; i++) {
    const lg_finding *f = &found.finding[i];
    if (is_known(f) || page.ills.count == LG_FINDINGS_MAX) continue;
    page.ills.finding[page.ills.count++] = *f;
    snprintf(line, sizeof line, "%s: %s [%s]", f->where, f->text, f->lint);
    tell_page(ILL, line);
  }
  return lg_doctor_tell(page.scene, &found, 0);
}

/* ---- loaded, kept, stepped ------------------------------------------------------------------ */

enum { ANEW, KEEP, RESUME, RETURN };

/* Loads a file of the worker's; how: from its beginning, with the water of the scene that runs,
   with that of STATE, or back to that of STATE, seen as it is. "": it did; else why not, and the
   scene before goes on. */
EMSCRIPTEN_KEEPALIVE const char *page_load(const char *path, int how) {
  lg_bytes state = {NULL, 0, 0, false};
  const char *sets[SETS];
  lg_scene_options o = {.path = path,
                        .threads = 1,
                        .seed = -1,
                        .fps = FPS,
                        .lines = true,
                        .lesson = true,
                        .say = say};
  lg_why why = {""};
  const bool kept = how == RESUME || how == RETURN, same = how == KEEP || how == RETURN;
  bool ok = !kept || open_state(&state, &o, sets, &why);
  if (ok && (kept || (how == KEEP && running_state(&state, &o)))) {
    o.state = state.at;
    o.state_bytes = state.n;
  }

  lg_scene *fresh = ok ? lg_scene_load(&o, &why) : NULL;
  lg_bytes_free(&state);
  if (!fresh) return answer(why.text);
  lg_scene_close_lines(fresh);
  lg_scene_free(page.scene);
  page.scene = fresh;
  page.stage = 0;
  page.fitted = page.fitted && same;
  page.moved = page.moved && same;
  if (!same) page.watched = -1;
  else if (page.watched >= 0) watch_all(page.watched);
  return outcome((!page.ledger || lg_scene_ledger(fresh)) && call_doctor(how == RETURN));
}

/* The scene's state, as the program writes it, into STATE. */
EMSCRIPTEN_KEEPALIVE const char *page_save(void) {
  lg_bytes state = {NULL, 0, 0, false};
  lg_why why = {""};
  if (!lg_scene_save(page.scene, lg_bytes_take, &state)) return outcome(false);
  if (!state.failed) lg_bytes_write(&state, STATE, &why);
  else lg_explain(&why, "out of memory for the checkpoint");
  lg_bytes_free(&state);
  return answer(why.text);
}

EMSCRIPTEN_KEEPALIVE const char *page_step(void) {
  return outcome(lg_scene_step(touched(), 1.0 / FPS) && look_for_ills());
}
/* Shows the energy's ledger, or hides it. */
EMSCRIPTEN_KEEPALIVE const char *page_ledger(void) {
  page.ledger = !page.ledger;
  return outcome(lg_scene_ledger(page.scene));
}
EMSCRIPTEN_KEEPALIVE const char *page_title(void) { return lg_scene_title(page.scene); }

/* What an edit changed: "live: ...; restart: ...". */
EMSCRIPTEN_KEEPALIVE const char *page_told(void) {
  const lg_adoption *t = lg_scene_told(page.scene);
  const char *const what[][2] = {
      {"live", t->live}, {"with the next step", t->next}, {"after a restart", t->restart}};
  page.text[0] = '\0';
  for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
    size_t used = strlen(page.text);
    if (*what[i][1])
      snprintf(page.text + used, sizeof page.text - used, "%s%s: %s", used ? "; " : "", what[i][0],
               what[i][1]);
  }
  return page.text;
}

/* 16 hex digits, as the program prints them. */
EMSCRIPTEN_KEEPALIVE const char *page_hash(void) {
  snprintf(page.text, sizeof page.text, "%016llx", (unsigned long long)lg_app_hash(page.scene));
  return page.text;
}

/* ---- the picture ---------------------------------------------------------------------------- */

static bool room(int width, int height) {
  const lg_image *whole = &page.panes.whole;
  if (whole->rgba && whole->width == width && whole->height == height) return true;
  page.fitted = page.moved = false;
  return lg_panes_resize(&page.panes, width, height);
}

/* Worlds that have a place in the picture. */
static int panes(void) {
  const int n = lg_scene_count(page.scene);
  return n < LG_PANES_MAX ? n : LG_PANES_MAX;
}

/* A camera that the scene aims; one that was moved by hand goes with what it follows. */
static void aim(int i, const lg_aim *a, int width, int height) {
  float *centre = page.centre[i];
  if (!page.fitted || (!page.moved && lg_aim_given(a)))
    page.camera[i] = lg_camera_aimed(a, page.shot[i], width, height);
  for (int k = 0; k < 3; k++) {
    if (page.moved && a->follows) page.camera[i].target[k] += a->centre[k] - centre[k];
    centre[k] = a->centre[k];
  }
}

static void dress(int i, const lg_look *look, int plots, const char *banner) {
  static const char *lines[1] = {page.hud[0]};
  const lg_stats *s = lg_world_stats(lg_scene_world(page.scene, 0));
  snprintf(page.hud[0], sizeof page.hud[0], "%zu particles   t = %.2f s", s->particles, s->time);
  page.style[i] = look->style;
  page.style[i].plots = page.plot;
  page.style[i].plot_count = i ? 0 : plots;
  page.style[i].lines = lines;
  page.style[i].line_count = i ? 0 : look->hud;
  page.style[i].banner = i == 0 && *banner ? banner : NULL;
}

static bool peek(void *user, int i, lg_peek_fn *fn, void *sight) {
  return (void)user, lg_scene_peek(page.scene, i, 1.0 / FPS, fn, sight);
}

typedef struct closeup {
  int world;
  bool ok;
} closeup;

static bool watch(int i, lg_shot *shot) {
  return lg_shot_watch(shot, lg_scene_world(page.scene, i), lg_scene_watched(page.scene, i));
}

static bool watch_behind(void *user, const lg_world *w, const lg_peek_stage *at) {
  closeup *c = user;
  (void)w;
  if (strcmp(at->name, "guard") != 0) return true;
  c->ok = watch(c->world, page.shot[c->world]);
  return false;
}

/* Of a particle that was just picked nobody has told anything: the next sub-step does, and is taken
   back. */
static bool look_closely(int i) {
  closeup c = {i, watch(i, page.shot[i])};
  if (c.ok && lg_shot_waits(page.shot[i])) peek(NULL, i, watch_behind, &c);
  return c.ok;
}

/* The present state of all worlds; false: no memory. */
static bool take(void) {
  bool ok = true;
  for (int i = 0; ok && i < panes(); i++) {
    if (!page.shot[i]) page.shot[i] = lg_shot_new();
    if (!page.shot[i]) return false;
    const char *by = lg_scene_color_by(page.scene, i);
    snprintf(page.color_by[i], sizeof page.color_by[i], "%s", by ? by : "");
    ok = lg_shot_take(page.shot[i], lg_scene_world(page.scene, i), page.color_by[i]) &&
         look_closely(i);
    lg_app_marks(page.scene, i, page.shot[i]);
  }
  return ok;
}

/* RGBA, rows from the top; NULL: no memory. */
EMSCRIPTEN_KEEPALIVE const uint8_t *page_draw(int width, int height, const char *banner) {
  if (!room(width, height)) return NULL;
  const int n = panes(), each = lg_panes_width(&page.panes, n);
  if (page.stage == 0 && !take()) return NULL;
  int plots = lg_app_plots(page.scene, page.plot, PLOTS);
  for (int i = 0; i < n; i++) {
    const lg_look look = lg_app_look(page.scene, i);
    aim(i, &look.aim, each, height);
    dress(i, &look, plots, banner);
  }
  page.fitted = true;

  lg_shot *shown[LG_PANES_MAX];
  memcpy(shown, page.shot, sizeof shown);
  if (page.stage) shown[0] = page.within;
  return lg_panes_draw(&page.panes, n, shown, page.camera, page.style, 1)
             ? (const uint8_t *)page.panes.whole.rgba
             : NULL;
}

/* ---- within a frame ------------------------------------------------------------------------- */

/* The first world's picture; those beside it show the frame's start. */
static bool take_within(void *user) {
  (void)user;
  if (!page.within) page.within = lg_shot_new();
  return page.within &&
         lg_shot_take_within(page.within, lg_scene_world(page.scene, 0), page.color_by[0],
                             page.shot[0]) &&
         watch(0, page.within);
}

/* The picture goes `by` stages of the next frame on, or back; 1000: to the end of a sub-step.
   Behind the last one the frame is made. */
EMSCRIPTEN_KEEPALIVE const char *page_stage(int by) {
  const lg_viewer_host host = {.peek = peek};
  if (page.stage == 0 && !take()) return answer("out of memory for the picture");
  const int to = lg_stages_take(&page.ribbon, &host, 0, page.stage, by, take_within, NULL);
  page.stage = to > 0 ? to : 0;
  if (to == 0 && by > 0) return page_step();
  if (to >= 0) return "";
  const char *why = lg_error(lg_scene_world(page.scene, 0));
  return answer(*why ? why : "out of memory for the picture");
}

/* {stages: [{name, seconds}], at, caption}: of the sub-step; no stages: between two frames. */
EMSCRIPTEN_KEEPALIVE const char *page_ribbon(void) {
  const lg_ribbon *r = &page.ribbon;
  const int n = page.stage ? r->n : 0;
  FILE *f = open_json();
  if (!f) return "{}";
  lg_json j = {.f = f};
  lg_json_open(&j, NULL, '{');
  lg_json_open(&j, "stages", '[');
  for (int i = 0; i < n; i++) {
    lg_json_open(&j, NULL, '{');
    lg_json_text(&j, "name", r->of[i].name);
    lg_json_num(&j, "seconds", r->of[i].seconds);
    lg_json_close(&j, '}');
  }
  lg_json_close(&j, ']');
  lg_json_num(&j, "at", r->at);
  lg_json_text(&j, "caption", n ? r->caption : "");
  lg_json_close(&j, '}');
  return keep_json(f);
}

/* ---- mouse and keys ------------------------------------------------------------------------- */

/* [world, x, y, z]: the place in m under a pixel of the picture, to the bit. */
EMSCRIPTEN_KEEPALIVE const char *page_place(double x, double y) {
  const int n = panes(), i = lg_panes_at(&page.panes, n, (int)x);
  float p[3];
  lg_camera_pick(&page.camera[i], (float)x - (float)lg_panes_left(&page.panes, n, i), (float)y,
                 lg_panes_width(&page.panes, n), page.panes.whole.height, p);
  snprintf(page.text, sizeof page.text, "[%d, %.9g, %.9g, %.9g]", i, (double)p[0], (double)p[1],
           (double)p[2]);
  return page.text;
}

/* what: as lg_scene_mouse; "": it is there, and nobody hears of it. */
EMSCRIPTEN_KEEPALIVE const char *page_mouse(int world, double x, double y, double z, int button,
                                            const char *what) {
  const float p[3] = {(float)x, (float)y, (float)z};
  if (!*what) return lg_scene_point(page.scene, world, p), "";
  return outcome(lg_scene_mouse(touched(), world, p, button, what) != LG_INPUT_FAILED);
}

/* Looks closely at the particle under a pixel, or at none; what that is: page_probe. */
EMSCRIPTEN_KEEPALIVE const char *page_look(double x, double y, int on) {
  const int n = panes(), i = lg_panes_at(&page.panes, n, (int)x);
  const lg_world *w = lg_scene_world(page.scene, i);
  float from[3], along[3];
  lg_camera_ray(&page.camera[i], (float)x - (float)lg_panes_left(&page.panes, n, i), (float)y,
                lg_panes_width(&page.panes, n), page.panes.whole.height, from, along);
  watch_all(on ? lg_particle_pick(w, from, along, lg_world_spacing(w) / 2) : -1);
  return "";
}

/* Of the first world that is looked at closely, as lg_web_probe; {}: of none. */
EMSCRIPTEN_KEEPALIVE const char *page_probe(void) {
  int i = 0;
  while (i < panes() && lg_scene_watched(page.scene, i) < 0) i++;
  FILE *f = i < panes() ? open_json() : NULL;
  if (!f) return "{}";
  lg_json j = {.f = f};
  lg_web_probe(&j, lg_scene_world(page.scene, i), lg_scene_watched(page.scene, i));
  return keep_json(f);
}

EMSCRIPTEN_KEEPALIVE const char *page_key(const char *name, int down) {
  return outcome(lg_scene_key(touched(), name, down) != LG_INPUT_FAILED);
}

/* how: 0 zooms by `by` about a pixel, 1 turns by pixels (3-D), 2 moves by pixels */
EMSCRIPTEN_KEEPALIVE void page_camera(int how, double x, double y, double by) {
  const int n = panes(), width = lg_panes_width(&page.panes, n), height = page.panes.whole.height;
  page.moved = true;
  for (int i = 0; i < n; i++) {
    lg_camera *c = &page.camera[i];
    if (how == 0) lg_camera_zoom(c, (float)by, (float)x, (float)y, width, height);
    else if (how == 1 && c->dim == 3) lg_camera_orbit(c, (float)x, (float)y);
    else lg_camera_pan(c, (float)x, (float)y, height);
  }
}
EMSCRIPTEN_KEEPALIVE void page_fit(void) { page.fitted = page.moved = false; }

/* ---- what can be set ------------------------------------------------------------------------ */

/* n: -1 a boolean, 0 a text, else so many numbers */
EMSCRIPTEN_KEEPALIVE const char *page_set(int world, unsigned id, const char *name, int n, double x,
                                          double y, double z, const char *text) {
  lg_arg a = n < 0    ? lg_bool(name, x != 0)
             : n == 0 ? lg_text(name, text)
             : n == 1 ? lg_num(name, x)
             : n == 2 ? lg_vec2(name, x, y)
                      : lg_vec3(name, x, y, z);
  return outcome(id ? lg_scene_set(touched(), world, id, LG_ARGS(a))
                    : lg_scene_move(touched(), &a));
}
EMSCRIPTEN_KEEPALIVE const char *page_press(const char *name) {
  return outcome(lg_scene_press(touched(), name));
}
EMSCRIPTEN_KEEPALIVE const char *page_eval(const char *line) {
  lg_scene_eval(touched(), line, page.text, sizeof page.text);
  return page.text;
}

static int worlds_of(void *user) { return (void)user, lg_scene_count(page.scene); }
static const lg_world *world_of(void *user, int i) {
  return (void)user, lg_scene_world(page.scene, i);
}
static bool control_of(void *user, int i, lg_param *row, lg_arg *value) {
  return (void)user, lg_scene_control(page.scene, i, row, value);
}
static const char *button_of(void *user, int i) {
  return (void)user, lg_scene_button(page.scene, i);
}

/* One parameter: the page makes a slider, a choice or a box of it. */
static void put_row(lg_json *j, const char *object, int world, lg_id id, const lg_param *row,
                    const lg_arg *value, const char *text) {
  lg_json_open(j, NULL, '{');
  lg_json_text(j, "name", row->name);
  lg_json_text(j, "object", object);
  lg_json_text(j, "unit", row->unit ? row->unit : "");
  lg_json_text(j, "doc", row->doc ? row->doc : "");
  lg_json_text(j, "choices", row->choices ? row->choices : "");
  lg_json_text(j, "text", text);
  lg_json_num(j, "world", world);
  lg_json_num(j, "id", id);
  lg_json_bool(j, "flag", row->type == LG_BOOL);
  lg_json_bool(j, "number", row->type == LG_FLOAT || row->type == LG_INT);
  lg_json_num(j, "restart", (row->flags & LG_RESTART) != 0);
  lg_json_num(j, "min", row->min);
  lg_json_num(j, "max", row->max);
  lg_json_num(j, "x", value->v[0]);
  lg_json_close(j, '}');
}

EMSCRIPTEN_KEEPALIVE const char *page_controls(void) {
  const lg_viewer_host host = {.worlds = worlds_of,
                               .world = world_of,
                               .widgets = {.control = control_of, .button = button_of}};
  lg_controls *c = &page.controls;
  lg_controls_take(c, &host, panes());
  FILE *f = open_json();
  if (!f) return "{}";
  lg_json j = {.f = f};
  lg_json_open(&j, NULL, '{');
  lg_json_open(&j, "rows", '[');
  for (int i = 0; i < c->widgets; i++) {
    lg_arg value = lg_num(NULL, c->widget[i].value);
    put_row(&j, "", 0, 0, &c->widget[i].row, &value, c->widget[i].text);
  }
  for (int i = 0; i < c->count; i++)
    put_row(&j, c->control[i].object, c->control[i].world, c->control[i].id, c->control[i].row,
            &c->control[i].value, c->control[i].text);
  lg_json_close(&j, ']');
  lg_json_open(&j, "buttons", '[');
  for (int i = 0; i < c->buttons; i++) lg_json_text(&j, NULL, c->button[i]);
  lg_json_close(&j, ']');
  lg_json_close(&j, '}');
  return keep_json(f);
}

/* What a lesson says, and what its checks have found: {notes: [text], checks: [{name, said, done,
   met}]}. */
EMSCRIPTEN_KEEPALIVE const char *page_lesson(void) {
  const char *note;
  FILE *f = open_json();
  if (!f) return "{}";
  lg_json j = {.f = f};
  lg_json_open(&j, NULL, '{');
  lg_json_open(&j, "notes", '[');
  for (int i = 0; (note = lg_scene_note(page.scene, i)); i++) lg_json_text(&j, NULL, note);
  lg_json_close(&j, ']');
  lg_json_checks(&j, page.scene);
  lg_json_close(&j, '}');
  return keep_json(f);
}

/* {frame, particles, dim, spacing, stats: {..., stages: {name: s}}} of the first world. */
/* Of the last frame. */
EMSCRIPTEN_KEEPALIVE int page_substeps(void) {
  return (int)lg_world_stats(lg_scene_world(page.scene, 0))->substeps;
}

EMSCRIPTEN_KEEPALIVE const char *page_info(void) {
  const lg_world *w = lg_scene_world(page.scene, 0);
  const lg_stats *s = lg_world_stats(w);
  FILE *f = open_json();
  if (!f) return "{}";
  lg_json j = {.f = f};
  lg_json_open(&j, NULL, '{');
  lg_json_num(&j, "frame", (double)s->frame);
  lg_json_num(&j, "particles", (double)s->particles);
  lg_json_int(&j, "dim", lg_world_dim(w));
  lg_json_num(&j, "spacing", (double)lg_world_spacing(w));
  lg_json_stats(&j, s);
  lg_json_close(&j, '}');
  return keep_json(f);
}
