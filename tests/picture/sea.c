/* Water in 3-D: a surface without the beads of its particles, which takes more of the red light the
   more water there is, shows what is behind it and hides behind what is before it; the same pixels
   for any number of threads. */
#include "stage.h"

#include <stdio.h>

enum { SIDE = 200 };
#define SPACING 0.04f
#define WHITE   0xffffffffU

/* A particle about a place, at most half of `by` from it. The order in which arguments are worked
   out is the compiler's: random numbers come one behind the other. */
static void add_shaken(lg_shot *s, uint32_t *seed, float x, float y, float z, const float by[3]) {
  float p[3] = {x, y, z};
  for (int k = 0; k < 3; k++) p[k] += by[k] * (stage_random(seed) - 0.5f);
  stage_add(s, p[0], p[1], p[2], 0);
}

/* A slab of particles, `layers` deep towards the eye, that fills the middle of the picture; shaken
   a little. */
static lg_shot *slab(int layers) {
  lg_shot *s = stage_shot(lg_bounds3(0, 0, 0, 1, 1, 1), SPACING);
  uint32_t seed = 5;
  snprintf(s->label, sizeof s->label, "speed");
  for (int k = 0; k < layers; k++)
    for (float y = 0.2f; y < 0.8f; y += SPACING)
      for (float x = 0.2f; x < 0.8f; x += SPACING)
        add_shaken(s, &seed, x, y, 0.5f - SPACING * ((float)k + 0.15f),
                   (float[3]){0.3f * SPACING, 0.3f * SPACING, 0.3f * SPACING});
  return s;
}

static lg_style water(void) {
  lg_style s = stage_style();
  s.as = LG_AS_WATER;
  s.background = WHITE;
  return s;
}

static void draw(lg_image *image, const lg_shot *s, const lg_style *style, int threads) {
  lg_camera c = stage_camera(3);
  lg_picture_draw(image, s, &c, style, threads);
}

/* Mean square of the change from pixel to pixel along a row, in the middle of the slab. */
static double bumps(const lg_image *image) {
  double sum = 0;
  for (int x = 70; x < 130; x++) {
    double d = stage_pixel(image, x + 1, SIDE / 2, 1) - stage_pixel(image, x, SIDE / 2, 1);
    sum += d * d / 60;
  }
  return sum;
}

static void no_beads(void **state) {
  (void)state;
  lg_shot *s = slab(8);
  lg_style wet = water(), dry = wet;
  lg_image image;
  dry.as = LG_AS_SEPARATE;
  assert_true(lg_image_init(&image, SIDE, SIDE));
  draw(&image, s, &dry, 2);
  double beads = bumps(&image);
  draw(&image, s, &wet, 2);
  assert_true(bumps(&image) < 0.1 * beads);
  lg_image_free(&image);
  lg_shot_free(s);
}

/* Pixels that differ between fast water and slow: those with foam. */
static int foamy(const lg_shot *s, lg_image image[2]) {
  lg_camera c = stage_camera(3);
  lg_style style = water();
  int n = 0;
  c.pitch = 0.12f;
  c.height = 3;
  style.background = 0x202020ffU;
  for (int k = 0; k < 2; k++) {
    for (size_t i = 0; i < s->count; i++) s->value[i] = k ? 1 : 0;
    lg_picture_draw(&image[k], s, &c, &style, 2);
  }
  for (int i = 0; i < SIDE * SIDE; i++) n += abs(image[0].rgba[4 * i] - image[1].rgba[4 * i]) > 30;
  return n;
}

/* A pool seen at a flat angle, whose far rim is a row of beads: no foam stands there, however fast
   it is. Thrown up, the same water foams. Of ten such pools 0 to 10 pixels, thrown 1128 to 1740. */
