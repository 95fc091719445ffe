/* mesh.c - 3-D: the background and the colliders' faces, rasterized with a depth buffer. */
#include "picture/frame.h"
#include "picture/look.h"

#include <stddef.h>

typedef struct rows {
  const lg_frame *f;
  int begin, end;
} rows;

static int32_t solid_color(uint32_t paint, float shade) {
  float rgb[3];
  for (int k = 0; k < 3; k++) rgb[k] = lg_channel(paint, k) * shade;
  return lg_pack(rgb);
}

/* A triangle by its edge functions; 1/depth and shade are linear on the picture (nearly, the shade
   of small ones). */
static void triangle(const rows *r, const float a[4], const float b[4], const float c[4],
                     uint32_t paint) {
  const lg_frame *f = r->f;
  lg_scratch *s = f->scratch;
  float area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
  if (!(area < 0)) return;

  /* Pixels of its bounding box, in this band. */
  int y0 = (int)lg_clamp(floorf(lg_min(a[1], lg_min(b[1], c[1]))), (float)r->begin, (float)r->end);
  int y1 = (int)lg_clamp(lg_max(a[1], lg_max(b[1], c[1])), -1, (float)(r->end - 1));
  int x0 = (int)lg_clamp(floorf(lg_min(a[0], lg_min(b[0], c[0]))), 0, (float)f->image->width);
  int x1 = (int)lg_clamp(lg_max(a[0], lg_max(b[0], c[0])), -1, (float)(f->image->width - 1));

  float near_a = 1 / a[2], near_b = 1 / b[2], near_c = 1 / c[2], per = 1 / area;
  for (int y = y0; y <= y1; y++) {
    size_t row = (size_t)y * (size_t)s->stride;
    float py = (float)y + 0.5f;
    for (int x = x0; x <= x1; x++) {
      float px = (float)x + 0.5f;

      /* Barycentric coordinates of the pixel's middle. */
      float u = ((b[0] - px) * (c[1] - py) - (c[0] - px) * (b[1] - py)) * per;
      float v = ((c[0] - px) * (a[1] - py) - (a[0] - px) * (c[1] - py)) * per, w = 1 - u - v;
      /* a hair too large, so that neighbours leave no gaps */
      if (u < -1e-4f || v < -1e-4f || w < -1e-4f) continue;

      float z = 1 / (u * near_a + v * near_b + w * near_c);
      if (!(z < s->depth[row + (size_t)x])) continue;
      s->depth[row + (size_t)x] = z;
      s->owner[row + (size_t)x] = LG_SOLID;
      s->color[row + (size_t)x] =
          solid_color(paint, lg_clamp(u * a[3] + v * b[3] + w * c[3], 0, 1));
    }
  }
}

/* Loops of their own, which the compiler turns into wide stores. */
static void fill_floats(float *row, int n, float x) {
  for (int i = 0; i < n; i++) row[i] = x;
}
static void fill_ints(int32_t *row, int n, int32_t x) {
  for (int i = 0; i < n; i++) row[i] = x;
}

static void clear(const rows *r) {
  lg_scratch *s = r->f->scratch;
  for (int y = r->begin; y < r->end; y++) {
    float sky[3];
    lg_sky(r->f->style, lg_frame_ground(r->f), (float)y / (float)r->f->image->height, sky);

    ptrdiff_t row = (ptrdiff_t)y * s->stride - LG_PAD;
    fill_floats(s->depth + row, s->stride, LG_FAR);
    fill_ints(s->owner + row, s->stride, LG_NOBODY);
    fill_ints(s->color + row, s->stride, lg_pack(sky));
  }
}

/* Narrows low .. high to where a + b s is within min .. max. */
static void within(float a, float b, float min, float max, float *low, float *high) {
  if (b == 0) {
    if (a < min || a > max) *low = LG_FAR;
    return;
  }
  float s0 = (min - a) / b, s1 = (max - a) / b;
  *low = lg_max(*low, lg_min(s0, s1));
  *high = lg_min(*high, lg_max(s0, s1));
}

