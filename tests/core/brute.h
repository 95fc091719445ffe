/* brute.h - the walls' fraction as a plain sum over small cubes, without tables, maps or tricks:
   what the tests compare with. */
#ifndef LG_TESTS_CORE_BRUTE_H
#define LG_TESTS_CORE_BRUTE_H

#include "core/small.h"
#include "core/walls/half_space.h"

#define assert_near(value, wanted, tolerance)                                                      \
  do {                                                                                             \
    double value_ = (double)(value), wanted_ = (double)(wanted);                                   \
    if (!(fabs(value_ - wanted_) <= (double)(tolerance)))                                          \
      fail_msg("%s = %.7g, not %.7g", #value, value_, wanted_);                                    \
  } while (0)

typedef double brute_fn(const void *user, const float x[3]); /* signed distance, m */

/* moment: integral of (x' - x)_a d_b W */
typedef struct brute {
  double fraction, grad[3], moment[3][3];
} brute;

/* Integrals of the unit kernel over {distance < 0} round x, in cubes of R / n, each filled by a
   ramp of its own width. */
static inline brute brute_sum(const lg_kernel *kernel, const float x[3], brute_fn *distance,
                              const void *user, int n) {
  lg_kernel k = lg_kernel_make(kernel->type, kernel->dim, (double)kernel->radius);
  double h = (double)k.radius / n, volume = pow(h, k.dim);
  int low = k.dim == 3 ? -n : 0, high = k.dim == 3 ? n : 1;
  brute out = {0, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  for (int z = low; z < high; z++)
    for (int y = -n; y < n; y++)
      for (int i = -n; i < n; i++) {
        double off[3] = {(i + 0.5) * h, (y + 0.5) * h, k.dim == 3 ? (z + 0.5) * h : 0};
        double r = sqrt(off[0] * off[0] + off[1] * off[1] + off[2] * off[2]);
        if (r >= (double)k.radius) continue;
        float p[3] = {x[0] + (float)off[0], x[1] + (float)off[1], x[2] + (float)off[2]};
        double fill = volume * fmin(fmax(0.5 - distance(user, p) / h, 0), 1);
        if (fill == 0) continue;
        /* grad W(x - x') = (x - x') F = -off F */
        double pull = -fill * (double)lg_kernel_grad(&k, (float)r);
        out.fraction += fill * (double)lg_kernel_w(&k, (float)r);
        for (int a = 0; a < 3; a++) {
          out.grad[a] += pull * off[a];
          for (int b = 0; b < 3; b++) out.moment[a][b] += off[a] * pull * off[b];
        }
      }
  return out;
}

/* The same as fluid reads it, whose distance to the face is d (half_space.h). */
static inline brute layered(brute b, const lg_half_space *table, float d) {
  float fraction = (float)b.fraction,
        grad[3] = {(float)b.grad[0], (float)b.grad[1], (float)b.grad[2]};
  lg_half_space_layer(table, d, &fraction, grad);
  b.fraction = (double)fraction;
  for (int a = 0; a < 3; a++) b.grad[a] = (double)grad[a];
  return b;
}

static inline float uniform(uint32_t *state) { /* xorshift: points of the tests' own, in [0, 1) */
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return (float)(*state >> 8) / 16777216.0f;
}

#endif
