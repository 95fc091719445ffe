/* trajectory.c - a particle's path: find the next hit, respond to it, go on. Throughout, s is what
   is in the way and m the particle that moves; what it does at a hit: trajectory_faces.c. */
#include "core/body/trajectory_own.h"

#include "core/base/vec.h"

#define HITS_MAX    16 /* in one sub-step; then it stays where it is */
#define STRIDES_MAX 400
#define HALVINGS    24   /* of the time in which a face is crossed */
#define ROUNDS_MAX  8    /* of pushing a particle out of what it is in */
#define STRIDE      0.75 /* of the radius: an unproved stride cannot cross a face unseen */

/* ---- the next hit --------------------------------------------------------------------------- */

typedef struct hit {
  int face;
  double time; /* s from now */
} hit;

/* First time at which gap + v t + a t^2 / 2 falls below 0. */
static double impact_time(double gap, double v, double a, double dt) {
  if (gap <= 0 && (v < 0 || (a < 0 && v <= -LG_PATH_STILL * a * dt))) return 0;
  double root2 = v * v - 2 * a * fmax(gap, 0);
  if (root2 < 0) return HUGE_VAL;
  if (v < 0) return 2 * gap / (sqrt(root2) - v);
  return a < 0 ? (v + sqrt(root2)) / -a : HUGE_VAL;
}

