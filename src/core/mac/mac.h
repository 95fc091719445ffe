/* mac.h - a staggered grid (marker and cell: Harlow & Welch 1965) over the bounds, for solvers that
   take velocities through one.

        v[c + sy]
     +------+------+        Pressure, type and the like sit in the middle of cell c, component k of
     |             |        the velocity in the middle of its lower face on axis k: face c. All
     |             |        arrays have the same layout (lattice.h), so the upper face of c is the
   u[c]  p[c]   u[c+1]      lower one of c + step[k], and the corner with the lowest coordinates is
     |             |        node c.
     |             |
     +----v[c]-----+        Cells count from the lower corner of the bounds and are equal; the last
                            ones may stick out of the bounds.

   What closes a face is a fraction of its area (cut cells: Batty, Bertails & Bridson 2007; Ng, Min
   & Gibou 2009), worked out of the signed distances of walls and colliders at its corners; or, as
   voxels, all of it where a cell beside it is mostly solid.

   Longer than others, as it is the one header of all stages of the grid. */
#ifndef LG_CORE_MAC_H
#define LG_CORE_MAC_H

#include "core/base/par.h"
#include "core/base/step.h"
#include "core/mac/thin_walls.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/particles/watch.h"
#include "core/poisson/poisson.h"

/* Of a cell. */
typedef enum lg_mac_type { LG_MAC_FLUID, LG_MAC_SOLID, LG_MAC_AIR } lg_mac_type;
#define LG_MAC_GHOST    255   /* layer of a face beyond an edge that is no seam */
#define LG_MAC_SOLIDS   65536 /* walls and solids that a grid tells apart */
#define LG_MAC_OVERFULL 2.0f  /* fill: what a splash brings together by chance is seldom more */
typedef enum lg_transfer { LG_TRANSFER_PIC, LG_TRANSFER_FLIP, LG_TRANSFER_APIC } lg_transfer;

/* What solids bear of viscosity: viscous_solids.c. */
typedef struct lg_mac_bears {
  struct lg_mac_share *share;
  size_t shares;
  struct lg_mac_bearer *bearer; /* as bodies.h numbers them */
  int n;
  double (*motion)[6];    /* three of each: see there */
  const lg_islands *held; /* M^-1 */
  lg_islands gives;       /* 1 / (1 + h^dim M^-1 K) */
} lg_mac_bears;

/* A face that a solid closes and that has particles' velocity, if the solid's load is asked for. */
typedef struct lg_mac_closed {
  int32_t axis, face;
  float mass;   /* kg, of the particles' shares */
  float change; /* m/s, by the grid, of the faces beside it */
} lg_mac_closed;

