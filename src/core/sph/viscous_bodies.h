/* viscous_bodies.h - how bodies give way to the drag of their walls while viscosity is solved for
   (viscosity.c).

   A wall that does not slip holds particle i by c_i, kg/s, of which t_b is the part of body b, and
   drags it towards how that body moves there, J_ib u_b. What each wall does comes back to its own
   body, whatever others do to the same particle:
     u_b = u_b* + M_b^-1 sum_i dt c_i t_b J_ib^T (v_i - J_ib u_b)
   So bodies feel each other through particles only; two that slide past each other with a film
   between them at rest are both braked, though on the film the sum of both is nothing. With u
   worked out of it, what is left for the particles is symmetric and positive. */
#ifndef LG_CORE_SPH_VISCOUS_BODIES_H
#define LG_CORE_SPH_VISCOUS_BODIES_H

#include "core/body/bodies.h"
#include "laguna_solver.h"

typedef struct lg_viscous_block { /* of the particles' diagonal, inverted */
  float xx, xy, xz, yy, yz, zz;
  float mass, hold; /* kg: the particle's; dt c_i */
} lg_viscous_block;

typedef struct lg_yielding { /* one body */
  double m[6][6];            /* M^-1 */
  double a[6][6];            /* 1 + M^-1 sum dt c t J^T J */
  double known[6], u[6];     /* m/s and 1/s, since walls were sampled: u*, and with what pulls */
  double pull[6];            /* N s, N m s: sum dt c t J^T v */
} lg_yielding;

typedef struct lg_viscous_bodies {
  lg_step *s;
  const lg_viscous_block *block;
  lg_yielding *body;
  int n; /* that move: 0 where no wall holds */
} lg_viscous_bodies;

/* u*, with the impulses that are pending, which are forgotten. */
LG_HOT(void, lg_viscous_bodies_read, const lg_viscous_bodies *all);
/* u where particles move by v alone; whole: they move by it in the world, and the rest counts. */
LG_HOT(void, lg_viscous_bodies_find, const lg_viscous_bodies *all, const lg_v4 *v, bool whole);
/* to += scale dt c t J u; returns that times along. */
LG_HOT(double, lg_viscous_bodies_give, const lg_viscous_bodies *all, double scale, lg_v4 *to,
       const lg_v4 *along);
/* Pending on each body, also on solids whose load is asked for: what particles that move by v do to
   its walls. closed: by the operator of vessels without a surface, in which no body moves. */
LG_HOT(void, lg_viscous_bodies_drag, const lg_viscous_bodies *all, const lg_v4 *v, bool closed);
/* How the energy, J, changes if a share s of what is pending comes: first s + second s^2 / 2. With
   it what `drag` of all walls, N s, works at bodies, for whoever has counted that as the work of
   walls that nothing moves. */
typedef struct lg_viscous_work {
  double first, second;
} lg_viscous_work;
LG_HOT(lg_viscous_work, lg_viscous_bodies_work, const lg_viscous_bodies *all, const lg_v4 *drag);
/* Only a share of what pends counts. */
LG_HOT(void, lg_viscous_bodies_scale, const lg_viscous_bodies *all, double share);

#endif
