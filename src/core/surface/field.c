/* field.c - the field whose level is the surface: how much of the space around a point is
   particles,

     c(x) = sum_j w_j V W(|x - x_j|),   W = (1 - r^2 / R^2)^3, of integral 1, R = 2 spacings,

   1 in the bulk and 1/2 where it ends. A drop, a thread and a sheet one particle thick reach less;
   so particles with little around them (c < 2/3) count more, w = 2/3 / c, which gives them back the
   volume that they have (within 10 %, on a lattice). */
#include "core/surface/surface_parts.h"

#include "core/base/par.h"
#include "core/particles/particles.h"

#define BULK      0.9f /* of c: at a flat surface a particle half a spacing below it has 0.75 */
#define FULL_LESS 2    /* a full bin has 2^dim particles; so many may be missing */
#define BINS_MAX  (1U << 26)

/* 1 / (integral of (1 - r^2)^3 over the unit ball) */
static float norm(int dim) { return (float)(dim == 3 ? 315 / (64 * LG_PI) : 4 / LG_PI); }
/* w c of a particle that is almost alone; of a lattice's drop, thread and sheet the mean */
static float lonely(int dim) { return dim == 3 ? 0.66f : 0.63f; }

static size_t bin_at(const lg_surface_field *f, const int b[3]) {
  return ((size_t)b[2] * (size_t)f->size[1] + (size_t)b[1]) * (size_t)f->size[0] + (size_t)b[0];
}

static void place_of(const lg_surface_field *f, size_t bin, int b[3]) {
  for (int k = 0; k < 3; k++) {
    b[k] = (int)(bin % (size_t)f->size[k]);
    bin /= (size_t)f->size[k];
  }
}

static void bin_of(const lg_surface_field *f, const float p[3], int b[3]) {
  for (int k = 0; k < 3; k++)
    b[k] = k < f->dim ? lg_maxi(0, lg_mini((int)(p[k] / LG_SURFACE_REACH), f->size[k] - 1)) : 0;
}

/* Bins around one, itself among them, that there are: from low to high along each axis. */
static void around(const lg_surface_field *f, const int b[3], int low[3], int high[3]) {
  for (int k = 0; k < 3; k++) {
    low[k] = lg_maxi(b[k] - 1, 0);
    high[k] = lg_mini(b[k] + 1, f->size[k] - 1);
  }
}

void lg_surface_near(const lg_surface_field *f, const float p[3], lg_surface_near_fn *fn,
                     void *user) {
  int b[3], low[3], high[3];
  bin_of(f, p, b);
  around(f, b, low, high);

  for (int k = low[2]; k <= high[2]; k++)
    for (int j = low[1]; j <= high[1]; j++) {
      /* bins that follow each other along x have their particles one behind the other */
      size_t row = bin_at(f, (int[3]){low[0], j, k}), end = row + (size_t)(high[0] - low[0]) + 1;
      for (size_t i = f->first[row]; i < f->first[end]; i++) {
        float d2 = 0;
        for (int a = 0; a < f->dim; a++) d2 += (p[a] - f->x[i][a]) * (p[a] - f->x[i][a]);
        if (d2 < LG_SURFACE_REACH * LG_SURFACE_REACH) fn(user, i, d2);
      }
    }
}

/* ---- sorting -------------------------------------------------------------------------------- */

/* A script may have written anything: what is far outside of the bounds has no surface. */
static bool counts(const lg_world *w, size_t i) {
  for (int k = 0; k < w->dim; k++) {
    float x = w->particles->x[k][i], room = w->def.bounds.max[k] - w->def.bounds.min[k];
    if (!(x >= w->def.bounds.min[k] - room && x <= w->def.bounds.max[k] + room)) return false;
  }
  return true;
}

/* The box of the particles, with two empty bins around it. */
static bool lay(lg_surface_field *f) {
  const lg_world *w = f->w;
  double low[3], high[3];
  f->bins = 1;
  for (int k = 0; k < 3; k++) {
    low[k] = DBL_MAX;
    high[k] = -DBL_MAX;
    for (size_t i = 0; k < f->dim && i < w->particles->n; i++) {
      if (!counts(w, i)) continue;
      low[k] = fmin(low[k], (double)w->particles->x[k][i]);
      high[k] = fmax(high[k], (double)w->particles->x[k][i]);
    }

    /* in whole bins of the kernel's reach */
    bool any = low[k] <= high[k];
    double side = (double)LG_SURFACE_REACH * f->spacing;
    f->origin[k] = any ? low[k] - 2 * side : 0;
    double bins = any ? floor((high[k] - low[k]) / side) + 5 : 1;
    if (bins * (double)f->bins > BINS_MAX)
      return lg_refuse(f->w,
                       "surface: the particles are too far apart for one mesh, %g spacings "
                       "along an axis; remove those that fly away",
                       2 * bins);
    f->size[k] = (int)bins;
    f->bins *= (size_t)f->size[k];
  }
  return true;
}

