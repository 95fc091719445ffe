/* expr_rounding.c - how much of a formula's result may be rounding.

   Running error analysis (Wilkinson 1963, "Rounding errors in algebraic processes"; Higham 2002,
   section 3.3): beside each value, in double, goes a bound of the error that the same operation
   has in float32, from those of its operands by the operation's condition,
     z = f(a, b):   error(z) = |df/da| error(a) + |df/db| error(b) + u |z|
   where products and quotients that are next to 0 without being it lose digits besides.
   A comparison whose sides are nearer than their errors may go either way, and what is chosen by it
   is off by the difference of both branches. Sums over neighbours add up the errors of pairs. */
#include "core/formula/expr.h"

#include "core/base/world.h"
#include "core/formula/program.h"
#include "core/param/param.h"
#include "core/particles/particles.h"

#define U       0x1p-24  /* of a float32 */
#define DENORM  0x1p-149 /* between two float32 next to 0 */
#define LIBRARY 4e-7     /* of a function of expr_math.h, of what is around 1 */
#define PAIRS   1e-6     /* of a kernel's weight: distance and its polynomial */

typedef struct bound {
  double value, error;
} bound;

typedef struct job {
  lg_expr *e;
  lg_world *w;
  size_t particle;
  const double *input;     /* of columns of the particle */
  const lg_neighbor *q;    /* NULL: outside of sums */
  bound sum[LG_EXPR_SUMS]; /* as far as they are known */
  bound *at;               /* of each node */
} job;

/* ---- operations ----------------------------------------------------------------------------- */

static double infinite(void) { return (double)INFINITY; }

/* Of what rounds to z: one of its digits, or the last one that there is. */
static double rounded(double z) { return z != 0 ? U * fabs(z) + DENORM : 0; }

/* The same of a function, which may be 0 where no full digits are left. */
static double underflow(double z) { return z != 0 ? (double)FLT_MIN : 0; }

static bound unary(int op, bound a) {
  const double x = a.value, r = a.error;
  switch (op) {
    case LG_OP_NEG: return (bound){-x, r};
    case LG_OP_ABS: return (bound){fabs(x), r};
    case LG_OP_SIGN: return (bound){(x > 0) - (x < 0), r > 0 && fabs(x) <= r ? 2 : 0};
    case LG_OP_FLOOR: return (bound){floor(x), floor(x + r) - floor(x - r)};
    case LG_OP_SQRT:
      if (!(x > r)) return (bound){sqrt(fmax(x, 0)), r > 0 || x < 0 ? infinite() : 0};
      return (bound){sqrt(x), r / (2 * sqrt(x - r)) + U * sqrt(x)};
    case LG_OP_SIN:
    case LG_OP_COS:
      return (bound){op == LG_OP_SIN ? sin(x) : cos(x), fabs(x) > 1e5 ? 2 : fmin(r, 2) + LIBRARY};
    case LG_OP_EXP:
      return (bound){exp(x), exp(x) * (expm1(fmin(r, 700)) + LIBRARY) + underflow(exp(x))};
    case LG_OP_LOG:
      if (!(x > r)) return (bound){log(fmax(x, 0)), r > 0 || x < 0 ? infinite() : 0};
      return (bound){log(x), r / (x - r) + LIBRARY * (1 + fabs(log(x)))};
    case LG_OP_TANH: return (bound){tanh(x), fmin(r, 2) + LIBRARY};
    default: return (bound){x == 0, r}; /* LG_OP_NOT */
  }
}

static bound power(bound a, bound b) {
  const double v = pow(a.value, b.value);
  if (!(fabs(a.value) > a.error)) {
    double far = pow(fabs(a.value) + a.error, b.value);
    return (bound){v, a.error > 0 ? (isfinite(far) && b.value > 0 ? 2 * far : infinite()) : 0};
  }
  const double steep = fabs(log(fabs(a.value)));
  double part = fabs(b.value) * a.error / (fabs(a.value) - a.error) + steep * b.error +
                LIBRARY * (1 + fabs(b.value) * steep);
  return (bound){v, fabs(v) * expm1(fmin(part, 700)) + underflow(v)};
}

static bool may_meet(bound a, bound b) {
  const double both = a.error + b.error;
  return both > 0 && fabs(a.value - b.value) <= both;
}

