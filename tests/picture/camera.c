/* Camera: fit, projection and its inverse, orbit, pan, zoom. */
#include "stage.h"

enum { W = 1280, H = 720 };

static void corners_on_picture(const lg_camera *c, const lg_bounds *b, float low[2],
                               float high[2]) {
  for (int k = 0; k < 2; k++) low[k] = LG_FAR, high[k] = -LG_FAR;
  for (int corner = 0; corner < 8; corner++) {
    float p[3], at[3];
    for (int k = 0; k < 3; k++) p[k] = corner >> k & 1 ? b->max[k] : b->min[k];
    assert_true(stage_project(c, p, W, H, at));
    for (int k = 0; k < 2; k++) low[k] = fminf(low[k], at[k]), high[k] = fmaxf(high[k], at[k]);
  }
}

/* Flat, deep, wide and tall boxes: all corners are on the picture, in the middle, and the tighter
   side has 3 to 9 % of air. */
static void fit_shows_all(void **state) {
  (void)state;
  const lg_bounds boxes[] = {lg_bounds2(0, 0, 4, 3),
                             lg_bounds2(-1, 5, 9, 6),
                             lg_bounds3(0, 0, 0, 1, 1, 1),
                             lg_bounds3(0, 0, 0, 10, 1, 1),
                             lg_bounds3(-1, -1, -1, 0, 9, 0),
                             lg_bounds3(0, 0, -6, 1, 1, 6),
                             lg_bounds3(0, 0, 0, 1e-3f, 1e-3f, 1e-3f)};
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
    lg_shot *s = stage_shot(boxes[i], 0.1f);
    lg_camera c = lg_camera_fit(s, W, H);
    float low[2], high[2], part = 0;
    corners_on_picture(&c, &boxes[i], low, high);
    for (int k = 0; k < 2; k++) {
      float side = k ? H : W;
      assert_true(low[k] > 0 && high[k] < side);
      assert_true(fabsf(low[k] + high[k] - side) < 0.02f * side);
      part = fmaxf(part, (high[k] - low[k]) / side);
    }
    assert_true(part > 0.91f && part < 0.97f);
    lg_shot_free(s);
  }
}

/* At yaw and pitch 0: x to the right, y up, z towards the eye; pitch > 0 lifts the eye. The target
   is in the middle at the distance where the picture is `height` high. */
static void axes(void **state) {
  (void)state;
  lg_camera c = {.dim = 3, .target = {1, 2, 3}, .height = 4};
  float at[3], middle[3];
  assert_true(stage_project(&c, c.target, W, H, middle));
  assert_float_equal(middle[0], W / 2, 1e-3);
  assert_float_equal(middle[1], H / 2, 1e-3);
  assert_float_equal(middle[2], 2 / tanf(17.5f * 3.14159265f / 180), 2e-3);
  stage_project(&c, (float[3]){2, 2, 3}, W, H, at);
  assert_float_equal(at[0] - middle[0], H / 4.0, 1e-2);
  stage_project(&c, (float[3]){1, 3, 3}, W, H, at);
  assert_float_equal(at[1] - middle[1], -H / 4.0, 1e-2);
  stage_project(&c, (float[3]){1, 2, 4}, W, H, at);
  assert_float_equal(at[2], middle[2] - 1, 1e-4);
  assert_false(stage_project(&c, (float[3]){1, 2, 100}, W, H, at)); /* behind the eye */
  c.pitch = 0.5f;
  stage_project(&c, (float[3]){1, 3, 3}, W, H, at);
  assert_true(at[2] < middle[2]); /* what is above the target is nearer to an eye above it */
}

/* project(pick(pixel)) is the pixel, in 2-D and 3-D. */
static void pick_is_the_inverse(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_camera c = {.dim = dim,
                   .target = {0.3f, -1, dim == 3 ? 2 : 0},
                   .height = 1.7f,
                   .yaw = 0.8f,
                   .pitch = -0.4f};
    for (int i = 0; i < 9; i++) {
      float x = (float)(i % 3) * 600, y = (float)(i / 3) * 350, p[3], at[3];
      lg_camera_pick(&c, x, y, W, H, p);
      assert_true(stage_project(&c, p, W, H, at));
      assert_float_equal(at[0], x, 0.05);
      assert_float_equal(at[1], y, 0.05);
    }
  }
}