/* m, of the floor's tiles below water: 1, 2 or 5 times a power of ten, some along each side. */
static float tile_of(const lg_bounds *b) {
  float side = lg_min(b->max[0] - b->min[0], b->max[2] - b->min[2]) / 3,
        ten = powf(10, floorf(log10f(side))), times = side / ten;
  return ten * (times >= 5 ? 5 : times >= 2 ? 2 : 1);
}

/* Tiles show how water bends what lies behind it, and how far away it is. from, per: x and z above
   the corner of the floor, in tiles, linear along the row. */
static void tile_row(int32_t *row, int first, int n, const float from[2], const float per[2],
                     const int32_t color[2]) {
  for (int x = first; x < first + n; x++) {
    int i = (int)(from[0] + per[0] * (float)x), j = (int)(from[1] + per[1] * (float)x);
    row[x] = color[(i + j) & 1];
  }
}

/* The floor of the bounds, seen from above. The camera does not roll, so a row of pixels sees it at
   one depth. */
static void floor_row(const lg_frame *f, int y) {
  const lg_bounds *b = &f->shot->bounds;
  const lg_lens *l = &f->lens;
  lg_scratch *s = f->scratch;
  /* of the ray, per m of depth */
  float up = (l->cy - (float)y - 0.5f) / l->scale, down = l->axis[2][1] + up * l->axis[1][1];

  /* Depth where the ray meets the floor. */
  float z = (b->min[1] - l->origin[1]) / down, low = 0, high = (float)f->image->width, from[2],
        per[2];
  if (!(down < 0) || !(z > l->near)) return;

  for (int i = 0, k = 0; i < 2; i++, k += 2) { /* x and z on the floor, linear along the row */
    per[i] = z * l->axis[0][k] / l->scale;
    from[i] = l->origin[k] + z * (l->axis[2][k] + up * l->axis[1][k]) + (0.5f - l->cx) * per[i];
    within(from[i], per[i], b->min[k], b->max[k], &low, &high);
  }

  size_t row = (size_t)y * (size_t)s->stride;
  int first = (int)lg_min(low + 0.999f, LG_LARGEST_SIDE),
      n = lg_clampi((int)lg_max(high, -1) + 1, 0, f->image->width) - first;
  fill_floats(s->depth + row + first, n, z);
  fill_ints(s->owner + row + first, n, LG_SOLID);

  float rgb[3];
  lg_floor_color(f->style, lg_frame_ground(f), rgb);
  int32_t color[2] = {lg_pack(rgb)};
  float tile = tile_of(b);
  bool tiled = lg_frame_is_sea(f) && tile * l->scale > 3 * z; /* at least so many pixels */
  if (!tiled) fill_ints(s->color + row + first, n, color[0]);
  if (!tiled) return;
  for (int k = 0; k < 3; k++) rgb[k] *= 0.87f;
  color[1] = lg_pack(rgb);
  for (int i = 0; i < 2; i++) {
    from[i] = (from[i] - b->min[2 * i]) / tile;
    per[i] /= tile;
  }
  tile_row(s->color + row, first, n, from, per, color);
}

void LG_PER_ISA(lg_mesh_band)(void *frame, int band) {
  const lg_frame *f = frame;
  rows r = {f, lg_band_begin(band), lg_band_end(f, band)};
  const lg_bands *b = &f->scratch->faces;

  clear(&r);

  /* Depth and colour: background, floor, faces (a quadrilateral is two triangles). */
  bool floor = f->style->bounds && f->shot->edge[1][0] == LG_EDGE_WALL;
  for (int y = r.begin; floor && y < r.end; y++) floor_row(f, y);

  for (size_t i = f->faces ? b->first[band] : 0; f->faces && i < b->first[band + 1]; i++) {
    const float(*c)[4] = (const float(*)[4])(f->scratch->corner + 4 * (size_t)b->item[i]);
    uint32_t paint = f->scratch->paint[b->item[i]];
    triangle(&r, c[0], c[1], c[2], paint);
    triangle(&r, c[0], c[2], c[3], paint);
  }
}
