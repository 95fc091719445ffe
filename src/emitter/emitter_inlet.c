/* emitter.inlet - a pipe's mouth: a disc (a segment in 2-D) that feeds a packed jet.

   Particles come in layers across the jet, on a square lattice about its axis, one layer whenever
   the one before has moved by a spacing. That happens inside a sub-step, so a layer starts as far
   down its way as it has gone by the sub-step's end: layers are a spacing apart whatever speed and
   sub-steps are, and the jet has rest density.

     mouth |  o <- left / -> o     o     o       left: how far the last layer has gone
           |  o              o     o     o   ->  direction
           |  o              o     o     o

   A site where there is fluid already (nearer than 0.7 spacings) stays empty, so an inlet under
   water only fills what its jet leaves. It imposes no pressure: fluid that presses back stops the
   jet. */
#include "laguna_solver.h"

#define TAKEN 0.7f /* spacings: nearer particles block a site */
#define PIPE  3.0f /* spacings in which the jet is held */
#define AWAY  1e6f /* spacings: a mouth that is so far from the world feeds nothing */

typedef struct inlet {
  lg_id material;
  float center[3];
  float direction[3];
  float width;
  float speed;
  int64_t max_particles;
  lg_id filter;
  lg_id set;
  bool enabled;
  bool started;    /* state: the first layer leaves at once */
  double traveled; /* m, how far the last layer has gone */
  int64_t emitted;
} inlet;

