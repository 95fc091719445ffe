/* kernel.h - smoothing kernels W(r), r in m, of compact support R, normalised to integral 1 in 2-D
   and 3-D.

   poly6, spiky   Mueller, Charypar & Gross 2003   (2-D constants: integrated)
   cubic_spline   Monaghan 1992, written on q = r / R in [0, 1]
   wendland_c2    Wendland 1995; Dehnen & Aly 2012

   F(r) = W'(r) / r, so that grad W(x_i - x_j) = (x_i - x_j) F(r). `scale` is 1 for the kernel
   itself; a solver calibrates it once so that the full lattice of its spacing has rest density
   (physics: "mass is calibrated"). */
#ifndef LG_CORE_KERNEL_H
#define LG_CORE_KERNEL_H

#include "core/base/simd.h"

/* A row a kernel; its shape is in lg_kernel_f and lg_kernel_g, and nowhere else is it named. Behind
   the name: 1 / integral of f(r / R) over the disc (2-D) and the ball (3-D), times R^dim, by hand
   with B(dim, n + 1), e.g. cubic spline in 2-D: 2 pi (2 - 8/2^5) B(2, 4) = 2 pi (7/4) / 20 = 7 pi /
   40. */
#define LG_KERNELS(ROW, ...)                                                                       \
  ROW(LG_CUBIC_SPLINE, cubic_spline, 40.0 / (7.0 * LG_PI), 8.0 / LG_PI, __VA_ARGS__)               \
  ROW(LG_WENDLAND_C2, wendland_c2, 7.0 / LG_PI, 21.0 / (2.0 * LG_PI), __VA_ARGS__)                 \
  ROW(LG_POLY6, poly6, 4.0 / LG_PI, 315.0 / (64.0 * LG_PI), __VA_ARGS__)                           \
  ROW(LG_SPIKY, spiky, 10.0 / LG_PI, 15.0 / LG_PI, __VA_ARGS__)
#define LG_KERNEL_TYPE_(type, ...)       type,
#define LG_KERNEL_WORD_(type, name, ...) "|" #name
#define LG_KERNEL_NAME_(type, name, ...) ", " #name
typedef enum lg_kernel_type { LG_KERNELS(LG_KERNEL_TYPE_, ) } lg_kernel_type;
#define LG_KERNEL_CHOICES (&(LG_KERNELS(LG_KERNEL_WORD_, ))[1]) /* for rows: "cubic_spline|..." */
#define LG_KERNEL_NAMES   (&(LG_KERNELS(LG_KERNEL_NAME_, ))[2]) /* for sentences */

/* body(dim, type, ...) of an always-inline function, with constants for both: a copy for each. */
#define LG_SPECIALISE(dim, type, body, ...)                                                        \
  switch ((dim)*16 + (int)(type)) {                                                                \
    LG_KERNELS(LG_KERNEL_CASE_, 2, body, __VA_ARGS__)                                              \
    LG_KERNELS(LG_KERNEL_CASE_, 3, body, __VA_ARGS__)                                              \
  }
#define LG_KERNEL_CASE_(type, name, disc, ball, dim, body, ...)                                    \
  case (dim)*16 + type: body(dim, type, __VA_ARGS__); break;

typedef struct lg_kernel {
  lg_kernel_type type;
  int dim;
  float radius;  /* m, support */
  float inverse; /* 1/m */
  float w0;      /* W = w0 f(q), 1/m^dim, calibration included */
  float f0;      /* F = f0 g(q), 1/m^(dim+2) */
} lg_kernel;

/* calibrate: scales W so that the lattice of `spacing` (square, cubic) reads exactly 1 /
   spacing^dim, self included. */
lg_kernel lg_kernel_make(lg_kernel_type type, int dim, double radius);
void lg_kernel_calibrate(lg_kernel *k, double spacing);
/* sum of W over the lattice, self included */
double lg_kernel_lattice_sum(const lg_kernel *k, double spacing);
/* sum of |grad W|^2 over the lattice */
double lg_kernel_lattice_gradients(const lg_kernel *k, double spacing);
/* The largest eigenvalue of the lattice's pressure operator over its diagonal, for densities by `k`
   and forces by `g` (or k again): max over wave numbers of (sum grad W_k sin) (sum grad W_g sin) /
   sum |grad W_g|^2. Jacobi iterations stay stable below 2 over this, and 3 to 9 of wide kernels is
   much. */
double lg_kernel_lattice_stiffness(const lg_kernel *k, const lg_kernel *g, double spacing);
/* -V0 sum of x dW/dx over the lattice: what SPH's sum makes of a gradient of 1; 1 where points lie
   close in the support. */
double lg_kernel_lattice_moment(const lg_kernel *k, double spacing);
/* Of a particle's sums over the lattice, the part of its layers that lie `layer` spacings and more
   away on one side: of W, and of dW/dx along the way there (<= 0). */
typedef struct lg_lattice_part {
  double value, slope;
} lg_lattice_part;
lg_lattice_part lg_kernel_lattice_beyond(const lg_kernel *k, double spacing, int layer);

/* The shape functions on q in [0, 1]: W = w0 f(q), F = f0 g(q). Zero at and beyond q = 1. */
LG_INLINE lg_v8 lg_kernel_f(lg_kernel_type type, lg_v8 q) {
  lg_v8 u = lg_v8_positive(1.0f - q);
  if (type == LG_CUBIC_SPLINE) { /* 2 (1-q)^3 - 8 (1/2-q)^3 */
    lg_v8 w = lg_v8_positive(0.5f - q);
    return 2.0f * u * u * u - 8.0f * w * w * w;
  }

  if (type == LG_WENDLAND_C2) {
    lg_v8 u2 = u * u;
    return u2 * u2 * (1.0f + 4.0f * q);
  }

  if (type == LG_POLY6) {
    lg_v8 s = lg_v8_positive(1.0f - q * q);
    return s * s * s;
  }

  return u * u * u; /* spiky */
}
LG_INLINE lg_v8 lg_kernel_g(lg_kernel_type type, lg_v8 q) { /* f'(q) / q */
  lg_v8 u = lg_v8_positive(1.0f - q);
  /* inside 1/2 the 1/q cancels: 18 q - 12, and what q = 0 divides is not taken */
  if (type == LG_CUBIC_SPLINE)
    return lg_v8_less(q, lg_v8_all(0.5f), 18.0f * q - 12.0f, -6.0f * u * u / q);
  if (type == LG_WENDLAND_C2) return -20.0f * u * u * u;
  if (type == LG_POLY6) {
    lg_v8 s = lg_v8_positive(1.0f - q * q);
    return -6.0f * s * s;
  }
  return -3.0f * u * u / lg_v8_max(q, lg_v8_all(1e-6f)); /* spiky: no direction at r = 0 */
}
LG_INLINE float lg_kernel_w(const lg_kernel *k, float r) {
  return k->w0 * lg_kernel_f(k->type, lg_v8_all(r * k->inverse))[0];
}
LG_INLINE float lg_kernel_grad(const lg_kernel *k, float r) {
  return k->f0 * lg_kernel_g(k->type, lg_v8_all(r * k->inverse))[0];
}

#endif
