/* shape.difference - one shape with another one cut out of it.

   distance = max(d_shape, -d_minus): a bound where the two surfaces cross, exact elsewhere. */
#include "laguna_solver.h"

typedef struct difference {
  LG_SHAPE_POSE;
  lg_id shape;
  lg_id minus;
} difference;

static const lg_param rows[] = {
    LG_SHAPE_POSE_ROWS(difference),
    LG_ROW_REF(difference, shape, LG_SHAPE, LG_REQUIRED, "what is cut"),
    LG_ROW_REF(difference, minus, LG_SHAPE, LG_REQUIRED, "what is taken away"), LG_ROWS_END};

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const difference *s = self;
  return lg_maxf(lg_shape_distance(w, s->shape, p), -lg_shape_distance(w, s->minus, p));
}

static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  return lg_shape_bounds(w, ((const difference *)self)->shape, min, max);
}

const lg_kind LG_KIND(shape, difference) = {.name = "difference",
                                            .family = LG_FAMILY_SHAPE,
                                            .doc = "One shape without another.",
                                            .also = "subtract|minus|cut",
                                            .size = sizeof(difference),
                                            .params = rows,
                                            .shape = {.distance = distance, .bounds = bounds}};
