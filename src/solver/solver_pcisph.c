/* pcisph - predictive-corrective incompressible SPH: pressure from the density that the step would
   lead to.

   predict    x*_i = x_i + dt (v_i + dt a_i + dt a^p_i),  a: gravity, fields, viscosity; a^p: of the
                                                          pressure so far
   density    X_i = V0 sum_j W(x*_i - x*_j) + s_i + grad s_i . (x*_i - x_i)                   s: the
              walls' share (walls.h)
   correct    p_i += delta rho0 (X_i - 1),  delta = 1 / (2 (V0 dt)^2 sum |grad W|^2) of the full lattice, one kernel for all,
              at most 1 / stiffness of it, so that wide kernels and momentum (sph/pressure.h) stay
              stable
   until the error is below max_density_error_ratio                    (Solenthaler & Pajarola 2009;
   the notes seeds/003)
   An error that stands already is taken back over a few sub-steps (sph/forces.h, patience): what a
   sub-step leaves adds up, so its limit is that share of the row's. Where fluid lies in fluid 1 is
   c: sph/overlap.h.

   The seed's spiky delta with the standard kernel's density does not fit together, so one kernel
   does all. The seed scales each negative increment by negative_pressure_scale; here a pressure
   below zero is scaled, and may come down again. Its collisions inside the loop are left to the
   walls' density; the core stops particles at faces after the last iteration. A search whose error
   grows over three iterations and does not end in time halves the next sub-step (Ihmsen et al.
   2010); one whose error grows to half as much again begins anew, once, from no pressure and
   without smoothing, which walls may turn into a source. In 3-D smoothing is off: at a support of
   two spacings it does more harm than the zigzag. Lists are of the places at the start: a pair that
   comes within the support during the sub-step is felt in the next one. */
#include "core/base/par.h"
#include "laguna_solver.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/sph/forces.h"
#include "core/sph/overlap.h"
#include "core/sph/pressure.h"
#include "core/walls/walls.h"

typedef struct pcisph {
  LG_MATERIAL_FIELDS;
  LG_SPH_FIELDS;
  int kernel, density_error;
  float support, cfl, max_density_error_ratio, negative_pressure_scale, warm_start, smoothing;
  int64_t min_iterations, max_iterations;
  /* state */
  lg_kernel known; /* what `stiffness` is of */
  float stiffness; /* of the lattice */
  float shrink;    /* of dt after an error that grew: the part that is taken off; 0 usually */
} pcisph;

enum { BY_MAX, BY_AVERAGE };

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(pcisph),
    LG_SPH_ROWS(pcisph, 0.05, 0),
    LG_ROW_CHOICE(pcisph, kernel, LG_CUBIC_SPLINE, LG_KERNEL_CHOICES,
                  "smoothing kernel of density and forces"),
    LG_ROW_BY_DIM(pcisph, support, 2.8, 2.0, 1.5, 6, "spacings", "support radius"),
    LG_ROW_FLOAT(pcisph, cfl, 0.4, 0.01, 1, "spacings",
                 "how far a particle may move in a sub-step"),
    LG_ROW_CHOICE(pcisph, density_error, BY_AVERAGE, "max|average",
                  "which density error the limit is for"),
    LG_ROW_FLOAT(pcisph, max_density_error_ratio, 2e-4, 1e-7, 1, "1",
                 "iterations end where this error of rho / rho0 can stand (the seed: max 0.01 and "
                 "5 iterations, which is soft)"),
    LG_ROW_INT(pcisph, min_iterations, 3, 1, 1000, "1", "iterations, at least"),
    LG_ROW_INT(pcisph, max_iterations, 100, 1, 10000, "1", "iterations, at most"),
    LG_ROW_FLOAT(pcisph, negative_pressure_scale, 0, 0, 1, "1",
                 "what is left of a pressure below zero"),
    LG_ROW_FLOAT(pcisph, warm_start, 1, 0, 1, "1",
                 "share of the last pressure that the iterations begin with; 0 as in the paper"),
    LG_ROW_BY_DIM(pcisph, smoothing, 0.05, 0, 0, 0.3, "1",
                  "holds zigzags of the pressure, which no density feels"),
    LG_ROWS_END};

static const lg_column_def columns[] = {
    {"density", 1, "kg/m3", "SPH density, walls included, at the start of the sub-step"},
    {"pressure", 1, "Pa", "of the last iteration, also the next one's warm start"},
    LG_CROWDING_COLUMN,
    {NULL, 0, NULL, NULL}};

static float support(const void *self, int dim) {
  (void)dim;
  return ((const pcisph *)self)->support;
}

