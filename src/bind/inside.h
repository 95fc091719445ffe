/* inside.h - what the files of bind/ share. A Lua object is a userdata that names an object of a world by id; the world's
   userdata owns the lg_world. What Lua itself must keep alive hangs on user values (the enums below number them). */
#ifndef LG_BIND_INSIDE_H
#define LG_BIND_INSIDE_H

#include "bind/bind.h"
#include "bind/checkpoint.h"
#include "laguna_kind.h"

#include <lauxlib.h>
#include <lua.h>

#define LG_LUA_VEC "laguna.vec"
#define LG_LUA_WORLD "laguna.world"
#define LG_LUA_PARTICLES "laguna.particles"
#define LG_LUA_BUFFER "laguna.buffer"
#define LG_LUA_GRIDS "laguna.grids"
#define LG_LUA_GRID "laguna.grid"
#define LG_LUA_PATH_MAX 1024
#define LG_LUA_NAMES_MAX 96 /* names that one "did you mean" chooses from */

/* ---- fail.c: errors at the caller's line ---- */
int lg_lua_fail(lua_State *L, const char *format, ...); /* never returns; formats of lua_pushfstring */
void lg_lua_push_where(lua_State *L); /* "scene.lua:12: " of the caller; "" where there is none */
/* "subject: unknown what 'name' (did you mean 'nearest'?)", or what there is; never returns. */
int lg_lua_unknown(lua_State *L, const char *subject, const char *what, const char *name, const char *const *names, int count);
/* Registers a metatable, "laguna.Name", that scripts cannot look into. */
void lg_lua_metatable(lua_State *L, const char *key, const luaL_Reg *meta);
/* "rate: use emitter:rate(...), with a colon", for a method whose self is not what it should be; never returns. */
int lg_lua_colon(lua_State *L, const char *owner, const char *method);
const char *lg_lua_typename(lua_State *L, int index); /* "number", "shape", "vec", ... */
void lg_lua_push_readable(lua_State *L, int index); /* the text with '?' for control characters: it goes to a terminal */
/* What was raised, as text: with where ("scene.lua:12: ") if it has no place itself, and what to do about per-particle values. */
void lg_lua_push_message(lua_State *L, int index, const char *where);
int lg_lua_placed(lua_State *L);                      /* message handler: that message */
int lg_lua_traceback(lua_State *L);                   /* message handler: message, newline, traceback */
void lg_lua_push_traced(lua_State *L, lua_State *of); /* the message on top, with the traceback of another thread behind it */

/* ---- vec.c: lg.vec, 2 or 3 numbers that never change ---- */
typedef struct lg_lua_vec { int n; double c[3]; } lg_lua_vec;
void lg_lua_vec_open(lua_State *L);
extern const luaL_Reg lg_lua_vec_methods[];
int lg_lua_vec_make(lua_State *L);                          /* lg.vec(x, y[, z]) */
void lg_lua_push_vec(lua_State *L, const double *c, int n); /* n is 2 or 3 */
/* A vec, or a list of 1 to 4 numbers: how many there are, 0 if it is neither. */
int lg_lua_to_numbers(lua_State *L, int index, double c[4]);

/* ---- value.c: a Lua value <-> lg_arg ---- */
bool lg_lua_to_arg(lua_State *L, int index, const char *name, lg_arg *out); /* false: nothing that any parameter takes */
/* Pushes the value of a row; `objects` is the index of the world's table id -> object. */
void lg_lua_push_arg(lua_State *L, const lg_param *row, const lg_arg *a, int objects);
const char *lg_lua_expected(const lg_param *row);          /* "a number", "a shape", ... */
bool lg_lua_family_fits(const lg_param *row, lg_family family);
bool lg_lua_is_reference(const lg_param *row);

/* ---- object.c: definitions and objects ---- */
typedef enum lg_lua_state { LG_LUA_DETACHED, LG_LUA_ADDING, LG_LUA_ADDED, LG_LUA_REMOVED } lg_lua_state;
typedef struct lg_lua_object {
  const lg_kind *kind;
  lg_lua_state state;
  bool sampled;            /* a field: a script has used it by itself */
  bool nested;             /* came into its world because another object names it */
  lg_id id;                /* where state is LG_LUA_ADDED */
  char name[LG_NAME_MAX];  /* "" while nobody gave one */
} lg_lua_object;
enum { LG_OBJECT_OPTIONS = 1, LG_OBJECT_WORLD, LG_OBJECT_VALUES = LG_OBJECT_WORLD };
void lg_lua_object_open(lua_State *L);
void lg_lua_push_families(lua_State *L); /* adds the fields shape, emitter, ... to the table on top */
lg_lua_object *lg_lua_to_object(lua_State *L, int index); /* NULL: it is none */
lg_lua_object *lg_lua_new_object(lua_State *L, const lg_kind *k);
bool lg_lua_object_gone(lua_State *L, int index, char *why, size_t why_bytes); /* removed, or its world was closed */

