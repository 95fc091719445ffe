/* Solids that move at a given speed, in a pool, under every solver of liquids at its defaults, in
   2-D and 3-D: a belt and a lid to which water sticks, a thin paddle that turns, a piston (for
   0.6 s: later the narrow column that is left rises at 2.3 times its speed). Nothing is faster
   than 1.5 times the solid, 3 times where it splashes. What paddle and piston stir gains no
   more energy than they have worked, of their loads alone (the ledger's entries); what belts
   and lids drag, whose work no load tells, has less than if all of it went with them. */
#include "physics.h"

#define DX   0.02 /* m; in 3-D DEEP */
#define DEEP (1 / 30.0)
#define WIDE 0.4 /* m along z */

typedef struct mover {
  const char *name;
  double speed, bound, seconds; /* m/s, of its fastest point; in it; s */
  double viscosity;             /* Pa s */
  bool drags;                   /* along itself */
  void (*build)(lg_world *w);
} mover;

/* A point or vector, as the world has dimensions. */
static lg_arg at(const lg_world *w, const char *name, double x, double y, double z) {
  return lg_world_bounds(w).dim == 2 ? lg_vec2(name, x, y) : lg_vec3(name, x, y, z);
}

static lg_id box(lg_world *w, const double lo[3], const double hi[3]) {
  return lg_add(w, "shape.box",
                LG_ARGS(at(w, "min", lo[0], lo[1], lo[2]), at(w, "max", hi[0], hi[1], hi[2])));
}

static void solid(lg_world *w, const double lo[3], const double hi[3], lg_arg first,
                  lg_arg second) {
  const lg_arg args[] = {lg_ref("shape", box(w, lo, hi)), first, second, {0}};
  if (!lg_add(w, "collider.solid", args)) fail_msg("%s", lg_error(w));
}

static void water(lg_world *w, double x0, double y0, double x1, double y1) {
  lg_id fill = box(w, (const double[]){x0, y0, 0}, (const double[]){x1, y1, WIDE});
  assert_true(lg_add(w, "emitter.volume", LG_ARGS(lg_ref("shape", fill))) != 0);
}

static void belt(lg_world *w) {
  solid(w, (const double[]){-5, -1, -1}, (const double[]){5, 0.1, 2}, at(w, "velocity", 1, 0, 0),
        lg_text("slip", "no"));
  water(w, 0, 0.1, 1, 0.5);
}

static void lid(lg_world *w) {
  solid(w, (const double[]){-5, 0.5, -1}, (const double[]){5, 2, 2}, at(w, "velocity", 1, 0, 0),
        lg_text("slip", "no"));
  water(w, 0, 0, 1, 0.5);
}

/* A spacing thick; in 3-D with water at its ends, too. */
static void paddle(lg_world *w) {
  const double half = 0.5 * (double)lg_world_spacing(w);
  solid(w, (const double[]){-0.25, -half, -0.1}, (const double[]){0.25, half, 0.1},
        at(w, "translation", 0.5, 0.35, 0.5 * WIDE),
        lg_world_bounds(w).dim == 2 ? lg_num("angular_velocity", 10)
                                    : lg_vec3("angular_velocity", 0, 0, 10));
  water(w, 0, 0, 1, 0.6);
}

static void piston(lg_world *w) {
  solid(w, (const double[]){-0.05, -0.1, -1}, (const double[]){0, 1.1, 2},
        at(w, "translation", 0.1, 0, 0), at(w, "velocity", 0.5, 0, 0));
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

static lg_world *pool(int dim, const mover *how, const solver *by) {
  lg_world_def def = lg_default_world();
  def.bounds = dim == 2 ? lg_bounds2(0, 0, 1, 1) : lg_bounds3(0, 0, 0, 1, 1, (float)WIDE);
  def.spacing = (float)(dim == 2 ? DX : DEEP);
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

static bool holds(int dim, const mover *how, const solver *by) {
  lg_world *w = pool(dim, how, by);
  double most = 0, worst = -1e30, gained = 0, allowed = 0;
  step(w, 1e-4);
  lg_ledger_open(w, true);
  for (int f = 0; f < 60 * how->seconds; f++) {
    step(w, 1 / 60.0);
    allowed = limit(w, how, &gained);
    most = fmax(most, (double)lg_world_stats(w)->max_speed);
    worst = fmax(worst, gained - 1.05 * allowed);
  }
  const bool ok = most <= how->bound * how->speed && worst <= 1;
  print_message("%d-D %-13s %-7s at most %5.2f x its speed; gained %8.2f J of %8.2f J%s\n", dim,
                how->name, by->transfer ? by->transfer : by->name, most / how->speed, gained,
                allowed, ok ? "" : ": FAILS");
  lg_world_free(w);
  return ok;
}

static void bounded(int dim) {
  int failed = 0;
  for (size_t i = 0; i < sizeof movers / sizeof *movers; i++)
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++)
      if (!holds(dim, &movers[i], &solvers[k])) failed++;
  assert_int_equal(failed, 0);
}

static void speed_and_energy_are_bounded_2d(void **state) {
  (void)state;
  bounded(2);
}
static void speed_and_energy_are_bounded_3d(void **state) {
  (void)state;
  bounded(3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(speed_and_energy_are_bounded_2d),
                                     cmocka_unit_test(speed_and_energy_are_bounded_3d)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
