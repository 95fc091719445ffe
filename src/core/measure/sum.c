/* sum.c - measures that add something up over all particles. */
#include "core/base/par.h"
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/measure/measure.h"
#include "core/object/object.h"
#include "core/particles/particles.h"

/* ---- block sums ----------------------------------------------------------------------------- */

typedef struct summing {
  const lg_world *w;
  lg_measure_block *block;
  const void *user;
  int count;
  double *partial; /* `count` a block */
} summing;

static void sum_block(void *user, size_t begin, size_t end) {
  const summing *s = user;
  double sum[LG_MEASURE_SUMS] = {0};
  s->block(s->w, s->user, begin, end, sum);
  memcpy(s->partial + begin / LG_BLOCK * (size_t)s->count, sum, (size_t)s->count * sizeof *sum);
}

bool lg_measure_sum_blocks(lg_world *w, lg_measure_block *block, const void *user, int count,
                           double sum[]) {
  size_t n = w->particles->n, blocks = lg_blocks(n);
  summing s = {w, block, user, count, lg_scratch(w, (blocks + 1) * (size_t)count * sizeof(double))};
  for (int k = 0; k < count; k++) sum[k] = s.partial ? 0 : (double)NAN;
  if (!s.partial) return false;
  lg_par_blocks(lg_world_threads(w), n, sum_block, &s);
  for (size_t b = 0; b < blocks; b++)
    for (int k = 0; k < count; k++) sum[k] += s.partial[b * (size_t)count + (size_t)k];
  return true;
}

typedef struct singly {
  lg_measure_each *each;
  const void *user;
} singly;
static void one_by_one(const lg_world *w, const void *user, size_t begin, size_t end,
                       double sum[]) {
  const singly *s = user;
  for (size_t i = begin; i < end; i++) s->each(w, s->user, i, sum);
}

bool lg_measure_sum(lg_world *w, lg_measure_each *each, const void *user, int count, double sum[]) {
  return lg_measure_sum_blocks(w, one_by_one, &(singly){each, user}, count, sum);
}

/* ---- energy --------------------------------------------------------------------------------- */

static void add_kinetic(const lg_world *w, const void *user, size_t i, double sum[]) {
  (void)user;
  double v2 = 0;
  for (int k = 0; k < w->dim; k++)
    v2 += (double)w->particles->v[k][i] * (double)w->particles->v[k][i];
  sum[0] += 0.5 * (double)w->particles->mass[i] * v2;
}

static void add_potential(const lg_world *w, const void *user, size_t i, double sum[]) {
  const lg_measure_options *o = user;
  double along = 0;
  for (int k = 0; k < w->dim; k++)
    along += (double)w->def.gravity[k] * ((double)w->particles->x[k][i] - (double)o->about[k]);
  sum[0] -= (double)w->particles->mass[i] * along;
}

/* m3 (m2), of a particle */
static double rest_volume(const lg_world *w) { return lg_cube((double)w->def.spacing, w->dim); }

typedef struct compression {
  const float *density;
  double v0;
  const void *self;
  double (*energy)(const void *, double, double);
} compression;

static void add_internal(const lg_world *w, const void *user, size_t i, double sum[]) {
  const compression *s = user;
  double mass = (double)w->particles->mass[i];
  sum[0] += mass * s->energy(s->self, (double)s->density[i], mass / s->v0);
}

void lg_measure_kinetic_energy(lg_world *w, const lg_measure_options *o, double out[3]) {
  lg_measure_sum(w, add_kinetic, o, 1, out);
}

void lg_measure_potential_energy(lg_world *w, const lg_measure_options *o, double out[3]) {
  lg_measure_sum(w, add_potential, o, 1, out);
}

/* 0 where the solver's fluid cannot be compressed: its pressure does no work that is stored. */
void lg_measure_internal_energy(lg_world *w, const lg_measure_options *o, double out[3]) {
  (void)o;
  const lg_col *density = lg_particles_column(w->particles, "density");
  compression s = {density ? density->c[0] : NULL, rest_volume(w), lg_world_solver_self(w),
                   lg_world_solver_kind(w)->solver.energy};
  out[0] = 0;
  if (s.energy && s.density) lg_measure_sum(w, add_internal, &s, 1, out);
}

void lg_measure_energy(lg_world *w, const lg_measure_options *o, double out[3]) {
  double kinetic[3], potential[3], internal[3];
  lg_measure_kinetic_energy(w, o, kinetic);
  lg_measure_potential_energy(w, o, potential);
  lg_measure_internal_energy(w, o, internal);
  out[0] = kinetic[0] + potential[0] + internal[0];
}

/* ---- mass and momentum ---------------------------------------------------------------------- */

static void add_mass(const lg_world *w, const void *user, size_t i, double sum[]) {
  (void)user;
  sum[0] += (double)w->particles->mass[i];
}

static void add_momentum(const lg_world *w, const void *user, size_t i, double sum[]) {
  (void)user;
  for (int k = 0; k < w->dim; k++)
    sum[k] += (double)w->particles->mass[i] * (double)w->particles->v[k][i];
}

/* m r x v; in 2-D its one component, along z. */
static void add_angular(const lg_world *w, const void *user, size_t i, double sum[]) {
  const lg_measure_options *o = user;
  double r[3] = {0, 0, 0}, v[3] = {0, 0, 0}, mass = (double)w->particles->mass[i];
  for (int k = 0; k < w->dim; k++) {
    r[k] = (double)w->particles->x[k][i] - (double)o->about[k];
    v[k] = (double)w->particles->v[k][i];
  }
  sum[w->dim == 2 ? 0 : 2] += mass * (r[0] * v[1] - r[1] * v[0]);
  if (w->dim == 2) return;
  sum[0] += mass * (r[1] * v[2] - r[2] * v[1]);
  sum[1] += mass * (r[2] * v[0] - r[0] * v[2]);
}

