/* world_check.c - whether a world's definition is one: bounds, spacing, edges, rows. */
#include "core/param/param.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* lattice points in the bounds: cells and particles are counted in 32 bits */
#define LATTICE_MAX 2147483648.0

static bool no(lg_world_def *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool no(lg_world_def *d, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(d->error, sizeof d->error, format, list);
  va_end(list);
  return false;
}

/* The host filled the struct itself, so its values are read back as arguments and checked as those
   are. */
static bool check_rows(lg_world_def *d) {
  for (const lg_param *r = lg_kind_world()->params; r->name; r++) {
    lg_arg args[2] = {lg_end(), lg_end()};
    if (!lg_param_read(lg_kind_world(), d, r->name, d->bounds.dim, &args[0]))
      return no(d, "world: slip = %d is not one of 0 (free), 1 (no)", d->slip);
    lg_why why;
    if (!lg_param_check(lg_kind_world(), args, d->bounds.dim, false, &why))
      return no(d, "%s", why.text);
  }
  return true;
}

static bool check_bounds(lg_world_def *d) {
  const lg_bounds *b = &d->bounds;
  if (b->dim != 2 && b->dim != 3)
    return no(d, "world: bounds have %d dimensions; give 2 or 3", b->dim);

  for (int k = 0; k < b->dim; k++) {
    double lo = (double)b->min[k], hi = (double)b->max[k];
    if (!isfinite(lo) || !isfinite(hi))
      return no(d, "world: bounds of %c, %g to %g m, must be finite", "xyz"[k], lo, hi);
    if (!(hi > lo))
      return no(d, "world: bounds of %c: the upper, %g m, must be above the lower, %g m", "xyz"[k],
                hi, lo);
  }
  return true;
}

/* Spacing against the bounds: enough particles across, not too many in all, and told apart in
   float32. */
static bool check_resolution(lg_world_def *d) {
  double spacing = (double)d->spacing, points = 1, far = 0, least = HUGE_VAL;
  for (int k = 0; k < d->bounds.dim; k++) {
    double lo = (double)d->bounds.min[k], hi = (double)d->bounds.max[k];
    points *= (hi - lo) / spacing;
    least = fmin(least, hi - lo);
    far = fmax(far, fmax(fabs(lo), fabs(hi)));
  }

  /* a world is at least two spacings wide */
  if (spacing > least / 2)
    return no(d,
              "world: spacing = %.6g m is more than half of the smallest extent, %.6g m; take a "
              "smaller spacing "
              "or larger bounds",
              spacing, least);

  if (points > LATTICE_MAX)
    return no(d,
              "world: bounds hold %.3g lattice points of spacing %.6g m, more than %.0f; take a "
              "larger spacing "
              "or smaller bounds",
              points, spacing, LATTICE_MAX);

  if (far * (double)FLT_EPSILON > 1e-3 * spacing) /* FLT_EPSILON = 2^-23 */
    return no(d,
              "world: positions up to %.6g m are %.3g m apart in float32, more than a thousandth "
              "of the spacing, %.6g m; "
              "move the scene to the origin or take a larger spacing",
              far, far * (double)FLT_EPSILON, spacing);
  return true;
}

static bool check_edges(lg_world_def *d) {
  for (int k = 0; k < d->bounds.dim; k++) {
    for (int side = 0; side < 2; side++)
      if ((unsigned)d->edges[k][side] > LG_EDGE_PERIODIC)
        return no(d, "world: edge of %c = %d is not one of wall, open, periodic", "xyz"[k],
                  (int)d -> edges[k][side]);

    if ((d->edges[k][0] == LG_EDGE_PERIODIC) != (d->edges[k][1] == LG_EDGE_PERIODIC))
      return no(
          d, "world: edge of %c is periodic on one side only; make both sides periodic or neither",
          "xyz"[k]);
  }
  return true;
}

bool lg_world_def_check(lg_world_def *d) {
  return check_bounds(d) && check_rows(d) && check_resolution(d) && check_edges(d);
}
