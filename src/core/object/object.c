/* object.c - the objects of a world: slots, ids, names, order.

   id   | generation (16 bits, never 0) | slot (16 bits) |   slot 0: the world, slot 1: its solver
   A removed object's slot is used again under the next generation, so an id that was kept too long
   is recognised. */
#include "core/object/object.h"

#include "core/base/world.h"

#include <stdio.h>

#define SLOTS_MAX   32768 /* slots from here on are programs' (program.c) */
#define SLOTS_FIRST 16

static lg_id id_of(const lg_world *w, int slot) {
  return (lg_id)w->objects->slot[slot].generation << 16 | (lg_id)slot;
}

lg_object *lg_object_get(const lg_world *w, lg_id id) {
  int slot = (int)(id & 0xffff);
  if (!w || slot >= w->objects->count) return NULL;
  lg_object *o = &w->objects->slot[slot];
  return o->kind && o->generation == id >> 16 ? o : NULL;
}

lg_id lg_object_id(const lg_world *w, const lg_object *o) {
  return id_of(w, (int)(o - w->objects->slot));
}

lg_object *lg_object_next(const lg_world *w, lg_family of, int *at) {
  while (*at < w->objects->added) {
    lg_object *o = lg_object_get(w, w->objects->order[(*at)++]);
    if (of == LG_FAMILIES || o->kind->family == of) return o;
  }
  return NULL;
}

void *lg_object_self(const lg_world *w, lg_id id, lg_family family) {
  lg_object *o = lg_object_get(w, id);
  return o && o->kind->family == family ? o->self : NULL;
}

bool lg_alive(const lg_world *w, lg_id id) { return lg_object_get(w, id) != NULL; }
lg_id lg_world_id(const lg_world *w) { return w ? id_of(w, LG_SLOT_WORLD) : 0; }
lg_id lg_solver_id(const lg_world *w) { return w ? id_of(w, LG_SLOT_SOLVER) : 0; }
int lg_object_count(const lg_world *w) { return w ? w->objects->added : 0; }

lg_id lg_object_at(const lg_world *w, int i) {
  return w && i >= 0 && i < w->objects->added ? w->objects->order[i] : 0;
}

lg_id lg_find(const lg_world *w, const char *name) {
  for (int i = 0; w && name && i < w->objects->count; i++)
    if (w->objects->slot[i].kind && strcmp(w->objects->slot[i].name, name) == 0) return id_of(w, i);
  return 0;
}

const char *lg_name(const lg_world *w, lg_id id) {
  const lg_object *o = lg_object_get(w, id);
  return o ? o->name : "";
}

void lg_object_turn(lg_object *o) {
  if (o->kind->family != LG_FAMILY_SHAPE) return;
  memcpy(o->turned, ((const lg_shape_pose *)o->self)->rotation, sizeof o->turned);
  o->turn = lg_rotation_of(o->turned);
}

/* ---- slots ---------------------------------------------------------------------------------- */

/* Room for one more object, in slots and in the order. */
static bool make_room(lg_world *w) {
  lg_objects *all = w->objects;
  if (all->added == SLOTS_MAX - 2)
    return lg_refuse(w, "the world is full: it holds %d objects", all->added);

  if (all->count == all->capacity) {
    int capacity = lg_mini(all->capacity * 2, SLOTS_MAX);
    lg_object *slot = lg_mem_realloc(&w->mem, all->slot, (size_t)capacity * sizeof *slot);
    if (!slot) return lg_refuse(w, "out of memory for %d objects", capacity);
    memset(slot + all->capacity, 0, sizeof *slot * (size_t)(capacity - all->capacity));
    all->slot = slot;
    all->capacity = capacity;
  }

  /* ids in the order in which they were added */
  if (all->added < all->order_capacity) return true;
  int capacity = all->order_capacity ? all->order_capacity * 2 : SLOTS_FIRST;
  lg_id *order = lg_mem_realloc(&w->mem, all->order, (size_t)capacity * sizeof *order);
  if (!order) return lg_refuse(w, "out of memory for %d objects", capacity);
  all->order = order;
  all->order_capacity = capacity;
  return true;
}

static void occupy(lg_object *o, const lg_kind *kind, void *self, const char *name) {
  o->kind = kind;
  o->self = self;
  o->referrers = 0;
  o->edits++;
  if (++o->generation == 0) o->generation = 1;
  snprintf(o->name, sizeof o->name, "%s", name);
  lg_object_turn(o);
}

static lg_id place(lg_world *w, const lg_kind *kind, void *self, const char *name) {
  lg_objects *all = w->objects;
  int slot = 0;
  while (slot < all->count && all->slot[slot].kind) slot++;
  if (slot == all->count) all->count++;
  occupy(&all->slot[slot], kind, self, name);
  if (kind->family == LG_FAMILY_MATERIAL) all->slot[slot].number = ++all->materials;
  lg_refs_count(w, kind, self, 1);
  return all->order[all->added++] = id_of(w, slot);
}

/* ---- adding and removing -------------------------------------------------------------------- */

