/* field.drag - the drag of a surrounding medium (air) on each particle: a = -c (v - w(x, t)) / m.

   w is the medium's velocity, any vector field (m/s); without one the medium is at rest. Linear in
   the velocity, so right for slow and small particles (Stokes) and only for them. Particles come to
   w + m g / c, with the time constant m / c. */
#include "laguna_solver.h"

typedef struct drag {
  lg_id wind;
  float coefficient;
  bool enabled;
} drag;

static const lg_param rows[] = {
    LG_ROW_REF(drag, wind, LG_FIELD, 0,
               "velocity of the medium (m/s), a vector field; none: at rest"),
    LG_ROW_FLOAT(drag, coefficient, 1e-4, 0, LG_HUGE, "kg/s",
                 "force per difference in speed, on one particle"),
    LG_FIELD_ROWS(drag), LG_ROWS_END};

static bool sample(const lg_world *w, const void *self, const lg_points *at, float *const out[3]) {
  const drag *f = self;
  int dim = lg_world_dim(w);
  if (!at->v[0] || !at->mass) return false;

  /* velocity of the medium */
  if (f->wind) {
    if (!lg_field_sample(w, f->wind, at, out)) return false;
  } else {
    for (int k = 0; k < dim; k++) memset(out[k], 0, (size_t)at->n * sizeof(float));
  }

  for (int k = 0; k < dim; k++)
    for (int i = 0; i < at->n; i++)
      out[k][i] = f->coefficient * (out[k][i] - at->v[k][i]) / at->mass[i];
  return true;
}

static float rate(const lg_world *w, const void *self, float particle_mass) {
  (void)w;
  return ((const drag *)self)->coefficient / particle_mass;
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  const drag *f = self;
  if (!f->wind || lg_field_components(w, f->wind) == lg_world_dim(w)) return true;
  return lg_explain(why,
                    "drag: wind has %d component but must be a velocity of %d; give a vector field",
                    lg_field_components(w, f->wind), lg_world_dim(w));
}

const lg_kind LG_KIND(field,
                      drag) = {.name = "drag",
                               .family = LG_FAMILY_FIELD,
                               .doc = "The drag of air, at rest or blowing, on each particle.",
                               .also = "wind|friction|damping",
                               .size = sizeof(drag),
                               .params = rows,
                               .check = check,
                               .field = {.sample = sample, .rate = rate}};
