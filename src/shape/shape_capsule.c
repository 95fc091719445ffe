/* shape.capsule - all points nearer than a radius to a segment: a rod with round ends.

     t = clamp((p - a) . (b - a) / |b - a|^2, 0, 1)
     distance = |p - a - t (b - a)| - radius: exact

   Equal ends make a ball. */
#include "laguna_solver.h"

typedef struct capsule {
  LG_SHAPE_POSE;
  float a[3];
  float b[3];
  float radius;
} capsule;

static const lg_param rows[] = {
    LG_SHAPE_POSE_ROWS(capsule), LG_ROW_VEC(capsule, a, 0, 0, 0, "m", "centre of one round end"),
    LG_ROW_VEC(capsule, b, 0, 1, 0, "m", "centre of the other round end"),
    LG_ROW_FLOAT(capsule, radius, 0.25, LG_TINY, LG_HUGE, "m", "radius of the rod and of its ends"),
    LG_ROWS_END};

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const capsule *s = self;
  float axis[3], r[3];
  for (int k = 0; k < 3; k++) {
    axis[k] = s->b[k] - s->a[k];
    r[k] = p[k] - s->a[k];
  }
  float t = lg_clampf(lg_dot(r, axis) / lg_maxf(lg_dot(axis, axis), FLT_MIN), 0, 1);
  (void)w;
  lg_axpy(-t, axis, r);
  return lg_length(r) - s->radius;
}

static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  const capsule *s = self;
  for (int k = 0; k < 3; k++) {
    float r = k < lg_world_dim(w) ? s->radius : 0;
    min[k] = lg_minf(s->a[k], s->b[k]) - r;
    max[k] = lg_maxf(s->a[k], s->b[k]) + r;
  }
  return true;
}

const lg_kind LG_KIND(shape, capsule) = {.name = "capsule",
                                         .family = LG_FAMILY_SHAPE,
                                         .doc = "A rod with round ends.",
                                         .also = "segment|line|edge|pill",
                                         .size = sizeof(capsule),
                                         .params = rows,
                                         .shape = {.distance = distance, .bounds = bounds}};
