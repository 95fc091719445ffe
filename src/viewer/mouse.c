/* mouse.c - the scene hears all of it. Left drag belongs to it, if it wants it; right and middle
   drag and the wheel move the camera of the pane below, if it does not own them. */
#include "viewer/window.h"

#include <math.h>

#define WHEEL 1.15f /* factor of one notch */

void lg_mouse_point(const lg_window *w, int x, int y, float *px, float *py) {
  int width = 1, height = 1;
  SDL_GetWindowSize(w->window, &width, &height);
  *px = (float)x * (float)w->pixels[0] / (float)(width > 0 ? width : 1) -
        (float)w->notes.image.width;
  *py = (float)y * (float)w->pixels[1] / (float)(height > 0 ? height : 1);
}

static int panes(const lg_window *w) {
  return w->frame && w->frame->count > 0 ? w->frame->count : 1;
}

/* Of the pane where the mouse is or began. */
static lg_camera *camera_of(lg_window *w) {
  return &w->camera[lg_panes_camera(&w->panes, panes(w), w->pane)];
}

static bool hears(const lg_window *w) { return w->frame && w->frame->beside.hears_mouse[w->pane]; }

static lg_sim_event event(lg_window *w, int button, const char *act) {
  int width = lg_window_pane_width(w);
  float left = (float)lg_panes_left(&w->panes, panes(w), w->pane);
  lg_sim_event e = {.what = LG_SIM_MOUSE, .world = w->pane, .button = button, .act = act};
  lg_camera_pick(camera_of(w), w->mouse_x - left, w->mouse_y, width, w->panes.whole.height, e.p);
  return e;
}

int lg_mouse_pane(lg_window *w) {
  if (!w->drag) w->pane = lg_panes_at(&w->panes, panes(w), (int)w->mouse_x);
  return w->pane;
}

/* The first button that goes down holds the drag until it is let go. The left one is the scene's,
   where it hears the mouse; others steer if it does not own their press. */
static void press(lg_window *w, const SDL_Event *e) {
  int button = e->button.button;
  lg_sim_event press = event(w, button, "press");
  w->buttons |= 1u << button;
  if (!w->drag) {
    w->drag = button;
    w->drag_x = w->mouse_x;
    w->drag_y = w->mouse_y;
    w->steers = false;
    SDL_CaptureMouse(SDL_TRUE); /* a release outside the window must arrive too */
  }

  if (hears(w) && button != SDL_BUTTON_LEFT) {
    lg_claims_put(w, e, lg_sim_ask(w->sim, &press));
    return;
  }
  lg_sim_send(w->sim, &press);
  if (button != SDL_BUTTON_LEFT || (camera_of(w)->dim == 3 && !hears(w))) lg_mouse_steer(w, button);
}

static void release(lg_window *w, int button) {
  lg_sim_event release = event(w, button, "release");
  w->buttons &= ~(1u << button);
  lg_sim_send(w->sim, &release);
  if (w->drag != button) return;

  w->drag = 0;
  for (int b = SDL_BUTTON_RIGHT; b >= SDL_BUTTON_LEFT; b--)
    if (w->buttons >> b & 1) w->drag = b;
  w->steers = false;
  if (!w->drag) SDL_CaptureMouse(SDL_FALSE);
}

/* The bar of frames and the line of a wipe lie over the scene: what begins there is no scene's. */
static bool holds(const lg_window *w) { return w->scrubs || w->wipes; }

static void drag_held(lg_window *w) {
  if (w->scrubs) lg_past_drag(w, w->mouse_x);
  if (w->wipes) lg_wipe_drag(w, w->mouse_x);
}

static bool hold(lg_window *w, const SDL_Event *e) {
  bool down = e->type == SDL_MOUSEBUTTONDOWN;
  if (e->button.button != SDL_BUTTON_LEFT) return holds(w);

  /* The bar is above the line. */
  bool on_bar = lg_past_hit(w, w->mouse_x, w->mouse_y), on_line = lg_wipe_hit(w, w->mouse_x);
  if (!holds(w) && !(down && !w->drag && (on_bar || on_line))) return false;
  w->scrubs = down && on_bar;
  w->wipes = down && !on_bar;
  SDL_CaptureMouse(down);
  drag_held(w);
  return true;
}

