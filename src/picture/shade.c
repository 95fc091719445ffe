/* shade.c - 3-D: colours of the particles: their tone, light on each sphere, light on the large
   shape (relief.c). */
#include "picture/frame.h"
#include "picture/lanes.h"
#include "picture/look.h"

#define AMBIENT 0.50f
#define BEAD    0.24f /* light on the sphere */
#define SHAPE   0.46f /* light on the large shape */
#define GLOSS   42.0f /* of 255, where both face the light */

/* The relief's light for one row of pixels, between the blocks' middles. */
static void relief_row(const lg_frame *f, int y, lg_reach e, float *out) {
  const float *relief = f->scratch->relief[1];
  int n = f->blocks[0], low = e.from / f->block, high = lg_clampi(e.to / f->block + 2, 0, n);
  float per = 1 / (float)f->block,
        v = lg_clamp(((float)y + 0.5f) * per - 0.5f, 0, (float)(f->blocks[1] - 1));
  const float *a = relief + (int)v * n, *b = (int)v + 1 < f->blocks[1] ? a + n : a;
  /* between the two rows of blocks */
  float t = v - (float)(int)v, line[LG_LARGEST_SIDE / LG_LEAST_BLOCK + 2];

  low = low > 0 ? low - 1 : 0;
  for (int i = low; i < high; i++) line[i] = lg_mix(a[i], b[i], t);
  line[high] = line[high - 1];

  for (int x = e.from; x < e.to; x++) {
    float u = lg_clamp(((float)x + 0.5f) * per - 0.5f, 0, (float)(n - 1));
    int i = (int)u;
    out[x] = lg_mix(line[i], line[i + 1], u - (float)i);
  }
}

static void shade(const lg_frame *f, const int32_t *owner, float px, float py, lg_vf shape,
                  int32_t *color) {
  const float *dot[LG_PIXELS];
  for (int k = 0; k < LG_PIXELS; k++) dot[k] = &f->scratch->dot[owner[k] >= 0 ? owner[k] : 0].x;

  lg_vf p[4]; /* x, y, r, color */
  lg_vf_gather4(dot, p);
  lg_vi base = (lg_vi)p[3];
  /* the stand-in of a lane that shows no particle may be off the picture */
  /* Normal of the sphere at the pixel. */
  lg_vf r = lg_vf_select(p[2] > 0, p[2], lg_vf_all(1));
  lg_vf per = 1 / r, nx = (lg_vf_numbers(px) - p[0]) * per, ny = (p[1] - py) * per;
  lg_vf nz = lg_vf_sqrt(lg_vf_max(1 - nx * nx - ny * ny, lg_vf_all(0)));
  lg_vf lambert = lg_vf_max(nx * LG_LIGHT_X + ny * LG_LIGHT_Y + nz * LG_LIGHT_Z, lg_vf_all(0));

  /* Ambient and diffuse light, and a highlight where sphere and large shape both face the light. */
  lg_vf bright = AMBIENT + BEAD * lambert + SHAPE * shape, shine = lambert * shape;
  shine *= shine;
  shine *= shine * GLOSS;

  lg_vi out = {0};
  for (int k = 0; k < 3; k++) {
    lg_vf c = lg_vf_of(base >> (8 * k) & 255) * bright + shine;
    out |= lg_vi_of(lg_vf_min(c, lg_vf_all(255))) << (8 * k);
  }

  lg_vi seen = lg_vi_load(owner) >= 0, old = lg_vi_load(color);
  lg_vi_store(color, (out & seen) | (old & ~seen));
}

void LG_PER_ISA(lg_shade_band)(void *frame, int band) {
  const lg_frame *f = frame;
  lg_scratch *s = f->scratch;
  float shape[LG_LARGEST_SIDE + LG_PIXELS];
  for (int y = lg_band_begin(band); y < lg_band_end(f, band); y++) {
    size_t row = (size_t)y * (size_t)s->stride;
    lg_reach e = s->extent[y];
    bool known = false;

    /* The relief's light is worked out where a row shows particles. */
    for (int x = e.from; x < e.to; x += LG_PIXELS) {
      if (!lg_vi_any(lg_vi_load(s->owner + row + x) >= 0)) continue;
      if (!known) relief_row(f, y, e, shape);
      known = true;
      shade(f, s->owner + row + x, (float)x + 0.5f, (float)y + 0.5f, lg_vf_load(shape + x),
            s->color + row + x);
    }
  }
}
