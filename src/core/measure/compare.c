/* compare.c - two worlds side by side: by how much their particles lie apart, and what the one has
   more of than the other at a place. Sums run in double and in order, so that the same worlds give
   the same numbers for any number of threads. */
#include "core/base/kernel.h"
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/measure/measure.h"
#include "core/particles/near.h"
#include "core/particles/particles.h"

#include <math.h>
#include <stdlib.h>

#define NEAR_MAX 256 /* particles within two spacings of a point; crowds beyond that are cut */

/* ---- by id ---------------------------------------------------------------------------------- */

typedef struct numbered {
  int32_t id, index;
} numbered;
static int by_id(const void *a, const void *b) {
  int32_t x = ((const numbered *)a)->id, y = ((const numbered *)b)->id;
  return (x > y) - (x < y);
}

static void number(const lg_particles *p, numbered *out) {
  for (size_t i = 0; i < p->n; i++) out[i] = (numbered){p->id[i], (int32_t)i};
  qsort(out, p->n, sizeof *out, by_id);
}

static void alone(lg_parting *out, int32_t id) {
  if (out->alone++ == 0) out->alone_id = id;
}

/* A particle that both have. */
static double apart(const lg_world *a, const lg_world *b, int32_t i, int32_t j) {
  float p[3] = {0, 0, 0};
  double d[3];
  for (int k = 0; k < a->dim; k++) p[k] = a->particles->x[k][i];
  return lg_particle_apart(b, p, (size_t)j, d);
}

bool lg_compare(lg_world *a, lg_world *b, lg_parting *out) {
  if (!out) return lg_refuse(a, "lg_compare: there is no place for what is found");
  *out = (lg_parting){.id = -1, .alone_id = -1};
  if (!a || !b || a->dim != b->dim) return false;
  size_t n = a->particles->n, m = b->particles->n, i = 0, j = 0;
  numbered *x = lg_scratch(a, (n + m + 1) * sizeof *x), *y = x ? x + n : NULL;
  if (!x) return false;
  number(a->particles, x);
  number(b->particles, y);

  /* Both lists rise: what one has and the other has not stands alone. */
  double sum = 0, most = -1;
  while (i < n || j < m) {
    bool mine = i < n && (j == m || x[i].id <= y[j].id);
    bool other = j < m && (i == n || y[j].id <= x[i].id);
    if (mine && other) {
      double r2 = apart(a, b, x[i].index, y[j].index);
      out->both++;
      sum += r2;
      if (r2 > most) out->id = x[i].id;
      most = r2 > most ? r2 : most;
    } else alone(out, mine ? x[i].id : y[j].id);
    i += mine;
    j += other;
  }
  out->rms = out->both > 0 ? sqrt(sum / (double)out->both) : 0;
  out->most = out->both > 0 ? sqrt(most) : 0;
  return true;
}

/* ---- at a place ----------------------------------------------------------------------------- */

typedef struct probe {
  const lg_world *w;
  const lg_col *column;
  lg_kernel kernel;
  float radius;  /* m */
  double volume; /* m^dim, of a particle */
} probe;

static bool probe_of(const lg_world *w, const char *column, probe *out) {
  bool speed = strcmp(column, "speed") == 0;
  float h = w->def.spacing;
  *out = (probe){.w = w,
                 .column = lg_particles_column(w->particles, speed ? "velocity" : column),
                 .radius = 2 * h};
  out->kernel = lg_kernel_make(LG_CUBIC_SPLINE, w->dim, (double)out->radius);
  out->volume = lg_cube((double)h, w->dim);
  return out->column && !out->column->integer;
}

static double value_of(const lg_col *v, size_t i) {
  double sum = 0;
  if (v->components == 1) return (double)v->c[0][i];
  for (int k = 0; k < v->components; k++) sum += (double)v->c[k][i] * (double)v->c[k][i];
  return sqrt(sum);
}

/* sum of V f W (Monaghan 1992), divided by the sum of V W where that is more than a half (Shepard),
   so that it fades where the water ends. */
static double read_at(const probe *p, const float x[3]) {
  int64_t near[NEAR_MAX];
  size_t n = lg_near(p->w, x, p->radius, near, NEAR_MAX);
  double sum = 0, filled = 0, d[3];
  for (size_t k = 0; k < n && k < NEAR_MAX; k++) {
    double r = sqrt(lg_particle_apart(p->w, x, (size_t)near[k], d));
    double share = p->volume * (double)lg_kernel_w(&p->kernel, (float)r);
    filled += share;
    sum += share * value_of(p->column, (size_t)near[k]);
  }
  return sum / fmax(filled, 0.5);
}

bool lg_compare_at(const lg_world *a, const lg_world *b, const char *column, const lg_view *at,
                   float *out) {
  probe of_a, of_b;
  if (!a || !b || !column || !at || !out || a->dim != b->dim || at->components != a->dim ||
      !probe_of(a, column, &of_a) || !probe_of(b, column, &of_b))
    return false;
  for (size_t i = 0; i < at->n; i++) {
    float x[3] = {at->c[0][i], at->c[1][i], at->components == 3 ? at->c[2][i] : 0};
    out[i] = (float)(read_at(&of_b, x) - read_at(&of_a, x));
  }
  return true;
}
