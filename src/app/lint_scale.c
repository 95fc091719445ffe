/* lint_scale.c - lints of scale, before the first frame: units, and what particles of this size
   cannot resolve (layers, jets, sound, drops). */
#include "app/doctor.h"
#include "app/lint_look.h"

#include <math.h>
#include <string.h>

#define FEW_ACROSS     8      /* spacings across the world: less is no fluid */
#define STRONG_GRAVITY 100.0  /* m/s2: 981 is one in centimetres */
#define THICK          1000.0 /* Pa s: pitch has more, honey 10 */
#define LONG_SIDE      500.0  /* m: a river is shorter, half a metre in mm is not */
#define TOUCH          0.05   /* spacings: less is no gap */
#define FEW_LAYERS     3      /* particles across: fewer have no inside */
#define ASKEW          0.01   /* sine of the angle between a jet and gravity: less is upright */
#define FAST_SOUND     10     /* times the flow (Monaghan 1994): density varies by 1 % */
#define TOO_HEAVY      10     /* times what tension holds is what a particle weighs */

void lg_lint_coarse(const lg_linted *l, lg_id id) {
  lg_bounds b = lg_world_bounds(l->w);
  float shortest = b.max[0] - b.min[0], spacing = lg_world_spacing(l->w);
  for (int k = 1; k < b.dim; k++) shortest = fminf(shortest, b.max[k] - b.min[k]);
  if (shortest < FEW_ACROSS * spacing)
    lg_lint_found(l, id,
                  "world: with spacing = %g m only %.0f particles fit across %g m; make it smaller",
                  (double)spacing, (double)(shortest / spacing), (double)shortest);
}

static void viscosity(const lg_linted *l, lg_id id, const char *who) {
  lg_arg mu;
  if (lg_lint_get(l, id, "viscosity", &mu) && mu.v[0] > THICK)
    lg_lint_found(l, id,
                  "%s: viscosity of %g Pa s: are these mPa s? Honey has 10 Pa s, water 0.001", who,
                  mu.v[0]);
}

void lg_lint_units_of(const lg_linted *l, lg_id id) {
  if (lg_lint_family(l, id) == LG_FAMILY_MATERIAL) viscosity(l, id, lg_name(l->w, id));
}

void lg_lint_units(const lg_linted *l, lg_id id) {
  lg_bounds b = lg_world_bounds(l->w);
  lg_arg g;
  double size = 0, longest = 0;
  if (!lg_get(l->w, id, "gravity", &g)) return;

  /* Magnitudes that suggest another unit than the metre. */
  for (int k = 0; k < b.dim; k++) {
    size = fmax(size, fabs(g.v[k]));
    longest = fmax(longest, (double)(b.max[k] - b.min[k]));
  }

  if (size > STRONG_GRAVITY)
    lg_lint_found(l, id, "world: gravity of %g m/s2: are these centimetres? Lengths are in metres",
                  size);
  viscosity(l, lg_solver_id(l->w), "solver");
  if (longest > LONG_SIDE)
    lg_lint_found(l, id, "world: it is %g m long: are these millimetres? Lengths are in metres",
                  longest);
}

/* A built-in solver of a fluid; what a script makes of particles is its own. */
static const lg_solver_fns *fluid_of(const lg_linted *l) {
  const lg_kind *k = lg_kind_of(l->w, lg_solver_id(l->w));
  bool fluid = k && !lg_is_script(k) && (k->solver.support || k->solver.cells);
  return fluid ? &k->solver : NULL;
}

