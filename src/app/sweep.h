/* sweep.h - a scene run for every combination of values. */
#ifndef LG_APP_SWEEP_H
#define LG_APP_SWEEP_H

#include "app/app.h"

#define LG_SWEEP_AXES   8
#define LG_SWEEP_VALUES 256
#define LG_SWEEP_RUNS   100000

typedef struct lg_sweep_value { /* a piece of the command line */
  const char *text;
  int length;
} lg_sweep_value;
typedef struct lg_sweep_axis {
  const char *name; /* "solver.viscosity", of this length */
  int length, count;
  lg_sweep_value value[LG_SWEEP_VALUES];
} lg_sweep_axis;

typedef struct lg_sweep {
  const lg_app_options *o;
  lg_sweep_axis axis[LG_SWEEP_AXES];
  int axes;
  int64_t runs;
  uint64_t scene;            /* a sum of its text */
  char program[LG_PATH_MAX]; /* what runs one of them */
} lg_sweep;

/* The value of an axis in a run, counted from 0; the last axis goes fastest. */
lg_sweep_value lg_sweep_at(const lg_sweep *s, int64_t run, int axis);
/* What a run left: its numbers, a line each ("-" or, of a gauge, "+", a tab, its name, a tab, its
   value), the exit code, and the sentence of a failure; free out. False: it is not done. */
bool lg_sweep_read(const lg_sweep *s, int64_t run, lg_bytes *out, const char **numbers, int *code,
                   const char **error);
/* The table, a row a run, and table.svg: each gauge over the first axis of numbers. (sweep_table.c)
   Returns the exit code. */
int lg_sweep_table(const lg_sweep *s);

#endif
