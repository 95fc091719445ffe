/* place.c - measures that are read at a place: front, level, what crosses a disc. */
#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/measure/measure.h"
#include "core/particles/near.h"
#include "core/particles/particles.h"

/* ---- front ---------------------------------------------------------------------------------- */

typedef struct ranked {
  double distance;
  int32_t i;
} ranked; /* m, along the direction; particle */

/* Lets heap[at] sink below what lies farther on: the root is the farthest. */
static void sift_down(ranked *heap, size_t n, size_t at) {
  for (size_t child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && heap[child + 1].distance > heap[child].distance) child++;
    if (heap[at].distance >= heap[child].distance) return;
    ranked swap = heap[at];
    heap[at] = heap[child];
    heap[child] = swap;
  }
}

static int count_near(const lg_world *w, size_t i, double radius) {
  double d[3];
  int count = -1; /* itself */
  const float *const *x = (const float *const *)w->particles->x;
  float p[3] = {x[0][i], x[1][i], w->dim == 3 ? x[2][i] : 0};
  for (size_t j = 0; j < w->particles->n; j++)
    count += lg_particle_apart(w, p, j, d) < radius * radius;
  return count;
}

/* The bed: particles less than `layer` spacings above the lowest point of the bounds; all of them
   where nothing falls. */
static size_t collect_bed(const lg_world *w, const lg_measure_options *o, ranked *bed) {
  double g = (double)lg_length(w->def.gravity), length = (double)lg_length(o->direction), floor = 0;
  size_t n = 0;

  /* height of the lowest point of the bounds, upward */
  for (int k = 0; k < w->dim && g > 0; k++) {
    double up = -(double)w->def.gravity[k] / g;
    floor += fmin(up * (double)w->def.bounds.min[k], up * (double)w->def.bounds.max[k]);
  }

  for (size_t i = 0; i < w->particles->n; i++) {
    double height = -floor, distance = 0;
    for (int k = 0; k < w->dim; k++) {
      if (g > 0) height -= (double)w->particles->x[k][i] * (double)w->def.gravity[k] / g;
      distance += (double)w->particles->x[k][i] * (double)o->direction[k] / length;
    }
    if (g == 0 || height < (double)(o->layer * w->def.spacing))
      bed[n++] = (ranked){distance, (int32_t)i};
  }
  return n;
}

/* Martin & Moyce's front as it is read off particles: 99.5 % of the bed's particles lie behind it,
   and at least three others are round it, so that a lone drop ahead does not count; plus half a
   spacing, where the water ends. */
void lg_measure_front(lg_world *w, const lg_measure_options *o, double out[3]) {
  enum { COMPANY = 3 };
  double spacing = (double)w->def.spacing;
  ranked *bed = lg_scratch(w, w->particles->n * sizeof *bed);
  out[0] = (double)NAN;
  if (w->particles->n == 0 || !bed) return;

  /* a heap of the bed, the farthest on top */
  size_t n = collect_bed(w, o, bed), behind = n ? (size_t)(0.995 * (double)(n - 1)) : 0;

  for (size_t at = n / 2; at-- > 0;) sift_down(bed, n, at);

  /* from the farthest on: the first one that is not alone, once 0.5 % have been passed */
  for (size_t left = n; left > 0; left--) {
    bool last = left == 1;
    if (left - 1 <= behind && (last || count_near(w, (size_t)bed[0].i, 2 * spacing) >= COMPANY)) {
      out[0] = bed[0].distance + 0.5 * spacing;
      return;
    }
    bed[0] = bed[left - 1];
    sift_down(bed, left - 1, 0);
  }
}

/* ---- level ---------------------------------------------------------------------------------- */

typedef struct column { /* of fluid, above a place */
  int axis;
  double up;     /* +1 or -1: which way along the axis */
  double floor;  /* m, upward; -DBL_MAX: there is none */
  double area;   /* m2 (m in 2-D) */
  float *height; /* m, upward, of the particles in it */
  size_t n;
  double spacing, v0;
} column;

