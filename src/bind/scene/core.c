/* core.c - the module laguna.core: what the Lua half is made of. Scenes see it through
   lua/laguna/init.lua. */
#include "bind/scene/scene.h"

#include "bind/object/checkpoint.h"

#include <string.h>

/* core.kinds([family]) -> {"shape.box", ...}, sorted by family, then name */
static int kinds(lua_State *L) {
  const char *family = luaL_optstring(L, 1, NULL);
  lua_newtable(L);
  for (int i = 0, n = 0; i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    if (family && strcmp(lg_family_name(k->family), family) != 0) continue;
    lua_pushfstring(L, "%s.%s", lg_family_name(k->family), k->name);
    lua_rawseti(L, -2, ++n);
  }
  return 1;
}

/* core.meant(name, names[, otherwise]) -> what belongs behind "unknown 'name'": the name that was
   meant; where none is near, otherwise, or the names */
static int meant(lua_State *L) {
  char text[LG_MEANT_MAX];
  const char *names[LG_LUA_NAMES_MAX];
  int n = 0;

  /* The names: as many as one sentence chooses from. */
  luaL_checktype(L, 2, LUA_TTABLE);
  for (; n < LG_LUA_NAMES_MAX && lua_rawgeti(L, 2, n + 1) == LUA_TSTRING; n++) {
    names[n] = lua_tostring(L, -1); /* the table keeps it */
    lua_pop(L, 1);
  }

  /* The nearest of them, or what the caller says instead. */
  const char *name = luaL_checkstring(L, 1), *otherwise = luaL_optstring(L, 3, NULL);
  bool far = otherwise && !lg_nearest(name, names, n);
  lua_pushstring(L, far ? otherwise : lg_meant(name, names, n, text, sizeof text));
  return 1;
}

/* An object's kind, which may have rows of its own, or the one of that name. */
static const lg_kind *kind_named(lua_State *L) {
  const lg_lua_object *o = lg_lua_to_object(L, 1);
  if (o) return o->kind;
  const char *name = luaL_checkstring(L, 1);
  if (strcmp(name, "view") == 0) return lg_scene_view_kind();
  return strcmp(name, "world") == 0 ? lg_kind_world() : lg_kind_find(name);
}

/* core.row(kind, parameter) -> how a value of it is written ("number", "vec", "bool", "text";
   "reference": it cannot be), and whether it is fixed when the object is made; nil: no such
   parameter */
static int row(lua_State *L) {
  static const char *const forms[] = {
      [LG_BOOL] = "bool", [LG_INT] = "number", [LG_FLOAT] = "number",
      [LG_VEC] = "vec",   [LG_COLOR] = "vec",  [LG_CHOICE] = "text",
      [LG_TEXT] = "text", [LG_FILE] = "text",  [LG_POINTS] = "text"};
  const lg_kind *k = kind_named(L);
  const lg_param *r = k ? lg_param_find(k, luaL_checkstring(L, 2)) : NULL;
  if (!r) return 0;
  lua_pushstring(L, lg_lua_is_reference(r) ? "reference" : forms[r->type]);
  lua_pushboolean(L, (r->flags & LG_RESTART) != 0);
  return 2;
}

/* core.check(kind, parameter, value) -> nothing, or the sentence that refuses it */
static int check(lua_State *L) {
  lg_why why;
  lg_arg args[2];
  const lg_kind *k = kind_named(L);
  const char *name = luaL_checkstring(L, 2);
  if (!k || !lg_lua_to_arg(L, 3, name, &args[0])) return 0;
  args[1] = lg_end();
  if (lg_param_check(k, args, 0, false, &why)) return 0;
  lua_pushstring(L, why.text);
  return 1;
}

/* core.say(sentence): print() of a scene; false: there is no program to say it */
static int say(lua_State *L) {
  const lg_scene_options *host = lg_lua_host(L);
  lg_lua_push_readable(L, 1);
  if (host && host->say && lg_trace_speaks(L)) host->say(host->user, LG_NOTE, lua_tostring(L, -1));
  lua_pushboolean(L, host != NULL);
  return 1;
}

/* core.reads(path): the scene reads that file; whoever watches it wants to know */
static int reads(lua_State *L) {
  const lg_scene_options *host = lg_lua_host(L);
  if (host && host->reads) host->reads(host->user, luaL_checkstring(L, 1));
  return 0;
}

/* core.leaves(folder, path): does the path lead out of the folder, by its name or by a link, or to
   what is no file? */
static int leaves(lua_State *L) {
  lua_pushboolean(L, lg_lua_leaves_folder(luaL_checkstring(L, 1), luaL_checkstring(L, 2)));
  return 1;
}

/* core.budget(list): what the header of the file that is loading asks for, where the host has said
   nothing; or the sentence that refuses it */
static int budget(lua_State *L) {
  const lg_scene_options *host = lg_lua_host(L);
  lg_budget asked = LG_DEFAULT_BUDGET;
  lg_why why;
  if (!lg_budget_read(luaL_checkstring(L, 1), true, &asked, &why)) {
    lua_pushstring(L, why.text);
    return 1;
  }
  if (host) lg_guard_set(L, lg_budget_or(host->budget, asked));
  return 0;
}

