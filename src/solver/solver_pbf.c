/* pbf - Position Based Fluids: moves predicted positions until the density constraint holds
   (Macklin & Mueller 2013; seeds/001).

   predict      x*_i = x_i + dt (v_i + dt a_i)
   lambda       C_i = V0 sum_j W(x*_ij) + s_i - 1, >= 0: it only pushes               s: the walls'
                share (walls.h)
                lambda_i = -C_i / (sum_k w_k |grad_k C_i|^2 + epsilon S0)                        w = m0 / m
   displace     dx_i = r w_i V0 sum_j (lambda_i + lambda_j + s_corr) grad W(x*_ij) + r w_i (lambda_i
                + lambda~) grad s
                s_corr = -corr_k / S0 (dt / dt0)^2 (W(x*_ij) / W(corr_delta_q R))^4
   epilogue     v = (x* - x) / dt; then xsph and vorticity confinement (sph/forces.h), at the start
                of the next sub-step

   S0 = sum |grad C|^2 of the full lattice: the seed's epsilon and corr_k carry units and so change
   with the spacing. dt0: the sub-step at rest (sph/forces.h, patience), or that of the flow where
   nothing weighs, so that s_corr is the same force at any dt. r <= 1 keeps Jacobi's iterations
   stable. lambda~: smoothed over the neighbours, as the pressure at walls is, which also carry
   weight (sph/pressure.h). Paper and seed take values by poly6 and gradients by spiky: rows. With
   one kernel for both, the default, the gradient is the constraint's own, and a tank comes to rest
   ten times more quietly; grad s is scaled by what the half lattice asks of either. The seed's
   lambda has no minus; it is the paper's here: a compressed pair moves apart. The seed stops at 40
   neighbours; here all count. Pressure p = -rho0 sum lambda / dt^2. A frame shorter than the
   sub-steps need takes back only its share of a C that stands, or errors would become speed;
   crowds: sph/overlap.h. Five iterations carry a pressure only as far as dt is small: dt <= cfl
   spacing / sqrt(2 g H), the speed of a fall through the depth H. Not good at: deep tanks (it
   softens with H), exact volume. Longer than a kind should be: its two loops over pairs are no
   other solver's. */
#include "core/base/par.h"
#include "laguna_solver.h"
#include "core/base/vec.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/sph/forces.h"
#include "core/sph/overlap.h"
#include "core/sph/pressure.h"
#include "core/walls/walls.h"

typedef struct pbf {
  LG_MATERIAL_FIELDS;
  LG_SPH_FIELDS;
  int kernel, gradient;
  float support, cfl, epsilon, corr_k, corr_delta_q;
  int64_t iterations;
  /* state */
  lg_kernel known, slope; /* what the lattice's numbers are of: value and gradient */
  float lattice;          /* S0 / V0^2 */
  float relaxation;       /* r */
  float fall;             /* m/s, through the depth */
  float longest;          /* s, the sub-step that max_dt allowed */
} pbf;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(pbf),
    LG_SPH_ROWS(pbf, 0.05, 0),
    LG_ROW_CHOICE(pbf, kernel, LG_CUBIC_SPLINE, LG_KERNEL_CHOICES,
                  "smoothing kernel of the density"),
    LG_ROW_CHOICE(pbf, gradient, LG_CUBIC_SPLINE, LG_KERNEL_CHOICES,
                  "smoothing kernel of the displacements"),
    LG_ROW_BY_DIM(pbf, support, 2.8, 2.0, 1.5, 6, "spacings", "support radius"),
    LG_ROW_FLOAT(pbf, cfl, 0.4, 0.01, 1, "spacings", "how far a particle may move in a sub-step"),
    LG_ROW_INT(pbf, iterations, 5, 1, 1000, "1", "iterations a sub-step"),
    LG_ROW_FLOAT(pbf, epsilon, 0.01, 0, 100, "1",
                 "relaxation of lambda, in the full lattice's sum of |grad C|^2"),
    LG_ROW_FLOAT(pbf, corr_k, 0.1, 0, 1, "1",
                 "artificial pressure against clumps, over the same sum; 0 for measurements"),
    LG_ROW_FLOAT(pbf, corr_delta_q, 0.3, 0.01, 0.4, "R",
                 "distance at which the artificial pressure is corr_k"),
    LG_ROWS_END};

static const lg_column_def columns[] = {
    {"density", 1, "kg/m3", "SPH density, walls included, at the start of the sub-step"},
    {"pressure", 1, "Pa", "that the constraint's lambda stands for"},
    LG_CROWDING_COLUMN,
    {NULL, 0, NULL, NULL}};

static float support(const void *self, int dim) {
  (void)dim;
  return ((const pbf *)self)->support;
}

