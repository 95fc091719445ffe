/* near.h - which particles are near a point: lists of the particles of each cell, made at the first
   question and kept until particles move.

     head[cell] -> particle -> next[particle] -> ... -> -1 */
#ifndef LG_CORE_NEAR_H
#define LG_CORE_NEAR_H

#include "core/particles/neighbors.h"

typedef struct lg_near_cells {
  lg_mem *mem;
  lg_cell_grid grid;
  bool ready;     /* the lists are those of the world as it was at `stamp` */
  bool open;      /* and since then somebody has been given the positions to write them */
  uint64_t stamp; /* lg_world_stamp */
  size_t cells;
  int32_t *head, *next;
} lg_near_cells;

/* d = x_i - p, m, the short way round where the world is periodic; returns |d|^2. */
double lg_particle_apart(const lg_world *w, const float p[3], size_t i, double d[3]);

void lg_near_free(lg_near_cells *c);
/* Positions have been written; open: and may be, until the next step. */
void lg_near_moved(lg_world *w, bool open);

#endif
