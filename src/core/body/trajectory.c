#include "core/body/trajectory.h"
#include "core/body/bodies.h"

#define EVENTS_MAX  16 /* hits in one sub-step; then it stays where it is */
#define STRIDES_MAX 400
#define ROUNDS_MAX  8    /* of pushing a particle out of what it is in */
#define STRIDE      0.75 /* of the radius: an unproved stride cannot cross a face unseen */
#define STILL       0.01 /* of |a_n| dt: a particle leaving a face more slowly has not left it */
#define SLACK       1e-6 /* rounding of directions */

/* faces: 2 axis + side for edges, EDGES + i for solid i */
enum { NOTHING = -1, STALLED = -2, EDGES = 6 };

/* normal, velocity */
typedef struct face {
  double n[3], u[3], friction, restitution;
  int slip;
} face;
typedef struct hit {
  int face;
  double time;
} hit;
/* m to the nearest; s that are free for sure */
typedef struct clearance {
  double gap, free;
  int solid;
} clearance;

typedef struct mover {
  double x[3], v[3];
  double push[3];          /* m/s2, as if nothing were in the way */
  double held[3];          /* m/s2, push without what the faces it rests on take */
  double a[3];             /* m/s2, held and friction */
  double now, left, piece; /* s: since the sub-step began; to go; to go under this `a` */
  int on;                  /* the face it rests on, or NOTHING */
  double on_n[3], on_u[3]; /* its normal and velocity */
  bool touched;
  bool known; /* `here` is the clearance at x and now */
  clearance here;
  int seen; /* `face` is of this solid at x and now, or NOTHING */
  face face;
} mover;

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
static double length(const double a[3]) { return sqrt(dot(a, a)); }
static void add(double y[3], double s, const double a[3]) {
  for (int k = 0; k < 3; k++) y[k] += s * a[k];
}
static void copy(double to[3], const double from[3]) { memcpy(to, from, 3 * sizeof *to); }

/* ---- faces ---------------------------------------------------------------------------------- */

static face edge_face(const lg_course *s, int which) {
  const lg_world_def *def = &s->w->def;
  face f = {.friction = (double)def->friction,
            .restitution = (double)def->restitution,
            .slip = def->slip};
  f.n[which / 2] = which % 2 ? -1 : 1;
  return f;
}

static face solid_face(const lg_course *s, const mover *m, int i) {
  const lg_solid *solid = &s->solids.solid[i];
  face f = {.friction = (double)solid->face.friction,
            .restitution = (double)solid->face.restitution,
            .slip = solid->face.slip};
  lg_solid_velocity(solid, m->now, m->x, f.u);
  if (lg_solid_normal(s->w, solid, m->now, m->x, 0.25 * (double)s->radius, f.n)) return f;
  memset(f.n, 0, sizeof f.n); /* the middle of a solid: any way out is as good */
  f.n[1] = 1;
  return f;
}

/* The face that the particle is at. */
static const face *face_at(const lg_course *s, mover *m, int which) {
  if (m->seen == which) return &m->face;
  m->face = which < EDGES ? edge_face(s, which) : solid_face(s, m, which - EDGES);
  m->seen = which;
  return &m->face;
}

/* The velocity changed by dv on a face, which if it is a solid's got the opposite. */
static void strike(const lg_course *s, const mover *m, int which, const double dv[3]) {
  if (!s->blow || which < EDGES) return;
  const lg_solid *solid = &s->solids.solid[which - EDGES];
  lg_blow *blow = &s->blow[which - EDGES];
  double arm[3], impulse[3], spin[3];
  for (int k = 0; k < 3; k++) {
    arm[k] = m->x[k] - (double)solid->centre[k] - m->now * (double)solid->face.velocity[k];
    impulse[k] = -s->mass * dv[k];
  }
  lg_cross_d(arm, impulse, spin);
  add(blow->impulse, 1, impulse);
  add(blow->spin, 1, spin);
  blow->mass += s->mass;
}

/* ---- meeting a face ------------------------------------------------------------------------- */

/* Coulomb friction of a particle that rests on f with the normal force -an (per mass) and slides
   along t, at |t| = speed. */
