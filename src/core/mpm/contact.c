/* contact.c - velocities of nodes, and what edges and colliders do to them. Compiled once per
   dispatch path.

   A node inside of something solid, of velocity u and outward normal n, does not go further in:
     r = v - u,  r . n < 0:  r . n becomes -restitution r . n, and the rest of r loses at most
                             friction times that change (Coulomb; Stomakhin et al. 2013, section 8)
     slip = "no":            the rest of r is 0, also where it does not go in
   It may always come out. A body takes up the opposite impulse. As a light body would be thrown by
   what much heavier nodes bring, its velocity V is first made that of an impact in which both share
   their momentum, M V' + sum m J^T J V' = M V + sum m J^T v over the nodes that run into it: stable
   for any ratio of masses. */
#include "core/mpm/contact.h"

#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/mpm/mpm.h"
#include "core/walls/moving_solids.h"

#define ON_FACE 1e-3 /* cells: a solid so near to a node has it */

typedef struct job {
  lg_world *w;
  lg_mpm *m;
  lg_solids solids;
  int *body; /* of a solid: which of bodies, -1: none */
  int bodies;
} job;

typedef struct surface {
  double n[3], u[3];
  double friction, restitution;
  bool slips;
} surface;

/* ---- one node and one surface --------------------------------------------------------------- */

/* The velocity of a node on a surface; false: as before. */
static bool meet(const surface *s, double v[3]) {
  double r[3] = {v[0] - s->u[0], v[1] - s->u[1], v[2] - s->u[2]};
  const double into = lg_dot_d(r, s->n);
  if (into >= 0 && s->slips) return false;

  /* Restitution and friction. */
  const double back = into < 0 ? -s->restitution * into : into;
  lg_axpy_d(-into, s->n, r);
  const double speed = lg_length_d(r), lost = s->friction * (back - into);
  const double keep = !s->slips || lost >= speed ? 0 : 1 - lost / speed;
  for (int k = 0; k < 3; k++) v[k] = s->u[k] + back * s->n[k] + keep * r[k];
  return true;
}

static void meet_edges(const job *j, int c, double v[3]) {
  const lg_layout *l = &j->m->lattice;
  const lg_world_def *def = &j->w->def;
  surface s = {.friction = (double)def->friction,
               .restitution = (double)def->restitution,
               .slips = def->slip == 0};

  /* the first and the last nodes meet a wall */
  for (int k = 0; k < l->dim; k++) {
    const int at = lg_lattice_number(l, k, c), side = at >= l->n[k];
    if ((at > 0 && !side) || !lg_is_wall(j->w, k, side)) continue;
    s.n[k] = side ? -1 : 1;
    meet(&s, v);
    s.n[k] = 0;
  }
}

/* ---- solids --------------------------------------------------------------------------------- */

/* m, from the centre that spins of a solid count about. */
static void arm_of(const lg_solid *s, const double x[3], double arm[3]) {
  for (int k = 0; k < 3; k++) arm[k] = x[k] - (double)s->centre[k];
}

/* The surface of solid i that has a node at x in it; false: it has not. */
static bool find_surface(const job *j, int i, const double x[3], surface *out) {
  const lg_solid *s = &j->solids.solid[i];
  const lg_bodies *all = j->w->bodies;
  const double h = (double)j->m->cell[0];
  double arm[3];
  if (lg_solid_box_distance(s, j->m->lattice.dim, x) > ON_FACE * h ||
      (double)lg_solid_distance(j->w, s, 0, x) > ON_FACE * h ||
      !lg_solid_normal(j->w, s, 0, x, 0.5 * h, out->n))
    return false;
  out->friction = (double)s->face.friction;
  out->restitution = (double)s->face.restitution;
  out->slips = s->face.slip == 0;

  /* A body has the velocity of this sub-step. */
  lg_solid_velocity(s, 0, x, out->u);
  arm_of(s, x, arm);
  if (j->body[i] >= 0 && j->body[i] < all->moving)
    lg_inertia_velocity(&all->body[j->body[i]].now, arm, out->u);
  return true;
}

