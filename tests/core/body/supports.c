/* What holds bodies while a grid finds its pressure and its viscosity: hinges and motors to the
   world, and bodies that stand on each other. Of the floor: physics/load.c, with the water above a
   block, and physics/viscous.c. */
#include "physics/physics.h"

#include "core/base/world.h"
#include "core/body/bodies.h"

#define DT (1 / 60.0)
#define PI 3.14159265358979323846

/* ---- a shaft in a drum of syrup ------------------------------------------------------------- */

/* Of radius 0.2 m in a drum of 0.4 m, 200 Pa s: it bears a torque of 4 pi mu w / (1 / a^2 - 1 /
   b^2), 268 N m at 2 rad/s. */
#define VISCOSITY 200.0
static const double WEIGHS = 4 * PI * VISCOSITY / (1 / (0.2 * 0.2) - 1 / (0.4 * 0.4));

/* motor: N m, of a body; 0: a solid that turns with 2 rad/s. */
static lg_world *drum(const char *transfer, double density, double motor, lg_id *shaft) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(-0.5f, -0.5f, 0.5f, 0.5f);
  def.spacing = 0.0125f;
  def.gravity[1] = 0;
  lg_world *w = lg_world_new(&def);
  assert_true(
      w && lg_set_solver(w, "flip",
                         LG_ARGS(lg_num("viscosity", VISCOSITY), lg_text("transfer", transfer))));
  lg_id disc = lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.2)));
  lg_id inside = lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.4)));
  lg_id outside = lg_add(w, "shape.complement", LG_ARGS(lg_ref("shape", inside)));
  lg_id ring =
      lg_add(w, "shape.difference", LG_ARGS(lg_ref("shape", inside), lg_ref("minus", disc)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", ring))));
  assert_true(
      lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", outside), lg_text("slip", "no"))));

  *shaft = lg_add(w, motor > 0 ? "collider.body" : "collider.solid",
                  LG_ARGS(lg_ref("shape", disc), lg_text("slip", "no"),
                          lg_num("angular_velocity", motor > 0 ? 0 : 2)));
  assert_true(*shaft != 0);
  if (motor == 0) return w;
  assert_true(lg_set(w, *shaft, LG_ARGS(lg_num("density", density))));
  assert_true(lg_add(w, "joint.hinge",
                     LG_ARGS(lg_ref("a", *shaft), lg_vec2("at", 0, 0), lg_num("speed", 2),
                             lg_num("torque", motor))));
  return w;
}

static double fluid_energy(const lg_world *w) {
  lg_view v = lg_column(w, "velocity"), m = lg_column(w, "mass");
  double sum = 0;
  for (size_t i = 0; i < v.n; i++)
    sum += 0.5 * (double)m.c[0][i] * (pow((double)v.c[0][i], 2) + pow((double)v.c[1][i], 2));
  return sum;
}

/* A motor that is strong enough turns a shaft as if nothing could change its speed, however light
   it is: one of half the fluid's density gave way, and drove a tenth. */
static void motors_drive_light_shafts(void **state) {
  (void)state;
  static const double density[] = {0, 5000, 500, 50};
  double energy[4];
  for (int e = 0; e < 4; e++) {
    lg_id shaft;
    lg_world *w = drum("flip", density[e], e > 0 ? 1e5 : 0, &shaft);
    for (int f = 0; f < 20; f++) step(w, DT);
    energy[e] = fluid_energy(w);
    print_message("a shaft of %g kg/m3 (0: driven): %.3f J\n", density[e], energy[e]);
    assert_true(fabs(energy[e] / energy[0] - 1) < 0.01);
    lg_world_free(w);
  }
}

/* One that is too weak turns it as fast as its torque is that of the drag. */
static void weak_motors_give_all(void **state) {
  (void)state;
  static const double density[] = {2000, 100};
  for (int e = 0; e < 4; e++) {
    lg_id shaft;
    lg_world *w = drum(e / 2 ? "apic" : "flip", density[e % 2], 0.5 * 2 * WEIGHS, &shaft);
    double mean = 0;
    for (int f = 0; f < 60; f++) {
      step(w, DT);
      if (f >= 40) mean += number(w, shaft, "angular_velocity", 0) / 20;
    }
    print_message("%s, %g kg/m3: half the torque turns it with %.3f rad/s of 1\n",
                  e / 2 ? "apic" : "flip", density[e % 2], mean);
    assert_true(fabs(mean - 1) < 0.08);
    lg_world_free(w);
  }
}

/* ---- paddles -------------------------------------------------------------------------------- */

/* A paddle on a hinge whose motor turns it with 3 rad/s, on its middle or `off` from it, free or so
   near to a wall that it jams there: no water goes faster than a splash of its ends, of 1.05
   m/s. */
static void stir(const char *solver, double density, double torque, double off, bool jams) {
  const float fill[3] = {1, 0.7f, 0};
  const double x = jams ? 0.2 : 0.5;
  lg_world *w = filled_world(lg_bounds2(0, 0, 1, 1), 0.03f, solver, LG_NO_ARGS, fill);
  lg_id blade =
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -0.25, -0.03), lg_vec2("max", 0.25, 0.03)));
  lg_id paddle =
      lg_add(w, "collider.body",
             LG_ARGS(lg_ref("shape", blade), lg_text("slip", "no"), lg_num("density", density),
                     lg_vec2("translation", x, 0.4), lg_num("rotation", 1.2)));
  assert_true(paddle && lg_add(w, "joint.hinge",
                               LG_ARGS(lg_ref("a", paddle), lg_vec2("at", x + off, 0.4),
                                       lg_num("speed", 3), lg_num("torque", torque))));
  double most = 0;
  for (int f = 0; f < 90; f++) {
    step(w, DT);
    most = fmax(most, (double)lg_world_stats(w)->max_speed);
  }
  print_message("%s, %g kg/m3, %g N m, %g m off, %s: %.2f m/s\n", solver, density, torque, off,
                jams ? "jams" : "turns", most);
  assert_true(most < 3 * 1.05);
  lg_world_free(w);
}

