/* paint.c - lines, discs and panels on top of a finished picture. */
#include "picture/paint.h"

typedef struct stroke {
  lg_image *image;
  const lg_pen *pen;
  bool hide, steep;     /* steep: y is the axis that is walked */
  float u0, v0, u1, v1; /* ends: along and across the walked axis */
  float near0, near1;   /* 1 / depth at the ends */
  float tx, ty, length; /* direction in (u, v), pixels */
} stroke;

static bool in_gap(const lg_pen *pen, float s) {
  return pen->off > 0 && fmodf(s, pen->on + pen->off) > pen->on;
}

static void dab(const stroke *s, int u, int v) {
  float du = (float)u + 0.5f - s->u0, dv = (float)v + 0.5f - s->v0;
  float along = du * s->tx + dv * s->ty, across = fabsf(dv * s->tx - du * s->ty);

  /* Anti-aliasing: coverage across the line and at its ends. */
  float cover = lg_clamp(0.5f * s->pen->width + 0.5f - across, 0, 1);
  cover *= lg_clamp(along + 0.5f, 0, 1) * lg_clamp(s->length - along + 0.5f, 0, 1);
  if (!(cover > 0) || in_gap(s->pen, along)) return;

  int x = s->steep ? v : u, y = s->steep ? u : v;

  if (s->hide) {
    /* 1/z is linear on the picture */
    float nearness = lg_mix(s->near0, s->near1, lg_clamp(along / s->length, 0, 1));
    float z = s->image->scratch->depth[(size_t)y * (size_t)s->image->scratch->stride + (size_t)x];
    if (1 / nearness > z + s->pen->slack) return;
  }
  /* thinner than a pixel: fainter */
  lg_paint_pixel(s->image, x, y, s->pen->rgba, lg_min(cover, s->pen->width));
}

static void walk(const stroke *s) {
  int us = s->steep ? s->image->height : s->image->width,
      vs = s->steep ? s->image->width : s->image->height;

  float slope = s->ty / s->tx, reach = (0.5f * s->pen->width + 0.5f) / s->tx;
  int first = (int)lg_clamp(s->u0 - 1, 0, (float)us),
      last = (int)lg_clamp(s->u1 + 1, -1, (float)(us - 1));

  /* At each step along the longer axis, the pixels that the width covers. */
  for (int u = first; u <= last; u++) {
    float v = s->v0 + ((float)u + 0.5f - s->u0) * slope;
    int low = (int)lg_clamp(v - reach, 0, (float)vs),
        high = (int)lg_clamp(v + reach, -1, (float)(vs - 1));
    for (int w = low; w <= high; w++) dab(s, u, w);
  }
}

void lg_paint_line(lg_image *image, const float a[3], const float b[3], const lg_pen *pen,
                   bool hide) {
  float dx = b[0] - a[0], dy = b[1] - a[1], length = sqrtf(dx * dx + dy * dy);
  if (!(length > 1e-3f) || !isfinite(length)) return;

  /* Walks the longer axis upwards. */
  bool steep = fabsf(dy) > fabsf(dx);
  if ((steep ? dy : dx) < 0) {
    const float *swap = a;
    a = b;
    b = swap;
  }

  stroke s = {.image = image, .pen = pen, .hide = hide, .steep = steep, .length = length};

  s.u0 = a[steep];
  s.v0 = a[!steep];
  s.u1 = b[steep];
  s.v1 = b[!steep];
  s.tx = (s.u1 - s.u0) / length;
  s.ty = (s.v1 - s.v0) / length;
  s.near0 = hide ? 1 / a[2] : 0;
  s.near1 = hide ? 1 / b[2] : 0;

  walk(&s);
}

void lg_picture_line(lg_image *image, float x0, float y0, float x1, float y1, float width,
                     uint32_t rgba) {
  lg_pen pen = {.width = width, .rgba = rgba};
  lg_paint_line(image, (float[3]){x0, y0, 0}, (float[3]){x1, y1, 0}, &pen, false);
}

/* Pixels of the image between low and high, both included, and a pixel around. */
typedef struct window {
  int x0, y0, x1, y1;
} window;
static window window_of(const lg_image *image, float x0, float y0, float x1, float y1) {
  return (window){.x0 = (int)lg_clamp(x0 - 1, 0, (float)image->width),
                  .y0 = (int)lg_clamp(y0 - 1, 0, (float)image->height),
                  .x1 = (int)lg_clamp(x1 + 1, -1, (float)(image->width - 1)),
                  .y1 = (int)lg_clamp(y1 + 1, -1, (float)(image->height - 1))};
}

void lg_paint_ring(lg_image *image, float x, float y, float inner, float outer, uint32_t rgba) {
  if (!(isfinite(x) && isfinite(y) && outer > 0)) return;
  window at = window_of(image, x - outer, y - outer, x + outer, y + outer);

  /* Coverage by the distance of the pixel's middle from the rims. */
  for (int py = at.y0; py <= at.y1; py++)
    for (int px = at.x0; px <= at.x1; px++) {
      float dx = (float)px + 0.5f - x, dy = (float)py + 0.5f - y, d = sqrtf(dx * dx + dy * dy);
      float cover = lg_clamp(outer + 0.5f - d, 0, 1) - lg_clamp(inner + 0.5f - d, 0, 1);
      if (cover > 0) lg_paint_pixel(image, px, py, rgba, cover);
    }
}