static void no_foam_at_a_rim(void **state) {
  (void)state;
  lg_image image[2];
  for (int k = 0; k < 2; k++) assert_true(lg_image_init(&image[k], SIDE, SIDE));
  for (int thrown = 0; thrown < 2; thrown++) {
    lg_shot *s = stage_shot(lg_bounds3(0, 0, 0, 1, 1, 1), SPACING);
    uint32_t seed = 5;
    snprintf(s->label, sizeof s->label, "speed");
    for (float y = 0.4f; y < 0.4f + 3 * SPACING; y += SPACING)
      for (float z = -2; z < 2; z += SPACING)
        for (float x = -1; x < 2; x += SPACING)
          add_shaken(s, &seed, x, y, z,
                     (float[3]){0.3f * SPACING, (thrown ? 8 : 0.3f) * SPACING, 0.3f * SPACING});
    int n = foamy(s, image);
    assert_true(thrown ? n > 500 : n < 20);
    lg_shot_free(s);
  }
  for (int k = 0; k < 2; k++) lg_image_free(&image[k]);
}

/* Beer's law: red goes first, and more of it in deeper water. */
static void depth_takes_the_red(void **state) {
  (void)state;
  lg_image image;
  lg_style wet = water();
  assert_true(lg_image_init(&image, SIDE, SIDE));
  int red = 255, blue = 255;
  for (int layers = 1; layers <= 9; layers += 4) {
    lg_shot *s = slab(layers);
    draw(&image, s, &wet, 2);
    int r = stage_pixel(&image, SIDE / 2, SIDE / 2, 0),
        b = stage_pixel(&image, SIDE / 2, SIDE / 2, 2);
    assert_true(r < red - 10 && b <= blue && 255 - r > 255 - b);
    red = r;
    blue = b;
    lg_shot_free(s);
  }
  /* and beside the water nothing has changed */
  for (int k = 0; k < 3; k++) assert_int_equal(stage_pixel(&image, 5, 5, k), 255);
  lg_image_free(&image);
}

/* Of one particle and of none. */
static void drops(void **state) {
  (void)state;
  lg_image image;
  lg_style wet = water();
  lg_shot *s = slab(0);
  assert_true(lg_image_init(&image, SIDE, SIDE));
  draw(&image, s, &wet, 2);
  for (int i = 0; i < 4 * SIDE * SIDE; i++) assert_int_equal(image.rgba[i], 255);
  stage_add(s, 0.5f, 0.5f, 0.5f, 0);
  draw(&image, s, &wet, 2);
  int seen = 0;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) seen += stage_pixel(&image, x, y, 0) < 250;
  /* its disc has pi r^2 pixels, of a radius of half a spacing and a little */
  float r = 0.5f * SPACING * SIDE;
  assert_true((float)seen > 0.4f * 3.14f * r * r && (float)seen < 2.5f * 3.14f * r * r);
  lg_shot_free(s);
  lg_image_free(&image);
}

static void same_pixels(void **state) {
  (void)state;
  lg_shot *s = slab(6);
  lg_style wet = water();
  lg_image one, other;
  assert_true(lg_image_init(&one, SIDE, SIDE) && lg_image_init(&other, SIDE, SIDE));
  draw(&one, s, &wet, 1);
  for (int threads = 2; threads <= 7; threads += 5)
    for (int again = 0; again < 2; again++) {
      draw(&other, s, &wet, threads);
      assert_memory_equal(one.rgba, other.rgba, 4 * SIDE * SIDE);
    }
  lg_image_free(&one);
  lg_image_free(&other);
  lg_shot_free(s);
}

/* The legend of the speed is left away, since nothing has its colours; that of another value
   stays. */
static void legend_of_what_is_coloured(void **state) {
  (void)state;
  lg_shot *s = slab(2);
  lg_style wet = water();
  lg_camera c = stage_camera(3);
  lg_image image;
  assert_true(lg_image_init(&image, SIDE, SIDE));
  lg_frame f = lg_frame_begin(&image, s, &c, &wet, 1);
  assert_false(lg_frame_has_colors(&f));
  snprintf(s->label, sizeof s->label, "heat");
  assert_true(lg_frame_has_colors(&f));
  snprintf(s->label, sizeof s->label, "speed");
  wet.as = LG_AS_AUTO;
  assert_true(lg_frame_has_colors(&f));
  lg_image_free(&image);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_beads),
                                     cmocka_unit_test(no_foam_at_a_rim),
                                     cmocka_unit_test(depth_takes_the_red),
                                     cmocka_unit_test(drops),
                                     cmocka_unit_test(same_pixels),
                                     cmocka_unit_test(legend_of_what_is_coloured)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
