/* HUD lines and the banner: where they are, told by the pixels that differ from a picture without
   them. */
#include "picture/overlay.h"
#include "stage.h"

enum { W = 640, H = 360 };
typedef struct box {
  int x0, y0, x1, y1, ink;
} box; /* of the differing pixels; ink: bright ones */

static box differing(const lg_style *style) {
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  strcpy(s->label, "speed");
  lg_camera c = stage_camera(2);
  lg_image with, without;
  assert_true(lg_image_init(&with, W, H) && lg_image_init(&without, W, H));
  if (lg_image_trouble(&with)) skip(); /* no font, no text */
  lg_style plain = stage_style();
  lg_picture_draw(&with, s, &c, style, 1);
  lg_picture_draw(&without, s, &c, &plain, 1);
  box b = {W, H, -1, -1, 0};
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      if (!memcmp(with.rgba + 4 * (y * W + x), without.rgba + 4 * (y * W + x), 4)) continue;
      b.x0 = x < b.x0 ? x : b.x0, b.x1 = x > b.x1 ? x : b.x1;
      b.y0 = y < b.y0 ? y : b.y0, b.y1 = y > b.y1 ? y : b.y1;
      b.ink += stage_pixel(&with, x, y, 1) > 160;
    }
  lg_image_free(&with), lg_image_free(&without), lg_shot_free(s);
  return b;
}

/* Lines stand in the upper left corner, on a panel that grows with their number and length. */
static void hud(void **state) {
  (void)state;
  const char *const lines[] = {"10 204 particles", "t = 0.43 s, a longer line"};
  lg_style style = stage_style();
  style.lines = lines;
  style.line_count = 1;
  box one = differing(&style);
  style.line_count = 2;
  box two = differing(&style);
  assert_true(one.x0 < 20 && one.y0 < 20 && one.ink > 50);
  assert_true(two.y1 > one.y1 + 8 && two.x1 > one.x1 + 20 && two.ink > one.ink);
  assert_true(two.x1 < W / 2 && two.y1 < H / 2);
}

/* A message is in the middle; several lines are higher than one, a long one is broken and stays on
   the picture. */
static void banner(void **state) {
  (void)state;
  lg_style style = stage_style();
  style.banner = "paused";
  box one = differing(&style);
  style.banner = "scene.lua:12: attempt to index a nil value\nthe old scene goes on\npress space";
  box three = differing(&style);
  char text[6000];
  for (size_t i = 0; i + 1 < sizeof text; i++) text[i] = i % 9 == 8 ? ' ' : 'm';
  text[sizeof text - 1] = 0;
  style.banner = text;
  box endless = differing(&style);
  const box all[] = {one, three, endless};
  for (int i = 0; i < 3; i++) {
    assert_true(abs(all[i].x0 + all[i].x1 - W) < 4);
    assert_true(all[i].x0 >= 0 && all[i].y0 >= 0 && all[i].x1 < W && all[i].y1 < H &&
                all[i].ink > 20);
  }
  assert_true(three.y1 - three.y0 > one.y1 - one.y0 + 20);
  assert_true(endless.x1 - endless.x0 < 9 * W / 10 && endless.y1 - endless.y0 < 9 * H / 10);
  style.banner = "";
  assert_int_equal(differing(&style).x1, -1);
}

/* A picture too small for any text is drawn all the same. */
/* The title stands above what lies on the foot of the picture. */
static void title_leaves_the_foot(void **state) {
  (void)state;
  enum { FOOT = 60 };
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  const lg_camera c = stage_camera(2);
  lg_image without, with;
  assert_true(lg_image_init(&without, W, H) && lg_image_init(&with, W, H));
  lg_style style = stage_style();
  lg_picture_draw(&without, s, &c, &style, 1);
  strcpy(style.title, "dfsph");
  style.foot = FOOT;
  lg_picture_draw(&with, s, &c, &style, 1);
  const size_t above = 4 * W * (H - FOOT);
  assert_memory_not_equal(with.rgba, without.rgba, above);
  assert_memory_equal(with.rgba + above, without.rgba + above, 4 * W * FOOT);
  lg_image_free(&without);
  lg_image_free(&with);
  lg_shot_free(s);
}

/* And in the middle of what is right of a list beside it. */
static void title_leaves_the_side(void **state) {
  (void)state;
  lg_style style = stage_style();
  strcpy(style.title, "dfsph");
  box usual = differing(&style);
  style.aside = W / 2;
  box right = differing(&style);
  assert_true(abs(usual.x0 + usual.x1 - W) < 4);
  assert_true(abs(right.x0 + right.x1 - 3 * W / 2) < 4);
}

static void tiny(void **state) {
  (void)state;
  const char *const lines[] = {"a line that is far too long"};
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  for (int side = 1; side < 40; side += 6) {
    lg_image image;
    assert_true(lg_image_init(&image, side, side));
    lg_style style = lg_default_style();
    style.lines = lines, style.line_count = 1, style.banner = "a message";
    lg_camera c = lg_camera_fit(s, side, side);
    lg_picture_draw(&image, s, &c, &style, 2);
    assert_int_equal(stage_pixel(&image, side - 1, side - 1, 3), 255);
    lg_image_free(&image);
  }
  lg_shot_free(s);
}

/* A line too long for a narrow picture is broken, not cut: the panel ends inside, and has room for
   the rest below. */
static void long_lines_are_broken(void **state) {
  (void)state;
  const char *const line[] = {"23.1 ms a step: 18 x 0.93 ms simulated (limit: cfl)"};
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  lg_camera c = stage_camera(2);
  lg_style style = stage_style();
  style.lines = line, style.line_count = 1;
  int right[2], bottom[2], width[] = {600, 160};
  for (int i = 0; i < 2; i++) {
    lg_image image;
    assert_true(lg_image_init(&image, width[i], 400));
    if (lg_image_trouble(&image)) skip();
    lg_frame f = lg_frame_begin(&image, s, &c, &style, 1);
    lg_overlay_ends(&f, &right[i], &bottom[i]);
    assert_true(right[i] > 0 && right[i] < width[i]);
    lg_image_free(&image);
  }
  assert_true(bottom[1] > bottom[0] + 11);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(long_lines_are_broken),
                                     cmocka_unit_test(hud),
                                     cmocka_unit_test(banner),
                                     cmocka_unit_test(title_leaves_the_foot),
                                     cmocka_unit_test(title_leaves_the_side),
                                     cmocka_unit_test(tiny)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
