/* shape.union - what is in any of several shapes.

   distance = min of theirs: exact outside. Inside, where they overlap, it is only a bound (too near
   to zero). */
#include "laguna_solver.h"

typedef struct any_of {
  LG_SHAPE_POSE;
  lg_refs shapes;
} any_of;

static const lg_param rows[] = {LG_SHAPE_POSE_ROWS(any_of),
                                LG_ROW_REF(any_of, shapes, LG_SHAPE,
                                           LG_REQUIRED | LG_LIST | LG_NESTS,
                                           "the shapes that are joined"),
                                LG_ROWS_END};

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const lg_refs *shapes = &((const any_of *)self)->shapes;
  float nearest = FLT_MAX;
  for (int i = 0; i < shapes->n; i++)
    nearest = lg_minf(nearest, lg_shape_distance(w, shapes->id[i], p));
  return nearest;
}

static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  const lg_refs *shapes = &((const any_of *)self)->shapes;
  float lo[3], hi[3];
  for (int i = 0; i < shapes->n; i++) {
    if (!lg_shape_bounds(w, shapes->id[i], lo, hi)) return false;
    for (int k = 0; k < 3; k++) {
      min[k] = i ? lg_minf(min[k], lo[k]) : lo[k];
      max[k] = i ? lg_maxf(max[k], hi[k]) : hi[k];
    }
  }
  return true;
}

const lg_kind LG_KIND(shape, union) = {.name = "union",
                                       .family = LG_FAMILY_SHAPE,
                                       .doc = "What is in any of several shapes.",
                                       .size = sizeof(any_of),
                                       .params = rows,
                                       .shape = {.distance = distance, .bounds = bounds}};
