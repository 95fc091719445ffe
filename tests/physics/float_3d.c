/* A flat box of half the water's density in a 3-D tank, let go a spacing above where it belongs:
   its mean draft of a second is what Archimedes says, within max(3 %, half a spacing) (physics.md
   18), and it stays level. float.c has 20 spacings of width in 2-D; here 8 have to do. */
#include "physics/physics.h"

enum { HIGH = 5, WIDE = 8, TANK = 16, DEPTH = 12 }; /* spacings */
static const double DX = 0.05, RATIO = 0.5, FRAME = 1 / 60.0;

static lg_world *floating(const char *solver, const lg_arg *args, lg_id *body) {
  const double side = TANK * DX, half = 0.5 * WIDE * DX, high = 0.5 * HIGH * DX;
  const double level = (DEPTH + RATIO * HIGH * WIDE * WIDE / (double)(TANK * TANK)) * DX;
  const float fill[3] = {(float)side, (float)level, (float)side};
  const lg_bounds bounds = lg_bounds3(0, 0, 0, (float)side, (float)(1.8 * DEPTH * DX), (float)side);
  lg_world *w = filled_world(bounds, (float)DX, solver, args, fill);
  lg_id box =
      lg_add(w, "shape.box",
             LG_ARGS(lg_vec3("min", -half, -high, -half), lg_vec3("max", half, high, half)));
  lg_arg at =
      lg_vec3("translation", 0.5 * side, level + (1 - RATIO * HIGH) * DX + high, 0.5 * side);
  *body = lg_add(w, "collider.body",
                 LG_ARGS(lg_ref("shape", box), lg_num("density", 1000 * RATIO), at));
  assert_true(*body != 0);
  return w;
}

/* How deep its bottom is below the level of the water two spacings and more beside it, m: particles
   count as cubes. */
static double draft_of(const lg_world *w, lg_id body) {
  const double near = (0.5 * WIDE + 2) * DX,
               bottom = number(w, body, "translation", 1) - 0.5 * HIGH * DX;
  double volume = 0;
  lg_view x = lg_column(w, "position");
  for (size_t i = 0; i < x.n; i++) {
    double away =
        fmax(fabs((double)x.c[0][i] - 0.5 * TANK * DX), fabs((double)x.c[2][i] - 0.5 * TANK * DX));
    if (away > near)
      volume += DX * DX * DX * fmin(fmax(((double)x.c[1][i] - bottom) / DX + 0.5, 0), 1);
  }
  return volume / (TANK * DX * TANK * DX - 4 * near * near);
}

static void floats(const char *solver, const lg_arg *args) {
  lg_id body;
  lg_world *w = floating(solver, args, &body);
  double sum = 0, exact = RATIO * HIGH * DX, tilt = 0;
  for (int f = 1; f <= 150; f++) {
    step(w, FRAME);
    if (f > 90) sum += draft_of(w, body) / 60;
    for (int k = 0; k < 3; k += 2) tilt = fmax(tilt, fabs(number(w, body, "rotation", k)));
  }
  print_message("%s: draft %.3f of the height, off by %.2f spacings; tilt up to %.2f rad\n", solver,
                sum / (HIGH * DX), (sum - exact) / DX, tilt);
  assert_true(fabs(sum - exact) <= fmax(0.03 * exact, 0.5 * DX));
  assert_true(tilt < 0.1);
  assert_int_equal(lg_world_stats(w)->removed + lg_world_stats(w)->guarded, 0);
  lg_world_free(w);
}

static void dfsph_floats(void **state) {
  (void)state;
  floats("dfsph", LG_NO_ARGS);
}
static void pcisph_floats(void **state) {
  (void)state;
  floats("pcisph", LG_NO_ARGS);
}
static void pbf_floats(void **state) {
  (void)state;
  floats("pbf", LG_ARGS(lg_num("corr_k", 0)));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dfsph_floats),
                                     cmocka_unit_test(pcisph_floats), cmocka_unit_test(pbf_floats)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
