/* collider.solid - a rigid body of any shape that particles cannot enter, at rest or moving on a
   course of its own.

   It is turned about the origin of its shape, then moved: x = R(rotation) x_shape + translation,
   translation' = velocity, R' = angular_velocity x R. Particles do not push it. */
#include "laguna_solver.h"

typedef struct solid {
  lg_id shape;
  float friction;
  float restitution;
  int slip;
  float translation[3];
  float rotation[3];
  float velocity[3];
  float angular_velocity[3];
  LG_COLLIDER_FIELDS;
} solid;

static const lg_param rows[] = {
    LG_ROW_REF(solid, shape, LG_SHAPE, LG_REQUIRED, "what is solid"),
    LG_ROW_FLOAT(solid, friction, 0, 0, LG_HUGE, "1",
                 "Coulomb coefficient: how much of a hit's strength slows the slide"),
    LG_ROW_FLOAT(solid, restitution, 0, 0, 1, "1", "how much of the speed of a hit comes back"),
    LG_ROW_CHOICE(solid, slip, 0, "free|no", "whether a fluid slides along it or sticks to it"),
    LG_ROW_VEC(solid, translation, 0, 0, 0, "m", "where the origin of the shape is"),
    LG_ROW_AXIAL(solid, rotation, "rad",
                 "how it is turned: an angle in 2-D, axis times angle in 3-D"),
    LG_ROW_VEC(solid, velocity, 0, 0, 0, "m/s", "moves it"),
    LG_ROW_AXIAL(solid, angular_velocity, "rad/s", "turns it about the origin of the shape"),
    LG_COLLIDER_ROWS(solid),
    LG_ROWS_END};

static void face(const void *self, lg_face *out) {
  const solid *s = self;
  out->shape = s->shape;
  memcpy(out->translation, s->translation, sizeof out->translation);
  memcpy(out->rotation, s->rotation, sizeof out->rotation);
  memcpy(out->velocity, s->velocity, sizeof out->velocity);
  memcpy(out->angular, s->angular_velocity, sizeof out->angular);
  out->friction = s->friction;
  out->restitution = s->restitution;
  out->slip = s->slip;
  out->contact_angle = s->contact_angle;
}

static void move(const lg_world *w, void *self, float dt) {
  solid *s = self;
  float turn[3] = {0, 0, 0};
  (void)w;
  lg_axpy(dt, s->velocity, s->translation);
  lg_axpy(dt, s->angular_velocity, turn);
  if (lg_dot(turn, turn) == 0) return;
  lg_rotation before = lg_rotation_of(s->rotation), step = lg_rotation_of(turn),
              after = lg_rotation_then(&before, &step);
  lg_rotation_axis(&after, s->rotation);
}

const lg_kind LG_KIND(collider, solid) = {
    .name = "solid",
    .family = LG_FAMILY_COLLIDER,
    .doc = "A rigid body that particles cannot enter, at rest or moving.",
    .also = "static|wall|obstacle|fixed|kinematic",
    .size = sizeof(solid),
    .params = rows,
    .collider = {.face = face, .move = move}};
