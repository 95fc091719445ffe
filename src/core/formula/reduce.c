/* reduce.c - formulas that act at once on all particles: sums, updates, removals. Blocks in
   parallel, partial results in block order. */
#include "core/base/par.h"
#include "core/base/world.h"
#include "core/formula/expr_math.h"
#include "core/formula/program.h"
#include "core/object/material.h"
#include "core/particles/near.h"
#include "core/particles/particles.h"

typedef struct job {
  lg_world *w;
  const lg_expr *e;
  const lg_evaluator *evaluator;
  lg_fold how;
  /* [block][component]; of an update that stores masses: how many would be none */
  double *partial;
  uint8_t *met;  /* per particle: the condition; NULL where a fold is wanted */
  float *later;  /* an update's results one after the other, where neighbours are read; or NULL */
  float *weight; /* kg, of a particle of each material; where an update stores materials */
} job;

static void bind_inputs(const lg_world *w, const lg_expr *e, size_t begin, lg_expr_block *b) {
  for (int i = 0; i < e->inputs; i++) {
    if (e->input[i].of == LG_OF_PAIR || e->input[i].of == LG_OF_SUM) continue;
    b->input[i] = w->particles->col[e->input[i].column].c[e->input[i].component] + begin;
  }
}

/* The formula over particles begin .. end-1, sums over their neighbours first; b has where its
   results go. */
static void run_block(const job *j, size_t begin, size_t end, lg_expr_block *b) {
  float sum[LG_EXPR_SUMS][LG_BLOCK], *at[LG_EXPR_SUMS];
  bind_inputs(j->w, j->e, begin, b);
  for (int i = 0; i < j->e->sums; i++) at[i] = sum[i];
  lg_expr_sum_block(j->e, j->w, begin, end, at);
  for (int i = 0; i < j->e->inputs; i++)
    if (j->e->input[i].of == LG_OF_SUM) b->input[i] = sum[j->e->input[i].component];
  j->evaluator->run(j->e, &j->e->code, b);
}

/* Writes the formula and looks for its columns and neighbours. */
static lg_expr *prepare(lg_world *w, lg_formula_fn *write, void *user, bool in_place) {
  if (!w->programs->once) w->programs->once = lg_expr_new(w, w->dim);
  lg_expr *e = w->programs->once;
  if (!e || !write)
    return lg_refuse(w, e ? "there is no function that writes the formula" : "out of memory"), NULL;
  if (!lg_program_write(w, e, write, user, in_place)) return NULL;
  if (w->particles->n > 0 && !lg_expr_columns_are_there(e, w)) return NULL;
  return lg_expr_find_neighbors(e, w) ? e : NULL;
}

/* ---- folds ---------------------------------------------------------------------------------- */

static void fold_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  float out[3][LG_BLOCK];
  lg_expr_block b = {.n = (int)(end - begin), .output = {out[0], out[1], out[2]}};
  run_block(j, begin, end, &b);
  for (int k = 0; k < j->e->given; k++) {
    double *so_far = &j->partial[begin / LG_BLOCK * 3 + (size_t)k];
    *so_far = j->how == LG_LEAST || j->how == LG_MOST ? (double)NAN : 0;
    j->evaluator->fold(j->how, out[k], b.n, so_far);
  }
}

static const char *wrong_result(const lg_expr *e, lg_fold how) {
  if (e->given == 0) return "returned nothing";
  if (e->outputs > e->given) return "must not store anything; use update";
  for (int k = 0; k < e->given; k++)
    if (e->node[e->output[k]].condition != (how == LG_COUNT))
      return how == LG_COUNT ? "must return a condition, such as p.y > 1"
                             : "must return a number, got a condition";
  return NULL;
}

