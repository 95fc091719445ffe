/* Columns: growth keeps contents, gathering moves whole particles, and a failing allocator loses
   nothing. Speeds, against sorted ones. */
#include "core/particles/particles.h"

#include "core/base/step.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

static const float X[3] = {1, 2, 3}, V[3] = {4, 5, 6};

/* Appended values come back after many growths; ids count up; memory is all given back. */
static void growth_keeps_everything(void **state) {
  (void)state;
  lg_mem mem = {0};
  lg_particles p;
  assert_true(lg_particles_init(&p, &mem, 3));
  assert_true(lg_particles_add_column(&p, "heat", 1, LG_OWNER_USER));
  for (int i = 0; i < 1000; i++) {
    float x[3] = {(float)i, 2, 3};
    assert_true(lg_particles_append(&p, x, V, 0.5f, 1));
    lg_particles_column(&p, "heat")->c[0][i] = (float)(2 * i);
  }
  for (int i = 0; i < 1000; i++) {
    assert_true(p.x[0][i] == (float)i && p.v[2][i] == 6 && p.mass[i] == 0.5f && p.id[i] == i &&
                p.material[i] == 1);
    assert_true(lg_particles_column(&p, "heat")->c[0][i] == (float)(2 * i));
  }
  assert_int_equal(p.capacity % 16, 0);
  assert_int_equal((uintptr_t)p.x[1] % LG_ALIGN, 0);
  lg_particles_free(&p);
  assert_int_equal(mem.held, 0);
}

/* gather keeps exactly the named particles, with all their columns, for any number of threads. */
static void gather_reorders_and_drops(void **state) {
  (void)state;
  for (int threads = 1; threads <= 3; threads++) {
    lg_mem mem = {0};
    lg_particles p;
    lg_particles_init(&p, &mem, 2);
    int32_t order[500];
    for (int i = 0; i < 1000; i++) {
      float x[3] = {(float)i, (float)-i, 0};
      lg_particles_append(&p, x, V, (float)i, i % 5);
    }
    for (int i = 0; i < 500; i++) order[i] = 999 - 2 * i;
    lg_particles_gather(&p, order, 500, threads);
    assert_int_equal(p.n, 500);
    for (int i = 0; i < 500; i++) {
      int old = 999 - 2 * i;
      assert_true(p.id[i] == old && p.x[1][i] == (float)-old && p.mass[i] == (float)old &&
                  p.material[i] == old % 5);
    }
    lg_particles_free(&p);
    assert_int_equal(mem.held, 0);
  }
}

/* Dropping one owner's columns leaves the others as they were, and the shortcuts right. */
static void dropping_columns_keeps_the_rest(void **state) {
  (void)state;
  lg_mem mem = {0};
  lg_particles p;
  lg_particles_init(&p, &mem, 2);
  lg_particles_append(&p, X, V, 1, 0);
  lg_particles_add_column(&p, "density", 1, LG_OWNER_SOLVER);
  lg_particles_add_column(&p, "heat", 1, LG_OWNER_USER);
  lg_particles_column(&p, "heat")->c[0][0] = 7;
  lg_particles_drop_columns(&p, LG_OWNER_SOLVER);
  assert_null(lg_particles_column(&p, "density"));
  assert_true(lg_particles_column(&p, "heat")->c[0][0] == 7);
  assert_true(p.x[0][0] == 1 && p.v[1][0] == 5);
  lg_particles_free(&p);
  assert_int_equal(mem.held, 0);
}

static void *stingy(void *user, void *old, size_t old_bytes, size_t new_bytes) {
  int *allowed = user;
  if (new_bytes && (*allowed)-- <= 0) return NULL;
  void *fresh = new_bytes ? aligned_alloc(LG_ALIGN, (new_bytes + 63) / 64 * 64) : NULL;
  if (old && fresh) memcpy(fresh, old, old_bytes < new_bytes ? old_bytes : new_bytes);
  free(old);
  return fresh;
}

/* Whichever allocation fails, append says no, and what was there is still there and freed once. */
static void failing_allocator_loses_nothing(void **state) {
  (void)state;
  int refused = 0;
  for (int allowed = 0; allowed < 60; allowed++) {
    int left = allowed;
    lg_mem mem = {.alloc = stingy, .user = &left};
    lg_particles p;
    lg_particles_init(&p, &mem, 3);
    size_t n = 0;
    while (n < 100 && lg_particles_append(&p, X, V, 1, 0)) n++;
    refused += n < 100;
    assert_int_equal(p.n, n);
    for (size_t i = 0; i < n; i++) assert_true(p.x[2][i] == 3 && p.id[i] == (int32_t)i);
    lg_particles_free(&p);
    assert_int_equal(mem.held, 0);
  }
  assert_true(refused > 10);
}

/* A blank column is 0 whatever was in it, stays so through sorting, and rides again once it is
   written. */
