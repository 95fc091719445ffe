/* pcisph - predictive-corrective incompressible SPH: pressure from the density that the step would
   lead to (Solenthaler & Pajarola 2009, Algorithm 2).

   repeat
     predict   v*_i = v_i + dt a^p_i, x*_i = x_i + dt v*_i       v: with gravity, fields, viscosity
     density   X*_i = V0 sum_j W(x*_i - x*_j) + s*_i             X = rho / rho0, V0 = spacing^dim,
                                                                 s*: the walls' volume fraction
     correct   p_i += delta rho0 (X*_i - 1)
               delta = 1 / (2 (V0 dt)^2 sum |grad W|^2)          eq. 8, of the full lattice
     force     a^p_i = -1/m_i sum_j V0^2 (p_i + p_j) grad W_ij + what the walls add
   until the error is below max_density_error_ratio

   What differs from the paper: conjugate residuals lead p, which is smoothed and starts from the
   last pressure (sph/pressure.h); the mean error ends the loop by default; delta is at most 1 /
   stiffness of that, so that wide kernels stay stable. Of an error that stands when the sub-step
   begins only a share is asked to go (sph/pressure.h). In 3-D smoothing is off: with the cubic
   spline of two spacings it did more harm than the zigzag, now it does no good. A sub-step whose
   iterations make an error larger, and more than may stay, halves the next one (Ihmsen et al.
   2010).

   What differs from how it is often taught: a spiky kernel's delta does not fit the standard
   kernel's density, so one kernel does all. negative_pressure_scale scales a pressure below zero,
   which may come down again, not each negative increment. Collisions inside the loop are left to
   the walls' density; the core stops particles at faces after the last iteration. Lists are of the
   places at the start: a pair that comes within the support during the sub-step is felt in the
   next one. Where fluids differ in density, a pressure's force is more than the sum over
   pairs (sph/arrangement.h). */
#include "laguna_solver.h"

typedef struct pcisph {
  LG_PRESSURE_FIELDS;
  int density_error;
  float negative_pressure_scale;
  float shrink; /* state: the part of dt that is taken off after an error that grew; 0 usually */
} pcisph;

enum { BY_MAX, BY_AVERAGE };

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(pcisph),
    LG_SPH_ROWS(pcisph, 0.05, 0.5, 0),
    LG_SPH_KERNEL_ROW(pcisph),
    LG_SPH_REACH_ROWS(pcisph),
    LG_ROW_CHOICE(pcisph, density_error, BY_AVERAGE, "max|average",
                  "which density error the limit is for"),
    LG_DENSITY_ERROR_ROW(pcisph, "iterations end where this error of rho / rho0 can stand; max "
                                 "0.01 with 5 iterations is soft"),
    LG_ROW_INT(pcisph, min_iterations, 3, 1, 1000, "1", "iterations, at least"),
    LG_ROW_INT(pcisph, max_iterations, 300, 1, 10000, "1", "iterations, at most"),
    LG_ROW_FLOAT(pcisph, negative_pressure_scale, 0, 0, 1, "1",
                 "what is left of a pressure below zero"),
    LG_ROW_FLOAT(pcisph, warm_start, 1, 0, 1, "1",
                 "share of the last pressure that the iterations begin with; 0 as in the paper"),
    LG_ROW_BY_DIM(pcisph, smoothing, 0.05, 0, 0, 0.3, "1",
                  "holds zigzags of the pressure, which no density feels"),
    LG_EASED_ROW(pcisph),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {LG_KEEP_FLOAT(pcisph, shrink, 0, 1), LG_KEEP_END};

static const lg_column_def columns[] = {
    {"density", 1, "kg/m3", "SPH density, walls included, at the start of the sub-step"},
    {"pressure", 1, "Pa", "of the last iteration, also the next one's warm start"},
    LG_CROWDING_COLUMN,
    {NULL, 0, NULL, NULL}};

typedef struct job {
  const pcisph *solver;
  lg_step *s;
  lg_kernel kernel;
  lg_pressure pressure;
  lg_v4 *velocities;         /* pack {v*, *} */
  float *density, *crowding; /* columns: kg/m3; 1 (sph/crowding.h) */
  float v0;                  /* spacing^dim */
} job;

