/* bodies.h - colliders that are pushed: what the fluid's forces on its walls do to them, and how it
   feels them move.

   Whatever a body does to a particle, the particle does to the body, at the particle's place: so
   momentum and angular momentum of both together are kept (Akinci et al. 2012, "Versatile
   rigid-fluid coupling", do so with boundary particles). A wall acts on particle i with
     F_i = -(pressure_i grad fraction + mass_i weight)      (sph/pressure.h, walls.h)
   of which a body's part is that of its own fraction; where several solids meet, its part of them
   (walls/meeting.h). Solvers write pressure and mass with lg_bodies_record wherever
   they compute that force; then lg_bodies_pressure sums it up.

   A solver that looks for its pressure must feel the body give way, or a light body in front of
   much fluid is thrown back and forth (the added-mass instability: no dt is short enough). So in
   each iteration
     flow_i = sum over bodies grad fraction . u(x_i),   u: the body's velocity with what the
                                                        pressure found so far adds to it
   is taken off the rate at which the wall's volume fraction at i grows (Gissler et al. 2019,
   "Interlinked SPH pressure solvers", iterate so over boundary particles). Solids that move count
   in it, too, with what they do in any case: a pressure that is told of a paddle by the density
   alone, a sub-step late, is found for less than the paddle does, and fluid is crushed before it.

   Grids find their pressure and how bodies give way to it together: mac/body_coupling.c. */
#ifndef LG_CORE_BODIES_H
#define LG_CORE_BODIES_H

#include "core/base/islands.h"
#include "core/base/simd.h"
#include "core/base/vec.h"

typedef struct lg_body_neighbor { /* one particle that feels one body */
  int32_t i;
  int32_t body;
  float grad[3], weight[3]; /* the body's part of those of walls.h */
  float arm[3];             /* m, from the body's centre of mass */
  float drag_part;          /* the body's part of walls.no_slip */
} lg_body_neighbor;

typedef struct lg_body {
  lg_id id;
  lg_inertia now;
  lg_inertia free;            /* without what supports gave it, until lg_supports_release */
  float sampled[2][3];        /* m/s, rad/s: of walls.no_slip */
  double impulse[3], spin[3]; /* N s, N m s: pending, until lg_bodies_apply */
} lg_body;

typedef struct lg_support { /* what a body stands on, or leans against, or is tied to */
  int body[2];              /* the second one: -1 where the other thing is no body */
  double along[2][6]; /* what of their velocities and turning counts: (n, arm x n), or (0, n) */
  double speed;       /* m/s or rad/s along it: what they are held at */
  double light, soft; /* 1/kg or 1/(kg m2): of the bodies alone; how far a spring gives way */
  double least, most; /* N s or N m s: of what it can give */
  double impulse;     /* of that, so far */
  int row;            /* of a joint; -1: a contact */
  bool spent;         /* a motor that is too weak: gives all that it can, and holds nothing */
} lg_support;

typedef struct lg_load { /* what the fluid does to a collider in a frame */
  lg_id id;
  double impulse[3], spin[3]; /* N s, N m s about the world's origin */
} lg_load;

typedef struct lg_pressed { /* where two things touch */
  lg_touch sum;
  double hardest; /* N s, of a sub-step: that of the place */
} lg_pressed;
typedef struct lg_push { /* all from outside on a body, for a frame */
  lg_id id;
  double force[3], torque[3]; /* N; N m about the world's origin */
} lg_push;

typedef struct lg_contact_points { /* of a body's surface, in the shape's frame */
  uint64_t key;                    /* of the shape as it was then */
  float thinnest;                  /* m, the shortest side of its box */
  float radius;                    /* m, so far inside of the surface the points lie */
  int n;
  float (*point)[3];
} lg_contact_points;

