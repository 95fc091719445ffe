/* Bodies and fluid push each other alike: momentum, angular momentum, neutral buoyancy, a square
   that cannot float upright. */
#include "physics/physics.h"

static const double DX = 0.05;

static lg_world *space(const char *solver, const lg_arg *args, double size, lg_edge edge, double g,
                       int64_t threads) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, (float)size, (float)size);
  def.spacing = (float)DX;
  def.threads = threads;
  def.gravity[1] = (float)-g;
  for (int k = 0; k < 2; k++) def.edges[k][0] = def.edges[k][1] = edge;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  if (!lg_set_solver(w, solver, args)) fail_msg("%s", lg_error(w));
  return w;
}

/* A block of 12 x 12 particles flies past and onto a box that turns; nothing else is there. */
static lg_world *collision(const char *solver, const lg_arg *args, int64_t threads, lg_id *body) {
  lg_world *w = space(solver, args, 6, LG_EDGE_OPEN, 0, threads);
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -0.3, -0.2), lg_vec2("max", 0.3, 0.2)));
  *body = lg_add(w, "collider.body",
                 LG_ARGS(lg_ref("shape", box), lg_num("density", 700),
                         lg_vec2("translation", 3.2, 3.1), lg_num("angular_velocity", 1),
                         lg_text("slip", "no"), lg_num("friction", 0.3)));
  lg_id block = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 2.2, 2.9), lg_vec2("max", 2.8, 3.5)));
  assert_true(*body && lg_add(w, "emitter.volume",
                              LG_ARGS(lg_ref("shape", block), lg_vec2("velocity", 1, 0))));
  return w;
}

/* momentum, angular momentum about the origin, sum m |v| and m |x| |v| */
typedef struct moves {
  double p[2], l, scale, spin;
} moves;

static moves moves_of(const lg_world *w, lg_id body) {
  moves all = {{0, 0}, 0, 0, 0};
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity"), m = lg_column(w, "mass");
  for (size_t i = 0; i <= x.n; i++) {
    bool own = i == x.n;
    double mass = own ? 700 * 0.6 * 0.4 : (double)m.c[0][i], at[2], u[2];
    for (int k = 0; k < 2; k++) {
      at[k] = own ? number(w, body, "translation", k) : (double)x.c[k][i];
      u[k] = own ? number(w, body, "velocity", k) : (double)v.c[k][i];
      all.p[k] += mass * u[k];
    }
    all.l += mass * (at[0] * u[1] - at[1] * u[0]);
    all.scale += mass * hypot(u[0], u[1]);
    all.spin += mass * hypot(at[0], at[1]) * hypot(u[0], u[1]);
  }
  all.l += 700 * 0.6 * 0.4 * (0.36 + 0.16) / 12 * number(w, body, "angular_velocity", 0);
  return all;
}

/* Momentum within 1e-6 of sum m |v|: rounding. Angular momentum within 1e-3 of sum m |x| |v|:
   viscosity acts along v_ij, not x_ij, and hits move particles out of a face. The body must have
   taken a good part of it. */
static void keeps_momentum(const char *solver, const lg_arg *args) {
  lg_id body;
  lg_world *w = collision(solver, args, 1, &body);
  step(w, 1e-4);
  moves before = moves_of(w, body);
  for (int f = 0; f < 60; f++) step(w, 1 / 60.0);
  moves after = moves_of(w, body);
  double drift = hypot(after.p[0] - before.p[0], after.p[1] - before.p[1]) / before.scale,
         turn = fabs(after.l - before.l) / before.spin;
  print_message("%s and a body: momentum drifts by %.1e, angular momentum by %.1e; the body goes "
                "at %.2f m/s\n",
                solver, drift, turn, number(w, body, "velocity", 0));
  assert_int_equal(lg_world_count(w), 144);
  assert_true(number(w, body, "velocity", 0) > 0.2);
  assert_true(drift < 5e-6);
  assert_true(turn < 1e-3);
  lg_world_free(w);
}

static void wcsph_momentum(void **state) {
  (void)state;
  keeps_momentum("wcsph", LG_ARGS(lg_num("viscosity", 5)));
}
static void pcisph_momentum(void **state) {
  (void)state;
  keeps_momentum("pcisph", LG_ARGS(lg_num("viscosity", 5)));
  keeps_momentum("pcisph", LG_ARGS(lg_num("viscosity", 5), lg_text("eased", "always")));
}
static void dfsph_momentum(void **state) {
  (void)state;
  keeps_momentum("dfsph", LG_ARGS(lg_num("viscosity", 5)));
  keeps_momentum("dfsph", LG_ARGS(lg_num("viscosity", 5), lg_text("eased", "always")));
}
static void pbf_momentum(void **state) {
  (void)state;
  keeps_momentum("pbf", LG_ARGS(lg_num("viscosity", 5)));
}
static void particles_momentum(void **state) {
  (void)state;
  keeps_momentum("particles", LG_NO_ARGS);
}

