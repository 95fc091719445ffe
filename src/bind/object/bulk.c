/* bulk.c - methods of a buffer that act on all particles at once. Sums run in double, in the order
   of the particles. */
#include "bind/object/object.h"

#include <math.h>

/* buf:fill(value): a number or a vec for everyone. */
static int fill(lua_State *L) {
  lg_lua_buffer *b = lg_lua_fresh(L, "fill");
  float c[3] = {0, 0, 0};
  lg_lua_take_particle(L, b, 2, c);
  lg_lua_check_mass(L, "buffer 'mass'", b->name, (double)c[0]);
  lg_lua_edit(L, b);
  for (int k = 0; k < b->view.components; k++)
    for (size_t i = 0; i < b->view.n; i++) b->view.c[k][i] = c[k];
  return 0;
}

/* buf:shift(value): adds a number or a vec to everyone. */
static int shift(lua_State *L) {
  lg_lua_buffer *b = lg_lua_fresh(L, "shift");
  float c[3] = {0, 0, 0};
  lg_lua_take_particle(L, b, 2, c);
  for (size_t i = 0; b->view.components == 1 && !b->view.i32 && i < b->view.n; i++)
    lg_lua_check_mass(L, "buffer 'mass'", b->name, (double)b->view.c[0][i] + (double)c[0]);
  lg_lua_edit(L, b);
  for (int k = 0; k < b->view.components; k++)
    for (size_t i = 0; i < b->view.n; i++) b->view.c[k][i] += c[k];
  return 0;
}

/* buf:scale(factor) */
static int scale(lua_State *L) {
  lg_lua_buffer *b = lg_lua_fresh(L, "scale");
  if (lua_type(L, 2) != LUA_TNUMBER)
    return lg_lua_fail(L, "buffer:scale: expects a number, got %s", lg_lua_typename(L, 2));
  float s = (float)lua_tonumber(L, 2);
  for (size_t i = 0; b->view.components == 1 && !b->view.i32 && i < b->view.n; i++)
    lg_lua_check_mass(L, "buffer 'mass'", b->name, (double)b->view.c[0][i] * (double)s);
  lg_lua_edit(L, b);
  for (int k = 0; k < b->view.components; k++)
    for (size_t i = 0; i < b->view.n; i++) b->view.c[k][i] *= s;
  return 0;
}

static double at(const lg_view *v, int k, size_t i) {
  return v->i32 ? (double)v->i32[i] : (double)v->c[k][i];
}

typedef double fold(double so_far, double x);
static double add(double so_far, double x) { return so_far + x; }
static double lesser(double so_far, double x) { return x < so_far ? x : so_far; }
static double greater(double so_far, double x) { return x > so_far ? x : so_far; }

/* Pushes the folded column, times `factor`: a number or a vec. */
static int push_fold(lua_State *L, const lg_view *v, fold *f, double start, double factor) {
  double c[3] = {start, start, start};
  for (int k = 0; k < v->components; k++) {
    for (size_t i = 0; i < v->n; i++) c[k] = f(c[k], at(v, k, i));
    c[k] *= factor;
  }
  if (v->components == 1) lua_pushnumber(L, c[0]);
  else lg_lua_push_vec(L, c, v->components);
  return 1;
}

static int sum(lua_State *L) { return push_fold(L, &lg_lua_fresh(L, "sum")->view, add, 0, 1); }

/* Of no particles there is no mean, least or greatest: nil. */
static int mean(lua_State *L) {
  const lg_view *v = &lg_lua_fresh(L, "mean")->view;
  return v->n ? push_fold(L, v, add, 0, 1 / (double)v->n) : 0;
}

static int least(lua_State *L) {
  const lg_view *v = &lg_lua_fresh(L, "min")->view;
  return v->n ? push_fold(L, v, lesser, HUGE_VAL, 1) : 0;
}

static int most(lua_State *L) {
  const lg_view *v = &lg_lua_fresh(L, "max")->view;
  return v->n ? push_fold(L, v, greater, -HUGE_VAL, 1) : 0;
}

const luaL_Reg lg_lua_bulk[] = {{"fill", fill}, {"shift", shift}, {"scale", scale}, {"sum", sum},
                                {"mean", mean}, {"min", least},   {"max", most},    {NULL, NULL}};
