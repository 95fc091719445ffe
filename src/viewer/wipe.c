/* wipe.c - the first two worlds over each other, on both sides of a line that the mouse drags. */
#include "viewer/window.h"

#define REACH 6     /* units beside the line, where the mouse still meets it */
#define LEAST 0.02f /* of the width, that either world keeps: the line stays within reach */

bool lg_wipe_fits(const lg_window *w) {
  return w->frame && w->frame->count > 1 &&
         lg_shot_dim(w->frame->shot[0]) == lg_shot_dim(w->frame->shot[1]);
}

/* The wipe on or off. The view is fitted anew, unless the user has moved it. */
void lg_wipe_toggle(lg_window *w) {
  if (!lg_wipe_fits(w)) {
    lg_window_note(w,
                   "a wipe is for two worlds of one dimension: laguna A.lua B.lua, or --against");
    return;
  }
  w->panes.wipe = w->panes.wipe > 0 ? 0 : 0.5f;
  w->wipes = false;
  if (!w->moved) lg_window_fit(w);
}

bool lg_wipe_hit(const lg_window *w, float x) {
  const float far = x - (float)lg_panes_line(&w->panes), reach = (float)lg_scale_pixels(w, REACH);
  return lg_wipe_fits(w) && lg_panes_wipes(&w->panes, w->frame->count) && far <= reach &&
         far >= -reach;
}

void lg_wipe_drag(lg_window *w, float x) {
  const float at = x / (float)w->panes.whole.width;
  w->panes.wipe = at < LEAST ? LEAST : at > 1 - LEAST ? 1 - LEAST : at;
  w->dirty = true;
}
