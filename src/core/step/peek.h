/* peek.h - a frame that is looked at and taken back, and the copies that it takes. */
#ifndef LG_CORE_PEEK_H
#define LG_CORE_PEEK_H

#include "core/step/step.h"

/* still.c: particles and grids, as they are between two stages. All 0: empty. */
typedef struct lg_still {
  lg_particles particles;
  float *grid;  /* the solver's grids, one behind the other */
  size_t cells; /* floats of these */
} lg_still;
bool lg_still_take(lg_still *s, lg_world *w); /* false: no memory, and it is empty */
/* Into the solver's grids, if they still are what they were. */
void lg_still_put_grids(const lg_still *s, lg_world *w);
size_t lg_still_bytes(const lg_still *s);
void lg_still_free(lg_still *s, lg_world *w);

#define LG_PASSES_MAX 64
/* Stages of a sub-step by name, and how often each has come. */
typedef struct lg_passes {
  int n;
  struct {
    const char *name;
    int count;
  } of[LG_PASSES_MAX];
} lg_passes;

typedef struct lg_shown { /* a stage that the loop stands at, or will */
  lg_peek_stage at;
  lg_still still;
} lg_shown;

typedef struct lg_peek {
  /* the frame under way */
  lg_peek_fn *fn;
  void *user;
  lg_peek_stage at;
  lg_passes passes;
  double since; /* s, of the clock: the end of the stage before */
  bool enough;
  lg_still present; /* the frame's particles, and the grids from before it */

  /* the loop: stages seen in one go, and the one of them that the world shows */
  bool open;
  double dt;
  lg_shown *shown;
  int count, next, done; /* done: stages of the frame before shown[0] */
  int made;              /* entries of shown that have memory, for the next go */
  size_t bytes;
  lg_particles *own; /* the world's, while others are shown; NULL: none are */
  double own_time;
  uint64_t stamp;
  lg_still own_grids; /* grids alone */
} lg_peek;

/* The world's, made where there is none; NULL: no memory. */
lg_peek *lg_peek_of(lg_world *w);
bool lg_peek_frame(lg_world *w, double dt, lg_peek_fn *fn, void *user);

#endif
