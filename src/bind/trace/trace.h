/* trace.h - plain Lua functions of a particle as formulas. The function is called with a particle
   whose numbers are nodes of an lg_expr; what it computes with them is written down. It runs once
   for each way through its ifs.

   trace.c     values and their operators      particle.c  p.x, p.vx, p.density, p.x = ...
   neighbors.c p:sum(function(q) ... end)      paths.c     all ways through a function
   check.c     the same function for single    math.c      functions of values
               particles, compared             answers.c   what it says to one, and to all
   formula.c   formulas of a world             field.c     fields inside formulas, derivatives
   walls.c     p.wall, p.wall_gradient
   act.c       functions that act at once: world:update, sum, ... */
#ifndef LG_BIND_TRACE_H
#define LG_BIND_TRACE_H

#include "bind/lib/lib.h"

#define LG_LUA_PARTICLE    "laguna.particle"
#define LG_LUA_NEIGHBOR    "laguna.neighbor"
#define LG_TRACE_PATHS     64
#define LG_TRACE_DECISIONS 48
#define LG_TRACE_STORES    24
#define LG_TRACE_ASKED     100000
#define LG_TRACE_SAMPLES   16
#define LG_TRACE_VISITS    4096

typedef struct lg_trace_target {
  char column[LG_NAME_MAX];
  int component;
} lg_trace_target;

typedef struct lg_trace_path { /* one way through the function */
  int decisions, results;
  lg_node condition[LG_TRACE_DECISIONS];
  bool answer[LG_TRACE_DECISIONS];
  lg_node result[3];
  lg_node store[LG_TRACE_STORES]; /* per target; LG_NO_NODE: not stored on this way */
} lg_trace_path;

typedef enum lg_trace_mode {
  LG_TRACE_OFF,
  LG_TRACE_ALL,
  LG_TRACE_ONE,
  LG_TRACE_EACH
} lg_trace_mode;

typedef struct lg_trace { /* one a Lua state, in its registry */
  const void *value_meta; /* the metatable of per-particle values */
  /* ALL: nodes. ONE: numbers of a sample, stores are kept apart. EACH: numbers of a particle,
     stores are real */
  lg_trace_mode mode;
  /* of the call under way: values of another one are stale; the last one given */
  uint32_t serial, last;
  lg_expr *e;
  lg_world *w; /* NULL: a field by itself, `dim` dimensions */
  int dim;
  bool stores;                  /* may the function write p.x = ...? */
  const char *into;             /* the column that its results, 1 or 3, go to; NULL: returned */
  int given;                    /* results so far; 0: it is traced for the first time */
  char stream[LG_NAME_MAX * 2]; /* of its random numbers */
  int asked;                    /* comparisons on this way, repeated ones too */
  int site;                     /* random numbers asked for on this way */
  int forced;                   /* decisions of this way that are taken over from the one before */
  lg_trace_path path;
  int targets;
  lg_trace_target target[LG_TRACE_STORES];
  /* ONE, EACH: the particle; ONE below 0: a made-up one, number -1 - index */
  int64_t index;
  /* ONE: of the particle's own; column NULL: none */
  struct {
    const char *column;
    int component;
    double value;
  } instead;
  double off; /* ONE: share by which its numbers are off, to see what rounding does */
  double value[LG_TRACE_STORES]; /* ONE: what was stored */
  bool stored[LG_TRACE_STORES];
  /* the sum over neighbours under way, 0: none; the last one; ONE, EACH: its neighbour now */
  uint32_t sum, sums;
  const lg_neighbor *neighbor;
  /* ONE: how many neighbours a check has visited so far; above LG_TRACE_VISITS a sum visits none */
  int64_t visited;
  bool solving; /* a solver of the script's own stands in its step: the world stays as it is, */
  bool moves;   /* and something has been stored as a velocity */
  /* a world that a loop of world:peek shows between two stages: all stays as it is; NULL: none */
  lg_lua_world *looking;
} lg_trace;

typedef struct lg_trace_value {
  uint32_t serial;
  lg_node node;
} lg_trace_value;

/* ---- trace.c -------------------------------------------------------------------------------- */
lg_trace *lg_trace_of(lua_State *L);
void lg_trace_open(lua_State *L);
/* Is what the script does now its own doing? A function of a particle is called for each way
   through it, and again to be checked: it prints on the first. */
bool lg_trace_speaks(lua_State *L);
/* a value per particle (or a condition)? */
bool lg_trace_is(lua_State *L, int index);
void lg_trace_push(lua_State *L, lg_trace *t, lg_node node); /* or the error of the formula */
/* of a number, a boolean or a value; else an error */
lg_node lg_trace_node(lua_State *L, lg_trace *t, int index, const char *what);
/* Is it a material of lg.material, or a solver, which has the default one? Its number, as column
   `material` has it; -1: of another world. */
bool lg_trace_material(lua_State *L, const lg_trace *t, int index, int *number);
lg_node lg_trace_modulo(lg_expr *e, lg_node a, lg_node b); /* a - floor(a / b) b, as Lua has it */

