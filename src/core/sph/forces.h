/* forces.h - what acts between particles beside pressure, the same for every solver; each costs
   nothing at 0. V = m / rho, F = W' / r, v_ij = v_i - v_j.

   viscosity             m_i a_i = sum_j V_i V_j 2 mu F_ij v_ij        (Morris, Fox & Zhu 1997)
                         walls that do not slip take part in it (walls.h, lg_walls_no_slip); in
                         sub-steps that are too long for this it is solved for (viscosity.c)
                         m_i a_i = sum_j V_i V_j 2 (dim + 2) mu F_ij e_ij (e_ij . v_ij),
                         v at the end of the sub-step        (Weiler et al. 2018)
   xsph                  v_i' = v_i - xsph sum_j 2 m_j / (rho_i + rho_j) v_ij W_ij
                         (Monaghan 1989; Schechter & Bridson 2012), symmetric, so that it conserves
                         momentum; of a pair the stronger of it and viscosity acts, so that a
                         fluid as thick as xsph would make it has its own viscosity
   hyperviscosity        v_i' = v_i - hyperviscosity (L C L v)_i, L v: the sum that xsph takes; of a
                         pair what exceeds viscosity, none where that is solved for. L is about 1 of
                         what differs from particle to particle, (k R)^2 / 30 of a wave k: the
                         former stops, the latter goes on. L is symmetric, so that momentum is
                         kept and energy, without viscosity, only lost; stable while xsph |L| +
                         hyperviscosity |L|^2 < 2, |L| up to 1.1 (biharmonic friction, of oceans:
                         Griffies & Hallberg 2000). C is 1, but 0 of what is a tenth too dense: it
                         may part
   surface tension       F_i = -sigma dx^(dim-2) sum_j K_ij (10 V0 C(r) e_ij + (n_i - n_j) / 100),
                         K_ij = 2 rho0 / (rho_i + rho_j), n_i = R (sum_j V_j grad W_ij + grad s),
                         C: Akinci's spline             (Akinci, Akinci & Teschner 2013; tension.c)
   vorticity confinement a_i = min(vorticity, |v|max / 10) (N x omega_i), N = eta / |eta|,
                         eta = sum_j V_j |omega_j| grad W_ij,
                         omega_i = sum_j V_j grad W_ij x (v_j - v_i)
                         (Macklin & Mueller 2013, eq. 15-16; vorticity.c)
   shifting              x_i += 8 shifting dt dx |grad v| sum_j max(1 - r / dx, 0) e_ij, nothing
                         outward at surfaces and walls  (shift.c)

   Viscosity that is solved for is stable in any sub-step. Pairs push along the line between them,
   so that spin is kept and a drop that turns is not braked, where Morris's would brake it at its
   surface: in short sub-steps of thin fluids nobody sees that. What it brakes is v with all that
   changes it, pressure included, or a fluid at rest between walls would flow down in its middle.
   dfsph and pcisph find the pressure, then this, then the pressure that goes with it (projections
   before and after viscosity: Batty & Bridson 2008).

   Surface tension: Akinci's gamma has a unit that changes with the dimension and acts 1000 / rho0
   times as much on light fluids; here the relative weight of its two parts is that of water, and
   the force scales as a tension in N/m does. It is none: its cohesion presses every drop together
   with about sigma / dx, whatever its radius (in 2-D 10 to 13 times sigma / R at R = 10 spacings,
   21 to 26 times at 20); periods of drops are 0.5 to 1.4 of the exact ones. Tried instead on free
   drops in 2-D: a stress sigma |grad c| (1 - n n) between pairs (Lafaurie et al. 1994) clumps and
   tears surfaces, as p >= 0 holds nothing there against tension; energies sigma sum V |grad c|, of
   particles or of a grid, fall where particles clump or spread; curvature times grad c has the
   pressure to 3 % in wcsph and pbf, but not the momentum of pairs, and bursts dfsph and pcisph.
   flip has the tension itself (mac/tension.c).

   Confinement adds momentum and energy, the more the faster eddies turn: without a bound it feeds
   on what it has added. So it stays below a tenth of the Lamb vector omega x v of the fastest
   flow, which is what turns eddies.

   Shifting: where a viscous flow stretches, particles line up in strings, and viscosity keeps
   pressure from mending that. Shifting moves places, not velocities, so viscosity does not resist
   it and momentum is not touched (the idea: Xu, Stansby & Laurence 2009; Adami, Hu & Adams 2013).
   Both push along the gradient of the particles' number, which sends free surfaces apart; a
   repulsion that ends at one spacing does not, and is nothing in a lattice. What it changes of
   the density is more than solvers that iterate leave (0.5 % against 0.05 % in a dam break), so
   there it is off unless asked for; wcsph fades it out where viscosity is small, and shifts once
   in a few of its short sub-steps. Without a surface (pressure.h: closed vessels) pressure mends no
   order that is lost, and a vortex bursts: there all of them shift (lg_sph_shifting).

   Several materials: mu between two is the harmonic mean of theirs (Hu & Adams 2006). Surface
   tension looks at particles of the same material only, with that material's sigma: a fluid feels
   another one as it feels air, so that an interface is pulled round by the tensions of both. xsph,
   hyperviscosity and confinement know no materials. */
