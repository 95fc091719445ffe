/* joints.h - bodies that are tied: rows of joints, made right by sequential impulses together with
   the contacts (Catto 2005). A row that is off comes back by a part of that in each sub-step
   (Baumgarte 1972); springs are implicit, so that no stiffness is too much for dt. */
#ifndef LG_CORE_JOINTS_H
#define LG_CORE_JOINTS_H

#include "core/body/bodies.h"

typedef struct lg_multiplier { /* of a row or a contact: contact_solve.c */
  double impulse;              /* N s or N m s, so far */
  double before, step;         /* before the sweep; where sweeps have led */
  double light;                /* 1/kg or 1/(kg m2): speed that a unit of impulse makes */
} lg_multiplier;

typedef struct lg_joint_state {
  lg_joint_row row;
  int body[2];         /* numbers of bodies; -1: what nothing moves */
  double arm[2][3];    /* m, from their centres */
  double still;        /* m/s or rad/s, along the row, of an end that nothing moves */
  double wanted, soft; /* the speed, with what it is off by; 1/kg, how far a spring gives way */
  lg_multiplier sum;
} lg_joint_state;
typedef struct lg_joints {
  lg_world *w;
  double dt;
  int n;
  lg_joint_state *row;
} lg_joints;

/* All rows, as the bodies stand now. False: no memory. */
bool lg_joints_read(lg_world *w, float dt, lg_joints *out);
double lg_joints_solve(lg_joints *all); /* one sweep: the most it changed a speed by, m/s */
/* Both ends get so much more of the row's impulse. */
void lg_joint_apply(const lg_joints *all, const lg_joint_state *s, double more);
void lg_joints_free(lg_world *w);
/* Rows become supports of their bodies, for which there is room. */
void lg_joints_support(const lg_joints *all);
/* How much the speed along t of a point at `arm` changes by a unit of impulse along t, 1/kg. */
double lg_inverse_mass_at(const lg_inertia *b, const double arm[3], const double t[3]);
/* An impulse at `arm` from its centre. */
void lg_inertia_push(lg_inertia *b, const double arm[3], const double impulse[3], double sign);
/* A body whose centre turns about a point of the world: nothing moves it, it only spins. The
   fluid's pressure then finds it so; with the joint's impulses alone it would give way and be
   pulled back. After bodies have been read. */
void lg_joints_pin(lg_world *w);
/* Whether a hinge or a rail ties two colliders, so that where they meet is its to say: they do not
   touch each other, or contacts would push apart what it holds together. */
bool lg_joints_hold_together(const lg_world *w, lg_id a, lg_id b);

#endif
