/* The last pass over a 3-D picture, on planes filled by hand. */
#include "stage.h"

enum { SIDE = 37 }; /* not a multiple of four */

static void put(stage *s, int x, int y, int32_t color, float depth) {
  ptrdiff_t at = y * (ptrdiff_t)s->image.scratch->stride + x;
  s->image.scratch->color[at] = color;
  s->image.scratch->depth[at] = depth;
}

static void fill(stage *s, int32_t color, float depth) {
  for (int y = 0; y < SIDE; y++)
    for (int x = -1; x <= SIDE; x++) put(s, x, y, color, depth);
}

static void finish(stage *s) {
  for (int band = 0; band < (SIDE + LG_BAND - 1) / LG_BAND; band++) lg_finish_band(&s->frame, band);
}

static void end(stage *s) {
  lg_image_free(&s->image);
  lg_shot_free(s->shot);
}

/* A level picture comes out as it is, opaque; red is the first byte. */
static void level_stays(void **state) {
  (void)state;
  stage s = {0};
  stage_begin(&s, SIDE, 0.1f, 1);
  fill(&s, 10 | 100 << 8 | 200 << 16, 3);
  finish(&s);
  for (int i = 0; i < SIDE * SIDE; i++) {
    assert_int_equal(s.image.rgba[4 * i], 10);
    assert_int_equal(s.image.rgba[4 * i + 1], 100);
    assert_int_equal(s.image.rgba[4 * i + 2], 200);
    assert_int_equal(s.image.rgba[4 * i + 3], 255);
  }
  end(&s);
}

/* A pixel deep between nearer ones is darkened; a near one and the background are not. */
static void hollows_are_dark(void **state) {
  (void)state;
  stage s = {0};
  stage_begin(&s, SIDE, 0.1f, 1);
  const int32_t gray = 128 | 128 << 8 | 128 << 16;
  fill(&s, gray, 3);
  put(&s, 10, 10, gray, 3.2f);
  put(&s, 20, 20, gray, 2.8f);
  put(&s, 30, 30, gray, LG_FAR);
  finish(&s);
  assert_true(stage_pixel(&s.image, 10, 10, 0) < 70);
  assert_int_equal(stage_pixel(&s.image, 20, 20, 0), 128);
  assert_int_equal(stage_pixel(&s.image, 30, 30, 0), 128);
  end(&s);
}

/* A slanted edge between two depths gets colours in between; the same edge between equal depths
   stays hard. */
static void edges_are_smooth(void **state) {
  (void)state;
  for (int step = 0; step < 2; step++) {
    stage s = {0};
    stage_begin(&s, SIDE, 0.1f, 1);
    fill(&s, 0, LG_FAR);
    for (int y = 0; y < SIDE; y++)
      for (int x = -1; x <= SIDE; x++)
        put(&s, x, y, 3 * y > x + 40 ? 0xffffff : 0, step && 3 * y <= x + 40 ? LG_FAR : 3);
    finish(&s);
    int between = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
      between += s.image.rgba[4 * i] > 40 && s.image.rgba[4 * i] < 215;
    if (step) assert_true(between > SIDE / 2);
    else assert_int_equal(between, 0);
    end(&s);
  }
}

/* What the rows' extents leave out is background, which comes out as it is: the same picture with
   the tightest extents as with the widest, next to them too. */
static void extents_leave_nothing_out(void **state) {
  (void)state;
  stage s[2] = {0};
  for (int tight = 0; tight < 2; tight++) {
    stage_begin(&s[tight], SIDE, 0.1f, 1);
    fill(&s[tight], 9 | 8 << 8 | 7 << 16, LG_FAR);
    for (int y = 5; y < 30; y++)
      for (int x = y / 2; x < 35 - y; x++) put(&s[tight], x, y, 0x80f0ff, 3);
    for (int y = 0; y < SIDE && tight; y++) {
      lg_reach e = {y / 2, 35 - y};
      s[tight].image.scratch->extent[y] = y >= 5 && y < 30 && e.from < e.to ? e : (lg_reach){0, 0};
    }
    finish(&s[tight]);
  }
  assert_memory_equal(s[0].image.rgba, s[1].image.rgba, 4 * SIDE * SIDE);
  end(&s[0]), end(&s[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(level_stays), cmocka_unit_test(hollows_are_dark),
      cmocka_unit_test(edges_are_smooth), cmocka_unit_test(extents_leave_nothing_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
