/* flip - particles carry the fluid, a staggered grid makes it incompressible (PIC: Harlow 1964;
   FLIP: Brackbill & Ruppel 1986; APIC: Jiang et al. 2015).

   A step goes through the list of Zhu & Bridson 2005, "Animating sand as a fluid":

   at each node, a weighted average of   lg_mac_p2g               u_f = sum w_fp v_p / sum w_fp
     the particles' velocities nearby    lg_mac_average           APIC: v_p + c_p . (x_f - x_p) for
                                                                  v_p
   FLIP: save the grid velocities        lg_mac_save              u_saved = u
   a water simulator's steps:
     add gravity                         lg_particles_accelerate  v += dt a; of particles, so that
                                                                  every field works
     boundaries                          lg_mac_solids            A, open fraction of a face (Batty,
                                                                  Bertails & Bridson 2007)
                                         lg_mac_look              what lies behind walls thinner
                                                                  than a cell is hidden
                                                                  (thin_walls.h)
     viscosity                           lg_mac_diffuse           u += dt mu / rho lap u, or as a
                                                                  long sub-step needs it
                                                                  (viscosity.c); less what the
                                                                  way over the grid diffuses
     incompressibility                   lg_mac_project           u -= dt / rho grad p, div u = 0
     the surface                         (ghost fluid)            1 / theta (Gibou et al. 2002)
     surface tension                     lg_mac_curve             p = sigma kappa there (Kang,
                                                                  Fedkiw & Liu 2000; tension.c)
     extrapolate                         lg_mac_extrapolate
   FLIP: subtract what was saved and     lg_mac_subtract_saved
     add the change to the particles;    g2p                      v = u + flip (v - u_saved), what
                                                                  is its own at most max |u|
                                                                  (less where it is calm)
     PIC: interpolate the new velocity   reflect                  v += (c(x) - c(x + dt u)) / 2, of
                                                                  the change c = u - u_saved
                                         lg_mac_merge             v = u where streams meet
   move the particles through the        move                     x += dt u(x + dt / 2 u(x))
     grid's velocity

   Often taught with weight 1 on collocated cells, and 50 sweeps of SOR; here weights are linear and
   the grid is staggered (pressure = "sor" has the sweeps).
   Fluids differ in density (projection.c), not in viscosity and surface tension, which are the
   default material's; there is no tension between fluids.
   advection = "grid" is for teaching: the bounds are full of fluid without a surface, velocity
   lives on the grid and begins as that of the particles of the first step; these are only carried.
   Not good at: thin sheets below a cell. Longer than a kind should be: three transfers and the grid
   alone are one kind, and what tells them apart stands side by side; what they do to the grid is in
   core/mac. */
#include "laguna_solver.h"

typedef struct flip {
  LG_MAC_FIELDS;
  int64_t cells_max_axis;
  float particles_per_cell;
  int transfer;
  float flip, calm;
  int pressure;
  float tolerance;
  int64_t iterations, sweeps;
  float relaxation, cfl, volume_feedback, surface_tension;
  int solids, advection;
  bool reseed;
  float reseed_min, reseed_max;
  bool was_affine; /* state: the columns hold the last step's gradients */
} flip;
enum { BY_PARTICLES, BY_GRID };

