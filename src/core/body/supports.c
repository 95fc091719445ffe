/* supports.c - what holds bodies while a grid looks for its pressure: what they stand on, and what
   they are tied to.

   Contacts and joints are made right when the fluid is done (contacts.c). A pressure that takes a
   body for free until then lets it sink into the floor in every sub-step, and the water above it
   follows: a block on the bottom carries too little of that water's weight, and the water becomes
   less. A paddle that its motor turns would give way to the water, and then be turned into it. So
   edges and solids that a body closes upon, and joints to what nothing moves, hold it before:
   along a = (n, r x n), r the arm from its centre, it is at least as fast (of a joint: as fast) as
   `speed`, and the pressure finds
     M^-1 - sum k k^T / (a . k)      k = M^-1 a of what the supports before left
   in place of M^-1. What the pressure lifts from its support is free, a motor that cannot hold
   against it pushes as hard as it can, and the pressure is found again. In the end bodies get back
   what the supports gave them: friction and those who listen to touches are to see the whole
   impulse of the contact.
   Not good at: bodies that stand on bodies, or are tied to them. */
#include "core/body/contacts.h"

#include "core/base/world.h"
#include "core/object/object.h"

enum { SWEEPS = 20, USUAL = 60 /* of a body */ };
#define SAME 1e-9 /* of its own 1/mass: what a support may still move, if others hold it already */

static lg_body *body_of(const lg_world *w, const lg_support *s) {
  return &w->bodies->body[s->body];
}

static void note(lg_body *b, const lg_inertia *before) {
  for (int k = 0; k < 3; k++) {
    b->given[k] += (double)b->now.velocity[k] - (double)before->velocity[k];
    b->given[3 + k] += (double)b->now.angular[k] - (double)before->angular[k];
  }
}

static void push(lg_inertia *b, const lg_support *s, double impulse) {
  double of[6];
  for (int k = 0; k < 6; k++) of[k] = impulse * s->along[k];
  lg_inertia_apply(b, of, of + 3);
}

/* So much more of its impulse that the body is as fast along it as it has to be, within what it can
   give. */
static void push_along(lg_inertia *b, lg_support *s) {
  double speed = 0, before = s->impulse;
  if (s->spent || !(s->light > 0)) return;
  for (int k = 0; k < 3; k++)
    speed += (double)b->velocity[k] * s->along[k] + (double)b->angular[k] * s->along[3 + k];

  const double more = (s->speed - speed - s->soft * before) / (s->light + s->soft);
  s->impulse = fmin(fmax(before + more, s->least), s->most);
  push(b, s, s->impulse - before);
}

/* A motor at the end of its power; what only pushes is none. */
static bool is_spent(const lg_support *s) {
  const bool both = s->least < 0 && s->most > 0;
  return both && (s->impulse <= s->least || s->impulse >= s->most);
}

/* True: one is now that was not. */
static bool spend(lg_bodies *all) {
  bool any = false;
  for (int i = 0; i < all->supports; i++) {
    lg_support *s = &all->support[i];
    any = any || (!s->spent && is_spent(s));
    s->spent = is_spent(s);
  }
  return any;
}

/* One after the other, again and again. */
void lg_supports_hold(lg_world *w) {
  lg_bodies *all = w->bodies;
  for (int i = 0; i < SWEEPS * all->supports; i++) {
    lg_support *s = &all->support[i % all->supports];
    lg_body *b = body_of(w, s);
    const lg_inertia before = b->now;
    push_along(&b->now, s);
    note(b, &before);
  }

  spend(all);
  for (int b = 0; b < all->moving && all->supports > 0; b++) lg_bodies_write_back(w, &all->body[b]);
}

/* Those that a body closes upon, of things that nothing moves, and does not bounce off. */
static void add_contacts(const lg_contacts *all) {
  lg_bodies *bodies = all->w->bodies;
  for (int i = 0; i < all->n; i++) {
    const lg_contact *c = &all->contact[i];
    if (c->b >= 0 || c->least > 0 || lg_contact_speed(all, c) > c->least) continue;

    lg_support s = {.body = c->a,
                    .speed = c->least + lg_dot_d(c->face_speed, c->normal),
                    .light = lg_inverse_mass_at(&bodies->body[c->a].now, c->arm[0], c->normal),
                    .most = LG_HUGE};
    memcpy(s.along, c->normal, sizeof c->normal);
    lg_cross_d(c->arm[0], c->normal, s.along + 3);
    bodies->support[bodies->supports++] = s;
  }
}

/* So many that the next frames need no more. */
static bool make_room(lg_world *w, int n) {
  const int usual = w->bodies->moving * USUAL;
  return lg_mem_grow(&w->mem, &w->bodies->support, (size_t)lg_maxi(usual, n),
                     sizeof *w->bodies->support);
}

bool lg_supports_find(lg_world *w, float dt) {
  lg_contacts contacts;
  lg_joints joints;
  w->bodies->supports = 0;
  if (w->bodies->moving == 0) return true;

  /* what motors and hinges do to bodies decides what these close upon */
  if (!lg_joints_read(w, dt, &joints) || !make_room(w, joints.n)) return false;
  lg_joints_support(&joints);
  lg_supports_hold(w);

  if (!lg_contacts_read(w, dt, &contacts) || !make_room(w, joints.n + contacts.n)) return false;
  add_contacts(&contacts);
  lg_supports_hold(w);
  return true;
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
    double k[6] = {0, 0, 0, 0, 0, 0}, along = 0;
    if (s->body != body || s->spent) continue;
    for (int i = 0; i < 36; i++) k[i / 6] += g[i / 6][i % 6] * s->along[i % 6];
    for (int i = 0; i < 6; i++) along += s->along[i] * k[i];
    if (!(along > SAME * s->light)) continue;
    for (int i = 0; i < 36; i++) g[i / 6][i % 6] -= k[i / 6] * k[i % 6] / (along + s->soft);
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
    if (i < all->supports && s->spent) push(&free, s, s->impulse);
    else if (i < all->supports) s->impulse = 0;
    push_along(&free, s);
  }
}

/* What only pushes and then does not holds its body no longer: single ones may be lifted where
   another is pressed, or a motor still presses. True: there were some. */
static bool drop_idle(lg_bodies *all) {
  int left = 0;
  for (int i = 0; i < all->supports; i++) {
    const lg_support *s = &all->support[i];
    const bool both = s->least < 0 && s->most > 0;
    if (both || s->impulse != 0) all->support[left++] = *s;
  }

  const bool any = left < all->supports;
  all->supports = left;
  return any;
}

bool lg_supports_lift(lg_world *w) {
  lg_bodies *all = w->bodies;
  for (int b = 0; b < all->moving && all->supports > 0; b++) find_reactions(w, b);
  if (!spend(all) && !drop_idle(all)) return false;

  /* nothing of what was found so far counts; motors give what they can, the rest holds anew */
  lg_bodies_forget(w);
  take_back(w);
  for (int i = 0; i < all->supports; i++) {
    lg_support *s = &all->support[i];
    const lg_inertia before = body_of(w, s)->now;
    if (s->spent) push(&body_of(w, s)->now, s, s->impulse);
    else s->impulse = 0;
    note(body_of(w, s), &before);
  }
  lg_supports_hold(w);
  return true;
}

void lg_supports_release(lg_world *w) {
  take_back(w);
  w->bodies->supports = 0;
}
