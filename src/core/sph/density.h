/* density.h - how dense the fluid is when a sub-step begins.

   rho_i = m_i (sum_j W_ij + s_i / V0)        V0 = spacing^dim, s_i: the walls' volume fraction
   X_i   = V0 rho_i / m_i = rho_i / rho0_i    so that materials of several densities meet without a
                                              gap (Solenthaler & Pajarola 2008) */
#ifndef LG_CORE_SPH_DENSITY_H
#define LG_CORE_SPH_DENSITY_H

#include "core/sph/sph.h"

/* Density of every particle, kg/m3, and the stats' density errors. positions becomes {x, m}. */
LG_HOT(void, lg_sph_density, lg_step *s, const lg_kernel *kernel, lg_v4 *positions, float *density);

/* How much heavier than a particle of the default material that is which a pressure at i sets in
   motion: the harmonic mean of the neighbours' masses, weighted by |grad W|^2, at most its own; 1
   in worlds of one material. positions: {x, m}. */
LG_HOT(void, lg_sph_inertia, lg_step *s, const lg_kernel *kernel, const lg_v4 *positions,
       float *inertia);

/* What may be missing of a fluid that still fills all there is. */
typedef struct lg_gaps {
  float lack;  /* of X: a particle that lacks more is at a surface; those at rest are denser */
  float slope; /* 1/R: so is one where the particles' number, walls counted, changes faster */
  double many; /* particles may be there */
} lg_gaps;
/* n^(1 - 1 / dim): as many are at a surface that goes across the fluid. */
LG_HOT(double, lg_particles_across, const lg_step *s);
/* Gaps that a lid leaves behind where it leaves its corner: a few particles; none where the surface
   of a tall vessel may be as few, under gravity, or an outlet, at open edges. A surface has slopes
   of 1 to 1.3, one of three spacings between walls 0.75, a narrower one may count as a gap. Under a
   body that floats a surface is no steeper than a gap: with bodies only what disorder leaves. */
LG_HOT(lg_gaps, lg_small_gaps, const lg_step *s);

/* Whether the fluid fills all there is, but for gaps. Then the mean density is what it is, whatever
   the pressure. positions: {x, *}. */
LG_HOT(bool, lg_sph_closed, lg_step *s, const lg_kernel *kernel, const lg_v4 *positions,
       const float *density, lg_gaps gaps);
/* How many of n particles, which[], are at a surface. */
LG_HOT(double, lg_sph_at_surface, lg_step *s, const lg_kernel *kernel, const lg_v4 *positions,
       const float *density, lg_gaps gaps, const int32_t *which, size_t n);

#endif
