/* laguna.h - USE Laguna from C: the one header a host program includes.

   CHEAT SHEET
     lg_world_def def = lg_default_world();                  filled with defaults and a cookie
     def.bounds = lg_bounds2(0, 0, 4, 3);  def.spacing = 0.02f;
     lg_world *w = lg_world_new(&def);                       NULL: def.error is the sentence
     lg_set_solver(w, "wcsph", LG_ARGS(lg_num("viscosity", 0.05)));
     lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 1, 2)));
     lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box)));
     lg_world_step(w, 1 / 60.0);                             false: lg_error(w) is the sentence
     lg_view x = lg_column(w, "position");                   x.c[0][i], x.c[1][i]: read only until
     the next step
     lg_world_free(w);

   A world owns particles. Shapes say where. Emitters make particles, fields push them, colliders
   stop them, and one solver makes them a fluid.

   RULES
     SI units everywhere (m, s, kg, Pa). Columns are float32, one array a component (structure of
     arrays). A bad request is refused: the call returns false (NULL, or id 0), changes nothing, and
     lg_error(world) is one sentence that names subject, value, limit, unit and cure. Without a
     world a question is answered with 0, false, an empty text or an empty struct. No call prints,
     exits or keeps global state; one thread at a time may use a world, and many worlds may live
     side by side.
     */
