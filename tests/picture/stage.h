/* stage.h - shots made by hand, so that each stage of the picture is tested without a
   simulation. */
#ifndef LG_TESTS_PICTURE_STAGE_H
#define LG_TESTS_PICTURE_STAGE_H

#include "picture/frame.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#define UNUSED __attribute__((unused)) static

UNUSED lg_shot *stage_shot(lg_bounds bounds, float spacing) {
  lg_shot *s = lg_shot_new();
  assert_non_null(s);
  s->bounds = bounds;
  s->spacing = spacing;
  s->fluid = true;
  s->range = (lg_range){.set = true, .high = 1, .widest = 1};
  return s;
}

UNUSED void stage_add(lg_shot *s, float x, float y, float z, float value) {
  const float p[4] = {x, y, z, value};
  for (int k = 0; k < 3; k++)
    assert_true(lg_room(&s->x[k], &s->capacity[k], s->count + 1, sizeof(float)));
  assert_true(lg_room(&s->value, &s->capacity[3], s->count + 1, sizeof(float)));
  for (int k = 0; k < 3; k++) s->x[k][s->count] = p[k];
  s->value[s->count++] = p[3];
}

/* Numbers in [0, 1) that are the same everywhere. */
UNUSED float stage_random(uint32_t *state) {
  *state = *state * 1664525U + 1013904223U;
  return (float)(*state >> 8) / 16777216;
}

/* A plain picture: particles and nothing else. */
UNUSED lg_style stage_style(void) {
  lg_style s = lg_default_style();
  s.legend = s.bounds = s.colliders = false;
  return s;
}

/* A square that looks straight at a box of 1 m: 100 pixels are 1 m at the target. */
UNUSED lg_camera stage_camera(int dim) {
  return (lg_camera){.dim = dim, .target = {0.5f, 0.5f, dim == 3 ? 0.5f : 0}, .height = 1};
}

/* What a stage of the picture works on. */
typedef struct stage {
  lg_image image;
  lg_shot *shot;
  lg_frame frame;
  lg_camera camera;
  lg_style style;
} stage;

/* A cube of 1 m that fills a square picture, every row of which is drawn. */
UNUSED void stage_begin(stage *s, int side, float spacing, int threads) {
  s->shot = stage_shot(lg_bounds3(0, 0, 0, 1, 1, 1), spacing);
  s->camera = stage_camera(3);
  s->style = stage_style();
  assert_true(lg_image_init(&s->image, side, side));
  for (int y = 0; y < side; y++) s->image.scratch->extent[y] = (lg_reach){0, side};
  s->frame = lg_frame_begin(&s->image, s->shot, &s->camera, &s->style, threads);
}

/* Pixel and depth of a point (m); false: behind the eye. */
UNUSED bool stage_project(const lg_camera *c, const float p[3], int width, int height,
                          float pixel[3]) {
  lg_lens l = lg_camera_lens(c, width, height);
  return lg_lens_project(&l, p, pixel) > 0;
}

UNUSED int stage_pixel(const lg_image *image, int x, int y, int channel) {
  return image->rgba[4 * (y * image->width + x) + channel];
}

#endif
