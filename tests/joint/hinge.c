/* joint.hinge: a pendulum's period, a motor's torque, limits of both sides and of one, two bodies
   that keep their momentum, an axle in 3-D; what is refused. */
#include "joint/ties.h"

static lg_id hinge(lg_world *w, lg_id a, double x, double y) {
  return must(
      w, lg_add(w, "joint.hinge", LG_ARGS(lg_ref("a", a), place("at", lg_world_dim(w), x, y))));
}

/* A rod of length L on its end: T = 2 pi sqrt(2 L / 3 g), here with the thickness d: I = m (L^2 +
   d^2) / 12 + m L^2 / 4. */
static void a_rod_swings(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = void_world(dim, 9.81);
    const double L = 1, d = 0.2, inertia = (L * L + d * d) / 12 + L * L / 4,
                 period = 2 * PI * sqrt(inertia / (9.81 * L / 2));
    lg_id rod = block(w, 0, -L / 2, d / 2, L / 2);
    hinge(w, rod, 0, 0);
    assert_true(lg_set(w, rod, LG_ARGS(place("velocity", dim, 0.05, 0))));
    int axis = dim == 2 ? 0 : 2;
    double first = crossing(w, rod, "rotation", axis, 0, 1),
           tenth = crossing(w, rod, "rotation", axis, 0, 10);
    assert_near((tenth - first) / 10, period, 0.01 * period);
    /* the end has stayed on its axle */
    double turn = value(w, rod, "rotation", axis);
    assert_near(value(w, rod, "translation", 0), L / 2 * sin(turn), 2e-3);
    assert_near(value(w, rod, "translation", 1), -L / 2 * cos(turn), 2e-3);
    lg_world_free(w);
  }
}

/* About its centre: omega = torque t / I until the speed that it wants; a brake stops it. */
static void a_motor_has_its_torque(void **state) {
  (void)state;
  for (int offset = 0; offset < 2; offset++) { /* on the centre, and beside it */
    lg_world *w = void_world(2, 0);
    const double a = 0.5, b = 0.1, mass = 500 * 4 * a * b, x = 0.2 * offset,
                 inertia = mass * (4 * a * a + 4 * b * b) / 12 + mass * x * x;
    lg_id rod = block(w, 0, 0, a, b), axle = hinge(w, rod, x, 0);
    assert_true(lg_set(w, axle, LG_ARGS(lg_num("torque", 2), lg_num("speed", 0.5))));
    frames(w, 60);
    assert_near(value(w, rod, "angular_velocity", 0), 2 * 0.25 / inertia, 0.01 / inertia);
    frames(w, 2400);
    assert_near(value(w, rod, "angular_velocity", 0), 0.5, 1e-4);
    assert_true(lg_set(w, axle, LG_ARGS(lg_num("speed", 0))));
    frames(w, 1200);
    assert_near(value(w, rod, "angular_velocity", 0), 0, 1e-4);
    lg_world_free(w);
  }
}

static void limits_hold(void **state) {
  (void)state;
  lg_world *w = void_world(2, 9.81);
  lg_id rod = block(w, 0.5, 0, 0.5, 0.05), axle = hinge(w, rod, 0, 0);
  assert_true(lg_set(w, axle, LG_ARGS(lg_num("lower", -0.6), lg_num("upper", 0.3))));
  frames(w, 240); /* it falls, and lies on its limit */
  assert_near(value(w, rod, "rotation", 0), -0.6, 0.01);
  assert_near(value(w, rod, "angular_velocity", 0), 0, 0.01);
  assert_true(lg_set(w, axle, LG_ARGS(lg_num("torque", 5000), lg_num("speed", 2))));
  frames(w, 480);
  assert_near(value(w, rod, "rotation", 0), 0.3, 0.01);
  lg_world_free(w);
}

/* A limit on one side only: the other way it turns on for ever, and does not come upon the limit
   from behind after half a turn; back it is stopped where it was set, all turns undone. */
