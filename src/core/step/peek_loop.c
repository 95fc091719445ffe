/* peek_loop.c - a peek as a loop. A solver's step cannot be left in its middle, so the stages are
   copied while a peek runs, as many as fit, and shown one by one; the peek after that begins where
   these ended. */
#include "core/step/peek.h"

#define MOST_BYTES ((size_t)64 << 20) /* of copies at a time */

/* ---- showing -------------------------------------------------------------------------------- */

/* The world has its own particles, time and grids again. */
static void hide(lg_world *w) {
  lg_peek *p = w->peek;
  if (!p->own) return;
  w->particles = p->own;
  w->time = p->own_time;
  p->own = NULL;
  w->shown = false;
  lg_still_put_grids(&p->own_grids, w);
  w->stamp++;
}

static void show(lg_world *w, lg_shown *s) {
  lg_peek *p = w->peek;
  hide(w);
  p->own = w->particles;
  p->own_time = w->time;
  w->particles = &s->still.particles;
  w->time = s->at.time;
  w->shown = true;
  lg_still_put_grids(&s->still, w);
  p->stamp = ++w->stamp;
}

/* Their memory stays, for those that come next. */
static void forget(lg_peek *p) {
  p->count = p->next = 0;
  p->bytes = 0;
}

/* ---- seeing --------------------------------------------------------------------------------- */

/* user is the world: it may be written to here. */
static bool copy(void *user, const lg_world *same, const lg_peek_stage *at) {
  lg_world *w = user;
  lg_peek *p = w->peek;
  (void)same;

  /* those that were shown already */
  if (at->number <= p->done) return true;
  if (!lg_mem_grow(&w->mem, &p->shown, (size_t)p->count + 1, sizeof *p->shown)) return false;

  lg_shown *s = &p->shown[p->count];
  if (!lg_still_take(&s->still, w)) return false;
  s->at = *at;

  p->count++;
  if (p->made < p->count) p->made = p->count;
  p->bytes += lg_still_bytes(&s->still);
  return p->bytes < MOST_BYTES;
}

/* The next stages of the frame. False: it has no more, or the sentence. */
static bool look_on(lg_world *w) {
  lg_peek *p = w->peek;
  p->done += p->count;
  forget(p);
  if (!lg_still_take(&p->own_grids, w))
    return lg_refuse(w, "out of memory for a copy of %zu particles", w->particles->n);
  lg_particles_free(&p->own_grids.particles);

  if (!lg_peek_frame(w, p->dt, copy, w)) return p->count > 0;
  if (p->count == 0 && p->enough) return lg_refuse(w, "out of memory for copies of a peek");
  return p->count > 0;
}

/* ---- the loop ------------------------------------------------------------------------------- */

bool lg_peek_begin(lg_world *w, double dt) {
  if (!w || !lg_step_allowed(w, dt, "lg_peek_begin") || !lg_peek_of(w)) return false;
  lg_peek_end(w);
  w->error[0] = 0;
  w->peek->open = true;
  w->peek->dt = dt;
  w->peek->done = 0;
  w->peek->stamp = w->stamp;
  return true;
}

bool lg_peek_next(lg_world *w, lg_peek_stage *at) {
  lg_peek *p = w ? w->peek : NULL;
  if (!p || !p->open) return false;
  if (p->stamp != w->stamp) {
    lg_peek_end(w);
    return lg_refuse(w, "a peek has ended: the world has changed since it began");
  }

  hide(w);
  if (p->next == p->count && !look_on(w)) {
    lg_peek_end(w);
    return false;
  }
  *at = p->shown[p->next].at;
  show(w, &p->shown[p->next++]);
  return true;
}

void lg_peek_end(lg_world *w) {
  if (!w || !w->peek || !w->peek->open) return;
  lg_peek *p = w->peek;
  hide(w);
  for (int i = 0; i < p->made; i++) lg_still_free(&p->shown[i].still, w);
  forget(p);
  p->made = 0;
  lg_still_free(&p->own_grids, w);
  p->open = false;
}
