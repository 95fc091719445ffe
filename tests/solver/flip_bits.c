/* flip: the same bits on every instruction set and for any number of threads. */
#include "physics/physics.h"

#include <sys/wait.h>
#include <unistd.h>

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

typedef struct answer {
  char isa[16];
  uint64_t hash[SETUPS];
} answer;

/* In a process of its own: the path is chosen once. */
static answer under(const char *isa) {
  int ends[2], status = 0;
  answer a = {{0}, {0}};
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    setenv("LAGUNA_ISA", isa, 1);
    snprintf(a.isa, sizeof a.isa, "%s", lg_isa());
    for (int i = 0; i < SETUPS; i++) a.hash[i] = hash_of(i, 1);
    _exit(write(ends[1], &a, sizeof a) == (ssize_t)sizeof a ? 0 : 1);
  }
  close(ends[1]);
  assert_int_equal(read(ends[0], &a, sizeof a), sizeof a);
  close(ends[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  return a;
}

/* First in this program, before the library has chosen a path for it. Machines without a path take
   the next lower one. */
static void paths_do_not_change_a_bit(void **state) {
  (void)state;
  const char *const paths[] = {"sse2", "avx2", "avx512"};
  answer first = under(""); /* the best one */
  for (int i = 0; i < 3; i++) {
    answer a = under(paths[i]);
    print_message("asked for %s, took %s\n", paths[i], a.isa);
    for (int k = 0; k < SETUPS; k++) assert_int_equal(a.hash[k], first.hash[k]);
  }
}

static void threads_do_not_change_a_bit(void **state) {
  (void)state;
  const int threads[4] = {1, 2, 3, 7};
  for (int which = 0; which < SETUPS; which++) {
    uint64_t first = hash_of(which, 1);
    for (int t = 1; t < 4; t++) assert_int_equal(hash_of(which, threads[t]), first);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(paths_do_not_change_a_bit),
                                     cmocka_unit_test(threads_do_not_change_a_bit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