/* The same bits for 1, 2, 3 and 7 threads, contacts included. */
static void threads_do_not_change_a_bit(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "pcisph", "dfsph", "pbf", "flash", "particles"};
  static const int64_t threads[] = {1, 2, 3, 7};
  for (int s = 0; s < 6; s++) {
    uint64_t hash = 0;
    double at = 0;
    for (int t = 0; t < 4; t++) {
      lg_id body;
      lg_world *w = collision(solvers[s], LG_NO_ARGS, threads[t], &body);
      for (int f = 0; f < 40; f++) step(w, 1 / 60.0);
      if (t == 0) {
        hash = lg_world_hash(w);
        at = number(w, body, "rotation", 0);
      }
      assert_true(lg_world_hash(w) == hash);
      assert_true(number(w, body, "rotation", 0) == at);
      lg_world_free(w);
    }
  }
}

typedef struct saved {
  char *bytes;
  size_t n;
} saved;

static void keep(void *sink, const char *bytes, size_t n) {
  saved *s = sink;
  s->bytes = realloc(s->bytes, s->n + n);
  memcpy(s->bytes + s->n, bytes, n);
  s->n += n;
}

/* A run that is saved in its middle and goes on in another world has the bits of the unbroken one:
   what a body has gone and not yet shown is saved too. */
static void goes_on_after_a_checkpoint(void **state) {
  (void)state;
  lg_id body;
  saved s = {NULL, 0};
  lg_world *w = collision("wcsph", LG_NO_ARGS, 1, &body),
           *again = collision("wcsph", LG_NO_ARGS, 1, &body);
  for (int f = 0; f < 20; f++) step(w, 1 / 60.0);
  assert_true(lg_world_save(w, keep, &s));
  assert_true(lg_world_restore(again, s.bytes, s.n));
  for (int f = 0; f < 20; f++) {
    step(w, 1 / 60.0);
    step(again, 1 / 60.0);
  }
  assert_true(lg_world_hash(w) == lg_world_hash(again));
  assert_true(number(w, body, "rotation", 0) == number(again, body, "rotation", 0));
  free(s.bytes);
  lg_world_free(w);
  lg_world_free(again);
}

/* A ball of the water's own density, held by nothing in the middle of a tank at rest, stays within
   two spacings for 2 s: a lift that is wrong by 1 % would carry it so far, against its own mass and
   as much water. Its speed stays below 1 % of sqrt(g H). */
static void stays(const char *solver, const lg_arg *args) {
  lg_world *w = space(solver, args, 2, LG_EDGE_WALL, 9.81, 1);
  lg_id ball = lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.3)));
  lg_id body = lg_add(
      w, "collider.body",
      LG_ARGS(lg_ref("shape", ball), lg_num("density", 1000), lg_vec2("translation", 1, 0.8)));
  lg_id water = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 2, 1.6)));
  assert_true(body && lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", water))));
  for (int f = 0; f < 120; f++) step(w, 1 / 60.0);
  double far =
      hypot(number(w, body, "translation", 0) - 1, number(w, body, "translation", 1) - 0.8);
  double speed = hypot(number(w, body, "velocity", 0), number(w, body, "velocity", 1)) /
                 sqrt(9.81 * 1.6);
  print_message("%s: a ball as heavy as water is %.2f spacings away after 2 s, at %.1e sqrt(g H)\n",
                solver, far / DX, speed);
  assert_true(far < 2 * DX);
  assert_true(speed < 0.01);
  lg_world_free(w);
}

static void wcsph_stays(void **state) {
  (void)state;
  stays("wcsph", LG_NO_ARGS);
}
static void pcisph_stays(void **state) {
  (void)state;
  stays("pcisph", LG_NO_ARGS);
}
static void dfsph_stays(void **state) {
  (void)state;
  stays("dfsph", LG_NO_ARGS);
}
static void pbf_stays(void **state) {
  (void)state;
  stays("pbf", LG_ARGS(lg_num("corr_k", 0)));
}

/* A square of half the water's density floats on its corner: upright is unstable, 45 degrees is
   where it rests (Gilbert 1991, "How things float", Am. Math. Monthly 98; Feigel & Fuzailov 2021
   measure it). Started at 10 degrees. */