static const lg_param rows[] = {
    LG_MATERIAL_ROWS(flip),
    LG_ROW_INT(
        flip, cells_max_axis, 0, 0, 4096, "1",
        "cells along the longest axis; 0: as many as particles_per_cell and the spacing give"),
    LG_ROW_BY_DIM(flip, particles_per_cell, 4, 8, 1, 64, "1",
                  "particles at the world's spacing in a full cell, if cells_max_axis is 0"),
    LG_ROW_CHOICE(
        flip, transfer, LG_TRANSFER_FLIP, "pic|flip|apic",
        "pic: smooth, damps as a viscosity of density h^2 / (6 dt) does, h: a cell; flip: lively, "
        "noisy; apic: keeps affine motion and angular momentum"),
    LG_ROW_FLOAT(
        flip, flip, 0.95, 0, 1, "1",
        "share of its own velocity that a particle keeps in 1/60 s, if transfer is flip; 0 is PIC"),
    LG_ROW_FLOAT(flip, calm, 0.09, 0, 1, "sqrt(g h)",
                 "speed below which particles keep less of what the grid does not know, as under "
                 "pic, so that waves too low to be seen come to rest; h: a cell. 0: nowhere"),
    LG_ROW_CHOICE(flip, pressure, LG_POISSON_MGPCG, "mgpcg|sor",
                  "mgpcg: to the tolerance, by multigrid-preconditioned conjugate gradients; sor: "
                  "red-black sweeps"),
    LG_ROW_FLOAT(
        flip, tolerance, 1e-4, 1e-9, 0.5, "1",
        "largest divergence that is left, against the largest before, if pressure is mgpcg"),
    LG_ROW_INT(flip, iterations, 100, 1, 10000, "1", "at most, if pressure is mgpcg"),
    LG_ROW_INT(flip, sweeps, 50, 1, 100000, "1", "if pressure is sor"),
    LG_ROW_FLOAT(flip, relaxation, 1.6, 0.1, 1.99, "1", "over-relaxation, if pressure is sor"),
    LG_ROW_FLOAT(
        flip, cfl, 1.4, 0.05, 5, "cells",
        "how far 19 of 20 particles may move in a sub-step; the fastest go about twice as far"),
    LG_ROW_FLOAT(flip, volume_feedback, 15, 0, 100, "1/s",
                 "rate at which overfull and hollow cells are brought back to their volume where "
                 "water moves; a fortieth of it where it rests"),
    LG_ROW_FLOAT(flip, surface_tension, 0, 0, LG_HUGE, "N/m",
                 "pulls the surface round; colliders have a contact_angle, edges a right angle"),
    LG_ROW_CHOICE(
        flip, solids, 0, "fractions|voxels",
        "fractions: faces are closed by the share that a solid covers; voxels: wholly or not"),
    LG_ROW_CHOICE(flip, advection, BY_PARTICLES, "particles|grid",
                  "what carries the velocity; grid: full bounds, no surface"),
    LG_ROW_BOOL(flip, reseed, false,
                "adds and takes particles well inside the fluid; the sum of their masses stays"),
    LG_ROW_FLOAT(flip, reseed_min, 0.5, 0, 1, "full cells",
                 "a cell with fewer particles is given some, if reseed"),
    LG_ROW_FLOAT(flip, reseed_max, 2, 1, 100, "full cells",
                 "a cell with more particles loses some, if reseed"),
    LG_ROWS_END};

static const lg_state_field state_fields[] = {LG_KEEP_BOOL(flip, was_affine), LG_KEEP_END};

#define VISCOUS "viscous_pressure"
static const lg_column_def columns[] = {
    {"affine_x", 0, "1/s", "gradient of the velocity's x, if transfer is apic"},
    {"affine_y", 0, "1/s", "gradient of its y"},
    {"affine_z", 0, "1/s", "gradient of its z, in 3-D"},
    {VISCOUS, 1, "Pa", "of the pressure, what viscosity asks for, if a sub-step is long for it"},
    {NULL, 0, NULL, NULL}};

static const lg_grid_def grids[] = {
    {"pressure", 1, LG_AT_CELLS, "Pa", "keeps the flow free of divergence; 0 in air"},
    {"velocity", 0, LG_AT_FACES, "m/s",
     "after the projection, carried on into air and solids for a few cells"},
    {"divergence", 1, LG_AT_CELLS, "1/s",
     "of the velocity in fluid cells: what the projection left"},
    {"type", 1, LG_AT_CELLS, "1", "0 fluid, 1 solid, 2 air"},
    {"fill", 1, LG_AT_CELLS, "1",
     "particles in and around a fluid cell over those that belong there"},
    {NULL, 0, LG_AT_CELLS, NULL, NULL}};

static bool grid(const void *self, const lg_world *w, int which, lg_grid_view *out) {
  (void)w;
  const lg_mac *m = ((const flip *)self)->mac;
  const float *const array[] = {m->pressure, NULL, m->divergence, m->type_view, m->fill};
  return lg_mac_view(m, array[which], grids[which].location == LG_AT_FACES, out);
}

