/* dfsph - divergence-free SPH: two pressure solves a step, so that neither the density nor its
   rate is wrong (Bender & Koschier 2015, 2017).

   X_i = V0 (sum_j W_ij + s_i / V0) = rho_i / rho0_i         V0 = spacing^dim, s_i: the walls'
                                                             volume fraction
   D X_i / Dt = V0 sum_j v_ij . grad W_ij + v_i . grad s_i   Algorithm 2, first loop
   A_i = |sum_j grad W_ij + grad s_i / V0|^2 / m_i + sum_j |grad W_ij|^2 / m_j
                                                             of equal masses rho_i / (m^3 alpha_i)
                                                             with the paper's alpha, walls included

   1. divergence-free solver (Algorithm 2)   p >= 0 so that D X / Dt <= 0 after dt of its
                                             acceleration
   2. constant density solver (Algorithm 3)  p >= 0 so that X(x + dt v) <= 1, with gravity and
                                             all other forces in v
   Both are p_i += gain_i e_i with gain_i = w / (dt^2 V0^3 A_i) and e_i what X would have too
   much after dt: relaxed Jacobi, led by conjugate residuals (sph/pressure.h). Near rest density p_i
   is rho0 kappa_i: with w = 1 and e_i = (rho*_i - rho0) / rho0 it is Algorithm 3's kappa_i =
   (rho*_i - rho0) / dt^2 alpha_i, with e_i = dt D X_i / Dt Algorithm 2's kappa^v_i = 1 / dt D
   rho_i / Dt alpha_i.

   What differs from the paper: pressures (Pa, columns, without a dt in them) stand for its kappa
   and kappa^v. rho* is the density of x + dt v*; rho + dt D rho / Dt leaves its error of second
   order, 0.042 % of a 3-D dam break for 0.025. Warm start: both pressures, whole, not halved as in
   the paper, since the iteration takes back what is too much, and a tank at rest keeps what it
   found. End: the mean of |e| under pressure is below the limit; the paper looks at max(e, 0) only
   and so keeps what a warm start has too much of. A density that is too high when the sub-step
   begins is taken back over a few of them (sph/pressure.h). The divergence solve leaves out
   particles with few neighbours, the wall counted (Bender & Koschier 2017): spray has no
   divergence worth the name. Where fluids differ in density, a pressure's force is more
   than the sum over pairs (sph/arrangement.h).

   In 3-D smoothing is off: with 0.05, under the cubic spline of two spacings, a part of the lattice
   of a tank at rest swung as one; now it does no good.

   A tank's pressure is as good as the limit: under a column of height H a mean error e of X is an
   error of e H / dt^2 in the acceleration, m/s2, that the pressure answers with.
   Longer than a kind should be: it is two solves, and one look at
   the neighbours gives what both begin with. */
#include "laguna_solver.h"

typedef struct dfsph {
  LG_PRESSURE_FIELDS;
  float max_divergence_error_ratio;
  bool divergence_solve;
} dfsph;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(dfsph),
    LG_SPH_ROWS(dfsph, 0.05, 0.5, 0),
    LG_SPH_KERNEL_ROW(dfsph),
    LG_SPH_REACH_ROWS(dfsph),
    LG_DENSITY_ERROR_ROW(dfsph, "the density solve ends where this mean error can stand"),
    LG_ROW_FLOAT(dfsph, max_divergence_error_ratio, 1e-3, 1e-7, 1, "1",
                 "the divergence solve ends below this mean rate times dt"),
    LG_ROW_INT(dfsph, min_iterations, 2, 0, 1000, "1", "iterations of the density solve, at least"),
    LG_ROW_INT(dfsph, max_iterations, 300, 1, 10000, "1", "iterations of either solve, at most"),
    LG_ROW_BOOL(dfsph, divergence_solve, true, "whether the rate of the density is corrected too"),
    LG_ROW_FLOAT(dfsph, warm_start, 1, 0, 1, "1",
                 "share of the last pressures that a solve begins with"),
    LG_ROW_BY_DIM(dfsph, smoothing, 0.05, 0, 0, 0.3, "1",
                  "holds zigzags of the pressure, which no density feels"),
    LG_EASED_ROW(dfsph),
    LG_ROWS_END};

static const lg_column_def columns[] = {
    {"density", 1, "kg/m3", "SPH density, walls included, at the start of the sub-step"},
    {"pressure", 1, "Pa", "what both solves asked for, never negative"},
    {"density_pressure", 1, "Pa", "of the density solve: its warm start"},
    {"divergence_pressure", 1, "Pa", "of the divergence solve: its warm start"},
    LG_CROWDING_COLUMN,
    {NULL, 0, NULL, NULL}};

