/* multigrid.c - the multigrid preconditioner of poisson.h. Compiled once per dispatch path.

   A half-sweep goes over whole vectors of a row and keeps the other colour's lanes as they are:
   they are written back unchanged, and only their own row's task writes them. */
#include "core/base/par.h"
#include "core/poisson/poisson.h"

#define OMEGA         1.15f /* over-relaxation of the smoother */
#define SCALE         0.6f  /* of the coarse couplings */
#define BOTTOM_SWEEPS 8     /* either way on the coarsest level */
#define TWICE         1     /* levels from this one on are visited twice: a W-cycle */

typedef struct job {
  lg_poisson_level *fine, *coarse;
  float omega;
  int color;
  bool from_zero;
} job;

/* fn over the rows of a lattice; on coarse levels a task is so short that its call counts. */
LG_INLINE void each_row(const lg_layout *l, const lg_layout *threaded, lg_block_fn *fn, job *j,
                        int threads) {
  const size_t tasks = lg_lattice_tasks(l);
  if (tasks == 1) fn(j, 0, 1);
  else lg_par_tasks(lg_lattice_threads(threaded, threads), tasks, fn, j);
}

/* -1 in the lanes of a colour: parity of i + j + k, the row's first entry being even in x. */
LG_INLINE lg_m8 lanes_of(int dim, const lg_layout *l, int row, int color) {
  int odd = ((dim == 2 ? row : row % l->n[1] + row / l->n[1]) + color) & 1;
  return odd ? (lg_m8){0, -1, 0, -1, 0, -1, 0, -1} : (lg_m8){-1, 0, -1, 0, -1, 0, -1, 0};
}

/* Where a level's entries are, by value: of what a store through a pointer may have changed the
   address would be read again for every vector. */
typedef struct entries {
  const float *a[3], *b, *inverse;
  float *x;
  int y, z; /* steps */
} entries;

LG_INLINE entries entries_of(const lg_poisson_level *v) {
  return (entries){.a = {v->a[0], v->a[1], v->a[2]},
                   .b = v->b,
                   .inverse = v->inverse,
                   .x = v->x,
                   .y = v->lattice.step[1],
                   .z = v->lattice.step[2]};
}

/* The sum over the neighbours n of a_cn x_n; before: x of those before along x. */
LG_INLINE lg_v8 neighbor_sum(int dim, const entries *v, int c, lg_v8 before) {
  lg_v8 sum = lg_v8_load(v->a[0] + c) * before +
              lg_v8_load(v->a[0] + c + 1) * lg_v8_load(v->x + c + 1);
  sum += lg_v8_load(v->a[1] + c) * lg_v8_load(v->x + c - v->y) +
         lg_v8_load(v->a[1] + c + v->y) * lg_v8_load(v->x + c + v->y);
  if (dim == 3)
    sum += lg_v8_load(v->a[2] + c) * lg_v8_load(v->x + c - v->z) +
           lg_v8_load(v->a[2] + c + v->z) * lg_v8_load(v->x + c + v->z);
  return sum;
}

/* Gauss-Seidel with over-relaxation: x += omega ((b + sum a_cn x_n) / a_cc - x) for the cells of a
   colour. */
LG_INLINE void sweep_rows(int dim, bool from_zero, const job *j, size_t task) {
  const lg_layout *l = &j->fine->lattice;
  const entries v = entries_of(j->fine);
  const float omega = j->omega;
  LG_EACH_ROW(l, task, row) {
    const lg_m8 colored = lanes_of(dim, l, row, j->color);
    const int32_t *span = j->fine->span[row];
    const int base = lg_lattice_row(l, row), end = base + span[1];

    /* The other colour's lanes stay as they are: what is before the next vector, too, and is read
       ahead of this one's store, for which it would have to wait. */
    lg_v8 before = lg_v8_load(v.x + base + span[0] - 1);
    for (int c = base + span[0]; c < end; c += LG_LANES) {
      lg_v8 b = lg_v8_load(v.b + c), inverse = lg_v8_load(v.inverse + c), old = lg_v8_all(0), x;
      if (from_zero) x = omega * (b * inverse);
      else {
        lg_v8 next = lg_v8_load(v.x + c + LG_LANES - 1);
        old = lg_v8_load(v.x + c);
        x = old + omega * ((b + neighbor_sum(dim, &v, c, before)) * inverse - old);
        before = next;
      }
      lg_v8_store(v.x + c, lg_v8_select(colored, x, old));
    }
  }
}

