/* keys.c - the keys, as data. */
#include "viewer/window.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define PAN  60.0f /* pixels an arrow key moves the picture */
#define ZOOM 1.25f /* factor of one press */

typedef struct key_row {
  SDL_Keycode codes[2];
  const char *text; /* characters that do it wherever the keyboard has them; NULL: codes only */
  const char *label, *help;
  void (*act)(lg_window *w, int value);
  int value;
  enum {
    ONCE,
    HELD = 1, /* again and again while it is held */
    CTRL = 2, /* hears of Ctrl, or is for it; to the others a key with it is none */
    ALT = 4,  /* the same of Alt */
    OWN = 8   /* the window's, whatever the scene says */
  } how;
} key_row;

static void pause_or_go(lg_window *w, int value) {
  (void)value;
  lg_sim_pause(w->sim, !lg_sim_now(w->sim).paused);
}

/* A frame; with Shift to the end of its next sub-step, with Ctrl a stage of that, with Alt an
   iteration: of the world below the mouse. */
static void single_step(lg_window *w, int value) {
  int on = w->alt ? LG_ITERATION : LG_SUBSTEP;
  int by = w->ctrl ? value : value > 0 ? on : -LG_SUBSTEP;
  if (value > 0 && !w->ctrl && !w->shift && !w->alt) {
    lg_sim_single(w->sim);
    return;
  }
  lg_sim_pause(w->sim, true);
  lg_sim_send(w->sim, &(lg_sim_event){.what = LG_SIM_STAGE, .world = lg_mouse_pane(w), .by = by});
}

static void reset(lg_window *w, int value) {
  (void)value;
  lg_sim_send(w->sim, &(lg_sim_event){.what = LG_SIM_RELOAD, .down = w->shift});
  lg_window_note(w, w->shift ? "from the start, as the file says" : "from the start");
}

static void slow_motion(lg_window *w, int value) {
  (void)value;
  int slow = lg_sim_now(w->sim).slow;
  slow = slow >= 8 ? 1 : 2 * slow;
  lg_sim_slow(w->sim, slow);
  if (slow > 1) lg_window_note(w, "slow motion 1/%d", slow);
  else lg_window_note(w, "real time");
}

static void screenshot(lg_window *w, int value) {
  (void)value;
  lg_window_screenshot(w);
}

static void film(lg_window *w, int value) {
  (void)value;
  lg_film_toggle(w);
}

static void next_color(lg_window *w, int value) {
  (void)value;
  lg_sim_send(w->sim, &(lg_sim_event){.what = LG_SIM_COLOR});
  lg_window_note(w, "colour by the next column");
}

static void zoom(lg_window *w, int value) {
  int width = lg_window_pane_width(w);
  for (int i = 0; i < LG_PANES_MAX; i++)
    lg_camera_zoom(&w->camera[i], value > 0 ? ZOOM : 1 / ZOOM, 0.5f * (float)width,
                   0.5f * (float)w->panes.whole.height, width, w->panes.whole.height);
  w->moved = true;
}

static void pan(lg_window *w, int value) {
  if (w->list.open && (value == SDLK_UP || value == SDLK_DOWN)) {
    lg_gallery_move(w, value == SDLK_UP ? -1 : 1);
    return;
  }
  if ((value == SDLK_LEFT || value == SDLK_RIGHT) && lg_past_shown(w)) {
    lg_past_step(w, value == SDLK_LEFT ? -1 : 1);
    return;
  }

  /* Else the arrows move all cameras. */
  float dx = value == SDLK_LEFT ? PAN : value == SDLK_RIGHT ? -PAN : 0;
  float dy = value == SDLK_UP ? PAN : value == SDLK_DOWN ? -PAN : 0;
  for (int i = 0; i < LG_PANES_MAX; i++)
    lg_camera_pan(&w->camera[i], dx, dy, w->panes.whole.height);
  w->moved = true;
}

static void fit(lg_window *w, int value) {
  (void)value;
  lg_window_fit(w);
}

static void toggle_full(lg_window *w, int value) {
  (void)value;
  lg_window_full(w, !w->place.full);
}

static void toggle_theme(lg_window *w, int value) {
  (void)value;
  w->place.light = !w->place.light;
  bool own = lg_window_theme(w) != (w->place.light ? &lg_theme_light : &lg_theme_dark);
  if (own) lg_window_note(w, "this scene has a theme of its own: world.view");
}

static void letters(lg_window *w, int value) {
  if (w->ctrl) lg_scale_change(w, value);
}

static void toggle_hud(lg_window *w, int value) {
  (void)value;
  w->hud = !w->hud;
  if (w->panel) lg_panel_strip(w->panel, w->hud);
}

static void toggle_legend(lg_window *w, int value) {
  (void)value;
  w->legend = !w->legend;
}

static void toggle_plots(lg_window *w, int value) {
  (void)value;
  w->plots = !w->plots;
}

