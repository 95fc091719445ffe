/* object.h - worlds and what is in them, as Lua objects: option tables, properties, methods, hooks,
   buffers, checkpoints. */
#ifndef LG_BIND_OBJECT_H
#define LG_BIND_OBJECT_H

#include "bind/lib/lib.h"
#include "bind/object/checkpoint.h"

/* ---- object.c, construct.c: objects, and how they are made ---------------------------------- */
void lg_lua_object_open(lua_State *L);
/* construct.c: adds the fields shape, emitter, ... to the table on top */
void lg_lua_push_families(lua_State *L);
lg_lua_object *lg_lua_new_object(lua_State *L, const lg_kind *k);
/* Pushes what the object at 1 has as its world; nil and NULL while it is detached. */
lg_world *lg_lua_push_world(lua_State *L, const lg_lua_object *o);
/* removed, or its world was closed */
bool lg_lua_object_gone(lua_State *L, int index, lg_why *why);

/* ---- options.c: option tables against parameter rows ---------------------------------------- */
/* Pushes a checked copy of the options at `index`; a wrong one is an error at the caller's line. */
void lg_lua_take_options(lua_State *L, const lg_kind *k, int index);
/* Checks the value at `index` for one row into *out, or fails at the caller's line. */
void lg_lua_take_value(lua_State *L, const lg_kind *k, const char *name, int index, int dim,
                       lg_arg *out);
/* Pushes a userdata that holds the options at `index` as an LG_END-ended list, for lg_add. */
lg_arg *lg_lua_push_args(lua_State *L, const lg_kind *k, int index);
/* a copy of an option value that the script cannot change any more */
void lg_lua_push_frozen(lua_State *L, int index);
/* The keys of an options table in the order of their names: the one after `after` (NULL: the
   first), NULL at the end. */
const char *lg_lua_next_key(lua_State *L, const lg_kind *k, int index, const char *after);

/* ---- world.c: worlds ------------------------------------------------------------------------ */
void lg_lua_world_open(lua_State *L);
int lg_lua_world_make(lua_State *L); /* lg.world { ... } */

/* ---- world_options.c: what lg.world { ... } reads besides rows ------------------------------ */
void lg_lua_read_world(lua_State *L, int options, lg_world_def *def);
void lg_lua_push_bounds(lua_State *L, const lg_world *w);
void lg_lua_push_edges(lua_State *L, const lg_world *w);

/* ---- property.c: world.name, world.name = value --------------------------------------------- */
int lg_lua_world_index(lua_State *L);
int lg_lua_world_newindex(lua_State *L);
int lg_lua_world_names(const char **names); /* getters and methods; how many */

/* ---- add.c: what goes into a world and out again -------------------------------------------- */
int lg_lua_world_add(lua_State *L);
int lg_lua_world_remove(lua_State *L);
/* absolute indices; errors at the caller's line */
void lg_lua_set_solver(lua_State *L, int world, int object);
void lg_lua_push_solver(lua_State *L, int world);
/* Puts what the reference value at `value` names into the world, or fails at the caller's line. */
void lg_lua_place_value(lua_State *L, int world, int value);

/* ---- find.c: what is in a world ------------------------------------------------------------- */
int lg_lua_world_find(lua_State *L);
void lg_lua_push_objects(lua_State *L, int world); /* a list, in order of addition */
/* Pushes a new handle of an object that the world holds and no userdata names. */
void lg_lua_push_found(lua_State *L, int world, lg_id id);

/* In the options of an emitter: the field that its filter asks, which comes into the world with
   it. */
#define LG_LUA_FILTER "filter_field"

/* ---- hook.c: stepping, and what Lua does in a step ------------------------------------------ */
bool lg_lua_is_hook(const char *name);
int lg_lua_hook_names(const char **names); /* how many */
int lg_lua_world_step(lua_State *L);
/* core.begin(world): its scene stands: what fills it is there, and on_load may look */
int lg_lua_world_begin(lua_State *L);
int lg_lua_world_advance(lua_State *L);
int lg_lua_world_peek(lua_State *L);
void lg_lua_peek_open(lua_State *L);
/* Pushes the hook `name` of the world at `world` and the world itself, its first argument; false:
   none is set, nothing pushed. */
bool lg_lua_push_hook(lua_State *L, int world, const char *name);

/* lg_guard_call or lg_guard_call_each, on top of the thread that steps the world. False: the world
   refuses, with the script's message. */
bool lg_lua_call_in_step(lg_lua_world *self, int args, int results, bool each_substep);

