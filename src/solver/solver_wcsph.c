/* wcsph - weakly compressible SPH: pressure from density through a stiff equation of state
   (Monaghan 1994; Becker & Teschner 2007).

   density         rho_i = m_i (sum_j W_ij + s_i / V0)             s_i: the walls' volume fraction,
                                                                   V0 = spacing^dim
   Tait            p_i = rho0 c0^2 / 7 ((rho_i / rho0)^7 - 1), >= 0     (Becker & Teschner 2007)
   momentum        m_i dv_i/dt = -sum_j (V_i^2 p_i + V_j^2 p_j) grad W_ij / M,
                   V = m / rho, M: what these sums make of a gradient in the full lattice
                   (conserves momentum; several materials: Solenthaler & Pajarola 2008)
   viscosity       + sum_j V_i V_j 2 mu F_ij v_ij                  (Morris, Fox & Zhu 1997)
   artificial      + sum_j V_i V_j alpha c0 R/2 rho0 (v_ij . x_ij) / (r^2 + eta^2) F_ij x_ij
                                                                   (Monaghan 1992; here also
                                                                   where a pair parts), less than
                                                                   alpha by 2 (dim + 2) mu, what
                                                                   the fluid's own viscosity does
                                                                   (Monaghan 2005, sec. 4.2; of
                                                                   materials the thinnest's, and
                                                                   rho0 the harmonic mean of both:
                                                                   the denser one's shakes a light
                                                                   layer on it to pieces)
   core            + sum_j V_i V_j CORE c0^2 rho_min / (V0 dx^3) max(0.6 dx - r, 0) x_ij
                                                                   a surface's topmost row would
                                                                   else sink into the next one,
                                                                   which lacks neighbours above
   damper          p_i += damping c0 R/2 D rho_i / Dt              (bulk viscosity against sound:
                                                                   Sun et al. 2023)
                   F_ij = W'(r) / r, eta^2 = 0.01 (R/2)^2
   others          xsph, hyperviscosity, surface tension, vorticity confinement, shifting:
                   sph/forces.h
   walls           the fluid's pressure, smoothed, along grad s, and the weight of what the wall
                   stands for (walls.h)
   rho0 is c rho0 where fluid lies in fluid (sph/crowding.h).

   c0 = stiffness x max(sqrt(g H), |v|, sqrt(sigma / (2 rho0 dx))), so that density varies by about
   1 / stiffness^2: 1 % at 10. With R = 3.4 dx in 2-D a tank comes to rest (|v| < 5e-3 sqrt(g H)),
   with 3.2 dx once in a while it does not. dt <= courant (R/2) / (c0 + |v|) (0.4 in Becker &
   Teschner 2007), and what is explicit has limits of its own: tried with dam breaks and a tank that
   turns over, alpha overshoots from dt = 0.75 (R/2) / (alpha c0) on, damping from 0.3 (R/2) /
   (damping c0) on. So steps are many and small. Not good at: stiff tanks in real time (see pcisph,
   dfsph); layers 1000 times lighter than what they lie on, which stir at 0.1 m/s (100 times: 0.01).
   Longer than a kind should be: all forces between pairs are one loop of its own, which is what
   makes it fast. */
#include "laguna_solver.h"

typedef struct wcsph {
  LG_MATERIAL_FIELDS;
  LG_SPH_FIELDS; /* but cfl: a sub-step is bound by sound */
  float stiffness, courant, alpha, damping;
  /* state */
  float sound_speed;  /* m/s */
  float moment;       /* M */
  float acceleration; /* m/s2, the largest of the last sub-step */
  float unshifted;    /* s since the last shifting */
} wcsph;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(wcsph),
    LG_SPH_ROWS(wcsph, 0, 0, 1),
    LG_SPH_KERNEL_ROW(wcsph),
    LG_ROW_BY_DIM(wcsph, support, 3.4, 2.3, 1.5, 6, "spacings", "support radius"),
    LG_ROW_FLOAT(wcsph, stiffness, 10, 5, 100, "1",
                 "speed of sound over the fastest flow: density varies by about 1 / stiffness^2"),
    LG_ROW_FLOAT(wcsph, courant, 0.35, 0.01, 0.6, "R/2", "how far sound may travel in a sub-step"),
    LG_ROW_FLOAT(wcsph, alpha, 0.1, 0, 2, "1",
                 "artificial viscosity, where the fluid's own does less"),
    LG_ROW_FLOAT(wcsph, damping, 0.8, 0, 2, "1", "damps sound waves, not the flow"),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {LG_KEEP_FLOAT(wcsph, sound_speed, 0, LG_HUGE),
                                              LG_KEEP_FLOAT(wcsph, moment, 0, 2),
                                              LG_KEEP_FLOAT(wcsph, acceleration, 0, LG_HUGE),
                                              LG_KEEP_FLOAT(wcsph, unshifted, 0, 1), LG_KEEP_END};

