/* Marks of a script: where they are, told by the pixels that differ from a picture without them.
   stage_camera: 100 pixels are 1 m. */
#include "picture/shot.h"
#include "stage.h"

#include <stdlib.h>

enum { SIDE = 100 };
#define GREEN 0x00ff00ffU

static bool add_line(lg_shot *s, const float a[3], const float b[3], float width, uint32_t rgba) {
  return lg_shot_mark(s, &(lg_mark){.what = LG_MARK_LINE,
                                    .at = {a[0], a[1], a[2]},
                                    .to = {b[0], b[1], b[2]},
                                    .width = width,
                                    .rgba = rgba});
}
static bool add_disc(lg_shot *s, const float p[3], float radius, uint32_t rgba) {
  return lg_shot_mark(
      s,
      &(lg_mark){.what = LG_MARK_DISC, .at = {p[0], p[1], p[2]}, .radius = radius, .rgba = rgba});
}
static bool add_text(lg_shot *s, const float p[3], float size, uint32_t rgba, const char *text) {
  return lg_shot_mark(s, &(lg_mark){.what = LG_MARK_TEXT,
                                    .at = {p[0], p[1], p[2]},
                                    .size = size,
                                    .rgba = rgba,
                                    .text = text});
}

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
  assert_true(add_disc(s, (float[3]){0.25f, 0.75f, 0}, 0.1f, GREEN));
  draw(&image, s, 2);
  int n = greens(&image);
  assert_true(green(&image, 25, 25) && green(&image, 33, 25) && !green(&image, 37, 25) &&
              !green(&image, 25, 75));
  assert_true(n > 314 - 40 && n < 314 + 40);
  lg_image_free(&image);
  lg_shot_unmark(s);
  assert_true(add_line(s, (float[3]){0.2f, 0.4f, 0}, (float[3]){0.8f, 0.4f, 0}, 2, GREEN));
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

static void mark(lg_shot *s, lg_mark m) {
  m.rgba = GREEN;
  assert_true(lg_shot_mark(s, &m));
}

/* Areas of what has one, in pixels: an annulus of 2 pi r w (its
   rims, less than 85 % covered, are not green: 0.3 pixels each); a rectangle, and its frame; the
   full part of a bar, to the right of its place. The head of an arrow is broader than its line, at
   its end. */
static void areas(void **state) {
  (void)state;
  static const struct {
    lg_mark m;
    int area, within, in[2], out[2];
  } cases[] = {
      {{.what = LG_MARK_RING, .at = {0.5f, 0.5f}, .radius = 0.3f, .width = 4},
       (int)(6.2832f * 30 * 3.4f),
       30,
       {80, 50},
       {50, 50}},
      {{.what = LG_MARK_RECTANGLE, .at = {0.9f, 0.2f}, .to = {0.1f, 0.6f}},
       80 * 40,
       0,
       {50, 60},
       {50, 30}},
      {{.what = LG_MARK_RECTANGLE, .at = {0.1f, 0.2f}, .to = {0.9f, 0.6f}, .width = 4},
       84 * 44 - 76 * 36,
       0,
       {50, 40},
       {50, 60}},
      {{.what = LG_MARK_BAR, .at = {0.2f, 0.5f}, .width = 60, .size = 10, .part = 0.5f},
       30 * 10,
       0,
       {45, 50},
       {55, 50}},
      {{.what = LG_MARK_ARROW, .at = {0.1f, 0.5f}, .to = {0.9f, 0.5f}, .width = 4},
       59 * 4 + 21 * 18 / 2,
       40,
       {72, 55},
       {60, 55}},
  };
  for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++)
    for (int on_screen = 0; on_screen < 2; on_screen++) {
      /* The stage's camera shows 1 m in 100 pixels, all of the picture: both ways are the same. */
      lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
      lg_mark m = cases[i].m;
      lg_image image;
      m.on_screen = on_screen;
      if (on_screen) m.radius *= SIDE;
      mark(s, m);
      draw(&image, s, 2);
      int n = greens(&image), off = abs(n - cases[i].area);
      if (off > cases[i].within || !green(&image, cases[i].in[0], cases[i].in[1]) ||
          green(&image, cases[i].out[0], cases[i].out[1]))
        fail_msg("case %d, on screen %d: %d pixels, not %d", i, on_screen, n, cases[i].area);
      lg_image_free(&image);
      lg_shot_free(s);
    }
}

/* In 3-D a rectangle is the edges of a box, and what is on the screen stays where it is. */
static void boxes(void **state) {
  (void)state;
  lg_shot *s = stage_shot((lg_bounds){3, {0, 0, 0}, {1, 1, 1}}, 0.1f);
  lg_image image;
  mark(s, (lg_mark){.what = LG_MARK_RECTANGLE, .at = {0.3f, 0.3f, 0.3f}, .to = {0.7f, 0.7f, 0.7f}});
  draw(&image, s, 3);
  int n = greens(&image);
  assert_true(n > 100 && !green(&image, 50, 50));
  lg_image_free(&image);

  lg_shot_unmark(s);
  mark(s,
       (lg_mark){.what = LG_MARK_RECTANGLE, .on_screen = true, .at = {0, 0.9f}, .to = {0.1f, 1}});
  draw(&image, s, 3);
  assert_int_equal(greens(&image), 100);
  assert_true(green(&image, 0, 0) && green(&image, 9, 9));
  lg_image_free(&image);
  lg_shot_free(s);
}