/* Makes *h the first hit with an edge, if that is before it. */
static void find_edge(const lg_obstacles *s, const lg_mover *m, hit *h) {
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
static lg_clearance clearance_at(const lg_obstacles *s, const lg_mover *m, double t) {
  lg_clearance c = {HUGE_VAL, HUGE_VAL, 0};
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

static const lg_clearance *clearance_here(const lg_obstacles *s, lg_mover *m) {
  if (!m->known) m->here = clearance_at(s, m, 0);
  m->known = true;
  return &m->here;
}

static void advance(lg_mover *m, double t) {
  if (t > 0) lg_mover_forget(m);
  for (int k = 0; k < 3; k++) {
    m->x[k] += t * (m->v[k] + 0.5 * t * m->a[k]);
    m->v[k] += t * m->a[k];
  }
  m->now += t;
  m->left -= t;
  m->piece -= t;
}

/* The same to where the clearance c was found. */
static void advance_to(lg_mover *m, double t, lg_clearance c) {
  advance(m, t);
  m->here = c;
  m->known = true;
}

/* Between `before`, where it was free with clearance c, and `after`, where it is inside `solid`:
   advances to the last free time, by bisection. Returns the solid that stops it. */
static int bisect(const lg_obstacles *s, lg_mover *m, double before, lg_clearance c, double after,
                  int solid) {
  /* what slides along a hollow face must get on */
  double limit = c.gap > s->tolerance ? 0 : -s->tolerance;

  for (int i = 0; i < HALVINGS && c.gap - limit > 0.01 * s->tolerance; i++) {
    double middle = 0.5 * (before + after);
    lg_clearance there = clearance_at(s, m, middle);
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
static int advance_to_hit(const lg_obstacles *s, lg_mover *m, double end, int otherwise) {
  lg_clearance c = *clearance_here(s, m);
  if (c.gap <= s->tolerance && lg_mover_presses(s, m, lg_mover_face(s, m, LG_PATH_EDGES + c.solid)))
    return LG_PATH_EDGES + c.solid;

  /* strides as long as is proved free */
  double t = 0;
  for (int i = 0; i < STRIDES_MAX && t < end; i++) {
    double next = fmin(t + c.free, end);
    lg_clearance there = clearance_at(s, m, next);
    if (there.gap < -s->tolerance) return LG_PATH_EDGES + bisect(s, m, t, c, next, there.solid);
    t = next;
    c = there;
  }
  advance_to(m, t, c);
  return t < end ? LG_PATH_STALLED : otherwise;
}

/* Advances to the next hit or to the end of the piece. */
static int next_hit(const lg_obstacles *s, lg_mover *m) {
  hit h = {LG_PATH_FREE, m->piece};
  find_edge(s, m, &h);
  if (s->solids.n > 0) return advance_to_hit(s, m, h.time, h.face);
  advance(m, h.time);
  return h.face;
}

/* ---- from hit to hit ------------------------------------------------------------------------ */

static void keep_in_edges(const lg_obstacles *s, lg_mover *m) {
  for (int k = 0; k < s->dim; k++) {
    double x = fmin(fmax(m->x[k], (double)s->lo[k]), (double)s->hi[k]);
    if (x == m->x[k]) continue;
    lg_mover_forget(m);
    m->touched = true;
    m->x[k] = x;
  }
}

/* Moves a particle out of what it is in. False: its centre is still inside something. Edges have
   the last word: what a body presses against one lies between them, as deep in the body as need
   be. */
static bool project_out(const lg_obstacles *s, lg_mover *m) {
  for (int round = 0; round < ROUNDS_MAX; round++) {
    keep_in_edges(s, m);

    /* the solid that it is deepest in */
    if (s->solids.n == 0 || clearance_here(s, m)->gap >= -s->tolerance) return true;
    lg_axpy_d(-m->here.gap, lg_mover_face(s, m, LG_PATH_EDGES + m->here.solid)->n, m->x);
    m->touched = true;
    lg_mover_forget(m);
  }
  bool is_out = clearance_here(s, m)->gap > -(double)s->radius;
  keep_in_edges(s, m);
  return is_out;
}

/* What happens at a hit: the place, then the velocity. */
static void hit_face(const lg_obstacles *s, lg_mover *m, int which) {
  double before[3], dv[3];
  lg_copy_d(before, m->v);

  /* exactly onto the face */
  if (which < LG_PATH_EDGES) {
    m->x[which / 2] = (double)(which % 2 ? s->hi : s->lo)[which / 2];
  } else if (m->here.gap < 0) {
    lg_axpy_d(-m->here.gap, lg_mover_face(s, m, which)->n, m->x);
    m->here.gap = 0;
  }

  /* the response, and what it does to a body */
  lg_mover_respond(s, m, which);
  lg_subtract_d(m->v, before, dv);
  lg_mover_impulse(s, m, which, dv);
}

/* Friction has brought it to a stop: from here on it is decided anew whether friction holds it. */
static void stop_sliding(const lg_obstacles *s, lg_mover *m) {
  double dv[3];
  lg_subtract_d(lg_mover_face(s, m, m->on)->u, m->v, dv);
  lg_mover_impulse(s, m, m->on, dv);
  lg_copy_d(m->v, lg_mover_face(s, m, m->on)->u);
  lg_copy_d(m->supported, m->driving);
  lg_copy_d(m->a, m->driving);
  m->piece = m->left;
  m->on = LG_PATH_FREE;
}

/* What the face that it rests on has taken of the driving acceleration since `left`. */
static void record_support(const lg_obstacles *s, const lg_mover *m, double left) {
  double dv[3];
  for (int k = 0; k < 3; k++) dv[k] = (left - m->left) * (m->a[k] - m->driving[k]);
  lg_mover_impulse(s, m, m->on, dv);
}

static void run(const lg_obstacles *s, lg_mover *m) {
  for (int i = 0; i < HITS_MAX && m->left > 0; i++) {
    double left = m->left;
    int which = next_hit(s, m);
    if (s->impulse && m->on != LG_PATH_FREE) record_support(s, m, left);
    m->touched |= which != LG_PATH_FREE;
    if (which == LG_PATH_STALLED) return;
    if (which >= 0) hit_face(s, m, which);
    else if (m->left > 0) stop_sliding(s, m);
  }
}

/* Wedged between faces it would gather speed under what presses it and shoot out when they part: it
   keeps what it got on with. */
static void limit_speed(lg_mover *m, const double from[3], double dt) {
  double way[3];
  lg_subtract_d(m->x, from, way);
  double most = lg_length_d(way) / dt, speed = lg_length_d(m->v);
  for (int k = 0; speed > most && k < 3; k++) m->v[k] *= most / speed;
}

lg_outcome lg_trajectory(const lg_obstacles *s, double x[3], double v[3], const double a[3]) {
  lg_mover m = {
      .left = (double)s->dt, .piece = (double)s->dt, .on = LG_PATH_FREE, .seen = LG_PATH_FREE};
  lg_copy_d(m.x, x);
  lg_copy_d(m.v, v);
  lg_copy_d(m.driving, a);
  lg_copy_d(m.supported, a);
  lg_copy_d(m.a, a);
  run(s, &m);

  /* stuck: the colliders go on */
  if (m.left > 0) {
    limit_speed(&m, x, (double)s->dt);
    lg_mover_forget(&m);
  }
  m.now = (double)s->dt;

  /* no way out: back to where it was, if that is free */
  if (!project_out(s, &m)) {
    memset(v, 0, 3 * sizeof *v);
    lg_copy_d(m.x, x);
    m.known = false;
    bool free = clearance_here(s, &m)->gap > -(double)s->radius;
    return free ? LG_OUTCOME_HIT : LG_OUTCOME_CRUSHED;
  }
  if (!m.touched) return LG_OUTCOME_FREE;
  lg_copy_d(x, m.x);
  lg_copy_d(v, m.v);
  return LG_OUTCOME_HIT;
}
