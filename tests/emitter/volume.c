/* emitter.volume: how many particles, where, how far apart and how fast, counted and measured by
   hand. */
#include "kinds.h"

static size_t fill(lg_world *w) { /* one sub-step, too short to move anybody */
  step(w, 1e-6);
  return lg_world_count(w);
}

static double apart(const lg_world *w, size_t i, size_t j, double period) {
  lg_view x = lg_column(w, "position");
  double d2 = 0;
  for (int k = 0; k < x.components; k++) {
    double d = fabs((double)x.c[k][i] - (double)x.c[k][j]);
    if (period > 0) d = fmin(d, period - d);
    d2 += d * d;
  }
  return sqrt(d2);
}

static double nearest_pair(const lg_world *w, double period) {
  double best = 1e9;
  for (size_t i = 0; i < lg_world_count(w); i++)
    for (size_t j = 0; j < i; j++) best = fmin(best, apart(w, i, j, period));
  return best;
}

static double least(const lg_world *w, int axis, double sign) {
  lg_view x = lg_column(w, "position");
  double best = 1e9;
  for (size_t i = 0; i < x.n; i++)
    if (sign * (double)x.c[axis][i] < best) best = sign * (double)x.c[axis][i];
  return sign * best;
}

/* A box of k spacings has k layers, whatever the spacing rounds to, and they lie half a spacing
   inside of it: on the wall, in the middle of the world, and in a tank filled from wall to wall. */
static void k_spacings_are_k_layers(void **state) {
  (void)state;
  static const double spacings[] = {0.02, 0.01, 0.1, 1 / 7.0, 0.03, 0.0625};
  for (int s = 0; s < 6; s++)
    for (int k = 2; k <= 41; k += 13) {
      double dx = spacings[s], low = s % 2 ? 0 : 3 * dx;
      lg_world *w = space(2, 0, low + k * dx, dx); /* its far side is a wall */
      must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", cube(w, low, low + k * dx)))));
      assert_int_equal(fill(w), k * k);
      for (int axis = 0; axis < 2; axis++) {
        assert_near(least(w, axis, 1), low + dx / 2, 1e-4 * dx);
        assert_near(least(w, axis, -1), low + (k - 0.5) * dx, 1e-4 * dx);
      }
      lg_world_free(w);
    }
  lg_world *w = space(3, 0, 1, 0.1);
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", cube(w, 0, 1)))));
  assert_int_equal(fill(w), 1000);
  assert_near(nearest_pair(w, 0), 0.1, 1e-6);
  lg_world_free(w);
}

/* Every lattice has one particle per spacing^dim: a ball holds volume / spacing^dim of them within
   2 %; and its nearest neighbours are where the lattice says: hexagonal sqrt(2/sqrt 3),
   body-centred cubic 2^(1/3) sqrt(3)/2. */
static void lattices_have_their_density(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int hex = 0; hex < 2; hex++) {
      double dx = dim == 2 ? 0.012 : 0.05, radius = 0.45, pi = acos(-1);
      lg_world *w = space(dim, 0, 1, dx);
      lg_id ball =
          must(w, lg_add(w, "shape.sphere",
                         LG_ARGS(point("center", dim, 0.5, 0.5, 0.5), lg_num("radius", radius))));
      must(w, lg_add(w, "emitter.volume",
                     LG_ARGS(lg_ref("shape", ball), lg_text("lattice", hex ? "hex" : "square"))));
      double volume = dim == 2 ? pi * radius * radius : 4 * pi / 3 * radius * radius * radius,
             n = (double)fill(w);
      assert_near(n * pow(dx, dim) / volume, 1, 0.02);
      double neighbour = !hex ? 1 : dim == 2 ? sqrt(2 / sqrt(3)) : cbrt(2) * sqrt(3) / 2;
      assert_near(nearest_pair(w, 0) / dx, neighbour, 1e-3);
      lg_world_free(w);
    }
}

/* A shape that sticks out of the world is filled inside of it, one without a box as far as the
   world goes. */
static void the_world_ends_the_lattice(void **state) {
  (void)state;
  lg_world *w = space(2, 0, 1, 0.05);
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", cube(w, -3, 0.5)))));
  assert_int_equal(fill(w), 100);
  assert_near(least(w, 0, 1), 0.025, 1e-6);
  lg_world_free(w);
  w = space(2, 0, 1, 0.05);
  lg_id plane = must(w, lg_add(w, "shape.plane", LG_ARGS(lg_vec2("point", 0, 0.3))));
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", plane))));
  assert_int_equal(fill(w), 20 * 6);
  lg_world_free(w);
  /* an eleventh layer would be less than half a spacing from the wall */
  w = space(2, 0, 1.07, 0.1);
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", cube(w, -1, 3)))));
  assert_int_equal(fill(w), 100);
  lg_world_free(w);
  w = space(2, 0, 1, 0.05);
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", cube(w, 2, 3)))));
  assert_int_equal(fill(w), 0);
  lg_world_free(w);
}

