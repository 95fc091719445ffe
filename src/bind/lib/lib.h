/* lib.h - what all of bind/ stands on: errors at the caller's line, values, handles. A Lua object
   is a userdata that names an object of a world by id; the world's userdata owns the lg_world. What
   Lua itself must keep alive hangs on user values (the enums below number them). */
#ifndef LG_BIND_LIB_H
#define LG_BIND_LIB_H

#include "bind/bind.h"
#include "laguna_kind.h"

#include <lauxlib.h>
#include <lua.h>

#define LG_LUA_VEC       "laguna.vec"
#define LG_LUA_VALUE     "laguna.per-particle"
#define LG_LUA_WORLD     "laguna.world"
#define LG_LUA_PARTICLES "laguna.particles"
#define LG_LUA_BUFFER    "laguna.buffer"
#define LG_LUA_GRIDS     "laguna.grids"
#define LG_LUA_GRID      "laguna.grid"
#define LG_LUA_PEEK      "laguna.peek"
#define LG_LUA_KERNEL    "laguna.kernel"
#define LG_LUA_PATH_MAX  1024
#define LG_LUA_NAMES_MAX 96 /* names that one "did you mean" chooses from */

/* ---- fail.c: errors at the caller's line ---------------------------------------------------- */
/* never returns; formats of lua_pushfstring */
int lg_lua_fail(lua_State *L, const char *format, ...);
int lg_lua_own(
    lua_State *L); /* core.own(): errors are not told at lines of the file that calls it */
void lg_lua_push_where(lua_State *L); /* "scene.lua:12: " of the caller; "" where there is none */
/* "subject: unknown what 'name' (did you mean 'nearest'?)", or what there is; never returns. */
int lg_lua_unknown(lua_State *L, const char *subject, const char *what, const char *name,
                   const char *const *names, int count);
/* Registers a metatable, "laguna.Name", that scripts cannot look into. */
void lg_lua_metatable(lua_State *L, const char *key, const luaL_Reg *meta);
/* "rate: use emitter:rate(...), with a colon", for a method whose self is not what it should be;
   never returns. */
int lg_lua_colon(lua_State *L, const char *owner, const char *method);
const char *lg_lua_typename(lua_State *L, int index); /* "number", "shape", "vec", ... */
/* the text with '?' for control characters: it goes to a terminal */
void lg_lua_push_readable(lua_State *L, int index);
/* What was raised, as text: with where ("scene.lua:12: ") if it has no place itself, and what to do
   about per-particle values. */
void lg_lua_push_message(lua_State *L, int index, const char *where);
int lg_lua_placed(lua_State *L); /* message handler: that message */
/* message handler: message, newline, traceback */
int lg_lua_traceback(lua_State *L);
/* the message on top, with the traceback of another thread behind it */
void lg_lua_push_traced(lua_State *L, lua_State *of);

/* ---- vec.c: lg.vec, 2 or 3 numbers or per-particle values that never change ----------------- */
void lg_lua_vec_open(lua_State *L);
extern const luaL_Reg lg_lua_vec_methods[];
int lg_lua_vec_make(lua_State *L);                          /* lg.vec(x, y[, z]) */
void lg_lua_push_vec(lua_State *L, const double *c, int n); /* n is 2 or 3 */
/* Replaces the n (2 or 3) numbers or per-particle values on top by a vec of them. */
void lg_lua_join_vec(lua_State *L, int n);
/* A vec of numbers, or a list of 1 to 4 numbers: how many there are, 0 if it is neither. */
int lg_lua_to_numbers(lua_State *L, int index, double c[4]);

/* ---- value.c: a Lua value <-> lg_arg -------------------------------------------------------- */
/* false: nothing that any parameter takes */
bool lg_lua_to_arg(lua_State *L, int index, const char *name, lg_arg *out);
/* Pushes the value of a row; `objects` is the index of the world's table id -> object. */
void lg_lua_push_arg(lua_State *L, const lg_param *row, const lg_arg *a, int objects);
/* The whole number at `index`, from 1 to n, counted from 0; -1: it is another one, or none. */
lua_Integer lg_lua_element(lua_State *L, int index, lua_Integer n);
/* A list of points becomes its text, "0 0, 1 0, 0.5 1", in its place; false: it is none. */
bool lg_lua_points_to_text(lua_State *L, int index);
/* Puts into the table on top, by name. */
void lg_lua_put_number(lua_State *L, const char *name, double x);
void lg_lua_put_whole(lua_State *L, const char *name, int64_t x);
void lg_lua_put_flag(lua_State *L, const char *name, bool on);
void lg_lua_put_text(lua_State *L, const char *name, const char *text); /* NULL: "" */
const char *lg_lua_expected(const lg_param *row); /* "a number", "a shape", ... */
bool lg_lua_family_fits(const lg_param *row, lg_family family);
bool lg_lua_is_reference(const lg_param *row);
/* Masses are finite and above 0: fails if the column is theirs and a value in it would be another
   one. */
