/* flip: the same bits on every instruction set and for any number of threads. */
#include "physics/physics.h"

enum { SETUPS = 6 };

/* A block of water falls beside a ball: 2-D, then 3-D, each with pic, flip and apic. */
static uint64_t hash_of(int which, int threads) {
  const char *const transfer[3] = {"pic", "flip", "apic"};
  int dim = 2 + which / 3;
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 4, 2) : lg_bounds3(0, 0, 0, 1, 0.7f, 0.6f);
  def.spacing = 0.0125f;
  def.threads = threads;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(
      w, "flip", LG_ARGS(lg_text("transfer", transfer[which % 3]), lg_num("viscosity", 0.1))));
  lg_arg max = lg_vec3("max", 0.5, 0.5, 0.3), center = lg_vec3("center", 0.6, 0.1, 0.2);
  max.n = center.n = dim;
  lg_id box = lg_add(w, "shape.box", LG_ARGS(max)),
        ball = lg_add(w, "shape.sphere", LG_ARGS(center, lg_num("radius", 0.1)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
  assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", ball))) != 0);
  for (int f = 0; f < (dim == 2 ? 12 : 3); f++) step(w, 1 / 60.0);
  uint64_t hash = lg_world_hash(w);
  lg_world_free(w);
  return hash;
}

#include "solver/bits.h"

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(paths_do_not_change_a_bit),
                                     cmocka_unit_test(threads_do_not_change_a_bit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
