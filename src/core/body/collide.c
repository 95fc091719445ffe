/* collide.c - the stop stage: moves every particle along its path and stops it at walls and
   colliders.

   x(t) = x + v t + a t^2 / 2 over the sub-step; a is the particle's acceleration if the solver is
   ballistic, else 0 (its velocity is the new one already). With a drift v is that instead, and what
   a face does to it is done to the velocity. Most particles are near nothing. Broad phase: a box
   around each path is held against walls and colliders, colliders against groups of paths first.
   Narrow phase: only what may meet something follows its trajectory (trajectory.h). A particle that
   meets nothing gets the same bits whether it was looked at closely or not.

   Particles do not see each other here, so each is a task of its own: no thread count changes a
   bit. */
#include "core/body/collide.h"

#include "core/base/par.h"
#include "core/base/simd.h"
#include "core/base/world.h"
#include "core/body/bodies.h"
#include "core/body/trajectory.h"
#include "core/object/object.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"
#include "core/walls/walls.h"

/* Centres stop at this many spacings from a face. Balls have radius 1/2. The first layer of a fluid
   is held at about 1/2 by the wall's part of its pressure, and moves about that: a contact there
   would take over from the pressure, so it is further in: in 3-D SPH, whose supports are small,
   far in, or two thirds of the density error of a dam break, solved to 1e-4, are of what it pushes
   back and no pressure has foreseen. (In 2-D 0.1 makes thin walls and still tanks less quiet.) */
#define CONTACT_BALL  0.5f
#define CONTACT_FLUID 0.25f
#define CONTACT_SPH_3 0.1f
/* paths that are held against a collider together: neighbours in memory are mostly neighbours in
   space */
#define GROUP         16

typedef struct stopping {
  lg_obstacles obstacles;
  bool ballistic;
  float *const *drift; /* m/s; drift[0] NULL: none */
  double diagonal2;    /* m2, the world's */
} stopping;

typedef struct paths { /* of a block: ends, and a box around each path, m */
  float to[3][LG_BLOCK], low[3][LG_BLOCK], high[3][LG_BLOCK];
  int32_t near[LG_BLOCK]; /* -1: it may meet something; at last 1: it did */
} paths;

/* ---- broad phase ---------------------------------------------------------------------------- */

/* What particles move along. */
static const float *velocity_of(const stopping *s, int axis) {
  return s->drift[0] ? s->drift[axis] : s->obstacles.w->particles->v[axis];
}

/* Also finds who may meet a wall. A parabola leaves its chord by |a| dt^2 / 8. */
static void find_paths(const stopping *s, paths *b, size_t begin, size_t n) {
  const lg_particles *p = s->obstacles.w->particles;
  const bool ballistic = s->ballistic;
  float dt = s->obstacles.dt, half = 0.5f * dt, bulge = 0.25f * half * dt;
  memset(b->near, 0, n * sizeof *b->near);

  /* ends and boxes, axis by axis */
  for (int k = 0; k < s->obstacles.dim; k++) {
    const float *x = p->x[k] + begin, *v = velocity_of(s, k) + begin, *a = p->a[k] + begin;
    float lo = s->obstacles.lo[k], hi = s->obstacles.hi[k];
    for (size_t i = 0; i < n; i++) {
      float to = x[i] + dt * (ballistic ? v[i] + half * a[i] : v[i]);
      float arc = ballistic ? bulge * fabsf(a[i]) : 0;
      b->to[k][i] = to;
      b->low[k][i] = lg_minf(x[i], to) - arc;
      b->high[k][i] = lg_maxf(x[i], to) + arc;
      b->near[i] |= -(b->low[k][i] <= lo || b->high[k][i] >= hi);
    }
  }
}

/* May one of the paths i0 .. i1-1 come within the contact distance of a solid? */
static bool may_meet(const stopping *s, const paths *b, const lg_solid *solid, size_t i0,
                     size_t i1) {
  const lg_obstacles *c = &s->obstacles;
  double middle[3] = {0, 0, 0}, half2 = 0, around = (double)c->radius + c->tolerance;

  /* the box around them against the solid's box */
  for (int k = 0; k < c->dim; k++) {
    const float low = lg_least(b->low[k] + i0, i1 - i0, HUGE_VALF),
                high = lg_most(b->high[k] + i0, i1 - i0, -HUGE_VALF);
    if (solid->boxed && ((double)high < (double)solid->min[k] - around ||
                         (double)low > (double)solid->max[k] + around))
      return false;
    double half = 0.5 * ((double)high - (double)low);
    middle[k] = (double)low + half;
    half2 += half * half;
  }

  /* the ball around that box against the distance, less what the solid moves */
  double half = sqrt(half2);
  double moves = (double)c->dt * (lg_solid_speed(solid, 0, middle) + (double)solid->spin * half);
  return !((double)lg_solid_distance(c->w, solid, 0, middle) > half + around + moves);
}

