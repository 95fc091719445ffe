/* The guard keeps bad particles out: a few are removed and counted, many refuse the frame, and
   nothing is lost. */
#include "core/dam.h"

#include <stdio.h>
#include <string.h>

typedef struct poison {
  size_t how_many;
  float value;
} poison;

static bool poison_velocity(void *user, lg_world *w, double dt) {
  (void)dt;
  const poison *p = user;
  lg_view v = lg_column_edit(w, "velocity");
  for (size_t i = 0; i < p->how_many && i < v.n; i++) v.c[0][i] = p->value;
  return true;
}

/* A few NaN are removed and counted; what is left stays finite. */
static void guard_removes_a_few(void **state) {
  (void)state;
  lg_world *w = dam(2, 0.02f, 1, "particles");
  assert_true(lg_world_step(w, 0.01));
  poison p = {3, NAN};
  lg_before_step(w, poison_velocity, &p);
  assert_true(lg_world_step(w, 0.01));
  assert_int_equal(lg_world_count(w), 25 * 30 - 3);
  assert_int_equal(lg_world_stats(w)->guarded, 3);
  lg_view x = lg_column(w, "position");
  for (size_t i = 0; i < x.n; i++) assert_true(isfinite(x.c[0][i]) && isfinite(x.c[1][i]));
  lg_world_free(w);
}

static char said[400];

static void hear(void *user, lg_level level, const char *sentence) {
  (void)user;
  if (level == LG_WARNING && !*said) snprintf(said, sizeof said, "%s", sentence);
}

/* They are gone before they spoil their neighbours or the time step, under each solver, and the
   first of them is named. */
static void guard_takes_what_a_hook_wrote(void **state) {
  (void)state;
  static const char *const solvers[] = {"wcsph", "dfsph", "pcisph", "pbf", "flash", "flip", "mpm"};
  for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
    for (int k = 0; k < 3; k++) {
      lg_world *w = dam(2, 0.02f, 1, solvers[i]);
      w->def.log = hear;
      assert_true(lg_world_step(w, 0.01));
      said[0] = 0;
      poison p = {1, (const float[]){NAN, INFINITY, 1e20f}[k]};
      lg_before_step(w, poison_velocity, &p);
      assert_true(lg_world_step(w, 0.01));
      assert_int_equal(lg_world_stats(w)->guarded, 1);
      assert_non_null(strstr(said, "removed 1 of 750 particles that no step can begin with at t = "
                                   "0.01 s (particle "));
      assert_non_null(strstr(said, k == 2 ? ": 1e+20 m/s)" : ": its velocity is not finite)"));
      assert_int_equal(lg_world_count(w), 25 * 30 - 1);
      lg_world_free(w);
    }
}

/* What is finite, but too fast for any number of sub-steps, is named in the refusal. */
static void the_fastest_is_named(void **state) {
  (void)state;
  lg_world *w = dam(2, 0.02f, 1, "pbf");
  assert_true(lg_world_step(w, 0.01));
  poison p = {1, 1e9f};
  lg_before_step(w, poison_velocity, &p);
  assert_false(lg_world_step(w, 0.01));
  assert_non_null(
      strstr(lg_error(w), "sub-steps at t = 0.01 s (limit: cfl; the fastest, particle "));
  assert_non_null(strstr(lg_error(w), ", goes at 1e+09 m/s), more than max_substeps = 10000"));
  lg_world_free(w);
}

static bool poison_mass(void *user, lg_world *w, double dt) {
  const poison *p = user;
  (void)dt;
  lg_view m = lg_column_edit(w, "mass");
  for (size_t i = 0; i < p->how_many && i < m.n; i++) m.c[0][i] = p->value;
  return true;
}

/* So are particles whose mass is none, as a host may have written it. */
static void guard_removes_what_weighs_nothing(void **state) {
  (void)state;
  const float bad[] = {0, -1, NAN, INFINITY};
  for (int k = 0; k < 4; k++) {
    lg_world *w = dam(2, 0.02f, 1, "particles");
    assert_true(lg_world_step(w, 0.01));
    poison p = {3, bad[k]};
    lg_before_step(w, poison_mass, &p);
    assert_true(lg_world_step(w, 0.01));
    assert_int_equal(lg_world_stats(w)->guarded, 3);
    lg_before_step(w, NULL, NULL);
    p.how_many = 100;
    poison_mass(&p, w, 0);
    assert_false(lg_world_step(w, 0.01));
    assert_non_null(strstr(lg_error(w), "masses of 100 of 747 particles"));
    lg_world_free(w);
  }
}

/* More than 1 % reject the frame: count, time and positions are those before the step, and the
   sentence says what to do. */
static void guard_rejects_many(void **state) {
  (void)state;
  const float bad[] = {NAN, INFINITY, 1e9f};
  for (int k = 0; k < 3; k++) {
    lg_world *w = dam(2, 0.02f, 1, k == 1 ? "particles" : "wcsph");
    assert_true(lg_world_step(w, 0.01));
    double time = lg_world_time(w);
    poison p = {100, bad[k]};
    lg_before_step(w, poison_velocity, &p);
    assert_false(lg_world_step(w, 0.01));
    assert_true(strlen(lg_error(w)) > 20);
    assert_int_equal(lg_world_count(w), 25 * 30);
    assert_true(lg_world_time(w) == time);
    lg_before_step(w, NULL, NULL);
    assert_true(lg_world_step(w, 0.01)); /* what the hook wrote went back too: the world goes on */
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(guard_removes_a_few),  cmocka_unit_test(guard_takes_what_a_hook_wrote),
      cmocka_unit_test(the_fastest_is_named), cmocka_unit_test(guard_removes_what_weighs_nothing),
      cmocka_unit_test(guard_rejects_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
