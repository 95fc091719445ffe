/* flip - particles carry the fluid, a staggered grid makes it incompressible (PIC: Harlow 1964;
   FLIP: Brackbill & Ruppel 1986, Zhu & Bridson 2005; APIC: Jiang et al. 2015; the notes seeds/002).

   forces      v += dt a                                                     per particle, so that
               every field works
   splat       u_f = sum w_fp v_p / sum w_fp, w (tri)linear; cells with particles are fluid
               mac/transfer.c, mac/cell_types.c
   extend      velocities carried outward, walls and colliders closing what they close
               mac/extrapolate.c, mac/solid_fractions.c
   diffuse     u += dt mu / rho lap u
   project     u -= dt / rho grad p, so that div u = 0: multigrid-preconditioned conjugate
               gradients; bodies give way and are
               pushed
               mac/project.c, mac/body_coupling.c, poisson.h
   gather      v = keep (v + u - u_splat) + (1 - keep) u, keep = 1 - (1 - flip) 60 dt
   advect      particles move with the flow: midpoint rule
               mac/transfer.c

   The seed splats with weight 1 on collocated cells and stops after 50 sweeps of SOR; here weights
   are linear and the grid is staggered (pressure = "sor" keeps its solver). Pressure is of the
   default material: one density, whatever the particles weigh. advection = "grid" is for teaching:
   the bounds are full of fluid without a surface, velocity lives on the grid and begins as that of
   the particles of the first step; these are only carried. Not good at: surface tension, thin
   sheets below a cell, many densities. */
#include "core/base/par.h"
#include "core/base/step.h"
#include "core/base/vec.h"
#include "core/body/bodies.h"
#include "core/mac/mac.h"
#include "core/particles/particles.h"

#include <stdio.h>

typedef struct flip {
  LG_MATERIAL_FIELDS;
  int64_t cells_max_axis;
  float particles_per_cell;
  int transfer;
  float flip;
  int pressure;
  float tolerance;
  int64_t iterations, sweeps;
  float relaxation, cfl, volume_feedback;
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
        "pic: smooth, damps; flip: lively, noisy; apic: keeps affine motion and angular momentum"),
    LG_ROW_FLOAT(
        flip, flip, 0.95, 0, 1, "1",
        "share of its own velocity that a particle keeps in 1/60 s, if transfer is flip; 0 is PIC"),
    LG_ROW_CHOICE(flip, pressure, LG_POISSON_MGPCG, "mgpcg|sor",
                  "mgpcg: to the tolerance, by multigrid-preconditioned conjugate gradients; sor: "
                  "the seed's red-black sweeps"),
    LG_ROW_FLOAT(
        flip, tolerance, 1e-4, 1e-9, 0.5, "1",
        "largest divergence that is left, against the largest before, if pressure is mgpcg"),
    LG_ROW_INT(flip, iterations, 100, 1, 10000, "1", "at most, if pressure is mgpcg"),
    LG_ROW_INT(flip, sweeps, 50, 1, 100000, "1", "if pressure is sor"),
    LG_ROW_FLOAT(flip, relaxation, 1.6, 0.1, 1.99, "1", "over-relaxation, if pressure is sor"),
    LG_ROW_FLOAT(flip, cfl, 1, 0.05, 5, "cells", "how far a particle may move in a sub-step"),
    LG_ROW_FLOAT(flip, volume_feedback, 15, 0, 100, "1/s",
                 "rate at which overfull and hollow cells are brought back to their volume"),
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

static const lg_column_def columns[] = {
    {"affine_x", 0, "1/s", "gradient of the velocity's x, if transfer is apic"},
    {"affine_y", 0, "1/s", "gradient of its y"},
    {"affine_z", 0, "1/s", "gradient of its z, in 3-D"},
    {NULL, 0, NULL, NULL}};

