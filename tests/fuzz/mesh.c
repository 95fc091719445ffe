/* OBJ files of strangers, as solids in 2-D and 3-D: refused with a sentence, or distances are
   numbers. */
#define FUZZ_NAME "mesh"
#include "fuzz.h"

#include <math.h>

typedef struct text {
  const uint8_t *at;
  size_t n;
} text;

static bool read(void *user, const char *path, lg_take_fn *take, void *sink, lg_why *why) {
  const text *t = user;
  (void)path;
  (void)why;
  take(sink, (const char *)t->at, t->n);
  return true;
}

static void try(const uint8_t *data, size_t n) {
  text all = {data, n};
  for (int dim = 2; dim <= 3; dim++) {
    lg_world_def def = lg_default_world();
    def.bounds = dim == 2 ? lg_bounds2(-20, -20, 20, 20) : lg_bounds3(-20, -20, -20, 20, 20, 20);
    def.spacing = 4; /* coarse: a mesh of some km has 10^7 nodes of distances near it */
    def.threads = 1;
    def.read = read;
    def.read_user = &all;
    lg_world *w = lg_world_new(&def);
    if (!w) return;
    lg_id shape = lg_add(w, "shape.mesh", LG_ARGS(lg_text("file", "x.obj")));
    MUST(shape || strstr(lg_error(w), "mesh"), "it says: %s", lg_error(w));
    for (int i = 0; shape && i < 9; i++) {
      float p[3] = {(float)(i % 3) - 0.9f, (float)(i / 3) - 0.9f, 0.1f};
      MUST(!isnan(lg_distance(w, shape, p)), "a distance is no number");
    }
    lg_world_free(w);
  }
}
