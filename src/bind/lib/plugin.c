/* plugin.c - shared libraries of kinds from outside (laguna_kind.h): opened, looked over, and their
   kinds registered. They stay until the program ends, since worlds point to their kinds. */
#include "bind/lib/lib.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* What the library holds for the best dispatch path that runs here; NULL: nothing. What was compiled
   for sse2 runs wherever the program does on such machines, also if it has no such path itself. */
static const lg_plugin *plugin_of(void *library) {
  const lg_plugin *plugin = NULL;
  for (int i = 0; lg_isa_runs(i) && !plugin; i++) {
    char name[LG_NAME_MAX];
    snprintf(name, sizeof name, "laguna_plugin_%s", lg_isa_runs(i));
    plugin = dlsym(library, name);
  }
  return plugin ? plugin : dlsym(library, "laguna_plugin_sse2");
}

/* False: the sentence is in why. */
static bool register_all(const lg_plugin *plugin, const char *path, lg_why *why) {
  lg_why reason;
  if (plugin->version != LG_KIND_VERSION || plugin->kind_bytes != (int)sizeof(lg_kind)) {
    lg_explain(why,
             "plugin '%s': its kinds are of version %d (%d bytes) and this program's of %d (%d "
             "bytes); build it again with this program's headers",
             path, plugin->version, plugin->kind_bytes, LG_KIND_VERSION, (int)sizeof(lg_kind));
    return false;
  }
  for (const lg_kind *const *kind = plugin->kinds; *kind; kind++) {
    if (lg_kind_register(*kind, &reason)) continue;
    lg_explain(why, "plugin '%s': %s", path, reason.text);
    return false;
  }
  return true;
}

bool lg_plugin_load(const char *path, lg_why *why) {
  char place[LG_ERROR_MAX];
  FILE *file = fopen(path, "rb"); /* dlopen's own sentence tells neither from the other */
  if (!file) {
    lg_explain(why, "plugin '%s': there is no such file", path);
    return false;
  }
  fclose(file);

  /* A bare name would be looked for where the system keeps its libraries. */
  snprintf(place, sizeof place, "%s%s", strchr(path, '/') ? "" : "./", path);
  void *library = dlopen(place, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    lg_explain(why, "plugin '%s' cannot be loaded: %s", path, reason ? reason : "unknown");
    return false;
  }

  const lg_plugin *plugin = plugin_of(library);
  if (!plugin)
    lg_explain(why,
             "plugin '%s': it has no symbol laguna_plugin_%s; LG_PLUGIN of laguna_kind.h makes it",
             path, lg_isa_runs(0));
  else if (register_all(plugin, path, why)) return true;
  dlclose(library);
  return false;
}

int lg_lua_plugin(lua_State *L) {
  lg_why why;
  char place[LG_LUA_PATH_MAX + LG_TEXT_MAX];
  const char *path = luaL_checkstring(L, 1);
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.folder");
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.confined");
  if (lua_toboolean(L, -1))
    return lg_lua_fail(L, "plugin: '%s' is machine code; run the program with --trust to load it",
                       path);
  const char *folder = lua_tostring(L, -2);
  snprintf(place, sizeof place, "%s%s", *path == '/' || !folder ? "" : folder, path);
  return lg_plugin_load(place, &why) ? 0 : lg_lua_fail(L, "%s", why.text);
}
