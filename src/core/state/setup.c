/* setup.c - the objects of a world as its host set them up. */
#include "core/state/saved.h"

static bool add(lg_world *w, lg_id id, const char *name, const lg_kind *kind, const void *self) {
  void *copy = lg_mem_realloc(&w->mem, NULL, 0, kind->size);
  if (!copy) return false;
  memcpy(copy, self, kind->size);
  lg_declared *d = &w->declared[w->declared_count++];
  *d = (lg_declared){.id = id, .kind = kind, .self = copy};
  memcpy(d->name, name, strlen(name) + 1);
  return true;
}

bool lg_declare(lg_world *w) {
  if (w->declared) return true;
  int capacity = lg_object_count(w) + 2;
  w->declared = lg_mem_realloc(&w->mem, NULL, 0, (size_t)capacity * sizeof *w->declared);
  w->declared_capacity = w->declared ? capacity : 0;
  bool pending = w->pending_self != NULL;
  bool ok = w->declared && add(w, lg_world_id(w), "world", lg_kind_world(), &w->def) &&
            add(w, lg_solver_id(w), "solver", pending ? w->pending_kind : lg_world_solver_kind(w),
                pending ? w->pending_self : lg_world_solver_self(w));
  for (int i = 0; ok && i < lg_object_count(w); i++) {
    const lg_object *o = lg_object_get(w, lg_object_at(w, i));
    ok = add(w, lg_object_at(w, i), o->name, o->kind, o->self);
  }
  if (!ok) lg_declared_free(w);
  return ok;
}

const lg_declared *lg_declared_find(const lg_world *w, lg_id id) {
  for (int i = 0; i < w->declared_count; i++) {
    const lg_declared *d = &w->declared[i];
    if (d->id == id || (d->kind->family == LG_FAMILY_SOLVER && id == lg_solver_id(w))) return d;
  }
  return NULL;
}

void lg_declared_free(lg_world *w) {
  for (int i = 0; i < w->declared_count; i++)
    lg_mem_realloc(&w->mem, w->declared[i].self, w->declared[i].kind->size, 0);
  lg_mem_realloc(&w->mem, w->declared, (size_t)w->declared_capacity * sizeof *w->declared, 0);
  w->declared = NULL;
  w->declared_count = w->declared_capacity = 0;
}
