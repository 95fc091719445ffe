#include "core/body/bodies.h"

#include "core/base/world.h"
#include "core/object/object.h"
#include "core/particles/particles.h"
#include "core/walls/volume_map.h"
#include "core/walls/walls.h"

/* ---- who they are --------------------------------------------------------------------------- */

static const lg_object *body_object(const lg_world *w, lg_id id) {
  const lg_object *o = lg_object_get(w, id);
  return o && o->kind->family == LG_FAMILY_COLLIDER && o->kind->collider.push ? o : NULL;
}

/* spacings: what is smaller than a particle is not turned by them, whose arms are longer than it is
   */
#define SPECK 0.5f

/* m, from its centre of mass to the corners of its box; 0: it has none. */
static float reach_of(const lg_world *w, lg_id id, const lg_inertia *b) {
  float lo[3], hi[3], far2 = 0;
  if (!lg_extent(w, id, lo, hi)) return 0;
  for (int k = 0; k < w->dim; k++) {
    float far = lg_maxf(hi[k] - b->centre[k], b->centre[k] - lo[k]);
    far2 += far * far;
  }
  return sqrtf(far2);
}

/* of the fluid's density: the water that goes with a body weighs so much more that less is not
   seen, but wild */
#define LIGHT 0.02

/* Among fluid it has the inertia, and the weight, of at least LIGHT of what it displaces. */
static void weigh_down(const lg_world *w, lg_inertia *b) {
  double density = (double)lg_world_particle_mass(w) / pow((double)w->def.spacing, w->dim);
  double least = LIGHT * density * (double)b->volume;
  if (lg_world_solver_kind(w)->solver.ballistic || !(b->lightness > 0) || (double)b->mass >= least)
    return;
  for (int i = 0; i < 9; i++) b->inverse[i / 3][i % 3] *= (double)b->mass / least;
  b->lightness = 1 / least;
  b->mass = (float)least;
}

bool lg_bodies_read(lg_world *w) {
  lg_bodies *all = w->bodies;
  int n = 0;
  for (int i = 0; i < lg_object_count(w); i++) n += body_object(w, lg_object_at(w, i)) != NULL;
  all->n = n;
  all->touches = 0;
  all->kicked = false;
  if (n == 0) return true;
  if (!lg_mem_room(&w->mem, &all->body, (size_t)n, sizeof *all->body)) return false;
  memset(all->body, 0, (size_t)n * sizeof *all->body);
  for (int i = 0, at = 0; i < lg_object_count(w); i++) {
    const lg_object *o = body_object(w, lg_object_at(w, i));
    if (!o) continue;
    lg_body *b = &all->body[at++];
    b->id = lg_object_at(w, i);
    o->kind->collider.inertia(w, o->self, &b->now);
    weigh_down(w, &b->now);
    if (reach_of(w, b->id, &b->now) < SPECK * w->def.spacing)
      memset(b->now.inverse, 0, sizeof b->now.inverse);
  }
  return true;
}

static int number_of(const lg_world *w, lg_id id) {
  for (int b = 0; b < w->bodies->n; b++)
    if (w->bodies->body[b].id == id) return b;
  return -1;
}

void lg_bodies_free(lg_world *w) {
  lg_bodies *b = w->bodies;
  lg_skins_free(w);
  lg_mem_free(&w->mem, b->body);
  lg_mem_free(&w->mem, b->touch);
  lg_mem_free(&w->mem, b->push);
  lg_mem_free(&w->mem, b->carried);
  lg_mem_free(&w->mem, b->flow);
  lg_mem_free(&w->mem, b->compliance);
  lg_mem_free(&w->mem, b->drag);
  memset(b, 0, sizeof *b);
}

/* ---- who feels them ------------------------------------------------------------------------- */

static bool in_box(const lg_world *w, const lg_placed_map *p, size_t i) {
  bool in = true;
  for (int k = 0; k < w->dim; k++)
    in = in && w->particles->x[k][i] >= p->min[k] && w->particles->x[k][i] <= p->max[k];
  return in;
}

/* The body's part of the walls' share, as lg_walls_sample united it, at particle i; false: none. */
static bool touch_of(const lg_world *w, const lg_placed_map *p, size_t i, lg_touch *t) {
  float x[3] = {0, 0, 0}, share, total = w->walls->share[i];
  for (int k = 0; k < w->dim; k++) x[k] = w->particles->x[k][i];
  if (!(total > 0) || !lg_walls_feel(w, p, x, &share, t->grad, t->lift)) return false;
  float room = share < 1 ? lg_minf((1 - total) / (1 - share), 1) : total < 1 ? 0 : 1;
  t->grip = w->walls->has_no_slip && p->face.slip ? lg_walls_no_slip_rate(w, p, x, 1 - total) /
                                                        lg_maxf(w->walls->no_slip[i][3], FLT_MIN)
                                                  : 0;
  t->i = (int32_t)i;
  for (int k = 0; k < 3; k++) {
    t->grad[k] *= room;
    t->lift[k] *= room;
    t->arm[k] = x[k] - w->bodies->body[t->body].now.centre[k] - p->apart[k];
  }
  return true;
}

