/* kernel.c - normalisation and calibration of the smoothing kernels. */
#include "core/kernel.h"

/* 1 / integral of f(r / R) over the disc (2-D) or ball (3-D), times R^dim: the integrals are done by hand with
   B(dim, n + 1), e.g. cubic spline in 2-D: 2 pi (2 - 8/2^5) B(2, 4) = 2 pi (7/4) / 20 = 7 pi / 40. */
static double normalisation(lg_kernel_type type, int dim) {
  switch (type) {
    case LG_WENDLAND_C2: return dim == 2 ? 7.0 / LG_PI : 21.0 / (2.0 * LG_PI);
    case LG_POLY6: return dim == 2 ? 4.0 / LG_PI : 315.0 / (64.0 * LG_PI);
    case LG_SPIKY: return dim == 2 ? 10.0 / LG_PI : 15.0 / LG_PI;
    case LG_CUBIC_SPLINE: break;
  }
  return dim == 2 ? 40.0 / (7.0 * LG_PI) : 8.0 / LG_PI;
}

lg_kernel lg_kernel_make(lg_kernel_type type, int dim, double radius) {
  double w0 = normalisation(type, dim) / pow(radius, dim);
  lg_kernel k = {.type = type, .dim = dim, .radius = (float)radius, .inverse = (float)(1.0 / radius),
                 .w0 = (float)w0, .f0 = (float)(w0 / (radius * radius))}; /* W' / r = w0 f'(q) / (R q R) */
  return k;
}

double lg_kernel_lattice_sum(const lg_kernel *k, double spacing) {
  int n = (int)ceil((double)k->radius / spacing), nz = k->dim == 3 ? n : 0;
  double sum = 0;
  for (int z = -nz; z <= nz; z++)
    for (int y = -n; y <= n; y++)
      for (int x = -n; x <= n; x++) sum += (double)lg_kernel_w(k, (float)(spacing * sqrt((double)(x * x + y * y + z * z))));
  return sum;
}

void lg_kernel_calibrate(lg_kernel *k, double spacing) {
  double scale = 1.0 / (lg_kernel_lattice_sum(k, spacing) * pow(spacing, k->dim));
  k->w0 = (float)((double)k->w0 * scale);
  k->f0 = (float)((double)k->f0 * scale);
}
