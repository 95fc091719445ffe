/* What leaves by an open edge goes and is counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/step/step.h"

/* Particles beyond an open edge are dropped and counted; walls keep theirs. */
static void open_edges_cull(void **state) {
  (void)state;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.05f;
  def.edges[0][1] = LG_EDGE_OPEN;
  def.gravity[1] = 0;
  lg_world *w = lg_world_new(&def);
  const float x[3] = {0.5f, 0.5f, 0}, right[3] = {1, 0, 0}, left[3] = {-1, 0, 0};
  assert_true(lg_particle_add(w, x, right) >= 0);
  assert_true(lg_particle_add(w, x, left) >= 0);
  assert_true(lg_world_advance(w, 60, 1 / 60.0));
  assert_int_equal(lg_world_count(w), 1);
  assert_int_equal(lg_world_stats(w)->culled, 1);
  assert_true(lg_column(w, "position").c[0][0] >= 0);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(open_edges_cull),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
