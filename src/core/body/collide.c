/* collide.c - the stop stage: moves every particle along its law and stops it at walls and
   colliders.

   x(t) = x + v t + a t^2 / 2 over the sub-step; a is the particle's acceleration if the solver is
   ballistic, else 0 (its velocity is the new one already). With a drift v is that instead, and what
   a face does to it is done to the velocity. Most particles are near nothing: a box around each way
   is held against walls and colliders, colliders against groups of ways first, and only what may
   meet something travels (trajectory.h). A particle that meets nothing gets the same bits whether
   it was looked at closely or not.

   Particles do not see each other here, so each is a task of its own: no thread count changes a
   bit. */
#include "core/base/par.h"
#include "core/base/step.h"
#include "core/body/bodies.h"
#include "core/body/trajectory.h"
#include "core/particles/neighbors.h"
#include "core/particles/particles.h"

/* Centres stop at this many spacings from a face. Balls have radius 1/2. The first layer of a fluid
   is held at about 1/2 by the wall's share of its pressure, and moves about that: a contact there
   would take over from the pressure, so it is further in. */
#define CONTACT_BALL  0.5f
#define CONTACT_FLUID 0.25f
/* ways that are held against a collider together: neighbours in memory are mostly neighbours in
   space */
#define GROUP         16

typedef struct stage {
  lg_course course;
  bool ballistic;
  float *const *drift; /* m/s; drift[0] NULL: none */
  double across2;      /* m2, the world's diagonal squared */
} stage;

typedef struct ways { /* of a block: ends, and a box around each way */
  float to[3][LG_BLOCK], low[3][LG_BLOCK], high[3][LG_BLOCK];
  int32_t near[LG_BLOCK]; /* -1: it may meet something; at last 1: it did */
} ways;

/* What particles move along. */
static const float *course_of(const stage *s, int axis) {
  return s->drift[0] ? s->drift[axis] : s->course.w->particles->v[axis];
}

/* Also finds who may meet a wall. */
static void find_ways(const stage *s, ways *b, size_t begin, size_t n) {
  const lg_particles *p = s->course.w->particles;
  const bool ballistic = s->ballistic;
  /* a parabola leaves its chord by |a| dt^2 / 8 */
  float dt = s->course.dt, half = 0.5f * dt, bulge = 0.25f * half * dt;
  memset(b->near, 0, n * sizeof *b->near);
  for (int k = 0; k < s->course.dim; k++) {
    const float *x = p->x[k] + begin, *v = course_of(s, k) + begin, *a = p->a[k] + begin;
    float lo = s->course.lo[k], hi = s->course.hi[k];
    for (size_t i = 0; i < n; i++) {
      float to = x[i] + dt * (ballistic ? v[i] + half * a[i] : v[i]),
            arc = ballistic ? bulge * fabsf(a[i]) : 0;
      b->to[k][i] = to;
      b->low[k][i] = lg_minf(x[i], to) - arc;
      b->high[k][i] = lg_maxf(x[i], to) + arc;
      b->near[i] |= -(b->low[k][i] <= lo || b->high[k][i] >= hi);
    }
  }
}

/* May one of the ways i0 .. i1-1 come within the contact distance of a solid? */
static bool may_meet(const stage *s, const ways *b, const lg_solid *solid, size_t i0, size_t i1) {
  const lg_course *c = &s->course;
  double middle[3] = {0, 0, 0}, half2 = 0, around = (double)c->radius + c->tolerance;
  for (int k = 0; k < c->dim; k++) {
    float low = b->low[k][i0], high = b->high[k][i0];
    for (size_t i = i0 + 1; i < i1; i++) {
      low = lg_minf(low, b->low[k][i]);
      high = lg_maxf(high, b->high[k][i]);
    }
    if (solid->boxed && ((double)high < (double)solid->min[k] - around ||
                         (double)low > (double)solid->max[k] + around))
      return false;
    double half = 0.5 * ((double)high - (double)low);
    middle[k] = (double)low + half;
    half2 += half * half;
  }
  double half = sqrt(half2),
         moves = (double)c->dt * (lg_solid_speed(solid, 0, middle) + (double)solid->spin * half);
  return !((double)lg_solid_distance(c->w, solid, 0, middle) > half + around + moves);
}

