/* multigrid.c - the multigrid preconditioner of poisson.h. Compiled once per dispatch path.

   A half-sweep goes over whole vectors of a row and keeps the other colour's lanes as they are:
   they are written back unchanged, and only their own row's task writes them. */
#include "core/base/par.h"
#include "core/poisson/poisson.h"

#define OMEGA         1.15f /* over-relaxation of the smoother */
#define SCALE         0.6f  /* of the coarse couplings */
#define BOTTOM_SWEEPS 8     /* on the coarsest level: at most 4 cells an axis */
#define TWICE         1     /* levels from this one on are visited twice: a W-cycle */

typedef struct job {
  lg_poisson_level *fine, *coarse;
  float omega;
  int color;
  bool from_zero;
} job;

/* -1 in the lanes of a colour: parity of i + j + k, the row's first entry being even in x. */
LG_INLINE lg_m8 lanes_of(const lg_layout *l, int row, int color) {
  int odd = (row % l->n[1] + row / l->n[1] + color) & 1;
  return odd ? (lg_m8){0, -1, 0, -1, 0, -1, 0, -1} : (lg_m8){-1, 0, -1, 0, -1, 0, -1, 0};
}

/* The sum over the neighbours n of a_cn x_n. */
LG_INLINE lg_v8 neighbor_sum(const lg_poisson_level *v, int dim, const float *x, int c) {
  const int sy = v->lattice.step[1], sz = v->lattice.step[2];
  lg_v8 sum = lg_v8_load(v->a[0] + c) * lg_v8_load(x + c - 1) +
              lg_v8_load(v->a[0] + c + 1) * lg_v8_load(x + c + 1);
  sum += lg_v8_load(v->a[1] + c) * lg_v8_load(x + c - sy) +
         lg_v8_load(v->a[1] + c + sy) * lg_v8_load(x + c + sy);
  if (dim == 3)
    sum += lg_v8_load(v->a[2] + c) * lg_v8_load(x + c - sz) +
           lg_v8_load(v->a[2] + c + sz) * lg_v8_load(x + c + sz);
  return sum;
}

/* Gauss-Seidel with over-relaxation: x += omega ((b + sum a_cn x_n) / a_cc - x) for the cells of a
   colour. */
LG_INLINE void sweep_rows(int dim, const job *j, size_t task) {
  lg_poisson_level *v = j->fine;
  LG_EACH_ROW(&v->lattice, task, row) {
    const lg_m8 colored = lanes_of(&v->lattice, row, j->color);
    const int base = lg_lattice_row(&v->lattice, row);

    /* The other colour's lanes stay as they are. */
    for (int c = base + v->span[row][0]; c < base + v->span[row][1]; c += LG_LANES) {
      lg_v8 b = lg_v8_load(v->b + c), inverse = lg_v8_load(v->inverse + c), old = lg_v8_all(0), x;
      if (j->from_zero) x = j->omega * (b * inverse);
      else {
        old = lg_v8_load(v->x + c);
        x = old + j->omega * ((b + neighbor_sum(v, dim, v->x, c)) * inverse - old);
      }
      lg_v8_store(v->x + c, lg_v8_select(colored, x, old));
    }
  }
}

static void sweep_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  if (j->fine->lattice.dim == 2) sweep_rows(2, j, task);
  else sweep_rows(3, j, task);
}

void lg_poisson_sweep(lg_poisson_level *v, float omega, bool backward, bool from_zero,
                      int threads) {
  for (int half = 0; half < 2; half++) {
    job j = {
        .fine = v, .omega = omega, .color = half ^ backward, .from_zero = from_zero && half == 0};
    lg_par_tasks(lg_lattice_threads(&v->lattice, threads), lg_lattice_tasks(&v->lattice),
                 sweep_task, &j);
    if (lg_lattice_wraps(&v->lattice)) lg_lattice_wrap(&v->lattice, v->x);
  }
}

/* ---- between levels ------------------------------------------------------------------------- */

