/* flip: divergence, walls, the surface, moving solids. Compared with: a residual of its own in
   double, channel flows, the depth of still water, shapes' distances. */
#include "solver/fluid.h"

#include "core/mac_of.h"
#include "core/step/step.h"

#define PI 3.14159265358979323846

/* ---- divergence ----------------------------------------------------------------------------- */

static double outflow(const lg_mac *m, int c, bool before) {
  double sum = 0;
  for (int k = 0; k < m->lattice.dim; k++)
    for (int side = 0; side < 2; side++) {
      int f = c + side * m->lattice.step[k];
      const float *p = m->pair[k] + 2 * f;
      double open = (double)m->open[k][f],
             u = before ? (double)p[0] - (double)p[1] : (double)m->u[k][f];
      sum += (side ? 1 : -1) * (open * u + (1 - open) * (double)m->solid_u[k][f]) /
             (double)m->cell[k];
    }
  return sum;
}

/* max |div u| <= 10 tol max |div u*| over the fluid cells, u* = u - change. False: there is nothing
   to measure. */
static bool is_divergence_free(const lg_world *w, double tol) {
  const lg_mac *m = mac_of(w);
  const lg_layout *l = &m->lattice;
  double after = 0, before = 0;
  int fluid = 0;
  for (int row = 0; row < lg_lattice_rows(l); row++)
    for (int i = 0; i < l->n[0]; i++) {
      int c = lg_lattice_row(l, row) + LG_ROW_FIRST + i;
      if (m->type[c] != LG_MAC_FLUID) continue;
      after = fmax(after, fabs(outflow(m, c, false)));
      before = fmax(before, fabs(outflow(m, c, true)));
      fluid++;
    }
  if (getenv("LAGUNA_TRACE"))
    print_message("%d fluid cells: |div| %.2e of %.2e\n", fluid, after, before);
  assert_true(after <= 10 * tol * before);
  return fluid > 100 && before > 0;
}

/* Air, slanted walls, discs and balls at rest and on the move, cut last cells, voxels or fractions,
   tolerances. */
static void nothing_is_made_or_lost(void **state) {
  (void)state;
  for (int mix = 0; mix < 8; mix++) {
    int dim = mix < 4 ? 2 : 3;
    lg_world_def def = lg_default_world();
    def.bounds = dim == 2 ? lg_bounds2(-0.3f, 0, 1.03f, 0.97f)
                          : lg_bounds3(0, 0, 0, 1, 0.8f, 0.53f);
    def.spacing = dim == 2 ? 0.017f : 0.025f;
    def.threads = 2;
    lg_world *w = lg_world_new(&def);
    double tol = mix & 2 ? 1e-6 : 1e-4;
    assert_true(lg_set_solver(w, "flip",
                              LG_ARGS(lg_num("tolerance", tol), lg_num("volume_feedback", 0),
                                      lg_text("solids", mix == 2 ? "voxels" : "fractions"))));
    lg_arg min = lg_vec3("min", 0, 0, 0), max = lg_vec3("max", 0.5, 0.6, 0.5),
           center = lg_vec3("center", 0.7, 0.2, 0.2);
    lg_arg normal = lg_vec3("normal", 0.5, 1, 0.2), point = lg_vec3("point", 0, 0.1, 0);
    lg_arg speed = lg_vec3("velocity", -0.7, 0.1, 0);
    min.n = max.n = center.n = normal.n = point.n = speed.n = dim;
    lg_id box = lg_add(w, "shape.box", LG_ARGS(min, max));
    lg_id ball = lg_add(w, "shape.sphere", LG_ARGS(center, lg_num("radius", 0.13)));
    lg_id plane = lg_add(w, "shape.plane", LG_ARGS(normal, point));
    assert_true(box && ball && plane);
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
    if (mix & 1) assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plane))) != 0);
    assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball), speed)) != 0);
    int measured = 0;
    for (int f = 0; f < 30; f++) {
      step(w, 1 / 60.0);
      measured += is_divergence_free(w, tol);
      assert_true(lg_world_stats(w)->residual <= tol);
    }
    assert_true(measured == 30);
    lg_world_free(w);
  }
}

/* ---- channels ------------------------------------------------------------------------------- */

static lg_world *channel(int slip, float across, const lg_arg *args, float gravity, float v) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 0.5f, across);
  def.spacing = 1.0f / 64;
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  def.slip = slip;
  def.threads = 1;
  def.gravity[0] = gravity;
  def.gravity[1] = 0;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, "flip", args));
  for (int j = 0; j < (int)(64 * across); j++)
    for (int i = 0; i < 32; i++)
      assert_true(lg_particle_add(w, (float[3]){((float)i + 0.5f) / 64, ((float)j + 0.5f) / 64, 0},
                                  (float[3]){v, 0, 0}) >= 0);
  return w;
}