static const lg_column_def columns[] = {
    {"density", 1, "kg/m3", "SPH density, walls included"},
    {"pressure", 1, "Pa", "from the Tait equation, never negative"},
    LG_CROWDING_COLUMN,
    {NULL, 0, NULL, NULL}};

/* ---- density and pressure ------------------------------------------------------------------- */

typedef struct job {
  const wcsph *solver;
  lg_step *s;
  lg_kernel kernel;
  lg_v4 *positions;                     /* pack {x, V^2 p / M} */
  lg_v4 *velocities;                    /* pack {v, V} */
  lg_v4 *masses;                        /* pack {v, m}; NULL: there is but one fluid */
  float *density, *pressure, *crowding; /* columns: kg/m3, Pa, 1 (sph/crowding.h) */
  float *rho;                           /* the new density */
  float v0;                             /* spacing^dim */
  /* Pa s; 0 where lg_sph_forces has it: of several materials, and beside xsph and hyperviscosity,
     of which and of viscosity the stronger acts */
  float viscosity;
  float thinnest; /* Pa s, of all materials */
  bool solved;    /* it is, after all other forces */
  float lightest; /* kg/m3, of all materials: more would burst it */
} job;

/* Of rho / rho0, for sph/crowding.h: flows stay below 1.06; Tait's pressure is 0.14 rho0 c0^2 there
   already, a burst at half of c0. */
#define YIELD 1.1f

/* Tait's equation, from the new density `rho`, and the damper, from the last one beside it. */
static void pressure_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_step *s = j->s;
  const float c0 = j->solver->sound_speed, stiff = c0 * c0 / 7.0f;
  const float damper = j->solver->damping * c0 * 0.5f * s->radius / s->dt;
  for (size_t i = begin; i < end; i++) {
    float rho0 = s->particles->mass[i] / j->v0 * j->crowding[i], rho = j->rho[i],
          before = j->density[i];

    /* Tait, and the damper where the fluid is compressed */
    float y = rho / rho0, y2 = y * y, pressure = rho0 * stiff * (y2 * y2 * y2 * y - 1.0f);
    pressure += before > 0 && y > 1 ? damper * (rho - before) : 0;

    j->density[i] = rho;
    j->pressure[i] = lg_maxf(pressure, 0);
  }
}

/* ---- forces --------------------------------------------------------------------------------- */

/* Positions are there since the densities. */
static void pack_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_particles *p = j->s->particles;
  const bool deep = j->s->dim == 3;
  for (size_t i = begin; i < end; i++) {
    float volume = p->mass[i] / j->density[i];
    j->positions[i][3] = volume * volume * j->pressure[i] / j->solver->moment;
    j->velocities[i] = (lg_v4){p->v[0][i], p->v[1][i], deep ? p->v[2][i] : 0, volume};
  }
}

/* MIXED: between several materials; a bit, as one fluid's loop is 2 % slower by the question. */
enum { PRESSURE = 1, ARTIFICIAL = 2, LAMINAR = 4, ALL = 7, MIXED = 8 };

/* What keeps particles apart where there is no pressure, nearer than NEAR spacings. In a tank of n
   layers, c0^2 = 100 g H, a row's own weight presses it in by 1 / (100 CORE NEAR n) of one. */
#define NEAR 0.6f
#define CORE 0.01f

/* Between several materials: of the harmonic mean of both densities. */
LG_INLINE lg_v8 pair_artificial(int dim, const job *j, size_t i, const int32_t *at, float alpha,
                                float thin) {
  const float mine = j->masses[i][3];
  const lg_v8 m = lg_pairs_of(dim, j->masses, i, at).w;
  return lg_v8_max(2 * alpha / j->v0 * (mine * m / (mine + m)) - thin, lg_v8_all(0));
}

