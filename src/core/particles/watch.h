/* watch.h - what is told of watched particles while a sub-step runs: which terms their acceleration
   is made of, what the density sum is made of, how the pressure came about. Solvers tell it where
   they compute it; step/watching.c says who is watched and has what was told.

     LG_EACH_WATCHED(s, o) lg_term(o, "pressure", a);

   A solver tells every term that it adds to the velocity in this sub-step; gravity, fields and what
   stops a particle at a wall are told by the core. Terms of one name add up. Where nobody is
   watched s->watch is NULL, and nothing of this costs anything. */
#ifndef LG_CORE_WATCH_H
#define LG_CORE_WATCH_H

#include "core/base/kernel.h"
#include "core/base/step.h"

typedef struct lg_watched {
  int64_t id;
  size_t at;  /* its index: in a sub-step, after the particles are sorted; else when last seen */
  bool there; /* it has been through the sub-step so far */
  float v[3]; /* m/s, behind the stage before */
  float a[3]; /* m/s2, column `acceleration` as far as it is told */
  float x[3]; /* m, before the stage under way */
  float began[3]; /* m/s, at the start */
  int rows;
  lg_change row[LG_CHANGES_MAX]; /* m/s, by stage */
  lg_probe told;
  lg_probe_neighbor *neighbor; /* room for those of `told` */
} lg_watched;

typedef struct lg_watching {
  int n;
  double dt, until; /* s, of the last sub-step, and the world's time behind it */
  bool open;        /* a sub-step is under way */
  lg_watched of[LG_WATCHED_MAX];
} lg_watching;

/* The next one that is there, behind `last` (NULL: the first); NULL: no more, or nobody. */
LG_INLINE lg_watched *lg_watched_next(lg_watching *l, lg_watched *last) {
  if (!l) return NULL;
  for (lg_watched *o = last ? last + 1 : l->of; o < l->of + l->n; o++)
    if (o->there) return o;
  return NULL;
}
#define LG_EACH_WATCHED(s, o)                                                                      \
  for (lg_watched *o = lg_watched_next((s)->watch, NULL); o; o = lg_watched_next((s)->watch, o))

/* The one of that name among n, a new one of 0 behind them if there is none; NULL: they are `most`
   already. */
lg_change *lg_change_named(lg_change *list, int *n, int most, const char *name);
/* A term of its acceleration, m/s2. */
void lg_term(lg_watched *o, const char *name, const float a[3]);
/* The same of what is in column `acceleration` already. */
void lg_term_in_column(lg_watched *o, const char *name, const float a[3]);
/* What that column has gained since it was told last is the term `name`. */
void lg_terms_gained(lg_step *s, const char *name);
/* Another iteration has found this pressure, Pa, per particle. */
void lg_watch_pressure(lg_step *s, const float *pressure);
/* Neighbours and what they weigh, by the lists of this sub-step and the kernel of its density; w
   NULL: lg_kernel's. share_i = m_i W. Walls: m_i fraction / V0. */
typedef float lg_weight_fn(const void *user, float distance);
void lg_watch_neighbors(lg_step *s, const lg_kernel *kernel, const float *fraction,
                        lg_weight_fn *weight, const void *user);

#endif
