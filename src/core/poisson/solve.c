/* solve.c - conjugate gradients and SOR of poisson.h. Compiled once per dispatch path. */
#include "core/base/par.h"
#include "core/poisson/poisson.h"

/* how far float32 conjugate gradients bring their residual down until the true one is worked out */
#define DEEPEST 1e-4

typedef struct job {
  lg_poisson *p;
  float alpha, beta;
} job;

static int run(job *j, lg_block_fn *fn, int threads) {
  const lg_layout *l = &j->p->level[0].lattice;
  lg_par_tasks(lg_lattice_threads(l, threads), lg_lattice_tasks(l), fn, j);
  return (int)lg_lattice_tasks(l);
}

static double most(const lg_poisson *p, int tasks) {
  double m = 0;
  for (int t = 0; t < tasks; t++) m = fmax(m, p->partial[2 * t]);
  return m;
}

static double total(const lg_poisson *p, int tasks, int which) {
  double sum = 0;
  for (int t = 0; t < tasks; t++) sum += p->partial[2 * t + which];
  return sum;
}

/* ---- the residual in double ----------------------------------------------------------------- */

static double coupled(const lg_poisson_level *v, const double *x, int c) {
  double sum = (double)v->sink[c] * x[c];
  for (int k = 0; k < v->lattice.dim; k++) {
    int s = v->lattice.step[k];
    sum += (double)v->a[k][c] * (x[c] - x[c - s]) + (double)v->a[k][c + s] * (x[c] - x[c + s]);
  }
  return sum;
}

/* level[0].b = rhs - A x, and its maximum. */
static void residual_task(void *user, size_t task, size_t unused) {
  (void)unused;
  job *j = user;
  lg_poisson *p = j->p;
  lg_poisson_level *v = &p->level[0];
  double worst = 0;
  LG_EACH_ROW (&v->lattice, task, row) {
    int base = lg_lattice_row(&v->lattice, row);
    for (int c = base + v->span[row][0]; c < base + v->span[row][1]; c++) {
      double r = v->inverse[c] > 0 ? p->rhs[c] - coupled(v, p->x, c) : 0;
      v->b[c] = (float)r;
      worst = fmax(worst, fabs(r));
    }
  }
  p->partial[2 * task] = worst;
}

/* The ghosts of periodic axes, in double. */
static void wrap(lg_poisson *p) {
  const lg_layout *l = &p->level[0].lattice;
  int n[3] = {l->n[0], l->n[1], l->n[2]};
  for (int axis = 0; axis < l->dim; axis++) {
    if (!l->periodic[axis]) continue;
    int u = (axis + 1) % 3, v = (axis + 2) % 3, back = n[axis] * l->step[axis], at[3];
    for (at[u] = 0; at[u] < n[u]; at[u]++)
      for (at[v] = 0; at[v] < n[v]; at[v]++) {
        at[axis] = 0;
        int first = lg_lattice_at(l, at[0], at[1], at[2]);
        p->x[first - l->step[axis]] = p->x[first + back - l->step[axis]];
        p->x[first + back] = p->x[first];
      }
  }
}

/* push = G U^T x, x in double or (late) the search direction; returns x . U G U^T x. */
static double push_groups(lg_poisson *p, bool late) {
  double dot = 0;
  for (int g = 0; g < p->groups; g++) memset(p->group[g].sum, 0, sizeof p->group[g].sum);
  for (size_t i = 0; i < p->bonds; i++) {
    const lg_poisson_bond *bond = &p->bond[i];
    double x = p->level[0].inverse[bond->cell] > 0
                   ? late ? (double)p->d[bond->cell] : p->x[bond->cell]
                   : 0;
    for (int k = 0; k < 6; k++) p->group[bond->group].sum[k] += bond->u[k] * x;
  }
  for (int g = 0; g < p->groups; g++)
    for (int k = 0; k < 6; k++) {
      lg_poisson_group *group = &p->group[g];
      group->push[k] = 0;
      for (int i = 0; i < 6; i++) group->push[k] += group->gain[k][i] * group->sum[i];
      dot += group->push[k] * group->sum[k];
    }
  return dot;
}

