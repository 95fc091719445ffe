/* trajectory_faces.c - what a particle meets on its path, the faces of walls and solids, and
   what it does there: it bounces, rests, slides. Throughout, s is what is in the way and m the
   particle. */
#include "core/body/trajectory_own.h"

#include "core/base/vec.h"

void lg_mover_forget(lg_mover *m) {
  m->known = false;
  m->seen = LG_PATH_FREE;
}

/* ---- faces ---------------------------------------------------------------------------------- */

static lg_obstacle_face edge_face(const lg_obstacles *s, int which) {
  const lg_world_def *def = &s->w->def;
  lg_obstacle_face f = {.friction = (double)def->friction,
                        .restitution = (double)def->restitution,
                        .slip = def->slip && !s->viscous};
  f.n[which / 2] = which % 2 ? -1 : 1;
  return f;
}

static lg_obstacle_face solid_face(const lg_obstacles *s, const lg_mover *m, int i) {
  const lg_solid *solid = &s->solids.solid[i];
  lg_obstacle_face f = {.friction = (double)solid->face.friction,
                        .restitution = (double)solid->face.restitution,
                        .slip = solid->face.slip && !s->viscous};
  lg_solid_velocity(solid, m->now, m->x, f.u);
  if (lg_solid_normal(s->w, solid, m->now, m->x, 0.25 * (double)s->radius, f.n)) return f;
  memset(f.n, 0, sizeof f.n); /* the middle of a solid: any way out is as good */
  f.n[1] = 1;
  return f;
}

const lg_obstacle_face *lg_mover_face(const lg_obstacles *s, lg_mover *m, int which) {
  if (m->seen == which) return &m->face;
  m->face = which < LG_PATH_EDGES ? edge_face(s, which) : solid_face(s, m, which - LG_PATH_EDGES);
  m->seen = which;
  return &m->face;
}

void lg_mover_impulse(const lg_obstacles *s, const lg_mover *m, int which, const double dv[3]) {
  if (!s->impulse || which < LG_PATH_EDGES) return;
  const lg_solid *solid = &s->solids.solid[which - LG_PATH_EDGES];
  lg_impulse *sum = &s->impulse[which - LG_PATH_EDGES];
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
static void apply_friction(lg_mover *m, const lg_obstacle_face *f, double an, const double t[3],
                           double speed) {
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
static void rest_in_groove(const lg_obstacles *s, lg_mover *m, const lg_obstacle_face *f) {
  double out[3], relative[3];
  lg_subtract_d(m->v, m->on_u, relative);
  lg_copy_d(out, m->on_n);
  lg_axpy_d(-lg_dot_d(out, f->n), f->n, out);

  double part = lg_dot_d(out, m->on_n), an = lg_dot_d(m->supported, m->on_n);
  double vn = lg_dot_d(relative, m->on_n);
  if (part < LG_PATH_SLACK || an >= 0 || vn > -0.5 * an * (double)s->dt) return;
  lg_axpy_d(-an / part, out, m->supported);
  lg_axpy_d(-vn / part, out, m->v);
}

static void rest_on(const lg_obstacles *s, lg_mover *m, int which, const lg_obstacle_face *f,
                    double an) {
  double t[3];
  lg_axpy_d(-an, f->n, m->supported);
  if (m->on != LG_PATH_FREE && m->on != which) rest_in_groove(s, m, f);
  m->on = which;
  lg_copy_d(m->on_n, f->n);
  lg_copy_d(m->on_u, f->u);
  lg_copy_d(m->a, m->supported);
  lg_subtract_d(m->v, f->u, t);
  apply_friction(m, f, an, t, lg_length_d(t));
}

void lg_mover_respond(const lg_obstacles *s, lg_mover *m, int which) {
  const lg_obstacle_face *f = lg_mover_face(s, m, which);
  double t[3];
  lg_subtract_d(m->v, f->u, t);

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
  lg_copy_d(m->supported, m->driving);
  lg_copy_d(m->a, m->driving);
  if (rests) rest_on(s, m, which, f, an);
  else m->on = LG_PATH_FREE;
}

bool lg_mover_presses(const lg_obstacles *s, const lg_mover *m, const lg_obstacle_face *f) {
  double relative[3];
  lg_subtract_d(m->v, f->u, relative);
  double vn = lg_dot_d(relative, f->n), an = lg_dot_d(m->a, f->n);
  if (vn < -LG_PATH_SLACK * lg_length_d(relative)) return true;
  return an < -LG_PATH_SLACK * lg_length_d(m->driving) && vn <= -LG_PATH_STILL * an * (double)s->dt;
}
