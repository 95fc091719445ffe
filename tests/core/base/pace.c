/* One thread or all, by what sub-steps take on machines that are played here. */
#include "core/base/pace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#define PARTICLES 5000.0

typedef struct machine {
  double one, all;    /* s of a sub-step */
  double interrupted; /* s that every 7th sub-step takes longer, whichever way it goes */
} machine;

/* Share of the time in which it went the slower way. */
static double slower_share(lg_pace *p, const machine *m, double seconds) {
  double total = 0, slow = 0;
  for (int i = 0; total < seconds; i++) {
    const bool alone = lg_pace_alone(p);
    const double took = (alone ? m->one : m->all) + (i % 7 == 0 ? m->interrupted : 0);
    lg_pace_note(p, PARTICLES, took);
    total += took;
    if (alone != (m->one < m->all)) slow += took;
  }
  return slow / total;
}

static void it_finds_the_faster_way_and_follows_the_load(void **state) {
  (void)state;
  lg_pace p = {0};
  const machine quiet = {2e-3, 1.1e-3, 0}, busy = {2e-3, 5e-3, 0}, steps_of_mpm = {3e-4, 2e-4, 0};

  /* on all threads at first; what trials cost becomes a hundredth */
  assert_false(lg_pace_alone(&p));
  slower_share(&p, &quiet, 5);
  assert_false(p.alone);
  assert_true(slower_share(&p, &quiet, 60) < 0.02);

  /* others come, and go again: found within some seconds */
  slower_share(&p, &busy, 8);
  assert_true(p.alone);
  assert_true(slower_share(&p, &busy, 60) < 0.04);
  slower_share(&p, &steps_of_mpm, 8);
  assert_false(p.alone);
}

static void an_interruption_is_no_verdict(void **state) {
  (void)state;
  lg_pace p = {0};
  const machine shared = {1e-3, 0.7e-3, 4e-3};
  slower_share(&p, &shared, 5);
  assert_true(slower_share(&p, &shared, 60) < 0.1);
}

/* All threads stay where they clearly gain; what they gain less than a tenth with is no use of the
   other cores. Between the two it stays as it is, or each would wake and sleep in turn. */
static void a_little_is_worth_no_other_core(void **state) {
  (void)state;
  lg_pace p = {0};
  const machine clear = {1e-3, 0.8e-3, 0}, between = {1e-3, 0.87e-3, 0},
                little = {1e-3, 0.95e-3, 0};
  slower_share(&p, &clear, 10);
  assert_false(p.alone);
  slower_share(&p, &between, 10);
  assert_false(p.alone);
  slower_share(&p, &little, 10);
  assert_true(p.alone);
  slower_share(&p, &between, 10);
  assert_true(p.alone);
  slower_share(&p, &clear, 10);
  assert_false(p.alone);
}

static void what_was_not_timed_is_left_out(void **state) {
  (void)state;
  lg_pace p = {0};
  for (int i = 0; i < 100000; i++) lg_pace_note(&p, 0, 1);
  for (int i = 0; i < 100000; i++) lg_pace_note(&p, PARTICLES, 0);
  assert_false(p.trial);
  assert_true(p.seconds == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_finds_the_faster_way_and_follows_the_load),
      cmocka_unit_test(an_interruption_is_no_verdict),
      cmocka_unit_test(a_little_is_worth_no_other_core),
      cmocka_unit_test(what_was_not_timed_is_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
