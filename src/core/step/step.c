/* step.c - the frame: a table of contents. */
#include "core/step/step.h"

#include "core/base/par.h"
#include "core/base/simd.h"
#include "core/base/team.h"
#include "core/object/material.h"
#include "core/state/saved.h"

#include <stdio.h>

/* Of few particles worker threads take a second core and give nothing; of many a wait is nothing
   beside a loop. Between them it is what was clearly better lately. */
static void choose_threads(lg_world *w) {
  enum { FEW = 1500, MANY = 100000 };
  const size_t n = w->particles->n;
  const bool alone = n < FEW || (n < MANY && lg_pace_alone(&w->pace));
  w->threads = alone ? 1 : lg_cores();
}

lg_step lg_step_of(lg_world *w) {
  choose_threads(w);
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
               .bodies = w->bodies,
               .sph = w->sph,
               .watch = lg_watching_under_way(w),
               .stats = &w->stats};

  /* gravity as fluid at rest feels it, the support of the solver in force */
  lg_world_rest_gravity(w, s.gravity);
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  if (solver->support) s.radius = solver->support(lg_world_solver_self(w), w->dim) * s.spacing;
  return s;
}

/* ---- the stages of a sub-step, each of which refuses by itself ------------------------------- */

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

static bool read_materials(lg_world *w) {
  return lg_materials_read(w) ||
         lg_refuse(w, "out of memory for %d materials", lg_material_last(w));
}

/* Emitters fill the time since the sub-step before; what they bring counts for the next stable dt.
   */
static bool emit(lg_world *w) {
  bool ok = lg_emit_stage(w, (float)w->emit_dt, false) && read_materials(w);
  lg_account_count(w, LG_ACCOUNT_EMITTERS);
  return ok;
}

static bool anything_fills(const lg_world *w) {
  LG_EACH_OBJECT(w, LG_FAMILY_EMITTER, o)
    if (o->kind->emitter.fills && !(o->kind->emitter.spent && o->kind->emitter.spent(o->self)))
      return true;
  return false;
}

static bool is_to_fill(const lg_world *w) {
  return w->frame == 0 && !(w->time > 0) && anything_fills(w);
}

/* Before the first frame: what stands there at time 0. */
bool lg_step_fill(lg_world *w) {
  if (!is_to_fill(w)) return true;
  if (!lg_setup_take(w))
    return lg_refuse(w, "out of memory for a copy of %d objects", lg_object_count(w));
  size_t n = w->particles->n;
  if (!lg_programs_refresh(w)) return false;
  if (!lg_emit_stage(w, 0, true) || !read_materials(w)) return false;
  w->stats.particles = w->particles->n;
  if (w->particles->n != n) w->stamp++;
  lg_account_count(w, LG_ACCOUNT_EMITTERS);
  return true;
}

/* With the solver, whose columns emitters may set. */
static bool fill(lg_world *w) {
  return (!is_to_fill(w) || lg_objects_apply_solver(w)) && lg_step_fill(w);
}

static bool cull(lg_world *w) {
  if (lg_cull_stage(w, lg_step_of(w).radius) && lg_bodies_read(w)) {
    if (w->particles->n) memset(w->neighbors->dead, LG_ALIVE, w->particles->n);
    lg_account_count(w, LG_ACCOUNT_LOST);
    return true;
  }
  if (lg_world_solver_kind(w)->solver.cells) return refuse_grid(w);
  return lg_refuse(w, "out of memory while sorting %zu particles", w->particles->n);
}

static bool push(lg_world *w, float dt) {
  if (!lg_push_stage(w, dt))
    return lg_refuse(w, "out of memory for %d objects", lg_object_count(w));
  return lg_account_pushed(w) ||
         lg_refuse(w, "out of memory for the ledger of %zu particles", w->particles->n);
}

