/* contact_angle.h - drops on a plane, 2-D, without gravity: caps of a circle begin 15 degrees away
   from the collider's contact_angle and go there. The angle is told by how high the middle of the
   drop is, which for caps of one area rises with it and does not hang on single particles. */
#ifndef LG_TESTS_CONTACT_ANGLE_H
#define LG_TESTS_CONTACT_ANGLE_H

#include "physics.h"

static const double CAP_PI = 3.14159265358979, CAP_RADIUS = 0.01, CAP_SIGMA = 0.072;

/* A cap of angle a and radius 1: its area, and the height of its middle over the root of that. */
static inline double cap_area(double a) { return a - sin(a) * cos(a); }
static inline double cap_height(double a) {
  return (2.0 / 3 * pow(sin(a), 3) / cap_area(a) - cos(a)) / sqrt(cap_area(a));
}
static inline double cap_angle(double height) { /* cap_height's inverse */
  double low = 0.05, high = 3.1;
  while (high - low > 1e-6) {
    const double a = 0.5 * (low + high);
    if (cap_height(a) < height) low = a;
    else high = a;
  }
  return low;
}

typedef struct rest {
  double angle, aside; /* degrees; of the middle from where it began, in spacings */
} rest;

/* Of a drop as much as a half disc of so many spacings, after `periods` of a free drop of that
   radius; the plate covers so much of the cells that it cuts. */
static inline rest drop_at_rest(const char *transfer, double degrees, double begin, double spacings,
                                double periods, double covered) {
  lg_world_def def = lg_default_world();
  const double dx = CAP_RADIUS / spacings, wide = 3 * CAP_RADIUS, start = begin * CAP_PI / 180;
  const double cell = 2 * dx;
  def.bounds = lg_bounds2((float)-wide, (float)(-cell * (2 + covered)), (float)wide,
                          2.5f * (float)CAP_RADIUS);
  def.spacing = (float)dx;
  def.threads = 1;
  memset(def.gravity, 0, sizeof def.gravity);
  lg_world *w = lg_world_new(&def);
  assert_non_null(w);
  assert_true(lg_set_solver(w, "flip",
                            LG_ARGS(lg_num("surface_tension", CAP_SIGMA), lg_num("viscosity", 0.05),
                                    lg_text("transfer", transfer))));
  const lg_id box = lg_add(w, "shape.box",
                           LG_ARGS(lg_vec2("min", -2 * wide, -wide), lg_vec2("max", 2 * wide, 0)));
  assert_true(
      lg_add(w, "collider.solid",
             LG_ARGS(lg_ref("shape", box), lg_num("contact_angle", degrees * CAP_PI / 180))) != 0);

  const double R = CAP_RADIUS * sqrt(0.5 * CAP_PI / cap_area(start)), middle = -R * cos(start);
  const int n = (int)(2 * R / dx) + 1;
  for (int i = -n; i < n; i++)
    for (int j = 0; j < n; j++) {
      const double x = (i + 0.5) * dx, y = (j + 0.5) * dx;
      if (x * x + (y - middle) * (y - middle) >= R * R) continue;
      assert_true(lg_particle_add(w, (float[3]){(float)x, (float)y, 0}, (float[3]){0, 0, 0}) >= 0);
    }

  /* the last quarter of it, in which it may still swing a little */
  const size_t count = lg_world_count(w);
  const double period = 2 * CAP_PI / sqrt(6 * CAP_SIGMA / 1000 / pow(CAP_RADIUS, 3));
  const int frames = (int)(40 * periods);
  double height = 0, aside = 0;
  for (int f = 0; f < frames; f++) {
    step(w, period / 40);
    const lg_view x = lg_column(w, "position");
    aside = 0;
    for (size_t i = 0; i < x.n; i++) {
      if (4 * f >= 3 * frames) height += (double)x.c[1][i] / (double)x.n / (0.25 * frames);
      aside += (double)x.c[0][i] / (double)x.n / dx;
    }
  }
  const rest found = {cap_angle(height / (sqrt((double)count) * dx)) * 180 / CAP_PI, aside};
  print_message(
      "%s, half disc of %g spacings, cells covered by %.2f: contact angle %.1f degrees of "
      "%g, begun at %g, %.2f spacings aside\n",
      transfer, spacings, covered, found.angle, degrees, begin, found.aside);
  assert_int_equal(lg_world_count(w), count);
  lg_world_free(w);
  return found;
}

/* Degrees at the end; of 20 spacings a plate halves the cells that it cuts, of 40 it cuts none. */
static inline double angle_of(const char *transfer, double degrees, double begin, double spacings,
                              double periods) {
  return drop_at_rest(transfer, degrees, begin, spacings, periods, fmod(spacings / 8, 1)).angle;
}

#endif
