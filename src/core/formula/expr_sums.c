/* expr_sums.c - sums over neighbours: the lists of consecutive particles are flattened into batches
   of pairs, columns of both and what is known of the pair are gathered, the instructions run over
   them, and what comes out is added up in the order of the lists: the same bits for any number of
   threads and every dispatch path. Compiled once per path. */
#include "core/base/world.h"
#include "core/formula/expr.h"
#include "core/formula/expr_math.h"
#include "core/formula/pair_lists.h"

typedef int32_t __attribute__((may_alias)) whole;

/* Pairs p, q. Those of one p lie together: they are a run, and all that fit into a batch are in
   one. */
typedef struct run {
  int32_t p, begin, n; /* p: in the block */
} run;
typedef struct batch {
  int n, runs;
  run run[LG_BLOCK];
  int32_t q[LG_BLOCK + LG_LANES];                     /* particle, of an image its own */
  _Alignas(LG_ALIGN) float d[3][LG_BLOCK + LG_LANES]; /* x_p - x_q, m */
  _Alignas(LG_ALIGN) float r[LG_BLOCK];               /* m */
  _Alignas(LG_ALIGN) float f[LG_BLOCK];               /* F, grad W = F d */
  _Alignas(LG_ALIGN) float in[LG_EXPR_INPUTS][LG_BLOCK];
  _Alignas(LG_ALIGN) float out[LG_EXPR_SUMS][LG_BLOCK];
} batch;

typedef struct job {
  const lg_expr *e;
  const lg_expr_pass *pass;
  const lg_pair_lists *lists;
  size_t begin;
  float *const *sum;
  double total[LG_EXPR_SUMS][LG_BLOCK];
  int32_t count[LG_BLOCK];
  batch b;
} job;

/* ---- gathering ------------------------------------------------------------------------------ */

/* Distances and slopes, of whole vectors: what lies behind the last pair is 0 and nobody's. */
LG_INLINE void distances(int dim, lg_kernel_type type, const lg_kernel *k, batch *b) {
  for (int i = 0; i < b->n; i += LG_LANES) {
    lg_v8 x = lg_v8_load(b->d[0] + i), y = lg_v8_load(b->d[1] + i), r2 = x * x + y * y;
    if (dim == 3) r2 += lg_v8_load(b->d[2] + i) * lg_v8_load(b->d[2] + i);
    lg_v8 r = lg_v8_sqrt(r2);
    lg_v8_store(b->r + i, r);
    lg_v8_store(b->f + i, k->f0 * lg_kernel_g(type, r * k->inverse));
  }
}

/* The same in every dimension: one copy is enough. */
LG_INLINE void weights(int dim, lg_kernel_type type, const lg_kernel *k, const batch *b,
                       float *to) {
  (void)dim;
  for (int i = 0; i < b->n; i += LG_LANES)
    lg_v8_store(to + i, k->w0 * lg_kernel_f(type, lg_v8_load(b->r + i) * k->inverse));
}

static const float *of_pair(job *j, int component, float *to) {
  batch *b = &j->b;
  const lg_kernel *k = &j->e->reach[j->pass->reach].kernel;
  const float soft = 0.01f * k->radius * k->radius;
  const int what = component / 4, axis = component % 4;
  switch ((lg_pair)what) {
    case LG_PAIR_OFFSET: return b->d[axis];
    case LG_PAIR_DISTANCE: return b->r;
    case LG_PAIR_W: LG_SPECIALISE(2, k->type, weights, k, b, to) break;
    case LG_PAIR_GRADIENT:
      for (int i = 0; i < b->n; i++) to[i] = b->f[i] * b->d[axis][i];
      break;
    case LG_PAIR_LAPLACIAN:
      for (int i = 0; i < b->n; i++) {
        float r2 = b->r[i] * b->r[i];
        to[i] = -2 * b->f[i] * r2 / (r2 + soft);
      }
  }
  return to;
}

/* Of the neighbours. Bits: some columns are whole numbers. */
static void gather(const batch *b, const float *from, float *to) {
  const whole *restrict in = (const whole *)from;
  whole *restrict out = (whole *)to;
  const int32_t *restrict q = b->q;
  for (int i = 0, n = b->n; i < n; i++) out[i] = in[q[i]];
}

/* Of the particles: the same for all of a run. */
static void spread(const batch *b, const float *from, float *to) {
  const whole *in = (const whole *)from;
  whole *out = (whole *)to;
  for (const run *r = b->run; r < b->run + b->runs; r++)
    for (int i = r->begin; i < r->begin + r->n; i++) out[i] = in[r->p];
}

/* Where neighbours are seen: images are not where their particle is. */
static void place_images(const batch *b, const float *own, int axis, float *to) {
  for (const run *r = b->run; r < b->run + b->runs; r++)
    for (int i = r->begin; i < r->begin + r->n; i++) to[i] = own[r->p] - b->d[axis][i];
}

static const float *input_of(job *j, int input) {
  const lg_expr_source *s = &j->e->input[input];
  const lg_particles *p = j->lists->particles;
  batch *b = &j->b;
  float *to = b->in[input];

  if (s->of == LG_OF_PAIR) return of_pair(j, s->component, to);
  if (s->of == LG_OF_SUM) {
    spread(b, j->sum[s->component], to);
    return to;
  }

  /* a column: the particle's own, or its neighbours', whose images lie elsewhere */
  const float *column = p->col[s->column].c[s->component];
  if (s->of == LG_OF_PARTICLE) spread(b, column + j->begin, to);
  else if (s->column == 0 && j->lists->neighbors.ghosts > 0)
    place_images(b, column + j->begin, s->component, to);
  else gather(b, column, to);
  return to;
}

