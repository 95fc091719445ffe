/* Worlds in threads of a host: two of a kind that step at the same time, each with helpers of its
   own, give the bits of one that steps alone. tests/viewer/long_threads.sh runs it under the thread
   sanitizer. */
#include "contract/contract.h"

#include <pthread.h>

enum { FRAMES = 3 };

/* No assertion of cmocka may end a thread that is not its own. */
static void *steps(void *world) {
  for (int i = 0; i < FRAMES; i++)
    if (!lg_world_step(world, 1 / 60.0)) return world;
  return NULL;
}

static lg_world *made(const lg_kind *k, int dim) {
  lg_world *w = tank(dim, 3);
  pour(w);
  add_default(w, k);
  return w;
}

static void side_by_side(const lg_kind *k, int dim) {
  lg_world *alone = made(k, dim), *w[2] = {made(k, dim), made(k, dim)};
  pthread_t thread[2];
  void *stopped[3] = {steps(alone), NULL, NULL};
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&thread[i], NULL, steps, w[i]), 0);
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_join(thread[i], &stopped[i + 1]), 0);

  for (int i = 0; i < 3; i++)
    if (stopped[i]) fail_msg("%s in %d-D: %s", full_name(k), dim, lg_error(stopped[i]));
  for (int i = 0; i < 2; i++)
    if (lg_world_hash(w[i]) != lg_world_hash(alone))
      fail_msg("%s in %d-D: beside another world it has other bits", full_name(k), dim);
  lg_world_free(alone);
  lg_world_free(w[0]);
  lg_world_free(w[1]);
}

static void worlds_step_beside_each_other(void **state) {
  (void)state;
  for (int i = 0; i < lg_kind_count(); i++)
    for (int dim = 2; dim <= 3; dim++) side_by_side(lg_kind_at(i), dim);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(worlds_step_beside_each_other)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
