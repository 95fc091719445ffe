/* neighbors.h - who is near whom: counting sort into cells, then full lists of all pairs nearer
   than the support radius.

   Cells are row-major (x fastest) with edge >= support radius and one ghost layer. Periodic images
   are ghosts: entries n, n+1, ... that stand for particle source[j - n] moved by a period; they
   follow the particles in every pack. Entry `pad` (behind the ghosts; position 1e6, all else 0)
   fills each list up to a multiple of 8. */
#ifndef LG_CORE_NEIGHBORS_H
#define LG_CORE_NEIGHBORS_H

#include "core/base/base.h"

/* NaN or runaway; between a moving solid and another */
enum { LG_ALIVE, LG_DEAD_ASTRAY, LG_DEAD_CRUSHED };

typedef struct lg_arena lg_arena; /* one thread's working memory */

typedef struct lg_cell_grid {
  int dim;
  int size[3];      /* cells an axis, ghost layer included (1 in the unused third axis) */
  float origin[3];  /* m, lower corner of the first inner cell */
  float inverse[3]; /* 1/m, 1 / cell edge */
  bool periodic[3];
  float period[3]; /* m */
} lg_cell_grid;

typedef struct lg_neighbors {
  lg_mem *mem;
  lg_cell_grid grid;
  float radius;        /* m, support radius of the lists */
  size_t n;            /* particles in the lists */
  int32_t *cell;       /* per particle before sorting: its cell; -1: dropped */
  int32_t *order;      /* sorted position -> old index */
  int32_t *cell_start; /* first particle of each cell, cells + 1 */
  int32_t *histogram;  /* one per chunk of particles and cell */
  size_t cells;
  uint8_t *dead; /* per particle: LG_DEAD_..., for the stages that drop particles */
  /* ghosts */
  int32_t ghosts;
  int32_t *ghost_start; /* first ghost of each cell of the ghost layer, cells + 1 */
  int32_t *source;      /* per ghost */
  float (*shift)[3];    /* per ghost, m */
  int32_t pad;          /* n + ghosts */
  /* lists */
  int32_t **row; /* per particle: count[i] entries, padded with `pad` to a multiple of 8 */
  int32_t *count;
  int32_t **piece; /* pool of list memory */
  size_t piece_capacity;
  int pieces, pieces_taken;
  lg_arena *arena;
  int arenas;
} lg_neighbors;

void lg_neighbors_init(lg_neighbors *nb, lg_mem *mem);
void lg_neighbors_free(lg_neighbors *nb);
/* Sorts the particles into cells of edge >= radius and drops those whose mark is set (dead may be
   NULL). Stable; the order does not depend on the thread count. Positions of periodic axes are
   wrapped into the bounds. False: no memory. */
bool lg_neighbors_sort(lg_world *w, float radius, const uint8_t *dead);
/* The same into the cells of a grid over the bounds; whoever is outside counts as in the nearest
   one. */
bool lg_neighbors_sort_into(lg_world *w, const lg_cells *cells, const uint8_t *dead);
/* A grid of cells of edge m, or more, over the box lo .. hi (along periodic axes: over the bounds);
   how many cells. */
size_t lg_cells_lay_out(const lg_world *w, const float lo[3], const float hi[3], float edge,
                        lg_cell_grid *g);
/* The inner cell of a point, the nearest one if it is outside; and the number of a cell. */
LG_INLINE void lg_cell_at(const lg_cell_grid *g, const float x[3], int at[3]) {
  at[0] = at[1] = at[2] = 0;
  for (int k = 0; k < g->dim; k++)
    at[k] = (int)lg_clampf((x[k] - g->origin[k]) * g->inverse[k], 0, (float)(g->size[k] - 3)) + 1;
}
LG_INLINE int32_t lg_cell_number(const lg_cell_grid *g, const int at[3]) {
  return (at[2] * g->size[1] + at[1]) * g->size[0] + at[0];
}
/* Builds the lists for the sorted positions. False: no memory. */
bool lg_neighbors_build(lg_world *w);

#endif
