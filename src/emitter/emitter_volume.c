/* emitter.volume - fills a shape with a lattice of particles, once or again and again.

   Lattices have one particle per spacing^dim: square (cubic in 3-D) with edge 1; hex in 2-D with
   edge 1.0746 = sqrt(2 / sqrt 3), rows 0.9306 apart; hex in 3-D is body-centred cubic with edge
   1.2599 = 2^(1/3), layers half an edge apart. They start half a spacing inside the shape's box, or
   inside the world where the shape sticks out of it, so that a column that stands on a wall is
   spacing / 2 away from it. A shape without a box is filled as far as the world goes.

   Unlike the notes this follows, a site counts as taken only by what is nearer than its lattice
   neighbours would be, so the particles of one fill never displace each other, and a one-shot looks
   at the others' particles too. */
#include "laguna_solver.h"

typedef struct volume {
  lg_id shape;
  lg_id bounds;
  lg_id material;
  int lattice;
  float jitter;
  bool one_shot;
  float interval;
  int64_t max_particles;
  bool allow_overlapping;
  float velocity[3];
  float angular_velocity[3];
  lg_id filter;
  lg_id set;
  bool enabled;
  bool fired;    /* state */
  double due;    /* s, time of the next fill */
  int64_t tried; /* sites so far: the key of their random numbers */
  int64_t emitted;
} volume;
enum { SQUARE, HEX };

