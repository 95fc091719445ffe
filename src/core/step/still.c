/* still.c - a copy of what a host sees of a world between two stages: its particles, and the
   solver's grids. */
#include "core/step/peek.h"

/* ---- grids ---------------------------------------------------------------------------------- */

/* From the first value of a grid's component to its last, floats. */
static size_t span_of(const lg_grid_view *g, int component) {
  size_t span = 1;
  for (int k = 0; k < 3; k++) {
    bool face = g->location == LG_AT_FACES && component == k;
    span += (size_t)(g->cells[k] + face - 1) * g->step[k];
  }
  return span;
}

/* Calls each for every component of every grid that is there; returns how many floats these are. */
static size_t visit(const lg_world *w, void each(float *grid, float *copy, size_t n), float *copy) {
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  size_t sum = 0;

  for (int i = 0; solver->grids && solver->grids[i].name; i++) {
    lg_grid_view v;
    memset(&v, 0, sizeof v);
    v.location = solver->grids[i].location;
    if (!solver->grid(lg_world_solver_self(w), w, i, &v)) continue;

    int components = solver->grids[i].components ? solver->grids[i].components : w->dim;
    for (int k = 0; k < components && v.c[k]; k++) {
      size_t n = span_of(&v, k);
      /* a view is for readers, but what it shows is the solver's memory */
      if (each) each((float *)(uintptr_t)v.c[k], copy + sum, n);
      sum += n;
    }
  }
  return sum;
}

static void get(float *grid, float *copy, size_t n) { memcpy(copy, grid, n * sizeof *copy); }
static void put(float *grid, float *copy, size_t n) { memcpy(grid, copy, n * sizeof *copy); }

void lg_still_put_grids(const lg_still *s, lg_world *w) {
  if (s->cells > 0 && visit(w, NULL, NULL) == s->cells) visit(w, put, s->grid);
}

/* ---- all of it ------------------------------------------------------------------------------ */

bool lg_still_take(lg_still *s, lg_world *w) {
  s->cells = visit(w, NULL, NULL);
  if (lg_particles_copy(&s->particles, w->particles) &&
      lg_mem_room(&w->mem, &s->grid, s->cells, sizeof *s->grid)) {
    if (s->cells > 0) visit(w, get, s->grid);
    return true;
  }
  lg_still_free(s, w);
  return false;
}

size_t lg_still_bytes(const lg_still *s) {
  size_t entries = s->cells;
  for (int c = 0; c < s->particles.columns; c++)
    entries += (size_t)s->particles.col[c].components * s->particles.capacity *
               (s->particles.col[c].rides ? 2 : 1);
  return sizeof *s + entries * sizeof(float);
}

void lg_still_free(lg_still *s, lg_world *w) {
  lg_particles_free(&s->particles);
  lg_mem_free(&w->mem, s->grid);
  s->grid = NULL;
  s->cells = 0;
}
