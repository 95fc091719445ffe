/* Grids as the host sees them: names, places, values and interpolation, against fields that
   multilinear interpolation gives exactly. */
#include "laguna_kind.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static lg_world *tank(int dim, const char *solver) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(-0.5f, 0.25f, 0.5f, 1.05f)
                        : lg_bounds3(-0.5f, 0.25f, 0, 0.5f, 1.05f, 0.4f);
  def.spacing = 0.05f;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));
  const float at[3] = {0.03f, 0.32f, 0.23f};
  assert_true(lg_particle_add(w, at, NULL) >= 0);
  return w;
}

static void there_after_the_first_step(void **state) {
  (void)state;
  lg_world *w = tank(2, "flip");
  assert_int_equal(lg_grid_count(w), 0); /* the solver in waiting is not in force yet */
  assert_int_equal(lg_grid(w, "pressure").components, 0);
  assert_true(lg_world_step(w, 0.01));
  assert_int_equal(lg_grid_count(w), 5);
  assert_string_equal(lg_grid_name(w, 0), "pressure");
  assert_string_equal(lg_grid_name(w, 5), "");
  assert_string_equal(lg_grid_name(w, -1), "");
  assert_string_equal(lg_grid(w, "pressure").unit, "Pa");
  assert_int_equal(lg_grid(w, "velocity").components, 2);
  assert_int_equal(lg_grid(w, "nothing").components, 0);
  assert_int_equal(lg_grid(w, NULL).components, 0);
  assert_int_equal(lg_grid(NULL, "pressure").components, 0);
  assert_int_equal(lg_grid(w, "pressure").stamp, lg_world_stamp(w));
  assert_true(lg_set_solver(w, "particles", LG_NO_ARGS));
  assert_true(lg_world_step(w, 0.01));
  assert_int_equal(lg_grid_count(w), 0);
  lg_world_free(w);
}

/* The particle's cell is the fluid one, whatever the dimension; cells start at the bounds' corner.
   */
static void cells_are_where_they_say(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = tank(dim, "flip");
    assert_true(lg_world_step(w, 1e-4));
    lg_grid_view t = lg_grid(w, "type");
    lg_view x = lg_column(w, "position");
    int at[3] = {0, 0, 0}, fluid = 0;
    assert_int_equal(t.cells[0], 10);
    assert_int_equal(t.cells[1], 8);
    assert_int_equal(t.cells[2], dim == 3 ? 4 : 1);
    for (int k = 0; k < dim; k++) at[k] = (int)((x.c[k][0] - t.origin[k]) / t.cell[k]);
    for (int k = 0; k < t.cells[2]; k++)
      for (int j = 0; j < t.cells[1]; j++)
        for (int i = 0; i < t.cells[0]; i++) {
          float v[3];
          lg_grid_cell(&t, i, j, k, v);
          assert_true(v[0] == (i == at[0] && j == at[1] && k == at[2] ? 0.0f : 2.0f));
          fluid += v[0] == 0;
        }
    assert_int_equal(fluid, 1);
    lg_world_free(w);
  }
}

static float plane(const float x[3], int k) {
  return 3 + (float)(k + 1) * x[0] - 2 * x[1] + 0.5f * (float)k * x[2];
}

/* A grid of our own, cells or faces, whose values are linear in their places: sampling gives the
   plane back, clamped beyond. */
static void samples_are_multilinear(void **state) {
  (void)state;
  static float data[3][7 * 6 * 5];
  for (int faces = 0; faces < 2; faces++)
    for (int dim = 2; dim <= 3; dim++) {
      lg_grid_view g = {.components = faces ? dim : 1,
                        .location = faces ? LG_AT_FACES : LG_AT_CELLS,
                        .cells = {6, 5, dim == 3 ? 4 : 1},
                        .step = {1, 7, dim == 3 ? 42 : 0},
                        .origin = {1, -1, 2},
                        .cell = {0.5f, 0.25f, 1}};
      for (int c = 0; c < g.components; c++) {
        g.c[c] = data[c];
        for (int n = 0; n < 7 * 6 * 5; n++) {
          const int at[3] = {n % 7, n / 7 % 6, n / 42};
          float x[3] = {0, 0, 0};
          for (int k = 0; k < dim; k++)
            x[k] = g.origin[k] + ((float)at[k] + (faces && k == c ? 0 : 0.5f)) * g.cell[k];
          data[c][n] = plane(x, c);
        }
      }
      const float inside[3] = {2.13f, -0.41f, 3.7f}, out[3] = {-9, -0.4f, 3.7f};
      float v[3], low[3];
      assert_true(lg_grid_sample(&g, inside, v) && lg_grid_sample(&g, out, low));
      for (int c = 0; c < g.components; c++) {
        const float flat[3] = {inside[0], inside[1], dim == 3 ? inside[2] : 0};
        assert_float_equal(v[c], plane(flat, c), 1e-5);
        const float edge[3] = {faces && c == 0 ? 1 : 1.25f, -0.4f, dim == 3 ? 3.7f : 0};
        assert_float_equal(low[c], plane(edge, c), 1e-5);
      }
      lg_grid_cell(&g, 2, 3, dim == 3 ? 1 : 0, v);
      const float middle[3] = {1 + 2.5f * 0.5f, -1 + 3.5f * 0.25f, dim == 3 ? 3.5f : 0};
      for (int c = 0; c < g.components; c++) assert_float_equal(v[c], plane(middle, c), 1e-5);
    }
  lg_grid_view none = {.components = 0};
  float v[3];
  assert_false(lg_grid_sample(&none, (float[3]){0, 0, 0}, v));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(there_after_the_first_step),
                                     cmocka_unit_test(cells_are_where_they_say),
                                     cmocka_unit_test(samples_are_multilinear)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