static const lg_param rows[] = {
    LG_ROW_REF(volume, shape, LG_SHAPE, LG_REQUIRED, "what is filled"),
    LG_ROW_REF(volume, material, LG_MATERIAL, 0,
               "what the particles are made of; without it, of the solver's values"),
    LG_ROW_REF(volume, bounds, LG_SHAPE, 0,
               "a second shape, beyond which nothing is filled; without it, only the world ends "
               "the lattice"),
    LG_ROW_CHOICE(volume, lattice, SQUARE, "square|hex",
                  "square (cubic), or hex: hexagonal in 2-D, body-centred cubic in 3-D"),
    LG_ROW_FLOAT(volume, jitter, 0, 0, 1, "1",
                 "moves each particle by this share of half a spacing, some way inside the shape"),
    LG_ROW_BOOL(volume, one_shot, true, "fills once; off: again and again, wherever there is room"),
    LG_ROW_FLOAT(volume, interval, 0, 0, LG_HUGE, "s",
                 "time between two fills, if not one-shot; 0 fills in every sub-step"),
    LG_ROW_INT(volume, max_particles, 100000000, 0, LG_HUGE, "1", "stops after as many"),
    LG_ROW_BOOL(volume, allow_overlapping, false, "fills sites that are taken already"),
    LG_ROW_VEC(volume, velocity, 0, 0, 0, "m/s",
               "of the particles; in Lua also a function of the place, function(p, t) ... end"),
    LG_ROW_AXIAL(volume, angular_velocity, "rad/s",
                 "spin about the middle of the shape's box, added to the velocity"),
    LG_ROW_FILTER(volume),
    LG_ROW_SET(volume),
    LG_ROW_BOOL(volume, enabled, true, "off: fills nothing, and a one-shot waits"),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {
    LG_KEEP_BOOL(volume, fired), LG_KEEP_DOUBLE(volume, due, -LG_HUGE, LG_HUGE),
    LG_KEEP_INT(volume, tried, 0, LG_WHOLE_MAX), LG_KEEP_INT(volume, emitted, 0, LG_WHOLE_MAX),
    LG_KEEP_END};

typedef struct fill { /* one pass over the lattice */
  lg_emission *e;
  volume *self;
  const lg_world *w;
  int dim;
  float spacing, lo[3], hi[3]; /* m, the region: the shape's box inside the world */
  float limit[3];              /* m, sites end here: half a spacing inside the world */
  float middle[3];             /* m, of the spin */
  bool test;                   /* for particles that are there already */
} fill;

/* Signed distance of what is filled: inside the shape, and inside its bounds where it has some. */
static float depth(const fill *f, const float x[3]) {
  float d = lg_shape_distance(f->w, f->self->shape, x);
  return f->self->bounds ? lg_maxf(d, lg_shape_distance(f->w, f->self->bounds, x)) : d;
}

/* A unit vector, uniform (Marsaglia 1972): a point of the unit disc by rejection, lifted onto the
   sphere in 3-D. */
static void direction(const fill *f, uint64_t site, float out[3]) {
  float u[4], a = 1, b = 0, s = 1;

  /* a point of the unit disc */
  for (uint32_t lane = 0; lane < 32; lane++) {
    lg_emit_random(f->e, site, lane, u);
    a = 2 * u[0] - 1;
    b = 2 * u[1] - 1;
    s = a * a + b * b;
    if (s > 1e-6f && s <= 1) break;
  }

  float lift = f->dim == 2 ? 1 / sqrtf(s) : 2 * sqrtf(lg_maxf(1 - s, 0));
  out[0] = a * lift;
  out[1] = b * lift;
  out[2] = f->dim == 2 ? 0 : 1 - 2 * s;
}

/* Where jitter puts the particle of a site: never out of the shape, where it stays on its site. */
static void displace(const fill *f, const float site[3], uint64_t number, float x[3]) {
  float away[3];
  memcpy(x, site, 3 * sizeof *x);
  if (f->self->jitter == 0) return;
  direction(f, number, away);
  lg_axpy(0.5f * f->self->jitter * f->spacing, away, x);
  if (depth(f, x) > 0) memcpy(x, site, 3 * sizeof *x);
}

static void try_site(fill *f, const float site[3]) {
  volume *self = f->self;
  float x[3], arm[3], spin[3], v[3];
  uint64_t number = (uint64_t)self->tried++;
  if (self->emitted >= self->max_particles) return;

  /* is there room for it, in the shape and among the others? */
  for (int k = 0; k < f->dim; k++)
    if (site[k] > f->limit[k]) return;
  /* The margin decides for sites on the surface itself, where rounding would: they are outside. */
  if (depth(f, site) > -1e-3f * f->spacing) return;
  /* Its own particle is at most jitter / 2 away, its neighbours' at least 1 - jitter / 2. */
  float taken = lg_maxf(0.99f * (1 - 0.5f * self->jitter), 0.505f) * f->spacing;
  if (f->test && lg_emit_occupied(f->e, site, taken)) return;

  /* its velocity: the spin about the middle, and that of all */
  displace(f, site, number, x);
  for (int k = 0; k < 3; k++) arm[k] = x[k] - f->middle[k];
  lg_cross(self->angular_velocity, arm, spin);
  for (int k = 0; k < 3; k++) v[k] = self->velocity[k] + spin[k];
  if (lg_emit(f->e, x, v, self->material)) self->emitted++;
}

/* Sites at lo + start + i step below hi. Counted from the start, so that a box of k spacings has
   exactly k. */
static int sites(const fill *f, int axis, float start, float step) {
  double room = ((double)f->hi[axis] - (double)f->lo[axis] - (double)start) / (double)step;
  return room < 0 ? 0 : (int)fmin(room + 1e-3, 1e6) + 1;
}

/* Row after row along x. Odd rows are shifted by `shift` in x (hex); with `body` odd layers are, in
   x and in y (BCC). */
static void walk(fill *f, const float step[3], float shift, bool body) {
  float half = 0.5f * f->spacing, x[3] = {0, 0, 0};
  int layers = f->dim == 3 ? sites(f, 2, half, step[2]) : 1;
  for (int l = 0; l < layers; l++) {
    float odd_layer = body && l % 2 ? shift : 0;
    int lines = sites(f, 1, half + odd_layer, step[1]);
    if (f->dim == 3) x[2] = f->lo[2] + half + (float)l * step[2];

    /* lines of a layer */
    for (int j = 0; j < lines; j++) {
      float start = half + (body ? odd_layer : j % 2 ? shift : 0);
      x[1] = f->lo[1] + half + odd_layer + (float)j * step[1];

      for (int i = 0, n = sites(f, 0, start, step[0]); i < n; i++) {
        x[0] = f->lo[0] + start + (float)i * step[0];
        try_site(f, x);
      }
    }
  }
}

static fill fill_of(lg_emission *e, volume *self) {
  const lg_world *w = lg_emission_world(e);
  lg_bounds world = lg_world_bounds(w);
  fill f = {.e = e, .self = self, .w = w, .dim = world.dim, .spacing = lg_world_spacing(w)};
  float lo[3], hi[3];
  bool boxed = lg_shape_bounds(w, self->shape, f.lo, f.hi),
       bounded = self->bounds && lg_shape_bounds(w, self->bounds, lo, hi);

  /* the region: what the shape, its bounds and the world have in common */
  for (int k = 0; k < world.dim; k++) {
    f.middle[k] = boxed ? 0.5f * (f.lo[k] + f.hi[k]) : 0.5f * (world.min[k] + world.max[k]);
    f.lo[k] = boxed ? lg_maxf(f.lo[k], world.min[k]) : world.min[k];
    f.hi[k] = boxed ? lg_minf(f.hi[k], world.max[k]) : world.max[k];
    if (bounded) f.lo[k] = lg_maxf(f.lo[k], lo[k]);
    if (bounded) f.hi[k] = lg_minf(f.hi[k], hi[k]);
    f.limit[k] = world.max[k] - 0.49f * f.spacing;
  }

  f.test = !self->allow_overlapping && lg_world_count(w) > 0;
  return f;
}

static void emit(lg_emission *e, void *user) {
  volume *self = user;
  double now = lg_emission_time(e);
  bool wanted = !self->fired || (!self->one_shot && now >= self->due);
  if (!self->enabled || !wanted || self->emitted >= self->max_particles) return;

  self->fired = true;
  self->due = now + (double)self->interval * (1 - 1e-6); /* sub-step times carry rounding */

  /* steps of lattices of one particle a spacing^dim: hexagonal in 2-D, body-centred in 3-D */
  fill f = fill_of(e, self);
  float hex = 1.0745699f * f.spacing, row = 0.9306049f * f.spacing, bcc = 1.2599210f * f.spacing;
  if (self->lattice == SQUARE) walk(&f, (float[3]){f.spacing, f.spacing, f.spacing}, 0, false);
  else if (f.dim == 2) walk(&f, (float[3]){hex, row, 0}, 0.5f * hex, false);
  else walk(&f, (float[3]){bcc, bcc, 0.5f * bcc}, 0.5f * bcc, true);
}

static bool spent(const void *user) {
  const volume *self = user;
  return self->fired && self->one_shot;
}

const lg_kind LG_KIND(emitter, volume) = {.name = "volume",
                                          .family = LG_FAMILY_EMITTER,
                                          .doc = "Fills a shape with a lattice of particles.",
                                          .also = "box|fluid|block|shape|fill|region|water",
                                          .size = sizeof(volume),
                                          .params = rows,
                                          .state = state_fields,
                                          .emitter = {.emit = emit, .spent = spent, .fills = true}};