static void grip(mover *m, const face *f, double an, const double t[3], double speed) {
  double most = -an * f->friction, pull = length(m->held);
  if (f->slip || (speed == 0 && pull <= most)) {
    memset(m->a, 0, sizeof m->a);
  } else if (speed > 0 && most > 0) {
    add(m->a, -most / speed, t);
    double slowing = -dot(m->a, t) / speed;
    if (slowing * m->left > speed) m->piece = speed / slowing;
  } else if (pull > 0) {
    add(m->a, -most / pull, m->held);
  }
}

/* Resting on f, does it rest on the face before as well, in a groove of the two? Then neither lets
   it out of the other: what is along `out`, the way up the face f and out of the groove, goes from
   held and v. */
static void wedge(const lg_course *s, mover *m, const face *f) {
  double out[3], rel[3] = {m->v[0] - m->on_u[0], m->v[1] - m->on_u[1], m->v[2] - m->on_u[2]};
  copy(out, m->on_n);
  add(out, -dot(out, f->n), f->n);
  double share = dot(out, m->on_n), an = dot(m->held, m->on_n), vn = dot(rel, m->on_n);
  if (share < SLACK || an >= 0 || vn > -0.5 * an * (double)s->dt) return;
  add(m->held, -an / share, out);
  add(m->v, -vn / share, out);
}

static void rest_on(const lg_course *s, mover *m, int which, const face *f, double an) {
  add(m->held, -an, f->n);
  if (m->on != NOTHING && m->on != which) wedge(s, m, f);
  m->on = which;
  copy(m->on_n, f->n);
  copy(m->on_u, f->u);
  copy(m->a, m->held);
  double t[3] = {m->v[0] - f->u[0], m->v[1] - f->u[1], m->v[2] - f->u[2]};
  grip(m, f, an, t, length(t));
}

static void meet(const lg_course *s, mover *m, int which) {
  const face *f = face_at(s, m, which);
  double t[3] = {m->v[0] - f->u[0], m->v[1] - f->u[1], m->v[2] - f->u[2]};
  double vn = dot(t, f->n), an = fmin(dot(m->push, f->n), 0),
         back = vn < 0 ? -f->restitution * vn : vn;
  bool rests = back <= -0.5 * an * (double)s->dt;
  if (rests) back = 0;
  add(t, -vn, f->n);
  double speed = length(t), lost = f->friction * fmax(back - vn, 0),
         keep = f->slip || lost >= speed ? 0 : 1 - lost / speed;
  for (int k = 0; k < 3; k++) m->v[k] = f->u[k] + back * f->n[k] + keep * t[k];
  m->piece = m->left;
  copy(m->held, m->push);
  copy(m->a, m->push);
  if (rests) rest_on(s, m, which, f, an);
  else m->on = NOTHING;
}

/* Does it press on a face that it touches? */
static bool presses(const lg_course *s, const mover *m, const face *f) {
  double rel[3] = {m->v[0] - f->u[0], m->v[1] - f->u[1], m->v[2] - f->u[2]};
  double vn = dot(rel, f->n), an = dot(m->a, f->n);
  if (vn < -SLACK * length(rel)) return true;
  return an < -SLACK * length(m->push) && vn <= -STILL * an * (double)s->dt;
}

/* ---- the first hit on the way --------------------------------------------------------------- */

/* First time at which gap + v t + a t^2 / 2 falls below 0. */
static double fall_time(double gap, double v, double a, double dt) {
  if (gap <= 0 && (v < 0 || (a < 0 && v <= -STILL * a * dt))) return 0;
  double root2 = v * v - 2 * a * fmax(gap, 0);
  if (root2 < 0) return HUGE_VAL;
  if (v < 0) return 2 * gap / (sqrt(root2) - v);
  return a < 0 ? (v + sqrt(root2)) / -a : HUGE_VAL;
}