static void cells(const void *self, const lg_world *w, lg_cells *out) {
  const flip *f = self;
  lg_bounds b = lg_world_bounds(w);
  /* in double: C libraries differ in powf */
  float side = (float)pow((double)f->particles_per_cell, (double)(1.0f / (float)b.dim));
  float edge = lg_world_spacing(w) * side, longest = 0;
  for (int k = 0; k < b.dim; k++) longest = lg_maxf(longest, b.max[k] - b.min[k]);
  lg_mac_cells(w, f->cells_max_axis > 0 ? longest / (float)f->cells_max_axis : edge, out);
}

static bool check(const lg_world *w, const void *self, lg_why *why) {
  const bool wanted = ((const flip *)self)->cells_max_axis > 0;
  lg_cells c;
  cells(self, w, &c);
  if (lg_lattice_fits(lg_world_bounds(w).dim, c.n)) return true;
  return lg_explain(
      why,
      "flip: %s makes a grid of %d x %d x %d cells, more than the 1e9 that can be numbered: %s",
      wanted ? "cells_max_axis" : "the world's spacing", c.n[0], c.n[1], c.n[2],
      wanted ? "lower it" : "raise it or particles_per_cell");
}

/* ---- memory --------------------------------------------------------------------------------- */

static bool create(lg_world *w, void *self, lg_why *why) {
  flip *f = self;
  f->mac = lg_kind_memory(w, NULL, sizeof *f->mac);
  if (!f->mac) return lg_explain(why, "flip: out of memory for its grid");
  memset(f->mac, 0, sizeof *f->mac);
  return true;
}

static void destroy(lg_world *w, void *self) {
  flip *f = self;
  if (f->mac) lg_mac_free(f->mac);
  f->mac = lg_kind_memory(w, f->mac, 0);
}

static void state(const void *self, lg_take_fn *take, void *user) {
  lg_mac_store(((const flip *)self)->mac, take, user);
}

static void save(const lg_world *w, const void *self, lg_take_fn *take, void *user) {
  lg_mac_held held = lg_mac_holding(((const flip *)self)->mac);
  (void)w;
  lg_numbers_give(take, user, &held, 4, sizeof held / 4);
  state(self, take, user);
}

static bool restore(lg_world *w, void *self, const void *bytes, size_t n) {
  lg_mac *m = ((flip *)self)->mac;
  lg_mac_held held;
  m->holds = false;
  if (n < sizeof held) return false;
  memcpy(&held, bytes, sizeof held);
  lg_numbers_little(&held, 4, sizeof held / 4);
  return n - sizeof held == lg_mac_held_bytes(&held, lg_world_bounds(w).dim) &&
         lg_mac_fetch(m, w, &held, (const char *)bytes + sizeof held);
}

/* ---- a frame -------------------------------------------------------------------------------- */

/* Once a frame. Memory that is missing here will be missing in the step, which says so. */
static void begin(void *self, lg_step *s) {
  const flip *f = self;
  lg_mac *m = f->mac;
  lg_cells grid;
  if (!f->reseed || f->advection == BY_GRID || s->n == 0) return;
  cells(self, s->world, &grid);
  if (!lg_neighbors_sort_into(s->world, &grid, NULL) || !lg_mac_room(m, s, &grid) ||
      !lg_mac_solids(m, s, f->solids))
    return;
  lg_mac_classify(m, s, LG_MAC_BY_COUNT); /* only what is fluid counts here */
  lg_mac_reseed(m, s, &grid, f->reseed_min * m->full, f->reseed_max * m->full);
}

#define THICK   0.01f /* of what PIC diffuses: more viscosity has no need to be helped */
#define FASTEST 2     /* times cfl: how far may go what is faster than the flow (LG_MAC_DROPS) */

typedef struct job {
  const flip *solver;
  lg_step *s;
  lg_mac *mac;
  bool apic, by_grid;
  float *affine[9];   /* c_p: columns of the velocity's gradient, component by component */
  int layers;         /* of faces around the fluid that a particle may see */
  float flip;         /* share of its own velocity that a particle keeps in this sub-step */
  float calm;         /* m/s: it keeps less where the flow is slower; 0: nowhere is it calm */
  float feedback;     /* 1/s, of volume */
  float *viscous;     /* column, Pa */
  float most;         /* m/s, of the grid: the most that a particle keeps of its own */
  lg_poisson_how how; /* the pressure is solved for */
} job;

