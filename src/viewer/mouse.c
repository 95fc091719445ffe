/* mouse.c - left drag belongs to the scene, if it wants it; right and middle drag and the wheel move
   the camera of the pane below. */
#include "viewer/window.h"

#include <math.h>

#define WHEEL 1.15f /* factor of one notch */

void lg_mouse_point(const lg_window *w, int x, int y, float *px, float *py) {
  int width = 1, height = 1;
  SDL_GetWindowSize(w->window, &width, &height);
  int beside = w->notes.image.width, all = beside + w->panes.whole.width;
  *px = (float)x * (float)all / (float)(width > 0 ? width : 1) - (float)beside;
  *py = (float)y * (float)w->panes.whole.height / (float)(height > 0 ? height : 1);
}

static int panes(const lg_window *w) {
  return w->frame && w->frame->count > 0 ? w->frame->count : 1;
}

static void tell_scene(lg_window *w, int button, const char *act) {
  int width = lg_window_pane_width(w);
  float left = (float)lg_panes_left(panes(w), w->panes.whole.width, w->pane);
  lg_sim_event e = {.what = LG_SIM_MOUSE, .world = w->pane, .button = button, .act = act};
  lg_camera_pick(&w->camera[w->pane], w->mouse_x - left, w->mouse_y, width, w->panes.whole.height,
                 e.p);
  lg_sim_send(w->sim, &e);
}

void lg_mouse_button(lg_window *w, const SDL_MouseButtonEvent *e) {
  bool down = e->type == SDL_MOUSEBUTTONDOWN;
  lg_mouse_point(w, e->x, e->y, &w->mouse_x, &w->mouse_y);

  /* The first button that goes down holds the drag until it is let go. */
  if (down && !w->drag) {
    w->drag = e->button;
    w->pane = lg_panes_at(panes(w), w->panes.whole.width, (int)w->mouse_x);
    SDL_CaptureMouse(SDL_TRUE); /* a release outside the window must arrive too */
    if (e->button == SDL_BUTTON_LEFT) tell_scene(w, e->button, "press");
  } else if (!down && w->drag == e->button) {
    if (e->button == SDL_BUTTON_LEFT) tell_scene(w, e->button, "release");
    w->drag = 0;
    SDL_CaptureMouse(SDL_FALSE);
  }
}

void lg_mouse_motion(lg_window *w, const SDL_MouseMotionEvent *e) {
  float x = w->mouse_x, y = w->mouse_y;
  lg_mouse_point(w, e->x, e->y, &w->mouse_x, &w->mouse_y);

  float dx = w->mouse_x - x, dy = w->mouse_y - y;
  lg_camera *c = &w->camera[w->pane];
  if (w->drag == SDL_BUTTON_LEFT) tell_scene(w, w->drag, "move");

  /* Right drag orbits, and left drag where the scene does not want it; middle drag pans. */
  bool spare = w->drag == SDL_BUTTON_LEFT && c->dim == 3 && w->frame &&
               !w->frame->beside.owns_mouse[w->pane];
  if (w->drag != SDL_BUTTON_RIGHT && w->drag != SDL_BUTTON_MIDDLE && !spare) return;
  if (w->drag != SDL_BUTTON_MIDDLE && c->dim == 3) lg_camera_orbit(c, dx, dy);
  else lg_camera_pan(c, dx, dy, w->panes.whole.height);
  w->moved = w->dirty = true;
}

void lg_mouse_wheel(lg_window *w, const SDL_MouseWheelEvent *e) {
  int pane = lg_panes_at(panes(w), w->panes.whole.width, (int)w->mouse_x);
  float left = (float)lg_panes_left(panes(w), w->panes.whole.width, pane);
  lg_camera_zoom(&w->camera[pane], powf(WHEEL, e->preciseY), w->mouse_x - left, w->mouse_y,
                 lg_window_pane_width(w), w->panes.whole.height);
  w->moved = w->dirty = true;
}
