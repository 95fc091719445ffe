/* sph_forces.c - see sph_forces.h. Compiled once per dispatch path. */
#include "core/sph_forces.h"

#include "core/par.h"
#include "core/step.h"

typedef struct job {
  lg_step *s;
  const lg_kernel *kernel;
  const lg_fluid *fluid;
  const float *density;
} job;

LG_INLINE void drag_rows(int dim, lg_kernel_type type, const job *j, size_t begin, size_t end) {
  const lg_step *s = j->s;
  const lg_v4 *a = s->world->sph.a, *b = s->world->sph.b;
  const float inverse = j->kernel->inverse, laminar = 2.0f * j->fluid->viscosity * j->kernel->f0;
  const float smooth = -2.0f * j->fluid->xsph * j->kernel->w0 / s->dt;
  for (size_t i = begin; i < end; i++) {
    const lg_v4 me = a[i], my = b[i];
    const int32_t *row = s->neighbors->row[i], n = s->neighbors->count[i];
    const float mass = s->particles->mass[i], volume = mass / my[3];
    lg_v8 fx = lg_v8_all(0), fy = fx, fz = fx, p[4], u[4];
    for (int32_t e = 0; e < n; e += LG_LANES) {
      lg_sph_gather(a, row + e, p); /* {x, mass} */
      lg_sph_gather(b, row + e, u); /* {v, density} */
      lg_v8 dx = me[0] - p[0], dy = me[1] - p[1], dz = me[2] - p[2], r2 = dx * dx + dy * dy;
      if (dim == 3) r2 = r2 + dz * dz;
      lg_v8 q = lg_v8_sqrt(r2) * inverse, rho = lg_v8_max(u[3], lg_v8_all(FLT_MIN));
      lg_v8 drag = volume * laminar * (p[3] / rho) * lg_kernel_g(type, q);
      drag += mass * smooth * p[3] / (my[3] + rho) * lg_kernel_f(type, q);
      fx += drag * (my[0] - u[0]);
      fy += drag * (my[1] - u[1]);
      if (dim == 3) fz += drag * (my[2] - u[2]);
    }
    s->particles->a[0][i] += lg_v8_sum(fx) / mass;
    s->particles->a[1][i] += lg_v8_sum(fy) / mass;
    if (dim == 3) s->particles->a[2][i] += lg_v8_sum(fz) / mass;
  }
}

static void drag_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  LG_SPECIALISE(j->s->dim, j->kernel->type, drag_rows, j, begin, end)
}

/* After all other forces than pressure. */
static void hold_block(void *user, size_t begin, size_t end) {
  const job *j = user;
  const lg_particles *c = j->s->particles;
  const int dim = j->s->dim;
  for (size_t i = begin; i < end; i++) {
    if (!(j->s->walls->hold[i][3] > 0)) continue;
    float v[3] = {0, 0, 0}, a[3] = {0, 0, 0};
    for (int k = 0; k < dim; k++) { v[k] = c->v[k][i]; a[k] = c->a[k][i]; }
    lg_walls_hold(j->s->walls, i, dim, j->fluid->viscosity / j->density[i], j->s->dt, v, a);
    for (int k = 0; k < dim; k++) c->a[k][i] = a[k];
  }
}

void lg_sph_forces(lg_step *s, const lg_kernel *k, const lg_fluid *fluid, const float *density) {
  job j = {s, k, fluid, density};
  bool drag = fluid->viscosity > 0 || fluid->xsph > 0;
  if (!drag && !(fluid->surface_tension > 0 || fluid->vorticity > 0)) return;
  lg_sph_pack(s, s->world->sph.a, s->particles->x, s->particles->mass, true);
  if (drag || fluid->vorticity > 0) lg_sph_pack(s, s->world->sph.b, s->particles->v, density, false);
  if (drag) lg_par_for(s->threads, s->n, drag_block, &j);
  if (fluid->vorticity > 0) lg_sph_vorticity(s, k, fluid);
  if (fluid->surface_tension > 0) lg_sph_tension(s, k, fluid, density);
  if (fluid->viscosity > 0 && s->walls->sticks) lg_par_for(s->threads, s->n, hold_block, &j);
}

static void push_block(void *user, size_t begin, size_t end) {
  lg_step *s = user;
  for (int k = 0; k < s->dim; k++)
    for (size_t i = begin; i < end; i++) s->particles->v[k][i] += s->dt * s->particles->a[k][i];
}

void lg_sph_push(lg_step *s) { lg_par_for(s->threads, s->n, push_block, s); }

float lg_sph_depth(const lg_step *s) {
  float g = lg_length(s->gravity), lo = FLT_MAX, hi = -FLT_MAX;
  if (g == 0 || s->n == 0) return 0;
  for (size_t i = 0; i < s->n; i++) {
    float h = 0;
    for (int k = 0; k < s->dim; k++) h += s->particles->x[k][i] * s->gravity[k] / g;
    lo = lg_minf(lo, h);
    hi = lg_maxf(hi, h);
  }
  return hi - lo;
}

static double force_dt(const lg_step *s) {
  float g = lg_length(s->gravity);
  return g > 0 ? 0.25 * sqrt(0.5 * (double)(s->radius / g)) : HUGE_VAL;
}

float lg_sph_patience(const lg_step *s) {
  double time = force_dt(s);
  return isfinite(time) ? lg_minf(s->dt / (float)time, 1) : 0.2f;
}

double lg_sph_max_dt(lg_step *s, const lg_fluid *fluid, float cfl, float least_speed, const char **limit) {
  double h = 0.5 * (double)s->radius, v = (double)lg_maxf(lg_max_speed(s), least_speed), way = (double)(cfl * s->spacing);
  double dt = v > 0 ? way / v : HUGE_VAL, force = force_dt(s);
  *limit = "cfl";
  if (force < dt) { dt = force; *limit = "force"; }
  double viscous = fluid->viscosity > 0 ? 0.125 * h * h * (double)fluid->density / (double)fluid->viscosity : HUGE_VAL;
  if (viscous < dt) { dt = viscous; *limit = "viscous"; }
  double dx = (double)s->spacing, sigma = (double)fluid->surface_tension;
  double tension = sigma > 0 ? sqrt((double)fluid->density * dx * dx * dx / (4 * LG_PI * sigma)) : HUGE_VAL;
  if (tension < dt) { dt = tension; *limit = "tension"; }
  return dt;
}
