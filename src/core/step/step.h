/* step.h - the stages of a sub-step. This room alone sees all others. */
#ifndef LG_CORE_STEP_STAGES_H
#define LG_CORE_STEP_STAGES_H

#include "core/base/step.h"
#include "core/body/bodies.h"
#include "core/body/collide.h"
#include "core/body/springs.h"
#include "core/formula/program.h"
#include "core/measure/account.h"
#include "core/measure/measure.h"
#include "core/mesh/mesh.h"
#include "core/object/material.h"
#include "core/object/object.h"
#include "core/particles/near.h"
#include "core/particles/particles.h"
#include "core/particles/watch.h"
#include "core/sph/sph.h"
#include "core/state/saved.h"
#include "core/state/snapshot.h"
#include "core/walls/walls.h"

/* The stages of a sub-step, in the order in which step.c has them. False: no memory. */
/* emission.c; dt: the time to fill, which ends now (0 at the start); only_fill: of those
   that fill space alone */
bool lg_emit_stage(lg_world *w, float dt, bool only_fill);
/* limit.c: the next sub-step's dt, s, of a frame of dt: what is left of it in as many equal parts
   as are stable now; 0: too many, or the solver has refused. */
double lg_limit_stage(lg_world *w, double dt, double left);
/* open_edges.c: drops what left by an open edge, sorts the rest into cells of `radius`. */
bool lg_cull_stage(lg_world *w, float radius);
/* push.c: acceleration = gravity + every vector field added to the world itself */
bool lg_push_stage(lg_world *w, float dt);
/* emission.c: behind the solver, particles in an emitter's pipe go as that says. has_pipes: there
   is such an emitter, and the solver has neighbours. */
bool lg_has_pipes(const lg_world *w);
void lg_hold_stage(lg_world *w);
/* guard.c: removes NaN, runaways and what solids have crushed, ages the others. Over 1 % astray:
   false, with the sentence. */
bool lg_guard_stage(lg_world *w);
/* watching.c: around a sub-step, and behind its push stage: what watched particles feel. */
void lg_watching_begin(lg_world *w, double dt);
void lg_watching_push(lg_world *w);
void lg_watching_end(lg_world *w);
/* a second one, for a frame that is taken back; NULL of none. False: no memory */
bool lg_watching_copy(lg_world *w, struct lg_watching **copy);
struct lg_watching *lg_watching_under_way(const lg_world *w); /* NULL: nobody is watched */
void lg_watching_free(lg_world *w);
/* step.c: what stages and solvers are given of a sub-step; its dt is the caller's */
lg_step lg_step_of(lg_world *w);
/* step.c: before the first frame, what stands there at time 0; the start of a frame; the sub-step
   with which its last `left` seconds begin. False, with the sentence. */
bool lg_step_fill(lg_world *w);
bool lg_step_begin(lg_world *w);
bool lg_substep(lg_world *w, double dt, double left);
/* dt is a number of seconds above 0, and the world stands between two frames; else misuse */
bool lg_step_allowed(lg_world *w, double dt, const char *function);
/* peek.c, peek_loop.c */
void lg_peek_free(lg_world *w);
/* before a frame: how many particles no step can begin with, as they were written; false, with the
   sentence, if these are over 1 % */
bool lg_guard_inputs(lg_world *w, size_t *bad);
/* drops so many, which would spoil their neighbours, or the time step, before the guard sees them;
   false: no memory */
bool lg_guard_drop(lg_world *w, size_t bad);

/* open_edges.c: drops particles with neighbors.dead, keeps the others' order; false: no memory */
bool lg_drop_marked(lg_world *w);

#endif
