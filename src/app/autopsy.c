/* autopsy.c - why the guard has stopped a scene: the refused frame runs again from the last good
   state, and the first particle that goes wrong is told, with the stage behind which it does. */
#include "app/doctor.h"

#include <math.h>
#include <string.h>

typedef struct wrong {
  bool found;
  double reach; /* m, across the world: what goes farther in a sub-step runs away */
  lg_peek_stage at;
  char stage[LG_NAME_MAX];
  int64_t id, other; /* the particle, and the one nearest to it; -1: there is none */
  double speed, distance;
  char term[LG_NAME_MAX]; /* the greatest of its acceleration's; "": nobody told one */
  double push;            /* m/s2 */
} wrong;

static double square(lg_view v, size_t i, size_t j) {
  double sum = 0;
  for (int k = 0; k < v.components; k++) {
    double d = (double)v.c[k][i] - (i == j ? 0 : (double)v.c[k][j]);
    sum += d * d;
  }
  return sum;
}

/* The nearest to particle i, by brute force: it is done once. */
static void find_other(wrong *o, const lg_world *w, size_t i) {
  lg_view x = lg_column(w, "position"), id = lg_column(w, "id");
  double best = HUGE_VAL;
  o->other = -1;
  for (size_t j = 0; j < x.n; j++)
    if (j != i && square(x, i, j) < best) {
      best = square(x, i, j);
      o->other = id.i32[j];
    }
  o->distance = sqrt(best);
}

/* Behind a stage; false: seen enough. */
static bool look(void *user, const lg_world *w, const lg_peek_stage *at) {
  wrong *o = user;
  lg_view x = lg_column(w, "position"), v = lg_column(w, "velocity"), id = lg_column(w, "id");
  const double most = o->reach / fmax(lg_world_stats(w)->dt, 1e-30);

  /* the first one that moves further in a sub-step than it may, or is nowhere */
  for (size_t i = 0; i < v.n && !o->found; i++) {
    double speed = sqrt(square(v, i, i));
    if (speed <= most && isfinite(square(x, i, i))) continue;

    o->found = true;
    o->at = *at;
    snprintf(o->stage, sizeof o->stage, "%s", at->name);
    o->id = id.i32[i];
    o->speed = speed;
    find_other(o, w, i);
  }
  return !o->found;
}

/* In the same frame once more, where the particle is watched: which term it was. Fields are told
   behind the stage that adds them up, so that the rest of the sub-step is looked at, too. */
static bool look_at_terms(void *user, const lg_world *w, const lg_peek_stage *at) {
  wrong *o = user;
  lg_probe p;
  if (at->number < o->at.number) return true;
  if (at->substep != o->at.substep) return false;
  if (!lg_probe_read((lg_world *)(uintptr_t)w, o->id, &p)) return true;

  /* each term that pushes harder than any before it */
  for (int i = 0; i < p.terms; i++) {
    double size = 0;
    for (int k = 0; k < 3; k++) size += p.term[i].by[k] * p.term[i].by[k];
    size = isfinite(size) ? sqrt(size) : HUGE_VAL;
    if (size <= o->push) continue;
    o->push = size;
    snprintf(o->term, sizeof o->term, "%s", p.term[i].name);
  }
  return o->push < HUGE_VAL && strcmp(at->name, "bodies") != 0; /* then walls stop it */
}

static void find_term(lg_scene *s, int i, double dt, wrong *o) {
  lg_world *w = lg_scene_world(s, i);
  lg_probe p;
  const bool watched = lg_probe_read(w, o->id, &p);
  if (!watched && !lg_particle_watch(w, o->id, true)) return;
  lg_scene_peek(s, i, dt, look_at_terms, o);
  if (!watched) lg_particle_watch(w, o->id, false);
}

static void tell(const wrong *o, lg_finding *f, double time) {
  /* what is wrong with it, who is near, and what pushes it */
  char what[64] = "its velocity is no number", other[80] = "", term[LG_NAME_MAX + 64] = "";
  if (isfinite(o->speed)) snprintf(what, sizeof what, "it goes %.3g m/s", o->speed);
  if (o->other >= 0)
    snprintf(other, sizeof other, "; the nearest, %lld, lies %.3g m away", (long long)o->other,
             o->distance);
  if (*o->term && isfinite(o->push))
    snprintf(term, sizeof term, ", pushed most by %s, %.3g m/s2", o->term, o->push);
  else if (*o->term) snprintf(term, sizeof term, ", for %s is no number", o->term);

  /* where it went wrong, if it did so inside of a frame */
  if (o->found)
    snprintf(f->text, sizeof f->text,
             "t = %.4g s: the first to go wrong is particle %lld, behind %s of sub-step %d: %s%s%s",
             time, (long long)o->id, o->stage, o->at.substep, what, term, other);
  else
    snprintf(f->text, sizeof f->text,
             "t = %.4g s: the fluid's own frame is sound: look at what before_step writes, at what "
             "emitters bring, and at particles that the scene adds",
             time);
}

/* It is the same however often the frame is tried. */
static bool was_told(const lg_lint *out, int world) {
  for (int i = 0; i < out->count; i++)
    if (out->finding[i].world == world && strcmp(out->finding[i].lint, "post_mortem") == 0)
      return true;
  return false;
}

void lg_doctor_autopsy(lg_scene *s, double dt, lg_lint *out) {
  for (int i = 0; i < lg_scene_count(s) && out->count < LG_FINDINGS_MAX; i++) {
    lg_world *w = lg_scene_world(s, i);
    lg_bounds b = lg_world_bounds(w);
    wrong o = {.found = false};
    if (!lg_guard_rejected(w) || was_told(out, i)) continue;
    for (int k = 0; k < b.dim; k++) o.reach += pow((double)(b.max[k] - b.min[k]), 2);
    o.reach = sqrt(o.reach);
    lg_scene_peek(s, i, dt, look, &o);
    if (o.found) find_term(s, i, dt, &o);

    lg_finding *f = &out->finding[out->count++];
    f->lint = "post_mortem";
    f->world = i;
    snprintf(f->where, sizeof f->where, "%s", lg_scene_where(s, i, lg_world_id(w)));
    tell(&o, f, lg_world_time(w));
  }
}
