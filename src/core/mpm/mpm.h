/* mpm.h - the material point method on a grid of nodes: MLS-MPM (Hu et al. 2018, "A moving least
   squares material point method") with quadratic B-splines and APIC (Jiang et al. 2015).

        o------o------o------o        Velocity and mass live in the nodes, the lower corners of the
        |      |      |      |        cells that particles are sorted into (lattice.h): node c is
        o------o------o------o        the corner of cell c with the lowest coordinates. A particle
        |      | p    |      |        sees the 3^dim nodes around the one next to it: up to one
        o------o------o------o        beyond either end of the bounds, which the lattice's ghosts
        |      |      |      |        are.
        o------o------o------o

   Cells are fitted to the bounds, axis by axis, so that edges lie on nodes.

   In the tables below p is a particle, i a node, w_ip = product of N(x_i - x_p) over the axes, and
   D_k = h_k^2 / 4 the spline's second moment. */
#ifndef LG_CORE_MPM_H
#define LG_CORE_MPM_H

#include "core/base/par.h"
#include "core/base/step.h"
#include "core/particles/neighbors.h"
#include "core/poisson/lattice.h"

/* What a material is, as its constitutive model needs it: one for each number of a material. */
typedef struct lg_matter {
  lg_model model;
  float density;         /* kg/m3 */
  float mu, lambda;      /* Pa, Lame's; of fluids lambda is the bulk modulus and mu 0 */
  float viscosity;       /* Pa s */
  float damper;          /* Pa: of fluids, against what the volume changes by in a sub-step */
  float squeeze, strain; /* snow: theta_c, theta_s */
  float hardening;       /* snow: xi */
  float friction;        /* sand: alpha of the yield surface |dev tau| <= -alpha tr tau */
} lg_matter;

typedef struct lg_mpm {
  lg_mem *mem;
  lg_layout lattice;
  float origin[3], cell[3], inverse[3]; /* m, m, 1/m */
  size_t capacity;                      /* entries of an array */

  /* of nodes: {momentum, mass} (p2g), then {velocity, mass}; m/s, kg */
  lg_v4 *node;
  uint8_t *active; /* of rows of nodes: 1: particles reach it */

  lg_matter *matter;    /* by the number of a material */
  lg_tally *partial;    /* one a block of particles */
  struct lg_grip *grip; /* what bodies take up, one a task of rows and solid: contact.c */

  /* columns of the particles, component by component: row a of a matrix is at [a * dim + b] */
  float *affine[9]; /* C, 1/s */
  float *deform[9]; /* F - 1 */
  float *normal[3]; /* Kirchhoff stress tau, Pa: xx yy zz */
  float *shear[3];  /* yz zx xy, in 2-D xy alone */
  float *volume;    /* J - 1 of fluids, J_P - 1 of snow, of sand what it has dilated, ln */
  float *pressure;  /* Pa */
} lg_mpm;

/* ---- memory and columns: mpm.c -------------------------------------------------------------- */

/* Cells of about `edge` m that fit the bounds. */
void lg_mpm_cells(const lg_world *w, float edge, lg_cells *out);
/* The grid over the bounds with these cells, and tables for the step's materials and particles.
   False: no memory. */
bool lg_mpm_room(lg_mpm *m, lg_step *s, const lg_cells *cells);
void lg_mpm_free(lg_mpm *m);
/* The columns of a solver of material points. */
#define LG_MPM_COLUMNS                                                                             \
  {"affine_x", 0, "1/s", "gradient of the velocity's x (APIC's C)"},                               \
      {"affine_y", 0, "1/s", "gradient of its y"},                                                 \
      {"affine_z", 0, "1/s", "gradient of its z, in 3-D"},                                         \
      {"deformation_x", 0, "1",                                                                    \
       "elastic deformation gradient less the identity, F - 1: its first row; 0 if undeformed"},   \
      {"deformation_y", 0, "1", "its second row"},                                                 \
      {"deformation_z", 0, "1", "its third row, in 3-D"},                                          \
      {"stress", 0, "Pa", "Kirchhoff stress, along the axes: xx, yy, zz"},                         \
      {"shear_stress", 0, "Pa", "Kirchhoff stress across the axes: yz, zx, xy; in 2-D xy, 0"},     \
      {"volume_strain", 1, "1",                                                                    \
       "fluids: volume over that at rest, less 1; snow: the same of what stays; sand: what "       \
       "shearing has opened and pressing must close first"},                                       \
      {"pressure", 1, "Pa", "minus the mean stress along the axes, below 0 where it pulls"}, {     \
    NULL, 0, NULL, NULL                                                                            \
  }
