/* vec.c - rotations from axial vectors and back, and six equations. Computed in double, so that the
   float result is the nearest one. */
#include "core/base/vec.h"

/* Rodrigues' formula for the axial vector a of length t (rad), K the matrix of a x:
     R = I + sin(t)/t K + (1 - cos t)/t^2 K^2,   K^2 = a a^T - t^2 I.
   (1 - cos t)/t^2 = (sin(t/2)/(t/2))^2 / 2 has no cancellation at small t. */
lg_rotation lg_rotation_of(const float axis[3]) {
  double a[3] = {(double)axis[0], (double)axis[1], (double)axis[2]};
  double t2 = a[0] * a[0] + a[1] * a[1] + a[2] * a[2], t = sqrt(t2);

  /* sin(t)/t and sin(t/2)/(t/2): both are 1 to double precision below 1e-9 */
  double s = 1, half = 1;
  if (t > 1e-9) {
    s = lg_math_sin(t) / t;
    half = lg_math_sin(t / 2) / (t / 2);
  }
  double c = 0.5 * half * half;

  /* R, entry by entry */
  lg_rotation r;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double k = i == j ? 0 : (j == (i + 1) % 3 ? -a[3 - i - j] : a[3 - i - j]);
      r.m[i][j] = (float)((i == j ? 1 - c * (t2 - a[i] * a[i]) : c * a[i] * a[j]) + s * k);
    }
  return r;
}

/* Past a quarter turn the axis comes from the symmetric part, cos(t) I + (1 - cos t) n n^T, which
   stays well conditioned up to half a turn, where the antisymmetric part sin(t) K(n) vanishes. */
static void axis_past_quarter(const lg_rotation *r, double cosine, const double v[3], double n[3]) {
  int k = 0;
  for (int i = 1; i < 3; i++)
    if (r->m[i][i] > r->m[k][k]) k = i;
  for (int i = 0; i < 3; i++)
    n[i] = 0.5 * ((double)r->m[k][i] + (double)r->m[i][k]) - (i == k ? cosine : 0);
  double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  double sign = v[0] * n[0] + v[1] * n[1] + v[2] * n[2] < 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) n[i] *= sign / length;
}

void lg_rotation_axis(const lg_rotation *r, float axis[3]) {
  double v[3], n[3];

  /* the antisymmetric part is sin(t) K(n) */
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    v[i] = 0.5 * ((double)r->m[k][j] - (double)r->m[j][k]);
  }

  /* the angle from both, so that it is exact near 0 and near half a turn */
  double sine = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  double cosine = 0.5 * ((double)r->m[0][0] + (double)r->m[1][1] + (double)r->m[2][2] - 1);
  double t = lg_math_atan2(sine, cosine);

  if (cosine < 0) axis_past_quarter(r, cosine, v, n);
  else
    for (int i = 0; i < 3; i++) n[i] = sine > 0 ? v[i] / sine : 0;
  for (int i = 0; i < 3; i++) axis[i] = (float)(t * n[i]);
}

lg_rotation lg_rotation_then(const lg_rotation *first, const lg_rotation *second) {
  lg_rotation out;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out.m[i][j] = second->m[i][0] * first->m[0][j] + second->m[i][1] * first->m[1][j] +
                    second->m[i][2] * first->m[2][j];
  return out;
}

void lg_solve6(double a[6][6], double b[6]) {
  for (int k = 0; k < 6; k++) {
    int pivot = k;
    for (int i = k + 1; i < 6; i++)
      if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
    for (int c = 0; c < 6 && pivot != k; c++) {
      double t = a[k][c];
      a[k][c] = a[pivot][c];
      a[pivot][c] = t;
    }
    double t = b[k];
    b[k] = b[pivot];
    b[pivot] = t;

    /* eliminate below the pivot */
    for (int i = k + 1; i < 6; i++) {
      double part = a[i][k] / a[k][k];
      for (int c = k; c < 6; c++) a[i][c] -= part * a[k][c];
      b[i] -= part * b[k];
    }
  }
  for (int k = 5; k >= 0; k--) {
    for (int c = k + 1; c < 6; c++) b[k] -= a[k][c] * b[c];
    b[k] /= a[k][k];
  }
}
