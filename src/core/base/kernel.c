/* kernel.c - normalisation and calibration of the smoothing kernels. */
#include "core/base/kernel.h"
#include "core/base/vec.h"

#define NORMALISATION(type, name, disc, ball, ...) {disc, ball},
static const double normalisation[][2] = {LG_KERNELS(NORMALISATION, )};

lg_kernel lg_kernel_make(lg_kernel_type type, int dim, double radius) {
  double w0 = normalisation[type][dim == 3] / lg_cube(radius, dim);
  lg_kernel k = {.type = type,
                 .dim = dim,
                 .radius = (float)radius,
                 .inverse = (float)(1.0 / radius),
                 /* W' / r = w0 f'(q) / (R q R) */
                 .w0 = (float)w0,
                 .f0 = (float)(w0 / (radius * radius))};
  return k;
}

typedef double lattice_term(const lg_kernel *k, const double x[3], double r, const double *user);

static double lattice(const lg_kernel *k, double spacing, lattice_term *term, const double *user) {
  int n = (int)ceil((double)k->radius / spacing), nz = k->dim == 3 ? n : 0;
  double sum = 0;
  for (int z = -nz; z <= nz; z++)
    for (int y = -n; y <= n; y++)
      for (int x = -n; x <= n; x++) {
        const double at[3] = {x * spacing, y * spacing, z * spacing};
        sum += term(k, at, sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]), user);
      }
  return sum;
}

static double value(const lg_kernel *k, const double x[3], double r, const double *user) {
  (void)x, (void)user;
  return (double)lg_kernel_w(k, (float)r);
}

static double gradient2(const lg_kernel *k, const double x[3], double r, const double *user) {
  (void)x, (void)user;
  double slope = r * (double)lg_kernel_grad(k, (float)r);
  return slope * slope;
}

/* Along the wave's direction, which is the gradient's by symmetry: user = {kx, ky, kz}, 1/m. */
static double wave(const lg_kernel *k, const double x[3], double r, const double *user) {
  double length = sqrt(user[0] * user[0] + user[1] * user[1] + user[2] * user[2]);
  double phase = user[0] * x[0] + user[1] * x[1] + user[2] * x[2];
  return (double)lg_kernel_grad(k, (float)r) * phase / length * lg_math_sin(phase);
}

double lg_kernel_lattice_sum(const lg_kernel *k, double spacing) {
  return lattice(k, spacing, value, NULL);
}
double lg_kernel_lattice_gradients(const lg_kernel *k, double spacing) {
  return lattice(k, spacing, gradient2, NULL);
}

double lg_kernel_lattice_stiffness(const lg_kernel *k, const lg_kernel *g, double spacing) {
  enum { WAVES = 24 };
  double most = 0, number[3] = {0, 0, 0};
  for (int diagonal = 0; diagonal < 2; diagonal++)
    for (int i = 1; i < WAVES; i++) {
      for (int c = 0; c < (diagonal ? k->dim : 1); c++) number[c] = LG_PI / spacing * i / WAVES;
      most = fmax(most, lattice(k, spacing, wave, number) * lattice(g, spacing, wave, number));
    }
  return most / lg_kernel_lattice_gradients(g, spacing);
}

static double moment(const lg_kernel *k, const double x[3], double r, const double *user) {
  (void)user;
  return -x[0] * x[0] * (double)lg_kernel_grad(k, (float)r);
}

double lg_kernel_lattice_moment(const lg_kernel *k, double spacing) {
  return lattice(k, spacing, moment, NULL) * lg_cube(spacing, k->dim);
}

/* Of layers from x = user[0] on. */
static double value_beyond(const lg_kernel *k, const double x[3], double r, const double *user) {
  return x[0] > user[0] ? (double)lg_kernel_w(k, (float)r) : 0;
}

static double slope_beyond(const lg_kernel *k, const double x[3], double r, const double *user) {
  return x[0] > user[0] ? x[0] * (double)lg_kernel_grad(k, (float)r) : 0;
}

lg_lattice_part lg_kernel_lattice_beyond(const lg_kernel *k, double spacing, int layer) {
  const double from = (layer - 0.5) * spacing;
  return (lg_lattice_part){lattice(k, spacing, value_beyond, &from),
                           lattice(k, spacing, slope_beyond, &from)};
}

void lg_kernel_calibrate(lg_kernel *k, double spacing) {
  double scale = 1.0 / (lg_kernel_lattice_sum(k, spacing) * lg_cube(spacing, k->dim));
  k->w0 = (float)((double)k->w0 * scale);
  k->f0 = (float)((double)k->f0 * scale);
}
