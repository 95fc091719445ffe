/* panes.c - a split view: each pane is a picture of its own, copied into its part. */
#include "viewer/panes.h"

#include <string.h>

#define GAP  2    /* pixels between two panes */
#define LINE 2.0f /* pixels, the width of a wipe's */

/* ---- where they lie ------------------------------------------------------------------------- */

bool lg_panes_wipes(const lg_panes *p, int count) { return p->wipe > 0 && count > 1; }

/* Worlds that are in the picture. */
static int shown(const lg_panes *p, int count) { return lg_panes_wipes(p, count) ? 2 : count; }

int lg_panes_width(const lg_panes *p, int count) {
  const int width = p->whole.width;
  if (count < 2 || lg_panes_wipes(p, count)) return width;
  int w = (width - GAP * (count - 1)) / count;
  return w > 0 ? w : 1;
}

int lg_panes_left(const lg_panes *p, int count, int pane) {
  return lg_panes_wipes(p, count) ? 0 : pane * (lg_panes_width(p, count) + GAP);
}

int lg_panes_at(const lg_panes *p, int count, int x) {
  if (lg_panes_wipes(p, count)) return x >= lg_panes_line(p);
  int pane = x / (lg_panes_width(p, count) + GAP);
  return pane < 0 ? 0 : pane < count ? pane : count - 1;
}

int lg_panes_camera(const lg_panes *p, int count, int pane) {
  return lg_panes_wipes(p, count) ? 0 : pane;
}

int lg_panes_line(const lg_panes *p) {
  const int x = (int)(p->wipe * (float)p->whole.width + 0.5f);
  return x < 1 ? 1 : x < p->whole.width ? x : p->whole.width;
}

/* ---- their pictures ------------------------------------------------------------------------- */

/* `count` columns from `from` on of a part, to where they lie in the whole. */
static void copy(lg_image *out, const lg_image *part, int from, int count, int to) {
  for (int y = 0; y < part->height; y++)
    memcpy(out->rgba + 4 * ((size_t)y * (size_t)out->width + (size_t)to),
           part->rgba + 4 * ((size_t)y * (size_t)part->width + (size_t)from), 4 * (size_t)count);
}

bool lg_panes_init(lg_panes *p, int width, int height) {
  *p = (lg_panes){0};
  return lg_image_init(&p->whole, width, height);
}

bool lg_panes_resize(lg_panes *p, int width, int height) {
  const float wipe = p->wipe;
  lg_panes_free(p);
  p->wipe = wipe;
  return lg_image_init(&p->whole, width, height);
}

void lg_panes_free(lg_panes *p) {
  lg_image_free(&p->whole);
  lg_image_free(&p->part);
  *p = (lg_panes){0};
}

static bool fit_part(lg_panes *p, int width, int height) {
  if (p->part.rgba && p->part.width == width && p->part.height == height) return true;
  lg_image_free(&p->part);
  p->part = (lg_image){0};
  return lg_image_init(&p->part, width, height);
}

/* What lies over both halves is drawn into both alike, so that the line cuts through none of it. */
static void cover_both(lg_style style[2]) {
  style[1].lines = style[0].lines;
  style[1].line_count = style[0].line_count;
  style[1].plots = style[0].plots;
  style[1].plot_count = style[0].plot_count;
  style[1].banner = style[0].banner;
  style[1].aside = style[0].aside;
  style[1].foot = style[0].foot;
}

/* The first world's picture, the second one's over it from the line on, and the line. */
static bool draw_wipe(lg_panes *p, lg_shot *const *shots, const lg_camera *camera,
                      const lg_style *styles, int threads) {
  lg_image *out = &p->whole;
  lg_style style[2] = {styles[0], styles[1]};
  const int line = lg_panes_line(p);
  const lg_theme *theme = style[0].theme ? style[0].theme : &lg_theme_dark;
  if (!fit_part(p, out->width, out->height)) return false;

  cover_both(style);
  style[0].title_ends = style[1].title_begins = line;
  lg_picture_draw(out, shots[0], camera, &style[0], threads);
  lg_picture_draw(&p->part, shots[1], camera, &style[1], threads);
  copy(out, &p->part, line, out->width - line, line);
  lg_picture_line(out, (float)line, 0, (float)line, (float)out->height, LINE, theme->strong);
  return true;
}

bool lg_panes_draw(lg_panes *p, int count, lg_shot *const *shots, const lg_camera *cameras,
                   lg_style *styles, int threads) {
  lg_image *out = &p->whole;
  const bool legend = styles[0].legend;
  lg_style_share(styles, shots, shown(p, count));
  if (lg_panes_wipes(p, count)) {
    styles[0].legend = legend; /* on whichever side of the line it comes to lie */
    return draw_wipe(p, shots, cameras, styles, threads);
  }
  if (count == 1) {
    lg_picture_draw(out, shots[0], &cameras[0], &styles[0], threads);
    return true;
  }

  /* Side by side: each is drawn by itself and copied into its place. */
  if (!fit_part(p, lg_panes_width(p, count), out->height)) return false;
  /* what stays is the gap: grey */
  memset(out->rgba, 0x80, 4 * (size_t)out->width * (size_t)out->height);
  for (int i = 0; i < count; i++) {
    lg_picture_draw(&p->part, shots[i], &cameras[i], &styles[i], threads);
    copy(out, &p->part, 0, p->part.width, lg_panes_left(p, count, i));
  }
  return true;
}
