/* expr_eval.c - runs the instructions of a formula over blocks of particles. Compiled once per
   dispatch path.

   One loop an instruction, over 512 values that stay in the first-level cache: measured, 256 and
   1024 are as fast, 64 is 1.4 times slower, 4096 is 1.7 times slower. The pragmas say that
   iterations do not depend on each other, which the compiler cannot see where a result takes the
   place of an operand. */
#include "core/base/rng.h"
#include "core/formula/expr.h"
#include "core/formula/expr_math.h"
#include "core/walls/walls.h"

#if defined(__clang__)
#define EACH _Pragma("clang loop vectorize(assume_safety)") for (int i = 0; i < n; i++)
#else
#define EACH _Pragma("GCC ivdep") for (int i = 0; i < n; i++)
#endif

typedef int32_t __attribute__((may_alias)) mask; /* 0 or ~0, in the place of a float */

typedef struct lanes { /* one instruction's arrays */
  int n;
  float *to;
  const float *a, *b, *c;
} lanes;

#define ONE(OP, expression)                                                                        \
  case OP:                                                                                         \
    EACH {                                                                                         \
      const float x = a[i];                                                                        \
      to[i] = (expression);                                                                        \
    }                                                                                              \
    break;
#define TWO(OP, expression)                                                                        \
  case OP:                                                                                         \
    if (numbers == 1) EACH {                                                                       \
        const float x = ka, y = b[i];                                                              \
        to[i] = (expression);                                                                      \
      }                                                                                            \
    else if (numbers == 2) EACH {                                                                  \
        const float x = a[i], y = kb;                                                              \
        to[i] = (expression);                                                                      \
      }                                                                                            \
    else EACH {                                                                                    \
        const float x = a[i], y = b[i];                                                            \
        to[i] = (expression);                                                                      \
      }                                                                                            \
    break;
#define COMPARE(OP, expression)                                                                    \
  case OP:                                                                                         \
    if (numbers == 1) EACH {                                                                       \
        const float x = ka, y = b[i];                                                              \
        out[i] = -(expression);                                                                    \
      }                                                                                            \
    else if (numbers == 2) EACH {                                                                  \
        const float x = a[i], y = kb;                                                              \
        out[i] = -(expression);                                                                    \
      }                                                                                            \
    else EACH {                                                                                    \
        const float x = a[i], y = b[i];                                                            \
        out[i] = -(expression);                                                                    \
      }                                                                                            \
    break;

static void arithmetic(const lg_instr *in, const lanes *l) {
  const int n = l->n, numbers = in->numbers;
  const float *a = l->a, *b = l->b, ka = in->number[0], kb = in->number[1];
  float *to = l->to;
  switch (in->op) {
    ONE(LG_OP_NEG, -x)
    ONE(LG_OP_ABS, fabsf(x))
    ONE(LG_OP_SIGN, lg_sign(x))
    ONE(LG_OP_FLOOR, lg_floor(x))
    ONE(LG_OP_SQRT, sqrtf(x))
    TWO(LG_OP_ADD, x + y)
    TWO(LG_OP_SUB, x - y)
    TWO(LG_OP_MUL, x * y)
    TWO(LG_OP_DIV, x / y)
    TWO(LG_OP_MIN, lg_pick(x < y, x, y))
    TWO(LG_OP_MAX, lg_pick(x > y, x, y))
    default: break;
  }
}

static void function(const lg_instr *in, const lanes *l) {
  const int n = l->n, numbers = in->numbers;
  const float *a = l->a, *b = l->b, ka = in->number[0], kb = in->number[1];
  float *to = l->to;
  switch (in->op) {
    ONE(LG_OP_SIN, lg_sin(x))
    ONE(LG_OP_COS, lg_cos(x))
    ONE(LG_OP_EXP, lg_exp(x))
    ONE(LG_OP_LOG, lg_log(x))
    ONE(LG_OP_TANH, lg_tanh(x))
    TWO(LG_OP_POW, lg_power(x, y))
    TWO(LG_OP_ATAN2, lg_atan2(x, y))
    default: break;
  }
}