/* ---- an iteration --------------------------------------------------------------------------- */

/* v* = v + dt a^p; where it leads to, x* = x + dt v*, is asked for by the difference. */
static void predict_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_particles *c = j->s->particles;
  const lg_v4 *a = j->pressure.acceleration;
  for (size_t i = begin; i < end; i++) {
    j->velocities[i] = (lg_v4){0, 0, 0, 0};
    for (int k = 0; k < j->s->dim; k++) j->velocities[i][k] = c->v[k][i] + j->s->dt * a[i][k];
  }
}

/* Predicts the density and its variation, and updates the pressure. */
LG_INLINE void correct_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                            lg_keeping keeping) {
  const lg_step *s = j->s;
  const lg_pressure *pressure = &j->pressure;
  for (size_t i = begin; i < end; i++) {
    /* the walls where the particle will be, and bodies will have moved to */
    const float before = s->walls->fraction[i];
    float walls = -s->dt * s->bodies->flow[i];
    for (int k = 0; k < dim; k++) walls += s->walls->grad[k][i] * s->dt * j->velocities[i][k];

    /* predict density: (rho* - rho) / rho0 */
    float gains =
        j->v0 * lg_sph_number_gains(dim, type, &pressure->pairs, keeping, j->velocities, s->dt, i) +
        lg_clampf(walls, -before, 1 - before);

    /* predict density variation: rho*_err / rho0, of an error that stood when the sub-step began
       only the share that is taken back now */
    float error = pressure->source[i] + gains;
    pressure->error[i] = error;

    /* update pressure: p += delta rho*_err */
    pressure->change[i] = pressure->gain[i] * (error - pressure->level); /* gain: delta rho0 */
  }
}

static void correct_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  if (j->pressure.pairs.keeping) {
    LG_SPECIALISE(j->s->dim, j->kernel.type, correct_rows, j, begin, end, LG_KEPT)
  } else {
    LG_SPECIALISE(j->s->dim, j->kernel.type, correct_rows, j, begin, end, LG_NOT_KEPT)
  }
}

/* The loop of Algorithm 2, begun with its last line: the force of the pressure that the last
   iteration, or the last sub-step, left; then predict and correct. */
static lg_tally iterate(void *user) {
  job *j = user;
  lg_step *s = j->s;
  lg_tally error = {0};
  LG_STAGE(s->world, "solve/pressure") lg_pressure_force(&j->pressure);
  LG_STAGE(s->world, "solve/predict") {
    lg_par_for(s->threads, s->n, predict_block, j);
    lg_sph_update_ghosts(s, j->velocities, false);
  }
  LG_STAGE(s->world, "solve/correct") error = lg_pressure_correct(&j->pressure, correct_block);
  return error;
}

/* ---- the step ------------------------------------------------------------------------------- */

/* What the iterations begin with: delta, eq. 8, times rho0, Pa a unit of X, over what each particle
   weighs (gain holds its inertia before); the error that may stay; the warm start. */
static void begin_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_step *s = j->s;
  const lg_sph_lattice *lattice = &s->sph->lattice;
  const double v0dt = lg_cube((double)s->spacing, s->dim) * (double)s->dt;
  const float delta = (float)(1 / (2 * v0dt * v0dt * lattice->gradients));
  const float limited = delta * j->solver->density *
                        lg_minf(j->pressure.moment, j->pressure.relaxation);
  /* of a body's compliance, kg^-1, in units of what the full lattice gives way */
  const float ease = s->mass / (2 * (float)lattice->gradients);
  float *gain = j->pressure.gain;
  for (size_t i = begin; i < end; i++) {
    float c = j->crowding[i], standing = j->density[i] * j->v0 / s->particles->mass[i] - c;

    /* heavy neighbours need more; denser fluid, and a body that gives way, less */
    gain[i] = gain[i] * limited / (c * c) / (1.0f + s->bodies->compliance[i] * ease);

    /* what stands and is taken back, and the warm start */
    j->pressure.source[i] = lg_pressure_taken(&j->pressure, standing);
    lg_pressure_warm_start(&j->pressure, i, j->density[i]);
  }
}

