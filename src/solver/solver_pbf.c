/* pbf - Position Based Fluids: moves predicted positions until the density constraint holds
   (Macklin & Mueller 2013, Algorithm 1).

   C_i      = X_i - 1, X_i = V0 sum_j W(x*_ij) + s_i = rho_i / rho0      eq. 1-2; V0 = spacing^dim,
                                                        s_i: the walls' volume fraction; only C > 0
   lambda_i = -C_i / (sum_k w_k |grad_k C_i|^2 + epsilon S0)             eq. 11; w = m0 / m
              + m lambda_i of the iteration before, where C_i > 0      momentum: sph/conjugate.h
   dp_i     = r w_i V0 sum_j (lambda_i + lambda_j + s_corr) grad W(x*_ij)
              + r w_i (lambda_i + lambda~) grad s                        eq. 14, and walls
   s_corr   = -corr_k / S0 (dt / dt0)^2 (W(x*_ij) / W(corr_delta_q R))^4 eq. 13
   v        = (x* - x) / dt; then vorticity confinement (eq. 15-16) and xsph (eq. 17), with
              hyperviscosity: sph/forces.h

   S0 = sum |grad C|^2 of the full lattice: the paper's epsilon and k carry units and so change
   with the spacing. dt0: the sub-step at rest (lg_sph_relief), or that of the flow where
   nothing weighs, so that s_corr is the same force at any dt. r <= 1 keeps Jacobi's iterations
   stable. lambda~: smoothed over the neighbours, as the pressure at walls is, which also carry
   weight (sph/pressure.h). With momentum ten iterations leave what twenty do without; it goes
   through lambda, which a pair shares, so none is made, and ends where C does: pushed further,
   or drawn back as a sum of lambda that stays below 0 allows, a tank moves more at rest.

   What differs from the paper. It takes values by poly6 and gradients by spiky: rows. With one
   kernel for both, the default, the gradient is the constraint's own, and a tank comes to rest ten
   times more quietly; grad s is scaled by what the half lattice asks of either. In 2-D that is the
   cubic spline: under Wendland's a tank is ten times as quiet again, but heavy fluid stays on light
   for seconds, and waves die sooner; in 3-D under Wendland's a tank is twice as quiet and waves
   last longer. Where lambda is taught without a minus, a compressed pair would move together; where
   sums end at 40 neighbours, here all count. The paper ends a step with confinement and xsph; here
   the next one begins with them, which is the same but for the neighbours. Pressure p = -M rho0 sum
   lambda / dt^2, M: what the sums make of a gradient in the lattice. s_corr counts only beyond what
   it is between neighbours of a lattice: as the paper has it fluid at rest density bursts where
   nothing holds it, a jet with 1.6 times its thrust. A frame shorter than the sub-steps need takes
   back only its share of a C that stands, or errors would become speed. An iteration carries a
   pressure one support further; what five do not reach must be near in time: dt <= cfl spacing /
   sqrt(2 g H), the speed of a fall through the depth H. warm_start: the first dp is of a share of
   the last pressure; C only pushes, so what that is too much moves the fluid (drawn back where C <
   0 it moves as much); above the row's end it boils. Not good at: deep tanks (it softens with H),
   exact volume. Longer than a kind should be: its two loops over pairs are no other solver's. */
#include "laguna_solver.h"

/* of rho / rho0: fluid at rest is denser, and so has kept its pressure */
#define DENSE 0.99f
/* of the particles across: where so few are at a gap s_corr would open it */
#define GAPS  0.25

/* What walls take back of the fluid's gradients: 4 % too much. With just all of it, 1, the lattice
   that fills a vessel stays one, and water of twice the density still stands on other water after
   5 s; so it turns over within 4. */
#define BALANCE 1.04f

