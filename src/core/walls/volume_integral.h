/* volume_integral.h - fills a volume map's bricks: the kernel summed over the solid's cells. Used
   by volume_map.c alone.

   Each part runs in parallel over bricks: reduce every cell to "full or not" plus one point mass;
   then sum the kernel over those cells, full ones by a stencil of cell averages, point masses by W
   itself. A brick that sees nothing but one plane (most of a container's) takes the flat wall's
   table instead, which is exact. Then nodes beside walls that are not thin are made what they are
   to fluid (half_space.h). */
#ifndef LG_CORE_VOLUME_INTEGRAL_H
#define LG_CORE_VOLUME_INTEGRAL_H

#include "core/walls/volume_map.h"

/* A cell: 1 if it counts as full, plus a point mass (in cells; negative: a full one with a hole) at
   its centroid (in cells, from the grid's origin). Choosing the smaller of solid and hole keeps the
   neglected second moment below 1e-3. */
typedef struct lg_volume_cell {
  float full, mass, at[3], distance; /* m, at its centre */
} lg_volume_cell;

/* of the stencil: mean of W and its gradient over a cell */
typedef struct lg_volume_tap {
  int offset;
  float w[4];
} lg_volume_tap;

typedef struct lg_volume_integral {
  lg_world *w;
  lg_volume_map *map; /* its grid is laid */
  lg_id shape;
  const lg_half_space *table; /* the solid is where the distance is below -table->shift */
  lg_kernel unit;             /* the table's, with integral 1 */
  int dim;

  /* made by lg_volume_integrate */
  size_t nodes, cells;  /* of a brick */
  int reach;            /* cells to either side that a node feels */
  int side[3];          /* of the window of cells that a brick feels: cells + 2 reach; or 1 */
  size_t window;        /* cells in it */
  int32_t *brick;       /* numbers of the bricks with nodes */
  lg_volume_cell *cell; /* of those bricks */
  lg_volume_tap *tap;
  int taps;
  bool thin;     /* something is behind it somewhere */
  char *scratch; /* per thread: the window's full cells, then its point masses */
  size_t scratch_bytes;
} lg_volume_integral;

/* Distance to the solid that counts, m: the shape moved out by the shift. p in cells from the
   grid's origin. */
float lg_volume_distance(const lg_volume_integral *job, const float p[3]);
/* Fills map->node, and map->behind where the solid is thin. False: no memory. */
bool lg_volume_integrate(lg_volume_integral *job);
/* What is behind the solid at a node that stands at p (cells) and has this fraction and gradient:
   fraction and gradient in turn (thin_walls.c). */
lg_v4 lg_volume_behind(const lg_volume_integral *job, const float p[3], lg_v4 node);

#endif
