/* stages.h - a picture from between two stages of the next frame, which is then taken back: so the
   world stands between two frames whatever is pressed, and a stage back costs what one on does. */
#ifndef LG_VIEWER_STAGES_H
#define LG_VIEWER_STAGES_H

#include "viewer/sim_frame.h"

/* Behind which stage: `by` on from number `from` (0: the frame's start), LG_SUBSTEP: to the end of a
   sub-step. Returns its number, 0: the frame has no such stage, -1: it was refused, or no memory. */
int lg_stages_take(lg_sim_frame *f, const lg_sim_frame *last, const lg_viewer_host *host, int from,
                   int by, bool panel);

#endif
