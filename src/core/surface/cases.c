/* cases.c - marching cubes (W. Lorensen, H. Cline 1987): the faces of a cell by its 2^dim corners
   that are inside, worked out from its sides.

   On each side of the cell, whose corners go round counter-clockwise seen from outside, every run
   of inside corners is cut off by one segment, from where the run ends to where it begins. So a
   side of two opposite corners is cut twice, and always in the same way by both of the cells that
   share it: the mesh has no holes. The segments of all sides join to loops, and these are cut into
   triangles by diagonals that lie in no side, which a neighbour's might meet. */
#include "core/surface/surface_parts.h"

#define EDGES 12

/* The edge between two neighbouring corners. */
static int edge_between(int a, int b) {
  int axis = (a ^ b) == 1   ? 0
             : (a ^ b) == 2 ? 1
                            : 2,
      low = a & b, u = axis == 0, v = axis == 2 ? 1 : 2;
  return axis * 4 + (low >> u & 1) + 2 * (low >> v & 1);
}

/* Corners of the side at the lower or upper end of an axis, counter-clockwise from outside. */
static void corners_of_side(int axis, int upper, int corner[4]) {
  int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = upper << axis;
  const int round[4] = {0, u, u | v, v};
  for (int i = 0; i < 4; i++) corner[i] = base | round[upper ? i : 3 - i];
}

/* next[e]: the edge that the segment which begins at e goes to; -1: none does. */
static void add_segments(const int corner[4], int inside, int next[EDGES]) {
  for (int i = 0; i < 4; i++) {
    /* A run begins with corner i, and ends before corner k. */
    int before = corner[(i + 3) % 4], k = i;
    if (!(inside >> corner[i] & 1) || (inside >> before & 1)) continue;
    while (inside >> corner[(k + 1) % 4] & 1) k++;
    next[edge_between(corner[k % 4], corner[(k + 1) % 4])] = edge_between(before, corner[i]);
  }
}

/* Do two edges lie on one side of the cell? */
static bool share_side(int a, int b) {
  unsigned side[2] = {0, 0};
  const int edge[2] = {a, b};
  for (int i = 0; i < 2; i++) {
    int from = lg_surface_edge_corner(edge[i]);
    for (int axis = 0; axis < 3; axis++)
      if (axis != edge[i] / 4) side[i] |= 1U << (2 * axis + (from >> axis & 1));
  }
  return side[0] & side[1];
}

/* Clips ears off a loop of n edges; first those whose diagonal lies in no side. The loop goes round
   as its segments do on the sides, seen from outside of the cell; from outside of the fluid it is
   the other way. */
static void add_loop(lg_surface_cases *c, int inside, int *loop, int n) {
  for (; n > 2; n--) {
    int ear = 0;
    for (int i = n - 1; n > 3 && i >= 0; i--)
      if (!share_side(loop[(i + n - 1) % n], loop[(i + 1) % n])) ear = i;

    uint8_t *face = c->edge[inside][c->faces[inside]++];
    face[0] = (uint8_t)loop[(ear + 1) % n];
    face[1] = (uint8_t)loop[ear];
    face[2] = (uint8_t)loop[(ear + n - 1) % n];
    memmove(loop + ear, loop + ear + 1, (size_t)(n - 1 - ear) * sizeof *loop);
  }
}

static void make_case(lg_surface_cases *c, int inside, int dim) {
  int next[EDGES], corner[4];
  memset(next, 0xff, sizeof next);

  /* In 2-D the cell is the upper side of one in 3-D, seen from outside. */
  for (int side = 0; side < (dim == 3 ? 6 : 1); side++) {
    corners_of_side(dim == 3 ? side / 2 : 2, dim == 3 ? side % 2 : 1, corner);
    for (int i = 0; i < 4 && dim == 2; i++) corner[i] &= 3;
    add_segments(corner, inside, next);
  }

  /* Segments in 2-D, loops of them in 3-D. */
  for (int e = 0; e < EDGES; e++) {
    int loop[EDGES], n = 0;
    if (dim == 2 && next[e] >= 0) {
      uint8_t *face = c->edge[inside][c->faces[inside]++];
      face[0] = (uint8_t)e;
      face[1] = (uint8_t)next[e];
    }
    for (int at = e; dim == 3 && next[at] >= 0;) {
      int to = next[at];
      loop[n++] = at;
      next[at] = -1;
      at = to;
    }
    if (n > 2) add_loop(c, inside, loop, n);
  }
}

void lg_surface_cases_make(lg_surface_cases *c, int dim) {
  memset(c, 0, sizeof *c);
  for (int inside = 0; inside < 1 << (1 << dim); inside++) make_case(c, inside, dim);
}