/* Pressure, artificial viscosity and viscosity, or some of them: forces in N. */
LG_INLINE void pair_forces(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                           lg_v4 *out, int which) {
  const float inverse = j->kernel.inverse, f0 = j->kernel.f0, h = 0.5f * j->s->radius,
              eta2 = 0.01f * h * h;
  const float alpha = j->solver->alpha * j->solver->sound_speed * h,
              thin = 2 * (float)(dim + 2) * j->thinnest,
              artificial = lg_maxf(alpha * j->solver->density - thin, 0);
  const lg_v8 mu = lg_v8_all(j->solved ? 0 : j->viscosity), none = lg_v8_all(0);
  const float near = NEAR * j->s->spacing, stiff = j->solver->sound_speed / j->s->spacing,
              core = CORE * stiff * stiff * j->lightest / (j->v0 * j->s->spacing * f0);

  for (size_t i = begin; i < end; i++) {
    const float mine = j->positions[i][3], volume = j->velocities[i][3];
    lg_v8 f[3] = {lg_v8_all(0), lg_v8_all(0), lg_v8_all(0)};
    LG_EACH_NEIGHBOR(j->s->neighbors, i, at) {
      lg_pairs x = lg_pairs_of(dim, j->positions, i, at),
               v = lg_pairs_of(dim, j->velocities, i, at);
      lg_v8 r = lg_v8_sqrt(x.r2), g = lg_kernel_g(type, r * inverse), vv = volume * v.w;

      /* along x_ij: artificial viscosity, pressure and core; along v_ij: viscosity */
      lg_v8 pressure = which & PRESSURE ? mine + x.w : none;
      lg_v8 damped = lg_v8_all(artificial);
      if (which & MIXED) damped = pair_artificial(dim, j, i, at, alpha, thin);
      lg_v8 sound = vv * damped * lg_pairs_dot(dim, &x, &v) / (x.r2 + eta2);
      if (!(which & ARTIFICIAL)) sound = none;
      lg_v8 push = g * (sound - pressure),
            drag = which & LAMINAR ? lg_viscous_pair(vv, mu, g) : none;
      if (which & PRESSURE) push += vv * core * lg_v8_max(near - r, none);
      for (int k = 0; k < dim; k++) f[k] += push * x.d[k] + drag * v.d[k];
    }
    out[i - begin] = f0 * lg_v8_sum3(f[0], f[1], f[2]);
  }
}

/* Pressure of the fluid round particle i as felt at its height, over M, Pa: what walls mirror. */
LG_INLINE float smoothed_pressure(int dim, lg_kernel_type type, const job *j, size_t i) {
  const lg_step *s = j->s;
  const float rho0 = s->particles->mass[i] / j->v0;
  const lg_v8 none = lg_v8_all(0);
  lg_felt felt = {none, none};

  LG_EACH_NEIGHBOR(s->neighbors, i, at) {
    lg_pairs x = lg_pairs_of(dim, j->positions, i, at), v = lg_pairs_of(dim, j->velocities, i, at);
    lg_v8 w = lg_kernel_f(type, lg_v8_sqrt(x.r2) * j->kernel.inverse);
    lg_v8 pressure = x.w / lg_v8_max(v.w * v.w, lg_v8_all(FLT_MIN));
    lg_felt_add(&felt, w, pressure, rho0 * lg_pairs_along(dim, &x, s->gravity));
  }

  return lg_felt_pressure(&felt, lg_kernel_f(type, none)[0], j->pressure[i] / j->solver->moment);
}

/* push: of the mirrored pressure, N m; carried: kg of the fluid whose weight the wall carries. */
LG_INLINE void wall_pressure(int dim, lg_kernel_type type, const job *j, size_t i, float *push,
                             float *carried) {
  const lg_step *s = j->s;
  const float v0 = j->v0, g = lg_length(s->gravity);
  float p = smoothed_pressure(dim, type, j, i), crowding = j->crowding[i];
  float weight = s->particles->mass[i] / v0 * g; /* N/m3 */
  *push = j->positions[i][3] / v0 + v0 * p / (crowding * crowding);
  *carried = v0 * lg_minf(p / s->spacing, weight) / lg_maxf(g, FLT_MIN);
}

/* The fluid that the wall stands for: pressure along the gradient of its volume fraction, and its
   weight, which grows from 0 to its full value over the first spacing of depth, so that a lone
   drop on a wall carries none. */