/* Marks paint a picture over 256 times at most: a disc that is larger than it counts as all of it,
   and thousands of small ones are all there. */
static void limit(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  lg_image image;
  for (int i = 0; i < 256; i++) assert_true(add_disc(s, (float[3]){0.5f, 0.5f, 0}, 9, 0xff0000ffU));
  assert_true(add_disc(s, (float[3]){0.5f, 0.5f, 0}, 0.1f, GREEN));
  draw(&image, s, 2);
  assert_int_equal(greens(&image), 0);
  lg_image_free(&image);

  lg_shot_unmark(s);
  for (int i = 0; i < 4095; i++)
    assert_true(add_disc(s, (float[3]){0.5f, 0.5f, 0}, 0.05f, 0xff0000ffU));
  assert_true(add_disc(s, (float[3]){0.5f, 0.5f, 0}, 0.1f, GREEN));
  draw(&image, s, 2);
  assert_true(greens(&image) > 270);
  lg_image_free(&image);
  lg_shot_free(s);
}

/* The columns that a text covers in pixels of its colour. */
static void columns(lg_mark m, int *first, int *last, int *count) {
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  lg_image image;
  mark(s, m);
  draw(&image, s, 2);
  *first = SIDE;
  *last = 0;
  *count = greens(&image);
  for (int i = 0; i < SIDE * SIDE; i++) {
    if (!green(&image, i % SIDE, i / SIDE)) continue;
    *first = i % SIDE < *first ? i % SIDE : *first;
    *last = i % SIDE > *last ? i % SIDE : *last;
  }
  lg_image_free(&image);
  lg_shot_free(s);
}

/* Centred text is as far left of its place as right of it, and a halo paints no letter over. */
static void alignment(void **state) {
  (void)state;
  lg_mark m = {.what = LG_MARK_TEXT, .at = {0.5f, 0.5f}, .size = 20, .text = "HH"};
  int first[4], last[4], count[4];
  for (int i = 0; i < 4; i++) {
    m.part = 0.5f * (float)(i % 3);
    m.halo = i == 3 ? 0xff00ffffU : 0;
    columns(m, &first[i], &last[i], &count[i]);
  }
  if (count[0] == 0) skip(); /* no font */
  assert_true(first[0] >= 50 && last[2] <= 50);
  assert_in_range(first[1] + last[1], 97, 102);
  assert_int_equal(first[3], first[0]);
  assert_int_equal(last[3], last[0]);
}

/* A text stands to the right of its place, at half height. */
static void words(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.1f);
  lg_image image;
  assert_true(add_text(s, (float[3]){0.3f, 0.5f, 0}, 20, GREEN, "HH"));
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
  assert_true(add_disc(s, (float[3]){0.5f, 0.5f, 0.5f}, 0.05f, GREEN));
  for (int i = 0; i < 200; i++) {
    float far = (i % 2 ? -1 : 1) * powf(10, (float)(i % 7)),
          p[3] = {far, i % 3 ? far : 0, i % 5 ? -far : far};
    assert_true(add_line(s, p, (float[3]){-far, 0.9f, far}, 1, 0xff0000ff));
    for (int what = LG_MARK_LINE; what <= LG_MARK_TEXT; what++)
      assert_true(lg_shot_mark(s, &(lg_mark){.what = (lg_mark_what)what,
                                             .on_screen = i % 4 == 0,
                                             .at = {far, p[1], p[2]},
                                             .to = {-far, far, 1},
                                             .radius = 1e6f,
                                             .width = i % 8 ? 1 : 1e6f,
                                             .size = i % 9 ? 4 : 1e6f,
                                             .part = i % 2 ? 1 : 0.5f,
                                             .rgba = 0xff000001,
                                             .text = "far"}));
    assert_true(add_disc(s, (float[3]){1e6f, p[1], p[2]}, 0.1f, 0xff0000ff) &&
                add_text(s, p, 9, 0xff0000ff, "far"));
    if (i % 20 != 19 || i == 199) continue;
    draw(&image, s, 3);
    lg_image_free(&image);
    lg_shot_unmark(s);
  }
  assert_true(add_disc(s, (float[3]){0.5f, 0.5f, 0.5f}, 0.05f, GREEN));
  draw(&image, s, 3);
  assert_true(green(&image, 50, 50));
  lg_image_free(&image);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(places), cmocka_unit_test(areas),
                                     cmocka_unit_test(boxes),  cmocka_unit_test(alignment),
                                     cmocka_unit_test(limit),  cmocka_unit_test(words),
                                     cmocka_unit_test(depth)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
