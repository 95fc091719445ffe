/* colormap.c - viridis, turbo, gray, coolwarm: sixteen colours each, joined by Catmull-Rom splines.

   viridis: S. van der Walt and N. Smith, 2015 (CC0); turbo: A. Mikhailov, 2019; coolwarm: after
   K. Moreland, "Diverging color maps for scientific visualization", 2009. The knots are their
   tables' values at multiples of 1/15; the splines stay within 2/255 of the viridis table and 4/255
   of turbo's. */
#include "picture/colormap.h"

#include "picture/picture.h"

#include <math.h>
#include <string.h>

#define KNOTS 16
static const uint32_t viridis[KNOTS] = {0x440154, 0x481a6c, 0x472f7d, 0x414487, 0x39568c, 0x31688e,
                                        0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779, 0x54c568,
                                        0x7ad151, 0xa5db36, 0xd2e21b, 0xfde725};
static const uint32_t turbo[KNOTS] = {0x30123b, 0x4143a7, 0x4771e9, 0x3e9bfe, 0x22c5e2, 0x1ae4b6,
                                      0x46f884, 0x88ff4e, 0xb9f635, 0xe1dd37, 0xfaba39, 0xfd8d27,
                                      0xf05b12, 0xd63506, 0xaf1801, 0x7a0403};

/* between blue and red by white in the middle, for values of both signs */
static const uint32_t coolwarm[KNOTS] = {0x3b4cc0, 0x4e6ad8, 0x6585ec, 0x7b9ef9, 0x93b5ff, 0xaac7fe,
                                         0xc0d4f5, 0xd4dbe7, 0xe5d8d0, 0xf2cab7, 0xf7b89c, 0xf6a081,
                                         0xee8568, 0xe06450, 0xcc4039, 0xb40426};

/* the first one stands for all that there are not; gray is made by hand */
static const struct {
  const char *name;
  const uint32_t *knot;
} maps[] = {{"viridis", viridis}, {"turbo", turbo}, {"coolwarm", coolwarm}, {"gray", NULL}};

static size_t map_named(const char *name) {
  size_t i = sizeof maps / sizeof *maps;
  while (i > 0 && !(name && !strcmp(name, maps[i - 1].name))) i--;
  return i > 0 ? i - 1 : 0;
}

const char *lg_colormap_known(const char *name) { return maps[map_named(name)].name; }

static float channel(const uint32_t knot[KNOTS], int i, int shift) {
  /* straight on beyond the ends */
  if (i < 0) return 2 * channel(knot, 0, shift) - channel(knot, 1, shift);
  if (i >= KNOTS) return 2 * channel(knot, KNOTS - 1, shift) - channel(knot, KNOTS - 2, shift);
  return (float)(knot[i] >> shift & 0xff) / 255;
}

static float spline(const uint32_t knot[KNOTS], float t, int shift) {
  int i = (int)(t * (KNOTS - 1));
  float f = t * (KNOTS - 1) - (float)i;
  float a = channel(knot, i - 1, shift), b = channel(knot, i, shift),
        c = channel(knot, i + 1, shift), d = channel(knot, i + 2, shift);
  float x = b + 0.5f * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
  return fminf(fmaxf(x, 0), 1);
}

void lg_colormap_fill(const char *name, float rgb[LG_COLORS][3]) {
  const uint32_t *knot = maps[map_named(name)].knot;
  for (int i = 0; i < LG_COLORS; i++) {
    float t = ((float)i + 0.5f) / LG_COLORS;
    for (int k = 0; k < 3; k++) rgb[i][k] = knot ? spline(knot, t, 16 - 8 * k) : 0.15f + 0.8f * t;
  }
}
