/* look.h - the colours of a picture (0xRRGGBBAA) and its light. */
#ifndef LG_PICTURE_LOOK_H
#define LG_PICTURE_LOOK_H

#define LG_SKY_TOP      0x2a3340ffU /* background, from top to bottom */
#define LG_SKY_BOTTOM   0x171c24ffU
#define LG_FLOOR        0x303a47ffU /* 3-D, where the lower side is a wall */
#define LG_SOLID_FILL   0x8d97a5ffU /* colliders that have no colour of their own */
#define LG_BOX_LINE     0x9aa7b8c0U /* bounds */
#define LG_PANEL        0x0c0f14c8U /* behind text */
#define LG_TEXT_COLOR   0xe6ebf2ffU
#define LG_TEXT_DIM     0xa9b4c2ffU
#define LG_BANNER_PANEL 0x1a0d10eaU
#define LG_BANNER_EDGE  0xe2665fffU

/* The light comes from above, a little from the left and from behind the camera: right, up, towards
   the eye. */
#define LG_LIGHT_X (-0.42f)
#define LG_LIGHT_Y 0.68f
#define LG_LIGHT_Z 0.60f

static inline float lg_channel(unsigned rgba, int k) {
  return (float)(rgba >> (24 - 8 * k) & 0xff);
}

/* Background, t = 0 (top) .. 1 (bottom); given: the style's, 0: none. */
static inline void lg_sky(unsigned given, float t, float rgb[3]) {
  for (int k = 0; k < 3; k++)
    rgb[k] = given ? lg_channel(given, k)
                   : lg_channel(LG_SKY_TOP, k) * (1 - t) + lg_channel(LG_SKY_BOTTOM, k) * t;
}
/* A little off the background, to where there is room. */
static inline void lg_floor_color(unsigned given, float rgb[3]) {
  float bright = 0.3f * lg_channel(given, 0) + 0.6f * lg_channel(given, 1) +
                 0.1f * lg_channel(given, 2);
  for (int k = 0; k < 3; k++)
    rgb[k] = !given        ? lg_channel(LG_FLOOR, k)
             : bright > 90 ? 0.90f * lg_channel(given, k)
                           : 28 + 0.89f * lg_channel(given, k);
}

#endif
