/* The world's ledger: it closes against the measures under every solver while emitters, edges,
   fields, moving solids, bodies and scripts are at work; its entries against closed forms; and it
   changes no bit. */
#include "core/hall.h"

#include <stdio.h>

static const char *const solvers[] = {"particles", "wcsph", "dfsph", "pcisph",
                                      "pbf",       "flip",  "flash"};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

static double entry(const lg_world *w, lg_quantity of, const char *name, int k) {
  lg_entry e[LG_LEDGER_ENTRIES];
  int n = lg_ledger_entries(w, of, e, LG_LEDGER_ENTRIES);
  for (int i = 0; i < n; i++)
    if (strcmp(e[i].name, name) == 0) return e[i].value[k];
  fail_msg("there is no entry '%s'", name);
  return 0;
}
static double energy(const lg_world *w, const char *name) { return entry(w, LG_ENERGY, name, 0); }

static double measured(lg_world *w, const char *what, int k) {
  double v[3] = {0, 0, 0};
  if (!lg_measure(w, what, LG_NO_ARGS, v)) fail_msg("%s: %s", what, lg_error(w));
  return v[k];
}

/* ---- it closes ------------------------------------------------------------------------------ */

static bool kick(void *user, lg_world *w, double dt) {
  (void)user, (void)dt;
  lg_view v = lg_column_edit(w, "velocity");
  if (lg_world_frame(w) == 6)
    for (size_t i = 0; i < v.n; i++) v.c[0][i] += 0.2f;
  return true;
}

/* A dam that breaks onto a paddle which turns, with a tap, an open edge, a wind and a hook. */
static lg_world *busy(const char *solver, int dim, int64_t threads) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 2, 1) : lg_bounds3(0, 0, 0, 1, 1, 0.5f);
  def.spacing = dim == 2 ? 0.04f : 0.07f;
  def.threads = threads;
  def.edges[0][1] = LG_EDGE_OPEN;
  lg_world *w = lg_world_new(&def);
  if (!w) fail_msg("%s", def.error);
  if (!lg_set_solver(w, solver, LG_NO_ARGS)) fail_msg("%s", lg_error(w));

  lg_arg corner = at("max", dim, 0.5, 0.7, 0.5);
  lg_id dam = must(w, lg_add(w, "shape.box", LG_ARGS(corner)));
  must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", dam))));
  lg_arg place = at("translation", dim, dim == 2 ? 1.2 : 0.8, 0.2, 0.25);
  lg_arg low = at("min", dim, -0.15, -0.04, -0.2), high = at("max", dim, 0.15, 0.04, 0.2);
  lg_id bar = must(w, lg_add(w, "shape.box", LG_ARGS(low, high)));
  must(w, lg_add(w, "collider.solid",
                 LG_ARGS(lg_ref("shape", bar), place, turn("angular_velocity", dim, 3))));
  lg_arg tap = at("center", dim, 0.7, 0.9, 0.25), down = at("direction", dim, 0.4, -1, 0);
  must(w, lg_add(w, "emitter.point", LG_ARGS(tap, down, lg_num("speed", 1), lg_num("rate", 200))));
  must(w, lg_add(w, "field.drag", LG_ARGS(lg_num("coefficient", 0.01))));
  lg_before_step(w, kick, NULL);
  return w;
}

/* What is there, by the measures, against what was given, by the ledger. The run's own scale is all
   energy that changed its form: the sum of the entries' sizes. */
static void it_closes(void **state) {
  (void)state;
  for (int i = 0; i < 2 * SOLVERS; i++) {
    int dim = 2 + i / SOLVERS;
    const char *solver = solvers[i % SOLVERS];
    lg_world *w = busy(solver, dim, 2);
    lg_ledger_open(w, true);
    for (int f = 0; f < (dim == 2 ? 30 : 12); f++) step(w, DT);

    lg_entry e[LG_LEDGER_ENTRIES];
    double given = 0, scale = 0;
    int n = lg_ledger_entries(w, LG_ENERGY, e, LG_LEDGER_ENTRIES);
    for (int k = 0; k < n - 1; k++) {
      given += e[k].stored ? 0 : e[k].value[0];
      scale += fabs(e[k].value[0]);
    }
    assert_near(measured(w, "energy", 0), given, 1e-6 * scale);
    assert_near(measured(w, "mass", 0),
                entry(w, LG_MASS, "emitters", 0) + entry(w, LG_MASS, "lost", 0),
                1e-9 * measured(w, "mass", 0));
    for (int k = 0; k < dim; k++)
      assert_near(measured(w, "momentum", k), entry(w, LG_MOMENTUM, "momentum", k),
                  1e-9 * measured(w, "mass", 0));
    assert_near(energy(w, "error"), 0, 1e-6 * scale);
    assert_near(entry(w, LG_MOMENTUM, "error", 1), 0, 1e-6 * measured(w, "mass", 0));

    /* all of them are at work */
    static const char *const busy_ones[] = {"emitters", "script", "fields", "walls"};
    for (int k = 0; k < 4; k++)
      if (!(fabs(energy(w, busy_ones[k])) > 1e-6 * scale))
        fail_msg("%s in %d-D: '%s' has nothing", solver, dim, busy_ones[k]);
    if (getenv("LAGUNA_TRACE"))
      for (int k = 0; k < n; k++)
        printf("# %s %d-D %-10s %12.5g of %.5g\n", solver, dim, e[k].name, e[k].value[0], scale);
    lg_world_free(w);
  }
}

