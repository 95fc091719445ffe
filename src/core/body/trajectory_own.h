/* trajectory_own.h - a particle on its path through one sub-step (trajectory.c), and what it
   does at the faces that it meets (trajectory_faces.c). */
#ifndef LG_CORE_TRAJECTORY_OWN_H
#define LG_CORE_TRAJECTORY_OWN_H

#include "core/body/trajectory.h"

#define LG_PATH_STILL 0.01 /* of |a_n| dt: a particle leaving a face more slowly has not left it */
#define LG_PATH_SLACK 1e-6 /* rounding of directions */

/* faces: 2 axis + side for edges, LG_PATH_EDGES + i for solid i */
enum { LG_PATH_FREE = -1, LG_PATH_STALLED = -2, LG_PATH_EDGES = 6 };

typedef struct lg_obstacle_face {
  double n[3], u[3]; /* outward normal; velocity, m/s */
  double friction, restitution;
  int slip;
} lg_obstacle_face;

typedef struct lg_clearance {
  double gap;  /* m, to the nearest solid */
  double free; /* s that are free for sure */
  int solid;
} lg_clearance;

typedef struct lg_mover {
  double x[3], v[3];
  double driving[3];       /* m/s2, as if nothing were in the way */
  double supported[3];     /* m/s2, driving without what the faces it rests on take */
  double a[3];             /* m/s2, supported and friction */
  double now, left, piece; /* s: since the sub-step began; to go; to go under this `a` */
  int on;                  /* the face it rests on, or LG_PATH_FREE */
  double on_n[3], on_u[3]; /* its normal and velocity */
  bool touched;
  bool known; /* `here` is the clearance at x and now */
  lg_clearance here;
  int seen; /* `face` is of this solid at x and now, or LG_PATH_FREE */
  lg_obstacle_face face;
} lg_mover;

/* The face `which` that the particle is at. */
const lg_obstacle_face *lg_mover_face(const lg_obstacles *s, lg_mover *m, int which);
void lg_mover_forget(lg_mover *m); /* it is elsewhere now: what was known of the place */

/* Does it press on a face that it touches? */
bool lg_mover_presses(const lg_obstacles *s, const lg_mover *m, const lg_obstacle_face *f);
/* Bounces off a face, or comes to rest on it (trajectory.h). */
void lg_mover_respond(const lg_obstacles *s, lg_mover *m, int which);
/* The velocity changed by dv on a face, which if it is a solid's got the opposite impulse. */
void lg_mover_impulse(const lg_obstacles *s, const lg_mover *m, int which, const double dv[3]);

#endif
