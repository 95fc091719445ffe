/* point.c - pressure, density and velocity at a point: from the particles' columns, or from the
   cells of a solver that keeps its pressure in a grid. */
#include "core/base/kernel.h"
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/measure/measure.h"
#include "core/object/material.h"
#include "core/particles/near.h"
#include "core/particles/particles.h"

/* ---- columns interpolated at a point -------------------------------------------------------- */

/* Moving least squares (Lancaster & Salkauskas 1981): the linear function that fits the particles
   round the point best, weighted by the kernel. Exact for linear fields also at walls and surfaces,
   where a plain kernel sum loses what lies beyond. */
enum {
  TERMS = 4,
  FIELDS = 3,
  MATRIX = TERMS * (TERMS + 1) / 2,
  RIGHT_SIDE = MATRIX + 1,
  SUMS = RIGHT_SIDE + TERMS * FIELDS
};
_Static_assert(SUMS <= LG_MEASURE_SUMS, "the sums of one particle");

typedef struct interpolation {
  lg_kernel kernel;
  const float *p;
  double v0; /* m^dim, of a sample */
  int components;
  float *const *column;
} interpolation;

/* A sample d away from the point, r2 = d . d, value[c] of component c. */
static void add_sample(const interpolation *q, int dim, const double d[3], double r2,
                       const double value[], double sum[]) {
  double radius = (double)q->kernel.radius, term[TERMS] = {1, 0, 0, 0};
  double weight = q->v0 * (double)lg_kernel_w(&q->kernel, (float)sqrt(r2));

  /* weighted sums of the terms (1, d / R): the matrix, its lower half, and right sides */
  for (int k = 0; k < dim; k++) term[k + 1] = d[k] / radius;
  for (int a = 0, at = 0; a <= dim; a++) {
    for (int b = 0; b <= a; b++) sum[at++] += weight * term[a] * term[b];
    for (int c = 0; c < q->components; c++)
      sum[RIGHT_SIDE + TERMS * c + a] += weight * term[a] * value[c];
  }
}

static void add_moments(const lg_world *w, const void *user, size_t i, double sum[]) {
  const interpolation *q = user;
  double d[3], value[FIELDS], r2 = lg_particle_apart(w, q->p, i, d),
                              radius = (double)q->kernel.radius;
  if (!(r2 < radius * radius)) return;
  for (int c = 0; c < q->components; c++) value[c] = (double)q->column[c][i];
  add_sample(q, w->dim, d, r2, value, sum);
}

/* Solves A c = b by Cholesky's L L^T for c[0], with A's lower half in rows. False: too few
   particles, or all in a line. */
static bool solve_cholesky(const double *half, const double *right, int n, double *value) {
  double l[TERMS][TERMS], y[TERMS];

  /* A = L L^T row by row, and L y = b on the way */
  for (int a = 0, at = 0; a < n; a++) {
    for (int b = 0; b <= a; b++) {
      double left = half[at++];
      for (int k = 0; k < b; k++) left -= l[a][k] * l[b][k];
      if (a == b && !(left > 1e-3 * half[0])) return false;
      l[a][b] = a == b ? sqrt(left) : left / l[b][b];
    }
    y[a] = right[a];
    for (int k = 0; k < a; k++) y[a] -= l[a][k] * y[k];
    y[a] /= l[a][a];
  }

  /* L^T c = y, backward */
  for (int a = n - 1; a >= 0; a--) {
    for (int k = a + 1; k < n; k++) y[a] -= l[k][a] * y[k];
    y[a] /= l[a][a];
  }
  *value = y[0];
  return true;
}

#define LEAST_FILL 0.1 /* of a full neighbourhood: a corner in 3-D has 1/8 */

/* Where there is fluid: the fit, or the mean where too few samples define one. pushes: a fit that
   would pull where the fluid on average does not is 0; beyond the last samples a line can
   overshoot. */
static void fit(const interpolation *q, int dim, const double sum[], bool pushes, double out[3]) {
  for (int c = 0; c < q->components; c++) {
    const double *right = &sum[RIGHT_SIDE + TERMS * c];
    out[c] = 0;
    if (sum[0] > LEAST_FILL && !solve_cholesky(sum, right, dim + 1, &out[c]))
      out[c] = right[0] / sum[0];
    if (pushes) out[c] = fmax(out[c], fmin(right[0] / sum[0], 0));
  }
}

static void interpolate(lg_world *w, const lg_measure_options *o, const char *name, bool pushes,
                        double out[3]) {
  double sum[LG_MEASURE_SUMS];
  const lg_col *col = lg_particles_column(w->particles, name);
  interpolation q = {lg_kernel_make(LG_WENDLAND_C2, w->dim, 3 * (double)w->def.spacing), o->at,
                     lg_cube((double)w->def.spacing, w->dim), col->components, col->c};
  if (lg_measure_sum(w, add_moments, &q, SUMS, sum)) fit(&q, w->dim, sum, pushes, out);
  else out[0] = out[1] = out[2] = (double)NAN;
}

/* ---- a grid's values at a point ------------------------------------------------------------- */

enum { FLUID = 0, AIR = 2 }; /* of the grid "type" */

static bool is_of_cells(const lg_grid_view *g) {
  return g->components == 1 && g->location == LG_AT_CELLS;
}

bool lg_measure_has_cells(const lg_world *w, const char *grid) {
  const lg_grid_view g = lg_grid(w, grid), type = lg_grid(w, "type");
  return is_of_cells(&g) && is_of_cells(&type) && memcmp(g.cells, type.cells, sizeof g.cells) == 0;
}

