/* emitter.inlet: how dense, how even and how wide its jet is, against counting; what blocks it; its
   books. */
#include "kinds.h"

static lg_id add_inlet(lg_world *w, double width, double speed) {
  int dim = lg_world_dim(w);
  return must(w,
              lg_add(w, "emitter.inlet",
                     LG_ARGS(point("center", dim, -4, 0.3, -0.2), point("direction", dim, 2, 1, -2),
                             lg_num("width", width), lg_num("speed", speed))));
}

/* The jet's coordinates of particle i: along it from the mouth, and across it squared. */
static void of_jet(const lg_world *w, lg_view x, size_t i, double *along, double *across2) {
  int dim = lg_world_dim(w);
  double n[3] = {2, 1, -2}, r[3] = {(double)x.c[0][i] + 4, (double)x.c[1][i] - 0.3,
                                    dim == 3 ? (double)x.c[2][i] + 0.2 : 0};
  double length = dim == 3 ? 3 : sqrt(5), r2 = 0;
  *along = 0;
  for (int k = 0; k < dim; k++) {
    *along += r[k] * n[k] / length;
    r2 += r[k] * r[k];
  }
  *across2 = fmax(r2 - *along * *along, 0);
}

static double least_gap(const lg_world *w) {
  lg_view x = lg_column(w, "position");
  double least = 1e9;
  for (size_t i = 0; i < x.n; i++)
    for (size_t j = 0; j < i; j++) {
      double d2 = 0;
      for (int k = 0; k < lg_world_dim(w); k++) d2 += pow((double)x.c[k][i] - (double)x.c[k][j], 2);
      least = fmin(least, d2);
    }
  return sqrt(least);
}

/* Speeds from a hundredth of a spacing to many spacings a sub-step, and sub-steps of all lengths:
   particles per length of jet and area of mouth are one a cell of the lattice within 1 %, and no
   two are nearer than 0.9 spacings. */
static void jets_are_packed(void **state) {
  (void)state;
  static const double steps[][4] = {
      {0.01, 0.01, 0.01, 0.01}, {0.016, 0.031, 0.004, 0.0231}, {0.0007, 0.0513, 0.002, 0.09}};
  static const double speeds[] = {0.13, 1, 7.77, 41};
  for (int dim = 2; dim <= 3; dim++)
    for (int s = 0; s < 4; s++)
      for (int d = 0; d < 3; d++) {
        lg_world *w = space(dim, -5, 5, 0.1);
        add_inlet(w, dim == 2 ? 0.8 : 0.5, speeds[s]);
        double end = 2.5 / speeds[s];
        for (int i = 0; lg_world_time(w) < end; i++)
          step(w, fmin(steps[d][i % 4] / speeds[s] * 5, end - lg_world_time(w) + 1e-9));
        /* The first layer left at 0; count the layers whose centres are in [0.05, 2.05): 20 of
           them. */
        lg_view x = lg_column(w, "position");
        int sites = 0, here = 0;
        double along, across2, area = dim == 2 ? 0.8 : acos(-1) * 0.25 * 0.25;
        for (size_t i = 0; i < x.n; i++) {
          of_jet(w, x, i, &along, &across2);
          double last = 2.5 - along; /* how far behind the first layer */
          sites += fabs(last) < 1e-3;
          here += last > 0.05 && last < 2.05;
        }
        /* 21 lattice points in a disc of radius 2.5 about one of them */
        assert_int_equal(sites, dim == 2 ? 8 : 21);
        assert_near(here, 20.0 * sites, 0.01 * 20 * sites);
        assert_near(sites / area * pow(0.1, dim - 1), 1, dim == 2 ? 1e-9 : 0.08);
        assert_true(least_gap(w) > 0.9 * 0.1);
        lg_world_free(w);
      }
}

/* A wide mouth holds its area in particles within 1 % (Gauss's circle), and none lies beyond it. */
static void discs_are_full(void **state) {
  (void)state;
  lg_world *w = space(3, -5, 5, 0.02);
  add_inlet(w, 1.2, 1);
  step(w, 1e-3);
  lg_view x = lg_column(w, "position");
  assert_near((double)x.n * 0.02 * 0.02, acos(-1) * 0.36, 0.01 * acos(-1) * 0.36);
  for (size_t i = 0; i < x.n; i++) {
    double along, across2;
    of_jet(w, x, i, &along, &across2);
    assert_true(across2 <= 0.36 + 1e-5);
    assert_near(along, 1e-3, 1e-5);
  }
  lg_world_free(w);
}

/* Layers stay a spacing apart although the speed changes all the time, and each keeps the speed
   that it left with: a slower one in front of a faster one is approached, so only layers that left
   at one speed are compared. */
static void speed_may_change(void **state) {
  (void)state;
  lg_world *w = space(2, -5, 5, 0.1);
  lg_id id = add_inlet(w, 0.1, 1);
  for (int i = 0; i < 90; i++) {
    if (i % 30 == 29) assert_true(lg_set(w, id, LG_ARGS(lg_num("speed", 1 + i / 30))));
    step(w, 1 / 60.0);
  }
  lg_view v = lg_column(w, "velocity"), x = lg_column(w, "position");
  int pairs = 0;
  for (int64_t k = 1; k < (int64_t)v.n; k++) {
    size_t i = (size_t)lg_particle_find(w, k - 1), j = (size_t)lg_particle_find(w, k);
    if (v.c[0][i] != v.c[0][j]) continue;
    pairs++;
    assert_near(hypot((double)x.c[0][i] - (double)x.c[0][j], (double)x.c[1][i] - (double)x.c[1][j]),
                0.1, 1e-5);
  }
  assert_true(pairs > 10);
  lg_world_free(w);
}

