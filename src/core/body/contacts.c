/* contacts.c - bodies meet walls, solids and each other.

   Points of each body's surface, about a spacing apart (its skin), are held against edges and the
   distances of other colliders. Of the points inside one other thing the deepest and up to three
   that are far from those before stay: enough to carry a face. Sequential impulses (Catto 2005)
   then make the velocities right: no approach but what restitution gives back, friction within
   Coulomb's cone; restitution is the larger of both, friction the geometric mean. What still
   overlaps is moved apart by a share of the depth. One after the other, in the order of objects:
   the same for any number of threads. A body whose centre is inside another thing has skin on
   several sides of it, whose normals contradict each other: such a pair gets one contact, at the
   centre, along the axis on which the way out is shortest. Not good at: tall stacks, rolling
   friction, things thinner than a spacing that meet. */
#include "core/body/bodies.h"
#include "core/object/object.h"
#include "core/walls/moving_solids.h"

enum { ROUNDS = 30, MANIFOLD = 4, SKIN_MOST = 4096, EDGES = 6, GRID_MOST = 1 << 30 };
/* of a spacing, or of the smallest side: overlap that is left alone, so that contacts last */
#define SLOP  0.02f
#define SHARE 0.2 /* of the overlap that a sub-step takes back, */
/* and at most this many spacings a second: what overlaps at the start must not sweep the fluid away
   */
#define HASTE 20.0

typedef struct contact {
  int a, b;              /* bodies; b is -1 where it is no body */
  double arm[2][3];      /* m, from their centres */
  double n[3];           /* out of the other thing, into a */
  double depth;          /* m */
  double u[3];           /* m/s, of the other thing's face, if it is no body */
  double friction, goal; /* goal: m/s, the least speed apart */
  double hold, slide[3]; /* N s so far, along n and across */
} contact;

typedef struct meeting {
  lg_world *w;
  float dt;
  lg_solids solids;
  int n;
  contact *contact; /* of this world: room for all */
} meeting;

/* ---- skin ----------------------------------------------------------------------------------- */

/* Points on the surface in the shape's own frame: those of a grid that lie just outside, moved onto
   it. Corners are among them. */
static int lay_skin(const lg_world *w, lg_id shape, float step, float *least, float (*out)[3]) {
  float lo[3], hi[3], p[3] = {0, 0, 0};
  int n[3] = {1, 1, 1}, count = 0;
  if (!lg_shape_bounds(w, shape, lo, hi)) return 0;
  *least = hi[0] - lo[0];
  for (int k = 0; k < w->dim; k++) {
    n[k] = (int)ceilf((hi[k] - lo[k]) / step - 1e-3f) + 2;
    *least = lg_minf(*least, hi[k] - lo[k]);
  }
  if ((double)n[0] * n[1] * n[2] > GRID_MOST) return -1;
  for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
    const int at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
    for (int k = 0; k < w->dim; k++)
      p[k] = lo[k] + ((float)at[k] - 0.5f) * (hi[k] - lo[k]) / lg_maxf((float)(n[k] - 2), 1);
    float d = lg_shape_distance(w, shape, p), slope[3] = {0, 0, 0},
          reach = 0.1f * lg_minf(step, *least);
    if (d < 0 || d >= step) continue;
    for (int k = 0; k < w->dim; k++) {
      float q[3] = {p[0], p[1], p[2]};
      q[k] = p[k] + reach;
      slope[k] = lg_shape_distance(w, shape, q);
      q[k] = p[k] - reach;
      slope[k] -= lg_shape_distance(w, shape, q);
    }
    float length = lg_length(slope);
    if (!(length > 0)) continue;
    if (count == SKIN_MOST) return -1;
    for (int k = 0; k < 3; k++) out[count][k] = p[k] - d * slope[k] / length;
    count++;
  }
  return count;
}