int lg_fold_all(lg_world *w, lg_fold how, lg_formula_fn *write, void *user, double out[3]) {
  if (!w || !out) return 0;
  lg_expr *e = prepare(w, write, user, false);
  const char *wrong = e ? wrong_result(e, how) : NULL;
  if (!e || wrong) return e ? lg_refuse(w, "formula: it %s", wrong) : false;

  /* each block on its own */
  size_t n = w->particles->n, blocks = lg_blocks(n);
  job j = {.w = w,
           .e = e,
           .evaluator = lg_evaluator_now(),
           .how = how,
           .partial = blocks ? lg_scratch(w, blocks * 3 * sizeof(double)) : NULL};
  if (blocks && !j.partial) return lg_refuse(w, "out of memory for %zu particles", n);
  lg_par_blocks(lg_world_threads(w), n, fold_block, &j);

  /* blocks in their order: the same bits for any number of threads */
  bool extreme = how == LG_LEAST || how == LG_MOST;
  for (int k = 0; k < e->given; k++) {
    out[k] = extreme ? (double)NAN : 0;
    for (size_t b = 0; b < blocks; b++) {
      double part = j.partial[b * 3 + (size_t)k];
      if (!extreme) out[k] += part;
      else if (isnan(out[k]) || (how == LG_LEAST ? part < out[k] : part > out[k])) out[k] = part;
    }
    if (how == LG_MEAN) out[k] /= (double)n;
  }
  return e->given;
}

/* ---- updates -------------------------------------------------------------------------------- */

static const lg_expr_source *target_of(const lg_expr *e, int k) {
  return &e->input[e->target[k].input];
}

static bool stores(const lg_expr *e, const char *column) {
  for (int k = 0; k < e->outputs; k++)
    if (strcmp(target_of(e, k)->name, column) == 0) return true;
  return false;
}

static void count_bad_masses(void *user, size_t begin, size_t end) {
  const job *j = user;
  float out[LG_EXPR_OUTPUTS][LG_BLOCK];
  lg_expr_block b = {.n = (int)(end - begin)};
  double wrong = 0;
  for (int k = 0; k < j->e->outputs; k++) b.output[k] = out[k];
  run_block(j, begin, end, &b);
  for (int k = 0; k < j->e->outputs; k++)
    for (int i = 0; i < b.n && strcmp(target_of(j->e, k)->name, "mass") == 0; i++)
      wrong += !(out[k][i] > 0 && isfinite(out[k][i]));
  j->partial[begin / LG_BLOCK] = wrong;
}

/* Solvers divide by masses: an update that would write others is refused as a whole. */
static bool masses_stay_positive(lg_world *w, job *j) {
  size_t n = w->particles->n, blocks = lg_blocks(n);
  double wrong = 0;
  if (!stores(j->e, "mass") || n == 0) return true;

  /* the update is tried: how many masses would be none? */
  j->partial = lg_scratch(w, blocks * sizeof(double));
  if (!j->partial) return lg_refuse(w, "out of memory for %zu particles", n);
  lg_par_blocks(lg_world_threads(w), n, count_bad_masses, j);
  for (size_t b = 0; b < blocks; b++) wrong += j->partial[b];

  if (wrong == 0) return true;
  return lg_refuse(w,
                   "formula: a mass must be finite and above 0 kg, and that of %.0f of %zu "
                   "particles would not be",
                   wrong, n);
}

static void update_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_expr_block b = {.n = (int)(end - begin)};
  for (int k = 0; k < j->e->outputs; k++) {
    const lg_expr_source *to = target_of(j->e, k);
    float *column = j->w->particles->col[to->column].c[to->component];
    b.output[k] = (j->later ? j->later + (size_t)k * j->w->particles->n : column) + begin;
  }
  run_block(j, begin, end, &b);
}

/* ---- what is written when all have been computed: values that neighbours read, and materials */

/* Numbers of materials; those that become of another one have its mass, unless the update stores
   masses too. */
static void write_materials(const job *j, const float *number) {
  lg_particles *p = j->w->particles;
  bool weighed = stores(j->e, "mass");
  for (size_t i = 0; i < p->n; i++) {
    int32_t now = (int32_t)number[i];
    if (p->material[i] != now && !weighed) p->mass[i] = j->weight[now];
    p->material[i] = now;
  }
}

static bool is_material(const lg_expr_source *to) { return strcmp(to->name, "material") == 0; }

static void write_later(const job *j) {
  const size_t n = j->w->particles->n;
  for (int k = 0; k < j->e->outputs; k++) {
    const lg_expr_source *to = target_of(j->e, k);
    const float *value = j->later + (size_t)k * n;
    if (is_material(to)) write_materials(j, value);
    else memcpy(j->w->particles->col[to->column].c[to->component], value, n * sizeof *value);
  }
}

/* The mass of a particle of each material, kg, 0: there is no such material. */
static void weigh_materials(lg_world *w, float *mass, int numbers) {
  lg_properties ignored;
  for (int i = 0; i < numbers; i++)
    mass[i] = lg_material_properties(w, i, &ignored) ? lg_material_mass(w, i) : 0;
}