/* A stream between walls 1 m apart: glides for ever, or is slowed as the diffusion equation says.
   */
static void walls_hold_or_let_glide(void **state) {
  (void)state;
  const lg_arg *args =
      LG_ARGS(lg_text("advection", "grid"), lg_num("density", 1), lg_num("viscosity", 0.02));
  for (int slip = 0; slip < 2; slip++) {
    lg_world *w = channel(slip, 1, args, 0, 1);
    for (int f = 0; f < 120; f++) step(w, 1 / 60.0);
    const lg_mac *m = mac_of(w);
    double worst = 0, t = lg_world_time(w);
    for (int j = 0; j < m->lattice.n[1]; j++) {
      double y = (j + 0.5) * (double)m->cell[1], exact = slip ? 0 : 1;
      for (int k = 1; slip && k < 40; k += 2)
        exact += 4 / (PI * k) * sin(PI * k * y) * exp(-0.02 * PI * PI * k * k * t);
      worst = fmax(worst, fabs((double)m->u[0][lg_lattice_at(&m->lattice, 3, j, 0)] - exact));
    }
    print_message("%s slip: profile off by %.4f\n", slip ? "no" : "free", worst);
    assert_true(worst < (slip ? 5e-3 : 1e-5));
    lg_world_free(w);
  }
}

/* Couette: a plane glides above; Poiseuille: gravity along the channel. Steady profiles, linear and
   parabolic, of the grid alone and with particles (PIC's own viscosity would be more than the
   fluid's). */
static void channels_become_steady(void **state) {
  (void)state;
  const char *const transfer[3] = {"flip", "flip", "apic"};
  for (int run = 0; run < 6; run++) {
    const bool lid = run % 2, particles = run >= 2;
    const lg_arg *args = LG_ARGS(lg_text("advection", particles ? "particles" : "grid"),
                                 lg_num("density", 1), lg_num("viscosity", 0.25),
                                 lg_text("transfer", transfer[run / 2]));
    lg_world *w = channel(1, 1, args, lid ? 0 : 2, 0);
    if (lid) {
      lg_id plane =
          lg_add(w, "shape.plane", LG_ARGS(lg_vec2("normal", 0, -1), lg_vec2("point", 0, 1)));
      const lg_arg *glides =
          LG_ARGS(lg_ref("shape", plane), lg_vec2("velocity", 1, 0), lg_text("slip", "no"));
      assert_true(lg_add(w, "collider.solid", glides) != 0);
    }
    for (int f = 0; f < 180; f++) step(w, 1 / 60.0);
    const lg_mac *m = mac_of(w);
    double worst = 0;
    for (int j = 0; j < m->lattice.n[1]; j++) {
      double y = (j + 0.5) * (double)m->cell[1], exact = lid ? y : 4 * y * (1 - y);
      worst = fmax(worst, fabs((double)m->u[0][lg_lattice_at(&m->lattice, 3, j, 0)] - exact));
    }
    print_message("%s, %s: steady profile off by %.4f\n", lid ? "Couette" : "Poiseuille",
                  particles ? transfer[run / 2] : "grid", worst);
    assert_true(worst < (particles ? 0.05 : 5e-3));
    lg_world_free(w);
  }
}

/* ---- the surface ---------------------------------------------------------------------------- */

/* Still water 4, 1, 2 or 3 particles high in its last cell: the pressure in the first one is that
   of the depth above its middle, where a surface counts as no lower than a quarter of a cell above
   the middle of its own. */
static void pressure_counts_from_the_surface(void **state) {
  (void)state;
  const double off[4] = {0.01, 0.51, 0.26, 0.01}; /* cells */
  for (int rows = 20; rows < 24; rows++) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, 0.5f, 1);
    def.spacing = 0.0125f;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(
        w, "flip", LG_ARGS(lg_num("particles_per_cell", 16), lg_num("tolerance", 1e-6))));
    lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 0.5, rows * 0.0125)));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
    step(w, 1e-3);
    const lg_mac *m = mac_of(w);
    double h = (double)m->cell[1], above = rows * 0.0125 - 0.5 * h;
    double depth = (double)m->pressure[lg_lattice_at(&m->lattice, 4, 0, 0)] / (1000 * 9.81);
    print_message("%d rows: %.4f m of water, by the pressure %.4f m\n", rows, above, depth);
    assert_true(fabs(depth - above) < off[rows % 4] * h);
    lg_world_free(w);
  }
}

