/* supports.c - what holds bodies while a grid looks for its pressure: what they stand on, and what
   they are tied to.

   Contacts and joints are made right when the fluid is done (contacts.c). A pressure that takes a
   body for free until then lets it sink into the floor in every sub-step, and the water above it
   follows: a block on the bottom carries too little of that water's weight, and the water becomes
   less. A paddle that its motor turns would give way to the water, and then be turned into it; and
   a raft would never feel its load but as a part of the raft's own small mass. So contacts that
   bodies close upon, and joints, hold them before: along a = (n, r x n), r the arm from a centre,
   of one body or of two against each other, they are at least as fast (of a joint: as fast) as
   `speed`, and the pressure finds
     M^-1 - sum k k^T / (a . k)      k = M^-1 a of what the supports before left
   in place of M^-1 (base/islands.h). What the pressure lifts from its support is free, a motor that
   cannot hold against it pushes as hard as it can, and the pressure is found again. In the end
   contacts and joints begin with the impulses that the supports gave: friction and those who listen
   to touches are to see the whole impulse of the contact.
   Not good at: more than LG_ISLAND_MOST bodies that stand on each other; heaps of 20 and more in
   very thick fluid (10 kPa s) of which they weigh a fiftieth: now and then one is thrown. */
#include "core/body/contacts.h"

#include "core/base/world.h"
#include "core/object/object.h"

enum { SWEEPS = 100, USUAL = 60 /* of a body */ };
#define SETTLED 1e-3 /* of what the first sweep changed */
/* of its own 1/mass: what may still move, if others hold it already. Of two hinges between the same
   bodies one direction is left that only their errors of place tell from the others; held, it would
   stop both from turning */
#define SAME    1e-3
/* m/s over dt g: bodies that come apart more slowly may be pressed together */
#define PARTS   2.0

/* ---- one support, and all of them ----------------------------------------------------------- */

/* The change of bodies' motions u by an impulse of a support. */
static void push(const lg_bodies *all, const lg_support *s, double impulse, double (*u)[6]) {
  for (int end = 0; end < 2 && s->body[end] >= 0; end++) {
    double of[6], du[6], *to = u[s->body[end]];
    for (int k = 0; k < 6; k++) of[k] = impulse * s->along[end][k];
    lg_inertia_response(&all->body[s->body[end]].now, of, of + 3, du, du + 3);
    for (int k = 0; k < 6; k++) to[k] += du[k];
  }
}

/* So much more of its impulse that bodies are as fast along it as they have to be, within what it
   can give. Returns by how much that changed a speed. */
static double push_along(const lg_bodies *all, lg_support *s, double (*u)[6]) {
  double speed = 0, before = s->impulse;
  if (s->spent || !(s->light > 0)) return 0;
  for (int end = 0; end < 2 && s->body[end] >= 0; end++)
    for (int k = 0; k < 6; k++) speed += u[s->body[end]][k] * s->along[end][k];

  const double more = (s->speed - speed - s->soft * before) / (s->light + s->soft);
  s->impulse = fmin(fmax(before + more, s->least), s->most);
  push(all, s, s->impulse - before, u);
  return fabs(s->impulse - before) * s->light;
}

/* One after the other, again and again. */
static void push_all(lg_bodies *all, double (*u)[6]) {
  double first = 0, change = 1;
  for (int n = 0; n < SWEEPS && change > SETTLED * first; n++) {
    change = 0;
    for (int i = 0; i < all->supports; i++)
      change = fmax(change, push_along(all, &all->support[i], u));
    if (n == 0) first = change;
  }
}

static void read_motion(const lg_inertia *b, double u[6]) {
  for (int k = 0; k < 6; k++) u[k] = (double)(k < 3 ? b->velocity[k] : b->angular[k - 3]);
}