typedef struct job {
  const dfsph *solver;
  lg_step *s;
  const char *loop; /* the stage that an iteration is */
  lg_kernel kernel;
  lg_pressure pressure;      /* gain: alpha / dt^2; source: e without pressure */
  lg_v4 *velocities;         /* pack {v, *} */
  float *density, *crowding; /* columns: kg/m3; 1 (sph/crowding.h) */
  float *total;              /* column: of both pressures */
  float v0;                  /* spacing^dim */
  float least;               /* of A m: keeps the pressure of spray finite */
  float full;                /* neighbours of a particle in the full lattice */
} job;

/* ---- density, factor alpha and divergence --------------------------------------------------- */

typedef struct sums {
  float number;      /* sum W */
  float gradient[3]; /* sum grad W */
  float gradients;   /* sum |grad W|^2 / m */
  float divergence;  /* sum v_ij . grad W */
} sums;

/* All that one look at the neighbours gives. */
LG_INLINE sums sums_of(int dim, lg_kernel_type type, const job *j, size_t i) {
  /* without the kernel's constants w0 and f0 */
  const lg_v8 none = lg_v8_all(0);
  lg_v8 number = none, gradient[3] = {none, none, none}, gradients = none, divergence = none;
  LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
    lg_pairs x = lg_pairs_of(dim, j->pressure.positions, i, at),
             v = lg_pairs_of(dim, j->velocities, i, at);
    lg_v8 q = lg_v8_sqrt(x.r2) * j->kernel.inverse, g = lg_kernel_g(type, q);
    number += lg_kernel_f(type, q);
    lg_pairs_add(dim, gradient, g, &x);
    gradients += g * g * x.r2 / lg_v8_max(x.w, lg_v8_all(FLT_MIN));
    divergence += g * lg_pairs_dot(dim, &x, &v);
  }

  const float f0 = j->kernel.f0, own = lg_kernel_f(type, none)[0];
  return (sums){
      j->kernel.w0 * (lg_v8_sum(number) + own),
      {f0 * lg_v8_sum(gradient[0]), f0 * lg_v8_sum(gradient[1]), f0 * lg_v8_sum(gradient[2])},
      f0 * f0 * lg_v8_sum(gradients),
      f0 * lg_v8_sum(divergence)};
}

LG_INLINE void density_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                            lg_tally *error) {
  const lg_step *s = j->s;
  const lg_walls *walls = s->walls;
  const float enough = dim == 2 ? 7 : 20, dt2v3 = s->dt * s->dt * j->v0 * j->v0 * j->v0;
  for (size_t i = begin; i < end; i++) {
    sums sum = sums_of(dim, type, j, i);
    float mass = s->particles->mass[i], squared = 0, through = 0;

    /* density */
    float density = j->v0 * sum.number + walls->fraction[i]; /* over rho0 */
    j->density[i] = density * mass / j->v0;
    error->sum += (double)lg_maxf(density - 1.0f, 0);
    error->most = lg_maxf(error->most, density - 1.0f);

    /* A, and gain = w / (dt^2 V0^3 A) */
    for (int k = 0; k < dim; k++) {
      float g = sum.gradient[k] + walls->grad[k][i] / j->v0;
      squared += g * g;
      through += s->particles->v[k][i] * walls->grad[k][i];
    }
    float factor = lg_maxf(squared / mass + sum.gradients, j->least / mass) +
                   s->bodies->compliance[i];
    j->pressure.gain[i] = j->pressure.relaxation / (dt2v3 * factor);

    /* dt D X / Dt, but of spray (enough: Bender & Koschier 2017): -1, so that p is clamped to 0 */
    bool spray = (float)s->neighbors->count[i] + walls->fraction[i] * j->full < enough;
    through -= s->bodies->flow[i];
    j->pressure.source[i] = spray ? -1 : s->dt * (j->v0 * sum.divergence + through);
  }
}

static lg_tally density_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally error = {0};
  LG_SPECIALISE(j->s->dim, j->kernel.type, density_rows, j, begin, end, &error)
  return error;
}

/* Returns the rate of overlaps: sph/crowding.h. */
static float density_and_factor(job *j) {
  lg_step *s = j->s;

  /* one look at the neighbours, of positions and velocities */
  lg_sph_pack(s, j->pressure.positions, s->particles->x, s->particles->mass, true);
  lg_sph_pack(s, j->velocities, s->particles->v, s->particles->mass, false);
  lg_bodies_flow(s->world, true, false);
  lg_tally error = lg_sph_tally(s, density_block, j);
  lg_sph_density_error(s, &error);

  /* what the density says of the fluid */
  float overlaps =
      lg_crowding_update(s, j->density, j->total, j->crowding, LG_CROWDING_YIELD, HUGE_VALF);
  lg_pressure_seal(&j->pressure, j->density, j->crowding);
  lg_pressure_ease(&j->pressure, j->density);
  lg_crowding_soften(s, j->crowding, overlaps, j->pressure.gain);
  return overlaps;
}