static job job_of(const flip *f, lg_step *s) {
  /* FLIP's share holds for 1/60 s. */
  const bool by_grid = f->advection == BY_GRID, sor = f->pressure == LG_POISSON_SOR,
             keeps = f->transfer == LG_TRANSFER_FLIP && !by_grid;

  return (job){.solver = f,
               .s = s,
               .mac = f->mac,
               .apic = f->transfer == LG_TRANSFER_APIC,
               .by_grid = by_grid,
               .layers = (int)ceilf(FASTEST * f->cfl) + 1,
               .flip = keeps ? 1 - lg_minf((1 - f->flip) * 60 * s->dt, 1) : 0,
               .feedback = by_grid ? 0 : lg_minf(f->volume_feedback, 0.5f / s->dt),
               .how = {.method = (lg_poisson_method)f->pressure,
                       .tolerance = (double)f->tolerance,
                       .iterations = (int)(sor ? f->sweeps : f->iterations),
                       .relaxation = f->relaxation,
                       .threads = s->threads}};
}

/* The grid, and the gradients' columns: they are all 0 where nobody uses them. */
static bool prepare(job *j) {
  lg_step *s = j->s;
  lg_cells grid;

  /* APIC's columns. */
  for (int k = 0; k < s->dim; k++) {
    lg_particles_blank(s->particles, columns[k].name, !j->apic);
    const lg_col *col = lg_particles_column(s->particles, columns[k].name);
    for (int i = 0; i < s->dim; i++) j->affine[k * s->dim + i] = col->c[i];
  }

  /* What viscosity asks of the pressure. */
  lg_particles_blank(s->particles, VISCOUS, !(j->solver->viscosity > 0));
  j->viscous = lg_particles_column(s->particles, VISCOUS)->c[0];

  /* The grid. */
  cells(j->solver, s->world, &grid);
  if (!lg_mac_room(j->mac, s, &grid)) return false;
  j->mac->holds = j->mac->holds && j->by_grid;
  j->mac->by_mass = j->solver->reseed;
  j->mac->tension = j->by_grid ? 0 : j->solver->surface_tension;
  return true;
}

/* ---- particles to grid ---------------------------------------------------------------------- */

/* u: of the particles, or of the grid's last step, which is advected; saved. Around the fluid only
   viscosity and tension ask for it, and the fluid's own faces where no particle is near. */
static void to_grid(job *j) {
  lg_step *s = j->s;
  lg_mac *m = j->mac;
  if (m->holds)
    LG_STAGE(s->world, "solve/advect") {
      lg_mac_advect(m, s, j->layers);
      lg_mac_accelerate(m, s);
    }
  else
    LG_STAGE(s->world, "solve/p2g") lg_mac_average(m, s);
  s->failed = s->failed || !lg_mac_find_closed(m, s, j->solver->density);

  LG_STAGE(s->world, "solve/extrapolate") {
    lg_mac_save(m, s);
    if (m->holds || m->tension > 0 || j->solver->viscosity > 0 || lg_mac_lacks(m, s))
      lg_mac_extrapolate(m, s, m->holds ? 1 : j->layers);
  }
}

/* ---- grid to particles ---------------------------------------------------------------------- */

typedef struct reflected {       /* of a batch, axis by axis */
  float change[3][LG_MAC_BATCH]; /* m/s, by the grid, at x */
  float loose[3][LG_MAC_BATCH];  /* 1; 0 where the flow sticks to a solid beside it */
} reflected;

/* v += (c(x) - c(x + dt u)) / 2, c: the grid's change, here at x. Advection leads out of the
   divergence-free flows, and the projection takes from the energy what that was, of first order in
   dt. A step that goes on from the far side of them, v + c / 2, loses none of this order (Zehnder,
   Narain & Thomaszewski 2018: an advection-reflection solver); c / 2 is taken back where the
   particle would arrive, so that one projection is enough and its pressure is the whole one. Left
   out beside solids that the flow sticks to, where c is as extrapolated (mac/solid_boundary.c). */
