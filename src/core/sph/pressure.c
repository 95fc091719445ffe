/* pressure.c - see pressure.h. Compiled once per dispatch path. Longer than it should be, as force,
   weight and iterations share what walls do with a pressure. */
#include "core/sph/pressure.h"

#include "core/base/vec.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/particles/particles.h"
#include "core/sph/chambers.h"
#include "core/walls/walls.h"
#include "laguna_solver.h"

/* the share of the weight that may be missing in still water; the speed, / sqrt(g H), that doubles
   it; the layers an iteration that do, too: of deeper water the iterations do not find the
   pressure */
#define SHARE    0.006
#define STILL    0.03
#define REACH    1
#define PATIENCE 200 /* iterations in which the error falls by a tenth, or the solve ends */
/* so many times the least error, so many iterations behind it: a pressure that feeds itself, as in
   a wedge between walls that holds more than fits; what had the least error is the answer */
#define RUNAWAY  3
#define BEHIND   20
#define SAME     1e-4f /* of a mass */
#define LONGER   4     /* times the last sub-step: so long a one does not trust its pressure */

/* ---- force ---------------------------------------------------------------------------------- */

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  /* NULL: the pairs' forces are all */
  const lg_arrangement *arrangement;
  const float *pressure;
  lg_v4 *positions, *acceleration;
  const lg_kept_pairs *pairs;
  float v0;            /* spacing^dim */
  float scale;         /* P of a Pa */
  float gravity[3], g; /* m/s2: what the pressure carries, and its length */
  bool smooths;        /* P~ is asked for everywhere, not only at walls */
} job;

/* force: of the particles, N. Returns P~, or the own pressure where nobody asks for it. */
LG_INLINE float pair_forces(int dim, lg_kernel_type type, const job *j, size_t i, bool asked,
                            lg_keeping keeping, lg_v4 *force) {
  const lg_v4 *positions = j->positions;
  const float own_pressure = positions[i][3], weight = j->v0 * j->s->particles->mass[i];
  const lg_v8 none = lg_v8_all(0);
  lg_v8 sum[3] = {none, none, none};
  lg_felt felt = {none, none};

  lg_v8 *next = lg_kept_pairs_of(dim, j->pairs, i);
  LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
    const lg_pair_terms pair = lg_pair_terms_next(dim, type, j->pairs, keeping, i, at, &next);
    const lg_v8 push = pair.slope * (own_pressure + pair.w);
    for (int k = 0; k < dim; k++) sum[k] += push * pair.d[k];
    if (asked) {
      const lg_pairs x = {.d = {pair.d[0], pair.d[1], pair.d[2]}};
      lg_felt_add(&felt, pair.weight, pair.w, weight * lg_pairs_along(dim, &x, j->gravity));
    }
  }

  *force = -j->kernel->f0 * lg_v8_sum3(sum[0], sum[1], sum[2]);
  return lg_felt_pressure(&felt, lg_kernel_f(type, none)[0], own_pressure);
}

/* The fluid's weight that a wall carries, kg: none at the surface, all of it a spacing below. */
LG_INLINE float carried_mass(const job *j, size_t i, float around) {
  float full = j->s->particles->mass[i] * j->g;
  return lg_minf(around / (j->v0 * j->s->spacing), full) / lg_maxf(j->g, FLT_MIN);
}

LG_INLINE void force_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                          lg_keeping keeping) {
  const lg_step *s = j->s;
  const lg_walls *walls = s->walls;
  for (size_t i = begin; i < end; i++) {
    lg_v4 force;
    float around = j->smooths || walls->fraction[i] > 0
                       ? pair_forces(dim, type, j, i, true, keeping, &force)
                       : pair_forces(dim, type, j, i, false, keeping, &force);

    if (j->arrangement)
      force = lg_arrangement_eased(dim, j->arrangement, i, j->positions[i][3], force);

    /* walls: the mirrored pressure, and the weight of what they stand for */
    if (walls->fraction[i] > 0) {
      float push = (j->positions[i][3] + around) / j->v0, carried = carried_mass(j, i, around);
      for (int k = 0; k < dim; k++) force[k] -= lg_walls_push(walls, i, k, push, carried);
      lg_bodies_record(s->bodies, i, push, carried);
    }

    force /= s->particles->mass[i];
    j->acceleration[i] = (lg_v4){force[0], force[1], force[2], around};
  }
}

