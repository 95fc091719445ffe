/* shape.box - an axis-parallel box between two corners; turned and moved by its pose.

     q_k = max(min_k - p_k, p_k - max_k)
     distance = |max(q, 0)| outside, max_k q_k inside: exact in both */
#include "laguna_solver.h"

typedef struct box {
  LG_SHAPE_POSE;
  float min[3];
  float max[3];
} box;

static const lg_param rows[] = {
    LG_SHAPE_POSE_ROWS(box), LG_ROW_VEC(box, min, 0, 0, 0, "m", "lower corner"),
    LG_ROW_VEC(box, max, 1, 1, 1, "m", "upper corner, above `min` on every axis"), LG_ROWS_END};

static float distance(const lg_world *w, const void *self, const float p[3]) {
  const box *b = self;
  float outside = 0, inside = -FLT_MAX;
  for (int k = 0; k < lg_world_dim(w); k++) {
    float q = lg_maxf(b->min[k] - p[k], p[k] - b->max[k]), over = lg_maxf(q, 0);
    outside += over * over;
    inside = lg_maxf(inside, q);
  }
  return inside > 0 ? sqrtf(outside) : inside;
}

static bool bounds(const lg_world *w, const void *self, float min[3], float max[3]) {
  const box *b = self;
  (void)w;
  memcpy(min, b->min, sizeof b->min);
  memcpy(max, b->max, sizeof b->max);
  return true;
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  const box *b = self;
  for (int k = 0; k < lg_world_dim(w); k++) {
    if (b->max[k] > b->min[k]) continue;
    return lg_explain(
        why, "box: max.%c = %g m is not above min.%c = %g m; swap the corners or widen the box",
        "xyz"[k], (double)b -> max[k], "xyz"[k], (double)b -> min[k]);
  }
  return true;
}

const lg_kind LG_KIND(shape, box) = {.name = "box",
                                     .family = LG_FAMILY_SHAPE,
                                     .doc = "A box between two corners.",
                                     .also = "rectangle|rect|square|cube|cuboid|block",
                                     .size = sizeof(box),
                                     .params = rows,
                                     .check = check,
                                     .shape = {.distance = distance, .bounds = bounds}};
