/* contact_impulses.c - sequential impulses (Catto 2005, "Iterative dynamics with temporal
   coherence"): contact after contact gets the impulse that makes its own velocity right, again and
   again, with the sums clamped and not each iteration's part. No approach but what restitution
   gives back; friction within Coulomb's cone; what still overlaps is moved apart by a part of its
   depth. */
#include "core/body/contacts.h"

/* of a spacing, or of the smallest side: overlap that is left alone, so that contacts last */
#define SLOP         0.02f
#define CORRECTION   0.2 /* of the overlap beyond it that a sub-step takes back, and */
/* at most this many spacings a second: what overlaps at the start must not sweep the fluid away */
#define FASTEST_PART 20.0

static lg_inertia *body(const lg_contacts *all, int number) {
  return &all->w->bodies->body[number].now;
}

void lg_contact_velocity(const lg_contacts *all, const lg_contact *c, double v[3]) {
  double other[3] = {c->face_speed[0], c->face_speed[1], c->face_speed[2]};
  lg_inertia_velocity(body(all, c->a), c->arm[0], v);
  if (c->b >= 0) lg_inertia_velocity(body(all, c->b), c->arm[1], other);
  for (int k = 0; k < 3; k++) v[k] -= other[k];
}

void lg_inertia_push(lg_inertia *b, const double arm[3], const double impulse[3], double sign) {
  double spin[3], p[3];
  for (int k = 0; k < 3; k++) p[k] = sign * impulse[k];
  lg_cross_d(arm, p, spin);
  lg_inertia_apply(b, p, spin);
}

/* An impulse of this size along t on a, and its opposite on b. */
static void apply(lg_contacts *all, lg_contact *c, const double t[3], double size) {
  double impulse[3] = {size * t[0], size * t[1], size * t[2]};
  lg_inertia_push(body(all, c->a), c->arm[0], impulse, 1);
  if (c->b >= 0) lg_inertia_push(body(all, c->b), c->arm[1], impulse, -1);
}

/* t . (1/m + (I^-1 (arm x t)) x arm) */
double lg_inverse_mass_at(const lg_inertia *b, const double arm[3], const double t[3]) {
  double spin[3], dv[3], dw[3], turned[3];
  lg_cross_d(arm, t, spin);
  lg_inertia_response(b, t, spin, dv, dw);
  lg_cross_d(dw, arm, turned);
  return lg_dot_d(dv, t) + lg_dot_d(turned, t);
}

/* Of both together: the inverse of the contact's effective mass along t. */
static double inverse_mass(const lg_contacts *all, const lg_contact *c, const double t[3]) {
  double sum = lg_inverse_mass_at(body(all, c->a), c->arm[0], t);
  return sum + (c->b >= 0 ? lg_inverse_mass_at(body(all, c->b), c->arm[1], t) : 0);
}

/* Friction: stops the speed v across the normal, but for what would leave Coulomb's cone. */
static void solve_friction(lg_contacts *all, lg_contact *c, const double v[3]) {
  double vn = lg_dot_d(v, c->normal), t[3], wanted[3];

  /* the direction of sliding */
  for (int k = 0; k < 3; k++) t[k] = v[k] - vn * c->normal[k];
  double speed = lg_length_d(t);
  if (!(speed > 0)) return;
  for (int k = 0; k < 3; k++) t[k] /= speed;

  /* the impulse that stops it, with what there was before, within the cone */
  double stop = speed / inverse_mass(all, c, t), most = c->friction * c->impulse;
  for (int k = 0; k < 3; k++) wanted[k] = c->tangent_impulse[k] - stop * t[k];
  double length = lg_length_d(wanted);
  for (int k = 0; k < 3; k++) {
    wanted[k] *= length > most ? most / length : 1;
    t[k] = wanted[k] - c->tangent_impulse[k];
    c->tangent_impulse[k] = wanted[k];
  }
  apply(all, c, t, 1);
}

double lg_contact_solve(lg_contacts *all, lg_contact *c) {
  double v[3], along = inverse_mass(all, c, c->normal);
  if (!(along > 0)) return 0; /* both are held */

  /* the normal impulse so far only ever pushes */
  lg_contact_velocity(all, c, v);
  double impulse = fmax(c->impulse + (c->bounce - lg_dot_d(v, c->normal)) / along, 0);
  double change = fabs(impulse - c->impulse) * along;
  apply(all, c, c->normal, impulse - c->impulse);
  c->impulse = impulse;

  lg_contact_velocity(all, c, v);
  solve_friction(all, c, v);
  return change;
}

/* Its part of what overlaps; of two bodies the lighter one goes farther. Several contacts of one
   face want the same: along each axis the largest counts. */
void lg_contacts_displace(const lg_contacts *all, int number, double shift[3]) {
  const double spacing = (double)all->w->def.spacing;
  for (int i = 0; i < all->n; i++) {
    const lg_contact *c = &all->contact[i];
    if (c->a != number && c->b != number) continue;

    /* m, as far as this contact wants it */
    double thinnest = (double)all->w->bodies->points[c->a].thinnest;
    double beyond = fmax(c->depth - (double)SLOP * fmin(spacing, thinnest), 0);
    double light = body(all, c->a)->lightness, other = c->b >= 0 ? body(all, c->b)->lightness : 0;
    double way = fmin(CORRECTION * beyond, FASTEST_PART * spacing * (double)all->dt) *
                 body(all, number)->lightness;
    if (light + other > 0) way /= light + other;

    for (int k = 0; k < 3; k++) {
      double wanted = (c->a == number ? way : -way) * c->normal[k];
      if (fabs(wanted) > fabs(shift[k])) shift[k] = wanted;
    }
  }
}
