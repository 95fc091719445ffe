/* poisson.c - memory of the levels; connected sets of unknowns. */
#include "core/poisson/poisson.h"

/* There is no coarser level below so many cells an axis, or so many in all that few sweeps solve
   for them. */
#define SMALLEST 4
#define FEW      32
#define SHORT    8 /* cells an axis of those few */
_Static_assert((SMALLEST) * (SMALLEST) * (SMALLEST) <= LG_POISSON_BOTTOM &&
                   FEW <= LG_POISSON_BOTTOM,
               "the coarsest level's matrix has room for its cells");

/* ---- memory --------------------------------------------------------------------------------- */

static void free_level(lg_poisson *p, lg_poisson_level *v) {
  float *all[7] = {v->a[0], v->a[1], v->a[2], v->sink, v->inverse, v->x, v->b};
  for (int i = 0; i < 7; i++) lg_mem_free(p->mem, all[i]);
  lg_mem_free(p->mem, v->span);
  memset(v, 0, sizeof *v);
}

void lg_poisson_free(lg_poisson *p) {
  if (!p->mem) return;
  for (int i = 0; i < p->levels; i++) free_level(p, &p->level[i]);
  void *all[11] = {p->rhs,  p->x,      p->d,   p->q,           p->partial, p->bond,
                   p->ut_x, p->g_ut_x, p->run, p->bottom_cell, p->bottom};
  for (int i = 0; i < 11; i++) lg_mem_free(p->mem, all[i]);
  memset(p, 0, sizeof *p);
}

static bool make_level(lg_poisson *p, lg_poisson_level *v, const lg_layout *l) {
  memset(v, 0, sizeof *v);
  v->lattice = *l;
  v->capacity = (size_t)l->size;
  v->rows = (size_t)lg_lattice_rows(l);
  float **all[7] = {&v->a[0], &v->a[1], &v->a[2], &v->sink, &v->inverse, &v->x, &v->b};
  bool ok = true;
  for (int i = 0; i < 7; i++)
    ok = (*all[i] = lg_lattice_zeroed(p->mem, v->capacity * sizeof(float))) && ok;
  return (v->span = lg_lattice_zeroed(p->mem, v->rows * sizeof *v->span)) && ok;
}

static bool coarser(const lg_layout *fine, lg_layout *out) {
  int n[3] = {1, 1, 1}, least = fine->n[0];
  for (int k = 0; k < fine->dim; k++) {
    n[k] = (fine->n[k] + 1) / 2;
    least = lg_maxi(least, fine->n[k]);
  }
  if (least <= SMALLEST || (least <= SHORT && lg_lattice_cells(fine) <= FEW)) return false;
  *out = lg_lattice_make(fine->dim, n, fine->periodic);
  return true;
}

bool lg_poisson_room(lg_poisson *p, lg_mem *mem, const lg_layout *l) {
  if (p->mem && p->levels > 0 && lg_lattice_same(&p->level[0].lattice, l)) return true;
  lg_poisson_free(p);

  /* Of the finest level; x also holds the sums of lg_poisson_take_means. */
  p->mem = mem;
  p->capacity = (size_t)l->size;
  p->partial_capacity = 2 * lg_lattice_tasks(l);
  p->rhs = lg_lattice_zeroed(mem, p->capacity * sizeof *p->rhs);
  p->x = lg_lattice_zeroed(mem, 3 * p->capacity * sizeof *p->x);
  p->d = lg_lattice_zeroed(mem, p->capacity * sizeof *p->d);
  p->q = lg_lattice_zeroed(mem, p->capacity * sizeof *p->q);
  p->partial = lg_lattice_zeroed(mem, p->partial_capacity * sizeof *p->partial);
  p->run_capacity = 3 * lg_lattice_cells(l);
  p->run = lg_lattice_zeroed(mem, p->run_capacity * sizeof *p->run);
  p->bottom_cell = lg_lattice_zeroed(mem, LG_POISSON_BOTTOM * sizeof *p->bottom_cell);
  p->bottom = lg_lattice_zeroed(mem, LG_POISSON_BOTTOM * LG_POISSON_BOTTOM * sizeof *p->bottom);
  bool ok = p->rhs && p->x && p->d && p->q && p->partial && p->run && p->bottom_cell && p->bottom;

  /* Levels, each of half as many cells an axis. */
  lg_layout next = *l;
  do ok = make_level(p, &p->level[p->levels++], &next) && ok;
  while (ok && p->levels < LG_POISSON_LEVELS && coarser(&p->level[p->levels - 1].lattice, &next));
  if (!ok) lg_poisson_free(p);
  return ok;
}

/* ---- connected sets ------------------------------------------------------------------------- */

/* A run is a piece of a row in which each unknown is coupled to the next: {begin, end, set}; a set
   is named by its first run. */