/* ---- probe.c -------------------------------------------------------------------------------- */
int lg_lua_world_probe(lua_State *L);
int lg_lua_world_watch(lua_State *L);
int lg_lua_world_unwatch(lua_State *L);
int lg_lua_world_pick(lua_State *L);

/* ---- lg.solver.script: script_definition.c, script.c ----------------------------------------- */
/* Reads what is a script's own of the options at 1, and leaves those that are rows' there; a table
   of its own ones is on top. Its kind. */
const lg_kind *lg_lua_read_script(lua_State *L, const lg_kind *base);
/* Makes it the solver of the world at `world`; the table at `options` has its own ones as `own`.
   False: the world refuses. */
bool lg_lua_set_script(lua_State *L, int world, const lg_kind *k, int options, const lg_arg *args);
/* s.name and s.name = value, beside parameters; the object is at 1. False: there is no such
   thing. */
bool lg_lua_script_get(lua_State *L, const lg_lua_object *o, const char *name);
bool lg_lua_script_put(lua_State *L, const lg_lua_object *o, const char *name);
int lg_lua_script_names(const lg_kind *k, const char **names); /* how many */

/* ---- resume.c: checkpoints ------------------------------------------------------------------ */
int lg_lua_world_save(lua_State *L);
int lg_lua_world_restore(lua_State *L);
/* The list of worlds at `worlds` takes the checkpoint's, in their order; told sums up what changed.
   Fails at the caller's line. */
void lg_lua_resume(lua_State *L, int worlds, lg_checkpoint *c, bool adopt, lg_adoption *told);

/* ---- made.c: where a scene made what -------------------------------------------------------- */
/* remembers the line of the object or world on top, if the host lints */
void lg_lua_made(lua_State *L);
/* Pushes "scene.lua:4: ", where the object or world at `object` was made; "" if nobody knows. */
void lg_lua_push_made(lua_State *L, int object);

/* ---- kernel.c: smoothing kernels by themselves ----------------------------------------------- */
void lg_lua_kernel_open(lua_State *L);
int lg_lua_kernel_make(lua_State *L);             /* lg.kernel { name, dim =, radius = } */
void lg_lua_push_kernel(lua_State *L, int world); /* of its solver, as calibrated */

/* ---- stats.c -------------------------------------------------------------------------------- */
void lg_lua_push_stats(lua_State *L, const lg_stats *s);

/* ---- view.c: how a world is shown ------------------------------------------------------------ */
int lg_lua_set_view(lua_State *L); /* world.view = the value at 3 */
/* core.view_over(world, table): what --view says of it, checked; wins over world.view */
int lg_lua_view_over(lua_State *L);
void lg_lua_read_view(lua_State *L, int world, lg_scene_view *out);

/* ---- measure.c ------------------------------------------------------------------------------ */
int lg_lua_world_measure(lua_State *L);
int lg_lua_world_ledger(lua_State *L);
int lg_lua_parting(lua_State *L); /* compare.c */
int lg_lua_difference(lua_State *L);
int lg_lua_world_gauge(lua_State *L);
void lg_lua_push_gauges(lua_State *L, const lg_world *w);
void lg_lua_push_contacts(lua_State *L, int world);

/* ---- buffer.c, bulk.c: world.particles and its columns -------------------------------------- */
typedef struct lg_lua_buffer {
  lg_view view;
  bool editable; /* lg_column_edit has allowed writing to this view */
  char name[LG_NAME_MAX];
} lg_lua_buffer; /* user value 1: the world */
void lg_lua_buffer_open(lua_State *L);
void lg_lua_push_particles(lua_State *L, int world);

/* ---- grid.c: world.grids -------------------------------------------------------------------- */
void lg_lua_grid_open(lua_State *L);
void lg_lua_push_grids(lua_State *L, int world);
/* the buffer at index 1 if it is not stale, or an error */
lg_lua_buffer *lg_lua_fresh(lua_State *L, const char *method);
/* allows writing, or fails at the caller's line */
void lg_lua_edit(lua_State *L, lg_lua_buffer *b);
/* a number, vec or list from Lua */
void lg_lua_take_particle(lua_State *L, const lg_lua_buffer *b, int index, float c[3]);
extern const luaL_Reg lg_lua_bulk[];          /* fill, scale, ... */
extern const luaL_Reg lg_lua_buffer_access[]; /* get, set */
extern const luaL_Reg lg_lua_particle_methods[];

#endif
