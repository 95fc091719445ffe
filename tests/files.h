/* files.h - files in memory, for worlds whose shapes read some. */
#ifndef LG_TESTS_FILES_H
#define LG_TESTS_FILES_H

#include <stdio.h>
#include <string.h>

#include "laguna.h"

/* a list of them ends with a NULL path */
typedef struct memory_file {
  const char *path, *text;
} memory_file;

/* An lg_read_fn; user is a list. It hands a file out in pieces of 7 bytes, so that no reader may
   rely on whole lines. */
static inline bool read_memory(void *user, const char *path, lg_take_fn *take, void *sink,
                               lg_why *why) {
  for (const memory_file *f = user; f->path; f++) {
    if (strcmp(f->path, path) != 0) continue;
    for (size_t at = 0, n = strlen(f->text); at < n; at += 7)
      take(sink, f->text + at, n - at < 7 ? n - at : 7);
    return true;
  }
  return lg_explain(why, "no such file");
}

/* A cube and a square of 1 m a side, from 0 to 1. */
#define CUBE_OBJ                                                                                   \
  "# a cube\no box\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"      \
  "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
#define SQUARE_OBJ "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nl 1 2 3 4 1\n"

/* A decoder of pictures (lg_decode_fn) that makes one up, whatever the file holds. */
typedef struct pattern {
  int width, height;
  int calls; /* the call that fails; 0: none */
} pattern;

static inline int pattern_byte(int x, int y, int channel) {
  return (x * 37 + y * 91 + channel * 53 + 11) & 255;
}

/* user: a pattern. */
static inline bool decode_pattern(void *user, const char *bytes, size_t n, int *width, int *height,
                                  uint8_t *rgba, lg_why *why) {
  pattern *p = user;
  (void)bytes;
  (void)n;
  if (p->calls > 0 && --p->calls == 0) return lg_explain(why, "not on a Monday");
  *width = p->width;
  *height = p->height;
  for (int y = 0; rgba && y < p->height; y++)
    for (int x = 0; x < p->width; x++)
      for (int k = 0; k < 4; k++)
        rgba[4 * ((size_t)y * (size_t)p->width + (size_t)x) + (size_t)k] =
            (uint8_t)pattern_byte(x, y, k);
  return true;
}

#endif