typedef struct pbf {
  LG_MATERIAL_FIELDS;
  LG_SPH_FIELDS; /* kernel: of the density */
  int gradient;
  float epsilon, corr_k, corr_delta_q, warm_start;
  int64_t iterations;
  /* found anew */
  float fall;    /* m/s, through the depth: before each frame */
  float longest; /* s, the sub-step that max_dt allowed: before each of them */
} pbf;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(pbf),
    LG_SPH_ROWS(pbf, 0.05, 0.4, 0),
    LG_ROW_CHOICE_BY_DIM(pbf, kernel, LG_CUBIC_SPLINE, LG_WENDLAND_C2, LG_KERNEL_CHOICES,
                         "smoothing kernel of the density"),
    LG_ROW_CHOICE_BY_DIM(pbf, gradient, LG_CUBIC_SPLINE, LG_WENDLAND_C2, LG_KERNEL_CHOICES,
                         "smoothing kernel of the displacements"),
    LG_SPH_REACH_ROWS(pbf),
    LG_ROW_INT(pbf, iterations, 5, 1, 1000, "1", "iterations a sub-step"),
    LG_ROW_FLOAT(pbf, epsilon, 0.01, 0, 100, "1",
                 "relaxation of lambda, in the full lattice's sum of |grad C|^2"),
    LG_ROW_FLOAT(pbf, corr_k, 0.1, 0, 1, "1",
                 "artificial pressure against clumps, over the same sum; 0 for measurements"),
    LG_ROW_FLOAT(pbf, corr_delta_q, 0.3, 0.01, 0.4, "R",
                 "distance at which the artificial pressure is corr_k"),
    LG_ROW_FLOAT(pbf, warm_start, 0, 0, 0.8, "1",
                 "share of the last pressure that a sub-step begins with, where fluid is dense; 0 "
                 "as in the paper: with 0.7 two iterations leave a pool's density as five do "
                 "without, but stir it"),
    LG_ROWS_END};

static const lg_column_def columns[] = {
    {"density", 1, "kg/m3", "SPH density, walls included, at the start of the sub-step"},
    {"pressure", 1, "Pa", "that the constraint's lambda stands for"},
    LG_CROWDING_COLUMN,
    {NULL, 0, NULL, NULL}};

typedef struct job {
  const pbf *solver;
  lg_step *s;
  lg_kernel kernel, slope;              /* W of values, and of gradients */
  lg_v4 *predicted;                     /* pack {x*, w} */
  lg_v4 *multipliers;                   /* pack {x*, lambda} */
  float *density, *pressure, *crowding; /* columns: kg/m3, Pa, 1 (sph/crowding.h) */
  float *lambda;
  float v0;         /* spacing^dim */
  float lattice;    /* S0 / V0^2 */
  float moment;     /* what sums over the lattice make of a gradient, which pressure is without */
  float relaxation; /* r */
  float balance;    /* factor of grad s */
  float corr_k;     /* the row; 0 where s_corr would only brake the flow */
  lg_relief relief; /* what the sub-step takes back of an error that stands */
  float pace;       /* dt over dt0 */
  float momentum;   /* m of this iteration */
} job;

/* Sums over the list of each particle of a block. Loops over pairs only sum; what follows from the
   sums is worked out of whole vectors of particles, not of one at a time. */
typedef struct sums {
  float value[LG_BLOCK];       /* W */
  float other[LG_BLOCK];       /* |grad W|^2 w; of displacements W lambda */
  float gradient[3][LG_BLOCK]; /* grad W; of displacements times lambda_i + lambda_j + s_corr */
} sums;

LG_INLINE void store_sums(sums *out, size_t i, lg_v8 value, lg_v8 other, const lg_v8 gradient[3]) {
  lg_v4 g = lg_v8_sum3(gradient[0], gradient[1], gradient[2]),
        both = lg_v8_sum3(value, other, other);
  for (int k = 0; k < 3; k++) out->gradient[k][i] = g[k];
  out->value[i] = both[0];
  out->other[i] = both[1];
}

/* ---- lambda --------------------------------------------------------------------------------- */

/* Of the constraint: sum W, sum grad W, sum |grad W|^2 w. */
LG_INLINE void constraint_sums(int dim, lg_kernel_type type, lg_kernel_type slope, const job *j,
                               size_t begin, size_t end, sums *out) {
  for (size_t i = begin; i < end; i++) {
    lg_v8 value = lg_v8_all(0), gradient[3] = {value, value, value}, squares = value;
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->predicted, i, at);
      lg_v8 q = lg_v8_sqrt(x.r2) * j->kernel.inverse, g = lg_kernel_g(slope, q);

      /* of C, of grad_i C, and of |grad_j C|^2 */
      value += lg_kernel_f(type, q);
      lg_pairs_add(dim, gradient, g, &x);
      squares += g * g * x.r2 * x.w;
    }
    store_sums(out, i - begin, value, squares, gradient);
  }
}

