/* bodies.c - the bodies of a sub-step, the particles that feel them, and the impulses between the
   two. */
#include "core/body/joints.h"

#include "core/base/par.h"
#include "core/base/world.h"
#include "core/object/object.h"
#include "core/particles/particles.h"
#include "core/walls/volume_map.h"
#include "core/walls/walls.h"

/* spacings: a body smaller than that is not turned by particles. They push at arms that are longer
   than it is, and it would spin without limit. */
#define SPECK    0.5f
/* of the fluid's density: lighter bodies count as that heavy. The water that moves with one weighs
   so much more that nobody sees a difference; without it, a push of one particle throws them. */
#define LIGHTEST 0.02
#define STEP     0.4 /* spacings that a body's point may go in a sub-step */

/* ---- who they are --------------------------------------------------------------------------- */

static bool is_body(const lg_object *collider) { return collider->kind->collider.push != NULL; }

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

/* Among fluid it has the inertia, and the weight, of at least LIGHTEST of what it displaces. */
static void limit_lightness(const lg_world *w, lg_inertia *b) {
  double density = (double)lg_world_particle_mass(w) / lg_cube((double)w->def.spacing, w->dim);
  double least = LIGHTEST * density * (double)b->volume;
  if (lg_world_solver_kind(w)->solver.ballistic || !(b->lightness > 0) || (double)b->mass >= least)
    return;
  for (int i = 0; i < 9; i++) b->inverse[i / 3][i % 3] *= (double)b->mass / least;
  b->lightness = 1 / least;
  b->mass = (float)least;
}

/* Behind the bodies: solids whose load is asked for, as bodies that nothing moves. */
static void read_loaded_solids(lg_world *w) {
  lg_bodies *all = w->bodies;
  for (size_t i = 0; i < all->loads; i++) {
    const lg_object *o = lg_object_get(w, all->load[i].id);
    if (o && !is_body(o)) all->body[all->n++].id = all->load[i].id;
  }
}

bool lg_bodies_read(lg_world *w) {
  lg_bodies *all = w->bodies;
  int n = 0;
  LG_EACH_COLLIDER(w, collider) n += is_body(collider);
  size_t most = (size_t)n + all->loads;
  all->n = all->moving = n;
  all->neighbors = 0;
  all->accelerated = false;
  all->supported = false; /* a sub-step that failed may have left it, of other bodies */
  all->supports = 0;
  if (most == 0) return true;
  if (!lg_mem_room(&w->mem, &all->body, most, sizeof *all->body)) return false;

  /* their inertia; a speck does not turn */
  memset(all->body, 0, most * sizeof *all->body);
  read_loaded_solids(w);
  lg_body *b = all->body;
  LG_EACH_COLLIDER(w, collider) {
    if (!is_body(collider)) continue;
    b->id = lg_object_id(w, collider);
    collider->kind->collider.inertia(w, collider->self, &b->now);
    limit_lightness(w, &b->now);
    if (reach_of(w, b->id, &b->now) < SPECK * w->def.spacing)
      memset(b->now.inverse, 0, sizeof b->now.inverse);
    b++;
  }
  lg_joints_pin(w);
  return true;
}

/* Also of a solid whose load is asked for. */
static int find(const lg_world *w, lg_id id) {
  for (int b = 0; b < w->bodies->n; b++)
    if (w->bodies->body[b].id == id) return b;
  return -1;
}

int lg_bodies_find(const lg_world *w, lg_id id) {
  int b = find(w, id);
  return b < w->bodies->moving ? b : -1;
}

void lg_bodies_free(lg_world *w) {
  lg_bodies *b = w->bodies;
  lg_contact_points_free(w);
  lg_joints_free(w);

  /* what is of each body, and what particles have of them */
  lg_mem_free(&w->mem, b->motion);
  lg_islands_free(&w->mem, &b->held);
  lg_mem_free(&w->mem, b->body);
  lg_mem_free(&w->mem, b->load);
  lg_mem_free(&w->mem, b->pushed);
  lg_mem_free(&w->mem, b->touch);
  lg_mem_free(&w->mem, b->neighbor);
  lg_mem_free(&w->mem, b->pressure);
  lg_mem_free(&w->mem, b->mass);
  lg_mem_free(&w->mem, b->flow);
  lg_mem_free(&w->mem, b->driven);
  lg_mem_free(&w->mem, b->compliance);
  lg_mem_free(&w->mem, b->drag);
  lg_mem_free(&w->mem, b->support);

  memset(b, 0, sizeof *b);
}