/* The fine rows under a coarse one: up to 4. */
static int rows_under(const lg_layout *fine, const lg_layout *coarse, int row, int out[4]) {
  int y = 2 * (row % coarse->n[1]), z = 2 * (row / coarse->n[1]), n = 0;
  for (int k = z; k <= z + (fine->dim == 3); k++)
    for (int j = y; j <= y + 1; j++)
      if (j < fine->n[1] && k < fine->n[2]) out[n++] = k * fine->n[1] + j;
  return n;
}

/* b - A x of a row, 0 where there is no unknown. */
LG_INLINE void row_residual(int dim, lg_poisson_level *v, int base, const int32_t span[2]) {
  for (int c = base + span[0]; c < base + span[1]; c += LG_LANES) {
    lg_v8 inverse = lg_v8_load(v->inverse + c), none = lg_v8_all(0);
    lg_m8 is = inverse > none;
    lg_v8 left = lg_v8_load(v->b + c) + neighbor_sum(v, dim, v->x, c) -
                 lg_v8_load(v->x + c) / lg_v8_select(is, inverse, lg_v8_all(1));
    lg_v8_store(v->r + c, lg_v8_select(is, left, none));
  }
}

/* b of a coarse cell: the sum of the residuals of the fine ones in it. */
static void restrict_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *fine = &j->fine->lattice, *coarse = &j->coarse->lattice;
  int under[4];
  LG_EACH_ROW(coarse, task, row) {
    float *to = j->coarse->b + lg_lattice_row(coarse, row);
    memset(to, 0, (size_t)coarse->step[1] * sizeof *to);
    int n = rows_under(fine, coarse, row, under);

    for (int i = 0; i < n; i++) {
      /* The residual of a fine row, and its pairs of cells into the coarse ones. */
      const int base = lg_lattice_row(fine, under[i]);
      const int32_t *span = j->fine->span[under[i]];
      if (fine->dim == 2) row_residual(2, j->fine, base, span);
      else row_residual(3, j->fine, base, span);
      const float *r = j->fine->r + base;
      for (int c = span[0]; c < span[1]; c += 2) to[c / 2 + 1] += r[c] + r[c + 1];
    }
  }
}

/* x of the fine cells += that of the coarse one around. */
static void prolong_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *fine = &j->fine->lattice, *coarse = &j->coarse->lattice;
  LG_EACH_ROW(fine, task, row) {
    const int base = lg_lattice_row(fine, row), y = row % fine->n[1], z = row / fine->n[1];
    const float *from = j->coarse->x + lg_lattice_row(coarse, z / 2 * coarse->n[1] + y / 2);
    const float *inverse = j->fine->inverse + base;
    float *x = j->fine->x + base;

    /* Two fine cells a coarse one; where there is no unknown x stays 0. */
    for (int c = j->fine->span[row][0]; c < j->fine->span[row][1]; c += 2) {
      float by = from[c / 2 + 1];
      x[c] += inverse[c] > 0 ? by : 0;
      x[c + 1] += inverse[c + 1] > 0 ? by : 0;
    }
  }
}

/* A W-cycle on a level: smooth, correct by the coarser level, smooth in mirrored order. */
static void cycle(lg_poisson *p, int level, bool from_zero, int threads) {
  lg_poisson_level *v = &p->level[level];
  if (level == p->levels - 1) {
    for (int i = 0; i < 2 * BOTTOM_SWEEPS; i++)
      lg_poisson_sweep(v, OMEGA, i >= BOTTOM_SWEEPS, from_zero && i == 0, threads);
    return;
  }

  /* The residual after one sweep becomes the coarse right side. */
  lg_poisson_level *next = &p->level[level + 1];
  job j = {.fine = v, .coarse = next};
  lg_poisson_sweep(v, OMEGA, false, from_zero, threads);
  lg_par_tasks(lg_lattice_threads(&v->lattice, threads), lg_lattice_tasks(&next->lattice),
               restrict_task, &j);

  /* The coarse correction comes back. */
  cycle(p, level + 1, true, threads);
  if (level + 1 >= TWICE && level + 2 < p->levels) cycle(p, level + 1, false, threads);
  lg_par_tasks(lg_lattice_threads(&v->lattice, threads), lg_lattice_tasks(&v->lattice),
               prolong_task, &j);
  if (lg_lattice_wraps(&v->lattice)) lg_lattice_wrap(&v->lattice, v->x);
  lg_poisson_sweep(v, OMEGA, true, false, threads);
}