/* drift: what the solver carries particles along, if not along their velocity. */
static bool solve(lg_world *w, float dt, float *drift[3]) {
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  lg_step s = lg_step_of(w);
  s.dt = dt;
  w->walls->viscous = false; /* the solver's to say */
  lg_grids_show(w);
  solver->step(lg_world_solver_self(w), &s);

  memcpy(drift, s.drift, sizeof s.drift);
  lg_account_solved(w, (double)dt, solver->ballistic);

  if (s.refused) return false;
  if (!s.failed) return true;
  if (solver->cells) return refuse_grid(w);
  return lg_refuse(
      w, "the solver ran out of memory, or more than 60000 particles crowd into one place");
}

static void begin_solver(lg_world *w, float dt) {
  const lg_solver_fns *solver = &lg_world_solver_kind(w)->solver;
  lg_step s = lg_step_of(w);
  s.dt = dt;
  if (!solver->begin) return;
  solver->begin(lg_world_solver_self(w), &s);
  lg_account_note(w, LG_ACCOUNT_PRESSURE); /* a stiffer fluid has more energy in its compression */
}

static bool read_gauges(lg_world *w, bool (*read)(lg_world *w)) {
  return read(w) || lg_refuse(w, "out of memory for the gauges of %zu particles", w->particles->n);
}

static bool meet_bodies(lg_world *w, float dt) {
  lg_bodies_accelerate(w, dt);
  return lg_bodies_contacts(w, dt) || lg_refuse(w, "out of memory for %d bodies", w->bodies->n);
}

static void hold(lg_world *w) {
  lg_hold_stage(w);
  lg_account_note(w, LG_ACCOUNT_EMITTERS);
}

static bool stop(lg_world *w, float dt, float *const drift[3]) {
  const bool ballistic = lg_world_solver_kind(w)->solver.ballistic;
  bool ok = lg_stop_stage(w, dt, ballistic, drift);
  lg_account_moved(w, (double)dt, ballistic);
  if (!ok) return lg_refuse(w, "out of memory while moving %zu particles", w->particles->n);
  LG_EACH_COLLIDER(w, o)
    if (o->kind->collider.move) o->kind->collider.move(w, o->self, dt);
  lg_springs_carry(w);
  return true;
}

/* ---- the sub-step and the frame -------------------------------------------------------------- */

/* A frame is called from the bottom of this file upwards:
     lg_world_step   may it step now?
     step_frame      the copy to go back to, hooks, a new solver, statistics
     run_substeps    sub-steps until the frame's end
     lg_substep      what the next dt depends on, then that dt; also a peek's (peek.c)
     run_stages      the stages that take dt */
static bool run_stages(lg_world *w, double dt) {
  const float length = (float)dt;
  float *drift[3];
  bool ok = true;
  w->stats.dt = dt;
  w->stamp++;
  lg_watching_begin(w, dt);

  /* each takes the world as the one before has left it; behind one that fails none runs */
  LG_STAGE(w, "cull") ok = cull(w);
  LG_STAGE(w, "push") ok = ok && push(w, length);
  lg_watching_push(w);
  LG_STAGE(w, "solve") ok = ok && solve(w, length, drift);
  if (ok && lg_has_pipes(w))
    LG_STAGE(w, "hold") hold(w);
  ok = ok && read_gauges(w, lg_gauges_before);
  LG_STAGE(w, "bodies") ok = ok && meet_bodies(w, length);
  LG_STAGE(w, "stop") ok = ok && stop(w, length, drift);
  ok = ok && read_gauges(w, lg_gauges_after);
  LG_STAGE(w, "guard") ok = ok && lg_guard_stage(w);

  /* what is gone is booked; time goes on */
  lg_account_count(w, LG_ACCOUNT_LOST);
  lg_watching_end(w);
  w->time += dt;
  w->emit_dt = dt;
  w->substep++;
  w->stats.substeps += ok;
  return ok;
}

bool lg_step_begin(lg_world *w) {
  bool ok = read_gauges(w, lg_gauges_begin);
  lg_springs_carry(w); /* a script may have put one elsewhere */
  w->stats.substeps = w->stats.stages = 0;
  return ok;
}

