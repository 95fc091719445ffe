/* step.h - what a solver is given for one sub-step. */
#ifndef LG_CORE_STEP_H
#define LG_CORE_STEP_H

#include "core/step/world.h"

struct lg_step {
  lg_world *world;
  int dim, threads;
  size_t n;                  /* particles */
  float dt;                  /* s */
  double time;               /* s, at its start */
  float spacing, radius;     /* m; support radius, 0: none */
  float gravity[3];          /* m/s2, but for periodic axes: what pressure can carry */
  float mass;                /* kg, of a particle of the default material */
  int materials;             /* the highest number in column `material`; 0: all particles are of the default material */
  const lg_properties *material; /* by that number */
  lg_particles *particles;
  lg_neighbors *neighbors;
  lg_walls *walls;
  lg_stats *stats;           /* the solver writes iterations, residual, density errors */
  float *drift[3];           /* m/s, set by a solver whose particles are moved along something else than `velocity` */
  bool failed;               /* out of memory: the frame is rejected */
};

float *lg_step_column(lg_step *s, const char *name); /* first component of a declared column */

float lg_max_speed(lg_step *s); /* m/s, of all particles now */

/* Times a part of the solver's step: double t = lg_stage_begin(); ...; lg_stage_end(s->world, "density", t); */
double lg_stage_begin(void);
void lg_stage_end(lg_world *w, const char *name, double begun);
#define LG_TIMED(s, name, call) do { double begun_ = lg_stage_begin(); call; lg_stage_end((s)->world, name, begun_); } while (0)

/* The stages of a sub-step, in its order. False: no memory. */
bool lg_emit_stage(lg_world *w, float dt); /* emission.c; dt: the time to fill, which ends now (0 at the start) */
/* open_edges.c: drops what left by an open edge, sorts the rest into cells of `radius`. */
bool lg_cull_stage(lg_world *w, float radius);
bool lg_push_stage(lg_world *w, float dt); /* push.c: acceleration = gravity + every vector field added to the world itself */
/* collide.c: moves the particles, along drift if drift[0] is not NULL, and stops them at faces. */
bool lg_stop_stage(lg_world *w, float dt, bool ballistic, float *const drift[3]);
/* guard.c: removes NaN, runaways and what solids have crushed, ages the others. Over 1 % astray: false, with the sentence. */
bool lg_guard_stage(lg_world *w);
bool lg_guard_inputs(lg_world *w); /* before a frame: false, with the sentence, if over 1 % of what was written is not finite */

bool lg_drop_marked(lg_world *w); /* open_edges.c: drops particles with neighbors.dead, keeps the others' order; false: no memory */
bool lg_filter_check(const lg_world *w, const lg_kind *kind, const void *self, char *why, size_t why_bytes); /* emission.c */

/* springs.c: walls that are springs, and bottles, which carry what they hold. */
bool lg_springs_push(lg_world *w, float dt); /* false: no memory */
double lg_springs_max_dt(const lg_world *w);  /* s, the longest sub-step that resolves them */
void lg_springs_carry(lg_world *w);           /* particles follow what carries them */

#endif
