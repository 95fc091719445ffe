/* contacts.c - bodies meet walls, solids and each other.

   The contact points of each body are held against edges and the distances of other colliders. Of
   the points inside one other thing the deepest and up to three that are far from those before
   stay, its manifold: enough to carry a face. Then impulses make the velocities right
   (contact_impulses.c). One after the other, in the order of objects: the same for any number of
   threads.

   A body whose centre is inside another thing has points on several sides of it, whose normals
   contradict each other: such a pair gets one contact, at the centre, along the axis on which the
   way out is shortest. Not good at: stacks of more than ten, rolling friction, things thinner than
   a spacing that meet. */
#include "core/body/contacts.h"
#include "core/body/joints.h"
#include "core/object/object.h"

/* An impulse goes one contact further in an iteration: stacks need more than what just meets */
enum { ITERATIONS = 30, MOST_ITERATIONS = 600, MANIFOLD = 4, EDGES = 6, ESCAPE_ITERATIONS = 32 };

/* of the speed that gravity gives in a sub-step: less, and an iteration changed nothing */
#define SETTLED 1e-3

/* one body and another thing, an edge of the world where `other` is NULL */
typedef struct pair {
  int a, b; /* bodies; b is -1 where the other thing is no body */
  int edge; /* 2 axis + side */
  const lg_solid *own, *other;
  lg_face face;     /* of a */
  lg_rotation turn; /* of the face */
} pair;

/* ---- manifolds ------------------------------------------------------------------------------ */