/* ---- adding up ------------------------------------------------------------------------------ */

typedef double d4 __attribute__((vector_size(32), aligned(32)));

/* In four lanes, added in a fixed order: one addition need not wait for the other. */
static double sum_of(const float *x, int n) {
  d4 even = {0, 0, 0, 0}, odd = even;
  double rest = 0;
  int i = 0;
  for (; i + 8 <= n; i += 8) {
    lg_v4 at[2];
    memcpy(at, x + i, sizeof at);
    even += __builtin_convertvector(at[0], d4);
    odd += __builtin_convertvector(at[1], d4);
  }
  for (; i < n; i++) rest += (double)x[i];
  even += odd;
  return ((even[0] + even[2]) + (even[1] + even[3])) + rest;
}

static double count_of(const float *x, int n) {
  const whole *met = (const whole *)x;
  int32_t count = 0;
  for (int i = 0; i < n; i++) count -= met[i];
  return (double)count;
}

/* no number is passed over */
static double extreme_of(lg_fold how, const float *x, int n, double so_far) {
  for (int i = 0; i < n; i++) {
    double v = (double)x[i];
    if (how == LG_MOST ? v > so_far : v < so_far) so_far = v;
  }
  return so_far;
}

static void add(job *j, lg_fold how, const float *x, double *total) {
  const batch *b = &j->b;
  for (const run *r = b->run; r < b->run + b->runs; r++) {
    const float *of = x + r->begin;
    switch (how) {
      case LG_SUM:
      case LG_MEAN: total[r->p] += sum_of(of, r->n); break;
      case LG_COUNT: total[r->p] += count_of(of, r->n); break;
      case LG_LEAST:
      case LG_MOST: total[r->p] = extreme_of(how, of, r->n, total[r->p]); break;
    }
  }
}

static void flush(job *j) {
  batch *b = &j->b;
  const lg_kernel *k = &j->e->reach[j->pass->reach].kernel;
  lg_expr_block block = {.n = b->n};
  if (b->n == 0) return;

  /* behind the last pair, for whole vectors */
  for (int d = 0; d < 3; d++)
    for (int i = b->n; i < (b->n + LG_LANES - 1) / LG_LANES * LG_LANES; i++) b->d[d][i] = 0;
  LG_SPECIALISE(j->e->dim, k->type, distances, k, b)

  for (int i = 0; i < j->e->inputs; i++)
    if (j->pass->code.inputs >> i & 1) block.input[i] = input_of(j, i);
  for (int s = 0; s < j->pass->sums; s++) block.output[s] = b->out[s];
  lg_expr_run(j->e, &j->pass->code, &block);
  for (int s = 0; s < j->pass->sums; s++)
    add(j, j->e->sum[j->pass->sum[s]].how, b->out[s], j->total[s]);
  b->n = b->runs = 0;
}

static void begin_totals(job *j, size_t n) {
  for (int s = 0; s < j->pass->sums; s++) {
    lg_fold how = j->e->sum[j->pass->sum[s]].how;
    double from = how == LG_LEAST ? (double)INFINITY : how == LG_MOST ? -(double)INFINITY : 0;
    for (size_t i = 0; i < n; i++) j->total[s][i] = from;
  }
}

static void end_totals(job *j, size_t n) {
  for (int s = 0; s < j->pass->sums; s++) {
    int which = j->pass->sum[s];
    lg_fold how = j->e->sum[which].how;
    for (size_t i = 0; i < n; i++) {
      double total = j->total[s][i];
      if (how == LG_MEAN) total /= (double)lg_maxi(j->count[i], 1);
      bool of_none = j->count[i] == 0 && (how == LG_LEAST || how == LG_MOST);
      j->sum[which][i] = of_none ? 0 : (float)total;
    }
  }
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Pairs of the particle at `at` in the lists with row[0] .. row[n-1], behind those of the batch.
   What a row is filled up with lands behind them. */
static void append(job *j, int32_t at, const int32_t *row, int n) {
  const lg_v4 *pack = j->lists->pack, mine = pack[at];
  batch *b = &j->b;
  for (int k = 0; k < n; k += LG_LANES) {
    lg_v8 of[4];
    lg_v8_gather(pack, row + k, of);
    for (int axis = 0; axis < j->e->dim; axis++)
      lg_v8_store(b->d[axis] + b->n + k, mine[axis] - of[axis]);
    memcpy(b->q + b->n + k, &of[3], sizeof of[3]);
  }
  b->n += n;
}

static void list_pairs(job *j, size_t i) {
  const lg_neighbors *nb = &j->lists->neighbors;
  const int32_t at = j->lists->place[j->begin + i], count = nb->count[at];
  batch *b = &j->b;
  j->count[i] = count;

  /* a list goes into as many batches as it needs */
  if (b->n + count > LG_BLOCK) flush(j);
  for (int32_t done = 0; done < count;) {
    int n = lg_mini(count - done, LG_BLOCK - b->n);
    b->run[b->runs++] = (run){(int32_t)i, b->n, n};
    append(j, at, nb->row[at] + done, n);
    done += n;
    if (done < count) flush(j);
  }
}

void lg_expr_sum_pairs(const lg_expr *e, const lg_expr_pass *pass, const lg_pair_lists *lists,
                       size_t begin, size_t end, float *const sum[LG_EXPR_SUMS]) {
  job j;
  j.e = e;
  j.pass = pass;
  j.lists = lists;
  j.begin = begin;
  j.sum = sum;
  j.b.n = j.b.runs = 0;

  begin_totals(&j, end - begin);
  for (size_t i = 0; i < end - begin; i++) list_pairs(&j, i);
  flush(&j);
  end_totals(&j, end - begin);
}
