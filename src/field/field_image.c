/* field.image - a picture as a function of the place, 0 to 1: what is drawn in any program says
   where water is, what colour it has, how strong a force is there.

   The picture lies in the plane of x and y with its lower left corner at `min`; in 3-D it goes on
   along z. Between the middles of pixels it is bilinear, and its derivatives are central
   differences half a pixel away. Values are those that painting programs show (sRGB, not linear
   light):

     brightness = alpha (0.2126 red + 0.7152 green + 0.0722 blue)          (Rec. ITU-R BT.709)

   The file is read when the field is made. */
#include "laguna_solver.h"

typedef struct image {
  char file[LG_TEXT_MAX];
  int channel;
  float min[3];
  float width, height;
  float outside;
  bool enabled;
  int32_t pixels[2]; /* state: along x and y */
  float a_meter[2];  /* state: pixels a metre */
  /* state: [y][x], from the lower left on; written in load only, so that copies of the struct may
     share it */
  float *value;
} image;
enum { BRIGHTNESS, ALPHA, RED, GREEN, BLUE };

static const lg_param rows[] = {
    LG_ROW_(image, file, LG_FILE, 0, 0, 0, 0, 0, 0, "", NULL,
            "the picture, a PNG, relative to the scene", LG_REQUIRED | LG_RESTART),
    LG_ROW_(image, channel, LG_CHOICE, BRIGHTNESS, 0, 0, 0, 0, 0, "",
            "brightness|alpha|red|green|blue",
            "what of it: brightness is that of what shows, so 0 where nothing does", LG_RESTART),
    LG_ROW_(image, min, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL, "its lower left corner",
            LG_RESTART),
    LG_ROW_(image, width, LG_FLOAT, 1, 0, 0, 0, LG_TINY, LG_HUGE, "m", NULL, "its width",
            LG_RESTART),
    LG_ROW_(image, height, LG_FLOAT, 0, 0, 0, 0, 0, LG_HUGE, "m", NULL,
            "its height; 0: what its pixels have, if they are square", LG_RESTART),
    LG_ROW_FLOAT(image, outside, 0, -LG_HUGE, LG_HUGE, "1", "the value beside the picture"),
    LG_FIELD_ROWS(image),
    LG_ROWS_END};

static float value_of(const uint8_t *rgba, int channel) {
  float r = rgba[0], g = rgba[1], b = rgba[2], a = rgba[3];
  const float bright = a / 255 * (0.2126f * r + 0.7152f * g + 0.0722f * b);
  const float of[] = {bright, a, r, g, b};
  return of[channel] / 255;
}

static bool load(lg_world *w, void *self, lg_why *why) {
  image *m = self;
  int size[2];
  uint8_t *rgba = lg_image_load(w, m->file, size, why);
  if (!rgba) return false;
  size_t row = (size_t)size[0], rows_of = (size_t)size[1];
  m->value = lg_kind_memory(w, NULL, row * rows_of * sizeof(float));

  /* the top row of the picture is the last one here */
  for (size_t y = 0; m->value && y < rows_of; y++)
    for (size_t x = 0; x < row; x++)
      m->value[(rows_of - 1 - y) * row + x] = value_of(rgba + 4 * (y * row + x), m->channel);
  lg_kind_memory(w, rgba, 0);

  float height = m->height > 0 ? m->height : m->width * (float)size[1] / (float)size[0];
  for (int k = 0; k < 2; k++) m->pixels[k] = size[k];
  m->a_meter[0] = (float)size[0] / m->width;
  m->a_meter[1] = (float)size[1] / height;
  return m->value || lg_explain(why, "image: out of memory for '%s'", m->file);
}

static void unload(lg_world *w, void *self) {
  image *m = self;
  lg_kind_memory(w, m->value, 0);
  m->value = NULL;
}

/* The pixels left and right of x along an axis, and where between their middles: 0..1; false: x is
   beside the picture. */
LG_INLINE bool pixels_at(const image *m, int axis, float x, int32_t at[2], float *share) {
  float place = (x - m->min[axis]) * m->a_meter[axis], last = (float)(m->pixels[axis] - 1);
  if (!(place >= 0 && place <= last + 1)) return false;
  float middle = lg_clampf(place - 0.5f, 0, last);
  at[0] = (int32_t)middle;
  at[1] = at[0] + (at[0] < m->pixels[axis] - 1);
  *share = middle - (float)at[0];
  return true;
}

LG_INLINE float mix(float a, float b, float t) { return a + t * (b - a); }

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  const image *m = self;
  (void)w;
  for (int i = 0; i < at->n; i++) {
    int32_t x[2], y[2];
    float tx, ty;
    out[0][i] = m->outside;
    if (!pixels_at(m, 0, at->x[0][i], x, &tx) || !pixels_at(m, 1, at->x[1][i], y, &ty)) continue;

    /* bilinear, between the middles of four pixels */
    const float *low = m->value + (ptrdiff_t)y[0] * m->pixels[0],
                *high = m->value + (ptrdiff_t)y[1] * m->pixels[0];
    out[0][i] = mix(mix(low[x[0]], low[x[1]], tx), mix(high[x[0]], high[x[1]], tx), ty);
  }
  return true;
}

static int components(const lg_world *w, const void *self) {
  (void)w;
  (void)self;
  return 1;
}

static float half_pixel(const lg_world *w, const void *self) {
  const image *m = self;
  (void)w;
  return 0.5f / lg_maxf(m->a_meter[0], m->a_meter[1]);
}

const lg_kind LG_KIND(field, image) = {
    .name = "image",
    .family = LG_FAMILY_FIELD,
    .doc = "A picture (PNG): brightness or another channel, 0 to 1.",
    .also = "png|picture|bitmap|texture|photo|logo",
    .size = sizeof(image),
    .params = rows,
    .create = load,
    .destroy = unload,
    .field = {.sample = sample, .components = components, .step = half_pixel}};
