/* Tests of src/viewer/stages.c: behind which stage the picture stands, of a world whose solver goes
   round five times. */
#include "viewer/stages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool peek(void *user, int i, lg_peek_fn *fn, void *viewer) {
  assert_int_equal(i, 0);
  return lg_world_peek(user, 1 / 60.0, fn, viewer);
}
static bool show(void *user) {
  ++*(int *)user;
  return true;
}

static int shown;
/* The stage's number; its name is that of the ribbon. */
static int take(lg_world *w, int from, int by, const char *name) {
  const lg_viewer_host host = {.user = w, .peek = peek};
  lg_ribbon r;
  shown = 0;
  int at = lg_stages_take(&r, &host, from, by, show, &shown);
  assert_int_equal(shown, at > 0);
  if (name) assert_string_equal(r.of[r.at].name, name);
  return at;
}

static lg_world *water(const char *solver) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.05f;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 0.5, 0.8)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
  for (int i = 0; i < 12; i++) assert_true(lg_world_step(w, 1 / 60.0));
  return w;
}

static void one_by_one(void **state) {
  (void)state;
  lg_world *w = water("pbf");
  const uint64_t hash = lg_world_hash(w);
  assert_int_equal(take(w, 0, 1, "formulas"), 1);
  assert_int_equal(take(w, 1, 1, "emit"), 2);
  assert_int_equal(take(w, 2, -1, "formulas"), 1);
  const int end = take(w, 2, LG_SUBSTEP, "guard");
  assert_true(end > 15);
  assert_int_equal(take(w, end, 1, "formulas"), end + 1);
  assert_int_equal(take(w, 100000, 1, NULL), 0);
  assert_true(lg_world_hash(w) == hash);
  lg_world_free(w);
}

/* From pass to pass, of either of the two stages that it repeats, and on in the next sub-step. */
static void by_iterations(void **state) {
  (void)state;
  static const char *const lambda[] = {"solve/lambda 2", "solve/lambda 3", "solve/lambda 4",
                                       "solve/lambda 5", "solve/lambda 2"};
  lg_world *w = water("pbf");
  int at = 2, before = 0;
  for (int i = 0; i < 5; i++, before = at) {
    at = take(w, at, LG_ITERATION, lambda[i]);
    assert_true(at > before);
  }
  const int next = take(w, at, 1, "solve/displace 2");
  assert_int_equal(take(w, next, LG_ITERATION, "solve/lambda 3"), at + 2);
  lg_world_free(w);

  w = water("particles"); /* it does nothing twice */
  assert_int_equal(take(w, 2, LG_ITERATION, NULL), 0);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_by_one),
      cmocka_unit_test(by_iterations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