static void squares_float_on_a_corner(void **state) {
  (void)state;
  lg_world *w = space("dfsph", LG_NO_ARGS, 3, LG_EDGE_WALL, 9.81, 1);
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -0.4, -0.4), lg_vec2("max", 0.4, 0.4)));
  lg_id body = lg_add(w, "collider.body",
                      LG_ARGS(lg_ref("shape", box), lg_num("density", 500),
                              lg_vec2("translation", 1.5, 1.1), lg_num("rotation", 0.17)));
  lg_id water = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 3, 1.1)));
  assert_true(body && lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", water))));
  double sum = 0, count = 0;
  for (int f = 0; f < 480; f++) {
    step(w, 1 / 60.0);
    if (f < 300) continue;
    sum += number(w, body, "rotation", 0);
    count++;
  }
  print_message("a square of half the water's density floats at %.1f degrees\n",
                sum / count * 57.2958);
  assert_true(fabs(sum / count - 0.7854) < 0.1);
  lg_world_free(w);
}

/* Bodies of three to six spacings and 3 to 30 % of the water's density, some lighter than the
   particles that push them, in a dam break: none is ever faster than twice a fall through the tank.
   What takes a body for a wall in its pressure solve, or hits for unmoved, throws them at ten times
   that. */
static void light_bodies_are_not_thrown(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "pcisph", "dfsph", "pbf", "flash"};
  for (int s = 0; s < 5; s++) {
    lg_world *w = space(solvers[s], LG_NO_ARGS, 2, LG_EDGE_WALL, 9.81, 1);
    lg_id low = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 2, 0.5)));
    lg_id dam = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, 0.5), lg_vec2("max", 0.4, 1.4)));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", low))) &&
                lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", dam))));
    lg_id body[6];
    for (int b = 0; b < 6; b++) {
      double half = 0.075 + 0.025 * (b % 4);
      lg_id shape = b % 2
                        ? lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", half)))
                        : lg_add(w, "shape.box",
                                 LG_ARGS(lg_vec2("min", -half, -half), lg_vec2("max", half, half)));
      body[b] = lg_add(w, "collider.body",
                       LG_ARGS(lg_ref("shape", shape),
                               lg_num("density", b % 3 == 0   ? 30
                                                 : b % 3 == 1 ? 100
                                                              : 300),
                               lg_vec2("translation", 0.55 + 0.25 * b, 0.7 + 0.2 * (b % 3))));
      assert_true(body[b] != 0);
    }
    double most = 0;
    for (int f = 0; f < 120; f++) {
      step(w, 1 / 60.0);
      for (int b = 0; b < 6; b++)
        most =
            fmax(most, hypot(number(w, body[b], "velocity", 0), number(w, body[b], "velocity", 1)));
    }
    print_message("%s: the fastest light body went at %.1f m/s\n", solvers[s], most);
    assert_true(most < 2 * sqrt(2 * 9.81 * 1.4));
    assert_int_equal(lg_world_stats(w)->guarded, 0);
    lg_world_free(w);
  }
}

/* A box of a hundredth of a spacing that falls into water, for whose turning the particles' arms
   are far too long: it does not turn, and nothing makes it three times as fast as a fall (it spun
   up to 1e7 rad/s and held up the run). */
static void specks_do_not_spin(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "pcisph", "dfsph", "pbf", "flip"};
  for (int s = 0; s < 5; s++) {
    lg_world *w = space(solvers[s], LG_NO_ARGS, 2, LG_EDGE_WALL, 9.81, 1);
    lg_id low = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 2, 0.5)));
    lg_id speck =
        lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -2e-4, -2e-4), lg_vec2("max", 2e-4, 2e-4)));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", low))) != 0);
    lg_id body = lg_add(
        w, "collider.body",
        LG_ARGS(lg_ref("shape", speck), lg_num("density", 2000), lg_vec2("translation", 1, 0.7)));
    double most = 0;
    for (int f = 0; f < 60; f++) {
      step(w, 1 / 60.0);
      most = fmax(most, hypot(number(w, body, "velocity", 0), number(w, body, "velocity", 1)));
    }
    print_message("%s: the speck went at %.1f m/s, and turns at %g rad/s\n", solvers[s], most,
                  number(w, body, "angular_velocity", 0));
    assert_true(most < 3 * sqrt(2 * 9.81 * 0.7));
    assert_int_equal(lg_world_stats(w)->guarded, 0);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(wcsph_momentum),
                                     cmocka_unit_test(pcisph_momentum),
                                     cmocka_unit_test(dfsph_momentum),
                                     cmocka_unit_test(pbf_momentum),
                                     cmocka_unit_test(particles_momentum),
                                     cmocka_unit_test(threads_do_not_change_a_bit),
                                     cmocka_unit_test(goes_on_after_a_checkpoint),
                                     cmocka_unit_test(wcsph_stays),
                                     cmocka_unit_test(pcisph_stays),
                                     cmocka_unit_test(dfsph_stays),
                                     cmocka_unit_test(pbf_stays),
                                     cmocka_unit_test(squares_float_on_a_corner),
                                     cmocka_unit_test(light_bodies_are_not_thrown),
                                     cmocka_unit_test(specks_do_not_spin)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
