/* resume.c - worlds of a script and checkpoints: world:save, world:restore, and a scene's worlds
   all at once. */
#include "bind/object/object.h"

#include "bind/guard/guard.h"
#include "bind/trace/trace.h"

#include <stdio.h>
#include <string.h>

/* ---- handles -------------------------------------------------------------------------------- */

/* Behind a restore the world may hold objects that no userdata names yet, and another solver. */
static void settle(lua_State *L, int world) {
  const lg_world *w = lg_lua_to_world(L, world)->w;
  lua_getiuservalue(L, world, LG_WORLD_OBJECTS);
  int objects = lua_gettop(L);

  /* Objects that no userdata names yet. */
  for (int i = 0; i < lg_object_count(w); i++) {
    lg_id id = lg_object_at(w, i);
    if (lua_rawgeti(L, objects, id) == LUA_TNIL) {
      lg_lua_push_found(L, world, id);
      lua_rawseti(L, objects, id);
    }
    lua_pop(L, 1);
  }

  /* The same solver under a new id, or another one: the next question makes a handle for that. */
  lua_getiuservalue(L, world, LG_WORLD_STATE);
  lua_getfield(L, -1, "solver");
  lg_lua_object *solver = lg_lua_to_object(L, -1);
  if (solver && solver->kind == lg_kind_of(w, lg_solver_id(w))) solver->id = lg_solver_id(w);
  else if (solver) {
    solver->state = LG_LUA_REMOVED;
    lua_pushnil(L);
    lua_setfield(L, -3, "solver");
  }
  lua_settop(L, objects - 1);
}

/* ---- one world, from a script --------------------------------------------------------------- */

/* Where the path at index 2 leads: relative to the scene's folder and, without trust, only there
   and only *.lgs, so that a slip cannot overwrite a scene. */
static const char *place(lua_State *L, const lg_lua_world *world, const char *method) {
  const char *path = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
  size_t n = strlen(path);
  if (n == 0)
    lg_lua_fail(L, "world:%s: expects the path of a file, \"pool.lgs\", got %s", method,
                lg_lua_typename(L, 2));

  /* a scene that is not trusted keeps to its folder, and to checkpoints */
  if (world->confined && lg_lua_leaves_folder(world->folder, path))
    lg_lua_fail(
        L, "world:%s: '%s' is outside the scene's folder; run the program with --trust to open it",
        method, path);
  if (world->confined && (n < 5 || strcmp(path + n - 4, ".lgs") != 0))
    lg_lua_fail(L, "world:%s: '%s' must end in .lgs; run the program with --trust for other names",
                method, path);

  return *path == '/' ? path : lua_pushfstring(L, "%s%s", world->folder, path);
}

int lg_lua_world_save(lua_State *L) {
  const lg_lua_world *world = lg_lua_self(L, "save");
  const char *path = place(L, world, "save");
  lg_why why = {""};
  lg_bytes b = {NULL, 0, 0, false};
  size_t origin_bytes = 0;

  /* whose state it is, then the state */
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.origin");
  const char *origin = lua_tolstring(L, -1, &origin_bytes);
  lg_checkpoint_begin(&b, origin, origin_bytes, 1, "", 0);
  bool ok = lg_checkpoint_world(&b, world->w) && lg_checkpoint_end(&b);
  if (!ok) lg_explain(&why, "%s", lg_error(world->w));

  lg_guard_pause(L);
  ok = ok && lg_bytes_write(&b, path, &why);
  lg_guard_spend(L);
  lg_bytes_free(&b);
  return ok ? 0 : lg_lua_fail(L, "world:save: %s", why.text);
}

static bool restore(lg_world *w, const lg_bytes *b, lg_why *why) {
  lg_checkpoint c;
  const char *bytes = NULL;
  size_t n = 0;
  if (!lg_checkpoint_open(&c, b->at, b->n, why)) return false;

  bool ok = c.worlds == 1 && lg_checkpoint_next(&c, &bytes, &n);
  if (!ok)
    lg_explain(why, "it holds %lld worlds, and this is one; `laguna run --resume` takes it",
               (long long)c.worlds);

  /* All of it, or nothing. */
  if (ok && !lg_world_restore(w, bytes, n)) {
    lg_explain(why, "%s", lg_error(w));
    ok = false;
  }
  return ok;
}

int lg_lua_world_restore(lua_State *L) {
  const lg_lua_world *world = lg_lua_self(L, "restore");
  lg_lua_changes(L, "world:restore");
  const char *path = place(L, world, "restore");

  /* Read, then restored; its bytes are not Lua's, so they are freed before an error is raised. */
  lg_why why = {""};
  lg_bytes b = {NULL, 0, 0, false};
  if (!lg_bytes_read(&b, path, &why)) {
    lg_bytes_free(&b);
    return lg_lua_fail(L, "world:restore: %s", why.text);
  }
  bool ok = restore(world->w, &b, &why);
  lg_bytes_free(&b);

  if (!ok) return lg_lua_fail(L, "world:restore: %s: %s", path, why.text);
  settle(L, 1);
  return 0;
}

/* ---- a scene's worlds ----------------------------------------------------------------------- */

/* Behind "world2: " where there are several. */
static void add_list(char *list, size_t bytes, lua_Integer count, lua_Integer i, const char *more) {
  size_t used = strlen(list);
  char world[32] = "";
  if (count > 1) snprintf(world, sizeof world, "world%d: ", (int)i);
  if (*more) snprintf(list + used, bytes - used, "%s%s%s", used ? ", " : "", world, more);
}

void lg_lua_resume(lua_State *L, int worlds, lg_checkpoint *c, bool adopt, lg_adoption *told) {
  lua_Integer count = (lua_Integer)lua_rawlen(L, worlds);
  memset(told, 0, sizeof *told);

  /* As many worlds as there were. */
  if (c->worlds != count && adopt)
    luaL_error(
        L, "the scene returns %I world%s and before it were %I: start anew (key R in the window)",
        count, count == 1 ? "" : "s", (lua_Integer)c->worlds);
  if (c->worlds != count)
    luaL_error(L, "the checkpoint holds %I world%s, and the scene returns %I",
               (lua_Integer)c->worlds, c->worlds == 1 ? "" : "s", count);

  /* World by world; what an edit changed is summed up. */
  for (lua_Integer i = 1; i <= count; i++) {
    const char *bytes = NULL;
    size_t n = 0;
    lg_adoption one;
    memset(&one, 0, sizeof one);
    lua_rawgeti(L, worlds, i);
    lg_world *w = lg_lua_to_world(L, -1)->w;
    bool ok = lg_checkpoint_next(c, &bytes, &n) &&
              (adopt ? lg_world_adopt(w, bytes, n, &one) : lg_world_restore(w, bytes, n));
    if (!ok)
      lg_lua_fail(L, "%s", bytes ? lg_error(w) : "the checkpoint is damaged; take another copy");
    settle(L, lua_gettop(L));
    add_list(told->live, sizeof told->live, count, i, one.live);
    add_list(told->next, sizeof told->next, count, i, one.next);
    add_list(told->restart, sizeof told->restart, count, i, one.restart);
    lua_pop(L, 1);
  }
}