LG_INLINE void wall_forces(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                           lg_v4 *out) {
  const lg_step *s = j->s;
  for (size_t i = begin; i < end; i++) {
    if (!(s->walls->fraction[i] > 0)) continue;
    float push, carried;
    wall_pressure(dim, type, j, i, &push, &carried);
    for (int k = 0; k < dim; k++) out[i - begin][k] -= lg_walls_push(s->walls, i, k, push, carried);
    lg_bodies_record(s->bodies, i, push, carried);
  }
}

/* v += dt (a + F / m), of a block; the largest squared acceleration. */
LG_INLINE float accelerate(int dim, const job *j, size_t begin, size_t end, const lg_v4 *force) {
  const lg_particles *c = j->s->particles;
  const float dt = j->s->dt, c0 = j->solver->sound_speed;
  float most = 0;
  for (size_t i = begin; i < end; i++) {
    float inverse_mass = 1.0f / c->mass[i], a2 = 0, v2 = 0, a[3] = {0, 0, 0}, v[3] = {0, 0, 0};
    for (int k = 0; k < dim; k++) {
      a[k] = c->a[k][i] + force[i - begin][k] * inverse_mass;
      v[k] = c->v[k][i];
    }

    /* walls that do not slip */
    if (j->s->walls->has_no_slip && j->viscosity > 0 && !j->solved) {
      float before[3] = {a[0], a[1], a[2]};
      lg_walls_no_slip(j->s->walls, i, dim, j->viscosity / j->density[i], dt, v, a);
      lg_bodies_record_drag(j->s->bodies, i, c->mass[i], before, a);
    }

    for (int k = 0; k < dim; k++) {
      v[k] += dt * a[k];
      a2 += a[k] * a[k];
      v2 += v[k] * v[k];
    }
    float slow = v2 > c0 * c0 ? c0 / sqrtf(v2) : 1; /* beyond sound the model says nothing */
    for (int k = 0; k < dim; k++) c->v[k][i] = slow * v[k];
    most = lg_maxf(most, a2);
  }
  return most;
}

LG_INLINE void force_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end,
                          lg_tally *acceleration2) {
  lg_v4 force[LG_BLOCK];
  if (j->masses) pair_forces(dim, type, j, begin, end, force, ALL | MIXED);
  else pair_forces(dim, type, j, begin, end, force, ALL);
  wall_forces(dim, type, j, begin, end, force);
  acceleration2->most = accelerate(dim, j, begin, end, force);
}

static lg_tally force_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  lg_tally acceleration2 = {0};
  LG_SPECIALISE(j->s->dim, j->kernel.type, force_rows, j, begin, end, &acceleration2)
  return acceleration2;
}

/* ---- terms of those that are watched --------------------------------------------------------- */

LG_INLINE void tell_rows(int dim, lg_kernel_type type, const job *j, lg_watched *o) {
  const lg_step *s = j->s;
  const size_t i = o->at;
  static const char *const names[] = {"pressure", "artificial_viscosity", "viscosity"};
  const float mass = s->particles->mass[i];
  const int mixed = j->masses ? MIXED : 0;
  lg_v4 force[1] = {{0, 0, 0, 0}};
  float push, carried;
  for (int t = 0; t < 3; t++) {
    pair_forces(dim, type, j, i, i + 1, force, 1 << t | mixed);
    const float a[3] = {force[0][0] / mass, force[0][1] / mass, force[0][2] / mass};
    if (t == 0 || lg_length(a) > 0) lg_term(o, names[t], a);
  }
  if (s->walls->fraction[i] > 0) {
    wall_pressure(dim, type, j, i, &push, &carried);
    lg_sph_term_walls(s, o, push, carried, false);
  }
  if (!s->walls->has_no_slip || !(j->viscosity > 0) || j->solved) return;

  /* walls that do not slip answer to all others */
  float a[3] = {0, 0, 0}, before[3] = {0, 0, 0}, v[3] = {0, 0, 0};
  pair_forces(dim, type, j, i, i + 1, force, ALL | mixed);
  wall_forces(dim, type, j, i, i + 1, force);
  for (int k = 0; k < dim; k++) {
    a[k] = before[k] = s->particles->a[k][i] + force[0][k] / mass;
    v[k] = s->particles->v[k][i];
  }
  lg_walls_no_slip(s->walls, i, dim, j->viscosity / j->density[i], s->dt, v, a);
  for (int k = 0; k < dim; k++) a[k] -= before[k];
  lg_term(o, "wall_drag", a);
}