/* A tank full to a whole number of cells rests from the first step, whatever its walls let glide.
   */
static void still_water_rests(void **state) {
  (void)state;
  for (int run = 0; run < 8; run++) {
    const char *const transfer = run & 2 ? "apic" : "flip";
    lg_world_def def = lg_default_world();
    def.bounds = run & 4 ? lg_bounds3(0, 0, 0, 0.5f, 0.5f, 0.4f) : lg_bounds2(0, 0, 1, 1);
    def.spacing = run & 4 ? 0.05f : 0.025f;
    def.slip = run & 1;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(w, "flip", LG_ARGS(lg_text("transfer", transfer))));
    lg_id water = lg_add(w, "shape.box",
                         LG_ARGS(run & 4 ? lg_vec3("max", 0.5, 0.3, 0.4) : lg_vec2("max", 1, 0.5)));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", water))) != 0);
    for (int f = 0; f < 60; f++) step(w, 1 / 60.0);
    assert_true(lg_world_stats(w)->max_speed < 1e-3);
    lg_world_free(w);
  }
}

/* A pool over two ramps, which cut cells at every depth, rests after 10 s: what gives volume back
   is no motor. */
static void pools_over_ramps_rest(void **state) {
  (void)state;
  const float fill[3] = {2, 0.7f, 0};
  for (int apic = 0; apic < 2; apic++) {
    const lg_arg *transfer = LG_ARGS(lg_text("transfer", apic ? "apic" : "flip"));
    lg_world *w = filled_world(lg_bounds2(0, 0, 2, 1.2f), 0.02f, "flip", transfer, fill);
    lg_id left = lg_add(w, "shape.plane",
                        LG_ARGS(lg_vec2("point", 0.5, 0), lg_vec2("normal", 0.5, 0.8660254)));
    lg_id right = lg_add(w, "shape.plane",
                         LG_ARGS(lg_vec2("point", 1.6, 0), lg_vec2("normal", -0.7071, 0.7071)));
    assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", left))) != 0);
    assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", right))) != 0);

    double energy[3], mass[3], sum = 0;
    for (int f = 0; f < 600; f++) {
      step(w, 1 / 60.0);
      assert_int_equal(lg_measure(w, "kinetic_energy", LG_NO_ARGS, energy), 1);
      if (f >= 540) sum += energy[0] / 60;
    }
    assert_int_equal(lg_measure(w, "mass", LG_NO_ARGS, mass), 1);
    double rms = sqrt(2 * sum / mass[0]);
    print_message("%s: rms %.5f m/s\n", apic ? "apic" : "flip", rms);
    assert_true(rms <= 1e-3);
    lg_world_free(w);
  }
}

/* ---- solids that move ----------------------------------------------------------------------- */

/* A disc ploughs through a pool, a box turns in it: nobody is inside of either, nobody is lost, and
   the water gives way. */
static void nobody_is_inside_a_solid(void **state) {
  (void)state;
  const float fill[3] = {1.2f, 0.4f, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, 1.2f, 0.8f), 0.0125f, "flip", LG_NO_ARGS, fill);
  lg_id disc =
      lg_add(w, "shape.sphere", LG_ARGS(lg_vec2("center", 0.2, 0.6), lg_num("radius", 0.08)));
  lg_id paddle =
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0.8, 0.2), lg_vec2("max", 0.84, 0.5)));
  lg_id a =
      lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", disc), lg_vec2("velocity", 0.5, -0.5)));
  lg_id b =
      lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", paddle), lg_num("angular_velocity", 2)));
  if (!a || !b) print_error("%s\n", lg_error(w));
  assert_true(a && b);
  step(w, 1 / 60.0);
  size_t all = lg_world_count(w); /* but those that would have been inside the paddle */
  for (int f = 1; f < 60; f++) {
    step(w, 1 / 60.0);
    lg_view x = lg_column(w, "position");
    for (size_t i = 0; i < x.n; i++) {
      const float p[3] = {x.c[0][i], x.c[1][i], 0};
      assert_true(lg_distance(w, a, p) > 0 && lg_distance(w, b, p) > 0);
    }
  }
  assert_int_equal(lg_world_count(w) + lg_world_stats(w)->removed, all);
  assert_true(lg_world_stats(w)->removed < 30 && lg_world_stats(w)->guarded == 0);
  assert_true(lg_world_stats(w)->max_speed > 0.3 && lg_world_stats(w)->max_speed < 8);
  lg_world_free(w);
}

