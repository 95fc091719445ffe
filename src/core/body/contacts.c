/* contacts.c - bodies meet walls, solids and each other.

   The contact points of each body are held against edges and the distances of other colliders, and
   of two bodies those of both. They lie a little inside of its surface (contact_points.c), as
   centres of small balls that touch it: where a ball touches another thing its centre is still
   outside, where the distance says the way out of the face in front of it, also beside an edge.
   What will be reached within the sub-step is a contact already. A few of each face carry it
   (contact_manifold.c), impulses make the velocities right and the overlaps less (contact_solve.c).
   In the order of objects: the same for any number of threads.

   A body whose centre is inside another thing has points on several sides of it, whose normals
   contradict each other: such a pair gets one contact, at the centre, along the axis on which the
   way out is shortest. Not good at: rolling friction, things thinner than a spacing that meet. */
#include "core/body/contacts.h"
#include "core/object/object.h"

enum { PAIRS = 4, ESCAPE_ITERATIONS = 32 };

/* of a point's ball: what is so near is a contact though it does not touch, so that what rests
   stays one */
#define NEAR 1.0
/* of a ball's radius: half of the spacing, or of the smallest side */
#define DEEP 5.0

/* one body and another thing, an edge of the world where `other` is NULL */
typedef struct pair {
  int a, b; /* bodies; b is -1 where the other thing is no body */
  int edge; /* 2 axis + side */
  const lg_solid *own, *other;
} pair;

/* ---- a point near something ----------------------------------------------------------------- */

/* A contact point of a solid, which is a body, in the world. */
static void point_at(const lg_solid *s, const float own[3], double x[3]) {
  float turned[3];
  lg_rotate(&s->turn, own, turned);
  for (int k = 0; k < 3; k++) x[k] = (double)turned[k] + (double)s->face.translation[k];
}

/* How deep x is in a solid; < 0: outside of it. */
static double depth_in(const lg_world *w, const lg_solid *s, const double x[3]) {
  return lg_solid_box_distance(s, w->dim, x) > 0 ? -1 : -(double)lg_solid_distance(w, s, 0, x);
}

/* Depth and normal of a ball beyond an edge; false: it is more than `far` from it. */
static bool beyond_edge(const lg_world *w, int edge, const double x[3], double radius, double far,
                        lg_candidate *c) {
  const lg_bounds *box = &w->def.bounds;
  int k = edge / 2;
  c->depth = radius + (edge % 2 ? x[k] - (double)box->max[k] : (double)box->min[k] - x[k]);
  if (!(c->depth > -far)) return false;
  memset(c->normal, 0, sizeof c->normal);
  c->normal[k] = edge % 2 ? -1 : 1;
  return true;
}

/* The same of a ball in a solid. */
static bool near_solid(const lg_world *w, const lg_solid *s, const double x[3], double radius,
                       double far, lg_candidate *c) {
  if (lg_solid_box_distance(s, w->dim, x) > radius + far) return false;
  c->depth = radius - (double)lg_solid_distance(w, s, 0, x);
  return c->depth > -far && lg_solid_normal(w, s, 0, x, 0.5 * radius, c->normal);
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
  const double radius = (double)points->radius;
  const double enough = 1e-3 * fmin((double)w->def.spacing, (double)points->thinnest);
  double way = 0, deepest = HUGE_VAL;

  /* -1: the centre, else a contact point */
  for (int i = 0; i < ESCAPE_ITERATIONS && deepest > enough; i++) {
    deepest = 0;
    for (int j = -1; j < points->n; j++) {
      double x[3];
      for (int k = 0; k < 3; k++) x[k] = (double)w->bodies->body[p->a].now.centre[k];
      if (j >= 0) point_at(p->own, points->point[j], x);
      for (int k = 0; k < 3; k++) x[k] += way * n[k];
      deepest = fmax(deepest, depth_in(w, p->other, x) + (j >= 0 ? radius : 0));
    }
    way += deepest;
  }
  return way;
}

