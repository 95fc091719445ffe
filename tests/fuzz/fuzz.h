/* fuzz.h - targets of fuzzers. Each file beside it has one, `try`. As a test it tries the inputs of
   tests/fuzz/corpus/NAME and TURNS variations of each, or FUZZ_TURNS; with LG_FUZZ it is what
   libFuzzer calls (tests/fuzz/long_fuzz.sh, or by hand: make fuzz, then build/fuzz/tests/fuzz/NAME
   FOLDER). */
#ifndef LG_TESTS_FUZZ_H
#define LG_TESTS_FUZZ_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "laguna.h"

/* Must not crash, leak, or take long; aborts if what it knows to hold does not. */
static void try(const uint8_t *data, size_t n);

#define MUST(condition, ...)                                                                       \
  do {                                                                                             \
    if (condition) break;                                                                          \
    fprintf(stderr, __VA_ARGS__);                                                                  \
    fputc('\n', stderr);                                                                           \
    abort();                                                                                       \
  } while (0)

/* The next byte of an input; 0 behind its end. */
typedef struct feed {
  const uint8_t *at;
  size_t left;
} feed;
static inline unsigned next(feed *f) { return f->left ? f->left--, *f->at++ : 0u; }

#ifdef LG_FUZZ

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  try(data, n);
  return 0;
}

#else

#include <dirent.h>

#ifndef TURNS
#define TURNS 200
#endif

static size_t read_input(const char *name, uint8_t **data) {
  char path[512];
  snprintf(path, sizeof path, "tests/fuzz/corpus/" FUZZ_NAME "/%s", name);
  FILE *f = fopen(path, "rb");
  if (!f) fail_msg("cannot read %s", path);
  size_t n = 0, room = 1 << 16;
  *data = malloc(room);
  assert_non_null(*data);
  n = fread(*data, 1, room - 4096, f);
  fclose(f);
  return n;
}

/* Bytes that change, go and come, by a generator of its own: the same in every run. */
static uint32_t chance(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

static size_t vary(uint8_t *data, size_t n, size_t room, uint64_t *state) {
  for (uint32_t turns = 1 + chance(state) % 8; turns > 0; turns--) {
    size_t at = n ? chance(state) % n : 0, length = 1 + chance(state) % 8;
    switch (chance(state) % 4) {
      case 0:
        if (n) data[at] ^= (uint8_t)(1u << chance(state) % 8);
        break;
      case 1:
        if (n) data[at] = (uint8_t)chance(state);
        break;
      case 2:
        if (at + length > n) break;
        memmove(data + at, data + at + length, n - at - length);
        n -= length;
        break;
      default:
        if (n + length > room) break;
        memmove(data + at + length, data + at, n - at);
        for (size_t i = 0; i < length; i++) data[at + i] = (uint8_t)chance(state);
        n += length;
    }
  }
  return n;
}

static void inputs_and_their_like_are_survived(void **tests) {
  (void)tests;
  const char *asked = getenv("FUZZ_TURNS");
  int tried = 0, turns = asked ? atoi(asked) : TURNS;
  DIR *folder = opendir("tests/fuzz/corpus/" FUZZ_NAME);
  assert_non_null(folder);
  for (struct dirent *e; (e = readdir(folder));) {
    uint8_t *text, *data = malloc(1 << 16);
    if (*e->d_name == '.') {
      free(data);
      continue;
    }
    size_t n = read_input(e->d_name, &text);
    assert_non_null(data);
    uint64_t state = n + 1;
    for (int turn = 0; turn <= turns; turn++, tried++) {
      memcpy(data, text, n);
      size_t varied = turn ? vary(data, n, 1 << 16, &state) : n;
      uint8_t *copy = malloc(varied + !varied); /* of its own, so that a sanitizer sees its end */
      assert_non_null(copy);
      memcpy(copy, data, varied);
      try(copy, varied);
      free(copy);
    }
    free(text);
    free(data);
  }
  closedir(folder);
  assert_true(tried > turns);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(inputs_and_their_like_are_survived)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
#endif