static void find_near(const stage *s, ways *b, const lg_solid *solid, size_t n) {
  for (size_t i0 = 0; i0 < n; i0 += GROUP) {
    size_t i1 = i0 + GROUP < n ? i0 + GROUP : n;
    if (!may_meet(s, b, solid, i0, i1)) continue;
    for (size_t i = i0; i < i1; i++)
      if (!b->near[i] && may_meet(s, b, solid, i, i + 1)) b->near[i] = -1;
  }
}

/* What is no number, or would cross the whole world, is for the guard to see: walls do not catch
   it. */
static bool goes_astray(const stage *s, const double x[3], const double v[3], const double a[3]) {
  double dt = (double)s->course.dt, before2 = 0, after2 = 0;
  for (int k = 0; k < 3; k++) {
    before2 += v[k] * v[k];
    after2 += (v[k] + dt * a[k]) * (v[k] + dt * a[k]);
  }
  return !isfinite(x[0] + x[1] + x[2]) || !(fmax(before2, after2) * dt * dt <= s->across2) ||
         isnan(after2);
}

/* True: it met something, and is where that left it. */
static bool travel(const stage *s, size_t i) {
  lg_particles *p = s->course.w->particles;
  double x[3] = {0, 0, 0}, v[3] = {0, 0, 0}, a[3] = {0, 0, 0};
  for (int k = 0; k < s->course.dim; k++) {
    x[k] = (double)p->x[k][i];
    v[k] = (double)course_of(s, k)[i];
    a[k] = s->ballistic ? (double)p->a[k][i] : 0;
  }
  if (goes_astray(s, x, v, a)) return false;
  lg_course course = s->course;
  if (course.blow) {
    course.blow += i / LG_BLOCK * (size_t)course.solids.n;
    course.mass = (double)p->mass[i];
  }
  lg_way way = lg_travel(&course, x, v, a);
  /* dropped by the stage guard */
  if (way == LG_WAY_CRUSHED) s->course.w->neighbors->dead[i] = LG_DEAD_CRUSHED;
  if (way == LG_WAY_FREE) return false;
  for (int k = 0; k < s->course.dim; k++) {
    p->x[k][i] = (float)x[k];
    if (s->drift[0]) p->v[k][i] += (float)(v[k] - (double)s->drift[k][i]);
    else p->v[k][i] = (float)v[k];
  }
  return true;
}

/* Keeps a periodic coordinate in [min, max). */
static void wrap(const stage *s, int k, size_t begin, size_t n) {
  const lg_world_def *def = &s->course.w->def;
  float *x = s->course.w->particles->x[k] + begin, min = def->bounds.min[k],
        max = def->bounds.max[k];
  for (size_t i = 0; i < n; i++) {
    float to = x[i] < min ? x[i] + (max - min) : x[i] >= max ? x[i] - (max - min) : x[i];
    x[i] = to >= max ? min : to; /* rounding: just below min becomes max */
  }
}

/* Those who met nothing arrive where they were going; near says who did meet something. */
static void arrive(const stage *s, const ways *b, int k, size_t begin, size_t n, bool any) {
  const lg_particles *p = s->course.w->particles;
  float *x = p->x[k] + begin, *v = p->v[k] + begin, dt = s->ballistic ? s->course.dt : 0;
  const float *a = p->a[k] + begin;
  if (!any) memcpy(x, b->to[k], n * sizeof *x);
  for (size_t i = 0; i < n && any; i++)
    if (!b->near[i]) x[i] = b->to[k][i];
  if (!s->ballistic) return;
  for (size_t i = 0; i < n; i++) v[i] = any && b->near[i] ? v[i] : v[i] + dt * a[i];
}

