/* world.c - making, freeing and asking a world; what it says to its host. */
#include "core/base/par.h"
#include "core/object/material.h"
#include "core/param/param.h"
#include "core/state/saved.h"
#include "core/step/step.h"

#include <stdio.h>

#define LG_COOKIE 0x6c61677aU

lg_world_def lg_default_world(void) {
  lg_world_def d;
  memset(&d, 0, sizeof d);
  lg_param_apply(lg_kind_world(), &d, LG_NO_ARGS, 3, true, NULL);
  d.cookie = LG_COOKIE;
  d.bounds = lg_bounds2(0, 0, 4, 3);
  return d;
}

/* ---- life ----------------------------------------------------------------------------------- */

typedef struct house { /* a world and its rooms, in one piece of memory */
  lg_world world;
  lg_particles particles;
  lg_neighbors neighbors;
  lg_near_cells near;
  lg_objects objects;
  lg_programs programs;
  lg_meshes meshes;
  lg_walls walls;
  lg_bodies bodies;
  lg_sph sph;
  lg_gauges gauges;
  lg_account account;
  lg_snapshot last_good;
  lg_setup setup;
} house;

static lg_world *allocate(lg_world_def *d) {
  lg_mem mem = {d->alloc, d->alloc_user, 0, 0};
  house *h = lg_mem_realloc(&mem, NULL, sizeof *h);
  if (!h) return NULL;
  memset(h, 0, sizeof *h);

  /* a world and all its parts in one piece of memory */
  h->world = (lg_world){.particles = &h->particles,
                        .neighbors = &h->neighbors,
                        .near = &h->near,
                        .objects = &h->objects,
                        .programs = &h->programs,
                        .meshes = &h->meshes,
                        .walls = &h->walls,
                        .bodies = &h->bodies,
                        .sph = &h->sph,
                        .gauges = &h->gauges,
                        .account = &h->account,
                        .last_good = &h->last_good,
                        .setup = &h->setup};

  h->objects.check_program = lg_program_check;

  lg_world *w = &h->world;
  w->def = *d;
  w->dim = d->bounds.dim;
  w->mem = mem;
  w->stamp = 1;
  w->threads = 1;
  w->stats.limit = "";

  /* the plane has no third axis */
  if (w->dim == 2) w->def.gravity[2] = w->def.bounds.min[2] = w->def.bounds.max[2] = 0;
  lg_neighbors_init(w->neighbors, &w->mem);
  return w;
}

lg_world *lg_world_new(lg_world_def *d) {
  if (!d) return NULL;
  if (d->cookie != LG_COOKIE) {
    snprintf(d->error, sizeof d->error,
             "world: the definition is not one that lg_default_world() made; start from that");
    return NULL;
  }
  d->error[0] = 0;
  if (!lg_world_def_check(d)) return NULL;

  lg_world *w = allocate(d);
  if (!w) {
    snprintf(d->error, sizeof d->error, "world: out of memory");
    return NULL;
  }

  /* a default solver is among its objects */
  if (!lg_particles_init(w->particles, &w->mem, w->dim)) lg_refuse(w, "world: out of memory");
  else if (lg_objects_init(w)) {
    w->stats.bytes = w->mem.held;
    return w;
  }

  snprintf(d->error, sizeof d->error, "%s", w->error);
  lg_world_free(w);
  return NULL;
}

void lg_world_free(lg_world *w) {
  if (!w) return;

  /* what each part has made */
  lg_peek_free(w);
  lg_walls_free(w);
  lg_bodies_free(w);
  lg_gauges_free(w);
  lg_account_free(w);
  lg_watching_free(w);
  lg_materials_free(w);
  lg_sph_free(w->sph, &w->mem);
  lg_snapshot_free(w->last_good, w);
  lg_neighbors_free(w->neighbors);
  lg_near_free(w->near);
  lg_particles_free(w->particles);

  /* objects behind what was made of them */
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
