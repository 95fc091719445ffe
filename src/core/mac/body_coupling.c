/* body_coupling.c - bodies give way while the pressure is found: two-way coupling as in Batty,
   Bertails & Bridson 2007. Compiled once per dispatch path.

   A cell c pushes a body with x_c rho h^dim J_c, x = p dt / rho: J_c sums the closed shares of its
   faces that are the body's,
     J_c = sum +- (1 - A) / h (n, r x n)     n along the face's axis, outward; r from the body's
                                             centre to the face
   and the same J_c is what the body's velocity and spin bring into the cell. So each body adds to
   the equation of projection.c
     + rho h^dim J M^-1 J^T x
   which is as symmetric as the rest and has rank 3 (2-D) or 6; of bodies that stand on each other
   together (body/supports.c). Found together, no dt is too long for light ones. */
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/mac/mac.h"

typedef struct job {
  lg_world *w;
  lg_mac *m;
  size_t bonds;
  bool count; /* only how many there are */
} job;

/* Not those that a hand holds, nor solids. */
static bool gives_way(const lg_bodies *all, int b) {
  return b < all->moving && lg_inertia_yields(&all->body[b].now);
}

/* The body that closes part of a face; -1: none that gives way, or whose load is asked for. */
static int body_at(const job *j, int axis, int face) {
  const float x[3] = {0, 0, 0};
  double arm[3];
  const lg_bodies *all = j->w->bodies;
  if (!(j->m->open[axis][face] < 1)) return -1;
  lg_id id = lg_mac_solid_arm(j->m, lg_mac_face_solid(j->m, axis, face), x, arm);
  for (int b = 0; b < all->n; b++)
    if (all->body[b].id == id && (gives_way(all, b) || lg_loads_find(j->w, id))) return b;
  return -1;
}

/* The body's part of a closed face, on the side (1: upper) of a cell: (n, r x n) closed / h. */
static void face_bond(const job *j, int axis, int face, int side, double out[6]) {
  const lg_mac *m = j->m;
  float x[3];
  double n[3] = {0, 0, 0}, arm[3], turn[3],
         closed = (1 - (double)m->open[axis][face]) *
                  (double)lg_mac_closed_share(m, j->w, axis, face);

  /* the force of a unit of pressure on what of the face is this solid's, and its turn */
  n[axis] = (side ? 1 : -1) * closed * (double)m->inverse[axis];
  lg_mac_position(m, axis, face, x);
  lg_mac_solid_arm(m, lg_mac_face_solid(m, axis, face), x, arm);
  lg_cross_d(arm, n, turn);

  for (int k = 0; k < 3; k++) {
    out[k] += n[k];
    out[3 + k] += turn[k];
  }
}

/* The bonds of a cell to the bodies that close parts of its faces, one a body. A first pass counts
   such faces, which is as many bonds as there can be; the second one fills them. */
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
      face_bond(j, axis, face, side, bond[at].u);
    }
}

/* Those of all fluid cells. */
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

bool lg_mac_couple_bodies(lg_mac *m, lg_step *s, float density) {
  job j = {.w = s->world, .m = m};
  lg_poisson *p = &j.m->poisson;
  const size_t n = (size_t)s->bodies->n;
  p->bonds = 0;
  if (n == 0) return true;

  /* room for the bonds */
  bind(&j, true);
  if (!lg_mem_room(p->mem, &p->bond, j.bonds + 1, sizeof *p->bond) ||
      !lg_mem_room(p->mem, &p->ut_x, n, sizeof *p->ut_x) ||
      !lg_mem_room(p->mem, &p->g_ut_x, n, sizeof *p->g_ut_x))
    return false;

  /* J, and rho h^dim M^-1 */
  bind(&j, false);
  p->bonds = j.bonds;
  p->give = &s->bodies->held;
  p->give_scale = (double)density;
  for (int k = 0; k < s->dim; k++) p->give_scale *= (double)j.m->cell[k];
  return true;
}

/* grad x along an axis at the middle of a cell, from the sides where there is fluid or its
   surface. */
