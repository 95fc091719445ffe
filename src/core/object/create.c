/* create.c - what a host asks of objects: make, set, get. A request is checked whole before
   anything changes. */
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/param/param.h"

#include <stdio.h>

/* what an id reaches: lg_solver_id reaches the pending solver, if there is one */
typedef struct target {
  lg_object *object;
  const lg_kind *kind;
  void *self;
  bool pending;
} target;

static bool reach(const lg_world *w, lg_id id, target *t) {
  lg_object *o = lg_object_get(w, id);
  if (!o) return false;
  *t = (target){o, o->kind, o->self, false};
  if (o == &w->objects->slot[LG_SLOT_SOLVER] && w->objects->pending_self)
    *t = (target){o, w->objects->pending_kind, w->objects->pending_self, true};
  return true;
}

const lg_kind *lg_kind_of(const lg_world *w, lg_id id) {
  target t;
  return reach(w, id, &t) ? t.kind : NULL;
}

/* ---- making --------------------------------------------------------------------------------- */

static bool room_for_trial(lg_world *w, size_t bytes) {
  lg_objects *all = w->objects;
  if (bytes <= all->trial_bytes) return true;
  void *grown = lg_mem_realloc(&w->mem, all->trial, bytes);
  if (!grown) return false;
  all->trial = grown;
  all->trial_bytes = bytes;
  return true;
}

/* References and the kind's own check; rows have been checked. */
static bool check_struct(lg_world *w, const lg_kind *kind, const void *self) {
  lg_why why = {""};
  if (!lg_refs_check(w, kind, self)) return false;
  return !kind->check || kind->check(w, self, &why) || lg_refuse(w, "%s", why.text);
}

static bool create_struct(lg_world *w, const lg_kind *kind, void *self) {
  lg_why why = {""};
  return !kind->create || kind->create(w, self, &why) || lg_refuse(w, "%s", why.text);
}

void *lg_object_make(lg_world *w, const lg_kind *kind, const lg_arg *args) {
  lg_why why;
  if (!lg_param_check(kind, args, w->dim, true, &why)) {
    lg_refuse(w, "%s", why.text);
    return NULL;
  }

  void *self = room_for_trial(w, kind->size) ? lg_mem_realloc(&w->mem, NULL, kind->size) : NULL;
  if (!self) {
    lg_refuse(w, "%s: out of memory", kind->name);
    return NULL;
  }

  /* numbers first: what the kind checks and makes of itself reads them */
  memset(self, 0, kind->size);
  lg_param_apply(kind, self, args, w->dim, true, &why);
  if (check_struct(w, kind, self) && lg_refs_weigh(w, kind, self, NULL) &&
      create_struct(w, kind, self))
    return self;
  lg_object_drop(w, kind, self);
  return NULL;
}

void lg_object_drop(lg_world *w, const lg_kind *kind, void *self) {
  if (kind->destroy) kind->destroy(w, self);
  lg_mem_free(&w->mem, self);
}

/* Of a scene's worlds, "world2" is the second: --set world2.gravity=... addresses it. */
static bool is_world(const char *name) {
  return strncmp(name, "world", 5) == 0 && strspn(name + 5, "0123456789") == strlen(name + 5);
}

bool lg_object_named(lg_world *w, const lg_kind *kind, const lg_arg *args, const lg_object *except,
                     const char **name) {
  for (const lg_arg *a = args; a && a->name; a++)
    if (strcmp(a->name, "name") == 0 && !lg_param_find(kind, "name")) *name = a->text;
  const lg_object *other = *name ? lg_object_get(w, lg_find(w, *name)) : NULL;
  bool reserved = (*name && is_world(*name)) ||
                  (other == &w->objects->slot[LG_SLOT_SOLVER] && other != except);
  if (reserved)
    return lg_refuse(w, "%s: the name '%s' is reserved; choose another", kind->name, *name);
  if (!other || other == except) return true;
  return lg_refuse(w, "%s: the name '%s' belongs to another %s; choose another", kind->name, *name,
                   lg_family_name(other->kind->family));
}

/* ---- changing ------------------------------------------------------------------------------- */

static bool keeps_fixed_rows(lg_world *w, const target *t, const char *trial) {
  for (const lg_param *r = t->kind->params; r->name && !t->pending; r++)
    if ((r->flags & LG_RESTART) &&
        memcmp(trial + r->offset, (const char *)t->self + r->offset, lg_param_bytes(r)) != 0)
      return lg_refuse(w, "%s: %s is fixed when the %s is made; a change needs a restart",
                       t->kind->name, r->name, lg_family_name(t->kind->family));
  return true;
}

/* A shape must not contain itself, or others too often. Leaves the object and all that refer to it
   marked. */
static bool stays_acyclic(lg_world *w, const target *t, const void *trial) {
  lg_refs_mark(w, t->object);
  if (!lg_refs_marked(w, t->kind, trial)) return lg_refs_weigh(w, t->kind, trial, t->object);
  return lg_refuse(w, "%s: '%s' would contain itself", t->kind->name, t->object->name);
}

bool lg_set(lg_world *w, lg_id id, const lg_arg *args) {
  lg_why why;
  target t;
  const char *name = NULL;
  if (!w) return false;
  if (!reach(w, id, &t))
    return lg_refuse(w, "lg_set: there is no such object in this world (any more)");

  /* on a copy, so that what is refused changes nothing */
  void *trial = w->objects->trial;
  memcpy(trial, t.self, t.kind->size);
  if (!lg_param_apply(t.kind, trial, args, w->dim, false, &why))
    return lg_refuse(w, "%s", why.text);
  if (!keeps_fixed_rows(w, &t, trial) || !check_struct(w, t.kind, trial) ||
      !stays_acyclic(w, &t, trial))
    return false;

  if (!lg_object_named(w, t.kind, args, t.object, &name)) return false;

  /* nothing can fail from here on */
  lg_refs_count(w, t.kind, t.self, -1);
  lg_refs_count(w, t.kind, trial, 1);
  memcpy(t.self, trial, t.kind->size);
  if (name) snprintf(t.object->name, sizeof t.object->name, "%s", name);

  /* what refers to it is edited too */
  for (int i = 0; i < w->objects->count; i++) w->objects->slot[i].edits += w->objects->slot[i].mark;
  lg_object_turn(t.object);
  return true;
}

bool lg_get(const lg_world *w, lg_id id, const char *name, lg_arg *out) {
  target t;
  if (!out) return false;
  *out = lg_end();
  if (!name || !reach(w, id, &t)) return false;
  if (lg_param_read(t.kind, t.self, name, w->dim, out)) return true;
  if (strcmp(name, "name") != 0) return false;
  *out = lg_text("name", t.object->name);
  return true;
}