typedef struct lg_bodies {
  /* bodies in this world now, behind them solids whose load is asked for, which nothing moves; n of
     both; 0: nothing below counts */
  int moving, n;
  struct lg_joint_state *rows; /* of joints, in a sub-step: joints.c */
  lg_load *load;
  size_t loads;
  lg_pressed *touch; /* of the frame */
  size_t touches;
  lg_push *pushed;
  size_t pushes;
  bool accelerated; /* gravity and fields have acted in this sub-step */
  lg_body *body;
  lg_body_neighbor *neighbor;
  size_t neighbors;

  float *pressure, *mass; /* per particle, N m and kg: of the walls' force on it */
  float *flow;            /* per particle, 1/s; flow and compliance are 0 where nothing moves */
  /* per particle, 1/s: of solids that move, which no pressure changes; of now if one moves */
  float *driven;
  bool drives;
  /* per particle, 1/(kg m^(2 dim + 2)): how much more easily the wall's volume fraction changes by
     a pressure there, because the body gives way to all who push it: 2 |grad s| S / (V0^2 m), S:
     sum of |grad s| that push it one way; on an axle of torques, and of I (compliance.c). Beside
     sum |grad W|^2 / m it bounds the gain of Jacobi's iterations */
  float *compliance;
  lg_v4 *drag; /* per particle, N: of walls that do not slip */

  lg_contact_points *points; /* one a body: contact_points.c */
  size_t point_sets;
  struct lg_contact *contact; /* of a sub-step: contacts.c */
  lg_support *support;        /* of a sub-step: supports.c */
  int supports;
  bool supported;      /* they have been found, and bodies move as they have it */
  double (*motion)[6]; /* of its use, two a body */
  lg_islands held;     /* M^-1 that they leave, 1/kg and 1/(kg m2), of all n */
} lg_bodies;

/* Which bodies there are and how they stand. At the start of each sub-step. False: no memory. */
bool lg_bodies_read(lg_world *w);
/* Who feels them, after lg_walls_sample. Sets compliance, clears pressure, mass, flow and drag.
   False: no memory. */
bool lg_bodies_sample(lg_world *w);
void lg_bodies_free(lg_world *w);
void lg_bodies_comply(lg_world *w, int32_t body); /* adds to compliance what one of them makes */
/* The number of a collider among those that move; -1: it is none. */
int lg_bodies_find(const lg_world *w, lg_id collider);
/* Bodies touch, or a body a collider or an edge (b = 0). False: no memory. */
bool lg_touches_add(lg_world *w, const lg_touch *t);
void lg_bodies_let_go(lg_world *w); /* the frame's pushes end */
/* As they were saved: added as they are. False: no memory. */
bool lg_pushes_put(lg_world *w, const lg_push *p);
bool lg_touches_put(lg_world *w, const lg_touch *t);
/* Loads and touches begin anew; this one's is asked for from the next sub-step on (false: no
   memory); how it stands, NULL: it is not asked for. */
void lg_loads_clear(lg_world *w);
/* What a frame has left of both changes places with *kept, which begins empty. */
typedef struct lg_loads {
  lg_load *load;
  size_t loads;
  lg_pressed *touch;
  size_t touches;
} lg_loads;
void lg_loads_exchange(lg_world *w, lg_loads *kept);
void lg_loads_free(lg_world *w, lg_loads *kept);
bool lg_loads_ask(lg_world *w, lg_id collider);
/* What is pending on a body counts as load: impulse, and spin about the origin. */
void lg_loads_count(lg_world *w, const lg_body *b);
/* An impulse (N s) at a place (m) counts as load of a solid; not of a body, which it would move. */
void lg_loads_add(lg_world *w, lg_id solid, const double impulse[3], const double at[3]);
void lg_bodies_pushed(lg_world *w, lg_body *b, float dt); /* dt of the pushes on it */
const lg_load *lg_loads_find(const lg_world *w, lg_id collider);

LG_INLINE void lg_bodies_record(const lg_bodies *b, size_t i, float pressure, float mass) {
  if (b->n == 0) return;
  b->pressure[i] = pressure;
  b->mass[i] = mass;
}
/* Viscous force of walls on particle i: its mass times what lg_walls_no_slip added to a. */
LG_INLINE void lg_bodies_record_drag(const lg_bodies *b, size_t i, float mass,
                                     const float before[3], const float after[3]) {
  if (b->n > 0)
    b->drag[i] = mass *
                 (lg_v4){after[0] - before[0], after[1] - before[1], after[2] - before[2], 0};
}

/* The pending impulse = dt times the forces as recorded last. */
void lg_bodies_pressure(lg_world *w, float dt);
/* The same for drag, which it adds to the pending impulse. */
void lg_bodies_drag(lg_world *w, float dt);
/* flow, from the velocities of bodies and of solids that move (moves), and from what pending
   impulses will change of bodies' (gains). */
