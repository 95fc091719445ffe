/* snapshot.c - a world's state in memory: riding columns, and objects with what they own, each
   found again by what it is. */
#include "core/state/snapshot.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/param/param.h"
#include "core/particles/particles.h"

/* ---- counters, which checkpoints have, too --------------------------------------------------- */

void lg_counters_take(lg_saved_head *h, const lg_world *w) {
  h->time = w->time;
  h->emit_dt = w->emit_dt;
  h->frame = w->frame;
  h->next_id = w->particles->next_id;
  h->substep = (int64_t)w->substep;
  h->emitted = (int64_t)w->stats.emitted;
  h->culled = (int64_t)w->stats.culled;
  h->removed = (int64_t)w->stats.removed;
  h->guarded = (int64_t)w->stats.guarded;
}

void lg_counters_put(lg_world *w, const lg_saved_head *h) {
  w->time = h->time;
  w->emit_dt = h->emit_dt;
  w->frame = h->frame;
  w->particles->next_id = (int32_t)h->next_id;
  w->substep = (uint64_t)h->substep;
  w->stats.emitted = (size_t)h->emitted;
  w->stats.culled = (size_t)h->culled;
  w->stats.removed = (size_t)h->removed;
  w->stats.guarded = (size_t)h->guarded;
}

/* ---- columns and objects --------------------------------------------------------------------- */

static uint32_t object_id(const lg_world *w, int slot) {
  return (uint32_t)w->objects->slot[slot].generation << 16 | (uint32_t)slot;
}

static size_t column_bytes(const lg_col *col, size_t n) {
  return (size_t)col->components * n * sizeof(float);
}

/* Lists what there is to save; returns its bytes. */
static size_t list_parts(lg_snapshot *s, const lg_world *w) {
  size_t bytes = 0;
  s->parts = 0;

  /* columns that go with the particles */
  for (int c = 0; c < w->particles->columns; c++) {
    const lg_col *col = &w->particles->col[c];
    if (!col->rides || col->blank) continue;
    lg_snapshot_part *part = &s->part[s->parts++];
    *part = (lg_snapshot_part){.id = (uint32_t)col->components, .at = bytes};
    memcpy(part->name, col->name, sizeof part->name);
    bytes += column_bytes(col, w->particles->n);
  }

  /* objects, with what memory they own */
  for (int i = 0; i < w->objects->count; i++) {
    const lg_kind *kind = w->objects->slot[i].kind;
    if (!kind) continue;
    size_t memory = lg_saved_memory(w, kind, w->objects->slot[i].self);
    s->part[s->parts++] = (lg_snapshot_part){kind, "", object_id(w, i), bytes, memory};
    bytes += kind->size + memory;
  }
  return bytes;
}

/* The column that a part was taken of; NULL: it has gone. */
static lg_col *column_of(lg_world *w, const lg_snapshot_part *part) {
  lg_col *col = lg_particles_column(w->particles, part->name);
  return col && col->components == (int)part->id ? col : NULL;
}

static lg_object *object_of(lg_world *w, const lg_snapshot_part *part) {
  int slot = (int)(part->id & 0xffff);
  if (slot >= w->objects->count || w->objects->slot[slot].kind != part->kind ||
      object_id(w, slot) != part->id)
    return NULL;
  return &w->objects->slot[slot];
}

static void append(void *user, const char *bytes, size_t n) {
  char **at = user;
  memcpy(*at, bytes, n);
  *at += n;
}

static void take_object(const lg_world *w, const lg_object *object, char *data) {
  memcpy(data, object->self, object->kind->size);
  data += object->kind->size;
  if (object->kind->save) object->kind->save(w, object->self, append, &data);
}

typedef struct taking {
  lg_snapshot *s;
  lg_world *w;
} taking;

/* A block of all columns: of many particles they are most of a snapshot. */
static void take_block(void *user, size_t begin, size_t end) {
  const taking *t = user;
  const lg_snapshot *s = t->s;
  for (int i = 0; i < s->parts; i++) {
    const lg_snapshot_part *part = &s->part[i];
    const lg_col *col = part->kind ? NULL : column_of(t->w, part);
    for (int k = 0; col && k < col->components; k++)
      memcpy(s->data + part->at + ((size_t)k * s->n + begin) * sizeof(float),
             (const float *)col->c[k] + begin, (end - begin) * sizeof(float));
  }
}

bool lg_snapshot_take(lg_snapshot *s, lg_world *w) {
  size_t most = (size_t)w->particles->columns + (size_t)w->objects->count;
  if (!lg_mem_room(&w->mem, &s->part, most, sizeof *s->part)) return false;
  if (!lg_mem_room(&w->mem, &s->data, list_parts(s, w), 1)) return false;

  s->n = w->particles->n;
  lg_counters_take(&s->head, w);
  for (int i = 0; i < s->parts; i++) {
    const lg_snapshot_part *part = &s->part[i];
    const lg_object *object = part->kind ? object_of(w, part) : NULL;
    if (object) take_object(w, object, s->data + part->at);
  }
  lg_par_for(lg_world_threads(w), s->n, take_block, &(taking){s, w});
  return true;
}

/* A kind that owns memory keeps the handles of now: only its rows and its state go back. */
static bool restore_object(lg_world *w, lg_object *object, const char *data, size_t memory) {
  const lg_kind *kind = object->kind;
  char *self = object->self;
  bool changed = memcmp(self, data, kind->size) != 0;

  /* what it refers to counts its referrers */
  if (changed) lg_refs_count(w, kind, self, -1);
  if (!kind->destroy) memcpy(self, data, kind->size);
  else lg_rows_copy(kind, self, data), lg_state_copy(kind, self, data);
  if (changed) lg_refs_count(w, kind, self, 1);

  /* caches (wall maps, rotations) must see it change back */
  if (changed) {
    object->edits++;
    lg_object_turn(object);
  }
  return !kind->save || kind->restore(w, self, data + kind->size, memory);
}

bool lg_snapshot_restore(const lg_snapshot *s, lg_world *w) {
  if (!lg_particles_reserve(w->particles, s->n)) return false;

  for (int c = 0; c < w->particles->columns; c++) /* those that came since */
    for (int k = 0; s->n > 0 && k < w->particles->col[c].components; k++)
      memset(w->particles->col[c].c[k], 0, s->n * sizeof(float));

  w->particles->n = s->n;
  lg_counters_put(w, &s->head);
  for (int i = 0; i < s->parts; i++) {
    const lg_snapshot_part *part = &s->part[i];
    lg_object *object = part->kind ? object_of(w, part) : NULL;
    lg_col *col = part->kind ? NULL : column_of(w, part);
    if (object && !restore_object(w, object, s->data + part->at, part->memory)) return false;
    if (col) col->blank = false;
    for (int k = 0; col && s->n > 0 && k < col->components; k++)
      memcpy(col->c[k], s->data + part->at + (size_t)k * s->n * sizeof(float),
             s->n * sizeof(float));
  }
  return true;
}

void lg_snapshot_free(lg_snapshot *s, lg_world *w) {
  lg_mem_free(&w->mem, s->data);
  lg_mem_free(&w->mem, s->part);
  memset(s, 0, sizeof *s);
}
