/* viscous_solids.c - what solids bear of the grid's viscosity, and how bodies give way to it while
   it is solved for. Compiled once per dispatch path.

   The strains about a solid are linear in how it moves: strain e = (that of the fluid, and of other
   solids) + D_e . w, w the six numbers of its motion. So of what viscosity.c makes least,
     E = h^dim / 2 sum_e c_e strain_e^2,
   a solid bears the impulse and spin -h^dim g, g = sum_e c_e strain_e D_e, the opposite of all that
   the rows of faces have of it. A body moves on by it,
     w = w* - h^dim M^-1 g,   so that   (1 + h^dim M^-1 K) (w - w0) = (w* - w0) - h^dim M^-1 g0
   with K = sum_e c_e D_e D_e^T, w0 how it moves in the world, g0 = g there, and w* what is pending
   makes of w0. With w worked out of the fluid's velocity, what is left for the fluid is symmetric
   and positive, however light a body is (the rigid bodies of Batty & Bridson 2008, eliminated).
   A strain between bodies counts for each in equal parts: each gives way as if the others were
   still, and all of it for each could be more than there is. */
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/mac/strains.h"

typedef struct lg_mac_share { /* of one strain, what a solid's motion is */
  int32_t axis, across;       /* a shear; a stretch where both are the same */
  int32_t at;                 /* the node's index; the cell's */
  int32_t group;
  int32_t face[2][2]; /* of either axis, low and high: unknowns, or -1 */
  double by[2][2];    /* 1/m: the strain, of their velocities */
  double d[6];
  double weight; /* c_e over the fluid that strains are times of: Pa s2 */
} lg_mac_share;

typedef struct lg_mac_bearer { /* a solid or a body */
  lg_id id;
  bool yields;
  double pending[6]; /* N s and N m s: of the pressure, before viscosity is solved for */
  double known[6];   /* w* - w0, m/s and 1/s, that this makes */
  double k[6][6];
} lg_mac_bearer;

/* Six numbers of each: g; w - w0; what that is solved of. */
static double (*pulls(const lg_mac_bears *all))[6] { return all->motion; }
static double (*ways(const lg_mac_bears *all))[6] { return all->motion + all->n; }
static double (*sides(const lg_mac_bears *all))[6] { return all->motion + 2 * all->n; }

static double cell_volume(const lg_mac *m) {
  double volume = 1;
  for (int k = 0; k < m->lattice.dim; k++) volume *= (double)m->cell[k];
  return volume;
}

/* ---- strains in which solids have a part ---------------------------------------------------- */

static float strain_of(const lg_mac_strains *j, const lg_mac_share *e, float *fluid) {
  float scale;
  if (e->axis == e->across) return lg_strain_stretch(j, e->axis, e->at, &scale, fluid);
  return lg_strain_shear(j, e->axis, e->across, e->at - j->m->lattice.step[e->across], e->at,
                         &scale, fluid);
}

/* The faces that a strain is taken of: `which` of either axis, low and high. */
static int face_of(const lg_mac *m, const lg_mac_share *e, int which, int side) {
  const int axis = which ? e->across : e->axis, other = which ? e->axis : e->across;
  if (axis == other) return side ? e->at + m->lattice.step[axis] : e->at;
  return side ? e->at : e->at - m->lattice.step[other];
}
static int sides_of(const lg_mac_share *e) { return e->axis == e->across ? 1 : 2; }

/* The bearer that closes one of its faces; -1: none. */
static int bearer_at(const lg_mac_strains *j, const lg_mac_share *e, int which, int side) {
  const lg_mac *m = j->m;
  const int axis = which ? e->across : e->axis, k = which ? e->axis : e->across;
  const int c = face_of(m, e, which, side), next = face_of(m, e, which, !side);
  const float x[3] = {0, 0, 0};
  double arm[3];
  if (j->kind[axis][c] != LG_STRAIN_STUCK && j->kind[axis][c] != LG_STRAIN_CLOSED) return -1;

  const lg_id id = lg_mac_solid_arm(m, lg_strain_solid_behind(m, axis, next, c, k), x, arm);
  for (int b = 0; id && b < m->bears.n; b++)
    if (m->bears.bearer[b].id == id) return b;
  return -1;
}

/* What a strain takes of the velocities of unknown faces. */
static void set_faces(const lg_mac_strains *j, lg_mac_share *e) {
  const lg_mac *m = j->m;
  for (int which = 0; which < 2; which++)
    for (int side = 0; side < 2; side++) {
      const int axis = which ? e->across : e->axis, k = which ? e->axis : e->across;
      const int c = face_of(m, e, which, side), real = lg_lattice_real(&m->lattice, c);
      const bool counts = which < sides_of(e) && j->kind[axis][c] == LG_STRAIN_FREE &&
                          !lg_strain_beyond_edge(m, axis, real);
      float fluid, scale = 1;
      e->face[which][side] = counts ? real : -1;
      e->by[which][side] = 0;
      if (!counts) continue;

      if (axis == k) lg_strain_stretch(j, axis, e->at, &scale, &fluid);
      else lg_strain_shear(j, axis, k, e->at - m->lattice.step[k], e->at, &scale, &fluid);
      e->by[which][side] = (double)((side ? 1 : -1) * fluid * scale * m->inverse[k]);
    }
}