bool lg_substep(lg_world *w, double dt, double left) {
  const double begun = lg_clock();
  bool ok = true;
  LG_STAGE(w, "formulas") ok = lg_programs_refresh(w);
  LG_STAGE(w, "emit") ok = ok && emit(w);
  if (ok && w->stats.substeps == 0) begin_solver(w, (float)dt);
  double length = ok ? lg_limit_stage(w, dt, left) : 0;
  ok = length > 0 && run_stages(w, length);
  lg_pace_note(&w->pace, (double)w->particles->n, lg_clock() - begun);
  return ok;
}

static bool run_substeps(lg_world *w, double dt) {
  const double end = w->time + dt;
  bool ok = lg_step_begin(w);
  for (double left = dt; ok && left > 1e-9 * dt; left = end - w->time) ok = lg_substep(w, dt, left);
  if (!ok) return false;
  w->time = end;
  w->frame++;
  lg_gauges_take(w, dt);
  return true;
}

static void finish_stats(lg_world *w, double begun) {
  lg_stats *stats = &w->stats;
  lg_step s = lg_step_of(w);
  stats->frame = w->frame;
  stats->time = w->time;
  stats->particles = w->particles->n;
  stats->max_speed = (double)lg_max_speed(&s);
  stats->bytes = w->mem.held;
  stats->seconds = lg_clock() - begun;
}

static bool run_hook(lg_world *w, const lg_hook *hook, double dt) {
  w->in_hook = true;
  bool ok = !hook->fn || hook->fn(hook->user, w, dt);
  w->in_hook = false;
  return ok;
}

static bool step_frame(lg_world *w, double dt) {
  double begun = lg_clock();
  size_t bad;
  w->error[0] = 0;
  w->guard_rejected = false;
  w->stats.visited = 0;
  w->stats.visit_seconds = 0;

  /* what to go back to */
  if (!lg_guard_inputs(w, &bad)) return false;
  if (!lg_setup_take(w))
    return lg_refuse(w, "out of memory for a copy of %d objects", lg_object_count(w));
  lg_programs_sweep(w);
  if (!lg_snapshot_take(w->last_good, w))
    return lg_refuse(w, "out of memory for %zu particles", w->particles->n);

  /* objects are applied and asked in the state that the hook leaves */
  lg_account_begin(w);
  bool ok = fill(w) && run_hook(w, &w->before_step, dt) &&
            (!w->before_step.fn || lg_guard_inputs(w, &bad)) && lg_guard_drop(w, bad);
  ok = ok && lg_objects_apply_solver(w);
  lg_account_note(w, LG_ACCOUNT_SCRIPT);

  ok = ok && run_substeps(w, dt);
  lg_bodies_let_go(w);
  w->stamp++;

  /* a frame that went wrong leaves the world as it was */
  if (!ok && !lg_snapshot_restore(w->last_good, w))
    return lg_refuse(w, "out of memory for the last good frame");
  if (!ok) lg_account_refused(w);

  finish_stats(w, begun);
  return ok && run_hook(w, &w->after_step, dt);
}

static bool refuse_misuse(lg_world *w, const char *what) {
  lg_misuse(w, what);
  return lg_refuse(w, "%s", what);
}

bool lg_world_fill(lg_world *w) {
  if (!w) return false;
  if (w->stepping) return refuse_misuse(w, "lg_world_fill inside a step of the same world");
  lg_peek_end(w);
  w->stepping = true;
  bool ok = fill(w);
  w->stepping = false;
  return ok;
}

bool lg_step_allowed(lg_world *w, double dt, const char *function) {
  char what[LG_NAME_MAX + 64];
  const char *why = w->stepping              ? " inside a step of the same world"
                    : dt > 0 && isfinite(dt) ? NULL
                                             : ": dt must be finite and > 0 s";
  snprintf(what, sizeof what, "%s%s", function, why ? why : "");
  return !why || refuse_misuse(w, what);
}

bool lg_world_step(lg_world *w, double dt) {
  if (!w || !lg_step_allowed(w, dt, "lg_world_step")) return false;
  lg_peek_end(w);
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