/* Coarser where it would be too much. */
static bool make_skin(lg_world *w, lg_skin *skin, lg_id shape, uint64_t key) {
  float step = w->def.spacing;
  if (!skin->point &&
      !(skin->point = lg_mem_realloc(&w->mem, NULL, SKIN_MOST * sizeof *skin->point)))
    return false;
  while ((skin->n = lay_skin(w, shape, step, &skin->least, skin->point)) < 0) step *= 1.3f;
  skin->key = key;
  return true;
}

void lg_skins_free(lg_world *w) {
  for (size_t i = 0; i < w->bodies->skins; i++)
    if (w->bodies->skin[i].point) lg_mem_free(&w->mem, w->bodies->skin[i].point);
  lg_mem_free(&w->mem, w->bodies->skin);
}

/* One a body, in their order; shapes that move from one place in the order to another are laid
   anew. */
static bool skins_ready(lg_world *w) {
  lg_bodies *all = w->bodies;
  if ((size_t)all->n > all->skins) {
    lg_skin *grown = lg_mem_realloc(&w->mem, all->skin, (size_t)all->n * sizeof *grown);
    if (!grown) return false;
    memset(grown + all->skins, 0, ((size_t)all->n - all->skins) * sizeof *grown);
    all->skin = grown;
    all->skins = (size_t)all->n;
  }
  for (int b = 0; b < all->n; b++) {
    lg_face face;
    if (!lg_collider_face(w, all->body[b].id, &face)) continue;
    uint64_t key = lg_object_get(w, face.shape)->edits << 32 | face.shape;
    if (all->skin[b].key != key && !make_skin(w, &all->skin[b], face.shape, key)) return false;
  }
  return true;
}

/* ---- who is in what ------------------------------------------------------------------------- */

