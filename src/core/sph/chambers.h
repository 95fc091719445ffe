/* chambers.h - fluid that solids seal off from the rest, and more of it than fits.

   A pressure that is asked to make room where there is none grows without end (pressure.h: closed
   vessels), and breaks out where it can: four layers of water, sealed under a plate where three and
   a half fit, went with 15 m/s. A chamber is a part of the fluid that no neighbour leads out of,
   whose particles are denser than at rest in the mean and of which none, or a few, are at a
   surface. To the pressure its fluid is as dense as it has to be to fit in (crowding.h: c): then it
   rests as any other does. (Tried: an error less its mean in every chamber, as closed vessels have
   it: 0.1 to 0.7 m/s in the place of 0.1. The mean of X as c: where particles clump X is higher, so
   that clumps were granted more and more.)

   The vessel as a whole has its own test (lg_sph_closed). What touches a body that moves is no
   chamber: a pressure that lifts a piston changes how much fits. */
#ifndef LG_CORE_SPH_CHAMBERS_H
#define LG_CORE_SPH_CHAMBERS_H

#include "core/sph/sph.h"

/* bytes of `room` below */
LG_HOT(size_t, lg_chambers_bytes, size_t n);
/* Raises the rest density of chambers, c in crowding[], up to LG_CROWDING_YIELD, behind
   lg_crowding_update. positions: {x, *}; density: kg/m3, walls counted, of which the statistics
   tell the largest error. */
LG_HOT(void, lg_chambers_grant, lg_step *s, const lg_kernel *kernel, const lg_v4 *positions,
       const float *density, float *crowding, void *room);

#endif
