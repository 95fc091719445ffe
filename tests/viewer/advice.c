/* Tests of src/viewer/advice.c: what is said to keep up does so by the law that it is reckoned
   from, and who is not in the table is not said to. */
#include "viewer/advice.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#define FRAMES 60.0

static lg_world *make_world(int dim, const char *solver) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = 0.04f;
  lg_world *w = lg_world_new(&def);
  lg_id box = lg_add(w, "shape.box",
                     LG_ARGS(dim == 2 ? lg_vec2("max", 0.4, 0.4) : lg_vec3("max", 0.4, 0.4, 0.4)));
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS) &&
              lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) &&
              lg_world_step(w, 1 / FRAMES));
  return w;
}

/* Particles grow as spacing^-dim, sub-steps as 1/spacing: with the spacing that is named a frame is
   made in the time that is left of it, and with one a tenth finer it is not. */
static void spacing_keeps_up(void **state) {
  (void)state;
  static const double step[] = {0.02, 0.05, 0.4, 20}, other[] = {0, 0.004};
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = make_world(dim, "particles");
    const double now = (double)lg_world_spacing(w);
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < 2; k++) {
        lg_advice a = lg_advise(w, 1, step[i], other[k], FRAMES);
        double frame = step[i] * pow(now / a.spacing, dim + 1) + other[k],
               finer = step[i] * pow(now / (0.9 * a.spacing), dim + 1) + other[k];
        assert_true(frame <= 1 / FRAMES * (1 + 1e-6) && finer > 1 / FRAMES);
        assert_true(fabs(a.share * FRAMES * (step[i] + other[k]) - 1) < 1e-9);
      }
    lg_world_free(w);
  }
}

/* A step in time needs no other spacing. */
static void nothing_is_late(void **state) {
  (void)state;
  lg_world *w = make_world(2, "dfsph");
  lg_advice a = lg_advise(w, 1, 0.001, 0.001, FRAMES);
  assert_true(a.share > 1 && fabs(a.spacing - 0.04) < 1e-6);
  lg_world_free(w);
}

/* flip stands beside those whose cost is known in its own; for what it is not the same fluid as
   (jelly, scripts), and beside another world, there is none. */
static void solver_is_named(void **state) {
  (void)state;
  static const struct {
    const char *solver;
    bool named;
  } of[] = {{"wcsph", true}, {"dfsph", true},      {"pcisph", true}, {"pbf", true},
            {"flip", false}, {"particles", false}, {"mpm", false}};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    for (int dim = 2; dim <= 3; dim++) {
      lg_world *w = make_world(dim, of[i].solver);
      assert_string_equal(lg_advise(w, 1, 0.019, 0, FRAMES).solver, of[i].named ? "flip" : "");
      assert_string_equal(lg_advise(w, 2, 0.019, 0, FRAMES).solver, "");
      assert_string_equal(lg_advise(w, 1, 500, 0, FRAMES).solver, ""); /* who would keep up then? */
      lg_world_free(w);
    }
}

/* One that takes twice the sub-steps in the same time has sub-steps half as dear: flip's, of which
   there are as many as before, are too, and keep up with twice as long a step. */
static void sub_steps_count(void **state) {
  (void)state;
  lg_world *w = make_world(2, "wcsph");
  double longest = 0.02;
  while (*lg_advise(w, 1, 1.02 * longest, 0, FRAMES).solver) longest *= 1.02;
  lg_stats *s = (lg_stats *)(uintptr_t)lg_world_stats(w);
  s->substeps *= 2;
  assert_true(*lg_advise(w, 1, 1.99 * longest, 0, FRAMES).solver);
  assert_false(*lg_advise(w, 1, 2.1 * longest, 0, FRAMES).solver);
  lg_world_free(w);
}

static void is_said(void **state) {
  (void)state;
  char text[128];
  lg_advice a = {.share = 0.21, .spacing = 0.023, .solver = "flip"};
  lg_advice_say(&a, text, sizeof text);
  assert_string_equal(text, "0.2 x real time: spacing = 0.023, or solver flip, would keep up");
  a.solver[0] = '\0';
  lg_advice_say(&a, text, sizeof text);
  assert_string_equal(text, "0.2 x real time: spacing = 0.023 would keep up");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(spacing_keeps_up),
                                     cmocka_unit_test(nothing_is_late),
                                     cmocka_unit_test(solver_is_named),
                                     cmocka_unit_test(sub_steps_count), cmocka_unit_test(is_said)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
