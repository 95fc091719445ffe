/* spheres.c - 3-D: particles as spheres, splatted into a depth buffer: which one is seen at which
   pixel, and how deep.

   Front of a sphere of radius R at depth z, q pixels from the middle of its disc of radius r: z - R
   (1 - q^2 / r^2), a paraboloid that touches the sphere at its tip and rim. It needs no root, and
   equal neighbours part on straight lines.

   Occlusion culling: the nearer spheres come first, and most of the others lie behind them. Where
   every pixel of a block is nearer than a sphere's tip, the sphere need not be drawn there. */
#include "picture/frame.h"
#include "picture/lanes.h"

#define BLOCK 16 /* columns of a block, which is as high as its band */
/* pixels: so many may have been drawn in a block before it is looked at again */
#define STALE (BLOCK * LG_BAND)

#define AHEAD 12 /* spheres, that are on their way from memory */

typedef struct blocks {
  float far[LG_LARGEST_SIDE / BLOCK + 1];
  int drawn[LG_LARGEST_SIDE / BLOCK + 1];
} blocks;

typedef struct disc {
  float x, y, r2, tip, bend;
  int32_t number;
} disc;

/* Four columns of pixels, from row `first` to row `last`. depth and owner point to the first
   row. */
static void draw_columns(const disc *d, float *depth, int32_t *owner, int stride, lg_vf dx,
                         int first, int last) {
  lg_vf dx2 = dx * dx;
  for (int y = first; y <= last; y++, depth += stride, owner += stride) {
    float dy = (float)y + 0.5f - d->y;
    lg_vf q2 = dx2 + dy * dy, z = d->tip + d->bend * q2, old = lg_vf_load(depth);
    lg_vi nearer = (q2 < d->r2) & (z < old);
    lg_vi was = lg_vi_load(owner);
    lg_vf_store(depth, lg_vf_select(nearer, z, old));
    lg_vi_store(owner, (nearer & d->number) | (~nearer & was));
  }
}

static float farthest(const lg_frame *f, int block, int begin, int end) {
  lg_vf far = {0};
  for (int y = begin; y < end; y++) {
    const float *row = lg_plane_row(f, f->scratch->depth, y) + block * BLOCK;
    for (int x = 0; x < BLOCK; x += LG_PIXELS) far = lg_vf_max(far, lg_vf_load(row + x));
  }

  float most = far[0];
  for (int k = 1; k < LG_PIXELS; k++) most = lg_max(most, far[k]);
  return most;
}

/* Does all that there is in columns x0 .. x1 lie before the tip? */
static bool hidden(const lg_frame *f, blocks *b, float tip, int x0, int x1, int begin, int end) {
  for (int i = x0 / BLOCK; i <= x1 / BLOCK; i++) {
    if (b->drawn[i] >= STALE) {
      b->far[i] = farthest(f, i, begin, end);
      b->drawn[i] = 0;
    }
    if (tip < b->far[i]) return false;
  }
  return true;
}

static void draw(const lg_frame *f, blocks *b, uint32_t number, int begin, int end) {
  lg_scratch *s = f->scratch;
  const lg_dot *p = &s->dot[number];
  float right = (float)(f->image->width - 1), metres = p->r * p->z / f->lens.scale,
        tip = p->z - metres;

  if (p->x + p->r < 0 || p->x - p->r > right + 1) return;
  /* pixels with their middle in the disc, or one more */
  int x0 = (int)lg_clamp(p->x - p->r + 0.5f, 0, right),
      x1 = (int)lg_clamp(p->x + p->r - 0.5f, 0, right);
  if (hidden(f, b, tip, x0, x1, begin, end)) return;

  int first = (int)lg_clamp(p->y - p->r + 0.5f, (float)begin, (float)end);
  int last = (int)lg_clamp(p->y + p->r - 0.5f, -1, (float)(end - 1));
  for (int i = x0 / BLOCK; i <= x1 / BLOCK; i++)
    b->drawn[i] += lg_clampi(x1 - x0 + 1, 0, BLOCK) * (last - first + 1);

  disc d = {p->x, p->y, p->r * p->r, tip, metres / (p->r * p->r), (int32_t)number};
  for (int x = x0; x <= x1; x += LG_PIXELS) {
    size_t at = (size_t)first * (size_t)s->stride + (size_t)x;
    draw_columns(&d, s->depth + at, s->owner + at, s->stride,
                 lg_vf_numbers(0.5f) + ((float)x - d.x), first, last);
  }
}

/* Repeats the depth of the outermost pixels beyond them, where spheres may have run over and
   finish.c looks; then from where to where there is anything. */
static void close_row(const lg_frame *f, int y) {
  float *row = lg_plane_row(f, f->scratch->depth, y);
  int width = f->image->width, from = 0, to = width;

  row[-1] = row[0];
  row[width] = row[width - 1];

  /* The extent: from the first pixel that is not background to the last. */
  while (from + LG_PIXELS <= width && !lg_vi_any(lg_vf_load(row + from) < LG_FAR))
    from += LG_PIXELS;
  while (from < width && !(row[from] < LG_FAR)) from++;
  while (to - LG_PIXELS >= from && !lg_vi_any(lg_vf_load(row + to - LG_PIXELS) < LG_FAR))
    to -= LG_PIXELS;
  while (to > from && !(row[to - 1] < LG_FAR)) to--;

  f->scratch->extent[y] = (lg_reach){from, to};
}

void LG_PER_ISA(lg_spheres_band)(void *frame, int band) {
  const lg_frame *f = frame;
  const lg_bands *d = &f->scratch->dots;
  int begin = lg_band_begin(band), end = lg_band_end(f, band);
  blocks b;
  for (int i = 0; i <= (f->image->width - 1) / BLOCK; i++) b.drawn[i] = STALE;

  size_t last = f->dots ? d->first[band + 1] : 0;
  for (size_t i = f->dots ? d->first[band] : 0; i < last; i++) {
    /* in order of depth they lie anywhere */
    __builtin_prefetch(&f->scratch->dot[d->item[i + AHEAD < last ? i + AHEAD : i]]);
    draw(f, &b, d->item[i], begin, end);
  }

  for (int y = begin; y < end; y++) close_row(f, y);
}