/* ---- options.c: option tables against parameter rows ---- */
/* Pushes a checked copy of the options at `index`; a wrong one is an error at the caller's line. */
void lg_lua_take_options(lua_State *L, const lg_kind *k, int index);
/* Checks the value at `index` for one row into *out, or fails at the caller's line. */
void lg_lua_take_value(lua_State *L, const lg_kind *k, const char *name, int index, int dim, lg_arg *out);
/* Pushes a userdata that holds the options at `index` as an LG_END-ended list, for lg_add. */
lg_arg *lg_lua_push_args(lua_State *L, const lg_kind *k, int index);
void lg_lua_push_frozen(lua_State *L, int index); /* a copy of an option value that the script cannot change any more */
int lg_lua_rows(const lg_kind *k);
/* The keys of an options table in the order of their names: the one after `after` (NULL: the first), NULL at the end. */
const char *lg_lua_next_key(lua_State *L, const lg_kind *k, int index, const char *after);

/* ---- world.c: worlds ---- */
typedef struct lg_lua_world {
  lg_world *w;             /* NULL: closed */
  lua_State *main;         /* of the Lua state that made it */
  lua_State *running;      /* the Lua thread that steps it now, for the hooks; NULL: none */
  const lg_scene_options *host; /* the program, NULL in stock Lua */
  lua_State *caller;       /* the Lua thread that puts something into it now, outside of steps, */
  int caller_at;           /* and where the world stands on its stack */
  int64_t acts, acts_frame; /* sums, updates, ... asked for in this frame: each has random numbers of its own */
  bool shown;              /* a scene returned it to the program, which uses it from now on */
  bool hook_failed;        /* in the last step; the message is the state's field "failure" */
  char name[LG_NAME_MAX];
  bool confined;           /* may read files of its folder only */
  char folder[LG_LUA_PATH_MAX]; /* what paths of files are relative to: the scene's, with its '/', or "" */
} lg_lua_world;
enum { LG_WORLD_OBJECTS = 1, LG_WORLD_HOOKS, LG_WORLD_STATE, LG_WORLD_VALUES = LG_WORLD_STATE };
void lg_lua_world_open(lua_State *L);
int lg_lua_world_make(lua_State *L); /* lg.world { ... } */
lg_lua_world *lg_lua_to_world(lua_State *L, int index);                        /* NULL: it is none */
lg_lua_world *lg_lua_self(lua_State *L, const char *method);                   /* the open world at index 1, or an error */

/* ---- file.c: files that scenes name ---- */
int lg_lua_folder(lua_State *L);                                /* core.folder(path, confined) */
void lg_lua_take_folder(lua_State *L, lg_lua_world *world);     /* the folder in force becomes the world's */
lg_read_fn lg_lua_read_file;                                    /* user is an lg_lua_world */

/* ---- world_options.c: what lg.world { ... } reads besides rows ---- */
void lg_lua_read_world(lua_State *L, int options, lg_world_def *def);
void lg_lua_push_bounds(lua_State *L, const lg_world *w);
void lg_lua_push_edges(lua_State *L, const lg_world *w);

/* ---- property.c: world.name, world.name = value ---- */
int lg_lua_world_index(lua_State *L);
int lg_lua_world_newindex(lua_State *L);
int lg_lua_world_names(const char **names); /* getters and methods; how many */

/* ---- add.c: what goes into a world and out again ---- */
int lg_lua_world_add(lua_State *L);
int lg_lua_world_remove(lua_State *L);
int lg_lua_world_find(lua_State *L);
void lg_lua_set_solver(lua_State *L, int world, int object); /* absolute indices; errors at the caller's line */
void lg_lua_push_solver(lua_State *L, int world);
void lg_lua_push_objects(lua_State *L, int world);           /* a list, in order of addition */
/* Pushes a new handle of an object that the world holds and no userdata names. */
void lg_lua_push_found(lua_State *L, int world, lg_id id);
/* Puts what the reference value at `value` names into the world, or fails at the caller's line. */
void lg_lua_place_value(lua_State *L, int world, int value);