static void first_edge(const lg_course *s, const mover *m, hit *h) {
  for (int k = 0; k < s->dim; k++) {
    double lower = m->x[k] - (double)s->lo[k], upper = (double)s->hi[k] - m->x[k];
    double reach = h->time * (fabs(m->v[k]) + 0.5 * h->time * fabs(m->a[k]));
    if (lower > reach && upper > reach) continue;
    double below = fall_time(lower, m->v[k], m->a[k], (double)s->dt),
           above = fall_time(upper, -m->v[k], -m->a[k], (double)s->dt);
    if (below < h->time) *h = (hit){2 * k, below};
    if (above < h->time) *h = (hit){2 * k + 1, above};
  }
}

static clearance look(const lg_course *s, const mover *m, double t) {
  clearance c = {HUGE_VAL, HUGE_VAL, 0};
  double x[3], speed = length(m->v) + length(m->a) * m->left, radius = (double)s->radius;
  for (int k = 0; k < 3; k++) x[k] = m->x[k] + t * (m->v[k] + 0.5 * t * m->a[k]);
  for (int i = 0; i < s->solids.n; i++) {
    const lg_solid *solid = &s->solids.solid[i];
    /* in front of a spring's face, springs.c slows them */
    double stop = solid->face.spring > 0 ? 0 : radius;
    double gap = lg_solid_box_distance(solid, s->dim, x) - stop;
    if (gap < radius) gap = (double)lg_solid_distance(s->w, solid, m->now + t, x) - stop;
    /* 1.1: its arm may grow on the way */
    double rate = speed + 1.1 * lg_solid_speed(solid, m->now + t, x);
    if (rate > 0) c.free = fmin(c.free, fmax(gap, STRIDE * radius) / rate);
    if (gap < c.gap) {
      c.gap = gap;
      c.solid = i;
    }
  }
  return c;
}

static const clearance *look_here(const lg_course *s, mover *m) {
  if (!m->known) m->here = look(s, m, 0);
  m->known = true;
  return &m->here;
}

static void advance(mover *m, double t) {
  if (t > 0) {
    m->known = false;
    m->seen = NOTHING;
  }
  for (int k = 0; k < 3; k++) {
    m->x[k] += t * (m->v[k] + 0.5 * t * m->a[k]);
    m->v[k] += t * m->a[k];
  }
  m->now += t;
  m->left -= t;
  m->piece -= t;
}

/* The same to where the clearance c was found. */
static void advance_to(mover *m, double t, clearance c) {
  advance(m, t);
  m->here = c;
  m->known = true;
}

/* Between `before`, where it was free with clearance c, and `after`, where it is inside `solid`:
   advances to the last free time. Returns the solid that stops it. */
static int close_in(const lg_course *s, mover *m, double before, clearance c, double after,
                    int solid) {
  /* what slides along a hollow face must get on */
  double limit = c.gap > s->tolerance ? 0 : -s->tolerance;
  for (int i = 0; i < 24 && c.gap - limit > 0.01 * s->tolerance; i++) {
    double middle = 0.5 * (before + after);
    clearance there = look(s, m, middle);
    if (there.gap < limit) {
      after = middle;
      solid = there.solid;
    } else {
      before = middle;
      c = there;
    }
  }
  c.solid = solid;
  advance_to(m, before, c);
  return solid;
}

/* Advances to the first hit with a solid, or to `end`. Returns its face, or what `otherwise` says.
   */
static int march(const lg_course *s, mover *m, double end, int otherwise) {
  clearance c = *look_here(s, m);
  if (c.gap <= s->tolerance && presses(s, m, face_at(s, m, EDGES + c.solid)))
    return EDGES + c.solid;
  double t = 0;
  for (int i = 0; i < STRIDES_MAX; i++) {
    if (!(t < end)) break;
    double next = fmin(t + c.free, end);
    clearance there = look(s, m, next);
    if (there.gap < -s->tolerance) return EDGES + close_in(s, m, t, c, next, there.solid);
    t = next;
    c = there;
  }
  advance_to(m, t, c);
  return t < end ? STALLED : otherwise;
}

/* Advances to the next hit or to the end of the piece. */
static int next_hit(const lg_course *s, mover *m) {
  hit h = {NOTHING, m->piece};
  first_edge(s, m, &h);
  if (s->solids.n > 0) return march(s, m, h.time, h.face);
  advance(m, h.time);
  return h.face;
}