/* core.text(path) -> what stands in it, false: there is none; nothing: it lies on the disk */
static int text(lua_State *L) {
  const lg_scene_options *host = lg_lua_host(L);
  const char *found = NULL;
  size_t n = 0;
  if (!host || !host->text) return 0;
  if (host->text(host->texts, luaL_checkstring(L, 1), &found, &n)) lua_pushlstring(L, found, n);
  else if (host->disk) return 0;
  else lua_pushboolean(L, false);
  return 1;
}

/* core.identify(text): what stands in the scene's file, for its checkpoints; one that it should go
   on from must be its own */
static int identify(lua_State *L) {
  const lg_scene_options *host = lg_lua_host(L);
  size_t n = 0;
  const char *text = luaL_checklstring(L, 1, &n);
  if (!host || !host->path) return 0;

  /* Not of Lua's memory; the registry's string is. */
  lg_bytes b = {NULL, 0, 0, false};
  lg_checkpoint_origin(&b, host, text, n);
  if (!b.failed) lua_pushlstring(L, b.at, b.n);
  lg_bytes_free(&b);
  if (lua_gettop(L) < 2) return luaL_error(L, "out of memory for a scene");

  lg_checkpoint c;
  lg_why why;
  size_t bytes = 0;
  const char *mine = lua_tolstring(L, 2, &bytes);
  if (host->state && !host->adopt && lg_checkpoint_open(&c, host->state, host->state_bytes, &why) &&
      !lg_checkpoint_is_of(&c.origin, mine, bytes)) {
    lua_pushfstring(
        L,
        "the checkpoint is of another scene, '%s': this one has neither its name nor its "
        "text",
        c.origin.path);
    return lua_error(L);
  }
  lua_setfield(L, LUA_REGISTRYINDEX, "laguna.origin");
  return 0;
}

/* core.exchange(name, value) -> the value before: what the Lua half hands to C, by name.
     prepare    f(options) may change the options of every lg.world { ... } before they are read
     view       worlds made from now on have it as world.widgets
     folder     worlds made from now on read files relative to it (nil: to the host's own),
     confined   and only there if this is true
     mention    f(program) is a list of the numbers that it mentions where it asks for equality
     field_at   what field:at(point, t) does
     sources    function -> the one that it was made of: errors stand at the place of that */
static int exchange(lua_State *L) {
  lua_settop(L, 2);
  const char *key = lua_pushfstring(L, "laguna.%s", luaL_checkstring(L, 1));
  lua_getfield(L, LUA_REGISTRYINDEX, key);
  lua_pushvalue(L, 2);
  lua_setfield(L, LUA_REGISTRYINDEX, key);
  return 1;
}

/* core.is_world(value) -> whether it is one, and whether it is open */
static int is_world(lua_State *L) {
  lg_lua_world *world = lg_lua_to_world(L, 1);
  lua_pushboolean(L, world != NULL);
  lua_pushboolean(L, world && world->w);
  return 2;
}

/* core.rename(world, name): worlds that nobody named, where a scene returns several */
static int rename_world(lua_State *L) {
  lg_lua_world *world = lg_lua_to_world(L, 1);
  const char *name = luaL_checkstring(L, 2);
  if (world && !*world->name && strlen(name) < LG_NAME_MAX)
    memcpy(world->name, name, strlen(name) + 1);
  return 0;
}

static int call_word(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* core.word(f) -> f, behind a function of C: a script's `return lg.load(...)` would give its own
   place on the stack away to a function of Lua, and no error could name its line. To f the script
   is level 3. */
static int word(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushcclosure(L, call_word, 1);
  return 1;
}

/* What init.lua and the Lua half take from C. */
static const luaL_Reg functions[] = {{"vec", lg_lua_vec_make},
                                     {"kernel", lg_lua_kernel_make},
                                     {"world", lg_lua_world_make},
                                     {"kinds", kinds},
                                     {"meant", meant},
                                     {"view_over", lg_lua_view_over},
                                     {"row", row},
                                     {"check", check},
                                     {"say", say},
                                     {"text", text},
                                     {"identify", identify},
                                     {"reads", reads},
                                     {"leaves", leaves},
                                     {"budget", budget},
                                     {"exchange", exchange},
                                     {"is_world", is_world},
                                     {"rename", rename_world},
                                     {"parting", lg_lua_parting},
                                     {"difference", lg_lua_difference},
                                     {"begin", lg_lua_world_begin},
                                     {"own", lg_lua_own},
                                     {"word", word},
                                     {"plugin", lg_lua_plugin},
                                     {"registry", lg_lua_registry},
                                     {NULL, NULL}};

int luaopen_laguna_core(lua_State *L) {
  /* Metatables of all that scripts can hold. */
  lg_lua_vec_open(L);
  lg_lua_world_open(L);
  lg_lua_object_open(L);
  lg_lua_buffer_open(L);
  lg_trace_open(L);
  lg_lua_grid_open(L);
  lg_lua_kernel_open(L);

  /* The module: its functions, the families, and what the Lua half builds on. */
  luaL_newlib(L, functions);
  lg_lua_push_families(L);
  lua_newtable(L);
  luaL_setfuncs(L, lg_lua_patterns, 0);
  lua_setfield(L, -2, "patterns");
  lg_trace_open_math(L);
  lg_lua_open_fields(L);

  lua_pushliteral(L, LG_VERSION);
  lua_setfield(L, -2, "version");
  lg_lua_put_text(L, "isa", lg_isa());
  return 1;
}
