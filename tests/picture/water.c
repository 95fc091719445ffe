/* 2-D water against the sum of its kernels, pixel by pixel. */
#include "picture/look.h"
#include "stage.h"

typedef struct scene {
  lg_image image;
  lg_shot *shot;
  lg_frame frame;
  lg_style style;
} scene;

static void draw(scene *s, int threads) {
  lg_camera c = stage_camera(2);
  s->style = stage_style();
  assert_true(lg_image_init(&s->image, 100, 100));
  s->frame = lg_frame_begin(&s->image, s->shot, &c, &s->style, threads);
  lg_dots_make(&s->frame);
  lg_tasks(threads, (100 + LG_BAND - 1) / LG_BAND, lg_water_sum_band, &s->frame);
  lg_tasks(threads, (100 + LG_BAND - 1) / LG_BAND, lg_water_show_band, &s->frame);
}

static void end(scene *s) {
  lg_image_free(&s->image);
  lg_shot_free(s->shot);
}

/* the background has one colour a row; pixel 0 shows it in these scenes */
static bool is_sky(const lg_image *image, int x, int y) {
  return !memcmp(image->rgba + 4 * (y * image->width + x), image->rgba + 4 * y * image->width, 4);
}

/* Particles with colours of their own: the sums of each channel are plain double sums, and where
   one colour is all there is, the pixels have its hue. */
static void tints(void **state) {
  (void)state;
  scene s = {.shot = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.07f)};
  uint32_t seed = 5;
  for (int i = 0; i < 200; i++)
    stage_add(s.shot, 0.8f * stage_random(&seed), 1.2f * stage_random(&seed) - 0.1f, 0, 0);
  stage_add(s.shot, 0.95f, 0.5f, 0, 0);
  s.shot->tint = malloc(s.shot->count * sizeof *s.shot->tint);
  assert_non_null(s.shot->tint);
  for (size_t i = 0; i < s.shot->count; i++)
    s.shot->tint[i] = (int32_t)(stage_random(&seed) * 0xffffff);
  s.shot->tint[s.shot->count - 1] = 0x0000c8; /* red, 200 */
  s.shot->tinted = true;
  draw(&s, 3);
  const lg_scratch *in = s.image.scratch;
  float *plane[3] = {in->weighted, in->tint[0], in->tint[1]};
  double h = s.frame.reach * 3.5;
  for (int y = 0; y < 100; y++)
    for (int x = 0; x < 100; x++) {
      double sum[3] = {0, 0, 0};
      for (size_t i = 0; i < s.shot->count; i++) {
        double dx = x + 0.5 - 100 * (double)s.shot->x[0][i],
               dy = y + 0.5 - 100 * (1 - (double)s.shot->x[1][i]);
        double u = fmax(1 - (dx * dx + dy * dy) / (h * h), 0), w = u * u;
        for (int k = 0; k < 3; k++) sum[k] += w * (s.shot->tint[i] >> (8 * k) & 255);
      }
      for (int k = 0; k < 3; k++)
        assert_true(fabs((double)lg_plane_row(&s.frame, plane[k], y)[x] - sum[k]) < 1e-2);
    }
  const uint8_t *pixel = s.image.rgba + 4 * (50 * 100 + 95);
  assert_true(pixel[0] > 150 && pixel[1] == 0 && pixel[2] == 0);
  end(&s);
}

/* Sum, weighted sum and largest kernel of random particles, some on the picture's rim: equal to a
   plain double sum. */
static void sums(void **state) {
  (void)state;
  scene s = {.shot = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.07f)};
  uint32_t seed = 5;
  for (int i = 0; i < 300; i++) {
    float x = 1.2f * stage_random(&seed) - 0.1f, y = 1.2f * stage_random(&seed) - 0.1f;
    stage_add(s.shot, x, y, 0, stage_random(&seed));
  }
  draw(&s, 3);
  double h = s.frame.reach * 3.5;
  for (int y = 0; y < 100; y++)
    for (int x = 0; x < 100; x++) {
      double sum = 0, weighted = 0, top = 0;
      for (size_t i = 0; i < s.shot->count; i++) {
        double dx = x + 0.5 - 100 * (double)s.shot->x[0][i],
               dy = y + 0.5 - 100 * (1 - (double)s.shot->x[1][i]);
        double u = fmax(1 - (dx * dx + dy * dy) / (h * h), 0), w = u * u;
        sum += w, weighted += w * (double)s.shot->value[i], top = fmax(top, w);
      }
      assert_true(fabs((double)lg_plane_row(&s.frame, s.image.scratch->sum, y)[x] - sum) < 1e-4);
      assert_true(fabs((double)lg_plane_row(&s.frame, s.image.scratch->weighted, y)[x] - weighted) <
                  1e-4);
      assert_true(fabs((double)lg_plane_row(&s.frame, s.image.scratch->top, y)[x] - top) < 1e-4);
    }
  end(&s);
}

