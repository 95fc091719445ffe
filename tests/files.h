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

#endif