typedef struct lg_mac {
  lg_mem *mem;
  lg_layout lattice;
  float origin[3], cell[3], inverse[3]; /* m, m, 1/m */
  float full;                           /* particles in a full cell */
  size_t capacity;                      /* entries of an array */
  bool by_mass; /* volumes of particles are as their masses; else all have that of a whole one */

  /* of faces */
  float *u[3];             /* m/s, velocity where water can flow */
  float *pair[3];          /* two a face: {sum w v, sum w} of the particles (p2g), afterwards
                                {u, its change by the grid}, extrapolated: what particles see */
  float *open[3];          /* A: open fraction of the area */
  float *solid_u[3];       /* m/s, of the solid that closes the rest */
  float *inverse_theta[3]; /* between fluid and air: 1 / theta, theta: cells from the middle of the
                                fluid's cell to the surface (ghost fluid: Gibou et al. 2002) */
  uint8_t *active[3];      /* 1: open, and a cell beside it is fluid */
  uint8_t *has_particles[3]; /* 1: particles gave it a velocity */
  uint8_t *stuck[3];         /* 1: a solid to which the flow sticks cuts or closes it */
  uint8_t *layer[3];         /* 0: no velocity; 1: fluid; 2, 3, ...: extrapolated in this layer */
  uint8_t *next_layer[3];    /* the same with one layer more, while that is extrapolated */
  uint8_t *mark[2];          /* room for what one stage marks */
  bool changed;              /* pairs hold a change by the grid: saved velocities are subtracted */

  /* of cells */
  float *volume;                /* open fraction of the volume */
  float *room;                  /* for what counts for a cell, in full cells (fill.c) */
  float *fill;                  /* what counts for a cell over what belongs there; 0: empty */
  uint8_t *whole;               /* 1: it and the 3^dim - 1 cells around are wholly open */
  float *density;               /* of fluid, over the default material's, if mixed */
  bool mixed;                   /* materials of several densities */
  float *pressure, *divergence; /* Pa; 1/s, after the projection */
  float *inviscid;              /* Pa, as if there were no viscosity: viscous_pressure.c */
  bool recalls;                 /* it is of this sub-step */
  float *crossing;              /* volume that is there twice before the projection, in cells */
  float *share, *curvature;     /* of the fluid, smoothed, with a tension; 1/m, of its surface */
  float tension;                /* N/m; 0: none, and no curvature */
  uint8_t *type;                /* lg_mac_type */
  float *type_view;             /* the same as numbers, for those who look */

  /* of nodes */
  float *phi;        /* m, distance to the nearest solid, < 0 inside */
  uint16_t *nearest; /* 0: walls; i + 1: solid i */
  uint8_t *no_slip;  /* of solids, numbered like that: 1: the flow sticks */
  bool sticks;       /* to any of them */
  float *wetting;    /* of solids, numbered like that: cotangent of the contact angle */

  lg_mac_thin thin;

  lg_mac_bears bears;
  lg_mac_closed *closed;
  size_t closed_faces;

  float *drift[3]; /* m/s, per particle: what carries it; drift[2] is NULL in 2-D */
  size_t drift_capacity;
  lg_poisson poisson;

  char *known_solids; /* as they stood when the open fractions were worked out */
  size_t known_bytes;
  bool known_voxels, fractions_known;

  bool holds;  /* u lives on the grid from step to step: it is state, as columns are */
  float speed; /* m/s, if it holds: largest component of u where fluid is */
} lg_mac;

/* What the struct of a solver with a grid begins with, so that whoever has the solver has it. */
#define LG_MAC_FIELDS                                                                              \
  LG_MATERIAL_FIELDS;                                                                              \
  lg_mac *mac
typedef struct lg_mac_fields {
  LG_MAC_FIELDS;
} lg_mac_fields;

#define LG_MAC_DROPS 0.05f /* share of the particles that go farther in a sub-step than the flow */

/* ---- memory: mac.c -------------------------------------------------------------------------- */

/* Cells of `edge` m over the bounds (periodic axes: a whole even number, so an edge that is near);
   n: how many on each axis. */
void lg_mac_cells(const lg_world *w, float edge, lg_cells *out);
/* The grid over the bounds with these cells; what it held is lost unless they are the same. False:
   no memory. */
bool lg_mac_make(lg_mac *m, lg_world *w, const lg_cells *cells);
/* The same, and a drift for every particle. */
bool lg_mac_room(lg_mac *m, lg_step *s, const lg_cells *cells);
void lg_mac_free(lg_mac *m);
/* An array of cells, or (faces) the velocity, as those outside see it. False: there is no grid. */
bool lg_mac_view(const lg_mac *m, const float *array, bool faces, lg_grid_view *out);

/* carried_grid.c: a velocity that the grid holds, on its way into the bytes of its solver and
   back. */
typedef struct lg_mac_held { /* numbers of four bytes, so that none lies between them */
  lg_cells cells;
  float speed;      /* m/s, as in lg_mac */
  uint32_t entries; /* of a component's array; 0: the grid holds nothing */
} lg_mac_held;
lg_mac_held lg_mac_holding(const lg_mac *m);
size_t lg_mac_held_bytes(const lg_mac_held *h, int dim);
void lg_mac_store(const lg_mac *m, lg_take_fn *take, void *user);
/* What was stored is the grid's again; nothing if h has no entries. False: no memory, or it is of
   no grid over these bounds, or not finite. */
