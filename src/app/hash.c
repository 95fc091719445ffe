/* hash.c - one hash of all worlds of a scene. */
#include "app/app.h"

/* splitmix64's finaliser (Steele, Lea, Flood 2014): every bit of x reaches every bit of the
   result */
static uint64_t scramble(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

uint64_t lg_app_hash(lg_scene *s) {
  uint64_t h = lg_world_hash(lg_scene_world(s, 0));
  for (int i = 1; i < lg_scene_count(s); i++)
    h = scramble(h + 0x9e3779b97f4a7c15ULL) ^ lg_world_hash(lg_scene_world(s, i));
  return h;
}