static double distance2(const double a[3], const double b[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

/* Keeps the deepest contact, then again and again the one that is farthest from those kept so far.
   Returns how many are kept, in front. */
static int reduce_manifold(lg_contact *found, int n) {
  int kept = 0;

  /* the best of the rest comes to the front of it */
  for (; kept < MANIFOLD && kept < n; kept++) {
    int best = kept;
    double most = -1;
    for (int i = kept; i < n; i++) {
      double far = HUGE_VAL;
      for (int j = 0; j < kept; j++) far = fmin(far, distance2(found[i].arm[0], found[j].arm[0]));
      double score = kept == 0 ? found[i].depth : far;
      if (score > most) {
        most = score;
        best = i;
      }
    }

    lg_contact swapped = found[kept];
    found[kept] = found[best];
    found[best] = swapped;
  }
  return kept;
}

/* ---- a point in something ------------------------------------------------------------------- */

static void point_at(const pair *p, const float own[3], double x[3]) {
  float turned[3];
  lg_rotate(&p->turn, own, turned);
  for (int k = 0; k < 3; k++) x[k] = (double)turned[k] + (double)p->face.translation[k];
}

/* Depth and normal of x beyond an edge; false: not beyond it. */
static bool beyond_edge(const lg_world *w, int edge, const double x[3], lg_contact *c) {
  const lg_bounds *box = &w->def.bounds;
  int k = edge / 2;
  c->depth = edge % 2 ? x[k] - (double)box->max[k] : (double)box->min[k] - x[k];
  if (!(c->depth > 0)) return false;
  memset(c->normal, 0, sizeof c->normal);
  c->normal[k] = edge % 2 ? -1 : 1;
  return true;
}

/* How deep x is in a solid; < 0: outside of it. */
static double depth_in(const lg_world *w, const lg_solid *s, const double x[3]) {
  return lg_solid_box_distance(s, w->dim, x) > 0 ? -1 : -(double)lg_solid_distance(w, s, 0, x);
}

/* Depth and normal of x in a solid; false: not inside. */
static bool inside_solid(const lg_world *w, const lg_solid *s, const double x[3], lg_contact *c) {
  c->depth = depth_in(w, s, x);
  return c->depth > 0 && lg_solid_normal(w, s, 0, x, 0.25 * (double)w->def.spacing, c->normal);
}

static bool is_centre_inside(const lg_world *w, const lg_solid *of, const lg_solid *s) {
  const double x[3] = {(double)of->centre[0], (double)of->centre[1], (double)of->centre[2]};
  return depth_in(w, s, x) > 0;
}

/* ---- a body whose centre is in another one -------------------------------------------------- */

/* How far body a has to go along n until its centre and its points are out of the other one, m: by
   the depth of the deepest point, again and again. */
static double escape_distance(const lg_world *w, const pair *p, const double n[3]) {
  const lg_contact_points *points = &w->bodies->points[p->a];
  const double enough = 1e-3 * fmin((double)w->def.spacing, (double)points->thinnest);
  double way = 0, deepest = HUGE_VAL;

  /* -1: the centre, else a contact point */
  for (int i = 0; i < ESCAPE_ITERATIONS && deepest > enough; i++) {
    deepest = 0;
    for (int j = -1; j < points->n; j++) {
      double x[3];
      for (int k = 0; k < 3; k++) x[k] = (double)w->bodies->body[p->a].now.centre[k];
      if (j >= 0) point_at(p, points->point[j], x);
      for (int k = 0; k < 3; k++) x[k] += way * n[k];
      deepest = fmax(deepest, depth_in(w, p->other, x));
    }
    way += deepest;
  }
  return way;
}

/* The one contact of the pair, through both centres, so that it turns neither. Of ways that are as
   long, that away from the other centre counts, and of things in one place the first one goes along
   the axes. */
static lg_contact escape_contact(const lg_world *w, const pair *p) {
  lg_contact c = {.a = p->a, .b = p->b};
  double away[3] = {0, 0, 0}, best = HUGE_VAL;

  /* from the other centre */
  for (int k = 0; k < w->dim; k++)
    away[k] = (double)w->bodies->body[p->a].now.centre[k] - (double)p->other->centre[k];
  double length = lg_length_d(away);
  for (int k = 0; k < w->dim; k++)
    away[k] = length > 0 ? away[k] / length : (p->a < p->b ? 1.0 : -1.0) / (k + 1);

  /* the shortest way along an axis */
  for (int side = 0; side < 2 * w->dim; side++) {
    double n[3] = {0, 0, 0};
    n[side / 2] = side % 2 ? -1 : 1;
    double way = escape_distance(w, p, n), score = way * (1 - 0.1 * lg_dot_d(n, away));
    if (score >= best) continue;
    best = score;
    c.depth = way;
    memcpy(c.normal, n, sizeof n);
  }
  return c;
}

/* ---- all contacts --------------------------------------------------------------------------- */

/* Arms, friction and bounce of a contact at x whose depth and normal are known. */
static void set_contact(const lg_contacts *all, const pair *p, const double x[3], lg_contact *c) {
  const lg_world *w = all->w;
  const lg_solid *other = p->other;
  float friction = other ? other->face.friction : w->def.friction;
  float restitution = other ? other->face.restitution : w->def.restitution;
  double v[3], e = (double)lg_maxf(p->face.restitution, restitution);

  c->a = p->a;
  c->b = p->b;
  c->other = other ? other->id : 0;
  c->friction = sqrt((double)p->face.friction * (double)friction);
  for (int k = 0; k < 3; k++) {
    c->arm[0][k] = x[k] - (double)w->bodies->body[p->a].now.centre[k];
    if (p->b >= 0) c->arm[1][k] = x[k] - (double)other->centre[k];
  }
  if (other && p->b < 0) lg_solid_velocity(other, 0, x, c->face_speed);

  /* what comes more slowly than gravity makes it in two sub-steps does not bounce */
  lg_contact_velocity(all, c, v);
  double rests = 2 * (double)(all->dt * lg_length(w->def.gravity));
  c->bounce = -lg_dot_d(v, c->normal) > rests ? -e * lg_dot_d(v, c->normal) : 0;
}

static void collide_pair(lg_contacts *all, pair *p) {
  const lg_world *w = all->w;
  const lg_contact_points *points = &w->bodies->points[p->a];
  lg_contact *found = all->contact + all->n;
  int n = 0;
  if (!lg_collider_face(w, w->bodies->body[p->a].id, &p->face)) return;
  p->turn = lg_rotation_of(p->face.rotation);

  /* a centre in the other body: one contact, of the body whose centre it is */
  if (p->b >= 0 && is_centre_inside(w, p->own, p->other)) {
    all->contact[all->n] = escape_contact(w, p);
    all->contact[all->n++].other = p->other->id;
    return;
  }
  if (p->b >= 0 && is_centre_inside(w, p->other, p->own)) return;

  for (int i = 0; i < points->n; i++) {
    lg_contact c = {0};
    double x[3];
    point_at(p, points->point[i], x);
    if (!(p->other ? inside_solid(w, p->other, x, &c) : beyond_edge(w, p->edge, x, &c))) continue;
    set_contact(all, p, x, &c);
    found[n++] = c;
  }
  all->n += reduce_manifold(found, n);
}

static bool boxes_overlap(const lg_world *w, const lg_solid *a, const lg_solid *b) {
  bool may = true;
  for (int k = 0; k < w->dim && b->boxed; k++)
    may = may && a->min[k] <= b->max[k] && b->min[k] <= a->max[k];
  return may;
}

static bool reaches_edge(const lg_world *w, const lg_solid *s, int edge) {
  int k = edge / 2, side = edge % 2;
  bool near = side ? s->max[k] > w->def.bounds.max[k] : s->min[k] < w->def.bounds.min[k];
  return near && w->def.edges[k][side] == LG_EDGE_WALL;
}

static bool is_image(const lg_solid *s) {
  return !(s->apart[0] == 0 && s->apart[1] == 0 && s->apart[2] == 0);
}

/* Each body, itself and not its images over periodic edges, with edges and other solids. */
static void find_contacts(lg_contacts *all) {
  const lg_world *w = all->w;
  for (int i = 0; i < all->solids.n; i++) {
    const lg_solid *own = &all->solids.solid[i];
    int a = lg_bodies_find(w, own->id);
    if (a < 0 || is_image(own)) continue;

    /* edges, then solids */
    for (int edge = 0; edge < 2 * w->dim; edge++)
      if (reaches_edge(w, own, edge))
        collide_pair(all, &(pair){.a = a, .b = -1, .edge = edge, .own = own});

    for (int j = 0; j < all->solids.n; j++) {
      const lg_solid *other = &all->solids.solid[j];
      if (other->id != own->id && boxes_overlap(w, own, other))
        collide_pair(
            all, &(pair){.a = a, .b = lg_bodies_find(w, other->id), .own = own, .other = other});
    }
  }
}

/* In the world's scratch: contacts, with room for all points of one more pair, then solids. */
static bool take_memory(lg_contacts *all) {
  lg_world *w = all->w;
  int room = lg_solids_room(w);
  int most = LG_CONTACT_POINTS_MAX + w->bodies->moving * (room + EDGES) * MANIFOLD;
  size_t contacts = (size_t)most * sizeof(lg_contact), solids = (size_t)room * sizeof(lg_solid);
  char *memory = lg_scratch(w, contacts + solids);
  if (!memory) return false;

  /* this order keeps both aligned */
  all->contact = (lg_contact *)(void *)memory;
  all->solids.solid = (lg_solid *)(void *)(memory + contacts);
  all->solids.n = lg_solids_read(w, all->dt, all->solids.solid);
  return true;
}

/* For those who listen: of two bodies that which was added first is a. */
static bool tell(lg_world *w, const lg_contact *c) {
  lg_id a = w->bodies->body[c->a].id;
  bool other_way = c->b >= 0 && c->b < c->a;
  lg_touch t = {
      .a = other_way ? c->other : a, .b = other_way ? a : c->other, .impulse = c->impulse};
  for (int k = 0; k < 3; k++) {
    t.at[k] = (double)w->bodies->body[c->a].now.centre[k] + c->arm[0][k];
    t.normal[k] = other_way ? -c->normal[k] : c->normal[k];
  }
  return lg_touches_add(w, &t);
}

bool lg_bodies_contacts(lg_world *w, float dt) {
  lg_contacts all = {.w = w, .dt = dt};
  if (w->bodies->moving == 0) return true;
  if (!lg_contact_points_update(w) || !take_memory(&all)) return false;

  /* velocities */
  lg_joints joints;
  if (!lg_joints_read(w, dt, &joints)) return false;
  find_contacts(&all);
  double done = SETTLED * (double)(dt * lg_length(w->def.gravity)), change = HUGE_VAL;
  for (int i = 0; i < ITERATIONS || (change > done && i < MOST_ITERATIONS); i++) {
    change = lg_joints_solve(&joints);
    for (int c = 0; c < all.n; c++) change = fmax(change, lg_contact_solve(&all, &all.contact[c]));
  }

  for (int i = 0; i < all.n; i++)
    if (all.contact[i].impulse > 0 && !tell(w, &all.contact[i])) return false;

  /* positions */
  for (int b = 0; b < w->bodies->moving && all.n + joints.n > 0; b++) {
    double shift[3] = {0, 0, 0};
    const lg_object *o = lg_object_get(w, w->bodies->body[b].id);
    lg_contacts_displace(&all, b, shift);
    o->kind->collider.push(o->self, &w->bodies->body[b].now, shift);
  }
  return true;
}
