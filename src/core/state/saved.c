/* saved.c - bytes -> the pieces of a saved world, checked before anybody uses them. */
#include "core/base/numbers.h"
#include "core/object/object.h"
#include "core/param/param.h"
#include "core/state/saved.h"

#include <stdio.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* The next bytes; false: there are not so many. */
static bool take_bytes(lg_saved *s, void *out, size_t bytes) {
  if (bytes > s->n - s->at) return false;
  if (out) memcpy(out, s->bytes + s->at, bytes);
  s->at += bytes;
  return true;
}

bool lg_saved_numbers(lg_saved *s, void *out, size_t width, size_t n) {
  if (n > (s->n - s->at) / width || !take_bytes(s, out, width * n)) return false;
  if (out) lg_numbers_little(out, width, n);
  return true;
}

bool lg_saved_fields(lg_saved *s, void *out, const lg_saved_record *r, const char **wrong) {
  *wrong = NULL;
  if (!take_bytes(s, out, r->text)) return false;
  for (const lg_state_field *f = r->fields; f->name; f++) {
    char *field = (char *)out + f->offset;
    if (!lg_saved_numbers(s, field, lg_state_width(f), (size_t)f->count)) return false;
    bool any = f->min > f->max;
    if (!*wrong && !any && !lg_state_holds(f, out)) *wrong = f->name;
  }
  return !*wrong;
}

bool lg_saved_struct(lg_saved *s, void *self, const lg_kind *kind, const char **wrong) {
  *wrong = NULL;

  /* each value as a host could have given it */
  for (const lg_param *row = kind->params; row->name; row++) {
    size_t width = lg_param_width(row);
    if (!lg_saved_numbers(s, (char *)self + row->offset, width, lg_param_bytes(row) / width))
      return false;
    if (!lg_param_holds(row, self)) return *wrong = row->name, false;
  }

  for (const lg_state_field *f = kind->state; f && f->name; f++) {
    if (!lg_saved_numbers(s, (char *)self + f->offset, lg_state_width(f), (size_t)f->count))
      return false;
    if (!lg_state_holds(f, self)) return *wrong = f->name, false;
  }
  return true;
}

static bool cut(lg_world *w) {
  return lg_refuse(w, "saved world: it is cut short; take another copy");
}

/* A checksum that fits proves nothing: it is a stranger's, too. */
static bool cannot_be(lg_world *w, const char *field) {
  return field ? lg_refuse(w, "saved world: it is damaged: its %s cannot be", field) : cut(w);
}

void lg_saved_fixed(const lg_saved_head *h, lg_world_def *def) {
  def->bounds.dim = (int)h->dim;
  memcpy(def->bounds.min, h->min, sizeof h->min);
  memcpy(def->bounds.max, h->max, sizeof h->max);
  for (int k = 0; k < 3; k++)
    for (int side = 0; side < 2; side++) def->edges[k][side] = (lg_edge)h->edges[2 * k + side];
  def->spacing = h->spacing;
  def->seed = h->seed;
}

static bool open_head(lg_saved *s, lg_world *w) {
  uint64_t sum;
  const char *wrong;
  lg_world_def def = w->def;

  /* Of this version, and whole. */
  if (s->n < lg_saved_record_bytes(&lg_saved_heads) + sizeof sum) return cut(w);
  if (memcmp(s->bytes, LG_SAVED_MAGIC, sizeof s->head.magic) != 0)
    return lg_refuse(
        w, "saved world: it does not begin with %s; save it with this version of the program",
        LG_SAVED_MAGIC);
  s->n -= sizeof sum;
  memcpy(&sum, s->bytes + s->n, sizeof sum);
  lg_numbers_little(&sum, sizeof sum, 1);
  if (XXH3_64bits(s->bytes, s->n) != sum)
    return lg_refuse(w,
                     "saved world: it is damaged (its checksum does not fit); take another copy");

  /* What a world could be made of. */
  if (!lg_saved_fields(s, &s->head, &lg_saved_heads, &wrong)) return cannot_be(w, wrong);
  lg_saved_fixed(&s->head, &def);
  return lg_world_def_check(&def) || lg_refuse(w, "saved world: it is damaged: %s", def.error);
}

static bool no_value(lg_world *w, const lg_saved_entry *e, const char *field) {
  return lg_refuse(w, "saved world: it is damaged: '%s.%s' has a value that it cannot have",
                   e->name, field);
}

/* Scripts differ in their rows: it is the world's own, or the registered one, or nobody's. */
static const lg_kind *script_of(const lg_world *w, const lg_kind *registered, uint64_t layout) {
  const lg_kind *own = lg_kind_of(w, lg_solver_id(w));
  if (lg_is_script(own) && lg_saved_layout(own) == layout) return own;
  return lg_saved_layout(registered) == layout ? registered : NULL;
}

/* The kind "family.name" with this layout; *kind stays NULL for an empty name, and for a script
   that is not this world's. */
static bool find_kind(lg_world *w, const lg_saved_entry *e, const char *name, uint64_t layout,
                      const lg_kind **kind) {
  char full[2 * LG_NAME_MAX];
  if (!*name) return true;
  snprintf(full, sizeof full, "%.*s.%.*s", LG_NAME_MAX - 1, e->family, LG_NAME_MAX - 1, name);
  *kind = strcmp(e->family, "world") == 0 ? lg_kind_world() : lg_kind_find(full);

  if (lg_is_script(*kind)) {
    *kind = script_of(w, *kind, layout);
    return true;
  }

  if (*kind && lg_saved_layout(*kind) == layout) return true;
  return lg_refuse(
      w, "saved world: '%.*s' is %s %s; save it again with this version of the program",
      LG_NAME_MAX - 1, e->name, *kind ? "an older or newer" : "of a kind that is not here,", full);
}

