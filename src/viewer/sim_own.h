/* sim_own.h - what the two sides of a simulation share: the window's (sim.c) and its own thread's
   (sim_turns.c). */
#ifndef LG_VIEWER_SIM_OWN_H
#define LG_VIEWER_SIM_OWN_H

#include "viewer/sim.h"

#include <SDL.h>

#define LG_SIM_QUEUE 256

struct lg_sim {
  lg_viewer_host host;
  double fps;
  SDL_Thread *thread;
  /* guards all down to the next line; held for copies and swaps only, never for a step */
  SDL_mutex *lock;
  SDL_cond *wake;
  lg_sim_event queue[LG_SIM_QUEUE];
  int first, queued, singles;
  bool paused, quit, ended, fresh, panel;
  int slow;
  double step_began;        /* s; 0: no step is under way */
  int64_t asked, answered;  /* questions come and are answered in order */
  bool owned[LG_SIM_QUEUE]; /* by question, round */
  int front, ready, back;
  /* the simulation's thread only */
  lg_sim_frame frame[3]; /* [back] is its own; [front] is the window's */
  int last;              /* published */
  int stage;             /* of the next frame, behind which the picture stands; 0: before it */
  int staged;            /* the world whose stage that is */
  lg_sim_course course;
  double published_at, guarded_at; /* s: the last picture, and the last sub-step */
  double due, rate_since;
  int rate_steps;
};

static inline double lg_sim_clock(void) { /* s */
  return (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
}

/* The thread, from its first picture until it is asked to quit. */
int lg_sim_work(void *sim);

#endif