/* ---- hook.c: stepping, and what Lua does in a step ---- */
bool lg_lua_is_hook(const char *name);
int lg_lua_hook_names(const char **names); /* how many */
int lg_lua_world_step(lua_State *L);
int lg_lua_world_advance(lua_State *L);
/* Pushes the hook `name` of the world at `world` and the world itself, its first argument; false: none is set, nothing pushed. */
bool lg_lua_push_hook(lua_State *L, int world, const char *name);

/* ---- pattern.c ---- */
extern const luaL_Reg lg_lua_patterns[]; /* find, match, gmatch, gsub, which the guard can stop */

/* ---- resume.c: checkpoints ---- */
int lg_lua_world_save(lua_State *L);
int lg_lua_world_restore(lua_State *L);
/* The list of worlds at `worlds` takes the checkpoint's, in their order; told sums up what changed. Fails at the caller's
   line. */
void lg_lua_resume(lua_State *L, int worlds, lg_checkpoint *c, bool adopt, lg_adoption *told);

/* ---- made.c: where a scene made what ---- */
void lg_lua_made(lua_State *L); /* remembers the line of the object or world on top, if the host lints */

/* ---- reference.c ---- */
int lg_lua_registry(lua_State *L);

/* ---- formula.c: functions as parameters of type program ---- */
/* Makes a formula of the function at `function` in the world at `world`: its id, or 0, and the world refuses. */
lg_id lg_lua_add_formula(lua_State *L, int world, int function);
/* what refused it: the function's error, or the world's */
int lg_lua_raise_formula(lua_State *L, const lg_lua_world *self, int world);

/* ---- act.c: functions that act at once ---- */
extern const luaL_Reg lg_lua_acts[]; /* update, sum, ... */
/* world.color_by = function: into the column "color", whose name is written, or "" while the solver's columns are not there yet.
   False: it failed, its message is on top, and it is let go. */
bool lg_lua_color(lua_State *L, int world, char *column, size_t bytes);

/* ---- field.c: what Lua does with fields ---- */
void lg_lua_open_fields(lua_State *L); /* adds its functions to the module on top */

/* ---- stats.c ---- */
void lg_lua_push_stats(lua_State *L, const lg_stats *s);

/* ---- measure.c ---- */
int lg_lua_world_measure(lua_State *L);
int lg_lua_world_gauge(lua_State *L);
void lg_lua_push_gauges(lua_State *L, const lg_world *w);

/* ---- buffer.c, bulk.c: world.particles and its columns ---- */
typedef struct lg_lua_buffer {
  lg_view view;
  bool editable;           /* lg_column_edit has allowed writing to this view */
  char name[LG_NAME_MAX];
} lg_lua_buffer;           /* user value 1: the world */
void lg_lua_buffer_open(lua_State *L);
void lg_lua_push_particles(lua_State *L, int world);

/* ---- grid.c: world.grids ---- */
void lg_lua_grid_open(lua_State *L);
void lg_lua_push_grids(lua_State *L, int world);
lg_lua_buffer *lg_lua_fresh(lua_State *L, const char *method); /* the buffer at index 1 if it is not stale, or an error */
void lg_lua_edit(lua_State *L, lg_lua_buffer *b);              /* allows writing, or fails at the caller's line */
void lg_lua_take_particle(lua_State *L, const lg_lua_buffer *b, int index, float c[3]); /* a number, vec or list from Lua */
/* Masses are finite and above 0: fails if the column is theirs and a value in it would be another one. */
void lg_lua_check_mass(lua_State *L, const char *what, const char *column, double value);
extern const luaL_Reg lg_lua_bulk[];                           /* fill, scale, ... */
extern const luaL_Reg lg_lua_buffer_access[];                  /* get, set */
extern const luaL_Reg lg_lua_particle_methods[];

/* ---- trace.c: functions of a particle ---- */
void lg_lua_changes(lua_State *L, const char *what); /* fails inside of one: it is called as often as its trace and check need */

/* ---- embed.c: the Lua half inside the program ---- */
void lg_lua_preload(lua_State *L); /* require "laguna" finds the program's own copy */

/* ---- scene.c: the program behind a Lua state ---- */
const lg_scene_options *lg_lua_host(lua_State *L); /* NULL: a Lua state of somebody else (stock lua5.4) */
void lg_lua_log(void *user, lg_level level, const char *sentence); /* log of a world; user is its lg_lua_world */

/* Calls the function at the bottom of the stack with its `count` arguments, protected, and empties the stack; false: the message
   is the scene's error. handler: of messages, or NULL. */
bool lg_scene_call(lg_scene *s, int count);
void lg_scene_limit(lg_scene *s); /* begins the budget of a hook, for a call of one's own */
lua_State *lg_scene_state(lg_scene *s);

#endif