/* lambda, eq. 11, times r. */
LG_INLINE void lambdas_of(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                          const sums *sum, float *lambda) {
  const lg_step *s = j->s;
  /* indexed as floats: gcc makes no vectors of lg_v4 */
  const float *predicted = (const float *)j->predicted, *flow = s->bodies->flow,
              *compliance = s->bodies->compliance;
  const float v0 = j->v0, f0 = j->slope.f0, own = lg_kernel_f(type, lg_v8_all(0))[0];
  const float soft = j->solver->epsilon * j->lattice, relaxation = j->relaxation;
  for (size_t b = 0, i = begin; i < end; b++, i++) {
    /* the walls where the particle and bodies will be */
    float walls = s->walls->fraction[i], crowding = j->crowding[i];
    for (int k = 0; k < dim; k++)
      walls += s->walls->grad[k][i] * (predicted[4 * i + (size_t)k] - s->particles->x[k][i]);
    walls -= s->dt * flow[i];

    /* C, eq. 1, of what may not stay for now */
    float excess = lg_maxf(j->density[i] * v0 / s->particles->mass[i] - crowding, 0),
          standing = lg_relief_left(&j->relief, excess) + (crowding - 1);
    float c = v0 * j->kernel.w0 * (sum->value[b] + own) + (lg_clampf(walls, 0, 1) - standing) -
              1.0f;

    /* sum_k |grad_k C|^2, eq. 8, of k = j and of k = i */
    float squares = f0 * f0 * sum->other[b];
    for (int k = 0; k < dim; k++) {
      float g = f0 * sum->gradient[k][b] + j->balance * s->walls->grad[k][i] / v0;
      squares += g * g * predicted[4 * i + 3];
    }
    squares += s->mass * compliance[i];
    lambda[b] = relaxation / crowding * (c > 0 ? -c / (v0 * v0 * (squares + soft)) : 0);
  }
}

LG_INLINE void lambda_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                           bool one_kernel, lg_tally *error) {
  const float lattice = j->lattice, v0 = j->v0, relaxation = j->relaxation;
  sums sum;
  float lambda[LG_BLOCK], part[LG_BLOCK];
  constraint_sums(dim, type, one_kernel ? type : j->slope.type, j, begin, end, &sum);
  lambdas_of(dim, type, j, begin, end, &sum, lambda);

  /* the residual: C of a particle with a full neighbourhood */
  for (size_t b = 0; b < end - begin; b++) part[b] = lambda[b] * lattice * v0 * v0 / relaxation;
  for (size_t b = 0, i = begin; i < end; b++, i++) {
    const lg_v4 at = j->predicted[i];
    if (lambda[b] < 0) lambda[b] += j->momentum * j->lambda[i];
    j->lambda[i] = lambda[b];
    j->multipliers[i] = (lg_v4){at[0], at[1], at[2], lambda[b]};
    error->sum -= (double)part[b];
  }
}

static lg_tally lambda_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally error = {0};
  if (j->kernel.type == j->slope.type) { /* known to the compiler as one, as it is by default */
    LG_SPECIALISE(j->s->dim, j->kernel.type, lambda_rows, j, begin, end, true, &error)
  } else {
    LG_SPECIALISE(j->s->dim, j->kernel.type, lambda_rows, j, begin, end, false, &error)
  }
  return error;
}

/* ---- displacements -------------------------------------------------------------------------- */

