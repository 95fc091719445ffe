/* peek.c - a frame that is looked at between its stages, and then has not been. It runs on a copy
   of the particles, so that these are never touched; what else a frame changes is kept, and put
   back. */
#include "core/step/peek.h"

/* ---- what a frame changes, besides particles ------------------------------------------------ */

typedef struct kept {
  lg_particles *particles;
  lg_stats stats;
  const lg_kind *grids; /* of a checkpoint: whose are shown */
  lg_log_fn *log;       /* a frame that never was says nothing */
  bool guard_rejected, slow, set_up;
  struct lg_watching *watching;
  lg_account *account, closed; /* nothing is booked */
  lg_loads loads;
  lg_solver_before solver;
  lg_snapshot fresh; /* with the solver that waited, before it has done anything */
} kept;

static bool keep(lg_world *w, kept *k) {
  lg_peek *p = w->peek;
  *k = (kept){.particles = w->particles,
              .stats = w->stats,
              .grids = w->objects->kept.solver,
              .log = w->def.log,
              .guard_rejected = w->guard_rejected,
              .slow = w->slow,
              .set_up = w->setup->object != NULL};
  struct lg_watching *watching;
  if (!lg_snapshot_take(w->last_good, w) || !lg_still_take(&p->present, w) ||
      !lg_watching_copy(w, &watching))
    return false;

  /* what the peek writes to is none of the world's */
  k->watching = w->watching;
  w->watching = watching;
  k->account = w->account;
  w->account = &k->closed;
  w->particles = &p->present.particles;
  w->def.log = NULL;
  lg_loads_exchange(w, &k->loads);
  return true;
}

/* False: no memory for what a kind owns. */
static bool take_back(lg_world *w, kept *k) {
  bool ok = true;

  /* objects: first the new solver as it waited, then all as before the frame */
  if (k->solver.kind) {
    ok = lg_snapshot_restore(&k->fresh, w);
    lg_solver_leave(w, &k->solver);
    lg_snapshot_free(&k->fresh, w);
  }
  ok = lg_snapshot_restore(w->last_good, w) && ok;
  if (!k->set_up) lg_setup_free(w);

  w->particles = k->particles;
  lg_still_put_grids(&w->peek->present, w);
  lg_watching_free(w);
  w->watching = k->watching;
  lg_account_free(w);
  w->account = k->account;
  lg_loads_exchange(w, &k->loads);
  lg_loads_free(w, &k->loads);

  w->def.log = k->log;
  w->stats = k->stats;
  w->objects->kept.solver = k->grids;
  w->guard_rejected = k->guard_rejected;
  w->slow = k->slow;
  w->stamp++;
  return ok;
}

/* ---- stages --------------------------------------------------------------------------------- */

static int pass_of(lg_passes *p, const char *name) {
  int i = 0;
  while (i < p->n && strcmp(p->of[i].name, name) != 0) i++;
  if (i == LG_PASSES_MAX) return 1;
  if (i == p->n) p->of[p->n++].name = name, p->of[i].count = 0;
  return ++p->of[i].count;
}

/* A host's own stage has its name for the moment of the call only; the statistics keep it. */
static const char *kept_name(const lg_world *w, const char *name) {
  for (int i = 0; i < w->stats.stages; i++)
    if (strcmp(w->stats.stage[i].name, name) == 0) return w->stats.stage[i].name;
  return name; /* one too many for them: it is a solver's, and a constant */
}

static void tell(void *user, const lg_world *w, const char *stage) {
  lg_peek *p = user;
  if (p->enough) return;

  double now = lg_clock();
  int substep = w->stats.substeps + 1;
  if (substep != p->at.substep) p->passes.n = 0;

  stage = kept_name(w, stage);
  p->at = (lg_peek_stage){.name = stage,
                          .number = p->at.number + 1,
                          .substep = substep,
                          .pass = pass_of(&p->passes, stage),
                          .iterates = w->iterates,
                          .time = w->time,
                          .seconds = now - p->since};

  p->enough = !p->fn(p->user, w, &p->at);
  p->since = lg_clock();
}

/* Without hooks, as long as somebody looks. */
static bool run(lg_world *w, double dt, kept *k) {
  lg_peek *p = w->peek;
  size_t bad;
  if (!lg_guard_inputs(w, &bad) || !lg_solver_enter(w, &k->solver) || !lg_step_fill(w) ||
      !lg_guard_drop(w, bad))
    return false;
  if (k->solver.kind && !lg_snapshot_take(&k->fresh, w))
    return lg_refuse(w, "out of memory for a copy of the solver");

  const double end = w->time + dt;
  p->since = lg_clock();
  bool ok = lg_step_begin(w);
  for (double left = dt; ok && !p->enough && left > 1e-9 * dt; left = end - w->time)
    ok = lg_substep(w, dt, left);
  return ok;
}

bool lg_peek_frame(lg_world *w, double dt, lg_peek_fn *fn, void *user) {
  lg_peek *p = w->peek;
  kept k;
  if (!keep(w, &k)) {
    lg_still_free(&p->present, w);
    return lg_refuse(w, "out of memory for a copy of %zu particles", w->particles->n);
  }

  /* the frame with who looks in place of the host's listener; then all goes back */
  lg_stage_fn *listener = w->on_stage.fn;
  void *listens = w->on_stage.user;
  p->fn = fn;
  p->user = user;
  p->enough = false;
  p->at = (lg_peek_stage){.number = 0};
  p->passes.n = 0;
  w->error[0] = 0;
  w->stepping = true;
  lg_on_stage(w, tell, p);
  bool ok = run(w, dt, &k);
  lg_on_stage(w, listener, listens);
  bool back = take_back(w, &k);
  w->stepping = false;
  return back ? ok : lg_refuse(w, "out of memory for the frame before a peek");
}

/* ---- asking --------------------------------------------------------------------------------- */

lg_peek *lg_peek_of(lg_world *w) {
  if (w->peek) return w->peek;
  w->peek = lg_mem_realloc(&w->mem, NULL, sizeof *w->peek);
  if (w->peek) memset(w->peek, 0, sizeof *w->peek);
  else lg_refuse(w, "out of memory for a peek");
  return w->peek;
}

bool lg_world_peek(lg_world *w, double dt, lg_peek_fn *fn, void *user) {
  if (!w || !lg_step_allowed(w, dt, "lg_world_peek")) return false;
  if (!fn) return lg_refuse(w, "lg_world_peek: there is no function to call");
  lg_peek_end(w);
  return lg_peek_of(w) && lg_peek_frame(w, dt, fn, user);
}

void lg_peek_free(lg_world *w) {
  if (!w->peek) return;
  lg_peek_end(w);
  lg_still_free(&w->peek->present, w);
  lg_mem_free(&w->mem, w->peek->shown);
  lg_mem_free(&w->mem, w->peek);
  w->peek = NULL;
}
