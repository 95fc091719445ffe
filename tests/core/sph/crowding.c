/* Fluid that lies in fluid: whoever changes the solver keeps every particle, and the crowd swells
   instead of bursting. */
#include "core/small.h"

static const char *const solvers[] = {"wcsph", "pcisph", "pbf", "dfsph"};
enum { SOLVERS = sizeof solvers / sizeof *solvers };
/* m: the top of the block at the start */
static const double FRAME = 1 / 60.0, SPACING[4] = {0, 0, 0.025, 0.0625}, FALL = 0.6;

/* A block of water has fallen and lies as `solver` lets it: flash in pairs, particles in heaps of
   one layer. */
static lg_world *crowded(const char *solver, int dim, int frames) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 0.5f);
  def.spacing = (float)SPACING[dim];
  def.threads = 1;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  lg_arg min = lg_vec3("min", 0.2, 0.1, 0.1), max = lg_vec3("max", 0.7, FALL, 0.4);
  min.n = max.n = dim;
  lg_id box = lg_add(w, "shape.box", LG_ARGS(min, max));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
  assert_true(lg_world_advance(w, frames, FRAME));
  return w;
}

static double nearest_pair(const lg_world *w) {
  lg_view x = lg_column(w, "position");
  double least = HUGE_VAL;
  for (size_t i = 0; i < x.n; i++)
    for (size_t j = 0; j < i; j++) {
      double d2 = 0;
      for (int k = 0; k < x.components; k++) d2 += pow((double)x.c[k][i] - (double)x.c[k][j], 2);
      least = fmin(least, d2);
    }
  return sqrt(least);
}

/* A second: all stay, nothing is faster than two and a half free falls from the height that they
   once had (flash leaves pairs, which pcisph parts at 2.03 of them), and the density is that of
   water again. */
static void swells(const char *from, int dim, int frames, const char *to) {
  lg_world *w = crowded(from, dim, frames);
  size_t count = lg_world_count(w);
  double fastest = 0, first = 0;
  assert_true(lg_set_solver(w, to, LG_NO_ARGS));
  for (int f = 0; f < 60; f++) {
    if (!lg_world_step(w, FRAME)) fail_msg("%s to %s: %s", from, to, lg_error(w));
    const lg_stats *s = lg_world_stats(w);
    if (f == 0) first = s->density_error_max;
    fastest = fmax(fastest, s->max_speed);
  }
  const lg_stats *s = lg_world_stats(w);
  double limit = 2.5 * sqrt(2 * 9.81 * FALL);
  print_message(
      "%d-D, %s to %s: density from %.1f times rest to %.2f %% above (at most %.1f %%); %.2f m/s\n",
      dim, from, to, 1 + first, 100 * s->density_error_mean, 100 * s->density_error_max, fastest);
  assert_int_equal(lg_world_count(w), count);
  assert_true(first > 0.3); /* it was a crowd */
  assert_true(fastest < limit);
  assert_true(s->density_error_mean < 0.02 && s->density_error_max < 0.06);
  lg_world_free(w);
}

static void a_packed_fluid_swells(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int i = 0; i < SOLVERS; i++) swells("flash", dim, 120, solvers[i]);
}

static void a_heap_swells(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int i = 0; i < SOLVERS; i++) swells("particles", dim, 180, solvers[i]);
}

/* Ten particles in one point, weightless: nothing tells them apart but their ids, yet they part, to
   all sides. */
static void coincident_particles_part(void **state) {
  (void)state;
  for (int i = 0; i < SOLVERS; i++)
    for (int dim = 2; dim <= 3; dim++) {
      lg_world_def def = small_def(dim);
      memset(def.gravity, 0, sizeof def.gravity);
      lg_world *w = lg_world_new(&def);
      const float x[3] = {0.1f, 0.2f, 0.1f}, v[3] = {0, 0, 0};
      lg_view p;
      assert_true(lg_set_solver(w, solvers[i], LG_NO_ARGS));
      for (int k = 0; k < 10; k++) assert_true(lg_particle_add(w, x, v) >= 0);
      assert_true(lg_world_advance(w, 60, FRAME));
      p = lg_column(w, "position");
      assert_int_equal(p.n, 10);
      assert_true(nearest_pair(w) > 0.2 * (double)lg_world_spacing(w));
      lg_world_free(w);
    }
}

/* Of a particle laid beside another one at a surface, where nothing presses them apart: both are
   0.3 spacings from all others after two seconds (0.15, if nobody parts them), also in fluid of a
   tenth of the density. */
