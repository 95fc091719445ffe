/* half_space.h - what a flat wall at signed distance d is to a particle, as a table: the kernel
   integrated over a half-space (I), and what a lattice of fluid reads it as (L).

     I(d) = integral of W over the half-space: 0 for d >= R, 1/2 on the surface, 1 for d <= -R

   All is taken over the wall moved outward by `shift`, solved so that a lattice whose first layer
   is spacing / 2 from a flat wall reads rest density there.

   Fluid lies in layers, and a particle of the k-th one from a wall lacks its lattice's layers from
   the k-th one on, which is not what the integral has there: a second layer reads 0.6 % too much
   (2-D), and of a pressure the wall gives the first one 6 (2-D) to 11 % (3-D) too little. Under 100
   layers that is several times the weight of a particle: water that is filled in falls, bounces
   and settles in other places. So to fluid a wall is
     L(d) = I(d) + b(d)     b cubic between layers, with the lattice's value and slope at each
   and beyond the last one 0 soon; never more at a greater distance. Of a flat wall and fluid in
   layers the force is the pressure exactly then. Curved solids are read so as far as they are flat;
   thin walls stay I (volume_integral.c). */
#ifndef LG_CORE_HALF_SPACE_H
#define LG_CORE_HALF_SPACE_H

#include "core/base/kernel.h"

#define LG_HALF_SPACE_ENTRIES 512

typedef struct lg_half_space {
  lg_kernel kernel;
  float spacing;
  float shift;                               /* m */
  float fraction[LG_HALF_SPACE_ENTRIES + 2]; /* L(d), d from -R to R */
  float slope[LG_HALF_SPACE_ENTRIES + 2];    /* dL/dd, 1/m (<= 0) */
  float integral[LG_HALF_SPACE_ENTRIES + 2], integral_slope[LG_HALF_SPACE_ENTRIES + 2]; /* of I */
} lg_half_space;

/* The kernel may be calibrated or not: W is normalised to integral 1 here. */
void lg_half_space_make(lg_half_space *t, const lg_kernel *k, float spacing);
/* The shifted distance at which L is this. */
float lg_half_space_distance(const lg_half_space *t, float fraction);

/* Where distance d stands in the table, in its entries; the shift is added here. */
LG_INLINE float lg_half_space_entry(const lg_half_space *t, float d) {
  return ((d + t->shift) * t->kernel.inverse + 1.0f) * (0.5f * LG_HALF_SPACE_ENTRIES);
}

/* Whether it is felt at distance d: if not, L and its slope are 0. */
LG_INLINE bool lg_half_space_near(const lg_half_space *t, float d) {
  return lg_half_space_entry(t, d) < LG_HALF_SPACE_ENTRIES;
}

LG_INLINE void lg_half_space_read(const lg_half_space *t, const float *fractions,
                                  const float *slopes, float d, float *fraction, float *slope) {
  float entry = lg_clampf(lg_half_space_entry(t, d), 0, LG_HALF_SPACE_ENTRIES);
  int i = (int)entry;
  float u = entry - (float)i;
  *fraction = fractions[i] + u * (fractions[i + 1] - fractions[i]);
  *slope = slopes[i] + u * (slopes[i + 1] - slopes[i]);
}
/* L and dL/dd at distance d; ... */
LG_INLINE void lg_half_space_at(const lg_half_space *t, float d, float *fraction, float *slope) {
  lg_half_space_read(t, t->fraction, t->slope, d, fraction, slope);
}
/* ... I and dI/dd. */
LG_INLINE void lg_half_space_integral_at(const lg_half_space *t, float d, float *fraction,
                                         float *slope) {
  lg_half_space_read(t, t->integral, t->integral_slope, d, fraction, slope);
}

/* From the integral over a solid whose face is at distance d, and its gradient, to what the solid
   is to fluid: what a flat wall there has of L for I, as far as the solid is like one. */
void lg_half_space_layer(const lg_half_space *t, float d, float *fraction, float grad[3]);

#endif