/* ---- who feels them ------------------------------------------------------------------------- */

static void point_of(const lg_world *w, size_t i, float x[3]) {
  for (int k = 0; k < 3; k++) x[k] = k < w->dim ? w->particles->x[k][i] : 0;
}

static bool is_near(const lg_world *w, const lg_placed_map *p, size_t i) {
  float x[3];
  point_of(w, i, x);
  return lg_placed_map_near(p, w->dim, x);
}

/* Of what holds particle i by viscosity, this wall's share. */
static float share_of_drag(const lg_world *w, size_t i, const lg_wall_sum *part) {
  const float all = w->walls->no_slip[i][3];
  return all > 0 ? lg_minf(lg_walls_no_slip_rate(w, part) / all, 1) : 0;
}

/* The body's part of the walls at particle i; false: none. */
static bool read_neighbor(const lg_world *w, const lg_placed_map *p, size_t i,
                          lg_body_neighbor *t) {
  lg_wall_sum own;
  float x[3];
  point_of(w, i, x);
  if (!lg_walls_part(w, p, i, x, &own)) return false;

  t->i = (int32_t)i;
  for (int k = 0; k < 3; k++) {
    t->grad[k] = own.grad[k];
    t->weight[k] = own.weight[k];
    t->arm[k] = x[k] - w->bodies->body[t->body].now.centre[k] - p->apart[k];
  }

  t->drag_part = 0;
  if (w->walls->has_no_slip && p->face.slip) t->drag_part = share_of_drag(w, i, &own);
  return true;
}

/* What a solver adds to for each particle. flow and compliance are there in worlds without bodies,
   too: solvers read them. */
static void clear_block(void *user, size_t begin, size_t end) {
  const lg_bodies *b = user;
  const size_t n = end - begin;
  memset(b->flow + begin, 0, n * sizeof *b->flow);
  memset(b->compliance + begin, 0, n * sizeof *b->compliance);
  if (b->n == 0) return;
  memset(b->pressure + begin, 0, n * sizeof *b->pressure);
  memset(b->mass + begin, 0, n * sizeof *b->mass);
  memset(b->drag + begin, 0, n * sizeof *b->drag);
}

static bool clear_columns(lg_world *w) {
  lg_bodies *b = w->bodies;
  const size_t n = w->particles->n;
  bool ok = lg_mem_room(&w->mem, &b->flow, n, sizeof *b->flow) &&
            lg_mem_room(&w->mem, &b->compliance, n, sizeof *b->compliance);
  if (b->n > 0)
    ok = ok && lg_mem_room(&w->mem, &b->pressure, n, sizeof *b->pressure) &&
         lg_mem_room(&w->mem, &b->mass, n, sizeof *b->mass) &&
         lg_mem_room(&w->mem, &b->drag, n, sizeof *b->drag);
  if (ok) lg_par_for(lg_world_threads(w), n, clear_block, b);
  return ok;
}

/* Of a solid: what its wall moves with where its body's centre would be. */
static void sample_face(const lg_placed_map *p, lg_body *b) {
  float x[3];
  for (int k = 0; k < 3; k++) x[k] = b->now.centre[k] + p->apart[k];
  lg_placed_velocity(p, x, b->sampled[0]);
  memcpy(b->sampled[1], p->face.angular, sizeof b->sampled[1]);
}

