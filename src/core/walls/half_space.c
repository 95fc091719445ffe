/* half_space.c - makes the table of a flat wall. */
#include "core/walls/half_space.h"

enum { ENTRIES = LG_HALF_SPACE_ENTRIES, HALF = ENTRIES / 2, HALVINGS = 40 };

/* W integrated over the plane (2-D: line) at distance z from the particle, 1/m; Simpson over the
   part inside the support. */
static double plane_integral(const lg_kernel *k, double z) {
  enum { N = 128 };
  double R = (double)k->radius, reach = sqrt(fmax(R * R - z * z, 0)), sum = 0;
  for (int i = 0; i <= N; i++) {
    double t = reach * i / N, weight = i == 0 || i == N ? 1 : i % 2 ? 4 : 2;
    sum += weight * (double)lg_kernel_w(k, (float)sqrt(z * z + t * t)) *
           (k->dim == 2 ? 2 : 2 * LG_PI * t);
  }
  return sum * reach / (3 * N);
}

/* Of the lattice's sum at a particle, the part that lies beyond the particle's own layer on one
   side: what a wall there must replace. Layers are parallel to the wall, `spacing` apart. */
static double missing_part(const lg_kernel *k, double spacing) {
  int n = (int)ceil((double)k->radius / spacing), nz = k->dim == 3 ? n : 0;
  double sum = 0;
  for (int layer = 1; layer <= n; layer++)
    for (int y = -n; y <= n; y++)
      for (int z = -nz; z <= nz; z++) {
        double r2 = layer * layer + y * y + z * z;
        sum += (double)lg_kernel_w(k, (float)(spacing * sqrt(r2)));
      }
  return sum / lg_kernel_lattice_sum(k, spacing);
}

/* Solves I(spacing / 2 + shift) = the part of the lattice that is missing there, by halving. */
static void solve_shift(lg_half_space *t) {
  float missing = (float)missing_part(&t->kernel, (double)t->spacing), at = 0.5f * t->spacing;
  float low = -t->kernel.radius - at, high = t->kernel.radius - at;
  for (int i = 0; i < HALVINGS; i++) {
    float fraction, slope;
    t->shift = 0.5f * (low + high);
    lg_half_space_at(t, at, &fraction, &slope);
    if (fraction > missing) low = t->shift;
    else high = t->shift;
  }
}

void lg_half_space_make(lg_half_space *t, const lg_kernel *k, float spacing) {
  lg_kernel unit = lg_kernel_make(k->type, k->dim, (double)k->radius);
  double step = (double)k->radius / HALF, fraction[HALF + 1], plane[HALF + 1];

  /* I(d) = integral of the planes beyond d, Simpson */
  for (int i = 0; i <= HALF; i++) plane[i] = plane_integral(&unit, i * step);
  fraction[HALF] = 0;
  for (int i = HALF - 1; i >= 0; i--)
    fraction[i] = fraction[i + 1] +
                  step / 6 *
                      (plane[i] + 4 * plane_integral(&unit, (i + 0.5) * step) + plane[i + 1]);

  /* the particle on the surface sees exactly one half: takes out the quadrature's 1e-7 */
  double scale = 0.5 / fraction[0];
  for (int i = 0; i <= HALF; i++) {
    t->fraction[HALF + i] = (float)(scale * fraction[i]);
    t->fraction[HALF - i] = (float)(1 - scale * fraction[i]);
    t->slope[HALF + i] = t->slope[HALF - i] = (float)(-scale * plane[i]);
  }
  t->fraction[ENTRIES + 1] = t->slope[ENTRIES + 1] = 0;

  t->kernel = *k;
  t->spacing = spacing;
  t->shift = 0;
  solve_shift(t);
}

float lg_half_space_distance(const lg_half_space *t, float fraction) {
  /* I is monotone, so by halving */
  int low = 0;
  for (int step = HALF; step > 0; step /= 2) low += t->fraction[low + step] > fraction ? step : 0;

  float drop = t->fraction[low] - t->fraction[low + 1];
  float u = drop > 0 ? (t->fraction[low] - fraction) / drop : 0;
  return t->kernel.radius * (((float)low + u) * (2.0f / ENTRIES) - 1.0f);
}