LG_INLINE void reflect(int dim, const job *j, size_t first, int n, const reflected *here) {
  const lg_particles *p = j->s->particles;
  const lg_mac *m = j->mac;
  const uint32_t *sight = lg_mac_sights(m, first);
  float x[3][LG_MAC_BATCH], half[LG_MAC_BATCH] = {0};
  lg_mac_weights w;
  lg_mac_values at;

  /* x + dt u(x); beside thin solids it may be out of sight */
  for (int k = 0; k < dim; k++)
    for (int i = 0; i < n; i += LG_LANES) {
      lg_v8 u = lg_v8_load(m->drift[k] + first + (size_t)i);
      lg_v8_store(x[k] + i, lg_v8_load(p->x[k] + first + (size_t)i) + j->s->dt * u);
    }
  lg_mac_weigh(dim, m, (float *const[3]){x[0], x[1], x[2]}, 0, n, &w);
  for (int i = 0; i < n; i++) half[i] = !sight || sight[i] == LG_MAC_SEES_ALL ? 0.5f : 0;

  for (int axis = 0; axis < dim; axis++)
    for (int i = 0; i < n; i += LG_LANES) {
      float *v = p->v[axis] + first + (size_t)i;
      lg_v8 unused, there, lead = lg_v8_load(half + i);
      lg_mac_read(dim, m, axis, &w, i, n, NULL, &at);
      lg_mac_interpolate(dim, &at, &w, axis, i, &unused, &there);
      if (m->sticks) lead *= lg_v8_load(here->loose[axis] + i);
      lg_mac_put(v, lg_v8_load(v) + lead * (lg_v8_load(here->change[axis] + i) - there), n - i);
    }
}

/* What a particle has beside the grid's velocity u, its own part and APIC's c, in proportion to
   (u / calm)^2, of which all is lost in 1/60 s at rest. FLIP and APIC have next to no dissipation:
   a wave of a hundredth of a cell, which the filling of a wedge sets off, runs for minutes. */
LG_INLINE void calm_down(int dim, bool apic, const job *j, size_t first, int n) {
  const lg_particles *p = j->s->particles;
  const float part = lg_minf(60 * j->s->dt, 1), scale = 1 / (j->calm * j->calm);
  const lg_v8 one = lg_v8_all(1);
  for (int i = 0; i < n; i += LG_LANES) {
    /* the share of it that is lost; where the flow is fast, none */
    const size_t to = first + (size_t)i;
    lg_v8 speed2 = lg_v8_all(0), u[3] = {speed2, speed2, speed2};
    for (int k = 0; k < dim; k++) {
      u[k] = lg_v8_load(j->mac->drift[k] + to);
      speed2 += u[k] * u[k];
    }
    const lg_v8 lost = part * (one - lg_v8_min(scale * speed2, one));
    if (lg_v8_sum(lost) == 0) continue;

    for (int k = 0; k < dim; k++) {
      const lg_v8 v = lg_v8_load(p->v[k] + to);
      lg_mac_put(p->v[k] + to, v - lost * (v - u[k]), n - i);
    }
    for (int k = 0; apic && k < dim * dim; k++)
      lg_mac_put(j->affine[k] + to, (one - lost) * lg_v8_load(j->affine[k] + to), n - i);
  }
}

/* v = u + flip (v - u_saved), and APIC's c = grad u, of n particles. Beside a solid to which the
   flow sticks a particle keeps nothing of its own velocity. Nobody's own part is faster than all of
   the flow: a particle that a wall holds in oncoming water takes its change again and again. */
