/* plots.c - from a script's plots (bind/) to those of a picture (picture/). */
#include "app/app.h"

static void take(lg_scene *s, int i, lg_plot *to) {
  snprintf(to->name, sizeof to->name, "%s", lg_scene_plot(s, i));
  to->n = lg_scene_samples(s, i, 0, to->t, LG_PLOT_SAMPLES);
  to->curves = 0;
  for (const char *name; to->curves < LG_PLOT_CURVES && (name = lg_scene_curve(s, i, to->curves + 1)); to->curves++) {
    snprintf(to->curve[to->curves], sizeof to->curve[0], "%s", name);
    lg_scene_samples(s, i, to->curves + 1, to->v[to->curves], LG_PLOT_SAMPLES);
  }
}

int lg_app_plots(lg_scene *s, lg_plot *out, int most) {
  int n = 0;
  for (; n < most && lg_scene_plot(s, n); n++) take(s, n, &out[n]);
  return n;
}
