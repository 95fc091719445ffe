/* new.c - `laguna new NAME`: a scene to begin with. */
#include "app/app.h"

#include <string.h>
#include <sys/stat.h>

static const char scene[] =
    "-- %s\n"
    "-- idea: a column of water falls over a ball\n"
    "-- change: viscosity = 5, or the shape of the column; save, and the running water obeys\n"
    "local lg = require \"laguna\"\n"
    "\n"
    "local world = lg.world {\n"
    "  bounds  = {{0, 0}, {4, 3}},                      -- m; three numbers a corner: a 3-D world\n"
    "  spacing = 0.03,                                  -- m, from particle to particle\n"
    "  solver  = lg.solver.flip {},                     -- `laguna kinds` lists what else there "
    "is\n"
    "}\n"
    "world:add(lg.emitter.volume  { name = \"column\", shape = lg.shape.box { max = {1, 2} } })\n"
    "world:add(lg.collider.solid  { shape = lg.shape.sphere { center = {2.5, 0}, radius = 0.3 } "
    "})\n"
    "\n"
    "function world:before_step(dt)                     -- once a frame\n"
    "end\n"
    "return world\n";

/* "", and "scenes/": a file would have no name but its ending. */
static bool names_file(const char *target) {
  const char *slash = strrchr(target, '/'), *name = slash ? slash + 1 : target;
  return *name && strcmp(name, ".lua") != 0;
}

int lg_app_new(const lg_app_options *o) {
  char path[LG_PATH_MAX], title[LG_PATH_MAX];
  struct stat st;
  lg_file file;
  if (!o->target) {
    lg_app_say("new: which name? For example: laguna new splash");
    return LG_EXIT_USAGE;
  }

  if (!names_file(o->target)) {
    lg_app_say("new: '%s' names no file; for example: laguna new splash", o->target);
    return LG_EXIT_USAGE;
  }

  bool named = strcmp(lg_file_extension(o->target), "lua") == 0;
  int n = snprintf(path, sizeof path, "%s%s", o->target, named ? "" : ".lua");
  if (n >= (int)sizeof path - 16) {
    lg_app_say("new: the name is longer than %d bytes", (int)sizeof path - 16);
    return LG_EXIT_USAGE;
  }
  if (lstat(path, &st) == 0) {
    lg_app_say("new: %s is there already; choose another name", path);
    return LG_EXIT_IO;
  }

  /* The title is the file's name. */
  const char *slash = strrchr(path, '/');
  snprintf(title, sizeof title, "%s", slash ? slash + 1 : path);
  title[strlen(title) - strlen(".lua")] = '\0';
  for (char *c = title; *c; c++)
    if ((unsigned char)*c < ' ') *c = ' ';
  if (!lg_file_open(&file, path)) return LG_EXIT_IO;
  fprintf(file.f, scene, title);
  if (!lg_file_close(&file)) return LG_EXIT_IO;
  /* as a shell reads it */
  bool plain = !path[strcspn(path, " \t\"'\\$&;|<>()*?[]#~`!{}")];
  const char *quote = plain ? "" : strchr(path, '\'') ? "\"" : "'";
  printf("%s: open it with: laguna %s%s%s\n", path, quote, path, quote);
  return LG_EXIT_OK;
}
