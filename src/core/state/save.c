/* save.c - a world's state -> bytes (saved.h has the format). */
#include "core/base/numbers.h"
#include "core/object/object.h"
#include "core/param/param.h"
#include "core/particles/particles.h"
#include "core/state/saved.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct sink {
  lg_take_fn *take;
  void *user;
  XXH3_state_t sum;
} sink;

static void put(sink *s, const void *bytes, size_t n) {
  XXH3_64bits_update(&s->sum, bytes, n);
  s->take(s->user, bytes, n);
}

static void put_piece(void *user, const char *bytes, size_t n) { put(user, bytes, n); }

static void put_numbers(sink *s, const void *numbers, size_t width, size_t n) {
  lg_numbers_give(put_piece, s, numbers, width, n);
}

static void put_number(sink *s, uint64_t x) { put_numbers(s, &x, sizeof x, 1); }

static void put_record(sink *s, const lg_saved_record *r, const void *self) {
  lg_saved_give_record(put_piece, s, r, self);
}

static uint64_t add_field(uint64_t sum, const char *name, int type, size_t bytes) {
  uint64_t form[2] = {(uint64_t)type, bytes};
  lg_numbers_little(form, sizeof *form, 2);
  sum = XXH3_64bits_withSeed(name, strlen(name), sum);
  return XXH3_64bits_withSeed(form, sizeof form, sum);
}

uint64_t lg_saved_layout(const lg_kind *kind) {
  uint64_t sum = kind->save != NULL;
  for (const lg_param *row = kind->params; row->name; row++)
    sum = add_field(sum, row->name, (int)row->type, lg_param_bytes(row));
  for (const lg_state_field *f = kind->state; f && f->name; f++)
    sum = add_field(sum, f->name, (int)f->type, lg_state_bytes(f));
  return sum;
}

static void count_piece(void *user, const char *bytes, size_t n) {
  (void)bytes;
  *(size_t *)user += n;
}

size_t lg_saved_memory(const lg_world *w, const lg_kind *kind, const void *self) {
  size_t bytes = 0;
  if (kind->save) kind->save(w, self, count_piece, &bytes);
  return bytes;
}

static void put_head(sink *s, const lg_world *w) {
  lg_saved_head h = {0};
  const lg_stats *stats = &w->stats;
  memcpy(h.magic, LG_SAVED_MAGIC, sizeof h.magic);

  /* what the world cannot change */
  h.dim = w->dim;
  h.spacing = w->def.spacing;
  for (int k = 0; k < w->dim; k++) {
    h.min[k] = w->def.bounds.min[k];
    h.max[k] = w->def.bounds.max[k];
    for (int side = 0; side < 2; side++) h.edges[2 * k + side] = (int64_t)w->def.edges[k][side];
  }
  h.seed = w->def.seed;

  /* what it has come to */
  h.particles = (int64_t)w->particles->n;
  lg_counters_take(&h, w);
  h.substeps = stats->substeps;
  h.iterations = stats->iterations;
  h.dt = stats->dt;
  h.max_speed = stats->max_speed;
  h.error_mean = stats->density_error_mean;
  h.error_max = stats->density_error_max;
  h.residual = stats->residual;

  put_record(s, &lg_saved_heads, &h);
}

/* What a kind owns besides its struct: how many bytes, and these. */
static void put_memory(sink *s, const lg_world *w, const lg_kind *kind, const void *self) {
  if (!kind->save) return;
  uint64_t bytes = lg_saved_memory(w, kind, self);
  put_number(s, bytes);
  kind->save(w, self, put_piece, s);
}