static double pushed(const lg_poisson *p, const lg_poisson_bond *bond) {
  double sum = 0;
  for (int k = 0; k < 6; k++) sum += bond->u[k] * p->group[bond->group].push[k];
  return p->level[0].inverse[bond->cell] > 0 ? sum : 0;
}

static double true_residual(job *j, int threads) {
  lg_poisson *p = j->p;
  if (lg_lattice_wraps(&p->level[0].lattice)) wrap(p);
  double worst = most(p, run(j, residual_task, threads));
  if (p->bonds == 0) return worst;
  float *b = p->level[0].b;
  push_groups(p, false);
  for (size_t i = 0; i < p->bonds; i++)
    b[p->bond[i].cell] = (float)((double)b[p->bond[i].cell] - pushed(p, &p->bond[i]));
  worst = 0;
  for (int c = 0; c < p->level[0].lattice.size; c++)
    worst = fmax(worst, p->level[0].inverse[c] > 0 ? fabs((double)b[c]) : 0);
  return worst;
}

/* ---- conjugate gradients in float ----------------------------------------------------------- */

/* Vectors: level[0].b is the residual, level[0].x its preconditioned form z; d, and q = A d. The
   solution: in double. */

/* d = z + beta d. */
static void direct_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_poisson *p = j->p;
  const lg_poisson_level *v = &p->level[0];
  LG_EACH_ROW (&v->lattice, task, row) {
    int base = lg_lattice_row(&v->lattice, row);
    for (int c = base + v->span[row][0]; c < base + v->span[row][1]; c += LG_LANES)
      lg_v8_store(p->d + c, lg_v8_load(v->x + c) + j->beta * lg_v8_load(p->d + c));
  }
}

/* What flows from c to its neighbours on an axis. */
LG_INLINE lg_v8 drop(const float *a, const float *x, lg_v8 middle, int c, int step) {
  return lg_v8_load(a + c) * (middle - lg_v8_load(x + c - step)) +
         lg_v8_load(a + c + step) * (middle - lg_v8_load(x + c + step));
}

LG_INLINE double apply_rows(int dim, const job *j, size_t task) {
  lg_poisson *p = j->p;
  const lg_poisson_level *v = &p->level[0];
  const int sy = v->lattice.step[1], sz = v->lattice.step[2];
  double sum = 0;
  LG_EACH_ROW (&v->lattice, task, row) {
    const int base = lg_lattice_row(&v->lattice, row);
    lg_v8 dot = lg_v8_all(0);
    for (int c = base + v->span[row][0]; c < base + v->span[row][1]; c += LG_LANES) {
      lg_v8 d = lg_v8_load(p->d + c), q = lg_v8_load(v->sink + c) * d;
      q += drop(v->a[0], p->d, d, c, 1) + drop(v->a[1], p->d, d, c, sy);
      if (dim == 3) q += drop(v->a[2], p->d, d, c, sz);
      q = lg_v8_select(lg_v8_load(v->inverse + c) > lg_v8_all(0), q, lg_v8_all(0));
      lg_v8_store(p->q + c, q);
      dot += d * q;
    }
    sum += (double)lg_v8_sum(dot);
  }
  return sum;
}

/* q = A d and d . q. */
static void apply_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  j->p->partial[2 * task] = j->p->level[0].lattice.dim == 2 ? apply_rows(2, j, task)
                                                            : apply_rows(3, j, task);
}

/* Also the groups' part. */
static double apply(job *j, int threads) {
  lg_poisson *p = j->p;
  double curve = total(p, run(j, apply_task, threads), 0);
  if (p->bonds == 0) return curve;
  curve += push_groups(p, true);
  for (size_t i = 0; i < p->bonds; i++) p->q[p->bond[i].cell] += (float)pushed(p, &p->bond[i]);
  return curve;
}

