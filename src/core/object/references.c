/* references.c - who refers to whom among the objects of a world. */
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/param/param.h"

/* ---- checking what a struct refers to ------------------------------------------------------- */

static bool check_one(lg_world *w, const lg_kind *kind, const lg_param *row, lg_id id) {
  lg_why why = {""};
  if (row->type == LG_PROGRAM)
    return w->objects->check_program(w, kind, row, id, &why) || lg_refuse(w, "%s", why.text);
  const lg_object *o = lg_object_get(w, id);
  if (!o)
    return lg_refuse(w, "%s: option '%s' refers to an object that is not in this world (any more)",
                     kind->name, row->name);
  if (o->kind->family == lg_param_family(row->type)) return true;
  return lg_refuse(w, "%s: option '%s' must be %s, got %s '%s'", kind->name, row->name,
                   lg_param_wants(row->type), lg_family_name(o->kind->family), o->name);
}

bool lg_refs_check(lg_world *w, const lg_kind *kind, const void *self) {
  for (const lg_param *r = kind->params; r->name; r++) {
    const lg_id *ids = NULL;
    int n = lg_param_refs(r, self, &ids);
    bool missing = n == 0 && r->type >= LG_SHAPE && (r->flags & LG_REQUIRED);
    if (missing) return lg_refuse(w, "%s: %s is required", kind->name, r->name);
    for (int i = 0; i < n; i++)
      if (!check_one(w, kind, r, ids[i])) return false;
  }
  return true;
}

/* ---- counting ------------------------------------------------------------------------------- */

void lg_refs_count(lg_world *w, const lg_kind *kind, const void *self, int by) {
  for (const lg_param *r = kind->params; r->name; r++) {
    const lg_id *ids = NULL;
    int n = lg_param_refs(r, self, &ids);
    for (int i = 0; i < n; i++) {
      lg_object *o = lg_object_get(w, ids[i]);
      if (o) o->referrers += by;
    }
  }
}

bool lg_object_acts(const lg_world *w, lg_id id) {
  const lg_object *o = lg_object_get(w, id);
  return o && o->referrers == 0;
}

/* The row through which self refers to id, or NULL. */
static const lg_param *row_of(const lg_kind *kind, const void *self, lg_id id) {
  for (const lg_param *r = kind->params; r->name; r++) {
    const lg_id *ids = NULL;
    int n = lg_param_refs(r, self, &ids);
    for (int i = 0; i < n; i++)
      if (ids[i] == id) return r;
  }
  return NULL;
}

bool lg_refs_refuse_removal(lg_world *w, lg_id id) {
  const char *name = lg_object_get(w, id)->name, *holder = "solver";
  const lg_param *row = w->objects->pending_self
                            ? row_of(w->objects->pending_kind, w->objects->pending_self, id)
                            : NULL;
  for (int i = 0; i < w->objects->count && !row; i++) {
    const lg_object *o = &w->objects->slot[i];
    if (!o->kind) continue;
    row = row_of(o->kind, o->self, id);
    holder = o->name;
  }
  return lg_refuse(w,
                   "cannot remove '%s': '%s' refers to it as its %s; remove or change that first",
                   name, holder, row ? row->name : "part");
}

/* ---- searching ------------------------------------------------------------------------------ */

const lg_object *lg_refs_marked(const lg_world *w, const lg_kind *kind, const void *self) {
  for (const lg_param *r = kind->params; r->name; r++) {
    const lg_id *ids = NULL;
    int n = lg_param_refs(r, self, &ids);
    for (int i = 0; i < n; i++) {
      const lg_object *o = lg_object_get(w, ids[i]);
      if (o && o->mark) return o;
    }
  }
  return NULL;
}

void lg_refs_mark(lg_world *w, lg_object *from) {
  bool grew = true;
  for (int i = 0; i < w->objects->count; i++) w->objects->slot[i].mark = false;
  from->mark = true;
  while (grew) { /* as many rounds as shapes are nested deep */
    grew = false;
    for (int i = 0; i < w->objects->count; i++) {
      lg_object *o = &w->objects->slot[i];
      if (!o->kind || o->mark || !lg_refs_marked(w, o->kind, o->self)) continue;
      o->mark = grew = true;
    }
  }
}
