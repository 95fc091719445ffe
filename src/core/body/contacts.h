/* contacts.h - bodies in contact: contact_points.c samples their surfaces, contacts.c finds where
   these are in something else, contact_impulses.c makes the velocities right. Used by these
   alone. */
#ifndef LG_CORE_CONTACTS_H
#define LG_CORE_CONTACTS_H

#include "core/body/bodies.h"
#include "core/walls/moving_solids.h"

enum { LG_CONTACT_POINTS_MAX = 4096 }; /* of a body */

typedef struct lg_contact {
  int a, b;             /* bodies; b is -1 where the other thing is no body */
  lg_id other;          /* that thing; 0: an edge */
  double arm[2][3];     /* m, from their centres */
  double normal[3];     /* out of the other thing, into a */
  double depth;         /* m */
  double face_speed[3]; /* m/s, of the other thing's face, if it is no body */
  double friction;
  double bounce;                      /* m/s, the least normal speed afterwards */
  double impulse, tangent_impulse[3]; /* N s so far, along the normal and across it */
} lg_contact;

typedef struct lg_contacts {
  lg_world *w;
  float dt; /* s */
  lg_solids solids;
  int n;
  lg_contact *contact;
} lg_contacts;

/* Samples the surfaces of all bodies whose shapes have changed. False: no memory. */
bool lg_contact_points_update(lg_world *w);

/* Velocity of a against the other thing at the contact, m/s. */
void lg_contact_velocity(const lg_contacts *all, const lg_contact *c, double v[3]);
/* One iteration of sequential impulses: by how much it changed a speed, m/s. */
double lg_contact_solve(lg_contacts *all, lg_contact *c);
/* How much the speed along t of a point at `arm` changes by a unit of impulse along t, 1/kg. */
double lg_inverse_mass_at(const lg_inertia *b, const double arm[3], const double t[3]);
/* An impulse at `arm` from its centre. */
void lg_inertia_push(lg_inertia *b, const double arm[3], const double impulse[3], double sign);
/* How far this body is moved to take back some of its overlaps, m. */
void lg_contacts_displace(const lg_contacts *all, int body, double shift[3]);

#endif
