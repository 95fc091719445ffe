/* advice.h - what would keep a scene up with the clock, told from what its frames cost now. */
#ifndef LG_VIEWER_ADVICE_H
#define LG_VIEWER_ADVICE_H

#include "laguna_kind.h"

#define LG_ADVICE_LATE  0.9 /* of real time: slower than that a scene is late, */
#define LG_ADVICE_AFTER 3.0 /* s: and when it has been for so long, that is said */

typedef struct lg_advice {
  double share;             /* of real time, that is kept now */
  double spacing;           /* m, a larger one that would keep up */
  char solver[LG_NAME_MAX]; /* that would too with the spacing as it is; "": none is known to */
} lg_advice;

/* step, other: s of wall time that a frame takes now: to make it, and for all else that is done in
   between; frames: a second. Of a scene with more than one world it is the first one's spacing, and
   no solver. */
lg_advice lg_advise(const lg_world *first, int worlds, double step, double other, double frames);

/* The advice while it is to be seen: the caller's, and whoever shows it lets it go where the user
   has had enough of it. */
typedef struct lg_hint {
  bool shown;
  lg_advice advice;
} lg_hint;

/* "0.2 x real time: spacing = 0.02, or solver flip, would keep up" */
void lg_advice_say(const lg_advice *a, char *out, size_t bytes);

#endif
