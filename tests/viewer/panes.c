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
      int w = lg_panes_width(count, width), end = 0;
      for (int pane = 0; pane < count; pane++) {
        int left = lg_panes_left(count, width, pane);
        assert_true(left >= end && w > 0);
        end = left + w;
        for (int x = left; x < end; x++) assert_int_equal(lg_panes_at(count, width, x), pane);
      }
      assert_true(end <= width && end > width - 4);
      assert_int_equal(lg_panes_at(count, width, -5), 0);
      assert_int_equal(lg_panes_at(count, width, width + 5), count - 1);
    }
}

static lg_shot *shoot(int dim) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = 0.2f;
  lg_world *w = lg_world_new(&def);
  lg_shot *shot = lg_shot_new();
  assert_true(w && shot);
  for (int i = 0; i < 4; i++) {
    float x[3] = {0.2f + 0.2f * (float)i, 0.5f, 0.5f * (float)(dim - 2)}, v[3] = {0};
    lg_particle_add(w, x, v);
  }
  assert_int_equal(lg_world_count(w), 4);
  assert_true(lg_shot_take(shot, w, ""));
  lg_world_free(w);
  return shot;
}

/* Each half equals the picture that the same shot gives alone at the same size. */
static void halves(void **state) {
  (void)state;
  enum { WIDTH = 202, HEIGHT = 80 };
  lg_shot *shot[2] = {shoot(2), shoot(3)};
  lg_style style[2] = {lg_default_style(), lg_default_style()};
  lg_camera camera[2];
  lg_panes p;
  lg_image alone;
  int width = lg_panes_width(2, WIDTH);
  for (int i = 0; i < 2; i++) camera[i] = lg_camera_fit(shot[i], width, HEIGHT);
  assert_true(lg_panes_init(&p, WIDTH, HEIGHT) && lg_image_init(&alone, width, HEIGHT));
  for (int turn = 0; turn < 2; turn++) { /* the second time with what the first one left behind */
    assert_true(lg_panes_draw(&p, 2, shot, camera, style, 1));
    for (int i = 0; i < 2; i++) {
      lg_picture_draw(&alone, shot[i], &camera[i], &style[i], 1);
      const uint8_t *half = p.whole.rgba + 4 * lg_panes_left(2, WIDTH, i);
      for (int y = 0; y < HEIGHT; y++)
        assert_memory_equal(half + 4 * y * WIDTH, alone.rgba + 4 * y * width, (size_t)(4 * width));
    }
  }
  const uint8_t *middle = p.whole.rgba + 4 * 40 * WIDTH;
  assert_memory_not_equal(middle, middle + 4 * lg_panes_left(2, WIDTH, 1), (size_t)(4 * width));
  for (int i = 0; i < 2; i++) lg_shot_free(shot[i]);
  lg_image_free(&alone);
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
                                     cmocka_unit_test(shared_range)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
