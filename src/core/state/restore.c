/* restore.c - a saved world's state -> a world that its host has set up anew (a resumed run, a
   scene that was read again) or goes on with: all of it, or the world stays as it was. */
#include "core/object/object.h"
#include "core/particles/particles.h"
#include "core/state/restore.h"

/* ---- bounds and the like -------------------------------------------------------------------- */

static bool same_bounds(const lg_restoring *r) {
  const lg_saved_head *h = &r->saved.head;
  const lg_bounds *b = &r->w->def.bounds;
  size_t bytes = (size_t)h->dim * sizeof(float);
  return memcmp(h->min, b->min, bytes) == 0 && memcmp(h->max, b->max, bytes) == 0;
}

static bool same_edges(const lg_restoring *r) {
  for (int k = 0; k < r->w->dim; k++)
    for (int side = 0; side < 2; side++)
      if (r->saved.head.edges[2 * k + side] != (int64_t)r->w->def.edges[k][side]) return false;
  return true;
}

/* What is fixed when a world is made. Where the host's differs, a restored world is refused and an
   adopted one keeps the old. */
static bool take_fixed(lg_restoring *r) {
  const lg_saved_head *h = &r->saved.head;
  lg_world_def *def = &r->w->def;
  if (h->dim != r->w->dim)
    return lg_refuse(
        r->w,
        "saved world: it has %d dimensions and this world %d; start anew (key R in the window)",
        (int)h->dim, r->w->dim);

  /* what a world cannot change must be the same, unless the host is told and starts anew */
  const char *what = !same_bounds(r)              ? "bounds"
                     : h->spacing != def->spacing ? "spacing"
                     : !same_edges(r)             ? "edges"
                     : h->seed != def->seed       ? "seed"
                                                  : NULL;
  const bool one = what && (strcmp(what, "spacing") == 0 || strcmp(what, "seed") == 0);
  if (what && !r->told)
    return lg_refuse(r->w, "saved world: its %s %s of this world; restore it where it was saved",
                     what, one ? "is not that" : "are not those");

  if (!same_bounds(r)) LG_TELL(r, restart, "world.bounds");
  if (!same_edges(r)) LG_TELL(r, restart, "world.edges");
  if (h->spacing != def->spacing) LG_TELL(r, restart, "world.spacing");
  if (h->seed != def->seed) LG_TELL(r, restart, "world.seed");

  lg_saved_fixed(h, def);
  return true;
}

/* ---- particles ------------------------------------------------------------------------------ */

bool lg_restored_solver(const lg_restoring *r) {
  const lg_saved_object *solver = &r->saved.object[LG_SLOT_SOLVER];
  return !solver->entry.pending && lg_world_solver_kind(r->w) == solver->kind;
}

/* The column that a saved one goes to; NULL: a solver's own that is not to be taken. */
static lg_col *column_for(const lg_restoring *r, const lg_saved_column *c) {
  lg_particles *p = r->w->particles;
  if (c->owner == LG_OWNER_SOLVER && !lg_restored_solver(r)) return NULL;
  lg_col *col = lg_particles_column(p, c->name);
  if (!col && c->owner == LG_OWNER_USER &&
      lg_particles_add_column(p, c->name, (int)c->components, LG_OWNER_USER))
    col = lg_particles_column(p, c->name);
  return col && col->components == (int)c->components && col->integer == (c->integer != 0) ? col
                                                                                           : NULL;
}

/* Column `material` holds numbers in the order of addition, which an edited scene may change, and a
   file may hold anything: what no saved material has becomes the default. */
static void renumber_materials(const lg_restoring *r) {
  lg_particles *p = r->w->particles;
  for (size_t i = 0; i < p->n; i++) {
    int32_t number = 0; /* of one that is gone: the default */
    for (uint64_t k = 0; k < r->saved.objects && p->material[i]; k++)
      if (r->saved.object[k].entry.number == p->material[i])
        number = (int32_t)lg_material_number(r->w, r->saved.object[k].now);
    p->material[i] = number;
  }
}