static void force_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  if (j->pairs->keeping == LG_KEPT) {
    LG_SPECIALISE(j->s->dim, j->kernel->type, force_rows, j, begin, end, LG_KEPT)
  } else if (j->pairs->keeping == LG_TO_KEEP) {
    LG_SPECIALISE(j->s->dim, j->kernel->type, force_rows, j, begin, end, LG_TO_KEEP)
  } else {
    LG_SPECIALISE(j->s->dim, j->kernel->type, force_rows, j, begin, end, LG_NOT_KEPT)
  }
}

static void scale_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) j->positions[i][3] = j->scale * j->pressure[i];
}

static job job_of(const lg_pressure *solve) {
  lg_step *s = solve->s;
  job j = {.s = s,
           .kernel = solve->kernel,
           .pressure = solve->acting,
           .positions = solve->positions,
           .acceleration = solve->acceleration,
           .pairs = &solve->pairs,
           .arrangement = solve->arrangement.counts ? &solve->arrangement : NULL,
           .v0 = lg_cubef(s->spacing, s->dim),
           .smooths = solve->smoothing > 0};

  j.scale = j.v0 * j.v0 / solve->moment;
  if (solve->carries_weight) memcpy(j.gravity, s->gravity, sizeof j.gravity);
  j.g = lg_length(j.gravity);
  return j;
}

void lg_pressure_force(lg_pressure *solve) {
  lg_step *s = solve->s;
  job j = job_of(solve);
  lg_par_for(s->threads, s->n, scale_block, &j);
  lg_sph_update_ghosts(s, j.positions, true);
  lg_par_for(s->threads, s->n, force_block, &j);
  if (solve->pairs.keeping) solve->pairs.keeping = LG_KEPT;
  lg_sph_update_ghosts(s, j.acceleration, false);

  /* the other half of the walls' force, and how bodies give way to it */
  lg_bodies_pressure(s->world, s->dt);
  lg_bodies_flow(s->world, solve->of_whole_velocity, true);
}

typedef struct accelerating {
  const lg_pressure *solve;
  float gained[3]; /* m/s2, that the fluid gave to itself: arrangement.h */
} accelerating;

/* m/s2, of all of it. */
LG_INLINE float accelerates(const accelerating *of, size_t i, int k) {
  const lg_arrangement *a = &of->solve->arrangement;
  return of->solve->acceleration[i][k] - (a->counts ? a->lean[i][3] * of->gained[k] : 0);
}

static void accelerate_block(void *user, size_t begin, size_t end) {
  const accelerating *of = user;
  const lg_step *s = of->solve->s;
  for (int k = 0; k < s->dim; k++)
    for (size_t i = begin; i < end; i++) s->particles->v[k][i] += s->dt * accelerates(of, i, k);
}

/* Of those that are watched: walls' part of the force, again; the rest is the particles'. */
static void tell_force(const accelerating *of, const char *term) {
  const job j = job_of(of->solve);
  LG_EACH_WATCHED(j.s, o) {
    float around = j.acceleration[o->at][3], fluid[3] = {0, 0, 0};
    for (int k = 0; k < j.s->dim; k++) fluid[k] = accelerates(of, o->at, k);

    /* the walls' part of it, which the sum holds too */
    if (j.s->walls->fraction[o->at] > 0) {
      float push = (j.positions[o->at][3] + around) / j.v0,
            carried = carried_mass(&j, o->at, around);
      lg_sph_term_walls(j.s, o, push, carried, false);
      for (int k = 0; k < j.s->dim; k++)
        fluid[k] += lg_walls_push(j.s->walls, o->at, k, push, carried) /
                    j.s->particles->mass[o->at];
    }

    lg_term(o, term, fluid);
  }
}

void lg_pressure_accelerate(const lg_pressure *solve, const char *term) {
  accelerating of = {.solve = solve};
  LG_STAGE(solve->s->world, "solve/accelerate") {
    if (solve->arrangement.counts) lg_arrangement_gained(&solve->arrangement, of.gained);
    tell_force(&of, term);
    lg_par_for(solve->s->threads, solve->s->n, accelerate_block, &of);
    lg_bodies_apply(solve->s->world);
  }
}

/* ---- weight alone --------------------------------------------------------------------------- */