#ifndef LG_CORE_SPH_FORCES_H
#define LG_CORE_SPH_FORCES_H

#include "core/particles/watch.h"
#include "core/sph/sph.h"
#include "core/walls/walls.h"

/* The fluid's rows, shared by the solvers: struct begins with LG_MATERIAL_FIELDS; LG_SPH_FIELDS. */
#define LG_SPH_FIELDS                                                                              \
  float support, cfl;                                                                              \
  int kernel;                                                                                      \
  float xsph, hyperviscosity, surface_tension, vorticity, shifting, viscosity_tolerance
#define LG_SPH_ROWS(T, usual_xsph, usual_hyperviscosity, usual_shifting)                           \
  LG_ROW_FLOAT(T, xsph, usual_xsph, 0, 1, "1",                                                     \
               "share of the neighbours' velocity that a particle takes over: smooths a flow "     \
               "whose viscosity does less"),                                                       \
      LG_ROW_FLOAT(T, hyperviscosity, usual_hyperviscosity, 0, 1, "1",                             \
                   "the same of what neighbours then differ by: stops single particles, hardly a " \
                   "wave"),                                                                        \
      LG_ROW_FLOAT(T, surface_tension, 0, 0, LG_HUGE, "N/m",                                       \
                   "pulls surfaces round, as strongly as suits the spacing: presses a drop "       \
                   "together with about this over a spacing, not over its radius (flip has it "    \
                   "over the radius)"),                                                            \
      LG_ROW_FLOAT(T, vorticity, 0, 0, LG_HUGE, "m/s",                                             \
                   "vorticity confinement: gives eddies back what smoothing took; counts up to a " \
                   "tenth of the fastest flow"),                                                   \
      LG_ROW_FLOAT(                                                                                \
          T, shifting, usual_shifting, 0, 4, "1",                                                  \
          "moves particles apart where a viscous flow presses them together: no "                  \
          "strings, no clumps; at least 3 (pbf: 4) in vessels without a surface, but for wcsph"),  \
      LG_ROW_FLOAT(T, viscosity_tolerance, 1e-4, 1e-6, 0.1, "1",                                   \
                   "where viscosity is solved for, because a sub-step is too long for it: the "    \
                   "error that is left of the velocity")
/* Under a kernel that is flat in its middle particles pair: after 2 s of a dam break in 2-D 21 %
   (dfsph) and 25 % (pcisph) lay nearer to another than 0.4 spacings with the cubic spline, with
   Wendland's 2 and 5 %. In 3-D the lattice that a tank begins with gives way: 5 s later the fastest
   particle goes at 0.005 to 0.007 sqrt(g H), with the cubic spline of 2 spacings at 0.012 to 0.024.
   2.2 to 2.4 spacings do; with 2.1 and less Wendland's is worse. */