static void stop_block(void *user, size_t begin, size_t end) {
  const stage *s = user;
  const lg_course *c = &s->course;
  size_t n = end - begin;
  ways b;
  find_ways(s, &b, begin, n);
  for (int i = 0; i < c->solids.n; i++) find_near(s, &b, &c->solids.solid[i], n);
  bool any = false;
  for (size_t i = 0; i < n; i++) any |= b.near[i] = b.near[i] && travel(s, begin + i);
  for (int k = 0; k < c->dim; k++) arrive(s, &b, k, begin, n, any);
  for (int k = 0; k < c->dim; k++)
    if (c->w->def.edges[k][0] == LG_EDGE_PERIODIC) wrap(s, k, begin, n);
}

static void set_walls(stage *s) {
  lg_course *c = &s->course;
  const lg_world_def *def = &c->w->def;
  float far = 0;
  for (int k = 0; k < c->dim; k++) {
    double size = (double)def->bounds.max[k] - (double)def->bounds.min[k];
    s->across2 += size * size;
    float lo = def->bounds.min[k] + c->radius, hi = def->bounds.max[k] - c->radius,
          middle = 0.5f * (lo + hi);
    c->lo[k] = def->edges[k][0] == LG_EDGE_WALL ? lg_minf(lo, middle) : -HUGE_VALF;
    c->hi[k] = def->edges[k][1] == LG_EDGE_WALL ? lg_maxf(hi, middle) : HUGE_VALF;
    far = lg_maxf(far, lg_maxf(fabsf(def->bounds.min[k]), fabsf(def->bounds.max[k])));
  }
  c->tolerance = 2e-3 * (double)c->radius + 4 * (double)(FLT_EPSILON * far);
}

/* Room for a block's blows on each solid, where some are pushed. */
static size_t blows_of(const lg_world *w, int solids) {
  return w->bodies->n > 0 ? lg_blocks(w->particles->n) * (size_t)solids : 0;
}

static void add_blow(lg_blow *sum, const lg_blow *blow) {
  for (int k = 0; k < 3; k++) {
    sum->impulse[k] += blow->impulse[k];
    sum->spin[k] += blow->spin[k];
  }
  sum->mass += blow->mass;
}

/* What the particles did to bodies: all blocks onto the first one's blows, then copies over
   periodic edges, which stand behind their own, onto that. */
static void hand_over(const lg_course *c) {
  const lg_solid *solid = c->solids.solid;
  size_t n = (size_t)c->solids.n;
  for (size_t b = n; b < blows_of(c->w, c->solids.n); b++) add_blow(&c->blow[b % n], &c->blow[b]);
  for (size_t i = n; i-- > 1;)
    if (solid[i].id == solid[i - 1].id) add_blow(&c->blow[i - 1], &c->blow[i]);
  for (size_t i = 0; i < n; i++)
    if (solid[i].pushed && (i == 0 || solid[i].id != solid[i - 1].id))
      lg_bodies_impulse(c->w, solid[i].id, c->blow[i].impulse, c->blow[i].spin, c->blow[i].mass);
  lg_bodies_apply(c->w);
}

bool lg_stop_stage(lg_world *w, float dt, bool ballistic, float *const drift[3]) {
  stage s = {.course = {.w = w, .dim = w->dim, .dt = dt}, .ballistic = ballistic, .drift = drift};
  lg_course *c = &s.course;
  c->radius = (ballistic ? CONTACT_BALL : CONTACT_FLUID) * w->def.spacing;
  int room = lg_solids_room(w);
  size_t blows = blows_of(w, room) * sizeof(lg_blow);
  char *memory = lg_scratch(w, blows + (size_t)room * sizeof(lg_solid));
  if (room > 0 && !memory) return false;
  c->blow = blows > 0 ? (lg_blow *)(void *)memory : NULL;
  c->solids.solid = (lg_solid *)(void *)(memory + blows);
  if (blows > 0) memset(memory, 0, blows);
  set_walls(&s);
  c->solids.n = lg_solids_read(w, dt, c->solids.solid);
  lg_par_for(lg_world_threads(w), w->particles->n, stop_block, &s);
  if (c->blow) hand_over(c);
  return true;
}
