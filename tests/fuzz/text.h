/* text.h - scenes that are written from the bytes of an input, and what becomes of them. */
#ifndef LG_TESTS_FUZZ_TEXT_H
#define LG_TESTS_FUZZ_TEXT_H

#include "bind/bind.h"

#include <unistd.h>

typedef struct text {
  char bytes[16384];
  size_t n;
} text;

__attribute__((format(printf, 2, 3))) static inline void put(text *t, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(t->bytes + t->n, sizeof t->bytes - t->n, format, list);
  va_end(list);
  if (n > 0 && t->n + (size_t)n < sizeof t->bytes) t->n += (size_t)n;
  else t->bytes[t->n] = 0;
}

static inline void say_nothing(void *user, lg_level level, const char *sentence) {
  (void)user;
  (void)level;
  (void)sentence;
}

/* The scene of a text, in a file for as long as it is read; NULL: why. */
static inline lg_scene *scene_of(const text *t, const char *const *sets, int count, lg_why *why) {
  char path[] = P_tmpdir "/laguna-fuzz-XXXXXX";
  int file = mkstemp(path);
  MUST(file >= 0 && write(file, t->bytes, t->n) == (ssize_t)t->n, "no file");
  close(file);
  lg_scene_options o = {.path = path,
                        .sets = sets,
                        .set_count = count,
                        .threads = 1,
                        .seed = -1,
                        .budget = {0.5, 0.2, (size_t)64 << 20},
                        .say = say_nothing};
  lg_scene *s = lg_scene_load(&o, why);
  unlink(path);
  return s;
}

#endif