/* ---- the solvers ---------------------------------------------------------------------------- */

/* rho* - rho0 = rho - rho0 + what the velocity leads to, of all but the pressure; dt D rho / Dt
   would be wrong by the square of dt |grad v|. */
LG_INLINE void predict_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  for (size_t i = begin; i < end; i++) {
    float standing = j->density[i] * j->v0 / s->particles->mass[i] - j->crowding[i], walls = 0;
    for (int k = 0; k < dim; k++) walls += j->velocities[i][k] * s->walls->grad[k][i];
    j->pressure.source[i] = lg_pressure_taken(&j->pressure, standing) +
                            j->v0 * lg_sph_number_gains(dim, type, &j->pressure.pairs, LG_NOT_KEPT,
                                                        j->velocities, s->dt, i) +
                            s->dt * (walls - s->bodies->flow[i]);
  }
}

static void predict_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel.type, predict_rows, j, begin, end)
}

/* dt D X / Dt of the velocity that the pressure adds. */
LG_INLINE float rate(int dim, lg_kernel_type type, const job *j, size_t i, lg_keeping keeping) {
  const lg_step *s = j->s;
  const lg_v4 *acceleration = j->pressure.acceleration;
  const lg_kept_pairs *pairs = &j->pressure.pairs;
  lg_v8 *next = lg_kept_pairs_of(dim, pairs, i), differs = lg_v8_all(0);
  LG_EACH_NEIGHBOR(s->neighbors, i, at) {
    const lg_pairs a = lg_pairs_of(dim, acceleration, i, at);
    const lg_pair_terms pair = lg_pair_terms_next(dim, type, pairs, keeping, i, at, &next);
    lg_v8 dot = pair.d[0] * a.d[0] + pair.d[1] * a.d[1];
    if (dim == 3) dot += pair.d[2] * a.d[2];
    differs += pair.slope * dot;
  }

  float sum = j->v0 * (j->kernel.f0 * lg_v8_sum(differs));
  for (int k = 0; k < dim; k++) sum += acceleration[i][k] * s->walls->grad[k][i];
  return s->dt * (s->dt * sum - s->bodies->flow[i]);
}

/* p += gain (X* - 1), or gain dt D X / Dt; pressure->change: what is added. */
LG_INLINE void correct_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                            lg_keeping keeping) {
  const lg_pressure *pressure = &j->pressure;
  for (size_t i = begin; i < end; i++) {
    float error = pressure->source[i] + rate(dim, type, j, i, keeping);
    pressure->change[i] = pressure->gain[i] * error;
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

/* A stage of either loop. */
static lg_tally iterate(void *user) {
  job *j = user;
  lg_tally error = {0};
  LG_STAGE(j->s->world, j->loop) {
    lg_pressure_force(&j->pressure);
    error = lg_pressure_correct(&j->pressure, correct_block);
  }
  return error;
}

static void warm_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) lg_pressure_warm_start(&j->pressure, i, j->density[i]);
}

/* What a loop begins with, from the source on: the pressure of column `name`. */
static void begin_loop(job *j, const char *name) {
  j->pressure.pressure = lg_step_column(j->s, name);
  lg_pressure_level(&j->pressure, j->pressure.source);
  lg_par_for(j->s->threads, j->s->n, warm_block, j);
}

/* Algorithm 2: correctDivergenceError. Returns the iterations. */
static int correct_divergence(job *j) {
  lg_pressure *pressure = &j->pressure;
  if (!j->solver->divergence_solve) return 0;
  j->loop = "solve/divergence_free";
  pressure->tolerance = (double)j->solver->max_divergence_error_ratio;
  pressure->min_iterations = 1;
  int iterations = lg_pressure_solve(pressure);
  lg_pressure_accelerate(pressure, "divergence_pressure");
  return iterations;
}

/* rho* from the velocity as it is now. */
static void predict_density(job *j) {
  lg_step *s = j->s;
  lg_bodies_flow(s->world, true, false);
  lg_sph_pack(s, j->velocities, s->particles->v, j->density, false);
  lg_par_for(s->threads, s->n, predict_block, j);
}