static void find_near(const stopping *s, paths *b, const lg_solid *solid, size_t n) {
  for (size_t i0 = 0; i0 < n; i0 += GROUP) {
    size_t i1 = i0 + GROUP < n ? i0 + GROUP : n;
    if (!may_meet(s, b, solid, i0, i1)) continue;
    for (size_t i = i0; i < i1; i++)
      if (!b->near[i] && may_meet(s, b, solid, i, i + 1)) b->near[i] = -1;
  }
}

/* ---- narrow phase --------------------------------------------------------------------------- */

/* What is no number, or would cross the whole world, is for the guard to see: walls do not catch
   it. */
static bool is_runaway(const stopping *s, const double x[3], const double v[3], const double a[3]) {
  double dt = (double)s->obstacles.dt, before2 = 0, after2 = 0;
  for (int k = 0; k < 3; k++) {
    before2 += v[k] * v[k];
    after2 += (v[k] + dt * a[k]) * (v[k] + dt * a[k]);
  }
  return !isfinite(x[0] + x[1] + x[2]) || !(fmax(before2, after2) * dt * dt <= s->diagonal2) ||
         isnan(after2);
}

/* True: it met something, and is where that left it. */
static bool follow(const stopping *s, size_t i) {
  lg_particles *p = s->obstacles.w->particles;
  double x[3] = {0, 0, 0}, v[3] = {0, 0, 0}, a[3] = {0, 0, 0};
  for (int k = 0; k < s->obstacles.dim; k++) {
    x[k] = (double)p->x[k][i];
    v[k] = (double)velocity_of(s, k)[i];
    a[k] = s->ballistic ? (double)p->a[k][i] : 0;
  }
  if (is_runaway(s, x, v, a)) return false;

  /* impulses on solids go to its block's own sums */
  lg_obstacles obstacles = s->obstacles;
  if (obstacles.impulse) {
    obstacles.impulse += i / LG_BLOCK * (size_t)obstacles.solids.n;
    obstacles.mass = (double)p->mass[i];
  }

  /* the stage guard drops what is crushed */
  lg_outcome outcome = lg_trajectory(&obstacles, x, v, a);
  if (outcome == LG_OUTCOME_CRUSHED) s->obstacles.w->neighbors->dead[i] = LG_DEAD_CRUSHED;
  if (outcome == LG_OUTCOME_FREE) return false;
  for (int k = 0; k < s->obstacles.dim; k++) {
    p->x[k][i] = (float)x[k];
    if (s->drift[0]) p->v[k][i] += (float)(v[k] - (double)s->drift[k][i]);
    else p->v[k][i] = (float)v[k];
  }
  return true;
}

/* Keeps a periodic coordinate in [min, max). */
static void wrap(const stopping *s, int k, size_t begin, size_t n) {
  const lg_bounds *box = &s->obstacles.w->def.bounds;
  float *x = s->obstacles.w->particles->x[k] + begin, min = box->min[k], max = box->max[k];
  for (size_t i = 0; i < n; i++) {
    float to = x[i] < min ? x[i] + (max - min) : x[i] >= max ? x[i] - (max - min) : x[i];
    x[i] = to >= max ? min : to; /* rounding: just below min becomes max */
  }
}

/* Those who met nothing arrive where they were going; near says who did meet something. */
static void arrive(const stopping *s, const paths *b, int k, size_t begin, size_t n, bool any) {
  const lg_particles *p = s->obstacles.w->particles;
  float *x = p->x[k] + begin, *v = p->v[k] + begin, dt = s->ballistic ? s->obstacles.dt : 0;
  const float *a = p->a[k] + begin;
  if (!any) memcpy(x, b->to[k], n * sizeof *x);
  for (size_t i = 0; i < n && any; i++)
    if (!b->near[i]) x[i] = b->to[k][i];
  if (!s->ballistic) return;
  for (size_t i = 0; i < n; i++) v[i] = any && b->near[i] ? v[i] : v[i] + dt * a[i];
}