void lg_lua_check_mass(lua_State *L, const char *what, const char *column, double value);

/* ---- handle.c: from Lua values to objects, worlds, and the program behind a Lua state ------- */
typedef enum lg_lua_state {
  LG_LUA_DETACHED,
  LG_LUA_ADDING,
  LG_LUA_ADDED,
  LG_LUA_REMOVED
} lg_lua_state;
typedef struct lg_lua_object {
  const lg_kind *kind;
  lg_lua_state state;
  bool sampled;           /* a field: a script has used it by itself */
  bool nested;            /* came into its world because another object names it */
  lg_id id;               /* where state is LG_LUA_ADDED */
  char name[LG_NAME_MAX]; /* "" while nobody gave one */
} lg_lua_object;
enum { LG_OBJECT_OPTIONS = 1, LG_OBJECT_WORLD, LG_OBJECT_VALUES = LG_OBJECT_WORLD };
extern const char *const lg_lua_metatables[LG_FAMILIES];  /* of objects */
lg_lua_object *lg_lua_to_object(lua_State *L, int index); /* NULL: it is none */

typedef struct lg_lua_world {
  lg_world *w;                  /* NULL: closed */
  lua_State *main;              /* of the Lua state that made it */
  lua_State *running;           /* the Lua thread that steps it now, for the hooks; NULL: none */
  const lg_scene_options *host; /* the program, NULL in stock Lua */
  lua_State *caller; /* the Lua thread that puts something into it now, outside of steps, */
  int caller_at;     /* and where the world stands on its stack */
  /* sums, updates, ... asked for in this frame: each has random numbers of its own */
  int64_t acts, acts_frame;
  int64_t looked_at; /* the particle that the microscope shows, by its id; -1: none */
  bool shown;        /* a scene returned it to the program, which uses it from now on */
  bool hook_failed;  /* in the last step; the message is the state's field "failure" */
  char name[LG_NAME_MAX];
  bool confined; /* may read files of its folder only */
  /* what paths of files are relative to: the scene's, with its '/', or "" */
  char folder[LG_LUA_PATH_MAX];
} lg_lua_world;
enum { LG_WORLD_OBJECTS = 1, LG_WORLD_HOOKS, LG_WORLD_STATE, LG_WORLD_VALUES = LG_WORLD_STATE };
lg_lua_world *lg_lua_to_world(lua_State *L, int index); /* NULL: it is none */
/* From the core's world back to Lua's, as long as Lua has it. */
void lg_lua_remember_world(lua_State *L, int world);
bool lg_lua_push_world_of(lua_State *L, const lg_world *w); /* false: nothing is pushed */
/* the open world at index 1, or an error */
lg_lua_world *lg_lua_self(lua_State *L, const char *method);
/* NULL: a Lua state of somebody else (stock lua5.4) */
const lg_scene_options *lg_lua_host(lua_State *L);
/* Pushes a table of that name in the state of the world at `world`, made where there is none. */
void lg_lua_push_state(lua_State *L, int world, const char *name);
/* log of a world; user is its lg_lua_world */
void lg_lua_log(void *user, lg_level level, const char *sentence);
void lg_lua_set_host(lua_State *L, lg_scene_options *host);

/* ---- plugin.c ------------------------------------------------------------------------------- */

/* lg.plugin(path), relative to the scene's folder; only with trust */
int lg_lua_plugin(lua_State *L);

/* ---- file.c: files that scenes name --------------------------------------------------------- */

/* the folder in force becomes the world's */
void lg_lua_take_folder(lua_State *L, lg_lua_world *world);
/* Is it absolute, with "..", or through a link? */
bool lg_lua_leaves_folder(const char *folder, const char *path);
lg_read_fn lg_lua_read_file; /* user is an lg_lua_world */

#endif
