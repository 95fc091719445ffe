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

static bool mark(void *shot, const lg_drawn *d) {
  static const lg_mark_what what[] = {[LG_DRAWN_LINE] = LG_MARK_LINE,
                                      [LG_DRAWN_ARROW] = LG_MARK_ARROW,
                                      [LG_DRAWN_DISC] = LG_MARK_DISC,
                                      [LG_DRAWN_RING] = LG_MARK_RING,
                                      [LG_DRAWN_RECTANGLE] = LG_MARK_RECTANGLE,
                                      [LG_DRAWN_BAR] = LG_MARK_BAR,
                                      [LG_DRAWN_TEXT] = LG_MARK_TEXT};

  return lg_shot_mark(shot, &(lg_mark){.what = what[d->what],
                                       .on_screen = d->on_screen,
                                       .at = {d->at[0], d->at[1], d->at[2]},
                                       .to = {d->to[0], d->to[1], d->to[2]},
                                       .radius = d->radius,
                                       .width = d->width,
                                       .size = d->size,
                                       .part = d->part,
                                       .rgba = d->rgba,
                                       .halo = d->halo,
                                       .text = d->text});
}

bool lg_app_marks(lg_scene *s, int world, lg_shot *shot) {
  lg_shot_unmark(shot);
  return lg_scene_draw(s, world, &(lg_drawing){shot, mark});
}
