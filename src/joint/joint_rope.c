/* joint.rope - two points that may not be farther apart than its length; nearer, it hangs slack. It
   weighs nothing. One row along it, which only pulls. */
#include "laguna_solver.h"

typedef struct rope {
  LG_JOINT_TIE;
  float from[3];
  float to[3];
  float length;
} rope;

static const lg_param rows[] = {
    LG_JOINT_ROWS(rope),
    LG_ROW_(rope, from, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL,
            "where it is tied to a, in the world as it is when it is tied",
            LG_REQUIRED | LG_RESTART),
    LG_ROW_(rope, to, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL,
            "where it is tied to b, or to the world", LG_REQUIRED | LG_RESTART),
    LG_ROW_FLOAT(rope, length, 0, 0, LG_HUGE, "m", "0: as far as the points are apart at first"),
    LG_ROWS_END};
static const lg_state_field state_fields[] = {LG_JOINT_STATE(rope), LG_KEEP_END};

static bool load(lg_world *w, void *self, lg_why *why) {
  rope *r = self;
  return lg_joint_make(w, self, r->from, r->to, why);
}

static int rope_rows(void *self, const lg_joint_pose *p, lg_joint_row *out) {
  const rope *r = self;
  double apart[3], first = 0;
  for (int k = 0; k < 3; k++) {
    apart[k] = p->point[0][k] - p->point[1][k];
    if (k < p->dim) first += pow((double)r->from[k] - (double)r->to[k], 2);
  }
  double distance = lg_length_d(apart);
  if (!(distance > 0)) return 0;

  *out = (lg_joint_row){.least = -LG_HUGE, .most = 0};
  out->off = distance - (r->length > 0 ? (double)r->length : sqrt(first));
  for (int k = 0; k < 3; k++) out->along[k] = apart[k] / distance;
  return 1;
}

const lg_kind LG_KIND(joint, rope) = {.name = "rope",
                                      .family = LG_FAMILY_JOINT,
                                      .doc = "Two points that may not be farther apart.",
                                      .also = "cable|string|chain|tether|mooring",
                                      .size = sizeof(rope),
                                      .params = rows,
                                      .state = state_fields,
                                      .create = load,
                                      .joint = {.rows = rope_rows}};
