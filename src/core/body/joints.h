/* joints.h - bodies that are tied: rows of joints, made right by sequential impulses together with
   the contacts (Catto 2005). A row that is off comes back by a part of that in each sub-step
   (Baumgarte 1972); springs are implicit, so that no stiffness is too much for dt. */
#ifndef LG_CORE_JOINTS_H
#define LG_CORE_JOINTS_H

#include "core/body/bodies.h"

typedef struct lg_joint_state {
  lg_joint_row row;
  int body[2];         /* numbers of bodies; -1: what nothing moves */
  double arm[2][3];    /* m, from their centres */
  double still;        /* m/s or rad/s, along the row, of an end that nothing moves */
  double wanted, soft; /* the speed, with what it is off by; 1/kg, how far a spring gives way */
  double light;        /* 1/kg or 1/(kg m2): speed that a unit of impulse makes */
  double impulse;      /* N s or N m s, so far */
} lg_joint_state;
typedef struct lg_joints {
  lg_world *w;
  double dt;
  int n;
  lg_joint_state *row;
} lg_joints;

/* All rows, as the bodies stand now. False: no memory. */
bool lg_joints_read(lg_world *w, float dt, lg_joints *out);
double lg_joints_solve(lg_joints *all); /* one iteration: the most it changed a speed by, m/s */
void lg_joints_free(lg_world *w);
/* A body whose centre turns about a point of the world: nothing moves it, it only spins. The
   fluid's pressure then finds it so; with the joint's impulses alone it would give way and be
   pulled back. After bodies have been read. */
void lg_joints_pin(lg_world *w);

#endif