static double gradient_along(const lg_mac *m, int axis, int c) {
  const double *x = m->poisson.x;
  double sum = 0;
  int sides = 0;

  /* one-sided differences through open faces; in air the pressure is 0 at the surface */
  for (int side = 0; side < 2; side++) {
    const int step = m->lattice.step[axis], face = c + side * step,
              other = side ? c + step : c - step;
    if (!(m->open[axis][face] > 0) || m->type[other] == LG_MAC_SOLID) continue;
    const bool air = m->type[other] == LG_MAC_AIR;
    double to = air ? x[c] * (1 - (double)m->inverse_theta[axis][face]) : x[other];
    sum += (side ? to - x[c] : x[c] - to) * (double)m->inverse[axis];
    sides++;
  }

  return sides > 0 ? sum / sides : 0;
}

/* How much of a cell's volume a solid takes beyond what its parts of the two faces across an axis
   say, in cells; 0 where something else takes a part of it, too. */
static double unseen_volume(const job *j, int b, int axis, int c) {
  const lg_mac *m = j->m;
  double closed = 0;

  /* a cell that is open to others is seen by its faces */
  for (int k = 0; k < m->lattice.dim; k++)
    for (int side = 0; side < 2; side++) {
      const int face = c + side * m->lattice.step[k];
      const float open = m->open[k][face];
      if (!(open < 1)) continue;
      const float share = body_at(j, k, face) == b ? lg_mac_closed_share(m, j->w, k, face) : 0;
      if (open > 0 && share < 1) return 0;
      if (k == axis) closed += 0.5 * (double)((1 - open) * share);
    }

  return 1 - (double)m->volume[c] - closed;
}

/* x_c J_c of a bond. Of a solid whose load is asked for, which nothing moves, with the gradient of
   the pressure from the middle of the cell to the solid's surface: what a surface takes of a linear
   one is the volume behind it, by Gauss's theorem, so that a solid within the cells is as high as
   it is (Archimedes). A body that moves gets what the symmetric equation has. */
static void bond_push(const job *j, const lg_poisson_bond *bond, double out[6]) {
  const lg_mac *m = j->m;
  const double x = m->poisson.x[bond->cell];
  float middle[3];
  double more[3] = {0, 0, 0}, arm[3], turn[3];
  for (int k = 0; k < 6; k++) out[k] = x * bond->u[k];
  if (gives_way(j->w->bodies, bond->group)) return;

  for (int k = 0; k < m->lattice.dim; k++)
    more[k] = -unseen_volume(j, bond->group, k, bond->cell) * gradient_along(m, k, bond->cell);
  lg_mac_position(m, 3, bond->cell, middle);
  for (int k = 0; k < 3; k++)
    arm[k] = (double)middle[k] - (double)j->w->bodies->body[bond->group].now.centre[k];
  lg_cross_d(arm, more, turn);
  lg_axpy_d(1, more, out);
  lg_axpy_d(1, turn, out + 3);
}

/* The impulse rho h^dim sum x_c J_c becomes pending. */
void lg_mac_push_bodies(lg_mac *m, lg_step *s, float density) {
  const job j = {.w = s->world, .m = m};
  const lg_poisson *p = &m->poisson;
  double scale = (double)density;
  if (p->bonds == 0) return;
  for (int k = 0; k < s->dim; k++) scale *= (double)m->cell[k];

  /* what its faces feel, added up in the bonds' order */
  for (int b = 0; b < s->bodies->n; b++) {
    double sum[6] = {0, 0, 0, 0, 0, 0}, push[6];
    for (size_t i = 0; i < p->bonds; i++) {
      if (p->bond[i].group != b) continue;
      bond_push(&j, &p->bond[i], push);
      for (int k = 0; k < 6; k++) sum[k] += scale * push[k];
    }
    lg_bodies_impulse(s->world, s->bodies->body[b].id, sum, sum + 3, 0);
  }
}

bool lg_mac_lift_bodies(lg_mac *m, lg_step *s, float density) {
  if (m->poisson.bonds == 0) return false;
  lg_mac_push_bodies(m, s, density);
  if (!lg_supports_lift(s->world)) return false;
  s->failed = s->failed || !lg_mac_solid_speeds(m, s);
  return !s->failed;
}

bool lg_mac_accelerate_bodies(lg_mac *m, lg_step *s) {
  if (s->bodies->n == 0) return true;
  lg_supports_apply(s->world);
  lg_supports_hold(s->world);
  return lg_mac_solid_speeds(m, s);
}
