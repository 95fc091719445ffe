/* meeting.h - what the solids that a particle's support reaches are together.

   Two half-spaces whose normals, into them, have the cosine c and which fill a and b of a kernel
   overlap. A Gaussian is cut by them as two normal variables of correlation c are by their
   quantiles, so that of it they have in common
     both(a, b, c) = P(X < q(a), Y < q(b))      q: the normal distribution's quantile
   which is the product a b of perpendicular walls, the smaller one of two that face the same way
   and nothing of opposite ones. What a wall's surface has inside the other one is its derivative,
   so that the gradient is that of the fraction. Kernels are near enough to Gaussians: off by 0.002
   of the fraction and 1 % of the gradient at most, where the product is off by 0.2.

   A solid that is thinner than the support is a half-space but for another one, behind it, which is
   no wall: what lies on the floor, like a plate or a body, has nothing of the floor in it.

   More than two, one after the other, the largest first: each takes of what is left free, given
   each of those before it, as if these had nothing to do with each other, and at most all of it:
     free = prod_k min(1, (1 - s_k) prod_{j<k} free(s_j, s_k) / ((1 - s_j)(1 - s_k)))
   So solids in the same place count once, and corners are products. Of three random ones it is off
   by 0.01 (rms), and 0.11 at worst. */
#ifndef LG_CORE_MEETING_H
#define LG_CORE_MEETING_H

#include "core/walls/walls.h"

/* Of more solids at one point those count that have most of it. */
#define LG_MEETING 16

typedef struct lg_meeting {
  int n;
  const lg_placed_map *placed[LG_MEETING]; /* NULL: an edge */
  lg_wall_sum solid[LG_MEETING];           /* alone; the largest first */
  lg_wall_back back[LG_MEETING];
  /* each one's fraction alone, and its parts of the gradient and the weight of all */
  lg_wall_sum part[LG_MEETING];
} lg_meeting;

/* All solids at x as lg_walls_sample found them (walls.c). */
void lg_meeting_at(const lg_world *w, const float x[3], lg_meeting *m);
/* One more. back: NULL is nothing. */
void lg_meeting_add(lg_meeting *m, const lg_placed_map *placed, const lg_wall_sum *solid,
                    const lg_wall_back *back);
/* What they are together; sets the parts. Where a collider lies in an edge's place, all is the
   collider's part. */
lg_wall_sum lg_meeting_unite(lg_meeting *m, const float gravity[3]);

/* Two half-spaces of fractions a and b: their part of a Gaussian; c: the cosine between their
   normals, -1 to 1. by: its derivatives by a and b, where both face the same way as if the second
   one stood `yield` of the Gaussian's width further back. */
double lg_half_spaces_both(double a, double b, double c, double yield, double by[2]);

#endif
