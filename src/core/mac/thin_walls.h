/* thin_walls.h - solids so thin that a cell has water on both of their sides.

   A staggered grid has one pressure a cell and one velocity a face: what stands between them is
   felt only if a whole cell lies in it. So around solids thinner than THICK cells the grid asks
   what sees what, in a straight line:
     a cell      belongs to the side of its deepest point, the middle of the largest piece; what it
                 has on the other side belongs to a neighbour there (cell merging: Ye, Mittal,
                 Udaykumar & Shyy 1999)
     a face      is open where both of its cells see it
     velocities  go from particles to faces, from faces to particles, and outward from face to face
                 along lines of sight; what a particle cannot see has the mean of what it sees
   Elsewhere, and in worlds without such solids, nothing is asked. */
#ifndef LG_CORE_MAC_THIN_WALLS_H
#define LG_CORE_MAC_THIN_WALLS_H

#include "core/base/step.h"

struct lg_mac;
struct lg_solid;
struct lg_solids;

#define LG_MAC_SEES_ALL 0xffffffffu

/* A cell of which a part lies beyond the wall. */
typedef struct lg_mac_split {
  int32_t cell, other; /* to which that part belongs; the cell itself: nobody */
  float volume;        /* of the part, in cells */
  float own, beyond;   /* particles of either part (types) */
} lg_mac_split;

typedef struct lg_mac_thin {
  bool any;         /* is there such a solid? All below is of use only then */
  uint8_t *near;    /* of nodes: 1: beside a thin solid */
  uint8_t *zone;    /* of cells: 1: particles in it may not see all that is around them */
  uint8_t *deepest; /* of cells: number of their deepest sample */
  /* of faces, and (3) of cells: which of the 3^dim around they see, a bit each */
  uint32_t *seen[4];
  float *depth[4]; /* m, of middles of faces, of deepest samples: to the nearest thin solid */
  struct lg_solid *solid; /* the thin ones, as they stand */
  int32_t *number;        /* of each, as `nearest` has it */
  int solids;
  lg_mac_split *split;
  size_t splits;
  uint32_t *sight; /* of particles: which of the faces around they see, as lg_mac_sight_bit */
} lg_mac_thin;

/* thin_walls.c: finds the thin solids, where distances are known. False: no memory. */
LG_HOT(bool, lg_mac_find_thin, struct lg_mac *m, lg_step *s, const struct lg_solids *all);
/* m, of x from the nearest thin solid, < 0 inside. */
LG_HOT(float, lg_mac_thin_distance, const struct lg_mac *m, const lg_world *w, const float x[3]);
/* Does no thin solid stand between two points, whose distances are known? */
LG_HOT(bool, lg_mac_sees, const struct lg_mac *m, const lg_world *w, const float a[3], float at_a,
       const float b[3], float at_b);
/* Away from the nearest thin solid at the middle of a face that is outside of it; false: it is
   not, or no solid is near. */
LG_HOT(bool, lg_mac_thin_normal, const struct lg_mac *m, const lg_world *w, int axis, int c,
       float n[3]);
/* Where the fluid's velocity is u, that at x (m) which makes the nearest thin solid felt: along it,
   or (no slip) with it. */
LG_HOT(void, lg_mac_behind, const struct lg_mac *m, const lg_world *w, const float x[3],
       const float u[3], float out[3]);
/* What particles, which are sorted, see. False: no memory. */
LG_HOT(bool, lg_mac_look, struct lg_mac *m, lg_step *s);

/* split_cells.c: takes from fractions of cells and faces what lies beyond thin solids, and finds
   what cells and faces see. False: no memory. */
LG_HOT(bool, lg_mac_split_cells, struct lg_mac *m, lg_step *s, const struct lg_solids *all);
/* Counts the particles of split cells on either side. */
LG_HOT(void, lg_mac_count_splits, struct lg_mac *m, const lg_step *s);

LG_INLINE unsigned lg_mac_sight_bit(int axis, int yz, int x) {
  return 1u << (8 * axis + 2 * yz + x);
}
/* Bit of the neighbour at (x, y, z), each -1 .. 1. */
LG_INLINE unsigned lg_mac_seen_bit(int x, int y, int z) {
  return 1u << (9 * (z + 1) + 3 * (y + 1) + x + 1);
}
/* Whether cell (3) or face c sees that neighbour. */
LG_INLINE bool lg_mac_thin_seen(const lg_mac_thin *t, int axis, int c, int x, int y, int z) {
  return !t->any || t->seen[axis][c] & lg_mac_seen_bit(x, y, z);
}

#endif
