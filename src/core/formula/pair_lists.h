/* pair_lists.h - who is near whom right now, for formulas: the neighbour lists of neighbors.h over
   a copy of the positions, so that no particle is moved, whatever a hook has done to them. */
#ifndef LG_CORE_PAIR_LISTS_H
#define LG_CORE_PAIR_LISTS_H

#include "core/base/simd.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"

typedef struct lg_pair_lists {
  lg_particles sorted; /* positions alone, in the order of the cells */
  lg_neighbors neighbors;
  lg_v4 *pack;    /* of each entry of the lists: position, and as bits which particle it is of */
  int32_t *place; /* particle -> where it is in that order; neighbors.order: the way back */
  const lg_particles *particles;
  uint64_t moment; /* of lg_programs, when they were made */
} lg_pair_lists;

/* Unless they have been made at this moment, or of the same positions, for this radius. False:
   refused. Uses lg_scratch. */
bool lg_pair_lists_make(lg_pair_lists *l, lg_world *w, float radius, uint64_t moment);
void lg_pair_lists_free(lg_pair_lists *l, lg_world *w); /* also one that is all 0 */

#endif
