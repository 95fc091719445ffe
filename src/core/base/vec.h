/* vec.h - 3-vectors and rotations in float; in 2-D the third component is 0 and rotations turn
   about z. */
#ifndef LG_CORE_VEC_H
#define LG_CORE_VEC_H

#include "core/base/base.h"

typedef struct lg_rotation {
  float m[3][3];
} lg_rotation; /* rows */

LG_INLINE float lg_dot(const float a[3], const float b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
/* edge^dim: C libraries differ in pow. */
LG_INLINE double lg_cube(double edge, int dim) { return edge * edge * (dim == 3 ? edge : 1); }
LG_INLINE float lg_cubef(float edge, int dim) { return (float)lg_cube((double)edge, dim); }
LG_INLINE float lg_length(const float a[3]) { return sqrtf(lg_dot(a, a)); }
LG_INLINE void lg_cross(const float a[3], const float b[3], float out[3]) {
  float x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
LG_INLINE void lg_axpy(float s, const float a[3], float y[3]) {
  for (int k = 0; k < 3; k++) y[k] += s * a[k];
}

/* The same in double. */
LG_INLINE double lg_dot_d(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
LG_INLINE double lg_length_d(const double a[3]) { return sqrt(lg_dot_d(a, a)); }
LG_INLINE void lg_cross_d(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}
LG_INLINE void lg_axpy_d(double s, const double a[3], double y[3]) {
  for (int k = 0; k < 3; k++) y[k] += s * a[k];
}

LG_INLINE void lg_copy_d(double to[3], const double from[3]) { memcpy(to, from, 3 * sizeof *to); }
LG_INLINE void lg_subtract_d(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

/* Rodrigues: a turn by |axis| radians about axis; also right for tiny angles. */
lg_rotation lg_rotation_of(const float axis[3]);
/* The axial vector of a rotation matrix (inverse of lg_rotation_of, angle in [0, pi]). */
void lg_rotation_axis(const lg_rotation *r, float axis[3]);
/* second * first */
lg_rotation lg_rotation_then(const lg_rotation *first, const lg_rotation *second);
LG_INLINE void lg_rotate(const lg_rotation *r, const float a[3], float out[3]) {
  float x = lg_dot(r->m[0], a), y = lg_dot(r->m[1], a), z = lg_dot(r->m[2], a);
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
LG_INLINE void lg_rotate_back(const lg_rotation *r, const float a[3], float out[3]) {
  float x = r->m[0][0] * a[0] + r->m[1][0] * a[1] + r->m[2][0] * a[2];
  float y = r->m[0][1] * a[0] + r->m[1][1] * a[1] + r->m[2][1] * a[2];
  float z = r->m[0][2] * a[0] + r->m[1][2] * a[1] + r->m[2][2] * a[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

/* x of a x = b, in the place of b, by elimination with pivots; a is destroyed. */
void lg_solve6(double a[6][6], double b[6]);

#endif
