/* trajectory.c - a particle's path: find the next hit, respond to it, go on. Throughout, s is what
   is in the way and m the particle that moves. */
#include "core/body/trajectory.h"

#include "core/base/vec.h"

#define HITS_MAX    16 /* in one sub-step; then it stays where it is */
#define STRIDES_MAX 400
#define HALVINGS    24   /* of the time in which a face is crossed */
#define ROUNDS_MAX  8    /* of pushing a particle out of what it is in */
#define STRIDE      0.75 /* of the radius: an unproved stride cannot cross a face unseen */
#define STILL       0.01 /* of |a_n| dt: a particle leaving a face more slowly has not left it */
#define SLACK       1e-6 /* rounding of directions */

/* faces: 2 axis + side for edges, EDGES + i for solid i */
enum { NOTHING = -1, STALLED = -2, EDGES = 6 };

typedef struct face {
  double n[3], u[3]; /* outward normal; velocity, m/s */
  double friction, restitution;
  int slip;
} face;
typedef struct hit {
  int face;
  double time; /* s from now */
} hit;
typedef struct clearance {
  double gap;  /* m, to the nearest solid */
  double free; /* s that are free for sure */
  int solid;
} clearance;

typedef struct mover {
  double x[3], v[3];
  double driving[3];       /* m/s2, as if nothing were in the way */
  double supported[3];     /* m/s2, driving without what the faces it rests on take */
  double a[3];             /* m/s2, supported and friction */
  double now, left, piece; /* s: since the sub-step began; to go; to go under this `a` */
  int on;                  /* the face it rests on, or NOTHING */
  double on_n[3], on_u[3]; /* its normal and velocity */
  bool touched;
  bool known; /* `here` is the clearance at x and now */
  clearance here;
  int seen; /* `face` is of this solid at x and now, or NOTHING */
  face face;
} mover;

static void copy(double to[3], const double from[3]) { memcpy(to, from, 3 * sizeof *to); }

