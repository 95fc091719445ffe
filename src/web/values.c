/* values.c - what can be set in the page's scene, and what is told of it, as JSON. */
#include "web/page.h"

#include <emscripten.h>
#include <stdio.h>

/* n: -1 a boolean, 0 a text, else so many numbers */
EMSCRIPTEN_KEEPALIVE const char *page_set(int world, unsigned id, const char *name, int n, double x,
                                          double y, double z, const char *text) {
  lg_arg a = n < 0    ? lg_bool(name, x != 0)
             : n == 0 ? lg_text(name, text)
             : n == 1 ? lg_num(name, x)
             : n == 2 ? lg_vec2(name, x, y)
                      : lg_vec3(name, x, y, z);
  return lg_page_outcome(id ? lg_scene_set(lg_page_touched(), world, id, LG_ARGS(a))
                            : lg_scene_move(lg_page_touched(), &a));
}
EMSCRIPTEN_KEEPALIVE const char *page_press(const char *name) {
  return lg_page_outcome(lg_scene_press(lg_page_touched(), name));
}
EMSCRIPTEN_KEEPALIVE const char *page_eval(const char *line) {
  lg_scene_eval(lg_page_touched(), line, lg_page.text, sizeof lg_page.text);
  return lg_page.text;
}

static int worlds_of(void *user) { return (void)user, lg_scene_count(lg_page.scene); }
static const lg_world *world_of(void *user, int i) {
  return (void)user, lg_scene_world(lg_page.scene, i);
}
static bool control_of(void *user, int i, lg_param *row, lg_arg *value) {
  return (void)user, lg_scene_control(lg_page.scene, i, row, value);
}
static const char *button_of(void *user, int i) {
  return (void)user, lg_scene_button(lg_page.scene, i);
}

/* The page's line completes nothing. */
static const char *names_of(void *user) { return (void)user, ""; }

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

/* Of the scene as it is now. */
static lg_controls *take_controls(void) {
  const lg_viewer_host host = {
      .worlds = worlds_of,
      .world = world_of,
      .widgets = {.control = control_of, .button = button_of, .names = names_of}};
  lg_controls_take(&lg_page.controls, &host, lg_page_panes());
  return &lg_page.controls;
}

EMSCRIPTEN_KEEPALIVE const char *page_controls(void) {
  lg_controls *c = take_controls();

  /* Widgets first, then the parameters of objects. */
  FILE *f = lg_page_json();
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
  return lg_page_json_end(f);
}

/* What a lesson says, and what its checks have found: {notes: [text], checks: [{name, said, done,
   met}]}. */
EMSCRIPTEN_KEEPALIVE const char *page_lesson(void) {
  const char *note;
  FILE *f = lg_page_json();
  if (!f) return "{}";
  lg_json j = {.f = f};

  lg_json_open(&j, NULL, '{');
  lg_json_open(&j, "notes", '[');
  for (int i = 0; (note = lg_scene_note(lg_page.scene, i)); i++) lg_json_text(&j, NULL, note);
  lg_json_close(&j, ']');
  lg_json_checks(&j, lg_page.scene);
  lg_json_close(&j, '}');
  return lg_page_json_end(f);
}

/* What would keep up where a step takes so many ms, and a picture: {text, spacing, solver, line};
   the line of Lua gives the world that solver, "": there is none. */
EMSCRIPTEN_KEEPALIVE const char *page_advice(double step, double picture) {
  const int worlds = lg_scene_count(lg_page.scene);
  const lg_advice a =
      lg_advise(lg_scene_world(lg_page.scene, 0), worlds, 1e-3 * step, 1e-3 * picture, LG_PAGE_FPS);
  char text[160], kind[2 * LG_NAME_MAX], line[512] = "";
  lg_advice_say(&a, text, sizeof text);
  snprintf(kind, sizeof kind, "solver.%s", a.solver);
  const lg_kind *solver = lg_kind_find(kind);
  if (solver) lg_controls_swap(take_controls(), 0, false, solver, line, sizeof line);

  FILE *f = lg_page_json();
  if (!f) return "{}";
  lg_json j = {.f = f};
  lg_json_open(&j, NULL, '{');
  lg_json_text(&j, "text", text);
  lg_json_num(&j, "spacing", a.spacing);
  lg_json_text(&j, "solver", a.solver);
  lg_json_text(&j, "line", line);
  lg_json_close(&j, '}');
  return lg_page_json_end(f);
}

/* Of the last frame. */
EMSCRIPTEN_KEEPALIVE int page_substeps(void) {
  return (int)lg_world_stats(lg_scene_world(lg_page.scene, 0))->substeps;
}

/* {frame, particles, spacing, stats: {..., stages: {name: s}}} of the first world. */
EMSCRIPTEN_KEEPALIVE const char *page_info(void) {
  const lg_world *w = lg_scene_world(lg_page.scene, 0);
  const lg_stats *s = lg_world_stats(w);
  FILE *f = lg_page_json();
  if (!f) return "{}";
  lg_json j = {.f = f};

  lg_json_open(&j, NULL, '{');
  lg_json_num(&j, "frame", (double)s->frame);
  lg_json_num(&j, "particles", (double)s->particles);
  lg_json_num(&j, "spacing", (double)lg_world_spacing(w));
  lg_json_stats(&j, s);
  lg_json_close(&j, '}');
  return lg_page_json_end(f);
}
