/* look.h - a picture's light, and its background. */
#ifndef LG_PICTURE_LOOK_H
#define LG_PICTURE_LOOK_H

#include "picture/picture.h"

#define LG_SOLID_FILL 0x8d97a5ffU /* colliders that have no colour of their own */

/* The light comes from above, a little from the left and from behind the camera: right, up, towards
   the eye. */
#define LG_LIGHT_X (-0.42f)
#define LG_LIGHT_Y 0.68f
#define LG_LIGHT_Z 0.60f

static inline float lg_channel(unsigned rgba, int k) {
  return (float)(rgba >> (24 - 8 * k) & 0xff);
}

static inline const lg_theme *lg_theme_of(const lg_style *s) {
  return s->theme ? s->theme : &lg_theme_dark;
}

/* Background, t = 0 (top) .. 1 (bottom). */
static inline void lg_sky(const lg_style *s, const lg_ground *own, float t, float rgb[3]) {
  for (int k = 0; k < 3; k++)
    rgb[k] = s->background ? lg_channel(s->background, k)
                           : lg_channel(own->top, k) * (1 - t) + lg_channel(own->bottom, k) * t;
}
/* A little off the background, to where there is room. */
static inline void lg_floor_color(const lg_style *s, const lg_ground *own, float rgb[3]) {
  unsigned given = s->background;
  float bright = 0.3f * lg_channel(given, 0) + 0.6f * lg_channel(given, 1) +
                 0.1f * lg_channel(given, 2);
  for (int k = 0; k < 3; k++)
    rgb[k] = !given        ? lg_channel(own->floor, k)
             : bright > 90 ? 0.90f * lg_channel(given, k)
                           : 28 + 0.89f * lg_channel(given, k);
}

#endif
