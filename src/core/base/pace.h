/* pace.h - whether sub-steps go clearly faster on all threads than on one, as they are timed.

   Beside other programs a thread may wait for one that no core is free for, and two are slower than
   one; a machine's load changes, and nobody outside knows what a loop of this world costs. So now
   and then some sub-steps are taken the other way. Bits do not depend on threads: nothing else
   does. */
#ifndef LG_CORE_BASE_PACE_H
#define LG_CORE_BASE_PACE_H

#include "core/base/base.h"

typedef struct lg_pace { /* begins as zeros: all threads */
  bool alone;            /* what is better so far: one thread, not all */
  bool trial, warm;      /* the other is tried now; its first sub-step is over */
  double seconds, work;  /* of the trial, or since the last one; particles x sub-steps */
  int substeps;          /* of the trial */
  double rate;           /* s a particle, of what is better so far */
  double ratio;          /* the other one's over that, the mean of trials; 0: not known */
  double wait;           /* s until the next trial */
  int rarely;            /* trials' lengths between two */
} lg_pace;

/* How the next sub-step goes: on one thread? */
LG_INLINE bool lg_pace_alone(const lg_pace *p) { return p->alone != p->trial; }
/* A sub-step of so many particles took so long, the way that lg_pace_alone has said. */
void lg_pace_note(lg_pace *p, double particles, double seconds);

#endif
