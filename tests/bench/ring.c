/* ring.c - how many frames a window can go back in 256 MB: bytes of the last state that the past of
   a scene keeps, which is followed by LG_PAST_MOST frames that are made again from it.

     ring SCENE.lua ... */
#include "app/past.h"

#include <stdio.h>

#define FRAMES 65 /* enough for some states, with all columns */
#define MEMORY 256e6

static size_t particles(lg_scene *s) {
  size_t n = 0;
  for (int i = 0; i < lg_scene_count(s); i++) n += lg_column(lg_scene_world(s, i), "position").n;
  return n;
}

static bool run(const char *scene) {
  lg_app_options o = {.target = scene, .threads = 0, .seed = -1, .fps = 60};
  lg_live l;
  lg_past p = {.budget = (size_t)1 << 30};
  if (!lg_live_open(&l, &o, false)) return false;
  lg_past_begin(&p, l.scene);
  for (int i = 0; i < FRAMES; i++) {
    lg_past_branch(&p);
    if (!lg_live_step(&l, lg_app_dt(&o))) break;
    lg_past_frame(&p, l.scene);
  }

  size_t bytes = p.state[p.states - 1].bytes.n, n = particles(l.scene);
  printf("%-40s %8zu particles  %9zu bytes a state (%.1f a particle)  %7.0f frames in 256 MB\n",
         scene, n, bytes, (double)bytes / (double)n, MEMORY / (double)bytes * LG_PAST_MOST);
  lg_past_free(&p);
  lg_live_close(&l);
  return true;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!run(argv[i])) return 1;
  return argc > 1 ? 0 : 2;
}
