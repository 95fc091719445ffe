/* The bounds as lines. */
#include "stage.h"

enum { SIDE = 400 };

/* Part of the pixels along a side of the bounds that differ from the picture without them. Sides:
   left, right, bottom, top. */
static double drawn(const lg_image *with, const lg_image *without, int side) {
  int n = 0, lit = 0;
  for (int i = 60; i < 340; i++, n++) {
    int x = side < 2 ? (side == 0 ? 40 : 360) : i, y = side < 2 ? i : side == 2 ? 360 : 40;
    bool hit = false;
    for (int k = -1; k <= 0; k++) {
      int at = side < 2 ? y * SIDE + x + k : (y + k) * SIDE + x;
      hit = hit || memcmp(with->rgba + 4 * at, without->rgba + 4 * at, 4);
    }
    lit += hit;
  }
  return (double)lit / n;
}

/* 2-D: a wall is an unbroken line, an open side one of dashes (9 on, 7 off), a periodic one of dots
   (2 on, 4 off); the pixels where a dash begins and ends are lit partly, so up to two more a
   dash. */
static void sides(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0.1f, 0.1f, 0.9f, 0.9f), 0.1f);
  s->edge[0][0] = LG_EDGE_WALL, s->edge[0][1] = LG_EDGE_OPEN, s->edge[1][0] = LG_EDGE_PERIODIC,
  s->edge[1][1] = LG_EDGE_PERIODIC;
  lg_camera c = stage_camera(2);
  lg_image with, without;
  assert_true(lg_image_init(&with, SIDE, SIDE) && lg_image_init(&without, SIDE, SIDE));
  lg_style style = stage_style();
  lg_picture_draw(&without, s, &c, &style, 1);
  style.bounds = true;
  lg_picture_draw(&with, s, &c, &style, 1);
  assert_true(drawn(&with, &without, 0) == 1);
  assert_true(drawn(&with, &without, 1) > 0.5 && drawn(&with, &without, 1) < 0.75);
  assert_true(drawn(&with, &without, 2) > 0.25 && drawn(&with, &without, 2) < 0.7);
  assert_true(drawn(&with, &without, 3) == drawn(&with, &without, 2));
  lg_image_free(&with), lg_image_free(&without), lg_shot_free(s);
}

/* 3-D, seen from inside (most of the box is behind the eye): nothing breaks; from outside all 12
   lines end in the 8 corners. */
static void deep(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds3(0, 0, 0, 1, 1, 1), 0.1f);
  lg_image image, without;
  assert_true(lg_image_init(&image, SIDE, SIDE) && lg_image_init(&without, SIDE, SIDE));
  lg_style style = stage_style();
  lg_camera c = lg_camera_fit(s, SIDE, SIDE), inside = stage_camera(3);
  inside.height = 0.01f;
  style.bounds = true;
  lg_picture_draw(&image, s, &inside, &style, 1);
  s->edge[1][0] = LG_EDGE_OPEN; /* no floor: it would change the picture, too */
  lg_picture_draw(&image, s, &c, &style, 1);
  style.bounds = false;
  lg_picture_draw(&without, s, &c, &style, 1);
  for (int corner = 0; corner < 8; corner++) {
    float at[3];
    const float p[3] = {(float)(corner & 1), (float)(corner >> 1 & 1), (float)(corner >> 2)};
    assert_true(stage_project(&c, p, SIDE, SIDE, at));
    bool hit = false;
    for (int k = 0; k < 9; k++) {
      int pixel = ((int)at[1] + k / 3 - 1) * SIDE + (int)at[0] + k % 3 - 1;
      hit = hit || memcmp(image.rgba + 4 * pixel, without.rgba + 4 * pixel, 4);
    }
    assert_true(hit);
  }
  lg_image_free(&image), lg_image_free(&without), lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sides), cmocka_unit_test(deep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