static void sweep_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const bool flat = j->fine->lattice.dim == 2;
  if (flat && j->from_zero) sweep_rows(2, true, j, task);
  else if (flat) sweep_rows(2, false, j, task);
  else if (j->from_zero) sweep_rows(3, true, j, task);
  else sweep_rows(3, false, j, task);
}

void lg_poisson_sweep(lg_poisson_level *v, float omega, bool backward, bool from_zero,
                      int threads) {
  for (int half = 0; half < 2; half++) {
    job j = {
        .fine = v, .omega = omega, .color = half ^ backward, .from_zero = from_zero && half == 0};
    each_row(&v->lattice, &v->lattice, sweep_task, &j, threads);
    if (lg_lattice_wraps(&v->lattice)) lg_lattice_wrap(&v->lattice, v->x);
  }
}

/* ---- between levels ------------------------------------------------------------------------- */

/* The coarse row over a fine one. */
LG_INLINE int row_over(const lg_layout *fine, const lg_layout *coarse, int row) {
  if (fine->dim == 2) return row / 2;
  return row / fine->n[1] / 2 * coarse->n[1] + row % fine->n[1] / 2;
}

/* The fine rows under a coarse one: up to 4. */
static int rows_under(const lg_layout *fine, const lg_layout *coarse, int row, int out[4]) {
  if (fine->dim == 2) {
    out[0] = 2 * row;
    out[1] = 2 * row + 1;
    return out[1] < fine->n[1] ? 2 : 1;
  }

  int y = 2 * (row % coarse->n[1]), z = 2 * (row / coarse->n[1]), n = 0;
  for (int k = z; k <= z + (fine->dim == 3); k++)
    for (int j = y; j <= y + 1; j++)
      if (j < fine->n[1] && k < fine->n[2]) out[n++] = k * fine->n[1] + j;
  return n;
}

LG_INLINE lg_v4 four(const float *x) {
  lg_v4 v;
  memcpy(&v, x, sizeof v);
  return v;
}
LG_INLINE void put_four(float *to, lg_v4 v) { memcpy(to, &v, sizeof v); }

/* b - A x of a row, 0 where there is no unknown; its pairs of cells are added to the coarse row. */
LG_INLINE void restrict_row(int dim, const entries *v, int base, const int32_t span[2],
                            float *coarse) {
  const lg_v8 none = lg_v8_all(0);
  for (int i = span[0], end = span[1]; i < end; i += LG_LANES) {
    const int c = base + i;
    lg_v8 inverse = lg_v8_load(v->inverse + c);
    lg_v8 left = lg_v8_load(v->b + c) + neighbor_sum(dim, v, c, lg_v8_load(v->x + c - 1)) -
                 lg_v8_load(v->x + c) / lg_v8_less(none, inverse, inverse, lg_v8_all(1));
    left = lg_v8_less(none, inverse, left, none);

    const lg_v4 low = lg_v8_low(left), high = lg_v8_high(left);
    float *to = coarse + i / 2 + 1;
    put_four(to, four(to) +
                     (LG_V4_SHUFFLE(low, high, 0, 2, 4, 6) + LG_V4_SHUFFLE(low, high, 1, 3, 5, 7)));
  }
}

