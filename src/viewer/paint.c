/* paint.c - what the window shows: the panes, numbers, messages and the overlay of keys. */
#include "viewer/window.h"

#include <stdio.h>
#include <string.h>

#define HUD_LINES 10
#define HUD_WIDTH 160
#define LONG_STEP 0.5  /* s: a step that takes longer says that it is at work */
#define WELCOME   8000 /* ms in which a line says what a newcomer may press */

typedef struct hud {
  char line[HUD_LINES][HUD_WIDTH];
  const char *lines[HUD_LINES];
  int n;
} hud;

static char *next(hud *h) {
  h->lines[h->n] = h->line[h->n];
  return h->line[h->n++];
}

/* What is the same for all worlds is said once, in the first pane. */
static void numbers(hud *h, lg_window *w, const lg_shot *shot, const lg_sim_status *now,
                    bool first) {
  const lg_stats *s = lg_shot_stats(shot);
  double rate = w->frame->beside.steps_a_second;
  snprintf(next(h), HUD_WIDTH, "%zu particles   t = %.2f s", lg_shot_count(shot), s->time);

  /* A frame that comes from a kept state has no times of its own. */
  if (s->substeps > 0 && *s->limit)
    snprintf(next(h), HUD_WIDTH, "%.1f ms a step: %d x %.2g ms simulated (limit: %s)",
             1e3 * s->seconds, s->substeps, 1e3 * s->dt, s->limit);
  else if (s->substeps > 0)
    snprintf(next(h), HUD_WIDTH, "%d x %.2g ms simulated", s->substeps, 1e3 * s->dt);
  if (s->stable_dt > 0 && s->dt > 1.01 * s->stable_dt)
    snprintf(next(h), HUD_WIDTH, "UNSAFE: fixed_dt is %.3g times the %.3g ms that are stable",
             s->dt / s->stable_dt, 1e3 * s->stable_dt);
  if (s->visited > 0)
    snprintf(next(h), HUD_WIDTH, "each: %zu particles one by one, %.2g ms (%.0f ns a particle)",
             s->visited, 1e3 * s->visit_seconds, 1e9 * s->visit_seconds / (double)s->visited);

  if (!first) return;
  if (w->hint.shown && !w->panel) lg_advice_say(&w->hint.advice, next(h), HUD_WIDTH);
  if (!now->paused)
    snprintf(next(h), HUD_WIDTH, "%.*f steps/s = %.2f x real time   %.0f pictures/s of %.1f ms",
             rate < 10 ? 1 : 0, rate, rate / w->options.fps, w->draws_a_second, w->draw_ms);

  /* What the simulation is at: a long step, a pause, slow motion. */
  if (now->stepping_for > LONG_STEP)
    snprintf(next(h), HUD_WIDTH, "this step: %.1f s so far", now->stepping_for);
  else if (now->paused)
    snprintf(next(h), HUD_WIDTH, "paused (space: go on, . : one step, ? : keys)");
  else if (now->slow > 1) snprintf(next(h), HUD_WIDTH, "slow motion 1/%d", now->slow);
  else if (SDL_GetTicks() < WELCOME)
    snprintf(next(h), HUD_WIDTH, "? : keys, o : scenes, Tab : panel, left drag : %s",
             w->frame->beside.hears_mouse[0] ? "what the scene does"
             : w->camera[0].dim == 3         ? "turn the view"
                                             : "push the water");
}

const lg_theme *lg_window_theme(const lg_window *w) {
  const lg_theme *own = w->frame && w->frame->count > 0 ? w->frame->beside.look[0].style.theme
                                                        : NULL;
  return own ? own : w->place.light ? &lg_theme_light : &lg_theme_dark;
}

typedef struct key_sheet { /* how the keys are laid out, in pixels */
  int size, sides;         /* of letters; columns */
  int wide, key;           /* of a column, and of its keys */
  int height;              /* of the longest column */
} key_sheet;

/* The keys from line `first` on, as many as fit into `high` pixels: key, and what it does, in as
   many lines as that takes. Returns the line behind them; theme NULL: it only measures. */