#define LG_SPH_KERNEL_ROW(T)                                                                       \
  LG_ROW_CHOICE(T, kernel, LG_WENDLAND_C2, LG_KERNEL_CHOICES,                                      \
                "smoothing kernel of density and forces")
#define LG_SPH_REACH_ROWS(T)                                                                       \
  LG_ROW_BY_DIM(T, support, 2.8, 2.3, 1.5, 6, "spacings", "support radius"),                       \
      LG_ROW_FLOAT(T, cfl, 0.4, 0.01, 1, "spacings", "how far a particle may move in a sub-step")
typedef struct lg_fluid {
  LG_MATERIAL_FIELDS;
  LG_SPH_FIELDS;
} lg_fluid;
/* A solver's `support`: its struct begins with LG_MATERIAL_FIELDS; float support. */
LG_HOT(float, lg_sph_support, const void *solver, int dim);

/* ---- forces --------------------------------------------------------------------------------- */

/* Adds all of these to column `acceleration`; the present velocities and `density` count. pack[0]
   becomes {x, m}, the others are working memory. */
LG_HOT(void, lg_sph_forces, lg_step *s, const lg_kernel *kernel, const lg_fluid *fluid,
       const float *density, lg_v4 *const pack[LG_SPH_PACKS]);
/* The viscosity term: N s/m, v_ij times it is what j does to i (Morris, Fox & Zhu 1997), in wcsph,
   dfsph, pcisph and pbf, whether sub-steps are short enough for it or it is solved for
   (viscosity.c). vv: V_i V_j, mu: Pa s between the two, g: F_ij, below 0. */
LG_INLINE lg_v8 lg_viscous_pair(lg_v8 vv, lg_v8 mu, lg_v8 g) { return LG_MORRIS * vv * mu * g; }
/* Pa s between fluids of viscosities a and b: the harmonic mean, with which the stress is
   continuous across their interface (Hu & Adams 2006, eq. 12). */
LG_INLINE lg_v8 lg_viscosity_between(float a, lg_v8 b) {
  return 2.0f * a * b / lg_v8_max(a + b, lg_v8_all(FLT_MIN));
}
/* Whether the sub-step is so long that viscosity must be solved for; lg_sph_forces has left it out
   then. */
LG_HOT(bool, lg_sph_viscosity_is_solved, const lg_step *s, const lg_fluid *fluid);
/* If so: v of particles and bodies with viscosity. ahead: m/s2, by what v will change besides in
   this sub-step, which counts, but is not added; NULL: nothing. The packs are working memory.
   False: nothing was to be solved, or there is no memory (s->failed is set). */
LG_HOT(bool, lg_sph_viscosity, lg_step *s, const lg_kernel *kernel, const lg_fluid *fluid,
       const float *density, const lg_v4 *ahead, lg_v4 *positions, lg_v4 *directions);
/* Its parts of more than one pass; positions: {x, m}, velocities: {v, density}; the packs behind
   them are working memory. */
LG_HOT(void, lg_sph_tension, lg_step *s, const lg_kernel *kernel, const lg_fluid *fluid,
       const float *density, const lg_v4 *positions, lg_v4 *normals, lg_v4 *mixture);
LG_HOT(void, lg_sph_vorticity, lg_step *s, const lg_kernel *kernel, const lg_fluid *fluid,
       const lg_v4 *positions, const lg_v4 *velocities, lg_v4 *curls);
/* mixture becomes {viscosity, surface tension, number of the material, density} of each particle,
   in worlds with several materials. */
LG_HOT(void, lg_sph_mixture, lg_step *s, const float *density, lg_v4 *mixture);

/* Terms of watched particles, right behind the force that walls and bodies exert: `push` grad
   fraction + `carried` weight, as for lg_bodies_record; bodies' part goes by its own name.
   in_column: it is in column `acceleration` already. */
