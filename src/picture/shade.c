/* shade.c - 3-D: colours of the particles: their tone, light on each sphere, light on the large shape (relief.c). */
#include "picture/frame.h"
#include "picture/lanes.h"
#include "picture/look.h"

#define AMBIENT 0.50f
#define BEAD 0.24f     /* light on the sphere */
#define SHAPE 0.46f    /* light on the large shape */
#define GLOSS 42.0f    /* of 255, where both face the light */

/* The relief's light for one row of pixels, between the blocks' middles. */
static void relief_row(const lg_frame *f, int y, float *out) {
  const float *relief = f->scratch->relief[1];
  int n = f->blocks[0];
  float per = 1 / (float)f->block, v = lg_clamp(((float)y + 0.5f) * per - 0.5f, 0, (float)(f->blocks[1] - 1));
  const float *a = relief + (int)v * n, *b = (int)v + 1 < f->blocks[1] ? a + n : a;
  float t = v - (float)(int)v;
  for (int x = 0; x < f->image->width; x++) {
    float u = lg_clamp(((float)x + 0.5f) * per - 0.5f, 0, (float)(n - 1));
    int i = (int)u, j = i + 1 < n ? i + 1 : i;
    out[x] = lg_mix(lg_mix(a[i], b[i], t), lg_mix(a[j], b[j], t), u - (float)i);
  }
}

static void shade(const lg_frame *f, lg_i4 owner, float px, float py, lg_f4 shape, int32_t *color) {
  lg_f4 x, y, r;
  lg_i4 base;
  for (int k = 0; k < 4; k++) {
    const lg_dot *d = &f->scratch->dot[owner[k] >= 0 ? owner[k] : 0];
    x[k] = d->x;
    y[k] = d->y;
    r[k] = d->r > 0 ? d->r : 1; /* the stand-in of a lane that shows no particle may be off the picture */
    base[k] = d->color;
  }
  lg_f4 per = 1 / r, nx = ((lg_f4){0, 1, 2, 3} + px - x) * per, ny = (y - py) * per;
  lg_f4 nz = lg_f4_sqrt(lg_f4_max(1 - nx * nx - ny * ny, lg_f4_all(0)));
  lg_f4 lambert = lg_f4_max(nx * LG_LIGHT_X + ny * LG_LIGHT_Y + nz * LG_LIGHT_Z, lg_f4_all(0));
  lg_f4 bright = AMBIENT + BEAD * lambert + SHAPE * shape, shine = lambert * shape;
  shine *= shine;
  shine *= shine * GLOSS;
  lg_i4 out = {0, 0, 0, 0};
  for (int k = 0; k < 3; k++) {
    lg_f4 c = lg_f4_of(base >> (8 * k) & 255) * bright + shine;
    out |= lg_i4_of(lg_f4_min(c, lg_f4_all(255))) << (8 * k);
  }
  lg_i4 seen = owner >= 0, old = lg_i4_load(color);
  lg_i4_store(color, (out & seen) | (old & ~seen));
}

void lg_shade_band(void *frame, int band) {
  const lg_frame *f = frame;
  lg_scratch *s = f->scratch;
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    size_t row = (size_t)y * (size_t)s->stride;
    float shape[LG_LARGEST_SIDE + LG_LANES4];
    bool known = false;
    for (int x = 0; x < f->image->width; x += LG_LANES4) {
      lg_i4 owner = lg_i4_load(s->owner + row + x);
      if (!lg_i4_any(owner >= 0)) continue;
      if (!known) relief_row(f, y, shape);
      known = true;
      shade(f, owner, (float)x + 0.5f, (float)y + 0.5f, lg_f4_load(shape + x), s->color + row + x);
    }
  }
}