/* ---- closed forms --------------------------------------------------------------------------- */

/* A ball that falls from rest has as much more energy of motion as it has less in gravity; Verlet's
   parabola is exact. */
static void a_fall(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    lg_world *w = hall(dim, 10, 0, 0, 1);
    double m = 1000 * pow(0.05, dim), t = 30 * DT, fallen = 0.5 * 10 * t * t;
    put(w, 0, 1.5, 0, 0.3, 0, 0);
    lg_ledger_open(w, true);
    for (int i = 0; i < 30; i++) step(w, DT);
    assert_near(energy(w, "kinetic"), m * 10 * fallen, 1e-5 * m);
    assert_near(energy(w, "potential"), -m * 10 * fallen, 1e-5 * m);
    assert_near(energy(w, "steps"), 0, 1e-5 * m);
    assert_near(entry(w, LG_MOMENTUM, "gravity", 1), -m * 10 * t, 1e-5 * m);
    assert_near(entry(w, LG_MOMENTUM, "momentum", 0), 0, 1e-6 * m);
    lg_world_free(w);
  }
}

/* A drop that a liquid's solver moves falls by symplectic Euler: each sub-step loses m g^2 dt^2 / 2
   more height than its speed gains, which is what "steps" says. */
static void the_error_of_sub_steps(void **state) {
  (void)state;
  lg_world *w = hall(2, 10, 0, 0, 1);
  assert_true(lg_set_solver(w, "dfsph", LG_NO_ARGS));
  put(w, 0, 1.5, 0, 0, 0, 0);
  lg_ledger_open(w, true);
  double m = 1000 * pow(0.05, 2), expected = 0;
  for (int i = 0; i < 12; i++) {
    step(w, DT);
    double dt = DT / lg_world_stats(w)->substeps;
    expected -= lg_world_stats(w)->substeps * m * 100 * dt * dt / 2;
  }
  assert_near(energy(w, "steps"), expected, 0.001 * fabs(expected));
  assert_near(energy(w, "pressure"), 0, 1e-5 * m);
  lg_world_free(w);
}

/* Drag of rate c / m: v = v0 exp(-c t / m); Heun's error is below 1e-3 of what it took. */
static void a_drag(void **state) {
  (void)state;
  lg_world *w = hall(2, 0, 0, 0, 1);
  double m = 1000 * pow(0.05, 2), c = 2 * m, t = 30 * DT;
  put(w, 0, 0, 0, 1.5, 0.5, 0);
  must(w, lg_add(w, "field.drag", LG_ARGS(lg_num("coefficient", c))));
  lg_ledger_open(w, true);
  for (int i = 0; i < 30; i++) step(w, DT);
  double left = exp(-2 * c * t / m), taken = 0.5 * m * 2.5 * (left - 1);
  assert_near(energy(w, "fields"), taken, 1e-3 * fabs(taken));
  assert_near(energy(w, "kinetic"), taken, 1e-3 * fabs(taken));
  assert_near(energy(w, "walls"), 0, 1e-6 * fabs(taken));
  lg_world_free(w);
}

/* A body that is shot into water without gravity gives up its own energy of motion, and its
   momentum. */
