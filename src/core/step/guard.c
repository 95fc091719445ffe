/* guard.c - particles that are no numbers or run away: removed and counted, or the frame is
   refused. */
#include "core/base/par.h"
#include "core/step/step.h"

#include <stdatomic.h>
#include <stdio.h>

static bool reject(lg_world *w, size_t found, const char *what) {
  w->guard_rejected = true;
  return lg_refuse(w,
                   "guard: %zu of %zu particles %s at t = %.4g s (limit 1 %%); the last good frame "
                   "is kept; look for a hook "
                   "or field that writes NaN, or lower speeds and forces",
                   found, w->particles->n, what, w->time);
}

/* "particle 57: 1e+20 m/s": the first that is marked astray, and what is wrong with it. */
static void name_first(const lg_world *w, char *out, size_t bytes) {
  const lg_particles *p = w->particles;
  double v2 = 0, at = 0;
  size_t i = 0;
  while (i + 1 < p->n && w->neighbors->dead[i] != LG_DEAD_ASTRAY) i++;
  for (int k = 0; k < w->dim; k++) {
    v2 += (double)p->v[k][i] * (double)p->v[k][i];
    at += (double)p->x[k][i];
  }

  const char *lost = !isfinite(v2) ? "velocity" : !isfinite(at) ? "position" : NULL;
  if (lost) snprintf(out, bytes, "particle %d: its %s is not finite", (int)p->id[i], lost);
  else if (!(p->mass[i] > 0) || !isfinite(p->mass[i]))
    snprintf(out, bytes, "particle %d: mass %.4g kg", (int)p->id[i], (double)p->mass[i]);
  else snprintf(out, bytes, "particle %d: %.4g m/s", (int)p->id[i], sqrt(v2));
}

/* Once a world, while those that go are still there. */
static void say_removed(const lg_world *w, size_t found, const char *what, const char *cure) {
  char first[64];
  if (w->stats.guarded > 0) return;
  name_first(w, first, sizeof first);
  lg_say(w, LG_WARNING, "guard: removed %zu of %zu particles that %s at t = %.4g s (%s); %s", found,
         w->particles->n, what, w->time, first, cure);
}

typedef struct guarding {
  int dim;
  const lg_particles *p;
  uint8_t *dead;
  float dt, diagonal2; /* s; m2, of the world */
  int32_t *astray, *crushed;
} guarding;

/* A runaway crosses the whole world in one sub-step. No branches: asked of whole vectors. */
LG_INLINE int32_t astray(int dim, const guarding *g, size_t i) {
  float sum = g->p->mass[i], v2 = 0;
  for (int k = 0; k < dim; k++) {
    sum += g->p->x[k][i] + g->p->v[k][i];
    v2 += g->p->v[k][i] * g->p->v[k][i];
  }
  return !(fabsf(sum) <= FLT_MAX) | !(g->p->mass[i] > 0) | !(v2 * g->dt * g->dt <= g->diagonal2);
}

LG_INLINE void guard_rows(int dim, const guarding *g, size_t begin, size_t end) {
  int32_t found = 0, crushed = 0, any = 0;

  for (size_t i = begin; i < end; i++) g->p->age[i] += g->dt;

  /* few blocks have any: those are looked at again */
  for (size_t i = begin; i < end; i++) any |= astray(dim, g, i);
  for (size_t i = begin; i < end; i++) any |= g->dead[i];
  for (size_t i = begin; any && i < end; i++) {
    if (astray(dim, g, i)) g->dead[i] = LG_DEAD_ASTRAY;
    found += g->dead[i] == LG_DEAD_ASTRAY;
    crushed += g->dead[i] == LG_DEAD_CRUSHED;
  }

  g->astray[begin / LG_BLOCK] = found;
  g->crushed[begin / LG_BLOCK] = crushed;
}

static void guard_block(void *user, size_t begin, size_t end) {
  const guarding *g = user;
  if (g->dim == 2) guard_rows(2, g, begin, end);
  else guard_rows(3, g, begin, end);
}

