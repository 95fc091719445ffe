/* joint.hinge - an axle: the two points stay together, and the body turns about an axis through
   them alone, with a motor and within limits, if it is to.

   Rows: the points along every axis of the world; in 3-D the two turns across the axis; the motor's
   speed, within its torque; the limits, which only push back. The angle is that of a against b
   since they were tied, whole turns counted: a wheel that may turn on without end one way never
   comes upon the limit of the other way from behind. A grid's pressure is found with the axle as it
   holds (core/body/supports.c), that of other solvers with wheels whose centre is on their axle in
   the world alone: others are brought back by impulses behind it. */
#include "laguna_solver.h"

typedef struct hinge {
  LG_JOINT_TIE;
  float at[3];
  float axis[3];
  float speed;
  float torque;
  float lower, upper;
  double angle; /* rad, when rows were asked for last */
} hinge;

#define FREE 10.0f /* rad: no limit */

static const lg_param rows[] = {
    LG_JOINT_ROWS(hinge),
    LG_ROW_(hinge, at, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, "m", NULL, "where the axle is",
            LG_REQUIRED | LG_RESTART),
    LG_ROW_(hinge, axis, LG_VEC, 0, 0, 1, 0, -LG_HUGE, LG_HUGE, "1", NULL,
            "along the axle, of any length; in 2-D it is always z", LG_RESTART),
    LG_ROW_FLOAT(hinge, speed, 0, -LG_HUGE, LG_HUGE, "rad/s", "that the motor wants"),
    LG_ROW_FLOAT(hinge, torque, 0, 0, LG_HUGE, "N m",
                 "that the motor has; of one that wants no speed, that of a brake"),
    LG_ROW_FLOAT(hinge, lower, -FREE, -FREE, FREE, "rad", "least angle; below -pi: any"),
    LG_ROW_FLOAT(hinge, upper, FREE, -FREE, FREE, "rad", "largest angle; above pi: any"),
    LG_ROWS_END};
static const lg_state_field state_fields[] = {
    LG_JOINT_STATE(hinge), LG_KEEP_DOUBLE(hinge, angle, -LG_HUGE, LG_HUGE), LG_KEEP_END};

static bool load(lg_world *w, void *self, lg_why *why) {
  hinge *h = self;
  if (lg_world_dim(w) == 3 && !(lg_length(h->axis) > 0))
    return lg_explain(why, "hinge: axis must not be 0; give a vector such as {0, 0, 1}");
  return lg_joint_make(w, self, h->at, h->at, why);
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  const hinge *h = self;
  (void)w;
  return h->lower <= h->upper || lg_explain(why, "hinge: lower = %g is above upper = %g",
                                            (double)h->lower, (double)h->upper);
}

/* The axis, and two across it, of an end's frame: e = frame . own. */
static void turned(const double frame[3][3], const double own[3], double out[3]) {
  for (int k = 0; k < 3; k++)
    out[k] = frame[0][k] * own[0] + frame[1][k] * own[1] + frame[2][k] * own[2];
}

/* The axis and two across it, unit vectors, when they were tied. */
static void axes_of(const hinge *h, int dim, double axis[3], double across[2][3]) {
  double helper[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++) axis[k] = k == 2;
  for (int k = 0; k < 3 && dim == 3; k++) axis[k] = (double)h->axis[k] / (double)lg_length(h->axis);
  helper[fabs(axis[0]) < 0.6 ? 0 : 1] = 1;
  lg_cross_d(axis, helper, across[1]);
  double length = lg_length_d(across[1]);
  for (int k = 0; k < 3; k++) across[1][k] /= length;
  lg_cross_d(across[1], axis, across[0]);
}

static int hinge_rows(void *self, const lg_joint_pose *p, lg_joint_row *out) {
  hinge *h = self;
  double axis[3], across[2][3], n[2][3], u[2][3], e[3];
  int count = 0;
  axes_of(h, p->dim, axis, across);

  /* the points */
  for (int k = 0; k < p->dim; k++) {
    const double along[3] = {k == 0, k == 1, k == 2};
    out[count++] = lg_joint_hard(false, along, p->point[0][k] - p->point[1][k]);
  }

  /* 3-D: both axes stay one; n_b x n_a turns b's onto a's */
  for (int end = 0; end < 2; end++) {
    turned(p->frame[end], axis, n[end]);
    turned(p->frame[end], across[0], u[end]);
  }
  lg_cross_d(n[1], n[0], e);
  for (int i = 0; i < 2 && p->dim == 3; i++) {
    double along[3];
    turned(p->frame[1], across[i], along);
    out[count++] = lg_joint_hard(true, along, lg_dot_d(e, along));
  }

  /* the motor, and limits of the angle of a against b about n */
  const double pi = 3.14159265358979, lower = (double)h->lower, upper = (double)h->upper;
  lg_cross_d(u[1], u[0], e);
  double within_turn = lg_math_atan2(lg_dot_d(e, n[1]), lg_dot_d(u[1], u[0]));
  h->angle = within_turn + 2 * pi * floor((h->angle - within_turn) / (2 * pi) + 0.5);
  return count + lg_joint_drive(true, n[1], h->angle, (double)h->speed, (double)h->torque,
                                (const double[2]){lower >= -pi ? lower : -LG_HUGE,
                                                  upper <= pi ? upper : LG_HUGE},
                                out + count);
}

const lg_kind LG_KIND(joint, hinge) = {
    .name = "hinge",
    .family = LG_FAMILY_JOINT,
    .doc = "An axle, with a motor and limits. What it ties does not touch.",
    .also = "revolute|axle|pin|pivot|wheel|motor",
    .size = sizeof(hinge),
    .params = rows,
    .state = state_fields,
    .check = check,
    .create = load,
    .joint = {.rows = hinge_rows}};