void lg_bodies_flow(lg_world *w, bool moves, bool gains);
/* driven, of the sub-step: drivers.c. False: no memory. */
bool lg_drivers_sample(lg_world *w);
/* flow, of every particle, begins with it (moves), or with nothing. */
void lg_drivers_flow(lg_world *w, bool moves);
/* Pending impulses are none. */
void lg_bodies_forget(lg_world *w);
/* Pending impulses change the velocities. */
void lg_bodies_apply(lg_world *w);
/* dt of gravity, of the fields that act on particles, sampled at the centres, and of pushes; once a
   sub-step, whoever asks first. */
void lg_bodies_accelerate(lg_world *w, float dt);
/* An impulse (N s) and a spin (N m s) about its centre, from outside: hits of particles, a grid's
   pressure. Pending until lg_bodies_apply. Does nothing where `collider` is no body. mass: kg, of
   what hit: each hit took the body for unmoved, so of more than a quarter of its mass at once only
   that much counts, or light bodies would be thrown; 0: all of it. */
void lg_bodies_impulse(lg_world *w, lg_id collider, const double impulse[3], const double spin[3],
                       double mass);
/* Whether there are any: of the world as it is, where `moving` is of the last sub-step. */
bool lg_has_bodies(const lg_world *w);
/* s: no point of a body goes farther than 0.4 spacings. */
double lg_bodies_max_dt(const lg_world *w);

/* Bodies meet walls, solids and each other (contacts.c). Changes their velocities, and moves apart
   what overlaps. False: no memory. */
bool lg_bodies_contacts(lg_world *w, float dt);
void lg_contact_points_free(lg_world *w);

/* supports.c, for those who find a pressure with bodies that give way to it. What bodies close upon
   within dt, and what they are tied to, holds them from here until their contacts are found, and
   `held` is known; bodies have been accelerated. False: no memory. */
bool lg_supports_find(lg_world *w, float dt);
/* Velocities of bodies are held, again. */
void lg_supports_hold(lg_world *w);
/* Pending impulses change the velocities as far as supports let them, and count as load. */
void lg_supports_apply(lg_world *w);
/* Supports from which pending impulses lift a body hold it no longer, motors that are too weak for
   them give what they can. True: there were some, and all that was pending is forgotten. */
bool lg_supports_lift(lg_world *w);
/* Takes back from the velocities what supports gave. */
void lg_supports_release(lg_world *w);
/* How a body moves goes to its collider. */
void lg_bodies_write_back(lg_world *w, const lg_body *b);

/* The velocity of a body's point at `arm` from its centre, in m/s; of an inertia that is all 0 it
   is 0. */
LG_INLINE void lg_inertia_velocity(const lg_inertia *b, const double arm[3], double out[3]) {
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = (double)b->velocity[i] + (double)b->angular[j] * arm[k] -
             (double)b->angular[k] * arm[j];
  }
}
/* Whether anything moves or turns it: not what a hand holds. */
LG_INLINE bool lg_inertia_yields(const lg_inertia *b) {
  bool yields = b->lightness > 0;
  for (int k = 0; k < 3; k++) yields = yields || b->inverse[k][k] > 0;
  return yields;
}
/* What an impulse and a spin change of velocity and angular velocity: J / m, I^-1 L. */
LG_INLINE void lg_inertia_response(const lg_inertia *b, const double impulse[3],
                                   const double spin[3], double v[3], double w[3]) {
  for (int i = 0; i < 3; i++) {
    v[i] = b->lightness * impulse[i];
    w[i] = b->inverse[i][0] * spin[0] + b->inverse[i][1] * spin[1] + b->inverse[i][2] * spin[2];
  }
}
LG_INLINE void lg_inertia_apply(lg_inertia *b, const double impulse[3], const double spin[3]) {
  double dv[3], dw[3];
  lg_inertia_response(b, impulse, spin, dv, dw);
  for (int k = 0; k < 3; k++) {
    b->velocity[k] = (float)((double)b->velocity[k] + dv[k]);
    b->angular[k] = (float)((double)b->angular[k] + dw[k]);
  }
}

#endif
