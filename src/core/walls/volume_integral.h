/* integral.h - fills a wall map's bricks: the kernel summed over the solid's cells. Used by map.c
   alone.

   Each part runs in parallel over bricks: reduce every cell to "full or not" plus one point mass;
   then sum the kernel over those cells, full ones by a stencil of cell averages, point masses by W
   itself. A brick that sees nothing but one plane (most of a container's) takes the flat wall's
   table instead, which is exact. */
#ifndef LG_CORE_WALL_INTEGRAL_H
#define LG_CORE_WALL_INTEGRAL_H

#include "core/walls/volume_map.h"

/* A cell: 1 if it counts as full, plus a point mass (in cells; negative: a full one with a hole) at
   its centroid (in cells, from the grid's origin). Choosing the smaller of solid and hole keeps the
   neglected second moment below 1e-3. */
typedef struct lg_wall_cell {
  float full, mass, at[3], distance; /* m, at its centre */
} lg_wall_cell;
/* of the stencil: mean of W and its gradient over a cell */
typedef struct lg_wall_tap {
  int offset;
  float w[4];
} lg_wall_tap;

typedef struct lg_volume_integral {
  lg_world *w;
  lg_volume_map *map; /* lo, cell, bricks and index are set */
  lg_id shape;
  const lg_wall_table *table; /* the solid is where the distance is below -table->shift */
  lg_kernel unit;             /* the table's, with integral 1 */
  int dim;
  int32_t near; /* bricks with nodes */
  /* made by lg_volume_integrate */
  int nodes, cells; /* of a brick */
  int reach;        /* cells to either side that a node feels */
  /* of the window of cells a brick feels: cells + 2 reach (1 in the unused axis) */
  int side[3];
  size_t window;      /* cells in it */
  int32_t *brick;     /* numbers of the bricks with nodes */
  lg_wall_cell *cell; /* of those bricks */
  lg_wall_tap *tap;
  int taps;
  char *scratch; /* per thread: the window's full cells, then its point masses */
  size_t scratch_bytes;
} lg_volume_integral;

/* Distance to the solid that counts: the shape moved in by the shift. p in cells from the grid's
   origin. */
float lg_wall_solid(const lg_volume_integral *b, const float p[3]);
/* Fills map->node. False: no memory. */
bool lg_volume_integrate(lg_volume_integral *b);

#endif
