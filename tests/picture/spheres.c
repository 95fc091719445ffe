/* Spheres against brute force. */
#include "stage.h"

enum { W = 90, H = 70, N = 4000 }; /* enough to leave no hole, so that most spheres are hidden */

/* At every pixel the nearest front is kept, and whose it is: equal to trying all particles, for any
   number of threads. */
static void nearest_is_kept(void **state) {
  (void)state;
  lg_shot *s = stage_shot(lg_bounds3(0, 0, 0, 1, 1, 1), 0.08f);
  uint32_t seed = 11;
  for (int i = 0; i < N; i++) {
    float x = 1.4f * stage_random(&seed) - 0.2f, y = 1.2f * stage_random(&seed) - 0.1f;
    stage_add(s, x, y, stage_random(&seed), 0);
  }
  lg_camera c = stage_camera(3);
  lg_style style = stage_style();
  const int threads[] = {1, 2, 3, 7};
  for (int t = 0; t < 4; t++) {
    lg_image image;
    assert_true(lg_image_init(&image, W, H));
    lg_frame f = lg_frame_begin(&image, s, &c, &style, threads[t]);
    lg_dots_make(&f);
    for (int band = 0; band < (H + LG_BAND - 1) / LG_BAND; band++) lg_mesh_band(&f, band);
    lg_tasks(threads[t], (H + LG_BAND - 1) / LG_BAND, lg_spheres_band, &f);
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        double best = 1e30, second = 1e30;
        int who = LG_NOBODY;
        for (int i = 0; i < N; i++) {
          const lg_dot *d = &f.scratch->dot[i];
          double dx = x + 0.5 - (double)d->x, dy = y + 0.5 - (double)d->y,
                 q2 = (dx * dx + dy * dy) / ((double)d->r * (double)d->r);
          if (fabs(q2 - 1) < 1e-4) second = best; /* on the rim: rounding decides */
          if (!(q2 < 1)) continue;
          double z = (double)d->z - (double)f.radius * (1 - q2);
          if (z < best) second = best, best = z, who = i;
          else if (z < second) second = z;
        }
        if (second - best < 1e-4) continue; /* a tie but for rounding */
        assert_int_equal(f.scratch->owner[y * f.scratch->stride + x], who);
        if (who >= 0)
          assert_true(fabs((double)f.scratch->depth[y * f.scratch->stride + x] - best) < 1e-4);
      }
    lg_image_free(&image);
  }
  lg_shot_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nearest_is_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
