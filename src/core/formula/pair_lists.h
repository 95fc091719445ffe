/* pair_lists.h - who is near whom right now, for formulas: the neighbour lists of neighbors.h over a
   copy of the positions, so that no particle is moved, whatever a hook has done to them. */
#ifndef LG_CORE_PAIR_LISTS_H
#define LG_CORE_PAIR_LISTS_H

#include "core/particles/neighbors.h"
#include "core/particles/particles.h"

typedef struct lg_pair_lists {
  lg_particles sorted; /* positions alone, in the order of the cells */
  lg_neighbors neighbors;
  int32_t *place; /* particle -> where it is in that order; neighbors.order: the way back */
  const lg_particles *particles;
} lg_pair_lists;

/* False: refused. */
bool lg_pair_lists_make(lg_pair_lists *l, lg_world *w, float radius);
void lg_pair_lists_free(lg_pair_lists *l, lg_world *w); /* also one that is all 0 */

#endif
