/* Pressure and density at a point where a solver keeps its pressure in a grid: water at rest has
   them by closed forms. Columns at a point: place.c. */
#include "kinds.h"

#define DEPTH 0.5
#define G     9.81

static lg_world *still(int dim, const char *transfer, bool layered) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, 0.3f);
  def.spacing = 0.025f;
  lg_world *w = space_of(def);
  lg_arg max = dim == 2 ? lg_vec2("max", 1, DEPTH) : lg_vec3("max", 1, DEPTH, 0.3);
  must(w, lg_set_solver(w, "flip", LG_ARGS(lg_text("transfer", transfer))));
  lg_id box = must(w, lg_add(w, "shape.box", LG_ARGS(max)));
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));

  /* oil on it, as deep */
  if (layered) {
    lg_id above =
        must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0, DEPTH), lg_vec2("max", 1, 0.9))));
    lg_id oil = must(w, lg_add(w, "material.fluid", LG_ARGS(lg_num("density", 500))));
    must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", above), lg_ref("material", oil))));
  }
  for (int i = 0; i < 60; i++) step(w, 1 / 60.0);
  return w;
}

static double at(lg_world *w, const char *what, double x, double y) {
  double v[3] = {0, 0, 0};
  lg_arg p = lg_world_dim(w) == 2 ? lg_vec2("at", x, y) : lg_vec3("at", x, y, 0.13);
  if (lg_measure(w, what, LG_ARGS(p), v) != 1) fail_msg("%s: %s", what, lg_error(w));
  return v[0];
}

/* rho g h from the floor to the surface, on walls and between the middles of cells; none above. */
static void still_water_has_its_weight(void **state) {
  (void)state;
  static const char *const transfer[] = {"flip", "apic"};
  for (int dim = 2; dim <= 3; dim++)
    for (int k = 0; k < 2; k++) {
      lg_world *w = still(dim, transfer[k], false);
      for (double x = 0; x <= 1; x += 0.21)
        for (double y = 0; y < DEPTH; y += 0.037) {
          assert_true(fabs(at(w, "pressure", x, y) - 1000 * G * (DEPTH - y)) <
                      1e-4 * 1000 * G * DEPTH);
          assert_true(fabs(at(w, "density", x, y) - 1000) < 5);
        }
      assert_true(at(w, "pressure", 0.5, DEPTH + 0.03) == 0 && at(w, "density", 0.5, 0.7) == 0);
      lg_world_free(w);
    }
}

/* Two fluids have their own densities, and the lower one what both weigh. */
static void layers_have_their_own(void **state) {
  (void)state;
  lg_world *w = still(2, "flip", true);
  assert_true(fabs(at(w, "density", 0.5, 0.2) - 1000) < 5);
  assert_true(fabs(at(w, "density", 0.5, 0.7) - 500) < 5);
  assert_true(fabs(at(w, "pressure", 0.5, 0.7) - 500 * G * 0.2) < 20);
  assert_true(fabs(at(w, "pressure", 0.5, 0.2) - (500 * G * 0.4 + 1000 * G * 0.3)) < 20);
  lg_world_free(w);
}

/* A point may lie anywhere: far off there is nothing, and on a periodic axis it is where it lies in
   the world. */
static void far_points_are_answered(void **state) {
  (void)state;
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 0.025f;
  def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  lg_world *w = space_of(def);
  must(w, lg_set_solver(w, "flip", LG_NO_ARGS));
  lg_id box = must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 1, DEPTH))));
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
  for (int i = 0; i < 60; i++) step(w, 1 / 60.0);

  for (double x = 0.0625; x < 1; x += 0.25) {
    const double here = at(w, "pressure", x, 0.2);
    assert_true(here > 1000);
    assert_float_equal(at(w, "pressure", x + 1, 0.2), here, 0.01);
    assert_float_equal(at(w, "pressure", x - 2, 0.2), here, 0.01);
  }
  static const double far[] = {-1e30, -1e20, -1e10, 1e10, 1e20, 1e30};
  for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
    assert_true(at(w, "pressure", 0.5, far[i]) == 0);
    assert_true(isfinite(at(w, "pressure", far[i], 0.2)));
    assert_true(isfinite(at(w, "density", far[i], far[i])));
  }
  lg_world_free(w);
}

/* Before the first step there is no grid, and a solver without one has none: a sentence. */
static void there_must_be_one(void **state) {
  (void)state;
  double v[3];
  lg_world *w = space(2, 0, 1, 0.05);
  must(w, lg_set_solver(w, "flip", LG_NO_ARGS));
  assert_int_equal(lg_measure(w, "pressure", LG_ARGS(lg_vec2("at", 0.5, 0.5)), v), 0);
  assert_non_null(strstr(lg_error(w), "there is no column 'pressure' yet"));
  must(w, lg_set_solver(w, "particles", LG_NO_ARGS));
  assert_int_equal(lg_measure(w, "density", LG_ARGS(lg_vec2("at", 0.5, 0.5)), v), 0);
  lg_world_free(w);
}

/* A kind from outside may have a grid of pressures and none of types: the same sentence. */
static const float one_cell[4] = {7};
static bool one_grid(const void *self, const lg_world *w, int which, lg_grid_view *out) {
  (void)self;
  (void)w;
  (void)which;
  out->c[0] = one_cell;
  for (int k = 0; k < 3; k++) out->cells[k] = 1, out->cell[k] = 1;
  return true;
}

static void types_must_be_there_too(void **state) {
  (void)state;
  static const lg_grid_def grids[] = {{"pressure", 1, LG_AT_CELLS, "Pa", "7"},
                                      {NULL, 0, LG_AT_CELLS, NULL, NULL}};
  static lg_kind bare;
  lg_why why;
  double v[3];
  bare = *lg_kind_find("solver.particles");
  bare.name = "bare";
  bare.also = NULL;
  bare.solver.grids = grids;
  bare.solver.grid = one_grid;
  if (!lg_kind_register(&bare, &why)) fail_msg("%s", why.text);
  lg_world *w = space(2, 0, 1, 0.05);
  must(w, lg_set_solver(w, "bare", LG_NO_ARGS));
  step(w, 1 / 60.0); /* which takes it */
  assert_int_equal(lg_grid(w, "pressure").components, 1);
  assert_int_equal(lg_measure(w, "pressure", LG_ARGS(lg_vec2("at", 0.5, 0.5)), v), 0);
  assert_non_null(strstr(lg_error(w), "there is no column 'pressure' yet"));
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(still_water_has_its_weight), cmocka_unit_test(layers_have_their_own),
      cmocka_unit_test(far_points_are_answered), cmocka_unit_test(there_must_be_one),
      cmocka_unit_test(types_must_be_there_too)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
