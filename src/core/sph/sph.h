/* sph.h - what an SPH solver's sub-step stands on: lists, walls, packs, sums over all particles,
   and the numbers of the full lattice. */
#ifndef LG_CORE_SPH_H
#define LG_CORE_SPH_H

#include "core/base/par.h"
#include "core/sph/pairs.h"

/* Sums over the full lattice of the world's spacing, by which iterations are scaled. */
typedef struct lg_sph_lattice {
  lg_kernel value, slope; /* W of densities, and the kernel of gradients: W again, or another */
  float spacing;
  double gradients; /* sum |grad W|^2 of `slope` */
  double moment;    /* of `slope`: what its sums make of a gradient: kernel.h */
  double stiffness; /* Jacobi's iterations are stable below 2 over it: kernel.h */
} lg_sph_lattice;

enum { LG_SPH_PACKS = 4 };
typedef struct lg_sph {
  lg_v4 *pack[LG_SPH_PACKS]; /* memory; who uses one names it by what is in it */
  size_t capacity;           /* entries */
  lg_tally *partial;         /* one a block */
  lg_sph_lattice lattice;
  void *viscous, *yielding; /* viscosity.c's, of particles and of bodies */
} lg_sph;

void lg_sph_free(lg_sph *sph, lg_mem *mem);
/* Room for packs of every entry of the lists as they are now. False: no memory. */
bool lg_sph_room(lg_step *s);
/* of the step's support radius, calibrated to its lattice */
lg_kernel lg_sph_kernel(const lg_step *s, int type);
/* What every solver's step begins with: lists, room for packs, the walls as particles see them.
   False: no memory (s->failed is set). */
bool lg_sph_prepare(lg_step *s, const lg_kernel *kernel);
/* Worked out when a kernel or the spacing has changed. */
const lg_sph_lattice *lg_sph_lattice_of(lg_step *s, const lg_kernel *value, const lg_kernel *slope);

/* Over all particles. */
lg_tally lg_sph_tally(lg_step *s, lg_tally_fn *fn, void *user);
float lg_sph_mean(lg_step *s, float *value);
/* Of sum = sum of max(X - 1, 0), most = max of X - 1, X = rho / rho0. */
void lg_sph_density_error(lg_step *s, const lg_tally *errors);

/* pack[e] = {vec[0], vec[1], vec[2] or 0, w}; positions: ghosts are moved by their period and the
   pad lies far away. */
void lg_sph_pack(lg_step *s, lg_v4 *pack, float *const vec[3], const float *w, bool positions);
/* Ghosts and the pad of a pack whose particles are up to date. */
void lg_sph_update_ghosts(lg_step *s, lg_v4 *pack, bool positions);

#endif