/* False: no memory. */
static bool prepare(job *j) {
  lg_step *s = j->s;
  const pcisph *solver = j->solver;
  j->kernel = lg_sph_kernel(s, solver->kernel);
  if (!lg_sph_prepare(s, &j->kernel)) return false;
  if (!lg_pressure_prepare(&j->pressure, s, (const lg_pressure_rows *)solver, &j->kernel))
    return false;

  /* the pressure that is looked for */
  lg_pressure *pressure = &j->pressure;
  pressure->pressure = lg_step_column(s, "pressure");
  pressure->iterate = iterate;
  pressure->user = j;
  pressure->of_worst = solver->density_error == BY_MAX;
  s->stats->tolerance = lg_pressure_limit(pressure);
  pressure->tolerance = s->stats->tolerance * (double)pressure->relief;
  pressure->negative = solver->negative_pressure_scale;
  pressure->carries_weight = pressure->of_whole_velocity = true;

  j->velocities = s->sph->pack[2];
  j->density = lg_step_column(s, "density");
  j->crowding = lg_step_column(s, "crowding");
  j->v0 = lg_cubef(s->spacing, s->dim);
  return true;
}

static void step(void *self, lg_step *s) {
  pcisph *solver = self;
  const lg_fluid *fluid = self;
  job j = {.solver = solver, .s = s};
  float overlaps = 0;
  if (s->n == 0 || !prepare(&j)) return;
  lg_pressure *pressure = &j.pressure;

  /* density, and what the iterations begin with */
  LG_STAGE(s->world, "solve/density") {
    lg_sph_density(s, &j.kernel, pressure->positions, j.density);
    overlaps = lg_crowding_update(s, j.density, pressure->pressure, j.crowding, LG_CROWDING_YIELD,
                                  HUGE_VALF);
    lg_pressure_seal(pressure, j.density, j.crowding);
    lg_pressure_ease(pressure, j.density);
    lg_sph_inertia(s, &j.kernel, pressure->positions, pressure->gain);
    lg_par_for(s->threads, s->n, begin_block, &j);
  }

  /* v += dt a of viscosity, gravity and external forces */
  LG_STAGE(s->world, "solve/forces") {
    lg_sph_forces(s, &j.kernel, fluid, j.density, s->sph->pack);
    lg_sph_accelerate(s);
  }

  /* predict, correct, until the density error is small; again with a viscosity that is solved for
   */
  s->stats->iterations = lg_pressure_solve(pressure);
  if (lg_sph_viscosity(s, &j.kernel, fluid, j.density, pressure->acceleration, pressure->positions,
                       j.velocities))
    s->stats->iterations += lg_pressure_solve(pressure);
  solver->shrink = pressure->stalled ? 1 - 0.5f * (1 - solver->shrink) : 0.9f * solver->shrink;

  /* v += dt a^p; the core moves the particles */
  lg_pressure_accelerate(pressure, "pressure");
  LG_STAGE(s->world, "solve/shift")
    lg_sph_shift(s, &j.kernel, lg_sph_shifting(fluid, pressure->closed, 3), pressure->positions,
                 s->sph->pack[1]);
  lg_crowding_part(s, j.crowding, overlaps, pressure->positions);
  lg_crowding_part_pairs(s, pressure->pressure, pressure->positions);
}

static double max_dt(void *self, lg_step *s, const char **limit) {
  const pcisph *solver = self;
  double dt = lg_sph_max_dt(s, self, 0, limit);
  /* at the whole of the limit the pressure of a falling column zigzags faster than it is found */
  if (s->dim == 3) dt = lg_sph_bound(dt, 0.5 * lg_sph_force_dt(s), "force", limit);
  if (solver->shrink > 0.1f) *limit = "density error";
  return dt * (double)(1 - (solver->shrink > 0.1f ? lg_minf(solver->shrink, 0.97f) : 0));
}

const lg_kind LG_KIND(solver, pcisph) = {
    .name = "pcisph",
    .family = LG_FAMILY_SOLVER,
    .also = "predictive",
    .size = sizeof(pcisph),
    .params = rows,
    .state = state_fields,
    .doc = "Predictive-corrective SPH: incompressible, corrects the density it predicts.",
    .solver = {.columns = columns, .support = lg_sph_support, .max_dt = max_dt, .step = step}};