static int key_column(lg_image *image, const key_sheet *s, int first, int x, int top, int *high,
                      const lg_theme *theme) {
  const int gap = s->size, most = *high;
  int i = first, y = 0;
  for (; i < lg_keys_count(); i++) {
    const char *help = lg_keys_help(i);
    const int left = x + s->key + gap, width = s->wide - s->key - 2 * gap,
              lines = lg_picture_prose(image, left, 0, width, s->size, 0, help);

    if (y + lines > most) break;
    if (theme) lg_picture_text(image, x, top + y, s->size, theme->strong, lg_keys_label(i));
    if (theme) lg_picture_prose(image, left, top + y, width, s->size, theme->text, help);
    y += lines;
  }
  *high = y;
  return i;
}

/* Does it all fit into `high` pixels? */
static bool keys_fit(lg_image *image, key_sheet *s, int high) {
  int i = 0;
  s->height = 0;
  for (int k = 0; k < s->sides; k++) {
    int filled = high;
    i = key_column(image, s, i, 0, 0, &filled, NULL);
    s->height = filled > s->height ? filled : s->height;
  }
  return i == lg_keys_count();
}

/* Pixels of the widest key and of the widest line about one, with the spaces around. */
static void measure_keys(lg_image *image, key_sheet *s) {
  s->key = s->wide = 0;
  for (int i = 0; i < lg_keys_count(); i++) {
    int key = lg_picture_text_width(image, s->size, lg_keys_label(i)),
        about = lg_picture_text_width(image, s->size, lg_keys_help(i));
    s->key = key > s->key ? key : s->key;
    s->wide = about > s->wide ? about : s->wide;
  }
  s->wide += s->key + 3 * s->size;
}

/* The largest letters, at most of 16 units, with which all keys have room, side by side where the
   window is too low for one column. */
static void key_overlay(const lg_window *w, lg_image *image) {
  const lg_theme *theme = lg_window_theme(w);
  const int edge = 16, wide = image->width - 2 * edge, high = image->height - 2 * edge, least = 8;
  key_sheet s = {.size = lg_scale_pixels(w, 16) + 1};
  for (bool fits = false; !fits && s.size > least;) {
    s.size--;
    measure_keys(image, &s);
    const int natural = s.wide;
    for (s.sides = 1; s.sides <= 3 && !fits; s.sides += !fits) {
      s.wide = natural < wide / s.sides ? natural : wide / s.sides;
      fits = s.wide > 3 * s.key && keys_fit(image, &s, high);
    }
  }
  s.sides = s.sides > 3 ? 3 : s.sides;

  /* Columns as long as each other, as far as whole lines can be. */
  int shorter = s.height;
  while (shorter > s.size && keys_fit(image, &s, shorter)) shorter = s.height - 1;
  keys_fit(image, &s, shorter + 1);

  const int top = (image->height - s.height) / 2;
  lg_picture_panel(image, edge - 8, top - 8, s.sides * s.wide + 8, s.height + 16, 8,
                   theme->column & 0xfffffff0U);
  for (int k = 0, i = 0; k < s.sides; k++) {
    int filled = s.height;
    i = key_column(image, &s, i, edge + k * s.wide, top, &filled, theme);
  }
}

#define RIBBON_LEFT 16 /* pixels */
/* Of the list of stages: 250 units, less where a pane is narrow; texts and lines shrink with it. */
static int ribbon_width(const lg_window *w) {
  const int most = lg_scale_pixels(w, 250), pane = lg_panes_width(&w->panes, w->frame->count);
  return most < pane * 3 / 5 ? most : pane * 3 / 5;
}

/* The pane whose stages the ribbon shows; a wipe is one picture. */
static int ribbon_pane(const lg_window *w) {
  return lg_panes_camera(&w->panes, w->frame->count, w->frame->beside.ribbon.world);
}

/* Pixels at the picture's foot that lie below all else: the bar of frames, what the doctor says. */
static int foot(lg_window *w) { return lg_past_height(w) + lg_findings_height(w); }

/* The stages of the sub-step in their order, as many as there is room for below the numbers, each
   with a bar of its share of the time; the one behind which the picture stands is marked. One world
   of several is named above them. */
