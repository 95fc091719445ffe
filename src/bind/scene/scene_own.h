/* scene_own.h - what load.c and scene.c share. */
#ifndef LG_BIND_SCENE_OWN_H
#define LG_BIND_SCENE_OWN_H

#include "bind/scene/scene.h"

struct lg_scene {
  lua_State *L;
  lg_guard guard;
  /* strings belong to the caller of lg_scene_load and are not used after it */
  lg_scene_options options;
  int worlds; /* references in the registry: "laguna.worlds", a list */
  bool guarded;
  lg_adoption told;
  char title[128];
  char color_by[LG_NAME_MAX];
  lg_why error;
};

/* The message on top, which is text: the guard has seen to that. */
void lg_scene_keep_error(lua_State *L, lg_why *why);

#endif
