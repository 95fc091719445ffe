/* vortices.h - Taylor-Green vortices in a periodic box, Re = 100: u = sin(2 pi x) cos(2 pi y) U
   exp(-8 pi^2 nu t), v likewise; L = 1 m, U = 1 m/s, nu = 0.01 m2/s. The kinetic energy falls as
   exp(-16 pi^2 nu t); measured: the slope of its logarithm over 0.1 < t < 1 by least squares
   (Adami, Hu & Adams 2013, section 4.2; bound of physics.md 16: 5 % for wcsph). The box is closed,
   so a search for pressure must leave the mean density alone. */
#ifndef LG_TESTS_VORTICES_H
#define LG_TESTS_VORTICES_H

#include "physics.h"

static const double PI = 3.14159265358979, NU = 0.01, RHO = 1000;

/* n x n particles on a lattice, or up to half a jitter of their spacing off it. */
static inline lg_world *vortices(const char *solver, const lg_arg *args, int n, double jitter) {
  lg_world_def def = lg_default_world();
  def.bounds = lg_bounds2(0, 0, 1, 1);
  def.spacing = 1.0f / (float)n;
  def.threads = 1;
  memset(def.gravity, 0, sizeof def.gravity);
  for (int k = 0; k < 2; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_PERIODIC;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  if (!lg_set_solver(w, solver, args)) fail_msg("%s", lg_error(w));
  uint32_t seed = 1;
  for (int i = 0; i < n * n; i++) {
    double off[2];
    for (int k = 0; k < 2; k++) {
      seed = seed * 1664525u + 1013904223u;
      off[k] = jitter * (seed / 4294967296.0 - 0.5);
    }
    double x = (i % n + 0.5 + off[0]) / n, y = (i / n + 0.5 + off[1]) / n;
    const float at[3] = {(float)x, (float)y, 0};
    const float v[3] = {(float)(sin(2 * PI * x) * cos(2 * PI * y)),
                        (float)(-cos(2 * PI * x) * sin(2 * PI * y)), 0};
    assert_true(lg_particle_add(w, at, v) >= 0);
  }
  return w;
}

static inline double kinetic(const lg_world *w) {
  lg_view v = lg_column(w, "velocity"), m = lg_column(w, "mass");
  double sum = 0;
  for (size_t i = 0; i < v.n; i++)
    sum += 0.5 * (double)m.c[0][i] *
           ((double)v.c[0][i] * (double)v.c[0][i] + (double)v.c[1][i] * (double)v.c[1][i]);
  return sum;
}

/* Nearest distance between two particles over the spacing, averaged: 1.07 in a hexagonal lattice,
   0.5 and less in clumps. */
static inline double nearest(const lg_world *w) {
  lg_view x = lg_column(w, "position");
  double sum = 0;
  for (size_t i = 0; i < x.n; i++) {
    double least = 1;
    for (size_t j = 0; j < x.n; j++) {
      double dx = fabs((double)(x.c[0][i] - x.c[0][j])), dy = fabs((double)(x.c[1][i] - x.c[1][j]));
      double r = hypot(fmin(dx, 1 - dx), fmin(dy, 1 - dy));
      if (j != i) least = fmin(least, r);
    }
    sum += least;
  }
  return sum / (double)x.n / (double)lg_world_spacing(w);
}

/* The slope is off by `least` to `most` of the exact one. */
static inline void slope_is(const char *solver, lg_world *w, double least, double most) {
  const size_t n = lg_world_count(w);
  double exact = -16 * PI * PI * NU, st = 0, sl = 0, stt = 0, stl = 0, count = 0;
  while (lg_world_time(w) < 1) {
    step(w, 0.01);
    double t = lg_world_time(w), l = log(kinetic(w));
    assert_true(l < log(0.25 * RHO) + exact * t + 0.05); /* nothing bursts */
    if (getenv("LAGUNA_TRACE") && lg_world_frame(w) % 10 == 0)
      print_message("t %.2f  KE %.4f of exact  nearest %.3f  error %.2e\n", t,
                    exp(l - exact * t) / (0.25 * RHO), nearest(w),
                    lg_world_stats(w)->density_error_mean);
    if (t < 0.1) continue;
    st += t;
    sl += l;
    stt += t * t;
    stl += t * l;
    count++;
  }
  double slope = (count * stl - st * sl) / (count * stt - st * st);
  print_message("%s, %zu particles: slope of ln KE %.1f %% off, nearest neighbours at %.2f "
                "spacings\n",
                solver, n, 100 * (slope / exact - 1), nearest(w));
  assert_int_equal(lg_world_count(w), n);
  assert_true(fabs(slope / exact - 1) >= least && fabs(slope / exact - 1) <= most);
  lg_world_free(w);
}

/* With nothing but a viscosity, from a lattice and from particles off it. */
static inline void decays_as_it_comes(const char *solver, int n, double most) {
  for (int i = 0; i < 2; i++)
    slope_is(solver, vortices(solver, LG_ARGS(lg_num("viscosity", NU * RHO)), n, i ? 0.5 : 0), 0,
             most);
}

/* With the kernel of measurements. */
static inline void decays(const char *solver, const lg_arg *args, int n, double least,
                          double most) {
  lg_world *w = vortices(solver, args, n, 0);
  assert_true(lg_set(w, lg_solver_id(w),
                     LG_ARGS(lg_text("kernel", "wendland_c2"), lg_num("support", 4),
                             lg_num("viscosity", NU * RHO))));
  slope_is(solver, w, least, most);
}

#endif