static int32_t find_set(int32_t *run, int32_t i) {
  while (run[3 * i + 2] != i) i = run[3 * i + 2] = run[3 * run[3 * i + 2] + 2];
  return i;
}

static void join(int32_t *run, int32_t a, int32_t b) {
  a = find_set(run, a);
  b = find_set(run, b);
  if (a < b) run[3 * b + 2] = a;
  else run[3 * a + 2] = b;
}

/* first[row]: its first run. */
static void find_runs(lg_poisson *p, int32_t *first) {
  const lg_poisson_level *v = &p->level[0];
  p->runs = 0;
  for (int row = 0; row < (int)v->rows; row++) {
    int base = lg_lattice_row(&v->lattice, row), open = -1;
    first[row] = (int32_t)p->runs;
    for (int c = base + v->span[row][0]; c < base + v->span[row][1]; c++) {
      /* A run ends where there is no unknown, or none coupled to the one before. */
      bool is = v->inverse[c] > 0;
      if (open >= 0 && (!is || !(v->a[0][c] > 0))) {
        p->run[3 * p->runs - 2] = c;
        open = -1;
      }

      /* A new one is a set of its own. */
      if (!is || open >= 0) continue;
      open = c;
      p->run[3 * p->runs] = c;
      p->run[3 * p->runs + 2] = (int32_t)p->runs;
      p->runs++;
    }
    if (open >= 0) p->run[3 * p->runs - 2] = base + v->span[row][1];
  }
  first[v->rows] = (int32_t)p->runs;
}

/* Joins the runs of two rows that are `apart` entries from each other along `axis`. */
static void join_rows(lg_poisson *p, const int32_t *first, int axis, int lower, int upper,
                      int apart) {
  const float *a = p->level[0].a[axis];
  int32_t *run = p->run, i = first[lower], j = first[upper];
  while (i < first[lower + 1] && j < first[upper + 1]) {
    int begin = lg_maxi(run[3 * i] + apart, run[3 * j]),
        end = lg_mini(run[3 * i + 1] + apart, run[3 * j + 1]);

    /* One coupling where they overlap is enough. */
    bool joined = false;
    for (int c = begin; c < end && !joined; c++) joined = a[c] > 0;
    if (joined) join(run, i, j);

    /* On with the one that ends first. */
    if (run[3 * i + 1] + apart < run[3 * j + 1]) i++;
    else j++;
  }
}

static void join_all(lg_poisson *p, const int32_t *first) {
  const lg_layout *l = &p->level[0].lattice;
  int lines = l->n[1];
  for (int row = 0; row < lg_lattice_rows(l); row++) {
    int y = row % lines, z = row / lines, base = lg_lattice_row(l, row);

    /* With the rows below along y and z, and a row's end with its begin. */
    if (y > 0 || l->periodic[1]) {
      int lower = y > 0 ? row - 1 : row + lines - 1;
      join_rows(p, first, 1, lower, row, base - lg_lattice_row(l, lower));
    }
    if (l->dim == 3 && (z > 0 || l->periodic[2])) {
      int lower = z > 0 ? row - lines : row + (l->n[2] - 1) * lines;
      join_rows(p, first, 2, lower, row, base - lg_lattice_row(l, lower));
    }
    if (l->periodic[0] && first[row + 1] > first[row] && p->level[0].a[0][base + LG_ROW_FIRST] > 0)
      join(p->run, first[row], first[row + 1] - 1);
  }
}

int lg_poisson_take_means(lg_poisson *p) {
  const lg_poisson_level *v = &p->level[0];
  /* A d is worked out later: rows + 1 entries are fewer than a lattice has */
  int32_t *first = (int32_t *)(void *)p->q;
  find_runs(p, first);
  join_all(p, first);

  /* The sum of rhs, of sinks, and the unknowns of each set; x is free before a solve. */
  double(*set_of)[3] = (double(*)[3])(void *)p->x;
  for (size_t i = 0; i < p->runs; i++) set_of[i][0] = set_of[i][1] = set_of[i][2] = 0;
  for (size_t i = 0; i < p->runs; i++) {
    double *set = set_of[find_set(p->run, (int32_t)i)];
    for (int c = p->run[3 * i]; c < p->run[3 * i + 1]; c++) {
      set[0] += p->rhs[c];
      set[1] += (double)v->sink[c];
    }
    set[2] += p->run[3 * i + 1] - p->run[3 * i];
  }

  /* The mean goes where there is no sink. */
  int closed = 0;
  for (size_t i = 0; i < p->runs; i++) {
    int32_t set = find_set(p->run, (int32_t)i);
    if (set_of[set][1] > 0) continue;
    closed += set == (int32_t)i;
    for (int c = p->run[3 * i]; c < p->run[3 * i + 1]; c++)
      p->rhs[c] -= set_of[set][0] / set_of[set][2];
  }
  return closed;
}
