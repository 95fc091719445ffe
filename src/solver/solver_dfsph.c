/* dfsph - divergence-free SPH: two pressure solves a step, so that neither the density nor its rate
   is wrong.

   number density   delta_i = sum_j W_ij + s_i / V0;   x_i = V0 delta_i = rho_i / rho0_i       s_i:
                                                       the walls' share (walls.h)
   rate             D delta_i / Dt = sum_j v_ij . grad W_ij + v_i . grad s_i / V0
   1. divergence    p >= 0 so that after dt of its acceleration D x / Dt <= 0                (Bender
                    & Koschier 2015, 2017)
   2. density       p >= 0 so that x + dt D x / Dt <= 1, with gravity and all other forces in v
   Both by Jacobi steps with momentum (sph/pressure.h), of gain w / (dt^2 V0^3 A_i), e_i: what is
   too much of x,
   A_i = |sum_j grad W_ij + grad s_i / V0|^2 / m_i + sum_j |grad W_ij|^2 / m_j          (the paper's 1 / alpha, walls included),
   until the mean of |e| where there is pressure, max(e, 0) elsewhere, is below the limit. (The
   paper looks at max(e, 0) only and so keeps what a warm start has too much of.)

   Both pressures are columns that ride the sort, hold no dt, and are reused where x comes near 1:
   the warm start. The paper halves them; here the search takes back what is too much, and a tank at
   rest keeps what it found. The divergence solve leaves out particles with few neighbours, the wall
   counted (Bender & Koschier 2017): spray has no divergence worth the name. A density that is too
   high already is taken back over a few sub-steps (sph/forces.h, patience); crowds: sph/overlap.h.
   A tank's pressure is as good as the limit: a mean error e lets gravity err by e H / dt^2. A
   moving wall is felt in the density, one sub-step later; but a body that the fluid moves is felt
   in every iteration (bodies.h). Longer than a kind should be: it is two solves, and one look at
   the neighbours gives what both begin with. */
#include "core/base/par.h"
#include "laguna_solver.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/sph/forces.h"
#include "core/sph/overlap.h"
#include "core/sph/pressure.h"
#include "core/walls/walls.h"

typedef struct dfsph {
  LG_MATERIAL_FIELDS;
  LG_SPH_FIELDS;
  int kernel;
  float support, cfl, max_density_error_ratio, max_divergence_error_ratio, warm_start, smoothing;
  int64_t min_iterations, max_iterations;
  bool divergence_solve;
  /* state */
  lg_kernel known;  /* what `relaxation` is of */
  float relaxation; /* w: 1 over the lattice's stiffness, so that wide kernels are stable too */
} dfsph;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(dfsph),
    LG_SPH_ROWS(dfsph, 0.05, 0),
    LG_ROW_CHOICE(dfsph, kernel, LG_CUBIC_SPLINE, LG_KERNEL_CHOICES,
                  "smoothing kernel of density and forces"),
    LG_ROW_BY_DIM(dfsph, support, 2.8, 2.0, 1.5, 6, "spacings", "support radius"),
    LG_ROW_FLOAT(dfsph, cfl, 0.4, 0.01, 1, "spacings", "how far a particle may move in a sub-step"),
    LG_ROW_FLOAT(dfsph, max_density_error_ratio, 2e-4, 1e-7, 1, "1",
                 "the density solve ends where this mean error can stand"),
    LG_ROW_FLOAT(dfsph, max_divergence_error_ratio, 1e-3, 1e-7, 1, "1",
                 "the divergence solve ends below this mean rate times dt"),
    LG_ROW_INT(dfsph, min_iterations, 2, 0, 1000, "1", "iterations of the density solve, at least"),
    LG_ROW_INT(dfsph, max_iterations, 100, 1, 10000, "1", "iterations of either solve, at most"),
    LG_ROW_BOOL(dfsph, divergence_solve, true, "whether the rate of the density is corrected too"),
    LG_ROW_FLOAT(dfsph, warm_start, 1, 0, 1, "1",
                 "share of the last pressures that a solve begins with"),
    LG_ROW_FLOAT(dfsph, smoothing, 0.05, 0, 0.3, "1",
                 "holds zigzags of the pressure, which no density feels"),
    LG_ROWS_END};