static bound binary(int op, bound a, bound b) {
  const double x = a.value, y = b.value;
  switch (op) {
    case LG_OP_ADD: return (bound){x + y, a.error + b.error + U * fabs(x + y)};
    case LG_OP_SUB: return (bound){x - y, a.error + b.error + U * fabs(x - y)};
    case LG_OP_MUL:
      return (bound){x * y,
                     (fabs(x) * b.error + fabs(y) * a.error + a.error * b.error + rounded(x * y))};
    case LG_OP_DIV:
      if (!(fabs(y) > b.error)) return (bound){x / y, b.error > 0 ? infinite() : 0};
      return (bound){x / y,
                     (a.error + fabs(x / y) * b.error) / (fabs(y) - b.error) + rounded(x / y)};
    case LG_OP_MIN: return (bound){fmin(x, y), fmax(a.error, b.error)};
    case LG_OP_MAX: return (bound){fmax(x, y), fmax(a.error, b.error)};
    case LG_OP_POW: return power(a, b);
    case LG_OP_ATAN2: {
      double r2 = x * x + y * y, off = (fabs(y) * a.error + fabs(x) * b.error) / r2;
      return (bound){atan2(x, y), fmin(r2 > 0 ? off : 7, 7) + LIBRARY};
    }
    case LG_OP_LT: return (bound){x < y, may_meet(a, b)};
    case LG_OP_LE: return (bound){x <= y, may_meet(a, b)};
    case LG_OP_EQ: return (bound){x == y, may_meet(a, b)};
    case LG_OP_AND: return (bound){x * y, (a.error > 0 && y > 0) || (b.error > 0 && x > 0)};
    default: return (bound){fmax(x, y), (a.error > 0 && y == 0) || (b.error > 0 && x == 0)};
  }
}

static bound choose(bound which, bound a, bound b) {
  const bound taken = which.value != 0 ? a : b;
  if (which.error == 0) return taken;
  return (bound){taken.value, fmax(a.error, b.error) + fabs(a.value - b.value)};
}

/* ---- leaves --------------------------------------------------------------------------------- */

static bound of_pair(const lg_neighbor *q, int component) {
  const int axis = component % 4;
  double x = q->laplacian;
  switch ((lg_pair)(component / 4)) {
    case LG_PAIR_OFFSET: x = q->offset[axis]; break;
    case LG_PAIR_DISTANCE: x = q->distance; break;
    case LG_PAIR_W: x = q->w; break;
    case LG_PAIR_GRADIENT: x = q->gradient[axis]; break;
    case LG_PAIR_LAPLACIAN: break;
  }
  return (bound){x, PAIRS * fabs(x)};
}

/* A script sees the shortest decimal that is that float. */
static bound of_column(const lg_expr_source *s, double x) {
  return (bound){x, s->integer ? 0 : rounded(x)};
}

static bound of_neighbor(const job *j, const lg_expr_source *s) {
  const float *column = j->w->particles->col[s->column].c[s->component];
  if (strcmp(s->name, "position") == 0) {
    double x = (double)column[j->particle] - j->q->offset[s->component];
    return (bound){x, PAIRS * fabs(j->q->offset[s->component]) + U * fabs(x)};
  }
  int32_t whole;
  memcpy(&whole, column + j->q->index, sizeof whole);
  return of_column(s, s->integer ? (double)whole : (double)column[j->q->index]);
}

static bound of_input(const job *j, int i) {
  const lg_expr_source *s = &j->e->input[i];
  switch (s->of) {
    case LG_OF_PAIR: return of_pair(j->q, s->component);
    case LG_OF_NEIGHBOR: return of_neighbor(j, s);
    case LG_OF_SUM: return j->sum[s->component];
    case LG_OF_PARTICLE: break;
  }
  return of_column(s, j->input[i]);
}

/* A number of the script, which is a double, unless it is whole. */
static bound of_number(uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  bool exact = rintf(x) == x && fabsf(x) < 0x1p24f;
  return (bound){(double)x, exact ? 0 : U * fabs((double)x)};
}

/* ---- formulas ------------------------------------------------------------------------------- */

