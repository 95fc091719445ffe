/* Lines, discs and panels against their areas. */
#include "picture/paint.h"
#include "stage.h"

enum { SIDE = 120 };

static double covered(const lg_image *image) { /* pixels, of white on black */
  double sum = 0;
  for (int i = 0; i < SIDE * SIDE; i++) sum += image->rgba[4 * i] / 255.0;
  return sum;
}

static lg_image black(void) {
  lg_image image;
  assert_true(lg_image_init(&image, SIDE, SIDE));
  for (int i = 0; i < SIDE * SIDE; i++) image.rgba[4 * i + 3] = 255;
  return image;
}

/* A line covers length times width, whatever its direction; of a thin one as much, only fainter. */
static void line_area(void **state) {
  (void)state;
  const float width[] = {0.5f, 1, 3};
  for (int w = 0; w < 3; w++)
    for (int turn = 0; turn < 16; turn++) {
      lg_image image = black();
      float a = 0.3927f * (float)turn + 0.1f;
      lg_picture_line(&image, 60.3f, 60.7f, 60.3f + 50 * cosf(a), 60.7f + 50 * sinf(a), width[w],
                      0xffffffffU);
      double expected = 50 * (double)width[w];
      assert_true(fabs(covered(&image) / expected - 1) < 0.08);
      lg_image_free(&image);
    }
}

/* Dashes of 6 with gaps of 2 cover three quarters. */
static void dashes(void **state) {
  (void)state;
  lg_image image = black();
  lg_pen pen = {.width = 2, .on = 6, .off = 2, .rgba = 0xffffffffU};
  lg_paint_line(&image, (float[3]){10, 50, 0}, (float[3]){90, 50, 0}, &pen, false);
  assert_true(fabs(covered(&image) / 120 - 1) < 0.05);
  lg_image_free(&image);
}

/* A line from depth 1 to depth 4 is hidden where something at depth 2 is nearer. Seen in
   perspective it reaches depth 2 at two thirds of its way on the picture (1/z is linear: 1 -
   (2/3)(3/4) = 1/2). */
static void hidden_behind(void **state) {
  (void)state;
  lg_image image = black();
  for (int i = 0; i < SIDE * image.scratch->stride; i++) image.scratch->depth[i] = 2;
  lg_pen pen = {.width = 1, .rgba = 0xffffffffU};
  lg_paint_line(&image, (float[3]){0, 60.5f, 1}, (float[3]){90, 60.5f, 4}, &pen, true);
  assert_true(image.rgba[4 * (60 * SIDE + 57)] == 255 && image.rgba[4 * (60 * SIDE + 63)] == 0);
  lg_image_free(&image);
}

/* pi r^2, also half outside; what is not a number is not drawn. */
static void disc_area(void **state) {
  (void)state;
  lg_image image = black();
  lg_picture_disc(&image, 40.2f, 50.9f, 20.5f, 0xffffffffU);
  assert_true(fabs(covered(&image) / (3.14159265 * 20.5 * 20.5) - 1) < 0.005);
  lg_image_free(&image);
  image = black();
  lg_picture_disc(&image, 0, 50, 20, 0xffffffffU);
  assert_true(fabs(covered(&image) / (3.14159265 * 20 * 20 / 2) - 1) < 0.01);
  lg_picture_disc(&image, NAN, 50, 20, 0xffffffffU);
  lg_picture_line(&image, NAN, 0, 50, INFINITY, 2, 0xffffffffU);
  lg_picture_line(&image, -1e9f, -1e9f, -1e8f, 1e9f, 2, 0xffffffffU);
  assert_true(fabs(covered(&image) / (3.14159265 * 20 * 20 / 2) - 1) < 0.01);
  lg_image_free(&image);
}

/* A panel has width x height pixels less (4 - pi) r^2 in its corners; half transparent it is half
   as bright. */
static void panel_area(void **state) {
  (void)state;
  const struct {
    uint32_t rgba;
    double part;
  } kinds[] = {{0xffffffffU, 1}, {0xffffff80U, 0.5}};
  for (int i = 0; i < 2; i++) {
    lg_image image = black();
    lg_picture_panel(&image, 10, 20, 80, 50, 12, kinds[i].rgba);
    double expected = (80 * 50 - (4 - 3.14159265) * 144) * kinds[i].part;
    assert_true(fabs(covered(&image) / expected - 1) < 0.01);
    lg_picture_panel(&image, -500, -500, 10, 10, 3, 0xffffffffU); /* outside */
    assert_true(fabs(covered(&image) / expected - 1) < 0.01);
    lg_image_free(&image);
  }
}

/* Of 4 x 2 pixels two are left, each the mean of four; what lies outside is not drawn. */
static void half_is_the_mean(void **state) {
  (void)state;
  lg_image image = black();
  uint8_t rgba[4 * 8] = {0};
  const uint8_t red[8] = {10, 20, 1, 3, 30, 40, 5, 7};
  for (int i = 0; i < 8; i++) rgba[4 * i] = red[i];
  lg_picture_shrunk(&image, 5, 6, 2, 4, 2, rgba);
  const uint8_t *at = image.rgba + 4 * (6 * (size_t)image.width + 5);
  assert_true(at[0] == 25 && at[4] == 4 && at[8] == 0);
  lg_picture_shrunk(&image, -3, image.height, 2, 4, 2, rgba);
  lg_image_free(&image);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(line_area),     cmocka_unit_test(dashes),
      cmocka_unit_test(hidden_behind), cmocka_unit_test(disc_area),
      cmocka_unit_test(panel_area),    cmocka_unit_test(half_is_the_mean)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
