/* picture.c - how the page's scene is seen: pictures, also from within a frame, cameras, and what
   lies under the mouse. */
#include "web/page.h"
#include "web/probe.h"

#include <emscripten.h>
#include <stdio.h>
#include <string.h>

/* ---- the picture ---------------------------------------------------------------------------- */

static bool room(int width, int height) {
  const lg_image *whole = &lg_page.panes.whole;
  if (whole->rgba && whole->width == width && whole->height == height) return true;
  lg_page.fitted = lg_page.moved = false;
  return lg_panes_resize(&lg_page.panes, width, height);
}

/* A camera that the scene aims; one that was moved by hand goes with what it follows. */
static void aim(int i, const lg_aim *a, int width, int height) {
  float *centre = lg_page.centre[i];
  if (!lg_page.fitted || (!lg_page.moved && lg_aim_given(a)))
    lg_page.camera[i] = lg_camera_aimed(a, lg_page.shot[i], width, height);
  for (int k = 0; k < 3; k++) {
    if (lg_page.moved && a->follows) lg_page.camera[i].target[k] += a->centre[k] - centre[k];
    centre[k] = a->centre[k];
  }
}

static void dress(int i, const lg_look *look, int plots, const char *banner) {
  static const char *lines[1] = {lg_page.hud};
  const lg_stats *s = lg_world_stats(lg_scene_world(lg_page.scene, 0));
  snprintf(lg_page.hud, sizeof lg_page.hud, "%zu particles   t = %.2f s", s->particles, s->time);
  lg_page.style[i] = look->style;
  lg_page.style[i].plots = lg_page.plot;
  lg_page.style[i].plot_count = i ? 0 : plots;
  lg_page.style[i].lines = lines;
  lg_page.style[i].line_count = i ? 0 : look->hud;
  lg_page.style[i].banner = i == 0 && *banner ? banner : NULL;
}

static bool peek(void *user, int i, lg_peek_fn *fn, void *sight) {
  return (void)user, lg_scene_peek(lg_page.scene, i, 1.0 / LG_PAGE_FPS, fn, sight);
}

typedef struct closeup {
  int world;
  bool ok;
} closeup;

static bool watch(int i, lg_shot *shot) {
  return lg_shot_watch(shot, lg_scene_world(lg_page.scene, i), lg_scene_watched(lg_page.scene, i));
}

static bool watch_behind(void *user, const lg_world *w, const lg_peek_stage *at) {
  closeup *c = user;
  (void)w;
  if (strcmp(at->name, "guard") != 0) return true;
  c->ok = watch(c->world, lg_page.shot[c->world]);
  return false;
}

/* Of a particle that was just picked nobody has told anything: the next sub-step does, and is taken
   back. */
static bool look_closely(int i) {
  closeup c = {i, watch(i, lg_page.shot[i])};
  if (c.ok && lg_shot_waits(lg_page.shot[i])) peek(NULL, i, watch_behind, &c);
  return c.ok;
}

/* The first thing that the scene failed to colour or draw: the picture is there without it. */
static void note_undrawn(bool ok) {
  if (ok || *lg_page.undrawn.text) return;
  const char *why = lg_scene_error(lg_page.scene);
  lg_explain(&lg_page.undrawn, "%s", *why ? why : "out of memory for the picture");
}

/* The present state of all worlds; false: no memory. */
static bool take(void) {
  bool ok = true;
  lg_page.undrawn.text[0] = '\0';
  for (int i = 0; ok && i < lg_page_panes(); i++) {
    if (!lg_page.shot[i]) lg_page.shot[i] = lg_shot_new();
    if (!lg_page.shot[i]) return false;

    /* As the scene colours it, with what it draws over it. */
    const char *by = lg_scene_color_by(lg_page.scene, i);
    note_undrawn(by != NULL);
    snprintf(lg_page.color_by[i], sizeof lg_page.color_by[i], "%s", by ? by : "");
    ok = lg_shot_take(lg_page.shot[i], lg_scene_world(lg_page.scene, i), lg_page.color_by[i]) &&
         look_closely(i);
    note_undrawn(lg_app_marks(lg_page.scene, i, lg_page.shot[i]));
  }
  return ok;
}

/* RGBA, rows from the top; NULL: no memory. */
EMSCRIPTEN_KEEPALIVE const uint8_t *page_draw(int width, int height, const char *banner) {
  if (!room(width, height)) return NULL;
  const int n = lg_page_panes(), each = lg_panes_width(&lg_page.panes, n);
  if (lg_page.stage == 0 && !take()) return NULL;
  int plots = lg_app_plots(lg_page.scene, lg_page.plot, LG_PAGE_PLOTS);
  for (int i = 0; i < n; i++) {
    const lg_look look = lg_app_look(lg_page.scene, i);
    aim(i, &look.aim, each, height);
    dress(i, &look, plots, banner);
  }
  lg_page.fitted = true;

  lg_shot *shown[LG_PANES_MAX];
  memcpy(shown, lg_page.shot, sizeof shown);
  if (lg_page.stage) shown[0] = lg_page.within;
  return lg_panes_draw(&lg_page.panes, n, shown, lg_page.camera, lg_page.style, 1)
             ? (const uint8_t *)lg_page.panes.whole.rgba
             : NULL;
}

/* "": the last picture has all that the scene says; else why not. */
EMSCRIPTEN_KEEPALIVE const char *page_undrawn(void) { return lg_page.undrawn.text; }

/* ---- within a frame ------------------------------------------------------------------------- */