LG_INLINE void g2p(int dim, bool apic, bool thin, const job *j, size_t first, int n) {
  const lg_particles *p = j->s->particles;
  const lg_mac *m = j->mac;
  const lg_v8 none = lg_v8_all(0);
  lg_mac_weights w;
  lg_mac_hidden hiding;
  lg_mac_values at;
  reflected here;
  lg_mac_weigh(dim, m, p->x, first, n, &w);
  const lg_mac_hidden *hidden = thin ? lg_mac_find_hidden(dim, m, j->s, first, n, &w, &hiding)
                                     : NULL;
  for (int axis = 0; axis < dim; axis++)
    for (int i = 0; i < n; i += LG_LANES) {
      /* The blend, in lanes of eight particles. */
      const size_t to = first + (size_t)i;
      lg_v8 u, change, gradient[3], v = lg_v8_load(p->v[axis] + to);
      lg_mac_read(dim, m, axis, &w, i, n, hidden, &at);
      lg_mac_interpolate(dim, &at, &w, axis, i, &u, &change);
      lg_v8 keep = lg_v8_all(j->flip);
      if (m->sticks) {
        lg_v8 loose = lg_v8_max(1 - 2 * lg_mac_stuck_share(dim, m, &w, axis, i, n), none);
        keep *= loose;
        lg_v8_store(here.loose[axis] + i, lg_v8_less(loose, lg_v8_all(1), none, lg_v8_all(1)));
      }
      lg_v8 own = lg_v8_min(lg_v8_max(v + change - u, lg_v8_all(-j->most)), lg_v8_all(j->most));
      lg_mac_put(p->v[axis] + to, u + keep * own, n - i);
      lg_mac_put(m->drift[axis] + to, u, n - i);
      lg_v8_store(here.change[axis] + i, change);

      /* APIC's gradient. */
      if (!apic) continue;
      lg_mac_gradient(dim, m, &at, &w, axis, i, gradient);
      for (int k = 0; k < dim; k++) lg_mac_put(j->affine[axis * dim + k] + to, gradient[k], n - i);
    }
  if (j->calm > 0) calm_down(dim, apic, j, first, n);
  if (!j->by_grid) reflect(dim, j, first, n, &here);
}

/* A loop for most, without what they have not; one for all that is seldom. */
static void g2p_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const bool flat = j->s->dim == 2, thin = j->mac->thin.any;
  LG_EACH_BATCH(begin, end, first, n) {
    if (flat && thin) g2p(2, j->apic, true, j, first, (int)n);
    else if (flat) g2p(2, j->apic, false, j, first, (int)n);
    else if (thin) g2p(3, j->apic, true, j, first, (int)n);
    else if (j->apic) g2p(3, true, false, j, first, (int)n);
    else g2p(3, false, false, j, first, (int)n);
  }
}

/* ---- moving --------------------------------------------------------------------------------- */

/* The midpoint rule: what moves a particle, until now u(x), becomes u(x + dt / 2 u(x)). */
LG_INLINE void move(int dim, bool thin, const job *j, size_t first, int n) {
  const lg_particles *p = j->s->particles;
  const lg_mac *m = j->mac;
  const uint32_t *sight = lg_mac_sights(m, first);
  float x[3][LG_MAC_BATCH];
  lg_mac_weights w;
  lg_mac_hidden hiding;
  lg_mac_values at;

  /* x + dt / 2 u(x). */
  for (int k = 0; k < dim; k++)
    for (int i = 0; i < n; i += LG_LANES) {
      lg_v8 u = lg_v8_load(m->drift[k] + first + (size_t)i);
      lg_v8_store(x[k] + i, lg_v8_load(p->x[k] + first + (size_t)i) + 0.5f * j->s->dt * u);
    }

  /* Beside a thin solid x itself, for which it is known what can be seen. */
  for (int i = 0; sight && i < n; i++)
    for (int k = 0; k < dim && sight[i] != LG_MAC_SEES_ALL; k++)
      x[k][i] = p->x[k][first + (size_t)i];

  /* u there. */
  lg_mac_weigh(dim, m, (float *const[3]){x[0], x[1], x[2]}, 0, n, &w);
  const lg_mac_hidden *hidden = thin ? lg_mac_find_hidden(dim, m, j->s, first, n, &w, &hiding)
                                     : NULL;
  for (int axis = 0; axis < dim; axis++)
    for (int i = 0; i < n; i += LG_LANES) {
      lg_v8 u, unused;
      lg_mac_read(dim, m, axis, &w, i, n, hidden, &at);
      lg_mac_interpolate(dim, &at, &w, axis, i, &u, &unused);
      lg_mac_put(m->drift[axis] + first + (size_t)i, u, n - i);
    }
}

static void move_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_EACH_BATCH(begin, end, first, n) {
    if (j->s->dim == 2) move(2, j->mac->thin.any, j, first, (int)n);
    else if (j->mac->thin.any) move(3, true, j, first, (int)n);
    else move(3, false, j, first, (int)n);
  }
}

/* ---- terms of those that are watched --------------------------------------------------------- */

