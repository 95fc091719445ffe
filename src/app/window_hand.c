/* window_hand.c - what is done to the scene by hand: keys, mouse, sliders, buttons, the console.
   All of it goes into the take before it is done; while a take is played none of it is. */
#include "app/window_own.h"

#include "laguna_kind.h"

#include <stdio.h>

bool lg_shown_plays(lg_shown *shown) {
  lg_live *l = &shown->live;
  if (!lg_history_plays(&shown->history)) return false;
  snprintf(l->news, sizeof l->news, "a take is played: it is as it was, until its end");
  l->told++;
  return true;
}

static void record(void *user, int what, const char *name, lg_take_event e) {
  lg_history_note(&((lg_shown *)user)->history, what, name, e);
}

static void record_value(void *user, int what, const lg_arg *value, lg_take_event e) {
  lg_history_note_value(&((lg_shown *)user)->history, what, value, e);
}

/* ---- keys and mouse, which a scene may own -------------------------------------------------- */

static lg_viewer_input input(void *user, int what, const char *name, lg_take_event e) {
  static const lg_viewer_input as[] = {LG_VIEWER_BROKEN, LG_VIEWER_FREE, LG_VIEWER_OWNED};
  if (lg_history_plays(&((lg_shown *)user)->history)) return LG_VIEWER_FREE;
  return as[lg_history_input(&((lg_shown *)user)->history, what, name, e)];
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

/* ---- the panel ------------------------------------------------------------------------------ */

static bool control(void *user, int i, lg_param *row, lg_arg *value) {
  return lg_scene_control(((lg_live *)user)->scene, i, row, value);
}

static const char *button(void *user, int i) {
  return lg_scene_button(((lg_live *)user)->scene, i);
}

static int plots(void *user, lg_plot *out, int most) {
  return lg_app_plots(((lg_live *)user)->scene, out, most);
}

static const char *note(void *user, int i) { return lg_scene_note(((lg_live *)user)->scene, i); }
static bool check(void *user, int i, lg_viewer_check *out) {
  lg_check c;
  if (!lg_scene_check(((lg_live *)user)->scene, i, &c)) return false;
  *out = (lg_viewer_check){c.name, c.said, c.ask, c.unit, c.done, c.met};
  return true;
}

/* A refusal is shown by the panel; it neither stops the scene nor ends the program with a code. */
static bool by_hand(lg_live *l, bool ok) {
  if (!ok) lg_app_say("%s", lg_scene_error(l->scene));
  return ok;
}

static const char *refusal(void *user) { return lg_scene_error(((lg_live *)user)->scene); }

static bool move(void *user, const lg_arg *value) {
  if (lg_shown_plays(user)) return true;
  record_value(user, LG_TAKE_MOVE, value, (lg_take_event){0});
  return by_hand(user, lg_scene_move(((lg_live *)user)->scene, value));
}

static bool press(void *user, const char *name) {
  if (lg_shown_plays(user)) return true;
  record(user, LG_TAKE_PRESS, name, (lg_take_event){0});
  return by_hand(user, lg_scene_press(((lg_live *)user)->scene, name));
}

static bool set(void *user, int world, lg_id id, const lg_arg *args) {
  if (lg_shown_plays(user)) return true;
  record_value(user, LG_TAKE_SET, args, (lg_take_event){.world = world, .id = id});
  return by_hand(user, lg_scene_set(((lg_live *)user)->scene, world, id, args));
}

static const char *names(void *user) { return lg_scene_names(((lg_live *)user)->scene); }

static bool eval(void *user, const char *line, char *answer, size_t answer_bytes) {
  if (lg_shown_plays(user)) return true;
  lg_take_event e = {0};
  snprintf(e.text, sizeof e.text, "%s", line);
  record(user, LG_TAKE_EVAL, "", e);
  return lg_scene_eval(((lg_live *)user)->scene, line, answer, answer_bytes);
}

void lg_shown_set_hand(lg_viewer_host *host) {
  host->key = key;
  host->mouse = mouse;
  host->widgets = (lg_viewer_widgets){control, button, plots, note, check,  move,
                                      press,   set,    names, eval, refusal};
}
