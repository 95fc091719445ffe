/* laguna_kind.h - EXTEND Laguna: what a kind (a shape, material, emitter, collider, joint, field or
   solver) is made of.

   All of it is one header, as a kind includes one. A kind is one file, in this order: header
   comment / struct (parameters first, then state) / parameter rows / static functions / the
   descriptor. Drop the file into its family's folder: that is the whole change.

     typedef struct sphere { LG_SHAPE_POSE; float center[3]; float radius; } sphere;
     static const lg_param rows[] = {
       LG_SHAPE_POSE_ROWS(sphere),
       LG_ROW_VEC(sphere, center, 0, 0, 0, "m", "centre"),
       LG_ROW_FLOAT(sphere, radius, 0.5, LG_TINY, LG_HUGE, "m", "radius"),
       LG_ROWS_END };
     static float distance(const lg_world *w, const void *self, const float p[3]) { ... }
     const lg_kind LG_KIND(shape, sphere) = { .name = "sphere", ..., .shape = { .distance =
     distance, .bounds = bounds } };

   Every kind file is compiled once per dispatch path (LG_ISA), so its loops may use simd.h freely;
   the registry of the path in use is chosen at start. A kind's struct is plain memory, which
   snapshots and checkpoints copy; one that owns more says so (create, destroy, save, restore).
   Kinds that are built elsewhere are loaded at run time: "kinds from outside", below. */
#ifndef LAGUNA_KIND_H
#define LAGUNA_KIND_H

#include "laguna.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef LG_ISA /* of a kind from outside: what its compiler was told to build for */
#if defined(__AVX512VL__) && defined(__AVX512DQ__)
#define LG_ISA avx512
#elif defined(__AVX2__)
#define LG_ISA avx2
#elif defined(__x86_64__)
#define LG_ISA sse2
#else
#define LG_ISA portable
#endif
#endif
#define LG_JOIN3_(a, b, c)    a##b##_##c
#define LG_JOIN3(a, b, c)     LG_JOIN3_(a, b, c)
#define LG_PER_ISA(name)      LG_JOIN3(name, , LG_ISA)              /* name_avx2 */
#define LG_KIND(family, name) LG_PER_ISA(lg_kind_##family##_##name) /* lg_kind_shape_box_avx2 */

#define LG_TEXT_MAX   256
#define LG_POINTS_MAX 32768
#define LG_REFS_MAX   16
/* storage of a list of references */
typedef struct lg_refs {
  int n;
  lg_id id[LG_REFS_MAX];
} lg_refs;

typedef enum lg_family {
  LG_FAMILY_WORLD,
  LG_FAMILY_SHAPE,
  LG_FAMILY_MATERIAL,
  LG_FAMILY_EMITTER,
  LG_FAMILY_COLLIDER,
  LG_FAMILY_JOINT,
  LG_FAMILY_FIELD,
  LG_FAMILY_SOLVER,
  LG_FAMILIES
} lg_family;
const char *lg_family_name(lg_family family); /* "shape", ... */

/* ---- parameter rows: written once, read by everything --------------------------------------- */

enum { /* lg_param.flags */
       /* LG_VEC: a rotation or angular velocity (axis times angle); one number in 2-D */
       LG_AXIAL = 1,
       LG_REQUIRED = 2, /* no default: must be given */
       LG_LIST = 4,     /* LG_SHAPE, LG_FIELD: storage is lg_refs */
       LG_RESTART = 8,  /* fixed when the object is made: a change needs a restart (key R) */
       LG_BY_DIM = 16,  /* LG_FLOAT, LG_CHOICE: the default is def[0] in 2-D and def[1] in 3-D */
       /* LG_LIST: an object of objects of its own kind means the same; Lua so takes lists of any
          length */
       LG_NESTS = 32
};

typedef struct lg_param {
  const char *name;
  lg_type type;
  size_t offset;
  double def[4];       /* default; LG_CHOICE: index */
  double min, max;     /* LG_INT, LG_FLOAT: the closed range */
  const char *unit;    /* "m", "1" for a plain number */
  const char *choices; /* LG_CHOICE: "free|no" */
  const char *doc;     /* one sentence */
  unsigned flags;
} lg_param;

