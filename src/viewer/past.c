/* past.c - the bar at the bottom of a paused picture: the frames that the scene has been
   through. */
#include "viewer/window.h"

#include <stdio.h>

/* units */
#define HEIGHT 6
#define MARGIN 16 /* around it */
#define REACH  12 /* above and below, where the mouse still meets it */

static lg_viewer_past past(const lg_window *w) {
  lg_viewer_past none = {0, 0, 0};
  return w->frame ? w->frame->beside.past : none;
}

/* Pixels from its left end to its right one. */
static int bar_width(const lg_window *w) {
  int wide = w->panes.whole.width - 2 * lg_scale_pixels(w, MARGIN);
  return wide > 1 ? wide : 1;
}

bool lg_past_shown(const lg_window *w) {
  lg_viewer_past p = past(w);
  return w->hud && p.end > p.first && lg_sim_now(w->sim).paused;
}

int lg_past_height(const lg_window *w) {
  return lg_past_shown(w) ? lg_scale_pixels(w, MARGIN + HEIGHT + 24) : 0;
}

bool lg_past_hit(const lg_window *w, float x, float y) {
  const lg_image *i = &w->panes.whole;
  float middle = (float)(i->height - lg_scale_pixels(w, MARGIN)) -
                 0.5f * (float)lg_scale_pixels(w, HEIGHT);
  return lg_past_shown(w) && y > middle - (float)lg_scale_pixels(w, REACH) &&
         y < middle + (float)lg_scale_pixels(w, REACH) && x >= 0 &&
         x < (float)(bar_width(w) + 2 * lg_scale_pixels(w, MARGIN));
}

/* Where the bar stands: at the frame that was asked for, while that is made again. */
static int64_t stands(lg_window *w) {
  int64_t now = past(w).now;
  if (w->sought == now || !lg_past_shown(w)) w->sought = -1;
  return w->sought >= 0 ? w->sought : now;
}

/* As far as there is a past. */
static void go(lg_window *w, int64_t frame) {
  lg_viewer_past p = past(w);
  frame = frame < p.first ? p.first : frame > p.end ? p.end : frame;
  if (frame == stands(w)) return;
  lg_sim_send(w->sim, &(lg_sim_event){.what = LG_SIM_SEEK, .frame = frame});
  w->sought = frame;
  w->dirty = true;
}

void lg_past_step(lg_window *w, int by) { go(w, stands(w) + by); }

void lg_past_drag(lg_window *w, float x) {
  lg_viewer_past p = past(w);
  double share = ((double)x - lg_scale_pixels(w, MARGIN)) / bar_width(w);
  share = share < 0 ? 0 : share > 1 ? 1 : share;
  go(w, p.first + (int64_t)(share * (double)(p.end - p.first) + 0.5));
}

void lg_past_paint(lg_window *w) {
  lg_image *i = &w->panes.whole;
  lg_viewer_past p = past(w);
  if (!lg_past_shown(w)) return;

  /* What was, what came behind, and where it stands. */
  const int margin = lg_scale_pixels(w, MARGIN), high = lg_scale_pixels(w, HEIGHT),
            knob = lg_scale_pixels(w, 4), size = lg_scale_pixels(w, 14);
  int width = bar_width(w), top = i->height - margin - high;
  int64_t frame = stands(w);
  int at = (int)((double)width * (double)(frame - p.first) / (double)(p.end - p.first));
  const uint32_t color = lg_window_theme(w)->text;
  lg_picture_panel(i, margin, top, width, high, high / 2, 0x80808080U);
  if (at > 0) lg_picture_panel(i, margin, top, at, high, high / 2, 0x58a6ffe0U);
  lg_picture_panel(i, margin + at - knob, top - knob, 2 * knob, high + 2 * knob, knob, color);

  char text[80];
  snprintf(text, sizeof text, "frame %lld of %lld", (long long)frame, (long long)p.end);
  lg_picture_text(i, margin, top - 3 * size / 2 - knob, size, color, text);
}
