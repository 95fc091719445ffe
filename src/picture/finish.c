/* finish.c - 3-D: shadows in the gaps between near and far (eye-dome lighting), smooth edges, and
   the result into the image. */
#include "picture/frame.h"
#include "picture/lanes.h"

#define DOME     0.65f /* strength of the shadows */
#define SEA_DOME 0.12f /* beside water, which has light of its own */
#define EDGE     1.5f  /* of a sphere's diameter: a step of depth that is an edge */
#define CONTRAST 10.0f /* of luma, 0 .. 255: edges fainter than this stay as they are */

typedef struct rows {
  const int32_t *color[3];
  const float *depth[3];
  int width;
  float per_step, dome;
} rows;

static float luma(int32_t c) {
  return 0.299f * (float)(c & 0xff) + 0.587f * (float)(c >> 8 & 0xff) +
         0.114f * (float)(c >> 16 & 0xff);
}

/* How bright the pixels stay where their neighbours stand out in front of them (C. Boucheny's
   eye-dome lighting, 2009), and the largest step of depth next to them, in diameters of a
   sphere. */
static lg_vf dome(const rows *r, int x, lg_vf *step) {
  lg_vf z = lg_vf_load(r->depth[1] + x), sum = {0}, most = sum;

  const lg_vf around[4] = {lg_vf_load(r->depth[0] + x), lg_vf_load(r->depth[2] + x),
                           lg_vf_load(r->depth[1] + x - 1), lg_vf_load(r->depth[1] + x + 1)};

  /* How far each neighbour stands in front, in diameters. */
  for (int k = 0; k < 4; k++) {
    lg_vf d = (z - around[k]) * r->per_step;
    sum += lg_vf_clamp(d, 0, 1);
    most = lg_vf_max(most, lg_vf_abs(d));
  }
  *step = most;
  return 1 - lg_vf_keep(z < LG_FAR, sum * (0.25f * r->dome));
}

/* Colour between pixels; (dx, dy) from the middle of pixel x, at most 1 each way. */
static void sample(const rows *r, int x, float dx, float dy, float out[3]) {
  int sx = dx < 0 ? -1 : 1, sy = dy < 0 ? -1 : 1, side = lg_clampi(x + sx, 0, r->width - 1);
  float fx = fabsf(dx), fy = fabsf(dy);

  /* Bilinear weights of the four nearest pixels. */
  const int32_t c[4] = {r->color[1][x], r->color[1][side], r->color[1 + sy][x],
                        r->color[1 + sy][side]};
  const float part[4] = {(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy};
  for (int k = 0; k < 3; k++) {
    out[k] = 0;
    for (int i = 0; i < 4; i++) out[k] += part[i] * (float)(c[i] >> (8 * k) & 0xff);
  }
}

/* Mixes along the edge through the pixel, which runs across the gradient of luma (after T. Lottes'
   FXAA, 2009). */
static void smooth(const rows *r, int x, float bright, uint8_t *rgba) {
  int left = x > 0 ? x - 1 : x, right = x + 1 < r->width ? x + 1 : x;

  /* Gradient of luma, by Sobel's weights. */
  float nw = luma(r->color[0][left]), ne = luma(r->color[0][right]), sw = luma(r->color[2][left]),
        se = luma(r->color[2][right]);
  float n = luma(r->color[0][x]), s = luma(r->color[2][x]), w = luma(r->color[1][left]),
        e = luma(r->color[1][right]);
  float gx = ne + 2 * e + se - nw - 2 * w - sw, gy = sw + 2 * s + se - nw - 2 * n - ne,
        length = sqrtf(gx * gx + gy * gy);
  if (length < 4 * CONTRAST) return;

  /* Mean of the pixel and of two samples along the edge. */
  float dx = -gy / length, dy = gx / length, a[3], b[3];
  sample(r, x, dx, dy, a);
  sample(r, x, -dx, -dy, b);
  int32_t c = r->color[1][x];
  for (int k = 0; k < 3; k++)
    rgba[k] =
        (uint8_t)(bright * (0.34f * (float)(c >> (8 * k) & 0xff) + 0.33f * (a[k] + b[k])) + 0.5f);
}

static void finish_columns(const rows *r, int from, int to, uint8_t *rgba) {
  for (int x = from; x < to; x += LG_PIXELS) {
    lg_vf step, bright = dome(r, x, &step);
    lg_vi c = lg_vi_load(r->color[1] + x),
          out = lg_vi_of(lg_vf_of(c & 255) * bright + 0.5f) | LG_OPAQUE;
    out |= lg_vi_of(lg_vf_of(c >> 8 & 255) * bright + 0.5f) << 8 |
           lg_vi_of(lg_vf_of(c >> 16 & 255) * bright + 0.5f) << 16;

    lg_vi_pixels(rgba + 4 * x, out, to - x);

    /* Anti-aliasing, where depth steps from one sphere to another. */
    lg_vi edge = step > EDGE;
    if (!lg_vi_any(edge)) continue;
    for (int k = 0; k < LG_PIXELS && x + k < to; k++)
      if (edge[k]) smooth(r, x + k, bright[k], rgba + 4 * (x + k));
  }
}

/* The background is as mesh.c left it. */
static void copy_columns(const int32_t *color, int from, int to, uint8_t *rgba) {
  for (int x = from; x < to; x++) {
    int32_t out = color[x] | LG_OPAQUE;
    memcpy(rgba + 4 * x, &out, sizeof out);
  }
}

void LG_PER_ISA(lg_finish_band)(void *frame, int band) {
  const lg_frame *f = frame;
  lg_scratch *s = f->scratch;
  int last = f->image->height - 1, width = f->image->width;
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    rows r = {.width = width, .per_step = 0.5f / f->radius};
    r.dome = f->style->as == LG_AS_WATER ? SEA_DOME : DOME;
    lg_reach e = {width, 0}; /* of this row and its neighbours */

    /* The row between its neighbours, and where any of the three shows anything. */
    for (int k = 0; k < 3; k++) {
      int near = lg_clampi(y + k - 1, 0, last);
      size_t row = (size_t)near * (size_t)s->stride;
      r.color[k] = s->color + row;
      r.depth[k] = s->depth + row;
      if (s->extent[near].from >= s->extent[near].to) continue;
      e.from = lg_clampi(s->extent[near].from - 1, 0, e.from);
      e.to = lg_clampi(s->extent[near].to + 1, e.to, width);
    }
    if (e.from > e.to) e.from = e.to;

    uint8_t *rgba = lg_rgba_row(f, y);
    copy_columns(r.color[1], 0, e.from, rgba);
    finish_columns(&r, e.from, e.to, rgba);
    copy_columns(r.color[1], e.to, width, rgba);
  }
}
