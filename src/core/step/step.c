/* step.c - the frame: a table of contents. */
#include "core/step/step.h"

#include "core/base/par.h"
#include "core/base/simd.h"
#include "core/object/material.h"
#include "core/state/saved.h"

static lg_step step_of(lg_world *w) {
  lg_step s = {.world = w,
               .dim = w->dim,
               .threads = lg_world_threads(w),
               .n = w->particles->n,
               .time = w->time,
               .spacing = w->def.spacing,
               .mass = lg_world_particle_mass(w),
               .materials = lg_material_last(w),
               .material = w->objects->material,
               .particles = w->particles,
               .neighbors = w->neighbors,
               .walls = w->walls,
               .stats = &w->stats};
  lg_world_rest_gravity(w, s.gravity);
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  if (solver->support) s.radius = solver->support(lg_world_solver_self(w), w->dim) * s.spacing;
  return s;
}

/* ---- stages --------------------------------------------------------------------------------- */

static bool solve(lg_world *w, float dt, float *drift[3]) {
  lg_step s = step_of(w);
  s.dt = dt;
  lg_world_solver_kind(w)->solver.step(lg_world_solver_self(w), &s);
  memcpy(drift, s.drift, sizeof s.drift);
  return !s.failed;
}

static void move_colliders(lg_world *w, float dt) {
  for (int i = 0; i < lg_object_count(w); i++) {
    lg_id id = lg_object_at(w, i);
    const lg_kind *k = lg_kind_of(w, id);
    if (k->family == LG_FAMILY_COLLIDER && k->collider.move)
      k->collider.move(w, lg_object_self(w, id, LG_FAMILY_COLLIDER), dt);
  }
}

/* ---- the sub-step and the frame ------------------------------------------------------------- */

#define MANY 1000 /* sub-steps of a frame; weakly compressible water takes about 150 */
#define STAGE(name, call)                                                                          \
  do {                                                                                             \
    double begun_ = lg_stage_begin();                                                              \
    call;                                                                                          \
    lg_stage_end(w, name, begun_);                                                                 \
  } while (0)

/* Emitters fill the time since the sub-step before; what they bring counts for the next stable dt.
   */