static double span2(const double a[3], const double b[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The point that is farthest from those kept so far; the first one is the deepest. Returns how many
   of found are kept, in front. */
static int thin_out(contact *found, int n) {
  int kept = 0;
  while (kept < MANIFOLD && kept < n) {
    int best = kept;
    double most = -1;
    for (int i = kept; i < n; i++) {
      double far = HUGE_VAL;
      for (int j = 0; j < kept; j++) far = fmin(far, span2(found[i].arm[0], found[j].arm[0]));
      double score = kept == 0 ? found[i].depth : far;
      if (score > most) {
        most = score;
        best = i;
      }
    }
    contact swap = found[kept];
    found[kept] = found[best];
    found[best] = swap;
    kept++;
  }
  return kept;
}

static double friction_of(float a, float b) { return sqrt((double)a * (double)b); }

/* Of body a's point x with an edge; false: not beyond it. */
static bool at_edge(const meeting *m, int edge, const double x[3], contact *c) {
  const lg_world_def *def = &m->w->def;
  int k = edge / 2;
  double beyond = edge % 2 ? x[k] - (double)def->bounds.max[k] : (double)def->bounds.min[k] - x[k];
  if (!(beyond > 0)) return false;
  memset(c->n, 0, sizeof c->n);
  c->n[k] = edge % 2 ? -1 : 1;
  c->depth = beyond;
  return true;
}

/* Of body a's point x with a solid; false: not inside. */
static bool at_solid(const meeting *m, const lg_solid *s, const double x[3], contact *c) {
  if (lg_solid_box_distance(s, m->w->dim, x) > 0) return false;
  c->depth = -(double)lg_solid_distance(m->w, s, 0, x);
  return c->depth > 0 && lg_solid_normal(m->w, s, 0, x, 0.25 * (double)m->w->def.spacing, c->n);
}

static void approach(const meeting *m, const contact *c, double v[3]) {
  double other[3] = {c->u[0], c->u[1], c->u[2]};
  lg_inertia_velocity(&m->w->bodies->body[c->a].now, c->arm[0], v);
  if (c->b >= 0) lg_inertia_velocity(&m->w->bodies->body[c->b].now, c->arm[1], other);
  for (int k = 0; k < 3; k++) v[k] -= other[k];
}

/* ---- who is deep in what -------------------------------------------------------------------- */

static bool inside(const meeting *m, const lg_solid *s, const double x[3]) {
  return lg_solid_box_distance(s, m->w->dim, x) <= 0 && lg_solid_distance(m->w, s, 0, x) < 0;
}

/* How far body a has to go along n until its centre and its skin are out of s, m: the deepest
   point's depth at a time. */
static double way_out(const meeting *m, int a, const lg_face *face, const lg_solid *s,
                      const double n[3]) {
  const lg_body *body = &m->w->bodies->body[a];
  const lg_skin *skin = &m->w->bodies->skin[a];
  const double enough = 1e-3 * fmin((double)m->w->def.spacing, (double)skin->least);
  lg_rotation turn = lg_rotation_of(face->rotation);
  double way = 0, deepest = HUGE_VAL;
  for (int round = 0; round < 32 && deepest > enough; round++) {
    deepest = 0;
    for (int i = -1; i < skin->n; i++) {
      float p[3];
      double x[3];
      if (i >= 0) lg_rotate(&turn, skin->point[i], p);
      for (int k = 0; k < 3; k++)
        x[k] = (i < 0 ? (double)body->now.centre[k] : (double)p[k] + (double)face->translation[k]) +
               way * n[k];
      if (lg_solid_box_distance(s, m->w->dim, x) <= 0)
        deepest = fmax(deepest, -(double)lg_solid_distance(m->w, s, 0, x));
    }
    way += deepest;
  }
  return way;
}

/* The one contact of body a, whose centre is inside s, body b; through both centres, so that it
   turns neither. Of ways that are as long, that away from the centre of s counts, and of things in
   one place the first one goes along the axes. */
static void get_out(const meeting *m, int a, int b, const lg_face *face, const lg_solid *s,
                    contact *c) {
  const lg_body *body = &m->w->bodies->body[a];
  double away[3] = {0, 0, 0}, best = HUGE_VAL, length;
  for (int k = 0; k < m->w->dim; k++) away[k] = (double)body->now.centre[k] - (double)s->lever[k];
  length = sqrt(dot(away, away));
  for (int k = 0; k < m->w->dim; k++)
    away[k] = length > 0 ? away[k] / length : (a < b ? 1.0 : -1.0) / (k + 1);
  *c = (contact){.a = a, .b = b, .depth = 0};
  for (int side = 0; side < 2 * m->w->dim; side++) {
    double n[3] = {0, 0, 0};
    n[side / 2] = side % 2 ? -1 : 1;
    double way = way_out(m, a, face, s, n), score = way * (1 - 0.1 * dot(n, away));
    if (score >= best) continue;
    best = score;
    c->depth = way;
    memcpy(c->n, n, sizeof n);
  }
}

/* All contacts of body a, which is `own`, with one other thing: edge, or solid (NULL: edge). */
static void meet_one(meeting *m, int a, int b, int edge, const lg_solid *own, const lg_solid *s) {
  const lg_world *w = m->w;
  const lg_body *body = &w->bodies->body[a];
  const lg_skin *skin = &w->bodies->skin[a];
  lg_face face;
  if (!lg_collider_face(w, body->id, &face)) return;
  lg_rotation turn = lg_rotation_of(face.rotation);
  contact *found = m->contact + m->n;
  double e = (double)lg_maxf(face.restitution, s ? s->face.restitution : w->def.restitution), v[3];
  int n = 0;
  if (b >= 0 && inside(m, s,
                       (const double[3]){(double)own->lever[0], (double)own->lever[1],
                                         (double)own->lever[2]})) {
    get_out(m, a, b, &face, s, found);
    m->n++;
    return;
  }
  if (b >= 0 &&
      inside(m, own,
             (const double[3]){(double)s->lever[0], (double)s->lever[1], (double)s->lever[2]}))
    return;
  for (int i = 0; i < skin->n; i++) {
    float p[3];
    contact c = {.a = a,
                 .b = b,
                 .friction = friction_of(face.friction, s ? s->face.friction : w->def.friction)};
    lg_rotate(&turn, skin->point[i], p);
    double x[3];
    for (int k = 0; k < 3; k++) x[k] = (double)p[k] + (double)face.translation[k];
    if (!(s ? at_solid(m, s, x, &c) : at_edge(m, edge, x, &c))) continue;
    for (int k = 0; k < 3; k++) {
      c.arm[0][k] = x[k] - (double)body->now.centre[k];
      if (b >= 0) c.arm[1][k] = x[k] - (double)s->lever[k];
    }
    if (s && b < 0) lg_solid_velocity(s, 0, x, c.u);
    approach(m, &c, v);
    double rests = 2 * (double)(m->dt * lg_length(w->def.gravity)); /* slower than that it stays */
    c.goal = -dot(v, c.n) > rests ? -e * dot(v, c.n) : 0;
    found[n++] = c;
  }
  m->n += thin_out(found, n);
}

/* ---- impulses ------------------------------------------------------------------------------- */

static void give(lg_inertia *b, const double arm[3], const double impulse[3], double sign) {
  double spin[3], p[3], dv[3], dw[3];
  for (int k = 0; k < 3; k++) p[k] = sign * impulse[k];
  lg_cross_d(arm, p, spin);
  lg_inertia_gain(b, p, spin, dv, dw);
  for (int k = 0; k < 3; k++) {
    b->velocity[k] = (float)((double)b->velocity[k] + dv[k]);
    b->angular[k] = (float)((double)b->angular[k] + dw[k]);
  }
}

/* How much the speed along t of a point at arm changes by a unit of impulse along t, 1/kg. */
static double ease(const lg_inertia *b, const double arm[3], const double t[3]) {
  double spin[3], dv[3], dw[3], turned[3];
  lg_cross_d(arm, t, spin);
  lg_inertia_gain(b, t, spin, dv, dw);
  lg_cross_d(dw, arm, turned);
  return dot(dv, t) + dot(turned, t);
}

static void press(meeting *m, contact *c, const double t[3], double size) {
  double impulse[3] = {size * t[0], size * t[1], size * t[2]};
  give(&m->w->bodies->body[c->a].now, c->arm[0], impulse, 1);
  if (c->b >= 0) give(&m->w->bodies->body[c->b].now, c->arm[1], impulse, -1);
}

static double ease_of(const meeting *m, const contact *c, const double t[3]) {
  double sum = ease(&m->w->bodies->body[c->a].now, c->arm[0], t);
  return sum + (c->b >= 0 ? ease(&m->w->bodies->body[c->b].now, c->arm[1], t) : 0);
}

static void solve(meeting *m, contact *c) {
  double v[3], t[3];
  double along = ease_of(m, c, c->n);
  if (!(along > 0)) return; /* both are held */
  approach(m, c, v);
  double hold = fmax(c->hold + (c->goal - dot(v, c->n)) / along, 0);
  press(m, c, c->n, hold - c->hold);
  c->hold = hold;
  approach(m, c, v);
  double vn = dot(v, c->n), speed = 0;
  for (int k = 0; k < 3; k++) t[k] = v[k] - vn * c->n[k];
  speed = sqrt(dot(t, t));
  if (!(speed > 0)) return;
  for (int k = 0; k < 3; k++) t[k] /= speed;
  double stop = speed / ease_of(m, c, t), wanted[3], most = c->friction * c->hold, length;
  for (int k = 0; k < 3; k++) wanted[k] = c->slide[k] - stop * t[k];
  length = sqrt(dot(wanted, wanted));
  for (int k = 0; k < 3; k++) {
    wanted[k] *= length > most ? most / length : 1;
    t[k] = wanted[k] - c->slide[k];
    c->slide[k] = wanted[k];
  }
  press(m, c, t, 1);
}

/* Moves a by its part of what overlaps; of two bodies the lighter one more. */
static void part(const meeting *m, int body, double shift[3]) {
  const lg_body *all = m->w->bodies->body;
  for (int i = 0; i < m->n; i++) {
    const contact *c = &m->contact[i];
    if (c->a != body && c->b != body) continue;
    double light = all[c->a].now.lightness, other = c->b >= 0 ? all[c->b].now.lightness : 0;
    double dx = (double)m->w->def.spacing,
           left = (double)SLOP * fmin(dx, (double)m->w->bodies->skin[c->a].least);
    double way = fmin(SHARE * fmax(c->depth - left, 0), HASTE * dx * (double)m->dt) *
                 all[body].now.lightness;
    if (light + other > 0) way /= light + other;
    for (int k = 0; k < 3; k++) {
      /* several contacts of one face want the same: the largest counts */
      double wanted = (c->a == body ? way : -way) * c->n[k];
      if (fabs(wanted) > fabs(shift[k])) shift[k] = wanted;
    }
  }
}

/* ---- all of them ---------------------------------------------------------------------------- */

static bool touches_box(const lg_world *w, const lg_solid *a, const lg_solid *b) {
  bool may = true;
  for (int k = 0; k < w->dim && b->boxed; k++)
    may = may && a->min[k] <= b->max[k] && b->min[k] <= a->max[k];
  return may;
}

static int body_of(const lg_world *w, const lg_solid *s) {
  for (int b = 0; s->pushed && b < w->bodies->n; b++)
    if (w->bodies->body[b].id == s->id) return b;
  return -1;
}

static bool at_home(const lg_solid *s) {
  return s->apart[0] == 0 && s->apart[1] == 0 && s->apart[2] == 0;
}

static void meet_all(meeting *m) {
  const lg_world *w = m->w;
  for (int i = 0; i < m->solids.n; i++) {
    const lg_solid *own = &m->solids.solid[i];
    int a = body_of(w, own);
    if (a < 0 || !at_home(own)) continue;
    for (int edge = 0; edge < 2 * w->dim; edge++) {
      int k = edge / 2;
      bool near = edge % 2 ? own->max[k] > w->def.bounds.max[k]
                           : own->min[k] < w->def.bounds.min[k];
      if (near && w->def.edges[k][edge % 2] == LG_EDGE_WALL) meet_one(m, a, -1, edge, own, NULL);
    }
    for (int j = 0; j < m->solids.n; j++) {
      const lg_solid *other = &m->solids.solid[j];
      if (other->id != own->id && touches_box(w, own, other))
        meet_one(m, a, body_of(w, other), 0, own, other);
    }
  }
}

static bool take_memory(meeting *m) {
  lg_world *w = m->w;
  int room = lg_solids_room(w), contacts = SKIN_MOST + w->bodies->n * (room + EDGES) * MANIFOLD;
  size_t solids = (size_t)room * sizeof(lg_solid);
  char *memory = lg_scratch(w, (size_t)contacts * sizeof(contact) + solids);
  if (!memory) return false;
  m->contact = (contact *)(void *)memory;
  m->solids.solid = (lg_solid *)(void *)(memory + (size_t)contacts * sizeof(contact));
  m->solids.n = lg_solids_read(w, m->dt, m->solids.solid);
  return true;
}

bool lg_bodies_contacts(lg_world *w, float dt) {
  meeting m = {.w = w, .dt = dt};
  if (w->bodies->n == 0) return true;
  if (!skins_ready(w) || !take_memory(&m)) return false;
  meet_all(&m);
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < m.n; i++) solve(&m, &m.contact[i]);
  for (int b = 0; b < w->bodies->n && m.n > 0; b++) {
    double shift[3] = {0, 0, 0};
    const lg_object *o = lg_object_get(w, w->bodies->body[b].id);
    part(&m, b, shift);
    o->kind->collider.push(o->self, &w->bodies->body[b].now, shift);
  }
  return true;
}
