/* place.c - where the window was last and how it looked: $XDG_STATE_HOME/laguna/window, seven
   numbers. */
#include "app/place.h"

#include "app/app.h"

#include <stdlib.h>
#include <sys/stat.h>

/* With its folders, if they are to be made; false: there is no home. */
static bool find(char *path, size_t bytes, bool make) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  bool own = state && *state == '/';
  if (!own && !(home && *home == '/')) return false;
  int n =
      snprintf(path, bytes, "%s%s/laguna/window", own ? state : home, own ? "" : "/.local/state");
  if (n < 0 || (size_t)n >= bytes) return false;

  for (char *c = path + 1; make && *c; c++) {
    if (*c != '/') continue;
    *c = '\0';
    mkdir(path, 0700);
    *c = '/';
  }
  return true;
}

static bool is_sensible(const lg_viewer_place *p) {
  const int far = 1 << 20;
  return p->width >= 64 && p->height >= 64 && p->width < far && p->height < far && p->x > -far &&
         p->x < far && p->y > -far && p->y < far && p->scale >= LG_SCALE_MIN &&
         p->scale <= LG_SCALE_MAX;
}

bool lg_place_read(lg_viewer_place *place) {
  char path[LG_PATH_MAX];
  lg_viewer_place p = {.known = true, .scale = 1};
  int full = 0, light = 0;

  /* what is torn or makes no sense is as if it were not there */
  FILE *f = find(path, sizeof path, false) ? fopen(path, "r") : NULL;
  bool ok = f &&
            fscanf(f, "%d %d %d %d %d %d %f", &p.x, &p.y, &p.width, &p.height, &full, &light,
                   &p.scale) >= 5 &&
            is_sensible(&p);
  if (f) fclose(f);

  p.full = full != 0;
  p.light = light != 0;
  if (ok) *place = p;
  return ok;
}

static void print(const void *what, FILE *f) {
  const lg_viewer_place *p = what;
  fprintf(f, "%d %d %d %d %d %d %.4g\n", p->x, p->y, p->width, p->height, p->full, p->light,
          (double)p->scale);
}

void lg_place_write(const lg_viewer_place *place) {
  char path[LG_PATH_MAX];
  lg_why why;
  if (place->known && find(path, sizeof path, true)) lg_part_write(path, print, place, &why);
}
