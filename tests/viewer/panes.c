/* Tests of src/viewer/panes.c: the split view. */
#include "viewer/panes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Every pixel column inside a pane is found to be that pane's, panes do not overlap, and they fit
   into the picture. */
static void geometry(void **state) {
  (void)state;
  for (int count = 1; count <= LG_PANES_MAX; count++)
    for (int width = 16; width < 200; width++) {
      const lg_panes p = {.whole.width = width};
      int w = lg_panes_width(&p, count), end = 0;
      for (int pane = 0; pane < count; pane++) {
        int left = lg_panes_left(&p, count, pane);
        assert_true(left >= end && w > 0);
        end = left + w;
        for (int x = left; x < end; x++) assert_int_equal(lg_panes_at(&p, count, x), pane);
      }
      assert_true(end <= width && end > width - 4);
      assert_int_equal(lg_panes_at(&p, count, -5), 0);
      assert_int_equal(lg_panes_at(&p, count, width + 5), count - 1);
    }
}

static lg_shot *shoot_up(int dim, float up) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = 0.2f;
  lg_world *w = lg_world_new(&def);
  lg_shot *shot = lg_shot_new();
  assert_true(w && shot);
  for (int i = 0; i < 4; i++) {
    float x[3] = {0.2f + 0.2f * (float)i, 0.5f + up, 0.5f * (float)(dim - 2)}, v[3] = {0};
    lg_particle_add(w, x, v);
  }
  assert_int_equal(lg_world_count(w), 4);
  assert_true(lg_shot_take(shot, w, ""));
  lg_world_free(w);
  return shot;
}

static lg_shot *shoot(int dim) { return shoot_up(dim, 0); }

/* Each half equals the picture that the same shot gives alone at the same size. */
static void halves(void **state) {
  (void)state;
  enum { WIDTH = 202, HEIGHT = 80 };
  lg_shot *shot[2] = {shoot(2), shoot(3)};
  lg_style style[2] = {lg_default_style(), lg_default_style()};
  lg_camera camera[2];
  lg_panes p;
  lg_image alone;
  assert_true(lg_panes_init(&p, WIDTH, HEIGHT));
  int width = lg_panes_width(&p, 2);
  for (int i = 0; i < 2; i++) camera[i] = lg_camera_fit(shot[i], width, HEIGHT);
  assert_true(lg_image_init(&alone, width, HEIGHT));
  for (int turn = 0; turn < 2; turn++) { /* the second time with what the first one left behind */
    assert_true(lg_panes_draw(&p, 2, shot, camera, style, 1));
    for (int i = 0; i < 2; i++) {
      lg_picture_draw(&alone, shot[i], &camera[i], &style[i], 1);
      const uint8_t *half = p.whole.rgba + 4 * lg_panes_left(&p, 2, i);
      for (int y = 0; y < HEIGHT; y++)
        assert_memory_equal(half + 4 * y * WIDTH, alone.rgba + 4 * y * width, (size_t)(4 * width));
    }
  }
  const uint8_t *middle = p.whole.rgba + 4 * 40 * WIDTH;
  assert_memory_not_equal(middle, middle + 4 * lg_panes_left(&p, 2, 1), (size_t)(4 * width));
  for (int i = 0; i < 2; i++) lg_shot_free(shot[i]);
  lg_image_free(&alone);
  lg_panes_free(&p);
}

/* Do all pixels of columns from .. end - 1 agree? */
static bool agree(const lg_image *a, const lg_image *b, int from, int end) {
  for (int y = 0; y < a->height; y++) {
    const size_t at = 4 * (size_t)(y * a->width + from);
    if (memcmp(a->rgba + at, b->rgba + at, 4 * (size_t)(end - from)) != 0) return false;
  }
  return true;
}

/* Left of the line lies the first world's picture as it is alone in that size, right of it the
   second's, seen by the same camera, wherever the line is; the line itself is neither's. */
