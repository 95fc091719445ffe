/* supports.c - what bodies stand on while a grid looks for its pressure.

   Contacts are made right when the fluid is done (contacts.c). A pressure that takes a body for
   free until then lets it sink into the floor in every sub-step, and the water above it follows: a
   block on the bottom carries too little of that water's weight, and the water becomes less. So
   edges and solids that a body closes upon hold it before: along n at the arm r from its centre it
   is at least as fast as `least`, and the pressure finds
     M^-1 - sum k k^T / (a . k)      a = (n, r x n), k = M^-1 a of what the supports before left
   in place of M^-1. What the pressure lifts from its support is free, and the pressure is found
   again. In the end bodies get back what the supports gave them: friction and those who listen to
   touches are to see the whole impulse of the contact.
   Not good at: bodies that stand on bodies. */
#include "core/body/contacts.h"

#include "core/base/world.h"
#include "core/object/object.h"

enum { SWEEPS = 20 };
#define SAME 1e-9 /* of its own 1/mass: what a support may still move, if others hold it already */

static lg_body *body_of(const lg_world *w, const lg_support *s) {
  return &w->bodies->body[s->body];
}

static double speed_along(const lg_inertia *b, const lg_support *s) {
  double v[3];
  lg_inertia_velocity(b, s->arm, v);
  return lg_dot_d(v, s->normal);
}

static void note(lg_body *b, const lg_inertia *before) {
  for (int k = 0; k < 3; k++) {
    b->given[k] += (double)b->now.velocity[k] - (double)before->velocity[k];
    b->given[3 + k] += (double)b->now.angular[k] - (double)before->angular[k];
  }
}

/* So much more of a support's impulse that the body is as fast along it as it has to be; each only
   ever pushes. */
static void push_along(lg_inertia *b, lg_support *s) {
  double push[3], light = lg_inverse_mass_at(b, s->arm, s->normal);
  if (!(light > 0)) return;
  double sum = fmax(s->impulse + (s->least - speed_along(b, s)) / light, 0);
  for (int k = 0; k < 3; k++) push[k] = (sum - s->impulse) * s->normal[k];
  s->impulse = sum;
  lg_inertia_push(b, s->arm, push, 1);
}

void lg_supports_hold(lg_world *w) {
  lg_bodies *all = w->bodies;
  for (int i = 0; i < all->supports; i++) all->support[i].impulse = 0;

  /* one after the other, again and again */
  for (int i = 0; i < SWEEPS * all->supports; i++) {
    lg_support *s = &all->support[i % all->supports];
    lg_body *b = body_of(w, s);
    const lg_inertia before = b->now;
    push_along(&b->now, s);
    note(b, &before);
  }
  for (int b = 0; b < all->moving && all->supports > 0; b++) lg_bodies_write_back(w, &all->body[b]);
}

void lg_supports_inverse(const lg_world *w, int body, double g[6][6]) {
  const lg_inertia *now = &w->bodies->body[body].now;
  memset(g, 0, 36 * sizeof **g);
  for (int i = 0; i < 3; i++) {
    g[i][i] = now->lightness;
    for (int k = 0; k < 3; k++) g[3 + i][3 + k] = now->inverse[i][k];
  }

  /* each support takes its own direction out of what is left */
  for (int n = 0; n < w->bodies->supports; n++) {
    const lg_support *s = &w->bodies->support[n];
    double a[6], k[6] = {0, 0, 0, 0, 0, 0}, along = 0;
    if (s->body != body) continue;
    memcpy(a, s->normal, sizeof s->normal);
    lg_cross_d(s->arm, s->normal, a + 3);
    for (int i = 0; i < 36; i++) k[i / 6] += g[i / 6][i % 6] * a[i % 6];
    for (int i = 0; i < 6; i++) along += a[i] * k[i];
    if (!(along > SAME * lg_inverse_mass_at(now, s->arm, s->normal))) continue;
    for (int i = 0; i < 36; i++) g[i / 6][i % 6] -= k[i / 6] * k[i % 6] / along;
  }
}

/* Velocities without what supports gave. */
static void take_back(lg_world *w) {
  for (int i = 0; i < w->bodies->moving; i++) {
    lg_body *b = &w->bodies->body[i];
    bool any = false;
    for (int k = 0; k < 6; k++) any = any || b->given[k] != 0;
    if (!any) continue;

    for (int k = 0; k < 3; k++) {
      b->now.velocity[k] = (float)((double)b->now.velocity[k] - b->given[k]);
      b->now.angular[k] = (float)((double)b->now.angular[k] - b->given[3 + k]);
    }
    memset(b->given, 0, sizeof b->given);
    lg_bodies_write_back(w, b);
  }
}

void lg_supports_apply(lg_world *w) {
  for (int n = 0; n < w->bodies->n; n++) {
    lg_body *b = &w->bodies->body[n];
    double g[6][6], all[6], left[6] = {0, 0, 0, 0, 0, 0};
    lg_loads_count(w, b);
    lg_inertia_response(&b->now, b->impulse, b->spin, all, all + 3);
    lg_supports_inverse(w, n, g);
    for (int i = 0; i < 36; i++)
      left[i / 6] += g[i / 6][i % 6] * (i % 6 < 3 ? b->impulse[i % 6] : b->spin[i % 6 - 3]);

    /* the rest is what supports have given */
    for (int k = 0; k < 3; k++) {
      b->now.velocity[k] = (float)((double)b->now.velocity[k] + left[k]);
      b->now.angular[k] = (float)((double)b->now.angular[k] + left[3 + k]);
    }
    for (int k = 0; k < 6; k++) b->given[k] += left[k] - all[k];
    memset(b->impulse, 0, sizeof b->impulse);
    memset(b->spin, 0, sizeof b->spin);
    if (n < w->bodies->moving) lg_bodies_write_back(w, b);
  }
}

/* How much each support of a body has to push it when what is pending has come, and nothing of what
   they gave. One after the other, again and again, as in lg_supports_hold. */
static void find_reactions(lg_world *w, int body) {
  lg_bodies *all = w->bodies;
  const lg_body *b = &all->body[body];
  lg_inertia free = b->now;
  for (int k = 0; k < 3; k++) {
    free.velocity[k] -= (float)b->given[k];
    free.angular[k] -= (float)b->given[3 + k];
  }
  lg_inertia_apply(&free, b->impulse, b->spin);

  for (int i = 0; i < SWEEPS * all->supports; i++) {
    lg_support *s = &all->support[i % all->supports];
    if (s->body != body) continue;
    if (i < all->supports) s->impulse = 0;
    push_along(&free, s);
  }
}

/* Supports that then push nothing hold it no longer: single ones may be lifted where another is
   pressed. */
bool lg_supports_lift(lg_world *w) {
  lg_bodies *all = w->bodies;
  int left = 0;
  for (int b = 0; b < all->moving && all->supports > 0; b++) find_reactions(w, b);
  for (int i = 0; i < all->supports; i++)
    if (all->support[i].impulse > 0) all->support[left++] = all->support[i];

  /* what was found so far does not count, and others hold it anew */
  const bool lifts = left < all->supports;
  all->supports = left;
  if (lifts) lg_bodies_forget(w);
  if (lifts) take_back(w);
  if (lifts) lg_supports_hold(w);
  return lifts;
}

void lg_supports_release(lg_world *w) {
  take_back(w);
  w->bodies->supports = 0;
}
