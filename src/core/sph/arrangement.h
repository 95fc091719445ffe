/* arrangement.h - what a pressure's force owes to where its particles happen to lie, taken off.

   With P as in pressure.h and d_ij = x_i - x_j the force of the fluid on a particle is
     -sum_j (P_i + P_j) grad W_ij = -2 P_i c_i + S_i
     c_i = sum_j grad W_ij              0 in a lattice and, walls counted, where fluid is even
     S_i = sum_j (P_i - P_j) grad W_ij  -M_i grad P / V0
     M_i = -V0 sum_j grad W_ij d_ij     1 in a lattice, over what its sums make of a gradient of 1
   A lattice that flow has strained has another c and M, so that fluid under a pressure resists as a
   solid does, at the default support with a modulus of about an eighth of the pressure: water lay
   still over oil, and waves of their interface swung back. So the force is
     -sum_j (P_i + P_j) grad W_ij + 2 P_i c~_i + (1 / M_i - 1) S_i
   c~: c smoothed over the neighbours with W. What is left, c - c~, parts particles that come too
   near, as ever: without smoothing they clump and burst. 1 / M is the corrected gradient (Randles &
   Libersky 1996; Bonet & Lok 1999), here of differences alone. All of it acts in every iteration:
   with the last sub-step's P the first one after a change pushed as a solid.

   Where it does not hold. At a surface c is no lack of order: both count by a share that fades out
   where V0 c is between EDGE / 2 and EDGE a spacing, or the density below TIGHT rho0. Across walls,
   along grad s, M is left, and c before it is smoothed: walls hold off. Along one whose fraction is
   s a lattice has M = 1 - s. In corners it has neither; so an M that is further than UNLIKE away
   from what is expected counts less and less.

   Momentum. The pairs' forces add up to 0, these do not, quite (1e-6 m/s2 in a tank at rest). What
   they add up to is taken off the particles that they act on, alike, once a solve; the solve does
   not know of it.

   Only in worlds whose fluids differ in density, by default: one alone comes to rest sooner as it
   is, since its stiffness stops the last eddies. Beside a thin wall, 10 s after it was filled in,
   water goes with 0.002 m/s; eased with 0.004 to 0.017. */
#ifndef LG_CORE_SPH_ARRANGEMENT_H
#define LG_CORE_SPH_ARRANGEMENT_H

#include "core/base/vec.h"
#include "core/sph/pairs.h"
#include "core/sph/sph.h"

/* Of matrices as M: xx, xy, yy; xz, yz, zz. */
enum { LG_MOMENTS = 6 };
LG_INLINE int lg_moment_at(int k, int c) {
  return k >= c ? k * (k + 1) / 2 + c : c * (c + 1) / 2 + k;
}

typedef struct lg_arrangement {
  lg_step *s;
  float moment; /* of the lattice: pressure.h */
  lg_v4 *lean;  /* pack {c, share}, until it is smoothed; then {N that was added, 1 if it was} */
  bool counts;  /* it has been looked at */
  float *turn[LG_MOMENTS]; /* 1 / M - 1 */
  float *ease[3];          /* c~ + (1 / M - 1) sum grad W, so that F += turn F + 2 P ease */
} lg_arrangement;

/* Places its arrays in room of so many bytes, and returns what lies behind them. lean: a pack that
   is its own while it is updated, and from a solve to lg_arrangement_gained. */
LG_HOT(size_t, lg_arrangement_bytes, const lg_step *s);
LG_HOT(void *, lg_arrangement_place, lg_arrangement *a, lg_step *s, float moment, lg_v4 *lean,
       void *room);

/* Looks at the particles as they lie now. positions: {x, *}; density: kg/m3, walls counted. */
LG_HOT(void, lg_arrangement_update, lg_arrangement *a, const lg_kernel *kernel,
       const lg_v4 *positions, const float *density);

/* The force on i, N, of `pairs`, N, their forces; pressure: P_i. */
LG_INLINE lg_v4 lg_arrangement_eased(int dim, const lg_arrangement *a, size_t i, float pressure,
                                     lg_v4 pairs) {
  lg_v4 added = {0, 0, 0, 0};
  for (int k = 0; k < dim; k++) {
    added[k] = 2 * pressure * a->ease[k][i];
    for (int c = 0; c < dim; c++) added[k] += a->turn[lg_moment_at(k, c)][i] * pairs[c];
  }
  const bool any = added[0] != 0 || added[1] != 0 || added[2] != 0;
  a->lean[i] = (lg_v4){added[0], added[1], added[2], any ? 1.f : 0.f};
  return pairs + added;
}

/* m/s2, to be taken off the particles to which it was added, so that momentum stays. */
LG_HOT(void, lg_arrangement_gained, const lg_arrangement *a, float gained[3]);

#endif
