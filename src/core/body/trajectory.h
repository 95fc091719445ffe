/* trajectory.h - one particle's path through one sub-step, from hit to hit.

   x(t) = x + v t + a t^2 / 2. A hit is met where and when it happens, with the velocity it has
   then, and the rest of the sub-step is finished after it: bounces keep their energy whatever dt
   is. At walls the time of impact is the root of the parabola; at colliders it is found by
   conservative advancement through the signed distance in the collider's own frame, in strides that
   are either proved free by the distance or shorter than the particle's radius, so that nothing
   tunnels.

   A hit with normal velocity v_n < 0 against the face, both velocities against the moving face
   (Bridson, Fedkiw & Anderson 2002, "Robust treatment of collisions"):
     v_n' = -restitution v_n,   v_t' = max(1 - friction |v_n' - v_n| / |v_t|, 0) v_t
   A particle whose next bounce would be shorter than the sub-step rests on the face instead: from
   there it slides under Coulomb friction, friction |a_n|, comes to a stop where that brings it to
   one, and stays while friction holds it. On a face that does not slip nothing is left of v_t',
   unless viscosity holds the fluid there: a particle within the contact distance of a face moves
   nearly, not quite, as the face does, and what a contact took beyond that was a fifth to a third
   of what the lid of a driven cavity gives (32 x 32 particles, Re 400). */
#ifndef LG_CORE_TRAJECTORY_H
#define LG_CORE_TRAJECTORY_H

#include "core/walls/moving_solids.h"

/* N s; N m s about the solid's centre; kg, that hit */
typedef struct lg_impulse {
  double linear[3], angular[3], mass;
} lg_impulse;

typedef struct lg_obstacles { /* of a sub-step, the same for all particles */
  lg_world *w;
  int dim;
  float dt, radius;   /* s, m: centres stop so far from a face */
  double tolerance;   /* m: nearer than this is in contact */
  bool viscous;       /* viscosity holds what faces that do not slip would: walls.h */
  float lo[3], hi[3]; /* m, where centres stop at walls; infinite at other edges */
  lg_solids solids;
  lg_impulse *impulse; /* one a solid: what a particle does to it is added; NULL: nobody asks */
  double mass;         /* kg, of the particle, if somebody does */
} lg_obstacles;

typedef enum lg_outcome { LG_OUTCOME_FREE, LG_OUTCOME_HIT, LG_OUTCOME_CRUSHED } lg_outcome;

/* Moves x (m) and v (m/s) under acceleration a (m/s2) through the sub-step. FREE: it met nothing,
   and x and v are untouched. Ends outside of every solid, if need be where it started; CRUSHED: a
   moving solid is there now too, and there is no way out. */
lg_outcome lg_trajectory(const lg_obstacles *s, double x[3], double v[3], const double a[3]);

#endif
