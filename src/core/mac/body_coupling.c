/* body_coupling.c - bodies give way while the pressure is found: two-way coupling as in Batty,
   Bertails & Bridson 2007. Compiled once per dispatch path.

   A cell c pushes a body with x_c rho h^dim J_c, x = p dt / rho: J_c sums the closed shares of its
   faces that are the body's,
     J_c = sum +- (1 - A) / h (n, r x n)     n along the face's axis, outward; r from the body's
                                             centre to the face
   and the same J_c is what the body's velocity and spin bring into the cell. So each body adds to
   the equation of projection.c
     + rho h^dim J M^-1 J^T x
   which is as symmetric as the rest and has rank 3 (2-D) or 6. Found together, no dt is too long
   for light ones. */
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/mac/mac.h"

typedef struct job {
  lg_world *w;
  lg_mac *m;
  size_t bonds;
  bool count; /* only how many there are */
} job;

/* A body that a hand holds does not; one on an axle turns. */
static bool gives_way(const lg_inertia *b) { return b->lightness > 0 || b->inverse[2][2] > 0; }

/* The body that closes part of a face; -1: none that gives way, or whose load is asked for. */
static int body_at(const job *j, int axis, int face) {
  const float x[3] = {0, 0, 0};
  double arm[3];
  const lg_bodies *all = j->w->bodies;
  if (!(j->m->open[axis][face] < 1)) return -1;
  lg_id id = lg_mac_solid_arm(j->m, lg_mac_face_solid(j->m, axis, face), x, arm);
  for (int b = 0; b < all->n; b++)
    if (all->body[b].id == id && (b >= all->moving || gives_way(&all->body[b].now))) return b;
  return -1;
}

/* The part of a closed face, on the side (1: upper) of a cell: (n, r x n) closed / h. */
static void face_bond(const lg_mac *m, int axis, int face, int side, double out[6]) {
  float x[3];
  double n[3] = {0, 0, 0}, arm[3], turn[3];
  n[axis] = (side ? 1 : -1) * (1 - (double)m->open[axis][face]) * (double)m->inverse[axis];
  lg_mac_position(m, axis, face, x);
  lg_mac_solid_arm(m, lg_mac_face_solid(m, axis, face), x, arm);
  lg_cross_d(arm, n, turn);
  for (int k = 0; k < 3; k++) {
    out[k] += n[k];
    out[3 + k] += turn[k];
  }
}

/* One bond a body that closes a part of the cell's faces. */
static void bind_cell(job *j, int c) {
  const lg_mac *m = j->m;
  lg_poisson_bond *bond = m->poisson.bond;
  const size_t first = j->bonds;
  for (int axis = 0; axis < m->lattice.dim; axis++)
    for (int side = 0; side < 2; side++) {
      int face = c + side * m->lattice.step[axis], body = body_at(j, axis, face);
      if (body < 0) continue;

      /* The cell's bond to this body: J_c sums the faces. */
      size_t at = j->count ? j->bonds++ : first;
      if (j->count) continue;
      while (at < j->bonds && bond[at].group != body) at++;
      if (at == j->bonds) bond[j->bonds++] = (lg_poisson_bond){.cell = c, .group = body};
      face_bond(m, axis, face, side, bond[at].u);
    }
}

static void bind(job *j, bool count) {
  const lg_layout *l = &j->m->lattice;
  j->bonds = 0;
  j->count = count;
  for (int row = 0; row < lg_lattice_rows(l); row++) {
    int first = lg_lattice_row(l, row) + LG_ROW_FIRST;
    for (int c = first; c < first + l->n[0]; c++)
      if (j->m->type[c] == LG_MAC_FLUID) bind_cell(j, c);
  }
}

/* rho h^dim M^-1 of a body. */
static void set_group(const lg_world *w, int b, double scale, lg_poisson_group *g) {
  const lg_inertia *now = &w->bodies->body[b].now;
  memset(g, 0, sizeof *g);
  for (int i = 0; i < 3; i++) {
    g->g[i][i] = scale * now->lightness;
    for (int k = 0; k < 3; k++) g->g[3 + i][3 + k] = scale * now->inverse[i][k];
  }
}

bool lg_mac_couple_bodies(lg_mac *m, lg_step *s, float density) {
  job j = {.w = s->world, .m = m};
  lg_poisson *p = &j.m->poisson;
  double scale = (double)density;
  p->bonds = 0;
  p->groups = s->bodies->n;
  if (p->groups == 0) return true;

  /* rho h^dim, and room for the bonds. */
  for (int k = 0; k < s->dim; k++) scale *= (double)j.m->cell[k];
  bind(&j, true);
  if (!lg_mem_room(p->mem, &p->bond, j.bonds + 1, sizeof *p->bond) ||
      !lg_mem_room(p->mem, &p->group, (size_t)p->groups, sizeof *p->group))
    return false;

  /* J and M^-1. */
  bind(&j, false);
  p->bonds = j.bonds;
  for (int b = 0; b < p->groups; b++) set_group(s->world, b, scale, &p->group[b]);
  return true;
}

bool lg_mac_accelerate_bodies(lg_mac *m, lg_step *s, float density) {
  const lg_poisson *p = &m->poisson;
  double scale = (double)density;
  if (p->bonds == 0) return true;

  /* The impulse rho h^dim sum x_c J_c. */
  for (int k = 0; k < s->dim; k++) scale *= (double)m->cell[k];
  for (int b = 0; b < p->groups; b++) {
    double sum[6] = {0, 0, 0, 0, 0, 0};
    for (size_t i = 0; i < p->bonds; i++)
      for (int k = 0; p->bond[i].group == b && k < 6; k++)
        sum[k] += scale * p->x[p->bond[i].cell] * p->bond[i].u[k];
    lg_bodies_impulse(s->world, s->bodies->body[b].id, sum, sum + 3, 0);
  }
  lg_bodies_apply(s->world);
  return lg_mac_solid_speeds(m, s);
}
