/* find.c - what is in a world: objects by name, particles by id, the list of all objects. */
#include "bind/object/object.h"

#include <stdio.h>

void lg_lua_push_found(lua_State *L, int world, lg_id id) {
  const lg_world *w = lg_lua_to_world(L, world)->w;
  lg_lua_object *o = lg_lua_new_object(L, lg_kind_of(w, id));
  o->id = id;
  o->state = LG_LUA_ADDED;
  snprintf(o->name, sizeof o->name, "%s", lg_name(w, id));
  lua_pushvalue(L, world);
  lua_setiuservalue(L, -2, LG_OBJECT_WORLD);
  lua_newtable(L);
  lua_setiuservalue(L, -2, LG_OBJECT_OPTIONS);
}
int lg_lua_world_find(lua_State *L) {
  const lg_world *w = lg_lua_self(L, "find")->w;
  if (lua_isinteger(L, 2)) { /* a particle: its index now */
    int64_t i = lg_particle_find(w, lua_tointeger(L, 2));
    if (i < 0) lua_pushnil(L);
    else lua_pushinteger(L, i + 1);
    return 1;
  }

  /* An object by its name; the world and its solver have names of their own. */
  if (lua_type(L, 2) != LUA_TSTRING)
    return lg_lua_fail(L,
                       "world:find: expects the name of an object or the id of a particle, got %s",
                       lg_lua_typename(L, 2));
  lg_id id = lg_find(w, lua_tostring(L, 2));
  if (id && id == lg_world_id(w)) lua_pushvalue(L, 1);
  else if (id && id == lg_solver_id(w)) lg_lua_push_solver(L, 1);
  else {
    lua_getiuservalue(L, 1, LG_WORLD_OBJECTS);
    lua_rawgeti(L, -1, id);
  }
  return 1;
}

void lg_lua_push_objects(lua_State *L, int world) {
  const lg_world *w = lg_lua_to_world(L, world)->w;
  lua_getiuservalue(L, world, LG_WORLD_OBJECTS);
  lua_createtable(L, lg_object_count(w), 0);
  for (int i = 0; i < lg_object_count(w); i++) {
    lua_rawgeti(L, -2, lg_object_at(w, i));
    lua_rawseti(L, -2, i + 1);
  }
  lua_remove(L, -2);
}
