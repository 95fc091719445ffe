/* step.h - what a solver is given for one sub-step, and the clock of its stages. */
#ifndef LG_CORE_STEP_H
#define LG_CORE_STEP_H

#include "core/base/base.h"

/* What hangs on a step; the room that a thing belongs to has its header. The world itself is a
   handle: what functions of these headers ask for. */
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
  struct lg_bodies *bodies;
  struct lg_sph *sph;        /* packs of the particles, for loops over neighbours */
  struct lg_watching *watch; /* whom a host watches: particles/watch.h; NULL: nobody */
  lg_stats *stats;           /* the solver writes iterations, residual, density errors */
  /* m/s, set by a solver whose particles are moved along something else than `velocity` */
  float *drift[3];
  bool failed;  /* out of memory: the frame is rejected */
  bool refused; /* so is this one; lg_refuse has said why */
};

/* Working memory until the next call of lg_scratch; NULL: no memory. */
void *lg_scratch(lg_world *w, size_t bytes);

/* Times what stands in its scope as a stage of the frame: LG_STAGE(w, "solve/density") { ...; }
   Times under one name add up. Who leaves it by return or break leaves its time out. */
#define LG_STAGE(w, name)                                                                          \
  for (lg_stage stage_ = {w, name, lg_clock(), true}; stage_.open; lg_stage_end(&stage_))
typedef struct lg_stage {
  lg_world *world;
  const char *name;
  double begun; /* s */
  bool open;
} lg_stage;
void lg_stage_end(lg_stage *stage);
/* The next stage is the first of what a solver goes round: a loop says so each time it begins. */
void lg_iteration_begin(lg_world *w);

/* m/s2: gravity as the world's rows have it, also along periodic axes */
void lg_world_gravity(const lg_world *w, float out[3]);

#endif
