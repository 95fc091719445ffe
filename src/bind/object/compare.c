/* compare.c - two worlds side by side, for lua/laguna/compare.lua. */
#include "bind/object/object.h"

#include "bind/guard/guard.h"

#include <math.h>
#include <stdlib.h>

static lg_lua_world *take_world(lua_State *L, int index) {
  lg_lua_world *world = lg_lua_to_world(L, index);
  if (!world || !world->w) lg_lua_fail(L, "compare: expects two worlds that are open");
  return world;
}

/* core.parting(a, b) -> rms, most (m), id, how many both have, how many one alone, the first of
   these */
int lg_lua_parting(lua_State *L) {
  lg_parting p;
  if (!lg_compare(take_world(L, 1)->w, take_world(L, 2)->w, &p))
    return lg_lua_fail(L, "compare: out of memory, or one world is 2-D and the other 3-D");
  lua_pushnumber(L, p.rms);
  lua_pushnumber(L, p.most);
  lua_pushinteger(L, p.id);
  lua_pushinteger(L, (lua_Integer)p.both);
  lua_pushinteger(L, (lua_Integer)p.alone);
  lua_pushinteger(L, p.alone_id);
  return 6;
}

/* core.difference(a, b, column, c): into the column "difference" of c, at its particles -> the root
   mean square of what is not 0 there */
int lg_lua_difference(lua_State *L) {
  lg_world *a = take_world(L, 1)->w, *b = take_world(L, 2)->w, *c = take_world(L, 4)->w;
  const char *column = luaL_checkstring(L, 3);
  lg_view at = lg_column(c, "position"), out = lg_column_edit(c, "difference");
  double sum = 0, count = 0;

  lg_guard_pause(L);
  bool ok = out.components == 1 && lg_compare_at(a, b, column, &at, out.c[0]);
  lg_guard_resume(L);
  if (!ok) return lg_lua_fail(L, "compare: '%s' is not a column of both worlds", column);
  for (size_t i = 0; i < out.n; i++) {
    double x = (double)out.c[0][i];
    sum += x * x;
    count += x != 0;
  }
  lua_pushnumber(L, count > 0 ? sqrt(sum / count) : 0);
  return 1;
}
