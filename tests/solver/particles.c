/* solver.particles with walls, colliders and fields: the closed forms of a ball's life. Every truth
   here is a formula. */
#include "kinds.h"

#define G  9.81
#define DT (1 / 60.0)

/* A room with walls, gravity along -y; spacing 0.02 m, so balls have a radius of 0.01 m. */
static lg_world *room(int dim, double restitution, double friction) {
  lg_world_def def = space_def(dim, 0, 1, 0.02);
  def.bounds = dim == 2 ? lg_bounds2(-4, 0, 12, 16) : lg_bounds3(-4, 0, -4, 12, 16, 4);
  def.gravity[1] = (float)-G;
  def.restitution = (float)restitution;
  def.friction = (float)friction;
  return space_of(def);
}

static void put(lg_world *w, double x, double y, double z, double u, double v, double q) {
  float at[3] = {(float)x, (float)y, (float)z}, speed[3] = {(float)u, (float)v, (float)q};
  assert_true(lg_particle_add(w, at, speed) >= 0);
}

static double position(const lg_world *w, int axis) {
  return (double)lg_column(w, "position").c[axis][0];
}
static double velocity(const lg_world *w, int axis) {
  return (double)lg_column(w, "velocity").c[axis][0];
}

/* x = x0 + v t - g t^2 / 2, in 2-D and 3-D, at any frame length: 1e-5 of the way flown. */
static void flight_is_a_parabola(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int frames = 5; frames <= 300; frames *= 4) {
      double t = 1.5, u = 3, v = 9, q = dim == 3 ? 1.5 : 0;
      lg_world *w = room(dim, 0, 0);
      put(w, 0, 2, 0, u, v, q);
      for (int i = 0; i < frames; i++) step(w, t / frames);
      assert_near(position(w, 0), u * t, 1e-5 * u * t);
      assert_near(position(w, 1), 2 + v * t - 0.5 * G * t * t, 1e-5 * v * t);
      if (dim == 3) assert_near(position(w, 2), q * t, 1e-5 * q * t);
      assert_near(velocity(w, 1), v - G * t, 1e-5 * G * t);
      lg_world_free(w);
    }
}

/* The highest point between bounce n and the next, found from the exact parabola through each
   frame's state. */
static double rebound_height(lg_world *w, double floor_y, int bounce) {
  double best = 0;
  int met = 0;
  for (int i = 0; i < 4000; i++) {
    double before = velocity(w, 1);
    step(w, DT);
    met += velocity(w, 1) > before;
    if (met > bounce) break;
    double top = position(w, 1) - floor_y + velocity(w, 1) * velocity(w, 1) / (2 * G);
    if (met == bounce) best = top > best ? top : best;
  }
  return best;
}

/* The n-th rebound from height h reaches h R^(2n): floor of the world and floor made of a collider,
   1 %. */
static void rebounds_keep_their_share(void **state) {
  (void)state;
  static const double restitution[] = {0.5, 0.8, 1};
  for (int kind = 0; kind < 2; kind++)
    for (int r = 0; r < 3; r++)
      for (int bounce = 1; bounce <= 3; bounce++) {
        double h = 2, R = restitution[r], ground = (kind ? 3 : 0) + 0.01;
        lg_world *w = room(kind + 2, kind ? 0 : R, 0);
        if (kind) {
          lg_id plane = must(w, lg_add(w, "shape.plane", LG_ARGS(lg_vec3("point", 0, 3, 0))));
          must(w, lg_add(w, "collider.solid",
                         LG_ARGS(lg_ref("shape", plane), lg_num("restitution", R))));
        }
        put(w, 0.123, ground + h, 0, 0, 0, 0);
        double expected = h * pow(R, 2 * bounce), got = rebound_height(w, ground, bounce);
        if (!(fabs(got - expected) <= 0.01 * expected))
          fail_msg("%s, restitution %g, rebound %d: %g m instead of %g m",
                   kind ? "collider" : "edge", R, bounce, got, expected);
        lg_world_free(w);
      }
}

/* A perfectly elastic ball keeps its energy for 200 bounces: nothing is gained by finishing the
   step after a hit. */
static void elastic_balls_keep_their_energy(void **state) {
  (void)state;
  lg_world *w = room(2, 1, 0);
  put(w, 1, 1.01, 0, 2.3, 0, 0);
  for (int i = 0; i < 60 * 90; i++) step(w, DT);
  double energy = 0.5 * (pow(velocity(w, 0), 2) + pow(velocity(w, 1), 2)) +
                  G * (position(w, 1) - 0.01);
  assert_near(energy, 0.5 * 2.3 * 2.3 + G * 1.0, 0.001 * energy);
  lg_world_free(w);
}