/* A period that is filled has no two particles nearer than a spacing across its seam. */
static void periods_close(void **state) {
  (void)state;
  lg_world_def def = space_def(2, 0, 1, 0.04);
  for (int k = 0; k < 2; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
  lg_world *w = space_of(def);
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", cube(w, 0, 1)))));
  assert_int_equal(fill(w), 625);
  assert_near(nearest_pair(w, 1), 0.04, 1e-5);
  lg_world_free(w);
}

static size_t poured(double jitter, int64_t seed, double *spread, double *sum) {
  lg_world_def def = space_def(3, -1, 2, 0.1);
  def.seed = seed;
  lg_world *w = space_of(def);
  must(w, lg_add(w, "emitter.volume",
                 LG_ARGS(lg_ref("shape", cube(w, 0, 1)), lg_num("jitter", jitter))));
  size_t n = fill(w);
  lg_view x = lg_column(w, "position");
  *spread = *sum = 0;
  for (size_t i = 0; i < n; i++) {
    double d2 = 0;
    for (int k = 0; k < 3; k++) {
      double cell = (double)x.c[k][i] / (double)0.1f, off = cell - floor(cell) - 0.5;
      d2 += off * off;
      *sum += off;
    }
    *spread = fmax(*spread, fabs(sqrt(d2) - jitter / 2));
  }
  lg_world_free(w);
  return n;
}

/* Jitter moves each particle by jitter x half a spacing: never farther, never nearer, without a
   drift, the same for the same seed only, and nobody gets lost by it. */
static void jitter_moves_by_its_share(void **state) {
  (void)state;
  double spread, sum, again, other;
  assert_int_equal(poured(0.5, 1, &spread, &sum), 1000);
  assert_near(spread, 0, 1e-4);
  /* 5 sigma: a component has 0.25 / sqrt 3 */
  assert_near(sum / 3000, 0, 5 * 0.25 / sqrt(3.0) / sqrt(3000));
  assert_int_equal(poured(0.5, 1, &spread, &again), 1000);
  assert_int_equal(poured(0.5, 2, &spread, &other), 1000);
  assert_true(sum == again && sum != other);
}

/* Continuous: what is at rest is not doubled, with any jitter; what is taken away is replaced;
   `interval` waits; a one-shot fires once, and waits while it is off. */
static void filling_again(void **state) {
  (void)state;
  for (int j = 0; j <= 4; j++) {
    lg_world *w = space(2, 0, 1, 0.05);
    lg_arg lattice = lg_text("lattice", j % 2 ? "hex" : "square"),
           again = lg_bool("one_shot", false);
    lg_id tap = must(w, lg_add(w, "emitter.volume",
                               LG_ARGS(lg_ref("shape", cube(w, 0.2, 0.7)),
                                       lg_num("jitter", j / 4.0), again, lattice)));
    size_t first = fill(w);
    for (int i = 0; i < 5; i++) assert_int_equal(fill(w), first);
    lg_view x = lg_column_edit(w, "position");
    size_t taken = 0;
    for (size_t i = 0; i < x.n && taken < 10; i++)
      if (x.c[0][i] < 0.4f) {
        x.c[0][i] = 0.85f;
        x.c[1][i] = 0.05f + 0.08f * (float)taken++;
      }
    assert_int_equal(taken, 10);
    assert_int_equal(fill(w), first + 10);
    x = lg_column_edit(w, "position");
    assert_true(lg_set(w, tap, LG_ARGS(lg_bool("one_shot", true))));
    for (size_t i = 0; i < x.n; i++) x.c[0][i] = 0.85f;
    assert_int_equal(fill(w), first + 10);
    lg_world_free(w);
  }
  lg_world *w = space(2, 0, 1, 0.1);
  must(w, lg_add(w, "emitter.volume",
                 LG_ARGS(lg_ref("shape", cube(w, 0, 0.5)), lg_bool("one_shot", false),
                         lg_num("interval", 0.1), lg_bool("allow_overlapping", true))));
  for (int i = 0; i < 21; i++) step(w, 0.02);
  assert_int_equal(lg_world_count(w), 5 * 25); /* at 0, 0.1, 0.2, 0.3, 0.4 s */
  lg_world_free(w);
  w = space(2, 0, 1, 0.1);
  lg_id late =
      must(w, lg_add(w, "emitter.volume",
                     LG_ARGS(lg_ref("shape", cube(w, 0, 0.5)), lg_bool("enabled", false))));
  assert_int_equal(fill(w), 0);
  assert_true(lg_set(w, late, LG_ARGS(lg_bool("enabled", true))));
  assert_int_equal(fill(w), 25);
  assert_int_equal(fill(w), 25);
  lg_world_free(w);
}

/* Two blocks that overlap share their sites, unless overlapping is allowed; max_particles ends a
   fill. */
static void overlaps_and_limits(void **state) {
  (void)state;
  for (int allowed = 0; allowed < 2; allowed++) {
    lg_world *w = space(2, 0, 1, 0.1);
    must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", cube(w, 0, 0.6)))));
    must(w, lg_add(w, "emitter.volume",
                   LG_ARGS(lg_ref("shape", cube(w, 0.3, 0.9)),
                           lg_bool("allow_overlapping", allowed))));
    assert_int_equal(fill(w), allowed ? 72 : 63);
    lg_world_free(w);
  }
  lg_world *w = space(2, 0, 1, 0.1);
  must(w, lg_add(w, "emitter.volume",
                 LG_ARGS(lg_ref("shape", cube(w, 0, 1)), lg_num("max_particles", 17),
                         lg_bool("one_shot", false))));
  assert_int_equal(fill(w), 17);
  assert_int_equal(fill(w), 17);
  assert_int_equal(lg_world_stats(w)->emitted, 17);
  lg_world_free(w);
}

/* What would fill a half-space or a ball ends at its bounds, where the lattice begins too: a box of
   0.6 m by 1 m in the half-space y < 1 has 6 x 10 (x 6) particles, and none of a ball lies beyond
   them. */
static void bounds_end_the_lattice(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = space(dim, 0, 2, 0.1);
    lg_id box = must(
        w, lg_add(w, "shape.box",
                  LG_ARGS(point("min", dim, 0.25, 0, 0.25), point("max", dim, 0.85, 1.5, 0.85))));
    lg_id half = must(w, lg_add(w, "shape.plane", LG_ARGS(point("point", dim, 0, 1, 0))));
    must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", half), lg_ref("bounds", box))));
    assert_int_equal(fill(w), dim == 2 ? 60 : 360);
    assert_near(least(w, 0, 1), 0.3, 1e-5);
    assert_near(least(w, 1, -1), 0.95, 1e-5);
    lg_world_free(w);
    w = space(dim, 0, 2, 0.1);
    lg_id ball = must(w, lg_add(w, "shape.sphere",
                                LG_ARGS(point("center", dim, 1, 1, 1), lg_num("radius", 0.8))));
    lg_id left =
        must(w, lg_add(w, "shape.plane",
                       LG_ARGS(point("point", dim, 1, 0, 0), point("normal", dim, 1, 0, 0))));
    must(w, lg_add(w, "emitter.volume",
                   LG_ARGS(lg_ref("shape", ball), lg_ref("bounds", left), lg_num("jitter", 1))));
    double volume = dim == 2 ? 0.5 * 3.14159265 * 0.64 : 2.0 / 3 * 3.14159265 * 0.512;
    assert_near((double)fill(w) * pow(0.1, dim), volume, 0.05 * volume);
    assert_true(least(w, 0, -1) <= 1);
    lg_world_free(w);
  }
}