/* sum_j (lambda_i + lambda_j + s_corr) grad W, of eq. 14, and the sums of lambda~. */
LG_INLINE void displacement_sums(int dim, lg_kernel_type type, lg_kernel_type value, const job *j,
                                 size_t begin, size_t end, sums *out) {
  const lg_v4 *multipliers = j->multipliers;
  const lg_v8 none = lg_v8_all(0);
  const float unit = 1.0f / lg_kernel_f(value, lg_v8_all(j->solver->corr_delta_q))[0];
  const float apart = lg_kernel_f(value, lg_v8_all(j->s->spacing * j->slope.inverse))[0] * unit,
              lattice = apart * apart * apart *
                        apart; /* of neighbours in a lattice, who want nothing */
  const float most = -j->relaxation * j->corr_k * j->pace * j->pace;
  float corr[LG_BLOCK]; /* denser fluid has as many neighbours more, and as much nearer */
  for (size_t b = 0, i = begin; i < end; b++, i++)
    corr[b] = most / (j->crowding[i] * j->crowding[i] * j->lattice * j->v0 * j->v0);

  for (size_t i = begin; i < end; i++) {
    lg_v8 gradient[3] = {none, none, none}, weights = none, sum = none;
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, multipliers, i, at);
      lg_v8 q = lg_v8_sqrt(x.r2) * j->slope.inverse, w = lg_kernel_f(value, q);
      weights += w;
      sum += w * x.w;

      /* s_corr, eq. 13; the square must not be denormal: slow */
      lg_v8 near = w * unit, near2 = near * near;
      near2 = lg_v8_less(lg_v8_all(1e-6f), near2, near2, none);
      lg_v8 excess = lg_v8_max(near2 * near2 - lg_v8_all(lattice), none);
      lg_v8 push = multipliers[i][3] + x.w + corr[i - begin] * excess;
      lg_pairs_add(dim, gradient, lg_kernel_g(type, q) * push, &x);
    }
    store_sums(out, i - begin, weights, sum, gradient);
  }
}

/* dp, eq. 14, and walls; x* += dp, v += dp / dt. */
LG_INLINE void displace_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                             bool one_kernel) {
  const lg_step *s = j->s;
  const lg_kernel_type value = one_kernel ? type : j->kernel.type;
  const float own = lg_kernel_f(value, lg_v8_all(0))[0], f0 = j->slope.f0, v0 = j->v0,
              mass = s->mass, dt = s->dt;
  float both[LG_BLOCK], dp[3][LG_BLOCK] = {0}; /* lambda + lambda~ */
  sums sum;
  displacement_sums(dim, type, value, j, begin, end, &sum);
  for (size_t b = 0, i = begin; i < end; b++, i++)
    both[b] = j->lambda[i] + (own * j->lambda[i] + sum.other[b]) / (own + sum.value[b]);

  for (int k = 0; k < dim; k++) {
    float *v = s->particles->v[k];
    for (size_t b = 0, i = begin; i < end; b++, i++)
      dp[k][b] = mass / s->particles->mass[i] *
                 (v0 * (f0 * sum.gradient[k][b]) + both[b] * j->balance * s->walls->grad[k][i]);
    for (size_t b = 0, i = begin; i < end; b++, i++) v[i] += dp[k][b] / dt;
  }
  for (size_t b = 0, i = begin; i < end; b++, i++)
    j->predicted[i] += (lg_v4){dp[0][b], dp[1][b], dp[2][b], 0};

  /* what lambda stands for: a pressure, and a force on the walls */
  for (size_t i = begin; i < end; i++)
    j->pressure[i] -= j->moment * mass / v0 * j->lambda[i] / (dt * dt);
  for (size_t b = 0, i = begin; i < end; b++, i++)
    lg_bodies_record(s->bodies, i, -mass * both[b] * j->balance / (dt * dt), 0);
}

static void displace_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  if (j->kernel.type == j->slope.type) {
    LG_SPECIALISE(j->s->dim, j->slope.type, displace_rows, j, begin, end, true)
  } else {
    LG_SPECIALISE(j->s->dim, j->slope.type, displace_rows, j, begin, end, false)
  }
}

/* ---- terms of those that are watched --------------------------------------------------------- */

/* sum_j (...) grad W of eq. 14 as an acceleration, with so much of s_corr; a[3]: lambda + lambda~.
 */
