/* contact_solve.c - all contacts and joints at once: their velocities, then their overlaps.

   Sequential impulses carry a load one contact further in a sweep, so the error of a stack of n
   falls in n^2 sweeps. Between two sweeps all impulses therefore go on along the directions in
   which sweeps have moved them, as in the method of conjugate gradients (Silcowitz-Hansen, Niebe &
   Erleben 2010, "A nonsmooth nonlinear conjugate gradient method for interactive contact force
   problems", algorithm 1, with Fletcher & Reeves' beta): then n sweeps do. It begins with no
   impulse in every sub-step and keeps nothing for the next one, so that what is saved and resumed
   goes on as it was.

   One contact after the other, in the order of objects: the same for any number of threads. */
#include "core/body/contacts.h"

/* An impulse goes one contact further in a sweep: stacks need more than what just meets */
enum { SWEEPS = 8, MOST_SWEEPS = 600, PARTING_SWEEPS = 30 };

/* of the speed that gravity gives in a sub-step: less, and a sweep changed nothing */
#define SETTLED      1e-4
/* of a spacing, or of the smallest side: overlap that is left alone, so that contacts last */
#define SLOP         0.02f
#define CORRECTION   0.2 /* of the overlap beyond it that a sub-step takes back, and */
/* at most this many spacings a second: what overlaps at the start must not sweep the fluid away */
#define FASTEST_PART 20.0

/* ---- velocities ----------------------------------------------------------------------------- */

static double sweep(lg_contacts *all, lg_joints *joints) {
  double change = lg_joints_solve(joints);
  for (int i = 0; i < all->n; i++) change = fmax(change, lg_contact_solve(all, &all->contact[i]));
  return change;
}

/* Remembers each impulse as it is before a sweep. */
static void mark(lg_multiplier *m, int n) {
  for (int i = 0; i < n; i++) m[i].before = m[i].impulse;
}

/* The square of what a sweep changed, as energy, J. */
static double squares(const lg_multiplier *m, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += m[i].light * (m[i].impulse - m[i].before) * (m[i].impulse - m[i].before);
  return sum;
}

/* p = beta p + the sweep's own change; the impulse has beta p more. */
static double go_on(lg_multiplier *m, double beta) {
  double more = beta * m->step;
  m->step = more + m->impulse - m->before;
  m->impulse += more;
  return more;
}

static void mark_all(lg_contacts *all, lg_joints *joints) {
  for (int i = 0; i < all->n; i++) {
    mark(&all->contact[i].along, 1);
    mark(all->contact[i].across, 3);
  }
  for (int i = 0; i < joints->n; i++) mark(&joints->row[i].sum, 1);
}

static double squares_of_all(const lg_contacts *all, const lg_joints *joints) {
  double sum = 0;
  for (int i = 0; i < all->n; i++)
    sum += squares(&all->contact[i].along, 1) + squares(all->contact[i].across, 3);
  for (int i = 0; i < joints->n; i++) sum += squares(&joints->row[i].sum, 1);
  return sum;
}

static void extrapolate(lg_contacts *all, lg_joints *joints, double beta) {
  for (int i = 0; i < all->n; i++) {
    lg_contact *c = &all->contact[i];
    double push[3], along = go_on(&c->along, beta);
    for (int k = 0; k < 3; k++) push[k] = along * c->normal[k] + go_on(&c->across[k], beta);
    if (beta > 0) lg_contact_apply(all, c, push);
  }
  for (int i = 0; i < joints->n; i++) {
    double more = go_on(&joints->row[i].sum, beta);
    if (beta > 0) lg_joint_apply(joints, &joints->row[i], more);
  }
}

void lg_contacts_solve(lg_contacts *all, lg_joints *joints) {
  double done = SETTLED * (double)(all->dt * lg_length(all->w->def.gravity)), last = 0;
  for (int i = 0; i < MOST_SWEEPS; i++) {
    mark_all(all, joints);
    double change = sweep(all, joints);
    if (change <= done && i >= SWEEPS) break;
    if (i + 1 == MOST_SWEEPS) break;

    /* where sweeps change more than they did, it begins anew */
    double now = squares_of_all(all, joints), beta = last > 0 ? now / last : 0;
    extrapolate(all, joints, beta < 1 ? beta : 0);
    last = beta < 1 ? now : 0;
  }
}

/* ---- overlaps ------------------------------------------------------------------------------- */

/* m, how far a contact has to come apart in this sub-step; below 0: so near may it come. */
static double way_apart(const lg_contacts *all, const lg_contact *c) {
  const double spacing = (double)all->w->def.spacing;
  double thinnest = (double)all->w->bodies->points[c->a].thinnest;
  double beyond = c->depth - (double)SLOP * fmin(spacing, thinnest);
  if (beyond < 0) return beyond;
  return fmin(CORRECTION * beyond, FASTEST_PART * spacing * (double)all->dt);
}

/* Pseudo-velocities (Guendelman et al. 2003; "split impulses"): the same impulses, without
   friction, on bodies at rest make ways and turns of what they leave, and no speed. */
void lg_contacts_part(lg_contacts *all) {
  lg_bodies *bodies = all->w->bodies;
  for (int b = 0; b < bodies->moving; b++) {
    lg_inertia *now = &bodies->body[b].now;
    all->kept[b] = *now;
    memset(now->velocity, 0, sizeof now->velocity);
    memset(now->angular, 0, sizeof now->angular);
  }
  for (int i = 0; i < all->n; i++) {
    all->contact[i].along.impulse = 0;
    memset(all->contact[i].face_speed, 0, sizeof all->contact[i].face_speed);
  }

  for (int sweeps = 0; sweeps < PARTING_SWEEPS; sweeps++)
    for (int i = 0; i < all->n; i++) {
      lg_contact *c = &all->contact[i];
      lg_contact_solve_normal(all, c, way_apart(all, c));
    }
}