/* velocity + angular_velocity x (x - middle of the shape's box). */
static void they_start_with_velocity_and_spin(void **state) {
  (void)state;
  lg_world *w = space(3, 0, 2, 0.2);
  lg_id ball = must(
      w, lg_add(w, "shape.sphere", LG_ARGS(lg_vec3("center", 1, 0.9, 1.1), lg_num("radius", 0.6))));
  must(w, lg_add(w, "emitter.volume",
                 LG_ARGS(lg_ref("shape", ball), lg_vec3("velocity", 1, 2, 3),
                         lg_vec3("angular_velocity", 0.5, 0, 2))));
  size_t n = fill(w);
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  assert_true(n > 50);
  for (size_t i = 0; i < n; i++) {
    double r[3] = {(double)x.c[0][i] - 1, (double)x.c[1][i] - 0.9, (double)x.c[2][i] - 1.1};
    assert_near(v.c[0][i], 1 - 2 * r[1], 1e-4);
    assert_near(v.c[1][i], 2 + 2 * r[0] - 0.5 * r[2], 1e-4);
    assert_near(v.c[2][i], 3 + 0.5 * r[1], 1e-4);
  }
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(k_spacings_are_k_layers),
                                     cmocka_unit_test(lattices_have_their_density),
                                     cmocka_unit_test(the_world_ends_the_lattice),
                                     cmocka_unit_test(periods_close),
                                     cmocka_unit_test(jitter_moves_by_its_share),
                                     cmocka_unit_test(filling_again),
                                     cmocka_unit_test(overlaps_and_limits),
                                     cmocka_unit_test(bounds_end_the_lattice),
                                     cmocka_unit_test(they_start_with_velocity_and_spin)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
