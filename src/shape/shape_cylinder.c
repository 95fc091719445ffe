/* shape.cylinder - a rod with flat ends about the segment from a to b; in 2-D the rectangle about
   it, 2 radius wide.

     q = (|u - L/2| - L/2, rho - radius), along and across the axis
     distance = |max(q, 0)| outside, max(q) inside: exact */
#include "laguna_solver.h"

typedef struct cylinder {
  LG_SHAPE_POSE;
  float a[3];
  float b[3];
  float radius;
} cylinder;

static const lg_param rows[] = {
    LG_SHAPE_POSE_ROWS(cylinder), LG_ROW_VEC(cylinder, a, 0, 0, 0, "m", "centre of one flat end"),
    LG_ROW_VEC(cylinder, b, 0, 1, 0, "m", "centre of the other flat end"),
    LG_ROW_FLOAT(cylinder, radius, 0.25, LG_TINY, LG_HUGE, "m", "radius"), LG_ROWS_END};

/* Unit vector from a to b; returns the length (m). */
static float axis_of(const cylinder *s, float axis[3]) {
  for (int k = 0; k < 3; k++) axis[k] = s->b[k] - s->a[k];
  float length = lg_length(axis);
  for (int k = 0; k < 3; k++) axis[k] /= length;
  return length;
}

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const cylinder *s = self;
  float axis[3], r[3] = {p[0] - s->a[0], p[1] - s->a[1], p[2] - s->a[2]};
  float half = 0.5f * axis_of(s, axis), u = lg_dot(r, axis);
  (void)w;

  /* how far p is beyond the ends, and beyond the mantle */
  lg_axpy(-u, axis, r);
  float along = fabsf(u - half) - half, across = lg_length(r) - s->radius;

  float inside = lg_maxf(along, across);
  if (inside <= 0) return inside;

  /* outside of both it is the rim that is nearest */
  along = lg_maxf(along, 0);
  across = lg_maxf(across, 0);
  return sqrtf(along * along + across * across);
}

/* The rim of a disc with normal `axis` reaches radius sqrt(1 - axis_k^2) along k. */
static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  const cylinder *s = self;
  float axis[3];
  axis_of(s, axis);
  for (int k = 0; k < 3; k++) {
    float r = k < lg_world_dim(w) ? s->radius * sqrtf(lg_maxf(1 - axis[k] * axis[k], 0)) : 0;
    min[k] = lg_minf(s->a[k], s->b[k]) - r;
    max[k] = lg_maxf(s->a[k], s->b[k]) + r;
  }
  return true;
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  float axis[3], length = axis_of(self, axis);
  (void)w;
  if (length > 0 && isfinite(length)) return true;
  return lg_explain(why, "cylinder: a and b are %g m apart, so it has no axis; move one of them",
                    (double)length);
}

const lg_kind LG_KIND(shape, cylinder) = {.name = "cylinder",
                                          .family = LG_FAMILY_SHAPE,
                                          .doc = "A rod with flat ends; a rectangle in 2-D.",
                                          .also = "tube|pipe|rod",
                                          .size = sizeof(cylinder),
                                          .params = rows,
                                          .check = check,
                                          .shape = {.distance = distance, .bounds = bounds}};
