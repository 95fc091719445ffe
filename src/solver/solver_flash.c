/* flash - the fluid of a Flash demo of 2012: two kernels, springs of pressure between neighbours, a
   drag. Simple and soft.

   "Simulating fluid particles" (Clifford, cnblogs.com/flash3d, 2012), in its own words and order,
   with q = d / R:
   density     rho_i = sum_j (1 - q)^2, from below at least DENSITY                          (a
               count; j is not i)
   pressure    p_i = rho_i - DENSITY
   force       sum_j (1 - q) (p_i + p_j) / (2 rho_j) PRESSURE along x_ij
   drag        sum_j (1 - q) / rho_j VISCOSITY (v_j - v_i)
   Its handshake (each pair once, written to both) is a sum over all neighbours here, so that
   threads do not matter.

   The demo counts pixels and frames and gives its constants no values; here they follow from SI
   rows. With sums over the lattice of the world's spacing, s0 = sum (1 - q)^2, s1 = sum (1 - q) r,
   s2 = sum (1 - q) r^2, and by expanding p and v to first order:
     DENSITY = s0          the lattice is at rest; 2.45 at support 2.5
     c^2 = PRESSURE s1 / (2 dim)     speed of sound; PRESSURE is set so that c^2 = pressure x g H:
                                     at pressure = 10 the
                                     density rises by a tenth from the surface to the bottom (and c
                                     > rms |v| / 0.6)
     nu = VISCOSITY s2 / (2 dim s0)  VISCOSITY = drag c / R + 2 dim s0 nu / s2, nu = viscosity /
                                     density
   Scale of the demo: 1 pixel is 1 mm and 1 frame 1/60 s, so its box of 465 pixels is 0.465 m, a
   gravity of 0.05 pixels a frame^2 is 0.18 m/s2, and R = 16 pixels with support 2.5 is a spacing of
   6.4 mm.

   Shortcuts of the demo: 1 / rho_j instead of a symmetric weight does not conserve momentum
   exactly; a particle on a wall sees half a neighbourhood, so fluid is denser there; density from
   below means no tension; walls push, and one that does not slip holds what touches it (contacts),
   not the fluid beside it. It divides by d = 0: no push here. What lies where no flow puts it, such
   as particles that another solver let fall into each other, would be shot apart, or, in a
   line on the floor, never leave it: its rho counts as rho / c, it is moved apart
   (sph/crowding.h) and feels the walls. Longer than a kind should be: the demo's words need
   constants of their own, and what overlaps a wall. Not good at: staying incompressible,
   measuring anything (see wcsph, pcisph). */
#include "laguna_solver.h"

typedef struct flash {
  LG_MATERIAL_FIELDS;
  float support, pressure, drag;
  /* state */
  float sound_speed;  /* m/s */
  float acceleration; /* m/s2, the largest of the last sub-step */
} flash;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(flash),
    LG_ROW_FLOAT(flash, support, 2.5, 1.5, 6, "spacings",
                 "RANGE: how far particles feel each other"),
    LG_ROW_FLOAT(flash, pressure, 10, 0.1, 1000, "1",
                 "PRESSURE: the density rises by 1 / pressure from surface to bottom"),
    LG_ROW_FLOAT(flash, drag, 0.2, 0, 4, "1",
                 "VISCOSITY: how much neighbours slow each other, besides what `viscosity` says"),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {LG_KEEP_FLOAT(flash, sound_speed, 0, LG_HUGE),
                                              LG_KEEP_FLOAT(flash, acceleration, 0, LG_HUGE),
                                              LG_KEEP_END};

static const lg_column_def columns[] = {
    {"density", 1, "kg/m3", "from the count of neighbours, never below rest density"},
    {"pressure", 1, "Pa", "what the fluid's weight makes of it, from the count of neighbours"},
    LG_CROWDING_COLUMN,
    {NULL, 0, NULL, NULL}};

/* ---- the constants -------------------------------------------------------------------------- */

/* sums over the lattice, own site left out; w of (1 - q) */
typedef struct lattice {
  double s0, w, s1, s2;
} lattice;