/* kind NULL: it was declared and has gone. */
static void put_object(sink *s, const lg_world *w, lg_id id, const char *name, const lg_kind *kind,
                       const void *self, const lg_setup_object *d, bool pending) {
  lg_saved_entry e = {.pending = pending};

  /* who it is */
  memcpy(e.name, name, strlen(name));
  e.id = id;
  e.number = lg_material_number(w, id);
  memcpy(e.family, lg_family_name((kind ? kind : d->kind)->family),
         strlen(lg_family_name((kind ? kind : d->kind)->family)));

  /* of which kind it is, and of which the scene made it */
  if (kind) {
    memcpy(e.kind, kind->name, strlen(kind->name));
    e.layout = (int64_t)lg_saved_layout(kind);
    e.bytes = (int64_t)lg_saved_struct_bytes(kind);
  }
  if (d) {
    memcpy(e.declared_kind, d->kind->name, strlen(d->kind->name));
    e.declared_layout = (int64_t)lg_saved_layout(d->kind);
    e.declared_bytes = (int64_t)lg_saved_struct_bytes(d->kind);
  }

  /* the scene's values, its own, and what memory it owns */
  put_record(s, &lg_saved_entries, &e);
  if (d) lg_saved_give_struct(put_piece, s, d->kind, d->self);
  if (kind) lg_saved_give_struct(put_piece, s, kind, self);
  if (kind) put_memory(s, w, kind, self);
}

static void put_objects(sink *s, const lg_world *w) {
  uint64_t count = (uint64_t)lg_object_count(w) + 2;
  bool pending = w->objects->pending_self != NULL;

  /* also what the scene made and the run removed */
  for (int i = 0; i < w->setup->count; i++) {
    const lg_setup_object *d = &w->setup->object[i];
    count += d->kind->family != LG_FAMILY_SOLVER && !lg_alive(w, d->id);
  }

  put_number(s, count);

  /* a solver that waits for its turn is saved as the solver */
  put_object(s, w, lg_world_id(w), "world", lg_kind_world(), &w->def,
             lg_setup_find(w, lg_world_id(w)), false);
  put_object(s, w, lg_solver_id(w), "solver",
             pending ? w->objects->pending_kind : lg_world_solver_kind(w),
             pending ? w->objects->pending_self : lg_world_solver_self(w),
             lg_setup_find(w, lg_solver_id(w)), pending);

  for (int i = 0; i < lg_object_count(w); i++) {
    lg_id id = lg_object_at(w, i);
    const lg_object *o = lg_object_get(w, id);
    put_object(s, w, id, o->name, o->kind, o->self, lg_setup_find(w, id), false);
  }

  for (int i = 0; i < w->setup->count; i++) {
    const lg_setup_object *d = &w->setup->object[i];
    if (d->kind->family != LG_FAMILY_SOLVER && !lg_alive(w, d->id))
      put_object(s, w, d->id, d->name, NULL, NULL, d, false);
  }
}

/* All but scratch of a host's: acceleration is one that scripts may read until the next frame. */
static bool is_kept(const lg_col *col) { return col->rides || col->owner == LG_OWNER_CORE; }

static void put_columns(sink *s, const lg_particles *p) {
  uint64_t count = 0;
  for (int i = 0; i < p->columns; i++) count += is_kept(&p->col[i]);
  put_number(s, count);

  for (int i = 0; i < p->columns; i++) {
    const lg_col *col = &p->col[i];
    if (!is_kept(col)) continue;
    lg_saved_column c = {
        .components = col->components, .integer = col->integer, .owner = col->owner};
    memcpy(c.name, col->name, sizeof c.name);
    put_record(s, &lg_saved_columns, &c);
    for (int k = 0; k < col->components && p->n > 0; k++)
      put_numbers(s, col->c[k], sizeof(float), p->n);
  }
}

bool lg_world_save(lg_world *w, lg_take_fn *take, void *user) {
  sink s = {.take = take, .user = user};
  if (!w) return false;
  if (!take) return lg_refuse(w, "lg_world_save: there is no function that takes the bytes");

  if (w->stepping && !w->in_hook)
    return lg_refuse(w, "world: it cannot be saved in the middle of a step; do it in a hook");
  if (w->shown) return lg_refuse(w, "world: it cannot be saved in a peek; end that first");
  if (!lg_setup_take(w))
    return lg_refuse(w, "world: out of memory for a copy of %d objects", lg_object_count(w));

  XXH3_64bits_reset(&s.sum);
  put_head(&s, w);
  put_objects(&s, w);
  put_columns(&s, w->particles);
  lg_last_frame_save(w, put_piece, &s);

  uint64_t sum = XXH3_64bits_digest(&s.sum);
  put_number(&s, sum);
  return true;
}
