/* sph_forces.h - what acts between particles beside pressure, the same for every solver; each costs nothing at 0.

   viscosity             m_i a_i = sum_j V_i V_j 2 mu F_ij v_ij                              (Morris, Fox & Zhu 1997)
   xsph                  v_i' = v_i - xsph sum_j 2 m_j / (rho_i + rho_j) v_ij W_ij               (Monaghan 1989; Schechter &
                         Bridson 2012), symmetric, so that it conserves momentum

   V = m / rho, F = W' / r, v_ij = v_i - v_j. */
#ifndef LG_CORE_SPH_FORCES_H
#define LG_CORE_SPH_FORCES_H

#include "core/sph.h"

/* The fluid's rows, shared by the solvers: struct begins with LG_MATERIAL_FIELDS; LG_SPH_FIELDS. */
#define LG_SPH_FIELDS float xsph
#define LG_SPH_ROWS(T, usual_xsph) \
  LG_ROW_FLOAT(T, xsph, usual_xsph, 0, 1, "1", "share of the neighbours' velocity that a particle takes over: smooths the flow")
typedef struct lg_fluid { LG_MATERIAL_FIELDS; LG_SPH_FIELDS; } lg_fluid;

/* Adds viscosity and xsph to column `acceleration`; the present velocities and `density` count. Packs a (positions) and b
   are overwritten. */
#define lg_sph_forces LG_PER_ISA(lg_sph_forces)
void lg_sph_forces(lg_step *s, const lg_kernel *k, const lg_fluid *fluid, const float *density);
/* v += dt a. */
#define lg_sph_push LG_PER_ISA(lg_sph_push)
void lg_sph_push(lg_step *s);
#define lg_sph_depth LG_PER_ISA(lg_sph_depth)
float lg_sph_depth(const lg_step *s); /* m, of the fluid along gravity */
/* The largest sub-step for a flow that is solved for its pressure: no particle, and nothing of least_speed m/s, moves farther than
   cfl spacings (`limit` "cfl"),
   dt <= 0.25 sqrt(h / |g|) with h = R / 2 ("force": Monaghan 1992), and viscosity is stable ("viscous"). */
#define lg_sph_max_dt LG_PER_ISA(lg_sph_max_dt)
double lg_sph_max_dt(lg_step *s, const lg_fluid *fluid, float cfl, float least_speed, const char **limit);
/* The share of a density error that may be taken back in this sub-step: dt over the "force" limit of dt. Errors that stand go with
   that time, whatever dt is: taken back in one short sub-step they would become speed, which shortens the next one. */
#define lg_sph_patience LG_PER_ISA(lg_sph_patience)
float lg_sph_patience(const lg_step *s);

#endif
