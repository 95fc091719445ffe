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

/* ---- how long a distance takes -------------------------------------------------------------- */

/* Distances that one distance may ask for: a shape that is named twice is asked twice, and twenty
   unions of one and the same shape would ask a million times. */
#define WORK_MAX 20000

typedef struct weighing {
  const lg_world *w;
  double *known;            /* per slot; 0: not yet */
  const lg_object *changed; /* counts as `as` says */
  const void *as;
} weighing;

static double work_of(const weighing *g, const lg_kind *kind, const void *self) {
  double work = 1;
  for (const lg_param *r = kind->params; r->name; r++) {
    const lg_id *ids = NULL;
    int n = r->type == LG_SHAPE ? lg_param_refs(r, self, &ids) : 0;

    /* a shape that stands in several places is weighed once, and counts each time */
    for (int i = 0; i < n; i++) {
      const lg_object *o = lg_object_get(g->w, ids[i]);
      if (!o) continue;
      double *known = &g->known[o - g->w->objects->slot];
      if (*known == 0) *known = work_of(g, o->kind, o == g->changed ? g->as : o->self);
      work += *known;
    }
  }
  return work;
}

bool lg_refs_weigh(lg_world *w, const lg_kind *kind, const void *self, const lg_object *changed) {
  const int n = w->objects->count;
  /* for one more object than there are: lg_set finds the room that lg_add has made */
  if (!lg_mem_room(&w->mem, &w->objects->work, (size_t)n + (changed ? 0 : 1), sizeof(double)))
    return lg_refuse(w, "%s: out of memory", kind->name);
  double *known = w->objects->work, most;
  memset(known, 0, (size_t)n * sizeof *known);

  /* It, and where it is there already all that refer to it, which are marked. */
  const weighing g = {w, known, changed, self};
  most = work_of(&g, kind, self);
  for (int i = 0; changed && i < n; i++) {
    const lg_object *o = &w->objects->slot[i];
    if (o->kind && o->mark && o != changed) most = fmax(most, work_of(&g, o->kind, o->self));
  }
  if (most <= WORK_MAX) return true;
  return lg_refuse(w,
                   "%s: shapes that name others would ask for %.6g distances at each point, more "
                   "than %d: name each of them once",
                   kind->name, most, WORK_MAX);
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

bool lg_object_enabled(const lg_object *o) {
  const lg_param *row = lg_param_find(o->kind, "enabled");
  return !row || *(const bool *)((const char *)o->self + row->offset);
}

bool lg_field_acts(const lg_world *w, lg_id id) {
  const lg_object *o = lg_object_get(w, id);
  return o && o->referrers == 0 && lg_object_enabled(o) && lg_field_components(w, id) == w->dim;
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

bool lg_refs_has(const lg_object *o, lg_id id) { return row_of(o->kind, o->self, id) != NULL; }

void lg_refs_changed(lg_world *w, lg_object *o) {
  lg_refs_mark(w, o);
  for (int i = 0; i < w->objects->count; i++) w->objects->slot[i].edits += w->objects->slot[i].mark;
}
