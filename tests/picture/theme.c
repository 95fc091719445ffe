/* Both themes can be read: the contrast of each text with what it stands on is at least the 4.5
   of WCAG 2.1 (1.4.3), that of curves and lines at least the 3 of its 1.4.11; and a picture has
   the theme's colours. */
#include "picture/look.h"
#include "stage.h"

/* Relative luminance of an opaque colour, WCAG 2.1. */
static double luminance(uint32_t rgba) {
  static const double weight[] = {0.2126, 0.7152, 0.0722};
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    double c = (double)lg_channel(rgba, k) / 255;
    sum += weight[k] * (c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
  }
  return sum;
}

static double contrast(uint32_t a, uint32_t b) {
  double x = luminance(a), y = luminance(b);
  return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

/* Over an opaque ground. */
static uint32_t over(uint32_t top, uint32_t ground) {
  double part = (double)(top & 0xff) / 255;
  uint32_t rgba = 0;
  for (int k = 0; k < 3; k++) {
    double c = part * (double)lg_channel(top, k) + (1 - part) * (double)lg_channel(ground, k);
    rgba = rgba << 8 | (uint32_t)(c + 0.5);
  }
  return rgba << 8 | 0xff;
}

static void is_readable(void **state) {
  (void)state;
  const lg_theme *const all[] = {&lg_theme_dark, &lg_theme_light};
  for (int i = 0; i < 2; i++) {
    const lg_theme *t = all[i];
    const lg_ground *ground = &t->ground;
    const uint32_t panel = over(t->panel, ground->top), finding = over(t->finding, ground->bottom),
                   banner = over(t->banner, ground->top);
    const uint32_t on_panel[] = {t->text, t->dim, t->strong, t->marked},
                   beside[] = {t->text, t->dim, t->strong, t->marked, t->code, t->good, t->bad};
    for (size_t k = 0; k < sizeof on_panel / sizeof *on_panel; k++)
      assert_true(contrast(on_panel[k], panel) >= 4.5);
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++)
      assert_true(contrast(beside[k], t->column) >= 4.5);
    assert_true(contrast(t->text, t->field) >= 4.5 && contrast(t->text, finding) >= 4.5 &&
                contrast(t->text, banner) >= 4.5 && contrast(t->text, ground->bottom) >= 4.5);
    for (int k = 0; k < LG_PLOT_CURVES; k++) assert_true(contrast(t->curve[k], panel) >= 3);
    assert_true(contrast(over(ground->bounds, ground->top), ground->top) >= 3);

    /* Before water's ground, too. */
    const uint32_t behind[] = {t->sea.top, t->sea.bottom};
    for (int k = 0; k < 2; k++) {
      assert_true(contrast(over(t->sea.bounds, behind[k]), behind[k]) >= 3);
      assert_true(contrast(t->text, over(t->panel, behind[k])) >= 4.5);
      assert_true(contrast(t->text, behind[k]) >= 4.5);
    }
  }
}

/* The upper left pixel is the sky of the theme, NULL the dark one; a background of one's own
   wins. */
static void is_seen(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  const lg_theme *const given[] = {NULL, &lg_theme_dark, &lg_theme_light, &lg_theme_light};
  const uint32_t own[] = {0, 0, 0, 0x102030ffU},
                 want[] = {lg_theme_dark.ground.top, lg_theme_dark.ground.top,
                           lg_theme_light.ground.top, 0x102030ffU};
  lg_image image;
  assert_true(lg_image_init(&image, 64, 64));
  for (int i = 0; i < 4; i++) {
    lg_style style = lg_default_style();
    lg_camera c = lg_camera_fit(s, 64, 64);
    style.theme = given[i];
    style.background = own[i];
    lg_picture_draw(&image, s, &c, &style, 1);
    for (int k = 0; k < 3; k++)
      assert_true(abs((int)image.rgba[k] - (int)lg_channel(want[i], k)) <= 1);
  }
  lg_image_free(&image);
  lg_shot_free(s);
}

/* What a script draws without a colour is a text of the theme; with one it has that. */
static void plain_marks(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  const lg_mark plain = {
      .what = LG_MARK_DISC, .on_screen = true, .at = {0.5f, 0.5f, 0}, .radius = 20};
  lg_mark red = plain;
  red.rgba = 0xff0000ffU;
  lg_image image;
  assert_true(lg_image_init(&image, 64, 64));
  const lg_theme *const all[] = {&lg_theme_dark, &lg_theme_light};
  for (int i = 0; i < 4; i++) {
    lg_style style = lg_default_style();
    lg_camera c = lg_camera_fit(s, 64, 64);
    style.theme = all[i % 2];
    lg_shot_unmark(s);
    assert_true(lg_shot_mark(s, i < 2 ? &plain : &red));
    lg_picture_draw(&image, s, &c, &style, 1);
    const uint32_t want = i < 2 ? all[i]->text : red.rgba;
    for (int k = 0; k < 3; k++)
      assert_int_equal(image.rgba[4 * (32 * 64 + 32) + k], (int)lg_channel(want, k));
  }
  lg_image_free(&image);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(is_readable), cmocka_unit_test(is_seen),
                                     cmocka_unit_test(plain_marks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