/* Zoom keeps the point under its pixel and divides the height; pan moves the picture by the mouse's
   way. */
static void zoom_and_pan(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_camera c = {.dim = dim, .target = {1, 1, 0}, .height = 2, .yaw = 0.3f, .pitch = 0.2f};
    float p[3], at[3];
    lg_camera_pick(&c, 300, 200, W, H, p);
    lg_camera_zoom(&c, 2.5f, 300, 200, W, H);
    assert_float_equal(c.height, 0.8, 1e-5);
    stage_project(&c, p, W, H, at);
    assert_float_equal(at[0], 300, 0.05);
    assert_float_equal(at[1], 200, 0.05);
    lg_camera_pan(&c, 40, -25, H);
    stage_project(&c, p, W, H, at);
    assert_float_equal(at[0], 340, 0.05);
    assert_float_equal(at[1], 175, 0.05);
    lg_camera before = c;
    lg_camera_zoom(&c, 0, 5, 5, W, H); /* not a factor: nothing happens */
    assert_memory_equal(&before, &c, sizeof c);
  }
}

/* Orbit turns about the target, never over the top, and does nothing in 2-D. */
static void orbit(void **state) {
  (void)state;
  lg_camera c = {.dim = 3, .target = {1, 2, 3}, .height = 2};
  float at[3];
  for (int i = 0; i < 50; i++) lg_camera_orbit(&c, 30, 30);
  assert_true(c.pitch < 1.5708f && c.pitch > 1.5f && fabsf(c.yaw) <= 3.15f);
  stage_project(&c, c.target, W, H, at);
  assert_float_equal(at[0], W / 2, 1e-2);
  assert_float_equal(at[1], H / 2, 1e-2);
  lg_camera flat = {.dim = 2, .height = 2}, before = flat;
  lg_camera_orbit(&flat, 30, 30);
  assert_memory_equal(&before, &flat, sizeof flat);
}

/* An aim puts the eye where it says: the target is the middle of the picture, and what lies between
   eye and target is drawn over it; height and what is followed count as they say. */
static void aimed(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds3(0, 0, 0, 2, 1, 1), 0.1f);
  lg_aim a = {0};
  assert_false(lg_aim_given(&a));
  lg_camera fit = lg_camera_fit(s, W, H), same = lg_camera_aimed(&a, s, W, H);
  assert_memory_equal(&fit, &same, sizeof fit);

  a = (lg_aim){.has_from = true, .has_at = true, .from = {3, 2, -4}, .at = {1, 0.5f, 0.25f}};
  assert_true(lg_aim_given(&a));
  lg_camera c = lg_camera_aimed(&a, s, W, H);
  lg_lens l = lg_camera_lens(&c, W, H);
  for (int k = 0; k < 3; k++) assert_float_equal(l.origin[k], a.from[k], 1e-4);
  for (float t = 0.2f; t <= 1; t += 0.4f) {
    float p[3], at[3];
    for (int k = 0; k < 3; k++) p[k] = lg_mix(a.from[k], a.at[k], t);
    stage_project(&c, p, W, H, at);
    assert_float_equal(at[0], W / 2, 1e-2);
    assert_float_equal(at[1], H / 2, 1e-2);
  }

  a.follows = true;
  for (int k = 0; k < 3; k++) a.centre[k] = (float)k - 5;
  a.height = 7;
  c = lg_camera_aimed(&a, s, W, H);
  for (int k = 0; k < 3; k++) assert_float_equal(c.target[k], a.at[k] + a.centre[k], 1e-6);
  assert_float_equal(c.height, 7, 0);
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fit_shows_all),
                                     cmocka_unit_test(axes),
                                     cmocka_unit_test(pick_is_the_inverse),
                                     cmocka_unit_test(zoom_and_pan),
                                     cmocka_unit_test(orbit),
                                     cmocka_unit_test(aimed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