static void one_limit_is_none_from_behind(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = void_world(dim, 0);
    lg_id rod = block(w, 0, 0, 0.5, 0.05), axle = hinge(w, rod, 0, 0);
    const int axis = dim == 2 ? 0 : 2;
    assert_true(
        lg_set(w, axle, LG_ARGS(lg_num("lower", -1), lg_num("torque", 100), lg_num("speed", 5))));
    double turned = 0;
    for (int i = 0; i < 960; i++) {
      frames(w, 1);
      turned += value(w, rod, "angular_velocity", axis) / 240;
    }
    assert_near(value(w, rod, "angular_velocity", axis), 5, 1e-3);
    assert_true(turned > 17 && turned < 20);
    assert_true(lg_set(w, axle, LG_ARGS(lg_num("speed", -5))));
    for (int i = 0; i < 1440; i++) {
      frames(w, 1);
      turned += value(w, rod, "angular_velocity", axis) / 240;
    }
    assert_near(turned, -1, 0.05);
    assert_near(value(w, rod, "rotation", axis), -1, 0.01);
    lg_world_free(w);
  }
}

/* Nothing from outside: momentum and angular momentum of both stay, and they stay together. */
static void two_keep_their_momentum(void **state) {
  (void)state;
  lg_world *w = void_world(2, 0);
  lg_id a = block(w, -0.5, 0, 0.4, 0.1), b = block(w, 0.5, 0, 0.4, 0.2);
  must(w, lg_add(w, "joint.hinge", LG_ARGS(lg_ref("a", a), lg_ref("b", b), lg_vec2("at", 0, 0))));
  assert_true(lg_set(w, a, LG_ARGS(lg_vec2("velocity", 0.1, 0.5))));
  const double m[2] = {500 * 0.8 * 0.2, 500 * 0.8 * 0.4},
               in[2] = {m[0] * (0.64 + 0.04) / 12, m[1] * (0.64 + 0.16) / 12};
  const lg_id id[2] = {a, b};
  double begin[3] = {0, 0, 0}, end[3];
  for (int when = 0; when < 2; when++) {
    memset(end, 0, sizeof end);
    for (int i = 0; i < 2; i++) {
      double x = value(w, id[i], "translation", 0), y = value(w, id[i], "translation", 1),
             u = value(w, id[i], "velocity", 0), v = value(w, id[i], "velocity", 1);
      end[0] += m[i] * u;
      end[1] += m[i] * v;
      end[2] += m[i] * (x * v - y * u) + in[i] * value(w, id[i], "angular_velocity", 0);
    }
    if (when == 0) memcpy(begin, end, sizeof end);
    if (when == 0) frames(w, 330);
  }
  for (int k = 0; k < 3; k++) assert_near(end[k], begin[k], 2e-3 * 40);
  double ta = value(w, a, "rotation", 0), tb = value(w, b, "rotation", 0);
  assert_near(value(w, a, "translation", 0) + 0.5 * cos(ta),
              value(w, b, "translation", 0) - 0.5 * cos(tb), 5e-3);
  assert_true(fabs(ta - tb) > 0.3); /* and it did turn */
  lg_world_free(w);
}

/* A wheel on a slanted axle in 3-D, off its centre: it spins about that axis alone. */
static void an_axle_stays_in_3d(void **state) {
  (void)state;
  lg_world *w = void_world(3, 9.81);
  lg_id wheel = block(w, 0, 0, 0.5, 0.1);
  lg_id axle =
      must(w, lg_add(w, "joint.hinge",
                     LG_ARGS(lg_ref("a", wheel), lg_vec3("at", 0.05, 0, 0),
                             lg_vec3("axis", 0, 1, 1), lg_num("speed", 3), lg_num("torque", 500))));
  assert_true(axle != 0);
  frames(w, 480);
  double x = value(w, wheel, "angular_velocity", 0), y = value(w, wheel, "angular_velocity", 1),
         z = value(w, wheel, "angular_velocity", 2);
  assert_near(x, 0, 0.05);
  assert_near(y, z, 0.05);
  assert_near(sqrt(y * y + z * z), 3, 0.05);
  lg_world_free(w);
}

