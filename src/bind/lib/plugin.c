/* plugin.c - shared libraries of kinds from outside (laguna_kind.h): opened, looked over, and their
   kinds registered. They stay until the program ends, since worlds point to their kinds. */
#include "bind/lib/lib.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What the library holds for the best dispatch path that runs here; NULL: nothing. Code for sse2
   runs wherever the program does, also where the program itself was built without that path. */
static const lg_plugin *plugin_of(void *library) {
  const lg_plugin *plugin = NULL;
  for (int i = 0; lg_isa_runs(i) && !plugin; i++) {
    char name[LG_NAME_MAX];
    snprintf(name, sizeof name, "laguna_plugin_%s", lg_isa_runs(i));
    plugin = dlsym(library, name);
  }
  return plugin ? plugin : dlsym(library, "laguna_plugin_sse2");
}

static bool check_version(const lg_plugin *plugin, const char *path, lg_why *why) {
  if (plugin->version == LG_KIND_VERSION && plugin->kind_bytes == (int)sizeof(lg_kind)) return true;
  return lg_explain(why,
                    "plugin '%s': its kinds are of version %d (%d bytes) and this program's of %d "
                    "(%d bytes); build it again with this program's headers",
                    path, plugin->version, plugin->kind_bytes, LG_KIND_VERSION,
                    (int)sizeof(lg_kind));
}

/* Kinds call what the program exports. Lua's module keeps its functions to itself: a plugin that
   finds none here, or those of another copy of the library, must not be loaded. */
static bool has_functions_of_the_program(void) {
  void *program = dlopen(NULL, RTLD_LAZY);
  bool found = program && dlsym(program, "lg_kind_register");
  if (program) dlclose(program);
  return found;
}

/* NULL: the sentence is in why. */
static void *open_library(const char *path, lg_why *why) {
  char place[LG_LUA_PATH_MAX + LG_TEXT_MAX];
  FILE *file = fopen(path, "rb"); /* a missing file and a bad one are the same to dlopen */
  if (!file) {
    lg_explain(why, "plugin '%s': %s", path,
               errno == ENOENT ? "there is no such file" : strerror(errno));
    return NULL;
  }
  fclose(file);

  /* A bare name would be looked for where the system keeps its libraries. */
  int length = snprintf(place, sizeof place, "%s%s", strchr(path, '/') ? "" : "./", path);
  if (length >= (int)sizeof place) {
    lg_explain(why, "plugin '%s': its path is too long", path);
    return NULL;
  }
  void *library = dlopen(place, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    lg_explain(why, "plugin '%s' cannot be loaded: %s", path, reason ? reason : "unknown");
  }
  return library;
}

bool lg_plugin_load(const char *path, lg_why *why) {
  if (!has_functions_of_the_program())
    return lg_explain(why,
                      "plugin '%s': kinds from outside need the program: laguna run SCENE "
                      "--trust",
                      path);
  void *library = open_library(path, why);
  if (!library) return false;

  const lg_plugin *plugin = plugin_of(library);
  bool ok = plugin && check_version(plugin, path, why);
  if (!plugin)
    lg_explain(
        why, "plugin '%s': it has no symbol laguna_plugin_%s; LG_PLUGIN of laguna_kind.h makes it",
        path, lg_isa_runs(0));

  /* Kinds that are registered stay, and with them the library, also when a later one is refused. */
  int registered = 0;
  for (const lg_kind *const *kind = ok ? plugin->kinds : NULL; ok && *kind; kind++) {
    lg_why reason;
    ok = lg_kind_register(*kind, &reason);
    if (ok) registered++;
    else lg_explain(why, "plugin '%s': %s", path, reason.text);
  }
  if (!ok && registered == 0) dlclose(library);
  return ok;
}

int lg_lua_plugin(lua_State *L) {
  lg_why why;
  char place[LG_LUA_PATH_MAX + LG_TEXT_MAX];
  const char *path = luaL_checkstring(L, 1);

  /* machine code is for scenes that are trusted */
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.folder");
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.confined");
  if (lua_toboolean(L, -1))
    return lg_lua_fail(L, "plugin: '%s' is machine code; run the program with --trust to load it",
                       path);

  /* beside the scene, unless its path is whole */
  const char *folder = lua_tostring(L, -2);
  int length = snprintf(place, sizeof place, "%s%s", *path == '/' || !folder ? "" : folder, path);
  if (length >= (int)sizeof place)
    return lg_lua_fail(L, "plugin: '%s': its path is too long", path);
  return lg_plugin_load(place, &why) ? 0 : lg_lua_fail(L, "%s", why.text);
}