/* Moves cell at[] along axis k, round a periodic one; false: there is none. */
static bool go(const lg_world *w, const lg_grid_view *g, int k, int by, int at[3]) {
  at[k] += by;
  if (lg_is_periodic(w, k)) at[k] = (at[k] + g->cells[k]) % g->cells[k];
  return at[k] >= 0 && at[k] < g->cells[k];
}

static int type_of(const lg_grid_view *type, const int at[3]) {
  float what[3];
  lg_grid_cell(type, at[0], at[1], at[2], what);
  return (int)what[0];
}

/* Is the cell fluid and, if asked, none of those around it air? */
static bool counts(const lg_world *w, const lg_grid_view *type, const int at[3], bool inner) {
  if (type_of(type, at) != FLUID) return false;
  for (int k = 0; inner && k < w->dim; k++)
    for (int by = -1; by <= 1; by += 2) {
      int beside[3] = {at[0], at[1], at[2]};
      if (go(w, type, k, by, beside) && type_of(type, beside) == AIR) return false;
    }
  return true;
}

#define REACH 2 /* cells */

/* The point on axis k, in cells; on a periodic axis where it lies in the world. */
static double in_cells(const lg_world *w, const lg_grid_view *g, const lg_measure_options *o,
                       int k) {
  const double x = ((double)o->at[k] - (double)g->origin[k]) / (double)g->cell[k];
  if (!lg_is_periodic(w, k)) return x;
  const double left = fmod(x, g->cells[k]);
  return left < 0 ? left + g->cells[k] : left;
}

/* The same fit through the middles of fluid cells; inner: of those alone that are no surface's.
   False: there is none, or the point lies in the air. */
static bool interpolate_cells(const lg_world *w, const lg_measure_options *o, const char *name,
                              bool inner, double out[3]) {
  const lg_grid_view g = lg_grid(w, name), type = lg_grid(w, "type");
  const double edge = (double)g.cell[0], radius = REACH * edge;
  double sum[LG_MEASURE_SUMS] = {0};
  interpolation q = {lg_kernel_make(LG_WENDLAND_C2, w->dim, radius), o->at, lg_cube(edge, w->dim),
                     1, NULL};
  const int depth = w->dim == 3 ? REACH : 0;
  double x[3];
  int own[3] = {0, 0, 0};
  out[0] = 0;
  for (int k = 0; k < w->dim; k++) {
    x[k] = in_cells(w, &g, o, k);
    own[k] = (int)fmin(fmax(floor(x[k]), 0), g.cells[k] - 1);
  }
  if (type_of(&type, own) == AIR) return false;

  /* Cells whose middles may lie within the kernel. */
  for (int l = -depth; l <= depth; l++)
    for (int j = -REACH; j <= REACH; j++)
      for (int i = -REACH; i <= REACH; i++) {
        const int by[3] = {i, j, l};
        int at[3] = {0, 0, 0};
        double d[3] = {0, 0, 0}, r2 = 0, value;
        bool there = true;
        for (int k = 0; k < w->dim; k++) {
          at[k] = own[k];
          d[k] = ((double)at[k] + by[k] + 0.5 - x[k]) * (double)g.cell[k];
          r2 += d[k] * d[k];
          there = there && go(w, &g, k, by[k], at);
        }
        if (!there || !(r2 < radius * radius) || !counts(w, &type, at, inner)) continue;

        float number[3];
        lg_grid_cell(&g, at[0], at[1], at[2], number);
        value = (double)number[0];
        add_sample(&q, w->dim, d, r2, &value, sum);
      }
  fit(&q, w->dim, sum, true, out);
  return sum[0] > LEAST_FILL;
}

/* The rest density of what lies round the point, kg/m3. */
static void add_rest(const lg_world *w, const void *user, size_t i, double sum[]) {
  const interpolation *q = user;
  double d[3], r2 = lg_particle_apart(w, q->p, i, d), radius = (double)q->kernel.radius;
  if (!(r2 < radius * radius)) return;
  double weight = (double)lg_kernel_w(&q->kernel, (float)sqrt(r2));
  sum[0] += weight;
  sum[1] += weight * (double)lg_material_mass(w, w->particles->material[i]) / q->v0;
}

/* Of a grid: how full its cells are, where the surface cuts none of them, times that. */
static void density_of_cells(lg_world *w, const lg_measure_options *o, double out[3]) {
  double sum[LG_MEASURE_SUMS], fill[3] = {1};
  interpolation q = {lg_kernel_make(LG_WENDLAND_C2, w->dim, 3 * (double)w->def.spacing), o->at,
                     lg_cube((double)w->def.spacing, w->dim), 1, NULL};
  out[0] = lg_measure_sum(w, add_rest, &q, 2, sum) ? 0 : (double)NAN;
  if (!(sum[0] > 0) || !interpolate_cells(w, o, "fill", false, fill)) return;
  if (!interpolate_cells(w, o, "fill", true, fill)) fill[0] = 1;
  out[0] = fill[0] * sum[1] / sum[0];
}

void lg_measure_pressure(lg_world *w, const lg_measure_options *o, double out[3]) {
  if (lg_particles_column(w->particles, "pressure")) interpolate(w, o, "pressure", true, out);
  else interpolate_cells(w, o, "pressure", false, out);
}
void lg_measure_density(lg_world *w, const lg_measure_options *o, double out[3]) {
  if (lg_particles_column(w->particles, "density")) interpolate(w, o, "density", false, out);
  else density_of_cells(w, o, out);
}
void lg_measure_velocity(lg_world *w, const lg_measure_options *o, double out[3]) {
  interpolate(w, o, "velocity", false, out);
}