static void condition(const lg_instr *in, const lanes *l) {
  const int n = l->n, numbers = in->numbers;
  const float *a = l->a, *b = l->b, ka = in->number[0], kb = in->number[1];
  const mask *p = (const mask *)a, *q = (const mask *)b;
  mask *out = (mask *)l->to;
  switch (in->op) {
    case LG_OP_NOT: EACH out[i] = ~p[i]; break;
    case LG_OP_AND: EACH out[i] = p[i] & q[i]; break;
    case LG_OP_OR:
      EACH out[i] = p[i] | q[i];
      break;
      COMPARE(LG_OP_LT, x < y)
      COMPARE(LG_OP_LE, x <= y)
      COMPARE(LG_OP_EQ, x == y)
    default: break;
  }
}

/* In whole-number arithmetic: a choice between two floats is not vectorised everywhere. */
static void choose(const lg_instr *in, const lanes *l) {
  const int n = l->n;
  const mask *m = (const mask *)l->a, *p = (const mask *)l->b, *q = (const mask *)l->c;
  const mask kp = (mask)lg_bits_of(in->number[1]), kq = (mask)lg_bits_of(in->number[2]);
  mask *out = (mask *)l->to;
  switch (in->numbers >> 1) {
    case 0: EACH out[i] = (m[i] & p[i]) | (~m[i] & q[i]); break;
    case 1: EACH out[i] = (m[i] & kp) | (~m[i] & q[i]); break;
    case 2: EACH out[i] = (m[i] & p[i]) | (~m[i] & kq); break;
    default: EACH out[i] = (m[i] & kp) | (~m[i] & kq); break;
  }
}

static void copy(const lg_instr *in, const lanes *l) {
  const int n = l->n;
  mask *out = (mask *)l->to;
  const mask k = (mask)lg_bits_of(in->number[0]);
  if (in->numbers) EACH out[i] = k;
  else memmove(l->to, l->a, (size_t)n * sizeof *l->to);
}

static void draw(const lg_expr *e, const lg_instr *in, const lanes *l) {
  const mask *id = (const mask *)l->a;
  lg_random_key key = {
      .seed = e->seed, .stream = e->stream, .substep = e->substep, .lane = in->bits / 4};
  for (int i = 0; i < l->n; i++) {
    float u[4];
    key.id = (uint64_t)id[i];
    lg_random(&key, u);
    l->to[i] = u[in->bits % 4];
  }
}

static void hash(const lg_instr *in, const lanes *l) {
  const int n = l->n;
  const float *a = l->a, *b = l->b, *c = l->c;
  float *to = l->to;
  const uint32_t seed = in->bits;
  EACH to[i] = lg_hash3(a[i], b[i], c[i], seed);
}

static void to_float(const lanes *l) {
  const int n = l->n;
  const mask *a = (const mask *)l->a;
  float *to = l->to;
  EACH to[i] = (float)a[i];
}

/* The walls' volume fraction, or its gradient along an axis. */
static void sample_walls(const lg_expr *e, int component, const lanes *l) {
  lg_wall_sum at[LG_BLOCK];
  lg_walls_at_points(e->w, l->n, (const float *const[3]){l->a, l->b, l->c}, at);
  for (int i = 0; i < l->n; i++)
    l->to[i] = component == 0 ? at[i].fraction : at[i].grad[component - 1];
}

/* Another field, or a signed distance. What a field cannot say (it wants velocities) is NaN, and
   the guard's. */
static void sample(const lg_expr *e, const lg_instr *in, const lanes *l) {
  const lg_expr_sampler *s = &e->sampler[in->bits];
  const lg_kind *kind = lg_kind_of(e->w, s->id);
  if (s->id == 0) {
    sample_walls(e, s->component, l);
    return;
  }
  if (kind && kind->family != LG_FAMILY_FIELD) {
    for (int i = 0; i < l->n; i++)
      l->to[i] = lg_distance(e->w, s->id, (float[3]){l->a[i], l->b[i], l->c[i]});
    return;
  }

  float value[3][LG_BLOCK];
  lg_points at = {.n = l->n, .x = {l->a, l->b, e->dim == 3 ? l->c : NULL}, .time = e->time};
  float *const out[3] = {value[0], value[1], value[2]};
  bool known = lg_field_sample(e->w, s->id, &at, out);
  for (int i = 0; i < l->n; i++) l->to[i] = known ? value[s->component][i] : NAN;
}