/* With a restitution below 1 the bounces die out in a finite time, and the ball then lies still. */
static void bounces_die_out(void **state) {
  (void)state;
  lg_world *w = room(3, 0.6, 0.2);
  put(w, 1, 1, 0, 0.5, 0, 0);
  for (int i = 0; i < 60 * 6; i++) step(w, DT);
  double x = position(w, 0);
  for (int i = 0; i < 60; i++) {
    step(w, DT);
    assert_near(position(w, 1), 0.01, 1e-7);
    assert_near(position(w, 0), x, 0);
    assert_near(velocity(w, 1), 0, 0);
  }
  lg_world_free(w);
}

static double slide(double friction, double speed, bool collider, double dt) {
  lg_world *w = room(2, 0, collider ? 0 : friction);
  double ground = 0;
  if (collider) {
    ground = 1;
    lg_id box =
        must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -3, 0.5), lg_vec2("max", 11, 1))));
    must(w,
         lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", box), lg_num("friction", friction))));
  }
  put(w, 0, ground + 0.01, 0, speed, 0, 0);
  for (int i = 0; i < 400; i++) step(w, dt);
  assert_near(velocity(w, 0), 0, 1e-6);
  double way = position(w, 0);
  lg_world_free(w);
  return way;
}

/* A slide on the level ends after v^2 / (2 mu g), on an edge and on a collider: 0.5 %. */
static void slides_end_where_coulomb_says(void **state) {
  (void)state;
  static const double friction[] = {0.1, 0.3, 0.9};
  for (int i = 0; i < 3; i++)
    for (int collider = 0; collider < 2; collider++)
      for (int frame = 0; frame < 2; frame++) {
        double expected = 3 * 3 / (2 * friction[i] * G),
               got = slide(friction[i], 3, collider, frame ? DT : 0.013);
        if (!(fabs(got - expected) <= 0.005 * expected))
          fail_msg("friction %g on %s: %g m instead of %g m", friction[i],
                   collider ? "a collider" : "an edge", got, expected);
      }
}

/* On a slope of angle s: uphill and down with a = g (sin s +- mu cos s); at mu > tan s it stays
   where it stopped, at mu < tan s it comes back. */
static void slopes(void **state) {
  (void)state;
  for (int held = 0; held < 2; held++) {
    double angle = 0.4, mu = held ? 0.6 : 0.2, v = 3, rise = G * (sin(angle) + mu * cos(angle)),
           fall = G * (sin(angle) - mu * cos(angle));
    lg_world *w = room(2, 0, 0);
    double n[2] = {-sin(angle), cos(angle)}, along[2] = {cos(angle), sin(angle)};
    lg_id plane = must(w, lg_add(w, "shape.plane",
                                 LG_ARGS(lg_vec2("point", 0, 3), lg_vec2("normal", n[0], n[1]))));
    must(w, lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plane), lg_num("friction", mu))));
    put(w, 0.01 * n[0], 3 + 0.01 * n[1], 0, v * along[0], v * along[1], 0);
    double up = v / rise, t = 1.2, top = v * v / (2 * rise),
           expected = held ? top : top - 0.5 * fall * (t - up) * (t - up);
    for (int i = 0; i < 72; i++) step(w, t / 72);
    double got = position(w, 0) * along[0] + (position(w, 1) - 3) * along[1];
    assert_near(got, expected, 0.005 * top);
    double away = position(w, 0) * n[0] + (position(w, 1) - 3) * n[1];
    assert_near(away, 0.01, 1e-4);
    lg_world_free(w);
  }
}

/* Drag: v = v_T (1 - exp(-t / tau)) with tau = m / c and v_T = g tau; in a wind the ball is blown
   along with it. */
static void drag_ends_in_terminal_velocity(void **state) {
  (void)state;
  for (int blown = 0; blown < 2; blown++) {
    lg_world *w = room(3, 0, 0);
    double m = 1000 * 0.02 * 0.02 * 0.02, tau = 0.25, t = 0.6;
    lg_id air =
        blown ? must(w, lg_add(w, "field.constant", LG_ARGS(lg_vec3("value", 1.5, 0, -0.5)))) : 0;
    if (blown)
      must(w,
           lg_add(w, "field.drag", LG_ARGS(lg_num("coefficient", m / tau), lg_ref("wind", air))));
    else must(w, lg_add(w, "field.drag", LG_ARGS(lg_num("coefficient", m / tau))));
    put(w, 0, 15, 0, 0, 0, 0);
    for (int i = 0; i < 36; i++) step(w, t / 36);
    double share = 1 - exp(-t / tau);
    assert_near(velocity(w, 1), -G * tau * share, 0.002 * G * tau);
    assert_near(15 - position(w, 1), G * tau * (t - tau * share), 0.002 * G * tau * t);
    assert_near(velocity(w, 0), blown ? 1.5 * share : 0, 0.003);
    for (int i = 0; i < 110; i++) step(w, DT);
    assert_near(velocity(w, 1), -G * tau, 0.001 * G * tau);
    assert_near(velocity(w, 2), blown ? -0.5 : 0, 0.001);
    lg_world_free(w);
  }
}

