/* world.h - small worlds for tests that take shots of them. */
#ifndef LG_TESTS_PICTURE_WORLD_H
#define LG_TESTS_PICTURE_WORLD_H

#include "stage.h"

UNUSED lg_world *world_of(lg_bounds bounds) {
  lg_world_def def = lg_default_world();
  def.bounds = bounds;
  def.spacing = 0.1f;
  def.threads = 1;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("%s", def.error);
  return w;
}

UNUSED lg_id world_add(lg_world *w, const char *kind, const lg_arg *args) {
  lg_id id = lg_add(w, kind, args);
  if (!id) fail_msg("%s", lg_error(w));
  return id;
}

#endif