static void toggle_notes(lg_window *w, int value) {
  (void)value;
  w->notes.on = !w->notes.on;
}

static void answer(lg_window *w, int value) {
  (void)value;
  lg_notes_answer(w);
}

static void toggle_ledger(lg_window *w, int value) {
  (void)value;
  lg_sim_send(w->sim, &(lg_sim_event){.what = LG_SIM_LEDGER});
  w->plots = true;
}

static void toggle_wipe(lg_window *w, int value) {
  (void)value;
  lg_wipe_toggle(w);
}

static void closeup(lg_window *w, int value) {
  (void)value;
  lg_mouse_pick(w, true);
}

static void toggle_findings(lg_window *w, int value) {
  (void)value;
  w->findings.all = !w->findings.all;
  w->findings.until = 0;
}

static void toggle_panel(lg_window *w, int value) {
  (void)value;
  lg_window_panel(w);
  if (!w->panel) {
    lg_window_note(w, LG_PANEL ? "no memory for the panel"
                               : "this build has no panel: libimgui-dev or g++ was missing");
    return;
  }
  lg_panel_show(w->panel, !lg_panel_shown(w->panel));
  lg_sim_panel(w->sim, lg_panel_shown(w->panel));
}

static void toggle_keys(lg_window *w, int value) {
  (void)value;
  w->keys = !w->keys;
}

static void toggle_list(lg_window *w, int value) {
  (void)value;
  lg_gallery_toggle(w);
}

static void open_marked(lg_window *w, int value) {
  (void)value;
  if (w->list.open) lg_gallery_open(w);
}

static void turn_to(lg_window *w, int value) {
  if (w->list.open) {
    lg_gallery_page(w, value);
    return;
  }
  lg_gallery_move(w, value);
  lg_gallery_open(w);
}

/* By so many that it is the first, or the last. */
static void to_end(lg_window *w, int value) {
  if (w->list.open) lg_gallery_skip(w, value);
}

static void quit(lg_window *w, int value) {
  (void)value;
  w->quit = true;
}

static void step_out(lg_window *w, int value) {
  if (w->keys) toggle_keys(w, value);
  else if (w->list.open) lg_gallery_leave(w);
  else if (w->panel && lg_panel_shown(w->panel)) toggle_panel(w, value);
  else if (w->list.home) toggle_list(w, value);
  else quit(w, value);
}

