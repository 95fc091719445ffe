/* extrapolate: a seam of a periodic axis is like any other place. A drop that turns is put down
   anywhere on a torus: all velocities, those carried outward too, are those of the drop in the
   middle, shifted. Weights round nowhere; bound: 1e-4 of the drop's speed, for the pressure. */
#include "physics/physics.h"

#include "core/mac_of.h"

enum { CELLS = 16, RADIUS = 11 }; /* on an axis; quarters of a cell, of the drop */

/* The drop with its centre so many cells from the middle of a torus, [0, 1] on each axis. */
static lg_world *torus(int dim, const int shift[3]) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 1);
  def.spacing = 0.5f / CELLS;
  def.threads = 2;
  for (int k = 0; k < dim; k++) {
    def.gravity[k] = 0;
    def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
  }
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(
      w, "flip",
      LG_ARGS(lg_num("tolerance", 1e-6), lg_num("cfl", 3), lg_num("volume_feedback", 0))));

  /* Two particles a cell and axis: their places are exact wherever the drop is. */
  for (int z = dim == 3 ? -RADIUS : 1; z <= (dim == 3 ? RADIUS : 1); z += 2)
    for (int y = -RADIUS; y <= RADIUS; y += 2)
      for (int x = -RADIUS; x <= RADIUS; x += 2) {
        const int at[3] = {x, y, z};
        float place[3] = {0, 0, 0};
        for (int k = 0; k < dim; k++) {
          const float cells = 0.25f * (float)at[k] + (float)(CELLS / 2 + shift[k]);
          place[k] = fmodf(cells + CELLS, CELLS) / CELLS;
        }
        if (x * x + y * y + (dim == 3 ? z * z : 0) > RADIUS * RADIUS) continue;
        assert_true(lg_particle_add(w, place, (float[3]){(float)-y, (float)x, 0}) >= 0);
      }
  step(w, 1e-9);
  return w;
}

/* Of all faces, the largest difference of a velocity to that of the drop in the middle; fails if
   one has none where the other has one. */
static double differs(const lg_mac *m, const lg_mac *middle, const int shift[3], int *carried) {
  const lg_layout *l = &m->lattice;
  double most = 0;
  for (int axis = 0; axis < l->dim; axis++)
    for (int k = 0; k < l->n[2]; k++)
      for (int j = 0; j < l->n[1]; j++)
        for (int i = 0; i < l->n[0]; i++) {
          const int to[3] = {(i + shift[0] + CELLS) % CELLS, (j + shift[1] + CELLS) % CELLS,
                             l->dim == 3 ? (k + shift[2] + CELLS) % CELLS : 0},
                    here = lg_lattice_at(l, to[0], to[1], to[2]), there = lg_lattice_at(l, i, j, k);
          assert_int_equal(m->layer[axis][here], middle->layer[axis][there]);
          *carried += m->layer[axis][here] > 1;
          most = fmax(
              most, fabs((double)m->pair[axis][2 * here] - (double)middle->pair[axis][2 * there]));
        }
  return most;
}

static void seams_are_like_any_place(void **state) {
  (void)state;
  const int shifts[][3] = {{8, 0, 0}, {0, 8, 0}, {0, 0, 8}, {3, -5, 1}, {-3, 4, -6}, {8, 8, 8}};
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *middle = torus(dim, (const int[3]){0, 0, 0});
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
      lg_world *w = torus(dim, shifts[i]);
      int carried = 0;
      const double most = differs(mac_of(w), mac_of(middle), shifts[i], &carried);
      print_message("%d-D, shifted by %d %d %d: %d faces extrapolated to, most %.1e m/s off\n", dim,
                    shifts[i][0], shifts[i][1], shifts[i][2], carried, most);
      assert_true(carried > 100);
      assert_true(most < 1e-4 * RADIUS);
      lg_world_free(w);
    }
    lg_world_free(middle);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(seams_are_like_any_place)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
