/* joint.slider - a rail: the body moves along an axis of b alone and does not turn, with a motor
   and within limits, if it is to.

   Rows: the points across the axis; all turns; the motor's speed, within its force; the limits,
   which only push back. The place is that of a's point along the axis, from where it was tied. */
#include "laguna_solver.h"

typedef struct slider {
  LG_JOINT_TIE;
  float at[3];
  float axis[3];
  float speed;
  float force;
  float lower, upper;
} slider;

static const lg_param rows[] = {
    LG_JOINT_ROWS(slider),
    LG_ROW_(slider, at, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL,
            "a point of the body that stays on the rail", LG_REQUIRED | LG_RESTART),
    LG_ROW_(slider, axis, LG_VEC, 1, 0, 0, 0, -LG_HUGE, LG_HUGE, "1", NULL,
            "along the rail, of any length", LG_RESTART),
    LG_ROW_FLOAT(slider, speed, 0, -LG_HUGE, LG_HUGE, "m/s", "that the motor wants"),
    LG_ROW_FLOAT(slider, force, 0, 0, LG_HUGE, "N",
                 "that the motor has; of one that wants no speed, that of a brake"),
    LG_ROW_FLOAT(slider, lower, -LG_HUGE, -LG_HUGE, LG_HUGE, "m", "how far back it may go"),
    LG_ROW_FLOAT(slider, upper, LG_HUGE, -LG_HUGE, LG_HUGE, "m", "how far on it may go"),
    LG_ROWS_END};
static const lg_state_field state_fields[] = {LG_JOINT_STATE(slider), LG_KEEP_END};

static bool load(lg_world *w, void *self, lg_why *why) {
  slider *s = self;
  if (!(lg_length(s->axis) > 0))
    return lg_explain(why, "slider: axis must not be 0; give a vector such as {1, 0}");
  return lg_joint_make(w, self, s->at, s->at, why);
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  const slider *s = self;
  (void)w;
  return s->lower <= s->upper || lg_explain(why, "slider: lower = %g is above upper = %g",
                                            (double)s->lower, (double)s->upper);
}

/* How a is turned against b, axial, for small turns: half the sum of e_b x e_a. */
static void turn_between(const lg_joint_pose *p, double out[3]) {
  memset(out, 0, 3 * sizeof *out);
  for (int axis = 0; axis < 3; axis++) {
    double e[3];
    lg_cross_d(p->frame[1][axis], p->frame[0][axis], e);
    lg_axpy_d(0.5, e, out);
  }
}

static int slider_rows(void *self, const lg_joint_pose *p, lg_joint_row *out) {
  const slider *s = self;
  double axis[3] = {0, 0, 0}, helper[3] = {0, 0, 0}, across[2][3], apart[3], turn[3];
  int count = 0;

  /* the rail, as b carries it, and what is across it: in 2-D z comes last, and does not count */
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      axis[k] += p->frame[1][i][k] * (double)s->axis[i] / (double)lg_length(s->axis);
  helper[p->dim == 2 ? 2 : fabs(axis[0]) < 0.6 ? 0 : 1] = 1;
  lg_cross_d(axis, helper, across[0]);
  double length = lg_length_d(across[0]);
  for (int k = 0; k < 3; k++) across[0][k] /= length;
  lg_cross_d(across[0], axis, across[1]);

  /* the points, but for along the rail; all turns */
  for (int k = 0; k < 3; k++) apart[k] = p->point[0][k] - p->point[1][k];
  for (int i = 0; i < p->dim - 1; i++)
    out[count++] = lg_joint_hard(false, across[i], lg_dot_d(apart, across[i]));
  turn_between(p, turn);
  for (int k = p->dim == 2 ? 2 : 0; k < 3; k++) {
    const double along[3] = {k == 0, k == 1, k == 2};
    out[count++] = lg_joint_hard(true, along, turn[k]);
  }

  return count + lg_joint_drive(false, axis, lg_dot_d(apart, axis), (double)s->speed,
                                (double)s->force,
                                (const double[2]){(double)s->lower, (double)s->upper}, out + count);
}

const lg_kind LG_KIND(joint, slider) = {
    .name = "slider",
    .family = LG_FAMILY_JOINT,
    .doc = "A rail, with a motor and limits. What it ties does not touch.",
    .also = "prismatic|rail|piston|track",
    .size = sizeof(slider),
    .params = rows,
    .state = state_fields,
    .check = check,
    .create = load,
    .joint = {.rows = slider_rows}};