static bool column_of(lg_world *w, const lg_measure_options *o, column *c) {
  double half = 0.5 * (double)(o->width * w->def.spacing), d[3];
  *c = (column){.axis = 1,
                .up = 1,
                .area = 1,
                .spacing = (double)w->def.spacing,
                .v0 = lg_cube((double)w->def.spacing, w->dim)};

  /* upward: against the largest component of gravity */
  for (int k = 0; k < w->dim; k++)
    if (fabsf(w->def.gravity[k]) > fabsf(w->def.gravity[c->axis])) c->axis = k;
  if (w->def.gravity[c->axis] > 0) c->up = -1;

  bool wall = lg_is_wall(w, c->axis, c->up < 0);
  c->floor = wall ? c->up * (double)(c->up > 0 ? w->def.bounds.min : w->def.bounds.max)[c->axis]
                  : -DBL_MAX;

  /* its cross-section, cut off by walls */
  for (int k = 0; k < w->dim; k++) {
    bool round = lg_is_periodic(w, k);
    double lo = (double)o->at[k] - half, hi = (double)o->at[k] + half;
    if (k == c->axis) continue;
    c->area *= round ? 2 * half
                     : fmin(hi, (double)w->def.bounds.max[k]) -
                           fmax(lo, (double)w->def.bounds.min[k]);
  }

  /* heights of the particles in it */
  c->height = lg_scratch(w, w->particles->n * sizeof *c->height + 1);
  if (!c->height || !(c->area > 0)) return false;
  for (size_t i = 0; i < w->particles->n; i++) {
    bool in = true;
    lg_particle_apart(w, o->at, i, d);
    for (int k = 0; k < w->dim; k++) in = in && (k == c->axis || fabs(d[k]) < half);
    if (in) c->height[c->n++] = (float)c->up * w->particles->x[c->axis][i];
  }
  return true;
}

/* How full the column is at height h, 1 inside fluid: its particles' volumes spread over a hat two
   spacings to either side, which adds up to 1 on a lattice wherever it lies. The floor mirrors, so
   that a film has a level too. */
static double fill_fraction(const column *c, double h) {
  double sum = 0, reach = 2 * c->spacing;
  for (size_t i = 0; i < c->n; i++) {
    sum += fmax(1 - fabs(h - (double)c->height[i]) / reach, 0);
    if (c->floor > -DBL_MAX)
      sum += fmax(1 - fabs(h - 2 * c->floor + (double)c->height[i]) / reach, 0);
  }
  return sum * c->v0 / (c->area * reach);
}

/* From above, where the column is half full for the first time: drops in the air are less than
   that. */
void lg_measure_level(lg_world *w, const lg_measure_options *o, double out[3]) {
  column c;
  out[0] = (double)NAN;
  if (!column_of(w, o, &c)) return;

  double top = -DBL_MAX, low = DBL_MAX, before = 0;
  for (size_t i = 0; i < c.n; i++) {
    top = fmax(top, (double)c.height[i]);
    low = fmin(low, (double)c.height[i]);
  }

  /* downward in quarters of a spacing, to where fullness crosses one half */
  double step = 0.25 * c.spacing, h = top + 2 * c.spacing;
  for (; c.n > 0 && h > low - step; h -= step) {
    double full = fill_fraction(&c, h);
    if (full >= 0.5) {
      out[0] = c.up * (h + step * (full - 0.5) / (full - before));
      return;
    }
    before = full;
  }

  if (c.floor > -DBL_MAX) out[0] = c.up * c.floor; /* dry */
}

/* ---- flux ----------------------------------------------------------------------------------- */

int lg_measure_crossing(const lg_measure_options *o, int dim, const float x0[3],
                        const float x1[3]) {
  double length = (double)lg_length(o->normal), s0 = 0, s1 = 0, r2 = 0;

  /* distances from the plane of the disc */
  for (int k = 0; k < dim; k++) {
    double n = (double)o->normal[k] / length;
    s0 += n * ((double)x0[k] - (double)o->center[k]);
    s1 += n * ((double)x1[k] - (double)o->center[k]);
  }

  if ((s0 < 0) == (s1 < 0)) return 0;

  for (int k = 0; k < dim; k++) { /* the point of the plane, from the centre */
    double at = (double)x0[k] + s0 / (s0 - s1) * ((double)x1[k] - (double)x0[k]) -
                (double)o->center[k];
    r2 += at * at;
  }
  if (r2 > (double)o->radius * (double)o->radius) return 0;
  return s0 < 0 ? 1 : -1;
}