/* P~, and the part of it that is the difference in height. */
LG_INLINE void pressure_around(int dim, lg_kernel_type type, const job *j, size_t i, float *around,
                               float *height) {
  const lg_v8 none = lg_v8_all(0);
  const float own = lg_kernel_f(type, none)[0];

  /* sums of W, W P and W g . x_ij, the latter of neighbours that have a pressure */
  lg_v8 weights = none, sum = none, heights = none;
  LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
    lg_pairs x = lg_pairs_of(dim, j->positions, i, at);
    lg_v8 w = lg_kernel_f(type, lg_v8_sqrt(x.r2) * j->kernel->inverse);
    weights += w;
    sum += w * x.w;
    heights += w * lg_v8_less(none, x.w, lg_pairs_along(dim, &x, j->gravity), none);
  }

  *around = (own * j->positions[i][3] + lg_v8_sum(sum)) / (own + lg_v8_sum(weights));
  *height = j->v0 * j->s->particles->mass[i] * lg_v8_sum(heights) / (own + lg_v8_sum(weights));
}

LG_INLINE void weight_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_walls *walls = s->walls;
  for (size_t i = begin; i < end; i++) {
    if (!(walls->fraction[i] > 0)) continue;
    float around, height, mass = s->particles->mass[i];
    pressure_around(dim, type, j, i, &around, &height);

    /* the force of lg_pressure_force, of which only gravity's part counts */
    float push = height / j->v0, carried = carried_mass(j, i, around);
    for (int k = 0; k < dim; k++)
      s->particles->a[k][i] -= lg_walls_push(walls, i, k, push, carried) / mass;
    lg_bodies_record(s->bodies, i, push, carried);
  }
}

static void weight_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, weight_rows, j, begin, end)
}

void lg_sph_wall_weight(lg_step *s, const lg_kernel *kernel, lg_v4 *positions,
                        const float *pressure) {
  job j = {.s = s,
           .kernel = kernel,
           .pressure = pressure,
           .positions = positions,
           .v0 = lg_cubef(s->spacing, s->dim)};
  j.scale = j.v0 * j.v0;
  memcpy(j.gravity, s->gravity, sizeof j.gravity);
  j.g = lg_length(j.gravity);

  /* P from p, then the walls' forces and bodies' halves of them */
  lg_sph_pack(s, positions, s->particles->x, pressure, true);
  lg_par_for(s->threads, s->n, scale_block, &j);
  lg_sph_update_ghosts(s, positions, true);
  lg_par_for(s->threads, s->n, weight_block, &j);
  lg_terms_gained(s, "wall_weight");
  lg_bodies_pressure(s->world, s->dt);
  lg_bodies_apply(s->world);
}

/* ---- iterations ----------------------------------------------------------------------------- */

/* Of the last pressure, what a solve begins with. A sub-step that stopped something at once, as a
   paddle that started, has a pressure of that impulse over its dt: in one many times as long it
   would act for too long, and throw the fluid. */
static float kept_share(const lg_step *s) {
  const float last = (float)s->world->emit_dt;
  return s->dt > LONGER * last ? last / s->dt : 1;
}

/* How much the masses of particles differ from the first one's, of which one is enough. */
static lg_tally mass_block(void *user, size_t begin, size_t end) {
  const lg_step *s = user;
  const float *mass = s->particles->mass;
  lg_tally found = {0};
  for (size_t i = begin; i < end; i++)
    found.most = lg_maxf(found.most, fabsf(mass[i] - mass[0]) / mass[0]);
  return found;
}

/* Alone, a fluid's own stiffness moves nothing that it should not; the weights of two fluids differ
   by less than it holds. */
static bool is_eased(lg_step *s, const lg_pressure_rows *rows) {
  if (rows->eased == LG_EASED_AUTO) return lg_sph_tally(s, mass_block, s).most > SAME;
  return rows->eased == LG_EASED_ALWAYS;
}