/* What a node's velocity is changed by, dv, a body takes up. */
static void give(const job *j, int i, size_t task, const double x[3], double mass,
                 const double dv[3]) {
  double arm[3], impulse[3], spin[3];
  double *takes = j->m->grip[task * (size_t)j->bodies + (size_t)j->body[i]].takes;
  for (int k = 0; k < 3; k++) impulse[k] = -mass * dv[k];
  arm_of(&j->solids.solid[i], x, arm);
  lg_cross_d(arm, impulse, spin);
  lg_axpy_d(1, impulse, takes);
  lg_axpy_d(1, spin, takes + 3);
}

static void meet_solids(const job *j, size_t task, int c, double v[3]) {
  double x[3];
  surface s;
  lg_mpm_position(j->m, c, x);
  for (int i = 0; i < j->solids.n; i++) {
    double before[3] = {v[0], v[1], v[2]};
    if (!find_surface(j, i, x, &s) || !meet(&s, v) || j->body[i] < 0) continue;
    for (int k = 0; k < 3; k++) before[k] = v[k] - before[k];
    give(j, i, task, x, (double)j->m->node[c][3], before);
  }
}

/* ---- bodies --------------------------------------------------------------------------------- */

/* Adds m J^T J and m J^T v of a direction d that is held at an arm. */
static void add_row(lg_grip *g, const double d[3], const double arm[3], const double v[3],
                    double mass) {
  double row[6], along = lg_dot_d(d, v);
  memcpy(row, d, 3 * sizeof *row);
  lg_cross_d(arm, d, row + 3);
  for (int a = 0; a < 6; a++) {
    g->brings[a] += mass * row[a] * along;
    for (int b = 0; b < 6; b++) g->held[a][b] += mass * row[a] * row[b];
  }
}

/* A node that runs into moving bodies, for each of them. */
static void grip_node(const job *j, size_t task, int c) {
  const lg_v4 v = j->m->node[c];
  const double at[3] = {(double)v[0], (double)v[1], (double)v[2]};
  double x[3], arm[3], r[3];
  surface s;
  lg_mpm_position(j->m, c, x);

  /* each solid that moves freely, with the node's motion relative to it */
  for (int i = 0; i < j->solids.n; i++) {
    if (j->body[i] < 0 || j->body[i] >= j->w->bodies->moving || !find_surface(j, i, x, &s))
      continue;

    for (int k = 0; k < 3; k++) r[k] = at[k] - s.u[k];
    lg_grip *g = &j->m->grip[task * (size_t)j->bodies + (size_t)j->body[i]];
    arm_of(&j->solids.solid[i], x, arm);

    /* a wall that slips holds along its normal alone */
    if (s.slips && lg_dot_d(r, s.n) < 0) add_row(g, s.n, arm, at, (double)v[3]);
    for (int k = 0; k < j->m->lattice.dim && !s.slips; k++)
      add_row(g, (const double[3]){k == 0, k == 1, k == 2}, arm, at, (double)v[3]);
  }
}

/* V' = V + M^-1 (sum m J^T v - sum m J^T J V'). */
static void share_momentum(lg_inertia *b, const lg_grip *g, float own[2][3]) {
  double w[6][6] = {{0}}, a[6][6], v[6];
  memcpy(own[0], b->velocity, sizeof own[0]);
  memcpy(own[1], b->angular, sizeof own[1]);

  /* W = M^-1 of the body, v as it moves */
  for (int i = 0; i < 3; i++) {
    w[i][i] = b->lightness;
    for (int k = 0; k < 3; k++) w[3 + i][3 + k] = b->inverse[i][k];
    v[i] = (double)b->velocity[i];
    v[3 + i] = (double)b->angular[i];
  }

  /* (1 + W held) v' = v + W brings */
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 6; k++) {
      a[i][k] = i == k;
      for (int n = 0; n < 6; n++) a[i][k] += w[i][n] * g->held[n][k];
      v[i] += w[i][k] * g->brings[k];
    }

  lg_solve6(a, v);
  for (int i = 0; i < 3; i++) {
    b->velocity[i] = (float)v[i];
    b->angular[i] = (float)v[3 + i];
  }
}

