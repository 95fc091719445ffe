/* Colours of the particles in 3-D. */
#include "stage.h"

enum { SIDE = 61 };

/* One large sphere: bright where it faces the light (up, a little left), dark below right; what
   shows no particle is as it was. The hue is that of the tone. */
static void lit_from_above(void **state) {
  (void)state;
  lg_image image;
  lg_shot *s = stage_shot(lg_bounds3(0, 0, 0, 1, 1, 1), 0.5f);
  stage_add(s, 0.5f, 0.5f, 0.5f, 1);
  lg_camera c = stage_camera(3);
  lg_style style = stage_style();
  assert_true(lg_image_init(&image, SIDE, SIDE));
  lg_frame f = lg_frame_begin(&image, s, &c, &style, 1);
  lg_dots_make(&f);
  int bands = (SIDE + LG_BAND - 1) / LG_BAND;
  for (int band = 0; band < bands; band++) lg_mesh_band(&f, band), lg_spheres_band(&f, band);
  int32_t *color = f.scratch->color, outside = color[2 * f.scratch->stride + 2];
  assert_true(lg_relief_make(&f));
  for (int band = 0; band < bands; band++) lg_shade_band(&f, band);
  int32_t above = color[22 * f.scratch->stride + 26], below = color[39 * f.scratch->stride + 36];
  for (int k = 0; k < 2; k++) assert_true((above >> (8 * k) & 255) > (below >> (8 * k) & 255) + 20);
  assert_true((above & 255) > (above >> 16 & 255) + 100); /* yellow */
  assert_int_equal(color[2 * f.scratch->stride + 2], outside);
  lg_image_free(&image);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lit_from_above)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
