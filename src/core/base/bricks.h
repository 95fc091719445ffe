/* bricks.h - a sparse grid around a surface: space in bricks of cells^dim cells, of which those
   near the surface have nodes of their own; elsewhere a brick is all alike.

     bricks      o  o  o  o  o      . near: index >= 0, (cells + 1)^dim nodes of its own (its last
     round a     o  .  .  .  o        nodes are its neighbour's first)
     ball        .  .  #  .  .      o #: index < 0, a word of whoever lays the grid
                 o  .  .  .  o

   What stands at a node, and how it is read between nodes, is the owner's: signed distances of a
   mesh (mesh/grid.c), volume fractions of a collider (walls/volume_map.c). */
#ifndef LG_CORE_BRICKS_H
#define LG_CORE_BRICKS_H

#include "core/base/base.h"

typedef struct lg_bricks {
  int dim, cells;    /* cells of a brick along an axis */
  float lo[3], cell; /* m: lower corner, side of a cell */
  int count[3];      /* bricks along an axis; 1 in the unused third one */
  size_t all, near;  /* bricks, and of those with nodes */
  int32_t *index;    /* per brick: its number among those with nodes, or a word < 0 */
} lg_bricks;

enum { LG_BRICKS_BEYOND = -128 }; /* of a point: outside of all bricks */

/* Of the brick whose first cell this is: 0 if it has nodes, or a word < 0. */
typedef int32_t lg_brick_fn(void *user, const int first[3]);

/* Fills all, near and index by asking about each brick; the rest is set. False: no memory. */
bool lg_bricks_lay(lg_bricks *g, lg_mem *mem, int threads, lg_brick_fn *classify, void *user);
/* The numbers of the bricks with nodes, for the caller to free; NULL: no memory. */
int32_t *lg_bricks_near(const lg_bricks *g, lg_mem *mem);
void lg_bricks_free(lg_bricks *g, lg_mem *mem);

LG_INLINE size_t lg_bricks_power(const lg_bricks *g, int n) {
  return (size_t)n * (size_t)n * (g->dim == 3 ? (size_t)n : 1);
}
LG_INLINE size_t lg_bricks_nodes(const lg_bricks *g) { return lg_bricks_power(g, g->cells + 1); }

/* The first cell of a brick. */
LG_INLINE void lg_bricks_first(const lg_bricks *g, size_t brick, int first[3]) {
  for (int k = 0; k < 3; k++) {
    first[k] = g->cells * (int)(brick % (size_t)g->count[k]);
    brick /= (size_t)g->count[k];
  }
}

/* Of a point, `at` cells from lo: its brick's index or LG_BRICKS_BEYOND. If that is >= 0, also the
   first node of its cell, and where in the cell it is, in [0, 1]. */
LG_INLINE int32_t lg_bricks_find(const lg_bricks *g, const float at[3], size_t *node, float t[3]) {
  size_t brick = 0, bricks = 1, nodes = 1, first = 0;

  /* axis by axis: brick, cell in it (the last one for a point on its border), place in the cell */
  for (int k = 0; k < g->dim; k++) {
    if (!(at[k] >= 0 && at[k] < (float)(g->cells * g->count[k]))) return LG_BRICKS_BEYOND;
    int b = (int)at[k] / g->cells;
    float in = at[k] - (float)(g->cells * b);
    int c = lg_mini((int)in, g->cells - 1);

    t[k] = in - (float)c;
    first += nodes * (size_t)c;
    brick += bricks * (size_t)b;
    nodes *= (size_t)(g->cells + 1);
    bricks *= (size_t)g->count[k];
  }
  *node = (size_t)lg_maxi(g->index[brick], 0) * nodes + first;
  return g->index[brick];
}

#endif
