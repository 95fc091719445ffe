/* fill.c - 2-D: fills the colliders and draws their outlines, row by row.

   Coverage by signed areas: each edge adds, for every pixel to its right, the height it spans in
   that row, and for the pixels that it crosses the exact part; a running sum along the row is then
   the covered area (as font rasterizers do). */
#include "picture/frame.h"
#include "picture/look.h"

#define HALF_LINE 0.9f /* pixels, of the outline */

/* The piece of an edge inside one row: from (x0, y0) to (x1, y1), with x in 0 .. width. acc holds
   differences. */
static void add_piece(float *acc, float x0, float x1, float dy) {
  if (x0 > x1) {
    float swap = x0;
    x0 = x1;
    x1 = swap;
  }

  int first = (int)x0, last = (int)x1;
  if (first == last) {
    /* mean part of the pixel to the right of the edge */
    float right = (float)(first + 1) - 0.5f * (x0 + x1);
    acc[first] += dy * right;
    acc[first + 1] += dy * (1 - right);
    return;
  }

  /* Over several pixels: a trapezoid in each. */
  float per_x = dy / (x1 - x0), before = 0; /* area so far, pixel after pixel */
  for (int i = first; i <= last; i++) {
    float from = lg_max(x0, (float)i), to = lg_min(x1, (float)(i + 1)), h = (to - from) * per_x;
    float area = h * ((float)(i + 1) - 0.5f * (from + to));
    acc[i] += area + before;
    before = h - area;
  }
  acc[last + 1] += before;
}

/* Cuts the piece at the picture's left and right borders; what is beyond them counts as on them. */
static void add_clipped(float *acc, float x0, float x1, float dy, float width) {
  for (int side = 0; side < 2; side++) {
    float border = side ? width : 0;
    if ((x0 < border) == (x1 < border) || x0 == border || x1 == border) continue;
    float t = (border - x0) / (x1 - x0);
    add_clipped(acc, x0, border, dy * t, width);
    add_clipped(acc, border, x1, dy * (1 - t), width);
    return;
  }
  add_piece(acc, lg_clamp(x0, 0, width), lg_clamp(x1, 0, width), dy);
}

static void add_edge(float *acc, const float a[4], const float b[4], int y, float width) {
  float low = lg_min(a[1], b[1]), high = lg_max(a[1], b[1]);
  float y0 = lg_max(low, (float)y), y1 = lg_min(high, (float)(y + 1));
  if (!(y0 < y1)) return;
  float slope = (b[0] - a[0]) / (b[1] - a[1]);
  float x0 = a[0] + (y0 - a[1]) * slope, x1 = a[0] + (y1 - a[1]) * slope;
  add_clipped(acc, x0, x1, a[1] < b[1] ? y1 - y0 : y0 - y1, width);
}

/* line[x] = the larger of itself and how much of the pixel the outline covers. */
static void add_line(float *line, const float a[4], const float b[4], int y, int width) {
  float py = (float)y + 0.5f, reach = HALF_LINE + 0.5f, dx = b[0] - a[0], dy = b[1] - a[1],
        length2 = dx * dx + dy * dy;
  if (py < lg_min(a[1], b[1]) - reach || py > lg_max(a[1], b[1]) + reach) return;

  int first = (int)lg_clamp(lg_min(a[0], b[0]) - reach, 0, (float)width);
  int last = (int)lg_clamp(lg_max(a[0], b[0]) + reach, -1, (float)(width - 1));

  /* Distance from the pixel's middle to the segment. */
  for (int x = first; x <= last; x++) {
    float qx = (float)x + 0.5f - a[0], qy = py - a[1];
    float t = length2 > 0 ? lg_clamp((qx * dx + qy * dy) / length2, 0, 1) : 0;
    float d = sqrtf((qx - t * dx) * (qx - t * dx) + (qy - t * dy) * (qy - t * dy));
    line[x] = lg_max(line[x], lg_clamp(reach - d, 0, 1));
  }
}

/* The outline is as much brighter. */
#define BRIGHTER 0.55f

static void show_row(uint8_t *out, const float *acc, const float *line, int width, uint32_t paint) {
  float sum = 0;
  for (int x = 0; x < width; x++, out += 4) {
    sum += acc[x];

    /* The running sum is the covered area, whichever way the outline turns. */
    float fill = 0.92f * lg_min(fabsf(sum), 1), edge = line[x];
    if (fill < 1e-4f && edge <= 0) continue;
    for (int k = 0; k < 3; k++) {
      float own = lg_channel(paint, k), c = lg_mix((float)out[k], own, fill);
      out[k] = (uint8_t)(lg_mix(c, lg_mix(own, 255, BRIGHTER), edge) + 0.5f);
    }
  }
}

void lg_fill_band(void *frame, int band) {
  const lg_frame *f = frame;
  const lg_bands *b = &f->scratch->faces;
  if (!f->faces || b->first[band] == b->first[band + 1]) return;

  float acc[LG_LARGEST_SIDE + 2], line[LG_LARGEST_SIDE];
  int width = f->image->width;
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    /* Signed areas and distances of every edge in this row, of all solids of one colour at once. */
    for (size_t i = b->first[band], end = b->first[band + 1]; i < end;) {
      memset(acc, 0, (size_t)(width + 2) * sizeof *acc);
      memset(line, 0, (size_t)width * sizeof *line);
      uint32_t paint = f->scratch->paint[b->item[i]];

      for (; i < end && f->scratch->paint[b->item[i]] == paint; i++) {
        const float(*c)[4] = (const float(*)[4])(f->scratch->corner + 2 * (size_t)b->item[i]);
        add_edge(acc, c[0], c[1], y, (float)width);
        add_line(line, c[0], c[1], y, width);
      }
      show_row(lg_rgba_row(f, y), acc, line, width, paint);
    }
  }
}
