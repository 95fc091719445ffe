/* Viscosity of the grid where it is solved for, at many times the dt that an explicit one bears:
   backward Euler's own factors, and the spin of a disc. And where it holds: what a belt drags along
   wherever its surface lies in a cell, and the spin of fluid in a drum that turns. */
#include "solver/fluid.h"

#include "core/mac_of.h"
#include "core/step/step.h"

static const double dt = 1.0 / 60, nu = 0.5; /* s, m2/s */

/* sum of u cos(2 pi waves y), over its like of the cosine. */
static double amplitude(const lg_mac *m, int waves) {
  double sum = 0, size = 0;
  for (int j = 0; j < m->lattice.n[1]; j++) {
    const double wave = cos(2 * LG_PI * waves * (j + 0.5) * (double)m->cell[1]);
    sum += wave * (double)m->u[0][lg_lattice_at(&m->lattice, 3, j, 0)];
    size += wave * wave;
  }
  return sum / size;
}

/* v_x = cos(k y) on a grid that carries it: each frame leaves 1 / (1 + nu k^2 dt), with the k of
   central differences, 2 sin(k h / 2) / h. The first one's dt ends before viscosity is felt. */
static void shear_waves_decay(void **state) {
  (void)state;
  for (int waves = 1; waves <= 4; waves *= 2) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, 1, 1);
    def.spacing = 1.0f / 64;
    def.threads = 2;
    def.gravity[1] = 0;
    for (int k = 0; k < 2; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(w, "flip",
                              LG_ARGS(lg_text("advection", "grid"), lg_num("viscosity", 1000 * nu),
                                      lg_num("tolerance", 1e-6))));
    for (int i = 0; i < 64 * 64; i++) {
      const double y = (i / 64 + 0.5) / 64;
      assert_true(lg_particle_add(w, (float[3]){((float)(i % 64) + 0.5f) / 64, (float)y, 0},
                                  (float[3]){0.1f * (float)cos(2 * LG_PI * waves * y), 0, 0}) >= 0);
    }
    step(w, 1e-9);
    const lg_mac *m = mac_of(w);
    const double h = (double)m->cell[1], k = 2 * sin(LG_PI * waves * h) / h,
                 keeps = 1 / (1 + nu * k * k * dt), before = amplitude(m, waves);
    for (int frame = 0; frame < 3; frame++) step(w, dt);
    const double kept = amplitude(m, waves) / before, exact = keeps * keeps * keeps;
    print_message("%d waves: %.5g of the amplitude kept, exact %.5g, %d sub-steps\n", waves, kept,
                  exact, lg_world_stats(w)->substeps);
    assert_int_equal(lg_world_stats(w)->substeps, 1);
    assert_true(fabs(kept / exact - 1) < 0.01);
    lg_world_free(w);
  }
}

static double spin(const lg_world *w) {
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  double sum = 0;
  for (size_t i = 0; i < x.n; i++) sum += (double)(x.c[0][i] * v.c[1][i] - x.c[1][i] * v.c[0][i]);
  return sum / (double)x.n;
}

/* Of a disc that turns freely, thick fluid keeps as much as what has no viscosity does, but for its
   outline of cells. */
static void discs_keep_their_spin(void **state) {
  (void)state;
  double left[2];
  for (int thick = 0; thick < 2; thick++) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(-0.6f, -0.6f, 0.6f, 0.6f);
    def.spacing = 0.015f;
    def.gravity[1] = 0;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(
        w, "flip", LG_ARGS(lg_text("transfer", "apic"), lg_num("viscosity", thick ? 1000 : 0))));
    for (int i = -20; i <= 20; i++)
      for (int j = -20; j <= 20; j++)
        if (i * i + j * j <= 400)
          assert_true(lg_particle_add(w, (float[3]){0.015f * (float)i, 0.015f * (float)j, 0},
                                      (float[3]){-0.03f * (float)j, 0.03f * (float)i, 0}) >= 0);
    step(w, 1e-9);
    const double before = spin(w);
    for (int frame = 0; frame < 30; frame++) step(w, dt);
    left[thick] = spin(w) / before;
    lg_world_free(w);
  }
  print_message("spin kept: %.3f thin, %.3f thick\n", left[0], left[1]);
  assert_true(left[1] > 0.85 * left[0]);
}

/* kg m/s, of 1 m of a belt that runs at 1 m/s below deep fluid at rest, its surface `offset` cells
   below that of the grid; after 0.5 s. */
