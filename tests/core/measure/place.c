/* What is read at a place - front, level, interpolated columns, crossings - against fields and
   lattices whose answer is known. */
#include "core/hall.h"

#define DX 0.05

static double measured(lg_world *w, const char *what, const lg_arg *args) {
  double v[3] = {0, 0, 0};
  if (lg_measure(w, what, args, v) != 1) fail_msg("%s: %s", what, lg_error(w));
  return v[0];
}

/* A block on the floor of the hall, [-2, -2 + 0.05 nx] x [-2, -2 + 0.05 ny], in 3-D ny deep. */
static void block(lg_world *w, int nx, int ny) {
  int nz = lg_world_dim(w) == 3 ? ny : 1;
  for (int i = 0; i < nx * ny * nz; i++)
    put(w, -2 + DX * (i % nx + 0.5), -2 + DX * (i / nx % ny + 0.5), -2 + DX * (i / nx / ny + 0.5),
        0, 0, 0);
}

/* The front of a block is its face; a lone drop that flew ahead is not; a pair of layers is the
   bed, and what lies on top of it does not count. */
static void front_of_a_block(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 10, 0, 0, 1);
    block(w, 40, 12);
    double face = measured(w, "front", LG_NO_ARGS);
    assert_near(face, -2 + 40 * DX, 1e-5);
    put(w, 1.5, -1.97, -1.9, 0, 0, 0);
    put(w, 1.0, 0, -1.9, 0, 0, 0);
    assert_near(measured(w, "front", LG_NO_ARGS), face, 1e-6);
    lg_arg back = at("direction", dim, -3, 0, 0); /* its length says nothing */
    assert_near(measured(w, "front", LG_ARGS(back)), 2, 1e-5);
    lg_world_free(w);
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* A bed that thins out to single drops: the definition word by word, by sorting and by all pairs.
   */
static void front_is_its_definition(void **state) {
  (void)state;
  enum { N = 3000 };
  static double way[N], sorted[N], up[N];
  lg_world *w = hall(2, 10, 0, 0, 1);
  for (int i = 0; i < N; i++) {
    bool drop = i % 300 == 7;
    double u = 0.5 + 0.5 * sin(12.9898 * i),
           along = drop ? 0.5 + 0.0005 * i : -1.95 + 1.9 * u * u * u;
    put(w, along, drop ? -1.97 : -1.99 + 0.3 * fabs(sin(7.1 * i)), 0, 0, 0, 0);
  }
  lg_view x = lg_column(w, "position");
  size_t n = 0;
  for (size_t i = 0; i < N; i++) {
    way[i] = (double)x.c[0][i];
    up[i] = (double)x.c[1][i];
    if (up[i] + 2 < 2 * DX) sorted[n++] = way[i];
  }
  qsort(sorted, n, sizeof *sorted, ascending);
  double front = NAN;
  int skipped = 0;
  for (size_t at = (size_t)(0.995 * (double)(n - 1)) + 1; at-- > 0 && isnan(front); skipped++)
    for (size_t i = 0; i < N; i++) {
      int around = -1;
      if (way[i] != sorted[at] || !(up[i] + 2 < 2 * DX)) continue;
      for (size_t j = 0; j < N; j++) around += hypot(way[i] - way[j], up[i] - up[j]) < 2 * DX;
      if (around >= 3) front = way[i] + 0.5 * DX;
    }
  assert_true(n > 500 && skipped > 1); /* the drop at 99.5 % was alone */
  assert_near(measured(w, "front", LG_NO_ARGS), front, 1e-6);
  lg_world_free(w);
}

/* Where gravity points along x, the bed lies along that wall. */
static void front_follows_gravity(void **state) {
  (void)state;
  lg_world *w = hall(2, 0, 0, 0, 1);
  assert_true(lg_set(w, lg_world_id(w), LG_ARGS(lg_vec2("gravity", -10, 0))));
  block(w, 12, 40);
  for (int i = 0; i < 30; i++) put(w, -1.4 + 0.01 * i, 1.5, 0, 0, 0, 0); /* above the bed now */
  lg_arg up = lg_vec2("direction", 0, 1);
  assert_near(measured(w, "front", LG_ARGS(up)), 0, 1e-5);
  lg_world_free(w);
}

/* The level of a block is its height, wherever the column stands; drops in the air do not count;
   beside the block it is the floor. */
static void level_of_a_block(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 10, 0, 0, 1);
    block(w, 40, 12);
    put(w, -1, 1, -1.8, 0, 0, 0);
    for (int i = 0; i < 7; i++) {
      lg_arg place = at("at", dim, -2 + 0.27 * i, 5, -1.8);
      /* 3 or 4 particles in its 4 spacings */
      assert_near(measured(w, "level", LG_ARGS(place)), -2 + 12 * DX, 0.15 * DX);
    }
    lg_arg dry = at("at", dim, 1, 0, -1.8);
    assert_near(measured(w, "level", LG_ARGS(dry)), -2, 1e-6);
    lg_world_free(w);
  }
  lg_world *film = hall(2, 10, 0, 0, 1);
  block(film, 40, 1);
  assert_near(measured(film, "level", LG_ARGS(lg_vec2("at", -1, 0))), -2 + DX, 0.01 * DX);
  lg_world_free(film);
}

