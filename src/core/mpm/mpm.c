/* mpm.c - memory of the nodes, the particles' columns, and what materials are. */
#include "core/mpm/mpm.h"

#include "core/base/world.h"
#include "core/formula/expr_math.h"
#include "core/mpm/contact.h"
#include "core/particles/particles.h"

#define DAMPING 0.1f /* of sound: a tank that is let go comes to rest */

/* ---- the grid ------------------------------------------------------------------------------- */

void lg_mpm_cells(const lg_world *w, float edge, lg_cells *out) {
  memset(out, 0, sizeof *out);
  for (int k = 0; k < 3; k++) out->n[k] = 1;
  for (int k = 0; k < w->dim; k++) {
    double length = (double)w->def.bounds.max[k] - (double)w->def.bounds.min[k],
           count = fmin(length / (double)edge, 1 << 28);
    bool periodic = lg_is_periodic(w, k);
    out->n[k] = lg_maxi(periodic ? 4 : 1, (int)floor(count + 0.5));
    out->edge[k] = (float)(length / out->n[k]);
  }
}

void lg_mpm_free(lg_mpm *m) {
  if (!m->mem) return;
  lg_mem_free(m->mem, m->node);
  lg_mem_free(m->mem, m->active);
  lg_mem_free(m->mem, m->matter);
  lg_mem_free(m->mem, m->partial);
  lg_mem_free(m->mem, m->grip);
  memset(m, 0, sizeof *m);
}

/* The nodes; those of another grid go. */
static bool make_nodes(lg_mpm *m, lg_world *w, const lg_cells *cells) {
  bool periodic[3] = {false, false, false};
  for (int k = 0; k < w->dim; k++) periodic[k] = lg_is_periodic(w, k);
  lg_layout l = lg_lattice_make(w->dim, cells->n, periodic);
  if (!m->mem || !lg_lattice_same(&m->lattice, &l)) {
    lg_mpm_free(m);
    m->mem = &w->mem;
    m->lattice = l;
    m->capacity = (size_t)l.size;
    m->node = lg_lattice_zeroed(m->mem, m->capacity * sizeof *m->node);
    m->active = lg_lattice_zeroed(m->mem, (size_t)lg_mpm_rows(&l));
    if (!m->node || !m->active) lg_mpm_free(m);
  }

  /* Where it lies. */
  for (int k = 0; k < w->dim && m->mem; k++) {
    m->origin[k] = w->def.bounds.min[k];
    m->cell[k] = cells->edge[k];
    m->inverse[k] = 1 / cells->edge[k];
  }
  return m->mem != NULL;
}

bool lg_mpm_room(lg_mpm *m, lg_step *s, const lg_cells *cells) {
  return make_nodes(m, s->world, cells) &&
         lg_mem_room(m->mem, &m->matter, (size_t)s->materials + 1, sizeof *m->matter) &&
         lg_mem_room(m->mem, &m->partial, lg_blocks(s->n) + 1, sizeof *m->partial);
}

/* ---- materials ------------------------------------------------------------------------------ */

/* The yield surface that is Mohr and Coulomb's of this angle: in plane strain (2-D) exactly, in 3-D
   where all is pressed along one axis (Klar et al. 2016). */
static float yield_of(float angle, int dim) {
  double sine = (double)lg_sin(angle);
  return (float)(dim == 2 ? sine / sqrt(2) : sqrt(2.0 / 3) * 2 * sine / (3 - sine));
}

/* speed: m/s, h / dt. */
static lg_matter matter_of(const lg_properties *p, int dim, float sound, float speed) {
  lg_matter out = {.model = p->model,
                   .density = p->density,
                   .viscosity = p->viscosity,
                   .lambda = p->density * sound * sound,
                   .damper = DAMPING * p->density * sound * speed};
  if (p->model == LG_MODEL_FLUID) return out;

  /* Lame's constants of Young's modulus and Poisson's ratio. */
  out.mu = p->young / (2 * (1 + p->poisson));
  out.lambda = p->young * p->poisson / ((1 + p->poisson) * (1 - 2 * p->poisson));
  out.squeeze = p->critical_compression;
  out.strain = p->critical_stretch;
  out.hardening = p->hardening;
  out.friction = yield_of(p->friction_angle, dim);
  return out;
}

/* ---- columns -------------------------------------------------------------------------------- */

static void find_column(lg_step *s, const char *name, float *out[3]) {
  const lg_col *col = lg_particles_column(s->particles, name);
  for (int k = 0; k < col->components; k++) out[k] = col->c[k];
}

void lg_mpm_read(lg_mpm *m, lg_step *s, float sound) {
  static const char *const affine[3] = {"affine_x", "affine_y", "affine_z"};
  static const char *const deform[3] = {"deformation_x", "deformation_y", "deformation_z"};
  float *out[3];

  /* Matrices, row by row; in 2-D there is no third. */
  for (int k = 0; k < 3; k++) {
    lg_particles_blank(s->particles, affine[k], k >= s->dim);
    lg_particles_blank(s->particles, deform[k], k >= s->dim);
  }
  for (int k = 0; k < s->dim; k++) {
    find_column(s, affine[k], out);
    memcpy(m->affine + k * s->dim, out, (size_t)s->dim * sizeof *out);
    find_column(s, deform[k], out);
    memcpy(m->deform + k * s->dim, out, (size_t)s->dim * sizeof *out);
  }

  /* The others. */
  find_column(s, "stress", m->normal);
  find_column(s, "shear_stress", m->shear);
  find_column(s, "volume_strain", out);
  m->volume = out[0];
  find_column(s, "pressure", out);
  m->pressure = out[0];

  for (int i = 0; i <= s->materials; i++)
    m->matter[i] = matter_of(&s->material[i], s->dim, sound, m->cell[0] / s->dt);
}
