/* limit.c - how long the next sub-step may be: what solver, fields, bodies and springs allow. */
#include "core/step/step.h"

#include <stdio.h>

#define MANY 1000 /* sub-steps of a frame; weakly compressible water takes about 150 */

static double stable_dt(lg_world *w, double left, const char **limit) {
  lg_step s = lg_step_of(w);
  s.dt = (float)left;
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  double dt = solver->max_dt ? solver->max_dt(lg_world_solver_self(w), &s, limit) : HUGE_VAL;

  /* fields that damp by a rate */
  LG_EACH_OBJECT(w, LG_FAMILY_FIELD, o) {
    if (!o->kind->field.rate || !lg_field_acts(w, lg_object_id(w, o))) continue;
    double rate = (double)o->kind->field.rate(w, o->self, s.mass);
    if (rate * dt > 0.5) {
      dt = 0.5 / rate;
      *limit = "drag";
    }
  }

  double body = lg_bodies_max_dt(w);
  if (body < dt) {
    dt = body;
    *limit = "body";
  }
  double spring = lg_springs_max_dt(w);
  if (spring < dt) *limit = "spring";
  return fmin(dt, spring);
}

static const char by_speed[] = "speeds and what brings them about";

/* What to lower where this limits the sub-step. */
static const char *cause_of(const char *limit) {
  static const char *const causes[][2] = {{"viscous", "viscosity"},
                                          {"tension", "surface_tension"},
                                          {"force", "gravity"},
                                          {"weight", "gravity or the depth"},
                                          {"drag", "the coefficient of drag"},
                                          {"spring", "the wall's stiffness"}};
  for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
    if (strcmp(limit, causes[i][0]) == 0) return causes[i][1];
  return by_speed;
}

/* "; the fastest, particle 57, goes at 1e+06 m/s": who the speeds are of. */
static void name_fastest(const lg_world *w, char *out, size_t bytes) {
  const lg_particles *p = w->particles;
  double most = -1;
  size_t who = 0;

  for (size_t i = 0; i < p->n; i++) {
    double v2 = 0;
    for (int k = 0; k < w->dim; k++) v2 += (double)p->v[k][i] * (double)p->v[k][i];
    if (v2 > most) most = v2, who = i;
  }
  *out = 0;
  if (most > 0)
    snprintf(out, bytes, "; the fastest, particle %d, goes at %.4g m/s", (int)p->id[who],
             sqrt(most));
}

/* Whether the frame may take so many sub-steps; of very many it is said, once a world, why it will
   take long. */
static bool allows(lg_world *w, double dt, double substeps) {
  const char *limit = w->stats.limit, *cause = cause_of(limit);
  const double fixed = (double)w->def.fixed_dt;
  if (fixed > 0) /* as many as was asked for */
    return substeps <= (double)w->def.max_substeps ||
           lg_refuse(w,
                     "a frame of %.4g s has %.0f sub-steps of fixed_dt = %.4g s, more than "
                     "max_substeps = %d: raise one of them",
                     dt, substeps, fixed, (int)w->def.max_substeps);

  if (!(substeps <= (double)w->def.max_substeps)) {
    char fastest[96] = "";
    if (cause == by_speed) name_fastest(w, fastest, sizeof fastest);
    return lg_refuse(w,
                     "a frame of %.4g s needs %.10g sub-steps at t = %.4g s (limit: %s%s), more "
                     "than max_substeps = %d: lower %s or the frame's length, raise the spacing or "
                     "max_substeps",
                     dt, substeps, w->time, limit, fastest, (int)w->def.max_substeps, cause);
  }

  /* said once */
  if (substeps > MANY && !w->slow)
    lg_say(w, LG_WARNING,
           "a frame of %.4g s needs %.0f sub-steps (limit: %s): lower %s or raise the spacing, or "
           "it takes long",
           dt, substeps, limit, cause);
  w->slow = w->slow || substeps > MANY;
  return true;
}

double lg_limit_stage(lg_world *w, double dt, double left) {
  double stable = 0;
  w->stats.limit = "frame";
  LG_STAGE(w, "limit") stable = stable_dt(w, left, &w->stats.limit);
  if (stable < 0) return 0;
  w->stats.stable_dt = fmin(stable, left);
  double fixed = (double)w->def.fixed_dt, part = fixed > 0 ? fixed : stable;
  double count = ceil(left / part - 1e-6);
  if (!allows(w, dt, part > 0 ? (double)w->stats.substeps + count : HUGE_VAL)) return 0;
  return count > 1 ? left / count : left;
}