/* The fields that come next, as a struct; kind NULL: they are nobody's. A file is a stranger's:
   each value is one that it may have. */
static bool take_struct(lg_saved *s, lg_world *w, const lg_saved_entry *e, const lg_kind *kind,
                        uint64_t bytes, char **self) {
  const char *wrong;
  if (!kind) return take_bytes(s, NULL, bytes) || cut(w);
  *self = lg_mem_realloc(&w->mem, NULL, kind->size);
  if (!*self) return lg_refuse(w, "saved world: out of memory for its objects");
  memset(*self, 0, kind->size);
  if (lg_saved_struct(s, *self, kind, &wrong)) return true;
  return wrong ? no_value(w, e, wrong) : cut(w);
}

/* What its kind owns, which stays where it lies. */
static bool take_memory(lg_saved *s, lg_world *w, lg_saved_object *o) {
  if (!o->kind || !o->kind->save) return true;
  if (!lg_saved_numbers(s, &o->memory_bytes, sizeof o->memory_bytes, 1)) return cut(w);
  o->memory = s->bytes + s->at;
  return take_bytes(s, NULL, o->memory_bytes) || cut(w);
}

static bool open_object(lg_saved *s, lg_world *w, lg_saved_object *o) {
  lg_saved_entry *e = &o->entry;
  const char *wrong;

  if (!lg_saved_fields(s, e, &lg_saved_entries, &wrong)) return cannot_be(w, wrong);
  if (!memchr(e->name, 0, LG_NAME_MAX) || !memchr(e->family, 0, LG_NAME_MAX) ||
      !memchr(e->kind, 0, LG_NAME_MAX) || !memchr(e->declared_kind, 0, LG_NAME_MAX))
    return lg_refuse(w, "saved world: it is damaged: a name in it has no end");

  if (!find_kind(w, e, e->declared_kind, (uint64_t)e->declared_layout, &o->declared_kind))
    return false;
  if (!find_kind(w, e, e->kind, (uint64_t)e->layout, &o->kind)) return false;
  return take_struct(s, w, e, o->declared_kind, (uint64_t)e->declared_bytes, &o->declared) &&
         take_struct(s, w, e, o->kind, (uint64_t)e->bytes, &o->self) && take_memory(s, w, o);
}

static bool is_of(const lg_saved_object *o, lg_family family) {
  if (family == LG_FAMILY_SOLVER && !o->kind) return true; /* a script that is nobody's */
  return o->self && o->kind->family == family;
}

static bool open_objects(lg_saved *s, lg_world *w) {
  uint64_t count;

  /* no more of them than the file has room for */
  if (!lg_saved_numbers(s, &count, sizeof count, 1) ||
      count > s->n / lg_saved_record_bytes(&lg_saved_entries) || count <= LG_SLOT_SOLVER)
    return cut(w);

  s->object = lg_mem_realloc(&w->mem, NULL, count * sizeof *s->object);
  if (!s->object) return lg_refuse(w, "saved world: out of memory for %zu objects", (size_t)count);
  memset(s->object, 0, count * sizeof *s->object);
  s->objects = count;

  for (uint64_t i = 0; i < count; i++)
    if (!open_object(s, w, &s->object[i])) return false;
  if (is_of(&s->object[0], LG_FAMILY_WORLD) && is_of(&s->object[LG_SLOT_SOLVER], LG_FAMILY_SOLVER))
    return true;
  return lg_refuse(w, "saved world: it is damaged: it begins with no world and no solver");
}

/* Walks the columns and the last frame once, so that nothing is cut short later on. */
static bool check_columns(lg_saved *s, lg_world *w) {
  const char *wrong;
  if (!lg_saved_numbers(s, &s->columns, sizeof s->columns, 1)) return cut(w);

  size_t first = s->at;
  for (uint64_t i = 0; i < s->columns; i++) {
    lg_saved_column c;
    if (!lg_saved_fields(s, &c, &lg_saved_columns, &wrong)) return cannot_be(w, wrong);
    if (!memchr(c.name, 0, sizeof c.name)) return cut(w);
    if (!lg_saved_numbers(s, NULL, sizeof(float), (size_t)c.components * (size_t)s->head.particles))
      return cut(w);
  }

  if (!lg_last_frame_read(s, NULL, &wrong)) return cannot_be(w, wrong);
  s->at = first;
  return true;
}

bool lg_saved_open(lg_saved *s, lg_world *w, const void *bytes, size_t n) {
  *s = (lg_saved){.bytes = bytes, .n = n};
  return open_head(s, w) && open_objects(s, w) && check_columns(s, w);
}

void lg_saved_close(lg_saved *s, lg_world *w) {
  for (uint64_t i = 0; i < s->objects; i++) {
    const lg_saved_object *o = &s->object[i];
    lg_mem_free(&w->mem, o->self);
    lg_mem_free(&w->mem, o->declared);
  }
  lg_mem_free(&w->mem, s->object);
  s->object = NULL;
}