/* x += alpha d, residual -= alpha q, and the residual's maximum. */
static void advance_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_poisson *p = j->p;
  lg_poisson_level *v = &p->level[0];
  lg_v8 high = lg_v8_all(0), low = lg_v8_all(0);
  LG_EACH_ROW (&v->lattice, task, row) {
    int base = lg_lattice_row(&v->lattice, row);
    for (int c = base + v->span[row][0]; c < base + v->span[row][1]; c += LG_LANES) {
      for (int i = c; i < c + LG_LANES; i++) p->x[i] += (double)j->alpha * (double)p->d[i];
      lg_v8 b = lg_v8_load(v->b + c) - j->alpha * lg_v8_load(p->q + c);
      lg_v8_store(v->b + c, b);
      high = lg_v8_max(high, b);
      low = lg_v8_min(low, b);
    }
  }
  float worst = 0;
  for (int i = 0; i < LG_LANES; i++) worst = lg_maxf(worst, lg_maxf(high[i], -low[i]));
  p->partial[2 * task] = (double)worst;
}

/* z . residual and z . q. */
static void dots_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_poisson *p = j->p;
  const lg_poisson_level *v = &p->level[0];
  double zr = 0, zq = 0;
  LG_EACH_ROW (&v->lattice, task, row) {
    int base = lg_lattice_row(&v->lattice, row);
    lg_v8 r = lg_v8_all(0), q = lg_v8_all(0);
    for (int c = base + v->span[row][0]; c < base + v->span[row][1]; c += LG_LANES) {
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

/* From level[0].b = residual: improves x until the residual is below `goal`. Flexible (Notay 2000):
   beta allows for a preconditioner that is not exactly symmetric. Returns the iterations done. */
static int improve(job *j, double goal, int iterations, int threads) {
  lg_poisson *p = j->p;
  const lg_poisson_level *v = &p->level[0];
  double before = 0, left = HUGE_VAL;
  memset(p->d, 0, (size_t)v->lattice.size * sizeof *p->d);
  memset(p->q, 0, (size_t)v->lattice.size * sizeof *p->q);
  j->alpha = 0;
  int done = 0;
  while (done < iterations && left > goal) {
    lg_poisson_cycle(p, threads);
    int tasks = run(j, dots_task, threads);
    double zr = total(p, tasks, 0), zq = total(p, tasks, 1);
    j->beta = before > 0 ? (float)(-(double)j->alpha * zq / before) : 0;
    before = zr;
    run(j, direct_task, threads);
    if (lg_lattice_wraps(&v->lattice)) lg_lattice_wrap(&v->lattice, p->d);
    double curve = apply(j, threads);
    if (!(curve > 0) || !(zr > 0)) break; /* nothing is left but rounding */
    j->alpha = (float)(zr / curve);
    left = most(p, run(j, advance_task, threads));
    done++;
  }
  return done;
}

static int conjugate_gradients(job *j, const lg_poisson_how *how, double largest,
                               double *residual) {
  int done = 0;
  while (*residual > how->tolerance * largest && done < how->iterations) {
    double goal = fmax(0.5 * how->tolerance * largest, DEEPEST * *residual);
    int more = improve(j, goal, how->iterations - done, how->threads);
    double before = *residual;
    *residual = true_residual(j, how->threads);
    done += more;
    /* rounding of the right side, or couplings that nothing can solve */
    if (more == 0 || *residual > 0.9 * before) break;
  }
  return done;
}

static int successive_over_relaxation(job *j, const lg_poisson_how *how) {
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
  memset(p->x, 0, (size_t)p->level[0].lattice.size * sizeof *p->x);
  double largest = true_residual(&j, how->threads), residual = largest;
  if (!(largest > 0)) return out;
  if (how->method == LG_POISSON_MGPCG)
    out.iterations = conjugate_gradients(&j, how, largest, &residual);
  else {
    out.iterations = successive_over_relaxation(&j, how);
    residual = true_residual(&j, how->threads);
  }
  out.residual = residual / largest;
  return out;
}
