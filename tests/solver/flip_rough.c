/* flip, treated roughly: solids that cross the tank in a frame, lids that leave the water no room.
   */
#include "solver/fluid.h"

static lg_world *pool(lg_id *solid, const lg_arg *shape_args, const char *shape, double vx,
                      double vy) {
  const float fill[3] = {1, 0.5f, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, 1, 1), 0.025f, "flip", LG_NO_ARGS, fill);
  lg_id id = lg_add(w, shape, shape_args);
  *solid = lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", id), lg_vec2("velocity", vx, vy)));
  assert_true(id && *solid);
  return w;
}

/* 50 cells a frame, from outside and out again, 24 of them in the tank, 1.4 a sub-step: the
   sub-steps see it pass, and nobody is lost or thrown out. */
static void a_shot_goes_through(void **state) {
  (void)state;
  lg_id ball;
  lg_world *w = pool(&ball, LG_ARGS(lg_vec2("center", -0.5, 0.3), lg_num("radius", 0.1)),
                     "shape.sphere", 150, 0);
  for (int f = 0; f < 20; f++) {
    step(w, 1 / 60.0);
    if (f == 0) assert_true(lg_world_stats(w)->substeps >= 16);
    lg_view x = lg_column(w, "position");
    assert_int_equal(x.n, 800);
    for (size_t i = 0; i < x.n; i++)
      for (int k = 0; k < 2; k++) assert_true(x.c[k][i] > 0 && x.c[k][i] < 1);
  }
  assert_int_equal(lg_world_stats(w)->guarded, 0);
  lg_world_free(w);
}

/* A lid presses the pool to a fifth of its height, where no solver can keep it apart, and is gone:
   the water stands as it stood, and is in no clumps. */
static void squashed_water_comes_back(void **state) {
  (void)state;
  lg_id lid;
  lg_world *w =
      pool(&lid, LG_ARGS(lg_vec2("min", 0, 0.5), lg_vec2("max", 1, 0.9)), "shape.box", 0, -1);
  for (int f = 0; f < 360; f++) {
    if (f == 24) assert_true(lg_remove(w, lid));
    step(w, 1 / 60.0);
  }
  lg_view x = lg_column(w, "position");
  lg_grid_view fill = lg_grid(w, "fill");
  double sum = 0, most = 0;
  for (size_t i = 0; i < x.n; i++) sum += (double)x.c[1][i];
  for (int j = 0; j < fill.cells[1]; j++)
    for (int i = 0; i < fill.cells[0]; i++)
      most = fmax(most, (double)fill.c[0][(size_t)i * fill.step[0] + (size_t)j * fill.step[1]]);
  print_message("mean height %.3f of 0.25 m, fullest cell %.1f\n", sum / (double)x.n, most);
  assert_int_equal(x.n, 800);
  assert_true(fabs(sum / (double)x.n / 0.25 - 1) < 0.03);
  assert_true(most < 2.2);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_shot_goes_through),
                                     cmocka_unit_test(squashed_water_comes_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
