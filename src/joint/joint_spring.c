/* joint.spring - two points that a damped spring draws to its length.

     F = -stiffness (d - length) - damping d d/dt     along it, implicit in time */
#include "laguna_solver.h"

typedef struct spring {
  LG_JOINT_TIE;
  float from[3];
  float to[3];
  float length;
  float stiffness;
  float damping;
} spring;

static const lg_param rows[] = {
    LG_JOINT_ROWS(spring),
    LG_ROW_(spring, from, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL,
            "where it is tied to a, in the world as it is when it is tied",
            LG_REQUIRED | LG_RESTART),
    LG_ROW_(spring, to, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL,
            "where it is tied to b, or to the world", LG_REQUIRED | LG_RESTART),
    LG_ROW_FLOAT(spring, length, 0, 0, LG_HUGE, "m", "at which it is slack"),
    LG_ROW_FLOAT(spring, stiffness, 100, LG_TINY, LG_HUGE, "N/m", "of the spring"),
    LG_ROW_FLOAT(spring, damping, 0, 0, LG_HUGE, "N s/m", "of the damper beside it"),
    LG_ROWS_END};
static const lg_state_field state_fields[] = {LG_JOINT_STATE(spring), LG_KEEP_END};

static bool load(lg_world *w, void *self, lg_why *why) {
  spring *s = self;
  return lg_joint_make(w, self, s->from, s->to, why);
}

static int spring_rows(void *self, const lg_joint_pose *p, lg_joint_row *out) {
  const spring *s = self;
  double apart[3];
  for (int k = 0; k < 3; k++) apart[k] = p->point[0][k] - p->point[1][k];
  double distance = lg_length_d(apart);
  if (!(distance > 0)) return 0;

  *out = (lg_joint_row){.least = -LG_HUGE,
                        .most = LG_HUGE,
                        .off = distance - (double)s->length,
                        .stiffness = (double)s->stiffness,
                        .damping = (double)s->damping};
  for (int k = 0; k < 3; k++) out->along[k] = apart[k] / distance;
  return 1;
}

const lg_kind LG_KIND(joint, spring) = {.name = "spring",
                                        .family = LG_FAMILY_JOINT,
                                        .doc = "Two points that a damped spring ties.",
                                        .also = "damper|elastic|bungee|suspension",
                                        .size = sizeof(spring),
                                        .params = rows,
                                        .state = state_fields,
                                        .create = load,
                                        .joint = {.rows = spring_rows}};