/* Where there is something nearer than 0.7 spacings nothing is added; farther away it does not
   matter. */
static void fluid_in_the_way(void **state) {
  (void)state;
  static const double offset[] = {0.05, 0.069, 0.071, 0.2};
  for (int i = 0; i < 4; i++) {
    lg_world *w = space(2, -5, 5, 0.1);
    must(w, lg_add(w, "emitter.inlet", LG_ARGS(lg_num("width", 0.3), lg_num("speed", 1))));
    const float at[3] = {(float)-offset[i], 0, 0}, still[3] = {0, 0, 0};
    assert_true(lg_particle_add(w, at, still) >= 0);
    step(w, 1e-4);
    /* the middle site of three is blocked, or none */
    assert_int_equal(lg_world_count(w), offset[i] < 0.07 ? 3 : 4);
    lg_world_free(w);
  }
}

/* Off: nothing leaves, and nothing is owed afterwards; max_particles is the end; a mouth outside
   the world gives nothing. */
static void off_and_limits(void **state) {
  (void)state;
  lg_world *w = space(2, -5, 5, 0.1);
  lg_id id = must(
      w, lg_add(w, "emitter.inlet",
                LG_ARGS(lg_num("width", 0.4), lg_num("speed", 6), lg_num("max_particles", 50))));
  step(w, 1 / 60.0);
  assert_int_equal(lg_world_count(w), 4);
  assert_true(lg_set(w, id, LG_ARGS(lg_bool("enabled", false))));
  for (int i = 0; i < 30; i++) step(w, 1 / 60.0);
  assert_int_equal(lg_world_count(w), 4);
  assert_true(lg_set(w, id, LG_ARGS(lg_bool("enabled", true))));
  step(w, 1 / 60.0);
  assert_int_equal(lg_world_count(w), 8);
  for (int i = 0; i < 30; i++) step(w, 1 / 60.0);
  assert_int_equal(lg_world_count(w), 50);
  assert_int_equal(lg_world_stats(w)->emitted, 50);
  assert_true(lg_remove(w, id));
  must(w, lg_add(w, "emitter.inlet", LG_ARGS(lg_vec2("center", -7, 0))));
  step(w, 1 / 60.0);
  assert_int_equal(lg_world_count(w), 50);
  /* Nor do speeds and widths beyond all measure take for ever: the world is full of layers, and no
     more are tried. */
  must(w,
       lg_add(w, "emitter.inlet",
              LG_ARGS(lg_vec2("center", -4.9, 0), lg_num("width", 1e20), lg_num("speed", 1e20))));
  for (int i = 0; i < 3; i++) assert_true(lg_world_step(w, 1e-20) || strstr(lg_error(w), "guard"));
  assert_int_equal(lg_add(w, "emitter.inlet", LG_ARGS(lg_vec2("direction", 0, 0))), 0);
  assert_non_null(strstr(lg_error(w), "direction"));
  lg_world_free(w);
}

/* A jet of water against a wall, 1 s with wcsph: it fans out, and nobody is lost, astray, or faster
   than three times the jet. */
static void water_against_a_wall(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world_def def = space_def(dim, 0, 1, dim == 2 ? 0.02 : 0.04);
    def.bounds.max[1] = 0.6f;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(w, "wcsph", LG_NO_ARGS));
    must(w, lg_add(w, "emitter.inlet",
                   LG_ARGS(point("center", dim, 0.1, 0.3, 0.5), lg_num("width", 0.16),
                           lg_num("speed", 2))));
    double fastest = 0, upstream = 1;
    for (int frame = 0; frame < 60; frame++) {
      step(w, 1 / 60.0);
      fastest = fmax(fastest, lg_world_stats(w)->max_speed);
      lg_view x = lg_column(w, "position");
      for (size_t i = 0; i < x.n && frame < 20; i++) upstream = fmin(upstream, (double)x.c[0][i]);
    }
    const lg_stats *st = lg_world_stats(w);
    assert_int_equal(st->guarded, 0);
    assert_int_equal(st->particles, st->emitted);
    double area = dim == 2 ? 0.16 : acos(-1) * 0.08 * 0.08,
           cells = area / pow((double)def.spacing, dim) * 2;
    assert_true((double)st->emitted > 0.6 * cells && (double)st->emitted < 1.2 * cells + 20);
    assert_true(fastest < 6);
    /* the jet does not run back behind its mouth before the wall sends it back */
    assert_true(upstream > 0.08);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(jets_are_packed),  cmocka_unit_test(discs_are_full),
      cmocka_unit_test(speed_may_change), cmocka_unit_test(fluid_in_the_way),
      cmocka_unit_test(off_and_limits),   cmocka_unit_test(water_against_a_wall)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