static lg_arg vec_of(bool deep, const char *name, double x, double y, double z) {
  return deep ? lg_vec3(name, x, y, z) : lg_vec2(name, x, y);
}

/* A floor that moves along itself and to which water sticks, 2-D and 3-D, every transfer, viscous
   or not: nothing is faster than one and a half times the floor, and the water's energy is less
   than if all of it went with the floor. */
static void belts_drive_no_faster_than_themselves(void **state) {
  (void)state;
  const char *const transfer[3] = {"flip", "apic", "pic"};
  for (int run = 0; run < 12; run++) {
    const bool deep = run >= 6, viscous = run & 1;
    lg_world_def def = lg_default_world();
    def.bounds = deep ? lg_bounds3(0, 0, 0, 1, 1, 0.3f) : lg_bounds2(0, 0, 1, 1);
    def.spacing = deep ? 1 / 32.0f : 1 / 64.0f;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(
        w, "flip",
        LG_ARGS(lg_text("transfer", transfer[run / 2 % 3]), lg_num("viscosity", viscous))));
    lg_id floor = lg_add(w, "shape.plane", LG_ARGS(vec_of(deep, "point", 0, 0.1, 0)));
    lg_id water = lg_add(w, "shape.box",
                         LG_ARGS(vec_of(deep, "min", 0, 0.1, 0), vec_of(deep, "max", 1, 0.5, 0.3)));
    const lg_arg *belt =
        LG_ARGS(lg_ref("shape", floor), vec_of(deep, "velocity", 1, 0, 0), lg_text("slip", "no"));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", water))) != 0);
    assert_true(lg_add(w, "collider.solid", belt) != 0);

    double most = 0;
    for (int f = 0; f < 60; f++) {
      step(w, 1 / 60.0);
      most = fmax(most, (double)lg_world_stats(w)->max_speed);
    }
    double mass = 1000 * 0.4 * (deep ? 0.3 : 1), energy[3];
    assert_int_equal(lg_measure(w, "kinetic_energy", LG_NO_ARGS, energy), 1);
    print_message("%d-D, %s, %g Pa s: at most %.2f m/s, %.2f J\n", deep ? 3 : 2,
                  transfer[run / 2 % 3], (double)viscous, most, energy[0]);
    assert_true(most <= 1.5 && energy[0] <= 0.5 * mass);
    lg_world_free(w);
  }
}

/* Walls to which the water of a dam break sticks throw it no faster than smooth ones. */
static void sticky_walls_add_no_energy(void **state) {
  (void)state;
  double most[2] = {0, 0};
  for (int slip = 0; slip < 2; slip++) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, 2, 1);
    def.spacing = 1 / 64.0f;
    def.slip = slip;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(w, "flip", LG_ARGS(lg_num("viscosity", 0.05))));
    lg_id water = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 0.5, 0.8)));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", water))) != 0);
    for (int f = 0; f < 180; f++) {
      step(w, 1 / 60.0);
      most[slip] = fmax(most[slip], (double)lg_world_stats(w)->max_speed);
    }
    lg_world_free(w);
  }
  print_message("fastest: %.2f m/s where walls let glide, %.2f where they do not\n", most[0],
                most[1]);
  assert_true(most[1] <= 1.2 * most[0]);
}

/* More cells than an int can number are refused where they are asked for, with what to lower. */
static void too_many_cells_are_refused(void **state) {
  (void)state;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds3(0, 0, 0, 1, 1, 1);
  lg_world *w = lg_world_new(&def);
  assert_false(lg_set_solver(w, "flip", LG_ARGS(lg_num("cells_max_axis", 1200))));
  assert_string_equal(lg_error(w), "flip: cells_max_axis makes a grid of 1200 x 1200 x 1200 cells, "
                                   "more than the 1e9 that can be "
                                   "numbered: lower it");
  assert_true(lg_set_solver(w, "flip", LG_ARGS(lg_num("cells_max_axis", 1000))));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_made_or_lost),
                                     cmocka_unit_test(walls_hold_or_let_glide),
                                     cmocka_unit_test(channels_become_steady),
                                     cmocka_unit_test(pressure_counts_from_the_surface),
                                     cmocka_unit_test(still_water_rests),
                                     cmocka_unit_test(pools_over_ramps_rest),
                                     cmocka_unit_test(too_many_cells_are_refused),
                                     cmocka_unit_test(nobody_is_inside_a_solid),
                                     cmocka_unit_test(belts_drive_no_faster_than_themselves),
                                     cmocka_unit_test(sticky_walls_add_no_energy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
