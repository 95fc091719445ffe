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
    assert_true(fabs(below.least - 4 / 3.5) < 0.07 && below.most < 1.15);
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
    assert_true(granted(w, 0, 2, 0, 1).most == 1);
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
  assert_true(left.most == 1);
  assert_true(fabs(right.least - 4 / 3.5) < 0.07);
  lg_world_free(w);
}

/* Tubes of two to four particles, 1 m high: whose surface is as narrow as a gap is open, keeps its
   height within a spacing and is granted nothing. */
static void narrow_tubes_are_open(void **state) {
  (void)state;
  static const char *const solvers[] = {"dfsph", "pcisph", "pbf"};
  for (int run = 0; run < 9; run++) {
    const double wide = (2 + run / 3) * (double)SPACING;
    const float fill[3] = {(float)wide, 1, 0};
    lg_world *w =
        filled_world(lg_bounds2(0, 0, 1, 1.4f), SPACING, solvers[run % 3], LG_NO_ARGS, fill);
    lg_id wall =
        lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", wide, -1), lg_vec2("max", wide + 0.2, 3)));
    assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", wall))));
    for (int f = 0; f < 180; f++) step(w, 1.0 / 60);

    const lg_view x = lg_column(w, "position");
    double top = 0;
    for (size_t i = 0; i < x.n; i++) top = fmax(top, (double)x.c[1][i]);
    assert_true(granted(w, 0, 1, 0, 2).most == 1);
    assert_true(fabs(top - 0.98) < (double)SPACING);
    lg_world_free(w);
  }
}

/* A pool that is 3 % too dense all over has a surface to swell at, and is granted nothing; with a
   plate on it, and water above, it is a chamber. */
static void pools_may_swell(void **state) {
  (void)state;
  for (int sealed = 0; sealed <= 1; sealed++) {
    const float pitch = 0.985f * SPACING, width = 26 * pitch, depth = 16 * pitch;
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, width, 1.2f);
    def.spacing = SPACING;
    def.threads = 1;
    lg_world *w = lg_world_new(&def);
    assert_true(lg_set_solver(w, "dfsph", LG_NO_ARGS));
    for (int i = 0; i < 26 * 16; i++) {
      const float at[3] = {((float)(i % 26) + 0.5f) * pitch, ((float)(i / 26) + 0.5f) * pitch, 0};
      assert_true(lg_particle_add(w, at, (float[3]){0, 0, 0}) >= 0);
    }
    for (int i = 0; sealed && i < 25 * 4; i++) {
      const float at[3] = {((float)(i % 25) + 0.5f) * SPACING,
                           depth + 0.1f + ((float)(i / 25) + 0.5f) * SPACING, 0};
      assert_true(lg_particle_add(w, at, (float[3]){0, 0, 0}) >= 0);
    }
    const double low = sealed ? (double)depth : 1;
    lg_id plate =
        lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", -1, low), lg_vec2("max", 3, low + 0.1)));
    assert_true(lg_add(w, "collider.solid", LG_ARGS(lg_ref("shape", plate))));
    step(w, 1e-5);
    const range c = granted(w, 0, 2, 0, (double)depth);
    print_message("a pool 3 %% too dense, %s: granted %.3f to %.3f\n", sealed ? "sealed" : "open",
                  c.least, c.most);
    assert_true(sealed ? c.least > 1.02 && c.most < 1.05 : c.most == 1);
    lg_world_free(w);
  }
}

/* A plate is taken away: three seconds later nothing is granted any more. */
static void opened_chambers_swell(void **state) {
  (void)state;
  lg_world *w = plated(2, "dfsph", -1, 0.14, false);
  settle(w);
  assert_true(granted(w, 0, 2, 0, 0.14).most > 1.05);
  lg_id plate = lg_find(w, "solid1");
  assert_true(plate && lg_remove(w, plate));
  for (int f = 0; f < 180; f++) step(w, 1.0 / 60);
  print_message("granted at most %.3f, 3 s after the plate was taken away\n",
                granted(w, 0, 2, 0, 2).most);
  assert_true(granted(w, 0, 2, 0, 2).most < 1.01);
  lg_world_free(w);
}

/* A body that floats above changes nothing below the plate. */
static void bodies_elsewhere_do_not_count(void **state) {
  (void)state;
  lg_world *w = plated(2, "dfsph", -1, 0.14, false);
  lg_id ball = lg_add(w, "shape.sphere", LG_ARGS(lg_vec2("center", 1, 1), lg_num("radius", 0.1)));
  assert_true(lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", ball), lg_num("density", 400))));
  settle(w);
  assert_true(fabs(granted(w, 0, 2, 0, 0.14).least - 4 / 3.5) < 0.07);
  lg_world_free(w);
}

/* In a chamber that a body touches a pressure can make room: it is granted nothing. */
static void bodies_make_room(void **state) {
  (void)state;
  for (int body = 0; body <= 1; body++) {
    lg_world *w = plated(2, "dfsph", -1, 0.3, false);
    lg_id ball =
        lg_add(w, "shape.sphere", LG_ARGS(lg_vec2("center", 1, 0.15), lg_num("radius", 0.08)));
    if (body)
      assert_true(
          lg_add(w, "collider.body", LG_ARGS(lg_ref("shape", ball), lg_num("density", 400))));
    step(w, 1e-5);
    const range c = granted(w, 0, 0.5, 0, 0.04);
    print_message("granted %.3f, %s\n", c.most, body ? "a body is there" : "no body");
    assert_true(body ? c.most == 1 : c.least > 1.02);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sealed_water_is_granted_what_it_has),
                                     cmocka_unit_test(what_fits_or_is_open_is_not),
                                     cmocka_unit_test(parts_stand_for_themselves),
                                     cmocka_unit_test(narrow_tubes_are_open),
                                     cmocka_unit_test(pools_may_swell),
                                     cmocka_unit_test(opened_chambers_swell),
                                     cmocka_unit_test(bodies_elsewhere_do_not_count),
                                     cmocka_unit_test(bodies_make_room)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
