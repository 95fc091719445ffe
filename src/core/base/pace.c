/* pace.c - see pace.h. */
#include "core/base/pace.h"

#include <math.h>

#define TRIAL  0.01 /* s: no shorter, or one interruption decides; no less than two sub-steps */
/* of one thread's time: all must be better than that to begin with, or to go on: else other cores
   spin for nothing, which a window or another program could use */
#define BETTER 0.85
#define WORTH  0.9
/* of a trial's length, between two: a loss of a tenth at first, below a hundredth later */
enum { OFTEN = 8, RARELY = 128 };

static void begin(lg_pace *p, bool trial) {
  p->trial = trial;
  p->warm = false;
  p->seconds = p->work = 0;
  p->substeps = 0;
}

/* The trial is over. Its ratio counts as much as all before: an interruption is no verdict. */
static void judge(lg_pace *p) {
  const double ratio = p->seconds / p->work / p->rate;
  p->ratio = p->ratio > 0 ? 0.5 * (p->ratio + ratio) : ratio;
  if (p->ratio < (p->alone ? BETTER : 1 / WORTH)) {
    p->alone = !p->alone;
    p->ratio = 1 / p->ratio;
    p->rarely = OFTEN;
  } else p->rarely = p->rarely < RARELY ? lg_maxi(2 * p->rarely, OFTEN) : RARELY;
  p->wait = p->rarely * p->seconds;
  begin(p, false);
}

void lg_pace_note(lg_pace *p, double particles, double seconds) {
  if (!(particles > 0 && seconds > 0)) return;

  /* the first one of either way wakes threads or lets them sleep */
  if (!p->warm) {
    p->warm = true;
    return;
  }

  p->seconds += seconds;
  p->work += particles;
  p->substeps++;
  if (p->trial) {
    if (p->substeps >= 2 && p->seconds >= TRIAL) judge(p);
  } else if (p->substeps >= 2 && p->seconds >= fmax(p->wait, OFTEN * TRIAL)) {
    p->rate = p->seconds / p->work;
    begin(p, true);
  }
}