/* The first world's picture; those beside it show the frame's start. */
static bool take_within(void *user) {
  (void)user;
  if (!lg_page.within) lg_page.within = lg_shot_new();
  return lg_page.within &&
         lg_shot_take_within(lg_page.within, lg_scene_world(lg_page.scene, 0), lg_page.color_by[0],
                             lg_page.shot[0]) &&
         watch(0, lg_page.within);
}

/* The picture goes `by` stages of the next frame on, or back; 1000: to the end of a sub-step.
   Behind the last one the frame is made. */
EMSCRIPTEN_KEEPALIVE const char *page_stage(int by) {
  const lg_viewer_host host = {.peek = peek};
  if (lg_page.stage == 0 && !take()) return lg_page_answer("out of memory for the picture");
  const int to = lg_stages_take(&lg_page.ribbon, &host, 0, lg_page.stage, by, take_within, NULL);
  lg_page.stage = to > 0 ? to : 0;
  if (to == 0 && by > 0) return page_step();
  if (to >= 0) return "";
  const char *why = lg_error(lg_scene_world(lg_page.scene, 0));
  return lg_page_answer(*why ? why : "out of memory for the picture");
}

/* {stages: [{name, seconds}], at, caption}: of the sub-step; no stages: between two frames. */
EMSCRIPTEN_KEEPALIVE const char *page_ribbon(void) {
  const lg_ribbon *r = &lg_page.ribbon;
  const int n = lg_page.stage ? r->n : 0;
  FILE *f = lg_page_json();
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

  /* where the picture stands among them */
  lg_json_close(&j, ']');
  lg_json_num(&j, "at", r->at);
  lg_json_text(&j, "caption", n ? r->caption : "");
  lg_json_close(&j, '}');
  return lg_page_json_end(f);
}

/* ---- mouse and keys ------------------------------------------------------------------------- */

/* [world, x, y, z]: the place in m under a pixel of the picture, to the bit. */
EMSCRIPTEN_KEEPALIVE const char *page_place(double x, double y) {
  const int n = lg_page_panes(), i = lg_panes_at(&lg_page.panes, n, (int)x);
  float p[3];
  lg_camera_pick(&lg_page.camera[i], (float)x - (float)lg_panes_left(&lg_page.panes, n, i),
                 (float)y, lg_panes_width(&lg_page.panes, n), lg_page.panes.whole.height, p);
  snprintf(lg_page.text, sizeof lg_page.text, "[%d, %.9g, %.9g, %.9g]", i, (double)p[0],
           (double)p[1], (double)p[2]);
  return lg_page.text;
}

/* what: as lg_scene_mouse; "": it is there, and nobody hears of it. */
EMSCRIPTEN_KEEPALIVE const char *page_mouse(int world, double x, double y, double z, int button,
                                            const char *what) {
  const float p[3] = {(float)x, (float)y, (float)z};
  if (!*what) return lg_scene_point(lg_page.scene, world, p), "";
  return lg_page_outcome(lg_scene_mouse(lg_page_touched(), world, p, button, what) !=
                         LG_INPUT_FAILED);
}

/* Looks closely at the particle under a pixel, or at none; what that is: page_probe. */
EMSCRIPTEN_KEEPALIVE const char *page_look(double x, double y, int on) {
  const int n = lg_page_panes(), i = lg_panes_at(&lg_page.panes, n, (int)x);
  const lg_world *w = lg_scene_world(lg_page.scene, i);
  float from[3], along[3];
  lg_camera_ray(&lg_page.camera[i], (float)x - (float)lg_panes_left(&lg_page.panes, n, i), (float)y,
                lg_panes_width(&lg_page.panes, n), lg_page.panes.whole.height, from, along);
  lg_page_watch(on ? lg_particle_pick(w, from, along, lg_world_spacing(w) / 2) : -1);
  return "";
}

/* Of the first world that is looked at closely, as lg_web_probe; {}: of none. */
EMSCRIPTEN_KEEPALIVE const char *page_probe(void) {
  int i = 0;
  while (i < lg_page_panes() && lg_scene_watched(lg_page.scene, i) < 0) i++;
  FILE *f = i < lg_page_panes() ? lg_page_json() : NULL;
  if (!f) return "{}";
  lg_json j = {.f = f};
  lg_web_probe(&j, lg_scene_world(lg_page.scene, i), lg_scene_watched(lg_page.scene, i));
  return lg_page_json_end(f);
}

EMSCRIPTEN_KEEPALIVE const char *page_key(const char *name, int down) {
  return lg_page_outcome(lg_scene_key(lg_page_touched(), name, down) != LG_INPUT_FAILED);
}

/* how: 0 zooms by `by` about a pixel, 1 turns by pixels (3-D), 2 moves by pixels */
EMSCRIPTEN_KEEPALIVE void page_camera(int how, double x, double y, double by) {
  const int n = lg_page_panes(), width = lg_panes_width(&lg_page.panes, n),
            height = lg_page.panes.whole.height;
  lg_page.moved = true;
  for (int i = 0; i < n; i++) {
    lg_camera *c = &lg_page.camera[i];
    if (how == 0) lg_camera_zoom(c, (float)by, (float)x, (float)y, width, height);
    else if (how == 1 && c->dim == 3) lg_camera_orbit(c, (float)x, (float)y);
    else lg_camera_pan(c, (float)x, (float)y, height);
  }
}
EMSCRIPTEN_KEEPALIVE void page_fit(void) { lg_page.fitted = lg_page.moved = false; }