static const lg_column_def columns[] = {
    {"density", 1, "kg/m3", "SPH density, walls included, at the start of the sub-step"},
    {"pressure", 1, "Pa", "what both solves asked for, never negative"},
    {"density_pressure", 1, "Pa", "of the density solve: its warm start"},
    {"divergence_pressure", 1, "Pa", "of the divergence solve: its warm start"},
    LG_CROWDING_COLUMN,
    {NULL, 0, NULL, NULL}};

static float support(const void *self, int dim) {
  (void)dim;
  return ((const dfsph *)self)->support;
}

typedef struct job {
  const dfsph *solver;
  lg_step *s;
  lg_kernel kernel;
  lg_sph_search search;
  float v0;       /* spacing^dim */
  float least;    /* of A m: keeps the pressure of spray finite */
  float full;     /* neighbours of a particle in the full lattice */
  bool closed;    /* no free surface: sph/pressure.h */
  float level;    /* of the excess that no pressure changes: 0 unless closed */
  bool carries;   /* the pressure carries the weight of the fluid: the density solve's does */
  float patience; /* share of a standing error that is taken back now */
  float *density, *crowding;
  float rate;    /* of crowds: sph/overlap.h */
  float *excess; /* what is too much of x without pressure */
  float *gain;   /* w / (dt^2 V0^3 A) */
} job;

/* ---- density, gain and divergence ----------------------------------------------------------- */

typedef struct sums {
  float w, gradient[3], gradients, along;
} sums;

/* All that one look at the neighbours gives: packs a = {x, m}, b = {v, -}. */
LG_INLINE sums look(int dim, lg_kernel_type type, const job *j, size_t i) {
  const lg_v8 none = lg_v8_all(0);
  lg_v8 w = none, gradient[3] = {none, none, none}, gg = none, along = none;
  LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
    lg_pairs x = lg_pairs_of(dim, j->s->sph->a, i, at), v = lg_pairs_of(dim, j->s->sph->b, i, at);
    lg_v8 q = lg_v8_sqrt(x.r2) * j->kernel.inverse, g = lg_kernel_g(type, q);
    w += lg_kernel_f(type, q);
    lg_pairs_add(dim, gradient, g, &x);
    gg += g * g * x.r2 / lg_v8_max(x.w, lg_v8_all(FLT_MIN));
    along += g * lg_pairs_dot(dim, &x, &v);
  }
  const float f0 = j->kernel.f0, own = lg_kernel_f(type, lg_v8_all(0))[0];
  return (sums){
      j->kernel.w0 * (lg_v8_sum(w) + own),
      {f0 * lg_v8_sum(gradient[0]), f0 * lg_v8_sum(gradient[1]), f0 * lg_v8_sum(gradient[2])},
      f0 * f0 * lg_v8_sum(gg),
      f0 * lg_v8_sum(along)};
}

LG_INLINE void look_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_walls *walls = s->walls;
  const float enough = dim == 2 ? 7 : 20, dt2v3 = s->dt * s->dt * j->v0 * j->v0 * j->v0;
  double error = 0;
  float worst = 0;
  for (size_t i = begin; i < end; i++) {
    sums z = look(dim, type, j, i);
    float mass = s->particles->mass[i], squared = 0, through = 0,
          x = j->v0 * z.w + walls->fraction[i];
    for (int k = 0; k < dim; k++) {
      float g = z.gradient[k] + walls->grad[k][i] / j->v0;
      squared += g * g;
      through += s->particles->v[k][i] * walls->grad[k][i];
    }
    j->density[i] = x * mass / j->v0;
    float yields = s->bodies->n > 0 ? s->bodies->compliance[i] : 0;
    j->gain[i] = j->solver->relaxation /
                 (dt2v3 * (lg_maxf(squared / mass + z.gradients, j->least / mass) + yields));
    bool spray = (float)s->neighbors->count[i] + walls->fraction[i] * j->full < enough;
    if (s->bodies->n > 0) through -= s->bodies->flow[i];
    j->excess[i] = spray ? -1 : s->dt * (j->v0 * z.along + through);
    error += (double)lg_maxf(x - 1.0f, 0);
    worst = lg_maxf(worst, x - 1.0f);
  }
  s->sph->partial[begin / LG_BLOCK] = error;
  s->sph->most[begin / LG_BLOCK] = worst;
}