static void tell(const job *j) {
  LG_EACH_WATCHED(j->s, o) {
    LG_SPECIALISE(j->s->dim, j->kernel.type, tell_rows, j, o)
  }
}

/* ---- the step ------------------------------------------------------------------------------- */

/* viscosity over c0 dx: in thinner fluids pressure mends the order of particles by itself */
#define MENDED 2e-3f
#define FAINT  0.05f /* shifting below this is not worth its time */
#define PAUSE  1.0f  /* R/2 that sound goes between two shiftings: order is lost far more slowly */

/* How much of a disorder viscosity keeps from being mended, 0..1. */
static float stiff_share(const wcsph *solver, const lg_step *s) {
  float nu = solver->viscosity / solver->density; /* the thickest material's */
  for (int m = 1; m <= s->materials; m++)
    nu = lg_maxf(nu, s->material[m].viscosity / s->material[m].density);
  return nu / (nu + MENDED * solver->sound_speed * s->spacing);
}

/* Of every few sub-steps one shifts for all of them. */
static void keep_order(const job *j, wcsph *solver) {
  lg_step *s = j->s;
  const float shifting = solver->shifting * stiff_share(solver, s);
  solver->unshifted = shifting > FAINT ? solver->unshifted + s->dt : 0;
  if (solver->unshifted * solver->sound_speed < PAUSE * 0.5f * s->radius) return;

  LG_STAGE(s->world, "solve/shift")
    lg_sph_shift(s, &j->kernel, shifting * solver->unshifted / s->dt, j->positions, j->velocities);
  solver->unshifted = 0;
}

/* False: no memory. */
static bool prepare(job *j) {
  lg_step *s = j->s;
  j->kernel = lg_sph_kernel(s, j->solver->kernel);
  if (!lg_sph_prepare(s, &j->kernel)) return false;
  j->rho = lg_scratch(s->world, s->n * sizeof(float));
  s->failed = !j->rho;

  j->positions = s->sph->pack[0];
  j->velocities = s->sph->pack[1];
  j->density = lg_step_column(s, "density");
  j->pressure = lg_step_column(s, "pressure");
  j->crowding = lg_step_column(s, "crowding");
  j->v0 = lg_cubef(s->spacing, s->dim);
  j->lightest = j->solver->density;
  j->thinnest = j->solver->viscosity;
  for (int m = 1; m <= s->materials; m++) {
    j->lightest = lg_minf(j->lightest, s->material[m].density);
    j->thinnest = lg_minf(j->thinnest, s->material[m].viscosity);
  }
  return !s->failed;
}

static void pack(job *j) {
  lg_par_for(j->s->threads, j->s->n, pack_block, j);
  lg_sph_update_ghosts(j->s, j->positions, true);
  lg_sph_update_ghosts(j->s, j->velocities, false);
  if (j->s->materials == 0) return;

  /* free until viscosity is solved for */
  j->masses = j->s->sph->pack[2];
  lg_sph_pack(j->s, j->masses, j->s->particles->v, j->s->particles->mass, false);
}

static void step(void *self, lg_step *s) {
  wcsph *solver = self;
  const bool inside = s->materials == 0 && !(solver->xsph > 0) && !(solver->hyperviscosity > 0);
  job j = {.solver = solver,
           .s = s,
           .viscosity = inside ? solver->viscosity : 0,
           .solved = lg_sph_viscosity_is_solved(s, self)};
  float overlaps = 0;
  if (s->n == 0 || !prepare(&j)) return;

  /* what is not in the loop of the pressure: all but viscosity, if that is inside */
  lg_fluid others = *(const lg_fluid *)self;
  if (inside && !j.solved) others.viscosity = 0;

  /* density, and pressure by Tait's equation */
  LG_STAGE(s->world, "solve/density") {
    lg_sph_density(s, &j.kernel, j.positions, j.rho);
    overlaps = lg_crowding_update(s, j.rho, NULL, j.crowding, YIELD,
                                  1 + 2 / (solver->stiffness * solver->stiffness));
    lg_par_for(s->threads, s->n, pressure_block, &j);
  }

  /* forces, and v += dt a; the core moves the particles */
  LG_STAGE(s->world, "solve/forces") lg_sph_forces(s, &j.kernel, &others, j.density, s->sph->pack);
  s->walls->viscous |= j.viscosity > 0;
  LG_STAGE(s->world, "solve/pack") pack(&j);
  tell(&j);
  LG_STAGE(s->world, "solve/forces")
    solver->acceleration = sqrtf(lg_sph_tally(s, force_block, &j).most);
  lg_bodies_pressure(s->world, s->dt);
  lg_bodies_drag(s->world, s->dt);
  lg_bodies_apply(s->world);
  lg_sph_viscosity(s, &j.kernel, self, j.density, NULL, j.positions, s->sph->pack[2]);

  keep_order(&j, solver);
  lg_crowding_part(s, j.crowding, overlaps, j.positions);
}

