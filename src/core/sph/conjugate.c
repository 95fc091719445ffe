/* conjugate.c - see conjugate.h. Compiled once per dispatch path. */
#include "core/sph/conjugate.h"

#include "laguna_solver.h"

/* Jacobi is relaxed for what is stiffest. What is wrong at first is smoother and bears FIRST times
   the step, later LEAST to MOST: measured, with less it takes longer, and more wins nothing.
   Residuals get nowhere any more where WAIT trials have not made |F| FALL times as small, or one
   makes it RISE times as large. A short or negative alpha alone says little. */
#define FIRST 3.5f
#define LEAST 3
#define MOST  8
#define WAIT  4
#define FALL  0.99
#define RISE  3

size_t lg_conjugate_bytes(size_t n) {
  return lg_blocks(n) * sizeof(lg_products) + 4 * n * sizeof(float);
}

void *lg_conjugate_place(lg_conjugate *c, int threads, size_t n, void *room) {
  *c = (lg_conjugate){.threads = threads, .n = n, .block = room};
  c->best = (float *)(c->block + lg_blocks(n));
  c->left = c->best + n;
  c->turn = c->left + n;
  c->took = c->turn + n;
  return c->took + n;
}

void lg_conjugate_begin(lg_conjugate *c) {
  c->stage = LG_AT_FIRST;
  c->a = FIRST;
  c->b = 0;
}

LG_INLINE float clamped(const lg_conjugate *c, float value) {
  return c->clamps && value < 0 ? 0 : value;
}

/* ---- measure and choose --------------------------------------------------------------------- */

void lg_conjugate_measure(const lg_conjugate *c, size_t begin, size_t end) {
  float ff = 0, ss = 0, sd = 0, dd = 0, cs = 0, cd = 0;
  for (size_t i = begin; i < end; i++) ff += c->change[i] * c->change[i] / c->gain[i];

  /* whether momentum leads uphill */
  for (size_t i = begin; i < end && c->stage == LG_BY_MOMENTUM; i++)
    ss -= c->change[i] * (c->trial[i] - c->best[i] + c->change[i]) / c->gain[i];

  for (size_t i = begin; i < end && c->stage == LG_BY_RESIDUALS; i++) {
    const float left = c->left[i], d = c->took[i], s = left - c->change[i];
    const float weight = 1 / c->gain[i];
    ss += weight * s * s;
    sd += weight * s * d;
    dd += weight * d * d;
    cs += weight * left * s;
    cd += weight * left * d;
  }

  c->block[begin / LG_BLOCK] =
      (lg_products){(double)ff, (double)ss, (double)sd, (double)dd, (double)cs, (double)cd};
}

static lg_products products_of(const lg_conjugate *c) {
  lg_products all = {0, 0, 0, 0, 0, 0};

  for (size_t b = 0; b < lg_blocks(c->n); b++) {
    const lg_products *one = &c->block[b];
    all.ff += one->ff;
    all.ss += one->ss;
    all.sd += one->sd;
    all.dd += one->dd;
    all.cs += one->cs;
    all.cd += one->cd;
  }
  return all;
}

/* Least squares of two directions; of one where they are nearly the same, and at first. */
static void choose(lg_conjugate *c, lg_products p) {
  const double det = p.ss * p.dd - p.sd * p.sd;
  double alpha = p.ss > 0 ? p.cs / p.ss : 0, beta = 0; /* 0: clamping undid the trial */
  if (det > 1e-6 * p.ss * p.dd) {
    alpha = (p.cs * p.dd - p.cd * p.sd) / det;
    beta = (p.cd * p.ss - p.cs * p.sd) / det;
  }
  c->alpha = (float)alpha;
  c->beta = (float)beta;
}

/* ---- move ----------------------------------------------------------------------------------- */

static void first_block(void *user, size_t begin, size_t end) {
  const lg_conjugate *c = user;
  for (size_t i = begin; i < end; i++) {
    const float y = c->trial[i];
    c->best[i] = y;
    c->left[i] = c->change[i];
    c->turn[i] = c->took[i] = 0;
    c->trial[i] = clamped(c, y + c->a * c->left[i]);
  }
}

static void move_block(void *user, size_t begin, size_t end) {
  const lg_conjugate *c = user;
  for (size_t i = begin; i < end; i++) {
    /* s and A s, and where they and d lead to */
    const float y = c->trial[i], before = c->best[i], left = c->left[i];
    const float s = y - before, took = left - c->change[i];
    const float best = clamped(c, before + c->alpha * s + c->beta * c->turn[i]);
    float still = left - c->alpha * took - c->beta * c->took[i];
    still = clamped(c, best + still) - best;

    /* from there, the next trial */
    c->turn[i] = best - before;
    c->took[i] = left - still;
    c->best[i] = best;
    c->left[i] = still;
    c->trial[i] = clamped(c, best + c->a * still + c->b * c->turn[i]);
  }
}

static void back_block(void *user, size_t begin, size_t end) {
  const lg_conjugate *c = user;
  memcpy(c->trial + begin, c->best + begin, (end - begin) * sizeof *c->trial);
}

static void ahead_block(void *user, size_t begin, size_t end) {
  const lg_conjugate *c = user;
  for (size_t i = begin; i < end; i++) {
    const float p = c->trial[i] + c->change[i];
    c->trial[i] = clamped(c, p + c->b * (p - c->best[i]));
    c->best[i] = p;
  }
}

/* Returns what is to be done with every particle. */
static lg_block_fn *next_stage(lg_conjugate *c, double error) {
  const lg_products p = products_of(c);
  const double norm = sqrt(p.ff);
  if (c->stage == LG_AT_FIRST) {
    c->stage = LG_BY_RESIDUALS;
    c->least = norm;
    c->since = 0;
    return first_block;
  }

  /* a trial was of a F(c) and b d: in these, what is chosen now is what is tried next */
  if (c->stage == LG_BY_RESIDUALS) {
    choose(c, p);
    c->b = lg_clampf(c->alpha * c->b + c->beta, 0, 1);
    c->a = lg_clampf(c->alpha * c->a, LEAST, MOST);
    c->since = norm < FALL * c->least ? 0 : c->since + 1;
    if (c->since == 0) c->least = norm;
    if (c->since <= WAIT && norm <= RISE * c->least) return move_block;

    c->stage = LG_BY_MOMENTUM;
    c->since = -1; /* c itself comes first */
    c->least = HUGE_VAL;
    return back_block;
  }

  bool again = error > 1.02 * c->least || p.ss > 0;
  c->least = again ? error : fmin(error, c->least);
  c->since = again ? 0 : c->since + 1;
  c->b = lg_momentum(c->since);
  return ahead_block;
}

void lg_conjugate_move(lg_conjugate *c, double error) {
  lg_par_for(c->threads, c->n, next_stage(c, error), c);
}