void lg_picture_disc(lg_image *image, float x, float y, float radius, uint32_t rgba) {
  if (radius > 0) lg_paint_ring(image, x, y, -1, radius, rgba);
}

void lg_paint_rectangle(lg_image *image, const float low[2], const float high[2], uint32_t rgba) {
  window at = window_of(image, low[0], low[1], high[0], high[1]);
  for (int py = at.y0; py <= at.y1; py++)
    for (int px = at.x0; px <= at.x1; px++) {
      float x = (float)px, y = (float)py;
      float wide = lg_min(x + 1, high[0]) - lg_max(x, low[0]),
            tall = lg_min(y + 1, high[1]) - lg_max(y, low[1]);
      if (wide > 0 && tall > 0) lg_paint_pixel(image, px, py, rgba, wide * tall);
    }
}

/* Distances from the sides of a triangle, > 0 inside: the smallest of them. */
static float inside_by(const float corner[3][2], float turn, float x, float y) {
  float least = LG_FAR;
  for (int i = 0; i < 3; i++) {
    const float *a = corner[i], *b = corner[(i + 1) % 3];
    float dx = b[0] - a[0], dy = b[1] - a[1];
    float side = (dx * (y - a[1]) - dy * (x - a[0])) / sqrtf(dx * dx + dy * dy);
    least = lg_min(least, turn * side);
  }
  return least;
}

/* A filled triangle, corners (x, y); hidden where the picture has something nearer than depth (m;
   0: nowhere). */
static void fill_triangle(lg_image *image, const float corner[3][2], float depth, uint32_t rgba) {
  const float *a = corner[0], *b = corner[1], *c = corner[2];
  float twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  if (!(fabsf(twice) > 1e-3f) || !isfinite(twice)) return;
  window at = window_of(image, lg_min(a[0], lg_min(b[0], c[0])), lg_min(a[1], lg_min(b[1], c[1])),
                        lg_max(a[0], lg_max(b[0], c[0])), lg_max(a[1], lg_max(b[1], c[1])));

  for (int py = at.y0; py <= at.y1; py++)
    for (int px = at.x0; px <= at.x1; px++) {
      float in = inside_by(corner, twice > 0 ? 1 : -1, (float)px + 0.5f, (float)py + 0.5f);
      float cover = lg_clamp(in + 0.5f, 0, 1);
      const lg_scratch *s = image->scratch;
      bool hidden = depth > 0 && depth > s->depth[(size_t)py * (size_t)s->stride + (size_t)px];
      if (cover > 0 && !hidden) lg_paint_pixel(image, px, py, rgba, cover);
    }
}

void lg_paint_head(lg_image *image, const float from[3], float to[3], const lg_pen *pen,
                   bool hide) {
  float dx = to[0] - from[0], dy = to[1] - from[1], length = sqrtf(dx * dx + dy * dy);
  if (!(length > 1e-3f) || !isfinite(length)) return;

  float pixel = lg_max(1, (float)image->height / 600);
  float back = lg_min(length, 4 * pen->width + 5 * pixel), half = 0.42f * back;
  dx /= length;
  dy /= length;
  float x = to[0] - back * dx, y = to[1] - back * dy;
  const float corner[3][2] = {
      {to[0], to[1]}, {x - half * dy, y + half * dx}, {x + half * dy, y - half * dx}};
  fill_triangle(image, corner, hide ? to[2] - pen->slack : 0, pen->rgba);

  /* 1/z is linear on the picture */
  if (hide) to[2] = 1 / lg_mix(1 / to[2], 1 / from[2], back / length);
  to[0] = x;
  to[1] = y;
}

void lg_picture_panel(lg_image *image, int x, int y, int width, int height, int corner,
                      uint32_t rgba) {
  float r = (float)corner, cx = (float)x + 0.5f * (float)width,
        cy = (float)y + 0.5f * (float)height;

  /* Nearly all of its pixels are covered whole: what becomes of each value of a channel. */
  uint8_t over[3][256];
  for (int k = 0; k < 3; k++)
    for (int below = 0; below < 256; below++)
      over[k][below] = lg_paint_over((uint8_t)below, rgba, k, 1);

  for (int py = lg_clampi(y, 0, image->height); py < lg_clampi(y + height, 0, image->height); py++)
    for (int px = lg_clampi(x, 0, image->width); px < lg_clampi(x + width, 0, image->width); px++) {
      /* distance to the inner rectangle, whose corners are the centres of the round ones */
      float dx = fabsf((float)px + 0.5f - cx) - 0.5f * (float)width + r,
            dy = fabsf((float)py + 0.5f - cy) - 0.5f * (float)height + r;
      float out = dx > 0 && dy > 0 ? sqrtf(dx * dx + dy * dy) : lg_max(dx, dy);

      float cover = lg_clamp(r + 0.5f - out, 0, 1);
      uint8_t *p = image->rgba + 4 * ((size_t)py * (size_t)image->width + (size_t)px);
      if (cover == 1)
        for (int k = 0; k < 3; k++) p[k] = over[k][p[k]];
      else if (cover > 0) lg_paint_pixel(image, px, py, rgba, cover);
    }
}