/* Light ones gave way to the water, and were turned into it, until it went with some km/s. */
static void paddles_do_not_throw_water(void **state) {
  (void)state;
  static const double density[] = {5, 50, 500}, torque[] = {1, 100, 1e4};
  for (int e = 0; e < 36; e++)
    stir("flip", density[e % 3], torque[e / 3 % 3], e / 9 % 2 ? 0.1 : 0, e / 18);
}

/* Nor under those who know of bodies by their particles, with a motor or none: that a pressure
   turns a body about its axle did not count for how far an iteration may go, nor for how much of
   what hits it counts. */
static void axles_bear_light_wheels(void **state) {
  (void)state;
  static const char *const solvers[] = {"dfsph", "pcisph", "pbf"};
  static const double density[] = {5, 50}, torque[] = {0, 1e4};
  for (int e = 0; e < 12; e++) stir(solvers[e / 4], density[e % 2], torque[e / 2 % 2], 0, false);
}

/* ---- bodies on bodies ----------------------------------------------------------------------- */

static lg_id crate(lg_world *w, const char *name, double half, double high, double y,
                   double density) {
  lg_id box =
      lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -half, -high), lg_vec2("max", half, high)));
  return lg_add(w, "collider.body",
                LG_ARGS(lg_text("name", name), lg_ref("shape", box), lg_num("density", density),
                        lg_vec2("translation", 1, y)));
}

/* A raft of 1 m by 0.12 m with crates on it lies as deep as its and their weight asks for, within
   half a spacing, and level (apic's rocks where a crate is tied to it). The water felt of the
   crates what they gave the raft after it was done: a raft of a tenth of the water's density gave
   way to it, and sank. */
