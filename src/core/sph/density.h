/* density.h - how dense the fluid is when a sub-step begins.

   rho_i = m_i (sum_j W_ij + s_i / V0)        V0 = spacing^dim, s_i: the walls' volume fraction
   X_i   = V0 rho_i / m_i = rho_i / rho0_i    so that materials of several densities meet without a
                                              gap (Solenthaler & Pajarola 2008) */
#ifndef LG_CORE_SPH_DENSITY_H
#define LG_CORE_SPH_DENSITY_H

#include "core/sph/sph.h"

/* Density of every particle, kg/m3, and the stats' density errors. positions becomes {x, m}. */
LG_HOT(void, lg_sph_density, lg_step *s, const lg_kernel *kernel, lg_v4 *positions, float *density);

/* ... and, in the same look at the neighbours, what a pressure of its own does to the density:
   dt^2 V0^3 A_i p_i is taken from X_i,
     A_i = |sum_j grad W_ij + grad s_i / V0|^2 / m_i + sum_j |grad W_ij|^2 / m_j,
   but at least LG_SPH_LEAST of the full lattice's, which keeps the pressure of spray finite. */
#define LG_SPH_LEAST 0.1f
LG_HOT(void, lg_sph_density_stiffness, lg_step *s, const lg_kernel *kernel, lg_v4 *positions,
       float *density, float *stiffness);

/* Whether the fluid fills all there is: no particle lacks some of what should be about it. Then the
   mean density is what it is, whatever the pressure. positions: {x, *}. */
LG_HOT(bool, lg_sph_closed, lg_step *s, const lg_kernel *kernel, const lg_v4 *positions,
       const float *density);

#endif
