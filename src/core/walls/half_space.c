/* half_space.c - makes the table of a flat wall, and reads other solids like it. */
#include "core/walls/half_space.h"

#include "core/base/vec.h"

enum { ENTRIES = LG_HALF_SPACE_ENTRIES, HALF = ENTRIES / 2, HALVINGS = 40, MOST_KNOTS = 16 };

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

/* What a wall must replace at the particles of a layer: of a lattice's sums, the part of the layers
   from there on, parallel to the wall. */
static lg_lattice_part layers_beyond(const lg_half_space *t, int layer) {
  const double dx = (double)t->spacing, all = lg_kernel_lattice_sum(&t->kernel, dx);
  lg_lattice_part part = lg_kernel_lattice_beyond(&t->kernel, dx, layer);
  return (lg_lattice_part){part.value / all, part.slope / all};
}

/* Solves I(spacing / 2 + shift) = the part of the lattice that is missing there, by halving. */
static void solve_shift(lg_half_space *t) {
  float missing = (float)layers_beyond(t, 1).value, at = 0.5f * t->spacing;
  float low = -t->kernel.radius - at, high = t->kernel.radius - at;
  for (int i = 0; i < HALVINGS; i++) {
    float fraction, slope;
    t->shift = 0.5f * (low + high);
    lg_half_space_integral_at(t, at, &fraction, &slope);
    if (fraction > missing) low = t->shift;
    else high = t->shift;
  }
}

/* ---- layers --------------------------------------------------------------------------------- */

/* What L has more than I at a distance. */
typedef struct knot {
  double at, value, slope;
} knot;

/* A spacing inside the wall, on its face, and at each layer that lacks something; `last`: what that
   is at the last one. Before the first layer the slope stays as it is, so that no particle is
   pushed less by a wall that it comes nearer to. Returns how many. */
static int find_knots(const lg_half_space *t, knot knots[], lg_lattice_part *last) {
  const double dx = (double)t->spacing;
  int n = 2;
  for (int layer = 1; n < MOST_KNOTS; layer++, n++) {
    const lg_lattice_part lacks = layers_beyond(t, layer);
    const double at = (layer - 0.5) * dx;
    float fraction, slope;
    if (layer > 1 && !(lacks.value > 1e-6)) break; /* 0, but for how R is rounded */
    *last = lacks;
    lg_half_space_integral_at(t, (float)at, &fraction, &slope);
    knots[n] = (knot){at, lacks.value - (double)fraction, lacks.slope - (double)slope};
  }

  knots[0] = (knot){-dx, 0, 0};
  knots[1] = (knot){0, knots[2].value - 0.5 * dx * knots[2].slope, knots[2].slope};
  return n;
}

/* The cubic between two knots, and its derivative. */
static knot between(const knot *a, const knot *b, double d) {
  const double length = b->at - a->at, u = (d - a->at) / length, v = 1 - u;
  const double lean_a = length * a->slope, lean_b = length * b->slope;
  return (knot){d,
                v * v * ((1 + 2 * u) * a->value + u * lean_a) +
                    u * u * ((1 + 2 * v) * b->value - v * lean_b),
                6 * u * v * (b->value - a->value) / length + v * (1 - 3 * u) * a->slope +
                    u * (1 - 3 * v) * b->slope};
}

/* Beyond the last layer: down to 0, as the cube of what is left of the way. */
static knot tail(const lg_lattice_part *last, double beyond) {
  const double way = fmax(1 + beyond * last->slope / (3 * last->value), 0);
  return (knot){beyond, last->value * way * way * way, last->slope * way * way};
}

static void find_layered(lg_half_space *t) {
  knot knots[MOST_KNOTS];
  lg_lattice_part last = {0, 0};
  const int n = find_knots(t, knots, &last);

  /* from far away on, so that it never falls on the way to the wall */
  t->fraction[ENTRIES + 1] = t->slope[ENTRIES + 1] = 0;
  for (int i = ENTRIES; i >= 0; i--) {
    const double d = ((double)i / HALF - 1) * (double)t->kernel.radius - (double)t->shift;
    knot l = {d, (double)t->integral[i], (double)t->integral_slope[i]};
    for (int k = 0; k + 1 < n; k++)
      if (d >= knots[k].at && d < knots[k + 1].at) {
        const knot more = between(&knots[k], &knots[k + 1], d);
        l.value += more.value;
        l.slope += more.slope;
      }
    if (d >= knots[n - 1].at) l = tail(&last, d - knots[n - 1].at);
    const bool falls = (float)l.value < t->fraction[i + 1];
    t->fraction[i] = falls ? t->fraction[i + 1] : lg_minf((float)l.value, 1);
    t->slope[i] = falls ? 0 : lg_minf((float)l.slope, 0);
  }
}

/* ---- the table ------------------------------------------------------------------------------ */

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
    t->integral[HALF + i] = (float)(scale * fraction[i]);
    t->integral[HALF - i] = (float)(1 - scale * fraction[i]);
    t->integral_slope[HALF + i] = t->integral_slope[HALF - i] = (float)(-scale * plane[i]);
  }
  t->integral[ENTRIES + 1] = t->integral_slope[ENTRIES + 1] = 0;

  t->kernel = *k;
  t->spacing = spacing;
  t->shift = 0;
  solve_shift(t);
  find_layered(t);
}

float lg_half_space_distance(const lg_half_space *t, float fraction) {
  /* L is monotone, so by halving */
  int low = 0;
  for (int step = HALF; step > 0; step /= 2) low += t->fraction[low + step] > fraction ? step : 0;

  float drop = t->fraction[low] - t->fraction[low + 1];
  float u = drop > 0 ? (t->fraction[low] - fraction) / drop : 0;
  return t->kernel.radius * (((float)low + u) * (2.0f / ENTRIES) - 1.0f);
}

void lg_half_space_layer(const lg_half_space *t, float d, float *fraction, float grad[3]) {
  float integral, fall, flat, slope;
  lg_half_space_integral_at(t, d, &integral, &fall);
  lg_half_space_at(t, d, &flat, &slope);
  if (!(fall < 0)) return;

  /* at an edge that sticks out less is flat, and one thin side is less of a wall; in a corner the
     nearest face alone is seen to */
  const float length = lg_length(grad), alike = lg_minf(length / -fall, 1);
  *fraction = lg_clampf(*fraction + alike * (flat - integral), 0, 1);
  for (int k = 0; k < 3 && length > 0; k++) grad[k] *= 1 - alike * (slope - fall) / length;
}