bool lg_mac_fetch(lg_mac *m, lg_world *w, const lg_mac_held *h, const char *from);

/* ---- solids: solid_fractions.c -------------------------------------------------------------- */

/* Open fractions, velocities and distances of the solids as they stand; does nothing if they stand
   as before. False: no memory. */
LG_HOT(bool, lg_mac_solids, lg_mac *m, lg_step *s, bool voxels);
/* Solids stand where they stood, but their velocities have changed. False: no memory. */
LG_HOT(bool, lg_mac_solid_speeds, lg_mac *m, lg_step *s);
/* m/s: no point of a solid that is in the bounds in the next dt s is faster. */
LG_HOT(double, lg_mac_solids_max_speed, lg_step *s, float dt);
/* Of a solid, numbered as `nearest` has it: m/s at x (m). */
LG_HOT(void, lg_mac_solid_velocity, const lg_mac *m, int solid, const float x[3], double out[3]);
/* Its id; m, from its centre to x. */
LG_HOT(lg_id, lg_mac_solid_arm, const lg_mac *m, int solid, const float x[3], double arm[3]);
/* Its id; at (m), beside it, becomes the place beside its collider, whose image it may be. */
LG_HOT(lg_id, lg_mac_solid_place, const lg_mac *m, int solid, double at[3]);
/* The solid in which a face's deepest corner lies. */
LG_HOT(int, lg_mac_face_solid, const lg_mac *m, int axis, int c);
/* What that solid has of the closed part 1 - A of a face; 0: it is a wall at the edges. */
LG_HOT(float, lg_mac_closed_share, const lg_mac *m, const lg_world *w, int axis, int c);

/* ---- a step --------------------------------------------------------------------------------- */

/* cell_types.c: type of every cell, from the sorted particles; 1 / theta, and which faces are
   active; fill. By what the fluid is told: what cells hold; that and the weights on their faces,
   behind lg_mac_p2g; or nothing, as every cell that is not solid is fluid. */
typedef enum lg_mac_by { LG_MAC_BY_COUNT, LG_MAC_BY_DENSITY, LG_MAC_BY_BOUNDS } lg_mac_by;
LG_HOT(void, lg_mac_classify, lg_mac *m, lg_step *s, lg_mac_by by);
/* Types as those who look see them, of ghosts too, and which faces are active. */
LG_HOT(void, lg_mac_retype, lg_mac *m, const lg_step *s);
/* detach.c, behind the pressure's solve: cells that pull water round the edge of a solid are air.
   True: there are some, so the pressure is to be found again. */
LG_HOT(bool, lg_mac_detach, lg_mac *m, const lg_step *s);

/* fill.c: room of every cell, and which are whole, where fractions are known; fill, where types
   are. count: of particles in cells beside thin solids; sum: for its use. */
LG_HOT(void, lg_mac_find_room, lg_mac *m, const lg_step *s);
LG_HOT(void, lg_mac_find_fill, lg_mac *m, const lg_step *s, const float *count, float *sum);

/* A particle in volumes of a whole one. */
LG_HOT(float, lg_mac_whole, const lg_mac *m, const lg_step *s, size_t i);

/* p2g.c: pair = {sum w v, sum w} of the particles around a face; affine: dim x dim columns of APIC,
   or NULL. Then, where cells have their types, u = the weighted mean; the face is in layer 1 if
   there are any. */
LG_HOT(void, lg_mac_p2g, lg_mac *m, const lg_step *s, float *const affine[9]);
LG_HOT(void, lg_mac_average, lg_mac *m, const lg_step *s);

