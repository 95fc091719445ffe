/* snapshot.c - a world's state in memory: riding columns one after another, then the objects' structs. */
#include "core/snapshot.h"

#include "core/world.h"

static uint64_t mix(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x100000001b3ULL; } /* FNV-1a's step */

static uint64_t layout_of(const lg_world *w) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (int c = 0; c < w->particles.columns; c++) {
    const lg_col *col = &w->particles.col[c];
    for (const char *name = col->name; *name; name++) hash = mix(hash, (uint64_t)*name);
    hash = mix(mix(hash, (uint64_t)col->components), (uint64_t)col->owner);
  }
  for (int i = 0; i < w->objects.count; i++)
    hash = mix(mix(hash, (uint64_t)(uintptr_t)w->objects.slot[i].kind), w->objects.slot[i].generation);
  return hash;
}

bool lg_snapshot_fits(const lg_snapshot *s, const lg_world *w) { return s->layout == layout_of(w); }

static size_t state_bytes(const lg_world *w) {
  size_t bytes = 0;
  for (int c = 0; c < w->particles.columns; c++)
    if (w->particles.col[c].rides) bytes += (size_t)w->particles.col[c].components * w->particles.n * sizeof(float);
  for (int i = 0; i < w->objects.count; i++)
    if (w->objects.slot[i].kind) bytes += w->objects.slot[i].kind->size;
  return bytes;
}

/* Visits every piece of state in one order; copies to (save) or from data. */
static void copy_state(lg_world *w, char *data, size_t n, bool save) {
  for (int c = 0; c < w->particles.columns; c++) {
    const lg_col *col = &w->particles.col[c];
    for (int k = 0; n > 0 && col->rides && k < col->components; k++) {
      if (save) memcpy(data, col->c[k], n * sizeof(float));
      else memcpy(col->c[k], data, n * sizeof(float));
      data += n * sizeof(float);
    }
  }
  for (int i = 0; i < w->objects.count; i++) {
    lg_object *o = &w->objects.slot[i];
    if (!o->kind) continue;
    if (!save && memcmp(o->self, data, o->kind->size) != 0) o->edits++; /* caches (wall maps) must see it change back */
    if (save) memcpy(data, o->self, o->kind->size);
    else memcpy(o->self, data, o->kind->size);
    data += o->kind->size;
  }
}

bool lg_snapshot_take(lg_snapshot *s, lg_world *w) {
  size_t bytes = state_bytes(w);
  if (bytes > s->capacity) {
    size_t room = bytes + bytes / 4;
    char *grown = lg_mem_realloc(&w->mem, NULL, 0, room);
    if (!grown) return false;
    lg_snapshot_free(s, w);
    s->data = grown;
    s->capacity = room;
  }
  s->bytes = bytes;
  s->layout = layout_of(w);
  s->n = w->particles.n;
  s->next_id = w->particles.next_id;
  s->time = w->time;
  s->emit_dt = w->emit_dt;
  s->frame = w->frame;
  s->substep = w->substep;
  copy_state(w, s->data, s->n, true);
  return true;
}

void lg_snapshot_restore(const lg_snapshot *s, lg_world *w) {
  w->particles.n = s->n;
  w->particles.next_id = s->next_id;
  w->time = s->time;
  w->emit_dt = s->emit_dt;
  w->frame = s->frame;
  w->substep = s->substep;
  copy_state(w, s->data, s->n, false);
}

void lg_snapshot_free(lg_snapshot *s, lg_world *w) {
  if (s->data) lg_mem_realloc(&w->mem, s->data, s->capacity, 0);
  memset(s, 0, sizeof *s);
}