static void rafts_carry_loads(void **state) {
  (void)state;
  for (int e = 0; e < 6; e++) {
    const bool apic = e % 2, tied = e == 4 || e == 5;
    const int crates = e < 2 ? 1 : 2;
    const float fill[3] = {2, 0.6f, 0};
    lg_world *w = filled_world(lg_bounds2(0, 0, 2, 1.5f), 0.03f, "flip",
                               LG_ARGS(lg_text("transfer", apic ? "apic" : "flip")), fill);
    const double weighs = 0.12 * 100 + crates * 0.24 * 0.24 * 400, draft = weighs / 1000;
    lg_id raft = crate(w, "raft", 0.5, 0.06, 0.66, 100),
          first = crate(w, "crate", 0.12, 0.12, 0.84, 400);
    if (crates == 2) assert_true(crate(w, "upper", 0.12, 0.12, 1.08, 400) != 0);
    assert_true(raft && first);
    for (int side = -1; tied && side <= 1; side += 2)
      assert_true(lg_add(
          w, "joint.hinge",
          LG_ARGS(lg_ref("a", first), lg_ref("b", raft), lg_vec2("at", 1 + 0.1 * side, 0.72))));

    double y = 0, turn = 0;
    for (int f = 0; f < 300; f++) {
      step(w, DT);
      if (f < 180) continue;
      y += number(w, raft, "translation", 1) / 120;
      turn += number(w, raft, "rotation", 0) / 120;
    }
    const double exact = 0.6 + draft * 0.5 - draft + 0.06;
    print_message("%s, %d crates%s: the raft lies at %.4f m, exact %.4f, turned by %.3f\n",
                  apic ? "apic" : "flip", crates, tied ? ", one tied" : "", y, exact, turn);
    assert_true(fabs(y - exact) < 0.015 && fabs(turn) < (apic && tied ? 0.15 : 0.1));
    lg_world_free(w);
  }
}

/* What a hand holds gives way to nothing, so the floor holds it against nothing: a support that is
   idle would ask for all pressures twice. */
static void held_ones_need_no_support(void **state) {
  (void)state;
  for (int held = 0; held < 2; held++) {
    const float fill[3] = {0.3f, 0.3f, 0};
    lg_world *w = filled_world(lg_bounds2(0, 0, 2, 1), 0.05f, "flip", LG_NO_ARGS, fill);
    lg_id box = crate(w, "box", 0.1, 0.1, 0.1, 500);
    assert_true(lg_set(w, box, LG_ARGS(lg_bool("held", held))));
    step(w, DT);
    assert_true(lg_bodies_read(w) && lg_supports_find(w, (float)DT));
    assert_true((w->bodies->supports > 0) == !held);
    lg_world_free(w);
  }
}

/* ---- sub-steps that fail -------------------------------------------------------------------- */

/* One that fails behind the search for supports leaves them behind; the next one, of a solver that
   looks for none, does not take them for its own: the body would stop, and a row be of no joint. */
static void failed_steps_leave_no_supports(void **state) {
  (void)state;
  const float fill[3] = {1, 0.3f, 0};
  lg_world *w = filled_world(lg_bounds2(0, 0, 1, 1), 0.05f, "flip", LG_NO_ARGS, fill);
  lg_id box = crate(w, "box", 0.1, 0.1, 0.8, 500);
  assert_true(lg_set(w, box, LG_ARGS(lg_vec2("translation", 0.5, 0.8))));
  lg_id hinge = lg_add(w, "joint.hinge", LG_ARGS(lg_ref("a", box), lg_vec2("at", 0.5, 0.6)));
  assert_true(hinge != 0);
  step(w, DT);
  assert_true(lg_bodies_read(w) && lg_supports_find(w, (float)DT) && w->bodies->supports > 0);

  lg_remove(w, hinge);
  assert_true(lg_set_solver(w, "dfsph", LG_NO_ARGS));
  assert_true(lg_set(w, box, LG_ARGS(lg_vec2("velocity", 1, 0))));
  step(w, DT);
  assert_true(number(w, box, "velocity", 0) > 0.9);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(motors_drive_light_shafts),
                                     cmocka_unit_test(weak_motors_give_all),
                                     cmocka_unit_test(paddles_do_not_throw_water),
                                     cmocka_unit_test(axles_bear_light_wheels),
                                     cmocka_unit_test(rafts_carry_loads),
                                     cmocka_unit_test(held_ones_need_no_support),
                                     cmocka_unit_test(failed_steps_leave_no_supports)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