static const lg_grid_def grids[] = {
    {"pressure", 1, LG_AT_CELLS, "Pa",
     "keeps the flow free of divergence, and drives what the volume feedback asks for; 0 in air"},
    {"velocity", 0, LG_AT_FACES, "m/s",
     "after the projection, carried on into air and solids for a few cells"},
    {"divergence", 1, LG_AT_CELLS, "1/s",
     "of the velocity in fluid cells: what the projection left, and what the volume feedback "
     "wants"},
    {"type", 1, LG_AT_CELLS, "1", "0 fluid, 1 solid, 2 air"},
    {"fill", 1, LG_AT_CELLS, "1",
     "particles in and around a fluid cell over those that belong there"},
    {NULL, 0, LG_AT_CELLS, NULL, NULL}};

static bool grid(const void *self, const lg_world *w, int which, lg_grid_view *out) {
  (void)self;
  const lg_mac *m = w->mac;
  const float *const array[] = {m->pressure, NULL, m->divergence, m->type_view, m->fill};
  return lg_mac_view(m, array[which], grids[which].location == LG_AT_FACES, out);
}

static void cells(const void *self, const lg_world *w, lg_cells *out) {
  const flip *f = self;
  lg_bounds b = lg_world_bounds(w);
  float edge = lg_world_spacing(w) * powf(f->particles_per_cell, 1.0f / (float)b.dim), longest = 0;
  for (int k = 0; k < b.dim; k++) longest = lg_maxf(longest, b.max[k] - b.min[k]);
  lg_mac_cells(w, f->cells_max_axis > 0 ? longest / (float)f->cells_max_axis : edge, out);
}

static bool check(const lg_world *w, const void *self, char *why, size_t why_bytes) {
  const bool wanted = ((const flip *)self)->cells_max_axis > 0;
  lg_cells c;
  cells(self, w, &c);
  if (lg_mac_fits(lg_world_bounds(w).dim, &c)) return true;
  snprintf(
      why, why_bytes,
      "flip: %s makes a grid of %d x %d x %d cells, more than the 1e9 that can be numbered: %s",
      wanted ? "cells_max_axis" : "the world's spacing", c.n[0], c.n[1], c.n[2],
      wanted ? "lower it" : "raise it or particles_per_cell");
  return false;
}

/* Once a frame. Memory that is missing here will be missing in the step, which says so. */
static void begin(void *self, lg_step *s) {
  const flip *f = self;
  lg_cells grid;
  if (!f->reseed || f->advection == BY_GRID || s->n == 0) return;
  cells(self, s->world, &grid);
  if (!lg_neighbors_sort_into(s->world, &grid, NULL) || !lg_mac_room(s, &grid) ||
      !lg_mac_solids(s, f->solids))
    return;
  lg_mac_classify(s, false); /* only what is fluid counts here */
  float full = s->world->mac->full;
  lg_mac_reseed(s, &grid, f->reseed_min * full, f->reseed_max * full);
}

/* The gradients' columns, component by component; they are all 0 where nobody uses them. */
static void affine_of(lg_step *s, bool used, float *out[9]) {
  for (int k = 0; k < s->dim; k++) {
    lg_particles_blank(s->particles, columns[k].name, !used);
    const lg_col *col = lg_particles_column(s->particles, columns[k].name);
    for (int i = 0; i < s->dim; i++) out[k * s->dim + i] = col->c[i];
  }
}

static void push_block(void *user, size_t begin, size_t end) {
  const lg_step *s = user;
  for (int k = 0; k < s->dim; k++)
    for (size_t i = begin; i < end; i++) s->particles->v[k][i] += s->dt * s->particles->a[k][i];
}

/* Velocities of the particles, or of the grid's last step, on the fluid's faces and around them. */
static void bring(const flip *f, lg_step *s, float *const affine[9], int layers) {
  lg_mac *m = s->world->mac;
  if (f->advection == BY_GRID && m->holds) {
    LG_TIMED(s, "solve/advect", lg_mac_advect(s, layers));
    return;
  }
  if (f->advection == BY_PARTICLES) lg_par_for(s->threads, s->n, push_block, s);
  LG_TIMED(s, "solve/p2g", lg_mac_p2g(s, affine); lg_mac_divide(s));
  LG_TIMED(s, "solve/extrapolate", lg_mac_extrapolate(s, layers, true));
}

