/* project.c - viscosity, pressure and what it does. Compiled once per dispatch path.

   div (u* - dt / rho grad p) = d, in integrals over what is open of each cell (Ng, Min & Gibou
   2009): a share A of a face carries u, the rest the solid's velocity u_s. With x = p dt / rho and
   fluid cells c, neighbours n behind open faces:
     sum A / h^2 (x_c - x_n) = d V - sum over faces +- (A u* + (1 - A) u_s) / h
   A neighbour in air is not at zero pressure itself, but the surface between is, t = 1 / steep
   cells from the middle of c (Gibou, Fedkiw, Cheng & Kang 2002): x_n = (1 - 1 / t) x_c. So the
   water knows how high it stands within a cell. d gives back the volume that drift takes, because a
   solver of the divergence does not see densities (Kim et al. 2007):
     d = feedback (fill - 1), fill - 1 within +- FILL_LIMIT; beside air only what exceeds
     LG_MAC_OVERFULL; < 0 only where none of the 3^dim cells around is air. */
#include "core/base/par.h"
#include "core/base/step.h"
#include "core/mac/mac.h"

#define FILL_LIMIT 0.25f

typedef struct job {
  lg_mac *m;
  float kinematic, dt, density, feedback;
} job;

/* ---- viscosity ------------------------------------------------------------------------------ */

LG_INLINE void diffuse_face(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  const float *p = m->pair[axis] + 2 * c;
  float sum = 0;
  for (int k = 0; k < m->lattice.dim; k++) {
    int s = 2 * m->lattice.step[k];
    sum += (p[s] - p[0] - (p[0] - p[-s])) * m->inverse[k] * m->inverse[k];
  }
  m->u[axis][c] = p[0] + j->kinematic * j->dt * sum;
}

static void diffuse_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  LG_EACH_FACE (&j->m->lattice, task, axis, c)
    if (j->m->active[axis][c]) diffuse_face(j, axis, c);
}

void lg_mac_diffuse(lg_step *s, float kinematic) {
  job j = {.m = s->world->mac, .kinematic = kinematic, .dt = s->dt};
  const lg_layout *l = &j.m->lattice;
  if (kinematic > 0)
    lg_par_tasks(lg_lattice_threads(l, s->threads), lg_mac_face_tasks(l), diffuse_task, &j);
}

/* ---- the system ----------------------------------------------------------------------------- */

/* What flows out through the faces of a cell and out of what closes them, 1/s. */
LG_INLINE double outflow(const lg_mac *m, int c) {
  double sum = 0;
  for (int k = 0; k < m->lattice.dim; k++) {
    int up = c + m->lattice.step[k];
    const float *a = m->open[k], *u = m->u[k], *solid = m->solid_u[k];
    double out = (double)(a[up] * u[up] + (1 - a[up]) * solid[up]),
           in = (double)(a[c] * u[c] + (1 - a[c]) * solid[c]);
    sum += (out - in) * (double)m->inverse[k];
  }
  return sum;
}

/* In any of the 3^dim cells around. */
static bool near_air(const lg_mac *m, int c) {
  const lg_layout *l = &m->lattice;
  for (int z = l->dim == 3 ? -1 : 0; z <= (l->dim == 3 ? 1 : 0); z++)
    for (int y = -1; y <= 1; y++)
      for (int x = -1; x <= 1; x++)
        if (m->type[c + x + y * l->step[1] + z * l->step[2]] == LG_MAC_AIR) return true;
  return false;
}

static double given_back(const job *j, int c) {
  const lg_mac *m = j->m;
  float over = m->fill[c] - 1;
  if (j->feedback == 0 || (over < 0 && near_air(m, c))) return 0;
  if (lg_mac_meets_air(m, c)) over = lg_maxf(m->fill[c] - LG_MAC_OVERFULL, 0);
  return (double)(j->feedback * lg_clampf(over, -FILL_LIMIT, FILL_LIMIT) * m->volume[c]);
}

static void cell_system(const job *j, int c) {
  lg_mac *m = j->m;
  const lg_layout *l = &m->lattice;
  lg_poisson_level *v = &m->poisson.level[0];
  bool fluid = m->type[c] == LG_MAC_FLUID;
  float sink = 0;
  for (int k = 0; k < l->dim; k++) {
    int s = l->step[k];
    float h2 = m->inverse[k] * m->inverse[k];
    v->a[k][c] = fluid && m->type[c - s] == LG_MAC_FLUID ? m->open[k][c] * h2 : 0;
    if (m->type[c - s] == LG_MAC_AIR) sink += m->open[k][c] * h2;
    if (m->type[c + s] == LG_MAC_AIR) sink += m->open[k][c + s] * h2;
  }
  v->sink[c] = fluid ? sink * m->inverse_theta[c] : 0;
  m->poisson.rhs[c] = fluid ? given_back(j, c) - outflow(m, c) : 0;
}

static void system_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  LG_EACH_CELL (&j->m->lattice, task, c) cell_system(j, c);
}

/* ---- the projection ------------------------------------------------------------------------- */

LG_INLINE void subtract_face(const job *j, int axis, int c) {
  const lg_mac *m = j->m;
  const double *x = m->poisson.x;
  const int before = c - m->lattice.step[axis];
  float scale = m->type[c] == LG_MAC_AIR        ? m->inverse_theta[before]
                : m->type[before] == LG_MAC_AIR ? m->inverse_theta[c]
                                                : 1;
  m->u[axis][c] -= (float)((x[c] - x[before]) * (double)(scale * m->inverse[axis]));
}

static void subtract_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  LG_EACH_FACE (&j->m->lattice, task, axis, c)
    if (j->m->active[axis][c]) subtract_face(j, axis, c);
}

static void show_task(void *user, size_t task, size_t unused) {
  (void)unused;
  const job *j = user;
  lg_mac *m = j->m;
  const double scale = (double)j->density / (double)j->dt;
  LG_EACH_CELL (&m->lattice, task, c) {
    m->pressure[c] = (float)(scale * m->poisson.x[c]);
    m->divergence[c] = m->type[c] == LG_MAC_FLUID ? (float)outflow(m, c) : 0;
  }
}

void lg_mac_project(lg_step *s, const lg_poisson_how *how, float density, float feedback) {
  job j = {.m = s->world->mac,
           .dt = s->dt,
           .density = density,
           .feedback = lg_minf(feedback, 0.5f / s->dt)};
  lg_mac *m = j.m;
  const lg_layout *l = &m->lattice;
  int threads = lg_lattice_threads(l, s->threads);
  lg_par_tasks(threads, lg_lattice_tasks(l), system_task, &j);
  lg_poisson_build(&m->poisson, s->threads);
  lg_poisson_close(&m->poisson);
  m->poisson.bonds = 0; /* sweeps that know nothing of bodies would throw light ones about */
  s->failed = s->failed || (how->method == LG_POISSON_MGPCG && !lg_mac_couple_bodies(s, density));
  lg_poisson_done done = lg_poisson_solve(&m->poisson, how);
  s->stats->iterations = done.iterations;
  s->stats->residual = done.residual;
  lg_par_tasks(threads, lg_mac_face_tasks(l), subtract_task, &j);
  s->failed = s->failed || !lg_mac_accelerate_bodies(s, density);
  lg_par_tasks(threads, lg_lattice_tasks(l), show_task, &j);
}
