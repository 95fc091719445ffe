/* crowding.h - fluid that lies where no flow puts it: particles one in another, many in one place.

   Another solver that lets them, an emitter that pours into fluid, or solids that close leave a
   density that no pressure may answer: it would throw the fluid apart. So each particle has a rest
   density of its own for a while, c rho0:

     c_i = max(1, c_i (1 - rate dt), X_i / YIELD),   X = rho / rho0; X_i if it is new here and
                                                     X_i > BRIM
     rate = sqrt(g / depth), so that an overlap as deep as the fluid swells no faster than
            sqrt(g depth)

   and where pressure stores energy c waits (nearly) for the particles: it does not fall below
   X_i / follow.

   A vessel that holds more than fits in has no room to swell into: a pressure that is asked to make
   some grows without end, and presses into clumps what yields. So that is the rate under pressures
   of up to B = BEARS rho (rate depth)^2 only; it is 0 at 2 B, and from 3 B on c grows as fast,
   up to X_i: what no pressure mends is granted. Only where pressures leave a mean error of 0.02,
   and no body may press: fields press, too, and that is no reason to be denser.

   Fluid that solids seal off is granted at once what it has: chambers.h.

   To a solver such fluid is one that swells like a heated one: `crowding` (c) is what its equations
   compare X with. Where nothing overlaps c is 1 and no bit is different.

   Pressure cannot part what lies in one place. So overlapping particles are moved apart too, by
   their places (as shifting is):
     x_i += PACE rate dt dx sum_j max(reach - r_ij / dx, 0) e_ij,   reach = 1; e of coincident ones
                                                                    hashed from both ids, never
                                                                    into a wall

   At a surface, where hardly any pressure acts, two particles may lie in one place that nothing
   overfills: still water draws its two uppermost rows into one of 0.6 spacings, and where that
   comes from both sides one is left over. Those under less than LIGHT spacings of fluid are parted
   up to half a spacing: reach = NEAR, rate = LEISURE sqrt(g / dx), 0 without gravity. Without it 3
   of 48 tanks of 50 layers have such pairs, with it none. */
#ifndef LG_CORE_SPH_CROWDING_H
#define LG_CORE_SPH_CROWDING_H

#include "core/sph/sph.h"

#define LG_CROWDING_YIELD 1.3f /* of rho / rho0: no flow of the solvers that iterate gets there */

/* The solvers' column of c; 0: new. */
#define LG_CROWDING_COLUMN                                                                         \
  {                                                                                                \
    "crowding", 1, "1",                                                                            \
        "how many times rest density this particle is granted: 1, but where fluid was put into "   \
        "fluid, or is sealed in too little room"                                                   \
  }

/* Brings c up to date with density (kg/m3); pressure: Pa, of the last sub-step, NULL: none that was
   asked to mend the density; yield: YIELD above; follow > 1, infinite: it waits for nobody. Returns
   the rate, 1/s; 0: nothing overlaps. */
LG_HOT(float, lg_crowding_update, lg_step *s, const float *density, const float *pressure,
       float *crowding, float yield, float follow);
/* Gains of a Jacobi iteration over c, which has as many more neighbours; rate: as returned. */
LG_HOT(void, lg_crowding_soften, lg_step *s, const float *crowding, float rate, float *gain);
/* At the end of a step: moves overlapping particles apart. positions becomes {x, m}, if any do. */
LG_HOT(void, lg_crowding_part, lg_step *s, float *crowding, float rate, lg_v4 *positions);
/* The same of pairs at a surface; pressure: Pa. positions becomes {x, m} where there is gravity. */
LG_HOT(void, lg_crowding_part_pairs, lg_step *s, const float *pressure, lg_v4 *positions);

#endif
