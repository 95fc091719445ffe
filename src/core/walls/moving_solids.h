/* moving_solids.h - the colliders of a sub-step: where each is at any time inside it, how near,
   which way, how fast.

   A collider moves through the sub-step as its face says, with constant velocity and angular
   velocity; `since` is the time in s since the sub-step began. Distances are measured in the
   collider's own frame, so that fast colliders are exact too. */
#ifndef LG_CORE_MOVING_SOLIDS_H
#define LG_CORE_MOVING_SOLIDS_H

#include "core/base/vec.h"
#include "core/base/world.h"

typedef struct lg_solid {
  lg_id id; /* of the collider */
  /* m: this one stands so far from the collider itself, over periodic edges */
  float apart[3];
  lg_face face;     /* when the sub-step begins */
  lg_rotation turn; /* of face.rotation */
  bool turns;       /* has angular velocity */
  bool boxed;
  float min[3], max[3]; /* m, around all of it during the whole sub-step, if boxed */
  float speed, spin;    /* m/s, rad/s */
  bool pushed;          /* a body */
  float centre[3];      /* m: of mass of one that is pushed, about which spins count */
} lg_solid;

typedef struct lg_solids {
  int n;
  lg_solid *solid;
} lg_solids;

int lg_solids_room(const lg_world *w); /* as many at most */
/* Fills `out`, room for lg_solids_room(w), for the dt seconds from now; returns how many: every
   collider, and once more over each periodic edge that it reaches. */
int lg_solids_read(const lg_world *w, float dt, lg_solid *out);
/* Signed distance of x (m), < 0 inside. */
float lg_solid_distance(const lg_world *w, const lg_solid *s, double since, const double x[3]);
/* Gradient of the distance by central differences over +- reach, of length 1; false: it has none
   there. */
bool lg_solid_normal(const lg_world *w, const lg_solid *s, double since, const double x[3],
                     double reach, double n[3]);
/* Velocity of its surface at x (m/s). */
void lg_solid_velocity(const lg_solid *s, double since, const double x[3], double out[3]);
/* No point of it near x moves faster than this (m/s). */
double lg_solid_speed(const lg_solid *s, double since, const double x[3]);
/* A lower bound of the distance for any time of the sub-step: to its box, or -infinity where it has
   none. */
double lg_solid_box_distance(const lg_solid *s, int dim, const double x[3]);

/* Does a box that is moved by `apart` come within `slack` (m) of what is between the bounds? */
bool lg_image_reaches(const lg_world *w, const float min[3], const float max[3], float slack,
                      const float apart[3]);
/* Central differences of a shape's distance over +- reach, not divided by 2 reach, in the shape's
   own frame: along its normal. */
void lg_shape_slope(const lg_world *w, lg_id shape, const float p[3], float reach, float out[3]);

#endif