static void stop_block(void *user, size_t begin, size_t end) {
  const stopping *s = user;
  const lg_obstacles *c = &s->obstacles;
  size_t n = end - begin;
  paths b;

  /* who may meet something */
  find_paths(s, &b, begin, n);
  for (int i = 0; i < c->solids.n; i++) find_near(s, &b, &c->solids.solid[i], n);

  /* they follow their trajectories, all others go straight on */
  bool any = false;
  for (size_t i = 0; i < n; i++) any |= b.near[i] = b.near[i] && follow(s, begin + i);
  for (int k = 0; k < c->dim; k++) {
    arrive(s, &b, k, begin, n, any);
    if (lg_is_periodic(c->w, k)) wrap(s, k, begin, n);
  }
}

/* ---- the stage ------------------------------------------------------------------------------ */

static void set_walls(stopping *s) {
  lg_obstacles *c = &s->obstacles;
  const lg_world_def *def = &c->w->def;
  float far = 0;
  for (int k = 0; k < c->dim; k++) {
    float min = def->bounds.min[k], max = def->bounds.max[k];
    double size = (double)max - (double)min;
    s->diagonal2 += size * size;
    far = lg_maxf(far, lg_maxf(fabsf(min), fabsf(max)));

    /* a world narrower than a particle holds it in its middle */
    float lo = min + c->radius, hi = max - c->radius, middle = 0.5f * (lo + hi);
    c->lo[k] = lg_is_wall(c->w, k, 0) ? lg_minf(lo, middle) : -HUGE_VALF;
    c->hi[k] = lg_is_wall(c->w, k, 1) ? lg_maxf(hi, middle) : HUGE_VALF;
  }
  c->tolerance = 2e-3 * (double)c->radius + 4 * (double)(FLT_EPSILON * far);
}

/* How many impulses there are: of each block on each solid, where some solids are pushed. */
static size_t impulse_count(const lg_world *w, int solids) {
  return w->bodies->n > 0 ? lg_blocks(w->particles->n) * (size_t)solids : 0;
}

static void add_impulse(lg_impulse *sum, const lg_impulse *part) {
  for (int k = 0; k < 3; k++) {
    sum->linear[k] += part->linear[k];
    sum->angular[k] += part->angular[k];
  }
  sum->mass += part->mass;
}

/* What the particles did to bodies: all blocks onto the first one's impulses, then images over
   periodic edges, which stand behind their own, onto that. */
static void apply_impulses(const lg_obstacles *c) {
  const lg_solid *solid = c->solids.solid;
  size_t n = (size_t)c->solids.n, all = impulse_count(c->w, c->solids.n);
  lg_impulse *sum = c->impulse;

  /* onto the first of each body */
  for (size_t b = n; b < all; b++) add_impulse(&sum[b % n], &sum[b]);
  for (size_t i = n; i-- > 1;)
    if (solid[i].id == solid[i - 1].id) add_impulse(&sum[i - 1], &sum[i]);

  for (size_t i = 0; i < n; i++)
    if ((i == 0 || solid[i].id != solid[i - 1].id))
      lg_bodies_impulse(c->w, solid[i].id, sum[i].linear, sum[i].angular, sum[i].mass);
  lg_bodies_apply(c->w);
}

static float contact_distance(const lg_world *w, bool ballistic) {
  const bool sph = lg_world_solver_kind(w)->solver.support && w->dim == 3;
  return w->def.spacing * (ballistic ? CONTACT_BALL : sph ? CONTACT_SPH_3 : CONTACT_FLUID);
}

bool lg_stop_stage(lg_world *w, float dt, bool ballistic, float *const drift[3]) {
  stopping s = {.obstacles = {.w = w, .dim = w->dim, .dt = dt, .viscous = w->walls->viscous},
                .ballistic = ballistic,
                .drift = drift};
  lg_obstacles *c = &s.obstacles;
  c->radius = contact_distance(w, ballistic);

  /* impulses and solids share the world's scratch */
  int room = lg_solids_room(w);
  size_t impulses = impulse_count(w, room) * sizeof(lg_impulse);
  char *memory = lg_scratch(w, impulses + (size_t)room * sizeof(lg_solid));
  if (room > 0 && !memory) return false;
  c->impulse = impulses > 0 ? (lg_impulse *)(void *)memory : NULL;
  c->solids.solid = (lg_solid *)(void *)(memory + impulses);
  if (impulses > 0) memset(memory, 0, impulses);

  set_walls(&s);
  c->solids.n = lg_solids_read(w, dt, c->solids.solid);
  if (c->impulse) lg_par_blocks(lg_world_threads(w), w->particles->n, stop_block, &s);
  else lg_par_for(lg_world_threads(w), w->particles->n, stop_block, &s);
  if (c->impulse) apply_impulses(c);
  return true;
}
