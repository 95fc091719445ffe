/* file.c - files that scenes name: relative to the scene's folder and, without trust, nowhere
   else. */
#include "bind/lib/lib.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void lg_lua_take_folder(lua_State *L, lg_lua_world *world) {
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.folder");
  lua_getfield(L, LUA_REGISTRYINDEX, "laguna.confined");
  const char *folder = lua_tostring(L, -2);
  world->confined = lua_toboolean(L, -1);
  if (folder && strlen(folder) >= sizeof world->folder)
    lg_lua_fail(L, "world: the path of the scene's folder has %d bytes, more than %d; move it",
                (int)strlen(folder), (int)sizeof world->folder - 1);
  snprintf(world->folder, sizeof world->folder, "%s", folder ? folder : "");
  lua_pop(L, 2);
}

/* Does the entry lead elsewhere: a link, or a pipe or a device in place of a file? */
static bool leads_away(int at, const char *name) {
  struct stat st;
  if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) != 0) return errno != ENOENT;
  return !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* Folder by folder below the scene's own, each opened beneath the one before and never through a
   link: a link that lies there may lead anywhere. */
bool lg_lua_leaves_folder(const char *folder, const char *path) {
  if (*path == '/' || strstr(path, "..")) return true;
  int at = open(*folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool away = at < 0;

  while (at >= 0 && !away && *path) {
    char name[LG_TEXT_MAX];
    size_t n = strcspn(path, "/");
    if (n >= sizeof name) away = true;
    else {
      snprintf(name, sizeof name, "%.*s", (int)n, path);
      away = n > 0 && leads_away(at, name);
    }
    path += n + strspn(path + n, "/");

    /* What is not there leads nowhere: whoever opens it says so. */
    int next = -1;
    if (!away && n > 0 && *path) {
      next = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      away = next < 0 && errno != ENOENT;
    }
    close(at);
    at = next;
  }
  if (at >= 0) close(at);
  return away;
}

bool lg_lua_read_file(void *user, const char *path, lg_take_fn *take, void *sink, lg_why *why) {
  const lg_lua_world *world = user;
  const lg_scene_options *host = world->host;
  const char *text = NULL;
  size_t text_bytes = 0;
  char place[LG_LUA_PATH_MAX + LG_TEXT_MAX], bytes[16384];
  snprintf(place, sizeof place, "%s%s", *path == '/' ? "" : world->folder, path);
  if (host && host->text && host->text(host->texts, place, &text, &text_bytes)) {
    take(sink, text, text_bytes);
    return true;
  }
  if (host && host->text && !host->disk)
    return lg_explain(why, "it is not among the files of this take");

  if (world->confined && lg_lua_leaves_folder(world->folder, path)) {
    return lg_explain(why,
                      "it is outside the scene's folder; run the program with --trust to open it");
  }

  /* Whoever watches the scene's files is told of this one, too. */
  if (host && host->reads) host->reads(host->user, place);

  FILE *file = fopen(place, "rb");
  size_t n = 0;
  errno = file ? 0 : errno;
  while (file && (n = fread(bytes, 1, sizeof bytes, file)) > 0) take(sink, bytes, n);
  bool ok = file && !ferror(file);
  if (!ok) lg_explain(why, "%s", strerror(errno));
  if (file) fclose(file);
  return ok;
}
