/* The gauges "force" and "torque" of water at rest against closed forms: Archimedes on what is held
   under water or cut by its surface, off the lines of any grid, and the weight of the water above
   on a block that stands on the floor, which no water gets under. The block sinks into nothing, and
   no water is lost. */
#include "physics.h"

static const double G = 9.81, DX = 0.02, WIDTH = 1, DEPTH = 0.6;

/* A box in the tank: a `kind` collider.solid is held, collider.body stands or falls. */
static lg_world *tank(const char *solver, const lg_arg *args, const char *kind, double x0,
                      double y0, double x1, double y1, lg_id *box) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, (float)WIDTH, 1);
  def.spacing = (float)DX;
  def.threads = 1;
  lg_world *w = lg_world_new(&def);
  assert_true(w && lg_set_solver(w, solver, args));
  lg_id shape = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", x0, y0), lg_vec2("max", x1, y1)));
  *box = lg_add(w, kind, LG_ARGS(lg_ref("shape", shape)));
  if (strcmp(kind, "collider.body") == 0)
    assert_true(lg_set(w, *box, LG_ARGS(lg_num("density", 3000))));
  lg_id water = lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", WIDTH, DEPTH)));
  assert_true(*box && lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", water))));
  assert_true(lg_gauge_add(w, "force", "force", LG_ARGS(lg_ref("collider", *box))));
  assert_true(lg_gauge_add(w, "torque", "torque", LG_ARGS(lg_ref("collider", *box))));
  return w;
}

/* Means of the last second of three: force along x and y, torque about the origin. */
static void settle(lg_world *w, double mean[3]) {
  memset(mean, 0, 3 * sizeof *mean);
  for (int f = 0; f < 180; f++) {
    step(w, 1 / 60.0);
    lg_gauge force = lg_gauge_at(w, 0), torque = lg_gauge_at(w, 1);
    if (f < 120) continue;
    mean[0] += force.value[0] / 60;
    mean[1] += force.value[1] / 60;
    mean[2] += torque.value[0] / 60;
  }
}

typedef struct way {
  const char *solver, *transfer;
} way;
static const way ways[] = {{"wcsph", NULL}, {"dfsph", NULL}, {"pcisph", NULL},
                           {"pbf", NULL},   {"flip", NULL},  {"flip", "apic"}};
enum { WAYS = sizeof ways / sizeof *ways };

static lg_world *tank_of(const way *s, const char *kind, double x0, double y0, double x1, double y1,
                         lg_id *box) {
  return s->transfer
             ? tank(s->solver, LG_ARGS(lg_text("transfer", s->transfer)), kind, x0, y0, x1, y1, box)
             : tank(s->solver, LG_NO_ARGS, kind, x0, y0, x1, y1, box);
}

/* 3 % where all is under water, 5 % where the surface, which is known to a part of a spacing, cuts
   it; sideways and about its own middle 2 % of it and of its moment. */
static void bears(const way *s, const char *kind, double y0, double y1, double tolerance) {
  const double x0 = 0.35, x1 = 0.67, middle = 0.5 * (x0 + x1);
  /* the level that is left of the emitted water, which is not where the box is */
  double under = fmin(y1, DEPTH) - y0, exact = 1000 * G * (x1 - x0) * under, mean[3];
  lg_id box;
  lg_world *w = tank_of(s, kind, x0, y0, x1, y1, &box);
  if (strcmp(kind, "collider.body") == 0)
    assert_true(lg_set(w, box, LG_ARGS(lg_bool("held", true))));
  settle(w, mean);
  print_message("%s %s, %s: %.1f N of %.1f, %.1f N sideways, %.1f N m of %.1f\n", s->solver,
                s->transfer ? s->transfer : "", kind, mean[1], exact, mean[0], mean[2],
                exact * middle);
  assert_true(fabs(mean[1] - exact) < tolerance * exact);
  assert_true(fabs(mean[0]) < 0.02 * exact);
  assert_true(fabs(mean[2] - middle * mean[1] + 0.5 * (y0 + fmin(y1, DEPTH)) * mean[0]) <
              0.02 * exact * (x1 - x0));
  lg_world_free(w);
}

static void archimedes_under_water(void **state) {
  (void)state;
  for (int i = 0; i < WAYS; i++) bears(&ways[i], "collider.solid", 0.17, 0.39, 0.03);
}

static void archimedes_at_the_surface(void **state) {
  (void)state;
  for (int i = 0; i < WAYS; i++) bears(&ways[i], "collider.solid", 0.35, 0.75, 0.05);
}

/* Where viscosity is solved for a pressure is found twice, and counts once. Syrup still settles. */
static void archimedes_in_syrup(void **state) {
  (void)state;
  static const char *const solvers[] = {"dfsph", "pcisph", "flip"};
  for (int i = 0; i < 3; i++) {
    const double exact = 1000 * G * 0.32 * 0.22;
    double mean[3];
    lg_id box;
    lg_world *w = tank(solvers[i], LG_ARGS(lg_num("viscosity", 100)), "collider.solid", 0.35, 0.17,
                       0.67, 0.39, &box);
    settle(w, mean);
    print_message("%s, 100 Pa s: %.1f N of %.1f\n", solvers[i], mean[1], exact);
    assert_true(fabs(mean[1] - exact) < 0.08 * exact);
    lg_world_free(w);
  }
}

/* A body that is held bears what a solid does. */
static void held_bodies_bear_it_too(void **state) {
  (void)state;
  for (int i = 0; i < WAYS; i++) bears(&ways[i], "collider.body", 0.17, 0.39, 0.03);
}

static double mean_height(const lg_world *w) {
  lg_view x = lg_column(w, "position");
  double sum = 0;
  for (size_t i = 0; i < x.n; i++) sum += (double)x.c[1][i] / (double)x.n;
  return sum;
}

/* A block on the floor: 4 % of the weight above. It stays within a tenth of a spacing, and the
   water's middle within 2 % of its height. */
static void weight_on_a_standing_block(void **state) {
  (void)state;
  for (int i = 0; i < WAYS; i++) {
    const double x0 = 0.35, x1 = 0.67, top = 0.3, exact = -1000 * G * (x1 - x0) * (DEPTH - top);
    lg_id box;
    double mean[3];
    lg_world *w = tank_of(&ways[i], "collider.body", x0, 0, x1, top, &box);
    step(w, 1e-4);
    double before = mean_height(w), at = number(w, box, "translation", 1);
    settle(w, mean);
    double sunk = at - number(w, box, "translation", 1), after = mean_height(w);
    print_message("%s %s: %.1f N of %.1f; the block sank by %.2f spacings, the water by %.1f %%\n",
                  ways[i].solver, ways[i].transfer ? ways[i].transfer : "", mean[1], exact,
                  sunk / DX, 100 * (1 - after / before));
    assert_true(fabs(mean[1] - exact) < 0.04 * -exact);
    assert_true(fabs(sunk) < 0.1 * DX);
    assert_true(fabs(after - before) < 0.02 * before);
    lg_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(archimedes_under_water), cmocka_unit_test(archimedes_at_the_surface),
      cmocka_unit_test(archimedes_in_syrup), cmocka_unit_test(held_bodies_bear_it_too),
      cmocka_unit_test(weight_on_a_standing_block)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