static void step(const lg_expr *e, const lg_instr *in, float *const *slot, int n) {
  const lanes l = {n, slot[in->to], slot[in->from[0]], slot[in->from[1]], slot[in->from[2]]};
  switch (in->op) {
    case LG_OP_SIN:
    case LG_OP_COS:
    case LG_OP_EXP:
    case LG_OP_LOG:
    case LG_OP_TANH:
    case LG_OP_POW:
    case LG_OP_ATAN2: function(in, &l); break;
    case LG_OP_NOT:
    case LG_OP_AND:
    case LG_OP_OR:
    case LG_OP_LT:
    case LG_OP_LE:
    case LG_OP_EQ: condition(in, &l); break;
    case LG_OP_SELECT: choose(in, &l); break;
    case LG_OP_COPY: copy(in, &l); break;
    case LG_OP_RANDOM: draw(e, in, &l); break;
    case LG_OP_HASH: hash(in, &l); break;
    case LG_OP_WHOLE: to_float(&l); break;
    case LG_OP_SAMPLE: sample(e, in, &l); break;
    default: arithmetic(in, &l); break;
  }
}

void lg_expr_run(const lg_expr *e, const lg_expr_code *code, const lg_expr_block *b) {
  _Alignas(LG_ALIGN) float lane[LG_EXPR_LANES];
  float *slot[LG_EXPR_REGISTERS + LG_EXPR_INPUTS + LG_EXPR_OUTPUTS];
  int room = code->registers ? lg_mini(LG_EXPR_LANES / code->registers / 16 * 16, LG_BLOCK)
                             : LG_BLOCK;

  /* slots: registers, then inputs and outputs at the block */
  for (int r = 0; r < code->registers; r++) slot[r] = lane + r * room;
  slot[code->registers] = lane; /* where there are no slots at all */

  for (int begin = 0; begin < b->n; begin += room) {
    float **at = slot + code->registers;
    for (int k = 0; k < e->inputs; k++) {
      float *input = (float *)(uintptr_t)b->input[k]; /* NULL: this code reads it not */
      *at++ = input ? input + begin : NULL;
    }
    for (int k = 0; k < code->outputs; k++) *at++ = b->output[k] + begin;
    for (int k = 0; k < code->instrs; k++)
      step(e, &code->code[k], slot, lg_mini(room, b->n - begin));
  }
}

/* ---- folding -------------------------------------------------------------------------------- */

#define LANES 8 /* the same on every path: the order of additions is part of the result */

static void fold_sum(const float *x, int n, double *so_far) {
  double lane[LANES] = {0};
  int i = 0;
  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++) lane[k] += (double)x[i + k];
  for (int k = 0; i < n; i++, k++) lane[k] += (double)x[i];
  *so_far += ((lane[0] + lane[4]) + (lane[2] + lane[6])) +
             ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

/* The greatest of sign * x, NaN left out. */
static void fold_most(const float *x, int n, float sign, double *so_far) {
  float lane[LANES];
  int i = 0;
  for (int k = 0; k < LANES; k++) lane[k] = -INFINITY;
  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++)
      lane[k] = lg_pick(sign * x[i + k] > lane[k], sign * x[i + k], lane[k]);
  for (; i < n; i++) lane[0] = lg_pick(sign * x[i] > lane[0], sign * x[i], lane[0]);
  for (int k = 1; k < LANES; k++) lane[0] = lg_maxf(lane[0], lane[k]);
  double most = (double)(sign * lane[0]);
  if (lane[0] > -INFINITY && !(sign > 0 ? *so_far >= most : *so_far <= most)) *so_far = most;
}

static void fold(lg_fold how, const float *x, int n, double *so_far) {
  int32_t count = 0;
  const mask *m = (const mask *)x;
  if (how == LG_SUM || how == LG_MEAN) fold_sum(x, n, so_far);
  else if (how == LG_COUNT) {
    for (int i = 0; i < n; i++) count -= m[i];
    *so_far += count;
  } else fold_most(x, n, how == LG_MOST ? 1.0f : -1.0f, so_far);
}

const lg_evaluator LG_PER_ISA(lg_evaluator) = {
    .run = lg_expr_run, .sum_pairs = lg_expr_sum_pairs, .fold = fold};