/* A lone particle is a disc of diameter = spacing (here 20 pixels), whether it melts or not. */
static void lone_disc(void **state) {
  (void)state;
  for (int fluid = 0; fluid < 2; fluid++) {
    scene s = {.shot = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.2f)};
    s.shot->fluid = fluid;
    stage_add(s.shot, 0.5f, 0.5f, 0, 1);
    draw(&s, 1);
    for (int y = 0; y < 100; y++)
      for (int x = 1; x < 100; x++) {
        float d = hypotf((float)x + 0.5f - 50, (float)y + 0.5f - 50);
        if (d < 9) assert_false(is_sky(&s.image, x, y));
        if (d > 11) assert_true(is_sky(&s.image, x, y));
      }
    end(&s);
  }
}

/* A lattice is a body without holes, even stretched to twice its spacing one way and pressed to
   half the other. */
static void no_holes(void **state) {
  (void)state;
  for (int stretch = 1; stretch <= 2; stretch++) {
    scene s = {.shot = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.04f)};
    float dx = 0.04f * (float)stretch, dy = 0.04f / (float)stretch;
    for (float x = 0.2f; x < 0.8f; x += dx)
      for (float y = 0.2f; y < 0.8f; y += dy) stage_add(s.shot, x, y, 0, 1);
    draw(&s, 2);
    for (int y = 24; y < 76; y++)
      for (int x = 24; x < 74; x++) assert_false(is_sky(&s.image, x, y));
    end(&s);
  }
}

/* The tone of a body of one value is that value's colour, within the light; of two halves, each
   half its own. */
static void colors(void **state) {
  (void)state;
  scene s = {.shot = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.04f)};
  for (float x = 0.02f; x < 1; x += 0.04f)
    for (float y = 0.02f; y < 1; y += 0.04f) stage_add(s.shot, x, y, 0, x < 0.5f ? 0.0f : 1.0f);
  draw(&s, 1);
  /* viridis begins blue */
  assert_true(stage_pixel(&s.image, 25, 50, 2) > stage_pixel(&s.image, 25, 50, 1) + 50);
  /* and ends yellow */
  assert_true(stage_pixel(&s.image, 75, 50, 1) > stage_pixel(&s.image, 75, 50, 2) + 100);
  assert_int_equal(stage_pixel(&s.image, 75, 50, 3), 255);
  end(&s);
}

/* Where the first and the last of three materials meet, nothing has the colour of the second. */
static void materials_meet(void **state) {
  (void)state;
  scene s = {.shot = stage_shot(lg_bounds2(-9, -9, 9, 9), 0.04f)};
  s.shot->materials = 3;
  for (int i = 0; i < 3; i++) s.shot->material[i].color[i] = 1;
  for (float x = 0.02f; x < 1; x += 0.04f)
    for (float y = 0.02f; y < 1; y += 0.04f) stage_add(s.shot, x, y, 0, x < 0.5f ? 0.5f : 2.5f);
  draw(&s, 1);

  for (int x = 30; x < 70; x++)
    for (int y = 30; y < 70; y++) assert_int_equal(stage_pixel(&s.image, x, y, 1), 0);
  assert_true(stage_pixel(&s.image, 40, 50, 0) > 100 && stage_pixel(&s.image, 60, 50, 2) > 100);
  end(&s);
}

/* Behind a wall the skirts of the kernels are cut; behind an open edge they are not, and a particle
   that is really outside a wall is still seen. */
static void walls_cut(void **state) {
  (void)state;
  for (int open = 0; open < 2; open++) {
    scene s = {.shot = stage_shot(lg_bounds2(0.3f, 0.3f, 0.9f, 0.9f), 0.1f)};
    for (int k = 0; k < 4; k++) s.shot->edge[k / 2][k % 2] = open ? LG_EDGE_OPEN : LG_EDGE_WALL;
    for (int i = 0; i < 6; i++) stage_add(s.shot, 0.35f + 0.1f * (float)i, 0.31f, 0, 1);
    stage_add(s.shot, 0.6f, 0.1f, 0, 1);
    draw(&s, 1);
    assert_true(is_sky(&s.image, 60, 71) == !open);
    assert_false(is_sky(&s.image, 60, 68));
    assert_false(is_sky(&s.image, 60, 89));
    end(&s);
  }
}

/* Nothing hangs behind a wall: water pressed to a fifth of its spacing in a corner, where the sum
   of the skirts exceeds the level for more than a radius beyond the walls (the same scene with open
   edges shows that), on all four sides. */
