/* panes.c - a split view: each pane is a picture of its own, copied into its part. */
#include "viewer/panes.h"

#include <string.h>

#define GAP 2 /* pixels between two panes */

int lg_panes_width(int count, int width) {
  int w = count > 1 ? (width - GAP * (count - 1)) / count : width;
  return w > 0 ? w : 1;
}

int lg_panes_left(int count, int width, int pane) {
  return pane * (lg_panes_width(count, width) + GAP);
}

int lg_panes_at(int count, int width, int x) {
  int pane = x / (lg_panes_width(count, width) + GAP);
  return pane < 0 ? 0 : pane < count ? pane : count - 1;
}

static void copy(lg_image *out, const lg_image *part, int left) {
  for (int y = 0; y < part->height; y++)
    memcpy(out->rgba + 4 * ((size_t)y * (size_t)out->width + (size_t)left),
           part->rgba + 4 * (size_t)y * (size_t)part->width, 4 * (size_t)part->width);
}

bool lg_panes_init(lg_panes *p, int width, int height) {
  *p = (lg_panes){0};
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

bool lg_panes_draw(lg_panes *p, int count, lg_shot *const *shots, const lg_camera *cameras,
                   lg_style *styles, int threads) {
  lg_image *out = &p->whole;
  lg_style_share(styles, shots, count);
  if (count == 1) {
    lg_picture_draw(out, shots[0], &cameras[0], &styles[0], threads);
    return true;
  }

  /* Side by side: each is drawn by itself and copied into its place. */
  if (!fit_part(p, lg_panes_width(count, out->width), out->height)) return false;
  /* what stays is the gap: grey */
  memset(out->rgba, 0x80, 4 * (size_t)out->width * (size_t)out->height);
  for (int i = 0; i < count; i++) {
    lg_picture_draw(&p->part, shots[i], &cameras[i], &styles[i], threads);
    copy(out, &p->part, lg_panes_left(count, out->width, i));
  }
  return true;
}
