/* stages.h - a picture from between two stages of the next frame, which is then taken back: so the
   world stands between two frames whatever is pressed, and a stage back costs what one on does. */
#ifndef LG_VIEWER_STAGES_H
#define LG_VIEWER_STAGES_H

#include "viewer/viewer.h"

enum { LG_SUBSTEP = 1000, LG_ITERATION };
#define LG_RIBBON_MAX 64
typedef struct lg_ribbon { /* where the picture stands in a frame; n = 0: between two */
  int n, at;               /* stages of the sub-step, and the one behind which it stands */
  int world;               /* whose stages they are; the others stand where the frame begins */
  double seconds;          /* of all stages of the sub-step, also where there are too many */
  char caption[400];       /* "sub-step 3 of the frame, solve/density 2: density has changed" */
  struct {
    char name[LG_NAME_MAX];
    double seconds;
  } of[LG_RIBBON_MAX];
} lg_ribbon;

/* Behind which stage of that world: `by` on from number `from` (0: the frame's start), LG_SUBSTEP:
   to the end of a sub-step, -LG_SUBSTEP: back to the frame's start, LG_ITERATION: to the first
   stage of the next iteration, of whichever loop of the solver comes next, but for loops within a
   loop; in a frame without any as LG_SUBSTEP. There show is called once, within host.peek; false:
   it had no memory. Returns the stage's number and fills the ribbon; 0: the frame has no such
   stage, -1: it was refused, or no memory. */
int lg_stages_take(lg_ribbon *out, const lg_viewer_host *host, int world, int from, int by,
                   bool (*show)(void *user), void *user);

#endif