static void wiped(void **state) {
  (void)state;
  enum { WIDTH = 202, HEIGHT = 80 };
  lg_shot *shot[3] = {shoot(2), shoot_up(2, 0.2f), shoot(3)};
  lg_camera camera[3], other = lg_camera_fit(shot[0], WIDTH, HEIGHT);
  lg_image alone[2];
  lg_panes p;
  for (int i = 0; i < 3; i++) camera[i] = other;
  lg_camera_pan(&camera[1], 30, 10, HEIGHT); /* is of no account */
  assert_true(lg_panes_init(&p, WIDTH, HEIGHT));
  for (int i = 0; i < 2; i++) {
    const lg_style style = lg_default_style();
    assert_true(lg_image_init(&alone[i], WIDTH, HEIGHT));
    lg_picture_draw(&alone[i], shot[i], &other, &style, 1);
  }

  for (int percent = 10; percent < 100; percent += 20) {
    lg_style style[3] = {lg_default_style(), lg_default_style(), lg_default_style()};
    p.wipe = 0.01f * (float)percent;
    const int line = lg_panes_line(&p);
    assert_true(line > 2 * percent - 1 && line < 2 * percent + 4);
    assert_int_equal(lg_panes_width(&p, 3), WIDTH);
    for (int x = -3; x < WIDTH + 3; x++) {
      assert_int_equal(lg_panes_at(&p, 3, x), x >= line);
      assert_int_equal(lg_panes_left(&p, 3, lg_panes_at(&p, 3, x)), 0);
    }
    assert_true(lg_panes_draw(&p, 3, shot, camera, style, 1));
    assert_true(agree(&p.whole, &alone[0], 0, line - 2));
    assert_true(agree(&p.whole, &alone[1], line + 2, WIDTH));
    for (int i = 0; i < 2; i++) assert_false(agree(&p.whole, &alone[i], line - 1, line + 1));
  }
  assert_false(agree(&alone[0], &alone[1], 0, WIDTH));

  /* The titles: each on its side of the line, not beyond. */
  lg_style named[2] = {lg_default_style(), lg_default_style()};
  strcpy(named[0].title, "one");
  strcpy(named[1].title, "two");
  p.wipe = 0.5f;
  assert_true(lg_panes_draw(&p, 2, shot, camera, named, 1));
  for (int i = 0; i < 2; i++) {
    const int inner = i == 0 ? 50 : 103, outer = i == 0 ? 0 : 152;
    assert_false(agree(&p.whole, &alone[i], inner, inner + 49));
    assert_true(agree(&p.whole, &alone[i], outer, outer + 50));
  }

  assert_true(lg_panes_resize(&p, 101, 40) && p.wipe > 0 && p.whole.width == 101);
  assert_false(lg_panes_wipes(&p, 1)); /* one world alone */
  for (int i = 0; i < 3; i++) lg_shot_free(shot[i]);
  for (int i = 0; i < 2; i++) lg_image_free(&alone[i]);
  lg_panes_free(&p);
}

/* Two panes of one value have one range, which takes in both, and one legend, in the last; panes of
   other values, or in other colours, keep theirs. */
static void shared_range(void **state) {
  (void)state;
  lg_shot *shot[2] = {shoot(2), shoot(3)};
  lg_style style[2] = {lg_default_style(), lg_default_style()};
  style[0].low = 1;
  style[0].high = 2;
  style[1].low = 1.5f;
  style[1].high = 9;
  lg_style before[2] = {style[0], style[1]};
  before[1].colormap = "turbo";
  lg_style other[2] = {before[0], before[1]};
  lg_style_share(other, shot, 2);
  assert_memory_equal(other, before, sizeof other);

  lg_style_share(style, shot, 2);
  for (int i = 0; i < 2; i++) assert_true(style[i].low == 1 && style[i].high == 9);
  assert_true(!style[0].legend && style[1].legend);
  for (int i = 0; i < 2; i++) lg_shot_free(shot[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(geometry), cmocka_unit_test(halves),
                                     cmocka_unit_test(wiped), cmocka_unit_test(shared_range)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