LG_INLINE void pair_term(int dim, lg_kernel_type type, const job *j, size_t i, float corr_k,
                         float a[4]) {
  job part = *j;
  sums sum = {.value = {0}};
  part.corr_k = corr_k;
  displacement_sums(dim, type, j->kernel.type, &part, i, i + 1, &sum);
  for (int k = 0; k < dim; k++)
    a[k] = j->s->mass / j->s->particles->mass[i] * j->v0 * j->slope.f0 * sum.gradient[k][0] /
           (j->s->dt * j->s->dt);
  const float own = lg_kernel_f(j->kernel.type, lg_v8_all(0))[0];
  a[3] = j->lambda[i] + (own * j->lambda[i] + sum.other[0]) / (own + sum.value[0]);
}

static void tell(const job *j) {
  const lg_step *s = j->s;
  LG_EACH_WATCHED(s, o) {
    float all[4] = {0}, pressure[4] = {0};
    LG_SPECIALISE(s->dim, j->slope.type, pair_term, j, o->at, j->corr_k, all)
    LG_SPECIALISE(s->dim, j->slope.type, pair_term, j, o->at, 0, pressure)
    for (int k = 0; k < s->dim; k++) all[k] -= pressure[k];
    lg_term(o, "pressure", pressure);
    lg_term(o, "artificial_pressure", all);
    lg_sph_term_walls(s, o, -s->mass * pressure[3] * j->balance / (s->dt * s->dt), 0, false);
  }
}

/* ---- the step ------------------------------------------------------------------------------- */

/* x* = x + dt v. */
static void predict_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_particles *c = j->s->particles;
  for (size_t i = begin; i < end; i++) {
    lg_v4 at = {0, 0, 0, j->s->mass / c->mass[i]};
    for (int k = 0; k < j->s->dim; k++) at[k] = c->x[k][i] + j->s->dt * c->v[k][i];
    j->predicted[i] = at;
    j->lambda[i] = 0;
  }
}

/* dp of all by their lambda, and x* += dp. */
static void displace(job *j) {
  lg_step *s = j->s;
  lg_sph_update_ghosts(s, j->multipliers, true);
  tell(j);
  LG_STAGE(s->world, "solve/displace") lg_par_for(s->threads, s->n, displace_block, j);

  lg_watch_pressure(s, j->pressure);
  lg_bodies_pressure(s->world, s->dt);
  lg_bodies_apply(s->world);
}

/* Lines 9-18: lambda of all, then dp of all. */
static void correct(job *j) {
  lg_step *s = j->s;
  lg_sph_update_ghosts(s, j->predicted, true);
  lg_bodies_flow(s->world, true, false);

  LG_STAGE(s->world, "solve/lambda")
    s->stats->residual = lg_sph_tally(s, lambda_block, j).sum / (double)s->n;
  displace(j);
}

/* lambda of a share of the last pressure; it begins anew. */
static void warm_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_step *s = j->s;
  const float unit = j->solver->warm_start * s->dt * s->dt * j->v0 / (j->moment * s->mass);
  for (size_t i = begin; i < end; i++) {
    const bool dense = j->density[i] * j->v0 > DENSE * s->particles->mass[i];
    j->lambda[i] = dense ? -unit * j->pressure[i] : 0;
    j->multipliers[i] = j->predicted[i];
    j->multipliers[i][3] = j->lambda[i];
    j->pressure[i] = 0;
  }
}

static void begin_pressure(job *j) {
  lg_par_for(j->s->threads, j->s->n, warm_block, j);
  if (j->solver->warm_start > 0) displace(j);
}

static void iterate(job *j) {
  for (int64_t i = 0; i < j->solver->iterations; i++) {
    j->momentum = lg_minf(lg_momentum(i), 0.95f); /* nothing starts it again */
    lg_iteration_begin(j->s->world);
    correct(j);
  }
  j->s->stats->iterations += (int)j->solver->iterations;
}