bool lg_pressure_prepare(lg_pressure *solve, lg_step *s, const lg_pressure_rows *rows,
                         const lg_kernel *kernel) {
  const size_t eased = is_eased(s, rows) ? lg_arrangement_bytes(s) : 0;
  const lg_sph_lattice *lattice = lg_sph_lattice_of(s, kernel, kernel);
  void *all = lg_scratch(s->world, lg_kept_pairs_bytes(s->neighbors, s->dim) +
                                       lg_conjugate_bytes(s->n) + lg_chambers_bytes(s->n) + eased +
                                       6 * s->n * sizeof(float));
  s->failed = !all;
  if (s->failed) return false;

  lg_kept_pairs pairs;
  lg_conjugate conjugate;
  float *room = lg_conjugate_place(&conjugate, s->threads, s->n,
                                   lg_kept_pairs_place(&pairs, s->neighbors, s->dim, all));
  pairs.kernel = kernel;
  pairs.positions = s->sph->pack[0];

  /* what is not said here is the solver's to say, or 0 */
  *solve = (lg_pressure){.s = s,
                         .rows = rows,
                         .kernel = kernel,
                         .min_iterations = rows->min_iterations,
                         .kept = rows->warm_start * kept_share(s),
                         .relief = lg_sph_relief(s),
                         .smoothing = rows->smoothing,
                         .relaxation = (float)(lattice->moment / lattice->stiffness),
                         .moment = (float)lattice->moment,
                         .positions = s->sph->pack[0],
                         .acceleration = s->sph->pack[1],
                         .pairs = pairs,
                         .acting = room,
                         .change = room + s->n,
                         .gain = room + 2 * s->n,
                         .source = room + 3 * s->n,
                         .error = room + 4 * s->n,
                         .least = room + 5 * s->n,
                         .conjugate = conjugate};
  solve->room = room + 6 * s->n;
  if (eased)
    solve->room =
        lg_arrangement_place(&solve->arrangement, s, solve->moment, s->sph->pack[3], solve->room);
  return true;
}

static lg_tally energy_block(void *user, size_t begin, size_t end) {
  const lg_step *s = user;
  lg_tally found = {0};
  for (int k = 0; k < s->dim; k++)
    for (size_t i = begin; i < end; i++) {
      const float v = s->particles->v[k][i];
      found.sum += (double)(v * v);
    }
  return found;
}

double lg_pressure_limit(const lg_pressure *solve) {
  lg_step *s = solve->s;
  const double given = (double)solve->rows->max_density_error_ratio;
  if (given > 0) return given;

  /* gravity's time and depth; the worst particle is not held to what the mean is */
  const double g = (double)lg_length(s->gravity), depth = (double)lg_sph_depth(s),
               time = lg_sph_force_dt(s);
  if (!(depth > 0) || solve->of_worst) return LG_MOVING_ERROR;

  const double speed2 = lg_sph_tally(s, energy_block, s).sum / (double)s->n,
               motion = speed2 / (STILL * STILL * g * depth),
               reach = REACH * (double)solve->rows->max_iterations * (double)s->spacing,
               deep2 = depth * depth / (reach * reach);
  return fmin(SHARE * g * time * time / depth * (1 + motion + deep2 * deep2), LG_MOVING_ERROR);
}

lg_relief lg_relief_of(const lg_step *s, float longest) {
  float own = lg_clampf(s->dt / longest, 0.05f, 1);
  return (lg_relief){.own = own, .put_in = lg_minf(lg_sph_relief(s), own)};
}

void lg_pressure_seal(lg_pressure *solve, const float *density, float *crowding) {
  lg_step *s = solve->s;
  const lg_v4 *positions = solve->positions;
  solve->closed = lg_sph_closed(s, solve->kernel, positions, density, lg_small_gaps(s));
  if (!solve->closed)
    lg_chambers_grant(s, solve->kernel, positions, density, crowding, solve->room);
}

void lg_pressure_ease(lg_pressure *solve, const float *density) {
  if (solve->arrangement.lean)
    lg_arrangement_update(&solve->arrangement, solve->kernel, solve->positions, density);
}

typedef struct levelling {
  float *error, level;
} levelling;

static void level_block(void *user, size_t begin, size_t end) {
  const levelling *l = user;
  for (size_t i = begin; i < end; i++) l->error[i] -= l->level;
}

void lg_pressure_level(const lg_pressure *solve, float *error) {
  if (!solve->closed) return;
  levelling l = {error, lg_sph_mean(solve->s, error)};
  lg_par_for(solve->s->threads, solve->s->n, level_block, &l);
}

/* Smooths and clamps `change`, which is kept by itself: a difference of two pressures would be
   rounded as a deep fluid's pressure is. */
