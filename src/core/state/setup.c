/* setup.c - the objects of a world as its host set them up. */
#include "core/measure/measure.h"
#include "core/object/object.h"
#include "core/state/saved.h"

static bool add(lg_world *w, lg_id id, const char *name, const lg_kind *kind, const void *self) {
  void *copy = lg_mem_realloc(&w->mem, NULL, kind->size);
  if (!copy) return false;
  memcpy(copy, self, kind->size);
  lg_setup_object *d = &w->setup->object[w->setup->count++];
  *d = (lg_setup_object){.id = id, .kind = kind, .self = copy};
  memcpy(d->name, name, strlen(name) + 1);
  return true;
}

bool lg_setup_take(lg_world *w) {
  if (w->setup->object) return true;
  int capacity = lg_object_count(w) + 2;
  w->setup->object = lg_mem_realloc(&w->mem, NULL, (size_t)capacity * sizeof *w->setup->object);
  w->setup->capacity = w->setup->object ? capacity : 0;

  /* the world, its solver, and each object as it now is */
  bool pending = w->objects->pending_self != NULL;
  bool ok = w->setup->object && add(w, lg_world_id(w), "world", lg_kind_world(), &w->def) &&
            add(w, lg_solver_id(w), "solver",
                pending ? w->objects->pending_kind : lg_world_solver_kind(w),
                pending ? w->objects->pending_self : lg_world_solver_self(w));

  for (int i = 0; ok && i < lg_object_count(w); i++) {
    const lg_object *o = lg_object_get(w, lg_object_at(w, i));
    ok = add(w, lg_object_at(w, i), o->name, o->kind, o->self);
  }

  for (int i = 0; i < w->gauges->count; i++) w->gauges->slot[i].set_up = true;
  if (!ok) lg_setup_free(w);
  return ok;
}

const lg_setup_object *lg_setup_find(const lg_world *w, lg_id id) {
  for (int i = 0; i < w->setup->count; i++) {
    const lg_setup_object *d = &w->setup->object[i];
    if (d->id == id || (d->kind->family == LG_FAMILY_SOLVER && id == lg_solver_id(w))) return d;
  }
  return NULL;
}

void lg_setup_free(lg_world *w) {
  for (int i = 0; i < w->setup->count; i++) lg_mem_free(&w->mem, w->setup->object[i].self);
  lg_mem_free(&w->mem, w->setup->object);
  w->setup->object = NULL;
  w->setup->count = w->setup->capacity = 0;
}