/* b of a coarse cell: the sum of the residuals of the fine ones in it. */
static void restrict_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *fine = &j->fine->lattice, *coarse = &j->coarse->lattice;
  const entries v = entries_of(j->fine);
  int under[4];
  LG_EACH_ROW(coarse, task, row) {
    float *to = j->coarse->b + lg_lattice_row(coarse, row);
    if (j->coarse->span[row][0] == j->coarse->span[row][1]) continue; /* nobody asks */
    for (int c = 0; c < coarse->step[1]; c += LG_LANES) lg_v8_store(to + c, lg_v8_all(0));
    int n = rows_under(fine, coarse, row, under);

    for (int i = 0; i < n; i++) {
      const int base = lg_lattice_row(fine, under[i]);
      const int32_t *span = j->fine->span[under[i]];
      if (fine->dim == 2) restrict_row(2, &v, base, span, to);
      else restrict_row(3, &v, base, span, to);
    }
  }
}

/* x of the fine cells += that of the coarse one around. */
static void prolong_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *fine = &j->fine->lattice, *coarse = &j->coarse->lattice;
  LG_EACH_ROW(fine, task, row) {
    const int base = lg_lattice_row(fine, row), end = j->fine->span[row][1];
    const float *from = j->coarse->x + lg_lattice_row(coarse, row_over(fine, coarse, row));
    const float *inverse = j->fine->inverse + base;
    float *x = j->fine->x + base;

    /* Two fine cells a coarse one; where there is no unknown x stays 0. */
    for (int c = j->fine->span[row][0]; c < end; c += LG_LANES) {
      const lg_v4 by = four(from + c / 2 + 1);
      const lg_v8 both =
          lg_v8_join(LG_V4_SHUFFLE(by, by, 0, 0, 1, 1), LG_V4_SHUFFLE(by, by, 2, 2, 3, 3));
      const lg_v8 none = lg_v8_all(0);
      lg_v8_store(x + c, lg_v8_load(x + c) + lg_v8_less(none, lg_v8_load(inverse + c), both, none));
    }
  }
}

/* ---- the coarsest level --------------------------------------------------------------------- */

LG_INLINE int bottom_column(const lg_poisson *p) { /* entries, padded */
  return (p->bottoms + LG_LANES - 1) / LG_LANES * LG_LANES;
}

/* M, column by column: what sweeps make of a right side that is 1 at one unknown. */
static void build_bottom(lg_poisson *p) {
  lg_poisson_level *v = &p->level[p->levels - 1];
  const lg_layout *l = &v->lattice;
  p->bottoms = 0;
  memset(v->b, 0, v->capacity * sizeof *v->b);
  for (int row = 0; row < lg_lattice_rows(l); row++)
    for (int i = v->span[row][0]; i < v->span[row][1]; i++)
      if (v->inverse[lg_lattice_row(l, row) + i] > 0)
        p->bottom_cell[p->bottoms++] = lg_lattice_row(l, row) + i;

  float *column = p->bottom;
  for (int k = 0; k < p->bottoms; k++, column += bottom_column(p)) {
    v->b[p->bottom_cell[k]] = 1;
    for (int i = 0; i < 2 * BOTTOM_SWEEPS; i++)
      lg_poisson_sweep(v, OMEGA, i >= BOTTOM_SWEEPS, i == 0, 1);
    for (int i = 0; i < bottom_column(p); i++)
      column[i] = i < p->bottoms ? v->x[p->bottom_cell[i]] : 0;
    v->b[p->bottom_cell[k]] = 0;
  }
}

/* x = M b. */
static void solve_bottom(const lg_poisson *p) {
  const lg_poisson_level *v = &p->level[p->levels - 1];
  const int n = p->bottoms, height = bottom_column(p);
  float x[LG_POISSON_BOTTOM];

  /* eight rows of M at once, column by column */
  for (int first = 0; first < height; first += LG_LANES) {
    const float *column = p->bottom + first;
    lg_v8 sum = lg_v8_all(0);
    for (int k = 0; k < n; k++, column += height)
      sum += v->b[p->bottom_cell[k]] * lg_v8_load(column);
    lg_v8_store(x + first, sum);
  }
  for (int i = 0; i < n; i++) v->x[p->bottom_cell[i]] = x[i];
}

/* ---- a cycle -------------------------------------------------------------------------------- */

