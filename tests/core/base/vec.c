/* Rotations: axial vector to matrix, back, and one after another. */
#include "core/base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static uint32_t dice = 1;
/* Numerical Recipes' generator: any spread of test points will do */
static double roll(double lo, double hi) {
  dice = dice * 1664525u + 1013904223u;
  return lo + (hi - lo) * (double)(dice >> 8) / 16777216.0;
}

static void unit(double n[3]) {
  double z = roll(-1, 1), phi = roll(0, 2 * LG_PI), s = sqrt(1 - z * z);
  n[0] = s * cos(phi);
  n[1] = s * sin(phi);
  n[2] = z;
}

/* v turned about n by t, by a unit quaternion in double: v' = v + 2 w (q x v) + 2 q x (q x v). */
static void by_quaternion(const double n[3], double t, const double v[3], double out[3]) {
  double q[3], c[3], cc[3], w = cos(t / 2);
  for (int k = 0; k < 3; k++) q[k] = n[k] * sin(t / 2);
  for (int k = 0; k < 3; k++)
    c[k] = q[(k + 1) % 3] * v[(k + 2) % 3] - q[(k + 2) % 3] * v[(k + 1) % 3];
  for (int k = 0; k < 3; k++)
    cc[k] = q[(k + 1) % 3] * c[(k + 2) % 3] - q[(k + 2) % 3] * c[(k + 1) % 3];
  for (int k = 0; k < 3; k++) out[k] = v[k] + 2 * w * c[k] + 2 * cc[k];
}

static const double angles[] = {0,         1e-12, 1e-6,         1e-3,  0.1, 1,
                                LG_PI / 2, 3,     LG_PI - 1e-4, LG_PI, 6,   20};
enum { ANGLES = sizeof angles / sizeof *angles };

/* The matrix turns vectors as a quaternion does, for angles from 1e-12 to several turns, to 4 float
   roundings and those of the axis, which grow with the angle t (gcc 12 at -O3 may keep the axis of
   the check in double). */
static void matrices_turn_as_quaternions(void **state) {
  (void)state;
  for (int a = 0; a < ANGLES; a++)
    for (int i = 0; i < 200; i++) {
      double n[3], v[3], want[3];
      unit(n);
      unit(v);
      float axis[3], x[3] = {(float)v[0], (float)v[1], (float)v[2]}, back[3];
      for (int k = 0; k < 3; k++) axis[k] = (float)(n[k] * angles[a]);
      double t = sqrt((double)axis[0] * (double)axis[0] + (double)axis[1] * (double)axis[1] +
                      (double)axis[2] * (double)axis[2]);
      /* of the axis as rounded */
      for (int k = 0; k < 3; k++) n[k] = t > 0 ? (double)axis[k] / t : n[k];
      by_quaternion(n, t, v, want);
      lg_rotation r = lg_rotation_of(axis);
      lg_rotate(&r, x, x); /* in place */
      for (int k = 0; k < 3; k++)
        assert_float_equal((double)x[k], want[k], (float)(4 + t) * FLT_EPSILON);
      lg_rotate_back(&r, x, back);
      for (int k = 0; k < 3; k++)
        assert_float_equal((double)back[k], v[k], 8 * (double)FLT_EPSILON);
    }
}

/* In 2-D nothing leaks into z: a turn about z keeps z rows and columns exact, and a quarter turn
   takes x to y. */
static void plane_turns_stay_in_the_plane(void **state) {
  (void)state;
  const float quarter[3] = {0, 0, (float)(LG_PI / 2)}, x[3] = {1, 0, 0};
  float y[3];
  lg_rotation r = lg_rotation_of(quarter);
  lg_rotate(&r, x, y);
  assert_float_equal((double)y[0], 0, 1e-7);
  assert_float_equal((double)y[1], 1, 1e-7);
  for (int i = 0; i < 100; i++) {
    float axis[3] = {0, 0, (float)roll(-10, 10)};
    r = lg_rotation_of(axis);
    assert_true(r.m[2][2] == 1 && r.m[2][0] == 0 && r.m[2][1] == 0 && r.m[0][2] == 0 &&
                r.m[1][2] == 0);
  }
}

/* lg_rotation_axis undoes lg_rotation_of for angles in [0, pi], the half turn (where the sign of
   the axis is free) included. */
static void axes_come_back(void **state) {
  (void)state;
  for (int i = 0; i < 5000; i++) {
    double n[3], t = i % 5    ? roll(0, LG_PI)
                     : i % 10 ? LG_PI - pow(10, roll(-6, -1))
                              : pow(10, roll(-6, -1));
    float axis[3], got[3];
    unit(n);
    for (int k = 0; k < 3; k++) axis[k] = (float)(n[k] * t);
    lg_rotation r = lg_rotation_of(axis);
    lg_rotation_axis(&r, got);
    double sign = t > LG_PI - 1e-3 && lg_dot(axis, got) < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++) assert_float_equal(((double)got[k] * sign), (double)axis[k], 2e-6);
  }
  for (int k = 0; k < 3; k++) {
    float axis[3] = {0, 0, 0}, got[3];
    axis[k] = (float)LG_PI;
    lg_rotation r = lg_rotation_of(axis);
    lg_rotation_axis(&r, got);
    assert_float_equal(fabs((double)got[k]), LG_PI, 1e-6);
    assert_float_equal((double)lg_length(got), LG_PI, 1e-6);
  }
}

/* first then second is what turning a vector twice does. */
static void turns_follow_each_other(void **state) {
  (void)state;
  for (int i = 0; i < 200; i++) {
    float a[3], b[3], v[3], want[3], got[3];
    for (int k = 0; k < 3; k++) {
      a[k] = (float)roll(-2, 2);
      b[k] = (float)roll(-2, 2);
      v[k] = (float)roll(-1, 1);
    }
    lg_rotation first = lg_rotation_of(a), second = lg_rotation_of(b),
                both = lg_rotation_then(&first, &second);
    lg_rotate(&first, v, want);
    lg_rotate(&second, want, want);
    lg_rotate(&both, v, got);
    for (int k = 0; k < 3; k++) assert_float_equal((double)got[k], (double)want[k], 1e-6);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrices_turn_as_quaternions),
      cmocka_unit_test(plane_turns_stay_in_the_plane),
      cmocka_unit_test(axes_come_back),
      cmocka_unit_test(turns_follow_each_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