static void a_blank_column_stays_zero(void **state) {
  (void)state;
  lg_mem mem = {0};
  lg_particles p;
  assert_true(lg_particles_init(&p, &mem, 2) &&
              lg_particles_add_column(&p, "slope", 1, LG_OWNER_SOLVER));
  for (int i = 0; i < 3; i++)
    assert_true(lg_particles_append(&p, (float[3]){(float)i, 0, 0}, (float[3]){0, 0, 0}, 1, 0));
  const int32_t order[3] = {2, 1, 0};
  for (int blank = 1; blank >= 0; blank--) {
    float *slope = lg_particles_column(&p, "slope")->c[0];
    lg_particles_blank(&p, "slope", false);
    for (int i = 0; i < 3; i++) slope[i] = (float)i + 5;
    lg_particles_blank(&p, "slope", blank);
    lg_particles_gather(&p, order, 3, 1);
    slope = lg_particles_column(&p, "slope")->c[0];
    for (int i = 0; i < 3; i++) assert_true(slope[i] == (blank ? 0 : (float)(7 - i)));
  }
  lg_particles_free(&p);
}

/* One odd mass anywhere, or a part that is the same but not what the first is, makes the column
   uneven; scratch never is. */
static void one_odd_entry_makes_a_column_uneven(void **state) {
  (void)state;
  enum { N = 50, MASS = 3, AGE = 4, ACCELERATION = 2 };
  lg_mem mem = {0};
  lg_particles p;
  lg_particles_init(&p, &mem, 2);
  for (int i = 0; i < N; i++) lg_particles_append(&p, X, V, 3, 0);
  for (int i = 0; i < N; i++) p.a[0][i] = (float)i;
  for (size_t odd = 0; odd < N; odd++) {
    p.mass[odd] = 4;
    assert_true(lg_particles_uneven(&p, 0, N) >> MASS & 1);
    assert_int_equal(lg_particles_uneven(&p, 20, 21) >> MASS & 1, odd == 0 || odd == 20);
    assert_int_equal(lg_particles_uneven(&p, 20, N) >> MASS & 1, odd == 0 || odd >= 20);
    p.mass[odd] = 3;
  }
  uint64_t uneven = lg_particles_uneven(&p, 0, N);
  assert_false((uneven >> MASS | uneven >> AGE | uneven >> ACCELERATION) & 1);
  assert_int_equal(lg_particles_uneven(&p, 20, 20), 0);
  lg_particles_free(&p);
}

static int falling(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x < y) - (x > y);
}

/* Of 3000 speeds over seven octaves: no more than the share is faster, and it is the next edge of a
   step, at most sqrt(1.25) above the first one that may be left below; on any number of threads. */
static void flow_speed_leaves_few_above(void **state) {
  (void)state;
  enum { N = 3000 };
  lg_mem mem = {0};
  lg_particles p;
  float speed[N], crowding[N];
  uint32_t random = 1;
  lg_particles_init(&p, &mem, 3);
  for (int i = 0; i < N; i++) {
    random = random * 1664525u + 1013904223u;
    speed[i] = exp2f((float)(random >> 8) / (1 << 24) * 7 - 2);
    const float v[3] = {0.6f * speed[i], 0, -0.8f * speed[i]};
    lg_particles_append(&p, X, v, 1, 0);
    crowding[i] = speed[i] > 8 ? 1.1f : 1;
  }
  qsort(speed, N, sizeof *speed, falling);

  for (int threads = 1; threads <= 3; threads++) {
    lg_step s = {.particles = &p, .n = N, .dim = 3, .threads = threads};
    for (int percent = 0; percent < 100; percent += 7) {
      const float share = (float)percent / 100, found = lg_flow_speed(&s, speed[0], share, NULL),
                  first = speed[(int)((double)share * N)];
      assert_true(found >= first * 0.9999f && found <= first * 1.1181f);
    }
    const float counted = lg_flow_speed(&s, speed[0], 0, crowding); /* the others do not */
    assert_true(counted > 7.9f && counted <= 8 * 1.1181f);
  }
  for (int i = 0; i < N; i++) p.v[0][i] = p.v[2][i] = 0;
  lg_step still = {.particles = &p, .n = N, .dim = 3, .threads = 1};
  assert_true(lg_flow_speed(&still, 0, 0.02f, NULL) == 0);
  lg_particles_free(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_odd_entry_makes_a_column_uneven),
      cmocka_unit_test(growth_keeps_everything),
      cmocka_unit_test(gather_reorders_and_drops),
      cmocka_unit_test(dropping_columns_keeps_the_rest),
      cmocka_unit_test(failing_allocator_loses_nothing),
      cmocka_unit_test(a_blank_column_stays_zero),
      cmocka_unit_test(flow_speed_leaves_few_above),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
