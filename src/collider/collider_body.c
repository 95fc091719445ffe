/* collider.body - a rigid body that the fluid moves: it floats, sinks, spins, and pushes back.

   m dv/dt = m g + F,   dL/dt = T,   L = I omega     F, T: minus all that it does to particles
                                                     (core/body/bodies.h), and contacts with
   walls, solids and other bodies (core/body/contacts.h). Mass, middle and inertia are integrated
   once over the signed distance, on a grid. It turns by exp(omega dt) with L kept: what nothing
   touches keeps its angular momentum, whatever its shape (in 3-D omega then wanders). What a
   sub-step moves it less than a float can tell is carried over to the next one.

   Pressure acts through wcsph, dfsph, pcisph, pbf and flip (with mgpcg, and without friction);
   elsewhere only hits move it. Lighter than a fiftieth of the fluid (the solver's density) it moves
   as if it weighed that much. Not good at: bodies thinner than about four spacings, which the fluid
   feels through. */
#include "laguna_solver.h"

typedef struct body {
  lg_id shape;
  float density;
  float mass;
  bool held;
  float friction;
  float restitution;
  int slip;
  float translation[3];
  float rotation[3];
  float velocity[3];
  float angular_velocity[3];
  LG_COLLIDER_FIELDS;
  /* state */
  float volume;    /* m^dim */
  float middle[3]; /* m, of mass, in the shape's frame */
  /* m^(dim+2): inertia of density 1 about the middle, in the shape's frame; in 2-D [2][2] only */
  float second[3][3];
  double pending_shift[3]; /* m, gone and not yet in translation */
  float pending_turn[3];   /* rad, turned and not yet in rotation */
} body;