#define CROWDED 0.02f /* of rho / rho0 - 1: five iterations leave less in moving water */

typedef struct job {
  const pbf *solver;
  lg_step *s;
  lg_kernel kernel, slope;
  float v0, balance; /* spacing^dim; factor of grad s */
  float patience;    /* dt over its limit by gravity */
  float pace;        /* dt over dt0 */
  float haste;       /* dt over its limit: the share of a standing error that is taken back now */
  float *density, *pressure, *crowding, *lambda;
  float rate; /* of crowds: sph/overlap.h */
} job;

/* ---- lambda --------------------------------------------------------------------------------- */

/* Of each particle of a block over its list. Loops over pairs only sum; what follows from the sums
   is worked out of whole vectors of particles, not of one at a time. */
typedef struct sums {
  float w[LG_BLOCK];     /* W */
  float other[LG_BLOCK]; /* |grad W|^2 w; of displacements W lambda */
  float g[3][LG_BLOCK];  /* grad W; of displacements times what pushes along it */
} sums;

LG_INLINE void note(sums *out, size_t i, lg_v8 w, lg_v8 other, const lg_v8 gradient[3]) {
  lg_v4 g = lg_v8_sum3(gradient[0], gradient[1], gradient[2]), both = lg_v8_sum3(w, other, other);
  for (int k = 0; k < 3; k++) out->g[k][i] = g[k];
  out->w[i] = both[0];
  out->other[i] = both[1];
}

/* Pack a = {x*, w}. */
LG_INLINE void constraint_sums(int dim, lg_kernel_type type, lg_kernel_type slope, const job *j,
                               size_t begin, size_t end, sums *out) {
  const lg_v4 *a = j->s->sph->a;
  for (size_t i = begin; i < end; i++) {
    lg_v8 w = lg_v8_all(0), gradient[3] = {w, w, w}, gg = w;
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, a, i, at);
      lg_v8 q = lg_v8_sqrt(x.r2) * j->kernel.inverse, g = lg_kernel_g(slope, q);
      w += lg_kernel_f(type, q);
      lg_pairs_add(dim, gradient, g, &x);
      gg += g * g * x.r2 * x.w;
    }
    note(out, i - begin, w, gg, gradient);
  }
}

/* What the sub-step leaves of an error that stands. Beyond CROWDED, where something was put into
   the fluid, it goes with lg_sph_patience's time: taken back at once it would become speed, which
   shortens the next sub-step, which makes more. */
LG_INLINE float squeezed(const job *j, float error) {
  float crowd = lg_maxf(error - CROWDED, 0);
  return (1 - j->haste) * (error - crowd) + (1 - j->patience) * crowd;
}

LG_INLINE void lambdas_of(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                          const sums *sum, float *lambda) {
  const lg_step *s = j->s;
  /* by numbers: gcc makes no vectors of what is one already */
  const float *a = (const float *)s->sph->a;
  float flow[LG_BLOCK] = {0}, yield[LG_BLOCK] = {0};
  const float v0 = j->v0, f0 = j->slope.f0, own = lg_kernel_f(type, lg_v8_all(0))[0];
  const float soft = j->solver->epsilon * j->solver->lattice, relaxation = j->solver->relaxation;
  if (s->bodies->n > 0) memcpy(flow, s->bodies->flow + begin, (end - begin) * sizeof *flow);
  if (s->bodies->n > 0) memcpy(yield, s->bodies->compliance + begin, (end - begin) * sizeof *yield);
  for (size_t b = 0, i = begin; i < end; b++, i++) {
    float share = s->walls->fraction[i], crowding = j->crowding[i],
          squared = f0 * f0 * sum->other[b];
    for (int k = 0; k < dim; k++)
      share += s->walls->grad[k][i] * (a[4 * i + (size_t)k] - s->particles->x[k][i]);
    share -= s->dt * flow[b];
    float stands = squeezed(j, lg_maxf(j->density[i] * v0 / s->particles->mass[i] - crowding, 0)) +
                   (crowding - 1);
    float c = v0 * j->kernel.w0 * (sum->w[b] + own) + (lg_clampf(share, 0, 1) - stands) - 1.0f;
    for (int k = 0; k < dim; k++) {
      float g = f0 * sum->g[k][b] + j->balance * s->walls->grad[k][i] / v0;
      squared += g * g * a[4 * i + 3];
    }
    squared += s->mass * yield[b];
    lambda[b] = relaxation / crowding * (c > 0 ? -c / (v0 * v0 * (squared + soft)) : 0);
  }
}