static const lg_param rows[] = {
    LG_ROW_VEC(inlet, center, 0, 0, 0, "m", "middle of the mouth"),
    LG_ROW_REF(inlet, material, LG_MATERIAL, 0,
               "what the particles are made of; without it, of the solver's values"),
    LG_ROW_VEC(inlet, direction, 1, 0, 0, "1", "where the jet goes, of any length"),
    LG_ROW_FLOAT(inlet, width, 0.2, LG_TINY, LG_HUGE, "m", "diameter of the mouth"),
    LG_ROW_FLOAT(inlet, speed, 1, 0, LG_HUGE, "m/s", "of the jet"),
    LG_ROW_INT(inlet, max_particles, 100000000, 0, LG_HUGE, "1", "stops after as many"),
    LG_ROW_FILTER(inlet),
    LG_ROW_SET(inlet),
    LG_ROW_BOOL(inlet, enabled, true,
                "off: nothing leaves, and the next layer starts at the mouth"),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {
    LG_KEEP_BOOL(inlet, started), LG_KEEP_DOUBLE(inlet, traveled, 0, LG_HUGE),
    LG_KEEP_INT(inlet, emitted, 0, LG_WHOLE_MAX), LG_KEEP_END};

typedef struct mouth {
  lg_emission *e;
  inlet *self;
  int dim, across;        /* sites on the diameter */
  float spacing;          /* m */
  float far;              /* m: a layer that has gone farther has left the world */
  bool away;              /* the mouth is too far from it */
  double begins[3];       /* m, along n, a and b: where the world begins, from the mouth's middle */
  double ends[3];         /* the same: where it ends */
  float n[3], a[3], b[3]; /* the jet's direction and two across it; b is 0 in 2-D */
  float v[3];             /* m/s */
} mouth;

static void set_axes(mouth *m) {
  float helper[3] = {0, 0, 0}, length = lg_length(m->self->direction);
  for (int k = 0; k < 3; k++) m->n[k] = m->self->direction[k] / length;
  helper[m->dim == 2 ? 2 : fabsf(m->n[0]) < 0.6f ? 0 : fabsf(m->n[1]) < 0.6f ? 1 : 2] = 1;
  lg_cross(m->n, helper, m->a);
  length = lg_length(m->a);
  for (int k = 0; k < 3; k++) m->a[k] /= length;
  if (m->dim == 3) lg_cross(m->n, m->a, m->b);
}

/* Where the world begins and ends along an axis of the mouth. */
static void set_reach(mouth *m, int which, const float along[3]) {
  lg_bounds world = lg_world_bounds(lg_emission_world(m->e));
  for (int k = 0; k < m->dim; k++) {
    double low = ((double)world.min[k] - (double)m->self->center[k]) * (double)along[k],
           high = ((double)world.max[k] - (double)m->self->center[k]) * (double)along[k];
    m->begins[which] += fmin(low, high);
    m->ends[which] += fmax(low, high);
  }
}

static mouth mouth_of(lg_emission *e, inlet *self) {
  const lg_world *w = lg_emission_world(e);
  mouth m = {.e = e, .self = self, .dim = lg_world_dim(w), .spacing = lg_world_spacing(w)};
  lg_bounds world = lg_world_bounds(w);
  float size[3] = {0, 0, 0}, away[3] = {0, 0, 0};

  /* farther than from the mouth across the world there is nothing to fill */
  for (int k = 0; k < m.dim; k++) {
    size[k] = world.max[k] - world.min[k];
    away[k] = self->center[k] - world.min[k];
  }
  m.far = lg_length(size) + lg_length(away);
  m.away = lg_length(away) > lg_length(size) + AWAY * m.spacing;

  /* as many as an int holds: only those in the world are gone through */
  m.across =
      lg_maxi((int)fminf(fminf(self->width, 2 * m.far) / m.spacing + 1e-3f, (float)(1 << 30)), 1);
  set_axes(&m);
  set_reach(&m, 0, m.n);
  set_reach(&m, 1, m.a);
  set_reach(&m, 2, m.b);
  for (int k = 0; k < 3; k++) m.v[k] = self->speed * m.n[k];
  return m;
}

/* In a pipe of PIPE spacings the jet goes as the pipe wants: without walls the pressure of its
   first layers, which have no fluid behind them, would throw it back. */
static bool holds(const lg_world *w, const void *user, const float x[3], float v[3]) {
  const inlet *self = user;
  float d[3], spacing = lg_world_spacing(w), length = lg_length(self->direction), along = 0,
              far2 = 0;

  for (int k = 0; k < 3; k++) {
    d[k] = k < lg_world_dim(w) ? x[k] - self->center[k] : 0;
    along += d[k] * self->direction[k] / length;
    far2 += d[k] * d[k];
  }

  /* half a spacing before the mouth, to the pipe's length behind it */
  float across2 = far2 - along * along, half = 0.5f * lg_maxf(self->width, spacing);
  if (!self->enabled || along < -0.5f * spacing || along > PIPE * spacing || across2 > half * half)
    return false;

  for (int k = 0; k < 3; k++) v[k] = self->speed * self->direction[k] / length;
  return true;
}

static void put(const mouth *m, float u, float v, double traveled) {
  float x[3];
  if (m->self->emitted >= m->self->max_particles) return;
  for (int k = 0; k < 3; k++)
    x[k] = m->self->center[k] + u * m->a[k] + v * m->b[k] + (float)traveled * m->n[k];
  if (lg_emit_occupied(m->e, x, TAKEN * m->spacing)) return;
  if (lg_emit(m->e, x, m->v, m->self->material)) m->self->emitted++;
}

/* Of the sites across on an axis, those that lie in the world, and one more on either side. */
static void sites_in_world(const mouth *m, int axis, float first, int *begin, int *end) {
  double spacing = (double)m->spacing, most = (double)m->across;
  *begin = (int)fmin(fmax(ceil(m->begins[axis] / spacing - (double)first) - 1, 0), most);
  *end = (int)fmin(fmax(floor(m->ends[axis] / spacing - (double)first) + 2, 0), most);
}

/* A layer that has gone so far (m): as many sites as the mouth's area, or width in 2-D, holds. */
static void layer(const mouth *m, double traveled) {
  float first = -0.5f * (float)(m->across - 1),
        radius = 0.5f * lg_maxf(m->self->width / m->spacing, 1);
  double spacing = (double)m->spacing;
  int low, high, lowest = 0, highest = 1;
  if (traveled < m->begins[0] - spacing || traveled > m->ends[0] + spacing) return;

  sites_in_world(m, 1, first, &low, &high);
  if (m->dim == 3) sites_in_world(m, 2, first, &lowest, &highest);
  for (int j = lowest; j < highest; j++)
    for (int i = low; i < high; i++) {
      float u = first + (float)i, v = m->dim == 3 ? first + (float)j : 0;
      if (m->dim == 2 || u * u + v * v <= radius * radius)
        put(m, u * m->spacing, v * m->spacing, traveled);
    }
}

static void emit(lg_emission *e, void *user) {
  inlet *self = user;
  if (!self->enabled) self->started = false;
  if (!self->enabled || self->speed <= 0 || self->emitted >= self->max_particles) return;
  mouth m = mouth_of(e, self);

  /* the first layer leaves at once */
  double spacing = (double)m.spacing;
  self->traveled = self->started ? self->traveled + (double)self->speed * (double)lg_emission_dt(e)
                                 : spacing;
  self->started = true;

  /* layers that are out of the world already are left out; so far out that nothing is left of a
     spacing, one begins anew */
  if (self->traveled > (double)m.far)
    self->traveled -= spacing * floor((self->traveled - (double)m.far) / spacing);
  bool lost = !(self->traveled >= 0 && self->traveled <= (double)m.far + 2 * spacing);
  if (lost || m.away) self->traveled = 0;

  /* The oldest of the layers that are due has gone farthest. */
  for (; self->traveled >= spacing * (1 - 1e-9) && self->emitted < self->max_particles;
       self->traveled -= spacing)
    layer(&m, self->traveled - spacing);
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  float length = lg_length(((const inlet *)self)->direction);
  (void)w;
  if (length > 0 && isfinite(length)) return true;
  return lg_explain(why, "inlet: direction of length %g leads nowhere; give one such as {1, 0}",
                    (double)length);
}

const lg_kind LG_KIND(emitter, inlet) = {.name = "inlet",
                                         .family = LG_FAMILY_EMITTER,
                                         .doc = "A pipe's mouth that feeds a packed jet.",
                                         .also = "jet|faucet|flow|stream|inflow",
                                         .size = sizeof(inlet),
                                         .params = rows,
                                         .state = state_fields,
                                         .check = check,
                                         .emitter = {.emit = emit, .holds = holds}};
