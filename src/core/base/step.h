/* step.h - what a solver is given for one sub-step. */
#ifndef LG_CORE_STEP_H
#define LG_CORE_STEP_H

#include "core/base/world.h"

struct lg_step {
  lg_world *world;
  int dim, threads;
  size_t n;              /* particles */
  float dt;              /* s */
  double time;           /* s, at its start */
  float spacing, radius; /* m; support radius, 0: none */
  float gravity[3];      /* m/s2, but for periodic axes: what pressure can carry */
  float mass;            /* kg, of a particle of the default material */
  /* the highest number in column `material`; 0: all particles are of the default material */
  int materials;
  const lg_properties *material; /* by that number */
  struct lg_particles *particles;
  struct lg_neighbors *neighbors;
  struct lg_walls *walls;
  lg_stats *stats; /* the solver writes iterations, residual, density errors */
  /* m/s, set by a solver whose particles are moved along something else than `velocity` */
  float *drift[3];
  bool failed; /* out of memory: the frame is rejected */
};

#define LG_TIMED(s, name, call)                                                                    \
  do {                                                                                             \
    double begun_ = lg_stage_begin();                                                              \
    call;                                                                                          \
    lg_stage_end((s)->world, name, begun_);                                                        \
  } while (0)

/* Times a scope: LG_STAGE (w, "density") { ... } */
#define LG_STAGE(w, name)                                                                          \
  for (double begun_ = lg_stage_begin(), on_ = 1; on_ > 0; on_ = 0, lg_stage_end(w, name, begun_))

#endif
