/* add.c - what goes into a world and out again. A definition is copied into the world after
   everything that it nests; if any of it is refused, what went in before comes out again. */
#include "bind/object/object.h"

#include "bind/trace/trace.h"

#include <stdio.h>
#include <string.h>

/* of shapes in shapes: each is a call on the stack, here and in distances */
enum { DEPTH_MAX = 1000 };

typedef struct placing {
  lua_State *L;
  lg_lua_world *world;
  int at;    /* index of the world */
  int made;  /* index of the list of objects that went in */
  int depth; /* of the object under way in those that nest it */
  lg_why why;
} placing;

static bool refuse(placing *p, const char *kind, const char *what) {
  return lg_explain(&p->why, "%s: %s", kind, what);
}

/* ---- in ------------------------------------------------------------------------------------- */

static bool place(placing *p, int index);

static bool place_references(placing *p, int value) {
  lua_State *L = p->L;
  if (lg_lua_to_object(L, value)) return place(p, value);
  bool ok = true;
  for (lua_Integer i = 1; ok && lua_istable(L, value) && i <= (lua_Integer)lua_rawlen(L, value);
       i++) {
    lua_rawgeti(L, value, i);
    if (lg_lua_to_object(L, -1)) ok = place(p, lua_gettop(L));
    lua_pop(L, 1);
  }
  return ok;
}

static bool place_nested(placing *p, const lg_kind *k, int options) {
  bool ok = true;
  for (const lg_param *row = k->params; ok && row->name; row++) {
    if (!lg_lua_is_reference(row)) continue;
    lua_getfield(p->L, options, row->name);
    ok = place_references(p, lua_gettop(p->L));
    lua_pop(p->L, 1);
  }

  /* the filter is an option of every object, and a row of none */
  lua_getfield(p->L, options, LG_LUA_FILTER);
  ok = ok && place_references(p, lua_gettop(p->L));
  lua_pop(p->L, 1);
  return ok;
}

/* Is the object at index in this world already? why is set if it cannot go in. */
static bool placed(placing *p, int index, const lg_lua_object *o, bool *ok) {
  *ok = true;
  if (o->state == LG_LUA_DETACHED) return false;
  *ok = !lg_lua_object_gone(p->L, index, &p->why);
  if (!*ok) return true;

  /* A circle of references, or the object of another world. */
  if (o->state == LG_LUA_ADDING) *ok = refuse(p, o->kind->name, "it cannot contain itself");
  else {
    lua_getiuservalue(p->L, index, LG_OBJECT_WORLD);
    if (!lua_rawequal(p->L, -1, p->at))
      *ok = refuse(p, o->kind->name, "it is in another world already; make one for each world");
    lua_pop(p->L, 1);
  }
  return true;
}

static void remember(placing *p, int index, lg_lua_object *o, lg_id id) {
  lua_State *L = p->L;

  /* The object knows its world. */
  o->id = id;
  o->state = LG_LUA_ADDED;
  snprintf(o->name, sizeof o->name, "%s", lg_name(p->world->w, id));
  lua_pushvalue(L, p->at);
  lua_setiuservalue(L, index, LG_OBJECT_WORLD);

  /* The world knows the object by its id. */
  lua_getiuservalue(L, p->at, LG_WORLD_OBJECTS);
  lua_pushvalue(L, index);
  lua_rawseti(L, -2, id);
  lua_pop(L, 1);
  lua_pushvalue(L, index);
  lua_rawseti(L, p->made, (lua_Integer)lua_rawlen(L, p->made) + 1);
}

/* Functions become formulas of the world; false: refused. Those of an object that is refused in the
   end are never used. */
static bool enter_formulas(placing *p, const lg_kind *k, int options, lg_arg *args) {
  for (lg_arg *a = args; a->name; a++) {
    const lg_param *row = lg_param_find(k, a->name);
    if (!row || row->type != LG_PROGRAM) continue;
    lua_getfield(p->L, options, a->name);
    a->ref[0] = lg_lua_add_formula(p->L, p->at, row, lua_gettop(p->L));
    lua_pop(p->L, 1);
    if (!a->ref[0]) return false;
  }
  return true;
}

static void leave_formulas(lg_world *w, const lg_kind *k, const lg_arg *args) {
  for (const lg_arg *a = args; a->name; a++) {
    const lg_param *row = lg_param_find(k, a->name);
    if (row && row->type == LG_PROGRAM && a->ref[0] > 1) lg_program_remove(w, a->ref[0]);
  }
}

static lg_id enter(placing *p, const lg_kind *k, int options) {
  char kind[2 * LG_NAME_MAX];
  lg_world *w = p->world->w;
  lg_id id = 0;
  lg_arg *args = lg_lua_push_args(p->L, k, options);
  snprintf(kind, sizeof kind, "%s.%s", lg_family_name(k->family), k->name);

  /* Formulas first: the object names them by their ids. */
  p->world->hook_failed = false;
  if (!enter_formulas(p, k, options, args)) id = 0;
  else if (k->family != LG_FAMILY_SOLVER) id = lg_add(w, kind, args);
  else if (lg_is_script(k) ? lg_lua_set_script(p->L, p->at, k, options, args)
                           : lg_set_solver(w, k->name, args))
    id = lg_solver_id(w);
  lua_pop(p->L, 1);

  /* Refused: why, and the formulas go again. */
  if (!id) {
    lg_explain(&p->why, "%s", lg_error(w));
    leave_formulas(w, k, args);
  }
  return id;
}

