/* transfer.c - particles to grid and back, with quadratic B-splines. Compiled once per dispatch
   path.

   Of the axis: N(x) = 3/4 - x^2 for |x| < 1/2, (3/2 - |x|)^2 / 2 for |x| < 3/2, in cells. What a
   particle gives a node is linear in where the node is, {A + sum_k Q_k (x_i - x_p)_k} w, with
   A = {m v, m} and Q_k = column k of m C - dt V tau D^-1, so that one vector of four is a node's
   momentum and mass. V tau D^-1 is the stress's force in MLS-MPM (Hu et al. 2018, eq. 16).

   Particles are in cell order; slabs of LAYERS layers of cells are dealt out, first all even ones,
   then all odd ones. A slab adds to one layer of nodes before it and two behind it, so those of
   one colour never meet, and the order of sums is fixed. Where threads are many, slabs of a 3-D
   grid are parted along y: a part adds to its own rows of nodes what particles around give them, so
   that a node's sum has the same order, and those at its ends are weighed twice. */
#include "core/base/world.h"
#include "core/mpm/mpm.h"
#include "core/particles/particles.h"

#define LAYERS     4
#define BATCH      64
/* rows of nodes of a part; particles of three rows of cells around them are weighed for both */
#define PART_LEAST 8

typedef struct job {
  lg_mpm *m;
  const lg_step *s;
  int color, parts; /* parts: of a slab */
} job;

/* Rows of nodes that are added to, from -1 on; NULL where it is all of them. */
typedef struct span {
  int begin, end;
} span;

/* Of a batch of particles. */
typedef struct weights {
  int32_t node[BATCH];      /* the lowest of the 3^dim */
  float along[3][3][BATCH]; /* N, by axis and node */
  float lowest[3][BATCH];   /* m, from the particle to that node */
} weights;

#define EACH_BATCH(begin, end, first, n)                                                           \
  for (size_t first = (begin), n = batch(first, end); first < (end);                               \
       first += n, n = batch(first, end))
LG_INLINE size_t batch(size_t first, size_t end) {
  return end - first < BATCH ? end - first : BATCH;
}

LG_INLINE void weigh(int dim, const job *j, size_t first, int n, weights *w) {
  const lg_mpm *m = j->m;
  const lg_v8 none = lg_v8_all(0);
  const lg_m8 origin = lg_m8_all(lg_lattice_at(&m->lattice, 0, 0, 0));
  lg_m8 step[3];
  for (int k = 0; k < dim; k++) step[k] = lg_m8_all(m->lattice.step[k]);
  for (int i = 0; i < n; i += LG_LANES) {
    lg_m8 node = origin;
    for (int k = 0; k < dim; k++) {
      /* In cells from the origin, inside of the grid. */
      lg_v8 cells = lg_v8_all((float)m->lattice.n[k]);
      lg_v8 at = (lg_v8_load(j->s->particles->x[k] + first + i) - m->origin[k]) * m->inverse[k];
      at = lg_v8_min(lg_v8_max(at, none), cells);

      /* The node before the next one, and the spline. */
      lg_m8 base = __builtin_convertvector(at + 0.5f, lg_m8) - 1;
      lg_v8 x = at - __builtin_convertvector(base, lg_v8);
      node += k == 0 ? base : base * step[k];
      lg_v8_store(w->along[k][0] + i, 0.5f * (1.5f - x) * (1.5f - x));
      lg_v8_store(w->along[k][1] + i, 0.75f - (x - 1) * (x - 1));
      lg_v8_store(w->along[k][2] + i, 0.5f * (x - 0.5f) * (x - 0.5f));
      lg_v8_store(w->lowest[k] + i, -x * m->cell[k]);
    }
    memcpy(w->node + i, &node, sizeof node);
  }
}

/* ---- particles to grid ---------------------------------------------------------------------- */

