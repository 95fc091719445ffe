/* Projected particles. */
#include "stage.h"

static lg_frame begin(lg_image *image, lg_shot *s, lg_camera *c, lg_style *style) {
  assert_true(lg_image_init(image, 100, 100));
  lg_frame f = lg_frame_begin(image, s, c, style, 2);
  lg_dots_make(&f);
  return f;
}

/* 2-D: 100 pixels are 1 m; the radius is spacing / 2 times the scale of the style, and never below
   0.75 pixels. */
static void flat(void **state) {
  (void)state;
  const float scale[] = {1, 2, 1e-6f}, expected[] = {5, 10, 0.75f};
  for (int i = 0; i < 3; i++) {
    lg_image image;
    lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
    stage_add(s, 0.25f, 0.75f, 0, 0.5f);
    lg_camera c = stage_camera(2);
    lg_style style = stage_style();
    style.point_scale = scale[i];
    lg_frame f = begin(&image, s, &c, &style);
    assert_int_equal(f.dots, 1);
    const lg_dot *d = &image.scratch->dot[0];
    assert_float_equal(d->x, 25, 1e-3);
    assert_float_equal(d->y, 25, 1e-3);
    assert_float_equal(d->r, expected[i], 1e-4);
    lg_image_free(&image);
    lg_shot_free(s);
  }
}

/* 3-D: twice as far is half as large; depth is the distance along the view; behind the eye and
   right before it: not there. */
static void deep(void **state) {
  (void)state;
  lg_image image;
  lg_shot *s = stage_shot(lg_bounds3(0, 0, 0, 1, 1, 1), 0.02f);
  lg_camera c = stage_camera(3);
  lg_lens lens = lg_camera_lens(&c, 100, 100);
  float eye = lens.origin[2];
  stage_add(s, 0.5f, 0.5f, eye - 1, 0);
  stage_add(s, 0.5f, 0.5f, eye - 2, 0);
  stage_add(s, 0.5f, 0.5f, eye + 1, 0);
  stage_add(s, 0.5f, 0.5f, eye - 0.01f, 0);
  lg_style style = stage_style();
  lg_frame f = begin(&image, s, &c, &style);
  const lg_dot *d = f.scratch->dot;
  assert_float_equal(d[0].z, 1, 1e-5);
  assert_float_equal(d[1].z, 2, 1e-5);
  assert_float_equal(d[0].r / d[1].r, 2, 1e-4);
  assert_float_equal(d[0].r, f.radius * lens.scale, 1e-3);
  assert_true(d[2].r == 0 && d[3].r == 0);
  lg_image_free(&image);
  lg_shot_free(s);
}

/* Tones are cut to 0 .. 1, NAN is 0; a particle at NAN or far off is not drawn, and none of that
   harms the others. */
static void odd_values(void **state) {
  (void)state;
  lg_image image;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  const float value[] = {-5, 0.5f, 7, NAN, INFINITY}, tone[] = {0, 0.5f, 1, 0, 1};
  for (int i = 0; i < 5; i++) stage_add(s, 0.5f, 0.5f, 0, value[i]);
  stage_add(s, NAN, 0.5f, 0, 0);
  stage_add(s, 1e20f, 0.5f, 0, 0);
  stage_add(s, 0.5f, 0.5f, 0, 1);
  lg_camera c = stage_camera(2);
  lg_style style = stage_style();
  lg_frame f = begin(&image, s, &c, &style);
  for (int i = 0; i < 5; i++) assert_float_equal(f.scratch->dot[i].tone, tone[i], 1e-6);
  assert_true(f.scratch->dot[5].r == 0 && f.scratch->dot[6].r == 0 && f.scratch->dot[7].r > 0);
  lg_image_free(&image);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(flat), cmocka_unit_test(deep),
                                     cmocka_unit_test(odd_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
