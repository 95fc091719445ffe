/* paint.h - blending on top of a finished picture. */
#ifndef LG_PICTURE_PAINT_H
#define LG_PICTURE_PAINT_H

#include "picture/scratch.h"

/* What channel k (red, green, blue) of a pixel becomes under a colour; cover 0 .. 1 times the
   colour's alpha. */
static inline uint8_t lg_paint_over(uint8_t below, uint32_t rgba, int k, float cover) {
  float a = cover * (float)(rgba & 0xff) / 255, own = (float)(rgba >> (24 - 8 * k) & 0xff);
  return (uint8_t)((float)below + (own - (float)below) * a + 0.5f);
}

/* Puts a colour over a pixel inside the image; cover 0 .. 1 times the colour's alpha. */
static inline void lg_paint_pixel(lg_image *image, int x, int y, uint32_t rgba, float cover) {
  uint8_t *p = image->rgba + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
  for (int k = 0; k < 3; k++) p[k] = lg_paint_over(p[k], rgba, k, cover);
}

/* A line between two points on the picture (x, y, depth): dashes of `on` pixels and gaps of `off`
   (0: unbroken). In a 3-D picture it is hidden where something is more than `slack` (m) nearer. */
typedef struct lg_pen {
  float width, on, off, slack;
  uint32_t rgba;
} lg_pen;
void lg_paint_line(lg_image *image, const float a[3], const float b[3], const lg_pen *pen,
                   bool hide);

/* The head of an arrow at `to`, which is moved back to where the head begins. */
void lg_paint_head(lg_image *image, const float from[3], float to[3], const lg_pen *pen, bool hide);

/* Between two circles of pixels; inner < 0: all of the outer one. */
void lg_paint_ring(lg_image *image, float x, float y, float inner, float outer, uint32_t rgba);
/* From (low[0], low[1]) to (high[0], high[1]), low < high; parts of a pixel count. */
void lg_paint_rectangle(lg_image *image, const float low[2], const float high[2], uint32_t rgba);

#endif
