/* world.c - making, freeing and asking a world; what it says to its host. */
#include "core/base/par.h"
#include "core/object/material.h"
#include "core/param/param.h"
#include "core/state/saved.h"
#include "core/step/step.h"

#include <omp.h>
#include <stdarg.h>
#include <stdio.h>

/* lattice points in the bounds: cells and particles are counted in 32 bits */
#define LATTICE_MAX 2147483648.0
#define THREADS_MAX 1024 /* as its row has it */
#define LG_COOKIE   0x6c61677aU

lg_world_def lg_default_world(void) {
  lg_world_def d;
  memset(&d, 0, sizeof d);
  lg_param_apply(lg_kind_world(), &d, LG_NO_ARGS, 3, true, NULL);
  d.cookie = LG_COOKIE;
  d.bounds = lg_bounds2(0, 0, 4, 3);
  d.threads = lg_maxi(1, lg_mini(omp_get_num_procs(), THREADS_MAX));
  return d;
}

/* ---- checking a definition ------------------------------------------------------------------ */

static bool no(lg_world_def *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool no(lg_world_def *d, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(d->error, sizeof d->error, format, list);
  va_end(list);
  return false;
}

/* The host filled the struct itself, so its values are read back as arguments and checked as those
   are. */
static bool check_rows(lg_world_def *d) {
  for (const lg_param *r = lg_kind_world()->params; r->name; r++) {
    lg_arg args[2] = {lg_end(), lg_end()};
    if (!lg_param_read(lg_kind_world(), d, r->name, d->bounds.dim, &args[0]))
      return no(d, "world: slip = %d is not one of 0 (free), 1 (no)", d->slip);
    lg_why why;
    if (!lg_param_check(lg_kind_world(), args, d->bounds.dim, false, &why))
      return no(d, "%s", why.text);
  }
  return true;
}

static bool check_bounds(lg_world_def *d) {
  const lg_bounds *b = &d->bounds;
  if (b->dim != 2 && b->dim != 3)
    return no(d, "world: bounds have %d dimensions; give 2 or 3", b->dim);
  for (int k = 0; k < b->dim; k++) {
    double lo = (double)b->min[k], hi = (double)b->max[k];
    if (!isfinite(lo) || !isfinite(hi))
      return no(d, "world: bounds of %c, %g to %g m, must be finite", "xyz"[k], lo, hi);
    if (!(hi > lo))
      return no(d, "world: bounds of %c: the upper, %g m, must be above the lower, %g m", "xyz"[k],
                hi, lo);
  }
  return true;
}

/* Spacing against the bounds: enough particles across, not too many in all, and told apart in
   float32. */
static bool check_resolution(lg_world_def *d) {
  double spacing = (double)d->spacing, points = 1, far = 0, least = HUGE_VAL;
  for (int k = 0; k < d->bounds.dim; k++) {
    double lo = (double)d->bounds.min[k], hi = (double)d->bounds.max[k];
    points *= (hi - lo) / spacing;
    least = fmin(least, hi - lo);
    far = fmax(far, fmax(fabs(lo), fabs(hi)));
  }
  if (spacing > least / 2)
    return no(d,
              "world: spacing = %.6g m is more than half of the smallest extent, %.6g m; take a "
              "smaller spacing "
              "or larger bounds",
              spacing, least);
  if (points > LATTICE_MAX)
    return no(d,
              "world: bounds hold %.3g lattice points of spacing %.6g m, more than %.0f; take a "
              "larger spacing "
              "or smaller bounds",
              points, spacing, LATTICE_MAX);
  if (far * (double)FLT_EPSILON > 1e-3 * spacing) /* FLT_EPSILON = 2^-23 */
    return no(d,
              "world: positions up to %.6g m are %.3g m apart in float32, more than a thousandth "
              "of the spacing, %.6g m; "
              "move the scene to the origin or take a larger spacing",
              far, far * (double)FLT_EPSILON, spacing);
  return true;
}

static bool check_edges(lg_world_def *d) {
  for (int k = 0; k < d->bounds.dim; k++) {
    for (int side = 0; side < 2; side++)
      if ((unsigned)d->edges[k][side] > LG_EDGE_PERIODIC)
        return no(d, "world: edge of %c = %d is not one of wall, open, periodic", "xyz"[k],
                  (int)d -> edges[k][side]);
    if ((d->edges[k][0] == LG_EDGE_PERIODIC) != (d->edges[k][1] == LG_EDGE_PERIODIC))
      return no(
          d, "world: edge of %c is periodic on one side only; make both sides periodic or neither",
          "xyz"[k]);
  }
  return true;
}

/* ---- life ----------------------------------------------------------------------------------- */

typedef struct house { /* a world and its rooms, in one piece of memory */
  lg_world world;
  lg_particles particles;
  lg_neighbors neighbors;
  lg_objects objects;
  lg_programs programs;
  lg_meshes meshes;
  lg_walls walls;
  lg_bodies bodies;
  lg_sph sph;
  lg_gauges gauges;
  lg_snapshot last_good;
  lg_setup setup;
} house;

static lg_world *allocate(lg_world_def *d) {
  lg_mem mem = {d->alloc, d->alloc_user, 0, 0};
  house *h = lg_mem_realloc(&mem, NULL, sizeof *h);
  if (!h) return NULL;
  memset(h, 0, sizeof *h);
  h->world = (lg_world){.particles = &h->particles,
                        .neighbors = &h->neighbors,
                        .objects = &h->objects,
                        .programs = &h->programs,
                        .meshes = &h->meshes,
                        .walls = &h->walls,
                        .bodies = &h->bodies,
                        .sph = &h->sph,
                        .gauges = &h->gauges,
                        .last_good = &h->last_good,
                        .setup = &h->setup};
  h->objects.check_program = lg_program_check;
  lg_world *w = &h->world;
  w->def = *d;
  w->dim = d->bounds.dim;
  w->mem = mem;
  w->stamp = 1;
  w->stats.limit = "";
  if (w->dim == 2) w->def.gravity[2] = w->def.bounds.min[2] = w->def.bounds.max[2] = 0;
  lg_neighbors_init(w->neighbors, &w->mem);
  return w;
}

lg_world *lg_world_new(lg_world_def *d) {
  if (!d) return NULL;
  if (d->cookie != LG_COOKIE) {
    no(d, "world: the definition is not one that lg_default_world() made; start from that");
    return NULL;
  }
  d->error[0] = 0;
  if (!check_bounds(d) || !check_rows(d) || !check_resolution(d) || !check_edges(d)) return NULL;
  lg_world *w = allocate(d);
  if (!w) {
    no(d, "world: out of memory");
    return NULL;
  }
  if (!lg_particles_init(w->particles, &w->mem, w->dim)) lg_refuse(w, "world: out of memory");
  else if (lg_objects_init(w)) {
    w->stats.bytes = w->mem.held;
    return w;
  }
  no(d, "%s", w->error);
  lg_world_free(w);
  return NULL;
}

void lg_world_free(lg_world *w) {
  if (!w) return;
  lg_walls_free(w);
  lg_bodies_free(w);
  lg_gauges_free(w);
  lg_materials_free(w);
  lg_sph_free(w->sph, &w->mem);
  lg_snapshot_free(w->last_good, w);
  lg_neighbors_free(w->neighbors);
  lg_particles_free(w->particles);
  lg_setup_free(w);
  lg_objects_free(w);
  lg_programs_free(w);
  lg_meshes_free(w->meshes, &w->mem);
  lg_mem_free(&w->mem, w->scratch);
  lg_mem mem = w->mem;
  lg_mem_free(&mem, w);
}

void lg_before_step(lg_world *w, lg_hook_fn *fn, void *user) {
  if (w) w->before_step = (lg_hook){fn, user};
}
void lg_after_step(lg_world *w, lg_hook_fn *fn, void *user) {
  if (w) w->after_step = (lg_hook){fn, user};
}

size_t lg_world_count(const lg_world *w) { return w ? w->particles->n : 0; }