#ifndef LAGUNA_H
#define LAGUNA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#include <initializer_list>
extern "C" {
#endif

#define LG_VERSION   "0.3.0"
#define LG_ERROR_MAX 512  /* bytes of the longest sentence, with its NUL */
#define LG_WHY_MAX   4096 /* bytes of an explanation (lg_why), with its NUL */
#define LG_NAME_MAX  48   /* bytes of the longest object name, with its NUL */

typedef struct lg_world lg_world; /* opaque; all inside it is named by ids */
typedef uint32_t lg_id;           /* an object of a world: index and generation; 0 is "none" */

/* ---- arguments: LG_ARGS(lg_num("viscosity", 0.05), lg_text("kernel", "wendland_c2")) -------- */

/* types of parameters and arguments; storage in a kind's struct in brackets */
typedef enum lg_type {
  LG_END,   /* ends a list of arguments or rows */
  LG_BOOL,  /* [bool] */
  LG_INT,   /* [int64_t] */
  LG_FLOAT, /* [float] */
  /* [float[3]] dim components; an axial one (rotation) has 1 in 2-D, stored in [2] */
  LG_VEC,
  LG_COLOR,    /* [float[4]] red green blue alpha, 0..1 */
  LG_CHOICE,   /* [int] index into "a|b|c"; given as text */
  LG_TEXT,     /* [char[LG_TEXT_MAX]] */
  LG_FILE,     /* [char[LG_TEXT_MAX]] a path */
  LG_POINTS,   /* [char[LG_POINTS_MAX]] a list of points, given as text: "0 0, 1 0, 0.5 1" */
  LG_SHAPE,    /* [lg_id], or [lg_refs] for a list */
  LG_FIELD,    /* [lg_id] */
  LG_COLLIDER, /* [lg_id] */
  LG_MATERIAL, /* [lg_id] */
  LG_PROGRAM   /* [lg_id] a compiled formula */
} lg_type;

typedef struct lg_arg {
  const char *name; /* parameter name; NULL ends a list */
  /* how the value was given: LG_BOOL, LG_FLOAT (any number), LG_VEC, LG_TEXT or LG_SHAPE (any
     reference) */
  lg_type type;
  double v[4]; /* numbers; n of them */
  int n;
  const char *text; /* for LG_TEXT: choices, paths, texts */
  lg_id ref[16];    /* for references; n of them */
  /* where lg_get keeps the text of a choice: read it from the lg_arg that was filled, not from a
     copy */
  char word[LG_NAME_MAX];
} lg_arg;

static inline lg_arg lg_end(void) {
  lg_arg a = {NULL, LG_END, {0, 0, 0, 0}, 0, NULL, {0}, {0}};
  return a;
}
static inline lg_arg lg_num(const char *name, double x) {
  lg_arg a = lg_end();
  a.name = name;
  a.type = LG_FLOAT;
  a.v[0] = x;
  a.n = 1;
  return a;
}
static inline lg_arg lg_bool(const char *name, bool on) {
  lg_arg a = lg_num(name, on);
  a.type = LG_BOOL;
  return a;
}
static inline lg_arg lg_vec2(const char *name, double x, double y) {
  lg_arg a = lg_num(name, x);
  a.type = LG_VEC;
  a.v[1] = y;
  a.n = 2;
  return a;
}
static inline lg_arg lg_vec3(const char *name, double x, double y, double z) {
  lg_arg a = lg_vec2(name, x, y);
  a.v[2] = z;
  a.n = 3;
  return a;
}
static inline lg_arg lg_text(const char *name, const char *text) {
  lg_arg a = lg_end();
  a.name = name;
  a.type = LG_TEXT;
  a.text = text;
  return a;
}
static inline lg_arg lg_ref(const char *name, lg_id id) {
  lg_arg a = lg_end();
  a.name = name;
  a.type = LG_SHAPE;
  a.ref[0] = id;
  a.n = 1;
  return a;
}

#ifdef __cplusplus
#define LG_ARGS(...) (std::initializer_list<lg_arg>{__VA_ARGS__, lg_end()}.begin())
#else
#define LG_ARGS(...) ((const lg_arg[]){__VA_ARGS__, lg_end()})
#endif
#define LG_NO_ARGS NULL

/* ---- the world ------------------------------------------------------------------------------ */

typedef struct lg_bounds {
  int dim;
  float min[3], max[3];
} lg_bounds; /* m; dim is 2 or 3 */
static inline lg_bounds lg_bounds2(float x0, float y0, float x1, float y1) {
  lg_bounds b = {2, {x0, y0, 0}, {x1, y1, 0}};
  return b;
}
static inline lg_bounds lg_bounds3(float x0, float y0, float z0, float x1, float y1, float z1) {
  lg_bounds b = {3, {x0, y0, z0}, {x1, y1, z1}};
  return b;
}

typedef enum lg_edge { LG_EDGE_WALL, LG_EDGE_OPEN, LG_EDGE_PERIODIC } lg_edge;

typedef enum lg_level { LG_NOTE, LG_WARNING, LG_TROUBLE } lg_level;
typedef void lg_log_fn(void *user, lg_level level, const char *sentence);
/* new_bytes 0 frees; 64-byte aligned */
typedef void *lg_realloc_fn(void *user, void *old, size_t old_bytes, size_t new_bytes);
/* called on misuse, before the call is refused */
typedef void lg_assert_fn(void *user, const char *misuse);

/* Why something was refused: a sentence, and of a script that failed also its traceback. */
typedef struct lg_why {
  char text[LG_WHY_MAX];
} lg_why;
/* Writes it, cut at its end if it is too long; why may be NULL. Always false. */
bool lg_explain(lg_why *why, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Reads a whole file, for shapes and fields from files: hands its bytes to `take` in pieces of any
   size, or writes the reason why not and returns false. The library opens no file itself. With
   stdio: while ((n = fread(b, 1, sizeof b, f)) > 0) take(sink, b, n); */
typedef void lg_take_fn(void *sink, const char *bytes, size_t n);
typedef bool lg_read_fn(void *user, const char *path, lg_take_fn *take, void *sink, lg_why *why);
/* Decodes a picture, for field.image: of the bytes of a file its size in pixels and, where rgba is
   not NULL, 4 bytes a pixel, top row first. Called twice, first for the size. False: why not. */
typedef bool lg_decode_fn(void *user, const char *bytes, size_t n, int *width, int *height,
                          uint8_t *rgba, lg_why *why);

typedef struct lg_world_def {
  uint32_t cookie;      /* set by lg_default_world(); anything else is refused */
  lg_bounds bounds;     /* m */
  lg_edge edges[3][2];  /* [axis][0 lower, 1 upper]; periodic: both sides */
  float spacing;        /* m; particle radius = spacing / 2 */
  float gravity[3];     /* m/s2 */
  float friction;       /* of walls at the edges: Coulomb coefficient */
  float restitution;    /* of walls at the edges: 0..1 */
  int slip;             /* of walls at the edges: 0 "free", 1 "no" */
  int64_t seed;         /* of the counter-based random numbers */
  int64_t threads;      /* 0: the cores, or OMP_NUM_THREADS; one where all gain little */
  int64_t max_substeps; /* a frame that needs more is refused */
  /* s: so long is a sub-step, or a little less, for a whole number of them in a frame, stable or
     not; 0: none, it is as long as is stable */
  float fixed_dt;
  lg_log_fn *log; /* default NULL: nobody listens */
  void *log_user;
  lg_assert_fn *misuse; /* default NULL */
  void *misuse_user;
  lg_realloc_fn *alloc; /* default NULL: the C library's */
  void *alloc_user;
  lg_read_fn *read; /* default NULL: what comes from files is refused */
  void *read_user;
  lg_decode_fn *decode; /* default NULL: pictures are refused */
  void *decode_user;
  char error[LG_ERROR_MAX]; /* out: why lg_world_new returned NULL */
} lg_world_def;

lg_world_def lg_default_world(void);
lg_world *lg_world_new(lg_world_def *def); /* copies def; NULL: def->error says why */
void lg_world_free(lg_world *w);           /* NULL is fine */

/* One frame of dt seconds, split into sub-steps by the solver's stability limits. False: lg_error
   says why (a hook failed, more than 1 % of the particles went astray, ...), and particles, time
   and parameters are those before the step; only where the after_step hook refused has the frame
   happened (lg_world_frame has grown). dt must be finite and > 0. */
bool lg_world_step(lg_world *w, double dt);
/* What fills space at time 0 (emitter.volume) is there without a step; the first step does it
   otherwise. Again, or later, it does nothing. False: lg_error says why. */
bool lg_world_fill(lg_world *w);
/* runs the missing frames up to number `frame` */
bool lg_world_advance(lg_world *w, int64_t frame, double dt);
bool lg_guard_rejected(const lg_world *w); /* the last refused step was the guard's doing */
/* the sentence of the last refusal; "" if none; never NULL */
const char *lg_error(const lg_world *w);

double lg_world_time(const lg_world *w);   /* s */
int64_t lg_world_frame(const lg_world *w); /* frames done */
int lg_world_dim(const lg_world *w);       /* 2 or 3 */
float lg_world_spacing(const lg_world *w); /* m */
lg_bounds lg_world_bounds(const lg_world *w);
lg_edge lg_world_edge(const lg_world *w, int axis, int side);
size_t lg_world_count(const lg_world *w); /* particles */
/* Of time, frame, all columns, what a grid holds, and how bodies stand and move, whatever the
   storage order: equal bits <=> equal hash. */
uint64_t lg_world_hash(const lg_world *w);
/* Of a column as it is stored, particle by particle: it has changed if this has; 0: there is
   none. */
uint64_t lg_column_hash(const lg_world *w, const char *name);
/* changes whenever views become stale (step, removal, solver swap) */
uint64_t lg_world_stamp(const lg_world *w);

/* in the last frame */
typedef struct lg_stage_time {
  const char *name;
  double seconds;
} lg_stage_time;
#define LG_STAGES_MAX 24
typedef struct lg_stats { /* of the last frame unless it says "total" */
  int64_t frame;
  double time; /* s */
  size_t particles;
  /* total: emitted; left by an open edge; taken by sinks, scripts and solids */
  size_t emitted, culled, removed;
  size_t guarded; /* total: removed by the guard, NaN or runaway */
  int substeps;
  double dt;         /* s, the last sub-step */
  const char *limit; /* what bounds it: "frame", "acoustic", "viscous", "force", ... */
  double stable_dt;  /* s, that this limit allows; fixed_dt may go beyond it */
  double max_speed;  /* m/s */
  /* of max(0, rho - rho0) / rho0; 0 where a solver has no density */
  double density_error_mean, density_error_max;
  int iterations;             /* of the last sub-step; 0 where a solver does not iterate */
  double residual, tolerance; /* what they left, and what may stand; 0 where that is not said */
  double viscosity_error;     /* of the velocity, where viscosity is solved for; else 0 */
  double seconds;             /* wall time of the frame */
  size_t visited;       /* particles that scripts looked at one by one, since the frame before */
  double visit_seconds; /* and the wall time of that */
  size_t bytes;         /* memory held by the world */
  int stages;
  lg_stage_time stage[LG_STAGES_MAX];
} lg_stats;
const lg_stats *lg_world_stats(const lg_world *w);

/* The fields of lg_stats up to its stages, in their order: whoever writes or shows statistics walks
   these rows. */
typedef struct lg_stat {
  const char *name; /* NULL ends the rows */
  lg_type type;     /* LG_INT, LG_FLOAT or LG_TEXT */
  /* in lg_stats: LG_INT is an int or has 64 bits, LG_FLOAT is a double, LG_TEXT a const char * */
  size_t offset, bytes;
  const char *unit; /* "1" for a plain number */
  const char *doc;  /* one sentence */
} lg_stat;
const lg_stat *lg_stats_rows(void);
/* The value: v[0] of a number (whole ones are exact up to 2^53), or text, which is never NULL. */
lg_arg lg_stat_read(const lg_stat *row, const lg_stats *s);

/* ---- what a particle feels ------------------------------------------------------------------ */

/* Watches a particle, by its id: what changes its velocity is kept from the next sub-step on.
   False: too many. */
#define LG_WATCHED_MAX 64
#define LG_CHANGES_MAX 24
bool lg_particle_watch(lg_world *w, int64_t id, bool on);
typedef struct lg_change { /* of a stage, m/s, or a term of the acceleration, m/s2 */
  char name[LG_NAME_MAX];
  double by[3];
} lg_change;
/* By how much each stage of the last sub-step, by its name, changed its velocity, m/s; over dt, s,
   an acceleration. Their sum is the whole change. How many, of which `most` are written; -1: it is
   not watched, or has not yet been through a sub-step. */
int lg_particle_changes(const lg_world *w, int64_t id, lg_change *out, int most, double *dt);
/* What a watched particle was in the last sub-step, as it stood at its start: what the solver
   computed with; between two stages, what that one is so far. Before its first one dt is 0, there
   are no terms, and neighbours are those of now. False: it is not watched, or gone. Pointers are
   good until the next step. */
#define LG_TERMS_MAX        24
#define LG_PROBE_ITERATIONS 256
typedef struct lg_probe_neighbor {
  int64_t id;
  double offset[3], distance; /* m, from the neighbour to it */
  double w, gradient[3];      /* of the density's kernel: 1/m^dim, by its own place */
  double share;               /* kg/m^dim, of the density sum */
} lg_probe_neighbor;
typedef struct lg_probe_face { /* of a grid, one of those that a particle reads */
  int axis;
  double at[3], weight; /* m; the weights of an axis's faces sum up to 1 */
  double before, after; /* m/s, of the projection */
} lg_probe_face;
typedef struct lg_probe_cell { /* of a grid, where the particle was; index 0: its own, then those at
                                  -x, +x, -y, +y, -z, +z */
  int at[3];
  double min[3], edge[3]; /* m */
  double divergence[2];   /* 1/s, before the projection and after it */
  double pressure[7];     /* Pa */
  int type[7];            /* 0 fluid, 1 solid, 2 air; -1: there is none */
  int faces;
  lg_probe_face face[24];
} lg_probe_cell;
typedef struct lg_probe {
  double dt, position[3], rate[3]; /* s; m; dv/dt, m/s2 */
  int terms;
  lg_change term[LG_TERMS_MAX]; /* m/s2: gravity, each field and what the solver adds, by names */
  double rest[3];               /* of the rate beside the terms: round-off */
  /* m/s over dt: moved without a velocity, to keep particles in order; by wcsph once in a few
     sub-steps, for all of them */
  double shift[3];
  double own, fluid, walls; /* kg/m^dim: parts of the density sum; 0 without one */
  double density, rest_density;
  int neighbors;
  const lg_probe_neighbor *neighbor;    /* in the solver's order */
  int iterations;                       /* of the pressure; the first ones */
  double pressure[LG_PROBE_ITERATIONS]; /* Pa, after each */
  bool has_cell;
  lg_probe_cell cell;
} lg_probe;
bool lg_probe_read(lg_world *w, int64_t id, lg_probe *out);

/* THE LEDGER OF A WORLD: what energy, mass and momentum of its fluid were changed by, each by its
   cause, from the next step after it was opened on; closed, it forgets. It costs a pass over the
   particles a stage, and changes no bit of what is simulated.
     lg_ledger_open(w, true);  ... lg_world_step(w, dt) ...
     lg_entry e[LG_LEDGER_ENTRIES];  int n = lg_ledger_entries(w, LG_ENERGY, e, LG_LEDGER_ENTRIES);
   The entries that are stored (kinetic, potential, internal energy) say how much more there is than
   at first; they add up to what the others have given; "error", the last, is what is left, 0 but
   for rounding. */
void lg_ledger_open(lg_world *w, bool open);
typedef enum lg_quantity { LG_ENERGY, LG_MASS, LG_MOMENTUM } lg_quantity;
#define LG_LEDGER_ENTRIES 16
typedef struct lg_entry {
  const char *name, *doc;
  bool stored;
  double value[3]; /* J, kg, or kg m/s: dim components; in 2-D of 1 m of depth */
} lg_entry;
/* How many entries a quantity has, of which `most` are written; of a closed ledger all are 0. */
int lg_ledger_entries(const lg_world *w, lg_quantity of, lg_entry *out, int most);

/* Hooks fire once a frame. A hook that returns false refuses the frame (say why with lg_refuse). */
typedef bool lg_hook_fn(void *user, lg_world *w, double dt);
void lg_before_step(lg_world *w, lg_hook_fn *fn, void *user);
void lg_after_step(lg_world *w, lg_hook_fn *fn, void *user);
/* Called in the thread that steps, behind each stage of each sub-step, by its name as in lg_stats
   ("solve/density", then "solve"): "formulas" is the first of a sub-step, "guard" the last, also
   where one has refused the frame. fn may read the world, and do no more; before "guard" it reads a
   sub-step half done. lg_world_time is the sub-step's begin. NULL: nobody is called. */
typedef void lg_stage_fn(void *user, const lg_world *w, const char *stage);
void lg_on_stage(lg_world *w, lg_stage_fn *fn, void *user);

/* A frame of dt seconds from the present state on, without hooks, with fn called behind each of its
   stages, in the thread that calls; then all is taken back: particles, objects, time, statistics,
   gauges, contacts, ledger, grids, and a solver in waiting waits again. What fn reads is between
   two stages; it may do no more than read, and what it took is stale afterwards (lg_world_stamp
   grows). fn returns false when it has seen enough: the frame ends with that sub-step, and fn is
   not called again. False: lg_error says why (in a step, a hook or another peek; dt; memory; or the
   frame itself was refused), and fn has seen the stages before that. */
typedef struct lg_peek_stage {
  const char *name; /* as in lg_stats: "solve/density" */
  int number;       /* in the frame, from 1 on */
  int substep;      /* from 1 on; the stages from "formulas" to "guard" are one */
  int pass;         /* of this name in this sub-step, from 1 on: a solver's iteration */
  double time;      /* s, simulated, at the start of the sub-step */
  double seconds;   /* of the clock on the wall, since the stage before */
  bool iterates;    /* an iteration begins with it; a host's solver (lg_script) does not say so */
} lg_peek_stage;
typedef bool lg_peek_fn(void *user, const lg_world *w, const lg_peek_stage *at);
bool lg_world_peek(lg_world *w, double dt, lg_peek_fn *fn, void *user);
/* The same as a loop: for (lg_peek_begin(w, dt); lg_peek_next(w, &at);) ...; lg_peek_end(w);
   Between two calls the world shows its particles, their time and the solver's grids as they are
   behind that stage; all else is as before the frame. It may only be read: the next step or peek
   ends the loop, and until then it can neither be saved nor restored. What is shown are copies, of
   as many stages as go into 64 MB, and the frame begins anew where they end: all of a frame of S
   sub-steps of B bytes costs about 1 + S B / 128 MB frames. begin is false as lg_world_peek is;
   next: no more, or lg_error says why. */
bool lg_peek_begin(lg_world *w, double dt);
bool lg_peek_next(lg_world *w, lg_peek_stage *at);
void lg_peek_end(lg_world *w);
bool lg_refuse(lg_world *w, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ; /* sets lg_error; always false */

/* ---- objects: shapes, emitters, colliders, fields, the solver ------------------------------- */

/* Adds an object of kind "family.kind" ("shape.box"); args as LG_ARGS(...) or LG_NO_ARGS. "name" is
   an argument of every object (default: kind and ordinal, "volume1"; unique in the world; "solver",
   "world" and "world1", "world2", ... are reserved; UTF-8 without blanks, quotes, '.', '=' and
   control characters). 0: refused, see lg_error. */
lg_id lg_add(lg_world *w, const char *kind, const lg_arg *args);
bool lg_remove(lg_world *w, lg_id id); /* refused while another object refers to it */
/* applied at the next step, the first one before volumes fill (lg_world_fill) */
bool lg_set_solver(lg_world *w, const char *kind, const lg_arg *args);
bool lg_set(lg_world *w, lg_id id, const lg_arg *args);                  /* all of args, or none */
bool lg_get(const lg_world *w, lg_id id, const char *name, lg_arg *out); /* choices come as text */
bool lg_alive(const lg_world *w, lg_id id);
lg_id lg_find(const lg_world *w, const char *name); /* 0: no such name */
/* "" if it is gone; valid until the next lg_add */
const char *lg_name(const lg_world *w, lg_id id);
/* the world itself, named "world": gravity, friction, ... are its parameters */
lg_id lg_world_id(const lg_world *w);
/* named "solver" (the pending one after lg_set_solver, under a new id) */
lg_id lg_solver_id(const lg_world *w);
int lg_object_count(const lg_world *w);
/* in order of addition; world and solver are not among them */
lg_id lg_object_at(const lg_world *w, int i);

/* Signed distance in m (negative inside) of a shape in world coordinates, or of a collider as it
   stands now; 1e30 if it is gone. */
float lg_distance(const lg_world *w, lg_id shape_or_collider, const float p[3]);
/* The nearest point of its surface, m, and the outward normal there, of length 1. False: it is
   gone, or has no surface. Where a distance is a bound only (shapes made of shapes), the point is
   on the surface but may not be the nearest one. */
bool lg_closest(const lg_world *w, lg_id shape_or_collider, const float p[3], float point[3],
                float normal[3]);
/* Pushes a body with a force (N; NULL: none) at a point of the world (m; NULL: its centre) and a
   torque (N m; in 2-D [2] counts; NULL: none) through the frame under way or, between frames, the
   next one. Pushes add up. False: it is no body, or a number is not finite. */
bool lg_body_push(lg_world *w, lg_id body, const float force[3], const float at[3],
                  const float torque[3]);
/* Where bodies touched in the last frame, one entry a pair, in order of objects. */
typedef struct lg_touch {
  lg_id a, b;       /* a body; a collider, or 0: an edge of the world */
  double at[3];     /* m, where it was pressed hardest */
  double normal[3]; /* there, of length 1, out of b into a */
  double impulse;   /* N s, of the frame, along the normals */
} lg_touch;
int lg_touch_count(const lg_world *w);
bool lg_touch_at(const lg_world *w, int i, lg_touch *out);
/* Bounding box in world coordinates; false: unbounded. */
bool lg_extent(const lg_world *w, lg_id shape_or_collider, float min[3], float max[3]);

/* ---- columns -------------------------------------------------------------------------------- */

/* c[k][i]: component k of particle i; valid while stamp == lg_world_stamp(w) */
typedef struct lg_view {
  float *c[3];        /* NULL from `components` on; write only through lg_column_edit */
  const int32_t *i32; /* for integer columns (id, material) instead of c */
  size_t n;
  int components; /* 1, or 2 or 3 for vectors; 0: no such column */
  uint64_t stamp;
} lg_view;
lg_view lg_column(const lg_world *w, const char *name);
/* for hooks and set-up; integer columns are refused (components 0) */
lg_view lg_column_edit(lg_world *w, const char *name);
/* a user column: 1, dim or 3 components (a color), rides along, starts at 0 */
bool lg_column_add(lg_world *w, const char *name, int components);
/* For pictures: its values are lost with the next step. One that is there gets so many
   components. */
bool lg_column_scratch(lg_world *w, const char *name, int components);
int lg_column_count(const lg_world *w);
const char *lg_column_name(const lg_world *w, int i);
/* of whole numbers, as id and material are: lg_view's i32, also while there are no particles */
bool lg_column_integer(const lg_world *w, const char *name);
/* "m/s"; "": it has none, is a column of the user's, or there is no such column */
const char *lg_column_unit(const lg_world *w, const char *name);
/* Adds one particle (set-up and tests; scenes use emitters). Returns its id, -1 if refused. */
int64_t lg_particle_add(lg_world *w, const float x[3], const float v[3]);
/* Makes the particle at an index one of `material` (0: of the solver's values), with its mass.
   False: refused. */
bool lg_particle_set_material(lg_world *w, int64_t index, lg_id material);
int64_t lg_particle_find(const lg_world *w, int64_t id); /* its index now; -1: gone */
/* The particles nearer than radius, m, to p, the short way round where the world is periodic:
   writes the first `room` of their indices, which rise, and returns how many there are. Goes
   through cells; in a frame in which lg_column_edit gave out the positions it looks at every
   particle. */
size_t lg_near(const lg_world *w, const float p[3], float radius, int64_t *index, size_t room);
/* The id of the particle that is meant by a place, m: the nearest one to it (along NULL), or, of
   those within radius, m, of a ray from there, the first; of none the nearest to the ray. Looks at
   every particle; -1: there are none. */
int64_t lg_particle_pick(const lg_world *w, const float from[3], const float along[3],
                         float radius);

/* ---- measures -------------------------------------------------------------------------------

   A measure is a number or a vector worked out of all particles: "energy", "momentum", "front",
   "pressure" at a point, ... (`laguna kinds measure` lists them with their options.) A gauge is a
   measure with a name, taken at the end of every frame before the after_step hook: a column of
   `run --stats`, a curve of a plot.
   NaN: there is nothing to measure.

     double v[3];  lg_measure(w, "center_of_mass", LG_NO_ARGS, v);
     lg_gauge_add(w, "wall", "pressure", LG_ARGS(lg_vec2("at", 4, 0.1)));
     */

/* Works it out now, in double and the same bits for any number of threads; writes 1 number, or the
   components of a vector, and returns how many. 0: refused. In 2-D, masses, energies, momenta and
   volumes are those of 1 m of depth. */
int lg_measure(lg_world *w, const char *measure, const lg_arg *args, double out[3]);
typedef struct lg_gauge {
  const char *name; /* NULL: there is none */
  const char *measure, *unit;
  int components;
  double value[3]; /* of the last frame; NaN before the first */
} lg_gauge;
/* Names are as those of objects, and not those of statistics; gauges are apart from objects. */
bool lg_gauge_add(lg_world *w, const char *name, const char *measure, const lg_arg *args);
bool lg_gauge_remove(lg_world *w, const char *name);
int lg_gauge_count(const lg_world *w);
/* in order of addition; its texts are good until the next change of gauges */
lg_gauge lg_gauge_at(const lg_world *w, int i);

/* ---- the surface of the fluid --------------------------------------------------------------- */

typedef struct lg_surface {
  int corners; /* of a face: 3; in 2-D 2, the segments of an outline */
  size_t vertices, faces;
  float (*position)[3]; /* m */
  float (*normal)[3];   /* out of the fluid, of length 1 */
  float (*velocity)[3]; /* m/s, of the fluid there */
  /* red, green, blue, 0..1: of a column "color" of 3 components, else of the material */
  float (*color)[3];
  uint32_t *face;      /* vertices, `corners` a face */
  double volume, area; /* m3 and m2; in 2-D m2 and m */
} lg_surface;
/* The fluid's surface as it is now: closed, each edge (in 2-D: each vertex) between two faces,
   which are counter-clockwise seen from outside (in 2-D: the fluid is to their left). It encloses
   the particles' volume, as far as moving it by a fifth of a spacing can do that. cell: of the grid
   that it is read from, in spacings, 0.125 to 1; 0.5 is fine. The same bits for any number of
   threads. Without particles it is empty. Free it before the world. NULL: refused, see lg_error. */
lg_surface *lg_surface_new(lg_world *w, double cell);
void lg_surface_free(lg_world *w, lg_surface *s); /* NULL is fine */
/* ---- two worlds ----------------------------------------------------------------------------- */

typedef struct lg_parting {
  size_t both, alone;   /* particles, by id: of both worlds, of one alone */
  double rms, most;     /* m: how far those of both lie apart, root mean square and at most */
  int64_t id, alone_id; /* of the one that lies farthest apart, the first one alone; -1: none */
} lg_parting;
/* How far two worlds of one dimension have parted, particle by particle. All 0 for worlds with the
   same particles at the same places. False: another dimension, or no memory. */
bool lg_compare(lg_world *a, lg_world *b, lg_parting *out);
/* A column of b minus that of a (of vectors the length; "speed"), interpolated at the points of
   `at` (m); out has at->n numbers. Where there is no water the column is 0. False: another
   dimension, or one of them has no such column. */
bool lg_compare_at(const lg_world *a, const lg_world *b, const char *column, const lg_view *at,
                   float *out);

/* ---- checkpoints ---------------------------------------------------------------------------- */

/* The state as bytes, handed to take in pieces: particles, time, counters, every object's
   parameters and memory (spent emitters, warm starts), what was pushed since the last frame
   (lg_body_push), and what is said of that: statistics, gauges, touches, the solver's grids, the
   ledger if it is open. A world that is restored goes on as the saved one would have, bit for bit,
   and so do hooks that read it. Not in it are wall times, the memory held, and what a watched
   particle felt. Equal states are equal bytes on every machine; a build whose kinds have other
   parameters refuses them. */
bool lg_world_save(lg_world *w, lg_take_fn *take, void *sink);
/* Into a world with the same bounds, spacing, edges and seed, set up as the saved one was. Objects
   are told by their names; where the host has declared another value than it had when it saved, its
   new value stands, else the saved one. False: refused. */
bool lg_world_restore(lg_world *w, const void *bytes, size_t n);
/* The same for a world that was set up anew, by an edited scene: what is fixed stays as it was
   saved (but for the dimension), and told lists, for people, what the edits have changed. */
typedef struct lg_adoption {
  char live[256];    /* in force now: "solver.viscosity, new ball" */
  char next[128];    /* from the next step on: "pbf instead of wcsph" */
  char restart[256]; /* only when the scene starts anew: "world.bounds, column.shape" */
} lg_adoption;
bool lg_world_adopt(lg_world *w, const void *bytes, size_t n, lg_adoption *told);

/* ---- formulas: a value per particle --------------------------------------------------------- */

/* A formula is written node by node and compiled into a program that runs over blocks of particles
   on all threads:
     static bool swirl(void *user, lg_world *w, lg_expr *e, double t, double dt) {
       lg_node x = lg_expr_column(e, "position", 0), y = lg_expr_column(e, "position", 1);
       lg_node s = lg_expr_1(e, LG_OP_SIN, lg_expr_2(e, LG_OP_ADD, x, lg_expr_number(e, t)));
       return lg_expr_give(e, 0, lg_expr_1(e, LG_OP_NEG, lg_expr_2(e, LG_OP_MUL, y, s))) &&
              lg_expr_give(e, 1, lg_expr_2(e, LG_OP_MUL, x, s));
     }
     lg_id program = lg_program_add(w, swirl, NULL, NULL);
     lg_add(w, "field.formula", LG_ARGS(lg_ref("program", program)));
   Equal nodes are one node; numbers are folded. A wrong request gives LG_NO_NODE, which every later
   call hands on, and lg_expr_error says what it was. Arithmetic is float32 with functions of its
   own: the same bits on every machine. */
typedef struct lg_expr lg_expr;
typedef int32_t lg_node;
#define LG_NO_NODE (-1)
typedef enum lg_op {
  /* of one */
  LG_OP_NEG,
  LG_OP_ABS,
  LG_OP_SIGN,
  LG_OP_FLOOR,
  LG_OP_SQRT,
  LG_OP_SIN,
  LG_OP_COS,
  LG_OP_EXP,
  LG_OP_LOG,
  LG_OP_TANH,
  /* of a condition */
  LG_OP_NOT,
  /* of two: ATAN2(y, x) */
  LG_OP_ADD,
  LG_OP_SUB,
  LG_OP_MUL,
  LG_OP_DIV,
  LG_OP_MIN,
  LG_OP_MAX,
  LG_OP_POW,
  LG_OP_ATAN2,
  /* of two; conditions */
  LG_OP_LT,
  LG_OP_LE,
  LG_OP_EQ,
  /* of two conditions */
  LG_OP_AND,
  LG_OP_OR,
  /* (condition, then, else) */
  LG_OP_SELECT
} lg_op;

/* mean, least, most of nobody: NaN */
typedef enum lg_fold { LG_SUM, LG_MEAN, LG_LEAST, LG_MOST, LG_COUNT } lg_fold;

/* w may be NULL: columns are then taken on trust. NULL: no memory */
lg_expr *lg_expr_new(const lg_world *w, int dim);
void lg_expr_free(lg_expr *e);
void lg_expr_clear(lg_expr *e);              /* empty again; keeps its memory */
const char *lg_expr_error(const lg_expr *e); /* the sentence of the first refusal; "" if none */
lg_node lg_expr_number(lg_expr *e, double value);
lg_node lg_expr_truth(lg_expr *e, bool value);
lg_node lg_expr_column(lg_expr *e, const char *column, int component);
lg_node lg_expr_1(lg_expr *e, lg_op op, lg_node a);
lg_node lg_expr_2(lg_expr *e, lg_op op, lg_node a, lg_node b);
lg_node lg_expr_3(lg_expr *e, lg_op op, lg_node a, lg_node b, lg_node c);
/* Uniform in [0, 1), a pure function of (world's seed, stream, particle's id, sub-step, site):
   number the sites 0, 1, ... */
lg_node lg_expr_random(lg_expr *e, const char *stream, int site);
/* Gradient noise (Perlin 2002, "Improving noise") in about -1..1, 0 at whole numbers, twice
   differentiable; z < 0: 2-D. */
lg_node lg_expr_noise(lg_expr *e, lg_node x, lg_node y, lg_node z, uint32_t seed);
/* Component of another field, or the signed distance of a shape or collider, at a point (z < 0 in
   2-D). */
lg_node lg_expr_field(lg_expr *e, lg_id field, int component, lg_node x, lg_node y, lg_node z);
lg_node lg_expr_distance(lg_expr *e, lg_id shape_or_collider, lg_node x, lg_node y, lg_node z);
/* How much of the support round a point solids fill (axis -1), 0 to 1, or the gradient of that
   along an axis, 1/m, which points into them: the integral over edges of type wall and over
   colliders of the kernel that lg_expr_neighbors(e, 0, NULL) has, uncalibrated (Koschier & Bender
   2017, "Density maps"). rho0 times it is their part of a sum of m W, so that no particles stand in
   walls. It is made to fit a lattice whose first layer is half a spacing from a flat wall, so that
   each layer reads rho0 there (by up to 0.03): on the surface it is a little under 1/2. Of solids
   as they are when the formula is written, where they stand when it runs. */
lg_node lg_expr_wall(lg_expr *e, int axis, lg_node x, lg_node y, lg_node z);
/* By position along an axis: exact, but central differences of fields and distances that are no
   formulas (their step: half a grid cell, else half a spacing). */
lg_node lg_expr_derivative(lg_expr *e, lg_node of, int axis);
/* SUMS OVER NEIGHBOURS, of particles q nearer than a radius to particle p, p not among them, in a
   periodic world their nearest images:
     if (!lg_expr_neighbors(e, 0, NULL)) return false;      the solver's radius and kernel
     lg_node w = lg_expr_pair(e, LG_PAIR_W, 0), m = lg_expr_neighbor(e, "mass", 0);
     lg_node density = lg_expr_reduce(e, LG_SUM, lg_expr_2(e, LG_OP_MUL, m, w));
     lg_expr_neighbors_end(e);
   reads columns as they were before the formula runs. radius in m, 0: the solver's support; kernel
   "cubic_spline", ...; NULL: the solver's. The solver's own kernel is calibrated as it does: the
   lattice of the world's spacing has sum W = 1 / spacing^dim. Solvers without: 3.2 spacings,
   wendland_c2. */
bool lg_expr_neighbors(lg_expr *e, double radius, const char *kernel);
lg_node lg_expr_neighbor(lg_expr *e, const char *column, int component); /* q's */
typedef enum lg_pair {
  LG_PAIR_OFFSET,   /* x_p - x_q, m; by component */
  LG_PAIR_DISTANCE, /* m */
  LG_PAIR_W,        /* 1/m^dim */
  LG_PAIR_GRADIENT, /* of W by x_p, 1/m^(dim+1); by component */
  /* -2 grad W . x_pq / (r^2 + 0.01 R^2), 1/m^(dim+2), so that sum V_q (A_q - A_p) times it is the
     Laplacian of A (Brookshaw 1985) */
  LG_PAIR_LAPLACIAN
} lg_pair;
lg_node lg_expr_pair(lg_expr *e, lg_pair what, int component);
/* A number of p. Mean, least and most of no neighbours are 0. */
lg_node lg_expr_reduce(lg_expr *e, lg_fold how, lg_node value);
void lg_expr_neighbors_end(lg_expr *e);
/* W of a sum's kernel, 1/m^dim, at a distance, m; NaN: refused. */
double lg_weight(lg_world *w, double distance, double radius, const char *kernel);
/* Such a kernel by itself; for work by hand, also one of no world. */
typedef struct lg_smoothing {
  char name[LG_NAME_MAX]; /* one of lg_smoothing_names */
  int dim;
  double radius;      /* m, of its support */
  double calibration; /* W is so many times the textbook's, which has integral 1 */
} lg_smoothing;
const char *lg_smoothing_names(void); /* "cubic_spline, wendland_c2, ..." */
/* False: the world refuses. */
bool lg_smoothing_of(lg_world *w, double radius, const char *kernel, lg_smoothing *out);
double lg_smoothing_w(const lg_smoothing *k, double distance); /* 1/m^dim; NaN: no such kernel */
double lg_smoothing_slope(const lg_smoothing *k, double distance); /* dW/dr, 1/m^(dim+1) */
/* The same neighbours for a particle (an index), one by one: returns how many there are, of which
   the first `room` are written, by rising index; -1: refused. Looks at every particle once. */
typedef struct lg_neighbor {
  int64_t index;
  double offset[3], distance, w, gradient[3], laplacian; /* as lg_pair says */
} lg_neighbor;
int64_t lg_neighbors_of(lg_world *w, size_t particle, double radius, const char *kernel,
                        lg_neighbor *out, size_t room);
/* lg_expr_wall at a point, m: the fraction and its gradient (in 2-D its third is 0); either may be
   NULL. False: refused. */
bool lg_wall_at(lg_world *w, const double at[3], double *fraction, double gradient[3]);
bool lg_expr_is_condition(const lg_expr *e, lg_node a);
bool lg_expr_is_number(const lg_expr *e, lg_node a, double *value); /* the same for all particles */
bool lg_expr_give(lg_expr *e, int k, lg_node value); /* what the formula returns: component k */
/* For lg_update, and what emitters begin with. Column `material` takes a material's number, and
   particles that become of another one get its mass. */
bool lg_expr_store(lg_expr *e, const char *column, int component, lg_node value);
int lg_expr_given(const lg_expr *e); /* how many components it returns */
/* What it reads: component of a column; and where its results go: first "" for what it returns,
   then stored columns. */
int lg_expr_inputs(const lg_expr *e);
const char *lg_expr_input(const lg_expr *e, int i, int *component);
int lg_expr_outputs(const lg_expr *e);
const char *lg_expr_output(const lg_expr *e, int i, int *component);
/* Input i as a sum over neighbours: which; -1: it is a column */
int lg_expr_input_sum(const lg_expr *e, int i);
/* of the particle itself, and does a sum read it? (of a compiled formula) */
bool lg_expr_input_in_sum(const lg_expr *e, int i);
/* And all of them for a particle, with room for lg_expr_inputs; false: refused. */
bool lg_expr_sums_at(lg_expr *e, lg_world *w, size_t particle, float *sums);
/* The results for one particle whose inputs have these values (a condition gives 0 or 1). False:
   refused before, or no memory. */
bool lg_expr_at(lg_expr *e, const double *inputs, double *outputs);
/* By how much each of them may differ from what doubles would give: the rounding of float32, made
   greater by how the formula is conditioned (INFINITY: it may be anything). Sums over neighbours
   are those of a particle of w; of no particle they are 0. False: it reads fields or random
   numbers, of which that is not known, or no memory. */
bool lg_expr_rounding_at(lg_expr *e, lg_world *w, size_t particle, const double *inputs,
                         double *errors);

/* Writes the formula into an empty e. False: refused (with lg_expr_error, or say why with
   lg_refuse). */
typedef bool lg_formula_fn(void *user, lg_world *w, lg_expr *e, double t, double dt);
/* A formula for parameters of type program, written anew at the start of each sub-step (t: its
   time; dt: the length of the one before). It goes with the last object that refers to it, or with
   the world; then drop(user), if given. 0: refused. */
lg_id lg_program_add(lg_world *w, lg_formula_fn *write, void *user, void (*drop)(void *user));
bool lg_program_remove(lg_world *w, lg_id program); /* refused while an object refers to it */

/* At once, for all particles; false (0, -1): refused. Sums run in double, in a fixed order. */
/* how many numbers; 0: refused */
int lg_fold_all(lg_world *w, lg_fold how, lg_formula_fn *write, void *user, double out[3]);
/* does what lg_expr_store said */
bool lg_update(lg_world *w, lg_formula_fn *write, void *user);
/* returns how many the returned condition removed */
int64_t lg_remove_if(lg_world *w, lg_formula_fn *write, void *user);
/* Indices of the particles that meet the returned condition, in their order: how many, -1: refused;
   room for lg_world_count. */
int64_t lg_pick_if(lg_world *w, lg_formula_fn *write, void *user, int32_t *index);

/* ---- grids ---------------------------------------------------------------------------------- */

/* What solvers with a grid show of it: `laguna kinds solver.flip` lists names and units. Cells
   count from the lower corner of the bounds. */
typedef enum lg_location { LG_AT_CELLS, LG_AT_FACES } lg_location;
/* component k of cell (i, j, l): c[k][i * step[0] + j * step[1] + l * step[2]] */
typedef struct lg_grid_view {
  /* NULL from `components` on; valid while stamp == lg_world_stamp(w) */
  const float *c[3];
  /* 1, or 2 or 3 for vectors; 0: no such grid, or none before the first step */
  int components;
  /* cells: in their middles; faces: component k in the middle of a cell's lower face on axis */
  lg_location location;
  /* k, and on that axis there is one more of it than cells; 1 in the third axis of 2-D */
  int cells[3];
  size_t step[3];           /* floats */
  float origin[3], cell[3]; /* m: lower corner of cell (0, 0, 0); edges of a cell */
  const char *unit;
  uint64_t stamp;
} lg_grid_view;
lg_grid_view lg_grid(const lg_world *w, const char *name);
int lg_grid_count(const lg_world *w);               /* of the solver in force */
const char *lg_grid_name(const lg_world *w, int i); /* "" beyond the last */
/* Multilinear between the values, clamped to the grid. components 0: false. */
bool lg_grid_sample(const lg_grid_view *g, const float p[3], float out[3]);
/* At the middle of cell (i, j, l): the value, or the mean of the two faces of each component. */
void lg_grid_cell(const lg_grid_view *g, int i, int j, int l, float out[3]);

/* ---- library -------------------------------------------------------------------------------- */

/* dispatch path in use: "sse2", "avx2", "avx512" or "portable"; LAGUNA_ISA=... forces one */
const char *lg_isa(void);
/* what LAGUNA_ISA asks for, if that is no path of any build; NULL: it is, or asks for nothing */
const char *lg_isa_unknown(void);
/* s, since some moment, of a clock that never jumps */
double lg_clock(void);

#ifdef __cplusplus
}
#endif
#endif