static bool place(placing *p, int index) {
  lg_lua_object *o = lg_lua_to_object(p->L, index);
  bool ok;
  if (placed(p, index, o, &ok)) return ok;
  if (p->depth == DEPTH_MAX)
    return refuse(p, o->kind->name,
                  "shapes are nested more than 1000 deep; give many shapes to one union instead");
  luaL_checkstack(p->L, 16, "shapes are nested too deeply");

  /* What it nests goes in first; meanwhile it is known as under way, which shows a circle. */
  o->state = LG_LUA_ADDING;
  lua_getiuservalue(p->L, index, LG_OBJECT_OPTIONS);
  int options = lua_gettop(p->L);
  lg_id id = 0;
  p->depth++;
  if (place_nested(p, o->kind, options)) id = enter(p, o->kind, options);
  p->depth--;
  lua_settop(p->L, options - 1);
  o->state = LG_LUA_DETACHED;

  if (id) {
    o->nested = true;
    remember(p, index, o, id);
  }
  return id != 0;
}

/* Takes a nested object out again; it becomes a definition, to be used anew. */
static void detach(lua_State *L, int world, int index, lg_lua_object *o) {
  /* The world forgets it, and it the world. */
  lua_getiuservalue(L, world, LG_WORLD_OBJECTS);
  lua_pushnil(L);
  lua_rawseti(L, -2, o->id);
  lua_pop(L, 1);
  lua_pushnil(L);
  lua_setiuservalue(L, index, LG_OBJECT_WORLD);
  o->id = 0;
  o->state = LG_LUA_DETACHED;

  /* Its name is again the one that its options give. */
  lua_getiuservalue(L, index, LG_OBJECT_OPTIONS);
  o->name[0] = 0;
  if (lua_getfield(L, -1, "name") == LUA_TSTRING)
    snprintf(o->name, sizeof o->name, "%s", lua_tostring(L, -1));
  lua_pop(L, 2);
}

static void undo(placing *p) {
  for (lua_Integer i = (lua_Integer)lua_rawlen(p->L, p->made); i > 0; i--) {
    lua_rawgeti(p->L, p->made, i);
    lg_lua_object *o = lg_lua_to_object(p->L, -1);
    if (lg_remove(p->world->w, o->id)) detach(p->L, p->at, lua_gettop(p->L), o);
    lua_pop(p->L, 1);
  }
}

/* Runs `what` for the value at `index`; a refusal undoes all of it and is an error at the caller's
   line. */
static void place_or_fail(lua_State *L, int world, int index, bool (*what)(placing *p, int index)) {
  placing p = {.L = L, .world = lg_lua_to_world(L, world), .at = world};
  lua_newtable(L);
  p.made = lua_gettop(L);
  if (!what(&p, index)) {
    undo(&p);
    if (p.world->hook_failed) lg_lua_raise_formula(L, p.world, world); /* it says its line itself */
    lg_lua_fail(L, "%s", p.why.text);
  }
  lua_settop(L, p.made - 1);
}

void lg_lua_place_value(lua_State *L, int world, int value) {
  place_or_fail(L, world, value, place_references);
}

int lg_lua_world_add(lua_State *L) {
  lg_why why;
  lg_lua_self(L, "add");
  lg_lua_changes(L, "world:add");

  /* One object, of a family that can be added. */
  if (lua_gettop(L) != 2)
    return lg_lua_fail(L, "world:add: expects one object, got %d", lua_gettop(L) - 1);
  lg_lua_object *o = lg_lua_to_object(L, 2);
  if (!o)
    return lg_lua_fail(
        L, "world:add: expects a shape, emitter, collider, joint, material or field, got %s",
        lg_lua_typename(L, 2));
  const char *kind = o->kind->name;
  if (o->kind->family == LG_FAMILY_SOLVER)
    return lg_lua_fail(
        L, "%s: a solver is not added but assigned: world.solver = lg.solver.%s { ... }", kind,
        kind);

  /* One that still exists and is not in this world yet. */
  if (lg_lua_object_gone(L, 2, &why)) return lg_lua_fail(L, "%s", why.text);
  lua_getiuservalue(L, 2, LG_OBJECT_WORLD);
  if (o->state == LG_LUA_ADDED && lua_rawequal(L, -1, 1))
    return lg_lua_fail(L, "%s: '%s' is in this world already; make a new one to have two", kind,
                       o->name);
  lua_pop(L, 1);

  place_or_fail(L, 1, 2, place);
  o->nested = false;
  return 1;
}

/* ---- out ------------------------------------------------------------------------------------ */

static void remove_nested(lua_State *L, lg_world *w, int value);