/* Finds them, and reads what the materials are; sound: m/s, of fluids. */
void lg_mpm_read(lg_mpm *m, lg_step *s, float sound);

/* ---- a step --------------------------------------------------------------------------------- */

/* transfer.c:  m_i = sum_p w_ip m_p,
                (m v)_i = sum_p w_ip (m_p v_p + (m_p C_p - dt V_p^0 tau_p D^-1) (x_i - x_p));
   V_p^0 is the volume at rest: that of now times sigma is V_p^0 times tau = J sigma */
LG_HOT(void, lg_mpm_p2g, lg_mpm *m, const lg_step *s);
/* v_p = sum_i w_ip v_i,  C_p = sum_i w_ip v_i (x_i - x_p)^T D^-1 */
LG_HOT(void, lg_mpm_g2p, lg_mpm *m, const lg_step *s);
/* contact.c: v_i = (m v)_i / m_i, then against walls, colliders and bodies, which take up what it
   costs. False: no memory. */
LG_HOT(bool, lg_mpm_contact, lg_mpm *m, lg_step *s);
/* deform.c: F' = (1 + dt C) F, then what the material cannot bear flows, then tau. */
LG_HOT(void, lg_mpm_deform, lg_mpm *m, const lg_step *s);
/* The most that a particle's speed and that of waves in it add up to, m/s. */
LG_HOT(double, lg_mpm_fastest, lg_mpm *m, const lg_step *s);

/* Tells watched particles what the grid does to them: behind p2g, which leaves their nodes'
   velocity in met, and what edges and solids then do, behind g2p (watched.c). */
LG_HOT(void, lg_mpm_watch_grid, const lg_mpm *m, lg_step *s, float met[LG_WATCHED_MAX][3]);
LG_HOT(void, lg_mpm_watch_contact, lg_step *s, float met[LG_WATCHED_MAX][3]);

/* ---- cells ---------------------------------------------------------------------------------- */

/* The first particle of each cell of a row (y fastest), and, behind, of the cell after the last. */
LG_INLINE const int32_t *lg_mpm_cell_starts(const lg_mpm *m, const lg_step *s, int row) {
  const lg_layout *l = &m->lattice;
  const int y = row % l->n[1], z = row / l->n[1];
  const size_t line = (size_t)(z + (l->dim == 3)) * (size_t)(l->n[1] + 2) + (size_t)(y + 1);
  return s->neighbors->cell_start + line * (size_t)(l->n[0] + 2) + 1;
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Rows of nodes: from one before the first to one behind the last. */
LG_INLINE int lg_mpm_lines(const lg_layout *l) { return l->n[1] + 3; }
LG_INLINE int lg_mpm_rows(const lg_layout *l) {
  return lg_mpm_lines(l) * (l->dim == 3 ? l->n[2] + 3 : 1);
}
/* The first node of a row, one before the bounds; it has n[0] + 3. */
LG_INLINE int lg_mpm_row(const lg_layout *l, int row) {
  return row * l->step[1] + LG_ROW_FIRST - 1;
}
LG_INLINE int lg_mpm_task_rows(const lg_layout *l) { return lg_maxi(1, 2048 / l->step[1]); }
LG_INLINE size_t lg_mpm_tasks(const lg_layout *l) {
  int rows = lg_mpm_task_rows(l);
  return (size_t)((lg_mpm_rows(l) + rows - 1) / rows);
}
/* Loops over the nodes of a task that have mass. */
#define LG_EACH_NODE(m, task, c)                                                                   \
  for (int c##_row = (int)(task)*lg_mpm_task_rows(&(m)->lattice),                                  \
           c##_rows =                                                                              \
               lg_mini(c##_row + lg_mpm_task_rows(&(m)->lattice), lg_mpm_rows(&(m)->lattice));     \
       c##_row < c##_rows; c##_row++)                                                              \
    if (!(m)->active[c##_row]) continue;                                                           \
    else                                                                                           \
      for (int c = lg_mpm_row(&(m)->lattice, c##_row), c##_end = c + (m)->lattice.n[0] + 3;        \
           c < c##_end; c++)                                                                       \
        if (!((m)->node[c][3] > 0)) continue;                                                      \
        else

LG_INLINE void lg_mpm_position(const lg_mpm *m, int c, double x[3]) {
  for (int k = 0; k < 3; k++)
    x[k] = k < m->lattice.dim
               ? (double)(m->origin[k] + (float)lg_lattice_number(&m->lattice, k, c) * m->cell[k])
               : 0;
}

#endif