/* A linear field over the lattice comes back exactly (float32) inside, at the wall, in the corner
   and at the surface; in the air there is none. */
static void linear_fields_come_back(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 10, 0, 0, 2);
    if (!lg_set_solver(w, "wcsph", LG_NO_ARGS)) fail_msg("%s", lg_error(w));
    block(w, 20, 12);
    step(w, 1e-7);
    lg_view x = lg_column(w, "position"), p = lg_column_edit(w, "pressure"),
            v = lg_column_edit(w, "velocity");
    for (size_t i = 0; i < x.n; i++) {
      p.c[0][i] = 1000 + 1e4f * (-1.4f - x.c[1][i]) + 300 * x.c[0][i];
      for (int k = 0; k < dim; k++) v.c[k][i] = (float)(k + 1) * x.c[0][i] - x.c[1][i];
    }
    static const double places[][3] = {{-1.5, -1.7, -1.7},
                                       {-1.513, -2, -1.77},
                                       {-2, -2, -2},
                                       {-1.5, -1.4, -1.7},
                                       {-1, -1.7, -1.7}};
    for (int i = 0; i < 5; i++) {
      const double *q = places[i];
      lg_arg place = at("at", dim, q[0], q[1], q[2]);
      assert_near(measured(w, "pressure", LG_ARGS(place)), 1000 + 1e4 * (-1.4 - q[1]) + 300 * q[0],
                  1);
      double u[3];
      assert_int_equal(lg_measure(w, "velocity", LG_ARGS(place), u), dim);
      for (int k = 0; k < dim; k++) assert_near(u[k], (k + 1) * q[0] - q[1], 1e-4);
    }
    /* a steep edge, at which a line would dive below 0 */
    for (size_t i = 0; i < x.n; i++) p.c[0][i] = x.c[0][i] > -1.1f ? 0 : 1e4f;
    lg_arg face = at("at", dim, -1, -1.7, -1.7);
    assert_true(measured(w, "pressure", LG_ARGS(face)) == 0);
    for (size_t i = 0; i < x.n; i++) p.c[0][i] = -100; /* fluids that pull may */
    assert_near(measured(w, "pressure", LG_ARGS(face)), -100, 1e-2);
    lg_arg air = at("at", dim, 1, 1, 1);
    assert_true(measured(w, "pressure", LG_ARGS(air)) == 0);
    lg_world_free(w);
  }
}

/* Across a periodic edge a probe sees both sides. */
static void probes_look_across_periodic_edges(void **state) {
  (void)state;
  lg_world_def def = small_def(2);
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  for (int i = 0; i < 40 * 10; i++) {
    const float x[3] = {-1.95f + 0.1f * (float)(i % 40), -1.95f + 0.1f * (float)(i / 40), 0},
                v[3] = {0, x[1], 0};
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
  double edge[3], inside[3];
  assert_int_equal(lg_measure(w, "velocity", LG_ARGS(lg_vec2("at", 2, -1.5)), edge), 2);
  assert_int_equal(lg_measure(w, "velocity", LG_ARGS(lg_vec2("at", 0, -1.5)), inside), 2);
  assert_near(edge[1], -1.5, 1e-6);
  assert_near(edge[1], inside[1], 1e-6);
  lg_world_free(w);
}

static void crossings_have_a_sign(void **state) {
  (void)state;
  lg_measure_options o = {.center = {1, 1, 0}, .normal = {0, 2, 0}, .radius = 0.5f};
  static const float below[3] = {1.4f, 0.9f, 0}, above[3] = {1.4f, 1.3f, 0},
                     far_below[3] = {1.7f, 0.9f, 0}, far[3] = {1.9f, 1.1f, 0};
  assert_int_equal(lg_measure_crossing(&o, 2, below, above), 1);
  assert_int_equal(lg_measure_crossing(&o, 2, above, below), -1);
  assert_int_equal(lg_measure_crossing(&o, 2, below, far_below), 0);
  assert_int_equal(lg_measure_crossing(&o, 2, far_below, far), 0);
  /* from the plane itself on it counts as above: once, not twice */
  static const float on[3] = {1, 1, 0};
  assert_int_equal(lg_measure_crossing(&o, 2, below, on) + lg_measure_crossing(&o, 2, on, above),
                   1);
  o = (lg_measure_options){.center = {1, 1, 1}, .normal = {1, 0, 0}, .radius = 0.5f};
  static const float left[3] = {0.9f, 1.3f, 1.3f}, right[3] = {1.1f, 1.3f, 1.3f},
                     miss[3] = {1.1f, 1.6f, 1.6f};
  assert_int_equal(lg_measure_crossing(&o, 3, left, right), 1);
  assert_int_equal(lg_measure_crossing(&o, 3, left, miss), 0); /* crosses 0.64 from the centre */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(front_of_a_block),
                                     cmocka_unit_test(front_is_its_definition),
                                     cmocka_unit_test(front_follows_gravity),
                                     cmocka_unit_test(level_of_a_block),
                                     cmocka_unit_test(linear_fields_come_back),
                                     cmocka_unit_test(probes_look_across_periodic_edges),
                                     cmocka_unit_test(crossings_have_a_sign)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
