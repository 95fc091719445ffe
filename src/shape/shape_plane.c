/* shape.plane - a half-space: everything behind a plane (a line in 2-D). Its normal points out of
   the solid.

   distance = n . (p - point), n of length 1: exact. It has no bounding box. */
#include "laguna_solver.h"

typedef struct plane {
  LG_SHAPE_POSE;
  float point[3];
  float normal[3];
} plane;

static const lg_param rows[] = {
    LG_SHAPE_POSE_ROWS(plane), LG_ROW_VEC(plane, point, 0, 0, 0, "m", "any point of the plane"),
    LG_ROW_VEC(plane, normal, 0, 1, 0, "1", "points out of the solid side, of any length"),
    LG_ROWS_END};

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const plane *s = self;
  float r[3] = {p[0] - s->point[0], p[1] - s->point[1], p[2] - s->point[2]};
  (void)w;
  return lg_dot(s->normal, r) / lg_length(s->normal);
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  const plane *s = self;
  float length = lg_length(s->normal);
  (void)w;
  if (length > 0 && isfinite(length)) return true;
  return lg_explain(why, "plane: normal of length %g has no direction; give one such as {0, 1}",
                    (double)length);
}

const lg_kind LG_KIND(shape, plane) = {.name = "plane",
                                       .family = LG_FAMILY_SHAPE,
                                       .doc = "A half-space: everything behind a plane.",
                                       .also = "half_space|halfspace|floor",
                                       .size = sizeof(plane),
                                       .params = rows,
                                       .check = check,
                                       .shape = {.distance = distance}};
