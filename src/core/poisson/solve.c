/* solve.c - conjugate gradients and SOR of poisson.h. Compiled once per dispatch path. */
#include "core/base/par.h"
#include "core/poisson/poisson.h"

/* float32 conjugate gradients bring their residual down so far; then they are restarted from the
   true one */
#define RESTART 1e-4

typedef struct job {
  lg_poisson *p;
  float alpha, beta;
} job;

/* fn over all rows; returns the number of tasks. */
static int each_row(job *j, lg_block_fn *fn, int threads) {
  const lg_layout *l = &j->p->level[0].lattice;
  lg_par_tasks(lg_lattice_threads(l, threads), lg_lattice_tasks(l), fn, j);
  return (int)lg_lattice_tasks(l);
}

/* The largest, or the sum, of what the tasks left. */
static double largest_of(const lg_poisson *p, int tasks) {
  double m = 0;
  for (int t = 0; t < tasks; t++) m = fmax(m, p->partial[2 * t]);
  return m;
}

static double sum_of(const lg_poisson *p, int tasks, int which) {
  double sum = 0;
  for (int t = 0; t < tasks; t++) sum += p->partial[2 * t + which];
  return sum;
}

/* ---- the residual in double ----------------------------------------------------------------- */

/* level[0].b = rhs - A x without the groups; returns its maximum. */
LG_INLINE double residual_rows(int dim, const job *j, size_t task) {
  const lg_poisson_level *v = &j->p->level[0];
  const int step[3] = {1, v->lattice.step[1], v->lattice.step[2]};
  const float *a[3] = {v->a[0], v->a[1], v->a[2]}, *sink = v->sink, *inverse = v->inverse;
  const double *rhs = j->p->rhs, *x = j->p->x;
  float *b = v->b;
  double worst = 0;

  /* In double: in float it stalls above small tolerances. */
  LG_EACH_ROW(&v->lattice, task, row) {
    const int base = lg_lattice_row(&v->lattice, row), end = base + v->span[row][1];
    for (int c = base + v->span[row][0]; c < end; c++) {
      double ax = (double)sink[c] * x[c];
      for (int k = 0; k < dim; k++)
        ax += (double)a[k][c] * (x[c] - x[c - step[k]]) +
              (double)a[k][c + step[k]] * (x[c] - x[c + step[k]]);
      const double r = inverse[c] > 0 ? rhs[c] - ax : 0, size = fabs(r);
      b[c] = (float)r;
      worst = size > worst ? size : worst;
    }
  }
  return worst;
}

static void residual_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  j->p->partial[2 * task] = j->p->level[0].lattice.dim == 2 ? residual_rows(2, j, task)
                                                            : residual_rows(3, j, task);
}

/* The same of x = 0: the right side. */
static void begin_task(void *user, size_t task, size_t unused) {
  (void)unused;
  lg_poisson *p = ((const job *)user)->p;
  const lg_poisson_level *v = &p->level[0];
  double worst = 0;

  LG_EACH_ROW(&v->lattice, task, row) {
    const int base = lg_lattice_row(&v->lattice, row), end = base + v->span[row][1];
    for (int c = base + v->span[row][0]; c < end; c++) {
      const double r = v->inverse[c] > 0 ? p->rhs[c] : 0, size = fabs(r);
      v->b[c] = (float)r;
      worst = size > worst ? size : worst;
    }
  }
  p->partial[2 * task] = worst;
}

/* g_ut_x = G U^T x of the groups, x: solution or search direction. Returns x . U G U^T x. */
static double apply_groups(lg_poisson *p, bool direction) {
  const int n = p->give->n;
  double dot = 0;
  memset(p->ut_x, 0, (size_t)n * sizeof *p->ut_x);
  for (size_t i = 0; i < p->bonds; i++) {
    const lg_poisson_bond *bond = &p->bond[i];
    double x = direction ? (double)p->d[bond->cell] : p->x[bond->cell];
    if (!(p->level[0].inverse[bond->cell] > 0)) x = 0;
    for (int k = 0; k < 6; k++) p->ut_x[bond->group][k] += bond->u[k] * x;
  }

  /* the small matrices */
  lg_islands_times(p->give, (const double(*)[6])p->ut_x, p->g_ut_x);
  for (int i = 0; i < 6 * n; i++) {
    double *gives = &p->g_ut_x[i / 6][i % 6];
    *gives *= p->give_scale;
    dot += *gives * p->ut_x[i / 6][i % 6];
  }
  return dot;
}

/* What a bond adds to (A x) of its cell. */
static double bond_term(const lg_poisson *p, const lg_poisson_bond *bond) {
  double sum = 0;
  for (int k = 0; k < 6; k++) sum += bond->u[k] * p->g_ut_x[bond->group][k];
  return p->level[0].inverse[bond->cell] > 0 ? sum : 0;
}

