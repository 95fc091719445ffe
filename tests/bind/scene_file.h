/* scene_file.h - a scene in a file of its own, which a group of tests writes anew as often as it likes. */
#ifndef LG_TESTS_BIND_SCENE_FILE_H
#define LG_TESTS_BIND_SCENE_FILE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/laguna-scene-XXXXXX.lua";

static inline FILE *scene_open(void) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  return f;
}

static int scene_make(void **state) {
  (void)state;
  int fd = mkstemps(path, 4);
  return fd < 0 ? -1 : close(fd);
}

static int scene_remove(void **state) {
  (void)state;
  return unlink(path);
}

#endif
