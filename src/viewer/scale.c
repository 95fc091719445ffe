/* scale.c - how large letters and lines of the window are: as the display is, times what the user
   wants. */
#include "viewer/window.h"

#include <math.h>

#define PLAIN_DPI 96.0f /* of a display on which a unit is a pixel */
#define DENSE_DPI 140.0f
#define SANE_DPI  500.0f /* televisions and projectors say what they like */
#define MANY      2500   /* pixels from side to side: a display with fewer is no dense one */
#define STEP      1.25f

/* Wayland and macOS count windows in units of several pixels. X11 does not, but knows the display's
   size; a quarter is the finest step at which letters look the same. */
float lg_scale_of_display(int units, int pixels, float dpi, int display_pixels) {
  float ratio = units > 0 ? (float)pixels / (float)units : 1;
  if (ratio > 1.05f) return fminf(ratio, LG_SCALE_MAX);
  bool dense = dpi >= DENSE_DPI && dpi <= SANE_DPI && display_pixels >= MANY;
  return dense ? fminf(floorf(4 * dpi / PLAIN_DPI) / 4, LG_SCALE_MAX) : 1;
}

static float of_display(const lg_window *w) {
  int units = 1, height = 1, at = SDL_GetWindowDisplayIndex(w->window);
  float dpi = 0;
  SDL_DisplayMode mode = {.w = 0};
  SDL_GetWindowSize(w->window, &units, &height);
  if (at < 0 || SDL_GetDisplayDPI(at, &dpi, NULL, NULL) != 0) dpi = 0;
  if (at < 0 || SDL_GetDesktopDisplayMode(at, &mode) != 0) mode.w = 0;
  return lg_scale_of_display(units, w->pixels[0], dpi, mode.w);
}

void lg_scale_update(lg_window *w) {
  float scale = w->place.scale * of_display(w);
  w->dirty = w->dirty || scale != w->scale;
  w->scale = scale;
}

int lg_scale_pixels(const lg_window *w, int units) { return (int)lroundf(w->scale * (float)units); }

void lg_scale_change(lg_window *w, int by) {
  float scale = by == 0 ? 1 : by > 0 ? w->place.scale * STEP : w->place.scale / STEP;
  w->place.scale = fminf(fmaxf(scale, LG_SCALE_MIN), LG_SCALE_MAX);
  lg_scale_update(w);
  lg_window_note(w, "letters: %.0f %%", 1e2 * (double)w->place.scale);
}