/* extrapolate.c: pair = {u, 0} on the fluid's faces; later {u, u - what was saved}. */
LG_HOT(void, lg_mac_save, lg_mac *m, const lg_step *s);
LG_HOT(void, lg_mac_subtract_saved, lg_mac *m, const lg_step *s);
/* Behind lg_mac_save: whether water can flow through faces to which no particle gave a velocity. */
LG_HOT(bool, lg_mac_lacks, lg_mac *m, const lg_step *s);
/* Then: the largest component of u, m/s; without memory the step has failed. */
LG_HOT(float, lg_mac_fastest, lg_mac *m, lg_step *s);
/* Pairs carried outward over so many layers of faces, then constrained. */
LG_HOT(void, lg_mac_extrapolate, lg_mac *m, const lg_step *s, int layers);
/* The same over the layers as they are, where only velocities have changed. */
LG_HOT(void, lg_mac_carry, lg_mac *m, const lg_step *s, int layers);
/* solid_boundary.c: pairs of closed faces, along the solids (free slip) or against them (no slip),
   and of ghosts. */
LG_HOT(void, lg_mac_constrain, lg_mac *m, const lg_step *s);
/* Behind lg_mac_average: the closed faces whose change, when pairs next hold one, is a load.
   density: kg/m3. Of a grid that holds its velocity there are none. False: no memory. */
LG_HOT(bool, lg_mac_find_closed, lg_mac *m, const lg_step *s, float density);

/* viscosity.c: u as viscosity (Pa s) leaves it. by_transfer: Pa s, what the velocity's way over the
   grid diffuses anyway, which counts as a part of it but at walls. pressure: how it is found, where
   viscosity is solved for because the sub-step is too long for an explicit one; carried: of
   particles, as below. */
LG_HOT(void, lg_mac_diffuse, lg_mac *m, lg_step *s, const lg_poisson_how *pressure, float viscosity,
       float by_transfer, float density, float *carried);
/* viscous_pressure.c: adds to the pressure, found as if there were no viscosity, what particles
   carry (Pa). Behind the projection: what they carry to the next sub-step; 0, if it was not asked
   for in this one. They are sorted. */
LG_HOT(void, lg_mac_recall_pressure, lg_mac *m, lg_step *s, float density, float *carried);
LG_HOT(void, lg_mac_carry_pressure, lg_mac *m, const lg_step *s, float *carried);

/* tension.c, behind lg_mac_classify by density: curvature, of the share of the fluid in it. */
LG_HOT(void, lg_mac_curve, lg_mac *m, lg_step *s);
/* Behind it, to what moves particles: those beyond the surface are drawn back. density: kg/m3 */
LG_HOT(void, lg_mac_draw_back, lg_mac *m, const lg_step *s, float density);

/* projection.c: finds the pressure, which is to be found again by lg_mac_project; adds so much of
   what it does to u. */
LG_HOT(void, lg_mac_find_pressure, lg_mac *m, lg_step *s, const lg_poisson_how *how, float density);
LG_HOT(void, lg_mac_push, lg_mac *m, lg_step *s, float density, float share);
/* u -= dt / rho grad p, so that div u = 0; p and the divergence that is left, for
   those who look; bodies give way. Iterations are added to s->stats, and the residual is of the
   last solve. */
LG_HOT(void, lg_mac_project, lg_mac *m, lg_step *s, const lg_poisson_how *how, float density);
/* After it, and to its matrix: pairs become the velocity that moves particles, u and a flow that
   brings overfull and hollow cells back to their volume at the rate feedback (1/s). */
LG_HOT(void, lg_mac_give_volume_back, lg_mac *m, lg_step *s, const lg_poisson_how *pressure,
       float feedback, int layers);

/* body_coupling.c: what bodies add to the pressure's equation. False: no memory. */
LG_HOT(bool, lg_mac_couple_bodies, lg_mac *m, lg_step *s, float density);
/* The pressure becomes pending impulses on bodies. True: it lifts one from what held it, so it is
   to be found again, and nothing is pending. */