/* One drop that a closing gap shoots out must not stiffen all the water, which would shoot the next
   one out faster. */
#define DROPS 0.02f /* share of the particles */
#define STILL 6.0f  /* spacings a second: slower flow needs no stiffer fluid */

/* Once a frame: M, and the speed of sound, which rises at once with the flow and follows it down
   slowly (half a second). */
static void begin(void *self, lg_step *s) {
  wcsph *solver = self;
  const lg_kernel kernel = lg_sph_kernel(s, solver->kernel);
  solver->moment = (float)lg_sph_lattice_of(s, &kernel, &kernel)->moment;

  /* its pressure in the smallest drop there is; crowded particles would feed on the stiffness that
     they bring about */
  float drawn = sqrtf(solver->surface_tension / (2 * solver->density * s->spacing));
  float flow = lg_maxf(lg_maxf(sqrtf(lg_length(s->gravity) * lg_sph_depth(s)), drawn),
                       lg_flow_speed(s, lg_max_speed(s), DROPS, lg_step_column(s, "crowding")));
  float wanted = solver->stiffness * lg_maxf(flow, STILL * s->spacing);
  float kept = solver->sound_speed * (1 - lg_minf(2 * s->dt, 1));
  solver->sound_speed = lg_maxf(wanted, kept);
}

static double max_dt(void *self, lg_step *s, const char **limit) {
  const wcsph *solver = self;
  const double h = 0.5 * (double)s->radius, c0 = (double)solver->sound_speed;

  /* sound, and what damps it: sooner where bodies give way */
  const double damped = (lg_has_bodies(s->world) ? 0.25 : 0.28) * fmin((double)solver->moment, 1);
  double dt = fmin((double)solver->courant * h / (c0 + (double)lg_max_speed(s)),
                   damped * h / (c0 * fmax((double)solver->damping, DBL_MIN)));
  *limit = "acoustic";

  /* artificial viscosity; forces; surface tension */
  double viscous = 0.5 * h / (c0 * fmax((double)solver->alpha, DBL_MIN));
  double force = solver->acceleration > 0 ? 0.25 * sqrt(h / (double)solver->acceleration)
                                          : HUGE_VAL;
  double tension = lg_sph_tension_dt(s, (const lg_fluid *)self);

  dt = lg_sph_bound(dt, viscous, "viscous", limit);
  dt = lg_sph_bound(dt, tension, "tension", limit);
  dt = lg_sph_bound(dt, force, "force", limit);
  return lg_sph_viscous_bound(s, dt, solver->viscosity, solver->density, limit);
}

/* Integral of p / (M rho^2) from rest, J/kg, which is what the forces take: of Tait's equation,
   c0^2 / 7 M ((x^6 - 1) / 6 + 1 / x - 1) with x = rho / rho0. */
static double energy(const void *self, double density, double rest) {
  const wcsph *solver = self;
  double c0 = (double)solver->sound_speed, x = fmin(density / rest, (double)YIELD);
  double x3 = x * x * x;
  return x > 1 && solver->moment > 0
             ? c0 * c0 / (7 * (double)solver->moment) * ((x3 * x3 - 1) / 6 + 1 / x - 1)
             : 0;
}

const lg_kind LG_KIND(solver,
                      wcsph) = {.name = "wcsph",
                                .family = LG_FAMILY_SOLVER,
                                .also = "sph|weakly",
                                .size = sizeof(wcsph),
                                .params = rows,
                                .state = state_fields,
                                .doc = "Weakly compressible SPH: simple, robust, many small steps.",
                                .solver = {.columns = columns,
                                           .support = lg_sph_support,
                                           .begin = begin,
                                           .max_dt = max_dt,
                                           .step = step,
                                           .energy = energy}};
