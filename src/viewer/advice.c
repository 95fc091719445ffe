/* advice.c - the spacing, and the solver, with which a scene would keep up with the clock. */
#include "viewer/advice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STANDARD "flip" /* who would keep up where the others do not */

/* What a sub-step of the others takes, in those of flip with as many particles: README's dam break
   (tests/bench/solvers.lua), 10 064 particles in 2-D and 30 100 in 3-D, default parameters. */
static const struct {
  const char *solver;
  double cost[2]; /* 2-D, 3-D */
} others[] = {{"wcsph", {0.48, 0.66}},
              {"dfsph", {1.05, 2.06}},
              {"pbf", {1.37, 2.36}},
              {"pcisph", {2.10, 3.62}}};

static double default_of(const char *row, int dim) {
  const lg_param *p = lg_param_find(lg_kind_find("solver." STANDARD), row);
  return p->def[(p->flags & LG_BY_DIM) && dim == 3];
}

/* The sub-steps of flip's frame, as if all of the flow were as fast as the fastest, up to twice too
   many: no farther than its cfl, also by what gravity adds to its speed. */
static double sub_steps(const lg_world *w, double frames) {
  const int dim = lg_world_dim(w);
  const double way = default_of("cfl", dim),
               cell = (double)lg_world_spacing(w) *
                      pow(default_of("particles_per_cell", dim), 1.0 / dim);
  lg_arg gravity;
  double g = 0;
  if (lg_get(w, lg_world_id(w), "gravity", &gravity))
    for (int k = 0; k < gravity.n; k++) g += gravity.v[k] * gravity.v[k];
  const double speed = lg_world_stats(w)->max_speed + sqrt(cell * sqrt(g));
  return fmax(1, ceil(speed / (way * cell * frames)));
}

/* s that a frame would take with flip in place of the world's solver; it has to be one of those
   that know each other by the table. */
static double by_standard(const lg_world *w, double step, double frames) {
  const lg_kind *solver = lg_kind_of(w, lg_solver_id(w));
  const double now = fmax(1, lg_world_stats(w)->substeps);
  for (size_t i = 0; solver && i < sizeof others / sizeof *others; i++)
    if (strcmp(solver->name, others[i].solver) == 0)
      return step * sub_steps(w, frames) / (now * others[i].cost[lg_world_dim(w) == 3]);
  return INFINITY;
}

/* Two digits, not below. */
static double round_up(double x) {
  double unit = pow(10, floor(log10(x)) - 1);
  return unit * ceil(x / unit - 1e-6);
}

lg_advice lg_advise(const lg_world *first, int worlds, double step, double other, double frames) {
  /* What is left of a frame for its step; where the rest takes it all, a quarter. */
  const double whole = 1 / frames, left = fmax(whole - other, whole / 4);
  lg_advice a = {.share = whole / fmax(step + other, 1e-9), .solver = ""};

  /* The work of a frame grows as spacing^-(dim + 1): there are spacing^-dim particles, and
     sub-steps as short as the spacing is. */
  const double coarser = pow(fmax(1, step / left), 1.0 / (lg_world_dim(first) + 1));
  a.spacing = round_up((double)lg_world_spacing(first) * coarser);

  if (worlds == 1 && by_standard(first, step, frames) < left / LG_ADVICE_LATE)
    snprintf(a.solver, sizeof a.solver, "%s", STANDARD);
  return a;
}

void lg_advice_say(const lg_advice *a, char *out, size_t bytes) {
  snprintf(out, bytes, "%.1g x real time: spacing = %g%s%s%s would keep up", a->share, a->spacing,
           *a->solver ? ", or solver " : "", a->solver, *a->solver ? "," : "");
}