static void nothing_behind(void **state) {
  (void)state;
  for (int corner = 0; corner < 4; corner++) {
    int wet[2] = {0, 0};
    for (int open = 0; open < 2; open++) {
      scene s = {.shot = stage_shot(lg_bounds2(0.3f, 0.3f, 0.7f, 0.7f), 0.1f)};
      for (int k = 0; k < 4; k++) s.shot->edge[k / 2][k % 2] = open ? LG_EDGE_OPEN : LG_EDGE_WALL;
      for (int i = 0; i < 100; i++) {
        float x = 0.01f + 0.02f * (float)(i % 10), y = 0.01f + 0.02f * (float)(i / 10);
        stage_add(s.shot, corner & 1 ? 0.7f - x : 0.3f + x, corner & 2 ? 0.7f - y : 0.3f + y, 0, 1);
      }
      draw(&s, 2);
      for (int y = 0; y < 100; y++)
        for (int x = 1; x < 100; x++) {
          bool far = x < 24 || x > 75 || y < 24 || y > 75,
               beyond = x < 30 || x >= 70 || y < 30 || y >= 70;
          wet[open] += !is_sky(&s.image, x, y) && (open ? far : beyond);
        }
      assert_false(is_sky(&s.image, corner & 1 ? 69 : 30, corner & 2 ? 30 : 69));
      end(&s);
    }
    assert_int_equal(wet[0], 0);
    assert_true(wet[1] > 50);
  }
}

/* Behind a wall the sum is the plain double sum over the particles behind that wall, between the
   walls over all of them. */
static void who_counts(void **state) {
  (void)state;
  scene s = {.shot = stage_shot(lg_bounds2(-9, 0.305f, 9, 9), 0.07f)};
  s.shot->edge[1][0] = LG_EDGE_WALL;
  uint32_t seed = 11;
  for (int i = 0; i < 200; i++) {
    float x = stage_random(&seed), y = stage_random(&seed);
    if (fabsf(y - 0.305f) > 0.004f) stage_add(s.shot, x, y, 0, stage_random(&seed));
  }
  stage_add(s.shot, 0.5f, 0.305f, 0, 1); /* on the wall: inside */
  draw(&s, 2);
  double h = s.frame.reach * 3.5;
  for (int y = 0; y < 100; y++)
    for (int x = 0; x < 100; x++) {
      double sum = 0, weighted = 0;
      for (size_t i = 0; i < s.shot->count; i++) {
        double dx = x + 0.5 - 100 * (double)s.shot->x[0][i],
               dy = y + 0.5 - 100 * (1 - (double)s.shot->x[1][i]);
        double u =
            y >= 69 && s.shot->x[1][i] >= 0.305f ? 0 : fmax(1 - (dx * dx + dy * dy) / (h * h), 0);
        sum += u * u, weighted += u * u * (double)s.shot->value[i];
      }
      assert_true(fabs((double)lg_plane_row(&s.frame, s.image.scratch->sum, y)[x] - sum) < 1e-4);
      assert_true(fabs((double)lg_plane_row(&s.frame, s.image.scratch->weighted, y)[x] - weighted) <
                  1e-4);
    }
  end(&s);
}

/* A disc smaller than a pixel is seen, and a few pixels from it the background is what it is
   everywhere. */
static void tiny_discs(void **state) {
  (void)state;
  for (int fluid = 0; fluid < 2; fluid++) {
    scene s = {.shot = stage_shot(lg_bounds2(0, 0, 1, 1), 0.001f)};
    s.shot->fluid = fluid;
    stage_add(s.shot, 0.505f, 0.505f, 0, 1);
    draw(&s, 1);
    float sky[3];
    lg_sky(&(lg_style){0}, &lg_theme_dark.ground, 0.2f, sky);
    for (int k = 0; k < 3; k++)
      assert_int_equal(stage_pixel(&s.image, 70, 20, k), (int)(sky[k] + 0.5f));
    assert_true(stage_pixel(&s.image, 50, 49, 1) > 150);
    end(&s);
  }
}

/* Pixels do not depend on the number of threads, with particles on both sides of all walls. */
static void threads(void **state) {
  (void)state;
  uint8_t *first = NULL;
  for (int n = 1; n <= 5; n += 2) {
    scene s = {.shot = stage_shot(lg_bounds2(0.2f, 0.2f, 0.8f, 0.8f), 0.05f)};
    for (int k = 0; k < 4; k++) s.shot->edge[k / 2][k % 2] = LG_EDGE_WALL;
    uint32_t seed = 3;
    for (int i = 0; i < 400; i++) {
      float x = stage_random(&seed), y = stage_random(&seed);
      stage_add(s.shot, x, y, 0, stage_random(&seed));
    }
    draw(&s, n);
    if (!first) {
      first = malloc(40000);
      assert_non_null(first);
      memcpy(first, s.image.rgba, 40000);
    }
    assert_memory_equal(first, s.image.rgba, 40000);
    end(&s);
  }
  free(first);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sums),       cmocka_unit_test(tints),
                                     cmocka_unit_test(lone_disc),  cmocka_unit_test(no_holes),
                                     cmocka_unit_test(colors),     cmocka_unit_test(materials_meet),
                                     cmocka_unit_test(walls_cut),  cmocka_unit_test(nothing_behind),
                                     cmocka_unit_test(who_counts), cmocka_unit_test(tiny_discs),
                                     cmocka_unit_test(threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
