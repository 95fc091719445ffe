/* Marks of a script: where they are, told by the pixels that differ from a picture without them.
   stage_camera: 100 pixels are 1 m. */
#include "picture/shot.h"
#include "stage.h"

enum { SIDE = 100 };
#define GREEN 0x00ff00ffU

static void draw(lg_image *image, const lg_shot *s, int dim) {
  lg_camera c = stage_camera(dim);
  lg_style style = stage_style();
  assert_true(lg_image_init(image, SIDE, SIDE));
  lg_picture_draw(image, s, &c, &style, 2);
}

static bool green(const lg_image *image, int x, int y) {
  return stage_pixel(image, x, y, 0) < 40 && stage_pixel(image, x, y, 1) > 215 &&
         stage_pixel(image, x, y, 2) < 40;
}

static int greens(const lg_image *image) {
  int n = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) n += green(image, x, y);
  return n;
}

/* Metres become pixels, y is up: a disc of 0.1 m covers pi 10^2 of them, a line of 2 pixels its
   length twice. */
static void places(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  lg_image image;
  assert_true(lg_shot_disc(s, (float[3]){0.25f, 0.75f, 0}, 0.1f, GREEN));
  draw(&image, s, 2);
  int n = greens(&image);
  assert_true(green(&image, 25, 25) && green(&image, 33, 25) && !green(&image, 37, 25) &&
              !green(&image, 25, 75));
  assert_true(n > 314 - 40 && n < 314 + 40);
  lg_image_free(&image);
  lg_shot_unmark(s);
  assert_true(lg_shot_line(s, (float[3]){0.2f, 0.4f, 0}, (float[3]){0.8f, 0.4f, 0}, 2, GREEN));
  draw(&image, s, 2);
  n = greens(&image);
  assert_true(green(&image, 50, 60) && !green(&image, 10, 60) && !green(&image, 50, 50) &&
              n > 100 && n < 140);
  lg_image_free(&image);
  lg_shot_unmark(s);
  draw(&image, s, 2);
  assert_int_equal(greens(&image), 0);
  lg_image_free(&image);
  lg_shot_free(s);
}

/* A text stands to the right of its place, at half height. */
static void words(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  lg_image image;
  assert_true(lg_shot_text(s, (float[3]){0.3f, 0.5f, 0}, 20, GREEN, "HH"));
  draw(&image, s, 2);
  if (lg_image_trouble(&image)) skip();
  int x0 = SIDE, x1 = 0, y0 = SIDE, y1 = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      if (green(&image, x, y))
        x0 = x < x0 ? x : x0, x1 = x > x1 ? x : x1, y0 = y < y0 ? y : y0, y1 = y > y1 ? y : y1;
  assert_true(x0 >= 30 && x0 < 36 && x1 > 45 && x1 < 75 && y0 > 35 && y0 < 50 && y1 > 50 &&
              y1 < 65);
  lg_image_free(&image);
  lg_shot_free(s);
}

/* In 3-D too; what lies behind the eye, or far off the picture, is left out or cut. */
static void depth(void **state) {
  (void)state;
  lg_shot *s = stage_shot((lg_bounds){3, {0, 0, 0}, {1, 1, 1}}, 0.1f);
  lg_image image;
  assert_true(lg_shot_disc(s, (float[3]){0.5f, 0.5f, 0.5f}, 0.05f, GREEN));
  for (int i = 0; i < 200; i++) {
    float far = (i % 2 ? -1 : 1) * powf(10, (float)(i % 7)),
          p[3] = {far, i % 3 ? far : 0, i % 5 ? -far : far};
    assert_true(lg_shot_line(s, p, (float[3]){-far, 0.9f, far}, 1, 0xff0000ff));
    assert_true(lg_shot_disc(s, (float[3]){1e6f, p[1], p[2]}, 0.1f, 0xff0000ff) &&
                lg_shot_text(s, p, 9, 0xff0000ff, "far"));
  }
  assert_true(lg_shot_disc(s, (float[3]){0.5f, 0.5f, 0.5f}, 0.05f, GREEN));
  draw(&image, s, 3);
  assert_true(green(&image, 50, 50));
  lg_image_free(&image);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(places), cmocka_unit_test(words),
                                     cmocka_unit_test(depth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
