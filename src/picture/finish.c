/* finish.c - 3-D: shadows in the gaps between near and far (eye-dome lighting), smooth edges, and the result into the image. */
#include "picture/frame.h"
#include "picture/lanes.h"

#define DOME 0.65f      /* strength of the shadows */
#define EDGE 1.5f       /* of a sphere's diameter: a step of depth that is an edge */
#define CONTRAST 10.0f  /* of luma, 0 .. 255: edges fainter than this stay as they are */

typedef struct rows { const int32_t *color[3]; const float *depth[3]; int width; float per_step; } rows;

static float luma(int32_t c) {
  return 0.299f * (float)(c & 0xff) + 0.587f * (float)(c >> 8 & 0xff) + 0.114f * (float)(c >> 16 & 0xff);
}

/* How bright the pixels stay where their neighbours stand out in front of them (C. Boucheny's eye-dome lighting, 2009), and
   the largest step of depth next to them, in diameters of a sphere. */
static lg_f4 dome(const rows *r, int x, lg_f4 *step) {
  lg_f4 z = lg_f4_load(r->depth[1] + x), sum = {0, 0, 0, 0}, most = sum;
  const lg_f4 around[4] = {lg_f4_load(r->depth[0] + x), lg_f4_load(r->depth[2] + x), lg_f4_load(r->depth[1] + x - 1),
                           lg_f4_load(r->depth[1] + x + 1)};
  for (int k = 0; k < 4; k++) {
    lg_f4 d = (z - around[k]) * r->per_step;
    sum += lg_f4_clamp(d, 0, 1);
    most = lg_f4_max(most, lg_f4_abs(d));
  }
  *step = most;
  return 1 - lg_f4_keep(z < LG_FAR, sum * (0.25f * DOME));
}

/* Colour between pixels; (dx, dy) from the middle of pixel x, at most 1 each way. */
static void sample(const rows *r, int x, float dx, float dy, float out[3]) {
  int sx = dx < 0 ? -1 : 1, sy = dy < 0 ? -1 : 1, side = lg_clampi(x + sx, 0, r->width - 1);
  float fx = fabsf(dx), fy = fabsf(dy);
  const int32_t c[4] = {r->color[1][x], r->color[1][side], r->color[1 + sy][x], r->color[1 + sy][side]};
  const float part[4] = {(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy};
  for (int k = 0; k < 3; k++) {
    out[k] = 0;
    for (int i = 0; i < 4; i++) out[k] += part[i] * (float)(c[i] >> (8 * k) & 0xff);
  }
}

/* Mixes along the edge through the pixel, which runs across the gradient of luma (after T. Lottes' FXAA, 2009). */
static void smooth(const rows *r, int x, float bright, uint8_t *rgba) {
  int left = x > 0 ? x - 1 : x, right = x + 1 < r->width ? x + 1 : x;
  float nw = luma(r->color[0][left]), ne = luma(r->color[0][right]), sw = luma(r->color[2][left]), se = luma(r->color[2][right]);
  float n = luma(r->color[0][x]), s = luma(r->color[2][x]), w = luma(r->color[1][left]), e = luma(r->color[1][right]);
  float gx = ne + 2 * e + se - nw - 2 * w - sw, gy = sw + 2 * s + se - nw - 2 * n - ne, length = sqrtf(gx * gx + gy * gy);
  if (length < 4 * CONTRAST) return;
  float dx = -gy / length, dy = gx / length, a[3], b[3];
  sample(r, x, dx, dy, a);
  sample(r, x, -dx, -dy, b);
  int32_t c = r->color[1][x];
  for (int k = 0; k < 3; k++) rgba[k] = (uint8_t)(bright * (0.34f * (float)(c >> (8 * k) & 0xff) + 0.33f * (a[k] + b[k])) + 0.5f);
}

static void finish_row(const rows *r, uint8_t *rgba) {
  for (int x = 0; x < r->width; x += LG_LANES4) {
    lg_f4 step, bright = dome(r, x, &step);
    lg_i4 c = lg_i4_load(r->color[1] + x), out = lg_i4_of(lg_f4_of(c & 255) * bright + 0.5f) | LG_OPAQUE;
    out |= lg_i4_of(lg_f4_of(c >> 8 & 255) * bright + 0.5f) << 8 | lg_i4_of(lg_f4_of(c >> 16 & 255) * bright + 0.5f) << 16;
    int n = r->width - x < LG_LANES4 ? r->width - x : LG_LANES4;
    memcpy(rgba + 4 * x, &out, 4 * (size_t)n); /* little-endian: red is the first byte */
    lg_i4 edge = step > EDGE;
    for (int k = 0; lg_i4_any(edge) && k < n; k++)
      if (edge[k]) smooth(r, x + k, bright[k], rgba + 4 * (x + k));
  }
}

void lg_finish_band(void *frame, int band) {
  const lg_frame *f = frame;
  lg_scratch *s = f->scratch;
  int last = f->image->height - 1, width = f->image->width;
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    rows r = {.width = width, .per_step = 0.5f / f->radius};
    for (int k = 0; k < 3; k++) {
      size_t row = (size_t)lg_clampi(y + k - 1, 0, last) * (size_t)s->stride;
      r.color[k] = s->color + row;
      r.depth[k] = s->depth + row;
    }
    finish_row(&r, lg_rgba_row(f, y));
    memcpy(f->image->depth + (size_t)y * (size_t)width, r.depth[1], (size_t)width * sizeof(float));
  }
}
