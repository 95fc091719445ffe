/* solver.particles - particles that do not feel each other: sparks, rain, sand grains, tracers in a
   wind.

   Velocity Verlet (Verlet 1967; Swope et al. 1982), which is symplectic and exact for ballistic
   flight:

     x' = x + v dt + a dt^2 / 2          the core's parabola, met by walls and colliders where and
                                         when it hits them
     v' = v + (a + a') dt / 2            the core adds a dt; the half difference to a' is made good
                                         here, one sub-step later,
                                         when the acceleration at the new place is known

   For forces that depend on the velocity (drag) this is Heun's method. Fields bound the sub-step
   through their rates; nothing else does. It has no neighbours, so particles overlap freely, and
   viscosity means nothing to it. */
#include "laguna_solver.h"

typedef struct particles {
  LG_MATERIAL_FIELDS;
} particles;

static const lg_param rows[] = {LG_MATERIAL_ROWS(particles), LG_ROWS_END};

static const lg_column_def columns[] = {
    {"last_acceleration", 0, "m/s2", "acceleration at the start of the sub-step before"},
    {"last_dt", 1, "s", "length of the sub-step before; 0 for a new particle, which had none"},
    {NULL, 0, NULL, NULL}};

typedef struct job {
  lg_particles *p;
  float *last[3], *last_dt, dt;
} job;

static void correct(void *user, size_t begin, size_t end) {
  const job *j = user;
  for (int k = 0; k < j->p->dim; k++) {
    const float *restrict a = j->p->a[k], *restrict last_dt = j->last_dt;
    float *restrict v = j->p->v[k], *restrict last = j->last[k];
    for (size_t i = begin; i < end; i++) {
      v[i] += 0.5f * last_dt[i] * (a[i] - last[i]);
      last[i] = a[i];
    }
  }
  for (size_t i = begin; i < end; i++) j->last_dt[i] = j->dt;
}

static void step(void *self, lg_step *s) {
  (void)self;
  job j = {.p = s->particles, .last_dt = lg_step_column(s, "last_dt"), .dt = s->dt};
  const lg_col *last = lg_particles_column(s->particles, "last_acceleration");
  for (int k = 0; k < s->dim; k++) j.last[k] = last->c[k];

  /* the half of a step that closes the last one */
  LG_EACH_WATCHED(s, o) {
    float half[3] = {0, 0, 0};
    for (int k = 0; k < s->dim; k++)
      half[k] = 0.5f * j.last_dt[o->at] * (s->particles->a[k][o->at] - j.last[k][o->at]) / s->dt;
    lg_term(o, "half_step", half);
  }

  lg_par_for(s->threads, s->n, correct, &j);
}

const lg_kind LG_KIND(solver, particles) = {
    .name = "particles",
    .family = LG_FAMILY_SOLVER,
    .doc = "Particles that fly, fall and bounce, and do not feel each other.",
    .also = "none|dust|smoke|tracers",
    .size = sizeof(particles),
    .params = rows,
    .solver = {.columns = columns, .ballistic = true, .step = step}};