void lg_mouse_pick(lg_window *w, bool toggle) {
  lg_sim_event e = {.what = LG_SIM_CLOSEUP, .world = lg_mouse_pane(w), .down = toggle};
  float left = (float)lg_panes_left(&w->panes, panes(w), w->pane);
  lg_camera_ray(camera_of(w), w->mouse_x - left, w->mouse_y, lg_window_pane_width(w),
                w->panes.whole.height, e.p, e.along);
  lg_sim_send(w->sim, &e);
}

void lg_mouse_button(lg_window *w, const SDL_Event *e) {
  int button = e->button.button;
  lg_mouse_point(w, e->button.x, e->button.y, &w->mouse_x, &w->mouse_y);
  if (button > SDL_BUTTON_RIGHT || hold(w, e)) return;
  lg_mouse_pane(w);

  /* Alt is the window's, whoever hears the mouse */
  if (e->type == SDL_MOUSEBUTTONDOWN && button == SDL_BUTTON_LEFT && !w->drag &&
      (SDL_GetModState() & KMOD_ALT)) {
    lg_mouse_pick(w, false);
    return;
  }
  if (e->type == SDL_MOUSEBUTTONDOWN) press(w, e);
  else if (w->buttons >> button & 1) release(w, button);
}

/* Left and right drag orbit in 3-D; middle drag pans, and in 2-D the right one. */
static void steer(lg_window *w) {
  lg_camera *c = camera_of(w);
  float dx = w->mouse_x - w->drag_x, dy = w->mouse_y - w->drag_y;
  w->drag_x = w->mouse_x;
  w->drag_y = w->mouse_y;
  if (w->drag != SDL_BUTTON_MIDDLE && c->dim == 3) lg_camera_orbit(c, dx, dy);
  else lg_camera_pan(c, dx, dy, w->panes.whole.height);
  w->moved = w->dirty = true;
}

void lg_mouse_steer(lg_window *w, int button) {
  if (w->drag != button) return; /* let go of meanwhile */
  w->steers = true;
  if (w->mouse_x != w->drag_x || w->mouse_y != w->drag_y) steer(w);
}

void lg_mouse_motion(lg_window *w, const SDL_MouseMotionEvent *e) {
  lg_mouse_point(w, e->x, e->y, &w->mouse_x, &w->mouse_y);
  if (holds(w)) {
    drag_held(w);
    return;
  }
  lg_mouse_pane(w);
  lg_sim_event move = event(w, w->drag, w->drag ? "move" : "hover");
  if (w->drag || w->mouse_x >= 0) lg_sim_send(w->sim, &move);
  if (w->steers) steer(w);
}

void lg_mouse_zoom(lg_window *w, float notches) {
  int pane = lg_panes_at(&w->panes, panes(w), (int)w->mouse_x);
  float left = (float)lg_panes_left(&w->panes, panes(w), pane);
  lg_camera_zoom(&w->camera[lg_panes_camera(&w->panes, panes(w), pane)], powf(WHEEL, notches),
                 w->mouse_x - left, w->mouse_y, lg_window_pane_width(w), w->panes.whole.height);
  w->moved = w->dirty = true;
}

/* A scene that hears the mouse counts whole notches; SDL gathers the parts of a smooth wheel. */
void lg_mouse_wheel(lg_window *w, const SDL_Event *e) {
  lg_mouse_pane(w);
  lg_sim_event wheel = event(w, e->wheel.y, "wheel");
  if (!hears(w)) lg_mouse_zoom(w, e->wheel.preciseY);
  else if (e->wheel.y != 0) lg_claims_put(w, e, lg_sim_ask(w->sim, &wheel));
}