bool lg_bodies_sample(lg_world *w) {
  lg_bodies *all = w->bodies;
  const int placed = w->walls->placed_now;
  size_t most = 0;
  all->neighbors = 0;
  if (!clear_columns(w) || !lg_drivers_sample(w)) return false;
  if (all->n == 0) return true;

  /* at most all in their boxes */
  for (int c = 0; c < placed; c++)
    for (size_t i = 0; find(w, w->walls->placed[c].id) >= 0 && i < w->particles->n; i++)
      most += is_near(w, &w->walls->placed[c], i);
  if (!lg_mem_room(&w->mem, &all->neighbor, most, sizeof *all->neighbor)) return false;

  for (int c = 0; c < placed; c++) {
    const lg_placed_map *p = &w->walls->placed[c];
    lg_body_neighbor t = {.body = find(w, p->id)};
    if (t.body >= all->moving) sample_face(p, &all->body[t.body]);
    for (size_t i = 0; t.body >= 0 && i < w->particles->n; i++)
      if (is_near(w, p, i) && read_neighbor(w, p, i, &t)) all->neighbor[all->neighbors++] = t;
  }
  for (int32_t b = 0; b < all->n; b++) {
    if (b < all->moving) {
      memcpy(all->body[b].sampled[0], all->body[b].now.velocity, sizeof all->body[b].sampled[0]);
      memcpy(all->body[b].sampled[1], all->body[b].now.angular, sizeof all->body[b].sampled[1]);
    }
    lg_bodies_comply(w, b);
  }
  return true;
}

/* ---- what pushes them ----------------------------------------------------------------------- */

static void arm_of(const lg_body_neighbor *t, double arm[3]) {
  for (int k = 0; k < 3; k++) arm[k] = (double)t->arm[k];
}

/* J += impulse, L += arm x impulse */
static void add_impulse(lg_bodies *all, const lg_body_neighbor *t, const double impulse[3]) {
  lg_body *b = &all->body[t->body];
  double arm[3], spin[3];
  arm_of(t, arm);
  lg_cross_d(arm, impulse, spin);
  lg_axpy_d(1, impulse, b->impulse);
  lg_axpy_d(1, spin, b->spin);
}

void lg_bodies_forget(lg_world *w) {
  for (int b = 0; b < w->bodies->n; b++) {
    memset(w->bodies->body[b].impulse, 0, sizeof w->bodies->body[b].impulse);
    memset(w->bodies->body[b].spin, 0, sizeof w->bodies->body[b].spin);
  }
}

/* One after the other, in their order: the sums are the same for any number of threads. */
void lg_bodies_pressure(lg_world *w, float dt) {
  lg_bodies *all = w->bodies;
  lg_bodies_forget(w);

  /* dt (pressure grad fraction + mass weight), the opposite of what acts on the particle */
  for (size_t e = 0; e < all->neighbors; e++) {
    const lg_body_neighbor *t = &all->neighbor[e];
    double impulse[3], pressure = (double)all->pressure[t->i], mass = (double)all->mass[t->i];
    for (int k = 0; k < 3; k++)
      impulse[k] = (double)dt * (pressure * (double)t->grad[k] + mass * (double)t->weight[k]);
    add_impulse(all, t, impulse);
  }
}

void lg_bodies_drag(lg_world *w, float dt) {
  lg_bodies *all = w->bodies;
  for (size_t e = 0; e < all->neighbors; e++) {
    const lg_body_neighbor *t = &all->neighbor[e];
    double impulse[3];
    for (int k = 0; k < 3; k++) impulse[k] = -(double)(dt * t->drag_part * all->drag[t->i][k]);
    if (t->drag_part > 0) add_impulse(all, t, impulse);
  }
}

void lg_bodies_flow(lg_world *w, bool moves, bool gains) {
  lg_bodies *all = w->bodies;

  /* what solids that move make of it, or nothing */
  if (all->drives) lg_drivers_flow(w, moves);
  else
    for (size_t e = 0; e < all->neighbors; e++) all->flow[all->neighbor[e].i] = 0;

  for (size_t e = 0; e < all->neighbors; e++) {
    const lg_body_neighbor *t = &all->neighbor[e];
    const lg_body *b = &all->body[t->body];
    double arm[3], v[3] = {0, 0, 0}, dv[3] = {0, 0, 0}, dw[3], turned[3];
    arm_of(t, arm);

    /* the body's velocity at the particle */
    if (t->body >= all->moving) continue; /* a solid: among the driven */
    if (moves) lg_inertia_velocity(&b->now, arm, v);
    if (gains) {
      lg_inertia_response(&b->now, b->impulse, b->spin, dv, dw);
      lg_cross_d(dw, arm, turned);
      lg_axpy_d(1, turned, dv);
    }
    for (int k = 0; k < w->dim; k++) all->flow[t->i] += (float)(v[k] + dv[k]) * t->grad[k];
  }
}

