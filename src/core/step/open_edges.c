/* open_edges.c - what leaves the world, and the sort of what stays. */
#include "core/step/step.h"

static bool dead_room(lg_world *w) {
  return lg_mem_room(&w->mem, &w->neighbors->dead, w->particles->n, 1);
}

static bool left_open_edge(const lg_world *w, size_t i) {
  for (int k = 0; k < w->dim; k++) {
    float x = w->particles->x[k][i];
    if (x < w->def.bounds.min[k] && lg_is_open(w, k, 0)) return true;
    if (x > w->def.bounds.max[k] && lg_is_open(w, k, 1)) return true;
  }
  return false;
}

/* Marks what left through an open edge, counts it. */
static size_t mark_gone(lg_world *w) {
  size_t gone = 0;
  for (size_t i = 0; i < w->particles->n; i++) gone += w->neighbors->dead[i] = left_open_edge(w, i);
  return gone;
}

bool lg_drop_marked(lg_world *w) {
  int32_t *order = lg_scratch(w, w->particles->n * sizeof *order);
  size_t kept = 0;
  if (!order) return false;
  for (size_t i = 0; i < w->particles->n; i++)
    if (!w->neighbors->dead[i]) order[kept++] = (int32_t)i;
  lg_particles_gather(w->particles, order, kept, lg_world_threads(w));
  return true;
}

bool lg_cull_stage(lg_world *w, float radius) {
  size_t gone = 0;
  if (!dead_room(w)) return false;
  if (lg_has_open_edge(w)) gone = mark_gone(w);
  w->stats.culled += gone;

  /* the solver's own cells, or the neighbours' grid; without either what is gone is dropped */
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  if (solver->cells) {
    lg_cells cells;
    solver->cells(lg_world_solver_self(w), w, &cells);
    return lg_neighbors_sort_into(w, &cells, gone ? w->neighbors->dead : NULL);
  }
  if (radius > 0) return lg_neighbors_sort(w, radius, gone ? w->neighbors->dead : NULL);
  return gone == 0 || lg_drop_marked(w);
}