static lattice lattice_sums(int dim, double spacing, double radius) {
  lattice sum = {0, 0, 0, 0};
  int n = (int)ceil(radius / spacing), nz = dim == 3 ? n : 0;
  for (int z = -nz; z <= nz; z++)
    for (int y = -n; y <= n; y++)
      for (int x = -n; x <= n; x++) {
        double r = spacing * sqrt((double)(x * x + y * y + z * z)), u = fmax(1 - r / radius, 0);
        if (r == 0) continue;

        /* u = 1 - q */
        sum.s0 += u * u;
        sum.w += u;
        sum.s1 += u * r;
        sum.s2 += u * r * r;
      }
  return sum;
}

/* the demo's; Pa per count of pressure */
typedef struct constants {
  double density, pressure, viscosity, pascal;
} constants;

static constants constants_of(const flash *solver, const lattice *l, int dim, double radius) {
  double c = (double)solver->sound_speed, nu = (double)solver->viscosity / (double)solver->density;
  constants k = {.density = l->s0, .pressure = 2 * dim * c * c / l->s1};
  k.viscosity = (double)solver->drag * c / radius + 2 * dim * l->s0 * nu / l->s2;
  k.pascal = (double)solver->density * c * c / l->s0;
  return k;
}

/* ---- density and pressure ------------------------------------------------------------------- */

typedef struct job {
  lg_step *s;
  constants k;
  lg_v4 *positions;                     /* pack {x, p} */
  lg_v4 *velocities;                    /* pack {v, 1 / rho} */
  float inverse;                        /* 1/m, 1 / R */
  float *density, *pressure, *crowding; /* columns, kg/m3, Pa, 1 (sph/crowding.h) */
  float *count, *excess;                /* the demo's rho (as 1 / rho) and p */
} job;

/* sum_j (1 - q)^2 */
LG_INLINE float counted(int dim, const job *j, size_t i) {
  lg_v8 sum = lg_v8_all(0);
  LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
    lg_pairs x = lg_pairs_of(dim, j->positions, i, at);
    lg_v8 u = lg_v8_max(1.0f - lg_v8_sqrt(x.r2) * j->inverse, lg_v8_all(0));
    sum += u * u;
  }
  return lg_v8_sum(sum);
}

/* density: rho_i, from below at least DENSITY. */
static lg_tally density_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_step *s = j->s;
  const float rest = (float)j->k.density, v0 = lg_cubef(s->spacing, s->dim);
  lg_tally error = {0};
  for (size_t i = begin; i < end; i++) {
    /* the demo's rho, and what it is in kg/m3 */
    float rho = lg_maxf(s->dim == 2 ? counted(2, j, i) : counted(3, j, i), rest);
    j->count[i] = 1.0f / rho;
    j->excess[i] = rho;
    j->density[i] = s->particles->mass[i] / v0 * (rho / rest);

    error.sum += (double)((rho - rest) / rest);
    error.most = lg_maxf(error.most, (rho - rest) / rest);
  }
  return error;
}

/* pressure: p_i = rho_i - DENSITY. */
static void pressure_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (size_t i = begin; i < end; i++) {
    float p = lg_maxf(j->excess[i] / j->crowding[i] - (float)j->k.density, 0);
    j->excess[i] = p;
    j->pressure[i] = (float)j->k.pascal * p;
  }
}

/* ---- forces --------------------------------------------------------------------------------- */

/* Acceleration of particle i by its neighbours, m/s2: PRESSURE and VISCOSITY. */
LG_INLINE void pair_forces(int dim, const job *j, size_t i, float out[3]) {
  const float half = 0.5f * (float)j->k.pressure, viscosity = (float)j->k.viscosity;
  const lg_v8 none = lg_v8_all(0), tiny = lg_v8_all(1e-12f);
  lg_v8 f[3] = {none, none, none};
  LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
    lg_pairs x = lg_pairs_of(dim, j->positions, i, at), v = lg_pairs_of(dim, j->velocities, i, at);

    /* (1 - q) / rho_j, and with it PRESSURE and VISCOSITY */
    lg_v8 r = lg_v8_sqrt(x.r2), weight = lg_v8_max(1.0f - r * j->inverse, none) * v.w;
    lg_v8 push = weight * (j->positions[i][3] + x.w) * half / lg_v8_max(r, tiny),
          drag = weight * viscosity;
    for (int k = 0; k < dim; k++) f[k] += push * x.d[k] - drag * v.d[k];
  }

  for (int k = 0; k < 3; k++) out[k] = k < dim ? lg_v8_sum(f[k]) : 0;
}