/* ---- from hit to hit ------------------------------------------------------------------------ */

/* Moves a particle out of what it is in. False: its centre is still inside something. */
static bool settle(const lg_course *s, mover *m) {
  for (int round = 0; round < ROUNDS_MAX; round++) {
    for (int k = 0; k < s->dim; k++) {
      double x = fmin(fmax(m->x[k], (double)s->lo[k]), (double)s->hi[k]);
      if (x != m->x[k]) m->known = false;
      m->touched |= x != m->x[k];
      m->x[k] = x;
    }
    if (s->solids.n == 0 || look_here(s, m)->gap >= -s->tolerance) return true;
    add(m->x, -m->here.gap, face_at(s, m, EDGES + m->here.solid)->n);
    m->touched = true;
    m->known = false;
    m->seen = NOTHING;
  }
  return look_here(s, m)->gap > -(double)s->radius;
}

static void land(const lg_course *s, mover *m, int which) {
  double before[3], dv[3];
  copy(before, m->v);
  if (which < EDGES) {
    m->x[which / 2] = (double)(which % 2 ? s->hi : s->lo)[which / 2];
  } else if (m->here.gap < 0) {
    add(m->x, -m->here.gap, face_at(s, m, which)->n);
    m->here.gap = 0;
  }
  meet(s, m, which);
  copy(dv, m->v);
  add(dv, -1, before);
  strike(s, m, which, dv);
}

/* Friction has brought it to a stop: from here on it is decided anew whether friction holds it. */
static void stop_sliding(const lg_course *s, mover *m) {
  double dv[3];
  copy(dv, face_at(s, m, m->on)->u);
  add(dv, -1, m->v);
  strike(s, m, m->on, dv);
  copy(m->v, face_at(s, m, m->on)->u);
  copy(m->held, m->push);
  copy(m->a, m->push);
  m->piece = m->left;
  m->on = NOTHING;
}

/* What the face that it rests on has taken of the push since `left`. */
static void lean(const lg_course *s, const mover *m, double left) {
  double dv[3];
  for (int k = 0; k < 3; k++) dv[k] = (left - m->left) * (m->a[k] - m->push[k]);
  strike(s, m, m->on, dv);
}

static void run(const lg_course *s, mover *m) {
  for (int event = 0; event < EVENTS_MAX && m->left > 0; event++) {
    double left = m->left;
    int which = next_hit(s, m);
    if (s->blow && m->on != NOTHING) lean(s, m, left);
    m->touched |= which != NOTHING;
    if (which == STALLED) return;
    if (which >= 0) land(s, m, which);
    else if (m->left > 0) stop_sliding(s, m);
  }
}

/* Wedged between faces it would gather speed under what presses it and shoot out when they part: it
   keeps what it got on with. */
static void slow_down(mover *m, const double from[3], double dt) {
  double way[3] = {m->x[0] - from[0], m->x[1] - from[1], m->x[2] - from[2]},
         most = length(way) / dt, speed = length(m->v);
  for (int k = 0; speed > most && k < 3; k++) m->v[k] *= most / speed;
}

lg_way lg_travel(const lg_course *s, double x[3], double v[3], const double a[3]) {
  mover m = {.left = (double)s->dt, .piece = (double)s->dt, .on = NOTHING, .seen = NOTHING};
  copy(m.x, x);
  copy(m.v, v);
  copy(m.push, a);
  copy(m.held, a);
  copy(m.a, a);
  run(s, &m);
  if (m.left > 0) { /* stuck: the colliders go on */
    slow_down(&m, x, (double)s->dt);
    m.known = false;
    m.seen = NOTHING;
  }
  m.now = (double)s->dt;
  if (!settle(s, &m)) {
    memset(v, 0, 3 * sizeof *v);
    copy(m.x, x);
    m.known = false;
    return look_here(s, &m)->gap > -(double)s->radius ? LG_WAY_MET : LG_WAY_CRUSHED;
  }
  if (!m.touched) return LG_WAY_FREE;
  copy(x, m.x);
  copy(v, m.v);
  return LG_WAY_MET;
}
