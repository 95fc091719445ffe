/* contour.h - the surface of a signed distance as faces: segments in 2-D, quadrangles in 3-D. */
#ifndef LG_PICTURE_CONTOUR_H
#define LG_PICTURE_CONTOUR_H

#include <stdbool.h>
#include <stddef.h>

typedef float lg_contour_fn(const void *user, const float p[3]); /* m, < 0 inside */

/* A face has 2 corners in 2-D (the inside is to the left of first to second) and 4 in 3-D
   (counter-clockwise seen from outside); corner[face * corners + k], each with the unit normal of
   the surface there (creases keep two). */
typedef struct lg_contour {
  int corners; /* a face: 2 or 4 */
  size_t faces, corner_capacity, normal_capacity;
  float (*corner)[3]; /* m */
  float (*normal)[3];
} lg_contour;

/* Makes the faces anew for the box min .. max, which must have the surface inside it, in cubes of
   edge `cell` (m). False: no memory. */
bool lg_contour_make(lg_contour *c, int dim, const float min[3], const float max[3], float cell,
                     lg_contour_fn *distance, const void *user);
void lg_contour_free(lg_contour *c);

#endif