/* The one contact of the pair, through both centres, so that it turns neither. Of ways that are as
   long, that away from the other centre counts, and of things in one place the first one goes along
   the axes. */
static lg_contact escape_contact(const lg_world *w, const pair *p) {
  lg_contact c = {.a = p->a, .b = p->b, .other = p->other->id};
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

/* Where the candidate is: normal, arms, and how fast a face moves there. */
static void place_contact(const pair *p, const lg_candidate *at, lg_contact *c) {
  memcpy(c->normal, at->normal, sizeof c->normal);
  for (int k = 0; k < 3; k++) {
    c->arm[0][k] = at->x[k] - (double)p->own->centre[k];
    if (p->b >= 0) c->arm[1][k] = at->x[k] - (double)p->other->centre[k];
  }
  if (p->other && p->b < 0) lg_solid_velocity(p->other, 0, at->x, c->face_speed);
}

/* No point of the two comes nearer in this sub-step than by so much, m. */
static double way_of(const lg_contacts *all, const pair *p) {
  const lg_solid *solid[2] = {p->own, p->other};
  double way = 0;
  for (int i = 0; i < 2 && solid[i]; i++) {
    const lg_solid *s = solid[i];
    double size[3];
    for (int k = 0; k < 3; k++) size[k] = (double)(s->max[k] - s->min[k]);
    way += (double)s->speed + (s->boxed ? (double)s->spin * lg_length_d(size) : 0);
  }
  return way * (double)all->dt;
}

/* The contact of a pair that its candidate becomes: also friction and bounce. */
static void set_contact(const lg_contacts *all, const pair *p, const lg_candidate *found,
                        lg_contact *c) {
  const lg_world *w = all->w;
  const lg_solid *other = p->other;
  const lg_face *face = &p->own->face;
  float friction = other ? other->face.friction : w->def.friction;
  float restitution = other ? other->face.restitution : w->def.restitution;
  *c = (lg_contact){.a = p->a, .b = p->b, .other = other ? other->id : 0, .depth = found->depth};
  c->friction = sqrt((double)face->friction * (double)friction);
  place_contact(p, found, c);

  /* a gap may close; what closes it and comes faster than gravity makes it in two sub-steps comes
     back */
  double v = lg_contact_speed(all, c), e = (double)lg_maxf(face->restitution, restitution);
  double rests = 2 * (double)(all->dt * lg_length(w->def.gravity));
  double closes = fmin(c->depth, 0) / (double)all->dt;
  c->least = -v > rests && v < closes && e > 0 ? -e * v : closes;
}

/* m, how much nearer the two come at x within the sub-step. */
static double approach(const lg_contacts *all, const pair *p, const lg_candidate *c) {
  lg_contact there = {.a = p->a, .b = p->b};
  place_contact(p, c, &there);
  return -lg_contact_speed(all, &there) * (double)all->dt;
}

/* Points of one of a pair near the other one, or that will reach it, go behind the n candidates
   that there are. */
static int find_near(const lg_contacts *all, const pair *p, lg_candidate *found, int n) {
  const lg_world *w = all->w;
  const lg_contact_points *points = &w->bodies->points[p->a];
  const double radius = (double)points->radius, far = NEAR * radius + way_of(all, p);
  for (int i = 0; i < points->n; i++) {
    lg_candidate c;
    point_at(p->own, points->point[i], c.x);
    if (!(p->other ? near_solid(w, p->other, c.x, radius, far, &c)
                   : beyond_edge(w, p->edge, c.x, radius, far, &c)))
      continue;

    /* where its ball touches */
    for (int k = 0; k < 3; k++) c.x[k] -= radius * c.normal[k];
    if (c.depth > -NEAR * radius || approach(all, p, &c) > -c.depth) found[n++] = c;
  }
  return n;
}

/* Points of both of the two that are near each other, with normals into a. */
static int find_candidates(lg_contacts *all, const pair *p, const pair *other_way) {
  int mine = find_near(all, p, all->candidate, 0), n = mine;
  if (p->b >= 0) n = find_near(all, other_way, all->candidate, n);
  for (int i = mine; i < n; i++)
    for (int k = 0; k < 3; k++) all->candidate[i].normal[k] *= -1;
  return n;
}

/* Whether two bodies are so far in each other that points of them have come out of the wrong face
   of the other one. */
static bool is_deep(const lg_contacts *all, const pair *p, int n) {
  const lg_contact_points *points = all->w->bodies->points;
  double deep = 0;
  if (p->b < 0) return false;
  for (int i = 0; i < n; i++) deep = fmax(deep, all->candidate[i].depth);
  return deep > DEEP * (double)lg_minf(points[p->a].radius, points[p->b].radius);
}

static bool collide_pair(lg_contacts *all, const pair *p) {
  const lg_world *w = all->w;
  lg_bodies *bodies = w->bodies;
  const pair other_way = {.a = p->b, .b = p->a, .own = p->other, .other = p->own};
  if (!lg_mem_grow(&all->w->mem, &bodies->contact, (size_t)all->n + LG_MANIFOLD_MAX,
                   sizeof *bodies->contact))
    return false;
  all->contact = bodies->contact;
  lg_contact *out = all->contact + all->n;

  /* a centre in the other body, or points deep in it: one contact, of the body whose they are */
  const bool inside = p->b >= 0 && is_centre_inside(w, p->own, p->other);
  const bool holds = p->b >= 0 && !inside && is_centre_inside(w, p->other, p->own);
  int n = inside || holds ? 0 : find_candidates(all, p, &other_way);
  if (inside || holds || is_deep(all, p, n)) {
    *out = escape_contact(w, holds ? &other_way : p);
    all->n++;
    return true;
  }

  n = lg_manifold_reduce(all->candidate, n);
  for (int i = 0; i < n; i++) set_contact(all, p, &all->candidate[i], &out[i]);
  all->n += n;
  return true;
}

static bool boxes_overlap(const lg_world *w, const lg_solid *a, const lg_solid *b, float far) {
  bool may = true;
  for (int k = 0; k < w->dim && b->boxed; k++)
    may = may && a->min[k] <= b->max[k] + far && b->min[k] <= a->max[k] + far;
  return may;
}

/* Of two opposite edges that it is too large for, as it stands, the one that it is less beyond. */
static bool reaches_edge(const lg_world *w, const lg_solid *s, int edge, float far) {
  const int k = edge / 2, side = edge % 2;
  const float lo = w->def.bounds.min[k], hi = w->def.bounds.max[k];
  float min[3], max[3];
  if (!lg_is_wall(w, k, side) || (side ? s->max[k] - hi : lo - s->min[k]) <= -far) return false;
  if (!lg_is_wall(w, k, 1 - side) || !lg_extent(w, s->id, min, max)) return true;

  const float beyond[2] = {lo - min[k], max[k] - hi};
  return !(beyond[0] > 0 && beyond[1] > 0) || beyond[side] < beyond[1 - side] ||
         (side == 0 && beyond[0] == beyond[1]);
}

static bool is_image(const lg_solid *s) {
  return !(s->apart[0] == 0 && s->apart[1] == 0 && s->apart[2] == 0);
}

/* Each body, itself and not its images over periodic edges, with edges and other solids that it is
   not tied to; two bodies meet once. */
static bool find_contacts(lg_contacts *all) {
  const lg_world *w = all->w;
  for (int i = 0; i < all->solids.n; i++) {
    const lg_solid *own = &all->solids.solid[i];
    int a = lg_bodies_find(w, own->id);
    if (a < 0 || is_image(own)) continue;
    float far = (float)NEAR * w->bodies->points[a].radius;

    /* edges, then solids */
    for (int edge = 0; edge < 2 * w->dim; edge++) {
      const pair p = {.a = a, .b = -1, .edge = edge, .own = own};
      if (reaches_edge(w, own, edge, far) && !collide_pair(all, &p)) return false;
    }
    for (int j = 0; j < all->solids.n; j++) {
      const lg_solid *other = &all->solids.solid[j];
      const pair p = {.a = a, .b = lg_bodies_find(w, other->id), .own = own, .other = other};
      if (other->id == own->id || (p.b >= 0 && p.b < a)) continue;
      if (!boxes_overlap(w, own, other, far) || lg_joints_hold_together(w, own->id, other->id))
        continue;
      if (!collide_pair(all, &p)) return false;
    }
  }
  return true;
}

/* In the world's scratch: room for the points of one pair, bodies, then solids. Contacts and
   touches have room for a few pairs a body from the start. */
static bool take_memory(lg_contacts *all) {
  lg_world *w = all->w;
  int room = lg_solids_room(w);
  size_t usual = (size_t)w->bodies->moving * PAIRS * LG_MANIFOLD_MAX;
  if (!lg_mem_grow(&w->mem, &w->bodies->contact, usual, sizeof *w->bodies->contact) ||
      !lg_mem_grow(&w->mem, &w->bodies->touch, usual, sizeof *w->bodies->touch))
    return false;
  size_t candidates = (size_t)2 * LG_CONTACT_POINTS_MAX * sizeof(lg_candidate);
  size_t kept = (size_t)w->bodies->moving * sizeof(lg_inertia);
  char *memory = lg_scratch(w, candidates + kept + (size_t)room * sizeof(lg_solid));
  if (!memory) return false;

  /* this order keeps both aligned */
  all->candidate = (lg_candidate *)(void *)memory;
  all->kept = (lg_inertia *)(void *)(memory + candidates);
  all->solids.solid = (lg_solid *)(void *)(memory + candidates + kept);
  all->solids.n = lg_solids_read(w, all->dt, all->solids.solid);
  return true;
}

/* For those who listen: of two bodies that which was added first is a. */
static bool tell(lg_world *w, const lg_contact *c) {
  lg_id a = w->bodies->body[c->a].id;
  bool other_way = c->b >= 0 && c->b < c->a;
  lg_touch t = {
      .a = other_way ? c->other : a, .b = other_way ? a : c->other, .impulse = c->along.impulse};
  for (int k = 0; k < 3; k++) {
    t.at[k] = (double)w->bodies->body[c->a].now.centre[k] + c->arm[0][k];
    t.normal[k] = other_way ? -c->normal[k] : c->normal[k];
  }
  return lg_touches_add(w, &t);
}

/* The bodies take over their velocities, and go where nothing overlaps. */
static void write_back(lg_contacts *all) {
  lg_bodies *bodies = all->w->bodies;
  lg_contacts_part(all);

  for (int b = 0; b < bodies->moving; b++) {
    lg_inertia *now = &bodies->body[b].now;
    const lg_object *o = lg_object_get(all->w, bodies->body[b].id);
    double shift[3], turn[3];
    for (int k = 0; k < 3; k++) {
      shift[k] = (double)now->velocity[k];
      turn[k] = (double)now->angular[k];
    }

    *now = all->kept[b];
    o->kind->collider.push(o->self, now, shift, turn);
  }
}

bool lg_contacts_read(lg_world *w, float dt, lg_contacts *out) {
  *out = (lg_contacts){.w = w, .dt = dt};
  return lg_contact_points_update(w) && take_memory(out) && find_contacts(out);
}

bool lg_bodies_contacts(lg_world *w, float dt) {
  lg_contacts all;
  lg_joints joints;
  if (w->bodies->moving == 0) return true;
  if (!lg_joints_read(w, dt, &joints) || !lg_contacts_read(w, dt, &all)) return false;
  if (all.n + joints.n == 0) {
    lg_supports_release(w);
    return true;
  }

  for (int i = 0; i < all.n; i++) lg_contact_respond(&all, &all.contact[i]);
  lg_supports_hand_over(&all, &joints);
  lg_contacts_solve(&all, &joints);
  for (int i = 0; i < all.n; i++)
    if (all.contact[i].along.impulse > 0 && !tell(w, &all.contact[i])) return false;
  write_back(&all);
  return true;
}