static const key_row rows[] = {
    {{SDLK_SPACE, 0}, NULL, "space", "pause, go on", pause_or_go, 0, ONCE},
    {{SDLK_PERIOD, SDLK_KP_PERIOD},
     NULL,
     ".",
     "one step, then pause; below the mouse Shift: a sub-step, Ctrl: a stage, Alt: an iteration",
     single_step,
     1,
     HELD | CTRL | ALT},
    {{SDLK_COMMA, 0},
     NULL,
     ",",
     "back to the start of the frame; Ctrl: a stage back",
     single_step,
     -1,
     HELD | CTRL},
    {{SDLK_r, 0},
     NULL,
     "r",
     "reset: the scene again, from time 0; sliders stay, but for Shift",
     reset,
     0,
     ONCE},
    {{SDLK_s, 0}, NULL, "s", "slow motion: 1/2, 1/4, 1/8, off", slow_motion, 0, ONCE},
    {{SDLK_p, SDLK_F12}, NULL, "p, F12", "screenshot into the working folder", screenshot, 0, ONCE},
    {{SDLK_m, 0},
     NULL,
     "m",
     "movie of the scene, without numbers and notes: begin, end",
     film,
     0,
     ONCE},
    {{SDLK_c, 0}, NULL, "c", "colour by the next column", next_color, 0, ONCE},
    {{0, 0}, "+=", "+, wheel", "zoom in", zoom, 1, HELD},
    {{0, 0}, "-", "-, wheel", "zoom out", zoom, -1, HELD},
    {{SDLK_LEFT, 0},
     NULL,
     "left",
     "move the view left; paused: a frame back",
     pan,
     SDLK_LEFT,
     HELD},
    {{SDLK_RIGHT, 0},
     NULL,
     "right",
     "move the view right; paused: a frame on",
     pan,
     SDLK_RIGHT,
     HELD},
    {{SDLK_UP, 0}, NULL, "up", "move the view up", pan, SDLK_UP, HELD},
    {{SDLK_DOWN, 0}, NULL, "down", "move the view down", pan, SDLK_DOWN, HELD},
    {{SDLK_F11, 0}, NULL, "F11", "full screen on, off", toggle_full, 0, ONCE},
    {{SDLK_PLUS, SDLK_EQUALS}, NULL, "Ctrl +", "larger letters and panel", letters, 1, HELD | CTRL},
    {{SDLK_MINUS, SDLK_KP_MINUS}, NULL, "Ctrl -", "smaller ones", letters, -1, HELD | CTRL},
    {{SDLK_0, 0}, NULL, "Ctrl 0", "as the display is", letters, 0, CTRL},
    {{SDLK_t, 0}, NULL, "t", "light theme, dark theme", toggle_theme, 0, ONCE},
    {{SDLK_f, 0}, NULL, "f", "fit the whole scene", fit, 0, ONCE},
    {{SDLK_h, 0}, NULL, "h", "numbers and the strip of sliders on, off", toggle_hud, 0, ONCE},
    {{SDLK_l, 0}, NULL, "l", "legend on, off", toggle_legend, 0, ONCE},
    {{SDLK_g, 0}, NULL, "g", "plots on, off", toggle_plots, 0, ONCE},
    {{SDLK_n, 0}, NULL, "n", "notes of a lesson on, off", toggle_notes, 0, ONCE},
    {{SDLK_a, 0}, NULL, "a", "answer a lesson's open question; Tab: the next", answer, 0, ONCE},
    {{SDLK_e, 0}, NULL, "e", "where the energy goes: a plot, on, off", toggle_ledger, 0, ONCE},
    {{SDLK_i, 0},
     NULL,
     "i, Alt-click",
     "what the particle there feels: neighbours, terms; i: off",
     closeup,
     0,
     ONCE},
    {{SDLK_w, 0},
     NULL,
     "w",
     "two worlds in one picture, with a line to drag between them; on, off",
     toggle_wipe,
     0,
     ONCE},
    {{SDLK_d, 0}, NULL, "d", "all that the doctor has found, on, off", toggle_findings, 0, ONCE},
    {{SDLK_TAB, 0},
     NULL,
     "Tab",
     "panel: sliders, parameters, plots, console",
     toggle_panel,
     0,
     OWN},
    {{SDLK_F1, 0}, "?", "?, F1", "these keys on, off", toggle_keys, 0, ONCE},
    {{SDLK_o, 0},
     NULL,
     "o",
     "scenes: type to search, up and down choose, Enter opens",
     toggle_list,
     0,
     ONCE},
    {{SDLK_RETURN, SDLK_KP_ENTER}, NULL, "Enter", "open the chosen scene", open_marked, 0, ONCE},
    {{SDLK_PAGEDOWN, 0},
     NULL,
     "Page down",
     "the next scene; in their list a page on",
     turn_to,
     1,
     ONCE},
    {{SDLK_PAGEUP, 0},
     NULL,
     "Page up",
     "the scene before; in their list a page back",
     turn_to,
     -1,
     ONCE},
    {{SDLK_HOME, 0}, NULL, "Home", "the first scene of the list", to_end, -INT_MAX, ONCE},
    {{SDLK_END, 0}, NULL, "End", "the last one", to_end, INT_MAX, ONCE},
    {{SDLK_q, 0}, NULL, "q", "quit", quit, 0, OWN},
    {{SDLK_ESCAPE, 0},
     NULL,
     "Esc",
     "close these keys, the scenes or the panel; else back to the scenes, or quit",
     step_out,
     0,
     OWN},
};
static const struct {
  const char *label, *help;
} mouse_rows[] = {
    {"left drag", "push the water (2-D), turn the view (3-D), or what the scene does"},
    {"Shift, Ctrl drag", "paint particles, take them away (2-D)"},
    {"right drag", "turn the view (3-D), move it (2-D)"},
    {"middle drag", "move the view"},
    {"drag a wipe's line", "more of one world, less of the other"},
};
enum { ROWS = sizeof rows / sizeof rows[0], MOUSE_ROWS = sizeof mouse_rows / sizeof mouse_rows[0] };

static void act(lg_window *w, const key_row *r) {
  r->act(w, r->value);
  w->dirty = true;
}

void lg_keys_down(lg_window *w, SDL_Keycode key, bool repeat) {
  for (int i = 0; i < ROWS; i++)
    if ((rows[i].codes[0] == key || rows[i].codes[1] == key) && (!repeat || rows[i].how & HELD) &&
        (!w->ctrl || rows[i].how & CTRL) && (!w->alt || rows[i].how & ALT))
      act(w, &rows[i]);
}

bool lg_keys_own(SDL_Keycode key) {
  bool own = false;
  for (int i = 0; i < ROWS; i++)
    own |= (rows[i].codes[0] == key || rows[i].codes[1] == key) && rows[i].how & OWN;
  return own;
}

void lg_keys_text(lg_window *w, const char *text) {
  if (!text[0] || text[1]) return;
  for (int i = 0; i < ROWS; i++)
    if (rows[i].text && strchr(rows[i].text, text[0])) act(w, &rows[i]);
}

int lg_keys_count(void) { return ROWS + MOUSE_ROWS; }

const char *lg_keys_label(int i) { return i < ROWS ? rows[i].label : mouse_rows[i - ROWS].label; }

const char *lg_keys_help(int i) { return i < ROWS ? rows[i].help : mouse_rows[i - ROWS].help; }
