/* field.vortex - a straight vortex with a smooth core (Lamb 1932, Oseen 1911): circulation G about
   an axis.

   At distance r from the axis, u = G / (2 pi r) (1 - exp(-r^2 / rc^2)) along axis x r: rigid
   rotation G / (2 pi rc^2) in the middle, fastest (0.638 G / (2 pi rc)) at 1.12 rc, and the field
   of a line vortex far out. Not a solution with an end: the axis is endless. As a wind it is a
   velocity, added to a world an acceleration. */
#include "laguna_solver.h"

typedef struct vortex {
  float center[3];
  float axis[3];
  float strength;
  float core;
  bool enabled;
} vortex;

static const lg_param rows[] = {
    LG_ROW_VEC(vortex, center, 0, 0, 0, "m", "any point of the axis"),
    LG_ROW_VEC(vortex, axis, 0, 0, 1, "1",
               "direction of the axis, of any length; not used in 2-D, where it is z"),
    LG_ROW_FLOAT(vortex, strength, 1, -LG_HUGE, LG_HUGE, "m2/s",
                 "circulation far from the core; turns from x to y if positive"),
    LG_ROW_FLOAT(vortex, core, 0.1, LG_TINY, LG_HUGE, "m", "radius of the core"),
    LG_FIELD_ROWS(vortex),
    LG_ROWS_END};

/* exp(-s) for s >= 0, to 1e-7 relative: 2^-n times the Taylor series of the rest, |rest| <= ln 2 /
   2. libm's would neither vectorise nor be the same everywhere. */
LG_INLINE float decay(float s) {
  s = lg_minf(s, 80);
  /* adding 1.5 x 2^23 rounds to a whole number */
  float n = (s * 1.44269504f + 12582912.0f) - 12582912.0f;
  float r = n * 0.693145752f - s + n * 1.42860677e-6f; /* n ln 2 - s, ln 2 in two parts */

  float series =
      1 +
      r * (1 + r * (0.5f + r * (1.6666667e-1f +
                                r * (4.1666667e-2f + r * (8.3333333e-3f + r * 1.3888889e-3f)))));

  /* 2^-n */
  union {
    int32_t bits;
    float value;
  } power = {.bits = (127 - (int32_t)n) * (1 << 23)};
  return series * power.value;
}

/* (1 - exp(-s)) / s, by its series where the difference would cancel. */
LG_INLINE float swirl(float s) {
  float small =
      1 - s * (0.5f -
               s * (1.6666667e-1f - s * (4.1666667e-2f - s * (8.3333333e-3f - s * 1.3888889e-3f))));
  float large = (1 - decay(s)) / lg_maxf(s, 0.25f);
  return s < 0.25f ? small : large;
}

LG_INLINE void turn(const vortex *f, int dim, const float axis[3], const lg_points *at,
                    float *const out[3]) {
  /* 1/s in the middle */
  float inverse = 1 / (f->core * f->core), rate = f->strength * inverse * (float)(0.5 / LG_PI);
  const float *px = at->x[0], *py = at->x[1], *pz = at->x[dim - 1];
  float *restrict ux = out[0], *restrict uy = out[1], *restrict uz = out[dim - 1];
  const float c[3] = {f->center[0], f->center[1], f->center[2]}, n[3] = {axis[0], axis[1], axis[2]};

  for (int i = 0, count = at->n; i < count; i++) {
    float x = px[i] - c[0], y = py[i] - c[1], z = dim == 3 ? pz[i] - c[2] : 0;
    /* n x r: as long as the distance */
    float cx = n[1] * z - n[2] * y, cy = n[2] * x - n[0] * z, cz = n[0] * y - n[1] * x;

    float spin = rate * swirl((cx * cx + cy * cy + cz * cz) * inverse);
    if (dim == 3) uz[i] = spin * cz;
    ux[i] = spin * cx;
    uy[i] = spin * cy;
  }
}

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  const vortex *f = self;
  float up[3] = {0, 0, 1}, n[3], length = lg_length(f->axis);
  for (int k = 0; k < 3; k++) n[k] = f->axis[k] / length;
  if (lg_world_dim(w) == 2) turn(f, 2, up, at, out);
  else turn(f, 3, n, at, out);
  return true;
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  float length = lg_length(((const vortex *)self)->axis);
  if (lg_world_dim(w) == 2 || (length > 0 && isfinite(length))) return true;
  return lg_explain(why, "vortex: axis of length %g has no direction; give one such as {0, 0, 1}",
                    (double)length);
}

const lg_kind LG_KIND(field, vortex) = {.name = "vortex",
                                        .family = LG_FAMILY_FIELD,
                                        .doc = "A vortex with a smooth core.",
                                        .also = "swirl|whirl|rotation|tornado",
                                        .size = sizeof(vortex),
                                        .params = rows,
                                        .check = check,
                                        .field = {.sample = sample}};