/* m/s2, and along which way. */
static double gravity_of(const lg_linted *l, double g[3]) {
  lg_arg a;
  if (!lg_get(l->w, lg_world_id(l->w), "gravity", &a)) return 0;
  for (int k = 0; k < 3; k++) g[k] = k < a.n ? a.v[k] : 0;
  return sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

/* ---- gaps ----------------------------------------------------------------------------------- */

/* m, from one solid through a point to another. */
static double through(const lg_linted *l, lg_id a, lg_id b, const float p[3]) {
  return fmax(0, (double)lg_distance(l->w, a, p)) + fmax(0, (double)lg_distance(l->w, b, p));
}

/* m, between two solids: a pattern search from the middle between their boxes; HUGE_VAL: these are
   farther apart than a spacing. */
static double between(const lg_linted *l, lg_id a, lg_id b) {
  float lo[2][3], hi[2][3], at[3] = {0, 0, 0}, spacing = lg_world_spacing(l->w);
  const int dim = lg_world_dim(l->w);
  if (!lg_extent(l->w, a, lo[0], hi[0]) || !lg_extent(l->w, b, lo[1], hi[1])) return HUGE_VAL;
  for (int k = 0; k < dim; k++) {
    float from = fmaxf(lo[0][k], lo[1][k]), to = fminf(hi[0][k], hi[1][k]);
    if (from - to >= spacing) return HUGE_VAL;
    at[k] = 0.5f * (from + to);
  }

  /* nearer and nearer: a step of half the length where no neighbour is better */
  double best = through(l, a, b, at);
  for (float step = spacing; step > 0.01f * spacing; step *= 0.5f)
    for (int k = 0; k < 2 * dim; k++) {
      float p[3] = {at[0], at[1], at[2]};
      p[k / 2] += k % 2 ? step : -step;
      double d = through(l, a, b, p);
      if (d >= best) continue;
      best = d;
      at[k / 2] = p[k / 2];
    }
  return best;
}

/* One that stands still. */
static bool is_wall(const lg_linted *l, lg_id id) {
  lg_face face;
  if (!lg_collider_stands(l->w, id) || strcmp(lg_kind_of(l->w, id)->name, "solid") != 0 ||
      !lg_collider_face(l->w, id, &face))
    return false;
  for (int k = 0; k < 3; k++)
    if (face.velocity[k] != 0 || face.angular[k] != 0) return false;
  return true;
}

/* A hole that a particle does not go through. */
void lg_lint_gap(const lg_linted *l, lg_id id) {
  const double spacing = (double)lg_world_spacing(l->w);
  if (!fluid_of(l) || !is_wall(l, id)) return;

  /* each pair once: those before it */
  for (int k = 0; k < lg_object_count(l->w); k++) {
    lg_id other = lg_object_at(l->w, k);
    if (other == id) return;
    double gap = is_wall(l, other) ? between(l, id, other) : 0;
    if (gap > TOUCH * spacing && gap < 0.99 * spacing)
      lg_lint_found(l, id,
                    "%s: between it and %s are %.3g m, less than a particle of spacing = %g m: "
                    "nothing flows through; make it %.2g m wide, or close it",
                    lg_name(l->w, id), lg_name(l->w, other), gap, spacing, FEW_LAYERS * spacing);
  }
}

/* ---- fluids --------------------------------------------------------------------------------- */

/* Pressure needs neighbours on all sides. */
void lg_lint_layers(const lg_linted *l, lg_id id) {
  lg_arg lattice;
  lg_id shape = lg_lint_shape(l, id);
  if (lg_lint_family(l, id) != LG_FAMILY_EMITTER || !shape || !fluid_of(l) ||
      !lg_lint_get(l, id, "lattice", &lattice))
    return;

  double spacing = (double)lg_world_spacing(l->w), thick = lg_lint_thickness(l, shape);
  if (thick < (FEW_LAYERS - 0.01) * spacing)
    lg_lint_found(l, id,
                  "%s: it is %.3g m thick, %.2g particles of spacing = %.3g m: a fluid needs %d or "
                  "more across; a spacing of %.2g m has as many",
                  lg_name(l->w, id), thick, thick / spacing, spacing, FEW_LAYERS,
                  thick / FEW_LAYERS);
}

/* Where all fall along one line, each stands on the one before: nothing pushes sideways. */
void lg_lint_nozzle(const lg_linted *l, lg_id id) {
  const lg_solver_fns *fluid = fluid_of(l);
  lg_arg d, spread;
  double g[3], size = gravity_of(l, g);
  if (lg_lint_family(l, id) != LG_FAMILY_EMITTER || !fluid || !fluid->support || size == 0 ||
      !lg_lint_get(l, id, "spread", &spread) || !lg_lint_get(l, id, "direction", &d))
    return;

  double length = sqrt(d.v[0] * d.v[0] + d.v[1] * d.v[1] + d.v[2] * d.v[2]);
  double along = (d.v[0] * g[0] + d.v[1] * g[1] + d.v[2] * g[2]) / (length * size);
  if (spread.v[0] < ASKEW && 1 - along * along < ASKEW * ASKEW)
    lg_lint_found(l, id,
                  "%s: a jet one particle wide (%.3g m) along gravity builds a tower of single "
                  "particles where it lands: give spread = 0.1, or take emitter.inlet, which has a "
                  "width",
                  lg_name(l->w, id), (double)lg_world_spacing(l->w));
}

/* Of a scene that went on, the doctor has said it. */
void lg_lint_unsafe(const lg_linted *l, lg_id id) {
  lg_why said;
  if (lg_world_frame(l->w) == 1 && lg_doctor_outruns(lg_world_stats(l->w), &said))
    lg_lint_found(l, id, "world: %s", said.text);
}

/* Monaghan 1994, "Simulating free surface flows with SPH": (v / c0)^2 is the share by which density
   varies. */
void lg_lint_soft(const lg_linted *l, lg_id id) {
  (void)id;
  lg_arg stiffness;
  if (!fluid_of(l) || !lg_lint_get(l, lg_solver_id(l->w), "stiffness", &stiffness) ||
      stiffness.v[0] >= FAST_SOUND)
    return;
  double c = stiffness.v[0];
  lg_lint_found(l, lg_solver_id(l->w),
                "solver: stiffness = %g: sound is only %g times as fast as the flow, and density "
                "varies by about %.2g %%; %d keeps that at %d %%",
                c, c, 100 / (c * c), FAST_SOUND, 100 / (FAST_SOUND * FAST_SOUND));
}

/* Bond number rho g dx^2 / sigma: what a particle weighs, over what tension holds. */
static void tension(const lg_linted *l, lg_id id, const char *who) {
  lg_arg sigma, rho;
  double g[3], size = gravity_of(l, g), dx = (double)lg_world_spacing(l->w);
  if (!fluid_of(l) || size == 0 || !lg_lint_get(l, id, "surface_tension", &sigma) ||
      !lg_lint_get(l, id, "density", &rho) || !(sigma.v[0] > 0))
    return;

  double bond = rho.v[0] * size * dx * dx / sigma.v[0];
  if (bond > TOO_HEAVY)
    lg_lint_found(l, id,
                  "%s: surface_tension = %g N/m holds drops of %.2g m, and a particle of %.2g m "
                  "weighs %.3g times what it holds: nothing of it shows; it wants a spacing below "
                  "%.2g m, or leave it out",
                  who, sigma.v[0], sqrt(sigma.v[0] / (rho.v[0] * size)), dx, bond,
                  sqrt(TOO_HEAVY * sigma.v[0] / (rho.v[0] * size)));
}

void lg_lint_tension(const lg_linted *l, lg_id id) {
  (void)id;
  tension(l, lg_solver_id(l->w), "solver");
}

void lg_lint_tension_of(const lg_linted *l, lg_id id) {
  if (lg_lint_family(l, id) == LG_FAMILY_MATERIAL) tension(l, id, lg_name(l->w, id));
}

/* Solvers that know but one viscosity take mud for water. */
void lg_lint_yield_of(const lg_linted *l, lg_id id) {
  lg_arg stress, index;
  const lg_solver_fns *fluid = fluid_of(l);
  if (lg_lint_family(l, id) != LG_FAMILY_MATERIAL || !fluid ||
      !lg_lint_get(l, id, "yield_stress", &stress) || !lg_lint_get(l, id, "thinning_index", &index))
    return;

  lg_arg solves;
  bool known = lg_lint_get(l, lg_solver_id(l->w), "viscosity_tolerance", &solves);
  if (!known && (stress.v[0] > 0 || index.v[0] < 1))
    lg_lint_found(l, id,
                  "%s: yield_stress and thinning_index count under wcsph, dfsph, pcisph and pbf, "
                  "not under solver.%s",
                  lg_name(l->w, id), lg_kind_of(l->w, lg_solver_id(l->w))->name);
}

/* Only mpm knows how far it is deformed. What a script makes of it is the script's. */
void lg_lint_elastic(const lg_linted *l, lg_id id) {
  const lg_kind *solver = lg_kind_of(l->w, lg_solver_id(l->w));
  if (lg_lint_family(l, id) != LG_FAMILY_MATERIAL || lg_is_script(solver)) return;
  const char *kind = lg_kind_of(l->w, id)->name;
  if (strcmp(kind, "fluid") != 0 && strcmp(solver->name, "mpm") != 0)
    lg_lint_found(l, id, "%s: material.%s is one under solver.mpm; under solver.%s %s",
                  lg_name(l->w, id), kind, solver->name,
                  fluid_of(l) ? "it is a fluid" : "its particles do not feel each other");
}

/* flash knows walls that push, and no fluid behind them that would hold its own. */
static void slip(const lg_linted *l, lg_id id, const char *who) {
  lg_arg value;
  if (strcmp(lg_kind_of(l->w, lg_solver_id(l->w))->name, "flash") != 0 ||
      !lg_get(l->w, id, "slip", &value) || !value.text || strcmp(value.text, "no") != 0)
    return;
  lg_lint_found(
      l, id,
      "%s: slip = \"no\" under solver.flash holds what lies on it, and fluid that nothing "
      "presses to it slides on; wcsph, dfsph, pcisph, pbf, flip and mpm hold that, too",
      who);
}

void lg_lint_slip(const lg_linted *l, lg_id id) { slip(l, id, "world"); }

void lg_lint_slip_of(const lg_linted *l, lg_id id) {
  const lg_kind *k = lg_kind_of(l->w, id);
  if (lg_lint_family(l, id) == LG_FAMILY_COLLIDER && lg_param_find(k, "slip"))
    slip(l, id, lg_name(l->w, id));
}

/* Where there is no tension, nothing pulls the surface to a wall. */
void lg_lint_angle(const lg_linted *l, lg_id id) {
  lg_arg angle, sigma;
  const lg_param *row = lg_param_find(lg_kind_of(l->w, id), "contact_angle");
  if (lg_lint_family(l, id) != LG_FAMILY_COLLIDER || !fluid_of(l) || !row ||
      !lg_lint_get(l, id, row->name, &angle) || fabs(angle.v[0] - row->def[0]) < 1e-3)
    return;

  const lg_id solver = lg_solver_id(l->w);
  const char *name = lg_kind_of(l->w, solver)->name;
  const bool knows = strcmp(name, "flip") == 0;
  if (knows && lg_lint_get(l, solver, "surface_tension", &sigma) && sigma.v[0] > 0) return;
  lg_lint_found(l, id,
                "%s: contact_angle counts under solver.flip with a surface_tension; under "
                "solver.%s%s it does nothing",
                lg_name(l->w, id), name, knows ? " without one" : "");
}
