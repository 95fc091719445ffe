/* Rounds of tasks: each is done once, whoever comes; a team outlives neither its thread nor its
   library. */
#include "core/base/team.h"

#include "core/base/par.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#define TASKS 1000

typedef struct tally {
  atomic_int done[TASKS];
  atomic_int highest; /* member that came */
  int threads;
} tally;

static void task(void *user, size_t i) {
  tally *r = user;
  int me = lg_team_member(), before = atomic_load(&r->highest);
  atomic_fetch_add(&r->done[i], 1);
  while (me > before && !atomic_compare_exchange_weak(&r->highest, &before, me)) continue;
}

static bool each_once(int threads, size_t tasks) {
  static _Thread_local tally r;
  memset(&r, 0, sizeof r);
  lg_team_run(threads, tasks, task, &r);
  bool ok = r.highest < (threads > 1 ? threads : 1);
  for (size_t i = 0; i < TASKS; i++) ok = ok && r.done[i] == (i < tasks);
  return ok;
}

/* For teams that shrink, grow and have nothing to do; no member's number reaches the count. */
static void each_task_is_done_once(void **state) {
  (void)state;
  const size_t tasks[] = {0, 1, 2, 17, TASKS};
  for (int turn = 0; turn < 200; turn++)
    for (int threads = 1; threads <= 7; threads += 2)
      for (int k = 0; k < 5; k++) assert_true(each_once(threads, tasks[k]));
}

/* Two tasks that wait for each other end only if two threads are at work, also after a pause in
   which helpers fell asleep. */
static void meet(void *user, size_t i) {
  atomic_int *here = user;
  (void)i;
  atomic_fetch_add(here, 1);
  while (atomic_load(here) < 2) usleep(10);
}

static void helpers_come(void **state) {
  (void)state;
  for (int turn = 0; turn < 20; turn++) {
    atomic_int here = 0;
    lg_team_run(2, 2, meet, &here);
    assert_int_equal(here, 2);
    usleep(turn % 2 ? 1000 : 0);
  }
}

/* A loop inside of a task is done by the thread that has the task. */
static void inner(void *user, size_t i) {
  int *seen = user;
  seen[i] = lg_team_member();
}

static void outer(void *user, size_t i) {
  atomic_int *wrong = user;
  int seen[8] = {0};
  (void)i;
  lg_team_run(4, 8, inner, seen);
  for (int k = 0; k < 8; k++) atomic_fetch_add(wrong, seen[k] != lg_team_member());
}

static void loops_in_tasks_stay_on_their_thread(void **state) {
  (void)state;
  atomic_int wrong = 0;
  lg_team_run(3, TASKS, outer, &wrong);
  assert_int_equal(wrong, 0);
}

/* Threads of a host have teams of their own, which end with them. */
static void *host(void *user) {
  bool *ok = user;
  for (int turn = 0; turn < 50; turn++) *ok = *ok && each_once(3, TASKS);
  return NULL;
}

static void hosts_threads_do_not_share(void **state) {
  (void)state;
  pthread_t thread[4];
  bool ok[4] = {true, true, true, true};
  for (int k = 0; k < 4; k++) assert_int_equal(pthread_create(&thread[k], NULL, host, &ok[k]), 0);
  for (int k = 0; k < 4; k++) {
    pthread_join(thread[k], NULL);
    assert_true(ok[k]);
  }
}

/* A forked process has no helpers: it does all by itself, and ends. */
static void a_child_works_alone(void **state) {
  (void)state;
  assert_true(each_once(3, TASKS));
  pid_t child = fork();
  /* _exit: at an exit the leak check would tell of the parent's team, whose threads are not here */
  if (child == 0) _exit(each_once(3, TASKS) && each_once(5, TASKS) ? 7 : 1);
  int status = 0;
  assert_true(child > 0 && waitpid(child, &status, 0) == child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

/* The library is loaded, runs a loop on three threads, and is unloaded, as ffi.load does it: 20
   times. */
static void count_block(void *user, size_t begin, size_t end) {
  atomic_fetch_add((atomic_size_t *)user, end - begin);
}

static void the_library_can_be_unloaded(void **state) {
  (void)state;
  char path[4096];
  const char *build = getenv("LAGUNA_BUILD");
  snprintf(path, sizeof path, "%s/liblaguna.so", build ? build : "build");
  for (int turn = 0; turn < 20; turn++) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fail_msg("%s", dlerror());
    void (*loop)(int, size_t, lg_block_fn *, void *) = 0;
    *(void **)&loop = dlsym(library, "lg_parallel");
    atomic_size_t seen = 0;
    loop(3, 100 * LG_BLOCK, count_block, &seen);
    assert_true(seen == 100 * LG_BLOCK);
    assert_int_equal(dlclose(library), 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_task_is_done_once),
      cmocka_unit_test(helpers_come),
      cmocka_unit_test(loops_in_tasks_stay_on_their_thread),
      cmocka_unit_test(hosts_threads_do_not_share),
      cmocka_unit_test(a_child_works_alone),
      cmocka_unit_test(the_library_can_be_unloaded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