/* The sums of all tasks, in their order, for a body. */
static lg_grip sum_of(const job *j, int body) {
  lg_grip sum = j->m->grip[body];
  for (size_t t = 1; t < lg_mpm_tasks(&j->m->lattice); t++) {
    const lg_grip *g = &j->m->grip[t * (size_t)j->bodies + (size_t)body];
    for (int a = 0; a < 6; a++) {
      sum.brings[a] += g->brings[a];
      sum.takes[a] += g->takes[a];
      for (int b = 0; b < 6; b++) sum.held[a][b] += g->held[a][b];
    }
  }
  return sum;
}

/* ---- all nodes ------------------------------------------------------------------------------ */

static void velocity_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const lg_mpm *m = ((const job *)user)->m;
  LG_EACH_NODE(m, task, c) {
    const lg_v4 p = m->node[c], v = p / p[3];
    m->node[c] = (lg_v4){v[0], v[1], v[2], p[3]};
  }
}

static void grip_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  LG_EACH_NODE(j->m, task, c) grip_node(j, task, c);
}

static void contact_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  LG_EACH_NODE(j->m, task, c) {
    const lg_v4 now = j->m->node[c];
    double v[3] = {(double)now[0], (double)now[1], (double)now[2]};
    if (j->solids.n > 0) meet_solids(j, task, c, v);
    meet_edges(j, c, v);
    j->m->node[c] = (lg_v4){(float)v[0], (float)v[1], (float)v[2], now[3]};
  }
}

/* The solids as they stand, and which of them are bodies. */
static bool read_solids(job *j, const lg_step *s) {
  const lg_bodies *all = j->w->bodies;
  size_t room = (size_t)lg_solids_room(j->w) + 1;
  j->solids.solid = lg_scratch(j->w, room * (sizeof(lg_solid) + sizeof(int)));
  if (!j->solids.solid) return false;
  j->body = (int *)(void *)(j->solids.solid + room);
  j->solids.n = lg_solids_read(j->w, s->dt, j->solids.solid);
  for (int i = 0; i < j->solids.n; i++) {
    j->body[i] = -1;
    for (int b = 0; b < all->n; b++)
      if (all->body[b].id == j->solids.solid[i].id) j->body[i] = b;
  }

  j->bodies = all->n;
  const size_t grips = lg_mpm_tasks(&j->m->lattice) * (size_t)all->n;
  if (!lg_mem_room(j->m->mem, &j->m->grip, grips, sizeof *j->m->grip)) return false;
  if (grips) memset(j->m->grip, 0, grips * sizeof *j->m->grip);
  return true;
}

bool lg_mpm_contact(lg_mpm *m, lg_step *s) {
  job j = {.w = s->world, .m = m};
  const size_t tasks = lg_mpm_tasks(&m->lattice);
  const int threads = lg_lattice_threads(&m->lattice, s->threads);
  if (!read_solids(&j, s)) return false;
  lg_par_tasks(threads, tasks, velocity_task, &j);

  /* Bodies' velocities in the impact. */
  if (s->bodies->moving > 0) lg_par_tasks(threads, tasks, grip_task, &j);
  for (int b = 0; b < s->bodies->moving; b++) {
    lg_grip sum = sum_of(&j, b);
    share_momentum(&s->bodies->body[b].now, &sum, m->grip[b].own);
  }

  /* What that does to the nodes, and they to the bodies, whose own velocity it comes to. */
  lg_par_tasks(threads, tasks, contact_task, &j);
  for (int b = 0; b < j.bodies; b++) {
    lg_body *body = &s->bodies->body[b];
    lg_grip sum = sum_of(&j, b);
    for (int k = 0; k < 3 && b < s->bodies->moving; k++) {
      body->now.velocity[k] = m->grip[b].own[0][k];
      body->now.angular[k] = m->grip[b].own[1][k];
    }
    lg_bodies_impulse(s->world, body->id, sum.takes, sum.takes + 3, 0);
  }
  lg_bodies_apply(s->world);
  return true;
}
