/* guard.c - particles that are no numbers or run away: removed and counted, or the frame is
   refused. */
#include "core/base/par.h"
#include "core/step/step.h"

#include <stdatomic.h>

static bool reject(lg_world *w, size_t found, const char *what) {
  w->guard_rejected = true;
  return lg_refuse(w,
                   "guard: %zu of %zu particles %s at t = %.4g s (limit 1 %%); the last good frame "
                   "is kept; look for a hook "
                   "or field that writes NaN, or lower speeds and forces",
                   found, w->particles->n, what, w->time);
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
  if (found && w->stats.guarded == 0)
    lg_say(w, LG_WARNING,
           "guard: removed %zu of %zu particles that became NaN or ran away at t = %.4g s; look "
           "for a hook "
           "or field that writes NaN, or lower speeds and forces",
           found, n, w->time);
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
  atomic_size_t bad;
} inputs;

/* Those that no step can begin with; as above, without branches. */
LG_INLINE int32_t count_bad(int dim, const lg_particles *p, size_t begin, size_t end) {
  int32_t found = 0;

  /* NaN and infinity stay what they are in a sum */
  for (size_t i = begin; i < end; i++) {
    float sum = p->mass[i];
    for (int k = 0; k < dim; k++) sum += p->x[k][i] + p->v[k][i] * p->v[k][i];
    found += !(fabsf(sum) <= FLT_MAX) | !(p->mass[i] > 0);
  }
  return found;
}

static void inputs_block(void *user, size_t begin, size_t end) {
  inputs *of = user;
  const int32_t found = of->dim == 2 ? count_bad(2, of->p, begin, end)
                                     : count_bad(3, of->p, begin, end);
  if (found) atomic_fetch_add(&of->bad, (size_t)found);
}

bool lg_guard_inputs(lg_world *w) {
  inputs of = {.dim = w->dim, .p = w->particles};
  lg_par_for(lg_world_threads(w), w->particles->n, inputs_block, &of);
  const size_t bad = atomic_load(&of.bad);
  if (bad * 100 <= w->particles->n) return true; /* a few are the guard's */
  w->guard_rejected = true;
  return lg_refuse(w,
                   "guard: positions, velocities or masses of %zu of %zu particles were not finite "
                   "before the step, speeds "
                   "above 1e19 m/s, or masses not above 0 (limit 1 %%); write finite numbers",
                   bad, w->particles->n);
}

bool lg_guard_rejected(const lg_world *w) { return w && w->guard_rejected; }