LG_HOT(bool, lg_mac_lift_bodies, lg_mac *m, lg_step *s, float density);
/* The same as the pressure is, whatever it lifts. */
LG_HOT(void, lg_mac_push_bodies, lg_mac *m, lg_step *s, float density);
/* Pending impulses change velocities. False: no memory. */
LG_HOT(bool, lg_mac_accelerate_bodies, lg_mac *m, lg_step *s);

/* advect_grid.c, of a grid that carries its velocity: u along itself; u += dt a of gravity and the
   fields. */
LG_HOT(void, lg_mac_advect, lg_mac *m, lg_step *s, int layers);
LG_HOT(void, lg_mac_accelerate, lg_mac *m, lg_step *s);
/* Ends its step: u is also there where it was extrapolated to, and speed is known. */
LG_HOT(void, lg_mac_keep, lg_mac *m);

/* merge.c: of particles that meet in a cell, whose drift is the grid's velocity at them, the latter
   instead of their own. They are sorted. */
LG_HOT(void, lg_mac_merge, const lg_mac *m, const lg_step *s);

/* separate.c: particles of cells that hold several times what belongs there are moved apart. They
   are sorted, fill is known. */
LG_HOT(void, lg_mac_separate, const lg_mac *m, lg_step *s);

/* watched_cell.c, of watched particles: the cell they are in and the faces they read, before the
   projection, with what viscosity has done; and after it. */
LG_HOT(void, lg_mac_watch_before, const lg_mac *m, lg_step *s);
LG_HOT(void, lg_mac_watch_after, const lg_mac *m, lg_step *s);
/* Behind lg_mac_extrapolate of the change: the rest of it is the pressure's. change: m/s. */
LG_HOT(void, lg_mac_watch_change, const lg_mac *m, lg_step *s, lg_watched *o, float change[3]);

/* reseed.c: particles of the interior cells kept between low and high. They are sorted into these
   cells, whose types are known; new ones are appended, so all must be sorted again. False: no
   memory. */
bool lg_mac_reseed(lg_mac *m, lg_step *s, const lg_cells *cells, float low, float high);

/* ---- cells ---------------------------------------------------------------------------------- */

/* Number of cell (i, j, k) among those that particles are sorted into, which have one ghost on
   every side. */
LG_INLINE size_t lg_mac_sorted_cell(const lg_layout *l, int i, int j, int k) {
  return ((size_t)(k + (l->dim == 3)) * (size_t)(l->n[1] + 2) + (size_t)(j + 1)) *
             (size_t)(l->n[0] + 2) +
         (size_t)(i + 1);
}
/* Of the starts of all cells, those of a row; behind the last is where it ends. */
LG_INLINE const int32_t *lg_mac_row_starts(const lg_layout *l, const int32_t *cell_start, int row) {
  return cell_start + lg_mac_sorted_cell(l, 0, row % l->n[1], row / l->n[1]);
}

/* What particles add to a grid is dealt out in slabs of LG_MAC_SLAB layers of cells along the last
   axis, first all even ones, then all odd ones (colour 0, 1): it lies within one layer of a slab,
   so slabs of one colour never meet, and the order of sums is fixed. */
#define LG_MAC_SLAB 4
LG_INLINE size_t lg_mac_slab_tasks(const lg_layout *l, int color) {
  const int slabs = (l->n[l->dim - 1] + LG_MAC_SLAB - 1) / LG_MAC_SLAB;
  return (size_t)((slabs + 1 - color) / 2);
}
LG_INLINE void lg_mac_slab(const lg_layout *l, int slab, int *first, int *end) { /* its layers */
  *first = slab * LG_MAC_SLAB;
  *end = lg_mini((slab + 1) * LG_MAC_SLAB, l->n[l->dim - 1]);
}

/* 1 / theta of a face; of both, where it is the first or the last one of a periodic axis, as they
   are the same. */