/* Algorithm 3: correctDensityError; once more with a viscosity that is solved for. */
static int correct_density(job *j) {
  lg_pressure *pressure = &j->pressure;
  j->loop = "solve/constant_density";
  pressure->carries_weight = true;
  pressure->tolerance = j->s->stats->tolerance * (double)pressure->relief;
  pressure->min_iterations = j->solver->min_iterations;

  int iterations = lg_pressure_solve(pressure);
  if (lg_sph_viscosity(j->s, &j->kernel, (const lg_fluid *)j->solver, j->density,
                       pressure->acceleration, pressure->positions, j->velocities)) {
    predict_density(j);
    lg_pressure_level(pressure, pressure->source);
    iterations += lg_pressure_solve(pressure);
  }

  lg_pressure_accelerate(pressure, "density_pressure");
  return iterations;
}

/* ---- the step ------------------------------------------------------------------------------- */

/* v* = v + dt a of viscosity, gravity and external forces, and the density it leads to. */
static void predict(job *j) {
  lg_step *s = j->s;
  lg_sph_forces(s, &j->kernel, (const lg_fluid *)j->solver, j->density, s->sph->pack);
  lg_sph_accelerate(s);
  predict_density(j);
}

static void total_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const float *a = lg_step_column(j->s, "density_pressure");
  float *b = lg_step_column(j->s, "divergence_pressure");
  for (size_t i = begin; i < end; i++) {
    if (!j->solver->divergence_solve) b[i] = 0; /* of when it was on */
    j->total[i] = a[i] + b[i];
  }
}

/* False: no memory. */
static bool prepare(job *j) {
  lg_step *s = j->s;
  const dfsph *solver = j->solver;
  j->kernel = lg_sph_kernel(s, solver->kernel);
  if (!lg_sph_prepare(s, &j->kernel)) return false;
  if (!lg_pressure_prepare(&j->pressure, s, (const lg_pressure_rows *)solver, &j->kernel))
    return false;

  /* both solves */
  s->stats->tolerance = lg_pressure_limit(&j->pressure);
  j->pressure.iterate = iterate;
  j->pressure.user = j;
  j->pressure.error = NULL; /* the level is taken from the source */
  j->velocities = s->sph->pack[2];
  j->density = lg_step_column(s, "density");
  j->crowding = lg_step_column(s, "crowding");
  j->total = lg_step_column(s, "pressure");
  j->v0 = lg_cubef(s->spacing, s->dim);

  /* of the full lattice */
  j->least = 0.1f * (float)lg_sph_lattice_of(s, &j->kernel, &j->kernel)->gradients;
  j->full = lg_cubef(solver->support, s->dim) * (float)(s->dim == 2 ? LG_PI : 4 * LG_PI / 3);
  return true;
}

/* Algorithm 1, from the new positions on: the core has moved the particles and sorted them. */
static void step(void *self, lg_step *s) {
  job j = {.solver = self, .s = s};
  float overlaps = 0;
  if (s->n == 0 || !prepare(&j)) return;

  /* densities rho_i and factors alpha_i */
  LG_STAGE(s->world, "solve/density") {
    overlaps = density_and_factor(&j);
    if (j.solver->divergence_solve) begin_loop(&j, "divergence_pressure");
  }

  /* D rho / Dt = 0 */
  int iterations = correct_divergence(&j);

  /* v* = v + dt F_adv / m */
  LG_STAGE(s->world, "solve/forces") {
    predict(&j);
    begin_loop(&j, "density_pressure");
  }

  /* rho* = rho0; the core then moves the particles: x += dt v* */
  iterations += correct_density(&j);
  s->stats->iterations = iterations;
  lg_par_for(s->threads, s->n, total_block, &j);

  LG_STAGE(s->world, "solve/shift")
    lg_sph_shift(s, &j.kernel, lg_sph_shifting(self, j.pressure.closed, 3), j.pressure.positions,
                 s->sph->pack[1]);
  lg_crowding_part(s, j.crowding, overlaps, j.pressure.positions);
  lg_crowding_part_pairs(s, j.total, j.pressure.positions);
}

static double max_dt(void *self, lg_step *s, const char **limit) {
  return lg_sph_max_dt(s, self, 0, limit);
}

const lg_kind LG_KIND(solver, dfsph) = {
    .name = "dfsph",
    .family = LG_FAMILY_SOLVER,
    .also = "divergence_free|iisph",
    .size = sizeof(dfsph),
    .params = rows,
    .doc = "Divergence-free SPH: incompressible, large steps, few iterations.",
    .solver = {.columns = columns, .support = lg_sph_support, .max_dt = max_dt, .step = step}};
