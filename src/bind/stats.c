/* stats.c - lg_stats as a table; stages in seconds by name. */
#include "bind/inside.h"

static void count(lua_State *L, const char *name, size_t n) {
  lua_pushinteger(L, (lua_Integer)n);
  lua_setfield(L, -2, name);
}

static void number(lua_State *L, const char *name, double x) {
  lua_pushnumber(L, x);
  lua_setfield(L, -2, name);
}

void lg_lua_push_stats(lua_State *L, const lg_stats *s) {
  lua_createtable(L, 0, 20);
  count(L, "frame", (size_t)s->frame);
  count(L, "particles", s->particles);
  count(L, "emitted", s->emitted);
  count(L, "culled", s->culled);
  count(L, "removed", s->removed);
  count(L, "guarded", s->guarded);
  count(L, "substeps", (size_t)s->substeps);
  count(L, "iterations", (size_t)s->iterations);
  count(L, "bytes", s->bytes);
  number(L, "time", s->time);
  number(L, "dt", s->dt);
  number(L, "max_speed", s->max_speed);
  number(L, "density_error_mean", s->density_error_mean);
  number(L, "density_error_max", s->density_error_max);
  number(L, "residual", s->residual);
  number(L, "seconds", s->seconds);
  lua_pushstring(L, s->limit ? s->limit : "");
  lua_setfield(L, -2, "limit");
  lua_createtable(L, 0, s->stages);
  for (int i = 0; i < s->stages; i++) number(L, s->stage[i].name, s->stage[i].seconds);
  lua_setfield(L, -2, "stages");
}
