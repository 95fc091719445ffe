/* Light on the large shape: planes, whose light is known. */
#include "picture/look.h"
#include "stage.h"

enum { SIDE = 160 };

/* Fills the depth as if particle 0 covered the picture with the plane z = z0 + a x + b y (m; x
   right, y up, seen at z0). */
static void plane(stage *s, float a, float b) {
  const lg_lens *l = &s->frame.lens;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      /* the ray: (u, v, 1) z */
      float u = ((float)x + 0.5f - l->cx) / l->scale, v = (l->cy - (float)y - 0.5f) / l->scale;
      size_t at = (size_t)(y * s->image.scratch->stride + x);
      s->image.scratch->depth[at] = l->focus / (1 - a * u - b * v);
      s->image.scratch->owner[at] = 0;
    }
}

/* Lambert's law: the light of the plane is its normal times the direction of the light, to 0.03,
   where the smoothing does not reach the rim. */
static void planes(void **state) {
  (void)state;
  const float slope[][2] = {{0, 0}, {0.5f, 0}, {-0.5f, 0}, {0, 0.8f}, {0, -0.4f}, {-0.3f, 0.6f}};
  stage s = {0};
  stage_begin(&s, SIDE, 0.05f, 2);
  for (int i = 0; i < 6; i++) {
    float a = slope[i][0], b = slope[i][1];
    plane(&s, a, b);
    assert_true(lg_relief_make(&s.frame));
    float lambert =
        fmaxf((a * LG_LIGHT_X + b * LG_LIGHT_Y + LG_LIGHT_Z) / sqrtf(a * a + b * b + 1), 0);
    for (int v = 6; v < s.frame.blocks[1] - 6; v++)
      for (int u = 6; u < s.frame.blocks[0] - 6; u++)
        assert_true(fabsf(s.image.scratch->relief[1][v * s.frame.blocks[0] + u] - lambert) < 0.03f);
  }
  lg_image_free(&s.image);
  lg_shot_free(s.shot);
}

/* Two level planes one far behind the other: both are lit as level, and the step between them is
   not. */
static void steps(void **state) {
  (void)state;
  stage s = {0};
  stage_begin(&s, SIDE, 0.05f, 2);
  plane(&s, 0, 0);
  for (int y = 0; y < SIDE; y++)
    for (int x = SIDE / 2; x < SIDE; x++)
      s.image.scratch->depth[y * s.image.scratch->stride + x] += 30 * s.frame.radius;
  assert_true(lg_relief_make(&s.frame));
  for (int i = 0; i < s.frame.blocks[0] * s.frame.blocks[1]; i++)
    assert_true(fabsf(s.image.scratch->relief[1][i] - LG_LIGHT_Z) < 0.03f);
  lg_image_free(&s.image);
  lg_shot_free(s.shot);
}

/* A rough plane (a radius up and down, block by block) seen at a flat angle, which is five radii
   deeper from block to block: smoothing leaves a quarter of the roughness, as it does seen from the
   front, although all but the next blocks lie farther off than a step. */
static void flat_angle(void **state) {
  (void)state;
  stage s = {0};
  stage_begin(&s, SIDE, 0.05f, 2);
  const int block = 5; /* half a sphere of 100 / 10 pixels */
  for (int flat = 0; flat < 2; flat++) {
    uint32_t seed = 7;
    double sum = 0;
    int n = 0;
    for (int v = 0; v < SIDE / block; v++)
      for (int u = 0; u < SIDE / block; u++) {
        float z = s.frame.lens.focus + s.frame.radius * (2 * stage_random(&seed) - 1) -
                  (flat ? 5 * s.frame.radius * (float)v : 0);
        for (int i = 0; i < block * block; i++) {
          size_t at =
              (size_t)((v * block + i / block) * s.image.scratch->stride + u * block + i % block);
          s.image.scratch->depth[at] = z;
          s.image.scratch->owner[at] = 0;
        }
      }
    assert_true(lg_relief_depth(&s.frame, 1));
    assert_int_equal(s.frame.block, block);
    for (int v = 6; v < s.frame.blocks[1] - 6; v++)
      for (int u = 6; u < s.frame.blocks[0] - 6; u++, n++) {
        double z = (double)s.image.scratch->relief[0][v * s.frame.blocks[0] + u] -
                   (double)s.frame.lens.focus + (flat ? 5 * (double)s.frame.radius * (double)v : 0);
        sum += z * z;
      }
    assert_true(sqrt(sum / n) < 0.25 * (double)s.frame.radius / sqrt(3));
  }
  lg_image_free(&s.image);
  lg_shot_free(s.shot);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(planes), cmocka_unit_test(steps),
                                     cmocka_unit_test(flat_angle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