/* A wall's answer to the pressure of fluid that overlaps: it may lie in a line on the floor and
   would never leave it. */
LG_INLINE void wall_force(const job *j, size_t i, float out[3]) {
  float push = 2 * j->pressure[i] / j->density[i];
  for (int k = 0; k < j->s->dim; k++) out[k] -= push * j->s->walls->grad[k][i];
}

#define BREATH 1e-4f /* of p / (rho R) */

/* Particles that hit a wall lie in a line on it, and in a line they push along it alone: it would
   stand on end for ever. A breath of the pressure, each its own way by its id, bends what weighs on
   itself, and it falls. */
LG_INLINE void breathe(const job *j, size_t i, float out[3]) {
  const float most = BREATH * j->pressure[i] / j->density[i] * j->inverse,
              unit = most / 2147483648.0f; /* of whole numbers of 32 bits */
  for (int k = 0; k < j->s->dim; k++) {
    uint32_t way = (uint32_t)(3 * j->s->particles->id[i] + k) * 2654435769U; /* 2^32 / golden */
    out[k] += unit * (float)(int32_t)way;
  }
}

/* force and drag, v += dt a; the largest squared acceleration. */
static lg_tally force_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_particles *c = j->s->particles;
  const int dim = j->s->dim;
  lg_tally acceleration2 = {0};
  for (size_t i = begin; i < end; i++) {
    float f[3], a2 = 0;
    if (dim == 2) pair_forces(2, j, i, f);
    else pair_forces(3, j, i, f);
    if (j->crowding[i] > 1) wall_force(j, i, f);
    else breathe(j, i, f);

    /* v += dt a */
    for (int k = 0; k < dim; k++) {
      float a = c->a[k][i] + f[k];
      c->v[k][i] += j->s->dt * a;
      a2 += a * a;
    }
    acceleration2.most = lg_maxf(acceleration2.most, a2);
  }
  return acceleration2;
}

/* ---- terms of those that are watched --------------------------------------------------------- */

/* Of the density: its own words, in 1/m^dim. */
static float weight_of(const void *user, float distance) {
  const job *j = user;
  float u = lg_maxf(1 - distance * j->inverse, 0);
  return u * u / ((float)j->k.density * lg_cubef(j->s->spacing, j->s->dim));
}

static void tell(const job *j) {
  job push = *j, drag = *j;
  push.k.viscosity = drag.k.pressure = 0;

  LG_EACH_WATCHED(j->s, o) {
    float pressure[3], viscosity[3], wall[3] = {0, 0, 0};
    if (j->s->dim == 2)
      pair_forces(2, &push, o->at, pressure), pair_forces(2, &drag, o->at, viscosity);
    else pair_forces(3, &push, o->at, pressure), pair_forces(3, &drag, o->at, viscosity);
    bool overlaps = j->crowding[o->at] > 1;
    if (!overlaps) breathe(j, o->at, pressure);
    lg_term(o, "pressure", pressure);
    lg_term(o, "viscosity", viscosity);
    if (!overlaps) continue;
    wall_force(j, o->at, wall);
    lg_term(o, "wall_pressure", wall);
  }
}

/* ---- the step ------------------------------------------------------------------------------- */

static bool see_walls(lg_step *s) {
  lg_kernel kernel = lg_sph_kernel(s, LG_CUBIC_SPLINE);
  s->failed = !lg_walls_prepare(s->world, &kernel) || !lg_walls_sample(s->world, false);
  return !s->failed;
}

/* False: no memory. */
static bool prepare(const flash *solver, job *j) {
  lg_step *s = j->s;
  LG_STAGE(s->world, "solve/neighbors") s->failed = !lg_neighbors_build(s->world);
  if (s->failed || !lg_sph_room(s)) return !(s->failed = true);
  j->count = lg_scratch(s->world, 2 * s->n * sizeof(float));
  s->failed = !j->count;
  if (s->failed) return false;
  j->excess = j->count + s->n;

  /* the demo's constants */
  lattice l = lattice_sums(s->dim, (double)s->spacing, (double)s->radius);
  j->k = constants_of(solver, &l, s->dim, (double)s->radius);
  j->inverse = 1.0f / s->radius;

  j->positions = s->sph->pack[0];
  j->velocities = s->sph->pack[1];
  j->density = lg_step_column(s, "density");
  j->pressure = lg_step_column(s, "pressure");
  j->crowding = lg_step_column(s, "crowding");
  return true;
}