static const lg_param rows[] = {
    LG_ROW_(body, shape, LG_SHAPE, 0, 0, 0, 0, 0, 0, "", NULL, "what is solid",
            LG_REQUIRED | LG_RESTART),
    LG_ROW_FLOAT(body, density, 500, 0, LG_HUGE, "kg/m3", "of the body"),
    LG_ROW_FLOAT(body, mass, 0, 0, LG_HUGE, "kg", "besides density x volume, spread as that is"),
    LG_ROW_BOOL(body, held, false,
                "nothing pushes it: it goes as its velocity says, as a hand that drags it does"),
    LG_ROW_FLOAT(body, friction, 0.2, 0, LG_HUGE, "1",
                 "Coulomb coefficient; of two solids the geometric mean counts"),
    LG_ROW_FLOAT(body, restitution, 0.2, 0, 1, "1",
                 "how much of the speed of a hit comes back; of two solids the larger counts"),
    LG_ROW_CHOICE(body, slip, 0, "free|no", "whether a fluid slides along it or sticks to it"),
    LG_ROW_VEC(body, translation, 0, 0, 0, "m", "where the origin of the shape is"),
    LG_ROW_AXIAL(body, rotation, "rad",
                 "how it is turned: an angle in 2-D, axis times angle in 3-D"),
    LG_ROW_VEC(body, velocity, 0, 0, 0, "m/s", "of its centre of mass"),
    LG_ROW_AXIAL(body, angular_velocity, "rad/s", "turns it about its centre of mass"),
    LG_COLLIDER_ROWS(body),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {
    LG_KEEP_FLOAT(body, volume, 0, LG_HUGE),
    LG_KEEP_FLOAT(body, middle, -LG_HUGE, LG_HUGE),
    LG_KEEP_FLOAT(body, second, -LG_HUGE, LG_HUGE),
    LG_KEEP_DOUBLE(body, pending_shift, -LG_HUGE, LG_HUGE),
    LG_KEEP_FLOAT(body, pending_turn, -LG_HUGE, LG_HUGE),
    LG_KEEP_END};

/* ---- what it weighs ------------------------------------------------------------------------- */

typedef struct sums {
  double volume, first[3], second[3][3];
} sums;

static void add_cell(sums *s, const lg_world *w, const body *b, const float p[3], float cell,
                     double size) {
  /* a flat face through it */
  double part = size * (double)lg_clampf(0.5f - lg_shape_distance(w, b->shape, p) / cell, 0, 1);
  s->volume += part;
  for (int i = 0; i < 3; i++) {
    s->first[i] += part * (double)p[i];
    for (int j = 0; j < 3; j++) s->second[i][j] += part * (double)p[i] * (double)p[j];
  }
}

/* Cubic cells, one more around: the cells that the surface passes through count by the part that is
   inside. */
static void integrate_mass(const lg_world *w, body *b, const float lo[3], const float hi[3]) {
  int dim = lg_world_dim(w), n[3] = {1, 1, 1};
  sums s = {0, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  float longest = 0, p[3] = {0, 0, 0};

  /* cells: so many along the longest side */
  for (int k = 0; k < dim; k++) longest = lg_maxf(longest, hi[k] - lo[k]);
  float cell = longest / (dim == 2 ? 256 : 64);
  for (int k = 0; k < dim; k++) n[k] = (int)ceilf((hi[k] - lo[k]) / cell - 1e-3f) + 2;

  for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
    const int at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
    for (int k = 0; k < dim; k++)
      p[k] = 0.5f * (lo[k] + hi[k]) + ((float)at[k] + 0.5f - 0.5f * (float)n[k]) * cell;
    add_cell(&s, w, b, p, cell, pow((double)cell, dim));
  }

  /* mass, centre, and inertia about the centre (parallel axes) */
  b->volume = (float)s.volume;
  double trace = 0, m[3] = {0, 0, 0};
  for (int k = 0; k < dim; k++) {
    m[k] = s.first[k] / s.volume;
    b->middle[k] = (float)m[k];
  }
  for (int k = 0; k < 3; k++) trace += s.second[k][k] - s.volume * m[k] * m[k];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      b->second[i][j] = (float)((i == j ? trace : 0) - s.second[i][j] + s.volume * m[i] * m[j]);
}

static bool load(lg_world *w, void *self, lg_why *why) {
  body *b = self;
  float lo[3] = {0, 0, 0}, hi[3] = {0, 0, 0};

  /* a box that float cannot hold has no end either, and one without a side no cells */
  bool ends = lg_shape_bounds(w, b->shape, lo, hi), wide = false;
  for (int k = 0; k < lg_world_dim(w); k++) {
    ends = ends && isfinite(hi[k] - lo[k]);
    wide = wide || hi[k] > lo[k];
  }
  if (!ends)
    return lg_explain(
        why,
        "body: its shape has no end, so it has no mass; give one such as a box or a sphere, or "
        "a formula with `within`");
  if (!wide)
    return lg_explain(why, "body: its shape is a point, so it has no mass; make it larger");

  integrate_mass(w, b, lo, hi);
  if (b->volume > 0) return true;
  return lg_explain(why, "body: its shape encloses nothing; make it larger or turn it inside out");
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  const body *b = self;
  (void)w;
  if (b->density > 0 || b->mass > 0) return true;
  return lg_explain(
      why, "body: density and mass are both 0; give one of them (or held = true and any density)");
}

/* ---- how it moves --------------------------------------------------------------------------- */

static float weight(const body *b) { return b->density * b->volume + b->mass; }

static void centre(const body *b, const lg_rotation *r, float out[3]) {
  lg_rotate(r, b->middle, out);
  lg_axpy(1, b->translation, out);
}

/* R I R^T in world axes, kg m2. */
static void world_inertia(const body *b, const lg_rotation *r, double out[3][3]) {
  double scale = (double)(weight(b) / b->volume);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      out[i][j] = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          out[i][j] += scale * (double)r->m[i][k] * (double)b->second[k][l] * (double)r->m[j][l];
    }
}

/* Inverse by cofactors; in 2-D only [2][2] counts. */
static void invert(int dim, double m[3][3], double out[3][3]) {
  memset(out, 0, 9 * sizeof(double));
  if (dim == 2) {
    out[2][2] = 1 / m[2][2];
    return;
  }

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      /* the cofactor of [j][i] */
      int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
      out[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
    }
  double det = m[0][0] * out[0][0] + m[0][1] * out[1][0] + m[0][2] * out[2][0];
  for (int i = 0; i < 9; i++) out[i / 3][i % 3] /= det;
}

static void inertia(const lg_world *w, const void *self, lg_inertia *out) {
  const body *b = self;
  lg_rotation r = lg_rotation_of(b->rotation);
  double m[3][3];
  memset(out, 0, sizeof *out);
  centre(b, &r, out->centre);
  memcpy(out->velocity, b->velocity, sizeof out->velocity);
  memcpy(out->angular, b->angular_velocity, sizeof out->angular);
  out->mass = weight(b);
  out->volume = b->volume;

  /* of one that a hand holds nothing can be moved */
  if (b->held) return;
  out->lightness = 1 / (double)out->mass;
  world_inertia(b, &r, m);
  invert(lg_world_dim(w), m, out->inverse);
}