typedef struct job {
  const pcisph *solver;
  lg_step *s;
  lg_kernel kernel;
  lg_sph_search search;
  float v0, gain;                    /* spacing^dim; Pa a unit of X: delta rho0, limited */
  float patience;                    /* share of a standing error that is taken back now */
  bool closed;                       /* no free surface: sph/pressure.h */
  float level;                       /* of the error that no pressure changes: 0 unless closed */
  float *density, *crowding, *wrong; /* kg/m3; c (sph/overlap.h); X - c, of which a part stands */
  float *worst;                      /* one a block */
  /* kg m^(2 dim + 2): m / (2 sum |grad W|^2) of the full lattice, beside which a body's yield
     counts */
  float ease;
  float *weight; /* of the gain; NULL: 1 */
} job;

static void warm_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) { /* a fluid at rest is so near to its density */
    bool near = j->density[i] > 0.999f * j->s->particles->mass[i] / j->v0;
    j->search.p[i] *= j->closed ? 0.5f * j->solver->warm_start : near ? j->solver->warm_start : 0;
  }
}

/* ---- an iteration --------------------------------------------------------------------------- */

static void predict_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_particles *c = j->s->particles;
  const lg_v4 *a = j->s->sph->a, *b = j->s->sph->b;
  lg_v4 *to = j->s->sph->c;
  const float dt = j->s->dt;
  for (size_t i = begin; i < end; i++) {
    to[i] = a[i];
    for (int k = 0; k < j->s->dim; k++) to[i][k] += dt * (c->v[k][i] + dt * b[i][k]);
  }
}

LG_INLINE void correct_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_v4 *a = s->sph->a, *b = s->sph->b, *to = s->sph->c;
  double error = 0;
  float worst = 0, turn = 0;
  for (size_t i = begin; i < end; i++) {
    float share = s->walls->fraction[i];
    for (int k = 0; k < dim; k++) share += s->walls->grad[k][i] * (to[i][k] - a[i][k]);
    if (s->bodies->n > 0) share -= s->dt * s->bodies->flow[i];
    float x = j->v0 * lg_sph_number_density(dim, type, &j->kernel, s->neighbors, to, i) +
              lg_clampf(share, 0, 1);
    /* c times as many neighbours */
    float c = j->crowding[i], gain = (j->weight ? j->weight[i] * j->gain : j->gain) / (c * c);
    float stands = j->density[i] * j->v0 / s->particles->mass[i] - c;
    if (s->bodies->n > 0) gain /= 1.0f + s->bodies->compliance[i] * j->ease;
    if (!j->closed) stands = lg_maxf(stands, 0);
    j->wrong[i] = x - c - (1 - j->patience) * stands;
    float wrong = lg_sph_improve(&j->search, i, gain, j->wrong[i] - j->level,
                                 b[i][3] / (j->v0 * j->v0), &turn);
    error += (double)wrong;
    worst = lg_maxf(worst, wrong);
  }
  s->sph->partial[begin / LG_BLOCK] = error;
  s->sph->most[begin / LG_BLOCK] = turn;
  j->worst[begin / LG_BLOCK] = worst;
}

static void correct_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel.type, correct_rows, j, begin, end)
}

static double iterate(job *j) {
  lg_step *s = j->s;
  LG_STAGE(s->world, "solve/pressure") {
    lg_sph_press(s, &j->kernel, &j->search, true);
    lg_bodies_flow(s->world, true, true);
  }
  LG_STAGE(s->world, "solve/predict") {
    lg_par_for(s->threads, s->n, predict_block, j);
    lg_sph_follow(s, s->sph->c, true);
  }
  LG_STAGE(s->world, "solve/correct") lg_par_for(s->threads, s->n, correct_block, j);
  double average = lg_sph_search_next(s, &j->search);
  if (j->closed) j->level = lg_sph_mean(s, j->wrong);
  float worst = 0;
  for (size_t b = 0; b < lg_blocks(s->n); b++) worst = lg_maxf(worst, j->worst[b]);
  return j->solver->density_error == BY_MAX ? (double)worst : average;
}

/* ---- the step ------------------------------------------------------------------------------- */

static void begin_again(job *j) {
  memset(j->search.p, 0, j->s->n * sizeof(float));
  j->search.smoothing = 0;
  lg_sph_search_begin(j->s, &j->search);
}

