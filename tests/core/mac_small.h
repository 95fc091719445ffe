/* mac_small.h - a staggered grid over a unit square or cube with particles put there by hand, for
   the tests of its operators
   on one dispatch path; tests/solver/flip_bits.c compares the paths. */
#ifndef LG_TESTS_MAC_SMALL_H
#define LG_TESTS_MAC_SMALL_H

#include "physics/physics.h"

#include "core/mac_of.h"
#include "core/step/step.h"

#define PI 3.14159265358979323846

typedef struct bench {
  lg_world *w;
  lg_step s;
  lg_cells cells;
} bench;

static inline void bench_make(bench *b, int dim, float spacing, float edge, lg_edge edges) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = spacing;
  for (int k = 0; k < dim; k++) def.edges[k][0] = def.edges[k][1] = edges;
  memset(b, 0, sizeof *b);
  b->w = lg_world_new(&def);
  assert_non_null(b->w);
  assert_true(lg_set_solver(b->w, "flip", LG_NO_ARGS));
  assert_true(lg_objects_apply_solver(b->w));
  lg_mac_cells(b->w, edge, &b->cells);
}

static inline void bench_go(bench *b) { /* particles are there: up to the grid and its solids */
  assert_true(lg_neighbors_sort_into(b->w, &b->cells, NULL));
  b->s = (lg_step){.world = b->w,
                   .dim = b->w->dim,
                   .threads = 1,
                   .n = b->w->particles->n,
                   .dt = 1e-3f,
                   .spacing = b->w->def.spacing,
                   .particles = b->w->particles,
                   .neighbors = b->w->neighbors,
                   .bodies = b->w->bodies,
                   .stats = &b->w->stats};
  assert_true(lg_mac_room(mac_of(b->w), &b->s, &b->cells));
  assert_true(lg_mac_solids(mac_of(b->w), &b->s, false));
}
#endif