static void place(const lg_surface_field *f, size_t i, float p[3]) {
  p[2] = 0;
  for (int k = 0; k < f->dim; k++)
    p[k] = (float)(((double)f->w->particles->x[k][i] - f->origin[k]) / f->spacing);
}

/* A counting sort into bins, in the order of the world's particles. */
static void sort(lg_surface_field *f) {
  float p[3];
  int b[3];
  memset(f->first, 0, (f->bins + 1) * sizeof *f->first);
  for (size_t i = 0; i < f->w->particles->n; i++) {
    if (!counts(f->w, i)) continue;
    place(f, i, p);
    bin_of(f, p, b);
    f->first[bin_at(f, b) + 1]++;
    f->n++;
  }

  /* counts become ends, which filling turns into beginnings */
  for (size_t i = 0; i < f->bins; i++) f->first[i + 1] += f->first[i];
  for (size_t i = f->w->particles->n;
       i-- > 0;) { /* from behind: first[b + 1] goes down to first[b] */
    if (!counts(f->w, i)) continue;
    place(f, i, p);
    bin_of(f, p, b);
    uint32_t at = --f->first[bin_at(f, b) + 1];
    memcpy(f->x[at], p, sizeof p);
    f->particle[at] = (uint32_t)i;
  }
  for (size_t i = 0; i < f->bins; i++) f->first[i] = f->first[i + 1];
  f->first[f->bins] = (uint32_t)f->n;
}

/* ---- weights -------------------------------------------------------------------------------- */

static void add_kernel(void *user, size_t at, float d2) {
  float u = 1 - d2 / (LG_SURFACE_REACH * LG_SURFACE_REACH);
  (void)at;
  *(float *)user += u * u * u;
}

/* Those of the bulk are marked: theirs is negative. */
static void weigh(void *user, size_t begin, size_t end) {
  lg_surface_field *f = user;
  float scale = f->usual;
  for (size_t i = begin; i < end; i++) {
    float c = 0;
    lg_surface_near(f, f->x[i], add_kernel, &c);
    c *= scale;
    f->weight[i] = c > BULK ? -scale : scale * lg_maxf(1, lonely(f->dim) / c);
  }
}

/* ---- bins ----------------------------------------------------------------------------------- */

/* Full: about as many particles as it has room for, and all of them in the bulk. */
static bool is_full(const lg_surface_field *f, size_t bin) {
  uint32_t n = f->first[bin + 1] - f->first[bin];
  bool full = n + FULL_LESS >= (1U << f->dim);
  for (uint32_t i = f->first[bin]; full && i < f->first[bin + 1]; i++) full = f->weight[i] < 0;
  return full;
}

static bool is_empty(const lg_surface_field *f, const int b[3]) {
  int low[3], high[3];
  around(f, b, low, high);
  for (int k = low[2]; k <= high[2]; k++)
    for (int j = low[1]; j <= high[1]; j++) {
      size_t row = bin_at(f, (int[3]){low[0], j, k});
      if (f->first[row] < f->first[row + (size_t)(high[0] - low[0]) + 1]) return false;
    }
  return true;
}

/* Is it in the bulk, with nothing else around it? */
static bool is_deep(const lg_surface_field *f, size_t bin) {
  int b[3], low[3], high[3];
  place_of(f, bin, b);
  around(f, b, low, high);

  /* full itself, and nothing but full ones around */
  bool deep = f->active[bin] == LG_BIN_FULL;
  for (int k = low[2]; deep && k <= high[2]; k++)
    for (int j = low[1]; deep && j <= high[1]; j++)
      for (int i = low[0]; deep && i <= high[0]; i++) {
        int32_t other = f->active[bin_at(f, (int[3]){i, j, k})];
        deep = other == LG_BIN_FULL || other == LG_BIN_SHELL;
      }
  return deep;
}

