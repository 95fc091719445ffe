/* cell_types: what a cell is, and what the pressure does at its faces, does not depend on where the
   bounds of a periodic world lie. A layer of fluid whose surfaces cut cells at many heights is put
   into the middle of a periodic box, then at every place across its edges: lengths are powers of
   two, so types must be the same to the cell. */
#include "physics/physics.h"

enum { CELLS = 32, THICK = 7 };

/* Types of the cells along the axis in which the layer is thin, its lower surface `at` cells from
   the lower edge; and the velocity at their lower faces, of a layer that is pressed together. */
static void layer_of(int dim, int axis, double at, double thick, float type[CELLS],
                     float speed[CELLS]) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  for (int k = 0; k < dim; k++) {
    if (k != axis) def.bounds.max[k] = 8.0f / CELLS;
    def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
    def.gravity[k] = 0;
  }
  def.spacing = 0.5f / CELLS;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, "flip", LG_NO_ARGS));

  /* two particles a cell on each axis */
  const int wide = 16, deep = (int)(2 * thick);
  for (int i = 0; i < deep * wide * (dim == 3 ? wide : 1); i++) {
    const int n[3] = {i % deep, i / deep % wide, i / deep / wide};
    float x[3] = {0};
    float v[3] = {0};
    v[axis] = 0.3f - 0.2f * (float)n[0] / (float)deep;
    for (int k = 0; k < dim; k++) {
      double cells = n[(k - axis + dim) % dim] * 0.5 + 0.25 + (k == axis ? at : 0);
      x[k] = (float)(fmod(cells, CELLS) / CELLS);
    }
    assert_true(lg_particle_add(w, x, v) >= 0);
  }
  step(w, 1e-6);

  lg_grid_view g = lg_grid(w, "type"), u = lg_grid(w, "velocity");
  assert_int_equal(g.cells[axis], CELLS);
  for (int i = 0; i < CELLS; i++) type[i] = g.c[0][(size_t)i * g.step[axis]];
  for (int i = 0; i < CELLS; i++) speed[i] = u.c[axis][(size_t)i * u.step[axis]];
  lg_world_free(w);
}

static void types_do_not_know_the_edges(void **state) {
  (void)state;
  int surfaces = 0;
  for (int dim = 2; dim <= 3; dim++)
    for (int axis = 0; axis < dim; axis++)
      for (int part = 0; part < 8 * THICK; part++) {
        float middle[CELLS], edge[CELLS], unused[CELLS];
        const double thick = 0.5 * (1 + part / 8);
        layer_of(dim, axis, 12 + part % 8 / 8.0, thick, middle, unused);
        for (int moved = 1; moved < CELLS; moved += dim == 3 ? 5 : 1) {
          layer_of(dim, axis, 12 + moved + part % 8 / 8.0, thick, edge, unused);
          for (int i = 0; i < CELLS; i++)
            if (middle[i] != edge[(i + moved) % CELLS])
              fail_msg("%d-D, axis %d, part %d, moved by %d: cell %d is %g, not %g", dim, axis,
                       part, moved, i, (double)edge[(i + moved) % CELLS], (double)middle[i]);
        }
        for (int i = 0; i < CELLS; i++) surfaces += middle[i] != middle[(i + 1) % CELLS];
      }
  assert_int_equal(surfaces, 2 * 5 * 8 * THICK); /* a layer, and not all of the box or nothing */
}

/* The first face of a periodic axis is its last one, also where the surface lies between it and
   the fluid beyond: the pressure drives both alike. At the faces of fluid cells, to the tolerance
   of the pressure's solve. */
static void speeds_do_not_know_the_edges(void **state) {
  (void)state;
  double most = 0;
  for (int axis = 0; axis < 2; axis++)
    for (int moved = 1; moved < CELLS; moved++) {
      float types[CELLS], middle[CELLS], unused[CELLS], edge[CELLS];
      layer_of(2, axis, 12, THICK, types, middle);
      layer_of(2, axis, 12 + moved, THICK, unused, edge);
      for (int i = 1; i < CELLS; i++) {
        if (types[i - 1] != 0 && types[i] != 0) continue;
        most = fmax(most, fabs((double)middle[i]));
        if (fabsf(middle[i] - edge[(i + moved) % CELLS]) > 1e-3f)
          fail_msg("axis %d, moved by %d: face %d has %g m/s, not %g", axis, moved, i,
                   (double)edge[(i + moved) % CELLS], (double)middle[i]);
      }
    }
  assert_true(most > 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(types_do_not_know_the_edges),
                                     cmocka_unit_test(speeds_do_not_know_the_edges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
