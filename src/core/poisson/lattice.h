/* lattice.h - where the cells of a regular grid lie in memory; shared by the staggered grid and the
   pressure solver.

   A row along x, LG_ROW_FIRST = 2 entries before its first cell, a multiple of 8 long, so that rows
   are loops over whole vectors and a pair of cells never lies across two vectors:

     index in the row   0  1 | 2  3  4 ... n+1 | n+2  ...
     cell               -  g | 0  1  2 ... n-1 |  g    -        g: ghost

   Rows are followed by rows along y, these by layers along z, each with one ghost before and,
   because a staggered grid has one more face than cells, two behind (in 2-D: one layer). */
#ifndef LG_CORE_LATTICE_H
#define LG_CORE_LATTICE_H

#include "core/base/simd.h"

#define LG_ROW_FIRST 2

typedef struct lg_layout {
  int dim;
  int n[3]; /* cells; 1 in the third axis of 2-D */
  bool periodic[3];
  int step[3];   /* from a cell to the next one on an axis */
  int size;      /* entries of an array */
  int task_rows; /* of cells, which are handed out together */
} lg_layout;

/* Rows are handed out in groups of about this many cells: fixed by the grid, so that sums do not
   depend on the threads. */
#define LG_LATTICE_TASK 4096

LG_INLINE lg_layout lg_lattice_make(int dim, const int n[3], const bool periodic[3]) {
  lg_layout l = {.dim = dim, .n = {n[0], n[1], dim == 3 ? n[2] : 1}};
  for (int k = 0; k < dim; k++) l.periodic[k] = periodic[k];
  l.step[0] = 1;
  l.step[1] = (n[0] + LG_ROW_FIRST + 2 + LG_LANES - 1) / LG_LANES * LG_LANES;
  l.step[2] = l.step[1] * (n[1] + 3);
  l.size = l.step[2] * (dim == 3 ? n[2] + 3 : 1);
  l.task_rows = lg_maxi(1, LG_LATTICE_TASK / l.step[1]);
  return l;
}

/* Whether a grid of n cells can be numbered: by int, two entries a face. */
LG_INLINE bool lg_lattice_fits(int dim, const int n[3]) {
  double entries = 1;
  for (int k = 0; k < dim; k++) entries *= n[k] + (k == 0 ? LG_ROW_FIRST + 2 + LG_LANES : 3);
  return entries < 1 << 30;
}

/* Field by field: what lies between the fields of a struct may differ. */
LG_INLINE bool lg_lattice_same(const lg_layout *a, const lg_layout *b) {
  bool same = a->dim == b->dim;
  for (int k = 0; k < 3; k++) same = same && a->n[k] == b->n[k] && a->periodic[k] == b->periodic[k];
  return same;
}

/* Number of cell or face c on an axis: -1 is the ghost before, n the one behind. */
LG_INLINE int lg_lattice_number(const lg_layout *l, int axis, int c) {
  return axis == 0   ? c % l->step[1] - LG_ROW_FIRST
         : axis == 1 ? c % l->step[2] / l->step[1] - 1
                     : c / l->step[2] - (l->dim == 3);
}

/* Of a ghost on a periodic axis, the cell that it stands for. */
LG_INLINE int lg_lattice_inside(const lg_layout *l, int axis, int c) {
  const int at = lg_lattice_number(l, axis, c), across = l->n[axis] * l->step[axis];
  return at < 0 ? c + across : at >= l->n[axis] ? c - across : c;
}

/* The same on all axes; itself, if it is no ghost of a periodic one. */
LG_INLINE int lg_lattice_real(const lg_layout *l, int c) {
  for (int k = 0; k < l->dim; k++)
    if (l->periodic[k]) c = lg_lattice_inside(l, k, c);
  return c;
}

/* bytes that are 0; NULL: no memory. */
LG_INLINE void *lg_lattice_zeroed(lg_mem *mem, size_t bytes) {
  void *fresh = lg_mem_realloc(mem, NULL, bytes);
  if (fresh) memset(fresh, 0, bytes);
  return fresh;
}

/* Index of cell (i, j, k); -1 and n are ghosts. */
LG_INLINE int lg_lattice_at(const lg_layout *l, int i, int j, int k) {
  return (k + (l->dim == 3)) * l->step[2] + (j + 1) * l->step[1] + i + LG_ROW_FIRST;
}

LG_INLINE int lg_lattice_rows(const lg_layout *l) { return l->n[1] * l->n[2]; }
LG_INLINE size_t lg_lattice_cells(const lg_layout *l) {
  return (size_t)l->n[0] * (size_t)l->n[1] * (size_t)l->n[2];
}