static void write_motion(const double u[6], lg_inertia *b) {
  for (int k = 0; k < 3; k++) {
    b->velocity[k] = (float)u[k];
    b->angular[k] = (float)u[3 + k];
  }
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

void lg_supports_hold(lg_world *w) {
  lg_bodies *all = w->bodies;
  if (all->supports == 0) return;
  for (int b = 0; b < all->moving; b++) read_motion(&all->body[b].now, all->motion[b]);
  push_all(all, all->motion);
  spend(all);

  for (int b = 0; b < all->moving; b++) {
    write_motion(all->motion[b], &all->body[b].now);
    lg_bodies_write_back(w, &all->body[b]);
  }
}

/* ---- which there are ------------------------------------------------------------------------ */

/* (n, arm x n) at one of its ends. */
static void along_contact(const lg_contact *c, int end, double along[6]) {
  for (int k = 0; k < 3; k++) along[k] = end ? -c->normal[k] : c->normal[k];
  lg_cross_d(c->arm[end], along, along + 3);
}

/* Those that bodies close upon, and do not bounce off. Bodies that only lie on each other fall
   alike, until the fluid presses them together. */
static void add_contacts(const lg_contacts *all) {
  lg_bodies *bodies = all->w->bodies;
  const double parts = PARTS * (double)(all->dt * lg_length(all->w->def.gravity));
  for (int i = 0; i < all->n; i++) {
    const lg_contact *c = &all->contact[i];
    const double slack = c->b >= 0 ? parts : 0;
    if (c->least > 0 || lg_contact_speed(all, c) > c->least + slack) continue;

    lg_support s = {.body = {c->a, c->b},
                    .speed = c->least + lg_dot_d(c->face_speed, c->normal),
                    .most = LG_HUGE,
                    .row = -1};
    for (int end = 0; end < 2 && s.body[end] >= 0; end++) {
      along_contact(c, end, s.along[end]);
      s.light += lg_inverse_mass_at(&bodies->body[s.body[end]].now, c->arm[end], c->normal);
    }
    if (s.light > 0) bodies->support[bodies->supports++] = s; /* not of what a hand holds */
  }
}

/* So many that the next frames need no more. */
static bool make_room(lg_world *w, int n) {
  lg_bodies *all = w->bodies;
  const size_t usual = (size_t)(all->moving * USUAL), most = usual > (size_t)n ? usual : (size_t)n;
  return lg_mem_grow(&w->mem, &all->support, most, sizeof *all->support) &&
         lg_mem_room(&w->mem, &all->motion, 2 * (size_t)all->n, sizeof *all->motion);
}

/* What supports leave of M^-1. */
static bool find_inverse(lg_world *w) {
  lg_bodies *all = w->bodies;
  lg_islands *m = &all->held;
  if (!lg_islands_begin(&w->mem, m, all->n)) return false;
  for (int i = 0; i < all->supports; i++) {
    const lg_support *s = &all->support[i];
    if (s->body[1] >= 0 && !s->spent) lg_islands_join(m, s->body[0], s->body[1]);
  }
  if (!lg_islands_end(&w->mem, m)) return false;

  /* of free ones; each support takes its own direction out of what is left */
  for (int b = 0; b < all->n; b++)
    for (int i = 0; i < 3; i++) {
      const lg_inertia *now = &all->body[b].now;
      lg_islands_row(m, b, i, b)[i] = now->lightness;
      memcpy(lg_islands_row(m, b, 3 + i, b) + 3, now->inverse[i], sizeof now->inverse[i]);
    }
  for (int i = 0; i < all->supports; i++) {
    const lg_support *s = &all->support[i];
    if (!s->spent)
      lg_islands_hold(m, s->body, (const double(*)[6])s->along, s->soft, SAME * s->light);
  }
  return true;
}

bool lg_supports_find(lg_world *w, float dt) {
  lg_bodies *all = w->bodies;
  lg_contacts contacts;
  lg_joints joints;
  all->supports = 0;
  for (int b = 0; b < all->n; b++) all->body[b].free = all->body[b].now;
  if (!make_room(w, 0)) return false;
  if (all->moving == 0) return find_inverse(w);

  /* what motors and hinges do to bodies decides what these close upon */
  all->supported = true;
  if (!lg_joints_read(w, dt, &joints) || !make_room(w, joints.n)) return false;
  lg_joints_support(&joints);
  lg_supports_hold(w);

  if (!lg_contacts_read(w, dt, &contacts) || !make_room(w, joints.n + contacts.n)) return false;
  add_contacts(&contacts);
  lg_supports_hold(w);
  return find_inverse(w);
}

/* ---- what pushes bodies --------------------------------------------------------------------- */

static bool has_pending(const lg_body *b) {
  bool any = false;
  for (int k = 0; k < 3; k++) any = any || b->impulse[k] != 0 || b->spin[k] != 0;
  return any;
}

void lg_supports_apply(lg_world *w) {
  lg_bodies *all = w->bodies;
  double(*pending)[6] = all->motion, (*moved)[6] = all->motion + all->n;
  bool any = false;
  for (int b = 0; b < all->n; b++) {
    any = any || has_pending(&all->body[b]);
    memcpy(pending[b], all->body[b].impulse, sizeof all->body[b].impulse);
    memcpy(pending[b] + 3, all->body[b].spin, sizeof all->body[b].spin);
  }
  if (!any) return;

  /* as free ones, and as those that supports hold */
  lg_islands_times(&all->held, (const double(*)[6])pending, moved);
  for (int n = 0; n < all->n; n++) {
    lg_body *b = &all->body[n];
    double u[6];
    lg_loads_count(w, b);
    lg_inertia_apply(&b->free, b->impulse, b->spin);
    read_motion(&b->now, u);
    for (int k = 0; k < 6; k++) u[k] += moved[n][k];
    write_motion(u, &b->now);
    if (n < all->moving) lg_bodies_write_back(w, b);
  }
  lg_bodies_forget(w);
}

/* Motors that are too weak give all that they can; all others have given nothing yet. */
static void begin_anew(lg_bodies *all) {
  for (int i = 0; i < all->supports; i++) {
    lg_support *s = &all->support[i];
    if (s->spent) push(all, s, s->impulse, all->motion);
    else s->impulse = 0;
  }
}

/* How much each support has to push when what is pending has come, and nothing of what they
   gave. */
static void find_reactions(lg_bodies *all) {
  for (int n = 0; n < all->moving; n++) {
    const lg_body *b = &all->body[n];
    double du[6];
    read_motion(&b->free, all->motion[n]);
    lg_inertia_response(&b->now, b->impulse, b->spin, du, du + 3);
    for (int k = 0; k < 6; k++) all->motion[n][k] += du[k];
  }
  begin_anew(all);
  push_all(all, all->motion);
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

/* Velocities are without what supports gave. */
static void take_back(lg_world *w) {
  for (int i = 0; i < w->bodies->moving; i++) {
    lg_body *b = &w->bodies->body[i];
    double u[6];
    read_motion(&b->free, u);
    write_motion(u, &b->now);
    lg_bodies_write_back(w, b);
  }
}

bool lg_supports_lift(lg_world *w) {
  lg_bodies *all = w->bodies;
  if (all->supports == 0) return false;
  find_reactions(all);
  if (!spend(all) && !drop_idle(all)) return false;

  /* nothing of what was found so far counts; motors give what they can, the rest holds anew: of
     islands that are no larger, for which there is memory */
  lg_bodies_forget(w);
  take_back(w);
  for (int b = 0; b < all->moving; b++) read_motion(&all->body[b].now, all->motion[b]);
  begin_anew(all);
  for (int b = 0; b < all->moving; b++) write_motion(all->motion[b], &all->body[b].now);
  lg_supports_hold(w);
  return find_inverse(w);
}

void lg_supports_release(lg_world *w) {
  if (w->bodies->supported) take_back(w);
  w->bodies->supported = false;
  w->bodies->supports = 0;
}

/* Where the same contact was found before: from the same points, it is bit for bit the same. */
static lg_contact *contact_of(const lg_contacts *all, const lg_support *s) {
  for (int i = 0; i < all->n; i++) {
    lg_contact *c = &all->contact[i];
    double along[6];
    along_contact(c, 0, along);
    if (c->a == s->body[0] && c->b == s->body[1] && memcmp(along, s->along[0], sizeof along) == 0)
      return c;
  }
  return NULL;
}

void lg_supports_hand_over(lg_contacts *contacts, lg_joints *joints) {
  lg_bodies *all = contacts->w->bodies;
  const int n = all->supports;
  lg_supports_release(contacts->w);
  for (int i = 0; i < n; i++) {
    const lg_support *s = &all->support[i];
    if (s->row >= 0) {
      joints->row[s->row].sum.impulse = s->impulse;
      lg_joint_apply(joints, &joints->row[s->row], s->impulse);
      continue;
    }

    lg_contact *c = contact_of(contacts, s);
    double push[3];
    if (!c) continue;
    c->along.impulse = s->impulse;
    for (int k = 0; k < 3; k++) push[k] = s->impulse * c->normal[k];
    lg_contact_apply(contacts, c, push);
  }
}
