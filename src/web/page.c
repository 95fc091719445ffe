/* page.c - the C side of the page: the text of a scene goes in, pixels, numbers and JSON come out.
   The worker calls what is named page_...; texts are good until the next call. */
#include "app/app.h"
#include "viewer/controls.h"
#include "viewer/panes.h"

#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLOTS 4

static struct {
  lg_scene *scene; /* NULL: none was loaded yet */
  lg_panes panes;
  lg_shot *shot[LG_PANES_MAX];
  lg_camera camera[LG_PANES_MAX];
  lg_style style[LG_PANES_MAX];
  lg_plot plot[PLOTS];
  lg_controls controls;
  bool fitted; /* the cameras */
  char hud[2][160], text[LG_ERROR_MAX * 4];
  char *json;
  size_t json_bytes;
} page;

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
static const char *outcome(bool ok) { return ok ? "" : answer(lg_scene_error(page.scene)); }

/* Loads a file of the worker's; keep: the water of the scene that runs goes on. "": it did; else why
   not, and the scene before goes on. */
EMSCRIPTEN_KEEPALIVE const char *page_load(const char *path, int keep) {
  lg_bytes state = {NULL, 0, 0, false};
  lg_scene_options o = {.path = path, .threads = 1, .seed = -1, .lesson = true, .say = say};
  lg_why why = {""};
  if (keep && page.scene && lg_scene_save(page.scene, lg_bytes_take, &state)) {
    o.state = state.at;
    o.state_bytes = state.n;
    o.adopt = true;
  }
  lg_scene *fresh = lg_scene_load(&o, &why);
  lg_bytes_free(&state);
  if (!fresh) return answer(why.text);
  lg_scene_free(page.scene);
  page.scene = fresh;
  page.fitted = page.fitted && keep;
  return "";
}

EMSCRIPTEN_KEEPALIVE const char *page_step(double dt) {
  return outcome(lg_scene_step(page.scene, dt));
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
  lg_panes_free(&page.panes);
  page.fitted = false;
  return lg_panes_init(&page.panes, width, height);
}

static void dress(int i, int plots, const char *banner) {
  static const char *lines[1] = {page.hud[0]};
  const lg_stats *s = lg_world_stats(lg_scene_world(page.scene, 0));
  snprintf(page.hud[0], sizeof page.hud[0], "%zu particles   t = %.2f s", s->particles, s->time);
  lg_look look = lg_app_look(page.scene, i);
  page.style[i] = look.style;
  page.style[i].plots = page.plot;
  page.style[i].plot_count = i ? 0 : plots;
  page.style[i].lines = lines;
  page.style[i].line_count = i ? 0 : look.hud;
  page.style[i].banner = i == 0 && *banner ? banner : NULL;
}

/* RGBA, rows from the top; NULL: no memory. */
EMSCRIPTEN_KEEPALIVE const uint8_t *page_draw(int width, int height, const char *banner) {
  const int n = lg_scene_count(page.scene), each = lg_panes_width(n, width);
  if (!room(width, height)) return NULL;
  int plots = lg_app_plots(page.scene, page.plot, PLOTS);
  for (int i = 0; i < n; i++) {
    if (!page.shot[i]) page.shot[i] = lg_shot_new();
    if (!page.shot[i]) return NULL;
    const char *by = lg_scene_color_by(page.scene, i);
    lg_shot_take(page.shot[i], lg_scene_world(page.scene, i), by ? by : "");
    lg_app_marks(page.scene, i, page.shot[i]);
    lg_aim aim = lg_app_look(page.scene, i).aim;
    if (!page.fitted) page.camera[i] = lg_camera_aimed(&aim, page.shot[i], each, height);
    dress(i, plots, banner);
  }
  page.fitted = true;
  return lg_panes_draw(&page.panes, n, page.shot, page.camera, page.style, 1)
             ? (const uint8_t *)page.panes.whole.rgba
             : NULL;
}

/* ---- mouse and keys ------------------------------------------------------------------------- */

/* x, y: pixels of the picture; what: as lg_scene_mouse. */
EMSCRIPTEN_KEEPALIVE const char *page_mouse(double x, double y, int button, const char *what) {
  const int n = lg_scene_count(page.scene), width = page.panes.whole.width,
            i = lg_panes_at(n, width, (int)x);
  float p[3];
  lg_camera_pick(&page.camera[i], (float)x - (float)lg_panes_left(n, width, i), (float)y,
                 lg_panes_width(n, width), page.panes.whole.height, p);
  return outcome(lg_scene_mouse(page.scene, i, p, button, what) != LG_INPUT_FAILED);
}

EMSCRIPTEN_KEEPALIVE const char *page_key(const char *name, int down) {
  return outcome(lg_scene_key(page.scene, name, down) != LG_INPUT_FAILED);
}

/* how: 0 zooms by `by` about a pixel, 1 turns by pixels (3-D), 2 moves by pixels */
EMSCRIPTEN_KEEPALIVE void page_camera(int how, double x, double y, double by) {
  const int n = lg_scene_count(page.scene), width = lg_panes_width(n, page.panes.whole.width),
            height = page.panes.whole.height;
  for (int i = 0; i < n; i++) {
    lg_camera *c = &page.camera[i];
    if (how == 0) lg_camera_zoom(c, (float)by, (float)x, (float)y, width, height);
    else if (how == 1 && c->dim == 3) lg_camera_orbit(c, (float)x, (float)y);
    else lg_camera_pan(c, (float)x, (float)y, height);
  }
}
EMSCRIPTEN_KEEPALIVE void page_fit(void) { page.fitted = false; }

/* ---- what can be set ------------------------------------------------------------------------ */

/* n: -1 a boolean, 0 a text, else so many numbers */
EMSCRIPTEN_KEEPALIVE const char *page_set(int world, unsigned id, const char *name, int n, double x,
                                          double y, double z, const char *text) {
  lg_arg a = n < 0    ? lg_bool(name, x != 0)
             : n == 0 ? lg_text(name, text)
             : n == 1 ? lg_num(name, x)
             : n == 2 ? lg_vec2(name, x, y)
                      : lg_vec3(name, x, y, z);
  return outcome(id ? lg_scene_set(page.scene, world, id, LG_ARGS(a))
                    : lg_scene_move(page.scene, &a));
}
EMSCRIPTEN_KEEPALIVE const char *page_press(const char *name) {
  return outcome(lg_scene_press(page.scene, name));
}
EMSCRIPTEN_KEEPALIVE const char *page_eval(const char *line) {
  lg_scene_eval(page.scene, line, page.text, sizeof page.text);
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

EMSCRIPTEN_KEEPALIVE const char *page_controls(void) {
  const lg_viewer_host host = {.worlds = worlds_of,
                               .world = world_of,
                               .widgets = {.control = control_of, .button = button_of}};
  lg_controls *c = &page.controls;
  lg_controls_take(c, &host, lg_scene_count(page.scene));
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

/* {frame, particles, stats: {..., stages: {name: s}}} of the first world. */
EMSCRIPTEN_KEEPALIVE const char *page_info(void) {
  const lg_stats *s = lg_world_stats(lg_scene_world(page.scene, 0));
  FILE *f = open_json();
  if (!f) return "{}";
  lg_json j = {.f = f};
  lg_json_open(&j, NULL, '{');
  lg_json_num(&j, "frame", (double)s->frame);
  lg_json_num(&j, "particles", (double)s->particles);
  lg_json_stats(&j, s);
  lg_json_close(&j, '}');
  return keep_json(f);
}
