/* Periodic domains: a shear wave decays as it must, and nothing tells an edge from the middle -
   colliders and bodies that lie across one included. */
#include "physics/physics.h"
#include "laguna_kind.h"

enum { N = 40 };
static const double DX = 1.0 / N;

static lg_world *ring(const char *solver, const lg_arg *args, double g) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = (float)DX;
  def.threads = 1;
  def.gravity[1] = (float)-g;
  for (int k = 0; k < 2; k++)
    if (k == 0 || g == 0) def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  if (!lg_set_solver(w, solver, args)) fail_msg("%s", lg_error(w));
  return w;
}

/* v_x = U sin(2 pi y) under viscosity alone: amplitude exp(-nu (2 pi)^2 t) (Navier-Stokes has no
   other term here). Wendland C2, R = 4 dx: 5 %, of which the operator's own smoothing takes 3 %. */
static void wave_decays(const char *solver, const lg_arg *args) {
  const double nu = 0.05, end = 0.3, U = 0.2, k = 2 * 3.14159265358979;
  lg_world *w = ring(solver, args, 0);
  for (int i = 0; i < N * N; i++) {
    const float x[3] = {(float)((i % N + 0.5) * DX), (float)((i / N + 0.5) * DX), 0},
                v[3] = {(float)(U * sin(k * (double)x[1])), 0, 0};
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
  for (int f = 0; f < 30; f++) step(w, end / 30);
  double amplitude = 0, norm = 0;
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  for (size_t i = 0; i < x.n; i++) {
    double wave = sin(k * (double)x.c[1][i]);
    amplitude += (double)v.c[0][i] * wave;
    norm += wave * wave;
  }
  double rate = -log(amplitude / norm / U) / end;
  print_message("%s: a shear wave decays at %.4f of nu k^2\n", solver, rate / (nu * k * k));
  assert_int_equal(x.n, N * N);
  assert_true(fabs(rate / (nu * k * k) - 1) < 0.05);
  lg_world_free(w);
}

#define THICK lg_num("viscosity", 50), lg_text("kernel", "wendland_c2"), lg_num("support", 4)
static void wcsph_wave(void **state) {
  (void)state;
  wave_decays("wcsph", LG_ARGS(THICK, lg_num("alpha", 0)));
}
static void pcisph_wave(void **state) {
  (void)state;
  wave_decays("pcisph", LG_ARGS(THICK, lg_num("xsph", 0)));
}
static void dfsph_wave(void **state) {
  (void)state;
  wave_decays("dfsph", LG_ARGS(THICK, lg_num("xsph", 0)));
}
static void pbf_wave(void **state) {
  (void)state;
  wave_decays("pbf", LG_ARGS(THICK, lg_text("gradient", "wendland_c2"), lg_num("xsph", 0),
                             lg_num("corr_k", 0)));
}

/* Water at rest, in a ring, on which a box falls that is `shift` along it; both start on the
   lattice, so that everything is moved by whole spacings. kind: what stands in it. */
static lg_world *moved(const char *solver, const char *kind, double shift, lg_id *obstacle) {
  lg_world *w = ring(solver, LG_NO_ARGS, 9.81);
  lg_id box =
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -0.15, -0.1), lg_vec2("max", 0.15, 0.1)));
  *obstacle = lg_add(w, kind,
                     LG_ARGS(lg_ref("shape", box), lg_vec2("translation", shift, 0.5),
                             lg_vec2("velocity", 0, -1)));
  if (!*obstacle) fail_msg("%s", lg_error(w));
  for (int i = 0; i < N * 15; i++) {
    const float at[3] = {(float)(fmod((i % N + 0.5) * DX + shift, 1)), (float)((i / N + 0.5) * DX),
                         0};
    assert_true(lg_particle_add(w, at, NULL) >= 0);
  }
  return w;
}

/* After 0.15 s, half of it in the water: the same number of particles, as fast, and the obstacle
   where it is in the middle. Rounding differs from place to place and grows with the splash: 2 % of
   the speed. */
static void no_edge_is_felt(const char *solver, const char *kind) {
  double speed[2], height[2], side[2];
  for (int across = 0; across < 2; across++) {
    lg_id obstacle;
    lg_world *w = moved(solver, kind, across ? 0.0 : 0.5, &obstacle);
    for (int f = 0; f < 9; f++) step(w, 1 / 60.0);
    lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
    double sum = 0;
    for (size_t i = 0; i < v.n; i++) sum += hypot((double)v.c[0][i], (double)v.c[1][i]);
    lg_arg at;
    assert_true(lg_get(w, obstacle, "translation", &at));
    speed[across] = sum / (double)v.n;
    height[across] = at.v[1];
    side[across] = fabs(at.v[0] - (across ? (at.v[0] > 0.5 ? 1.0 : 0.0) : 0.5));
    for (size_t i = 0; i < x.n; i++) { /* nobody is inside it, or inside its copy */
      float p[3] = {x.c[0][i], x.c[1][i], 0},
            copy[3] = {x.c[0][i] + (x.c[0][i] < 0.5f ? 1.0f : -1.0f), x.c[1][i], 0};
      assert_true(lg_distance(w, obstacle, p) > -0.1 * DX &&
                  lg_distance(w, obstacle, copy) > -0.1 * DX);
    }
    assert_int_equal(x.n, N * 15);
    lg_world_free(w);
  }
  print_message("%s, %s across an edge: mean speed %.4f (in the middle %.4f), height %.4f (%.4f)\n",
                solver, kind, speed[1], speed[0], height[1], height[0]);
  assert_true(speed[0] > 0.1);
  assert_true(fabs(speed[1] / speed[0] - 1) < 0.02);
  assert_true(fabs(height[1] - height[0]) < 0.1 * DX);
  assert_true(fabs(side[1] - side[0]) < 0.1 * DX);
}

static void solids_repeat(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "pcisph", "dfsph", "pbf", "flash", "particles"};
  for (int s = 0; s < 6; s++) no_edge_is_felt(solvers[s], "collider.solid");
}

static void bodies_repeat(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "pcisph", "dfsph", "pbf", "flash", "particles"};
  for (int s = 0; s < 6; s++) no_edge_is_felt(solvers[s], "collider.body");
}

/* A body that drifts round the ring comes back to where it was, and stays on the map. */
static void bodies_go_round(void **state) {
  (void)state;
  lg_world *w = ring("particles", LG_NO_ARGS, 0);
  lg_id ball = lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.1)));
  lg_id body = lg_add(
      w, "collider.body",
      LG_ARGS(lg_ref("shape", ball), lg_vec2("translation", 0.3, 0.7), lg_vec2("velocity", 1, -2)));
  assert_true(body != 0);
  for (int f = 0; f < 100; f++) {
    lg_arg at;
    step(w, 0.01);
    assert_true(lg_get(w, body, "translation", &at));
    assert_true(fabs(at.v[0] - 0.5) < 0.500001 && fabs(at.v[1] - 0.5) < 0.500001);
    if (f == 99) assert_true(fabs(at.v[0] - 0.3) < 1e-4 && fabs(at.v[1] - 0.7) < 1e-4);
  }
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wcsph_wave),     cmocka_unit_test(pcisph_wave),
      cmocka_unit_test(dfsph_wave),     cmocka_unit_test(pbf_wave),
      cmocka_unit_test(solids_repeat),  cmocka_unit_test(bodies_repeat),
      cmocka_unit_test(bodies_go_round)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
