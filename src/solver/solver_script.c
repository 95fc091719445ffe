/* solver.script - a solver whose stages a host writes: in Lua, lg.solver.script { step = ... }.

   It finds what the host builds on, and nothing else: particles sorted into cells of the support,
   the walls about each of them as columns (walls.h: the volume fraction s, and grad s), the
   acceleration of gravity and fields. The host leaves the new velocity in `velocity`; the core
   moves the particles and stops them at walls.

   Bodies are pushed by what columns `pressure` and `density` say, if the host has both: each
   particle pushes the solid beside it with m rho0 2 p / rho^2 grad s, the answer to a wall of fluid
   at rest density rho0 = m / V0 that mirrors its pressure,
   dv/dt -= 2 rho0 p / rho^2 grad s. */
#include "laguna_solver.h"

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(lg_script),
    LG_ROW_BY_DIM(lg_script, support, 3.2, 2.3, 1.5, 6, "spacings",
                  "support radius: who is a neighbour in p:sum"),
    LG_ROW_CHOICE(lg_script, kernel, LG_WENDLAND_C2, LG_KERNEL_CHOICES,
                  "smoothing kernel of q.W, q.gradW, q.laplacian and of walls"),
    LG_ROWS_END};

static const lg_column_def columns[] = {
    {"wall", 1, "1", "volume fraction of the support that solids fill"},
    {"wall_gradient", 0, "1/m", "its gradient, which points into the solid"},
    {NULL, 0, NULL, NULL}};

/* No particle goes further in a sub-step, whatever the host allows; m over spacings. */
#define CFL 0.5f

/* ---- walls ---------------------------------------------------------------------------------- */

static bool see_walls(const lg_script *solver, lg_step *s) {
  lg_kernel kernel = lg_sph_kernel(s, solver->kernel);
  bool ok = false;
  LG_STAGE(s->world, "solve/walls")
    ok = lg_walls_prepare(s->world, &kernel) && lg_walls_sample(s->world, false) &&
         lg_bodies_sample(s->world);
  if (!ok) return false;

  const lg_col *gradient = lg_particles_column(s->particles, "wall_gradient");
  memcpy(lg_step_column(s, "wall"), s->walls->fraction, s->n * sizeof(float));
  for (int k = 0; k < s->dim; k++) memcpy(gradient->c[k], s->walls->grad[k], s->n * sizeof(float));
  return true;
}

/* The other half of what the host's pressure does at walls. */
static void push_bodies(lg_step *s) {
  const lg_col *pressure = lg_particles_column(s->particles, "pressure"),
               *density = lg_particles_column(s->particles, "density");
  if (s->bodies->n == 0 || !pressure || !density) return;

  /* the walls' part of each particle, from what the script left in its columns */
  const float v0 = lg_cubef(s->spacing, s->dim);
  for (size_t i = 0; i < s->n; i++) {
    float volume = s->particles->mass[i] / lg_maxf(density->c[0][i], FLT_MIN);
    if (s->walls->fraction[i] > 0)
      lg_bodies_record(s->bodies, i, 2 * volume * volume * pressure->c[0][i] / v0, 0);
  }

  lg_bodies_pressure(s->world, s->dt);
  lg_bodies_apply(s->world);
}

static lg_tally too_dense(void *user, size_t begin, size_t end) {
  const lg_step *s = user;
  const float *density = lg_particles_column(s->particles, "density")->c[0];
  const float v0 = lg_cubef(s->spacing, s->dim);
  lg_tally error = {0};
  for (size_t i = begin; i < end; i++) {
    float x = density[i] * v0 / s->particles->mass[i];
    error.sum += (double)lg_maxf(x - 1, 0);
    error.most = lg_maxf(error.most, x - 1);
  }
  return error;
}

/* Statistics, where there is a density. */
static void note_density(lg_step *s) {
  lg_tally *partial = lg_scratch(s->world, lg_blocks(s->n) * sizeof *partial);
  if (!partial || !lg_particles_column(s->particles, "density")) return;
  lg_tally error = lg_par_tally(s->threads, s->n, too_dense, s, partial);
  lg_sph_density_error(s, &error);
}

/* ---- the step ------------------------------------------------------------------------------- */

static void step(void *self, lg_step *s) {
  const lg_script *solver = self;
  if (s->n == 0) return;
  if (!solver->step) { /* without stages: as they fall */
    lg_particles_accelerate(s);
    return;
  }

  s->failed = !see_walls(solver, s);
  s->refused = !s->failed && !solver->step(solver->user, s->world, (double)s->dt);
  if (s->failed || s->refused) return;
  push_bodies(s);
  note_density(s);
}

static double max_dt(void *self, lg_step *s, const char **limit) {
  const lg_script *solver = self;
  const float speed = lg_max_speed(s);
  double dt = speed > 0 ? (double)(CFL * s->spacing / speed) : HUGE_VAL;
  *limit = "cfl";
  if (!solver->max_dt || s->n == 0) return dt;

  double asked = solver->max_dt(solver->user, s->world, (double)s->dt);
  if (asked < dt) *limit = "script";
  return fmin(asked, dt);
}

const lg_kind LG_KIND(solver, script) = {.name = "script",
                                         .family = LG_FAMILY_SOLVER,
                                         .doc = "A solver of one's own, in Lua: stages, parameters "
                                                "and columns of a paper, at native speed.",
                                         .also = "lua|own|custom",
                                         .size = sizeof(lg_script),
                                         .params = rows,
                                         .solver = {.columns = columns,
                                                    .hosted = true,
                                                    .support = lg_sph_support,
                                                    .max_dt = max_dt,
                                                    .step = step}};