/* False: it depends on what only its own operation knows: fields, random numbers. */
static bool find_node(const job *j, lg_node i) {
  const lg_expr_node *n = &j->e->node[i];
  bound *at = j->at, *out = &at[i];
  switch (n->op) {
    case LG_OP_NUMBER: *out = of_number(n->bits); break;
    case LG_OP_TRUTH: *out = (bound){n->bits != 0, 0}; break;
    case LG_OP_COLUMN: *out = of_input(j, n->a); break;
    case LG_OP_SELECT: *out = choose(at[n->a], at[n->b], at[n->c]); break;
    case LG_OP_RANDOM:
    case LG_OP_HASH:
    case LG_OP_SAMPLE: return false;
    default:
      *out = lg_expr_operands(n->op) == 1 ? unary(n->op, at[n->a])
                                          : binary(n->op, at[n->a], at[n->b]);
  }
  if (!(fabs(out->value) + out->error < (double)FLT_MAX)) out->error = infinite();
  return true;
}

/* Of the nodes that `root` needs, which are marked: e->work. */
static bool find(const job *j, lg_node root) {
  bool known = true;
  for (lg_node i = 0; i <= root && known; i++)
    if (j->e->work[i]) known = find_node(j, i);
  return known;
}

static void add(bound *sum, lg_fold how, bound one, bool first) {
  switch (how) {
    case LG_SUM:
    case LG_MEAN:
    case LG_COUNT: *sum = (bound){sum->value + one.value, sum->error + one.error}; break;
    case LG_LEAST:
    case LG_MOST: {
      bool further = first || (how == LG_LEAST ? one.value < sum->value : one.value > sum->value);
      *sum = (bound){further ? one.value : sum->value, fmax(sum->error, one.error)};
    }
  }
}

/* A sum over the neighbours q[0] .. q[n-1]. */
static bool find_sum(job *j, int which, const lg_neighbor *q, int64_t n) {
  const lg_expr_sum *s = &j->e->sum[which];
  bound sum = {0, 0};
  if (!lg_expr_mark(j->e, &s->value, 1, (size_t)s->value + 1)) return false;

  for (int64_t i = 0; i < n; i++) {
    j->q = &q[i];
    if (!find(j, s->value)) return false;
    add(&sum, s->how, j->at[s->value], i == 0);
  }

  /* and the rounding of the sum itself */
  if (s->how == LG_MEAN && n > 0) sum = (bound){sum.value / (double)n, sum.error / (double)n};
  sum.error += U * fabs(sum.value);
  j->q = NULL;
  j->sum[which] = sum;
  return true;
}

/* Sums in the order in which they were made: each may read those before. */
static bool find_sums(job *j) {
  lg_expr *e = j->e;
  bool ok = true;
  for (int i = 0; i < e->sums && ok; i++) {
    const lg_expr_reach *reach = &e->reach[e->sum[i].reach];
    char kernel[LG_NAME_MAX];
    double radius = (double)reach->radius;
    if (!lg_choice_word(LG_KERNEL_CHOICES, (int)reach->kernel.type, kernel)) return false;

    /* its neighbours, counted first */
    int64_t n = lg_neighbors_of(j->w, j->particle, radius, kernel, NULL, 0);
    lg_neighbor *q = n < 0 ? NULL : lg_mem_realloc(e->mem, NULL, ((size_t)n + 1) * sizeof *q);
    ok = q && lg_neighbors_of(j->w, j->particle, radius, kernel, q, (size_t)n) == n &&
         find_sum(j, i, q, n);

    lg_mem_free(e->mem, q);
  }
  return ok;
}

bool lg_expr_rounding_at(lg_expr *e, lg_world *w, size_t particle, const double *inputs,
                         double *errors) {
  job j = {.e = e, .w = w, .particle = particle, .input = inputs};
  const bool real = w && particle < w->particles->n;
  if (e->error[0] || e->nodes == 0 || (e->sums > 0 && !lg_expr_columns_are_there(e, w)))
    return false;
  j.at = lg_mem_realloc(e->mem, NULL, (size_t)e->nodes * sizeof *j.at);
  if (!j.at) return false;

  bool ok = !real || find_sums(&j);
  for (int k = 0; k < e->outputs && ok; k++) {
    const lg_node root = e->output[k];
    ok = lg_expr_mark(e, &root, 1, (size_t)root + 1) && find(&j, root);
    errors[k] = ok ? j.at[root].error : 0;
  }
  lg_mem_free(e->mem, j.at);
  return ok;
}