bool lg_guard_stage(lg_world *w) {
  size_t n = w->particles->n, found = 0, crushed = 0;
  guarding g = {.dim = w->dim,
                .p = w->particles,
                .dead = w->neighbors->dead,
                .dt = (float)w->stats.dt,
                .astray = lg_scratch(w, 2 * lg_blocks(n) * sizeof(int32_t))};

  /* nothing goes farther than the world is long in a sub-step */
  for (int k = 0; k < w->dim; k++) {
    float length = w->def.bounds.max[k] - w->def.bounds.min[k];
    g.diagonal2 += length * length;
  }

  if (!g.astray) return lg_refuse(w, "out of memory for %zu particles", n);
  g.crushed = g.astray + lg_blocks(n);

  /* blocks count for themselves */
  lg_par_blocks(lg_world_threads(w), n, guard_block, &g);
  for (size_t b = 0; b < lg_blocks(n); b++) {
    found += (size_t)g.astray[b];
    crushed += (size_t)g.crushed[b];
  }

  /* one in a hundred is no accident: the frame is refused */
  if (found * 100 > n) return reject(w, found, "became NaN or ran away");
  if (found)
    say_removed(w, found, "became NaN or ran away",
                "look for a hook or field that writes NaN, or lower speeds and forces");
  if (crushed && w->stats.removed == 0)
    lg_say(w, LG_WARNING,
           "%zu particles had no room at t = %.4g s and were removed: solids close on them",
           crushed, w->time);

  w->stats.guarded += found;
  w->stats.removed += crushed;
  return found + crushed == 0 || lg_drop_marked(w) ||
         lg_refuse(w, "out of memory for %zu particles", n);
}

typedef struct inputs {
  int dim;
  const lg_particles *p;
  uint8_t *dead; /* where they are marked; NULL: they are counted */
  atomic_size_t bad;
} inputs;

/* One that no step can begin with; as above, without branches. NaN and infinity stay what they are
   in a sum. */
LG_INLINE int32_t is_bad(int dim, const lg_particles *p, size_t i) {
  float sum = p->mass[i];
  for (int k = 0; k < dim; k++) sum += p->x[k][i] + p->v[k][i] * p->v[k][i];
  return !(fabsf(sum) <= FLT_MAX) | !(p->mass[i] > 0);
}

LG_INLINE int32_t count_bad(int dim, const lg_particles *p, size_t begin, size_t end) {
  int32_t found = 0;
  for (size_t i = begin; i < end; i++) found += is_bad(dim, p, i);
  return found;
}

static void inputs_block(void *user, size_t begin, size_t end) {
  inputs *of = user;
  const int32_t found = of->dim == 2 ? count_bad(2, of->p, begin, end)
                                     : count_bad(3, of->p, begin, end);
  for (size_t i = begin; of->dead && i < end; i++)
    of->dead[i] = is_bad(of->dim, of->p, i) ? LG_DEAD_ASTRAY : LG_ALIVE;
  if (found) atomic_fetch_add(&of->bad, (size_t)found);
}

bool lg_guard_inputs(lg_world *w, size_t *bad) {
  inputs of = {.dim = w->dim, .p = w->particles};
  lg_par_for(lg_world_threads(w), w->particles->n, inputs_block, &of);
  *bad = atomic_load(&of.bad);
  if (*bad * 100 <= w->particles->n) return true;
  w->guard_rejected = true;
  return lg_refuse(w,
                   "guard: positions, velocities or masses of %zu of %zu particles were not finite "
                   "before the step, speeds "
                   "above 1e19 m/s, or masses not above 0 (limit 1 %%); write finite numbers",
                   *bad, w->particles->n);
}

bool lg_guard_drop(lg_world *w, size_t bad) {
  const size_t n = w->particles->n;
  if (bad == 0) return true;

  /* who they are */
  if (!lg_mem_room(&w->mem, &w->neighbors->dead, n, 1))
    return lg_refuse(w, "out of memory for %zu particles", n);
  inputs of = {.dim = w->dim, .p = w->particles, .dead = w->neighbors->dead};
  lg_par_for(lg_world_threads(w), n, inputs_block, &of);
  say_removed(w, bad, "no step can begin with",
              "write finite numbers, speeds below 1e19 m/s and masses above 0");

  /* gone before anyone sees them */
  if (!lg_drop_marked(w)) return lg_refuse(w, "out of memory for %zu particles", n);
  w->stats.guarded += bad;
  lg_account_count(w, LG_ACCOUNT_LOST);
  return true;
}

bool lg_guard_rejected(const lg_world *w) { return w && w->guard_rejected; }
