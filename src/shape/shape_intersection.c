/* shape.intersection - what is in all of several shapes.

   distance = max of theirs: exact inside. Outside, near edges where two surfaces cross, it is only
   a bound (too small). */
#include "laguna_solver.h"

typedef struct all_of {
  LG_SHAPE_POSE;
  lg_refs shapes;
} all_of;

static const lg_param rows[] = {LG_SHAPE_POSE_ROWS(all_of),
                                LG_ROW_REF(all_of, shapes, LG_SHAPE,
                                           LG_REQUIRED | LG_LIST | LG_NESTS,
                                           "the shapes that must overlap"),
                                LG_ROWS_END};

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const lg_refs *shapes = &((const all_of *)self)->shapes;
  float farthest = -FLT_MAX;
  for (int i = 0; i < shapes->n; i++)
    farthest = lg_maxf(farthest, lg_shape_distance(w, shapes->id[i], p));
  return farthest;
}

/* The overlap of the boxes that are there; an empty overlap is a box of no size. */
static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  const lg_refs *shapes = &((const all_of *)self)->shapes;
  bool bounded = false;
  float lo[3], hi[3];

  for (int i = 0; i < shapes->n; i++) {
    if (!lg_shape_bounds(w, shapes->id[i], lo, hi)) continue;
    for (int k = 0; k < 3; k++) {
      min[k] = bounded ? lg_maxf(min[k], lo[k]) : lo[k];
      max[k] = lg_maxf(bounded ? lg_minf(max[k], hi[k]) : hi[k], min[k]);
    }
    bounded = true;
  }
  return bounded;
}

const lg_kind LG_KIND(shape, intersection) = {.name = "intersection",
                                              .family = LG_FAMILY_SHAPE,
                                              .doc = "What is in all of several shapes.",
                                              .size = sizeof(all_of),
                                              .params = rows,
                                              .shape = {.distance = distance, .bounds = bounds}};