LG_INLINE void lg_mac_put_inverse_theta(const lg_mac *m, int axis, int face, float inverse) {
  const lg_layout *l = &m->lattice;
  const int at = lg_lattice_number(l, axis, face), across = l->n[axis] * l->step[axis];
  m->inverse_theta[axis][face] = inverse;
  if (l->periodic[axis] && at == 0) m->inverse_theta[axis][face + across] = inverse;
  if (l->periodic[axis] && at == l->n[axis]) m->inverse_theta[axis][face - across] = inverse;
}

/* Whether a thin solid is beside cell c: its particles count in whole numbers (fill.c). */
LG_INLINE bool lg_mac_beside_thin(const lg_mac *m, int c) { return m->thin.any && m->thin.zone[c]; }
/* Whether it hides the cell's neighbour on an axis. */
LG_INLINE bool lg_mac_hides(const lg_mac *m, int c, int axis, int side) {
  return lg_mac_beside_thin(m, c) && !(m->open[axis][side > 0 ? c + m->lattice.step[axis] : c] > 0);
}
/* Whether a cell is air and has no particles: those of others lie above the middle of a cell that
   the surface cuts. */
LG_INLINE bool lg_mac_is_empty(const lg_mac *m, int c) {
  return m->type[c] == LG_MAC_AIR && !(m->fill[c] > 0);
}
/* Whether a cell shares a face with an empty one. */
LG_INLINE bool lg_mac_meets_empty(const lg_mac *m, int c) {
  bool empty = false;
  for (int k = 0; k < m->lattice.dim; k++)
    for (int side = -1; side <= 1; side += 2)
      empty = empty ||
              (lg_mac_is_empty(m, c + side * m->lattice.step[k]) && !lg_mac_hides(m, c, k, side));
  return empty;
}
/* The types among the 3^dim cells around c that it sees, a bit each; air with particles is
   fluid. */