static void face(const void *self, lg_face *out) {
  const body *b = self;
  lg_rotation r = lg_rotation_of(b->rotation);
  float arm[3], spin[3];
  lg_rotate(&r, b->middle, arm);
  lg_cross(b->angular_velocity, arm, spin);

  out->shape = b->shape;
  memcpy(out->translation, b->translation, sizeof out->translation);
  memcpy(out->rotation, b->rotation, sizeof out->rotation);
  /* of the shape's origin */
  for (int k = 0; k < 3; k++) out->velocity[k] = b->velocity[k] - spin[k];
  memcpy(out->angular, b->angular_velocity, sizeof out->angular);
  out->friction = b->friction;
  out->restitution = b->restitution;
  out->slip = b->slip;
  out->contact_angle = b->contact_angle;
}

static void push(void *self, const lg_inertia *now, const double shift[3], const double turn[3]) {
  body *b = self;
  memcpy(b->velocity, now->velocity, sizeof b->velocity);
  memcpy(b->angular_velocity, now->angular, sizeof b->angular_velocity);
  for (int k = 0; k < 3; k++) {
    b->pending_shift[k] += shift[k];
    b->pending_turn[k] += (float)turn[k];
  }
}

/* Turns it about its centre and keeps the angular momentum. */
static void rotate(const lg_world *w, body *b) {
  lg_rotation before = lg_rotation_of(b->rotation), step = lg_rotation_of(b->pending_turn),
              after = lg_rotation_then(&before, &step);
  float from[3], to[3];
  double old[3][3], new[3][3], inverse[3][3], l[3] = {0, 0, 0};
  centre(b, &before, from);

  /* its pose, about the centre of mass */
  lg_rotation_axis(&after, b->rotation);
  memset(b->pending_turn, 0, sizeof b->pending_turn);
  after = lg_rotation_of(b->rotation);
  centre(b, &after, to);
  for (int k = 0; k < 3; k++) b->pending_shift[k] += (double)from[k] - (double)to[k];

  /* L = I omega stays */
  if (lg_world_dim(w) == 2 || b->held) return;
  world_inertia(b, &before, old);
  world_inertia(b, &after, new);
  invert(3, new, inverse);
  for (int i = 0; i < 9; i++) l[i / 3] += old[i / 3][i % 3] * (double)b->angular_velocity[i % 3];
  for (int i = 0; i < 3; i++)
    b->angular_velocity[i] =
        (float)(inverse[i][0] * l[0] + inverse[i][1] * l[1] + inverse[i][2] * l[2]);
}

#define LEAST_TURN 1e-5f /* rad: less is carried over */

static void move(const lg_world *w, void *self, float dt) {
  body *b = self;
  lg_bounds bounds = lg_world_bounds(w);
  lg_axpy(dt, b->angular_velocity, b->pending_turn);
  if (lg_length(b->pending_turn) > LEAST_TURN) rotate(w, b);

  /* what a float cannot tell of the way is carried over */
  for (int k = 0; k < bounds.dim; k++) {
    double to = (double)b->translation[k] + b->pending_shift[k] +
                (double)dt * (double)b->velocity[k];
    b->translation[k] = (float)to;
    b->pending_shift[k] = to - (double)b->translation[k];
  }

  /* along periodic axes it comes back in on the other side */
  lg_rotation r = lg_rotation_of(b->rotation);
  float at[3];
  centre(b, &r, at);
  for (int k = 0; k < bounds.dim; k++) {
    if (lg_world_edge(w, k, 0) != LG_EDGE_PERIODIC) continue;
    float period = bounds.max[k] - bounds.min[k];
    b->translation[k] += at[k] < bounds.min[k] ? period : at[k] >= bounds.max[k] ? -period : 0;
  }
}

const lg_kind LG_KIND(collider, body) = {
    .name = "body",
    .family = LG_FAMILY_COLLIDER,
    .doc = "A rigid body that the fluid moves: it floats, sinks and spins.",
    .also = "rigid|rigid_body|dynamic|floating|free",
    .size = sizeof(body),
    .params = rows,
    .state = state_fields,
    .check = check,
    .create = load,
    .collider = {.face = face, .move = move, .inertia = inertia, .push = push}};
