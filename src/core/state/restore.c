/* restore.c - a saved world's state -> a world that its host has set up anew (a resumed run, a
   scene that was read again) or goes on with. Objects are told by their names. For each parameter
   the rule is:

     what the host declares now == what was declared then  ->  the saved value: hooks, a hand or the
                                                           simulation changed it
     otherwise                                             ->  the host's: its file was edited

   State besides the parameters (has it fired, how far is the next particle, where does the wall
   stand) is the saved one. */
#include "core/object/object.h"
#include "core/param/param.h"
#include "core/particles/particles.h"
#include "core/state/saved.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct restoring {
  lg_world *w;
  lg_saved saved;
  /* NULL: a world of other bounds is refused, and nobody wants to know what changed */
  lg_adoption *told;
} restoring;

/* ---- telling -------------------------------------------------------------------------------- */

/* Adds an item to "a, b, c"; where no more fits, "..." ends the list. */
static void tell(char *list, size_t bytes, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void tell(char *list, size_t bytes, const char *format, ...) {
  char item[2 * LG_NAME_MAX + 32];
  size_t used = strlen(list);
  va_list values;
  va_start(values, format);
  vsnprintf(item, sizeof item, format, values);
  va_end(values);
  if (used >= 3 && strcmp(list + used - 3, "...") == 0) return;
  bool fits = used + strlen(item) + 8 < bytes;
  snprintf(list + used, bytes - used, "%s%s", used ? ", " : "", fits ? item : "...");
}
#define TELL(r, list, ...)                                                                         \
  do {                                                                                             \
    if ((r)->told) tell((r)->told->list, sizeof(r)->told->list, __VA_ARGS__);                      \
  } while (0)

/* ---- who is who ----------------------------------------------------------------------------- */

static lg_saved_object *saved_as(const restoring *r, lg_id now) {
  for (uint64_t i = 0; i < r->saved.objects; i++)
    if (r->saved.object[i].now == now) return &r->saved.object[i];
  return NULL;
}

static lg_id here(const restoring *r, lg_id then) {
  for (uint64_t i = 0; then && i < r->saved.objects; i++)
    if (r->saved.object[i].entry.id == then) return r->saved.object[i].now;
  return 0;
}

/* References of a saved struct become this world's; 0: it is not there. A formula belongs to the
   Lua state that made it. */
static bool turn_refs(const restoring *r, const lg_kind *kind, char *self) {
  bool all = true;
  for (const lg_param *row = kind->params; row->name; row++) {
    const lg_id *ids = NULL;
    int n = lg_param_refs(row, self, &ids);
    for (int i = 0; i < n; i++) {
      lg_id now = row->type == LG_PROGRAM ? 0 : here(r, ids[i]);
      memcpy(self + ((const char *)&ids[i] - self), &now, sizeof now);
      all = all && now != 0;
    }
  }
  return all;
}

static bool turn(const restoring *r, lg_saved_object *o) {
  if (o->turned) return true;
  o->turned = true;
  if (o->declared) turn_refs(r, o->declared_kind, o->declared);
  return !o->self || turn_refs(r, o->kind, o->self);
}

static bool refs_are_here(const lg_param *row, const char *self) {
  const lg_id *ids = NULL;
  int n = lg_param_refs(row, self, &ids);
  for (int i = 0; i < n; i++)
    if (ids[i] == 0) return false;
  return true;
}

/* ---- parameters ----------------------------------------------------------------------------- */

static bool row_differs(const lg_param *row, const char *a, const char *b) {
  return memcmp(a + row->offset, b + row->offset, lg_param_bytes(row)) != 0;
}

/* Is what the host declares another thing than then, also within what it refers to? */
static bool deep_differs(const restoring *r, const lg_param *row, const char *mine,
                         const char *theirs) {
  const lg_id *ids = NULL;
  if (row_differs(row, mine, theirs)) return true;
  int n = lg_param_refs(row, mine, &ids);
  for (int i = 0; i < n; i++) {
    const lg_setup_object *d = lg_setup_find(r->w, ids[i]);
    const lg_saved_object *o = saved_as(r, ids[i]);
    if (!d || !o || o->declared_kind != d->kind) return true;
    for (const lg_param *inner = d->kind->params; inner->name; inner++)
      if (deep_differs(r, inner, d->self, o->declared)) return true;
  }
  return false;
}

static void tell_edits(const restoring *r, const lg_saved_object *o, const lg_setup_object *d) {
  bool spent = o->self && d->kind->emitter.spent && d->kind->emitter.spent(o->self);
  for (const lg_param *row = d->kind->params; row->name; row++) {
    /* take_fixed tells of those */
    bool fixed = d->kind->family == LG_FAMILY_WORLD && (row->flags & LG_RESTART);
    if (fixed || row->type == LG_PROGRAM || !deep_differs(r, row, d->self, o->declared)) continue;
    if (spent) TELL(r, restart, "%s.%s", o->entry.name, row->name);
    else if (d->kind->family != LG_FAMILY_SHAPE) TELL(r, live, "%s.%s", o->entry.name, row->name);
  }
}

/* Into `self`, an object of this world, go the saved state and those saved parameters that the rule
   says; d NULL: the host has not declared it, so that all are. */
static void merge(const restoring *r, const lg_saved_object *o, const lg_setup_object *d,
                  char *self) {
  const lg_kind *kind = o->kind;
  char *mixed = r->w->objects->trial; /* has room: an object of this kind is in the world */
  lg_why why;
  bool known = !d || (o->declared && o->declared_kind == kind);
  /* is the rest of the struct state, and not a handle? */
  bool whole = kind->family != LG_FAMILY_WORLD && !kind->destroy;
  memcpy(mixed, whole ? o->self : self, kind->size);
  for (int pass = 0; pass < 2; pass++) {
    for (const lg_param *row = kind->params; row->name; row++) {
      bool saved = known && pass == 0 && refs_are_here(row, o->self) &&
                   !(row->flags & LG_RESTART) && row->type != LG_PROGRAM;
      if (saved && d) saved = !row_differs(row, d->self, o->declared);
      memcpy(mixed + row->offset, (saved ? o->self : self) + row->offset, lg_param_bytes(row));
    }
    /* else the host's parameters alone */
    if (!kind->check || kind->check(r->w, mixed, &why)) break;
  }
  memcpy(self, mixed, kind->size);
}

/* ---- objects -------------------------------------------------------------------------------- */

/* The world under its own names; an object of another kind is another object. */
static void match(restoring *r) {
  for (uint64_t i = 0; i < r->saved.objects; i++) {
    lg_saved_object *o = &r->saved.object[i];
    const lg_kind *kind = o->kind ? o->kind : o->declared_kind;
    lg_id id = lg_find(r->w, o->entry.name);
    const lg_kind *mine = lg_kind_of(r->w, id);
    bool fits =
        mine && kind &&
        (mine == kind || (mine->family == LG_FAMILY_SOLVER && kind->family == LG_FAMILY_SOLVER));
    o->now = fits ? id : 0;
  }
}

/* An object that a hook or a hand had added: made again, unless it needs what is not there. */
static void make_again(restoring *r, lg_saved_object *o) {
  lg_arg args[96];
  char full[2 * LG_NAME_MAX];
  int n = 0;
  if (!o->kind || o->declared || o->now || lg_find(r->w, o->entry.name) || !turn(r, o)) return;
  for (const lg_param *row = o->kind->params; row->name && n < 94; row++) {
    const lg_id *ids = NULL;
    bool none = row->type >= LG_SHAPE && lg_param_refs(row, o->self, &ids) == 0;
    if (!none && lg_param_read(o->kind, o->self, row->name, r->w->dim, &args[n])) n++;
  }
  args[n++] = lg_text("name", o->entry.name);
  args[n] = lg_end();
  snprintf(full, sizeof full, "%s.%s", lg_family_name(o->kind->family), o->kind->name);
  o->now = lg_add(r->w, full, args);
}

/* False: refused, for the object's kind cannot take up what it had saved. An edited scene's begins
   afresh then. */
static bool change(restoring *r, lg_object *object, const lg_saved_object *o,
                   const lg_setup_object *d) {
  lg_refs_count(r->w, object->kind, object->self, -1);
  merge(r, o, d, object->self);
  lg_refs_count(r->w, object->kind, object->self, 1);
  lg_object_turn(object);
  if (!o->memory || object->kind->restore(r->w, object->self, o->memory, o->memory_bytes))
    return true;
  return r->told ||
         lg_refuse(r->w, "saved world: '%s' cannot take up what it had saved", object->name);
}

/* What a kind owns, made anew from the rows; the old goes only then, so that a refusal leaves the
   object whole. */
static bool begin_afresh(lg_world *w, lg_object *object) {
  const lg_kind *kind = object->kind;
  char *self = object->self, *old = w->objects->trial;
  lg_why why = {""};
  if (!kind->create) return true;

  /* Rows stay, the rest is as in a new object. */
  memcpy(old, self, kind->size);
  memset(self, 0, kind->size);
  for (const lg_param *row = kind->params; row->name; row++)
    memcpy(self + row->offset, old + row->offset, lg_param_bytes(row));

  bool ok = kind->create(w, self, &why);
  if (kind->destroy) kind->destroy(w, ok ? old : self);
  if (!ok) memcpy(self, old, kind->size);
  return ok || lg_refuse(w, "%s", why.text);
}

/* The host's solver, unless that is the one of then and a hook had chosen another. */
static bool restore_solver(restoring *r, const lg_saved_object *o) {
  lg_world *w = r->w;
  const lg_setup_object *d = lg_setup_find(w, lg_solver_id(w));
  bool edited = d->kind != o->declared_kind;
  if (edited)
    TELL(r, next, "%s instead of %s", d->kind->name,
         o->declared_kind ? o->declared_kind->name : "another solver");
  if (!edited && lg_kind_of(w, lg_solver_id(w)) != o->kind &&
      !lg_set_solver(w, o->kind->name, LG_NO_ARGS))
    return false;
  if (!lg_objects_apply_solver(w)) return false;
  lg_object *slot = &w->objects->slot[LG_SLOT_SOLVER];
  if (slot->kind != o->kind) return begin_afresh(w, slot);
  return change(r, slot, o, d->kind == o->kind ? d : NULL);
}

static bool restore_objects(restoring *r) {
  lg_world *w = r->w;
  match(r);
  for (uint64_t i = 2; i < r->saved.objects; i++) make_again(r, &r->saved.object[i]);
  for (uint64_t i = 0; i < r->saved.objects; i++) turn(r, &r->saved.object[i]);
  for (uint64_t i = 0; i < r->saved.objects; i++) {
    lg_saved_object *o = &r->saved.object[i];
    lg_object *object = lg_object_get(w, o->now);
    const lg_setup_object *d = object ? lg_setup_find(w, o->now) : NULL;
    if (d && o->declared && o->declared_kind == d->kind) tell_edits(r, o, d);
    if (o->kind && o->kind->family == LG_FAMILY_SOLVER && !restore_solver(r, o)) return false;
    bool same = object && o->self && o->kind == object->kind;
    if (same && o->kind->family != LG_FAMILY_SOLVER && !change(r, object, o, d)) return false;
  }
  for (int i = 0; i < w->objects->count; i++) w->objects->slot[i].edits++;
  return true;
}

/* Gone: what a hook had removed by then, and what hooks have added since. Referrers go before what
   they refer to. */
static void remove_others(restoring *r) {
  for (int i = lg_object_count(r->w) - 1; i >= 0; i--) {
    lg_id id = lg_object_at(r->w, i);
    const lg_saved_object *o = saved_as(r, id);
    const lg_setup_object *d = lg_setup_find(r->w, id);
    bool removed_then = o && !o->self && d && d->kind == o->declared_kind, added_since = !o && !d;
    if (removed_then || added_since) lg_remove(r->w, id);
  }
  for (uint64_t i = 0; r->told && i < r->saved.objects; i++) {
    const lg_saved_object *o = &r->saved.object[i];
    if (o->self && !o->now && o->kind->family != LG_FAMILY_SHAPE)
      TELL(r, live, "without %s", o->entry.name);
  }
  for (int i = 0; r->told && i < lg_object_count(r->w); i++) {
    lg_id id = lg_object_at(r->w, i);
    if (!saved_as(r, id) && lg_kind_of(r->w, id)->family != LG_FAMILY_SHAPE)
      TELL(r, live, "new %s", lg_name(r->w, id));
  }
}

/* ---- bounds and the like -------------------------------------------------------------------- */

static bool same_bounds(const restoring *r) {
  const lg_saved_head *h = &r->saved.head;
  const lg_bounds *b = &r->w->def.bounds;
  size_t bytes = (size_t)h->dim * sizeof(float);
  return memcmp(h->min, b->min, bytes) == 0 && memcmp(h->max, b->max, bytes) == 0;
}

static bool same_edges(const restoring *r) {
  for (int k = 0; k < r->w->dim; k++)
    for (int side = 0; side < 2; side++)
      if (r->saved.head.edges[k][side] != (int32_t)r->w->def.edges[k][side]) return false;
  return true;
}

/* What is fixed when a world is made. Where the host's differs, a restored world is refused and an
   adopted one keeps the old. */
static bool take_fixed(restoring *r) {
  const lg_saved_head *h = &r->saved.head;
  lg_world_def *def = &r->w->def;
  if (h->dim != r->w->dim)
    return lg_refuse(
        r->w,
        "saved world: it has %d dimensions and this world %d; start anew (key R in the window)",
        h->dim, r->w->dim);
  const char *what = !same_bounds(r)              ? "bounds"
                     : h->spacing != def->spacing ? "spacing"
                     : !same_edges(r)             ? "edges"
                     : h->seed != def->seed       ? "seed"
                                                  : NULL;
  if (what && !r->told)
    return lg_refuse(
        r->w, "saved world: its %s %s not those of this world; restore it where it was saved", what,
        strcmp(what, "spacing") == 0 || strcmp(what, "seed") == 0 ? "is" : "are");
  if (!same_bounds(r)) TELL(r, restart, "world.bounds");
  if (!same_edges(r)) TELL(r, restart, "world.edges");
  if (h->spacing != def->spacing) TELL(r, restart, "world.spacing");
  if (h->seed != def->seed) TELL(r, restart, "world.seed");
  memcpy(def->bounds.min, h->min, sizeof h->min);
  memcpy(def->bounds.max, h->max, sizeof h->max);
  for (int k = 0; k < r->w->dim; k++)
    for (int side = 0; side < 2; side++) def->edges[k][side] = (lg_edge)h->edges[k][side];
  def->spacing = h->spacing;
  def->seed = h->seed;
  return true;
}

/* ---- particles ------------------------------------------------------------------------------ */

/* Are the solver's own columns those of the solver here? */
static bool same_solver(const restoring *r) {
  const lg_saved_object *solver = &r->saved.object[LG_SLOT_SOLVER];
  return !solver->entry.pending && lg_world_solver_kind(r->w) == solver->kind;
}

/* The column that a saved one goes to; NULL: a solver's own that is not to be taken. */
static lg_col *column_for(const restoring *r, const lg_saved_column *c) {
  lg_particles *p = r->w->particles;
  if (c->owner == LG_OWNER_SOLVER && !same_solver(r)) return NULL;
  lg_col *col = lg_particles_column(p, c->name);
  if (!col && c->owner == LG_OWNER_USER &&
      lg_particles_add_column(p, c->name, (int)c->components, LG_OWNER_USER))
    col = lg_particles_column(p, c->name);
  return col && col->components == (int)c->components && col->integer == (c->integer != 0) ? col
                                                                                           : NULL;
}

/* Column `material` holds numbers in the order of addition, which an edited scene may change, and a
   file may hold anything: what no saved material has becomes the default. */
static void renumber_materials(const restoring *r) {
  lg_particles *p = r->w->particles;
  for (size_t i = 0; i < p->n; i++) {
    int32_t number = 0; /* of one that is gone: the default */
    for (uint64_t k = 0; k < r->saved.objects && p->material[i]; k++)
      if (r->saved.object[k].entry.number == (uint64_t)(int64_t)p->material[i])
        number = (int32_t)lg_material_number(r->w, r->saved.object[k].now);
    p->material[i] = number;
  }
}

static bool restore_particles(restoring *r) {
  lg_particles *p = r->w->particles;
  size_t n = r->saved.head.particles;
  if (!lg_particles_reserve(p, n))
    return lg_refuse(r->w, "saved world: out of memory for %zu particles", n);
  for (int i = 0; i < p->columns; i++) {
    p->col[i].blank = false;
    for (int k = 0; n > 0 && k < p->col[i].components; k++)
      memset(p->col[i].c[k], 0, n * sizeof(float));
  }
  p->n = n;
  for (uint64_t i = 0; i < r->saved.columns; i++) {
    lg_saved_column c;
    lg_saved_take(&r->saved, &c, sizeof c);
    lg_col *col = column_for(r, &c);
    for (int64_t k = 0; k < c.components; k++)
      lg_saved_take(&r->saved, col && n > 0 ? col->c[k] : NULL, n * sizeof(float));
  }
  renumber_materials(r);
  return true;
}

static void restore_counters(const restoring *r) {
  const lg_saved_head *h = &r->saved.head;
  lg_world *w = r->w;
  w->particles->next_id = (int32_t)h->next_id;
  w->time = w->stats.time = h->time;
  w->frame = w->stats.frame = h->frame;
  w->emit_dt = h->emit_dt;
  w->substep = h->substep;
  w->stats.particles = h->particles;
  w->stats.emitted = h->emitted;
  w->stats.culled = h->culled;
  w->stats.removed = h->removed;
  w->stats.guarded = h->guarded;
  w->stats.substeps = (int)h->substeps;
  w->stats.iterations = (int)h->iterations;
  w->stats.dt = h->dt;
  w->stats.max_speed = h->max_speed;
  w->stats.density_error_mean = h->error_mean;
  w->stats.density_error_max = h->error_max;
  w->stats.residual = h->residual;
  w->stamp++;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static bool restore(lg_world *w, const void *bytes, size_t n, lg_adoption *told) {
  restoring r = {.w = w, .told = told};
  if (!w || !bytes) return false;
  if (w->stepping && !w->in_hook)
    return lg_refuse(w, "world: it cannot be restored in the middle of a step; do it in a hook");
  if (!lg_setup_take(w))
    return lg_refuse(w, "world: out of memory for a copy of %d objects", lg_object_count(w));
  bool ok = lg_saved_open(&r.saved, w, bytes, n) && take_fixed(&r) && restore_objects(&r);
  if (ok) remove_others(&r);
  ok = ok && restore_particles(&r);
  if (ok) restore_counters(&r);
  lg_saved_close(&r.saved, w);
  return ok;
}

bool lg_world_restore(lg_world *w, const void *bytes, size_t n) {
  return restore(w, bytes, n, NULL);
}

bool lg_world_adopt(lg_world *w, const void *bytes, size_t n, lg_adoption *told) {
  if (!told) return w ? lg_refuse(w, "lg_world_adopt: there is no place for what is told") : false;
  memset(told, 0, sizeof *told);
  return restore(w, bytes, n, told);
}
