/* Whole pictures of worlds: the same for any number of threads, complete, and unharmed by odd
   numbers. */
#include "world.h"

enum { W = 321, H = 203 }; /* no multiples of anything */

static lg_world *scene(int dim) {
  lg_world *w = world_of(dim == 2 ? lg_bounds2(0, 0, 4, 3) : lg_bounds3(0, 0, 0, 4, 3, 2));
  lg_id shape = dim == 2
                    ? world_add(w, "shape.sphere",
                                LG_ARGS(lg_vec2("center", 2.5, 0.2), lg_num("radius", 0.5)))
                    : world_add(w, "shape.sphere",
                                LG_ARGS(lg_vec3("center", 2.5, 0.2, 1), lg_num("radius", 0.5)));
  world_add(w, "collider.solid", LG_ARGS(lg_ref("shape", shape)));
  uint32_t seed = 9;
  for (int i = 0; i < 2000; i++) {
    float x[3], v[3] = {stage_random(&seed), 0, 0};
    for (int k = 0; k < 3; k++)
      x[k] = 0.05f + 1.9f * stage_random(&seed) * (k == 2 && dim == 2 ? 0 : 1);
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
  return w;
}

static void same_for_any_threads(void **state) {
  (void)state;
  const char *const lines[] = {"2000 particles"};
  const int threads[] = {1, 2, 3, 7};
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = scene(dim);
    lg_shot *s = lg_shot_new();
    assert_true(lg_shot_take(s, w, ""));
    lg_camera c = lg_camera_fit(s, W, H);
    lg_style style = lg_default_style();
    style.lines = lines, style.line_count = 1, style.banner = "paused";
    lg_image image[4];
    for (int i = 0; i < 4; i++) {
      assert_true(lg_image_init(&image[i], W, H));
      memset(image[i].rgba, 37 * i, 4 * W * H); /* what was there does not shine through */
      lg_picture_draw(&image[i], s, &c, &style, threads[i]);
      assert_memory_equal(image[i].rgba, image[0].rgba, 4 * W * H);
      /* and again, with what the first time left behind */
      lg_picture_draw(&image[i], s, &c, &style, 1);
      assert_memory_equal(image[i].rgba, image[0].rgba, 4 * W * H);
    }
    for (int k = 0; k < W * H; k++) assert_int_equal(image[0].rgba[4 * k + 3], 255);
    for (int i = 0; i < 4; i++) lg_image_free(&image[i]);
    lg_shot_free(s);
    lg_world_free(w);
  }
}

/* Particles at NAN, at infinity and with values of NAN change nothing but their own colour. */
static void odd_particles(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_shot *s = stage_shot(dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1), 0.1f);
    stage_add(s, 0.5f, 0.5f, 0.5f, 0.5f);
    lg_image clean, odd;
    assert_true(lg_image_init(&clean, W, H) && lg_image_init(&odd, W, H));
    lg_camera c = lg_camera_fit(s, W, H);
    lg_style style = lg_default_style();
    lg_picture_draw(&clean, s, &c, &style, 1);
    stage_add(s, NAN, 0.5f, 0.5f, 0.5f);
    stage_add(s, 0.5f, INFINITY, 0.5f, 0.5f);
    stage_add(s, 0.5f, -1e30f, 0.5f, NAN);
    lg_picture_draw(&odd, s, &c, &style, 2);
    assert_memory_equal(clean.rgba, odd.rgba, 4 * W * H);
    s->value[0] = NAN;
    lg_picture_draw(&odd, s, &c, &style, 2);
    lg_image_free(&clean), lg_image_free(&odd), lg_shot_free(s);
  }
}

/* Closer and closer, until one particle is larger than the picture: always complete. A camera of
   the other dimension is replaced by one that fits. */
static void extreme_cameras(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = scene(dim);
    lg_shot *s = lg_shot_new();
    assert_true(lg_shot_take(s, w, ""));
    lg_camera c = lg_camera_fit(s, W, H), other = {.dim = 5 - dim, .height = 1};
    lg_style style = lg_default_style();
    lg_image image, fitted;
    assert_true(lg_image_init(&image, W, H) && lg_image_init(&fitted, W, H));
    lg_picture_draw(&fitted, s, &c, &style, 1);
    lg_picture_draw(&image, s, &other, &style, 1);
    assert_memory_equal(image.rgba, fitted.rgba, 4 * W * H);
    c.target[0] = 1, c.target[1] = 1;
    for (int i = 0; i < 12; i++) {
      lg_camera_zoom(&c, 4, 0.5f * W, 0.5f * H, W, H);
      lg_camera_orbit(&c, 100, 30);
      memset(image.rgba, 0, 4 * W * H);
      lg_picture_draw(&image, s, &c, &style, 2);
      for (int k = 0; k < W * H; k++) assert_int_equal(image.rgba[4 * k + 3], 255);
    }
    lg_image_free(&image), lg_image_free(&fitted), lg_shot_free(s), lg_world_free(w);
  }
}

/* Nothing of the picture before shines through, whose particles lay elsewhere: rows that are
   skipped because they are empty now were not then. */
static void no_trace_of_before(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_bounds b = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
    lg_shot *s[2] = {stage_shot(b, 0.05f), stage_shot(b, 0.05f)};
    uint32_t seed = 4;
    for (int i = 0; i < 600; i++) {
      float y = stage_random(&seed), x = stage_random(&seed);
      stage_add(s[0], x, y, stage_random(&seed), x);
      if (i < 40) stage_add(s[1], 0.3f * x, 0.5f + 0.1f * y, 0.5f, x);
    }
    lg_camera c = lg_camera_fit(s[0], W, H);
    lg_style style = stage_style();
    lg_image used, fresh;
    assert_true(lg_image_init(&used, W, H) && lg_image_init(&fresh, W, H));
    lg_picture_draw(&used, s[0], &c, &style, 2);
    lg_picture_draw(&used, s[1], &c, &style, 2);
    lg_picture_draw(&fresh, s[1], &c, &style, 2);
    assert_memory_equal(used.rgba, fresh.rgba, 4 * W * H);
    lg_image_free(&used), lg_image_free(&fresh), lg_shot_free(s[0]), lg_shot_free(s[1]);
  }
}

/* A given range is used instead of the automatic one; another map gives other colours. */
static void style_counts(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds2(0, 0, 1, 1), 0.5f);
  stage_add(s, 0.5f, 0.5f, 0, 1);
  lg_camera c = stage_camera(2);
  lg_image image;
  assert_true(lg_image_init(&image, 101, 101));
  lg_style style = stage_style();
  lg_picture_draw(&image, s, &c, &style, 1);
  assert_true(stage_pixel(&image, 50, 50, 0) > 200); /* the top of 0 .. 1: yellow */
  style.low = 0, style.high = 100;
  lg_picture_draw(&image, s, &c, &style, 1);
  assert_true(stage_pixel(&image, 50, 50, 0) < 100); /* the bottom of 0 .. 100 */
  style.colormap = "gray";
  lg_picture_draw(&image, s, &c, &style, 1);
  assert_true(abs(stage_pixel(&image, 50, 50, 0) - stage_pixel(&image, 50, 50, 2)) < 2);
  lg_image_free(&image);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_for_any_threads), cmocka_unit_test(odd_particles),
      cmocka_unit_test(extreme_cameras), cmocka_unit_test(no_trace_of_before),
      cmocka_unit_test(style_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