/* 100 turns about an attractor: a symplectic method keeps the orbit's radius, the parabola alone
   would spiral out. */
static void orbits_close(void **state) {
  (void)state;
  lg_world *w = space(2, -3, 3, 0.02);
  must(w,
       lg_add(w, "field.attractor", LG_ARGS(lg_num("strength", 4), lg_text("falloff", "linear"))));
  put(w, 1, 0, 0, 0, 2, 0);
  double least = 9, most = 0;
  for (int i = 0; i < (int)(100 * 3.14159265 / DT); i++) {
    step(w, DT);
    double r = hypot(position(w, 0), position(w, 1));
    least = fmin(least, r);
    most = fmax(most, r);
  }
  if (!(least > 0.999 && most < 1.001))
    fail_msg("radius of the orbit between %g and %g", least, most);
  lg_world_free(w);
}

/* A thin plate moves, turned by 30 degrees, through a row of balls at 50 of their radii a frame;
   others fly at it as fast. Nobody is on the wrong side of it afterwards. */
static void nothing_tunnels(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int moving = 0; moving < 2; moving++) {
      lg_world_def def = space_def(dim, -4, 4, 0.02);
      for (int k = 0; k < 3; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_OPEN;
      lg_world *w = space_of(def);
      lg_id plate = must(
          w, lg_add(w, "shape.box",
                    LG_ARGS(point("min", dim, -0.001, -3, -3), point("max", dim, 0.001, 3, 3))));
      double speed = 50 * 0.01 / DT, tilt = 0.5235987756, n[2] = {cos(tilt), sin(tilt)};
      lg_arg turn = dim == 2 ? lg_num("rotation", tilt) : lg_vec3("rotation", 0, 0, tilt);
      double u = moving ? -speed : 0, plane = moving ? 0.9 : 0;
      must(w, lg_add(w, "collider.solid",
                     LG_ARGS(lg_ref("shape", plate), turn,
                             point("velocity", dim, u * n[0], u * n[1], 0),
                             point("translation", dim, plane * n[0], plane * n[1], 0))));
      for (int i = 0; i < 200; i++) {
        double back = -0.03 - 0.0025 * i, side = -1 + 0.01 * i,
               flying = moving ? 0 : speed * (1 + 0.003 * i);
        put(w, back * n[0] - side * n[1], back * n[1] + side * n[0], 0, flying * n[0],
            flying * n[1], 0);
      }
      for (int frame = 0; frame < 4; frame++) {
        step(w, DT);
        plane += u * DT;
        lg_view x = lg_column(w, "position");
        for (size_t i = 0; i < x.n; i++) {
          double side = (double)x.c[0][i] * n[0] + (double)x.c[1][i] * n[1] - plane;
          if (side > -0.0105)
            fail_msg("%d-D, moving %d: ball %zu is %g m in front of the plate", dim, moving, i,
                     side);
        }
      }
      lg_world_free(w);
    }
}

/* Sub-step corrections are per particle: one that is added later flies the same parabola. */
static void late_comers_fly_alike(void **state) {
  (void)state;
  lg_world *w = room(2, 0, 0);
  put(w, 0, 8, 0, 1, 0, 0);
  step(w, DT);
  float x[3] = {1, 8, 0}, v[3] = {0, 2, 0};
  assert_true(lg_particle_add(w, x, v) >= 0);
  for (int i = 0; i < 30; i++) step(w, DT);
  int64_t i = lg_particle_find(w, 1);
  double t = 30 * DT;
  assert_near(lg_column(w, "position").c[1][i], 8 + 2 * t - 0.5 * G * t * t, 1e-5);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(flight_is_a_parabola),
                                     cmocka_unit_test(rebounds_keep_their_share),
                                     cmocka_unit_test(elastic_balls_keep_their_energy),
                                     cmocka_unit_test(bounces_die_out),
                                     cmocka_unit_test(slides_end_where_coulomb_says),
                                     cmocka_unit_test(slopes),
                                     cmocka_unit_test(drag_ends_in_terminal_velocity),
                                     cmocka_unit_test(orbits_close),
                                     cmocka_unit_test(nothing_tunnels),
                                     cmocka_unit_test(late_comers_fly_alike)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
