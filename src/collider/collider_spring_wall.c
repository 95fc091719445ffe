/* collider.spring_wall - a wall that is a spring: what comes too near gets the penetration added to
   its velocity.

   v += stiffness L n dt, with L the depth below `reach` spacings in front of the face. "Simulating
   fluid particles" (Clifford, 2012; a Flash demo) adds L to the velocity once a frame where a
   particle is nearer than 4 pixels to the box; 3600 / s2 is that at 60 frames a second, and half a
   spacing is where a ball touches. Shortcut there, not here: its box is all spring, so a fast
   particle leaves it for a while; here the face itself is hard, and a hit faster than
   sqrt(stiffness) reach loses the rest of its speed on it (restitution).

   Draggable, it is a bottle: a hand (a mouse hook) sets its velocity or its translation, and all
   particles of the world ride along, whose velocities then count from it - the demo's own frame of
   reference. A jerk therefore moves walls and water alike and cannot tear a hole; lg.field.inertia
   { of = bottle } is how the water learns of it. Other colliders do not ride. Without draggable it
   pushes its way through the particles, as collider.solid does. Not good at: tilting. A bottle is
   carried without turning. */
#include "laguna_solver.h"

typedef struct spring_wall {
  lg_id shape;
  float stiffness;
  float reach;
  float friction;
  float restitution;
  int slip;
  bool draggable;
  float translation[3];
  float rotation[3];
  float velocity[3];
  LG_COLLIDER_FIELDS;
  bool carried; /* state: particles stand with it at */
  float at[3];  /* m */
} spring_wall;

static const lg_param rows[] = {
    LG_ROW_REF(spring_wall, shape, LG_SHAPE, LG_REQUIRED,
               "what is solid; a bottle is the complement of its inside"),
    LG_ROW_FLOAT(spring_wall, stiffness, 3600, LG_TINY, 1e8, "1/s2",
                 "acceleration per depth of penetration"),
    LG_ROW_FLOAT(spring_wall, reach, 0.5, 0, 4, "spacings",
                 "how far in front of the face the spring begins"),
    LG_ROW_FLOAT(spring_wall, friction, 0, 0, LG_HUGE, "1",
                 "Coulomb coefficient of the face behind the spring"),
    LG_ROW_FLOAT(spring_wall, restitution, 0, 0, 1, "1",
                 "how much of the speed of a hit on the face comes back"),
    LG_ROW_CHOICE(spring_wall, slip, 0, "free|no",
                  "whether a fluid slides along it or sticks to it"),
    LG_ROW_BOOL(spring_wall, draggable, false,
                "all particles go with it: a bottle to be shaken by hand, with lg.field.inertia"),
    LG_ROW_VEC(spring_wall, translation, 0, 0, 0, "m", "where the origin of the shape is"),
    LG_ROW_AXIAL(spring_wall, rotation, "rad",
                 "how it is turned: an angle in 2-D, axis times angle in 3-D"),
    LG_ROW_VEC(spring_wall, velocity, 0, 0, 0, "m/s", "moves it"),
    LG_COLLIDER_ROWS(spring_wall),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {LG_KEEP_BOOL(spring_wall, carried),
                                              LG_KEEP_FLOAT(spring_wall, at, -LG_HUGE, LG_HUGE),
                                              LG_KEEP_END};

static void face(const void *self, lg_face *out) {
  const spring_wall *s = self;
  out->shape = s->shape;
  memcpy(out->translation, s->translation, sizeof out->translation);
  memcpy(out->rotation, s->rotation, sizeof out->rotation);
  memcpy(out->velocity, s->velocity, sizeof out->velocity);
  memset(out->angular, 0, sizeof out->angular);

  out->friction = s->friction;
  out->restitution = s->restitution;
  out->slip = s->slip;
  out->contact_angle = s->contact_angle;
  out->spring = s->stiffness;
  out->reach = s->reach;
  out->carries = s->draggable;
}

static void move(const lg_world *w, void *self, float dt) {
  spring_wall *s = self;
  (void)w;
  for (int k = 0; k < 3; k++) s->translation[k] += dt * s->velocity[k];
}

static void carry(void *self, float by[3]) {
  spring_wall *s = self;
  for (int k = 0; k < 3; k++) {
    by[k] = s->carried && s->draggable ? s->translation[k] - s->at[k] : 0;
    s->at[k] = s->translation[k];
  }
  s->carried = true;
}

const lg_kind LG_KIND(collider, spring_wall) = {
    .name = "spring_wall",
    .family = LG_FAMILY_COLLIDER,
    .doc = "A springy wall, or a bottle of them to be dragged by hand.",
    .also = "spring|soft|elastic|bottle",
    .size = sizeof(spring_wall),
    .params = rows,
    .state = state_fields,
    .collider = {.face = face, .move = move, .carry = carry}};
