/* contacts.h - bodies in contact: contact_points.c samples their surfaces, contacts.c finds which
   of these points are near something else, contact_manifold.c keeps those that carry a face,
   contact_impulses.c makes one of them right, contact_solve.c all of them. Used by these alone. */
#ifndef LG_CORE_CONTACTS_H
#define LG_CORE_CONTACTS_H

#include "core/body/joints.h"
#include "core/walls/moving_solids.h"

enum { LG_CONTACT_POINTS_MAX = 4096 }; /* of a body */

typedef struct lg_candidate { /* a point of one thing that is near or in another one */
  double x[3], normal[3];     /* m, of the surface; out of the other thing */
  double depth;               /* m; below 0: it does not touch yet */
} lg_candidate;

typedef struct lg_contact {
  int a, b;              /* bodies; b is -1 where the other thing is no body */
  lg_id other;           /* that thing; 0: an edge */
  double arm[2][3];      /* m, from their centres */
  double normal[3];      /* out of the other thing, into a */
  double depth;          /* m; below 0: a gap */
  double face_speed[3];  /* m/s, of the other thing's face, if it is no body */
  double friction;       /* Coulomb's coefficient */
  double least;          /* m/s, the least normal speed afterwards */
  double response[3][3]; /* 1/kg, velocity of a against the other thing by a unit of impulse */
  lg_multiplier along, across[3]; /* impulses, N s */
} lg_contact;

typedef struct lg_contacts {
  lg_world *w;
  float dt; /* s */
  lg_solids solids;
  lg_candidate *candidate;
  lg_inertia *kept; /* the bodies, while overlaps are taken apart */
  int n;
  lg_contact *contact;
} lg_contacts;

/* All contacts, as the bodies stand and move now. False: no memory. */
bool lg_contacts_read(lg_world *w, float dt, lg_contacts *out);

/* Supports are released, and what they gave is what the same contacts and rows of joints begin
   with. */
void lg_supports_hand_over(lg_contacts *contacts, lg_joints *joints);

/* Samples the surfaces of all bodies whose shapes have changed. False: no memory. */
bool lg_contact_points_update(lg_world *w);

/* Of n candidates of one pair those that carry its faces come to the front, with each face's
   together. Returns how many. */
int lg_manifold_reduce(lg_candidate *found, int n);
enum { LG_MANIFOLD_MAX = 15 };

/* Velocity of a against the other thing at the contact, m/s. */
void lg_contact_velocity(const lg_contacts *all, const lg_contact *c, double v[3]);
double lg_contact_speed(const lg_contacts *all, const lg_contact *c); /* along its normal */
/* Fills `response`, from its bodies and arms. */
void lg_contact_respond(const lg_contacts *all, lg_contact *c);
/* Sequential impulses along the normal and within Coulomb's cone: by how much that changed a speed,
   m/s. */
double lg_contact_solve(lg_contacts *all, lg_contact *c);
/* The normal alone; `least` in place of the contact's own. */
double lg_contact_solve_normal(lg_contacts *all, lg_contact *c, double least);
/* The contact's bodies get this impulse, N s, besides. */
void lg_contact_apply(const lg_contacts *all, const lg_contact *c, const double impulse[3]);

/* Velocities of all bodies, by contacts and joints. */
void lg_contacts_solve(lg_contacts *all, lg_joints *joints);
/* What overlaps is taken apart, at most by so much as a sub-step may: `velocity` and `angular` of
   the bodies are ways (m) and turns (rad), their velocities are in `kept`. */
void lg_contacts_part(lg_contacts *all);

#endif