/* ---- particle.c ----------------------------------------------------------------------------- */
void lg_trace_open_particle(lua_State *L);
void lg_trace_push_particle(lua_State *L, const lg_trace *t);
/* of the one particle, before what was stored */
double lg_trace_read(const lg_trace *t, const char *column, int component);
/* A column or an axis: "vx" -> velocity, 0; -1: all of it. How many numbers the column has; 0:
   there is none. */
int lg_trace_name(const lg_trace *t, const char *name, const char **column, int *component);
/* no column of `subject` ("p", "q") and none of its own names; never returns */
int lg_trace_unknown(lua_State *L, const lg_trace *t, const char *subject, const char *name,
                     const char *const *own);
/* a number of the one particle, as scripts see it: a material, an integer */
void lg_trace_push_number(lua_State *L, const lg_trace *t, const char *column, int component);
/* the trace of the particle at 1; another one was kept: an error */
lg_trace *lg_trace_fresh(lua_State *L);
/* a float as the functions of single particles see it */
double lg_trace_number(const lg_trace *t, double x);
/* true: nodes */
bool lg_trace_point(lua_State *L, int index, int dim, lg_trace *t, double at[3], lg_node node[3]);

/* ---- neighbors.c ---------------------------------------------------------------------------- */
void lg_trace_open_neighbor(lua_State *L);
/* p.sum, p.mean, ...; false: it is another name */
bool lg_trace_push_sum(lua_State *L, const char *name);
extern const char *const lg_trace_sum_names[]; /* ends with NULL */
bool lg_trace_pairs(const char *name);         /* q.W and the like */
int lg_trace_own_weight(lua_State *L);         /* for lua/laguna/sph.lua */

/* ---- walls.c -------------------------------------------------------------------------------- */
/* p.wall, p.wall_gradient; false: it is another name */
bool lg_trace_push_wall(lua_State *L, lg_trace *t, const char *name);

/* ---- paths.c -------------------------------------------------------------------------------- */
/* Traces the function at `function` into e: results, or stores. Raises what goes wrong, at its
   line. */
void lg_trace_run(lua_State *L, lg_trace *t, int function, double time);
/* The results of a function of the neighbour on top, of all ways through it: nodes of a pair; how
   many. */
int lg_trace_run_inside(lua_State *L, lg_trace *t, int function, lg_node result[3]);
/* Calls it once more: what it keeps of a call is then a value that is told when it is used, not the
   number of a sample. */
void lg_trace_again(lua_State *L, lg_trace *t, int function, double time);
const char *lg_trace_place(lua_State *L, int function); /* pushes "scene.lua:12" */
/* A vec, or a list: several results in one. */
bool lg_trace_is_list(lua_State *L, const lg_trace *t, int index);

/* ---- check.c -------------------------------------------------------------------------------- */
/* Runs the function for `samples` single particles and compares; raises the difference. All of
   them: also for particles that have the numbers that it mentions. */
void lg_trace_check(lua_State *L, lg_trace *t, int function, double time, int samples);

/* ---- formula.c ------------------------------------------------------------------------------ */
typedef struct lg_trace_job { /* a lg_formula_fn's user: a function to be traced once */
  lua_State *L;
  lg_lua_world *world;
  int at, function; /* stack indices of the world and of the function */
  bool stores;
  const char *into, *stream;
  int given;    /* results so far */
  int samples;  /* of the differential check */
  bool in_step; /* nobody above it can make a traceback */
} lg_trace_job;
/* Makes a formula of the function at `function`, for that row, in the world at `world`: its id, or
   0, and the world refuses. */
lg_id lg_lua_add_formula(lua_State *L, int world, const lg_param *row, int function);
/* what refused it: the function's error, or the world's */
int lg_lua_raise_formula(lua_State *L, const lg_lua_world *self, int world);
lg_formula_fn lg_trace_write;

/* ---- trace.c: functions of a particle ------------------------------------------------------- */
/* fails inside of one, which is called as often as its trace and check need, in the step of a
   solver, and in a loop of world:peek */
void lg_lua_changes(lua_State *L, const char *what);
void lg_lua_look_away(lua_State *L); /* ends the loop of world:peek that is open, if there is one */

/* ---- act.c: functions that act at once ------------------------------------------------------ */
extern const luaL_Reg lg_lua_acts[]; /* update, sum, ... */
lua_CFunction lg_lua_act(const char *name);
/* Is a function of a particle under way? It must not ask for all of them. */
bool lg_trace_under_way(lua_State *L);
/* world.color_by = function: into the column "color", whose name is written, or "" while the
   solver's columns are not there yet. False: it failed, its message is on top, and it is let go. */
bool lg_lua_color(lua_State *L, int world, char *column, size_t bytes);

/* ---- field.c: what Lua does with fields ----------------------------------------------------- */
void lg_lua_open_fields(lua_State *L); /* adds its functions to the module on top */
/* The field at `index` as a function of a particle; condition: whether it is above 0.5. False: it
   is no field, and nothing is pushed. */
bool lg_lua_push_field_function(lua_State *L, int index, bool condition);

/* ---- math.c --------------------------------------------------------------------------------- */
void lg_trace_open_math(lua_State *L); /* adds the table "traced" to the module on top */

#endif
