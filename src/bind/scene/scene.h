/* scene.h - a scene from inside. */
#ifndef LG_BIND_SCENE_H
#define LG_BIND_SCENE_H

#include "bind/guard/guard.h"
#include "bind/object/object.h"
#include "bind/trace/trace.h"

/* Calls the function at the bottom of the stack with its `count` arguments, protected, and empties
   the stack; false: the message is the scene's error. handler: of messages, or NULL. */
bool lg_scene_call(lg_scene *s, int count);
/* The same, of a hook that may return true: then the event is its own. */
lg_input lg_scene_ask(lg_scene *s, int count);
lg_lua_world *lg_scene_push(lg_scene *s, int i); /* pushes world i (0-based) */
void lg_scene_limit(lg_scene *s); /* begins the budget of a hook, for a call of one's own */
lua_State *lg_scene_state(lg_scene *s);

/* ---- reference.c ---------------------------------------------------------------------------- */
int lg_lua_registry(lua_State *L);

/* ---- widget.c ------------------------------------------------------------------------------- */
/* Behind a frame: makes the checks that are due. False: lg_scene_error. */
bool lg_scene_look(lg_scene *s);

/* ---- embed.c: the Lua half inside the program ----------------------------------------------- */
void lg_lua_preload(lua_State *L); /* require "laguna" finds the program's own copy */

#endif
