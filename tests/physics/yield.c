/* Fluids that are not Newtonian, of lg.material: channels against Bingham's and Carreau's profiles,
   and a heap of mud that stops. */
#include "physics.h"

static const char *const solvers[] = {"wcsph", "dfsph", "pcisph", "pbf"};
enum { ACROSS = 30 };
static const double H = 0.3, A = 2, RHO = 1000; /* m, m/s2, kg/m3 */

static lg_world *world(const char *solver, lg_bounds bounds, float spacing, bool channel) {
  lg_world_def def = lg_default_world();
  def.bounds = bounds;
  def.spacing = spacing;
  def.threads = 1;
  def.slip = 1;
  if (channel) {
    def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
    def.gravity[0] = (float)A;
    def.gravity[1] = 0;
  }
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  if (channel && strcmp(solver, "wcsph") == 0) /* of its own viscosity it knows nothing here */
    assert_true(lg_set(w, lg_solver_id(w), LG_ARGS(lg_num("alpha", 0))));
  return w;
}

static void fill(lg_world *w, lg_id material, double x0, double x1, double y1) {
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", x0, 0), lg_vec2("max", x1, y1)));
  assert_true(material && lg_add(w, "emitter.volume",
                                 LG_ARGS(lg_ref("shape", box), lg_ref("material", material))));
}

typedef struct fluid {
  double viscosity, yield, index, time;
} fluid;

static double stress(const fluid *f, double rate) {
  return f->viscosity * pow(1 + f->time * f->time * rate * rate, (f->index - 1) / 2) * rate +
         f->yield * (rate > 0);
}

/* u at s from a plate: the shear rate is that whose stress is rho a (H / 2 - s). */
static double exact(const fluid *f, double s) {
  double u = 0, ds = H / 2000;
  for (double at = ds / 2; at < fmin(s, H - s); at += ds) {
    double wanted = RHO * A * (H / 2 - at), low = 0, high = 1e6;
    for (int i = 0; i < 60; i++) {
      double rate = 0.5 * (low + high);
      *(stress(f, rate) < wanted ? &low : &high) = rate;
    }
    u += ds * low;
  }
  return u;
}

static void channel(const char *solver, const fluid *f, double bound) {
  const double dx = H / ACROSS;
  lg_world *w = world(solver, lg_bounds2(0, 0, (float)(12 * dx), (float)H), (float)dx, true);
  fill(w,
       lg_add(w, "material.fluid",
              LG_ARGS(lg_num("density", RHO), lg_num("viscosity", f->viscosity),
                      lg_num("yield_stress", f->yield), lg_num("thinning_index", f->index),
                      lg_num("thinning_time", f->time))),
       0, 12 * dx, H);
  for (int frame = 0; frame < 240; frame++) step(w, 1.0 / 60);
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  double off = 0, size = 0, top = 0;
  for (size_t i = 0; i < x.n; i++) {
    const double u = exact(f, (double)x.c[1][i]), is = (double)v.c[0][i];
    off += (is - u) * (is - u);
    size += u * u;
    top = fmax(top, is);
  }
  print_message("%s, yield %g Pa, index %g: L2 of u %.1f %%, fastest %.4f of %.4f m/s\n", solver,
                f->yield, f->index, 100 * sqrt(off / size), top, exact(f, H / 2));
  assert_true(sqrt(off / size) < bound);
  lg_world_free(w);
}

/* Half of the channel is a plug: 150 of 300 Pa. */
static void bingham_flows_as_a_plug(void **state) {
  (void)state;
  for (int e = 0; e < 4; e++) channel(solvers[e], &(fluid){10, 150, 1, 1}, 0.105);
}

/* Where the viscosity of 100 Pa s falls by the square root of the shear rate from 1 / s on. */
static void carreau_flows_thin(void **state) {
  (void)state;
  for (int e = 0; e < 4; e++) channel(solvers[e], &(fluid){100, 0, 0.5, 1}, 0.07);
}

/* A column of mud on a floor to which it sticks slumps and stops where the floor holds its weight:
   h^2 = 2 yield (L - x) / (rho g) of a thin heap, whose area says L (Nye 1952); water runs on. */
static void heaps_stop(void **state) {
  (void)state;
  const double yield = 200, area = 0.3 * 0.3, height2 = 2 * yield / (RHO * 9.81),
               reach = pow(0.75 * area / sqrt(height2), 2.0 / 3);
  for (int e = 0; e < 4; e++) {
    lg_world *w = world(solvers[e], lg_bounds2(-1, 0, 1, 0.6f), 0.015f, false);
    fill(
        w,
        lg_add(w, "material.fluid", LG_ARGS(lg_num("viscosity", 5), lg_num("yield_stress", yield))),
        -0.15, 0.15, 0.3);
    for (int frame = 0; frame < 180; frame++) step(w, 1.0 / 60);
    lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
    double half = 0, energy = 0;
    for (size_t i = 0; i < x.n; i++) {
      half = fmax(half, fabs((double)x.c[0][i]));
      for (int k = 0; k < 2; k++) energy += (double)(v.c[k][i] * v.c[k][i]);
    }
    print_message("%s: reaches %.3f of %.3f m, %.2g m/s rms\n", solvers[e], half, reach,
                  sqrt(energy / (double)x.n));
    assert_true(fabs(half / reach - 1) < 0.2 && sqrt(energy / (double)x.n) < 0.02);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bingham_flows_as_a_plug),
                                     cmocka_unit_test(carreau_flows_thin),
                                     cmocka_unit_test(heaps_stop)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
