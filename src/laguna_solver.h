/* laguna_solver.h - WRITE A SOLVER: what a solver is given for one sub-step, and what it may ask.

   Kinds include this header alone, in the tree and outside of it. What it includes at its end is
   installed beside it (in laguna/core/): columns of particles, neighbours, walls, bodies, kernels,
   eight lanes, threads, and the operators of the rooms sph and mac. Everything that these declare
   is exported; what they do not declare, a kind cannot have. The world stays a handle.

   Same bits whatever the machine does: sums over neighbours go in the order of their list, sums
   over particles through blocks of LG_BLOCK; build with -ffp-contract=off. */
#ifndef LAGUNA_SOLVER_H
#define LAGUNA_SOLVER_H

#include "laguna_kind.h"

#include <float.h>
#include <math.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* what is given: lg_step, LG_STAGE, lg_scratch */
#include "core/base/step.h"
/* arithmetic: small helpers, vectors and rotations, eight lanes, smoothing kernels, threads */
#include "core/base/base.h"
#include "core/base/numbers.h"
#include "core/base/kernel.h"
#include "core/base/par.h"
#include "core/base/simd.h"
#include "core/base/vec.h"
/* s->particles, s->neighbors, s->walls, s->bodies, s->watch */
#include "core/body/bodies.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/particles/watch.h"
#include "core/walls/walls.h"
/* operators: s->sph, a staggered grid with its pressure equation, and material points */
#include "core/mac/interpolate.h"
#include "core/mac/mac.h"
#include "core/mpm/mpm.h"
#include "core/poisson/poisson.h"
#include "core/sph/forces.h"
#include "core/sph/chambers.h"
#include "core/sph/crowding.h"
#include "core/sph/pressure.h"
#include "core/sph/sph.h"

#ifdef __cplusplus
}
#endif
#endif