static bool clear(lg_world *w) {
  lg_bodies *b = w->bodies;
  size_t n = w->particles->n;
  if (!lg_mem_room(&w->mem, &b->push, n, sizeof *b->push) ||
      !lg_mem_room(&w->mem, &b->carried, n, sizeof *b->carried) ||
      !lg_mem_room(&w->mem, &b->flow, n, sizeof *b->flow) ||
      !lg_mem_room(&w->mem, &b->compliance, n, sizeof *b->compliance) ||
      !lg_mem_room(&w->mem, &b->drag, n, sizeof *b->drag))
    return false;
  memset(b->push, 0, n * sizeof *b->push);
  memset(b->carried, 0, n * sizeof *b->carried);
  memset(b->flow, 0, n * sizeof *b->flow);
  memset(b->compliance, 0, n * sizeof *b->compliance);
  memset(b->drag, 0, n * sizeof *b->drag);
  return true;
}

static void set_yield(lg_world *w, int32_t body) {
  lg_bodies *all = w->bodies;
  double sum[6] = {0, 0, 0, 0, 0, 0}, most = 0, volume2 = pow((double)w->def.spacing, 2 * w->dim);
  for (size_t e = 0; e < all->touches; e++)
    for (int k = 0; k < w->dim && all->touch[e].body == body; k++) {
      float g = all->touch[e].grad[k];
      sum[2 * k + (g > 0)] += fabs((double)g);
    }
  for (int k = 0; k < 6; k++) most = fmax(most, sum[k]);
  for (size_t e = 0; e < all->touches; e++) {
    const lg_touch *t = &all->touch[e];
    if (t->body == body)
      all->compliance[t->i] +=
          (float)(2 * (double)lg_length(t->grad) * most * all->body[body].now.lightness / volume2);
  }
}

bool lg_bodies_sample(lg_world *w) {
  lg_bodies *all = w->bodies;
  const int placed = w->walls->placed_now;
  size_t most = 0;
  all->touches = 0;
  if (all->n == 0) return true;
  if (!clear(w)) return false;
  for (int c = 0; c < placed; c++)
    for (size_t i = 0; number_of(w, w->walls->placed[c].id) >= 0 && i < w->particles->n; i++)
      most += in_box(w, &w->walls->placed[c], i);
  if (!lg_mem_room(&w->mem, &all->touch, most, sizeof *all->touch)) return false;
  for (int c = 0; c < placed; c++) {
    const lg_placed_map *p = &w->walls->placed[c];
    lg_touch t = {.body = number_of(w, p->id)};
    for (size_t i = 0; t.body >= 0 && i < w->particles->n; i++)
      if (in_box(w, p, i) && touch_of(w, p, i, &t)) all->touch[all->touches++] = t;
  }
  for (int32_t b = 0; b < all->n; b++) set_yield(w, b);
  return true;
}

/* ---- what pushes them ----------------------------------------------------------------------- */

static void add(lg_body *b, const float arm[3], const double impulse[3]) {
  const double r[3] = {(double)arm[0], (double)arm[1], (double)arm[2]};
  double spin[3];
  lg_cross_d(r, impulse, spin);
  for (int k = 0; k < 3; k++) {
    b->impulse[k] += impulse[k];
    b->spin[k] += spin[k];
  }
}

/* One after the other, in their order: the sums are the same for any number of threads. */
void lg_bodies_pressure(lg_world *w, float dt) {
  lg_bodies *all = w->bodies;
  for (int b = 0; b < all->n; b++)
    for (int k = 0; k < 3; k++) all->body[b].impulse[k] = all->body[b].spin[k] = 0;
  for (size_t e = 0; e < all->touches; e++) {
    const lg_touch *t = &all->touch[e];
    double impulse[3], push = (double)all->push[t->i], carried = (double)all->carried[t->i];
    for (int k = 0; k < 3; k++)
      impulse[k] = (double)dt * (push * (double)t->grad[k] + carried * (double)t->lift[k]);
    add(&all->body[t->body], t->arm, impulse);
  }
}