/* The particle's {m v, m}, and the columns of m C - dt V tau D^-1. */
LG_INLINE void moments(int dim, const job *j, size_t p, lg_v4 *a, lg_v4 q[3]) {
  const lg_mpm *m = j->m;
  const lg_particles *of = j->s->particles;
  const float mass = of->mass[p], volume = mass / m->matter[of->material[p]].density;
  const float xy = m->shear[dim == 3 ? 2 : 0][p];
  *a = (lg_v4){mass * of->v[0][p], mass * of->v[1][p], dim == 3 ? mass * of->v[2][p] : 0, mass};

  /* tau, symmetric. */
  lg_v4 tau[3] = {{m->normal[0][p], xy, 0, 0}, {xy, m->normal[1][p], 0, 0}, {0, 0, 0, 0}};
  if (dim == 3) {
    tau[0][2] = m->shear[1][p];
    tau[1][2] = m->shear[0][p];
    tau[2] = (lg_v4){m->shear[1][p], m->shear[0][p], m->normal[2][p], 0};
  }

  for (int k = 0; k < dim; k++) {
    lg_v4 c = {m->affine[k][p], m->affine[dim + k][p], dim == 3 ? m->affine[2 * dim + k][p] : 0, 0};
    q[k] = mass * c - j->s->dt * volume * 4 * m->inverse[k] * m->inverse[k] * tau[k];
  }
}

LG_INLINE void add_particle(int dim, const job *j, const weights *w, size_t first, int i,
                            const span *own) {
  const lg_mpm *m = j->m;
  const lg_layout *l = &m->lattice;
  lg_v4 a, q[3] = {{0}, {0}, {0}};
  moments(dim, j, first + (size_t)i, &a, q);
  for (int k = 0; k < dim; k++) a += q[k] * w->lowest[k][i];
  const lg_v4 x = q[0] * m->cell[0], y = q[1] * m->cell[1],
              z = dim == 3 ? q[2] * m->cell[2] : (lg_v4){0};
  const float wx[3] = {w->along[0][0][i], w->along[0][1][i], w->along[0][2][i]};

  /* Row by row. */
  const int row = own ? lg_lattice_number(l, 1, w->node[i]) : 0;
  for (int c = 0; c < (dim == 3 ? 3 : 1); c++)
    for (int b = 0; b < 3; b++) {
      if (own && (row + b < own->begin || row + b >= own->end)) continue;
      lg_v4 *to = m->node + w->node[i] + c * l->step[2] + b * l->step[1];
      float share = w->along[1][b][i] * (dim == 3 ? w->along[2][c][i] : 1);
      lg_v4 value = (a + (float)b * y + (float)c * z) * share;
      to[0] += value * wx[0];
      to[1] += (value + share * x) * wx[1];
      to[2] += (value + (2 * share) * x) * wx[2];
    }
}

LG_INLINE void add_range(int dim, const job *j, size_t begin, size_t end, const span *own) {
  weights w;
  EACH_BATCH(begin, end, first, n) {
    weigh(dim, j, first, (int)n, &w);
    for (int i = 0; i < (int)n; i++) add_particle(dim, j, &w, first, i, own);
  }
}

/* First particle of a row of cells, and the one behind its last. */
static size_t row_start(const job *j, int row, bool end) {
  return (size_t)lg_mpm_cell_starts(j->m, j->s, row)[end ? j->m->lattice.n[0] : 0];
}

/* Of rows of cells y0 .. y1 - 1 of layer z. */
static void add_rows(const job *j, int z, int y0, int y1, const span *own) {
  if (y0 >= y1) return;
  const int row = z * j->m->lattice.n[1];
  const size_t begin = row_start(j, row + y0, false), end = row_start(j, row + y1 - 1, true);
  if (own) add_range(3, j, begin, end, own);
  else add_range(3, j, begin, end, NULL);
}

