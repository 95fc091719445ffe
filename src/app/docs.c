/* docs.c - `laguna docs [FOLDER]`: writes the reference and the editor's types, made from the rows,
   where they are committed. */
#include "app/app.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define FOLDER "lua/laguna" /* of the source tree */

typedef struct job {
  const char *folder;
  int written, code;
} job;

/* The folders that a path goes through, one after the other. */
static bool make_folders(const char *path) {
  char part[LG_PATH_MAX];
  for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    snprintf(part, sizeof part, "%.*s", (int)(slash - path), path);
    if (mkdir(part, 0777) == 0 || errno == EEXIST) continue;
    lg_app_say("docs: the folder '%s' cannot be made: %s", part, strerror(errno));
    return false;
  }
  return true;
}

static bool write_page(void *user, const char *path, const char *text, size_t bytes) {
  job *j = user;
  char place[LG_PATH_MAX];
  lg_file file;
  snprintf(place, sizeof place, "%s/%s", j->folder, path);

  /* The page appears whole or not at all. */
  bool ok = make_folders(place) && lg_file_open(&file, place);
  if (ok) {
    fwrite(text, 1, bytes, file.f);
    ok = lg_file_close(&file);
  }

  if (ok) j->written++;
  else j->code = LG_EXIT_IO;
  return ok;
}

int lg_app_docs(const lg_app_options *o) {
  lg_why why = {""};
  job j = {.folder = o->target ? o->target : FOLDER};
  struct stat st;

  /* Without a folder's name it writes where the sources are, if they are here. */
  if (!o->target && stat(FOLDER, &st) != 0) {
    lg_app_say("docs: there is no folder '%s' here: run it in the top folder of the sources, or "
               "name a folder",
               FOLDER);
    return LG_EXIT_USAGE;
  }

  if (!lg_reference(write_page, &j, &why)) {
    lg_app_say("docs: %s", why.text);
    return LG_EXIT_SCENE;
  }
  if (j.code == LG_EXIT_OK) printf("%d files in %s\n", j.written, j.folder);
  return j.code;
}
