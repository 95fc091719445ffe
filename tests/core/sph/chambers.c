/* Sealed water that holds more than fits is granted a higher rest density: by as much as its layers
   are more than its height has room for; what is not sealed, or fits, is not. */
#include "physics/physics.h"

#define SPACING 0.04f

typedef struct range {
  double least, most;
} range;

/* Of the rest densities granted below and above a height, on an axis' part [from, to). */
static range granted(const lg_world *w, double from, double to, double low, double high) {
  const lg_view x = lg_column(w, "position"), c = lg_column(w, "crowding");
  range found = {HUGE_VAL, 0};
  for (size_t i = 0; i < x.n; i++) {
    const double at = (double)x.c[0][i], y = (double)x.c[1][i], own = (double)c.c[0][i];
    if (at < from || at >= to || y < low || y >= high) continue;
    found.least = fmin(found.least, own);
    found.most = fmax(found.most, own);
  }
  return found;
}

/* Water 0.8 m deep in a vessel 2 m wide; a plate of 2 spacings from `left` to the right, so high
   above the floor. */
static lg_world *plated(int dim, const char *solver, double left, double height, bool periodic) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 2, 1.2f) : lg_bounds3(0, 0, 0, 2, 1.2f, 0.2f);
  def.spacing = SPACING;
  def.threads = 1;
  if (periodic) def.edges[0][0] = def.edges[0][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  assert_true(lg_set_solver(w, solver, LG_NO_ARGS));

  /* the plate, and the water that it is put into */
  lg_arg min = lg_vec3("min", left, height, -1),
         max = lg_vec3("max", 3, height + 2 * (double)SPACING, 1);
  min.n = max.n = dim;
  lg_id plate = lg_add(w, "shape.box", LG_ARGS(min, max));
  assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plate))));
  min = lg_vec3("min", 0, 0, 0), max = lg_vec3("max", 2, 0.8, 0.2);
  min.n = max.n = dim;
  lg_id box = lg_add(w, "shape.box", LG_ARGS(min, max));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))));
  return w;
}

static void settle(lg_world *w) {
  for (int f = 0; f < 20; f++) step(w, 1.0 / 60);
}

/* Four layers where there is room for 3.5: all of them are granted 4 / 3.5, as near as densities at
   walls are right in fluid that is too dense; those above the plate nothing. */
static void sealed_water_is_granted_what_it_has(void **state) {
  (void)state;
  static const char *const solvers[] = {"dfsph", "pcisph", "pbf"};
  for (int run = 0; run < 9; run++) {
    const int dim = run < 6 ? 2 : 3;
    lg_world *w = plated(dim, solvers[run % 3], -1, 0.14, run / 3 == 1);
    settle(w);
    const range below = granted(w, 0, 2, 0, 0.14), above = granted(w, 0, 2, 0.3, 1);
    print_message("%s, %d-D: granted %.3f to %.3f below, %.3f to %.3f above\n", solvers[run % 3],
                  dim, below.least, below.most, above.least, above.most);
    assert_true(fabs(below.least - 4 / 3.5) < 0.07);
    assert_true(above.least == 1 && above.most == 1);
    lg_world_free(w);
  }
}

/* Three layers where there is room for three; and a hole that leads out, two spacings wide. */
static void what_fits_or_is_open_is_not(void **state) {
  (void)state;
  static const struct { double left, height; } runs[] = {{-1, 0.121}, {0.08, 0.14}};
  for (int run = 0; run < 2; run++) {
    lg_world *w = plated(2, "dfsph", runs[run].left, runs[run].height, false);
    settle(w);
    assert_true(granted(w, 0, 2, 0, 0.04).least == 1);
    assert_true(granted(w, 0, 2, 0.3, 1).most == 1);
    lg_world_free(w);
  }
}

/* A wall of two spacings parts a chamber into two, of which one is open: the other alone is one. */
static void parts_stand_for_themselves(void **state) {
  (void)state;
  lg_world *w = plated(2, "dfsph", 0.9, 0.14, false);
  lg_id wall = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", 0.9, -1), lg_vec2("max", 0.98, 0.2)));
  assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", wall))));
  settle(w);
  const range left = granted(w, 0, 0.9, 0, 0.04), right = granted(w, 1.02, 2, 0, 0.14);
  print_message("granted %.3f to %.3f left of the wall, %.3f to %.3f right of it\n", left.least,
                left.most, right.least, right.most);
  assert_true(left.least == 1);
  assert_true(fabs(right.least - 4 / 3.5) < 0.07);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sealed_water_is_granted_what_it_has),
                                     cmocka_unit_test(what_fits_or_is_open_is_not),
                                     cmocka_unit_test(parts_stand_for_themselves)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
