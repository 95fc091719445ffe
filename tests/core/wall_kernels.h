/* wall_kernels.h - the kernels, and their radii, that tests of walls go through. */
#ifndef LG_TEST_WALL_KERNELS_H
#define LG_TEST_WALL_KERNELS_H

#include "core/brute.h"

static const float DX = 0.1f; /* m, spacing */

/* kernel and radius in spacings */
typedef struct setting {
  lg_kernel_type type;
  int dim;
  float support;
} setting;
static const setting settings[] = {{LG_CUBIC_SPLINE, 2, 2.8f},   {LG_CUBIC_SPLINE, 3, 2.0f},
                                   {LG_WENDLAND_C2, 2, 4.0f},    {LG_WENDLAND_C2, 3, 2.3f},
                                   {LG_WENDLAND_C2, 3, 2.0001f}, {LG_WENDLAND_C2, 3, 1.5f}};
enum { SETTINGS = sizeof settings / sizeof *settings };

static lg_kernel raw_kernel(const setting *s) {
  return lg_kernel_make(s->type, s->dim, (double)(s->support * DX));
}

static lg_kernel kernel_of(const setting *s) {
  lg_kernel k = raw_kernel(s);
  lg_kernel_calibrate(&k, (double)DX);
  return k;
}

#endif