/* A chain of links that overlap where they are tied hangs from a post that its first link is in,
   and swings: of some kJ it loses little and gains nothing. Contacts pushed apart what the axles
   held together, and it had 6 MJ within two seconds. Loose links do touch. */
static void tied_links_do_not_touch(void **state) {
  (void)state;
  for (int tied = 0; tied < 2; tied++) {
    lg_world *w = void_world(2, 9.81);
    lg_id link[3],
        box = must(w, lg_add(w, "shape.box",
                             LG_ARGS(lg_vec2("min", -0.1, -0.1), lg_vec2("max", 0.1, 0.1))));
    lg_id post = must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box))));
    for (int i = 0; i < 3; i++) {
      link[i] = block(w, 0.4 + 0.8 * i, 0, 0.5, 0.1);
      if (tied)
        must(w, lg_add(w, "joint.hinge",
                       LG_ARGS(lg_ref("a", link[i]), lg_ref("b", i > 0 ? link[i - 1] : post),
                               lg_vec2("at", 0.8 * i, 0))));
    }

    double least = 1e9, most = -1e9;
    for (int f = 0; f < 480; f++) {
      frames(w, 1);
      double energy = 0, mass = 500 * 0.2, moment = mass * (1 + 0.04) / 12;
      for (int i = 0; i < 3; i++)
        energy += 0.5 * mass *
                      (pow(value(w, link[i], "velocity", 0), 2) +
                       pow(value(w, link[i], "velocity", 1), 2)) +
                  0.5 * moment * pow(value(w, link[i], "angular_velocity", 0), 2) +
                  mass * 9.81 * value(w, link[i], "translation", 1);
      least = fmin(least, energy);
      most = fmax(most, energy);
    }
    print_message("%s: energy from %.1f to %.1f J\n", tied ? "tied" : "loose", least, most);
    if (tied) assert_true(most < 20 && least > -100);
    assert_true((lg_touch_count(w) > 0) == !tied);
    lg_world_free(w);
  }
}

static void bad_ties_are_refused(void **state) {
  (void)state;
  lg_world *w = void_world(2, 9.81);
  lg_id a = block(w, 0, 0, 0.1, 0.1);
  lg_id shape = must(w, lg_add(w, "shape.sphere", LG_NO_ARGS)),
        solid = must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", shape))));
  lg_arg at = lg_vec2("at", 0, 0);
  assert_int_equal(lg_add(w, "joint.hinge", LG_ARGS(lg_ref("a", solid), at)), 0);
  assert_non_null(strstr(lg_error(w), "a must be a body"));
  assert_int_equal(lg_add(w, "joint.hinge", LG_ARGS(lg_ref("a", a), lg_ref("b", a), at)), 0);
  assert_non_null(strstr(lg_error(w), "one and the same"));
  assert_int_equal(
      lg_add(w, "joint.hinge", LG_ARGS(lg_ref("a", a), at, lg_num("lower", 1), lg_num("upper", 0))),
      0);
  assert_int_equal(lg_add(w, "joint.hinge", LG_ARGS(at)), 0);
  hinge(w, a, 0, 0);
  assert_false(lg_remove(w, a)); /* while it is tied */
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_rod_swings),
                                     cmocka_unit_test(a_motor_has_its_torque),
                                     cmocka_unit_test(limits_hold),
                                     cmocka_unit_test(one_limit_is_none_from_behind),
                                     cmocka_unit_test(two_keep_their_momentum),
                                     cmocka_unit_test(an_axle_stays_in_3d),
                                     cmocka_unit_test(tied_links_do_not_touch),
                                     cmocka_unit_test(bad_ties_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
