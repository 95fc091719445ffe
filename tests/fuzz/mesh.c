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

/* As coarse as the largest number of the text: distances near a mesh of many km cost 10^7 nodes,
   which is slow and nothing else. */
static float coarse(const uint8_t *data, size_t n) {
  char number[32];
  double most = 100;
  for (size_t i = 0; i < n; i++) {
    size_t length = 0;
    while (length < sizeof number - 1 && i + length < n &&
           memchr("0123456789.eE+-", data[i + length], 15))
      length++;
    memcpy(number, data + i, length);
    number[length] = 0;
    double x = length > 0 ? fabs(strtod(number, NULL)) : 0;
    if (x > most && x < 1e9) most = x;
    if (length > 0) i += length - 1;
  }
  return (float)(most / 25);
}

static void try(const uint8_t *data, size_t n) {
  text all = {data, n};
  for (int dim = 2; dim <= 3; dim++) {
    lg_world_def def = lg_default_world();
    float h = coarse(data, n), far = 5 * h;
    def.bounds = dim == 2 ? lg_bounds2(-far, -far, far, far)
                          : lg_bounds3(-far, -far, -far, far, far, far);
    def.spacing = h;
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