/* False: the update would make particles of what is none. */
static bool materials_are_there(const job *j, int numbers) {
  const size_t n = j->w->particles->n;
  for (int k = 0; k < j->e->outputs; k++) {
    const float *number = j->later + (size_t)k * n;

    /* a whole number of a material that has a mass */
    for (size_t i = 0; is_material(target_of(j->e, k)) && i < n; i++)
      if (!(number[i] >= 0 && number[i] < (float)numbers && number[i] == floorf(number[i]) &&
            j->weight[(int)number[i]] > 0))
        return lg_refuse(j->w,
                         "formula: a particle would be made of material %g, which is not there",
                         (double)number[i]);
  }
  return true;
}

bool lg_update(lg_world *w, lg_formula_fn *write, void *user) {
  if (!w) return false;
  lg_expr *e = prepare(w, write, user, true);
  if (!e) return false;
  if (e->given > 0)
    return lg_refuse(w, "formula: an update stores, p.vx = ..., and returns nothing");
  job j = {.w = w, .e = e, .evaluator = lg_evaluator_now()};
  if (!masses_stay_positive(w, &j)) return false;

  /* sums and materials read what others are before any of them changes */
  const size_t n = w->particles->n;
  int numbers = stores(e, "material") ? lg_material_last(w) + 1 : 0;
  if ((e->sums > 0 || numbers > 0) && n > 0) {
    j.later = lg_scratch(w, ((size_t)e->outputs * n + (size_t)numbers) * sizeof *j.later);
    if (!j.later) return lg_refuse(w, "out of memory for %zu particles", n);
    j.weight = j.later + (size_t)e->outputs * n;
    weigh_materials(w, j.weight, numbers);
  }

  lg_par_for(lg_world_threads(w), n, update_block, &j);
  if (j.later && numbers > 0 && !materials_are_there(&j, numbers)) return false;
  if (j.later) write_later(&j);
  if (stores(e, "position")) lg_near_moved(w, false);
  return true;
}

/* ---- conditions ----------------------------------------------------------------------------- */

static void condition_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  float out[LG_BLOCK];
  lg_expr_block b = {.n = (int)(end - begin), .output = {out}};
  run_block(j, begin, end, &b);
  for (size_t i = begin; i < end; i++) j->met[i] = lg_bits_of(out[i - begin]) != 0;
}

/* Evaluates the condition into the neighbours' array of marks, which is free between steps. */
static uint8_t *evaluate_condition(lg_world *w, lg_formula_fn *write, void *user) {
  lg_expr *e = prepare(w, write, user, false);
  if (!e) return NULL;
  const char *wrong = wrong_result(e, LG_COUNT);
  if (!wrong && e->given > 1) wrong = "must return one condition";
  if (wrong) return lg_refuse(w, "formula: it %s", wrong), NULL;
  if (!lg_mem_room(&w->mem, &w->neighbors->dead, w->particles->n + 1, 1))
    return lg_refuse(w, "out of memory for %zu particles", w->particles->n), NULL;
  job j = {.w = w, .e = e, .evaluator = lg_evaluator_now(), .met = w->neighbors->dead};
  lg_par_for(lg_world_threads(w), w->particles->n, condition_block, &j);
  return j.met;
}

int64_t lg_pick_if(lg_world *w, lg_formula_fn *write, void *user, int32_t *index) {
  int64_t count = 0;
  const uint8_t *met = w && index ? evaluate_condition(w, write, user) : NULL;
  if (!met) return -1;
  for (size_t i = 0; i < w->particles->n; i++) {
    index[count] = (int32_t)i;
    count += met[i];
  }
  return count;
}

int64_t lg_remove_if(lg_world *w, lg_formula_fn *write, void *user) {
  const uint8_t *met = w ? evaluate_condition(w, write, user) : NULL;
  if (!met) return -1;
  size_t n = w->particles->n, kept = 0;

  /* who stays, in order */
  int32_t *order = lg_scratch(w, (n + 1) * sizeof *order);
  if (!order) return lg_refuse(w, "out of memory for %zu particles", n) - 1;
  for (size_t i = 0; i < n; i++) {
    order[kept] = (int32_t)i;
    kept += !met[i];
  }

  if (kept == n) return 0;
  lg_particles_gather(w->particles, order, kept, lg_world_threads(w));
  w->stamp++;
  w->stats.removed += n - kept;
  w->stats.particles = kept;
  return (int64_t)(n - kept);
}
