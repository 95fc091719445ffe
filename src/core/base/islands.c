/* islands.c - matrices of bodies that hold each other: islands.h. */
#include "core/base/islands.h"

enum { ROWS = 6 * LG_ISLAND_MOST };

/* ---- which belong together ------------------------------------------------------------------ */

bool lg_islands_begin(lg_mem *mem, lg_islands *m, int n) {
  const size_t all = (size_t)n;
  m->n = n;
  if (!lg_mem_room(mem, &m->of, all, sizeof *m->of) ||
      !lg_mem_room(mem, &m->next, all, sizeof *m->next) ||
      !lg_mem_room(mem, &m->place, all, sizeof *m->place) ||
      !lg_mem_room(mem, &m->size, all, sizeof *m->size) ||
      !lg_mem_room(mem, &m->at, all, sizeof *m->at))
    return false;

  for (int b = 0; b < n; b++) {
    m->of[b] = b;
    m->next[b] = -1;
    m->size[b] = 1;
  }
  return true;
}

void lg_islands_join(lg_islands *m, int a, int b) {
  const int first = m->of[a] < m->of[b] ? m->of[a] : m->of[b],
            other = m->of[a] < m->of[b] ? m->of[b] : m->of[a];
  int last = first;
  if (first == other || m->size[first] + m->size[other] > LG_ISLAND_MOST) return;

  while (m->next[last] >= 0) last = m->next[last];
  m->next[last] = other;
  for (int i = other; i >= 0; i = m->next[i]) m->of[i] = first;
  m->size[first] += m->size[other];
  m->size[other] = 0;
}

/* Room for what any joins could make of them: where fewer hold each other, no memory is missing. */
static bool clear(lg_mem *mem, lg_islands *m) {
  const size_t n = (size_t)m->n, most = n < LG_ISLAND_MOST ? n : LG_ISLAND_MOST;
  if (!lg_mem_room(mem, &m->value, 36 * n * most, sizeof *m->value)) return false;
  if (n > 0) memset(m->value, 0, 36 * n * most * sizeof *m->value);
  return true;
}

bool lg_islands_end(lg_mem *mem, lg_islands *m) {
  size_t at = 0;
  for (int b = 0; b < m->n; b++) {
    int place = 0;
    m->at[b] = at;
    at += (size_t)(36 * m->size[b] * m->size[b]);
    for (int i = b; m->of[b] == b && i >= 0; i = m->next[i]) m->place[i] = place++;
  }
  return clear(mem, m);
}

bool lg_islands_like(lg_mem *mem, lg_islands *m, const lg_islands *other) {
  if (!lg_islands_begin(mem, m, other->n)) return false;
  const size_t all = (size_t)m->n;
  if (all == 0) return true;
  memcpy(m->of, other->of, all * sizeof *m->of);
  memcpy(m->next, other->next, all * sizeof *m->next);
  memcpy(m->place, other->place, all * sizeof *m->place);
  memcpy(m->size, other->size, all * sizeof *m->size);
  memcpy(m->at, other->at, all * sizeof *m->at);
  return clear(mem, m);
}

void lg_islands_free(lg_mem *mem, lg_islands *m) {
  void *all[6] = {m->of, m->next, m->place, m->size, m->at, m->value};
  for (int i = 0; i < 6; i++) lg_mem_free(mem, all[i]);
  memset(m, 0, sizeof *m);
}

/* ---- values --------------------------------------------------------------------------------- */

double *lg_islands_row(const lg_islands *m, int to, int i, int from) {
  const int island = m->of[to], n = 6 * m->size[island];
  return m->value + m->at[island] + (size_t)((6 * m->place[to] + i) * n + 6 * m->place[from]);
}

void lg_islands_hold(lg_islands *m, const int body[2], const double along[2][6], double soft,
                     double least) {
  const int island = m->of[body[0]], n = 6 * m->size[island], ends = body[1] < 0 ? 1 : 2;
  double k[ROWS] = {0}, sum = 0, *all = m->value + m->at[island];
  if (ends == 2 && m->of[body[1]] != island) return;

  /* k = M a: M is symmetric, so of its rows */
  for (int end = 0; end < ends; end++)
    for (int i = 0; i < 6; i++) {
      const double *row = all + (6 * m->place[body[end]] + i) * n;
      for (int c = 0; c < n; c++) k[c] += along[end][i] * row[c];
    }
  for (int end = 0; end < ends; end++)
    for (int i = 0; i < 6; i++) sum += along[end][i] * k[6 * m->place[body[end]] + i];

  if (!(sum > least)) return;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) all[r * n + c] -= k[r] * k[c] / (sum + soft);
}

void lg_islands_times(const lg_islands *m, const double (*in)[6], double (*out)[6]) {
  for (int b = 0; b < m->n; b++) {
    memset(out[b], 0, sizeof out[b]);

    /* of all of its island */
    for (int from = m->of[b]; from >= 0; from = m->next[from])
      for (int i = 0; i < 6; i++) {
        const double *row = lg_islands_row(m, b, i, from);
        for (int k = 0; k < 6; k++) out[b][i] += row[k] * in[from][k];
      }
  }
}

/* n values of two rows or columns, each so far from the next one. */
static void exchange(double *a, double *b, int n, int step) {
  for (int i = 0; i < n * step; i += step) {
    const double t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}

/* a, n by n, becomes its inverse in its own place. */
static void invert(double *a, int n) {
  int pivot[ROWS];
  for (int k = 0; k < n; k++) {
    pivot[k] = k;
    for (int r = k + 1; r < n; r++)
      if (fabs(a[r * n + k]) > fabs(a[pivot[k] * n + k])) pivot[k] = r;
    exchange(a + k * n, a + pivot[k] * n, n, 1);

    /* its row over the pivot; all others without what it has of them */
    const double over = 1 / a[k * n + k];
    a[k * n + k] = 1;
    for (int c = 0; c < n; c++) a[k * n + c] *= over;
    for (int r = 0; r < n; r++) {
      const double part = a[r * n + k];
      if (r == k) continue;
      a[r * n + k] = 0;
      for (int c = 0; c < n; c++) a[r * n + c] -= part * a[k * n + c];
    }
  }
  for (int k = n - 1; k >= 0; k--) exchange(a + k, a + pivot[k], n, n);
}

void lg_islands_invert(lg_islands *m) {
  for (int b = 0; b < m->n; b++)
    if (m->size[b] > 0) invert(m->value + m->at[b], 6 * m->size[b]);
}
