/* Solids that move at a given speed, in a pool, under every solver of liquids at its defaults, in
   2-D: a belt and a lid to which water sticks, a thin paddle that turns, a piston (for 0.6 s: later
   the narrow column that is left rises at 2.3 times its speed). Nothing is faster than 1.5 times
   the solid, 3 times where it splashes. What paddle and piston stir gains no more energy than they
   have worked, of their loads alone (the ledger's entries); what belts and lids drag, whose work no
   load tells, has less than if all of it went with them. */
#include "physics.h"

#define DX 0.02

typedef struct mover {
  const char *name;
  double speed, bound, seconds; /* m/s, of its fastest point; in it; s */
  double viscosity;             /* Pa s */
  bool drags;                   /* along itself */
  void (*build)(lg_world *w);
} mover;

static void solid(lg_world *w, const lg_arg *shape, const lg_arg *moves) {
  lg_id box = lg_add(w, "shape.box", shape);
  lg_arg args[8] = {lg_ref("shape", box)};
  int n = 1;
  while (moves[n - 1].name) {
    args[n] = moves[n - 1];
    n++;
  }
  if (!lg_add(w, "collider.solid", args)) fail_msg("%s", lg_error(w));
}

static void water(lg_world *w, double x0, double y0, double x1, double y1) {
  lg_id box = lg_add(w, "shape.box", LG_ARGS(lg_vec2("min", x0, y0), lg_vec2("max", x1, y1)));
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", box))) != 0);
}

static void belt(lg_world *w) {
  solid(w, LG_ARGS(lg_vec2("min", -5, -1), lg_vec2("max", 5, 0.1)),
        LG_ARGS(lg_vec2("velocity", 1, 0), lg_text("slip", "no")));
  water(w, 0, 0.1, 1, 0.5);
}

static void lid(lg_world *w) {
  solid(w, LG_ARGS(lg_vec2("min", -5, 0.5), lg_vec2("max", 5, 2)),
        LG_ARGS(lg_vec2("velocity", 1, 0), lg_text("slip", "no")));
  water(w, 0, 0, 1, 0.5);
}

static void paddle(lg_world *w) {
  solid(w, LG_ARGS(lg_vec2("min", -0.25, -0.5 * DX), lg_vec2("max", 0.25, 0.5 * DX)),
        LG_ARGS(lg_vec2("translation", 0.5, 0.35), lg_num("angular_velocity", 10)));
  water(w, 0, 0, 1, 0.6);
}

static void piston(lg_world *w) {
  solid(w, LG_ARGS(lg_vec2("min", -2 * DX, -0.1), lg_vec2("max", 0, 1.1)),
        LG_ARGS(lg_vec2("translation", 0.1, 0), lg_vec2("velocity", 0.5, 0)));
  water(w, 0.1, 0, 1, 0.4);
}

static const mover movers[] = {
    {"belt", 1, 1.5, 1, 0, true, belt},      {"viscous belt", 1, 1.5, 1, 1, true, belt},
    {"lid", 1, 1.5, 1, 0, true, lid},        {"viscous lid", 1, 1.5, 1, 1, true, lid},
    {"paddle", 2.5, 3, 2, 0, false, paddle}, {"piston", 0.5, 3, 0.6, 0, false, piston}};
typedef struct solver {
  const char *name, *transfer; /* NULL: it has none */
} solver;
static const solver solvers[] = {{"flip", "flip"}, {"flip", "apic"}, {"flip", "pic"},
                                 {"dfsph", NULL},  {"pcisph", NULL}, {"wcsph", NULL},
                                 {"pbf", NULL}};

static double entry(const lg_world *w, const char *name) {
  lg_entry e[LG_LEDGER_ENTRIES];
  int n = lg_ledger_entries(w, LG_ENERGY, e, LG_LEDGER_ENTRIES);
  for (int i = 0; i < n; i++)
    if (strcmp(e[i].name, name) == 0) return e[i].value[0];
  fail_msg("there is no entry '%s'", name);
  return 0;
}

static lg_world *pool(const mover *how, const solver *by) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = (float)DX;
  def.threads = 1;
  lg_world *w = lg_world_new(&def);
  lg_arg rows[] = {lg_num("viscosity", how->viscosity),
                   by->transfer ? lg_text("transfer", by->transfer) : (lg_arg){0},
                   {0}};
  assert_true(lg_set_solver(w, by->name, rows));
  how->build(w);
  return w;
}

/* J, that the water has gained and may have, up to 5 % of the latter. */
static double limit(lg_world *w, const mover *how, double *gained) {
  double mass[3];
  *gained = entry(w, "kinetic") + (how->drags ? 0 : entry(w, "potential"));
  assert_true(lg_measure(w, "mass", LG_NO_ARGS, mass) > 0);
  return how->drags ? 0.5 * mass[0] * how->speed * how->speed : entry(w, "solids");
}

static bool holds(const mover *how, const solver *by) {
  lg_world *w = pool(how, by);
  double most = 0, worst = -1e30, gained = 0, allowed = 0;
  step(w, 1e-4);
  lg_ledger_open(w, true);
  for (int f = 0; f < 60 * how->seconds; f++) {
    step(w, 1 / 60.0);
    allowed = limit(w, how, &gained);
    most = fmax(most, (double)lg_world_stats(w)->max_speed);
    worst = fmax(worst, gained - 1.05 * allowed);
  }
  print_message("%-13s %-7s at most %5.2f x its speed; gained %8.2f J of %8.2f J\n", how->name,
                by->transfer ? by->transfer : by->name, most / how->speed, gained, allowed);
  lg_world_free(w);
  return most <= how->bound * how->speed && worst <= 1;
}

static void speed_and_energy_are_bounded(void **state) {
  (void)state;
  int failed = 0;
  for (size_t i = 0; i < sizeof movers / sizeof *movers; i++)
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
      if (!holds(&movers[i], &solvers[k])) failed++;
  assert_int_equal(failed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(speed_and_energy_are_bounded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
