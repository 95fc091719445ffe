/* scene_file.h - a scene in a file of its own, which a group of tests writes anew as often as it
   likes. */
#ifndef LG_TESTS_BIND_SCENE_FILE_H
#define LG_TESTS_BIND_SCENE_FILE_H

#include "folder.h"

static char path[320];

static inline FILE *scene_open(void) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  return f;
}

/* The setup of such a group. */
static int scene_make(void **state) {
  (void)state;
  memcpy(path, folder_new("scene.lua").file, sizeof path);
  return 0;
}

#endif