/* Full bins have nodes where others lie beside them, since the surface may run between the two. */
static void tell_apart(lg_surface_field *f) {
  int b[3];
  for (size_t bin = 0; bin < f->bins; bin++) f->active[bin] = is_full(f, bin) ? LG_BIN_FULL : 0;
  for (size_t bin = 0; bin < f->bins; bin++)
    if (f->active[bin] == LG_BIN_FULL && !is_deep(f, bin)) f->active[bin] = LG_BIN_SHELL;

  f->actives = 0;
  for (size_t bin = 0; bin < f->bins; bin++) {
    place_of(f, bin, b);
    if (f->active[bin] == LG_BIN_FULL) continue;
    bool empty = f->active[bin] != LG_BIN_SHELL && is_empty(f, b);
    f->active[bin] = empty ? LG_BIN_EMPTY : (int32_t)f->actives++;
  }
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* First and last node of a bin that the reach of a particle takes in along an axis. */
static void nodes_of(const lg_surface_field *f, float x, float corner, int *first, int *last) {
  *first = lg_maxi(0, (int)ceilf((x - LG_SURFACE_REACH - corner) / f->cell));
  *last = lg_mini(f->cells - 1, (int)floorf((x + LG_SURFACE_REACH - corner) / f->cell));
}

/* Adds a particle's kernel to the nodes of a bin. */
static void add(const lg_surface_field *f, size_t i, const float corner[3], float *value) {
  int first[3] = {0, 0, 0}, last[3] = {0, 0, 0};
  float dx2[LG_NODES_MAX];
  for (int k = 0; k < f->dim; k++) {
    nodes_of(f, f->x[i][k], corner[k], &first[k], &last[k]);
    if (first[k] > last[k]) return;
  }

  for (int a = first[0]; a <= last[0]; a++) {
    float d = corner[0] + (float)a * f->cell - f->x[i][0];
    dx2[a] = d * d;
  }
  /* (1 - r^2)^3 over the reach, a row of nodes at a time */
  const float per = 1 / (LG_SURFACE_REACH * LG_SURFACE_REACH), weight = fabsf(f->weight[i]);
  for (int c = first[2]; c <= last[2]; c++)
    for (int b = first[1]; b <= last[1]; b++) {
      float dy = corner[1] + (float)b * f->cell - f->x[i][1],
            dz = f->dim == 3 ? corner[2] + (float)c * f->cell - f->x[i][2] : 0,
            rest = 1 - (dy * dy + dz * dz) * per;
      float *row = value + (c * f->cells + b) * f->cells;
      for (int a = first[0]; rest > 0 && a <= last[0]; a++) {
        float u = lg_maxf(rest - dx2[a] * per, 0);
        row[a] += weight * u * u * u;
      }
    }
}

static void fill(void *user, size_t begin, size_t end) {
  lg_surface_field *f = user;
  for (size_t a = begin; a < end; a++) {
    float *value = f->value + a * f->nodes, corner[3];
    int b[3], low[3], high[3];
    bool full = is_full(f, f->bin[a]);
    place_of(f, f->bin[a], b);
    for (int k = 0; k < 3; k++) corner[k] = LG_SURFACE_REACH * (float)b[k];
    for (size_t i = 0; i < f->nodes; i++) value[i] = full ? 1 : 0;

    around(f, b, low, high);
    for (int k = low[2]; !full && k <= high[2]; k++)
      for (int j = low[1]; j <= high[1]; j++) {
        size_t row = bin_at(f, (int[3]){low[0], j, k}), stop = row + (size_t)(high[0] - low[0]) + 1;
        for (size_t i = f->first[row]; i < f->first[stop]; i++) add(f, i, corner, value);
      }
  }
}

/* ---- all of it ------------------------------------------------------------------------------ */

bool lg_surface_field_make(lg_surface_field *f) {
  lg_mem *mem = &f->w->mem;
  size_t n = f->w->particles->n + 1;
  if (!lay(f)) return false;
  if (!lg_mem_room(mem, &f->x, n, sizeof *f->x) ||
      !lg_mem_room(mem, &f->weight, n, sizeof *f->weight) ||
      !lg_mem_room(mem, &f->particle, n, sizeof *f->particle) ||
      !lg_mem_room(mem, &f->first, f->bins + 1, sizeof *f->first) ||
      !lg_mem_room(mem, &f->active, f->bins, sizeof *f->active))
    return lg_refuse(f->w, "surface: out of memory");

  /* Particles in bins, what each counts, and which bins have nodes. */
  sort(f);
  f->usual = norm(f->dim);
  for (int k = 0; k < f->dim; k++) f->usual /= LG_SURFACE_REACH;
  lg_par_for(f->threads, f->n, weigh, f);
  tell_apart(f);

  f->nodes = (size_t)f->cells * (size_t)f->cells * (f->dim == 3 ? (size_t)f->cells : 1);
  if (!lg_mem_room(mem, &f->bin, f->actives + 1, sizeof *f->bin) ||
      !lg_mem_room(mem, &f->value, f->actives * f->nodes + 1, sizeof *f->value))
    return lg_refuse(f->w, "surface: out of memory");
  for (size_t b = 0; b < f->bins; b++)
    if (f->active[b] >= 0) f->bin[f->active[b]] = (uint32_t)b;
  lg_par_tasks(f->threads, f->actives, fill, f);
  return true;
}

void lg_surface_field_free(lg_surface_field *f) {
  void *all[] = {f->x, f->weight, f->particle, f->first, f->active, f->bin, f->value};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) lg_mem_free(&f->w->mem, all[i]);
}
