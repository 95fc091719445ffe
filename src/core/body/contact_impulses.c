/* contact_impulses.c - one contact: no approach but what restitution gives back, or what a gap
   allows; friction within Coulomb's cone. Sums are clamped, not each iteration's part (Catto 2005,
   "Iterative dynamics with temporal coherence"). */
#include "core/body/contacts.h"

static lg_inertia *body(const lg_contacts *all, int number) {
  return &all->w->bodies->body[number].now;
}

void lg_contact_velocity(const lg_contacts *all, const lg_contact *c, double v[3]) {
  double other[3] = {c->face_speed[0], c->face_speed[1], c->face_speed[2]};
  lg_inertia_velocity(body(all, c->a), c->arm[0], v);
  if (c->b >= 0) lg_inertia_velocity(body(all, c->b), c->arm[1], other);
  for (int k = 0; k < 3; k++) v[k] -= other[k];
}

double lg_contact_speed(const lg_contacts *all, const lg_contact *c) {
  double v[3];
  lg_contact_velocity(all, c, v);
  return lg_dot_d(v, c->normal);
}

void lg_inertia_push(lg_inertia *b, const double arm[3], const double impulse[3], double sign) {
  double spin[3], p[3];
  for (int k = 0; k < 3; k++) p[k] = sign * impulse[k];
  lg_cross_d(arm, p, spin);
  lg_inertia_apply(b, p, spin);
}

void lg_contact_apply(const lg_contacts *all, const lg_contact *c, const double impulse[3]) {
  lg_inertia_push(body(all, c->a), c->arm[0], impulse, 1);
  if (c->b >= 0) lg_inertia_push(body(all, c->b), c->arm[1], impulse, -1);
}

/* dv = 1/m J + (I^-1 (arm x J)) x arm */
static void velocity_by(const lg_inertia *b, const double arm[3], const double impulse[3],
                        double dv[3]) {
  double spin[3], dw[3], turned[3];
  lg_cross_d(arm, impulse, spin);
  lg_inertia_response(b, impulse, spin, dv, dw);
  lg_cross_d(dw, arm, turned);
  lg_axpy_d(1, turned, dv);
}

double lg_inverse_mass_at(const lg_inertia *b, const double arm[3], const double t[3]) {
  double dv[3];
  velocity_by(b, arm, t, dv);
  return lg_dot_d(dv, t);
}

void lg_contact_respond(const lg_contacts *all, lg_contact *c) {
  for (int k = 0; k < 3; k++) {
    const double unit[3] = {k == 0, k == 1, k == 2};
    double dv[3], other[3] = {0, 0, 0};
    velocity_by(body(all, c->a), c->arm[0], unit, dv);
    if (c->b >= 0) velocity_by(body(all, c->b), c->arm[1], unit, other);
    for (int i = 0; i < 3; i++) c->response[i][k] = dv[i] + other[i];
  }
}

/* The inverse of the contact's effective mass along t, 1/kg. */
static double inverse_mass(const lg_contact *c, const double t[3]) {
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += t[i] * lg_dot_d(c->response[i], t);
  return sum;
}

/* Friction: stops the speed v across the normal, but for what would leave Coulomb's cone. */
static void solve_friction(lg_contacts *all, lg_contact *c, const double v[3]) {
  double vn = lg_dot_d(v, c->normal), t[3], wanted[3];

  /* the direction of sliding */
  for (int k = 0; k < 3; k++) t[k] = v[k] - vn * c->normal[k];
  double speed = lg_length_d(t);
  for (int k = 0; k < 3 && speed > 0; k++) t[k] /= speed;
  double along = inverse_mass(c, t), stop = along > 0 ? speed / along : 0;

  /* the impulse that stops it, with what there was before, within the cone */
  double most = c->friction * c->along.impulse;
  for (int k = 0; k < 3; k++) wanted[k] = c->across[k].impulse - stop * t[k];
  double length = lg_length_d(wanted), part = length > most ? most / length : 1;
  for (int k = 0; k < 3; k++) {
    t[k] = part * wanted[k] - c->across[k].impulse;
    c->across[k].impulse = part * wanted[k];
  }
  lg_contact_apply(all, c, t);
}

double lg_contact_solve_normal(lg_contacts *all, lg_contact *c, double least) {
  double v[3], push[3], along = inverse_mass(c, c->normal);
  if (!(along > 0)) return 0; /* both are held */

  /* the normal impulse so far only ever pushes */
  lg_contact_velocity(all, c, v);
  double impulse = fmax(c->along.impulse + (least - lg_dot_d(v, c->normal)) / along, 0);
  double more = impulse - c->along.impulse;
  c->along.impulse = impulse;
  c->along.light = along;
  for (int k = 0; k < 3; k++) {
    push[k] = more * c->normal[k];
    c->across[k].light = along;
  }
  lg_contact_apply(all, c, push);
  return fabs(more) * along;
}

double lg_contact_solve(lg_contacts *all, lg_contact *c) {
  double v[3], change = lg_contact_solve_normal(all, c, c->least);
  lg_contact_velocity(all, c, v);
  solve_friction(all, c, v);
  return change;
}