static void ribbon(const lg_window *w, lg_image *image, const lg_ribbon *r, int bottom) {
  const lg_theme *theme = lg_window_theme(w);
  const int wide = ribbon_width(w), high = wide * 18 / 250, size = wide * 13 / 250,
            named = w->frame->count > 1,
            left = RIBBON_LEFT + lg_panes_left(&w->panes, w->frame->count, ribbon_pane(w));
  const int room = (bottom - lg_scale_pixels(w, 100)) / high - named,
            most = room < 3    ? 3
                   : room > 30 ? 30
                               : room,
            rows = r->n < most ? r->n : most;

  /* the marked one in the middle, where that is possible */
  int first = r->at - most / 2, top = bottom - (rows + named) * high;
  first = first > r->n - rows ? r->n - rows : first;
  first = first < 0 ? 0 : first;

  lg_picture_panel(image, left - 8, top - 6, wide + 16, (rows + named) * high + 12, 8,
                   theme->panel);
  if (named) {
    const char *title = w->frame->beside.look[r->world].style.title;
    char text[LG_NAME_MAX + 16];
    if (*title) snprintf(text, sizeof text, "%s", title);
    else snprintf(text, sizeof text, "world %d", r->world + 1);
    lg_picture_text(image, left + 4, top + 1, size, theme->strong, text);
    top += high;
  }

  /* a row a stage: bar, name, share of the time */
  for (int i = 0; i < rows; i++) {
    const int k = first + i, y = top + i * high;
    const double share = r->seconds > 0 ? r->of[k].seconds / r->seconds : 0;
    const uint32_t color = k == r->at ? theme->strong : theme->text;
    char text[LG_NAME_MAX + 16];
    int bar = (int)(share * wide);
    if (bar > 0) lg_picture_panel(image, left, y, bar, high - 2, 2, 0x4080c080U);
    snprintf(text, sizeof text, "%s %s", k == r->at ? ">" : "  ", r->of[k].name);
    lg_picture_text(image, left + 4, y + 1, size, color, text);
    snprintf(text, sizeof text, "%.0f %%", 1e2 * share);
    lg_picture_text(image, left + wide - lg_picture_text_width(image, size, text) - 4, y + 1, size,
                    color, text);
  }
}

/* How a pane is drawn; notes, plots and the banner go to the first. What the window says itself is
   not in a movie. */
static void pane_style(lg_window *w, int i, hud *h, const char *banner, lg_style *style) {
  const lg_sim_frame *f = w->frame;
  lg_sim_status now = lg_sim_now(w->sim);
  *style = f->beside.look[i].style;
  if (!style->theme) style->theme = lg_window_theme(w);
  style->scale = w->place.scale;
  style->legend = style->legend && w->legend;
  style->foot = w->filming ? 0 : foot(w);
  if (!(style->low < style->high)) {
    style->low = f->beside.low[i];
    style->high = f->beside.high[i];
  }

  /* lines above the picture */
  const bool says = !w->filming;
  if (says && w->hud && f->beside.look[i].hud) numbers(h, w, f->shot[i], &now, i == 0);
  if (f->beside.ribbon.n > 0 && i == ribbon_pane(w)) {
    h->lines[h->n++] = f->beside.ribbon.caption;
    style->aside = RIBBON_LEFT + ribbon_width(w);
  }
  if (says && i == 0 && lg_window_now() < w->note_until) h->lines[h->n++] = w->note;
  style->lines = h->lines;
  style->line_count = h->n;
  style->plots = f->beside.plot;
  style->plot_count = i == 0 && w->plots ? f->beside.plots : 0;
  style->banner = i == 0 && f->beside.error[0] ? banner : NULL;
}

bool lg_window_paint(lg_window *w) {
  const lg_sim_frame *f = w->frame;
  hud h[LG_PANES_MAX] = {0};
  lg_style style[LG_PANES_MAX];
  char message[sizeof f->beside.error + 64];

  /* The banner: what is wrong, and what can be done. */
  snprintf(message, sizeof message, "%s\n\n%s", f->beside.error,
           f->beside.stopped ? "save a mended file and it goes on; r: from the start"
                             : "the scene goes on as it was before this edit");
  for (int i = 0; i < f->count; i++) pane_style(w, i, &h[i], message, &style[i]);

  if (!lg_panes_draw(&w->panes, f->count, f->shot, w->camera, style, w->options.threads))
    return false;
  if (f->beside.ribbon.n > 0)
    ribbon(w, &w->panes.whole, &f->beside.ribbon, w->panes.whole.height - foot(w) - 14);
  if (w->filming) lg_film_picture(w);
  if (w->filming) lg_film_sign(w);
  lg_findings_paint(w);
  lg_notes_paint(w);
  lg_past_paint(w);
  if (w->list.open) lg_gallery_paint(w);
  if (w->keys) key_overlay(w, &w->panes.whole);
  return true;
}