static lg_tally accept(const lg_pressure *solve, size_t begin, size_t end) {
  const float v0 = lg_cubef(solve->s->spacing, solve->s->dim);
  const float unit = solve->moment / (v0 * v0); /* Pa of P */
  double sum = 0;
  float worst = 0;
  for (size_t i = begin; i < end; i++) {
    const float y = solve->acting[i];

    /* smooth and clamp */
    float around = unit * solve->acceleration[i][3];
    float change = solve->change[i] - solve->relaxation * solve->smoothing * (y - around);
    float p = y + change;
    if (p < 0) {
      p = solve->negative > 0 ? solve->negative * p : 0;
      change = p - y;
    }
    solve->pressure[i] = p;
    solve->change[i] = change;

    /* what is wrong with the density, where pressure can do something about it */
    float wrong = fabsf(change) / solve->gain[i];
    sum += (double)wrong;
    worst = lg_maxf(worst, wrong);
  }
  lg_conjugate_measure(&solve->conjugate, begin, end);
  return (lg_tally){.sum = sum, .most = worst};
}

typedef struct correction {
  const lg_pressure *solve;
  lg_block_fn *correct;
} correction;

static lg_tally found_block(void *user, size_t begin, size_t end) {
  const correction *c = user;
  c->correct(c->solve->user, begin, end);
  return accept(c->solve, begin, end);
}

lg_tally lg_pressure_correct(const lg_pressure *solve, lg_block_fn *correct) {
  correction c = {solve, correct};
  return lg_sph_tally(solve->s, found_block, &c);
}

static void restart_block(void *user, size_t begin, size_t end) {
  const lg_pressure *solve = user;
  memcpy(solve->acting + begin, solve->pressure + begin, (end - begin) * sizeof(float));
}

/* From the pressure as it is. */
static void restart(lg_pressure *solve) {
  solve->conjugate.trial = solve->acting;
  solve->conjugate.gain = solve->gain;
  solve->conjugate.change = solve->change;
  solve->conjugate.clamps = solve->negative == 0;
  lg_conjugate_begin(&solve->conjugate);
  lg_par_for(solve->s->threads, solve->s->n, restart_block, solve);
}

static void keep_block(void *user, size_t begin, size_t end) {
  const lg_pressure *solve = user;
  memcpy(solve->least + begin, solve->acting + begin, (end - begin) * sizeof(float));
}
static void go_back_block(void *user, size_t begin, size_t end) {
  const lg_pressure *solve = user;
  memcpy(solve->acting + begin, solve->least + begin, (end - begin) * sizeof(float));
}

/* One iteration of the solver's equation: its error. */
static double look(lg_pressure *solve, double *mean) {
  lg_step *s = solve->s;
  lg_iteration_begin(s->world);
  lg_tally found = solve->iterate(solve->user);
  lg_watch_pressure(s, solve->pressure);
  *mean = found.sum / (double)s->n;
  return solve->of_worst ? (double)found.most : *mean;
}

int lg_pressure_solve(lg_pressure *solve) {
  lg_step *s = solve->s;
  double error = 0, mean = 0, first = 0, better = HUGE_VAL;
  int64_t done = 0, better_at = 0;
  bool runs_away = false;
  restart(solve);
  do {
    if (done > 0) lg_conjugate_move(&solve->conjugate, mean);
    error = look(solve, &mean);
    if (done == 0) first = error;
    if (solve->closed && solve->error) solve->level = lg_sph_mean(s, solve->error);

    /* what no pressure mends is not asked for without end: it would become speed */
    if (error < 0.9 * better) {
      better = error;
      better_at = done;
      lg_par_for(s->threads, s->n, keep_block, solve);
    }
    runs_away = error > RUNAWAY * better && done - better_at >= BEHIND;
    done++;
  } while (done < solve->rows->max_iterations && done - better_at <= PATIENCE && !runs_away &&
           (done < solve->min_iterations || error > solve->tolerance));
  solve->stalled = error >
                   fmax(fmax(first, solve->tolerance), LG_MOVING_ERROR * (double)solve->relief);

  if (error > RUNAWAY * better) {
    lg_par_for(s->threads, s->n, go_back_block, solve);
    error = look(solve, &mean);
    done++;
  }
  s->stats->residual = error;
  return (int)done;
}