/* D and c of a bearer's part in a strain. False: there is none. */
static bool set_motions(const lg_mac_strains *j, lg_mac_share *e) {
  lg_unit_motion unit = {.solid = j->m->bears.bearer[e->group].id};
  lg_mac_strains alone = *j;
  float fluid = 0;
  bool any = false;
  alone.unit = &unit;

  /* in 2-D nothing moves along z, or turns about another axis */
  for (int k = 0; k < 6; k++) {
    unit.which = k;
    e->d[k] = j->m->lattice.dim == 2 && k >= 2 && k < 5 ? 0 : (double)strain_of(&alone, e, &fluid);
    any = any || e->d[k] != 0;
  }
  e->weight = (double)((e->axis == e->across ? 2 : 1) * j->dt * j->viscosity) /
              (double)lg_maxf(fluid, FLT_MIN);
  return any;
}

/* The bearers that close faces of a strain of the fluid. */
static int bearers_of(const lg_mac_strains *j, const lg_mac_share *e, int found[4]) {
  bool free = false;
  int n = 0;

  for (int i = 0; i < 2 * sides_of(e); i++) {
    const int which = i / 2, side = i % 2, b = bearer_at(j, e, which, side);
    const int axis = which ? e->across : e->axis;
    bool known = b < 0;
    for (int k = 0; k < n; k++) known = known || found[k] == b;
    if (!known) found[n++] = b;
    free = free || j->kind[axis][face_of(j->m, e, which, side)] == LG_STRAIN_FREE;
  }

  return free ? n : 0;
}

/* The parts that bearers have in a strain. False: no memory. */
static bool add_shares(lg_mac_strains *j, const lg_mac_share *e) {
  lg_mac_bears *all = &j->m->bears;
  int found[4], n = bearers_of(j, e, found);
  if (!lg_mem_grow(j->m->mem, &all->share, all->shares + (size_t)n, sizeof *all->share))
    return false;

  int yielding = 0;
  for (int i = 0; i < n; i++) yielding += all->bearer[found[i]].yields;

  for (int i = 0; i < n; i++) {
    lg_mac_share *to = &all->share[all->shares];
    *to = *e;
    to->group = found[i];
    set_faces(j, to);
    all->shares += set_motions(j, to);
    if (all->bearer[to->group].yields) to->weight /= yielding;
  }
  return true;
}

/* Those of all stretches of an axis (across is the same), or shears of two: of cells, or of nodes,
   which end behind the last cell where the axis has no seam. */
static bool find_shares(lg_mac_strains *j, int axis, int across) {
  const lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  const float far = 3 * m->cell[0];
  bool ok = true;
  int end[3];
  for (int k = 0; k < 3; k++)
    end[k] = l->n[k] + (axis != across && (k == axis || k == across) && !l->periodic[k]);

  /* none of its faces is a solid's where no solid is near */
  for (int z = 0; z < end[2]; z++)
    for (int y = 0; y < end[1]; y++)
      for (int x = 0; x < end[0] && ok; x++) {
        const lg_mac_share e = {.axis = axis, .across = across, .at = lg_lattice_at(l, x, y, z)};
        if (m->phi[e.at] < far) ok = add_shares(j, &e);
      }
  return ok;
}

/* ---- bearers -------------------------------------------------------------------------------- */

/* w* of what is pending, which waits, of all. */
static void read_bearers(lg_mac_bears *all, const lg_bodies *from) {
  double(*pending)[6] = sides(all), (*known)[6] = ways(all);
  for (int n = 0; n < all->n; n++) {
    memcpy(pending[n], from->body[n].impulse, sizeof from->body[n].impulse);
    memcpy(pending[n] + 3, from->body[n].spin, sizeof from->body[n].spin);
  }
  lg_islands_times(all->held, (const double(*)[6])pending, known);

  for (int n = 0; n < all->n; n++) {
    lg_mac_bearer *to = &all->bearer[n];
    *to = (lg_mac_bearer){.id = from->body[n].id};
    memcpy(to->pending, pending[n], sizeof to->pending);
    memcpy(to->known, known[n], sizeof to->known);
    for (int i = 0; i < 36; i++)
      to->yields = to->yields || lg_islands_row(all->held, n, i / 6, n)[i % 6] != 0;
  }
}

