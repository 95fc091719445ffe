/* view.c - from how a scene wants to be shown (bind/) to a picture's style and aim (picture/). */
#include "app/app.h"

#include <string.h>

#define DEGREE 0.0174532925f /* rad */

static uint32_t packed(const float rgb[4]) {
  uint32_t rgba = 0;
  for (int k = 0; k < 3; k++) rgba = rgba << 8 | (uint32_t)(255 * rgb[k] + 0.5f);
  return rgba << 8 | 0xff;
}

static const char *colormap(const lg_scene_view *v) {
  lg_arg word;
  lg_param_read(lg_scene_view_kind(), v, "colormap", 3, &word);
  return lg_colormap_known(word.text);
}

static lg_style style_of(const lg_scene_view *v) {
  static const lg_as as[] = {[LG_SHOW_AUTO] = LG_AS_AUTO,        [LG_SHOW_DOTS] = LG_AS_SEPARATE,
                             [LG_SHOW_SPHERES] = LG_AS_SEPARATE, [LG_SHOW_WATER] = LG_AS_WATER,
                             [LG_SHOW_SURFACE] = LG_AS_WATER,    [LG_SHOW_NONE] = LG_AS_NOTHING};
  static const lg_theme *const themes[] = {[LG_SHOW_ANY_THEME] = NULL,
                                           [LG_SHOW_DARK] = &lg_theme_dark,
                                           [LG_SHOW_LIGHT] = &lg_theme_light};

  /* what the scene says of its view, in the picture's words */
  lg_style s = lg_default_style();
  s.theme = themes[v->theme];
  s.as = as[v->show];
  s.colormap = colormap(v);
  s.low = v->range[0];
  s.high = v->range[1];
  s.point_scale = v->size;
  s.background = v->has_background ? packed(v->background) : 0;
  s.bounds = v->bounds;
  s.colliders = v->colliders;
  s.legend = v->legend;

  snprintf(s.title, sizeof s.title, "%.*s", (int)sizeof s.title - 1, v->title);
  return s;
}

static lg_aim aim_of(const lg_scene_view *v, const lg_world *w) {
  lg_aim a = {.has_from = v->has_from,
              .has_at = v->has_at,
              .height = v->height,
              .turn = v->turn * DEGREE * (float)lg_world_time(w)};
  memcpy(a.from, v->from, sizeof a.from);
  memcpy(a.at, v->at, sizeof a.at);

  /* The middle of its box; one without an end has none. */
  float min[3], max[3];
  a.follows = v->follow && lg_extent(w, v->follow, min, max);
  for (int k = 0; a.follows && k < 3; k++) a.centre[k] = 0.5f * (min[k] + max[k]);
  return a;
}

lg_look lg_app_look(lg_scene *s, int world) {
  lg_scene_view v;
  lg_scene_view_of(s, world, &v);
  return (lg_look){style_of(&v), aim_of(&v, lg_scene_world(s, world)), v.hud};
}