#define LG_HUGE      1e30               /* "no upper limit" */
#define LG_TINY      1e-12              /* "greater than zero" */
#define LG_WHOLE_MAX 9007199254740992.0 /* 2^53: whole numbers up to here are exact in a double */
#define LG_ROW_(T, field, type, d0, d1, d2, d3, lo, hi, unit, choices, doc, flags)                 \
  { #field, type, offsetof(T, field), {d0, d1, d2, d3 }, lo, hi, unit, choices, doc, flags }
#define LG_ROW_FLOAT(T, field, def, lo, hi, unit, doc)                                             \
  LG_ROW_(T, field, LG_FLOAT, def, 0, 0, 0, lo, hi, unit, NULL, doc, 0)
#define LG_ROW_BY_DIM(T, field, def2, def3, lo, hi, unit, doc)                                     \
  LG_ROW_(T, field, LG_FLOAT, def2, def3, 0, 0, lo, hi, unit, NULL, doc, LG_BY_DIM)
#define LG_ROW_INT(T, field, def, lo, hi, unit, doc)                                               \
  LG_ROW_(T, field, LG_INT, def, 0, 0, 0, lo, hi, unit, NULL, doc, 0)
#define LG_ROW_BOOL(T, field, def, doc)                                                            \
  LG_ROW_(T, field, LG_BOOL, def, 0, 0, 0, 0, 1, "", NULL, doc, 0)
#define LG_ROW_VEC(T, field, x, y, z, unit, doc)                                                   \
  LG_ROW_(T, field, LG_VEC, x, y, z, 0, -LG_HUGE, LG_HUGE, unit, NULL, doc, 0)
#define LG_ROW_AXIAL(T, field, unit, doc)                                                          \
  LG_ROW_(T, field, LG_VEC, 0, 0, 0, 0, -LG_HUGE, LG_HUGE, unit, NULL, doc, LG_AXIAL)
#define LG_ROW_COLOR(T, field, r, g, b, doc)                                                       \
  LG_ROW_(T, field, LG_COLOR, r, g, b, 1, 0, 0, "", NULL, doc, 0)
#define LG_ROW_CHOICE(T, field, index, choices, doc)                                               \
  LG_ROW_(T, field, LG_CHOICE, index, 0, 0, 0, 0, 0, "", choices, doc, 0)
#define LG_ROW_CHOICE_BY_DIM(T, field, index2, index3, choices, doc)                               \
  LG_ROW_(T, field, LG_CHOICE, index2, index3, 0, 0, 0, 0, "", choices, doc, LG_BY_DIM)
#define LG_ROW_REF(T, field, type, flags, doc)                                                     \
  LG_ROW_(T, field, type, 0, 0, 0, 0, 0, 0, "", NULL, doc, flags)
#define LG_ROWS_END                                                                                \
  { NULL, LG_END, 0, {0, 0, 0, 0}, 0, 0, NULL, NULL, NULL, 0 }

/* State: what a kind's struct holds besides its rows and changes from step to step, so that it is
   saved with them. What follows from rows and state (caches, handles) is none. A value of a file
   that is outside of min .. max (closed, so NaN always is) is refused. */
typedef enum lg_state_type {
  LG_STATE_BOOL,
  LG_STATE_INT, /* int64_t */
  LG_STATE_FLOAT,
  LG_STATE_DOUBLE
} lg_state_type;
typedef struct lg_state_field {
  const char *name;
  size_t offset;
  lg_state_type type;
  int count; /* 1, or of an array's elements */
  double min, max;
} lg_state_field;
#define LG_STATE_(T, field, type, ctype, lo, hi)                                                   \
  { #field, offsetof(T, field), type, (int)(sizeof(((T *)NULL)->field) / sizeof(ctype)), lo, hi }
#define LG_KEEP_BOOL(T, field)           LG_STATE_(T, field, LG_STATE_BOOL, bool, 0, 1)
#define LG_KEEP_INT(T, field, lo, hi)    LG_STATE_(T, field, LG_STATE_INT, int64_t, lo, hi)
#define LG_KEEP_FLOAT(T, field, lo, hi)  LG_STATE_(T, field, LG_STATE_FLOAT, float, lo, hi)
#define LG_KEEP_DOUBLE(T, field, lo, hi) LG_STATE_(T, field, LG_STATE_DOUBLE, double, lo, hi)
#define LG_KEEP_END                                                                                \
  { NULL, 0, LG_STATE_BOOL, 0, 0, 0 }

/* ---- families ------------------------------------------------------------------------------- */

/* SHAPE. Every shape's struct begins with LG_SHAPE_POSE and its rows with LG_SHAPE_POSE_ROWS(T):
   the core turns a point into the shape's own frame, x_own = R^-1 (x - translation), before it
   calls distance. In 2-D z is 0 and must not count. */
#define LG_SHAPE_POSE                                                                              \
  float translation[3];                                                                            \
  float rotation[3]
#define LG_SHAPE_POSE_ROWS(T)                                                                      \
  LG_ROW_VEC(T, translation, 0, 0, 0, "m", "moves the shape, after its rotation"),                 \
      LG_ROW_AXIAL(T, rotation, "rad",                                                             \
                   "turns the shape about its origin: an angle in 2-D, axis times angle in 3-D")
typedef struct lg_shape_pose {
  LG_SHAPE_POSE;
} lg_shape_pose;
/* A closed surface as it was given: triangles in 3-D, segments in 2-D. Good until the world
   changes. */
typedef struct lg_faces {
  size_t vertices, faces;
  const float (*vertex)[3]; /* m */
  /* the first dim of each: counter-clockwise seen from outside; in 2-D the inside is to the left */
  const int32_t (*face)[4];
  const float (*normal)[3];   /* of faces: outward, of length 1, or 0 where one has no area */
  float turn[3][3], shift[3]; /* x_world = turn x + shift (m) */
} lg_faces;
typedef struct lg_shape_fns {
  /* m, < 0 inside; own frame */
  float (*distance)(const lg_world *w, const void *self, const float p[3]);
  /* own frame; false: unbounded. NULL: always */
  bool (*bounds)(const lg_world *w, const void *self, float min[3], float max[3]);
  /* of one that is made of faces; own frame. NULL: it is not */
  bool (*faces)(const lg_world *w, const void *self, lg_faces *out);
} lg_shape_fns;
/* For shapes made of shapes, in the outer shape's own frame (= the nested shape's parent frame): */
float lg_shape_distance(const lg_world *w, lg_id shape, const float p[3]);
bool lg_shape_bounds(const lg_world *w, lg_id shape, float min[3], float max[3]);
/* Closed surfaces of OBJ files, kept by the world; made of triangles in 3-D and of line segments in
   2-D. A kind loads one in `create`, keeps its handle, and `destroy` gives it back. 0:
   refused, why is the sentence. scale: m per unit. */
int lg_mesh_load(lg_world *w, const char *path, float scale, lg_why *why);
/* The same of OBJ text itself, a closed line, which is 2-D in any world: z of points does not
   count. */
int lg_mesh_outline(lg_world *w, const char *obj, lg_why *why);
void lg_mesh_drop(lg_world *w, int mesh);
/* m, < 0 inside; from a grid near the surface */
float lg_mesh_distance(const lg_world *w, int mesh, const float p[3]);
bool lg_mesh_bounds(const lg_world *w, int mesh, float min[3], float max[3]);
bool lg_mesh_faces(const lg_world *w, int mesh, lg_faces *out);

/* MATERIAL. What particles are made of: emitters name it, solvers look it up by the number in
   column `material`. Solids are what their model says under solver.mpm; to the others they are
   fluids of their density and viscosity. */
typedef enum lg_model { LG_MODEL_FLUID, LG_MODEL_JELLY, LG_MODEL_SNOW, LG_MODEL_SAND } lg_model;
typedef struct lg_properties {
  float density;         /* kg/m3: particle mass = density x spacing^dim */
  float viscosity;       /* Pa s */
  float surface_tension; /* N/m */
  float yield_stress;    /* Pa; core/sph/viscosity.c has these: 0 are of a Newtonian fluid */
  float thinning_index, thinning_time; /* 1; s */
  float color[4];                      /* red green blue alpha, 0..1 */
  lg_model model;       /* core/mpm/deform.c has their equations; of fluids nothing below counts */
  float young, poisson; /* Pa, Young's modulus; 1, Poisson's ratio */
  /* of snow: strains beyond which it stays deformed, and how fast it hardens */
  float critical_compression, critical_stretch, hardening;
  float friction_angle; /* rad; of sand */
} lg_properties;
typedef struct lg_material_fns {
  void (*properties)(const void *self, lg_properties *out); /* into what is 0 */
} lg_material_fns;
/* 1, 2, ... in order of addition, never given twice; 0: none */
int lg_material_number(const lg_world *w, lg_id material);
int lg_material_last(const lg_world *w); /* the highest number so far */
/* Of a number: 0 is the default material, which has the solver's values. False: there is no such
   material (any more). */
bool lg_material_properties(const lg_world *w, int number, lg_properties *out);

/* EMITTER. Called once a sub-step; a one-shot emitter keeps that it has fired in its own state. */
typedef struct lg_emission lg_emission;
typedef struct lg_emitter_fns {
  void (*emit)(lg_emission *e, void *self);
  /* has it done all that it will ever do? then new parameters wait for a restart; NULL: no */
  bool (*spent)(const void *self);
  /* does it act at time 0, before anything moves? then what it emits is there before the first
     step, for hooks and pictures */
  bool fills;
  /* Is a particle at x still in its pipe, and which velocity has it there (m/s)? It keeps that
     behind the step of a solver with neighbours, whatever pressure wants. NULL: it has no pipe. */
  bool (*holds)(const lg_world *w, const void *self, const float x[3], float v[3]);
} lg_emitter_fns;
/* A row `filter` (struct field lg_id filter): lg_emit then adds only where this condition of the
   position holds. */
#define LG_ROW_FILTER(T)                                                                           \
  LG_ROW_REF(T, filter, LG_PROGRAM, 0,                                                             \
             "a condition of the position: emits only where it holds, function(p, t) return p.x "  \
             "> 0 end; in "                                                                        \
             "Lua also a scalar field, where it is above 0.5")
/* A row `set` (struct field lg_id set): what this formula stores is what each particle begins
   with. */
#define LG_ROW_SET(T)                                                                              \
  LG_ROW_REF(                                                                                      \
      T, set, LG_PROGRAM, 0,                                                                       \
      "what its particles begin with: function(p, t) p.velocity = ... p.heat = 300 end, or in "    \
      "Lua a table, {heat = 300}")
bool lg_emitter_spent(const lg_world *w, lg_id emitter); /* has it done all that it ever will? */
const lg_world *lg_emission_world(const lg_emission *e);
/* s to fill, which end now; 0 in the first sub-step */
float lg_emission_dt(const lg_emission *e);
double lg_emission_time(const lg_emission *e); /* s, at the start of the sub-step */
/* Adds a particle (m, m/s) unless it would lie outside the bounds or inside a collider; false: not
   added. material 0: the solver's values. */
bool lg_emit(lg_emission *e, const float x[3], const float v[3], lg_id material);
/* Removes the particles inside a shape, counts them as removed, and returns how many. */
size_t lg_emit_remove(lg_emission *e, lg_id shape);
/* Is a particle (also one added in this sub-step) nearer than r? Periodic edges count. */
bool lg_emit_occupied(lg_emission *e, const float x[3], float r);
/* Four uniform numbers in [0, 1), a pure function of (seed, emitter's name, key, lane): key is the
   emitter's candidate counter. */
void lg_emit_random(const lg_emission *e, uint64_t key, uint32_t lane, float u[4]);

/* COLLIDER. Core marches particles through the signed distance and asks the kind only for its face.
   */
typedef struct lg_face {
  lg_id shape;          /* what is solid */
  float translation[3]; /* pose of the shape now: x_world = R(rotation) x_shape + translation */
  float rotation[3];    /* axial */
  float velocity[3];    /* m/s, of the point `translation` */
  float angular[3];     /* rad/s */
  float friction;       /* Coulomb */
  float restitution;    /* 0..1 */
  int slip;             /* 0 "free", 1 "no" */
  float contact_angle;  /* rad, in the fluid, at which its surface meets it: LG_PI / 2, upright */
  /* 1/s2, if > 0: centres may come to the face, and are sent back with spring x penetration */
  float spring;
  float reach;  /* spacings: how far in front of the face a spring begins */
  bool carries; /* all particles go where it goes, so that to them it is at rest */
} lg_face;
typedef struct lg_inertia { /* of a collider that is pushed, as it stands now, in world axes */
  float mass;               /* kg */
  float volume;             /* m^dim */
  float centre[3];          /* m, of mass */
  float velocity[3];        /* m/s, of the centre */
  float angular[3];         /* rad/s */
  double lightness;         /* 1/kg, 1 / mass; 0: nothing moves it (a hand holds it) */
  /* 1/(kg m2), inverse of the inertia tensor about the centre; in 2-D [2][2] only; 0 where held */
  double inverse[3][3];
} lg_inertia;
typedef struct lg_collider_fns {
  void (*face)(const void *self, lg_face *out);
  /* advances the pose; NULL: it never moves */
  void (*move)(const lg_world *w, void *self, float dt);
  /* One that carries: how far it has gone since the last call, m, also where a script put it; NULL:
     it carries nothing. */
  void (*carry)(void *self, float by[3]);
  /* One that particles and other solids push: what it weighs; and takes over velocity and angular
     of `now`, which impulses have changed, and moves by `shift` (m) and `turn` (rad, about its
     centre), out of what it overlaps. NULL: nothing pushes it. */
  void (*inertia)(const lg_world *w, const void *self, lg_inertia *out);
  void (*push)(void *self, const lg_inertia *now, const double shift[3], const double turn[3]);
} lg_collider_fns;
/* The rows of all colliders: the struct has LG_COLLIDER_FIELDS, its rows LG_COLLIDER_ROWS(T). */
#define LG_COLLIDER_FIELDS                                                                         \
  float color[4], contact_angle;                                                                   \
  bool enabled
#define LG_COLLIDER_ROWS(T)                                                                        \
  LG_ROW_FLOAT(T, contact_angle, 0.5 * LG_PI, 0, LG_PI, "rad",                                     \
               "at which a fluid with surface tension meets it, measured in the fluid: 0 wets, "   \
               "pi pearls off; flip"),                                                             \
      LG_ROW_COLOR(T, color, 0.553, 0.592, 0.647, "in the picture: {red, green, blue}, 0 to 1"),   \
      LG_ROW_BOOL(T, enabled, true, "off: is as if it were not there, and stands still")
bool lg_collider_stands(const lg_world *w, lg_id collider); /* false: gone, or not enabled */
/* as it stands now, enabled or not; false: gone */
bool lg_collider_face(const lg_world *w, lg_id collider, lg_face *out);
/* where it stands now; false: its shape is not made of faces */
bool lg_collider_faces(const lg_world *w, lg_id collider, lg_faces *out);

/* JOINT. Ties body a to b, a collider, or to the world (b = 0). Its struct begins with
   LG_JOINT_TIE, its rows with LG_JOINT_ROWS(T), its state with LG_JOINT_STATE(T). All counts a's
   less b's: of speeds, angles and places. */
#define LG_JOINT_TIE                                                                               \
  lg_id a, b;                                                                                      \
  float own[2][3];    /* m, of either's frame: the points that are tied */                         \
  float turned[2][3]; /* how either was turned when they were tied, axial */                       \
  bool enabled
#define LG_JOINT_ROWS(T)                                                                           \
  LG_ROW_REF(T, a, LG_COLLIDER, LG_REQUIRED | LG_RESTART, "the body that is tied"),                \
      LG_ROW_REF(T, b, LG_COLLIDER, LG_RESTART,                                                    \
                 "the collider that it is tied to; without it, the world"),                        \
      LG_ROW_BOOL(T, enabled, true, "off: ties nothing")
#define LG_JOINT_STATE(T)                                                                          \
  LG_KEEP_FLOAT(T, own, -LG_HUGE, LG_HUGE), LG_KEEP_FLOAT(T, turned, -LG_HUGE, LG_HUGE)
typedef struct lg_joint_tie {
  LG_JOINT_TIE;
} lg_joint_tie;
/* For `create`: they are tied as they stand now, at these points of the world (m). False: a is no
   body, or both are one. */
bool lg_joint_make(const lg_world *w, void *self, const float at_a[3], const float at_b[3],
                   lg_why *why);
typedef struct lg_joint_pose { /* as they stand now, in world axes */
  int dim;
  double point[2][3];    /* m, where the tied points are */
  double frame[2][3][3]; /* [end][k]: what was axis k of the world when they were tied */
} lg_joint_pose;
#define LG_JOINT_ROWS_MAX 8
typedef struct lg_joint_row { /* one speed that is to be made right, each sub-step */
  bool turns;                 /* of turning about `along`; else of the points, along it */
  double along[3];            /* unit vector */
  double off;                 /* m or rad: how far it is from where it should be */
  double speed;               /* m/s or rad/s: what it should go at, besides coming back */
  double least, most;         /* N or N m: of the force on a along it; -+ LG_HUGE: any */
  double stiffness, damping;  /* N/m, N s/m: a spring; both 0: as hard as can be */
} lg_joint_row;
/* A row as hard as can be, that any force makes right. */
lg_joint_row lg_joint_hard(bool turns, const double along[3], double off);
/* A motor of so much power (N or N m; 0: none) that wants a speed, and limits of the place along
   (or the angle about) an axis, which only push back; -+ LG_HUGE: none. How many rows: up to 3. */
int lg_joint_drive(bool turns, const double axis[3], double place, double speed, double power,
                   const double limits[2], lg_joint_row *out);
typedef struct lg_joint_fns {
  /* How many; self is its own to remember by, and the same pose gives the same rows. */
  int (*rows)(void *self, const lg_joint_pose *pose, lg_joint_row *out);
} lg_joint_fns;

/* FIELD. A function of position and time, scalar or vector, sampled in blocks of at most LG_BLOCK
   points. */
#define LG_BLOCK 512
typedef struct lg_points {
  int n;
  const float *x[3]; /* m; x[2] is NULL in 2-D */
  const float *v[3]; /* m/s; v[0] is NULL where only positions are known */
  const float *mass; /* kg; NULL where only positions are known */
  double time;       /* s */
  bool particles;    /* they are the particles first, first + 1, ... : all columns are known */
  size_t first;
} lg_points;
/* The row of all fields (struct field bool enabled). */
#define LG_FIELD_ROWS(T)                                                                           \
  LG_ROW_BOOL(T, enabled, true, "off: pushes nothing; what is made of it or asks it has it still")
typedef struct lg_field_fns {
  /* Writes n values a component to out[0..components-1]. False: it needs velocities that are not
     there. */
  bool (*sample)(const lg_world *w, const void *self, const lg_points *at, float *const out[3]);
  int (*components)(const lg_world *w, const void *self); /* 1, or dim; NULL: dim */
  /* 1/s: the fastest relaxation rate that explicit integration must resolve (drag / mass); NULL: 0.
     */
  float (*rate)(const lg_world *w, const void *self, float particle_mass);
  /* before each sub-step; NULL: it has no memory */
  void (*advance)(const lg_world *w, void *self, float dt);
  /* m, of central differences; NULL: half a spacing */
  float (*step)(const lg_world *w, const void *self);
} lg_field_fns;
bool lg_field_sample(const lg_world *w, lg_id field, const lg_points *at, float *const out[3]);
int lg_field_components(const lg_world *w, lg_id field);
/* A parameter of type program: its values at points, and how many components it returns (0: gone).
   False: it reads what is not known there. lg_program_reads: the first thing it reads besides the
   position, "" if nothing. A condition gives 0 or ~0 bits. */
bool lg_program_sample(const lg_world *w, lg_id program, const lg_points *at, float *const out[3]);
int lg_program_components(const lg_world *w, lg_id program);
bool lg_program_is_condition(const lg_world *w, lg_id program);
const char *lg_program_reads(const lg_world *w, lg_id program);

/* SOLVER. Given: columns sorted into cells of support x spacing (if support > 0), `acceleration` =
   gravity + fields. The step leaves the new velocity in `velocity`; the core then moves the
   particles along it and stops them at walls (if `ballistic`, core moves them along the exact
   parabola of `acceleration` and adds a dt to the velocity itself; if the step sets s->drift, along
   that velocity, as solvers do that carry particles through a grid). */
typedef struct lg_column_def {
  const char *name;
  int components; /* 1, or 0 for dim */
  const char *unit, *doc;
} lg_column_def;
/* Where there are no such columns, the measures "pressure" and "density" read the grids "pressure"
   (Pa), and "fill" (1: full), in cells where "type" is 0, fluid; 2 is air. */
typedef struct lg_grid_def {
  const char *name;
  int components; /* 1, or 0 for dim */
  lg_location location;
  const char *unit, *doc;
} lg_grid_def;
typedef struct lg_step lg_step; /* laguna_solver.h */
/* of a grid: how many, and m, from the lower corner of the bounds */
typedef struct lg_cells {
  int n[3];
  float edge[3];
} lg_cells;
typedef struct lg_solver_fns {
  const lg_column_def *columns; /* ended by a NULL name */
  bool ballistic;
  bool hosted; /* its stages are a host's, and kinds like it have rows of their own (lg_script) */
  /* support radius in spacings; 0 or NULL: no neighbours */
  float (*support)(const void *self, int dim);
  const lg_grid_def *grids; /* ended by a NULL name; NULL: none */
  /* c, cells, step, origin, cell; false: not there yet */
  bool (*grid)(const void *self, const lg_world *w, int which, lg_grid_view *out);
  /* particles are sorted into these instead; NULL: none */
  void (*cells)(const void *self, const lg_world *w, lg_cells *out);
  /* once a frame, before the first sub-step; may be NULL */
  void (*begin)(void *self, lg_step *s);
  /* s; the largest stable sub-step now; below 0: it has refused the frame, with its sentence */
  double (*max_dt)(void *self, lg_step *s, const char **limit);
  void (*step)(void *self, lg_step *s);
  /* J/kg stored in compression to `density` from `rest`, kg/m3; NULL: the fluid is incompressible
     and stores none. */
  double (*energy)(const void *self, double density, double rest);
  /* of a kind with `save`: what lg_world_hash counts besides the columns; NULL: nothing */
  void (*state)(const void *self, lg_take_fn *take, void *user);
} lg_solver_fns;
#define LG_COLOR_DOC "of its particles, in a picture that world.color_by does not say otherwise for"
/* The default material's rows, shared by all solvers: struct begins with LG_MATERIAL_FIELDS, rows
   with LG_MATERIAL_ROWS(T). */
#define LG_MATERIAL_FIELDS                                                                         \
  float density;                                                                                   \
  float viscosity;                                                                                 \
  float color[4]
#define LG_MATERIAL_ROWS(T)                                                                        \
  LG_ROW_FLOAT(T, density, 1000, LG_TINY, LG_HUGE, "kg/m3",                                        \
               "rest density; particle mass = density x spacing^dim, set at emission: particles "  \
               "that are there keep theirs"),                                                      \
      LG_ROW_FLOAT(T, viscosity, 0, 0, LG_HUGE, "Pa s", "dynamic viscosity"),                      \
      LG_ROW_COLOR(T, color, 0.16, 0.45, 0.80, LG_COLOR_DOC)
typedef struct lg_material {
  LG_MATERIAL_FIELDS;
} lg_material;
/* The rows of a material that is solid: its struct begins with LG_SOLID_FIELDS, its rows with
   LG_SOLID_ROWS. stiff: Pa, red green blue: the defaults. */
#define LG_SOLID_FIELDS                                                                            \
  LG_MATERIAL_FIELDS;                                                                              \
  float young;                                                                                     \
  float poisson
#define LG_SOLID_ROWS(T, heavy, stiff, ratio, red, green, blue)                                    \
  LG_ROW_FLOAT(T, density, heavy, LG_TINY, LG_HUGE, "kg/m3",                                       \
               "at rest; particle mass = density x spacing^dim, set at emission"),                 \
      LG_ROW_FLOAT(T, viscosity, 0, 0, LG_HUGE, "Pa s", "resists every change of shape"),          \
      LG_ROW_COLOR(T, color, red, green, blue, LG_COLOR_DOC),                                      \
      LG_ROW_FLOAT(T, young, stiff, LG_TINY, LG_HUGE, "Pa",                                        \
                   "Young's modulus; a sub-step is as short as sqrt(density / young)"),            \
      LG_ROW_FLOAT(T, poisson, ratio, 0, 0.49, "1",                                                \
                   "Poisson's ratio: how much of a squeeze comes out at the sides")
typedef struct lg_solid_material {
  LG_SOLID_FIELDS;
} lg_solid_material;

/* ---- the descriptor ------------------------------------------------------------------------- */

typedef struct lg_kind {
  const char *name; /* as the file: shape_box.c is "box" */
  lg_family family;
  const char *doc;             /* one sentence: what it is */
  const char *also;            /* "circle|ball": other words that people try for it; NULL: none */
  size_t size;                 /* of its struct */
  const lg_param *params;      /* ended by LG_ROWS_END */
  const lg_state_field *state; /* ended by LG_KEEP_END; NULL: none */
  /* Relations between parameters that rows cannot say: write the whole sentence ("box: ...") into
     why and return false. NULL: none. */
  bool (*check)(const lg_world *w, const void *self, lg_why *why);
  /* MEMORY of its own; NULL, all four: the struct is all there is, and is copied as it lies.
     create    once, after `check`; takes what the kind needs beyond its struct (rows that it looks
               at are LG_RESTART). False: the sentence is in why, and destroy follows.
     destroy   when the object goes, also after a refusal: gives that back. Structs of a kind that
               has it hold handles, so only rows and state go back after a refused frame.
     save      gives to `take` what changes from step to step, in any number of pieces. Called twice
               for the copy of every frame (the first time only to count), so the same both times.
               Numbers in it are little endian and of fixed widths, so that a checkpoint is the same
               bytes on every machine. Without it what the struct points to must not change.
     restore   the opposite: `bytes` (not aligned) into an object that create has made, in this
               world or another one; the rows are there already, and may be others where a scene was
               edited. Called when a frame is refused, and when a checkpoint is taken up. False: no
               memory, or these are no bytes of its own; it must be whole in either case. */
  bool (*create)(lg_world *w, void *self, lg_why *why);
  void (*destroy)(lg_world *w, void *self);
  void (*save)(const lg_world *w, const void *self, lg_take_fn *take, void *user);
  bool (*restore)(lg_world *w, void *self, const void *bytes, size_t n);
  lg_shape_fns shape;
  lg_material_fns material;
  lg_emitter_fns emitter;
  lg_collider_fns collider;
  lg_joint_fns joint;
  lg_field_fns field;
  lg_solver_fns solver;
} lg_kind;

/* Memory of the world's allocator: 64-byte aligned, grows with its contents, new_bytes 0 frees;
   NULL: none. */
void *lg_kind_memory(lg_world *w, void *old, size_t new_bytes);

/* The picture in a file, 4 bytes a pixel (red, green, blue, alpha), top row first, in memory that
   lg_kind_memory frees; at most 4096 x 4096 pixels. The host reads and decodes it (lg_world_def).
   NULL: refused, the sentence is in why. */
uint8_t *lg_image_load(lg_world *w, const char *path, int size[2], lg_why *why);

/* ---- kinds from outside --------------------------------------------------------------------- */

/* Grows whenever anything in this header or laguna_solver.h changes its shape: a kind works with
   the version that it was built for, and with no other. */
#define LG_KIND_VERSION 18

/* Adds a kind to the registry, which keeps the pointer. Refused (false; the sentence is in why): a
   name that is taken, a descriptor without what its family needs. The same kind again is fine. Call
   it before the first world is made and from one thread: the registry has no lock, and who walks it
   counts on its order. */
bool lg_kind_register(const lg_kind *kind, lg_why *why);
#define LG_KINDS_OUTSIDE_MAX 64

/* What a shared library of kinds exports, under the one name that LG_PLUGIN stands for:

     static const lg_kind *const kinds[] = {&swirl, &tank, NULL};
     LG_PLUGIN(kinds);

   `laguna --plugin FILE.so` and lg.plugin "FILE.so" load it. The name ends in the instruction set
   that it was compiled for, as operators' names do: a library may hold the same kinds more than
   once, compiled for several, and the best that runs here is taken. */
typedef struct lg_plugin {
  int version;                 /* LG_KIND_VERSION */
  int kind_bytes;              /* sizeof(lg_kind) */
  const lg_kind *const *kinds; /* ended by NULL */
} lg_plugin;
#ifdef __cplusplus
#define LG_PLUGIN_LINKAGE extern "C"
#else
#define LG_PLUGIN_LINKAGE
#endif
#define LG_PLUGIN(kinds)                                                                           \
  LG_PLUGIN_LINKAGE const lg_plugin LG_PER_ISA(laguna_plugin);                                     \
  const lg_plugin LG_PER_ISA(laguna_plugin) = {LG_KIND_VERSION, (int)sizeof(lg_kind), kinds}
/* The dispatch paths that run here, from the best down: "avx2", "sse2"; NULL: no more. */
const char *lg_isa_runs(int i);

/* ---- solvers that a host writes ---------------------------------------------------------------

   solver.script sorts the particles, looks what walls are about them, and calls the host; the core
   moves and stops them as those of any solver. The host changes `velocity`, with formulas
   (lg_update) or its own loops. */
typedef struct lg_script { /* what its struct begins with */
  LG_MATERIAL_FIELDS;
  float support;
  int kernel;
  /* A sub-step; false: refused, with lg_refuse. NULL: particles fall. */
  bool (*step)(void *user, lg_world *w, double dt);
  /* s, the longest sub-step now; below 0: refused. NULL: what is left of the frame. */
  double (*max_dt)(void *user, lg_world *w, double left);
  void *user;
} lg_script;

/* A kind like solver.script with parameters (LG_FLOAT, LG_INT and LG_BOOL; offsets are its own
   business; one that solver.script has gets another default), columns and numbers to remember
   (`state`, ended by NULL; 0 at first; saved with the world) of its own. The same kind for the same
   wishes; it lives as long as the program. NULL: why is a sentence. From any thread. */
const lg_kind *lg_script_kind(const lg_param *params, const lg_column_def *columns,
                              const char *const *state, lg_why *why);
#define LG_SCRIPT_KINDS_MAX 256
bool lg_is_script(const lg_kind *kind); /* solver.script, or one like it; NULL: no */
/* lg_set_solver with a kind of lg_script_kind; of `stages` step, max_dt and user count. */
bool lg_set_script(lg_world *w, const lg_kind *kind, const lg_script *stages, const lg_arg *args);
/* A number that the world's solver remembers; NULL: it is no script, or has none of that name. */
double *lg_script_state(lg_world *w, const char *name);

/* ---- functions of numbers -------------------------------------------------------------------

   In double, with the same bits on every machine, where C libraries differ in their last digit
   (which is what a scene's hash would tell). Within 1 ulp, those with * within 3; special cases as
   in C17, annex F. */
double lg_math_sin(double x);
double lg_math_cos(double x);
double lg_math_tan(double x); /* * */
double lg_math_exp(double x);
double lg_math_tanh(double x); /* * */
double lg_math_log(double x);
double lg_math_log2(double x);
double lg_math_log10(double x);
double lg_math_atan2(double y, double x);
double lg_math_asin(double x); /* * */
double lg_math_acos(double x); /* * */

/* ---- the registry: for bind, panel, reference ----------------------------------------------- */

#define LG_DEFAULT_SOLVER "solver.particles" /* what every world begins with */
int lg_kind_count(void);
const lg_kind *lg_kind_at(int i);                       /* sorted by family, then name */
const lg_kind *lg_kind_find(const char *kind);          /* "shape.box"; NULL: unknown */
const lg_kind *lg_kind_of(const lg_world *w, lg_id id); /* NULL: gone */
/* the world's own rows (gravity, spacing, ...), offsets into lg_world_def */
const lg_kind *lg_kind_world(void);
const lg_param *lg_param_find(const lg_kind *k, const char *name); /* NULL: unknown */
/* Checks names, types, ranges, required rows (if `complete`) against the rows, without a world. dim
   0: not known yet. False: why holds the sentence, with "did you mean". References are only checked
   for being references. */
bool lg_param_check(const lg_kind *k, const lg_arg *args, int dim, bool complete, lg_why *why);
/* Writes args into a struct that params describe (checked as above); defaults first if `complete`.
   */
bool lg_param_apply(const lg_kind *k, void *self, const lg_arg *args, int dim, bool complete,
                    lg_why *why);
bool lg_param_read(const lg_kind *k, const void *self, const char *name, int dim, lg_arg *out);
/* The kind that "family.name" or a bare "name" may have meant, as "family.name" in out; with
   `family` a bare name of that family. False: none is near. */
bool lg_kind_nearest(const char *asked, const char *family, char *out, size_t bytes);
/* The nearest of `count` names to `name` (Damerau-Levenshtein <= a third of the longer one + 1),
   NULL: none is near. */
const char *lg_nearest(const char *name, const char *const *names, int count);
#define LG_MEANT_MAX 320 /* bytes that lg_meant wants */
/* What belongs behind "unknown 'name'": " (did you mean 'x'?)" or, where none is near, "; known: a,
   b, c". Returns out. */
const char *lg_meant(const char *name, const char *const *names, int count, char *out,
                     size_t bytes);
/* Bytes of the well-formed UTF-8 character at text (RFC 3629); 0: there is none. */
int lg_utf8(const char *text);

/* What can be measured (laguna.h): name, doc and params of each, in the form of a kind; its family
   says nothing. */
int lg_measure_count(void);
const lg_kind *lg_measure_at(int i);              /* NULL: there is none */
const lg_kind *lg_measure_find(const char *name); /* NULL: unknown */

/* Runs fn(user, begin, end) over blocks of LG_BLOCK of [0, n) on the world's threads (the caller's
   data must not overlap between blocks). For bind and picture too. */
void lg_parallel(int threads, size_t n, void (*fn)(void *user, size_t begin, size_t end),
                 void *user);
int lg_world_threads(const lg_world *w); /* of a step, now */
int lg_cores(void);                      /* of the machine, or OMP_NUM_THREADS */
/* Adds to the statistics of the last frame: a host has visited so many particles one by one, in so
   many s of wall time. */
void lg_stats_visit(lg_world *w, size_t particles, double seconds);
/* ... or a stage of that name took so many s, "solve/density"; its name is kept for ever. */
void lg_stats_stage(lg_world *w, const char *name, double seconds);

#ifdef __cplusplus
}
#endif
#endif
