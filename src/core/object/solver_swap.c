/* solver_swap.c - the solver of a world, and its exchange: checked at once, in force from the next
   step on. */
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/particles/particles.h"

const lg_kind *lg_world_solver_kind(const lg_world *w) {
  return w->objects->slot[LG_SLOT_SOLVER].kind;
}
void *lg_world_solver_self(const lg_world *w) { return w->objects->slot[LG_SLOT_SOLVER].self; }

/* density x spacing^dim: what a full lattice of particles shares out. A pending solver's density
   counts already, because particles added before the first step are of that solver's material. */
float lg_world_particle_mass(const lg_world *w) {
  const lg_material *material = w->objects->pending_self ? w->objects->pending_self
                                                         : lg_world_solver_self(w);
  double spacing = (double)w->def.spacing;
  return (float)((double)material->density *
                 (w->dim == 2 ? spacing * spacing : spacing * spacing * spacing));
}

/* ---- columns -------------------------------------------------------------------------------- */

bool lg_solver_declares(const lg_kind *solver, const char *column) {
  for (const lg_column_def *c = solver->solver.columns; c && c->name; c++)
    if (strcmp(c->name, column) == 0) return true;
  return false;
}

int lg_solver_column_count(const lg_kind *solver) {
  int count = 0;
  for (const lg_column_def *c = solver->solver.columns; c && c->name; c++) count++;
  return count;
}

bool lg_solver_add_columns(lg_world *w, const lg_kind *solver) {
  for (const lg_column_def *c = solver->solver.columns; c && c->name; c++)
    if (!lg_particles_add_column(w->particles, c->name, c->components ? c->components : w->dim,
                                 LG_OWNER_SOLVER))
      return false;
  return true;
}

/* Do the solver's columns fit beside those that stay? */
static bool columns_fit(lg_world *w, const lg_kind *solver) {
  int count = lg_solver_column_count(solver);

  /* the world's own columns stay, its solver's go */
  for (int i = 0; i < w->particles->columns; i++) {
    const lg_col *col = &w->particles->col[i];
    if (col->owner == LG_OWNER_SOLVER) continue;
    count++;
    if (lg_solver_declares(solver, col->name))
      return lg_refuse(
          w, "%s: its column '%s' is already a column of this world's own; rename that one",
          solver->name, col->name);
  }

  if (count <= LG_COLUMNS_MAX) return true;
  return lg_refuse(w, "%s: its columns and the world's are %d, more than %d; add fewer columns",
                   solver->name, count, LG_COLUMNS_MAX);
}

/* ---- the exchange --------------------------------------------------------------------------- */

static const lg_kind *solver_named(lg_world *w, const char *name) {
  static const char prefix[] = "solver.";
  char near[LG_NAME_MAX];
  const char *bare =
      name && strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : name;

  /* with its family's name before it, or without */
  for (int i = 0; bare && i < lg_kind_count(); i++) {
    const lg_kind *k = lg_kind_at(i);
    if (k->family == LG_FAMILY_SOLVER && strcmp(k->name, bare) == 0) return k;
  }

  if (bare && lg_kind_nearest(bare, "solver", near, sizeof near))
    lg_refuse(w, "unknown solver '%s' (did you mean '%s'?)", bare, near);
  else lg_refuse(w, "unknown solver '%s'; `laguna kinds` lists them", bare ? bare : "");
  return NULL;
}

static void drop_pending(lg_world *w) {
  if (!w->objects->pending_self) return;
  lg_refs_count(w, w->objects->pending_kind, w->objects->pending_self, -1);
  lg_object_drop(w, w->objects->pending_kind, w->objects->pending_self);
  w->objects->pending_self = NULL;
  w->objects->pending_kind = NULL;
}

static bool set_solver(lg_world *w, const lg_kind *kind, const lg_script *stages,
                       const lg_arg *args) {
  if (!kind || !columns_fit(w, kind)) return false;
  void *self = lg_object_make(w, kind, args);
  if (!self) return false;

  /* the stages of a solver that is a script */
  if (stages) {
    lg_script *script = self;
    script->step = stages->step;
    script->max_dt = stages->max_dt;
    script->user = stages->user;
  }

  /* it takes its turn before the next sub-step */
  lg_refs_count(w, kind, self, 1);
  drop_pending(w);
  w->objects->pending_kind = kind;
  w->objects->pending_self = self;
  lg_object *slot = &w->objects->slot[LG_SLOT_SOLVER];
  if (++slot->generation == 0) slot->generation = 1;
  return true;
}

bool lg_set_solver(lg_world *w, const char *kind_name, const lg_arg *args) {
  return w && set_solver(w, solver_named(w, kind_name), NULL, args);
}

/* ---- scripts -------------------------------------------------------------------------------- */

bool lg_set_script(lg_world *w, const lg_kind *kind, const lg_script *stages, const lg_arg *args) {
  if (!w) return false;
  if (!lg_is_script(kind) || !stages)
    return lg_refuse(w, "lg_set_script: expects a kind of lg_script_kind, and its stages");
  return set_solver(w, kind, stages, args);
}

double *lg_script_state(lg_world *w, const char *name) {
  const lg_kind *kind = w ? lg_kind_of(w, lg_solver_id(w)) : NULL;
  if (!lg_is_script(kind) || !name) return NULL;
  char *self = w->objects->pending_self ? w->objects->pending_self : lg_world_solver_self(w);
  for (const lg_state_field *f = kind->state; f && f->name; f++)
    if (strcmp(f->name, name) == 0) return (double *)(void *)(self + f->offset);
  return NULL;
}

/* ---- when a frame begins -------------------------------------------------------------------- */

bool lg_solver_enter(lg_world *w, lg_solver_before *before) {
  lg_objects *all = w->objects;
  *before = (lg_solver_before){NULL, NULL};
  if (!all->pending_self) return true;

  /* columns change hands */
  lg_particles_drop_columns(w->particles, LG_OWNER_SOLVER);
  w->stamp++;
  if (!lg_solver_add_columns(w, all->pending_kind))
    return lg_refuse(w, "%s: out of memory for its columns of %zu particles",
                     all->pending_kind->name, w->particles->n);

  lg_object *slot = &all->slot[LG_SLOT_SOLVER];
  *before = (lg_solver_before){slot->kind, slot->self};
  slot->kind = all->pending_kind;
  slot->self = all->pending_self;
  slot->edits++;
  all->pending_kind = NULL;
  all->pending_self = NULL;
  w->stats.iterations = 0;
  w->stats.residual = w->stats.tolerance = w->stats.viscosity_error = w->stats.density_error_mean =
      w->stats.density_error_max = 0;
  return true;
}

void lg_solver_leave(lg_world *w, const lg_solver_before *before) {
  lg_object *slot = &w->objects->slot[LG_SLOT_SOLVER];
  if (!before->kind) return;
  w->objects->pending_kind = slot->kind;
  w->objects->pending_self = slot->self;
  slot->kind = before->kind;
  slot->self = before->self;
  slot->edits++;
}

bool lg_objects_apply_solver(lg_world *w) {
  lg_solver_before before;
  if (!lg_solver_enter(w, &before)) return false;
  if (!before.kind) return true;
  lg_refs_count(w, before.kind, before.self, -1);
  lg_object_drop(w, before.kind, before.self);
  return true;
}