LG_INLINE void lambda_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                           bool one) {
  const lg_step *s = j->s;
  const float lattice = j->solver->lattice, v0 = j->v0, relaxation = j->solver->relaxation;
  sums sum;
  float lambda[LG_BLOCK], part[LG_BLOCK];
  double error = 0;
  constraint_sums(dim, type, one ? type : j->slope.type, j, begin, end, &sum);
  lambdas_of(dim, type, j, begin, end, &sum, lambda);
  for (size_t b = 0; b < end - begin; b++) part[b] = lambda[b] * lattice * v0 * v0 / relaxation;
  for (size_t b = 0, i = begin; i < end; b++, i++) {
    const lg_v4 at = s->sph->a[i];
    j->lambda[i] = lambda[b];
    s->sph->c[i] = (lg_v4){at[0], at[1], at[2], lambda[b]};
    error -= (double)part[b];
  }
  s->sph->partial[begin / LG_BLOCK] = error;
}

static void lambda_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  if (j->kernel.type == j->slope.type) { /* known to the compiler as one, as it is by default */
    LG_SPECIALISE(j->s->dim, j->kernel.type, lambda_rows, j, begin, end, true)
  } else {
    LG_SPECIALISE(j->s->dim, j->kernel.type, lambda_rows, j, begin, end, false)
  }
}

/* ---- displacements -------------------------------------------------------------------------- */

/* Pack c = {x*, lambda}. */
LG_INLINE void push_sums(int dim, lg_kernel_type type, lg_kernel_type value, const job *j,
                         size_t begin, size_t end, sums *out) {
  const lg_v4 *c = j->s->sph->c;
  const pbf *solver = j->solver;
  const lg_v8 none = lg_v8_all(0);
  const float unit = 1.0f / lg_kernel_f(value, lg_v8_all(solver->corr_delta_q))[0];
  const float most = -solver->relaxation * solver->corr_k * j->pace * j->pace;
  float corr[LG_BLOCK];
  /* a crowd has as many neighbours more, and as much nearer */
  for (size_t b = 0, i = begin; i < end; b++, i++) {
    float crowding = j->crowding[i];
    corr[b] = most / (crowding * crowding * solver->lattice * j->v0 * j->v0);
  }
  for (size_t i = begin; i < end; i++) {
    lg_v8 gradient[3] = {none, none, none}, weights = none, sum = none;
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, c, i, at);
      lg_v8 q = lg_v8_sqrt(x.r2) * j->slope.inverse, w = lg_kernel_f(value, q), near = w * unit,
            near2 = near * near;
      /* its square must not be denormal: slow */
      near2 = lg_v8_less(lg_v8_all(1e-6f), near2, near2, none);
      lg_v8 push = lg_kernel_g(type, q) * (c[i][3] + x.w + corr[i - begin] * near2 * near2);
      weights += w;
      sum += w * x.w;
      lg_pairs_add(dim, gradient, push, &x);
    }
    note(out, i - begin, weights, sum, gradient);
  }
}

LG_INLINE void displace_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                             bool one) {
  const lg_step *s = j->s;
  const lg_kernel_type value = one ? type : j->kernel.type;
  const float own = lg_kernel_f(value, lg_v8_all(0))[0], f0 = j->slope.f0, v0 = j->v0,
              mass = s->mass, dt = s->dt;
  float both[LG_BLOCK], d[3][LG_BLOCK] = {0}; /* lambda + lambda~ */
  sums sum;
  push_sums(dim, type, value, j, begin, end, &sum);
  for (size_t b = 0, i = begin; i < end; b++, i++)
    both[b] = j->lambda[i] + (own * j->lambda[i] + sum.other[b]) / (own + sum.w[b]);
  for (int k = 0; k < dim; k++) {
    float *v = s->particles->v[k];
    for (size_t b = 0, i = begin; i < end; b++, i++)
      d[k][b] = mass / s->particles->mass[i] *
                (v0 * (f0 * sum.g[k][b]) + both[b] * j->balance * s->walls->grad[k][i]);
    for (size_t b = 0, i = begin; i < end; b++, i++) v[i] += d[k][b] / dt;
  }
  for (size_t i = begin; i < end; i++) j->pressure[i] -= mass / v0 * j->lambda[i] / (dt * dt);
  for (size_t b = 0, i = begin; i < end; b++, i++) {
    s->sph->a[i] += (lg_v4){d[0][b], d[1][b], d[2][b], 0};
    lg_bodies_record(s->bodies, i, -mass * both[b] * j->balance / (dt * dt), 0);
  }
}

static void displace_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  if (j->kernel.type == j->slope.type) {
    LG_SPECIALISE(j->s->dim, j->slope.type, displace_rows, j, begin, end, true)
  } else {
    LG_SPECIALISE(j->s->dim, j->slope.type, displace_rows, j, begin, end, false)
  }
}

/* ---- the step ------------------------------------------------------------------------------- */