static double stable_dt(lg_world *w, double left, const char **limit) {
  lg_step s = step_of(w);
  s.dt = (float)left;
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  double dt = solver->max_dt ? solver->max_dt(lg_world_solver_self(w), &s, limit) : HUGE_VAL;
  for (int i = 0; i < lg_object_count(w); i++) {
    lg_id id = lg_object_at(w, i);
    const lg_kind *k = lg_kind_of(w, id);
    if (k->family != LG_FAMILY_FIELD || !k->field.rate || !lg_object_acts(w, id)) continue;
    double rate = (double)k->field.rate(w, lg_object_self(w, id, LG_FAMILY_FIELD), s.mass);
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

/* Of a solver with a grid its cells are most of what it needs. */
static bool refuse_grid(lg_world *w) {
  const lg_kind *kind = lg_world_solver_kind(w);
  lg_cells c;
  kind->solver.cells(lg_world_solver_self(w), w, &c);
  return lg_refuse(w,
                   "%s: out of memory for a grid of %d x %d x %d cells and %zu particles: ask for "
                   "fewer and larger cells, or "
                   "raise the world's spacing",
                   kind->name, c.n[0], c.n[1], c.n[2], w->particles->n);
}

static bool substep(lg_world *w, double dt) {
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  const bool ballistic = solver->ballistic, grid = solver->cells != NULL;
  bool ok = true;
  float *drift[3];
  w->stats.dt = dt;
  w->stamp++;
  STAGE("cull", ok = lg_cull_stage(w, step_of(w).radius) && lg_bodies_read(w));
  if (!ok)
    return grid ? refuse_grid(w)
                : lg_refuse(w, "out of memory while sorting %zu particles", w->particles->n);
  if (w->particles->n) memset(w->neighbors->dead, LG_ALIVE, w->particles->n);
  STAGE("push", ok = lg_push_stage(w, (float)dt));
  if (!ok) return lg_refuse(w, "out of memory for %d objects", lg_object_count(w));
  STAGE("solve", ok = solve(w, (float)dt, drift));
  if (!ok && grid) return refuse_grid(w);
  if (!ok)
    return lg_refuse(
        w, "the solver ran out of memory, or more than 60000 particles crowd into one place");
  if (!lg_gauges_before(w))
    return lg_refuse(w, "out of memory for the gauges of %zu particles", w->particles->n);
  STAGE("bodies", lg_bodies_accelerate(w, (float)dt); ok = lg_bodies_contacts(w, (float)dt));
  if (!ok) return lg_refuse(w, "out of memory for %d bodies", w->bodies->n);
  STAGE("stop", ok = lg_stop_stage(w, (float)dt, ballistic, drift); move_colliders(w, (float)dt);
        lg_springs_carry(w));
  if (!ok) return lg_refuse(w, "out of memory while moving %zu particles", w->particles->n);
  if (!lg_gauges_after(w))
    return lg_refuse(w, "out of memory for the gauges of %zu particles", w->particles->n);
  STAGE("guard", ok = lg_guard_stage(w));
  w->time += dt;
  w->emit_dt = dt;
  w->substep++;
  return ok;
}

/* What to lower where this limits the sub-step. */
static const char *cause_of(const char *limit) {
  static const char *const causes[][2] = {{"viscous", "viscosity"},
                                          {"tension", "surface_tension"},
                                          {"force", "gravity"},
                                          {"drag", "the coefficient of drag"},
                                          {"spring", "the wall's stiffness"}};
  for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
    if (strcmp(limit, causes[i][0]) == 0) return causes[i][1];
  return "speeds and what brings them about";
}

/* Whether the frame may take so many sub-steps; of very many it is said, once a world, why it will
   take long. */
static bool allows(lg_world *w, double dt, double substeps) {
  const char *limit = w->stats.limit, *cause = cause_of(limit);
  if (!(substeps <= (double)w->def.max_substeps))
    return lg_refuse(w,
                     "a frame of %.4g s needs %.0f sub-steps (limit: %s), more than max_substeps = "
                     "%d: lower %s or the "
                     "frame's length, raise the spacing or max_substeps",
                     dt, substeps, limit, (int)w->def.max_substeps, cause);
  if (substeps > MANY && !w->slow)
    lg_say(w, LG_WARNING,
           "a frame of %.4g s needs %.0f sub-steps (limit: %s): lower %s or raise the spacing, or "
           "it takes long",
           dt, substeps, limit, cause);
  w->slow = w->slow || substeps > MANY;
  return true;
}

static bool frame(lg_world *w, double dt) {
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  double end = w->time + dt, left = dt;
  lg_gauges_begin(w);
  lg_springs_carry(w); /* a script may have put one elsewhere */
  for (w->stats.substeps = 0; left > 1e-9 * dt; left = end - w->time) {
    bool ok = true;
    STAGE("formulas", ok = lg_programs_refresh(w));
    if (!ok) return false;
    STAGE("emit", ok = lg_emit_stage(w, (float)w->emit_dt));
    if (!ok || !lg_materials_read(w))
      return lg_refuse(w, "out of memory while emitting beside %zu particles", w->particles->n);
    if (w->stats.substeps == 0 && solver->begin) {
      lg_step s = step_of(w);
      s.dt = (float)dt;
      solver->begin(lg_world_solver_self(w), &s);
    }
    w->stats.limit = "frame";
    double stable = 0;
    STAGE("limit", stable = stable_dt(w, left, &w->stats.limit));
    double count = ceil(left / stable - 1e-6);
    if (!allows(w, dt, stable > 0 ? (double)w->stats.substeps + count : HUGE_VAL)) return false;
    if (!substep(w, count > 1 ? left / count : left)) return false;
    w->stats.substeps++;
  }
  w->time = end;
  w->frame++;
  lg_gauges_take(w, dt);
  return true;
}

static void finish_stats(lg_world *w, double begun) {
  lg_stats *stats = &w->stats;
  lg_step s = step_of(w);
  stats->frame = w->frame;
  stats->time = w->time;
  stats->particles = w->particles->n;
  stats->max_speed = (double)lg_max_speed(&s);
  stats->bytes = w->mem.held;
  stats->seconds = lg_stage_begin() - begun;
}

static bool run_hook(lg_world *w, const lg_hook *hook, double dt) {
  w->in_hook = true;
  bool ok = !hook->fn || hook->fn(hook->user, w, dt);
  w->in_hook = false;
  return ok;
}

static bool step_frame(lg_world *w, double dt) {
  double begun = lg_stage_begin();
  w->error[0] = 0;
  w->guard_rejected = false;
  w->stats.visited = 0;
  w->stats.visit_seconds = 0;
  if (!lg_guard_inputs(w)) return false;
  if (!lg_setup_take(w))
    return lg_refuse(w, "out of memory for a copy of %d objects", lg_object_count(w));
  lg_programs_sweep(w);
  if (!lg_snapshot_take(w->last_good, w))
    return lg_refuse(w, "out of memory for %zu particles", w->particles->n);
  bool ok = run_hook(w, &w->before_step, dt) && (!w->before_step.fn || lg_guard_inputs(w));
  /* what another solver's grid holds does not stay */
  if (ok && w->objects->pending_self) w->mac->holds = false;
  ok = ok && lg_objects_apply_solver(w);
  w->stats.stages = 0;
  ok = ok && frame(w, dt);
  w->stamp++;
  if (!ok && !lg_snapshot_restore(w->last_good, w))
    return lg_refuse(w, "out of memory for the last good frame");
  finish_stats(w, begun);
  return ok && run_hook(w, &w->after_step, dt);
}

static bool refuse_misuse(lg_world *w, const char *what) {
  lg_misuse(w, what);
  return lg_refuse(w, "%s", what);
}

bool lg_world_step(lg_world *w, double dt) {
  if (!w) return false;
  if (w->stepping) return refuse_misuse(w, "lg_world_step inside a step of the same world");
  if (!(dt > 0) || !isfinite(dt))
    return refuse_misuse(w, "lg_world_step: dt must be finite and > 0 s");
  w->stepping = true;
  bool ok = step_frame(w, dt);
  w->stepping = false;
  return ok;
}

bool lg_world_advance(lg_world *w, int64_t frame_number, double dt) {
  if (!w) return false;
  while (w->frame < frame_number)
    if (!lg_world_step(w, dt)) return false;
  return true;
}