void lg_bodies_drag(lg_world *w, float dt) {
  lg_bodies *all = w->bodies;
  for (size_t e = 0; e < all->touches; e++) {
    const lg_touch *t = &all->touch[e];
    double impulse[3];
    for (int k = 0; k < 3; k++) impulse[k] = -(double)(dt * t->grip * all->drag[t->i][k]);
    if (t->grip > 0) add(&all->body[t->body], t->arm, impulse);
  }
}

void lg_bodies_flow(lg_world *w, bool moves, bool gains) {
  lg_bodies *all = w->bodies;
  for (size_t e = 0; e < all->touches; e++) all->flow[all->touch[e].i] = 0;
  for (size_t e = 0; e < all->touches; e++) {
    const lg_touch *t = &all->touch[e];
    const lg_body *b = &all->body[t->body];
    const double arm[3] = {(double)t->arm[0], (double)t->arm[1], (double)t->arm[2]};
    double v[3] = {0, 0, 0}, dv[3] = {0, 0, 0}, dw[3], turned[3];
    if (moves) lg_inertia_velocity(&b->now, arm, v);
    if (gains) {
      lg_inertia_gain(&b->now, b->impulse, b->spin, dv, dw);
      lg_cross_d(dw, arm, turned);
      for (int k = 0; k < 3; k++) dv[k] += turned[k];
    }
    for (int k = 0; k < w->dim; k++) all->flow[t->i] += (float)(v[k] + dv[k]) * t->grad[k];
  }
}

static void write_back(lg_world *w, const lg_body *b) {
  const double still[3] = {0, 0, 0};
  const lg_object *o = lg_object_get(w, b->id);
  o->kind->collider.push(o->self, &b->now, still);
}

static void take(lg_world *w, lg_body *b) {
  double dv[3], dw[3];
  lg_inertia_gain(&b->now, b->impulse, b->spin, dv, dw);
  for (int k = 0; k < 3; k++) {
    if (k < w->dim) b->now.velocity[k] = (float)((double)b->now.velocity[k] + dv[k]);
    b->now.angular[k] = (float)((double)b->now.angular[k] + dw[k]);
    b->impulse[k] = b->spin[k] = 0;
  }
  write_back(w, b);
}

void lg_bodies_apply(lg_world *w) {
  for (int b = 0; b < w->bodies->n; b++) take(w, &w->bodies->body[b]);
}

void lg_bodies_impulse(lg_world *w, lg_id collider, const double impulse[3], const double spin[3],
                       double mass) {
  int at = number_of(w, collider);
  if (at < 0) return;
  lg_body *b = &w->bodies->body[at];
  /* an edge is hit as if by 4 times as much */
  double counts = 4 * mass > (double)b->now.mass ? (double)b->now.mass / (4 * mass) : 1;
  for (int k = 0; k < 3; k++) {
    b->impulse[k] += counts * impulse[k];
    b->spin[k] += counts * spin[k];
  }
}

/* ---- gravity and fields --------------------------------------------------------------------- */

static void kick(lg_world *w, lg_body *b, float dt) {
  float a[3] = {w->def.gravity[0], w->def.gravity[1], w->def.gravity[2]}, out[3];
  float *const sample[3] = {&out[0], &out[1], &out[2]};
  lg_points at = {.n = 1, .mass = &b->now.mass, .time = w->time};
  for (int k = 0; k < w->dim; k++) {
    at.x[k] = &b->now.centre[k];
    at.v[k] = &b->now.velocity[k];
  }
  for (int i = 0; i < lg_object_count(w); i++) {
    lg_id id = lg_object_at(w, i);
    if (lg_kind_of(w, id)->family != LG_FAMILY_FIELD || !lg_object_acts(w, id)) continue;
    if (!lg_field_sample(w, id, &at, sample)) continue;
    for (int k = 0; k < w->dim; k++) a[k] += out[k];
  }
  for (int k = 0; k < w->dim && b->now.lightness > 0; k++) b->now.velocity[k] += dt * a[k];
  write_back(w, b);
}

void lg_bodies_accelerate(lg_world *w, float dt) {
  if (w->bodies->kicked) return;
  w->bodies->kicked = true;
  for (int b = 0; b < w->bodies->n; b++) kick(w, &w->bodies->body[b], dt);
}

double lg_bodies_max_dt(const lg_world *w) {
  double dt = HUGE_VAL;
  for (int i = 0; i < lg_object_count(w); i++) {
    const lg_object *o = body_object(w, lg_object_at(w, i));
    lg_inertia b;
    if (!o) continue;
    o->kind->collider.inertia(w, o->self, &b);
    double speed = (double)(lg_length(b.velocity) +
                            lg_length(b.angular) * reach_of(w, lg_object_at(w, i), &b));
    if (speed > 0) dt = fmin(dt, 0.4 * (double)w->def.spacing / speed);
  }
  return dt;
}
