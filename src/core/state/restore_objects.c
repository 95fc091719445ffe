/* restore_objects.c - saved objects -> those of a world. They are told by their names. For each
   parameter the rule is:

     what the host declares now == what was declared then  ->  the saved value: hooks, a hand or the
                                                           simulation changed it
     otherwise                                             ->  the host's: its file was edited

   State besides the parameters (has it fired, how far is the next particle, where does the wall
   stand) is the saved one. */
#include "core/object/object.h"
#include "core/param/param.h"
#include "core/state/restore.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- telling -------------------------------------------------------------------------------- */

/* Adds an item to "a, b, c"; where no more fits, "..." ends the list. */
void lg_restore_tell(char *list, size_t bytes, const char *format, ...) {
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

/* ---- who is who ----------------------------------------------------------------------------- */

static lg_saved_object *saved_as(const lg_restoring *r, lg_id now) {
  for (uint64_t i = 0; i < r->saved.objects; i++)
    if (r->saved.object[i].now == now) return &r->saved.object[i];
  return NULL;
}

lg_id lg_restored_id(const lg_restoring *r, lg_id then) {
  for (uint64_t i = 0; then && i < r->saved.objects; i++)
    if (r->saved.object[i].entry.id == then) return r->saved.object[i].now;
  return 0;
}

/* A formula belongs to the Lua state that made it. */
bool lg_restore_refs(const lg_restoring *r, const lg_kind *kind, char *self) {
  bool all = true;

  /* a function is no object: the host's own stays */
  for (const lg_param *row = kind->params; row->name; row++) {
    const lg_id *ids = NULL;
    int n = lg_param_refs(row, self, &ids);
    for (int i = 0; i < n; i++) {
      lg_id now = row->type == LG_PROGRAM ? 0 : lg_restored_id(r, ids[i]);
      memcpy(self + ((const char *)&ids[i] - self), &now, sizeof now);
      all = all && now != 0;
    }
  }
  return all;
}

static bool resolve(const lg_restoring *r, lg_saved_object *o) {
  if (o->resolved) return true;
  o->resolved = true;
  if (o->declared) lg_restore_refs(r, o->declared_kind, o->declared);
  return !o->self || lg_restore_refs(r, o->kind, o->self);
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
static bool deep_differs(const lg_restoring *r, const lg_param *row, const char *mine,
                         const char *theirs) {
  const lg_id *ids = NULL;
  if (row_differs(row, mine, theirs)) return true;

  int n = lg_param_refs(row, mine, &ids);
  for (int i = 0; i < n; i++) {
    const lg_setup_object *d = lg_setup_find(r->w, ids[i]);
    const lg_saved_object *o = saved_as(r, ids[i]);

    /* or one of what it refers to was edited, however deep */
    if (!d || !o || o->declared_kind != d->kind) return true;
    for (const lg_param *inner = d->kind->params; inner->name; inner++)
      if (deep_differs(r, inner, d->self, o->declared)) return true;
  }
  return false;
}

static void tell_edits(const lg_restoring *r, const lg_saved_object *o, const lg_setup_object *d) {
  bool spent = o->self && d->kind->emitter.spent && d->kind->emitter.spent(o->self);
  for (const lg_param *row = d->kind->params; row->name; row++) {
    /* take_fixed tells of those */
    bool fixed = d->kind->family == LG_FAMILY_WORLD && (row->flags & LG_RESTART);
    if (fixed || row->type == LG_PROGRAM || !deep_differs(r, row, d->self, o->declared)) continue;
    if (spent) LG_TELL(r, restart, "%s.%s", o->entry.name, row->name);
    else if (d->kind->family != LG_FAMILY_SHAPE)
      LG_TELL(r, live, "%s.%s", o->entry.name, row->name);
  }
}

/* Into `self`, an object of this world, go the saved state and those saved parameters that the rule
   says; d NULL: the host has not declared it, so that all are. */
static void merge(const lg_restoring *r, const lg_saved_object *o, const lg_setup_object *d,
                  char *self) {
  const lg_kind *kind = o->kind;
  char *mixed = r->w->objects->trial; /* has room: an object of this kind is in the world */
  lg_why why;
  bool known = !d || (o->declared && o->declared_kind == kind);

  /* the saved state; the saved parameters, but for those that the scene has edited since */
  memcpy(mixed, self, kind->size);
  lg_state_copy(kind, mixed, o->self);
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
static void match(lg_restoring *r) {
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

/* An object that a hook or a hand had added: made again, unless it needs what is not there. False:
   refused. */
static bool make_again(lg_restoring *r, lg_saved_object *o) {
  lg_arg args[96];
  char full[2 * LG_NAME_MAX];
  int n = 0;
  if (!o->kind || o->declared || o->now || lg_find(r->w, o->entry.name) || !resolve(r, o))
    return true;

  /* its parameters, as a host would give them */
  for (const lg_param *row = o->kind->params; row->name && n < 94; row++) {
    const lg_id *ids = NULL;
    bool none = row->type >= LG_SHAPE && lg_param_refs(row, o->self, &ids) == 0;
    if (!none && lg_param_read(o->kind, o->self, row->name, r->w->dim, &args[n])) n++;
  }
  args[n++] = lg_text("name", o->entry.name);
  args[n] = lg_end();

  snprintf(full, sizeof full, "%s.%s", lg_family_name(o->kind->family), o->kind->name);
  o->now = lg_add(r->w, full, args);
  return o->now != 0;
}

/* False: refused, for the object's kind cannot take up what it had saved. An edited scene's begins
   afresh then. */
static bool change(lg_restoring *r, lg_object *object, const lg_saved_object *o,
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
  lg_rows_copy(kind, self, old);

  bool ok = kind->create(w, self, &why);
  if (kind->destroy) kind->destroy(w, ok ? old : self);
  if (!ok) memcpy(self, old, kind->size);
  return ok || lg_refuse(w, "%s", why.text);
}

/* The host's solver, unless that is the one of then and a hook had chosen another. A script with
   other rows than the host's is nobody's (o->kind is NULL), and begins afresh. */
static bool restore_solver(lg_restoring *r, const lg_saved_object *o) {
  lg_world *w = r->w;
  const lg_setup_object *d = lg_setup_find(w, lg_solver_id(w));

  /* an edit of the scene goes before what was saved */
  bool edited = d->kind != o->declared_kind;
  if (edited)
    LG_TELL(r, next, "%s instead of %s", d->kind->name,
            o->declared_kind ? o->declared_kind->name : "another solver");

  /* another one of the run's own making comes back */
  if (!edited && o->kind && lg_kind_of(w, lg_solver_id(w)) != o->kind &&
      !lg_set_solver(w, o->kind->name, LG_NO_ARGS))
    return false;
  if (!lg_objects_apply_solver(w)) return false;

  lg_object *slot = &w->objects->slot[LG_SLOT_SOLVER];
  if (slot->kind != o->kind) return begin_afresh(w, slot);
  return change(r, slot, o, d->kind == o->kind ? d : NULL);
}

/* Gone: what a hook had removed by then, and what hooks have added since. Referrers go before what
   they refer to. */
static void remove_others(lg_restoring *r) {
  for (int i = lg_object_count(r->w) - 1; i >= 0; i--) {
    lg_id id = lg_object_at(r->w, i);
    const lg_saved_object *o = saved_as(r, id);
    const lg_setup_object *d = lg_setup_find(r->w, id);
    bool removed_then = o && !o->self && d && d->kind == o->declared_kind, added_since = !o && !d;
    if (removed_then || added_since) lg_remove(r->w, id);
  }
}

static void tell_others(const lg_restoring *r) {
  for (uint64_t i = 0; r->told && i < r->saved.objects; i++) {
    const lg_saved_object *o = &r->saved.object[i];
    if (o->self && !o->now && o->kind->family != LG_FAMILY_SHAPE)
      LG_TELL(r, live, "without %s", o->entry.name);
  }
  for (int i = 0; r->told && i < lg_object_count(r->w); i++) {
    lg_id id = lg_object_at(r->w, i);
    if (!saved_as(r, id) && lg_kind_of(r->w, id)->family != LG_FAMILY_SHAPE)
      LG_TELL(r, live, "new %s", lg_name(r->w, id));
  }
}

bool lg_restore_objects(lg_restoring *r) {
  lg_world *w = r->w;
  match(r);

  /* what was made in the run first, so that references find it */
  for (uint64_t i = LG_SLOT_SOLVER + 1; i < r->saved.objects; i++)
    if (!make_again(r, &r->saved.object[i])) return false;
  for (uint64_t i = 0; i < r->saved.objects; i++) resolve(r, &r->saved.object[i]);

  for (uint64_t i = 0; i < r->saved.objects; i++) {
    lg_saved_object *o = &r->saved.object[i];
    lg_object *object = lg_object_get(w, o->now);
    const lg_setup_object *d = object ? lg_setup_find(w, o->now) : NULL;
    if (d && o->declared && o->declared_kind == d->kind) tell_edits(r, o, d);
    if (i == LG_SLOT_SOLVER && !restore_solver(r, o)) return false;
    bool same = object && o->self && o->kind == object->kind;
    if (same && i != LG_SLOT_SOLVER && !change(r, object, o, d)) return false;
  }

  for (int i = 0; i < w->objects->count; i++) w->objects->slot[i].edits++;
  remove_others(r);
  tell_others(r);
  return true;
}