LG_HOT(void, lg_sph_term_walls, const lg_step *s, lg_watched *o, float push, float carried,
       bool in_column);
/* v += dt a, and bodies get what they do to that: drag, gravity. */
LG_HOT(void, lg_sph_accelerate, lg_step *s);
/* The row `shifting`, or more, in vessels without a surface: `least`, 3 or 4. Tried at defaults on
   Taylor-Green vortices from the lattice, of which 1 bursts and 2 loses a tenth of the energy at
   once; dfsph's cavity of Re 400 is 3.1 % off with 4 and 2.9 % with 3, pbf's plug of Bingham's
   fluid 8 % with 4 and 10 % with 3. */
LG_INLINE float lg_sph_shifting(const lg_fluid *fluid, bool closed, float least) {
  return closed ? lg_maxf(fluid->shifting, least) : fluid->shifting;
}
/* At the end of a step, after the new velocities. positions: {x, *}; velocities is working
   memory. shifting: as in the rows. */
LG_HOT(void, lg_sph_shift, lg_step *s, const lg_kernel *kernel, float shifting,
       const lg_v4 *positions, lg_v4 *velocities);

/* ---- how long a sub-step may be ------------------------------------------------------------- */

/* The largest sub-step for a flow that is solved for its pressure: no particle, and nothing of
   least_speed m/s, moves farther than cfl spacings (`limit` "cfl"), dt <= 0.25 sqrt(h / |g|) with
   h = R / 2 ("force": Monaghan 1992), what lies under deep fluid stays in place ("weight"), and
   the shortest wave of surface tension ("tension": Brackbill, Kothe & Zemach 1992) and a viscosity
   that is not solved for ("viscous") are stable. */
LG_HOT(double, lg_sph_max_dt, lg_step *s, const lg_fluid *fluid, float least_speed,
       const char **limit);
/* s: in so long gravity alone takes a particle a noticeable part of the support radius; infinite
   without it. */
LG_HOT(double, lg_sph_force_dt, const lg_step *s);
/* s: what a pressure p does to particles that are out of place turns with about sqrt(p / rho) /
   spacing: so long a step under p = rho g H, H the fluid's depth, is stable; infinite without
   gravity. Measured in still tanks of 100 layers: dt sqrt(g H) / spacing = 1.3 rests, 1.57 never
   does. */
LG_HOT(double, lg_sph_weight_dt, const lg_step *s);
/* Whether its viscosity is the same at any shear rate. */
LG_INLINE bool lg_is_newtonian(const lg_properties *p) {
  return !(p->yield_stress > 0) && !(p->thinning_time > 0);
}
/* s, in which viscosity need not be solved for, of the default material (as given) and all others:
   0.125 h^2 rho / mu. */
LG_HOT(double, lg_sph_viscous_dt, const lg_step *s, float viscosity, float density);
/* dt, of what else limits it, or what viscosity allows where that is not much less: a few short
   sub-steps cost no more than to solve for viscosity in a long one, and are nearer to the truth. */
LG_HOT(double, lg_sph_viscous_bound, const lg_step *s, double dt, float viscosity, float density,
       const char **limit);
/* s; infinite without surface tension */
LG_HOT(double, lg_sph_tension_dt, const lg_step *s, const lg_fluid *fluid);
/* The smaller one of both, and its name. */
LG_INLINE double lg_sph_bound(double dt, double by, const char *name, const char **limit) {
  if (!(by < dt)) return dt;
  *limit = name;
  return by;
}

LG_HOT(float, lg_sph_depth, const lg_step *s); /* m, of the fluid along gravity */
/* The share of a density error that may be taken back in this sub-step: dt over the "force" limit
   of dt. Errors that stand go with that time, whatever dt is: taken back in one short sub-step
   they would become speed, which shortens the next one. */
LG_HOT(float, lg_sph_relief, const lg_step *s);

#endif
