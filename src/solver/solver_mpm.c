/* mpm - the material point method: jelly, snow, sand and water in one world (Sulsky, Chen &
   Schreyer 1994; MLS-MPM: Hu et al. 2018, "A moving least squares material point method").

   A step of Hu et al., whose algorithm this is:

   particles to grid    lg_mpm_p2g       m_i = sum_p w_ip m_p
                                         (m v)_i = sum_p w_ip (m_p v_p + (m_p C_p
                                           - dt V_p tau_p D^-1) (x_i - x_p))
   grid                 lg_mpm_contact   v_i = (m v)_i / m_i; edges and colliders stop it, bodies
                                         take up what that costs
   grid to particles    lg_mpm_g2p       v_p = sum_i w_ip v_i
                                         C_p = sum_i w_ip v_i (x_i - x_p)^T D^-1
   deformation          lg_mpm_deform    F_p = (1 + dt C_p) F_p; what flows, flows; tau_p of F_p
   the core moves particles              x_p += dt v_p

   w: quadratic B-splines. Forces act on particles, before, so that every field works. Materials
   say what they are (material_jelly.c, material_snow.c, material_sand.c); fluids, the solver's own
   among them, are weakly compressible: p = K (rho / rho0 - 1), K = rho0 c^2, with rho of the volume
   that the flow gives each particle. c = stiffness x the fastest flow, as in wcsph. Every F begins
   as the identity, also where another solver comes before.

   All materials share one velocity at a node: they stick to each other, and what touches parts
   within two cells or so. Not good at: sheets and threads thinner than a cell, walls thinner than
   one, surface tension, a volume of water exact for minutes (flip, dfsph), stiff solids in real
   time: dt is bound by sqrt(density / young). */
#include "laguna_solver.h"

typedef struct mpm {
  LG_MATERIAL_FIELDS;
  float particles_per_cell;
  float stiffness, cfl;
  float sound_speed; /* state: m/s, of fluids */
  bool unready;      /* state: no memory when the sub-step's length was asked for */
  lg_mpm *grid;
} mpm;

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(mpm),
    LG_ROW_BY_DIM(mpm, particles_per_cell, 4, 8, 1, 64, "1",
                  "particles at the world's spacing in a full cell"),
    LG_ROW_FLOAT(mpm, stiffness, 10, 2, 100, "1",
                 "of fluids: speed of sound over the fastest flow; density varies by about "
                 "1 / stiffness^2"),
    LG_ROW_FLOAT(mpm, cfl, 0.4, 0.01, 1, "cells",
                 "how far a particle and a wave in it may go in a sub-step"),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {LG_KEEP_FLOAT(mpm, sound_speed, 0, LG_HUGE),
                                              LG_KEEP_END};

static const lg_column_def columns[] = {LG_MPM_COLUMNS};

static void cells(const void *self, const lg_world *w, lg_cells *out) {
  lg_bounds b = lg_world_bounds(w);
  double power = 1.0 / b.dim, side = pow((double)((const mpm *)self)->particles_per_cell, power);
  lg_mpm_cells(w, lg_world_spacing(w) * (float)side, out);
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  lg_cells c;
  cells(self, w, &c);
  if (lg_lattice_fits(lg_world_bounds(w).dim, c.n)) return true;
  return lg_explain(why,
                    "mpm: the world's spacing makes a grid of %d x %d x %d cells, more than the "
                    "1e9 that can be numbered: raise it or particles_per_cell",
                    c.n[0], c.n[1], c.n[2]);
}

/* ---- memory --------------------------------------------------------------------------------- */

static bool create(lg_world *w, void *self, lg_why *why) {
  mpm *p = self;
  p->grid = lg_kind_memory(w, NULL, sizeof *p->grid);
  if (!p->grid) return lg_explain(why, "mpm: out of memory for its grid");
  memset(p->grid, 0, sizeof *p->grid);
  return true;
}

static void destroy(lg_world *w, void *self) {
  mpm *p = self;
  if (p->grid) lg_mpm_free(p->grid);
  p->grid = lg_kind_memory(w, p->grid, 0);
}

/* The grid, columns and materials of this sub-step. */
static bool prepare(const mpm *p, lg_step *s) {
  lg_cells grid;
  cells(p, s->world, &grid);
  if (!lg_mpm_room(p->grid, s, &grid)) return false;
  lg_mpm_read(p->grid, s, p->sound_speed);
  return true;
}