static void look_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel.type, look_rows, j, begin, end)
}

/* dt D x / Dt of the vectors in pack b: velocity (unit 1) or acceleration (unit 1 / dt), flow being
   always of a velocity. */
LG_INLINE float rate(int dim, lg_kernel_type type, const job *j, size_t i, float unit) {
  const lg_step *s = j->s;
  float sum = j->v0 *
              lg_sph_divergence(dim, type, &j->kernel, s->neighbors, s->sph->a, s->sph->b, i);
  for (int k = 0; k < dim; k++) sum += s->sph->b[i][k] * s->walls->grad[k][i];
  return s->dt * (s->bodies->n > 0 ? sum - unit * s->bodies->flow[i] : sum);
}

LG_INLINE void excess_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++) {
    float stands = j->density[i] * j->v0 / j->s->particles->mass[i] - j->crowding[i];
    j->excess[i] = (stands > 0 || j->closed ? j->patience * stands : stands) +
                   rate(dim, type, j, i, 1);
  }
}

static void excess_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel.type, excess_rows, j, begin, end)
}

/* ---- a solve -------------------------------------------------------------------------------- */

static void warm_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const float near = -1e-3f; /* a fluid at rest is so near to 1 */
  const float kept = j->solver->warm_start * (j->closed ? 0.5f : 1);
  for (size_t i = begin; i < end; i++)
    j->search.p[i] = j->excess[i] - j->level > near || j->closed ? kept * j->search.p[i] : 0;
}

LG_INLINE void correct_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  double error = 0;
  float turn = 0;
  for (size_t i = begin; i < end; i++) {
    float e = j->excess[i] - j->level + j->s->dt * rate(dim, type, j, i, 1.0f / j->s->dt);
    float around = j->s->sph->b[i][3] / (j->v0 * j->v0);
    error += (double)lg_sph_improve(&j->search, i, j->gain[i], e, around, &turn);
  }
  j->s->sph->partial[begin / LG_BLOCK] = error;
  j->s->sph->most[begin / LG_BLOCK] = turn;
}

static void correct_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel.type, correct_rows, j, begin, end)
}

/* Adds dt times the acceleration of the pressure in column `name` that it finds; returns the
   iterations. */
static int solve(job *j, const char *name, float limit, int64_t least) {
  lg_step *s = j->s;
  int64_t done = 0;
  j->search.p = lg_step_column(s, name);
  j->level = j->closed ? lg_sph_mean(s, j->excess) : 0;
  lg_par_for(s->threads, s->n, warm_block, j);
  lg_sph_search_begin(s, &j->search);
  do {
    lg_sph_press(s, &j->kernel, &j->search, j->carries);
    lg_bodies_flow(s->world, false, true);
    lg_par_for(s->threads, s->n, correct_block, j);
    s->stats->residual = lg_sph_search_next(s, &j->search);
    done++;
  } while (done < j->solver->max_iterations &&
           (done < least || s->stats->residual > (double)limit));
  lg_sph_gain(s);
  return (int)done;
}

/* ---- the step ------------------------------------------------------------------------------- */

static void total_block(void *user, size_t begin, size_t end) {
  job *j = user;
  float *all = lg_step_column(j->s, "pressure");
  const float *a = lg_step_column(j->s, "density_pressure"),
              *b = lg_step_column(j->s, "divergence_pressure");
  for (size_t i = begin; i < end; i++) all[i] = a[i] + b[i];
}

/* Jacobi's largest gain falls with the number of neighbours. */
static void soften_block(void *user, size_t begin, size_t end) {
  job *j = user;
  for (size_t i = begin; i < end; i++) j->gain[i] /= j->crowding[i];
}

