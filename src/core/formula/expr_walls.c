/* expr_walls.c - what walls are in the neighbourhood of a place, in formulas and by itself: the
   integral of the kernel of sums over all that is solid (core/walls/walls.h), so that it adds up
   with them. Solvers of SPH keep it up to date with the same kernel; for the others its tables are
   made here. */
#include "core/base/world.h"
#include "core/formula/expr.h"
#include "core/walls/walls.h"

/* Tables and maps for the kernel that a sum of the usual radius has. Calibrated, as solvers have
   it: it is the same kernel, and is not made anew in each of their steps. */
static bool prepare(lg_world *w, float *radius, lg_why *why) {
  lg_expr_reach reach;
  if (!lg_expr_reach_of(w, 0, NULL, &reach, why)) return false;
  lg_kernel kernel = lg_kernel_make(reach.kernel.type, w->dim, (double)reach.radius);
  lg_kernel_calibrate(&kernel, (double)w->def.spacing);
  *radius = reach.radius;
  return lg_walls_prepare(w, &kernel) || lg_explain(why, "no memory for the walls");
}

lg_node lg_expr_wall(lg_expr *e, int axis, lg_node x, lg_node y, lg_node z) {
  lg_why why;
  float radius;
  if (e->error[0]) return LG_NO_NODE;
  if (!e->w) return lg_expr_refuse(e, "walls are known in a world only");
  if (axis < -1 || axis >= e->dim)
    return lg_expr_refuse(e, "the gradient of the walls has %d components, not %d", e->dim,
                          axis + 1);

  /* what is cached of solids, never what can be seen of the world */
  if (!prepare((lg_world *)(uintptr_t)e->w, &radius, &why))
    return lg_expr_refuse(e, "%s", why.text);
  const lg_expr_sampler walls = {.component = axis + 1, .step = 0.02f * radius};
  return lg_expr_sample(e, &walls, x, y, z);
}

bool lg_wall_at(lg_world *w, const double at[3], double *fraction, double gradient[3]) {
  lg_why why;
  float radius, x[3] = {0, 0, 0}, share, slope[3];
  if (!w || !at) return false;
  if (!prepare(w, &radius, &why)) return lg_refuse(w, "%s", why.text);
  for (int k = 0; k < w->dim; k++) x[k] = (float)at[k];
  lg_walls_at(w, x, &share, slope);
  if (fraction) *fraction = (double)share;
  for (int k = 0; gradient && k < 3; k++) gradient[k] = (double)slope[k];
  return true;
}
