/* open_fractions.h - the part of a line, triangle, square or tetrahedron where a distance is
   positive, by its values at the corners, m: what a solid leaves open.

   Linear in each triangle and tetrahedron. A square is its four triangles (two corners and the
   middle): exact for planes, and where walls meet along the grid's lines, as in the corners of a
   box. */
#ifndef LG_CORE_OPEN_FRACTIONS_H
#define LG_CORE_OPEN_FRACTIONS_H

#include "core/base/base.h"

LG_INLINE float lg_open_line(float a, float b) {
  if (a > 0 && b > 0) return 1;
  if (a <= 0 && b <= 0) return 0;
  return lg_maxf(a, b) / (fabsf(a) + fabsf(b));
}

LG_INLINE float lg_open_triangle(float a, float b, float c) {
  int over = (a > 0) + (b > 0) + (c > 0);
  if (over == 0 || over == 3) return over ? 1 : 0;
  /* the corner on its own side */
  float alone = over == 1 ? lg_maxf(a, lg_maxf(b, c)) : lg_minf(a, lg_minf(b, c));
  float p = alone == a ? b : a, q = alone == c ? b : c,
        part = alone * alone / ((alone - p) * (alone - q));
  return over == 1 ? part : 1 - part;
}

/* Corners in order around it. */
LG_INLINE float lg_open_square(float a, float b, float c, float d) {
  if (a > 0 && b > 0 && c > 0 && d > 0) return 1;
  if (a <= 0 && b <= 0 && c <= 0 && d <= 0) return 0;
  float m = 0.25f * (a + b + c + d);
  return 0.25f * (lg_open_triangle(a, b, m) + lg_open_triangle(b, c, m) +
                  lg_open_triangle(c, d, m) + lg_open_triangle(d, a, m));
}

/* Part of a tetrahedron on the positive side of what is linear in it. */
LG_INLINE float lg_open_tetrahedron(const float corner[4]) {
  float over[4], under[4]; /* corners on either side */
  int n = 0, m = 0;

  /* Two and two: the cut is a quadrilateral. One alone: its own small tetrahedron. */
  for (int i = 0; i < 4; i++) {
    if (corner[i] > 0) over[n++] = corner[i];
    else under[m++] = corner[i];
  }
  if (n == 0 || m == 0) return n > 0 ? 1 : 0;
  if (n == 2) {
    float a = over[0], b = over[1], c = under[0], d = under[1];
    float part = a * a * b * b - (c + d) * a * b * (a + b) + c * d * (a * a + a * b + b * b);
    return part / ((a - c) * (a - d) * (b - c) * (b - d));
  }
  const float alone = n == 1 ? over[0] : under[0], *other = n == 1 ? under : over;
  float part = alone * alone * alone /
               ((alone - other[0]) * (alone - other[1]) * (alone - other[2]));
  return n == 1 ? part : 1 - part;
}

#endif
