/* bits.h - a world's hash on every dispatch path and for any number of threads. Include it behind
   SETUPS and hash_of(which, threads), the hashes that are compared. */
#ifndef LG_TESTS_SOLVER_BITS_H
#define LG_TESTS_SOLVER_BITS_H

#include "physics/physics.h"

#include <sys/wait.h>
#include <unistd.h>

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

#endif
