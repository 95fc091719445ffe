/* gallery.c - the scenes that come with the program: beside it where it was built, below
   share/laguna where it was installed. Scenes first, then physics in Lua, then lessons. */
#include "app/app.h"

#include "record/png_read.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const folders[] = {"scenes", "physics", "lessons"};
static const char first[] = "/scenes/dam_break.lua"; /* what a newcomer sees */

bool lg_app_beside(const char *name, char *path, size_t bytes) {
  char folder[LG_PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", folder, sizeof folder - 1);
  folder[n > 0 ? n : 0] = '\0';
  char *slash = strrchr(folder, '/');
  if (slash) slash[1] = '\0';
  return (size_t)snprintf(path, bytes, "%s%s", folder, name) < bytes && access(path, R_OK) == 0;
}

/* The folder of examples: the installed one, the checkout's, whose build may lie one deeper. */
static bool find_examples(char *path, size_t bytes) {
  static const char *const places[] = {"../share/laguna/examples", "../examples", "../../examples"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (lg_app_beside(places[i], path, bytes)) return true;
  return false;
}

/* "-- Dam break" of its first line, and what its second says behind "-- idea: ". */
static void read_title(lg_gallery_scene *s) {
  static const char idea[] = "-- idea: ";
  char line[2][256] = {"", ""};
  FILE *f = fopen(s->path, "rb");
  for (int i = 0; f && i < 2 && fgets(line[i], sizeof line[i], f); i++)
    line[i][strcspn(line[i], "\r\n")] = '\0';
  if (f) fclose(f);

  const char *title = strncmp(line[0], "-- ", 3) == 0 ? line[0] + 3 : strrchr(s->path, '/') + 1;
  snprintf(s->title, sizeof s->title, "%.*s", (int)sizeof s->title - 1, title);
  if (strncmp(line[1], idea, sizeof idea - 1) == 0)
    snprintf(s->idea, sizeof s->idea, "%.*s", (int)sizeof s->idea - 1, line[1] + sizeof idea - 1);
}

static bool add(lg_gallery *g, const char *path) {
  lg_gallery_scene *longer = realloc(g->scene, ((size_t)g->count + 1) * sizeof *longer);
  if (!longer) return false;
  g->scene = longer;

  lg_gallery_scene *s = &g->scene[g->count];
  *s = (lg_gallery_scene){.path = strdup(path)};
  if (!s->path) return false;
  read_title(s);
  g->count++;
  return true;
}

void lg_gallery_find(lg_gallery *g) {
  char examples[LG_PATH_MAX], pattern[LG_PATH_MAX + 32];
  *g = (lg_gallery){NULL, 0};
  if (!find_examples(examples, sizeof examples)) return;

  for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
    glob_t found;
    /* lessons/ also has drawings of its lessons, whose names begin with a letter */
    const char *names = k == 2 ? "[0-9]*.lua" : "*.lua";
    snprintf(pattern, sizeof pattern, "%s/%s/%s", examples, folders[k], names);
    if (glob(pattern, 0, NULL, &found) != 0) continue;
    for (size_t i = 0; i < found.gl_pathc && add(g, found.gl_pathv[i]); i++) continue;
    globfree(&found);
  }
}

int lg_gallery_first(const lg_gallery *g) {
  for (int i = 0; i < g->count; i++) {
    size_t n = strlen(g->scene[i].path);
    if (n >= sizeof first && strcmp(g->scene[i].path + n - (sizeof first - 1), first) == 0)
      return i;
  }
  return 0;
}

/* scenes/wind.lua -> pictures/wind.png */
const uint8_t *lg_gallery_picture(lg_gallery *g, int i, int *width, int *height) {
  lg_gallery_scene *s = &g->scene[i];

  /* FOLDER/pictures/NAME.png beside FOLDER/scenes/NAME.lua */
  const char *name = strrchr(s->path, '/'), *folder = name;
  while (folder > s->path && folder[-1] != '/') folder--;
  char path[LG_PATH_MAX + 32];
  snprintf(path, sizeof path, "%.*spictures%.*s.png", (int)(folder - s->path), s->path,
           (int)strlen(name) - 4, name);

  /* read once, even if there is none */
  if (!s->looked) s->picture = lg_record_read_png(path, &s->width, &s->height);
  s->looked = true;
  *width = s->width;
  *height = s->height;
  return s->picture;
}

void lg_gallery_free(lg_gallery *g) {
  for (int i = 0; i < g->count; i++) {
    free(g->scene[i].path);
    free(g->scene[i].picture);
  }
  free(g->scene);
  *g = (lg_gallery){NULL, 0};
}
