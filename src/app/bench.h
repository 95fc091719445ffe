/* bench.h - what `laguna bench` measures (bench.c) and how it is told (bench_show.c). */
#ifndef LG_APP_BENCH_H
#define LG_APP_BENCH_H

#include "app/app.h"
#include "laguna_kind.h"

typedef struct lg_bench_setup { /* dam break: a column of water in the corner of a tank */
  const char *name, *solver;
  const char *loop[3]; /* the stages of one iteration, where the solver iterates */
  int dim;
  float tank[3], column[3], spacing; /* m */
  /* 0: frames of a few sub-steps, as many as time allows; else that many frames, of 1 / fps */
  int fps;
  double cfl; /* with fps: options of the solver */
  int iterations;
} lg_bench_setup;

typedef struct lg_bench_result {
  const char *name;
  const lg_bench_setup *setup; /* NULL: a scene */
  size_t particles;
  int threads, frames;
  /* of all frames: sub-steps; particles x sub-steps; particles x iterations */
  double substeps, work, turns;
  double seconds, slowest; /* of all frames; of the slowest one */
  double error;            /* mean density error x sub-steps */
  size_t bytes;            /* held by the worlds, which never give memory back: the peak */
  double alone;            /* ns of the same on one thread; 0: not measured */
  /* of the fastest frame, on which nothing else had the processor; where a set-up iterates only
     the iteration; scenes and live set-ups: of all frames */
  struct lg_bench_pace {
    /* a particle and step, iteration, and frame (what is done once a frame) */
    double ns, ns_iteration, ns_frame;
    int stages;
    lg_stage_time stage[2 * LG_STAGES_MAX]; /* seconds: ns a particle and step */
  } pace;
} lg_bench_result;

/* What ns are compared with: those of an iteration where there are any. */
double lg_bench_ns(const lg_bench_result *r);
void lg_bench_show(const lg_bench_result *r);
void lg_bench_json(lg_json *j, const lg_bench_result *r);

#endif