static void subtract(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

/* What was known of the place is of another one now. */
static void forget_place(mover *m) {
  m->known = false;
  m->seen = NOTHING;
}

/* ---- faces ---------------------------------------------------------------------------------- */

static face edge_face(const lg_obstacles *s, int which) {
  const lg_world_def *def = &s->w->def;
  face f = {.friction = (double)def->friction,
            .restitution = (double)def->restitution,
            .slip = def->slip};
  f.n[which / 2] = which % 2 ? -1 : 1;
  return f;
}

static face solid_face(const lg_obstacles *s, const mover *m, int i) {
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
static const face *face_at(const lg_obstacles *s, mover *m, int which) {
  if (m->seen == which) return &m->face;
  m->face = which < EDGES ? edge_face(s, which) : solid_face(s, m, which - EDGES);
  m->seen = which;
  return &m->face;
}

/* The velocity changed by dv on a face, which if it is a solid's got the opposite impulse. */
static void record_impulse(const lg_obstacles *s, const mover *m, int which, const double dv[3]) {
  if (!s->impulse || which < EDGES) return;
  const lg_solid *solid = &s->solids.solid[which - EDGES];
  lg_impulse *sum = &s->impulse[which - EDGES];
  double arm[3], impulse[3], spin[3];

  /* about its centre where that is now */
  for (int k = 0; k < 3; k++) {
    arm[k] = m->x[k] - (double)solid->centre[k] - m->now * (double)solid->face.velocity[k];
    impulse[k] = -s->mass * dv[k];
  }
  lg_cross_d(arm, impulse, spin);
  lg_axpy_d(1, impulse, sum->linear);
  lg_axpy_d(1, spin, sum->angular);
  sum->mass += s->mass;
}

/* ---- the response to a hit ------------------------------------------------------------------ */

/* Coulomb friction of a particle that rests on f with the normal force -an (per mass) and slides
   along t, at |t| = speed. */
static void apply_friction(mover *m, const face *f, double an, const double t[3], double speed) {
  double most = -an * f->friction, pull = lg_length_d(m->supported);
  if (f->slip || (speed == 0 && pull <= most)) {
    memset(m->a, 0, sizeof m->a); /* held */
  } else if (speed > 0 && most > 0) {
    lg_axpy_d(-most / speed, t, m->a); /* slides, perhaps to a stop in this sub-step */
    double slowing = -lg_dot_d(m->a, t) / speed;
    if (slowing * m->left > speed) m->piece = speed / slowing;
  } else if (pull > 0) {
    lg_axpy_d(-most / pull, m->supported, m->a); /* begins to slide */
  }
}

/* Resting on f, does it rest on the face before as well, in a groove of the two? Then neither lets
   it out of the other: what is along `out`, the way up the face f and out of the groove, goes from
   supported and v. */
static void rest_in_groove(const lg_obstacles *s, mover *m, const face *f) {
  double out[3], relative[3];
  subtract(m->v, m->on_u, relative);
  copy(out, m->on_n);
  lg_axpy_d(-lg_dot_d(out, f->n), f->n, out);

  double part = lg_dot_d(out, m->on_n), an = lg_dot_d(m->supported, m->on_n);
  double vn = lg_dot_d(relative, m->on_n);
  if (part < SLACK || an >= 0 || vn > -0.5 * an * (double)s->dt) return;
  lg_axpy_d(-an / part, out, m->supported);
  lg_axpy_d(-vn / part, out, m->v);
}

static void rest_on(const lg_obstacles *s, mover *m, int which, const face *f, double an) {
  double t[3];
  lg_axpy_d(-an, f->n, m->supported);
  if (m->on != NOTHING && m->on != which) rest_in_groove(s, m, f);
  m->on = which;
  copy(m->on_n, f->n);
  copy(m->on_u, f->u);
  copy(m->a, m->supported);
  subtract(m->v, f->u, t);
  apply_friction(m, f, an, t, lg_length_d(t));
}

/* Bounces off a face, or comes to rest on it (trajectory.h). */
static void respond(const lg_obstacles *s, mover *m, int which) {
  const face *f = face_at(s, m, which);
  double t[3];
  subtract(m->v, f->u, t);

  /* normal: restitution, unless it would fall back within half a sub-step */
  double vn = lg_dot_d(t, f->n), an = fmin(lg_dot_d(m->driving, f->n), 0);
  double back = vn < 0 ? -f->restitution * vn : vn;
  bool rests = back <= -0.5 * an * (double)s->dt;
  if (rests) back = 0;

  /* tangential: friction of the normal impulse */
  lg_axpy_d(-vn, f->n, t);
  double speed = lg_length_d(t), lost = f->friction * fmax(back - vn, 0);
  double keep = f->slip || lost >= speed ? 0 : 1 - lost / speed;
  for (int k = 0; k < 3; k++) m->v[k] = f->u[k] + back * f->n[k] + keep * t[k];

  m->piece = m->left;
  copy(m->supported, m->driving);
  copy(m->a, m->driving);
  if (rests) rest_on(s, m, which, f, an);
  else m->on = NOTHING;
}

/* Does it press on a face that it touches? */
static bool presses(const lg_obstacles *s, const mover *m, const face *f) {
  double relative[3];
  subtract(m->v, f->u, relative);
  double vn = lg_dot_d(relative, f->n), an = lg_dot_d(m->a, f->n);
  if (vn < -SLACK * lg_length_d(relative)) return true;
  return an < -SLACK * lg_length_d(m->driving) && vn <= -STILL * an * (double)s->dt;
}

/* ---- the next hit --------------------------------------------------------------------------- */

/* First time at which gap + v t + a t^2 / 2 falls below 0. */
static double impact_time(double gap, double v, double a, double dt) {
  if (gap <= 0 && (v < 0 || (a < 0 && v <= -STILL * a * dt))) return 0;
  double root2 = v * v - 2 * a * fmax(gap, 0);
  if (root2 < 0) return HUGE_VAL;
  if (v < 0) return 2 * gap / (sqrt(root2) - v);
  return a < 0 ? (v + sqrt(root2)) / -a : HUGE_VAL;
}

/* Makes *h the first hit with an edge, if that is before it. */
static void find_edge(const lg_obstacles *s, const mover *m, hit *h) {
  for (int k = 0; k < s->dim; k++) {
    double lower = m->x[k] - (double)s->lo[k], upper = (double)s->hi[k] - m->x[k];
    double reach = h->time * (fabs(m->v[k]) + 0.5 * h->time * fabs(m->a[k]));
    if (lower > reach && upper > reach) continue;

    double below = impact_time(lower, m->v[k], m->a[k], (double)s->dt);
    double above = impact_time(upper, -m->v[k], -m->a[k], (double)s->dt);
    if (below < h->time) *h = (hit){2 * k, below};
    if (above < h->time) *h = (hit){2 * k + 1, above};
  }
}

/* Of the place where it is t from now. */
static clearance clearance_at(const lg_obstacles *s, const mover *m, double t) {
  clearance c = {HUGE_VAL, HUGE_VAL, 0};
  double x[3], speed = lg_length_d(m->v) + lg_length_d(m->a) * m->left, radius = (double)s->radius;
  for (int k = 0; k < 3; k++) x[k] = m->x[k] + t * (m->v[k] + 0.5 * t * m->a[k]);

  for (int i = 0; i < s->solids.n; i++) {
    const lg_solid *solid = &s->solids.solid[i];

    /* the box first: it is cheap. In front of a spring's face springs.c slows them */
    double stop = solid->face.spring > 0 ? 0 : radius;
    double gap = lg_solid_box_distance(solid, s->dim, x) - stop;
    if (gap < radius) gap = (double)lg_solid_distance(s->w, solid, m->now + t, x) - stop;

    /* 1.1: the arm about which a solid turns may grow on the way */
    double rate = speed + 1.1 * lg_solid_speed(solid, m->now + t, x);
    if (rate > 0) c.free = fmin(c.free, fmax(gap, STRIDE * radius) / rate);
    if (gap < c.gap) {
      c.gap = gap;
      c.solid = i;
    }
  }
  return c;
}

static const clearance *clearance_here(const lg_obstacles *s, mover *m) {
  if (!m->known) m->here = clearance_at(s, m, 0);
  m->known = true;
  return &m->here;
}

static void advance(mover *m, double t) {
  if (t > 0) forget_place(m);
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
   advances to the last free time, by bisection. Returns the solid that stops it. */
static int bisect(const lg_obstacles *s, mover *m, double before, clearance c, double after,
                  int solid) {
  /* what slides along a hollow face must get on */
  double limit = c.gap > s->tolerance ? 0 : -s->tolerance;

  for (int i = 0; i < HALVINGS && c.gap - limit > 0.01 * s->tolerance; i++) {
    double middle = 0.5 * (before + after);
    clearance there = clearance_at(s, m, middle);
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

/* Conservative advancement to the first hit with a solid, or to `end`. Returns its face, or what
   `otherwise` says. */
static int advance_to_hit(const lg_obstacles *s, mover *m, double end, int otherwise) {
  clearance c = *clearance_here(s, m);
  if (c.gap <= s->tolerance && presses(s, m, face_at(s, m, EDGES + c.solid)))
    return EDGES + c.solid;

  /* strides as long as is proved free */
  double t = 0;
  for (int i = 0; i < STRIDES_MAX && t < end; i++) {
    double next = fmin(t + c.free, end);
    clearance there = clearance_at(s, m, next);
    if (there.gap < -s->tolerance) return EDGES + bisect(s, m, t, c, next, there.solid);
    t = next;
    c = there;
  }
  advance_to(m, t, c);
  return t < end ? STALLED : otherwise;
}

/* Advances to the next hit or to the end of the piece. */
static int next_hit(const lg_obstacles *s, mover *m) {
  hit h = {NOTHING, m->piece};
  find_edge(s, m, &h);
  if (s->solids.n > 0) return advance_to_hit(s, m, h.time, h.face);
  advance(m, h.time);
  return h.face;
}

/* ---- from hit to hit ------------------------------------------------------------------------ */

static void keep_in_edges(const lg_obstacles *s, mover *m) {
  for (int k = 0; k < s->dim; k++) {
    double x = fmin(fmax(m->x[k], (double)s->lo[k]), (double)s->hi[k]);
    if (x == m->x[k]) continue;
    forget_place(m);
    m->touched = true;
    m->x[k] = x;
  }
}

/* Moves a particle out of what it is in. False: its centre is still inside something. Edges have
   the last word: what a body presses against one lies between them, as deep in the body as need
   be. */
static bool project_out(const lg_obstacles *s, mover *m) {
  for (int round = 0; round < ROUNDS_MAX; round++) {
    keep_in_edges(s, m);

    /* the solid that it is deepest in */
    if (s->solids.n == 0 || clearance_here(s, m)->gap >= -s->tolerance) return true;
    lg_axpy_d(-m->here.gap, face_at(s, m, EDGES + m->here.solid)->n, m->x);
    m->touched = true;
    forget_place(m);
  }
  bool is_out = clearance_here(s, m)->gap > -(double)s->radius;
  keep_in_edges(s, m);
  return is_out;
}

/* What happens at a hit: the place, then the velocity. */
static void hit_face(const lg_obstacles *s, mover *m, int which) {
  double before[3], dv[3];
  copy(before, m->v);

  /* exactly onto the face */
  if (which < EDGES) {
    m->x[which / 2] = (double)(which % 2 ? s->hi : s->lo)[which / 2];
  } else if (m->here.gap < 0) {
    lg_axpy_d(-m->here.gap, face_at(s, m, which)->n, m->x);
    m->here.gap = 0;
  }

  /* the response, and what it does to a body */
  respond(s, m, which);
  subtract(m->v, before, dv);
  record_impulse(s, m, which, dv);
}

/* Friction has brought it to a stop: from here on it is decided anew whether friction holds it. */
static void stop_sliding(const lg_obstacles *s, mover *m) {
  double dv[3];
  subtract(face_at(s, m, m->on)->u, m->v, dv);
  record_impulse(s, m, m->on, dv);
  copy(m->v, face_at(s, m, m->on)->u);
  copy(m->supported, m->driving);
  copy(m->a, m->driving);
  m->piece = m->left;
  m->on = NOTHING;
}

/* What the face that it rests on has taken of the driving acceleration since `left`. */
static void record_support(const lg_obstacles *s, const mover *m, double left) {
  double dv[3];
  for (int k = 0; k < 3; k++) dv[k] = (left - m->left) * (m->a[k] - m->driving[k]);
  record_impulse(s, m, m->on, dv);
}

static void run(const lg_obstacles *s, mover *m) {
  for (int i = 0; i < HITS_MAX && m->left > 0; i++) {
    double left = m->left;
    int which = next_hit(s, m);
    if (s->impulse && m->on != NOTHING) record_support(s, m, left);
    m->touched |= which != NOTHING;
    if (which == STALLED) return;
    if (which >= 0) hit_face(s, m, which);
    else if (m->left > 0) stop_sliding(s, m);
  }
}

/* Wedged between faces it would gather speed under what presses it and shoot out when they part: it
   keeps what it got on with. */
static void limit_speed(mover *m, const double from[3], double dt) {
  double way[3];
  subtract(m->x, from, way);
  double most = lg_length_d(way) / dt, speed = lg_length_d(m->v);
  for (int k = 0; speed > most && k < 3; k++) m->v[k] *= most / speed;
}

lg_outcome lg_trajectory(const lg_obstacles *s, double x[3], double v[3], const double a[3]) {
  mover m = {.left = (double)s->dt, .piece = (double)s->dt, .on = NOTHING, .seen = NOTHING};
  copy(m.x, x);
  copy(m.v, v);
  copy(m.driving, a);
  copy(m.supported, a);
  copy(m.a, a);
  run(s, &m);

  /* stuck: the colliders go on */
  if (m.left > 0) {
    limit_speed(&m, x, (double)s->dt);
    forget_place(&m);
  }
  m.now = (double)s->dt;

  /* no way out: back to where it was, if that is free */
  if (!project_out(s, &m)) {
    memset(v, 0, 3 * sizeof *v);
    copy(m.x, x);
    m.known = false;
    bool free = clearance_here(s, &m)->gap > -(double)s->radius;
    return free ? LG_OUTCOME_HIT : LG_OUTCOME_CRUSHED;
  }
  if (!m.touched) return LG_OUTCOME_FREE;
  copy(x, m.x);
  copy(v, m.v);
  return LG_OUTCOME_HIT;
}
