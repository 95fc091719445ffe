/* object.h - what a world owns besides particles: named, typed, referred to by id (index and
   generation). */
#ifndef LG_CORE_OBJECT_H
#define LG_CORE_OBJECT_H

#include "core/base/vec.h"

typedef struct lg_object {
  const lg_kind *kind; /* NULL: a free slot */
  uint16_t generation;
  char name[LG_NAME_MAX];
  void *self; /* the kind's struct, kind->size bytes */
  /* grows with every change of it, of what it refers to, or of who sits in this slot: caches
     compare it */
  uint64_t edits;
  int referrers;   /* how many references other objects hold to it */
  bool mark;       /* of the search under way */
  int number;      /* a material: what column `material` holds */
  float turned[3]; /* a shape's rotation, and its matrix: */
  lg_rotation turn;
} lg_object;

#define LG_GRIDS_MAX 8
/* Grids of a checkpoint, with numbers of their own: the solver's until it makes others. */
typedef struct lg_kept_grids {
  const lg_kind *solver;           /* NULL: there are none */
  lg_grid_view view[LG_GRIDS_MAX]; /* in the order of its grids; components 0: there was none */
  float *numbers[LG_GRIDS_MAX];
} lg_kept_grids;

typedef struct lg_objects {
  int count, capacity; /* slots; slot 0 is the world, slot 1 the solver */
  lg_object *slot;
  int added; /* live objects in order of addition */
  int order_capacity;
  lg_id *order;
  void *pending_self; /* solver given by lg_set_solver, not yet applied; NULL: none */
  const lg_kind *pending_kind;
  int materials;           /* the highest number of a material so far */
  lg_properties *material; /* by number; see material.h */
  /* Is an id that a row of type LG_PROGRAM holds what that row wants? The room of formulas knows;
     false: the sentence is in why. */
  bool (*check_program)(const lg_world *w, const lg_kind *kind, const lg_param *row, lg_id id,
                        lg_why *why);
  lg_kept_grids kept;
  void *trial; /* a copy that lg_set works on: room for the largest kind in the world */
  size_t trial_bytes;
  double *work; /* room for lg_refs_weigh: a number for each object */
} lg_objects;

#define LG_SLOT_WORLD  0
#define LG_SLOT_SOLVER 1

lg_object *lg_object_get(const lg_world *w, lg_id id); /* NULL: gone */
lg_id lg_object_id(const lg_world *w, const lg_object *o);
/* Every live object of a family (LG_FAMILIES: of all) as they were added; the world and its solver
   are none of them. The body may neither add nor remove any. */
#define LG_EACH_OBJECT(w, of, o)                                                                   \
  for (int o##_at = 0; o##_at >= 0; o##_at = -1)                                                   \
    for (lg_object * o; (o = lg_object_next(w, of, &o##_at)) != NULL;)
lg_object *lg_object_next(const lg_world *w, lg_family of, int *at); /* NULL: no more */
/* Every collider that stands in the world: those that are enabled, as they were added. */
#define LG_EACH_COLLIDER(w, o)                                                                     \
  LG_EACH_OBJECT(w, LG_FAMILY_COLLIDER, o)                                                         \
    if (lg_object_enabled(o))
void lg_object_turn(lg_object *o); /* a shape: recomputes the matrix of its rotation */
/* NULL: gone or of another family */
void *lg_object_self(const lg_world *w, lg_id id, lg_family family);
bool lg_object_enabled(const lg_object *o); /* its row `enabled`; true: it has none */
/* A field acts as an acceleration if it is enabled, a vector, and no other object refers to it (a
   wind that a drag names only blows there). */
bool lg_field_acts(const lg_world *w, lg_id id);
bool lg_objects_init(lg_world *w); /* world in slot 0; solver.particles in slot 1 */
void lg_objects_free(lg_world *w);

/* grid_view.c: from now on the solver has no grids; but this one, of which components, location,
   cells, origin and cell are known, with numbers that the caller writes, component by component
   (NULL: no memory); it has its own again. */
void lg_grids_hide(lg_world *w);
float *lg_grid_keep(lg_world *w, int which, const lg_grid_view *known);
void lg_grids_show(lg_world *w);
/* Of a component, in rows of x: how many there are on an axis, one more than cells where any
   component has its faces; all of them. */
int lg_grid_row(const lg_grid_view *g, int dim, int axis);
size_t lg_grid_numbers(const lg_grid_view *g, int dim);

/* create.c: a struct of this kind with defaults and args, checked in every way; NULL: refused. */
void *lg_object_make(lg_world *w, const lg_kind *kind, const lg_arg *args);
/* frees what lg_object_make gave */
void lg_object_drop(lg_world *w, const lg_kind *kind, void *self);
/* The "name" among args, if there is one, into *name. False: refused, for it is reserved or
   another's than `except`. */
bool lg_object_named(lg_world *w, const lg_kind *kind, const lg_arg *args, const lg_object *except,
                     const char **name);

/* references.c: who refers to whom. */
/* alive, of the right family; else refused */
bool lg_refs_check(lg_world *w, const lg_kind *kind, const void *self);
/* Does a distance to its shapes end in good time? changed: the object that would be so, of which
   all that refer to it are marked; NULL: it is new. False: refused. */
bool lg_refs_weigh(lg_world *w, const lg_kind *kind, const void *self, const lg_object *changed);
/* Adds `by` to the referrers of all that self refers to. */
void lg_refs_count(lg_world *w, const lg_kind *kind, const void *self, int by);
bool lg_refs_refuse_removal(lg_world *w, lg_id id); /* names a referrer; always false */
/* marks o and all that refer to it, directly or through others */
void lg_refs_mark(lg_world *w, lg_object *o);
/* o is not what it was: caches of it, and of what refers to it, no longer hold */
void lg_refs_changed(lg_world *w, lg_object *o);
bool lg_refs_has(const lg_object *o, lg_id id); /* does it refer to that itself? */
/* A marked object that self refers to, or NULL. */
const lg_object *lg_refs_marked(const lg_world *w, const lg_kind *kind, const void *self);

/* solver_swap.c: the solver. */
const lg_kind *lg_world_solver_kind(const lg_world *w); /* the one in force */
void *lg_world_solver_self(const lg_world *w);
float lg_world_particle_mass(const lg_world *w); /* kg, = solver's density x spacing^dim */
bool lg_solver_declares(const lg_kind *solver, const char *column);
int lg_solver_column_count(const lg_kind *solver);
bool lg_solver_add_columns(lg_world *w, const lg_kind *solver); /* false: no memory */
/* Called by step.c: a pending solver becomes the solver; columns change hands. False: no memory,
   refused, still pending. */
bool lg_objects_apply_solver(lg_world *w);
/* The same for a while: who was the solver is kept in *before (kind NULL: nobody waits). False: no
   memory, refused, still pending. */
typedef struct lg_solver_before {
  const lg_kind *kind;
  void *self;
} lg_solver_before;
bool lg_solver_enter(lg_world *w, lg_solver_before *before);
/* It waits again, and the solver is who it was; columns are the caller's affair. */
void lg_solver_leave(lg_world *w, const lg_solver_before *before);

#endif