static void step(void *self, lg_step *s) {
  flash *solver = self;
  job j = {.s = s};
  if (s->n == 0 || !prepare(solver, &j)) return;

  /* the bottle's slosh gets to 1 + 2 sqrt(rise) */
  const float rise = 1 / solver->pressure, follow = 1 + lg_minf(rise, 0.1f),
              yield = 1 + lg_maxf(4 * sqrtf(rise), 2 * rise);
  float overlaps = 0;
  const lg_kernel line = lg_kernel_make(LG_CUBIC_SPLINE, s->dim, (double)s->radius);
  lg_watch_neighbors(s, &line, NULL, weight_of, &j);
  LG_STAGE(s->world, "solve/pack")
    lg_sph_pack(s, j.positions, s->particles->x, s->particles->mass, true);
  LG_STAGE(s->world, "solve/density") {
    lg_tally error = lg_sph_tally(s, density_block, &j);
    lg_sph_density_error(s, &error);
    overlaps = lg_crowding_update(s, j.density, NULL, j.crowding, yield, follow);
    lg_par_for(s->threads, s->n, pressure_block, &j);
  }
  LG_STAGE(s->world, "solve/pack") {
    lg_sph_pack(s, j.positions, s->particles->x, j.excess, true);
    lg_sph_pack(s, j.velocities, s->particles->v, j.count, false);
  }
  if (overlaps > 0 && !see_walls(s)) return;
  tell(&j);
  LG_STAGE(s->world, "solve/forces")
    solver->acceleration = sqrtf(lg_sph_tally(s, force_block, &j).most);
  lg_crowding_part(s, j.crowding, overlaps, j.positions);
}

#define STILL 6.0f /* spacings a second: slower flow needs no stiffer fluid */
#define MACH  0.6f /* the flow over the speed of sound: the demo's is about 1 */

/* m/s; of the fastest, a film that solids squeeze out would feed on the stiffness that its speed
   brings about. */
static float rms_speed(const lg_step *s) {
  double sum = 0;
  for (int k = 0; k < s->dim; k++)
    for (size_t i = 0; i < s->n; i++)
      sum += (double)s->particles->v[k][i] * (double)s->particles->v[k][i];
  return s->n > 0 ? (float)sqrt(sum / (double)s->n) : 0;
}

/* Once a frame: the speed of sound rises at once with the flow and follows it down slowly (half a
   second). */
static void begin(void *self, lg_step *s) {
  flash *solver = self;
  float still = lg_maxf(sqrtf(lg_length(s->gravity) * lg_sph_depth(s)), STILL * s->spacing);
  float wanted = lg_maxf(sqrtf(solver->pressure) * still, rms_speed(s) / MACH);
  solver->sound_speed = lg_maxf(wanted, solver->sound_speed * (1 - lg_minf(2 * s->dt, 1)));
}

#define COURANT 0.3 /* tried: at 0.5 the fluid at rest is as calm; a hit wants some reserve */

static double max_dt(void *self, lg_step *s, const char **limit) {
  const flash *solver = self;
  double radius = (double)s->radius;
  lattice l = lattice_sums(s->dim, (double)s->spacing, radius);
  constants k = constants_of(solver, &l, s->dim, radius);

  /* sound, drag, and the last sub-step's acceleration */
  double dt = COURANT * radius / (double)(solver->sound_speed + lg_max_speed(s));
  double viscous = k.viscosity > 0 ? 0.5 * l.s0 / (k.viscosity * l.w) : HUGE_VAL;
  double force = solver->acceleration > 0 ? 0.25 * sqrt(0.5 * radius / (double)solver->acceleration)
                                          : HUGE_VAL;

  *limit = "acoustic";
  dt = lg_sph_bound(dt, viscous, "viscous", limit);
  return lg_sph_bound(dt, force, "force", limit);
}

const lg_kind LG_KIND(solver, flash) = {
    .name = "flash",
    .family = LG_FAMILY_SOLVER,
    .size = sizeof(flash),
    .params = rows,
    .state = state_fields,
    .doc = "The soft fluid of a Flash demo: pressure and drag between neighbours, few steps, "
           "compressible; walls without slip hold only what lies on them.",
    .solver = {.columns = columns,
               .support = lg_sph_support,
               .begin = begin,
               .max_dt = max_dt,
               .step = step}};
