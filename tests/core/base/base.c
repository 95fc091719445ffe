/* Memory of a world: aligned, counted, and harmless when there is none. */
#include "core/small.h"

/* Every size from 1 byte to some pages is 64-byte aligned, and resizing keeps the common part, byte
   for byte. */
static void memory_is_aligned_and_kept(void **state) {
  (void)state;
  lg_mem m = {0};
  for (size_t bytes = 1; bytes < 10000; bytes = bytes * 3 + 1) {
    unsigned char *p = lg_mem_realloc(&m, NULL, bytes);
    assert_int_equal((uintptr_t)p % 64, 0);
    for (size_t i = 0; i < bytes; i++) p[i] = (unsigned char)(i * 7);
    p = lg_mem_realloc(&m, p, bytes * 2);
    assert_int_equal((uintptr_t)p % 64, 0);
    for (size_t i = 0; i < bytes; i++) assert_int_equal(p[i], (unsigned char)(i * 7));
    p = lg_mem_realloc(&m, p, bytes / 2 + 1);
    for (size_t i = 0; i < bytes / 2 + 1; i++) assert_int_equal(p[i], (unsigned char)(i * 7));
    lg_mem_free(&m, p);
  }
  assert_int_equal(m.held, 0);
}

#define HEADER 64 /* bytes before each piece, which hold its size */

/* held is the sum of what the allocator gave, calls the number of requests; freeing is not a
   request, nor is freeing nothing. */
static void memory_is_counted(void **state) {
  (void)state;
  lg_mem m = {0};
  void *a = lg_mem_realloc(&m, NULL, 100), *b = lg_mem_realloc(&m, NULL, 1000);
  assert_int_equal(m.held, 1100 + 2 * HEADER);
  a = lg_mem_realloc(&m, a, 300);
  assert_int_equal(m.held, 1300 + 2 * HEADER);
  assert_int_equal(m.calls, 3);
  lg_mem_free(&m, a);
  lg_mem_free(&m, NULL); /* an array that was never made */
  assert_int_equal(m.held, 1000 + HEADER);
  lg_mem_free(&m, b);
  assert_int_equal(m.held, 0);
  assert_int_equal(m.calls, 3);
}

/* A request that fails gives NULL and leaves the old block, its contents and the count alone; the
   host's allocator's own books agree with ours. */
static void failure_changes_nothing(void **state) {
  (void)state;
  purse account = {.left = 1};
  lg_mem m = {.alloc = purse_realloc, .user = &account};
  char *p = lg_mem_realloc(&m, NULL, 64);
  strcpy(p, "still here");
  assert_null(lg_mem_realloc(&m, p, 1 << 20));
  assert_string_equal(p, "still here");
  assert_int_equal(m.held, 64 + HEADER);
  assert_int_equal(account.held, 64 + HEADER);
  lg_mem_free(&m, p);
  assert_int_equal(m.held + account.held, 0);
  lg_mem library = {0};
  assert_null(lg_mem_realloc(&library, NULL, SIZE_MAX - 3)); /* rounding up must not wrap */
  assert_int_equal(library.held, 0);
}

/* lg_mem_room grows what is too small, with slack, keeps what is large enough, and on failure keeps
   the old array. */
static void room_grows_with_slack(void **state) {
  (void)state;
  purse account = {.left = 2};
  lg_mem m = {.alloc = purse_realloc, .user = &account};
  float *x = NULL;
  assert_true(lg_mem_room(&m, &x, 10, sizeof *x));
  size_t room = (m.held - HEADER) / sizeof *x;
  assert_true(room >= 10);
  float *before = x;
  assert_true(lg_mem_room(&m, &x, room, sizeof *x));
  assert_ptr_equal(x, before);
  assert_true(lg_mem_room(&m, &x, 1000, sizeof *x));
  before = x;
  assert_false(lg_mem_room(&m, &x, 100000, sizeof *x));
  assert_ptr_equal(x, before);
  lg_mem_free(&m, x);
  assert_int_equal(account.held, 0);
}

/* lg_mem_grow keeps contents, and what is new behind them is 0; on failure all stays as it was. */
static void growth_keeps_contents(void **state) {
  (void)state;
  purse account = {.left = 2};
  lg_mem m = {.alloc = purse_realloc, .user = &account};
  int *x = NULL;
  assert_true(lg_mem_grow(&m, &x, 10, sizeof *x));
  for (int i = 0; i < 10; i++) {
    assert_int_equal(x[i], 0);
    x[i] = i + 1;
  }
  assert_true(lg_mem_grow(&m, &x, 1000, sizeof *x));

  int *before = x;
  assert_true(lg_mem_grow(&m, &x, 900, sizeof *x));
  assert_false(lg_mem_grow(&m, &x, 100000, sizeof *x));
  assert_ptr_equal(x, before);
  for (int i = 0; i < 1000; i++) assert_int_equal(x[i], i < 10 ? i + 1 : 0);
  lg_mem_free(&m, x);
  assert_int_equal(account.held, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_aligned_and_kept), cmocka_unit_test(memory_is_counted),
      cmocka_unit_test(failure_changes_nothing),    cmocka_unit_test(room_grows_with_slack),
      cmocka_unit_test(growth_keeps_contents),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