/* level[0].b = rhs - A x, and its maximum. */
static double true_residual(job *j, int threads) {
  lg_poisson *p = j->p;
  const lg_poisson_level *v = &p->level[0];
  if (lg_lattice_wraps(&v->lattice)) lg_lattice_wrap(&v->lattice, p->x);
  double worst = largest_of(p, each_row(j, residual_task, threads));
  if (p->bonds == 0) return worst;

  /* The groups' part. */
  apply_groups(p, false);
  for (size_t i = 0; i < p->bonds; i++) {
    float *b = &v->b[p->bond[i].cell];
    *b = (float)((double)*b - bond_term(p, &p->bond[i]));
  }
  worst = 0;
  for (int c = 0; c < v->lattice.size; c++)
    worst = fmax(worst, v->inverse[c] > 0 ? fabs((double)v->b[c]) : 0);
  return worst;
}

/* ---- conjugate gradients in float ----------------------------------------------------------- */

/* Vectors, in the letters of Hestenes & Stiefel but for r and z, which lie where the preconditioner
   has them: r = level[0].b, the residual; z = level[0].x, the preconditioned one; d, the search
   direction; q = A d. The solution x is in double. */

/* Loops over the vectors of a task's unknowns, row by row. What is
   used inside is best kept by value: a store through a pointer may have changed anything else. */
#define EACH_VECTOR(v, base, row, c)                                                               \
  for (int c = base + (v)->span[row][0], c##_end = base + (v)->span[row][1]; c < c##_end;          \
       c += LG_LANES)

/* d = z + beta d. */
static void direction_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_poisson_level *v = &j->p->level[0];
  const float *z = v->x, beta = j->beta;
  float *d = j->p->d;
  LG_EACH_ROW(&v->lattice, task, row) {
    const int base = lg_lattice_row(&v->lattice, row);
    EACH_VECTOR(v, base, row, c)
    lg_v8_store(d + c, lg_v8_load(z + c) + beta * lg_v8_load(d + c));
  }
}

/* The sum over the two neighbours on an axis of a (x_c - x_n). */
LG_INLINE lg_v8 differences(const float *a, const float *x, lg_v8 middle, int c, int step) {
  return lg_v8_load(a + c) * (middle - lg_v8_load(x + c - step)) +
         lg_v8_load(a + c + step) * (middle - lg_v8_load(x + c + step));
}

/* q = A d on the rows of a task; returns d . q. */
LG_INLINE double apply_rows(int dim, const job *j, size_t task) {
  const lg_poisson_level *v = &j->p->level[0];
  const int sy = v->lattice.step[1], sz = v->lattice.step[2];
  const float *a[3] = {v->a[0], v->a[1], v->a[2]}, *sink = v->sink, *inverse = v->inverse,
              *x = j->p->d;
  float *to = j->p->q;
  double sum = 0;

  /* Dot products are summed in lanes over a row, in double over rows. */
  LG_EACH_ROW(&v->lattice, task, row) {
    const int base = lg_lattice_row(&v->lattice, row);
    lg_v8 dot = lg_v8_all(0);
    EACH_VECTOR(v, base, row, c) {
      lg_v8 d = lg_v8_load(x + c), q = lg_v8_load(sink + c) * d;
      q += differences(a[0], x, d, c, 1) + differences(a[1], x, d, c, sy);
      if (dim == 3) q += differences(a[2], x, d, c, sz);
      q = lg_v8_less(lg_v8_all(0), lg_v8_load(inverse + c), q, lg_v8_all(0));
      lg_v8_store(to + c, q);
      dot += d * q;
    }
    sum += (double)lg_v8_sum(dot);
  }
  return sum;
}

static void apply_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  j->p->partial[2 * task] = j->p->level[0].lattice.dim == 2 ? apply_rows(2, j, task)
                                                            : apply_rows(3, j, task);
}

/* q = A d, with the groups; returns d . q. */
static double apply(job *j, int threads) {
  lg_poisson *p = j->p;
  double curve = sum_of(p, each_row(j, apply_task, threads), 0);
  if (p->bonds == 0) return curve;
  curve += apply_groups(p, true);
  for (size_t i = 0; i < p->bonds; i++) p->q[p->bond[i].cell] += (float)bond_term(p, &p->bond[i]);
  return curve;
}

/* x += alpha d, r -= alpha q, and the largest |r|. */
static void advance_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_poisson_level *v = &j->p->level[0];
  const float *d = j->p->d, *q = j->p->q, alpha = j->alpha;
  double *x = j->p->x;
  float *r = v->b;
  lg_v8 high = lg_v8_all(0), low = lg_v8_all(0);
  LG_EACH_ROW(&v->lattice, task, row) {
    const int base = lg_lattice_row(&v->lattice, row);
    EACH_VECTOR(v, base, row, c) {
      for (int i = c; i < c + LG_LANES; i++) x[i] += (double)alpha * (double)d[i];
      lg_v8 b = lg_v8_load(r + c) - alpha * lg_v8_load(q + c);
      lg_v8_store(r + c, b);
      high = lg_v8_max(high, b);
      low = lg_v8_min(low, b);
    }
  }

  /* The lanes' extremes to one. */
  float worst = 0;
  for (int i = 0; i < LG_LANES; i++) worst = lg_maxf(worst, lg_maxf(high[i], -low[i]));
  j->p->partial[2 * task] = (double)worst;
}