static bool restore_particles(lg_restoring *r) {
  lg_particles *p = r->w->particles;
  size_t n = (size_t)r->saved.head.particles;
  if (!lg_particles_reserve(p, n))
    return lg_refuse(r->w, "saved world: out of memory for %zu particles", n);

  /* a column that the save lacks is 0 */
  for (int i = 0; i < p->columns; i++) {
    p->col[i].blank = false;
    for (int k = 0; n > 0 && k < p->col[i].components; k++)
      memset(p->col[i].c[k], 0, n * sizeof(float));
  }
  p->n = n;

  for (uint64_t i = 0; i < r->saved.columns; i++) {
    lg_saved_column c;
    const char *wrong;
    lg_saved_fields(&r->saved, &c, &lg_saved_columns, &wrong);
    lg_col *col = column_for(r, &c);
    for (int64_t k = 0; k < c.components; k++)
      lg_saved_numbers(&r->saved, col && n > 0 ? col->c[k] : NULL, sizeof(float), n);
  }

  renumber_materials(r);
  return true;
}

static void restore_counters(const lg_restoring *r) {
  const lg_saved_head *h = &r->saved.head;
  lg_world *w = r->w;
  lg_counters_put(w, h);

  w->stats.time = h->time;
  w->stats.frame = h->frame;
  w->stats.particles = (size_t)h->particles;
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

/* Everything, or refused half-way. */
static bool take_up(lg_restoring *r) {
  const char *wrong;
  if (!lg_restore_objects(r) || !restore_particles(r)) return false;
  restore_counters(r);
  return lg_last_frame_read(&r->saved, r, &wrong) ||
         lg_refuse(r->w, "saved world: out of memory for what it says of its last frame");
}

/* The world as it stands, in its own words: first counted, then written. */
typedef struct copy {
  char *bytes;
  size_t n;
} copy;

static void append(void *user, const char *bytes, size_t n) {
  copy *c = user;
  if (c->bytes) memcpy(c->bytes + c->n, bytes, n);
  c->n += n;
}

static bool copy_world(lg_world *w, copy *c) {
  *c = (copy){NULL, 0};
  if (!lg_world_save(w, append, c)) return false;
  c->bytes = lg_mem_realloc(&w->mem, NULL, c->n);
  if (!c->bytes) return lg_refuse(w, "saved world: out of memory for a copy of this one");
  c->n = 0;
  return lg_world_save(w, append, c);
}

/* As it was: what its host had set up and what had changed since are both in the copy. */
static void go_back(lg_world *w, const copy *before) {
  lg_restoring r = {.w = w};
  char sentence[sizeof w->error];
  memcpy(sentence, w->error, sizeof sentence);
  if (lg_saved_open(&r.saved, w, before->bytes, before->n) && take_fixed(&r) && take_up(&r))
    memcpy(w->error, sentence, sizeof sentence);
  lg_saved_close(&r.saved, w);
}

/* Whether bytes can be taken up, kinds with memory of their own and allocators say only by doing
   it: refused, the world is what it was. One that adopts is new and goes with the refusal. */
static bool restore(lg_world *w, const void *bytes, size_t n, lg_adoption *told) {
  lg_restoring r = {.w = w, .told = told};
  copy before = {NULL, 0};
  if (!w || !bytes) return false;
  if (w->stepping && !w->in_hook)
    return lg_refuse(w, "world: it cannot be restored in the middle of a step; do it in a hook");
  if (w->shown) return lg_refuse(w, "world: it cannot be restored in a peek; end that first");
  if (!lg_setup_take(w))
    return lg_refuse(w, "world: out of memory for a copy of %d objects", lg_object_count(w));

  bool ok = lg_saved_open(&r.saved, w, bytes, n) && take_fixed(&r) &&
            (told || copy_world(w, &before));
  if (ok) {
    ok = take_up(&r);
    if (!ok && !told) go_back(w, &before);
  }

  lg_saved_close(&r.saved, w);
  lg_mem_free(&w->mem, before.bytes);
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
