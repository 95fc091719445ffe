/* walls.c - p.wall and p.wall_gradient, where no column has that name: for all particles a value of
   the formula (expr_walls.c of the core), for one particle numbers. */
#include "bind/trace/trace.h"

#include <string.h>

/* Along an axis, or the fraction, -1; of all particles. */
static lg_node value_of(lg_trace *t, int axis) {
  lg_node x[3] = {LG_NO_NODE, LG_NO_NODE, LG_NO_NODE};
  for (int k = 0; k < t->dim; k++) x[k] = lg_expr_column(t->e, "position", k);
  return lg_expr_wall(t->e, axis, x[0], x[1], x[2]);
}

bool lg_trace_push_wall(lua_State *L, lg_trace *t, const char *name) {
  const bool gradient = strcmp(name, "wall_gradient") == 0;
  double at[3] = {0, 0, 0}, fraction, slope[3];
  if (!t->w || (!gradient && strcmp(name, "wall") != 0)) return false;

  if (t->mode == LG_TRACE_ALL) {
    for (int k = gradient ? 0 : -1; k < (gradient ? t->dim : 0); k++)
      lg_trace_push(L, t, value_of(t, k));
  } else {
    for (int k = 0; k < t->dim; k++) at[k] = lg_trace_read(t, "position", k);
    if (!lg_wall_at(t->w, at, &fraction, slope)) lg_lua_fail(L, "%s", lg_error(t->w));
    if (!gradient) lua_pushnumber(L, fraction);
    for (int k = 0; gradient && k < t->dim; k++) lua_pushnumber(L, slope[k]);
  }
  if (gradient) lg_lua_join_vec(L, t->dim);
  return true;
}
