/* plots.c - from a script's plots and marks (bind/) to those of a picture (picture/). */
#include "app/app.h"

static void take(lg_scene *s, int i, lg_plot *to) {
  snprintf(to->name, sizeof to->name, "%s", lg_scene_plot(s, i));
  to->n = lg_scene_samples(s, i, 0, to->t, LG_PLOT_SAMPLES);
  to->curves = 0;
  for (const char *name;
       to->curves < LG_PLOT_CURVES && (name = lg_scene_curve(s, i, to->curves + 1)); to->curves++) {
    snprintf(to->curve[to->curves], sizeof to->curve[0], "%s", name);
    lg_scene_samples(s, i, to->curves + 1, to->v[to->curves], LG_PLOT_SAMPLES);
  }
}

int lg_app_plots(lg_scene *s, lg_plot *out, int most) {
  int n = 0;
  for (; n < most && lg_scene_plot(s, n); n++) take(s, n, &out[n]);
  return n;
}

static bool line(void *shot, const float from[3], const float to[3], float width, uint32_t rgba) {
  return lg_shot_line(shot, from, to, width, rgba);
}
static bool disc(void *shot, const float center[3], float radius, uint32_t rgba) {
  return lg_shot_disc(shot, center, radius, rgba);
}
static bool text(void *shot, const float at[3], float size, uint32_t rgba, const char *words) {
  return lg_shot_text(shot, at, size, rgba, words);
}

bool lg_app_marks(lg_scene *s, int world, lg_shot *shot) {
  lg_shot_unmark(shot);
  return lg_scene_draw(s, world, &(lg_drawing){shot, line, disc, text});
}