static void solve(pcisph *solver, job *j) {
  lg_stats *stats = j->s->stats;
  double before = HUGE_VAL, least = HUGE_VAL,
         limit = (double)(solver->max_density_error_ratio * j->patience);
  int64_t done = 0, growing = 0;
  bool grew = false, again = false;
  lg_sph_search_begin(j->s, &j->search);
  do {
    stats->residual = iterate(j);
    growing = stats->residual > before ? growing + 1 : 0;
    grew |= growing >= 3;
    before = stats->residual;
    least = fmin(least, before);
    done++;
    if (!again && growing >= 3 && before > 1.5 * least) {
      begin_again(j);
      again = true;
    }
  } while (done < solver->max_iterations &&
           (done < solver->min_iterations || stats->residual > limit));
  stats->iterations = (int)done;
  if (grew && stats->residual > limit) solver->shrink = 1 - 0.5f * (1 - solver->shrink);
  else solver->shrink *= 0.9f;
}

/* False: no memory. */
static bool prepare(pcisph *solver, job *j) {
  lg_step *s = j->s;
  j->kernel = lg_sph_kernel(s, solver->kernel);
  if (memcmp(&solver->known, &j->kernel, sizeof solver->known) != 0) {
    solver->known = j->kernel;
    solver->stiffness =
        (float)lg_kernel_lattice_stiffness(&j->kernel, &j->kernel, (double)s->spacing);
  }
  j->patience = lg_sph_patience(s);
  float delta = (float)lg_sph_delta(&j->kernel, (double)s->spacing, (double)s->dt);
  j->ease = s->mass / (2 * (float)lg_kernel_lattice_gradients(&j->kernel, (double)s->spacing));
  j->gain = delta * solver->density * lg_minf(1, 1.0f / solver->stiffness);
  j->search = (lg_sph_search){.smoothing = solver->smoothing,
                              .relaxation = 1.0f / solver->stiffness,
                              .tension = solver->negative_pressure_scale,
                              .p = lg_step_column(s, "pressure")};
  if (!lg_sph_prepare(s, &j->kernel)) return false;
  j->search.ahead =
      lg_scratch(s->world, ((s->materials > 0 ? 3 : 2) * s->n + lg_blocks(s->n)) * sizeof(float));
  s->failed = !j->search.ahead;
  if (s->failed) return false;
  j->wrong = j->search.ahead + s->n;
  j->worst = j->wrong + s->n;
  j->weight = s->materials > 0 ? j->worst + lg_blocks(s->n) : NULL;
  return true;
}

static void step(void *self, lg_step *s) {
  pcisph *solver = self;
  job j = {.solver = solver,
           .s = s,
           .v0 = powf(s->spacing, (float)s->dim),
           .density = lg_step_column(s, "density"),
           .crowding = lg_step_column(s, "crowding")};
  float rate;
  if (s->n == 0 || !prepare(solver, &j)) return;
  LG_STAGE(s->world, "solve/density") {
    lg_sph_density(s, &j.kernel, j.density);
    rate = lg_sph_crowd(s, j.density, j.crowding, LG_CROWD_YIELD, HUGE_VALF);
    if (j.weight) lg_sph_inertia(s, &j.kernel, j.weight);
    j.closed = lg_sph_closed(s, &j.kernel, j.density);
    lg_par_for(s->threads, s->n, warm_block, &j);
  }
  LG_STAGE(s->world, "solve/forces") {
    lg_sph_forces(s, &j.kernel, (const lg_fluid *)solver, j.density);
    lg_sph_push(s);
  }
  solve(solver, &j);
  lg_sph_gain(s);
  LG_STAGE(s->world, "solve/shift") lg_sph_shift(s, &j.kernel, (const lg_fluid *)solver);
  lg_sph_part(s, j.crowding, rate);
}

static double max_dt(void *self, lg_step *s, const char **limit) {
  const pcisph *solver = self;
  double dt = lg_sph_max_dt(s, (const lg_fluid *)self, solver->cfl, 0, limit);
  /* A column in 3-D sheds zigzags of pressure that no search follows at the whole of it. */
  if (s->dim == 3 && dt > 0.5 * lg_sph_force_dt(s)) {
    dt = 0.5 * lg_sph_force_dt(s);
    *limit = "force";
  }
  if (solver->shrink > 0.1f) *limit = "density error";
  return dt * (double)(1 - (solver->shrink > 0.1f ? lg_minf(solver->shrink, 0.97f) : 0));
}

const lg_kind LG_KIND(solver, pcisph) = {
    .name = "pcisph",
    .family = LG_FAMILY_SOLVER,
    .size = sizeof(pcisph),
    .params = rows,
    .doc = "predictive-corrective SPH: incompressible, corrects the density it predicts",
    .solver = {.columns = columns, .support = support, .max_dt = max_dt, .step = step}};