static void step(void *self, lg_step *s) {
  flip *f = self;
  lg_mac *m = s->world->mac;
  lg_cells grid;
  float *affine[9];
  const bool apic = f->transfer == LG_TRANSFER_APIC, by_grid = f->advection == BY_GRID;
  const int layers = (int)ceilf(f->cfl) + 1;
  const bool sor = f->pressure == LG_POISSON_SOR;
  const lg_poisson_how how = {.method = (lg_poisson_method)f->pressure,
                              .tolerance = (double)f->tolerance,
                              .threads = s->threads,
                              .iterations = (int)(sor ? f->sweeps : f->iterations),
                              .relaxation = f->relaxation};
  affine_of(s, apic, affine);
  cells(self, s->world, &grid);
  s->failed = !lg_mac_room(s, &grid);
  if (s->failed) return;
  m->holds = m->holds && by_grid;
  m->by_mass = f->reseed;
  lg_bodies_accelerate(s->world, s->dt); /* they fall as the fluid does, before the pressure holds both */
  LG_TIMED(s, "solve/cells", s->failed = !lg_mac_solids(s, f->solids); lg_mac_classify(s, by_grid));
  bring(f, s, apic && f->was_affine ? affine : NULL, layers);
  LG_TIMED(s, "solve/diffuse", lg_mac_diffuse(s, f->viscosity / f->density));
  LG_TIMED(s, "solve/project",
           lg_mac_project(s, &how, f->density, by_grid ? 0 : f->volume_feedback));
  LG_TIMED(s, "solve/extrapolate", lg_mac_extrapolate(s, layers, false));
  float keep =
      f->transfer == LG_TRANSFER_FLIP && !by_grid ? 1 - lg_minf((1 - f->flip) * 60 * s->dt, 1) : 0;
  LG_TIMED(s, "solve/g2p", lg_mac_g2p(s, keep, apic ? affine : NULL));
  LG_TIMED(s, "solve/advect", lg_mac_advect_particles(s));
  if (by_grid) lg_mac_hold(s);
  else lg_mac_separate(s);
  f->was_affine = apic;
  memcpy(s->drift, m->drift, sizeof s->drift);
}

/* No particle farther than cfl cells, also by what gravity adds, and no solid that comes; explicit
   viscosity stable. */
static double max_dt(void *self, lg_step *s, const char **limit) {
  const flip *f = self;
  lg_cells grid;
  cells(self, s->world, &grid);
  double h = (double)grid.edge[0], g = (double)lg_length(s->world->def.gravity),
         speed = (double)lg_max_speed(s);
  if (f->advection == BY_GRID) g = 0;
  if (f->advection == BY_GRID && s->world->mac->holds)
    speed = fmax(speed, (double)s->world->mac->speed);
  double way = (double)f->cfl * h, dt = way / fmax(speed + sqrt(g * h), 1e-30);
  dt = fmin(dt, way / fmax(lg_mac_solids_max_speed(s, (float)fmin(dt, (double)s->dt)), 1e-30));
  double viscous = (double)f->density * h * h / (2.2 * s->dim * fmax((double)f->viscosity, 1e-30));
  *limit = dt < viscous ? "cfl" : "viscous";
  return fmin(dt, viscous);
}

const lg_kind LG_KIND(solver, flip) = {
    .name = "flip",
    .family = LG_FAMILY_SOLVER,
    .size = sizeof(flip),
    .params = rows,
    .check = check,
    .doc =
        "PIC, FLIP and APIC: particles carry the fluid, a staggered grid makes it incompressible",
    .solver = {.columns = columns,
               .grids = grids,
               .grid = grid,
               .cells = cells,
               .begin = begin,
               .max_dt = max_dt,
               .step = step}};