/* What the way over the grid costs or gives: all that neither forces nor the grid's change explain,
   the share of its own velocity that a particle has lost to the mean of those around it. */
static void tell_transfer(const job *j, float (*change)[3]) {
  const lg_step *s = j->s;
  LG_EACH_WATCHED(s, o) {
    float a[3] = {0, 0, 0};
    for (int k = 0; k < s->dim; k++) {
      a[k] = (s->particles->v[k][o->at] - o->v[k] - (*change)[k]) / s->dt;
      if (j->by_grid) a[k] -= s->particles->a[k][o->at]; /* the grid's: not in its own velocity */
    }
    lg_term(o, j->by_grid ? "advection" : "transfer", a);
    change++;
  }
}

static void to_particles(const job *j) {
  lg_step *s = j->s;
  float changes[LG_WATCHED_MAX][3], (*change)[3] = changes;
  LG_EACH_WATCHED(s, o) lg_mac_watch_change(j->mac, s, o, *change++);
  lg_par_for(s->threads, s->n, g2p_block, (void *)j);
  if (j->flip > 0) lg_mac_merge(j->mac, s);
  tell_transfer(j, changes);
}

/* ---- a sub-step ----------------------------------------------------------------------------- */

/* Pa s: what the way to the grid and back diffuses of the share that particles do not keep. Linear
   weights spread a velocity by h^2 / 3 on each axis, 2 nu dt: nu = (1 - flip) h^2 / (6 dt)
   (Bridson 2008, ch. 10, relates flip and viscosity so). Of several densities the lightest: no more
   than there is anywhere. */
static float viscosity_of_share(const job *j, float lost) {
  const lg_step *s = j->s;
  const float h = j->mac->cell[0];
  float lightest = j->solver->density;
  for (int a = 1; a <= s->materials; a++) lightest = lg_minf(lightest, s->material[a].density);
  return lost * lightest * h * h / (6 * s->dt);
}

/* APIC's gradients take it back. */
static float viscosity_of_transfer(const job *j) {
  return j->apic || j->by_grid ? 0 : viscosity_of_share(j, 1 - j->flip);
}

/* m/s: below it water calms down; not where viscosity does more, nor where fluids of several
   densities wait for each other. */
static float calm_speed(const job *j) {
  const bool thick = j->solver->viscosity > THICK * viscosity_of_share(j, 1);
  if (j->by_grid || j->mac->mixed || thick) return 0;
  return j->solver->calm * sqrtf(lg_length(j->s->gravity) * j->mac->cell[0]);
}

/* Viscosity and incompressibility; then the velocity around the fluid, and its change. */
static void on_grid(job *j) {
  const flip *f = j->solver;
  lg_step *s = j->s;
  lg_mac *m = j->mac;
  s->stats->iterations = 0; /* of all solves for a pressure */
  if (m->tension > 0)
    LG_STAGE(s->world, "solve/tension") lg_mac_curve(m, s);
  LG_STAGE(s->world, "solve/diffuse")
    lg_mac_diffuse(m, s, &j->how, f->viscosity, viscosity_of_transfer(j), f->density, j->viscous);
  lg_mac_watch_before(m, s);
  LG_STAGE(s->world, "solve/project") lg_mac_project(m, s, &j->how, f->density);
  if (f->viscosity > 0) lg_mac_carry_pressure(m, s, j->viscous);
  lg_mac_watch_after(m, s);

  LG_STAGE(s->world, "solve/extrapolate") {
    lg_mac_subtract_saved(m, s);
    if (j->flip > 0) j->most = lg_mac_fastest(m, s);
    lg_mac_extrapolate(m, s, j->layers);
  }
}

