/* field.inertia - what a bottle's own acceleration does to the water in it: the same everywhere,
   and reversed.

   In the frame of a collider that moves with the velocity V(t), all feel -dV/dt ("Simulating fluid
   particles", Clifford, 2012: "the bottle's acceleration is added reversed"). A hand's velocity
   jumps, so its changes are paid out over the time `smoothing`: owed' = dV/dt - owed / smoothing,
   acceleration = -owed / smoothing. In steps:
     owed += V - V_before,   a = owed / (smoothing + dt),   owed -= a dt
   so that the sum of all a dt is V exactly, whatever the sub-steps are, and a jerk of 1 m/s is at
   most 1 / smoothing m/s2.

   Meant for a collider that carries the particles (a draggable spring_wall), in whose frame they
   live. A collider that pushes its way through them accelerates them itself; this comes on top of
   it there. Translation only: a turning bottle's centrifugal force is not in it. */
#include "laguna_solver.h"

typedef struct inertia {
  lg_id of;
  float smoothing;
  bool enabled;
  bool known;            /* state: velocity is that of the sub-step before */
  float velocity[3];     /* m/s */
  float owed[3];         /* m/s */
  float acceleration[3]; /* m/s2, of the collider, smoothed */
} inertia;

static const lg_param rows[] = {
    LG_ROW_REF(inertia, of, LG_COLLIDER, LG_REQUIRED, "the collider whose acceleration is felt"),
    LG_ROW_FLOAT(inertia, smoothing, 0.05, 0, LG_HUGE, "s",
                 "spreads each change of its velocity over this time"),
    LG_FIELD_ROWS(inertia), LG_ROWS_END};

static const lg_state_field state_fields[] = {
    LG_KEEP_BOOL(inertia, known), LG_KEEP_FLOAT(inertia, velocity, -LG_HUGE, LG_HUGE),
    LG_KEEP_FLOAT(inertia, owed, -LG_HUGE, LG_HUGE),
    LG_KEEP_FLOAT(inertia, acceleration, -LG_HUGE, LG_HUGE), LG_KEEP_END};

static void advance(const lg_world *w, void *self, float dt) {
  inertia *f = self;
  lg_face face;
  if (!lg_collider_face(w, f->of, &face)) return;
  for (int k = 0; k < 3; k++) {
    if (f->known) f->owed[k] += face.velocity[k] - f->velocity[k];
    f->velocity[k] = face.velocity[k];
    f->acceleration[k] = f->owed[k] / (f->smoothing + dt);
    f->owed[k] -= f->acceleration[k] * dt;
  }
  f->known = true;
}

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  const inertia *f = self;
  for (int k = 0; k < lg_world_dim(w); k++)
    for (int i = 0; i < at->n; i++) out[k][i] = -f->acceleration[k];
  return true;
}

const lg_kind LG_KIND(field, inertia) = {
    .name = "inertia",
    .family = LG_FAMILY_FIELD,
    .doc = "The reversed acceleration of a collider: it shakes the water in a bottle.",
    .size = sizeof(inertia),
    .params = rows,
    .state = state_fields,
    .field = {.sample = sample, .advance = advance}};