/* Particles of row y add to nodes of rows y - 1 to y + 2. */
static void add_part(const job *j, int first, int end, int part) {
  const int n = j->m->lattice.n[1], nodes = n + 3;
  const span own = {nodes * part / j->parts - 1, nodes * (part + 1) / j->parts - 1};
  const int y0 = lg_maxi(own.begin - 2, 0), y1 = lg_mini(own.end + 1, n),
            inner0 = lg_mini(lg_maxi(own.begin + 1, y0), y1),
            inner1 = lg_mini(lg_maxi(own.end - 2, inner0), y1);
  for (int z = first; z < end; z++) {
    add_rows(j, z, y0, inner0, &own);
    add_rows(j, z, inner0, inner1, NULL);
    add_rows(j, z, inner1, y1, &own);
  }
}

static void slab_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  const lg_layout *l = &j->m->lattice;
  const int first = (2 * ((int)task / j->parts) + j->color) * LAYERS,
            end = lg_mini(first + LAYERS, l->n[l->dim - 1]), rows = l->dim == 3 ? l->n[1] : 1;

  /* in a part or whole */
  if (j->parts > 1) {
    add_part(j, first, end, (int)task % j->parts);
    return;
  }
  const size_t i0 = row_start(j, first * rows, false), i1 = row_start(j, end * rows - 1, true);
  if (l->dim == 2) add_range(2, j, i0, i1, NULL);
  else add_range(3, j, i0, i1, NULL);
}

/* Of each slab, where those of one colour are too few for the threads. */
static int parts_of(const lg_layout *l, int slabs, int threads) {
  const int each = lg_maxi(slabs / 2, 1);
  if (l->dim == 2) return 1;
  return lg_maxi(lg_mini((threads + each - 1) / each, (l->n[1] + 3) / PART_LEAST), 1);
}

/* Which rows of nodes have particles: those one before to two behind a row of cells. */
static void find_active(const job *j) {
  const lg_layout *l = &j->m->lattice;
  const int deep = l->dim == 3 ? 3 : 0;
  memset(j->m->active, 0, (size_t)lg_mpm_rows(l));
  for (int row = 0; row < lg_lattice_rows(l); row++) {
    if (row_start(j, row, false) == row_start(j, row, true)) continue;
    for (int z = 0; z <= deep; z++)
      memset(j->m->active + (row / l->n[1] + z) * lg_mpm_lines(l) + row % l->n[1], 1, 4);
  }
}

static void clear_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const lg_mpm *m = ((const job *)user)->m;
  const lg_layout *l = &m->lattice;
  const int first = (int)task * lg_mpm_task_rows(l);
  for (int row = first; row < lg_mini(first + lg_mpm_task_rows(l), lg_mpm_rows(l)); row++)
    if (m->active[row])
      memset(m->node + lg_mpm_row(l, row), 0, (size_t)(l->n[0] + 3) * sizeof *m->node);
}

/* ---- periodic axes -------------------------------------------------------------------------- */

/* Rows of nodes where one end of a periodic axis has particles are active at the other end too. */
static void wrap_active(const lg_mpm *m, int axis) {
  const lg_layout *l = &m->lattice;
  const int lines = lg_mpm_lines(l), period = l->n[axis] * (axis == 1 ? 1 : lines);
  for (int row = 0; row + period < lg_mpm_rows(l); row++) {
    int at = axis == 1 ? row % lines : row / lines;

    /* only the nodes that stand for the same place */
    if (at > 2) continue;
    uint8_t both = m->active[row] | m->active[row + period];
    if (both && !m->active[row])
      memset(m->node + lg_mpm_row(l, row), 0, (size_t)(l->n[0] + 3) * sizeof *m->node);
    if (both && !m->active[row + period])
      memset(m->node + lg_mpm_row(l, row + period), 0, (size_t)(l->n[0] + 3) * sizeof *m->node);

    m->active[row] = m->active[row + period] = both;
  }
}

