/* drop.h - drops that surface tension holds, without gravity: the pressure in them against Young
   and Laplace, and their period against Rayleigh (1879; Lamb, Hydrodynamics, 275). */
#ifndef LG_TESTS_DROP_H
#define LG_TESTS_DROP_H

#include "physics.h"

static const double DROP_PI = 3.14159265358979, DROP_RADIUS = 0.01, DROP_SIGMA = 0.072,
                    DROP_DENSITY = 1000; /* m, N/m, kg/m3: water */

/* s, of mode 2: omega^2 = n (n^2 - 1) sigma / (rho R^3) in 2-D, n (n - 1) (n + 2) in 3-D. */
static inline double drop_period(int dim) {
  const double mode = dim == 2 ? 6 : 8;
  return 2 * DROP_PI / sqrt(mode * DROP_SIGMA / (DROP_DENSITY * pow(DROP_RADIUS, 3)));
}

/* A disc or ball of so many spacings, of a lattice turned off the grid's axes; longer by `stretch`
   along x, and as much in volume. */
static inline lg_world *drop(int dim, double spacings, double stretch, const char *transfer) {
  lg_world_def def = lg_default_world();
  const double R = DROP_RADIUS, dx = R / spacings, turn = 0.5535743588970452;
  const float far = (float)(1.7 * R);
  def.bounds = dim == 2 ? lg_bounds2(-far, -far, far, far)
                        : lg_bounds3(-far, -far, -far, far, far, far);
  def.spacing = (float)dx;
  def.threads = 1;
  memset(def.gravity, 0, sizeof def.gravity);
  for (int k = 0; k < dim; k++) def.edges[k][0] = def.edges[k][1] = LG_EDGE_OPEN;
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(
      w, "flip", LG_ARGS(lg_num("surface_tension", DROP_SIGMA), lg_text("transfer", transfer))));

  const int n = (int)(1.5 * spacings);
  const double longer = 1 + stretch, shorter = dim == 2 ? 1 / longer : 1 / sqrt(longer);
  for (int i = -n; i < n; i++)
    for (int j = -n; j < n; j++)
      for (int k = dim == 3 ? -n : 0; k < (dim == 3 ? n : 1); k++) {
        const double a = (i + 0.5) * dx, b = (j + 0.5) * dx, z = dim == 3 ? (k + 0.5) * dx : 0;
        const double x = cos(turn) * a - sin(turn) * b, y = sin(turn) * a + cos(turn) * b;
        if (pow(x / longer, 2) + (y * y + z * z) / (shorter * shorter) >= R * R) continue;
        assert_true(
            lg_particle_add(w, (float[3]){(float)x, (float)y, (float)z}, (float[3]){0, 0, 0}) >= 0);
      }
  return w;
}

/* Pa, mean over the grid within half of the radius. */
static inline double drop_pressure(const lg_world *w) {
  const lg_grid_view g = lg_grid(w, "pressure");
  double sum = 0, n = 0;
  for (int k = 0; k < g.cells[2]; k++)
    for (int j = 0; j < g.cells[1]; j++)
      for (int i = 0; i < g.cells[0]; i++) {
        const int at[3] = {i, j, k};
        float p[3];
        double r2 = 0;
        for (int a = 0; a < 3 && g.cell[a] > 0; a++)
          r2 += pow((double)g.origin[a] + (at[a] + 0.5) * (double)g.cell[a], 2);
        if (r2 > 0.25 * DROP_RADIUS * DROP_RADIUS) continue;
        lg_grid_cell(&g, i, j, k, p);
        sum += (double)p[0];
        n++;
      }
  return sum / n;
}

/* (a - b) / (a + b) of the rms widths a along x and b along y. */
static inline double drop_stretch(const lg_world *w) {
  const lg_view x = lg_column(w, "position");
  double mean[2] = {0, 0}, wide[2] = {0, 0};
  for (int k = 0; k < 2; k++) {
    for (size_t i = 0; i < x.n; i++) mean[k] += (double)x.c[k][i] / (double)x.n;
    for (size_t i = 0; i < x.n; i++) wide[k] += pow((double)x.c[k][i] - mean[k], 2);
    wide[k] = sqrt(wide[k]);
  }
  return (wide[0] - wide[1]) / (wide[0] + wide[1]);
}

/* At rest for two periods: the mean pressure of the second one over Young and Laplace's, which must
   be within `bound` of 1; the rms speed stays below a twentieth of the capillary speed sqrt(sigma /
   (rho R)), nothing leaves the drop. */
static inline void drop_rests(int dim, double spacings, const char *transfer, double bound) {
  lg_world *w = drop(dim, spacings, 0, transfer);
  const size_t n = lg_world_count(w);
  const double volume = (double)n * pow(DROP_RADIUS / spacings, dim),
               R = dim == 2 ? sqrt(volume / DROP_PI) : cbrt(0.75 * volume / DROP_PI),
               exact = (dim - 1) * DROP_SIGMA / R, capillary = sqrt(DROP_SIGMA / DROP_DENSITY / R);
  double mean = 0, v2 = 0, far = 0;
  for (int f = 0; f < 80; f++) {
    step(w, drop_period(dim) / 40);
    if (f >= 40) mean += drop_pressure(w) / exact / 40;
  }
  const lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity");
  for (size_t i = 0; i < x.n; i++) {
    double r2 = 0;
    for (int k = 0; k < dim; k++) {
      v2 += pow((double)v.c[k][i], 2) / (double)x.n;
      r2 += pow((double)x.c[k][i], 2);
    }
    far = fmax(far, sqrt(r2) / R);
  }
  print_message(
      "%s, %d-D, R = %g spacings: pressure %.3f of Young and Laplace's; rms speed %.4f of "
      "the capillary one; farthest particle %.3f R\n",
      transfer, dim, spacings, mean, sqrt(v2) / capillary, far);
  assert_int_equal(lg_world_count(w), n);
  assert_true(fabs(mean - 1) <= bound);
  assert_true(sqrt(v2) < 0.05 * capillary);
  assert_true(far < 1.1);
  lg_world_free(w);
}

/* Stretched by a tenth: the mean of the half periods within two periods, over the exact one. */
static inline void drop_swings(int dim, double spacings, const char *transfer, double bound) {
  lg_world *w = drop(dim, spacings, 0.1, transfer);
  const int frames = 160;
  const double dt = 2 * drop_period(dim) / frames;
  double last = drop_stretch(w), first = 0, at = 0;
  int crossings = 0;
  for (int f = 1; f <= frames; f++) {
    step(w, dt);
    const double now = drop_stretch(w);
    if (last * now < 0) {
      at = (f - 1 + last / (last - now)) * dt;
      if (crossings++ == 0) first = at;
    }
    last = now;
  }
  const double period = crossings > 1 ? 2 * (at - first) / (crossings - 1) : 0;
  print_message("%s, %d-D, R = %g spacings: period %.3f of the exact one, %d half swings\n",
                transfer, dim, spacings, period / drop_period(dim), crossings);
  assert_true(crossings >= 3);
  assert_true(fabs(period / drop_period(dim) - 1) <= bound);
  lg_world_free(w);
}

#endif
