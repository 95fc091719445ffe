/* joints.c - the rows of all joints, and the impulses that make them right. */
#include "core/body/joints.h"

#include "core/base/world.h"
#include "core/object/object.h"

#define COMES_BACK   0.2  /* of what a row is off by, in a sub-step */
#define FASTEST      50.0 /* spacings a second, at most: a rope that a script shortens winds in; */
#define FASTEST_TURN 5.0  /* rad/s; else shorter sub-steps made it faster, and that them shorter */
#define PINNED       0.02 /* spacings: a centre as near to its axle only spins */

/* ---- how they are tied ---------------------------------------------------------------------- */

static void own_point(const lg_world *w, lg_id id, const float at[3], float own[3],
                      float turned[3]) {
  lg_face face;
  memcpy(own, at, 3 * sizeof *own);
  memset(turned, 0, 3 * sizeof *turned);
  if (!lg_collider_face(w, id, &face)) return;
  lg_rotation r = lg_rotation_of(face.rotation);
  for (int k = 0; k < 3; k++) own[k] -= face.translation[k];
  lg_rotate_back(&r, own, own);
  memcpy(turned, face.rotation, 3 * sizeof *turned);
}

bool lg_joint_make(const lg_world *w, void *self, const float at_a[3], const float at_b[3],
                   lg_why *why) {
  lg_joint_tie *tie = self;
  const lg_object *a = lg_object_get(w, tie->a);
  if (!a || !a->kind->collider.push)
    return lg_explain(why, "joint: a must be a body, collider.body; '%s' is none that moves freely",
                      lg_name(w, tie->a));
  if (tie->a == tie->b) return lg_explain(why, "joint: a and b are one and the same body");
  own_point(w, tie->a, at_a, tie->own[0], tie->turned[0]);
  own_point(w, tie->b, at_b, tie->own[1], tie->turned[1]);
  return true;
}

static lg_joint_pose pose_of(const lg_world *w, const lg_joint_tie *tie) {
  lg_joint_pose out = {.dim = w->dim};
  const lg_id id[2] = {tie->a, tie->b};
  for (int end = 0; end < 2; end++) {
    lg_face face = {.shape = 0};
    lg_collider_face(w, id[end], &face);

    lg_rotation now = lg_rotation_of(face.rotation), then = lg_rotation_of(tie->turned[end]);
    float p[3];
    lg_rotate(&now, tie->own[end], p);
    for (int k = 0; k < 3; k++) out.point[end][k] = (double)p[k] + (double)face.translation[k];

    /* the directions that the ends had in common when they were joined */
    for (int axis = 0; axis < 3; axis++) {
      float e[3] = {axis == 0, axis == 1, axis == 2};
      lg_rotate_back(&then, e, e);
      lg_rotate(&now, e, e);
      for (int k = 0; k < 3; k++) out.frame[end][axis][k] = (double)e[k];
    }
  }

  return out;
}

/* ---- what kinds make their rows of ---------------------------------------------------------- */

lg_joint_row lg_joint_hard(bool turns, const double along[3], double off) {
  lg_joint_row r = {.turns = turns, .off = off, .least = -LG_HUGE, .most = LG_HUGE};
  memcpy(r.along, along, sizeof r.along);
  return r;
}

int lg_joint_drive(bool turns, const double axis[3], double place, double speed, double power,
                   const double limits[2], lg_joint_row *out) {
  int n = 0;
  if (power > 0) {
    out[n] = lg_joint_hard(turns, axis, 0);
    out[n].speed = speed;
    out[n].least = -power;
    out[n++].most = power;
  }

  if (limits[0] > -LG_HUGE) {
    out[n] = lg_joint_hard(turns, axis, place - limits[0]);
    out[n++].least = 0;
  }
  if (limits[1] < LG_HUGE) {
    out[n] = lg_joint_hard(turns, axis, place - limits[1]);
    out[n++].most = 0;
  }
  return n;
}

/* ---- rows ----------------------------------------------------------------------------------- */

static lg_inertia *body(const lg_joints *all, int number) {
  return &all->w->bodies->body[number].now;
}

/* Speed along the row of an end, which may be a solid that moves by itself. */
static double speed_of_solid(const lg_world *w, lg_id id, const lg_joint_row *row,
                             const double point[3]) {
  lg_face face;
  double arm[3], turn[3], angular[3], v = 0;
  if (!lg_collider_face(w, id, &face)) return 0;
  for (int k = 0; k < 3; k++) {
    arm[k] = point[k] - (double)face.translation[k];
    angular[k] = (double)face.angular[k];
  }

  /* along a direction of turning, or with the arm's end */
  if (row->turns) return lg_dot_d(angular, row->along);
  lg_cross_d(angular, arm, turn);
  for (int k = 0; k < 3; k++) v += ((double)face.velocity[k] + turn[k]) * row->along[k];
  return v;
}