static void add_moment(const lg_world *w, const void *user, size_t i, double sum[]) {
  add_mass(w, user, i, &sum[3]);
  for (int k = 0; k < w->dim; k++)
    sum[k] += (double)w->particles->mass[i] * (double)w->particles->x[k][i];
}

void lg_measure_mass(lg_world *w, const lg_measure_options *o, double out[3]) {
  lg_measure_sum(w, add_mass, o, 1, out);
}
void lg_measure_momentum(lg_world *w, const lg_measure_options *o, double out[3]) {
  lg_measure_sum(w, add_momentum, o, 3, out);
}

void lg_measure_angular_momentum(lg_world *w, const lg_measure_options *o, double out[3]) {
  lg_measure_sum(w, add_angular, o, 3, out);
}

void lg_measure_center_of_mass(lg_world *w, const lg_measure_options *o, double out[3]) {
  double sum[4];
  lg_measure_sum(w, add_moment, o, 4, sum);
  /* 0 / 0 would print a sign */
  for (int k = 0; k < w->dim; k++) out[k] = sum[3] > 0 ? sum[k] / sum[3] : (double)NAN;
}

/* ---- density and volume --------------------------------------------------------------------- */

typedef struct filling {
  const float *density;
  double v0;
} filling;

/* max(0, rho / rho0 - 1): at a free surface a low density is no error. */
static double excess(const lg_world *w, const filling *p, size_t i) {
  return fmax((double)p->density[i] * p->v0 / (double)w->particles->mass[i] - 1, 0);
}

static void add_excess(const lg_world *w, const void *user, size_t i, double sum[]) {
  sum[0] += excess(w, user, i);
}
static void add_volume(const lg_world *w, const void *user, size_t i, double sum[]) {
  const filling *p = user;
  sum[0] += p->v0 / (1 + (p->density ? excess(w, p, i) : 0));
}

static filling filling_of(lg_world *w) {
  const lg_col *density = lg_particles_column(w->particles, "density");
  return (filling){density ? density->c[0] : NULL, rest_volume(w)};
}

void lg_measure_density_error(lg_world *w, const lg_measure_options *o, double out[3]) {
  filling p = filling_of(w);
  size_t n = w->particles->n;
  out[0] = 0;
  if (o->of == LG_OF_MAX)
    for (size_t i = 0; i < n; i++) out[0] = fmax(out[0], excess(w, &p, i));
  else if (n > 0 && lg_measure_sum(w, add_excess, &p, 1, out)) out[0] /= (double)n;
}

/* The box round all particles, in cells counted from the world's lower corner; returns how many
   cells it has. */
static double cells_used(const lg_world *w, double edge, double first[3], double size[3]) {
  double cells = 1;
  for (int k = 0; k < w->dim; k++) {
    double lo = DBL_MAX, hi = -DBL_MAX;

    for (size_t i = 0; i < w->particles->n; i++) {
      lo = fmin(lo, (double)w->particles->x[k][i]);
      hi = fmax(hi, (double)w->particles->x[k][i]);
    }

    /* the cells from the first to the last that hold one */
    first[k] = floor((lo - (double)w->def.bounds.min[k]) / edge);
    size[k] = floor((hi - (double)w->def.bounds.min[k]) / edge) - first[k] + 1;
    cells *= size[k];
  }
  return cells;
}

/* Sum of min(1, n / n0) over cells with room for n0 particles each: what a picture of the water
   would show, without the gaps that a lattice torn apart has between its particles. */
static double volume_by_cells(lg_world *w, double cell) {
  double edge = cell * (double)w->def.spacing, room = lg_cube(cell, w->dim), fill = 0, first[3],
         size[3];
  if (w->particles->n == 0) return 0;

  /* particles in each cell */
  double cells = cells_used(w, edge, first, size);
  int32_t *count = cells > 0 && cells < 1e9 ? lg_scratch(w, (size_t)cells * sizeof *count) : NULL;
  if (!count) return (double)NAN;
  memset(count, 0, (size_t)cells * sizeof *count);
  for (size_t i = 0; i < w->particles->n; i++) {
    double at = 0;
    for (int k = w->dim - 1; k >= 0; k--)
      at = at * size[k] +
           floor(((double)w->particles->x[k][i] - (double)w->def.bounds.min[k]) / edge) - first[k];
    if (at >= 0 && at < cells) count[(size_t)at]++; /* a script may have written NaN */
  }

  for (size_t c = 0; c < (size_t)cells; c++) fill += fmin((double)count[c] / room, 1);
  return fill * lg_cube(edge, w->dim);
}

void lg_measure_volume(lg_world *w, const lg_measure_options *o, double out[3]) {
  filling p = filling_of(w);
  if (o->by == LG_BY_CELLS) out[0] = volume_by_cells(w, (double)o->cell);
  else lg_measure_sum(w, add_volume, &p, 1, out);
}

void lg_measure_surface_area(lg_world *w, const lg_measure_options *o, double out[3]) {
  lg_surface *s = lg_surface_new(w, (double)o->cell);
  out[0] = s ? s->area : (double)NAN;
  lg_surface_free(w, s);
}