/* The nodes -1, 0, 1 of a periodic axis are n - 1, n, n + 1: both get the sum. */
static void add_ends(const lg_mpm *m, int axis) {
  const lg_layout *l = &m->lattice;
  const int period = l->n[axis] * l->step[axis];
  for (int row = 0; row < lg_mpm_rows(l); row++) {
    const int at = axis == 1 ? row % lg_mpm_lines(l) : row / lg_mpm_lines(l);
    if (!m->active[row] || (axis > 0 && at > 2)) continue;
    lg_v4 *low = m->node + lg_mpm_row(l, row), *high = low + period;
    for (int i = 0; i < (axis == 0 ? 3 : l->n[0] + 3); i++) low[i] = high[i] = low[i] + high[i];
  }
}

void lg_mpm_p2g(lg_mpm *m, const lg_step *s) {
  job j = {.m = m, .s = s};
  const lg_layout *l = &m->lattice;
  const int slabs = (l->n[l->dim - 1] + LAYERS - 1) / LAYERS,
            threads = lg_lattice_threads(l, s->threads);
  find_active(&j);
  lg_par_tasks(threads, lg_mpm_tasks(l), clear_task, &j);

  j.parts = parts_of(l, slabs, s->threads);
  for (j.color = 0; j.color < 2; j.color++)
    lg_par_tasks(s->threads, (size_t)((slabs + 1 - j.color) / 2 * j.parts), slab_task, &j);

  for (int k = 0; k < l->dim; k++) {
    if (k > 0 && l->periodic[k]) wrap_active(m, k);
    if (l->periodic[k]) add_ends(m, k);
  }
}

/* ---- grid to particles ---------------------------------------------------------------------- */

/* v = sum w v_i, and B_k = sum w v_i (x_i - x_p)_k, of which C's column k is 4 / h_k^2. */
LG_INLINE void read_particle(int dim, const job *j, const weights *w, size_t first, int i) {
  const lg_mpm *m = j->m;
  const lg_layout *l = &m->lattice;
  const size_t p = first + (size_t)i;
  const float wx[3] = {w->along[0][0][i], w->along[0][1][i], w->along[0][2][i]};
  lg_v4 v = {0}, b[3] = {{0}, {0}, {0}};

  /* By rows: of their sum, and of that times the steps along x. */
  for (int c = 0; c < (dim == 3 ? 3 : 1); c++)
    for (int r = 0; r < 3; r++) {
      const lg_v4 *at = m->node + w->node[i] + c * l->step[2] + r * l->step[1];
      const float share = w->along[1][r][i] * (dim == 3 ? w->along[2][c][i] : 1);
      const lg_v4 middle = at[1] * wx[1], end = at[2] * wx[2];
      const lg_v4 sum = (at[0] * wx[0] + middle + end) * share;
      v += sum;
      b[0] += (middle + 2 * end) * share;
      b[1] += (float)r * sum;
      if (dim == 3) b[2] += (float)c * sum;
    }

  /* From steps to distances from the particle. */
  for (int k = 0; k < dim; k++) {
    const lg_v4 column = (b[k] * m->cell[k] + v * w->lowest[k][i]) *
                         (4 * m->inverse[k] * m->inverse[k]);
    for (int a = 0; a < dim; a++) m->affine[a * dim + k][p] = column[a];
  }
  for (int a = 0; a < dim; a++) j->s->particles->v[a][p] = v[a];
}

static void read_block(void *user, size_t begin, size_t end) {
  const job *j = user;

  weights w;
  EACH_BATCH(begin, end, first, n) {
    if (j->s->dim == 2) {
      weigh(2, j, first, (int)n, &w);
      for (int i = 0; i < (int)n; i++) read_particle(2, j, &w, first, i);
    } else {
      weigh(3, j, first, (int)n, &w);
      for (int i = 0; i < (int)n; i++) read_particle(3, j, &w, first, i);
    }
  }
}

void lg_mpm_g2p(lg_mpm *m, const lg_step *s) {
  lg_par_for(s->threads, s->n, read_block, &(job){.m = m, .s = s});
}