static void look_around(job *j) {
  lg_step *s = j->s;
  lg_sph_pack(s, s->sph->a, s->particles->x, s->particles->mass, true);
  lg_sph_pack(s, s->sph->b, s->particles->v, s->particles->mass, false);
  lg_bodies_flow(s->world, true, false);
  lg_par_for(s->threads, s->n, look_block, j);
  lg_sph_density_error(s);
  j->rate = lg_sph_crowd(s, j->density, j->crowding, LG_CROWD_YIELD, HUGE_VALF);
  if (j->rate > 0) lg_par_for(s->threads, s->n, soften_block, j);
}

static void look_ahead(job *j) {
  lg_step *s = j->s;
  lg_sph_forces(s, &j->kernel, (const lg_fluid *)j->solver, j->density);
  lg_sph_push(s);
  lg_bodies_flow(s->world, true, false);
  lg_sph_pack(s, s->sph->b, s->particles->v, j->density, false);
  lg_par_for(s->threads, s->n, excess_block, j);
}

/* False: no memory. */
static bool prepare(dfsph *solver, job *j) {
  lg_step *s = j->s;
  j->kernel = lg_sph_kernel(s, solver->kernel);
  if (memcmp(&solver->known, &j->kernel, sizeof solver->known) != 0) {
    solver->known = j->kernel;
    solver->relaxation =
        1.0f / (float)lg_kernel_lattice_stiffness(&j->kernel, &j->kernel, (double)s->spacing);
  }
  j->search = (lg_sph_search){.smoothing = solver->smoothing, .relaxation = solver->relaxation};
  j->patience = lg_sph_patience(s);
  j->least = 0.1f * (float)lg_kernel_lattice_gradients(&j->kernel, (double)s->spacing);
  j->full = powf(solver->support, (float)s->dim) * (float)(s->dim == 2 ? LG_PI : 4 * LG_PI / 3);
  if (!lg_sph_prepare(s, &j->kernel)) return false;
  j->excess = lg_scratch(s->world, 3 * s->n * sizeof(float));
  s->failed = !j->excess;
  if (s->failed) return false;
  j->gain = j->excess + s->n;
  j->search.ahead = j->gain + s->n;
  return true;
}

static void step(void *self, lg_step *s) {
  dfsph *solver = self;
  job j = {.solver = solver,
           .s = s,
           .v0 = powf(s->spacing, (float)s->dim),
           .density = lg_step_column(s, "density"),
           .crowding = lg_step_column(s, "crowding")};
  int first = 0, second;
  if (s->n == 0 || !prepare(solver, &j)) return;
  LG_STAGE(s->world, "solve/density") look_around(&j);
  j.closed = lg_sph_closed(s, &j.kernel, j.density);
  if (solver->divergence_solve)
    LG_STAGE(s->world, "solve/divergence_free")
      first = solve(&j, "divergence_pressure", solver->max_divergence_error_ratio, 1);
  LG_STAGE(s->world, "solve/forces") look_ahead(&j);
  j.carries = true;
  /* what a sub-step leaves adds up until it is taken back */
  float limit = solver->max_density_error_ratio * j.patience;
  LG_STAGE(s->world, "solve/constant_density")
    second = solve(&j, "density_pressure", limit, solver->min_iterations);
  lg_par_for(s->threads, s->n, total_block, &j);
  s->stats->iterations = first + second;
  LG_STAGE(s->world, "solve/shift") lg_sph_shift(s, &j.kernel, (const lg_fluid *)solver);
  lg_sph_part(s, j.crowding, j.rate);
}

static double max_dt(void *self, lg_step *s, const char **limit) {
  const dfsph *solver = self;
  return lg_sph_max_dt(s, (const lg_fluid *)self, solver->cfl, 0, limit);
}

const lg_kind LG_KIND(solver, dfsph) = {
    .name = "dfsph",
    .family = LG_FAMILY_SOLVER,
    .size = sizeof(dfsph),
    .params = rows,
    .doc = "divergence-free SPH: incompressible, large steps, few iterations",
    .solver = {.columns = columns, .support = support, .max_dt = max_dt, .step = step}};
