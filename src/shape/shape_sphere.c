/* shape.sphere - all points nearer than a radius to a centre; a disc in 2-D. Exact: |p - center| -
   radius. */
#include "laguna_solver.h"

typedef struct sphere {
  LG_SHAPE_POSE;
  float center[3];
  float radius;
} sphere;

static const lg_param rows[] = {
    LG_SHAPE_POSE_ROWS(sphere), LG_ROW_VEC(sphere, center, 0, 0, 0, "m", "centre"),
    LG_ROW_FLOAT(sphere, radius, 0.5, LG_TINY, LG_HUGE, "m", "radius"), LG_ROWS_END};

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const sphere *s = self;
  float r[3] = {p[0] - s->center[0], p[1] - s->center[1], p[2] - s->center[2]};
  (void)w;
  return lg_length(r) - s->radius;
}

static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  const sphere *s = self;
  for (int k = 0; k < 3; k++) {
    float r = k < lg_world_dim(w) ? s->radius : 0;
    min[k] = s->center[k] - r;
    max[k] = s->center[k] + r;
  }
  return true;
}

const lg_kind LG_KIND(shape, sphere) = {.name = "sphere",
                                        .family = LG_FAMILY_SHAPE,
                                        .doc = "A ball about a centre; a disc in 2-D.",
                                        .also = "circle|disc|disk|ball",
                                        .size = sizeof(sphere),
                                        .params = rows,
                                        .shape = {.distance = distance, .bounds = bounds}};