/* False: no memory. */
static bool prepare(job *j) {
  lg_step *s = j->s;
  const pbf *solver = j->solver;
  double dx = (double)s->spacing;
  j->kernel = lg_sph_kernel(s, solver->kernel);
  j->slope = lg_sph_kernel(s, solver->gradient);
  if (!lg_sph_prepare(s, &j->kernel)) return false;
  j->predicted = s->sph->pack[0];
  j->multipliers = s->sph->pack[2];
  j->density = lg_step_column(s, "density");
  j->pressure = lg_step_column(s, "pressure");
  j->crowding = lg_step_column(s, "crowding");

  /* of the full lattice, and of the half of it that a wall stands for */
  const lg_sph_lattice *lattice = lg_sph_lattice_of(s, &j->kernel, &j->slope);
  j->v0 = lg_cubef(s->spacing, s->dim);
  j->lattice = (float)lattice->gradients;
  j->moment = (float)lattice->moment;
  j->relaxation = lg_minf(1, 1.5f / (float)lattice->stiffness);
  j->balance = BALANCE * (float)(lg_kernel_lattice_beyond(&j->slope, dx, 1).slope /
                                 lg_kernel_lattice_beyond(&j->kernel, dx, 1).slope);

  j->relief = lg_relief_of(s, solver->longest);
  j->pace = lg_length(s->gravity) > 0
                ? j->relief.put_in
                : lg_minf(s->dt * lg_max_speed(s) / (solver->cfl * s->spacing), j->relief.own);
  j->lambda = lg_scratch(s->world, s->n * sizeof(float) + lg_chambers_bytes(s->n));
  s->failed = !j->lambda;
  return !s->failed;
}

/* Algorithm 1. The core found the neighbours before, of x; the paper's are of x* (line 6). It moves
   the particles to x* after (line 23). */
static void step(void *self, lg_step *s) {
  const pbf *solver = self;
  const lg_fluid *fluid = self;
  job j = {.solver = solver, .s = s, .corr_k = solver->corr_k};
  float overlaps = 0, shifting = 0;
  s->stats->iterations = 0;
  if (s->n == 0 || !prepare(&j)) return;

  LG_STAGE(s->world, "solve/predict") {
    lg_sph_density(s, &j.kernel, j.predicted, j.density);
    overlaps = lg_crowding_update(s, j.density, NULL, j.crowding, LG_CROWDING_YIELD, HUGE_VALF);

    /* without a surface shifting keeps the order; s_corr would only brake the flow, and open gaps
       where a lid leaves its corner */
    lg_gaps gaps = lg_small_gaps(s);
    if (lg_length(s->gravity) == 0) gaps.many = GAPS * lg_particles_across(s);
    const bool closed = lg_sph_closed(s, &j.kernel, j.predicted, j.density, gaps);
    shifting = lg_sph_shifting(fluid, closed, 4);
    if (closed) j.corr_k = 0;
    else lg_chambers_grant(s, &j.kernel, j.predicted, j.density, j.crowding, j.lambda + s->n);

    /* lines 1-4, and 22: vorticity confinement and xsph; v += dt f, x* = x + dt v */
    lg_sph_wall_weight(s, &j.kernel, j.predicted, j.pressure);
    lg_sph_forces(s, &j.kernel, fluid, j.density, s->sph->pack);
    lg_sph_accelerate(s);
    lg_par_for(s->threads, s->n, predict_block, &j);
    begin_pressure(&j);
  }

  /* lines 8-19; v, line 21, goes along; again with a viscosity that is solved for */
  iterate(&j);
  if (lg_sph_viscosity(s, &j.kernel, fluid, j.density, NULL, j.predicted, j.multipliers)) {
    lg_par_for(s->threads, s->n, predict_block, &j);
    iterate(&j);
  }

  LG_STAGE(s->world, "solve/shift")
    lg_sph_shift(s, &j.kernel, shifting, j.predicted, s->sph->pack[1]);
  lg_crowding_part(s, j.crowding, overlaps, j.predicted);
}

static void begin(void *self, lg_step *s) {
  ((pbf *)self)->fall = sqrtf(2 * lg_length(s->gravity) * lg_sph_depth(s));
}

static double max_dt(void *self, lg_step *s, const char **limit) {
  pbf *solver = self;
  double dt = lg_sph_max_dt(s, self, solver->fall, limit);
  solver->longest = (float)dt;
  return dt;
}

const lg_kind LG_KIND(solver, pbf) = {
    .name = "pbf",
    .family = LG_FAMILY_SOLVER,
    .also = "pbd|position_based",
    .size = sizeof(pbf),
    .params = rows,
    .doc = "Position based fluids: five iterations a sub-step, whatever comes of it.",
    .solver = {.columns = columns,
               .support = lg_sph_support,
               .begin = begin,
               .max_dt = max_dt,
               .step = step}};
