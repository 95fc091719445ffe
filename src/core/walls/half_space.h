/* half_space.h - the kernel integrated over a half-space, as a table: what a flat wall at signed
   distance d is to a particle.

     I(d) = integral of W over the half-space: 0 for d >= R, 1/2 on the surface, 1 for d <= -R

   All is taken over the wall moved outward by `shift`, solved so that a lattice whose first layer
   is spacing / 2 from a flat wall reads rest density there. */
#ifndef LG_CORE_HALF_SPACE_H
#define LG_CORE_HALF_SPACE_H

#include "core/base/kernel.h"

#define LG_HALF_SPACE_ENTRIES 512

typedef struct lg_half_space {
  lg_kernel kernel;
  float spacing;
  float shift;                               /* m */
  float fraction[LG_HALF_SPACE_ENTRIES + 2]; /* I(d), d from -R to R */
  float slope[LG_HALF_SPACE_ENTRIES + 2];    /* dI/dd, 1/m (<= 0) */
} lg_half_space;

/* The kernel may be calibrated or not: W is normalised to integral 1 here. */
void lg_half_space_make(lg_half_space *t, const lg_kernel *k, float spacing);
/* The shifted distance at which I is this. */
float lg_half_space_distance(const lg_half_space *t, float fraction);

/* Where distance d stands in the table, in its entries; the shift is added here. */
LG_INLINE float lg_half_space_entry(const lg_half_space *t, float d) {
  return ((d + t->shift) * t->kernel.inverse + 1.0f) * (0.5f * LG_HALF_SPACE_ENTRIES);
}

/* Whether it is felt at distance d: if not, I and its slope are 0. */
LG_INLINE bool lg_half_space_near(const lg_half_space *t, float d) {
  return lg_half_space_entry(t, d) < LG_HALF_SPACE_ENTRIES;
}

/* I and dI/dd at distance d. */
LG_INLINE void lg_half_space_at(const lg_half_space *t, float d, float *fraction, float *slope) {
  float entry = lg_clampf(lg_half_space_entry(t, d), 0, LG_HALF_SPACE_ENTRIES);
  int i = (int)entry;
  float u = entry - (float)i;
  *fraction = t->fraction[i] + u * (t->fraction[i + 1] - t->fraction[i]);
  *slope = t->slope[i] + u * (t->slope[i + 1] - t->slope[i]);
}

#endif