static double speed_of(const lg_joints *all, const lg_joint_state *s, int end) {
  if (s->body[end] < 0) return s->still;
  const lg_inertia *b = body(all, s->body[end]);
  double v[3];
  for (int k = 0; k < 3; k++) v[k] = (double)b->angular[k];
  if (!s->row.turns) lg_inertia_velocity(b, s->arm[end], v);
  return lg_dot_d(v, s->row.along);
}

static bool is_short(const lg_world *w, const double lever[3]) {
  return lg_length_d(lever) < PINNED * (double)w->def.spacing;
}

static double lightness_of(const lg_joints *all, const lg_joint_state *s, int end) {
  const double still[3] = {0, 0, 0};
  double dv[3], dw[3];
  if (s->body[end] < 0) return 0;
  const lg_inertia *b = body(all, s->body[end]);
  bool axle = b->lightness == 0 && is_short(all->w, s->arm[end]); /* what it turns about stays */
  if (!s->row.turns) return axle ? 0 : lg_inverse_mass_at(b, s->arm[end], s->row.along);
  lg_inertia_response(b, still, s->row.along, dv, dw);
  return lg_dot_d(dw, s->row.along);
}

/* The speed that brings it back: of a spring with its stiffness, of what only pushes or pulls not
   before it is reached, else by a part. */
static void aim(const lg_joints *all, lg_joint_state *s) {
  const lg_joint_row *r = &s->row;
  const double dt = all->dt,
               fastest = r->turns ? FASTEST_TURN : FASTEST * (double)all->w->def.spacing;
  bool one_sided = r->least >= 0 || r->most <= 0, reached = r->most <= 0 ? r->off > 0 : r->off < 0;
  double back = fmax(-fastest, fmin(COMES_BACK * r->off / dt, fastest));
  s->wanted = r->speed - (one_sided && !reached ? r->off / dt : back);
  if (r->stiffness == 0 && r->damping == 0) return;
  double give = dt * (r->damping + dt * r->stiffness);
  s->soft = 1 / give;
  s->wanted = r->speed - r->off * dt * r->stiffness * s->soft;
}

/* Neither where it is off itself, nor at a collider that is. */
static bool ties(const lg_world *w, const lg_joint_tie *tie) {
  const lg_object *a = lg_object_get(w, tie->a), *b = lg_object_get(w, tie->b);
  return tie->enabled && (!a || lg_object_enabled(a)) && (!b || lg_object_enabled(b));
}

static void read_joint(lg_joints *all, const lg_object *joint) {
  const lg_world *w = all->w;
  const lg_joint_tie *tie = joint->self;
  const lg_id id[2] = {tie->a, tie->b};
  lg_joint_row rows[LG_JOINT_ROWS_MAX];
  if (!ties(w, tie)) return;
  lg_joint_pose pose = pose_of(w, tie);
  int n = joint->kind->joint.rows(joint->self, &pose, rows);

  /* a state a row: its arms, and how light its ends are along it */
  for (int i = 0; i < n; i++) {
    lg_joint_state *s = &all->row[all->n++];
    *s = (lg_joint_state){.row = rows[i]};
    for (int end = 0; end < 2; end++) {
      s->body[end] = lg_bodies_find(w, id[end]);
      for (int k = 0; k < 3 && s->body[end] >= 0; k++)
        s->arm[end][k] = pose.point[end][k] - (double)body(all, s->body[end])->centre[k];
    }
    if (s->body[1] < 0) s->still = speed_of_solid(w, id[1], &rows[i], pose.point[1]);
    s->sum.light = lightness_of(all, s, 0) + lightness_of(all, s, 1);
    aim(all, s);
  }
}

bool lg_joints_read(lg_world *w, float dt, lg_joints *out) {
  size_t joints = 0;
  LG_EACH_OBJECT(w, LG_FAMILY_JOINT, o) joints += o->kind != NULL;
  *out = (lg_joints){.w = w, .dt = (double)dt};
  if (joints == 0) return true;
  if (!lg_mem_room(&w->mem, &w->bodies->rows, joints * LG_JOINT_ROWS_MAX, sizeof *out->row))
    return false;
  out->row = w->bodies->rows;
  LG_EACH_OBJECT(w, LG_FAMILY_JOINT, o) read_joint(out, o);
  return true;
}

void lg_joints_free(lg_world *w) { lg_mem_free(&w->mem, w->bodies->rows); }

/* ---- impulses ------------------------------------------------------------------------------- */

