/* still.h - a tank of water at rest, 1 m deep, under a solver as it comes: its pressure, its
   fastest particle and those that pair. Truth: p = rho g (H - y), and that nothing moves. */
#ifndef LG_TESTS_STILL_H
#define LG_TESTS_STILL_H

#include "physics/physics.h"

typedef struct still {
  double mean;   /* L2 over heights of the pressure of the last second, / rho g H */
  double moment; /* and of that of each of its frames by itself, root mean square */
  double speed;  /* of the fastest particle, mean of the last second, / sqrt(g H) */
  double paired; /* share of particles nearer to another than half a spacing, at the end */
} still;

enum { STILL_BINS = 128 };

/* Pressure and height, summed in bins of two spacings: narrower ones show the lattice's layers. */
typedef struct heights {
  double p[STILL_BINS], y[STILL_BINS], count[STILL_BINS];
} heights;

static inline void add_heights(heights *sum, const lg_world *w, double bin) {
  lg_view x = lg_column(w, "position"), p = lg_column(w, "pressure");
  for (size_t i = 0; i < x.n; i++) {
    int b = (int)((double)x.c[1][i] / bin);
    assert_in_range(b, 0, STILL_BINS - 1);
    sum->p[b] += (double)p.c[0][i];
    sum->y[b] += (double)x.c[1][i];
    sum->count[b]++;
  }
}

/* The mean square over `bins` of what the pressure is wrong by, / (rho g H)^2; H = 1 m. */
static inline double wrong2(const heights *sum, int bins) {
  const double weight = 1000 * 9.81;
  double error2 = 0;
  for (int b = 0; b < bins; b++) {
    assert_true(sum->count[b] > 0);
    double error = (sum->p[b] / weight - (sum->count[b] - sum->y[b])) / sum->count[b];
    error2 += error * error / bins;
  }
  return error2;
}

static inline double paired(const lg_world *w, double spacing) {
  lg_view x = lg_column(w, "position");
  size_t near = 0;
  for (size_t i = 0; i < x.n; i++) {
    double least2 = HUGE_VAL;
    for (size_t j = 0; j < x.n; j++) {
      double r2 = 0;
      for (int k = 0; k < x.components; k++) {
        double d = (double)x.c[k][i] - (double)x.c[k][j];
        r2 += d * d;
      }
      if (j != i) least2 = fmin(least2, r2);
    }
    near += least2 < 0.25 * spacing * spacing;
  }
  return (double)near / (double)x.n;
}

/* 5 s of a tank `layers` deep, `wide` spacings in the other directions. */
static inline still still_tank(const char *solver, int dim, int layers, int wide) {
  const double spacing = 1.0 / layers, frame = 1 / 60.0;
  const float side = (float)(wide * spacing), fill[3] = {side, 1, side};
  lg_bounds bounds = dim == 2 ? lg_bounds2(0, 0, side, 1.4f)
                              : lg_bounds3(0, 0, 0, side, 1.4f, side);
  lg_world *w = filled_world(bounds, (float)spacing, solver, LG_NO_ARGS, fill);

  static heights mean;
  memset(&mean, 0, sizeof mean);
  double moment2 = 0, speed = 0;
  for (int f = 0; f < 300; f++) {
    step(w, frame);
    if (f < 240) continue;
    heights now = {0};
    add_heights(&now, w, 2 * spacing);
    add_heights(&mean, w, 2 * spacing);
    moment2 += wrong2(&now, layers / 2) / 60;
    speed += lg_world_stats(w)->max_speed / sqrt(9.81) / 60;
  }

  still found = {sqrt(wrong2(&mean, layers / 2)), sqrt(moment2), speed, paired(w, spacing)};
  print_message("%s %d-D, %d layers: L2 of p %.2f %% (of its mean %.2f %%), v %.1e sqrt(g H), "
                "paired %.2f %%\n",
                solver, dim, layers, 100 * found.moment, 100 * found.mean, found.speed,
                100 * found.paired);
  lg_world_free(w);
  return found;
}

/* What is asked of each tank of 50 layers in 2-D. The pressure's mean must not be wrong at all
   depths by what the lattice makes of a gradient (1.6 %). */
static inline void still_tanks(const char *solver, const int wide[3]) {
  for (int i = 0; i < 3; i++) {
    still found = still_tank(solver, 2, 50, wide[i]);
    assert_true(found.mean <= 0.008);
    assert_true(found.moment <= 0.01);
    assert_true(found.paired <= 0.001);
    assert_true(found.speed <= 5e-3);
  }
}

#endif