/* Where row number `row` (y fastest) begins: entry 0 of the row, LG_ROW_FIRST before its first
   cell. Short rows would wait for a division, and in 2-D there is but one layer. */
LG_INLINE int lg_lattice_row(const lg_layout *l, int row) {
  if (l->dim == 2) return (row + 1) * l->step[1];
  return lg_lattice_at(l, 0, row % l->n[1], row / l->n[1]) - LG_ROW_FIRST;
}

LG_INLINE size_t lg_lattice_tasks(const lg_layout *l) {
  const int rows = lg_lattice_rows(l);
  return rows <= l->task_rows ? 1 : (size_t)((rows + l->task_rows - 1) / l->task_rows);
}
/* Loops over the rows of a task, and over its cells row by row: `break` leaves but the row. */
#define LG_EACH_ROW(l, task, row)                                                                  \
  for (int row = (int)(task) * (l)->task_rows,                                                     \
           row##_end = lg_mini(row + (l)->task_rows, lg_lattice_rows(l));                          \
       row < row##_end; row++)
#define LG_EACH_CELL(l, task, c)                                                                   \
  LG_EACH_ROW(l, task, c##_row)                                                                    \
    for (int c = lg_lattice_row(l, c##_row) + LG_ROW_FIRST, c##_end = c + (l)->n[0]; c < c##_end;  \
         c++)
/* Small grids are done by one thread: waking others costs more than they bring. */
LG_INLINE int lg_lattice_threads(const lg_layout *l, int threads) {
  return l->size < 4 * LG_LATTICE_TASK ? 1 : threads;
}

/* Loops over the lines of cells along an axis, c being the ghost before a line's first cell; rim:
   also over the lines of ghosts of the other axes. */
#define LG_EACH_LINE(l, axis, rim, c)                                                              \
  for (int c##_line = 0, c = lg_lattice_line(l, axis, rim, 0);                                     \
       c##_line < lg_lattice_lines(l, axis, rim); c = lg_lattice_line(l, axis, rim, ++c##_line))
LG_INLINE int lg_lattice_width(const lg_layout *l, int axis, bool rim) {
  return l->n[axis] + (rim && axis < l->dim ? 2 : 0);
}
LG_INLINE int lg_lattice_lines(const lg_layout *l, int axis, bool rim) {
  return lg_lattice_width(l, (axis + 1) % 3, rim) * lg_lattice_width(l, (axis + 2) % 3, rim);
}
LG_INLINE int lg_lattice_line(const lg_layout *l, int axis, bool rim, int line) {
  int u = (axis + 1) % 3, v = (axis + 2) % 3, width = lg_lattice_width(l, u, rim), at[3];
  at[axis] = -1;
  at[u] = line % width - (rim && u < l->dim);
  at[v] = line / width - (rim && v < l->dim);
  return lg_lattice_at(l, at[0], at[1], at[2]);
}

/* Copies the cells at the ends of periodic axes into the ghosts beyond the other end. */
#define lg_lattice_wrap(l, x) lg_lattice_wrap_entries(l, x, sizeof *(x))
LG_INLINE void lg_lattice_wrap_entries(const lg_layout *l, void *x, size_t entry) {
  const int layers = l->size / l->step[2], lines = l->step[2] / l->step[1];
  const size_t line = (size_t)l->step[1] * entry, layer = (size_t)l->step[2] * entry;
  char *first = (char *)x;

  /* Along x cell by cell, along y and z whole lines and layers. */
  for (int r = 0; l->periodic[0] && r < layers * lines; r++) {
    char *cell = first + (size_t)r * line + LG_ROW_FIRST * entry,
         *end = cell + (size_t)l->n[0] * entry;
    memcpy(cell - entry, end - entry, entry);
    memcpy(end, cell, entry);
  }
  for (int k = 0; l->periodic[1] && k < layers; k++) {
    char *ghost = first + (size_t)k * layer, *end = ghost + (size_t)l->n[1] * line;
    memcpy(ghost, end, line);
    memcpy(end + line, ghost + line, line);
  }

  if (!l->periodic[2]) return;
  memcpy(first, first + (size_t)l->n[2] * layer, layer);
  memcpy(first + (size_t)(l->n[2] + 1) * layer, first + layer, layer);
}

LG_INLINE bool lg_lattice_wraps(const lg_layout *l) {
  return l->periodic[0] || l->periodic[1] || l->periodic[2];
}

#endif
