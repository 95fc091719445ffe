/* stats.c - lg_stats as a table; stages in seconds by name. */
#include "bind/object/object.h"

void lg_lua_push_stats(lua_State *L, const lg_stats *s) {
  /* A field for every row. */
  lua_createtable(L, 0, 20);
  for (const lg_stat *row = lg_stats_rows(); row->name; row++) {
    lg_arg a = lg_stat_read(row, s);
    if (row->type == LG_TEXT) lua_pushstring(L, a.text);
    else if (row->type == LG_INT) lua_pushinteger(L, (lua_Integer)a.v[0]);
    else lua_pushnumber(L, a.v[0]);
    lua_setfield(L, -2, row->name);
  }

  /* Seconds by the name of the stage. */
  lua_createtable(L, 0, s->stages);
  for (int i = 0; i < s->stages; i++) lg_lua_put_number(L, s->stage[i].name, s->stage[i].seconds);
  lua_setfield(L, -2, "stages");
}