void lg_bodies_write_back(lg_world *w, const lg_body *b) {
  const double still[3] = {0, 0, 0};
  const lg_object *o = lg_object_get(w, b->id);
  o->kind->collider.push(o->self, &b->now, still, still);
}

void lg_bodies_apply(lg_world *w) {
  for (int i = 0; i < w->bodies->n; i++) {
    lg_body *b = &w->bodies->body[i];
    lg_loads_count(w, b);
    lg_inertia_apply(&b->now, b->impulse, b->spin);
    memset(b->impulse, 0, sizeof b->impulse);
    memset(b->spin, 0, sizeof b->spin);
    if (i < w->bodies->moving) lg_bodies_write_back(w, b);
  }
}

void lg_bodies_impulse(lg_world *w, lg_id collider, const double impulse[3], const double spin[3],
                       double mass) {
  int at = find(w, collider);
  if (at < 0) return;
  lg_body *b = &w->bodies->body[at];
  /* What weighs more than the body at the place that it hits would throw it faster than it comes
     itself. There is least of a body at its edge: a rod's end gives way as a quarter of its mass
     would, 1 / (1/m + r^2/I) = m / 4, or on an axle as a third. */
  bool much = lg_inertia_yields(&b->now) && 4 * mass > (double)b->now.mass;
  double counts = much ? (double)b->now.mass / (4 * mass) : 1;
  lg_axpy_d(counts, impulse, b->impulse);
  lg_axpy_d(counts, spin, b->spin);
}

/* ---- gravity and fields --------------------------------------------------------------------- */

static void accelerate(lg_world *w, lg_body *b, float dt) {
  float a[3] = {w->def.gravity[0], w->def.gravity[1], w->def.gravity[2]}, out[3];
  float *const sample[3] = {&out[0], &out[1], &out[2]};

  /* the body as a point for fields */
  lg_points at = {.n = 1, .mass = &b->now.mass, .time = w->time};
  for (int k = 0; k < w->dim; k++) {
    at.x[k] = &b->now.centre[k];
    at.v[k] = &b->now.velocity[k];
  }
  LG_EACH_OBJECT(w, LG_FAMILY_FIELD, field) {
    lg_id id = lg_object_id(w, field);
    if (!lg_field_acts(w, id) || !lg_field_sample(w, id, &at, sample)) continue;
    for (int k = 0; k < w->dim; k++) a[k] += out[k];
  }

  for (int k = 0; k < w->dim && b->now.lightness > 0; k++) b->now.velocity[k] += dt * a[k];
  lg_bodies_pushed(w, b, dt);
  lg_bodies_write_back(w, b);
}

void lg_bodies_accelerate(lg_world *w, float dt) {
  if (w->bodies->accelerated) return;
  w->bodies->accelerated = true;
  for (int b = 0; b < w->bodies->moving; b++) accelerate(w, &w->bodies->body[b], dt);
}

bool lg_has_bodies(const lg_world *w) {
  LG_EACH_COLLIDER(w, collider)
    if (is_body(collider)) return true;
  return false;
}

double lg_bodies_max_dt(const lg_world *w) {
  double dt = HUGE_VAL;
  LG_EACH_COLLIDER(w, collider) {
    lg_inertia b;
    if (!is_body(collider)) continue;

    /* of its fastest point */
    collider->kind->collider.inertia(w, collider->self, &b);
    float reach = reach_of(w, lg_object_id(w, collider), &b);
    double speed = (double)(lg_length(b.velocity) + lg_length(b.angular) * reach);
    if (speed > 0) dt = fmin(dt, STEP * (double)w->def.spacing / speed);
  }
  return dt;
}
