/* Ticks and the bar of the legend. */
#include "picture/legend.h"
#include "picture/look.h"
#include "stage.h"

/* Round, ascending, inside the range, at least two and at most six, for ranges of every size and
   place. */
static void ticks_are_round(void **state) {
  (void)state;
  uint32_t seed = 3;
  for (int i = 0; i < 20000; i++) {
    float span = powf(10, 12 * stage_random(&seed) - 6),
          low = (stage_random(&seed) - 0.5f) * 4 * span, high = low + span;
    float tick[LG_TICKS_MAX];
    int n = lg_legend_ticks(low, high, tick);
    assert_true(n >= 2 && n <= LG_TICKS_MAX);
    float step = tick[1] - tick[0], rounding = 1e-5f * fmaxf(fabsf(low), fabsf(high));
    for (int k = 0; k < n; k++) {
      assert_true(tick[k] >= low - rounding && tick[k] <= high + rounding);
      if (k) assert_true(fabsf(tick[k] - tick[k - 1] - step) < 4 * rounding);
    }
    double mantissa = (double)step / pow(10, floor(log10((double)step) + 1e-3));
    assert_true(fabs(mantissa - 1) < 0.01 || fabs(mantissa - 2) < 0.01 ||
                fabs(mantissa - 5) < 0.01);
  }
}

/* No range, no ticks. */
static void no_range(void **state) {
  (void)state;
  float tick[LG_TICKS_MAX];
  assert_int_equal(lg_legend_ticks(1, 1, tick), 0);
  assert_int_equal(lg_legend_ticks(2, 1, tick), 0);
  assert_int_equal(lg_legend_ticks(NAN, 1, tick), 0);
  assert_int_equal(lg_legend_ticks(0, INFINITY, tick), 0);
  assert_int_equal(lg_legend_ticks(1e6f, 1e6f + 0.0625f, tick), 0);
}

/* The bar shows the colours in order: in some row of the upper right quarter both ends of viridis
   are found, the dark one to the left of the yellow one. A picture too small for a legend has
   none. */
static void bar(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  strcpy(s->label, "speed");
  strcpy(s->unit, "m/s");
  for (int small = 0; small < 2; small++) {
    int width = small ? 200 : 640, height = small ? 100 : 360, dark = -1, yellow = -1;
    lg_image image;
    assert_true(lg_image_init(&image, width, height));
    lg_style style = lg_default_style();
    lg_camera c = lg_camera_fit(s, width, height);
    lg_picture_draw(&image, s, &c, &style, 1);
    for (int y = 0; y < height / 2; y++)
      for (int x = width / 2; x < width; x++) {
        int r = stage_pixel(&image, x, y, 0), g = stage_pixel(&image, x, y, 1),
            b = stage_pixel(&image, x, y, 2);
        if (abs(r - 0x44) < 4 && g < 5 && abs(b - 0x54) < 4) dark = x;
        if (abs(r - 0xfd) < 4 && abs(g - 0xe7) < 4 && abs(b - 0x25) < 6) yellow = x;
      }
    if (small) assert_true(dark < 0 && yellow < 0);
    else assert_true(dark > 0 && yellow > dark + 80);
    lg_image_free(&image);
  }
  lg_shot_free(s);
}

/* First row in which the dark end of the bar is seen. */
static int top_of_bar(const lg_image *image) {
  for (int y = 0; y < image->height; y++)
    for (int x = image->width / 2; x < image->width; x++)
      if (abs(stage_pixel(image, x, y, 0) - 0x44) < 4 && stage_pixel(image, x, y, 1) < 5) return y;
  return -1;
}

/* Where the HUD's lines reach the legend's corner, it stands below them; else in the corner. */
static void below_the_lines(void **state) {
  (void)state;
  const char *const narrow[] = {"t = 1 s"};
  const char *const wide[] = {"23.1 ms a step: 18 x 0.93 ms simulated (limit: cfl)", "one", "more"};
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  strcpy(s->label, "speed");
  lg_image image;
  assert_true(lg_image_init(&image, 420, 400));
  if (!lg_image_trouble(&image)) {
    lg_style style = lg_default_style();
    lg_camera c = lg_camera_fit(s, 420, 400);
    style.lines = narrow, style.line_count = 1;
    lg_picture_draw(&image, s, &c, &style, 1);
    int corner = top_of_bar(&image);
    style.lines = wide, style.line_count = 3;
    lg_picture_draw(&image, s, &c, &style, 1);
    assert_true(corner > 0 && corner < 40);
    assert_true(top_of_bar(&image) > corner + 3 * 11); /* three lines of 11 pixels */
  }
  lg_image_free(&image);
  lg_shot_free(s);
}

/* Short, and never in powers of ten where five figures do. */
static void numbers(void **state) {
  (void)state;
  char text[32];
  const struct {
    float x, range;
    const char *want;
  } cases[] = {{0.3f, 1, "0.3"},
               {15000, 20000, "15000"},
               {-1e-9f, 1, "0"},
               {2e-7f, 1e-6f, "2e-07"},
               {-250000, 1e6f, "-250000"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    lg_legend_number(text, sizeof text, cases[i].x, cases[i].range);
    assert_string_equal(text, cases[i].want);
  }
}

/* Pixels of the longest stretch of the numbers below the bar that no gap as wide as a digit
   parts. */
static int longest_number(lg_shot *s, float high) {
  lg_image image;
  lg_style style = lg_default_style();
  lg_camera c = lg_camera_fit(s, 420, 400);
  int longest = 0, since = -1, last = -100;
  s->range.high = high;
  assert_true(lg_image_init(&image, 420, 400));
  lg_picture_draw(&image, s, &c, &style, 1);
  int top = top_of_bar(&image) + 7 + 3; /* the bar, and its ticks */
  for (int x = 210; x < 420; x++) {
    bool inked = false;
    for (int y = top; y < top + 12; y++) inked = inked || stage_pixel(&image, x, y, 0) > 130;
    if (!inked) continue;
    if (x - last > 4) since = x;
    last = x;
    longest = last - since > longest ? last - since : longest;
  }
  if (lg_image_trouble(&image)) longest = -1;
  lg_image_free(&image);
  return longest;
}

/* Long numbers do not lie over each other: in 120 pixels there is room for every second one. */
static void numbers_are_apart(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  strcpy(s->label, "pressure");
  int few = longest_number(s, 5), many = longest_number(s, 900000);
  assert_true(few < 12 && many < 60);
  assert_true(few < 0 || many > 30);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(below_the_lines),
                                     cmocka_unit_test(numbers),
                                     cmocka_unit_test(ticks_are_round),
                                     cmocka_unit_test(no_range),
                                     cmocka_unit_test(bar),
                                     cmocka_unit_test(numbers_are_apart)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