/* z . r and z . q. */
static void dots_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_poisson *p = j->p;
  const lg_poisson_level *v = &p->level[0];
  double zr = 0, zq = 0;

  /* In lanes over a row, in double over rows. */
  LG_EACH_ROW(&v->lattice, task, row) {
    const int base = lg_lattice_row(&v->lattice, row);
    lg_v8 r = lg_v8_all(0), q = lg_v8_all(0);
    EACH_VECTOR(v, base, row, c) {
      lg_v8 z = lg_v8_load(v->x + c);
      r += z * lg_v8_load(v->b + c);
      q += z * lg_v8_load(p->q + c);
    }
    zr += (double)lg_v8_sum(r);
    zq += (double)lg_v8_sum(q);
  }
  p->partial[2 * task] = zr;
  p->partial[2 * task + 1] = zq;
}

/* Preconditioned conjugate gradients from r on, until |r| is below `goal`. Flexible (Notay 2000):
   beta = - z . A d / (d . A d) of the last d allows for a preconditioner that is not exactly
   symmetric. Returns the iterations done. */
static int conjugate_gradients(job *j, double goal, int iterations, int threads) {
  lg_poisson *p = j->p;
  const lg_poisson_level *v = &p->level[0];
  double zr_before = 0, left = HUGE_VAL;
  int done = 0;
  memset(p->d, 0, (size_t)v->lattice.size * sizeof *p->d);
  memset(p->q, 0, (size_t)v->lattice.size * sizeof *p->q);
  j->alpha = 0;
  while (done < iterations && left > goal) {
    /* z = M^-1 r; d . A d of the last step is z . r of the last step over its alpha. */
    lg_poisson_cycle(p, threads);
    int tasks = each_row(j, dots_task, threads);
    double zr = sum_of(p, tasks, 0), zq = sum_of(p, tasks, 1);
    j->beta = zr_before > 0 ? (float)(-(double)j->alpha * zq / zr_before) : 0;
    zr_before = zr;

    /* d = z + beta d, q = A d. */
    each_row(j, direction_task, threads);
    if (lg_lattice_wraps(&v->lattice)) lg_lattice_wrap(&v->lattice, p->d);
    double dq = apply(j, threads);
    if (!(dq > 0) || !(zr > 0)) break; /* nothing is left but rounding */

    /* x += alpha d, r -= alpha q. */
    j->alpha = (float)(zr / dq);
    left = largest_of(p, each_row(j, advance_task, threads));
    done++;
  }
  return done;
}

/* Iterative refinement: conjugate gradients, restarted from the true residual until that is below
   the tolerance. */
static int refine(job *j, const lg_poisson_how *how, double largest, double *residual) {
  int done = 0;
  while (*residual > how->tolerance * largest && done < how->iterations) {
    double goal = fmax(0.5 * how->tolerance * largest, RESTART * *residual), before = *residual;
    int more = conjugate_gradients(j, goal, how->iterations - done, how->threads);
    *residual = true_residual(j, how->threads);
    done += more;
    /* rounding of the right side, or couplings that nothing can solve */
    if (more == 0 || *residual > 0.9 * before) break;
  }
  return done;
}

/* Successive over-relaxation: all of its sweeps, in float. */
static int relax(job *j, const lg_poisson_how *how) {
  lg_poisson *p = j->p;
  lg_poisson_level *v = &p->level[0];
  for (int i = 0; i < how->iterations; i++)
    lg_poisson_sweep(v, how->relaxation, false, i == 0, how->threads);
  for (size_t c = 0; c < (size_t)v->lattice.size; c++)
    p->x[c] = v->inverse[c] > 0 ? (double)v->x[c] : 0;
  return how->iterations;
}

lg_poisson_done lg_poisson_solve(lg_poisson *p, const lg_poisson_how *how) {
  job j = {.p = p};
  lg_poisson_done out = {0, 0};

  /* The residual of x = 0 is the right side. */
  memset(p->x, 0, (size_t)p->level[0].lattice.size * sizeof *p->x);
  double largest = largest_of(p, each_row(&j, begin_task, how->threads)), residual = largest;
  if (!(largest > 0)) return out;

  if (how->method == LG_POISSON_MGPCG) out.iterations = refine(&j, how, largest, &residual);
  else {
    out.iterations = relax(&j, how);
    residual = true_residual(&j, how->threads);
  }
  out.residual = residual / largest;
  return out;
}
