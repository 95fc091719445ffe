/* fields.h - samples of a field at single points, in double. */
#ifndef LG_TESTS_FIELDS_H
#define LG_TESTS_FIELDS_H

#include "kinds.h"

/* f(p), with velocity v and mass m if v is given. */
static inline bool sample_at(const lg_world *w, lg_id field, const double p[3], const double *v,
                             double m, double out[3]) {
  float x[3], u[3] = {0, 0, 0}, f[3] = {0, 0, 0}, mass = (float)m;
  for (int k = 0; k < 3; k++) {
    out[k] = (double)NAN;
    x[k] = (float)p[k];
    if (v) u[k] = (float)v[k];
  }
  int dim = lg_world_dim(w);
  lg_points at = {.n = 1, .x = {&x[0], &x[1], dim == 3 ? &x[2] : NULL}};
  for (int k = 0; k < dim && v; k++) at.v[k] = &u[k];
  if (v) at.mass = &mass;
  float *const to[3] = {&f[0], &f[1], &f[2]};
  if (!lg_field_sample(w, field, &at, to)) return false;
  for (int k = 0; k < 3; k++) out[k] = (double)f[k];
  return true;
}

/* A reproducible point of [-1, 1]^3 (third coordinate 0 in 2-D). */
static inline void some_point(int i, int dim, double p[3]) {
  static const double step[3] = {0.7548776662, 0.5698402910, 0.4301597090};
  for (int k = 0; k < 3; k++) p[k] = k < dim ? 2 * fmod(0.5 + (i + 1) * step[k], 1) - 1 : 0;
}

/* All of a block at once gives what single points give: out of LG_BLOCK points, each compared. */
static inline void blocks_agree(const lg_world *w, lg_id field, bool moving) {
  enum { N = LG_BLOCK };
  static float x[3][N], v[3][N], mass[N], f[3][N];
  int dim = lg_world_dim(w);
  lg_points at = {.n = N};
  for (int i = 0; i < N; i++) {
    double p[3], u[3];
    some_point(i, dim, p);
    some_point(i + 1000, dim, u);
    mass[i] = 0.5f + (float)i / N;
    for (int k = 0; k < 3; k++) {
      x[k][i] = (float)p[k];
      v[k][i] = (float)u[k];
    }
  }
  for (int k = 0; k < dim; k++) {
    at.x[k] = x[k];
    if (moving) at.v[k] = v[k];
  }
  if (moving) at.mass = mass;
  float *const to[3] = {f[0], f[1], f[2]};
  assert_true(lg_field_sample(w, field, &at, to));
  for (int i = 0; i < N; i++) {
    double p[3] = {(double)x[0][i], (double)x[1][i], (double)x[2][i]},
           u[3] = {(double)v[0][i], (double)v[1][i], (double)v[2][i]}, one[3];
    assert_true(sample_at(w, field, p, moving ? u : NULL, (double)mass[i], one));
    for (int k = 0; k < dim; k++) assert_near(f[k][i], one[k], 0);
  }
}

#endif