static const lg_kind *kind_to_add(lg_world *w, const char *name) {
  char near[LG_NAME_MAX];
  const lg_kind *kind = lg_kind_find(name);
  if (kind && kind->family != LG_FAMILY_SOLVER) return kind;
  if (kind) lg_refuse(w, "%s: a world has one solver; choose it with lg_set_solver", name);
  else if (name && lg_kind_nearest(name, NULL, near, sizeof near))
    lg_refuse(w, "unknown kind '%s' (did you mean '%s'?)", name, near);
  else
    lg_refuse(w, "unknown kind '%s'; kinds are written family.name, as in shape.box",
              name ? name : "");
  return NULL;
}

/* "volume12" is an ordinal name of "volume". */
static bool is_ordinal(const char *name, const char *kind) {
  size_t n = strlen(kind);
  return strncmp(name, kind, n) == 0 && name[n] &&
         strspn(name + n, "0123456789") == strlen(name + n);
}

static void ordinal_name(const lg_world *w, const lg_kind *kind, char name[LG_NAME_MAX]) {
  int ordinal = 1;
  for (int i = 0; i < w->objects->count; i++)
    ordinal += w->objects->slot[i].kind == kind && is_ordinal(w->objects->slot[i].name, kind->name);
  do snprintf(name, LG_NAME_MAX, "%s%d", kind->name, ordinal++);
  while (lg_find(w, name));
}

lg_id lg_add(lg_world *w, const char *kind_name, const lg_arg *args) {
  if (!w) return 0;
  char ordinal[LG_NAME_MAX];
  const char *name = NULL;
  const lg_kind *kind = kind_to_add(w, kind_name);
  if (!kind || !make_room(w)) return 0;

  void *self = lg_object_make(w, kind, args);
  if (!self) return 0;
  if (!lg_object_named(w, kind, args, NULL, &name)) {
    lg_object_drop(w, kind, self);
    return 0;
  }

  if (!name) ordinal_name(w, kind, ordinal);
  return place(w, kind, self, name ? name : ordinal);
}

bool lg_remove(lg_world *w, lg_id id) {
  if (!w) return false;
  lg_objects *all = w->objects;
  lg_object *o = lg_object_get(w, id);
  if (!o) return lg_refuse(w, "lg_remove: there is no such object in this world (any more)");
  if (o <= &all->slot[LG_SLOT_SOLVER]) return lg_refuse(w, "the %s cannot be removed", o->name);
  if (o->referrers > 0) return lg_refs_refuse_removal(w, id);

  lg_refs_count(w, o->kind, o->self, -1);
  lg_object_drop(w, o->kind, o->self);
  o->kind = NULL;
  o->self = NULL;
  o->edits++;

  /* out of the order in which they were added */
  int i = 0;
  while (all->order[i] != id) i++;
  all->added--;
  memmove(&all->order[i], &all->order[i + 1], sizeof *all->order * (size_t)(all->added - i));
  return true;
}

/* ---- the world's own ------------------------------------------------------------------------ */

bool lg_objects_init(lg_world *w) {
  lg_objects *all = w->objects;
  const lg_kind *solver = lg_kind_find(LG_DEFAULT_SOLVER);
  if (!solver)
    return lg_refuse(w, "this build has no %s, the solver that every world begins with",
                     LG_DEFAULT_SOLVER);

  /* room for the first objects, and for one on trial */
  all->slot = lg_mem_realloc(&w->mem, NULL, SLOTS_FIRST * sizeof *all->slot);
  if (!all->slot) return lg_refuse(w, "out of memory for a world");
  all->capacity = SLOTS_FIRST;
  memset(all->slot, 0, sizeof *all->slot * SLOTS_FIRST);
  all->trial = lg_mem_realloc(&w->mem, NULL, sizeof w->def);
  if (!all->trial) return lg_refuse(w, "out of memory for a world");
  all->trial_bytes = sizeof w->def;

  /* the world and its solver are objects like others */
  all->count = LG_SLOT_SOLVER + 1;
  occupy(&all->slot[LG_SLOT_WORLD], lg_kind_world(), &w->def, "world");
  void *self = lg_object_make(w, solver, LG_NO_ARGS);
  if (!self) return false;
  occupy(&all->slot[LG_SLOT_SOLVER], solver, self, "solver");
  return lg_solver_add_columns(w, solver) || lg_refuse(w, "out of memory for a world");
}

void lg_objects_free(lg_world *w) {
  lg_objects *all = w->objects;
  for (int i = LG_SLOT_SOLVER; i < all->count; i++) {
    const lg_kind *kind = all->slot[i].kind;
    all->slot[i].kind = NULL; /* what is gone refers to nothing: those that follow may ask */
    if (kind) lg_object_drop(w, kind, all->slot[i].self);
  }

  /* a solver that waits for its turn */
  if (w->objects->pending_self)
    lg_object_drop(w, w->objects->pending_kind, w->objects->pending_self);
  w->objects->pending_self = NULL;

  for (int i = 0; i < LG_GRIDS_MAX; i++) lg_mem_free(&w->mem, all->kept.numbers[i]);
  lg_mem_free(&w->mem, all->slot);
  lg_mem_free(&w->mem, all->order);
  lg_mem_free(&w->mem, all->trial);
  lg_mem_free(&w->mem, all->work);
  memset(all, 0, sizeof *all);
}