/* ---- a frame -------------------------------------------------------------------------------- */

#define STILL 6.0f /* spacings a second: slower flow needs no stiffer fluid */
#define SLOPE 2.0f /* 1/s: how fast the speed of sound follows the flow down */

/* v^2, summed. */
static lg_tally speed_block(void *user, size_t begin, size_t end) {
  const lg_step *s = user;
  lg_tally out = {0, 0, 0};
  for (size_t i = begin; i < end; i++)
    for (int k = 0; k < s->dim; k++)
      out.sum += (double)s->particles->v[k][i] * (double)s->particles->v[k][i];
  return out;
}

/* Once a frame: the speed of sound rises at once with the flow - what falls through all of the
   particles' height, twice the root mean square of their speeds - and follows it down slowly. */
static void begin(void *self, lg_step *s) {
  mpm *p = self;
  lg_tally *partial = lg_scratch(s->world, (lg_blocks(s->n) + 1) * sizeof *partial);
  if (!partial || s->n == 0) return; /* the step will say so */
  double mean2 = lg_par_tally(s->threads, s->n, speed_block, s, partial).sum / (double)s->n;
  float falls = sqrtf(lg_length(s->gravity) * lg_sph_depth(s)), flows = 2 * (float)sqrt(mean2);
  float wanted = p->stiffness * lg_maxf(lg_maxf(falls, flows), STILL * s->spacing);
  p->sound_speed = lg_maxf(wanted, p->sound_speed * (1 - lg_minf(SLOPE * s->dt, 1)));
}

static void step(void *self, lg_step *s) {
  mpm *p = self;
  float met[LG_WATCHED_MAX][3]; /* m/s, by those that are watched */
  s->failed = p->unready || !prepare(p, s);
  p->unready = false;
  if (s->failed) return;

  lg_bodies_accelerate(s->world, s->dt);
  lg_particles_accelerate(s); /* gravity and fields */

  LG_STAGE(s->world, "solve/p2g") lg_mpm_p2g(p->grid, s);
  if (s->watch) lg_mpm_watch_grid(p->grid, s, met);
  LG_STAGE(s->world, "solve/grid") s->failed = !lg_mpm_contact(p->grid, s);
  if (s->failed) return;
  LG_STAGE(s->world, "solve/g2p") lg_mpm_g2p(p->grid, s);
  if (s->watch) lg_mpm_watch_contact(s, met);
  LG_STAGE(s->world, "solve/deform") lg_mpm_deform(p->grid, s);
}

/* No particle, nor a wave in it, farther than cfl cells; explicit viscosity stable. */
static double max_dt(void *self, lg_step *s, const char **limit) {
  mpm *p = self;
  float gravity[3];
  *limit = "acoustic";
  p->unready = !prepare(p, s);
  if (p->unready) return s->dt; /* the step will say so */
  double h = (double)p->grid->cell[0], kinematic = 0;
  for (int k = 1; k < s->dim; k++) h = fmin(h, (double)p->grid->cell[k]);

  /* Waves, and what moves, also by what gravity adds. */
  lg_world_gravity(s->world, gravity);
  double speed = lg_mpm_fastest(p->grid, s) + sqrt((double)lg_length(gravity) * h);
  double dt = (double)p->cfl * h / fmax(speed, 1e-30);

  for (int i = 0; i <= s->materials; i++)
    kinematic = fmax(kinematic, (double)s->material[i].viscosity / (double)s->material[i].density);
  double viscous = h * h / (8 * s->dim * fmax(kinematic, 1e-30));
  if (viscous < dt) *limit = "viscous";
  return fmin(dt, viscous);
}

const lg_kind LG_KIND(solver, mpm) = {
    .name = "mpm",
    .family = LG_FAMILY_SOLVER,
    .also = "mls_mpm|material_point|jelly|snow|sand|elastic",
    .size = sizeof(mpm),
    .params = rows,
    .state = state_fields,
    .check = check,
    .create = create,
    .destroy = destroy,
    .doc = "Material points (MLS-MPM): jelly, snow, sand and water in one world.",
    .solver = {.columns = columns, .cells = cells, .begin = begin, .max_dt = max_dt, .step = step}};