static void remove_if_idle(lua_State *L, lg_world *w, int index) {
  lg_lua_object *o = lg_lua_to_object(L, index);
  if (!o || !o->nested || o->state != LG_LUA_ADDED || !lg_remove(w, o->id)) return;
  detach(L, 1, index, o);
  lua_getiuservalue(L, index, LG_OBJECT_OPTIONS);
  for (const lg_param *row = o->kind->params; row->name; row++) {
    lua_getfield(L, -1, row->name);
    remove_nested(L, w, lua_gettop(L));
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* What came in with an object leaves with it, unless another object still names it. */
static void remove_nested(lua_State *L, lg_world *w, int value) {
  luaL_checkstack(L, 16, NULL);
  remove_if_idle(L, w, value);
  for (lua_Integer i = 1; lua_istable(L, value) && i <= (lua_Integer)lua_rawlen(L, value); i++) {
    lua_rawgeti(L, value, i);
    remove_if_idle(L, w, lua_gettop(L));
    lua_pop(L, 1);
  }
}

int lg_lua_world_remove(lua_State *L) {
  lg_why why;
  lg_world *w = lg_lua_self(L, "remove")->w;
  lg_lua_changes(L, "world:remove");

  /* An object of this world, and no solver. */
  lg_lua_object *o = lg_lua_to_object(L, 2);
  if (!o)
    return lg_lua_fail(L, "world:remove: expects an object of this world, got %s",
                       lg_lua_typename(L, 2));
  if (o->kind->family == LG_FAMILY_SOLVER)
    return lg_lua_fail(
        L, "%s: a solver is not removed but replaced: world.solver = lg.solver.particles {}",
        o->kind->name);
  if (lg_lua_object_gone(L, 2, &why)) return lg_lua_fail(L, "%s", why.text);
  lua_getiuservalue(L, 2, LG_OBJECT_WORLD);
  if (o->state != LG_LUA_ADDED || !lua_rawequal(L, -1, 1))
    return lg_lua_fail(L, "%s: this %s is not in this world", o->kind->name,
                       lg_family_name(o->kind->family));

  /* Out of the world; the handle keeps its name for messages. */
  if (!lg_remove(w, o->id)) return lg_lua_fail(L, "%s", lg_error(w));
  char name[LG_NAME_MAX];
  memcpy(name, o->name, sizeof name);
  detach(L, 1, 2, o);
  o->state = LG_LUA_REMOVED;
  memcpy(o->name, name, sizeof name);

  /* What only this object used leaves with it. */
  lua_getiuservalue(L, 2, LG_OBJECT_OPTIONS);
  int options = lua_gettop(L);
  for (const lg_param *row = o->kind->params; row->name; row++) {
    lua_getfield(L, options, row->name);
    if (lg_lua_is_reference(row)) remove_nested(L, w, lua_gettop(L));
    lua_pop(L, 1);
  }
  return 0;
}

/* ---- the solver ----------------------------------------------------------------------------- */

void lg_lua_set_solver(lua_State *L, int world, int index) {
  lg_why why;
  lg_lua_object *o = lg_lua_to_object(L, index);

  /* A solver that is not another world's; the world's own is there already. */
  if (!o || o->kind->family != LG_FAMILY_SOLVER)
    lg_lua_fail(L, "world: solver must be a solver, lg.solver.wcsph { ... }, got %s",
                lg_lua_typename(L, index));
  else if (lg_lua_object_gone(L, index, &why)) lg_lua_fail(L, "%s", why.text);
  else if (o->state == LG_LUA_ADDED) {
    lua_getiuservalue(L, index, LG_OBJECT_WORLD);
    if (lua_rawequal(L, -1, world)) return; /* it is the solver already */
    lg_lua_fail(L, "%s: it is the solver of another world already; make one for each world",
                o->kind->name);
  }

  /* The new one is in: the handle of the old one is gone. */
  place_or_fail(L, world, index, place);
  lua_getiuservalue(L, world, LG_WORLD_STATE);
  lua_getfield(L, -1, "solver");
  lg_lua_object *old = lg_lua_to_object(L, -1);
  if (old) {
    lua_getiuservalue(L, world, LG_WORLD_OBJECTS);
    lua_pushnil(L);
    lua_rawseti(L, -2, old->id);
    lua_pop(L, 1);
    old->state = LG_LUA_REMOVED;
  }
  lua_pop(L, 1);

  lua_pushvalue(L, index);
  lua_setfield(L, -2, "solver");
  lua_pop(L, 1);
}

void lg_lua_push_solver(lua_State *L, int world) {
  lua_getiuservalue(L, world, LG_WORLD_STATE);
  /* the one that every world begins with, or that a checkpoint brought */
  if (lua_getfield(L, -1, "solver") == LUA_TNIL) {
    lg_lua_push_found(L, world, lg_solver_id(lg_lua_to_world(L, world)->w));
    lua_pushvalue(L, -1);
    lua_setfield(L, -4, "solver");
    lua_remove(L, -2);
  }
  lua_remove(L, -2);
}
