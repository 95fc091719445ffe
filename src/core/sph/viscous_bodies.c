/* viscous_bodies.c - viscous_bodies.h, compiled once per dispatch path. */
#include "core/sph/viscous_bodies.h"

#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/walls/walls.h"

/* Neighbours that the walls of bodies hold, and of solids whose load is asked for. */
static const lg_body_neighbor *end_of(const lg_viscous_bodies *all) {
  const lg_bodies *b = all->s->bodies;
  const bool any = all->s->walls->has_no_slip && b->neighbors > 0;
  return any ? b->neighbor + b->neighbors : b->neighbor; /* without a body there is no array */
}
#define EACH_HELD(all, t)                                                                          \
  for (const lg_body_neighbor *t = (all)->s->bodies->neighbor, *t##_end = end_of(all);             \
       t != t##_end; t++)                                                                          \
    if (t->drag_part > 0)
#define EACH_YIELDING(all, t) EACH_HELD(all, t) if (t->body < (all)->n)

/* dt c t */
static double hold_of(const lg_viscous_bodies *all, const lg_body_neighbor *t) {
  return (double)(t->drag_part * all->block[t->i].hold);
}

/* out += J^T f */
static void to_body(const lg_body_neighbor *t, const double f[3], double out[6]) {
  const double arm[3] = {(double)t->arm[0], (double)t->arm[1], (double)t->arm[2]};
  double spin[3];
  lg_cross_d(arm, f, spin);
  lg_axpy_d(1, f, out);
  lg_axpy_d(1, spin, out + 3);
}

/* v = J u */
static void from_body(const lg_body_neighbor *t, const double u[6], double v[3]) {
  const double arm[3] = {(double)t->arm[0], (double)t->arm[1], (double)t->arm[2]};
  lg_cross_d(u + 3, arm, v);
  lg_axpy_d(1, u, v);
}

/* How the wall moved there when walls were sampled. */
static void sampled_at(const lg_viscous_bodies *all, const lg_body_neighbor *t, double v[3]) {
  const lg_body *b = &all->s->bodies->body[t->body];
  double u[6];
  for (int k = 0; k < 6; k++) u[k] = (double)b->sampled[k / 3][k % 3];
  from_body(t, u, v);
}

void lg_viscous_bodies_find(const lg_viscous_bodies *all, const lg_v4 *p, bool whole) {
  for (int b = 0; b < all->n; b++) memset(all->body[b].pull, 0, sizeof all->body[b].pull);
  EACH_YIELDING(all, t) {
    const lg_v4 at = p[t->i];
    double f[3] = {0, 0, 0}, wall[3] = {0, 0, 0};
    if (whole) sampled_at(all, t, wall);
    for (int k = 0; k < all->s->dim; k++) f[k] = hold_of(all, t) * ((double)at[k] - wall[k]);
    to_body(t, f, all->body[t->body].pull);
  }

  for (int b = 0; b < all->n; b++) {
    lg_yielding *y = &all->body[b];
    double a[6][6];
    memcpy(a, y->a, sizeof a);
    for (int i = 0; i < 6; i++) {
      y->u[i] = whole ? y->known[i] : 0;
      for (int k = 0; k < 6; k++) y->u[i] += y->m[i][k] * y->pull[k];
    }
    lg_solve6(a, y->u);
  }
}

double lg_viscous_bodies_give(const lg_viscous_bodies *all, double scale, lg_v4 *to,
                              const lg_v4 *along) {
  double dot = 0;
  EACH_YIELDING(all, t) {
    double v[3];
    from_body(t, all->body[t->body].u, v);

    /* dt c t J u */
    for (int k = 0; k < all->s->dim; k++) {
      const double gives = scale * hold_of(all, t) * v[k];
      to[t->i][k] += (float)gives;
      dot += gives * (double)along[t->i][k];
    }
  }
  return dot;
}

/* M^-1, and u*: of gravity, and of a pressure that is pending. */
static void read_body(const lg_body *from, lg_yielding *to) {
  memset(to, 0, sizeof *to);
  lg_inertia_response(&from->now, from->impulse, from->spin, to->known, to->known + 3);
  for (int i = 0; i < 3; i++) {
    to->known[i] += (double)(from->now.velocity[i] - from->sampled[0][i]);
    to->known[3 + i] += (double)(from->now.angular[i] - from->sampled[1][i]);
    to->m[i][i] = from->now.lightness;
    for (int k = 0; k < 3; k++) to->m[3 + i][3 + k] = from->now.inverse[i][k];
  }
}

void lg_viscous_bodies_read(const lg_viscous_bodies *all) {
  for (int b = 0; b < all->n; b++) read_body(&all->s->bodies->body[b], &all->body[b]);

  /* that pressure is yet to be found: forgotten, also where nothing gives way to viscosity */
  lg_bodies_forget(all->s->world);

  /* sum dt c t J^T J */
  EACH_YIELDING(all, t)
  for (int k = 0; k < all->s->dim; k++) {
    const double along[3] = {k == 0, k == 1, k == 2};
    double row[6] = {0, 0, 0, 0, 0, 0};
    to_body(t, along, row);
    for (int a = 0; a < 6; a++)
      for (int b = 0; b < 6; b++) all->body[t->body].a[a][b] += hold_of(all, t) * row[a] * row[b];
  }

  for (int b = 0; b < all->n; b++) {
    lg_yielding *y = &all->body[b];
    double held[6][6];
    memcpy(held, y->a, sizeof held);
    for (int i = 0; i < 6; i++)
      for (int k = 0; k < 6; k++) {
        y->a[i][k] = i == k;
        for (int n = 0; n < 6; n++) y->a[i][k] += y->m[i][n] * held[n][k];
      }
  }
}

/* Of the stress mu (grad v + grad v^T) the operator of a closed vessel has the first part alone,
   which moves fluid as both do. The second, at a wall that turns: -mu w x n, n out of the wall, of
   an area n dS = -2 V grad s, s being a half at the wall. No force on the whole of a solid, but
   torque. */
static void add_transposed(const lg_viscous_bodies *all, const lg_body_neighbor *t, double f[3]) {
  const float viscous = all->block[t->i].hold / (LG_MORRIS * all->s->walls->no_slip[t->i][3]);
  const float *w = all->s->bodies->body[t->body].sampled[1];
  const double spin[3] = {(double)w[0], (double)w[1], (double)w[2]},
               grad[3] = {(double)t->grad[0], (double)t->grad[1], (double)t->grad[2]};
  double turned[3];
  lg_cross_d(spin, grad, turned);
  lg_axpy_d(2 * (double)viscous, turned, f);
}

void lg_viscous_bodies_drag(const lg_viscous_bodies *all, const lg_v4 *v, bool closed) {
  EACH_HELD(all, t) {
    double wall[3], more[3], out[6] = {0, 0, 0, 0, 0, 0}, f[3] = {0, 0, 0};
    sampled_at(all, t, wall);

    /* A body that gives way has moved since. */
    if (t->body < all->n) {
      from_body(t, all->body[t->body].u, more);
      lg_axpy_d(1, more, wall);
    }

    /* f = dt c (v - wall): on the body, and about its centre. */
    for (int k = 0; k < all->s->dim; k++) f[k] = hold_of(all, t) * ((double)v[t->i][k] - wall[k]);
    if (closed) add_transposed(all, t, f);
    to_body(t, f, out);
    lg_axpy_d(1, out, all->s->bodies->body[t->body].impulse);
    lg_axpy_d(1, out + 3, all->s->bodies->body[t->body].spin);
  }
}

lg_viscous_work lg_viscous_bodies_work(const lg_viscous_bodies *all, const lg_v4 *drag) {
  lg_viscous_work work = {0, 0};
  for (int i = 0; i < all->n; i++) {
    const lg_body *b = &all->s->bodies->body[i];
    const lg_yielding *y = &all->body[i];
    double v[6];
    lg_inertia_response(&b->now, b->impulse, b->spin, v, v + 3);
    for (int k = 0; k < 3; k++) {
      work.first += b->impulse[k] * ((double)b->sampled[0][k] + y->known[k]) +
                    b->spin[k] * ((double)b->sampled[1][k] + y->known[3 + k]);
      work.second += b->impulse[k] * v[k] + b->spin[k] * v[3 + k];
    }
  }

  /* what was taken for the work of walls that nothing moves, but was a body's */
  EACH_YIELDING(all, t) {
    const lg_v4 wall = all->s->walls->no_slip[t->i], of = drag[t->i];
    const float power = (of[0] * wall[0] + of[1] * wall[1] + of[2] * wall[2]) / wall[3];
    work.first += (double)(t->drag_part * power);
  }
  return work;
}

void lg_viscous_bodies_scale(const lg_viscous_bodies *all, double share) {
  for (int b = 0; b < all->s->bodies->n && all->s->walls->has_no_slip; b++)
    for (int k = 0; k < 3; k++) {
      all->s->bodies->body[b].impulse[k] *= share;
      all->s->bodies->body[b].spin[k] *= share;
    }
}
