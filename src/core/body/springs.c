/* springs.c - colliders that are springs, and colliders that carry all particles.

   In front of a spring's face, nearer than `reach`, a penalty force of the penetration L acts:
     v += k L n dt,   L = min(reach - d, reach),   k in 1/s2 (spring per mass)
   Velocity first, position then: symplectic Euler, so a bounce keeps its energy as long as
   dt < 2 / sqrt(k). A hit faster than sqrt(k) reach comes to the face itself, where the stop stage
   catches it. Each particle is a task of its own. */
#include "core/body/springs.h"

#include "core/base/par.h"
#include "core/base/simd.h"
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/particles/particles.h"
#include "core/walls/moving_solids.h"

typedef struct spring {
  lg_world *w;
  const lg_solid *solid;
  float dt;
} spring;

#define GROUP 16 /* particles beside each other in memory, and therefore in space */

/* May one of a group be in reach? A distance changes by at most what a point moves: that of the
   middle of the box around them, less the box's half diagonal, is no more than any of theirs but
   for rounding. */
static bool is_near(const spring *job, double reach, size_t begin, size_t n) {
  const lg_particles *p = job->w->particles;
  double middle[3] = {0, 0, 0}, half2 = 0;

  /* the ball about all of them */
  for (int k = 0; k < p->dim; k++) {
    const double low = (double)lg_least(p->x[k] + begin, n, HUGE_VALF),
                 high = (double)lg_most(p->x[k] + begin, n, -HUGE_VALF);
    middle[k] = 0.5 * (low + high);
    half2 += 0.25 * (high - low) * (high - low);
  }

  /* with room for rounding */
  const double half = sqrt(half2), rounding = 8 * (double)FLT_EPSILON * lg_length_d(middle);
  return !((double)lg_solid_distance(job->w, job->solid, 0, middle) >
           1.01 * (reach + half) + rounding);
}

static void accelerate_group(const spring *job, double reach, size_t begin, size_t end) {
  const lg_solid *solid = job->solid;
  lg_particles *p = job->w->particles;
  double n[3];
  for (size_t i = begin; i < end; i++) {
    double x[3] = {0, 0, 0};
    for (int k = 0; k < p->dim; k++) x[k] = (double)p->x[k][i];

    /* who is in reach */
    if (lg_solid_box_distance(solid, p->dim, x) >= reach) continue;
    double d = (double)lg_solid_distance(job->w, solid, 0, x);
    if (!(d < reach) || !lg_solid_normal(job->w, solid, 0, x, 0.25 * reach, n)) continue;

    double dv = (double)solid->face.spring * (double)job->dt * fmin(reach - d, reach);
    for (int k = 0; k < p->dim; k++) p->v[k][i] += (float)(dv * n[k]);
  }
}

static void accelerate_block(void *user, size_t begin, size_t end) {
  const spring *job = user;
  const double reach = (double)(job->solid->face.reach * job->w->def.spacing);
  for (size_t i = begin; i < end; i += GROUP) {
    const size_t n = i + GROUP < end ? GROUP : end - i;
    if (is_near(job, reach, i, n)) accelerate_group(job, reach, i, i + n);
  }
}

bool lg_springs_accelerate(lg_world *w, float dt) {
  lg_solids all = {.n = lg_solids_room(w)};
  if (lg_springs_max_dt(w) == HUGE_VAL) return true; /* there are none */
  all.solid = lg_scratch(w, (size_t)all.n * sizeof(lg_solid));
  if (!all.solid) return false;

  /* one spring after the other */
  all.n = lg_solids_read(w, dt, all.solid);
  for (int i = 0; i < all.n; i++) {
    spring job = {w, &all.solid[i], dt};
    if (job.solid->face.spring > 0)
      lg_par_for(lg_world_threads(w), w->particles->n, accelerate_block, &job);
  }
  return true;
}

#define PHASE 0.5 /* radians of a spring's swing in one sub-step; 2 is where it becomes unstable */

double lg_springs_max_dt(const lg_world *w) {
  double dt = HUGE_VAL;
  LG_EACH_COLLIDER(w, collider) {
    lg_face face;
    if (lg_collider_face(w, lg_object_id(w, collider), &face) && face.spring > 0)
      dt = fmin(dt, PHASE / sqrt((double)face.spring));
  }
  return dt;
}

typedef struct carrying {
  const lg_world *w;
  float shift[3]; /* m */
} carrying;

/* Edges of the world stand where they are: a bottle that is carried into a wall leaves its water
   there; along a periodic axis it comes in again. */
static void carry_block(void *user, size_t begin, size_t end) {
  const carrying *job = user;
  const lg_world_def *def = &job->w->def;
  for (int k = 0; k < job->w->dim; k++) {
    float *x = job->w->particles->x[k];
    float low = lg_is_wall(job->w, k, 0) ? def->bounds.min[k] : -HUGE_VALF;
    float high = lg_is_wall(job->w, k, 1) ? def->bounds.max[k] : HUGE_VALF;
    for (size_t i = begin; i < end; i++) x[i] = lg_clampf(x[i] + job->shift[k], low, high);
    for (size_t i = begin; i < end && lg_is_periodic(job->w, k); i++)
      x[i] = lg_wrapf(x[i], def->bounds.min[k], def->bounds.max[k]);
  }
}

void lg_springs_carry(lg_world *w) {
  carrying job = {.w = w};

  /* by all that carry, together */
  LG_EACH_OBJECT(w, LG_FAMILY_COLLIDER, collider) {
    float shift[3] = {0, 0, 0};
    if (!collider->kind->collider.carry) continue;
    collider->kind->collider.carry(collider->self, shift);
    if (lg_object_enabled(collider)) lg_axpy(1, shift, job.shift);
  }

  if (lg_dot(job.shift, job.shift) > 0)
    lg_par_for(lg_world_threads(w), w->particles->n, carry_block, &job);
}
