/* collide.h - the stop stage: what becomes of particles at edges and solids. */
#ifndef LG_CORE_COLLIDE_H
#define LG_CORE_COLLIDE_H

#include "core/base/base.h"

/* Moves the particles over dt, along drift if drift[0] is not NULL, and stops them at faces; bodies
   get what that did to them. ballistic: acceleration acts on the way. False: no memory. */
bool lg_stop_stage(lg_world *w, float dt, bool ballistic, float *const drift[3]);

#endif
