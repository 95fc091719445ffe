/* shape.complement - everything that another shape is not: a container made of its contents. Exact
   where that one is. */
#include "laguna_solver.h"

typedef struct complement {
  LG_SHAPE_POSE;
  lg_id shape;
} complement;

static const lg_param rows[] = {
    LG_SHAPE_POSE_ROWS(complement),
    LG_ROW_REF(complement, shape, LG_SHAPE, LG_REQUIRED, "what is left out"), LG_ROWS_END};

static float distance(const lg_world *w, const void *self, const float p[3]) {
  return -lg_shape_distance(w, ((const complement *)self)->shape, p);
}

const lg_kind LG_KIND(shape, complement) = {.name = "complement",
                                            .family = LG_FAMILY_SHAPE,
                                            .doc = "Everything outside another shape.",
                                            .also = "inverse|invert|outside|not",
                                            .size = sizeof(complement),
                                            .params = rows,
                                            .shape = {.distance = distance}};