static void pairs_at_a_surface_part(void **state) {
  (void)state;
  static const char *const both[] = {"pcisph", "dfsph"};
  for (int i = 0; i < 4; i++) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, 1, 1);
    def.spacing = 0.05f;
    def.threads = 1;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(w, both[i % 2], LG_ARGS(lg_num("density", i < 2 ? 1000 : 100))));
    lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, 0), lg_vec2("max", 1, 0.5)));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
    assert_true(lg_world_advance(w, 60, FRAME));

    /* beside the highest one of the middle */
    lg_view x = lg_column(w, "position");
    float at[3] = {0, 0, 0};
    const float still[3] = {0, 0, 0};
    for (size_t p = 0; p < x.n; p++)
      if (fabsf(x.c[0][p] - 0.5f) < 0.1f && x.c[1][p] > at[1]) {
        at[0] = x.c[0][p] + 0.01f;
        at[1] = x.c[1][p];
      }
    assert_true(lg_particle_add(w, at, still) >= 0);
    assert_true(nearest_pair(w) < 0.25 * (double)lg_world_spacing(w));
    assert_true(lg_world_advance(w, 120, FRAME));
    print_message("%s: nearest pair %.2f spacings\n", both[i % 2],
                  nearest_pair(w) / (double)lg_world_spacing(w));
    assert_true(nearest_pair(w) > 0.3 * (double)lg_world_spacing(w));
    lg_world_free(w);
  }
}

/* Water at rest, and water that falls onto a floor: nobody is ever called crowded, so that nothing
   of all this acts. */
static void flows_are_no_crowds(void **state) {
  (void)state;
  for (int i = 0; i < SOLVERS; i++) {
    lg_world *w = crowded(solvers[i], 2, 1);
    for (int f = 0; f < 60; f++) {
      assert_true(lg_world_step(w, FRAME));
      lg_view c = lg_column(w, "crowding");
      for (size_t p = 0; p < c.n; p++) assert_true(c.c[0][p] == 1);
    }
    lg_world_free(w);
  }
}

/* Sub-steps times iterations while 460 particles are poured into a vessel for 400, and for 1.2 s
   after; the density is then nearly even. */
static long overfilling(const char *solver, const float gravity[3]) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.05f;
  def.threads = 1;
  memcpy(def.gravity, gravity, sizeof def.gravity);
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  lg_arg center = lg_vec3("center", 0.5, 0.5, 0);
  center.n = 2;
  assert_true(lg_add(w, "emitter.point",
                     LG_ARGS(center, lg_num("speed", 2), lg_num("spread", 1), lg_num("rate", 200),
                             lg_num("max_particles", 460), lg_bool("allow_overlapping", true))));

  /* what takes more than any should take is not waited for */
  const lg_stats *s = lg_world_stats(w);
  long work = 0;
  double speed = 0;
  for (int f = 0; f < 210 && work < 200000; f++) {
    assert_true(lg_world_step(w, FRAME));
    work += (long)s->substeps * s->iterations;
    if (f >= 180) speed += s->max_speed / 30;
  }

  print_message("%s under %g m/s2: %zu particles, %ld iterations, %.2f %% too dense, %.1f m/s\n",
                solver, (double)gravity[1], lg_world_count(w), work, 100 * s->density_error_mean,
                speed);
  assert_int_equal(lg_world_count(w), 460);
  assert_true(s->density_error_mean < 0.25);
  assert_true(speed < 4);
  lg_world_free(w);
  return work;
}

/* No pressure makes room in a vessel that holds more than fits in: what is there is granted, so
   that no solver works for it without end, or stirs it. */
static void overfull_vessels_stay_live(void **state) {
  (void)state;
  for (int falls = 0; falls < 2; falls++) {
    const float gravity[3] = {0, falls ? -9.81f : 0, 0};
    const long dfsph = overfilling("dfsph", gravity), pcisph = overfilling("pcisph", gravity);
    assert_true(pcisph < 3 * dfsph);
    assert_true(dfsph < 50000);
  }
}

/* What a field presses is no vessel that holds too much, though a few particles overlap: water
   under a field in the place of gravity, into which twenty are put, keeps its density (to 2900
   kg/m3 it was pressed where every pressure above that of its weight was granted). */
static void fields_press_nothing_together(void **state) {
  (void)state;
  static const char *const both[] = {"pcisph", "dfsph"};
  for (int i = 0; i < 2; i++) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, 1, 2);
    def.spacing = 0.05f;
    def.threads = 1;
    def.gravity[1] = 0;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(w, both[i], LG_NO_ARGS));
    lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, 0), lg_vec2("max", 1, 1)));
    assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
    assert_true(lg_add(w, "field.constant", LG_ARGS(lg_vec2("value", 0, -9.81))));
    assert_true(lg_add(w, "emitter.point",
                       LG_ARGS(lg_vec2("center", 0.5, 0.3), lg_num("speed", 1),
                               lg_num("spread", 0.5), lg_num("rate", 100),
                               lg_num("max_particles", 20), lg_bool("allow_overlapping", true))));
    for (int f = 0; f < 180; f++) assert_true(lg_world_step(w, FRAME));
    print_message("%s under a field: %.2f %% too dense\n", both[i],
                  100 * lg_world_stats(w)->density_error_mean);
    assert_int_equal(lg_world_count(w), 420);
    assert_true(lg_world_stats(w)->density_error_mean < 0.02);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_packed_fluid_swells),         cmocka_unit_test(a_heap_swells),
      cmocka_unit_test(coincident_particles_part),     cmocka_unit_test(pairs_at_a_surface_part),
      cmocka_unit_test(flows_are_no_crowds),           cmocka_unit_test(overfull_vessels_stay_live),
      cmocka_unit_test(fields_press_nothing_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
