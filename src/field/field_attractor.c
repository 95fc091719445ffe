/* field.attractor - a pull towards a point, softened in its middle: with d = p - center and s^2 =
   |d|^2 + softening^2,

     inverse_square   -strength d / s^3     strength in m3/s2; a Plummer (1911) sphere of that G M
     inverse          -strength d / s^2     strength in m2/s2; gravity of a plane world
     constant         -strength d / s       strength in m/s2
     linear           -strength d           strength in 1/s2; a spring

   A negative strength pushes away. */
#include "laguna_solver.h"

typedef struct attractor {
  float center[3];
  float strength;
  float softening;
  int falloff;
  bool enabled;
} attractor;
enum { INVERSE_SQUARE, INVERSE, CONSTANT, LINEAR };

static const lg_param rows[] = {LG_ROW_VEC(attractor, center, 0, 0, 0, "m", "where it pulls to"),
                                LG_ROW_FLOAT(attractor, strength, 1, -LG_HUGE, LG_HUGE,
                                             "by falloff", "pull; at 1 m about as many m/s2"),
                                LG_ROW_FLOAT(attractor, softening, 0.1, LG_TINY, LG_HUGE, "m",
                                             "radius inside which the pull levels off"),
                                LG_ROW_CHOICE(attractor, falloff, INVERSE_SQUARE,
                                              "inverse_square|inverse|constant|linear",
                                              "how the pull changes with distance"),
                                LG_FIELD_ROWS(attractor),
                                LG_ROWS_END};

LG_INLINE float weight(int falloff, float s2) { /* pull = strength weight d */
  if (falloff == INVERSE_SQUARE) return 1 / (s2 * sqrtf(s2));
  if (falloff == INVERSE) return 1 / s2;
  return falloff == CONSTANT ? 1 / sqrtf(s2) : 1;
}

LG_INLINE void pull(const attractor *f, int dim, int falloff, const lg_points *at,
                    float *const out[3]) {
  float soft2 = f->softening * f->softening;
  for (int i = 0; i < at->n; i++) {
    float x = f->center[0] - at->x[0][i], y = f->center[1] - at->x[1][i],
          z = dim == 3 ? f->center[2] - at->x[2][i] : 0;
    float a = f->strength * weight(falloff, x * x + y * y + z * z + soft2);
    out[0][i] = a * x;
    out[1][i] = a * y;
    if (dim == 3) out[2][i] = a * z;
  }
}

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  const attractor *f = self;
  int dim = lg_world_dim(w);
  switch (f->falloff) { /* one loop for each, without branches inside */
    case INVERSE_SQUARE: pull(f, dim, INVERSE_SQUARE, at, out); break;
    case INVERSE: pull(f, dim, INVERSE, at, out); break;
    case CONSTANT: pull(f, dim, CONSTANT, at, out); break;
    default: pull(f, dim, LINEAR, at, out);
  }
  return true;
}

/* The pull is stiffest in the middle, strength weight(softening^2): a particle there swings with
   the root of that. */
static float rate(const lg_world *w, const void *self, float particle_mass) {
  const attractor *f = self;
  (void)w;
  (void)particle_mass;
  return sqrtf(fabsf(f->strength) * weight(f->falloff, f->softening * f->softening));
}

const lg_kind LG_KIND(field, attractor) = {.name = "attractor",
                                           .family = LG_FAMILY_FIELD,
                                           .doc = "A pull towards a point.",
                                           .also = "magnet|attract|well|planet",
                                           .size = sizeof(attractor),
                                           .params = rows,
                                           .field = {.sample = sample, .rate = rate}};