static void step(void *self, lg_step *s) {
  flip *f = self;
  job j = job_of(f, s);
  lg_mac *m = j.mac;
  s->failed = !prepare(&j);
  if (s->failed) return;

  /* Forces. Bodies fall as the fluid does, or stand, before the pressure holds both. */
  lg_bodies_accelerate(s->world, s->dt);
  s->failed = !lg_supports_find(s->world, s->dt);
  if (!j.by_grid) lg_particles_accelerate(s);

  /* Boundaries: what solids leave open. Particles to grid; which cells are fluid. */
  LG_STAGE(s->world, "solve/cells")
    s->failed = s->failed || !lg_mac_solids(m, s, f->solids) || !lg_mac_look(m, s);
  if (s->failed) {
    lg_supports_release(s->world);
    return;
  }
  LG_STAGE(s->world, "solve/p2g")
    if (!m->holds) lg_mac_p2g(m, s, j.apic && f->was_affine ? j.affine : NULL);
  LG_STAGE(s->world, "solve/cells")
    lg_mac_classify(m, s, j.by_grid ? LG_MAC_BY_BOUNDS : LG_MAC_BY_DENSITY);

  /* The grid's velocity, which is saved; what the grid makes of it; back to the particles. */
  to_grid(&j);
  on_grid(&j);
  j.calm = calm_speed(&j);
  LG_STAGE(s->world, "solve/g2p") to_particles(&j);

  /* Particles move with the flow, and with what gives volume back. */
  LG_STAGE(s->world, "solve/volume")
    if (j.feedback > 0) lg_mac_give_volume_back(m, s, &j.how, j.feedback, j.layers);
  LG_STAGE(s->world, "solve/advect") {
    lg_par_for(s->threads, s->n, move_block, &j);
    if (m->tension > 0) lg_mac_draw_back(m, s, f->density);
  }
  memcpy(s->drift, m->drift, sizeof s->drift);
  if (j.by_grid) lg_mac_keep(m);
  else lg_mac_separate(m, s);
  f->was_affine = j.apic;
}

#define FEW 4 /* sub-steps in the place of one in which viscosity is solved for */

/* The flow no farther than cfl cells, also by what gravity adds, and no solid that comes; explicit
   viscosity stable. Drops that fly, the tip of a jet, move alike in steps of any length: alone they
   would make the sub-steps of a splash half as long. */
static double max_dt(void *self, lg_step *s, const char **limit) {
  const flip *f = self;
  lg_cells grid;
  float gravity[3];
  cells(self, s->world, &grid);
  lg_world_gravity(s->world, gravity);
  const float fastest = lg_max_speed(s);
  double h = (double)grid.edge[0], g = (double)lg_length(gravity),
         speed =
             fmax((double)lg_flow_speed(s, fastest, LG_MAC_DROPS, NULL), (double)fastest / FASTEST);

  /* What moves: particles, also by what gravity adds; a grid's velocity; solids. */
  if (f->advection == BY_GRID) g = 0;
  if (f->advection == BY_GRID && f->mac->holds) speed = fmax(speed, (double)f->mac->speed);
  double way = (double)f->cfl * h, dt = way / fmax(speed + sqrt(g * h), 1e-30);
  dt = fmin(dt, way / fmax(lg_mac_solids_max_speed(s, (float)fmin(dt, (double)s->dt)), 1e-30));

  /* Explicit diffusion, where a few sub-steps are enough for it; else it is solved for. */
  double viscous = (double)f->density * h * h / (2.2 * s->dim * fmax((double)f->viscosity, 1e-30));
  const bool few = fmin(dt, (double)s->dt) <= FEW * viscous;
  *limit = few && viscous <= dt ? "viscous" : "cfl";
  if (few) dt = fmin(dt, viscous);

  /* The shortest wave that tension drives (Brackbill, Kothe & Zemach 1992), with room for the
     damping of what is predicted (mac/tension.c). */
  double wave = 0.7 * sqrt((double)f->density * h * h * h /
                           (4 * LG_PI * fmax((double)f->surface_tension, 1e-30)));
  if (wave < dt) *limit = "tension";
  return fmin(dt, wave);
}

const lg_kind LG_KIND(solver, flip) = {
    .name = "flip",
    .family = LG_FAMILY_SOLVER,
    .also = "pic|apic|grid|fluid",
    .size = sizeof(flip),
    .params = rows,
    .state = state_fields,
    .check = check,
    .create = create,
    .destroy = destroy,
    .save = save,
    .restore = restore,
    .doc =
        "PIC, FLIP and APIC: particles carry the fluid, a staggered grid makes it incompressible.",
    .solver = {.columns = columns,
               .grids = grids,
               .grid = grid,
               .cells = cells,
               .begin = begin,
               .max_dt = max_dt,
               .step = step,
               .state = state}};
