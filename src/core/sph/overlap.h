/* overlap.h - particles that lie where no flow puts them: one in another, many in one place.

   Another solver that lets them, an emitter that pours into fluid, or solids that close leave a
   density that no pressure may answer: it would throw the fluid apart. So each particle has a
   crowding c, and its rest density is c rho0 for a while:
     c_i = max(1, c_i (1 - rate dt), x_i / YIELD),   x = V0 delta = rho / rho0;   x_i if it is new
                                                     here and x_i > BRIM
     rate = sqrt(g / depth), so that a crowd as deep as the fluid grows no faster than sqrt(g depth)
   and where pressure stores energy c waits (nearly) for the particles: it does not fall below x_i /
   follow. Solvers put x_i / c_i or x_i - c_i where x_i and x_i - 1 would be: to them a crowd is a
   fluid that swells like a heated one. Where no particle is crowded c is 1 and no bit is different.
   Pressure cannot part what lies in one place. So crowded particles are moved apart too, by their
   places (as shifting is):
     x_i += PACE rate dt dx sum_j max(1 - r_ij / dx, 0) e_ij,   e of coincident ones hashed from
     both ids, never into a wall. */
#ifndef LG_CORE_SPH_CROWD_H
#define LG_CORE_SPH_CROWD_H

#include "core/sph/sph.h"

#define LG_CROWD_YIELD 1.3f /* of rho / rho0: no flow of the solvers that iterate gets there */

/* The solvers' column of c; 0: new. */
#define LG_CROWDING_COLUMN                                                                         \
  {                                                                                                \
    "crowding", 1, "1",                                                                            \
        "how many times rest density this particle is granted: 1, but where fluid was put into "   \
        "fluid"                                                                                    \
  }

/* Brings column `crowding` up to date with density (kg/m3); yield: YIELD above; follow > 1,
   infinite: it waits for nobody. Returns the rate, 1/s; 0: nobody is crowded. */
LG_HOT(float, lg_sph_crowd, lg_step *s, const float *density, float *crowding, float yield,
       float follow);
/* At the end of a step: moves crowded particles apart. */
LG_HOT(void, lg_sph_part, lg_step *s, const float *crowding, float rate);

#endif