static void what_a_body_gives(void **state) {
  (void)state;
  static const char *const names[] = {"wcsph", "dfsph", "pcisph", "pbf", "flip"};
  for (int i = 0; i < 5; i++) {
    lg_world_def def = lg_default_world();
    def.bounds = lg_bounds2(0, 0, 1.2f, 1);
    def.spacing = 0.03f;
    def.gravity[1] = 0;
    lg_world *w = lg_world_new(&def);
    assert_non_null(w);
    if (!lg_set_solver(w, names[i], LG_NO_ARGS)) fail_msg("%s", lg_error(w));
    lg_id pool = must(w, lg_add(w, "shape.box", LG_ARGS(lg_vec2("max", 1.2, 0.5))));
    must(w, lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", pool))));
    lg_id ball = must(w, lg_add(w, "shape.sphere", LG_ARGS(lg_num("radius", 0.12))));
    lg_id body = must(w, lg_add(w, "collider.body",
                                LG_ARGS(lg_ref("shape", ball), lg_vec2("translation", 0.6, 0.66),
                                        lg_vec2("velocity", 0, -1.5), lg_num("density", 500))));
    lg_ledger_open(w, true);
    for (int f = 0; f < 12; f++) step(w, DT);

    lg_arg v;
    assert_true(lg_get(w, body, "velocity", &v));
    double mass = 500 * 3.14159265 * 0.12 * 0.12, speed2 = v.v[0] * v.v[0] + v.v[1] * v.v[1];
    double lost = 0.5 * mass * (1.5 * 1.5 - speed2), p = mass * (v.v[1] + 1.5);
    assert_true(lost > 0.2 * mass);
    assert_near(energy(w, "solids"), lost, 0.02 * lost);
    assert_near(entry(w, LG_MOMENTUM, "solids", 1), -p, 0.02 * p);
    lg_world_free(w);
  }
}

/* ---- what it is not ------------------------------------------------------------------------- */

static uint64_t run(const char *solver, int dim, int64_t threads, bool open, double *pressure) {
  lg_world *w = busy(solver, dim, threads);
  lg_ledger_open(w, open);
  for (int f = 0; f < 8; f++) step(w, DT);
  uint64_t hash = lg_world_hash(w);
  *pressure = energy(w, "pressure");
  lg_world_free(w);
  return hash;
}

/* The same bits with and without, and its own bits are the same with 1, 3 and 7 threads. */
static void it_changes_nothing(void **state) {
  (void)state;
  for (int i = 0; i < SOLVERS; i++) {
    double none, one, many;
    uint64_t without = run(solvers[i], 2, 1, false, &none);
    assert_true(none == 0);
    assert_true(run(solvers[i], 2, 1, true, &one) == without);
    for (int64_t threads = 3; threads <= 7; threads += 4) {
      assert_true(run(solvers[i], 2, threads, true, &many) == without);
      assert_memory_equal(&many, &one, sizeof one);
    }
  }
}

static bool refuse(void *user, lg_world *w, double dt) {
  (void)user, (void)dt;
  return lg_refuse(w, "no");
}

/* A frame that was refused has not been; a ledger that is closed forgets. */
static void refused_and_closed(void **state) {
  (void)state;
  lg_world *w = hall(2, 10, 0, 0, 1);
  put(w, 0, 1.5, 0, 0, 0, 0);
  lg_ledger_open(w, true);
  step(w, DT);
  lg_entry before[LG_LEDGER_ENTRIES], after[LG_LEDGER_ENTRIES];
  int n = lg_ledger_entries(w, LG_ENERGY, before, LG_LEDGER_ENTRIES);
  lg_before_step(w, refuse, NULL);
  assert_false(lg_world_step(w, DT));
  lg_ledger_entries(w, LG_ENERGY, after, LG_LEDGER_ENTRIES);
  for (int i = 0; i < n; i++) assert_near(after[i].value[0], before[i].value[0], 1e-12);
  lg_ledger_open(w, false);
  assert_true(energy(w, "kinetic") == 0);
  assert_int_equal(lg_ledger_entries(NULL, LG_MASS, NULL, 0), 5);
  lg_world_free(w);
}

/* The measure's choices are the entries, in their order. */
static void the_measure_names_them(void **state) {
  (void)state;
  lg_world *w = hall(2, 10, 0, 0, 1);
  lg_entry e[LG_LEDGER_ENTRIES];
  put(w, 0, 1.5, 0, 0, 0, 0);
  int n = lg_ledger_entries(w, LG_ENERGY, e, LG_LEDGER_ENTRIES);
  char names[256] = "";
  for (int i = 0; i < n; i++) {
    snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? "|" : "", e[i].name);
    if (!lg_gauge_add(w, e[i].name, "ledger", LG_ARGS(lg_text("of", e[i].name))))
      fail_msg("%s", lg_error(w));
  }
  assert_string_equal(names, lg_param_find(lg_measure_find("ledger"), "of")->choices);
  for (int f = 0; f < 3; f++) step(w, DT);
  for (int i = 0; i < n; i++) assert_true(lg_gauge_at(w, i).value[0] == energy(w, e[i].name));
  assert_true(lg_gauge_at(w, 0).value[0] > 0);
  lg_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_closes),
                                     cmocka_unit_test(a_fall),
                                     cmocka_unit_test(a_drag),
                                     cmocka_unit_test(the_error_of_sub_steps),
                                     cmocka_unit_test(what_a_body_gives),
                                     cmocka_unit_test(it_changes_nothing),
                                     cmocka_unit_test(refused_and_closed),
                                     cmocka_unit_test(the_measure_names_them)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
