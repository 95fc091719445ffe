/* spheres.c - 3-D: particles as spheres: which one is seen at which pixel, and how deep.

   Front of a sphere of radius R at depth z, q pixels from the middle of its disc of radius r: z - R (1 - q^2 / r^2), a
   paraboloid that touches the sphere at its tip and rim. It needs no root, and equal neighbours part on straight lines. */
#include "picture/frame.h"
#include "picture/lanes.h"

typedef struct disc { float x, y, r2, tip, bend; int32_t number; } disc;

/* Four columns of pixels, from row `first` to row `last`. depth and owner point to the first row. */
static void draw_columns(const disc *d, float *depth, int32_t *owner, int stride, lg_f4 dx, int first, int last) {
  lg_f4 dx2 = dx * dx;
  for (int y = first; y <= last; y++, depth += stride, owner += stride) {
    float dy = (float)y + 0.5f - d->y;
    lg_f4 q2 = dx2 + dy * dy, z = d->tip + d->bend * q2, old = lg_f4_load(depth);
    lg_i4 nearer = (q2 < d->r2) & (z < old);
    lg_i4 was = lg_i4_load(owner);
    lg_f4_store(depth, lg_f4_select(nearer, z, old));
    lg_i4_store(owner, (nearer & d->number) | (~nearer & was));
  }
}

static void draw(const lg_frame *f, uint32_t number, int begin, int end) {
  lg_scratch *s = f->scratch;
  const lg_dot *p = &s->dot[number];
  float right = (float)(f->image->width - 1), metres = p->r * p->z / f->lens.scale, r2 = p->r * p->r;
  if (p->x + p->r < 0 || p->x - p->r > right + 1) return;
  /* pixels with their middle in the disc, or one more */
  int first = (int)lg_clamp(p->y - p->r + 0.5f, (float)begin, (float)end);
  int last = (int)lg_clamp(p->y + p->r - 0.5f, -1, (float)(end - 1));
  int x0 = (int)lg_clamp(p->x - p->r + 0.5f, 0, right), x1 = (int)lg_clamp(p->x + p->r - 0.5f, 0, right);
  disc d = {p->x, p->y, r2, p->z - metres, metres / r2, (int32_t)number};
  for (int x = x0; x <= x1; x += LG_LANES4) {
    size_t at = (size_t)first * (size_t)s->stride + (size_t)x;
    lg_f4 dx = (lg_f4){0.5f, 1.5f, 2.5f, 3.5f} + ((float)x - d.x);
    draw_columns(&d, s->depth + at, s->owner + at, s->stride, dx, first, last);
  }
}

/* Repeats the depth of the outermost pixels beyond them, where spheres may have run over and finish.c looks. */
static void close_rows(const lg_frame *f, int begin, int end) {
  for (int y = begin; y < end; y++) {
    float *row = lg_plane_row(f, f->scratch->depth, y);
    row[-1] = row[0];
    row[f->image->width] = row[f->image->width - 1];
  }
}

void lg_spheres_band(void *frame, int band) {
  const lg_frame *f = frame;
  const lg_bands *b = &f->scratch->dots;
  int begin = lg_band_begin(band), end = lg_band_end(f, band);
  for (size_t i = f->dots ? b->first[band] : 0; f->dots && i < b->first[band + 1]; i++) draw(f, b->item[i], begin, end);
  close_rows(f, begin, end);
}
