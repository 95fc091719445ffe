/* stretch.h - the left stretch of deformation gradients, eight at a time.

   All that isotropic materials need of F = V R is V: with b = F F^T = V^2, and s_k and u_k the
   eigenvalues and vectors of b - 1 = H + H^T + H H^T, H = F - 1, the singular values of F are
   sigma_k = sqrt(1 + s_k), and F with other ones, sigma'_k, is
     F' = F + U diag((sigma'_k - sigma_k) / sigma_k) U^T F
   The right rotation of the singular value decomposition is never needed, and what is small is kept
   small: a strain of 1e-5 is known to seven digits, as it would not be beside the 1 of F. */
#ifndef LG_CORE_MPM_STRETCH_H
#define LG_CORE_MPM_STRETCH_H

#include "core/base/simd.h"

/* Symmetric matrices of eight particles: xx, yy, zz, yz, zx, xy. */
typedef struct lg_symmetric {
  lg_v8 d[3], o[3];
} lg_symmetric;
LG_INLINE lg_v8 *lg_symmetric_at(lg_symmetric *s, int a, int b) {
  return a == b ? &s->d[a] : &s->o[3 - a - b];
}

/* b - 1 of H; in 2-D its third axis is at rest. */
LG_INLINE void lg_stretch_of(int dim, lg_v8 h[3][3], lg_symmetric *s) {
  for (int k = 0; k < 3; k++) s->d[k] = s->o[k] = lg_v8_all(0);
  for (int a = 0; a < dim; a++)
    for (int b = a; b < dim; b++) {
      lg_v8 sum = h[a][b] + h[b][a];
      for (int k = 0; k < dim; k++) sum += h[a][k] * h[b][k];
      *lg_symmetric_at(s, a, b) = sum;
    }
}

/* One of Jacobi's rotations: s_pq becomes 0 (t = tan of the smaller angle that does it). */
LG_INLINE void lg_jacobi(int dim, int p, int q, lg_symmetric *s, lg_v8 u[3][3]) {
  lg_v8 *off = lg_symmetric_at(s, p, q);
  const lg_v8 gap = s->d[q] - s->d[p], twice = 2 * *off, none = lg_v8_all(0);
  const lg_v8 way = lg_v8_less(gap, none, lg_v8_all(-1), lg_v8_all(1));
  lg_v8 t = way * twice / (gap * way + lg_v8_sqrt(gap * gap + twice * twice) + FLT_MIN);
  const lg_v8 c = 1 / lg_v8_sqrt(1 + t * t), n = t * c;

  /* s and its eigenvectors, the columns of u. */
  s->d[p] -= t * *off;
  s->d[q] += t * *off;
  *off = none;
  if (dim == 3) {
    lg_v8 *a = lg_symmetric_at(s, p, 3 - p - q), *b = lg_symmetric_at(s, q, 3 - p - q);
    const lg_v8 was = *a;
    *a = c * was - n * *b;
    *b = n * was + c * *b;
  }
  for (int k = 0; k < dim; k++) {
    const lg_v8 was = u[k][p];
    u[k][p] = c * was - n * u[k][q];
    u[k][q] = n * was + c * u[k][q];
  }
}

/* Eigenvalues (s->d in the end) and eigenvectors, columns of u. In 2-D one rotation is exact; in
   3-D SWEEPS over the three are: the last leaves less than a float's rounding. */
LG_INLINE void lg_stretch_axes(int dim, lg_symmetric *s, lg_v8 u[3][3]) {
  enum { SWEEPS = 4 };
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) u[a][b] = lg_v8_all(a == b);
  for (int i = 0; i < (dim == 3 ? SWEEPS : 1); i++) {
    lg_jacobi(dim, 0, 1, s, u);
    if (dim == 3) lg_jacobi(dim, 0, 2, s, u);
    if (dim == 3) lg_jacobi(dim, 1, 2, s, u);
  }
}

/* sum_k value_k u_k u_k^T */
LG_INLINE void lg_stretch_compose(int dim, lg_v8 u[3][3], const lg_v8 value[3], lg_symmetric *out) {
  for (int k = 0; k < 3; k++) out->d[k] = out->o[k] = lg_v8_all(0);
  for (int a = 0; a < dim; a++)
    for (int b = a; b < dim; b++)
      for (int k = 0; k < dim; k++) *lg_symmetric_at(out, a, b) += value[k] * u[a][k] * u[b][k];
}

/* H' = H + R (1 + H) with R = sum_k change_k u_k u_k^T. */
LG_INLINE void lg_stretch_change(int dim, lg_v8 u[3][3], const lg_v8 change[3], lg_v8 h[3][3]) {
  lg_symmetric r;
  lg_v8 was[3][3];
  lg_stretch_compose(dim, u, change, &r);
  memcpy(was, h, sizeof was);
  for (int a = 0; a < dim; a++)
    for (int b = 0; b < dim; b++) {
      lg_v8 sum = *lg_symmetric_at(&r, a, b);
      for (int k = 0; k < dim; k++) sum += *lg_symmetric_at(&r, a, k) * was[k][b];
      h[a][b] += sum;
    }
}

/* det (1 + H) - 1 */
LG_INLINE lg_v8 lg_stretch_volume(int dim, lg_v8 h[3][3]) {
  lg_v8 two = h[0][0] * h[1][1] - h[0][1] * h[1][0];
  if (dim == 2) return h[0][0] + h[1][1] + two;
  lg_v8 x = h[1][1] * h[2][2] - h[1][2] * h[2][1], y = h[1][0] * h[2][2] - h[1][2] * h[2][0],
        z = h[1][0] * h[2][1] - h[1][1] * h[2][0];
  lg_v8 other = h[0][0] * h[2][2] - h[0][2] * h[2][0];
  return h[0][0] + h[1][1] + h[2][2] + (two + x + other) +
         (h[0][0] * x - h[0][1] * y + h[0][2] * z);
}

/* ln sigma of s = sigma^2 - 1, for sigma from 1/4 to 4: twice the root, then 4 artanh(e / (2 + e)),
   whose series leaves 1e-7 of it. */
LG_INLINE lg_v8 lg_log_stretch(lg_v8 s) {
  lg_v8 sigma = s / (1 + lg_v8_sqrt(1 + s)), e = sigma / (1 + lg_v8_sqrt(1 + sigma));
  lg_v8 y = e / (2 + e), q = y * y;
  lg_v8 series =
      1 + q * (1 / 3.0f + q * (0.2f + q * (1 / 7.0f + q * (1 / 9.0f + q * (1 / 11.0f + q / 13)))));
  return 4 * y * series;
}

/* exp(x) - 1 for |x| <= 3: of an eighth by Taylor's series, squared three times. */
LG_INLINE lg_v8 lg_exp_less_one(lg_v8 x) {
  lg_v8 y = x * 0.125f;
  y = y * (1 + y * (0.5f + y * (1 / 6.0f + y * (1 / 24.0f + y * (1 / 120.0f + y / 720)))));
  for (int i = 0; i < 3; i++) y = y * (2 + y);
  return y;
}

#endif