/* K, and 1 / (1 + h^dim M^-1 K). False: no memory. */
static bool set_stiffness(lg_mac *m) {
  lg_mac_bears *all = &m->bears;
  const double volume = cell_volume(m);
  for (size_t i = 0; i < all->shares; i++) {
    const lg_mac_share *e = &all->share[i];
    lg_mac_bearer *b = &all->bearer[e->group];
    for (int n = 0; n < 36; n++) b->k[n / 6][n % 6] += e->weight * e->d[n / 6] * e->d[n % 6];
  }

  /* of each that acts on another one of its island */
  if (!lg_islands_like(m->mem, &all->gives, all->held)) return false;
  for (int to = 0; to < all->n; to++)
    for (int from = all->held->of[to]; from >= 0; from = all->held->next[from])
      for (int i = 0; i < 36; i++) {
        const double *inverse = lg_islands_row(all->held, to, i / 6, from);
        double *gives = &lg_islands_row(&all->gives, to, i / 6, from)[i % 6];
        *gives = to == from && i / 6 == i % 6;
        for (int n = 0; n < 6; n++) *gives += volume * inverse[n] * all->bearer[from].k[n][i % 6];
      }
  lg_islands_invert(&all->gives);
  return true;
}

bool lg_mac_bear(lg_mac_strains *j, lg_step *s, float *const zero[3]) {
  lg_mac *m = j->m;
  lg_mac_bears *all = &m->bears;
  j->of = zero;
  j->moves = false;
  all->n = s->bodies->n;
  all->held = &s->bodies->held;
  all->shares = 0;
  if (all->n == 0) return true;

  if (!lg_mem_room(m->mem, &all->bearer, (size_t)all->n, sizeof *all->bearer) ||
      !lg_mem_room(m->mem, &all->motion, 3 * (size_t)all->n, sizeof *all->motion))
    return false;
  read_bearers(all, s->bodies);
  lg_bodies_forget(s->world);

  for (int axis = 0; axis < s->dim; axis++)
    for (int across = axis; across < s->dim; across++)
      if (!find_shares(j, axis, across)) return false;
  return set_stiffness(m);
}

/* ---- how bodies give way -------------------------------------------------------------------- */

/* g, of strains as they are, which bodies' own motions so far are no part of. */
static void find_pull(const lg_mac_strains *j) {
  const lg_mac_bears *all = &j->m->bears;
  double(*g)[6] = pulls(all);
  for (int b = 0; b < all->n; b++) memset(g[b], 0, sizeof g[b]);
  for (size_t i = 0; i < all->shares; i++) {
    const lg_mac_share *e = &all->share[i];
    float fluid;
    const double pull = e->weight * (double)strain_of(j, e, &fluid);
    for (int k = 0; k < 6; k++) g[e->group][k] += pull * e->d[k];
  }
}

/* (1 + h^dim M^-1 K) (w - w0) = known - h^dim M^-1 g */
void lg_mac_bodies_give_way(const lg_mac_strains *j, bool whole) {
  const lg_mac_bears *all = &j->m->bears;
  const double volume = cell_volume(j->m);
  double(*side)[6] = sides(all);
  if (all->n == 0) return;
  find_pull(j);
  lg_islands_times(all->held, (const double(*)[6])pulls(all), side);
  for (int n = 0; n < all->n; n++)
    for (int i = 0; i < 6; i++)
      side[n][i] = (whole ? all->bearer[n].known[i] : 0) - volume * side[n][i];
  lg_islands_times(&all->gives, (const double(*)[6])side, ways(all));
}

double lg_mac_bodies_drag_along(const lg_mac_strains *j, float scale, float *const to[3],
                                float *const along[3]) {
  const lg_mac_bears *all = &j->m->bears;
  double dot = 0;

  for (size_t i = 0; i < all->shares; i++) {
    const lg_mac_share *e = &all->share[i];
    double strain = 0;
    for (int k = 0; k < 6; k++) strain += e->d[k] * ways(all)[e->group][k];

    for (int n = 0; n < 4; n++) {
      const int axis = n / 2 ? e->across : e->axis, c = e->face[n / 2][n % 2];
      if (c < 0) continue;
      const double gives = (double)scale * e->weight * strain * e->by[n / 2][n % 2];
      to[axis][c] += (float)gives;
      dot += gives * (double)along[axis][c];
    }
  }
  return dot;
}

void lg_mac_load_solids(const lg_mac_strains *j, lg_step *s) {
  const lg_mac_bears *all = &j->m->bears;
  const double volume = cell_volume(j->m);
  lg_mac_bodies_give_way(j, true);

  /* -h^dim (g0 + K (w - w0)) */
  for (int n = 0; n < all->n; n++) {
    const lg_mac_bearer *b = &all->bearer[n];
    double push[6];
    for (int i = 0; i < 6; i++) {
      push[i] = b->pending[i] - volume * pulls(all)[n][i];
      for (int k = 0; k < 6; k++) push[i] -= volume * b->k[i][k] * ways(all)[n][k];
    }
    lg_bodies_impulse(s->world, b->id, push, push + 3, 0);
  }
}

void lg_mac_forget_pending(const lg_mac_strains *j, lg_step *s) {
  const lg_mac_bears *all = &j->m->bears;
  for (int n = 0; n < all->n; n++) {
    double less[6];
    for (int i = 0; i < 6; i++) less[i] = -all->bearer[n].pending[i];
    lg_bodies_impulse(s->world, all->bearer[n].id, less, less + 3, 0);
  }
}