/* A W-cycle on a level: smooth, correct by the coarser level, smooth in mirrored order. */
static void cycle(lg_poisson *p, int level, bool from_zero, int threads) {
  lg_poisson_level *v = &p->level[level];
  if (level == p->levels - 1) {
    solve_bottom(p);
    return;
  }

  /* The residual after one sweep becomes the coarse right side. */
  lg_poisson_level *next = &p->level[level + 1];
  job j = {.fine = v, .coarse = next};
  lg_poisson_sweep(v, OMEGA, false, from_zero, threads);
  each_row(&next->lattice, &v->lattice, restrict_task, &j, threads);

  /* The coarse correction comes back. */
  cycle(p, level + 1, true, threads);
  if (level + 1 >= TWICE && level + 2 < p->levels) cycle(p, level + 1, false, threads);
  each_row(&v->lattice, &v->lattice, prolong_task, &j, threads);
  if (lg_lattice_wraps(&v->lattice)) lg_lattice_wrap(&v->lattice, v->x);
  lg_poisson_sweep(v, OMEGA, true, false, threads);
}

void lg_poisson_cycle(lg_poisson *p, int threads) { cycle(p, 0, true, threads); }

/* ---- building ------------------------------------------------------------------------------- */

/* Is any bit set? */
LG_INLINE bool any(lg_m8 m) {
  const lg_m4 half = (lg_m4)lg_v8_low((lg_v8)m) | (lg_m4)lg_v8_high((lg_v8)m);
  uint64_t two[2];
  memcpy(two, &half, sizeof two);
  return (two[0] | two[1]) != 0;
}

LG_INLINE void invert_row(int dim, lg_poisson_level *v, int row) {
  const lg_layout *l = &v->lattice;
  const entries e = entries_of(v);
  const float *sink = v->sink;
  float *to = v->inverse;
  const int base = lg_lattice_row(l, row), end = LG_ROW_FIRST + l->n[0];
  const lg_v8 none = lg_v8_all(0);
  int first = 0, last = 0;

  /* The diagonal: the sum of all couplings of a cell. Ghosts, and what is behind them, are none. */
  for (int i = 0; i < end; i += LG_LANES) {
    const int c = base + i;
    const lg_m8 at = i + (lg_m8){0, 1, 2, 3, 4, 5, 6, 7},
                cell = ~(((at - LG_ROW_FIRST) | (end - 1 - at)) >> 31); /* where neither is < 0 */
    lg_v8 sum = lg_v8_load(sink + c);
    sum += lg_v8_load(e.a[0] + c) + lg_v8_load(e.a[0] + c + 1);
    sum += lg_v8_load(e.a[1] + c) + lg_v8_load(e.a[1] + c + e.y);
    if (dim == 3) sum += lg_v8_load(e.a[2] + c) + lg_v8_load(e.a[2] + c + e.z);
    const lg_v8 inverse = lg_v8_select(cell, lg_v8_less(none, sum, 1 / sum, none), none);
    lg_v8_store(to + c, inverse);
    lg_v8_store(e.x + c, lg_v8_select(cell, none, lg_v8_load(e.x + c))); /* an unknown before */
    if (!any((lg_m8)inverse)) continue;
    if (last == 0) first = i;
    last = i + LG_LANES;
  }

  v->span[row][0] = first;
  v->span[row][1] = last;
}

/* 1 / a_cc, the parts of rows that hold unknowns, in whole vectors, and x = 0. */
static void invert_task(void *user, size_t task, size_t unused) {
  (void)unused;
  lg_poisson_level *v = ((const job *)user)->fine;
  const lg_layout *l = &v->lattice;
  LG_EACH_ROW(l, task, row) {
    if (l->dim == 2) invert_row(2, v, row);
    else invert_row(3, v, row);
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
    each_row(&v->lattice, &v->lattice, invert_task, &j, threads);
    if (i + 1 < p->levels) each_row(&v[1].lattice, &v->lattice, coarsen_task, &j, threads);
  }
  build_bottom(p);
}
