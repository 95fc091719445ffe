/* emitter.point - a nozzle: particles leave one point at a steady rate, into a cone about a
   direction.

   A particle whose birth falls at time b inside the interval to fill starts speed x (now - b) down
   its way, so that the stream is even whatever the sub-steps are. Directions are uniform over the
   cone's solid angle (its angle in 2-D). Where the solver is a fluid's, a particle that would be
   born nearer than three quarters of a spacing to another is not born: no fluid fits there. For a
   jet without gaps use an inlet. */
#include "laguna_solver.h"

#define MOST 1e6 /* births in a sub-step: 0.1 s of the highest rate */

typedef struct point {
  lg_id material;
  float center[3];
  float direction[3];
  float speed;
  float speed_max;
  float spread;
  float rate;
  int64_t max_particles;
  lg_id filter;
  lg_id set;
  bool enabled;
  bool allow_overlapping;
  bool started;  /* state: the first particle is born at once */
  double owed;   /* births since the last particle, below 1 between sub-steps */
  int64_t tried; /* births so far: the key of their random numbers */
  int64_t emitted;
} point;

static const lg_param rows[] = {
    LG_ROW_VEC(point, center, 0, 0, 0, "m", "the nozzle"),
    LG_ROW_REF(point, material, LG_MATERIAL, 0,
               "what the particles are made of; without it, of the solver's values"),
    LG_ROW_VEC(point, direction, 0, 1, 0, "1", "middle of the cone, of any length"),
    LG_ROW_FLOAT(point, speed, 1, 0, LG_HUGE, "m/s", "speed at the nozzle"),
    LG_ROW_FLOAT(point, speed_max, 0, 0, LG_HUGE, "m/s",
                 "above `speed`: speeds are drawn evenly from `speed` to here"),
    LG_ROW_FLOAT(point, spread, 0, 0, LG_PI, "rad", "half the opening of the cone"),
    LG_ROW_FLOAT(point, rate, 100, 0, 1e7, "1/s", "particles a second"),
    LG_ROW_INT(point, max_particles, 1000000, 0, LG_HUGE, "1", "stops after as many"),
    LG_ROW_FILTER(point),
    LG_ROW_SET(point),
    LG_ROW_BOOL(point, enabled, true, "off: nothing leaves"),
    LG_ROW_BOOL(point, allow_overlapping, false, "fluid may be born where fluid is"),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {
    LG_KEEP_BOOL(point, started), LG_KEEP_DOUBLE(point, owed, 0, 1),
    LG_KEEP_INT(point, tried, 0, LG_WHOLE_MAX), LG_KEEP_INT(point, emitted, 0, LG_WHOLE_MAX),
    LG_KEEP_END};

/* A direction in the cone about unit vector n: cos(angle) evenly from 1 to cos(spread) makes the
   solid angle uniform. */
static void direction3(const float n[3], double spread, const float u[4], float out[3]) {
  double along = 1 - (double)u[0] * (1 - lg_math_cos(spread)),
         across = sqrt(fmax(1 - along * along, 0)), turn = 2 * LG_PI * (double)u[1];

  /* a and b: unit vectors across n, and across each other */
  float helper[3] = {0, 0, 0}, a[3], b[3];
  helper[fabsf(n[0]) < 0.6f ? 0 : 1] = 1;
  lg_cross(n, helper, a);
  float length = lg_length(a);
  for (int k = 0; k < 3; k++) a[k] /= length;
  lg_cross(n, a, b);
  for (int k = 0; k < 3; k++)
    out[k] = (float)(along * (double)n[k] + across * (lg_math_cos(turn) * (double)a[k] +
                                                      lg_math_sin(turn) * (double)b[k]));
}

static void direction2(const float n[3], double spread, const float u[4], float out[3]) {
  double turn = (2 * (double)u[0] - 1) * spread, c = lg_math_cos(turn), s = lg_math_sin(turn);
  out[0] = (float)(c * (double)n[0] - s * (double)n[1]);
  out[1] = (float)(s * (double)n[0] + c * (double)n[1]);
  out[2] = 0;
}

/* Particles without neighbours, and those of a grid, may share a place. */
static bool has_neighbors(const lg_world *w) {
  return lg_kind_of(w, lg_solver_id(w))->solver.support != NULL;
}

/* One particle that left the nozzle `since` seconds ago. */
static void launch(lg_emission *e, point *p, const float n[3], double since) {
  const lg_world *w = lg_emission_world(e);
  float u[4], x[3], v[3];
  lg_emit_random(e, (uint64_t)p->tried++, 0, u);
  if (lg_world_dim(w) == 2) direction2(n, (double)p->spread, u, v);
  else direction3(n, (double)p->spread, u, v);

  /* where it has got to by now */
  float speed = p->speed + u[2] * lg_maxf(p->speed_max - p->speed, 0);
  for (int k = 0; k < 3; k++) {
    v[k] *= speed;
    x[k] = p->center[k] + v[k] * (float)since;
  }

  if (!p->allow_overlapping && has_neighbors(w) &&
      lg_emit_occupied(e, x, 0.75f * lg_world_spacing(w)))
    return;
  if (lg_emit(e, x, v, p->material)) p->emitted++;
}

static void emit(lg_emission *e, void *self) {
  point *p = self;
  if (!p->enabled || p->rate <= 0) return;
  p->owed += p->started ? (double)p->rate * (double)lg_emission_dt(e) : 1;
  p->started = true;
  float n[3], length = lg_length(p->direction);
  for (int k = 0; k < 3; k++) n[k] = p->direction[k] / length;

  /* the oldest first; of more than a sub-step can hold the oldest are left out, unborn */
  if (p->owed > MOST) p->owed -= floor(p->owed - MOST);
  for (; p->owed >= 1 && p->emitted < p->max_particles; p->owed -= 1)
    launch(e, p, n, (p->owed - 1) / (double)p->rate);
  p->owed -= floor(p->owed);
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  float length = lg_length(((const point *)self)->direction);
  (void)w;
  if (length > 0 && isfinite(length)) return true;
  return lg_explain(why, "point: direction of length %g leads nowhere; give one such as {0, 1}",
                    (double)length);
}

const lg_kind LG_KIND(emitter,
                      point) = {.name = "point",
                                .family = LG_FAMILY_EMITTER,
                                .doc = "A nozzle: particles leave one point at a steady rate.",
                                .also = "tap|source|nozzle|spray",
                                .size = sizeof(point),
                                .params = rows,
                                .state = state_fields,
                                .check = check,
                                .emitter = {.emit = emit}};