void lg_poisson_cycle(lg_poisson *p, int threads) { cycle(p, 0, true, threads); }

/* ---- building ------------------------------------------------------------------------------- */

/* 1 / a_cc, the parts of rows that hold unknowns, and x = 0. */
static void invert_task(void *user, size_t task, size_t unused) {
  (void)unused;
  lg_poisson_level *v = ((const job *)user)->fine;
  const lg_layout *l = &v->lattice;
  LG_EACH_ROW(l, task, row) {
    int base = lg_lattice_row(l, row), first = l->step[1], last = 0;

    /* The diagonal: the sum of all couplings of a cell. */
    for (int i = LG_ROW_FIRST; i < LG_ROW_FIRST + l->n[0]; i++) {
      int c = base + i;
      float sum = v->sink[c];
      for (int k = 0; k < l->dim; k++) sum += v->a[k][c] + v->a[k][c + l->step[k]];
      v->inverse[c] = sum > 0 ? 1 / sum : 0;
      v->x[c] = 0; /* where an unknown was before */
      if (!(sum > 0)) continue;
      first = lg_mini(first, i);
      last = i + 1;
    }

    /* Rounded to whole vectors. */
    v->span[row][0] = last > 0 ? first / LG_LANES * LG_LANES : 0;
    v->span[row][1] = (last + LG_LANES - 1) / LG_LANES * LG_LANES;
  }
}

/* Couplings between coarse cells: SCALE times those of the fine faces between them; sinks: of all
   fine cells in them. */
static void coarsen_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_poisson_level *v = j->fine;
  const lg_layout *fine = &v->lattice, *coarse = &j->coarse->lattice;
  int under[4];
  LG_EACH_ROW(coarse, task, row) {
    const int to = lg_lattice_row(coarse, row), n = rows_under(fine, coarse, row, under);
    for (int i = 0; i < coarse->n[0]; i++) {
      float a[3] = {0, 0, 0}, sink = 0;

      /* Rows and cells that are the lower ones in their coarse cell hold its lower faces. */
      for (int u = 0; u < n; u++) {
        int c = lg_lattice_row(fine, under[u]) + LG_ROW_FIRST + 2 * i;
        bool pair = 2 * i + 1 < fine->n[0];
        a[0] += v->a[0][c];
        sink += v->sink[c] + (pair ? v->sink[c + 1] : 0);
        if (under[u] % fine->n[1] % 2 == 0) a[1] += v->a[1][c] + (pair ? v->a[1][c + 1] : 0);
        if (fine->dim == 3 && under[u] / fine->n[1] % 2 == 0)
          a[2] += v->a[2][c] + (pair ? v->a[2][c + 1] : 0);
      }

      int c = to + LG_ROW_FIRST + i;
      for (int k = 0; k < fine->dim; k++) j->coarse->a[k][c] = SCALE * a[k];
      j->coarse->sink[c] = SCALE * sink;
    }
  }
}

void lg_poisson_build(lg_poisson *p, int threads) {
  for (int i = 0; i < p->levels; i++) {
    lg_poisson_level *v = &p->level[i];

    /* Ghosts of periodic axes couple the last cells with the first. */
    if (lg_lattice_wraps(&v->lattice))
      for (int k = 0; k < v->lattice.dim; k++) lg_lattice_wrap(&v->lattice, v->a[k]);

    /* The level's diagonal, then the couplings of the next. */
    job j = {.fine = v, .coarse = v + 1};
    lg_par_tasks(lg_lattice_threads(&v->lattice, threads), lg_lattice_tasks(&v->lattice),
                 invert_task, &j);
    if (i + 1 < p->levels)
      lg_par_tasks(lg_lattice_threads(&v->lattice, threads), lg_lattice_tasks(&v[1].lattice),
                   coarsen_task, &j);
  }
}
