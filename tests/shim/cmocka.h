/* cmocka.h - the part of cmocka that these tests use, for cross builds only: Debian's libcmocka for
   another machine would need that machine added to apt. Same names, same summary lines; `make test`
   uses the real one. */
#ifndef LG_TESTS_SHIM_CMOCKA_H
#define LG_TESTS_SHIM_CMOCKA_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*CMFixtureFunction)(void **state);
struct CMUnitTest {
  const char *name;
  void (*test_func)(void **state);
  CMFixtureFunction setup_func, teardown_func;
  void *initial_state;
};
#define cmocka_unit_test(f)                                                                        \
  { #f, f, NULL, NULL, NULL }
#define cmocka_unit_test_setup_teardown(f, setup, teardown)                                        \
  { #f, f, setup, teardown, NULL }
#define cmocka_unit_test_prestate(f, state)                                                        \
  { #f, f, NULL, NULL, state }

static jmp_buf shim_out;
static int shim_skipped;

__attribute__((noreturn, format(printf, 3, 4), unused)) static void shim_fail(const char *file,
                                                                              int line,
                                                                              const char *format,
                                                                              ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "[  ERROR   ] --- ");
  vfprintf(stderr, format, args);
  fprintf(stderr, "\n[   LINE   ] --- %s:%d: error: Failure!\n", file, line);
  va_end(args);
  longjmp(shim_out, 1);
}
#define shim_check(ok, ...)                                                                        \
  do {                                                                                             \
    if (!(ok)) shim_fail(__FILE__, __LINE__, __VA_ARGS__);                                         \
  } while (0)

#define fail_msg(...) shim_fail(__FILE__, __LINE__, __VA_ARGS__)
#define fail()        fail_msg("failed")
#define skip()                                                                                     \
  do {                                                                                             \
    shim_skipped = 1;                                                                              \
    longjmp(shim_out, 1);                                                                          \
  } while (0)
#define print_message(...) printf(__VA_ARGS__)
#define print_error(...)   fprintf(stderr, __VA_ARGS__)
#define assert_true(x)     shim_check(x, "%s", #x)
#define assert_false(x)    shim_check(!(x), "not: %s", #x)
#define assert_non_null(x) shim_check((x) != NULL, "%s is NULL", #x)
#define assert_null(x)     shim_check((x) == NULL, "%s is not NULL", #x)
#define assert_ptr_equal(a, b)                                                                     \
  shim_check((const void *)(a) == (const void *)(b), "%s != %s", #a, #b)
#define assert_ptr_not_equal(a, b)                                                                 \
  shim_check((const void *)(a) != (const void *)(b), "%s == %s", #a, #b)
#define assert_int_equal(a, b)                                                                     \
  shim_check((uintmax_t)(a) == (uintmax_t)(b), "%s = %jd != %s = %jd", #a, (intmax_t)(a), #b,      \
             (intmax_t)(b))
#define assert_int_not_equal(a, b)                                                                 \
  shim_check((uintmax_t)(a) != (uintmax_t)(b), "%s = %s = %jd", #a, #b, (intmax_t)(a))
#define assert_in_range(x, low, high)                                                              \
  shim_check((uintmax_t)(x) >= (uintmax_t)(low) && (uintmax_t)(x) <= (uintmax_t)(high),            \
             "%s out of range", #x)
#define assert_string_equal(a, b)     shim_check(strcmp(a, b) == 0, "\"%s\" != \"%s\"", a, b)
#define assert_string_not_equal(a, b) shim_check(strcmp(a, b) != 0, "\"%s\" twice", a)
#define assert_memory_equal(a, b, n)  shim_check(memcmp(a, b, n) == 0, "%s and %s differ", #a, #b)
#define assert_memory_not_equal(a, b, n)                                                           \
  shim_check(memcmp(a, b, n) != 0, "%s and %s are equal", #a, #b)
#define assert_float_equal(a, b, e)                                                                \
  shim_check(fabs((double)(a) - (double)(b)) <= (double)(e), "%.9g != %.9g", (double)(a),          \
             (double)(b))
#define assert_float_not_equal(a, b, e)                                                            \
  shim_check(fabs((double)(a) - (double)(b)) > (double)(e), "%.9g = %.9g", (double)(a), (double)(b))
#define assert_return_code(code, error) shim_check((code) >= 0, "%s failed", #code)

static int shim_run(const char *group, const struct CMUnitTest *test, size_t n,
                    CMFixtureFunction setup, CMFixtureFunction teardown) {
  static void *shared;
  volatile int passed = 0, failed = 0, skipped = 0;
  printf("[==========] Running %d test(s) of %s.\n", (int)n, group);
  if (setup && setup(&shared) != 0) {
    printf("[  FAILED  ] %d test(s), listed below:\n", (int)n);
    return 1;
  }
  for (volatile size_t i = 0; i < n; i++) {
    void *state = test[i].initial_state ? test[i].initial_state : shared;
    shim_skipped = 0;
    printf("[ RUN      ] %s\n", test[i].name);
    fflush(stdout);
    int out = setjmp(shim_out);
    if (out == 0) {
      if (test[i].setup_func && test[i].setup_func(&state) != 0) fail_msg("set-up");
      test[i].test_func(&state);
      if (test[i].teardown_func && test[i].teardown_func(&state) != 0) fail_msg("tear-down");
      passed++;
      printf("[       OK ] %s\n", test[i].name);
    } else if (shim_skipped) {
      skipped++;
      printf("[  SKIPPED ] %s\n", test[i].name);
    } else {
      failed++;
      printf("[  FAILED  ] %s\n", test[i].name);
    }
  }
  if (teardown) teardown(&shared);
  printf("[==========] %d test(s) run.\n[  PASSED  ] %d test(s).\n", (int)n, passed);
  if (failed) printf("[  FAILED  ] %d test(s), listed below:\n", failed);
  return failed;
}
#define cmocka_run_group_tests(tests, setup, teardown)                                             \
  shim_run(#tests, tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)
#define cmocka_run_group_tests_name(name, tests, setup, teardown)                                  \
  shim_run(name, tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)

#endif