static double dragged(const char *transfer, double viscosity, double offset, int dim) {
  const double cell = 0.04, y = 0.12 - offset * cell, width = 0.16;
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, (float)width, 2)
                        : lg_bounds3(0, 0, 0, (float)width, 2, (float)width);
  def.spacing = 0.02f;
  def.threads = 1;
  for (int k = 0; k < dim; k++)
    if (k != 1) def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(
      w, "flip", LG_ARGS(lg_text("transfer", transfer), lg_num("viscosity", viscosity))));

  lg_arg min = lg_vec3("min", -1, -1, -1), max = lg_vec3("max", 1, y, 1),
         run = lg_vec3("velocity", 1, 0, 0);
  min.n = max.n = run.n = dim;
  lg_id box = lg_add(w, "shape.box", LG_ARGS(min, max));
  assert_true(
      lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box), run, lg_text("slip", "no"))));
  min = lg_vec3("min", 0, y, 0);
  max = lg_vec3("max", width, y + 1.6, width);
  min.n = max.n = dim;
  box = lg_add(w, "shape.box", LG_ARGS(min, max));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);

  for (int frame = 0; frame < 30; frame++) step(w, dt);
  double momentum[3];
  assert_true(lg_measure(w, "momentum", LG_NO_ARGS, momentum) > 0);
  lg_world_free(w);
  return momentum[0] / (dim == 2 ? width : width * width);
}

/* Stokes' first problem: 2 mu sqrt(t / (pi nu)), from where viscosity reaches half a cell, which
   the grid sees but roughly, to where it is solved for. */
static void belts_drag_wherever_they_lie(void **state) {
  (void)state;
  static const char *const transfers[] = {"flip", "apic", "pic"};
  int failed = 0;
  for (int e = 0; e < 3; e++)
    for (double mu = 1; mu < 2000; mu *= 10)
      for (double offset = 0; offset < 1; offset += 0.25)
        for (int dim = 2; dim <= (mu > 5 && mu < 50 ? 3 : 2); dim++) {
          /* pic diffuses more by itself: a sixth of a square cell a sub-step, 16 Pa s */
          if (e == 2 && mu < 50) continue;
          const double over = dragged(transfers[e], mu, offset, dim) /
                              (2 * mu * sqrt(500 / (LG_PI * mu)));
          const double bound = mu < 5 ? (e == 0 ? 0.5 : 0.3) : e == 2 ? 0.05 : mu < 50 ? 0.1 : 0.03;
          print_message("%s, %d-D, %4g Pa s, %.2f cells off: %.3f of the exact momentum\n",
                        transfers[e], dim, mu, offset, over);
          failed += fabs(over - 1) > bound;
        }
  assert_int_equal(failed, 0);
}

/* Fluid in a drum that turns at 1 rad/s: a wall of every slope, wherever it lies in a cell, drives
   the fluid no faster than it is (within 2 %), and in the end as fast. */
static void drums_take_their_fluid_along(void **state) {
  (void)state;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(-0.5f, -0.5f, 0.5f, 0.5f);
  def.spacing = 0.02f;
  def.gravity[1] = 0;
  lg_world *w = lg_world_new(&def);
  assert_true(
      lg_set_solver(w, "flip", LG_ARGS(lg_text("transfer", "apic"), lg_num("viscosity", 100))));
  lg_id disc = lg_add(w, "shape.sphere", LG_ARGS(lg_vec2("center", 0, 0), lg_num("radius", 0.41)));
  lg_id hole = lg_add(w, "shape.complement", LG_ARGS(lg_ref("shape", disc)));
  assert_true(lg_add(w, "collider.solid",
                     LG_ARGS(lg_ref("shape", hole), lg_num("angular_velocity", 1),
                             lg_text("slip", "no"))) != 0);
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", disc))) != 0);

  double turns = 0;
  for (int frame = 0; frame < 90; frame++) {
    step(w, dt);
    lg_view x = lg_column(w, "position");
    double square = 0;
    for (size_t i = 0; i < x.n; i++)
      square += (double)(x.c[0][i] * x.c[0][i] + x.c[1][i] * x.c[1][i]);
    turns = spin(w) * (double)x.n / square;
    assert_true(turns < 1.02);
  }
  print_message("the fluid turns at %.3f of the drum\n", turns);
  assert_true(turns > 0.97);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shear_waves_decay),
                                     cmocka_unit_test(discs_keep_their_spin),
                                     cmocka_unit_test(belts_drag_wherever_they_lie),
                                     cmocka_unit_test(drums_take_their_fluid_along)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