static void push(const lg_joints *all, const lg_joint_state *s, int end, double impulse) {
  const double still[3] = {0, 0, 0};
  double spin[3];
  if (s->body[end] < 0) return;
  lg_inertia *b = body(all, s->body[end]);

  /* along its direction at the arm's end, or as a spin about it */
  if (!s->row.turns) {
    double along[3];
    for (int k = 0; k < 3; k++) along[k] = impulse * s->row.along[k];
    lg_inertia_push(b, s->arm[end], along, 1);
    return;
  }

  for (int k = 0; k < 3; k++) spin[k] = impulse * s->row.along[k];
  lg_inertia_apply(b, still, spin);
}

void lg_joint_apply(const lg_joints *all, const lg_joint_state *s, double more) {
  push(all, s, 0, more);
  push(all, s, 1, -more);
}

double lg_joints_solve(lg_joints *all) {
  double most = 0;
  for (int i = 0; i < all->n; i++) {
    lg_joint_state *s = &all->row[i];
    const double light = s->sum.light, now = s->sum.impulse;
    if (!(light + s->soft > 0)) continue;

    /* what is missing of the wanted speed, over what a unit of impulse brings */
    double speed = speed_of(all, s, 0) - speed_of(all, s, 1);
    double more = (s->wanted - speed - s->soft * now) / (light + s->soft);
    s->sum.impulse = fmin(fmax(now + more, s->row.least * all->dt), s->row.most * all->dt);

    most = fmax(most, fabs(s->sum.impulse - now) * light);
    lg_joint_apply(all, s, s->sum.impulse - now);
  }
  return most;
}

/* ---- supports ------------------------------------------------------------------------------- */

/* What only pushes or pulls back (a limit) is one where the body closes upon it. */
static bool holds(const lg_joints *all, const lg_joint_state *s) {
  const double speed = speed_of(all, s, 0) - speed_of(all, s, 1);
  if (s->body[0] < 0 || !(s->sum.light > 0)) return false;
  return !(s->row.least >= 0 && speed > s->wanted) && !(s->row.most <= 0 && speed < s->wanted);
}

void lg_joints_support(const lg_joints *all) {
  lg_bodies *bodies = all->w->bodies;
  for (int i = 0; i < all->n; i++) {
    const lg_joint_state *s = &all->row[i];
    if (!holds(all, s)) continue;

    lg_support to = {.body = {s->body[0], s->body[1]},
                     .speed = s->wanted + s->still,
                     .light = s->sum.light,
                     .soft = s->soft,
                     .least = s->row.least * all->dt,
                     .most = s->row.most * all->dt,
                     .row = i};
    for (int end = 0; end < 2; end++) {
      const double sign = end ? -1 : 1;
      lg_axpy_d(sign, s->row.along, to.along[end] + (s->row.turns ? 3 : 0));
      if (!s->row.turns) lg_cross_d(s->arm[end], to.along[end], to.along[end] + 3);
    }
    bodies->support[bodies->supports++] = to;
  }
}

/* ---- axles ---------------------------------------------------------------------------------- */

/* How many of a joint's rows hold its points together along a direction, both ways and hard. */
static int hard_rows(const lg_object *joint, const lg_joint_pose *pose) {
  lg_joint_row rows[LG_JOINT_ROWS_MAX];
  int n = joint->kind->joint.rows(joint->self, pose, rows), hard = 0;
  for (int i = 0; i < n; i++) {
    bool always = rows[i].least <= -LG_HUGE && rows[i].most >= LG_HUGE;
    hard += !rows[i].turns && always && rows[i].stiffness == 0 && rows[i].damping == 0;
  }
  return hard;
}

/* As many of them as there are axes, and no lever. */
static bool pins(const lg_world *w, const lg_object *joint, const lg_inertia *b) {
  lg_joint_pose pose = pose_of(w, joint->self);
  double lever[3] = {0, 0, 0};
  for (int k = 0; k < w->dim; k++) lever[k] = pose.point[0][k] - (double)b->centre[k];
  return hard_rows(joint, &pose) == w->dim && is_short(w, lever);
}

void lg_joints_pin(lg_world *w) {
  LG_EACH_OBJECT(w, LG_FAMILY_JOINT, o) {
    const lg_joint_tie *tie = o->self;
    int at = lg_bodies_find(w, tie->a);
    if (!ties(w, tie) || tie->b || at < 0 || !pins(w, o, &w->bodies->body[at].now)) continue;
    lg_inertia *b = &w->bodies->body[at].now;
    b->lightness = 0;
    memset(b->velocity, 0, sizeof b->velocity);
  }
}

bool lg_joints_hold_together(const lg_world *w, lg_id a, lg_id b) {
  LG_EACH_OBJECT(w, LG_FAMILY_JOINT, o) {
    const lg_joint_tie *tie = o->self;
    if (!((tie->a == a && tie->b == b) || (tie->a == b && tie->b == a)) || !ties(w, tie)) continue;
    const lg_joint_pose pose = pose_of(w, tie);
    if (hard_rows(o, &pose) > 0) return true;
  }
  return false;
}
