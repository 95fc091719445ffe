/* field.constant - the same vector everywhere and always: f(p, t) = value.

   Added to a world it is an acceleration (m/s2), beside gravity; as the wind of a drag it is a
   velocity (m/s). */
#include "laguna_solver.h"

typedef struct constant {
  float value[3];
  bool enabled;
} constant;

static const lg_param rows[] = {
    LG_ROW_VEC(constant, value, 1, 0, 0, "m/s2 or m/s",
               "the vector: an acceleration, or a velocity where it is a wind"),
    LG_FIELD_ROWS(constant), LG_ROWS_END};

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  const constant *f = self;
  for (int k = 0; k < lg_world_dim(w); k++)
    for (int i = 0; i < at->n; i++) out[k][i] = f->value[k];
  return true;
}

const lg_kind LG_KIND(field, constant) = {.name = "constant",
                                          .family = LG_FAMILY_FIELD,
                                          .doc = "The same vector everywhere.",
                                          .also = "gravity|force|uniform",
                                          .size = sizeof(constant),
                                          .params = rows,
                                          .field = {.sample = sample}};