LG_INLINE unsigned lg_mac_types_around(const lg_mac *m, int c) {
  const lg_layout *l = &m->lattice;
  unsigned types = 0;
  for (int z = l->dim == 3 ? -1 : 0; z <= (l->dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++)
      for (int x = -1; x <= 1; x++)
        if (lg_mac_thin_seen(&m->thin, 3, c, x, y, z)) {
          const int other = c + x + y * l->step[1] + z * l->step[2];
          const bool wet = m->type[other] == LG_MAC_AIR && !lg_mac_is_empty(m, other);
          types |= 1u << (wet ? LG_MAC_FLUID : m->type[other]);
        }
  return types;
}

/* The default material's density over the fluid's at a face; of air there is none. */
LG_INLINE float lg_mac_lightness(const lg_mac *m, int axis, int c) {
  const int before = c - m->lattice.step[axis];
  if (!m->mixed) return 1;
  if (m->type[before] != LG_MAC_FLUID) return 1 / m->density[c];
  if (m->type[c] != LG_MAC_FLUID) return 1 / m->density[before];
  return 2 / (m->density[c] + m->density[before]);
}

/* What particles from `first` on see; NULL: all. */
LG_INLINE const uint32_t *lg_mac_sights(const lg_mac *m, size_t first) {
  return m->thin.any ? m->thin.sight + first : NULL;
}

/* What flows out of cell c through what is open of its faces, and with the solids that close the
   rest, 1/s. */
LG_INLINE double lg_mac_divergence(const lg_mac *m, int c) {
  double sum = 0;
  for (int k = 0; k < m->lattice.dim; k++) {
    int up = c + m->lattice.step[k];
    const float *a = m->open[k], *u = m->u[k], *solid = m->solid_u[k];
    double out = (double)(a[up] * u[up] + (1 - a[up]) * solid[up]),
           in = (double)(a[c] * u[c] + (1 - a[c]) * solid[c]);
    sum += (out - in) * (double)m->inverse[k];
  }
  return sum;
}

/* m, from the middle of a face to the nearest solid; < 0: inside. */
LG_INLINE float lg_mac_face_distance(const lg_mac *m, int axis, int c) {
  const lg_layout *l = &m->lattice;
  const int p = l->step[(axis + 1) % l->dim], q = l->step[(axis + 2) % 3];
  if (l->dim == 2) return 0.5f * (m->phi[c] + m->phi[c + p]);
  return 0.25f * (m->phi[c] + m->phi[c + p] + m->phi[c + q] + m->phi[c + p + q]);
}

/* m, of the middle of face c of an axis, or of cell c (axis 3). */
LG_INLINE void lg_mac_position(const lg_mac *m, int axis, int c, float x[3]) {
  const lg_layout *l = &m->lattice;
  for (int k = 0; k < 3; k++)
    x[k] = k < l->dim
               ? m->origin[k] +
                     ((float)lg_lattice_number(l, k, c) + (k == axis ? 0 : 0.5f)) * m->cell[k]
               : 0;
}

/* Of an array of the faces of a component, `entry` bytes each: the ghosts of periodic axis `across`
   repeat the faces at its other end. On its own axis there is a face more, the first again. */
LG_INLINE void lg_mac_wrap_across(const lg_layout *l, int axis, int across, void *x, size_t entry) {
  const int n = l->n[across];
  const ptrdiff_t step = l->step[across] * (ptrdiff_t)entry;
  LG_EACH_LINE(l, across, true, c) {
    char *below = (char *)x + (size_t)c * entry, *first = below + step, *behind = first + n * step;
    memcpy(below, behind - step, entry);
    memcpy(behind, first, entry);
    if (across == axis) memcpy(behind + step, first + step, entry);
  }
}
#define lg_mac_wrap_faces(l, axis, x) lg_mac_wrap_face_entries(l, axis, x, sizeof *(x))
LG_INLINE void lg_mac_wrap_face_entries(const lg_layout *l, int axis, void *x, size_t entry) {
  for (int across = 0; across < l->dim; across++)
    if (l->periodic[across]) lg_mac_wrap_across(l, axis, across, x, entry);
}

/* The layer of a face that was in `layer` and is the fluid's (1) or not (0): ghosts stay what they
   are. Without a branch, so that loops are done in lanes. */
LG_INLINE uint8_t lg_mac_first_layer(uint8_t layer, uint8_t fluid) {
  return (uint8_t)(fluid | -(layer == LG_MAC_GHOST));
}

/* ---- faces in loops ------------------------------------------------------------------------- */

/* Rows of the faces of an axis: one more on that axis than cells. */
LG_INLINE int lg_mac_face_rows(const lg_layout *l, int axis) {
  return (l->n[1] + (axis == 1)) * (l->n[2] + (axis == 2));
}
LG_INLINE int lg_mac_face_row(const lg_layout *l, int axis, int row) { /* its first face */
  int lines = l->n[1] + (axis == 1);
  return l->dim == 2 ? lg_lattice_at(l, 0, row, 0) : lg_lattice_at(l, 0, row % lines, row / lines);
}
LG_INLINE int lg_mac_row_faces(const lg_layout *l, int axis) { return l->n[0] + (axis == 0); }
/* Groups of rows of all axes in turn: task % dim is the axis. */
LG_INLINE size_t lg_mac_face_tasks(const lg_layout *l) {
  int rows = 0, size = l->task_rows;
  for (int axis = 0; axis < l->dim; axis++) rows = lg_maxi(rows, lg_mac_face_rows(l, axis));
  return (size_t)((rows + size - 1) / size * l->dim);
}
/* fn over all cells, or all faces, in tasks. */
LG_INLINE void lg_mac_for_cells(const lg_mac *m, int threads, lg_block_fn *fn, void *user) {
  const lg_layout *l = &m->lattice;
  lg_par_tasks(lg_lattice_threads(l, threads), lg_lattice_tasks(l), fn, user);
}
LG_INLINE void lg_mac_for_faces(const lg_mac *m, int threads, lg_block_fn *fn, void *user) {
  const lg_layout *l = &m->lattice;
  lg_par_tasks(lg_lattice_threads(l, threads), lg_mac_face_tasks(l), fn, user);
}
/* Loops over the rows of faces of a task, all of one axis, and over its faces row by row: `break`
   leaves but the row. */
#define LG_EACH_FACE_ROW(l, task, axis, row)                                                       \
  for (int axis = (int)(task) % (l)->dim, row = (int)(task) / (l)->dim * (l)->task_rows,           \
           row##_end = lg_mini(row + (l)->task_rows, lg_mac_face_rows(l, axis));                   \
       row < row##_end; row++)
#define LG_EACH_FACE(l, task, axis, c)                                                             \
  LG_EACH_FACE_ROW(l, task, axis, c##_row)                                                         \
    for (int c = lg_mac_face_row(l, axis, c##_row), c##_end = c + lg_mac_row_faces(l, axis);       \
         c < c##_end; c++)
/* Loops over those in layers low .. high; layer: an array for each axis. */
#define LG_EACH_FACE_OF_LAYERS(l, task, layer, low, high, axis, c)                                 \
  LG_EACH_FACE_ROW(l, task, axis, c##_row)                                                         \
    for (int c##_first = lg_mac_face_row(l, axis, c##_row),                                        \
             c##_end = c##_first + lg_mac_row_faces(l, axis),                                      \
             c = lg_mac_next_face(layer[axis], low, high, c##_first, c##_end);                     \
         c < c##_end; c = lg_mac_next_face(layer[axis], low, high, c + 1, c##_end))
/* The first face from c on in these layers; end: none. Eight of which all are in layer 0, or all in
   layer 1, are passed at once. */
LG_INLINE int lg_mac_next_face(const uint8_t *layer, int low, int high, int c, int end) {
  for (; c < end; c++) {
    uint64_t eight = 2;
    if (c + 8 <= end) memcpy(&eight, layer + c, sizeof eight);
    if (eight == 0 || eight == 0x0101010101010101u) c += 7;
    else if (layer[c] >= low && layer[c] <= high) return c;
  }
  return end;
}

/* ---- where water is ------------------------------------------------------------------------- */

/* The first fluid cell, or face where water can flow, from c on; end: none. Most of a grid holds
   neither: eight that are none are passed at once. */
LG_INLINE int lg_mac_next_fluid(const uint8_t *type, int c, int end) {
  for (; c < end; c++) {
    uint64_t eight = 0;
    if (c + 8 <= end) memcpy(&eight, type + c, sizeof eight);
    /* is a byte 0, which is LG_MAC_FLUID? */
    if (!((eight - 0x0101010101010101u) & ~eight & 0x8080808080808080u)) c += 7;
    else if (type[c] == LG_MAC_FLUID) return c;
  }
  return end;
}
LG_INLINE int lg_mac_next_active(const uint8_t *active, int c, int end) {
  for (; c < end; c++) {
    uint64_t eight = 1;
    if (c + 8 <= end) memcpy(&eight, active + c, sizeof eight);
    if (eight == 0) c += 7;
    else if (active[c]) return c;
  }
  return end;
}
/* Loops over a row's fluid cells, from its first cell on; over those of a task's rows; over a
   task's faces where water can flow. */
#define LG_EACH_FLUID_OF_ROW(m, first, c)                                                          \
  for (int c##_end = (first) + (m)->lattice.n[0],                                                  \
           c = lg_mac_next_fluid((m)->type, first, c##_end);                                       \
       c < c##_end; c = lg_mac_next_fluid((m)->type, c + 1, c##_end))
#define LG_EACH_FLUID(m, task, c)                                                                  \
  LG_EACH_ROW(&(m)->lattice, task, c##_row)                                                        \
    LG_EACH_FLUID_OF_ROW(m, lg_lattice_row(&(m)->lattice, c##_row) + LG_ROW_FIRST, c)

#endif