/* Pack a = {x* = x + dt v, w}. */
static void predict_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_particles *c = j->s->particles;
  for (size_t i = begin; i < end; i++) {
    lg_v4 at = {0, 0, 0, j->s->mass / c->mass[i]};
    for (int k = 0; k < j->s->dim; k++) at[k] = c->x[k][i] + j->s->dt * c->v[k][i];
    j->s->sph->a[i] = at;
    j->pressure[i] = 0;
  }
}

static void predict(job *j) {
  lg_step *s = j->s;
  lg_sph_density(s, &j->kernel, j->density);
  j->rate = lg_sph_crowd(s, j->density, j->crowding, LG_CROWD_YIELD, HUGE_VALF);
  lg_sph_carry(s, &j->kernel, j->pressure);
  lg_sph_forces(s, &j->kernel, (const lg_fluid *)j->solver, j->density);
  lg_sph_push(s);
  lg_par_for(s->threads, s->n, predict_block, j);
}

static void iterate(job *j) {
  lg_step *s = j->s;
  lg_sph_follow(s, s->sph->a, true);
  lg_bodies_flow(s->world, true, false);
  LG_STAGE(s->world, "solve/lambda") lg_par_for(s->threads, s->n, lambda_block, j);
  lg_sph_follow(s, s->sph->c, true);
  LG_STAGE(s->world, "solve/displace") lg_par_for(s->threads, s->n, displace_block, j);
  lg_bodies_pressure(s->world, s->dt);
  lg_bodies_apply(s->world);
  s->stats->residual = lg_sph_total(s) / (double)s->n;
}

/* False: no memory. */
static bool prepare(pbf *solver, job *j) {
  lg_step *s = j->s;
  double dx = (double)s->spacing;
  j->kernel = lg_sph_kernel(s, solver->kernel);
  j->slope = lg_sph_kernel(s, solver->gradient);
  if (memcmp(&solver->known, &j->kernel, sizeof j->kernel) != 0 ||
      memcmp(&solver->slope, &j->slope, sizeof j->slope) != 0) {
    solver->known = j->kernel;
    solver->slope = j->slope;
    solver->lattice = (float)lg_kernel_lattice_gradients(&j->slope, dx);
    solver->relaxation =
        lg_minf(1, 1.5f / (float)lg_kernel_lattice_stiffness(&j->kernel, &j->slope, dx));
  }
  /* longest is infinite where nothing moves or falls */
  j->haste = lg_clampf(s->dt / solver->longest, 0.05f, 1);
  j->patience = lg_minf(lg_sph_patience(s), j->haste);
  j->pace = lg_length(s->gravity) > 0
                ? j->patience
                : lg_minf(s->dt * lg_max_speed(s) / (solver->cfl * s->spacing), j->haste);
  if (!lg_sph_prepare(s, &j->kernel)) return false;
  j->balance =
      (float)(lg_kernel_lattice_half(&j->slope, dx) / lg_kernel_lattice_half(&j->kernel, dx));
  j->lambda = lg_scratch(s->world, s->n * sizeof(float));
  s->failed = !j->lambda;
  return !s->failed;
}

static void step(void *self, lg_step *s) {
  pbf *solver = self;
  job j = {.solver = solver,
           .s = s,
           .v0 = powf(s->spacing, (float)s->dim),
           .density = lg_step_column(s, "density"),
           .pressure = lg_step_column(s, "pressure"),
           .crowding = lg_step_column(s, "crowding")};
  if (s->n == 0 || !prepare(solver, &j)) return;
  LG_STAGE(s->world, "solve/predict") predict(&j);
  for (int64_t i = 0; i < solver->iterations; i++) iterate(&j);
  s->stats->iterations = (int)solver->iterations;
  LG_STAGE(s->world, "solve/shift") lg_sph_shift(s, &j.kernel, (const lg_fluid *)solver);
  lg_sph_part(s, j.crowding, j.rate);
}

static void begin(void *self, lg_step *s) {
  ((pbf *)self)->fall = sqrtf(2 * lg_length(s->gravity) * lg_sph_depth(s));
}

static double max_dt(void *self, lg_step *s, const char **limit) {
  pbf *solver = self;
  double dt = lg_sph_max_dt(s, (const lg_fluid *)self, solver->cfl, solver->fall, limit);
  solver->longest = (float)dt;
  return dt;
}

const lg_kind LG_KIND(solver, pbf) = {
    .name = "pbf",
    .family = LG_FAMILY_SOLVER,
    .size = sizeof(pbf),
    .params = rows,
    .doc = "position based fluids: five iterations a sub-step, whatever comes of it",
    .solver = {
        .columns = columns, .support = support, .begin = begin, .max_dt = max_dt, .step = step}};
