/* operators.h - a periodic lattice on which the tests of the SPH operators stand. */
#ifndef LG_TESTS_OPERATORS_H
#define LG_TESTS_OPERATORS_H

#include "core/step/step.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

/* n x n (x n) particles of water, spacing 1 / n, in the unit square (cube); walls where not
   periodic. */
static inline lg_world *lattice_world(int dim, int n, bool periodic) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = 1.0f / (float)n;
  for (int k = 0; k < dim && periodic; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  float mass = 1000 * powf(def.spacing, (float)dim);
  for (int i = 0; i < (dim == 3 ? n * n * n : n * n); i++) {
    const float x[3] = {((float)(i % n) + 0.5f) / (float)n, ((float)(i / n % n) + 0.5f) / (float)n,
                        dim == 3 ? ((float)(i / n / n) + 0.5f) / (float)n : 0};
    const float v[3] = {0, 0, 0};
    assert_true(lg_particles_append(w->particles, x, v, mass, 0));
  }
  return w;
}

/* Sorted, listed, walls sampled, room for packs. */
static inline lg_step prepared(lg_world *w, float radius, const lg_kernel *k) {
  lg_step s = {.world = w,
               .dim = w->dim,
               .threads = 2,
               .n = w->particles->n,
               .dt = 1e-3f,
               .spacing = w->def.spacing,
               .radius = radius,
               .mass = w->particles->mass[0],
               .particles = w->particles,
               .neighbors = w->neighbors,
               .walls = w->walls,
               .bodies = w->bodies,
               .sph = w->sph,
               .stats = &w->stats};
  assert_true(lg_neighbors_sort(w, radius, NULL));
  assert_true(lg_sph_prepare(&s, k));
  for (int c = 0; c < w->dim; c++) memset(w->particles->a[c], 0, s.n * sizeof(float));
  return s;
}

static inline lg_kernel lattice_kernel(const lg_world *w, double support) {
  lg_kernel k = lg_kernel_make(LG_WENDLAND_C2, w->dim, support * (double)w->def.spacing);
  lg_kernel_calibrate(&k, (double)w->def.spacing);
  return k;
}

#endif
